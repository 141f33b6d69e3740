//! The configuration of a [`Planmark`].

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use planmark_core::author::Author;
use planmark_core::capability::{Outcome, Reach};

use crate::Planmark;
use crate::error::Error;
use crate::limits::Limits;
use crate::runtime::Runtime;
use crate::runtime::code::{Code, Given};
use crate::runtime::state::Supplies;
use crate::store::Store;
use crate::store::sqlite::SqliteStore;
use crate::trace::TraceFile;

/// What a [`Planmark`] is made of. It needs a place for the plans: a [`home`](Self::home) or a
/// [`store`](Self::store). The rest has defaults: the system's clock, every task within everyone's
/// reach, the default [`Limits`], the built-in component.
pub struct Builder {
    place: Option<Place>,
    supplies: Supplies,
    limits: Limits,
    code: Code,
    trace: Option<PathBuf>,
}

/// The variable that names a trace where the program names none.
const TRACE_VARIABLE: &str = "PLANMARK_TRACE";

enum Place {
    Home(PathBuf),
    Store(Box<dyn Store>),
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            place: None,
            supplies: Supplies { clock: Arc::new(system_now), access: Arc::new(|_, _, _| Ok(true)) },
            limits: Limits::default(),
            code: Code::BuiltIn,
            trace: None,
        }
    }
}

impl Builder {
    /// Keeps plans in a home: a folder, which is made when it is not there.
    #[must_use]
    pub fn home(mut self, path: impl Into<PathBuf>) -> Self {
        self.place = Some(Place::Home(path.into()));
        self
    }

    /// Keeps plans in a store of the caller's.
    #[must_use]
    pub fn store(mut self, store: impl Store) -> Self {
        self.place = Some(Place::Store(Box::new(store)));
        self
    }

    /// Takes the time from `now`: milliseconds since the Unix epoch. It may step back.
    #[must_use]
    pub fn clock(mut self, now: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        self.supplies.clock = Arc::new(now);
        self
    }

    /// Asks `may_reach` before anything of a task is read. `false` and a failure are the same to
    /// the caller: the task is not reachable, and whether it has a plan is not said.
    #[must_use]
    pub fn access(
        mut self,
        may_reach: impl Fn(&Author, &str, Reach) -> Outcome<bool> + Send + Sync + 'static,
    ) -> Self {
        self.supplies.access = Arc::new(may_reach);
        self
    }

    /// Sets what a call may use.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Records every call in a file, which [`Planmark::replay`] runs again. It is appended to, and made
    /// for its owner alone. Without this, `PLANMARK_TRACE` of the process's environment names the file.
    ///
    /// A trace holds the text of plans. That it can't be written changes nothing of a call, and is said
    /// once on standard error.
    #[must_use]
    pub fn trace(mut self, file: impl Into<PathBuf>) -> Self {
        self.trace = Some(file.into());
        self
    }

    /// Runs another component of the same world instead of the built-in one: the bytes that
    /// wasmtime 48 made of it for this target, with fuel switched on.
    ///
    /// # Safety
    ///
    /// The bytes become code of this process. They must come from wasmtime's compiler, and from a
    /// place that only trusted people can write to. [`build`](Self::build) refuses what is not of
    /// that form, or made by another version or for another processor, with
    /// [`Error::Component`]; it can't recognise a forgery.
    #[must_use]
    pub unsafe fn component(mut self, compiled: Vec<u8>) -> Self {
        // SAFETY: the caller vouches, as this function's contract says.
        self.code = Code::Given(unsafe { Given::new(compiled) });
        self
    }

    /// Opens the store and loads the component.
    ///
    /// # Errors
    ///
    /// [`Error::NoStore`] when neither a home nor a store was given; [`Error::Home`] when the home can't be opened; [`Error::Component`] when the component
    /// doesn't fit this program, or the process may not have the memory.
    pub fn build(self) -> Result<Planmark, Error> {
        let Self { place, supplies, limits, code, trace } = self;
        let named = || std::env::var_os(TRACE_VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
        let trace = trace.or_else(named).map(TraceFile::new);
        let store: Box<dyn Store> = match place {
            // A store in memory as the default would lose plans without a word.
            None => return Err(Error::NoStore),
            Some(Place::Home(path)) => Box::new(SqliteStore::open(&path)?),
            Some(Place::Store(store)) => store,
        };
        let runtime = Runtime::load(code, limits, supplies, trace)?;
        Ok(Planmark { runtime, store })
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("limits", &self.limits).finish_non_exhaustive()
    }
}

fn system_now() -> u64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
}
