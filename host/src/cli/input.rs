//! Reads the texts of a command from files and from standard input.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use planmark_core::text;

use crate::cli::figures::grouped;
use crate::cli::report::{Code, Facts, Report, reason, shown};
use crate::cli::screen::Screen;

/// Most bytes of a stored text (D4).
const CONTENT_MAX_BYTES: u64 = text::CONTENT_MAX_BYTES as u64;

/// Most bytes that are read of one text. It is larger than what can be stored, because the engine
/// measures what it would store: a fragment's leading blank lines, for example, don't count.
const INPUT_MAX_BYTES: u64 = 4 * CONTENT_MAX_BYTES;

/// Where a text comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
}

/// What a text is for: how much of it is taken, and what to do where it can't be had.
#[derive(Debug)]
pub(crate) struct Purpose {
    limit: u64,
    too_large: &'static str,
    unreadable: &'static str,
}

impl Purpose {
    /// A plan, or a part of one.
    const PLAN: Self = Self {
        limit: CONTENT_MAX_BYTES,
        too_large: "Shorten the text: move finished detail to a file of its own and name that file in the plan.",
        unreadable: "Name a file that holds the text, or leave FILE out and send the text to standard input.",
    };
    /// What a client's tool answered about its goal or loops.
    pub(crate) const LISTING: Self = Self {
        limit: INPUT_MAX_BYTES,
        too_large: "Send what `get_goal` or `CronList` answered, and nothing else.",
        unreadable: "Name a file that holds what the tool answered, or leave --shown out and send it to standard input.",
    };
    /// A text that prompts are assembled from.
    pub(crate) const CHECKED: Self = Self {
        limit: INPUT_MAX_BYTES,
        too_large: "Check the texts that agents are given; one of this size is none.",
        unreadable: "Name each file that is to be checked.",
    };
}

impl Source {
    /// The source that an argument names: `-`, or none, is standard input.
    pub(crate) fn of(argument: Option<&Path>) -> Self {
        match argument {
            Some(path) if path != Path::new("-") => Self::File(path.to_owned()),
            _ => Self::Stdin,
        }
    }

    /// Reads the whole text of a plan, or of a part of one.
    ///
    /// # Errors
    ///
    /// `input-missing`, `input-is-folder`, `input-unreadable`, `not-utf-8`, and
    /// `content-too-large` for more than 1,048,576 bytes, of which no more are read.
    pub(crate) fn read(&self, screen: Screen) -> Result<String, Report> {
        self.read_for(&Purpose::PLAN, screen)
    }

    /// Reads the whole text, whatever it is for.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub(crate) fn read_for(&self, purpose: &Purpose, screen: Screen) -> Result<String, Report> {
        let bytes = match self {
            Self::File(path) => self.read_file(purpose, path)?,
            Self::Stdin => {
                if io::stdin().is_terminal() {
                    screen.remark(WAITING);
                }
                self.read_bounded(purpose, &mut io::stdin().lock(), None)?
            }
        };
        self.decode(bytes)
    }

    fn read_file(&self, purpose: &Purpose, path: &Path) -> Result<Vec<u8>, Report> {
        let mut file = File::open(path).map_err(|error| self.unreadable(purpose, &error))?;
        let metadata = file.metadata().map_err(|error| self.unreadable(purpose, &error))?;
        if metadata.is_dir() {
            return Err(self.unreadable(purpose, &io::ErrorKind::IsADirectory.into()));
        }
        let size = metadata.is_file().then_some(metadata.len());
        self.read_bounded(purpose, &mut file, size)
    }

    fn read_bounded(
        &self,
        purpose: &Purpose,
        reader: &mut dyn Read,
        size: Option<u64>,
    ) -> Result<Vec<u8>, Report> {
        if size.is_some_and(|size| size > INPUT_MAX_BYTES) {
            return Err(self.too_large(purpose, size));
        }
        let mut bytes = Vec::new();
        let read = reader.take(INPUT_MAX_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|error| self.unreadable(purpose, &error))?;
        if bytes.len() as u64 > INPUT_MAX_BYTES {
            return Err(self.too_large(purpose, None));
        }
        Ok(bytes)
    }

    fn decode(&self, bytes: Vec<u8>) -> Result<String, Report> {
        String::from_utf8(bytes).map_err(|error| {
            let (offset, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
            let byte = bytes.get(offset).copied().unwrap_or_default();
            let next = match bytes {
                [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
                    "The text looks like UTF-16. Save it as UTF-8, then try again."
                }
                _ => "Save the text as UTF-8, then try again.",
            };
            let message = format!("{self} is not UTF-8: byte {} is 0x{byte:02x}", grouped(offset as u64));
            Report::new(Code::NotUtf8, message, next)
                .with(Facts { offset: Some(offset as u64), ..Facts::default() })
        })
    }

    /// The engine's refusal of a text that is too large, given before all of it is read. Without a
    /// size the source has none.
    fn too_large(&self, purpose: &Purpose, size: Option<u64>) -> Report {
        let limit = grouped(purpose.limit);
        let measured = match size {
            Some(size) => format!("{self} has {} bytes", grouped(size)),
            None => format!("{self} has more than {} bytes", grouped(INPUT_MAX_BYTES)),
        };
        Report::with_code("content-too-large", format!("{measured}; the limit is {limit}"), purpose.too_large)
            .with(Facts { bytes: size, limit: Some(purpose.limit), ..Facts::default() })
    }

    fn unreadable(&self, purpose: &Purpose, error: &io::Error) -> Report {
        let instead = purpose.unreadable;
        match error.kind() {
            io::ErrorKind::NotFound => {
                Report::new(Code::InputMissing, format!("{self} does not exist"), instead)
            }
            io::ErrorKind::IsADirectory => {
                Report::new(Code::InputIsFolder, format!("{self} is a folder"), instead)
            }
            _ => {
                let message = format!("can't read {self}: {}", reason(error));
                Report::new(Code::InputUnreadable, message, instead)
            }
        }
    }
}

const WAITING: &str = "reading the text from the terminal; end it with Ctrl-D on a line of its own (Windows: Ctrl-Z, Enter), or give up with Ctrl-C\n";

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(path) => f.write_str(&shown(path)),
            Self::Stdin => f.write_str("standard input"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<String, Report> {
        let mut reader = bytes;
        Source::Stdin
            .read_bounded(&Purpose::PLAN, &mut reader, None)
            .and_then(|bytes| Source::Stdin.decode(bytes))
    }

    fn error(report: &Report) -> serde_json::Value {
        serde_json::to_value(report).expect("JSON")
    }

    #[test]
    fn text_is_kept_byte_for_byte() {
        assert_eq!(read("\u{feff}a\0\r\nä".as_bytes()).ok().as_deref(), Some("\u{feff}a\0\r\nä"));
    }

    #[test]
    fn the_first_wrong_byte_is_named() {
        for (bytes, offset) in [(&b"ab\xff"[..], 2), (b"\xed\xa0\x80", 0), (b"a\xe2\x82", 1)] {
            let error = error(&read(bytes).expect_err("not UTF-8"));
            assert_eq!((&error["code"], &error["offset"]), (&"not-utf-8".into(), &offset.into()));
        }
    }

    #[test]
    fn no_more_is_read_than_could_be_stored() {
        let report =
            Source::Stdin.read_bounded(&Purpose::PLAN, &mut io::repeat(b'a'), None).expect_err("endless");
        let error = error(&report);
        assert_eq!((&error["code"], &error["limit"]), (&"content-too-large".into(), &262_144.into()));
        assert!(error.get("bytes").is_none(), "the size of an endless stream is not known");
        let most = usize::try_from(INPUT_MAX_BYTES).expect("fits");
        assert_eq!(read(&vec![b'a'; most]).map(|text| text.len()).ok(), Some(most));
    }
}
