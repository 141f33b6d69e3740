//! Why a home can't be opened, and what to do then.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::store::sqlite::failure;

/// Why a home can't be opened. What is stored in it stays as it is.
///
/// Messages name the home as it was given, and nothing of what is stored.
#[derive(Debug)]
pub enum OpenError {
    /// The path, or a part of it, is a file.
    NotADirectory {
        /// The home.
        home: PathBuf,
    },
    /// This process may not read and write there, or the medium is read-only, or a link stands
    /// where the database or a folder belongs.
    Denied {
        /// The home.
        home: PathBuf,
    },
    /// There is no room to create or open the database.
    Full {
        /// The home.
        home: PathBuf,
    },
    /// Another process kept the database to itself for longer than the wait.
    Held {
        /// The home.
        home: PathBuf,
    },
    /// A newer version has made the database.
    NewerSchema {
        /// The home.
        home: PathBuf,
        /// The database's schema version.
        found: u32,
        /// The newest that this program understands.
        known: u32,
    },
    /// The database is another program's.
    Foreign {
        /// The home.
        home: PathBuf,
    },
    /// What stands in the database's place is not a database.
    NotADatabase {
        /// The home.
        home: PathBuf,
    },
    /// The database is cut short, empty or missing although the home was used, or corrupt.
    Damaged {
        /// The home.
        home: PathBuf,
    },
    /// The home can't be reached for another reason.
    Unavailable {
        /// The home.
        home: PathBuf,
        /// The reason.
        cause: Box<dyn Error + Send + Sync>,
    },
}

impl OpenError {
    /// The stable code of the case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotADirectory { .. } => "home-not-a-directory",
            Self::Denied { .. } => "home-denied",
            Self::Full { .. } => "home-full",
            Self::Held { .. } => "home-held",
            Self::NewerSchema { .. } => "home-newer-schema",
            Self::Foreign { .. } => "home-foreign",
            Self::NotADatabase { .. } => "home-not-a-database",
            Self::Damaged { .. } => "home-damaged",
            Self::Unavailable { .. } => "home-unavailable",
        }
    }

    /// What is wrong, for a person.
    #[must_use]
    pub fn message(&self) -> String {
        let home = self.home().display();
        match self {
            Self::NotADirectory { .. } => format!("the home \"{home}\" is not a folder"),
            Self::Denied { .. } => format!("the home \"{home}\" can't be written by this user"),
            Self::Full { .. } => format!("there is no room left for the home \"{home}\""),
            Self::Held { .. } => format!("another program keeps the database of the home \"{home}\" locked"),
            Self::NewerSchema { found, known, .. } => format!(
                "the home \"{home}\" has schema {found}, made by a newer version; this one knows up to {known}"
            ),
            Self::Foreign { .. } => {
                format!("the database of the home \"{home}\" was made by another program")
            }
            Self::NotADatabase { .. } => format!("the database of the home \"{home}\" is not a database"),
            Self::Damaged { .. } => format!("the database of the home \"{home}\" is damaged"),
            Self::Unavailable { .. } => format!("the home \"{home}\" can't be opened"),
        }
    }

    /// What to do next: a sentence.
    #[must_use]
    pub fn next(&self) -> String {
        let next = match self {
            Self::NotADirectory { .. } => "Name a folder as the home, or move the file away.",
            Self::Denied { .. } => {
                "Make the folder and everything in it readable and writable for this user, replace links \
                 inside it by what they point to, or name another home."
            }
            Self::Full { .. } => "Free some room on that disk, or raise the quota, and try again.",
            Self::Held { .. } => "Close the program that has the database open, and try again.",
            Self::NewerSchema { .. } => "Update this program to the version that made the home.",
            Self::Foreign { .. } => "Name another folder as the home.",
            Self::NotADatabase { .. } | Self::Damaged { .. } => {
                "Run `planmark doctor` for what can still be read; then move planmark.db and the files \
                 beside it whose names begin with it away, and put a backup in their place."
            }
            Self::Unavailable { .. } => "Check that the folder's disk is connected, and try again.",
        };
        next.to_owned()
    }

    /// The home, as it was given.
    #[must_use]
    pub fn home(&self) -> &Path {
        match self {
            Self::NotADirectory { home }
            | Self::Denied { home }
            | Self::Full { home }
            | Self::Held { home }
            | Self::NewerSchema { home, .. }
            | Self::Foreign { home }
            | Self::NotADatabase { home }
            | Self::Damaged { home }
            | Self::Unavailable { home, .. } => home,
        }
    }

    /// The case that an error of the file system means.
    pub(super) fn from_file(home: &Path, error: io::Error) -> Self {
        let home = home.to_owned();
        match error.kind() {
            io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => Self::NotADirectory { home },
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Self::Denied { home },
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full { home },
            _ => Self::Unavailable { home, cause: Box::new(error) },
        }
    }

    /// The case that an error of SQLite means.
    pub(super) fn from_sql(home: &Path, error: rusqlite::Error) -> Self {
        let home = home.to_owned();
        let detail = error.sqlite_error().map(|cause| cause.extended_code);
        match error.sqlite_error_code() {
            _ if detail == Some(failure::NO_ROOM_FOR_INDEX) => Self::Full { home },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Held { home },
            Some(ErrorCode::DiskFull) => Self::Full { home },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                Self::Denied { home }
            }
            Some(ErrorCode::NotADatabase) => Self::NotADatabase { home },
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged { home },
            _ => Self::Unavailable { home, cause: Box::new(error) },
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl Error for OpenError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unavailable { cause, .. } => Some(&**cause),
            _ => None,
        }
    }
}
