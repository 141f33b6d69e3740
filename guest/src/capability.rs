//! What the host supplies: time, leases, storage, bodies and access.
//!
//! One value of [`Capabilities`] serves one call. `wit/` states the contract of each function;
//! these traits are the same eleven functions in plain Rust, so that the component, the native
//! tests and every store speak of one thing.

use std::fmt;

use crate::author::Author;

/// Most bytes a key may have.
pub const KEY_MAX_BYTES: usize = 512;
/// Most bytes a value may have.
pub const CELL_MAX_BYTES: usize = 1 << 20;
/// Most bytes of keys and values in one answer, unless one cell alone is larger.
pub const ANSWER_MAX_BYTES: usize = 1 << 20;
/// Most mutations of one commit.
pub const COMMIT_MAX_MUTATIONS: usize = 64;
/// Most cells or ids one page can be asked for.
pub const PAGE_MAX_ENTRIES: u32 = 1_000;
/// How long `acquire` waits for a held scope, in milliseconds.
pub const LEASE_WAIT_MS: u64 = 5_000;
/// Most bytes of a saved plan body (D20).
pub const BODY_MAX_BYTES: usize = 262_144;

/// What a scope guards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScopeKind {
    /// One task's plan document and its history.
    Task,
    /// One session's entries.
    Session,
}

impl ScopeKind {
    /// The name under which stores keep the kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Task => "task",
            Self::Session => "session",
        }
    }
}

/// The unit of locking, and of one commit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scope {
    /// What `id` names.
    pub kind: ScopeKind,
    /// A task id or a session id. A store refuses malformed ones with
    /// [`CapabilityCode::Invalid`].
    pub id: String,
}

/// One stored cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Printable ASCII without space, 1 to [`KEY_MAX_BYTES`] bytes.
    pub key: String,
    /// UTF-8 of at most [`CELL_MAX_BYTES`] bytes.
    pub value: String,
    /// From a counter of the store; never used twice for one key. Starts at 1.
    pub version: u64,
}

/// Cells in key order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The first key left out; none at the end.
    pub next: Option<String>,
}

/// Scope ids in byte order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScopePage {
    /// The ids.
    pub ids: Vec<String>,
    /// The first id left out; none at the end.
    pub next: Option<String>,
}

/// What a mutation does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Stores this value.
    Put(String),
    /// Removes the cell, which must exist.
    Remove,
    /// Checks the expected version and changes nothing.
    Check,
}

/// One part of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutation {
    /// The cell's key; no key occurs twice in a commit.
    pub key: String,
    /// The version the cell must have; none when it must be absent.
    pub expected: Option<u64>,
    /// What to do.
    pub action: Action,
}

/// Why a capability failed. What each code means stands in `wit/types.wit`.
#[expect(missing_docs, reason = "one meaning, one place: wit/types.wit documents each code")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CapabilityCode {
    Busy,
    Conflict,
    LeaseEnded,
    Exists,
    Invalid,
    TooLarge,
    NotText,
    Full,
    Denied,
    Corrupt,
    NewerFormat,
    Unavailable,
    OutcomeUnknown,
    Other,
}

/// The failure of a capability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CapabilityFailure {
    /// What the engine decides on.
    pub code: CapabilityCode,
    /// For the host's own log; it may name paths, so the engine never repeats it (D50).
    pub message: String,
}

impl CapabilityFailure {
    /// Makes a failure.
    pub fn new(code: CapabilityCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

impl fmt::Display for CapabilityFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CapabilityFailure {}

/// What every capability but the clock answers.
pub type Outcome<T> = Result<T, CapabilityFailure>;

/// Time.
pub trait Clock {
    /// Milliseconds since the Unix epoch. May step back.
    fn now(&mut self) -> u64;
}

/// Leases. See `wit/locking.wit`.
pub trait Locking {
    /// Gives this call the lease of `scope`, and ends its snapshot.
    ///
    /// # Errors
    ///
    /// `Busy` after [`LEASE_WAIT_MS`]; `Invalid` for a malformed scope or a second lease; the
    /// storage codes.
    fn acquire(&mut self, scope: &Scope) -> Outcome<()>;
}

/// The transactional map of cells. See `wit/storage.wit`.
pub trait Storage {
    /// Reads one cell, or none.
    ///
    /// # Errors
    ///
    /// `Invalid`, `TooLarge`, `NotText`, and the storage codes.
    fn get(&mut self, scope: &Scope, key: &str) -> Outcome<Option<Cell>>;

    /// Reads cells that start with `prefix`, from `from` (inclusive) on, at most `limit`.
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get).
    fn scan(&mut self, scope: &Scope, prefix: &str, from: &str, limit: u32) -> Outcome<Page>;

    /// Lists the scopes of a kind that hold a cell, from `from` (inclusive) on, at most `limit`.
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get).
    fn scopes(&mut self, kind: ScopeKind, from: &str, limit: u32) -> Outcome<ScopePage>;

    /// Applies 1 to [`COMMIT_MAX_MUTATIONS`] mutations, all or none, durably, and ends the lease
    /// whatever it answers.
    ///
    /// # Errors
    ///
    /// `LeaseEnded`, `Conflict`, `Invalid`, `OutcomeUnknown`, and the storage codes.
    fn commit(&mut self, scope: &Scope, mutations: &[Mutation]) -> Outcome<()>;
}

/// A saved plan body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// The text.
    pub text: String,
    /// The path a person can open, where there is one.
    pub path: Option<String>,
}

/// One line of a listing of bodies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodyEntry {
    /// The plan id.
    pub plan: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Milliseconds since the last change; 0 when the clock stepped back.
    pub age_ms: u64,
}

/// Bodies in byte order of plan ids.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BodyPage {
    /// The entries.
    pub entries: Vec<BodyEntry>,
    /// The first plan id left out; none at the end.
    pub next: Option<String>,
}

/// Saved plan bodies. See `wit/bodies.wit`.
pub trait Bodies {
    /// Stores a body under a new name and gives its path, where it has one.
    ///
    /// # Errors
    ///
    /// `Exists` when other bytes have that name; `Invalid`, and the storage codes.
    fn write(&mut self, session: &str, plan: &str, text: &str) -> Outcome<Option<String>>;

    /// Reads a body, or none.
    ///
    /// # Errors
    ///
    /// `Invalid`, `TooLarge`, `NotText`, and the storage codes.
    fn read(&mut self, session: &str, plan: &str) -> Outcome<Option<Body>>;

    /// Lists the bodies of a session.
    ///
    /// # Errors
    ///
    /// `Invalid`, and the storage codes.
    fn list(&mut self, session: &str, from: &str, limit: u32) -> Outcome<BodyPage>;

    /// Removes a body; one that is not there is removed already.
    ///
    /// # Errors
    ///
    /// `Invalid`, and the storage codes.
    fn remove(&mut self, session: &str, plan: &str) -> Outcome<()>;
}

/// What a caller wants with a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// See its plan and history.
    Read,
    /// Change its plan.
    Write,
}

/// Who may reach which task.
pub trait Access {
    /// Says whether `caller` may reach `task`. Asked before anything of the task is read.
    ///
    /// # Errors
    ///
    /// Any; the engine then answers as for `false`.
    fn may_reach(&mut self, caller: &Author, task: &str, reach: Reach) -> Outcome<bool>;
}

/// Everything one call may use.
pub trait Capabilities: Clock + Locking + Storage + Bodies + Access {}

impl<T: Clock + Locking + Storage + Bodies + Access> Capabilities for T {}
