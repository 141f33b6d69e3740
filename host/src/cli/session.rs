//! One run of the program.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use planmark_core::author::Author;

use crate::Planmark;
use crate::cli::arguments::Global;
use crate::cli::home;
use crate::cli::report::Report;
use crate::cli::screen::Screen;
use crate::store::memory::MemoryStore;

/// What every command works with.
pub(crate) struct Session {
    given_home: Option<PathBuf>,
    /// Where results go.
    pub(crate) screen: Screen,
}

/// A home opened to be read, by the person at the command line.
pub(crate) struct Reader {
    /// The home.
    pub(crate) planmark: Planmark,
    /// The person.
    pub(crate) caller: Author,
}

impl Session {
    /// Begins a run.
    pub(crate) fn new(global: Global, screen: Screen) -> Self {
        Self { given_home: global.home, screen }
    }

    /// The folder that was named on the command line.
    pub(crate) fn given_home(&self) -> Option<&Path> {
        self.given_home.as_deref()
    }

    /// The folder that holds the plans.
    ///
    /// # Errors
    ///
    /// `home-unknown`.
    pub(crate) fn home(&self) -> Result<PathBuf, Report> {
        home::choose(self.given_home.clone())
    }

    /// Whether the home doesn't exist.
    ///
    /// # Errors
    ///
    /// `home-unknown`.
    pub(crate) fn home_is_missing(&self) -> Result<bool, Report> {
        let found = self.home()?.symlink_metadata();
        Ok(found.is_err_and(|error| error.kind() == ErrorKind::NotFound))
    }

    /// Opens the home for a command that writes; makes it when it does not exist.
    ///
    /// # Errors
    ///
    /// `home-unknown`, and what the facade answers.
    pub(crate) fn open_to_write(&self) -> Result<Planmark, Report> {
        let built = Planmark::builder().home(self.home()?).build();
        built.map_err(|error| Report::of(&error, ""))
    }

    /// Opens the home for a command that only reads, or that changes what is there already: one that
    /// does not exist is an empty one, and is not made.
    ///
    /// # Errors
    ///
    /// As [`open_to_write`](Self::open_to_write).
    pub(crate) fn open_existing(&self) -> Result<Planmark, Report> {
        if !self.home_is_missing()? {
            return self.open_to_write();
        }
        let built = Planmark::builder().store(MemoryStore::new()).build();
        built.map_err(|error| Report::of(&error, ""))
    }

    /// Opens the home for a command that only reads.
    ///
    /// # Errors
    ///
    /// As [`open_existing`](Self::open_existing).
    pub(crate) fn reader(&self) -> Result<Reader, Report> {
        Ok(Reader { planmark: self.open_existing()?, caller: home::person(None) })
    }
}
