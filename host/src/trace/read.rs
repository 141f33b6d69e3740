//! Reads traces.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Take};
use std::path::Path;

use serde::Deserialize as _;
use serde_json::Value;

use super::{FILE_MAX_BYTES, FORMAT, LINE_MAX_BYTES, Line, TraceError, json};

/// The calls of a trace, one after the other.
pub(crate) struct Reader {
    file: BufReader<Take<File>>,
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
    /// Opens a file. What is appended to it from now on is not read.
    ///
    /// # Errors
    ///
    /// [`TraceError::Unreadable`], also for what is no regular file and for what is too large.
    pub(crate) fn open(path: &Path) -> Result<Self, TraceError> {
        let (file, bytes) = regular(path).map_err(TraceError::Unreadable)?;
        Ok(Self { file: BufReader::new(file.take(bytes)), number: 0 })
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
            let mut bounded = self.file.by_ref().take(LINE_MAX_BYTES as u64 + 1);
            bounded.read_until(b'\n', &mut bytes).map_err(TraceError::Unreadable)?;
            if bytes.is_empty() {
                return Ok(Read::End);
            }
            self.number += 1;
            if bytes.len() > LINE_MAX_BYTES && !bytes.ends_with(b"\n") {
                return Err(self.damaged(format!("it has more than {LINE_MAX_BYTES} bytes")));
            }
            match bytes.strip_suffix(b"\n") {
                Some(b"") => continue,
                Some(line) => return self.parse(line).map(Read::Call),
                None => return Ok(Read::Cut),
            }
        }
    }

    fn parse(&self, bytes: &[u8]) -> Result<Line, TraceError> {
        let value = json::parse(bytes).map_err(|error| self.damaged(error.to_string()))?;
        if !has_only_objects(&value) {
            return Err(self.damaged("it is no object, or a step of it is none".to_owned()));
        }
        let line = Line::deserialize(value).map_err(|error| self.damaged(error.to_string()))?;
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

/// Opens a regular file, and gives its size. Nothing else is opened: a pipe would be waited for, and a device
/// may have no end.
fn regular(path: &Path) -> io::Result<(File, u64)> {
    let refused = |what: String| Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    if !path.metadata()?.is_file() {
        return refused("the name is not a regular file's".to_owned());
    }
    let file = File::open(path)?;
    match file.metadata()? {
        opened if !opened.is_file() => refused("the file was exchanged while it was opened".to_owned()),
        opened if opened.len() > FILE_MAX_BYTES => {
            refused(format!("it has more than {FILE_MAX_BYTES} bytes"))
        }
        opened => Ok((file, opened.len())),
    }
}

/// Whether a line and its steps are objects: a record is also read from the list of its fields otherwise.
fn has_only_objects(line: &Value) -> bool {
    let steps = line.get("steps").and_then(Value::as_array);
    line.is_object() && steps.is_none_or(|steps| steps.iter().all(Value::is_object))
}
