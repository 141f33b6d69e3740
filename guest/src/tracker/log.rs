//! The cells of a session's log: entries that follow one another, and what the branch amounts to
//! before the first of them.

use super::record::{self, Header, Line};
use crate::refusal::Refusal;

/// A cell whose entries have so many bytes takes no more.
const FULL_BYTES: usize = 1_600;

/// One cell of a log.
#[derive(Debug, Clone)]
pub(crate) struct LogCell {
    /// The number of its first entry.
    pub(crate) first: u32,
    /// The version of the cell.
    pub(crate) version: u64,
    /// What is before its first entry.
    pub(crate) header: Header,
    /// The entries by number; none for one that can't be read.
    pub(crate) lines: Vec<Option<Line>>,
    value: String,
}

impl LogCell {
    /// Reads a cell; none where its first line is damaged. An entry that is damaged, or that has
    /// another number than its place says, can't be read, and the others can.
    pub(crate) fn parse(first: u32, version: u64, value: String) -> Option<Self> {
        let (header, rest) = value.split_once('\n')?;
        let header: Header = serde_json::from_str(header).ok()?;
        let sound = first > 0 && header.parent < first && header.cell <= header.parent.max(1);
        let read = |(line, number)| serde_json::from_str(line).ok().filter(|line: &Line| line.id == number);
        let lines = rest.split_terminator('\n').zip(first..u32::MAX).map(read).collect();
        sound.then_some(Self { first, version, header, lines, value })
    }

    /// The number of its last entry; the number before its first one where it has none.
    pub(crate) fn last(&self) -> u32 {
        self.first.saturating_sub(1).saturating_add(crate::text::size(self.lines.len()))
    }

    /// The entries up to a number, in order, each with its number.
    pub(crate) fn up_to(&self, entry: u32) -> impl DoubleEndedIterator<Item = (u32, Option<&Line>)> {
        let count = entry.saturating_add(1).saturating_sub(self.first) as usize;
        let numbered = self.lines.iter().enumerate().take(count);
        numbered.map(|(index, line)| (self.first.saturating_add(crate::text::size(index)), line.as_ref()))
    }

    /// The cell's text, to be extended; none where it takes no more entries.
    pub(crate) fn extensible(&self) -> Option<String> {
        let entries = self.value.split_once('\n').map_or("", |(_, entries)| entries);
        (entries.len() < FULL_BYTES).then(|| {
            let mut value = self.value.clone();
            if !value.ends_with('\n') {
                value.push('\n');
            }
            value
        })
    }
}

/// The text of a new cell without entries.
pub(crate) fn begin(header: &Header) -> Result<String, Refusal> {
    let mut value = record::encode(header)?;
    value.push('\n');
    Ok(value)
}

/// Adds an entry to the text of a cell.
pub(crate) fn push(value: &mut String, line: &Line) -> Result<(), Refusal> {
    value.push_str(&record::encode(line)?);
    value.push('\n');
    Ok(())
}
