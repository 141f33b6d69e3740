//! What the server says of itself, on standard error: standard output belongs to the protocol.
//!
//! No line holds a plan's text, a token, or anything of a request but its method and the names of
//! tools.

use std::fmt::{self, Display};
use std::io::{self, Write};

use clap::ValueEnum;

/// How much is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Level {
    /// Nothing.
    Off,
    /// What keeps the server from working.
    Error,
    /// What a client should not have done.
    Warn,
    /// Starts, ends and connections.
    Info,
    /// Every request.
    Debug,
}

/// Where the server says it.
#[derive(Debug, Clone, Copy)]
pub struct Log {
    level: Level,
}

impl Log {
    /// Says what is of this level or graver.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self { level }
    }

    /// Whether something of this level is said.
    #[must_use]
    pub fn says(self, level: Level) -> bool {
        level != Level::Off && level <= self.level
    }

    /// Tells the person who starts the server what is needed to use it, at every level.
    pub fn tell(self, text: &dyn Display) {
        let _ = writeln!(io::stderr().lock(), "planmark mcp: {text}");
    }

    /// Says one line. That it can't be written changes nothing.
    pub fn say(self, level: Level, text: &dyn Display) {
        if self.says(level) {
            let _ = writeln!(io::stderr().lock(), "planmark mcp: {level}: {text}");
        }
    }
}

impl Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Off => "off",
            Self::Error => "error",
            Self::Warn => "warning",
            Self::Info => "info",
            Self::Debug => "debug",
        })
    }
}
