//! The SQLite store: one folder, the home, shared by every process of one machine.
//!
//! ```text
//! <home>/planmark.db              every cell, in WAL mode (schema-1.sql)
//! <home>/locks/<digest>           one empty lock database a scope, never deleted
//! <home>/plans/<session>/<plan>.md  saved plan bodies, for people to open
//! ```
//!
//! A call reads from a pooled connection inside one WAL snapshot. Its lease is a place in a fair
//! queue of this process and then a transaction on the scope's lock database, which the kernel ends
//! when the process dies. Commits of one process that meet share one fsync. A home is created for
//! its owner alone (0700, files 0600), and links inside it are not followed.
//!
//! Nothing outside this module opens the database file: on POSIX systems closing any descriptor of
//! it would drop the locks of the whole process.

mod bodies;
mod call;
mod examination;
mod failure;
mod locks;
mod open;
mod open_error;
mod patience;
mod platform;
mod reading;
mod writing;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use planmark_core::capability::{LEASE_WAIT_MS, Outcome};

pub use examination::{Examination, examine};
pub use open::SCHEMA_VERSION;
pub use open_error::OpenError;

use crate::store::lease::Leases;
use crate::store::sqlite::call::SqliteCall;
use crate::store::sqlite::locks::LockFiles;
use crate::store::sqlite::reading::Readers;
use crate::store::sqlite::writing::Writer;
use crate::store::{Call, Store};

/// The database's name in its home.
const DATABASE: &str = "planmark.db";
/// The folder of lock databases.
const LOCKS: &str = "locks";
/// The folder of saved plan bodies.
const PLANS: &str = "plans";

/// A store in a folder. Clones share one set of connections.
#[derive(Clone)]
pub struct SqliteStore {
    home: Arc<Home>,
}

/// What the calls of one opened store share.
struct Home {
    root: PathBuf,
    readers: Arc<Readers>,
    writer: Writer,
    locks: Arc<LockFiles>,
    leases: Arc<Leases>,
    wait: Duration,
}

impl SqliteStore {
    /// Opens a home, and creates what is missing: the folder, the database, its schema. Processes
    /// may do that at the same time. `acquire` waits [`LEASE_WAIT_MS`].
    ///
    /// # Errors
    ///
    /// Each variant of [`OpenError`] names its case. What is stored in a home that
    /// can't be opened stays as it is.
    pub fn open(home: &Path) -> Result<Self, OpenError> {
        Self::open_with_wait(home, Duration::from_millis(LEASE_WAIT_MS))
    }

    /// As [`open`](Self::open), with another bound on every wait for another holder: of a scope, of
    /// the database.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_with_wait(home: &Path, wait: Duration) -> Result<Self, OpenError> {
        let opened = open::open(home, wait)?;
        let home = Home {
            readers: Arc::new(Readers::new(opened.connection, opened.root.join(DATABASE), wait)),
            writer: Writer::new(opened.root.join(DATABASE), wait),
            locks: opened.locks,
            leases: Arc::default(),
            root: opened.root,
            wait,
        };
        Ok(Self { home: Arc::new(home) })
    }

    /// Whether a folder is a home already, also one that lost its database. Nothing is made or changed.
    #[must_use]
    pub fn is_home(folder: &Path) -> bool {
        folder.join(DATABASE).symlink_metadata().is_ok() || open::was_used(folder).unwrap_or(false)
    }

    /// The home's folder, links resolved.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.home.root
    }

    /// Looks at the home for `planmark doctor`: reads all of the database, changes nothing.
    #[must_use]
    pub fn examine(&self) -> Examination {
        examine(&self.home.root)
    }

    /// Moves the write-ahead log into the database and truncates it, so that the size of the files
    /// can be measured. Not needed for anything else: SQLite does it as the log grows.
    ///
    /// # Errors
    ///
    /// `Unavailable` while a call reads; the storage codes.
    pub fn checkpoint(&self) -> Outcome<()> {
        self.home.writer.checkpoint()
    }
}

impl Store for SqliteStore {
    fn begin(&self) -> Box<dyn Call> {
        Box::new(SqliteCall::new(Arc::clone(&self.home)))
    }
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore").field("root", &self.home.root).finish_non_exhaustive()
    }
}
