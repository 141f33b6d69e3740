//! Reads traces.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use super::{FORMAT, Line, TraceError};

/// The calls of a trace, one after the other.
pub(crate) struct Reader {
    file: BufReader<File>,
    /// The number of the line that was read last, from 1.
    pub(crate) number: u64,
}

/// What stands in a line.
pub(crate) enum Read {
    /// A call.
    Call(Line),
    /// The beginning of one: the file ends within it.
    Cut,
    /// Nothing: the file has ended.
    End,
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// [`TraceError::Unreadable`].
    pub(crate) fn open(path: &Path) -> Result<Self, TraceError> {
        let file = File::open(path).map_err(TraceError::Unreadable)?;
        Ok(Self { file: BufReader::new(file), number: 0 })
    }

    /// Reads the next line that is not empty.
    ///
    /// # Errors
    ///
    /// [`TraceError::Unreadable`]; [`TraceError::Damaged`] for a line that is no call.
    pub(crate) fn next(&mut self) -> Result<Read, TraceError> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            self.file.read_until(b'\n', &mut bytes).map_err(TraceError::Unreadable)?;
            if bytes.is_empty() {
                return Ok(Read::End);
            }
            self.number += 1;
            match bytes.strip_suffix(b"\n") {
                Some(b"") => continue,
                Some(line) => return self.parse(line).map(Read::Call),
                None => return Ok(Read::Cut),
            }
        }
    }

    fn parse(&self, bytes: &[u8]) -> Result<Line, TraceError> {
        let line: Line = serde_json::from_slice(bytes).map_err(|error| self.damaged(error.to_string()))?;
        match line.trace {
            FORMAT => Ok(line),
            other => Err(self.damaged(format!("its format is {other}, and this program knows {FORMAT}"))),
        }
    }

    /// The error for the line that was read last.
    pub(crate) fn damaged(&self, cause: String) -> TraceError {
        TraceError::Damaged { line: self.number, cause }
    }
}
