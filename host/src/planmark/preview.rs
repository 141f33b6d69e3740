//! Plans as pure functions: nothing is stored, and no store is asked.

use planmark_core::text::{Composed, Note};
use planmark_core::tracker::answer::{MarkerLine, PlannedTick, PromptText, State};
use planmark_core::tracker::entry::{Entry, Mode, Seed, SeedTask};
use planmark_core::tracker::outline::Outline;
use planmark_core::tracker::reference::{Reference, Resolved};
use planmark_core::tracker::reply::TaskList;

use super::{Planmark, sizes};
use crate::bindings::exports::planmark::engine::preview::Guest;
use crate::bindings::planmark::engine::ledger;
use crate::convert::all;
use crate::error::Error;
use crate::runtime::Answer;
use crate::runtime::state::CallState;

mod roots;

/// The part of an engine that a program uses which keeps its sessions itself: it gives the branch of
/// its log, and gets what follows from it and the entry to append.
///
/// ```
/// use planmark::Planmark;
/// use planmark::core::tracker::entry::{Entry, Event};
/// use planmark::core::tracker::reference::Reference;
/// use planmark::store::memory::MemoryStore;
///
/// let planmark = Planmark::builder().store(MemoryStore::new()).build()?;
/// let plans = planmark.preview();
/// let seed = plans.save("plan-1", "## Section 4\n\n- [ ] Write it down\n", None, 0)?;
/// let set = Entry { id: "a".into(), parent: None, at_ms: 0, by: None, event: Event::Set(seed) };
///
/// let title = Reference { title: Some("Write it down".into()), ..Reference::default() };
/// let ticked = plans.tick(&[set], &title)?;
/// assert_eq!((ticked.done, ticked.total), (1, 1));
/// assert!(matches!(ticked.event, Some(Event::Tick(_))));
/// # Ok::<(), planmark::error::Error>(())
/// ```
pub struct Preview<'a> {
    planmark: &'a Planmark,
}

impl Planmark {
    /// What a plan would become, as pure functions.
    #[must_use]
    pub fn preview(&self) -> Preview<'_> {
        Preview { planmark: self }
    }
}

impl Preview<'_> {
    /// Composes an append as [`update`](Planmark::update) does, and stores nothing.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `compose` in `wit/preview.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn compose(&self, stored: &str, fragment: &str) -> Result<Composed, Error> {
        sizes::check(&[&("stored", stored), &("fragment", fragment)])?;
        self.call(|preview, store| preview.call_compose(store, stored, fragment))
    }

    /// Says what the bytes of a text don't show, in line order.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with `content-too-large` for a text of more than 4,194,304 bytes;
    /// [`Error::Engine`] when the engine failed.
    pub fn inspect(&self, text: &str) -> Result<Vec<Note>, Error> {
        sizes::check(&[&("text", text)])?;
        let notes =
            self.planmark.runtime.pure(|preview: &Guest, store| preview.call_inspect(store, text).map(Ok))?;
        Ok(all(notes))
    }

    /// Outlines a body: its tasks, and what only looks like one (D21).
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn parse(&self, text: &str) -> Result<Outline, Error> {
        self.call(|preview, store| preview.call_parse(store, text).map(Ok))
    }

    /// Says which task a reference means. `done` are the ids of the tasks that are done (D26).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `resolve` in `wit/preview.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn resolve(
        &self,
        tasks: &[SeedTask],
        done: &[String],
        reference: &Reference,
    ) -> Result<Resolved, Error> {
        let tasks = all(tasks.to_vec());
        self.call(|preview, store| preview.call_resolve(store, &tasks, done, &reference.into()))
    }

    /// Finds the branch of a log: the path from its root to `leaf` (none: the last entry).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `branch` in `wit/preview.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn branch(&self, entries: &[Entry], leaf: Option<&str>) -> Result<Vec<Entry>, Error> {
        let entries = wire(entries);
        self.list(|preview, store| preview.call_branch(store, &entries, leaf))
    }

    /// Says what follows from a branch, given from its root on (D31).
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn fold(&self, branch: &[Entry]) -> Result<State, Error> {
        let branch = wire(branch);
        self.call(|preview, store| preview.call_fold(store, &branch).map(Ok))
    }

    /// What a save would record: the seed of a `set`, to be followed by `activate`. The program
    /// stores the body under the plan's id first.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `save` in `wit/preview.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn save(&self, plan: &str, text: &str, path: Option<&str>, at_ms: u64) -> Result<Seed, Error> {
        self.call(|preview, store| preview.call_save(store, plan, text, path, at_ms))
    }

    /// Decides a tick: what to append to the log.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `tick` in `wit/preview.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn tick(&self, branch: &[Entry], reference: &Reference) -> Result<PlannedTick, Error> {
        let branch = wire(branch);
        self.call(|preview, store| preview.call_tick(store, &branch, &reference.into()))
    }

    /// Decides an untick (D33).
    ///
    /// # Errors
    ///
    /// As [`tick`](Self::tick).
    pub fn untick(&self, branch: &[Entry], reference: &Reference) -> Result<PlannedTick, Error> {
        let branch = wire(branch);
        self.call(|preview, store| preview.call_untick(store, &branch, &reference.into()))
    }

    /// Lists the tasks of a plan of a branch (none: the active one). `body` is that plan's body as it is
    /// now; none when it can't be read.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `tasks` in `wit/preview.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn tasks(&self, branch: &[Entry], plan: Option<&str>, body: Option<&str>) -> Result<TaskList, Error> {
        let branch = wire(branch);
        self.call(|preview, store| preview.call_tasks(store, &branch, plan, body))
    }

    /// Renders the marker of a branch (D27). `body` is the body of the active plan as it is now; none
    /// when it can't be read.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn marker(&self, branch: &[Entry], body: Option<&str>) -> Result<MarkerLine, Error> {
        let branch = wire(branch);
        self.call(|preview, store| preview.call_marker(store, &branch, body).map(Ok))
    }

    /// Renders the prompt (D28). `plan` is the active plan's id and `body` its text, both or neither;
    /// `guard` the guard line of the admitted root, where there is one.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn prompt(
        &self,
        mode: Mode,
        plan: Option<&str>,
        body: Option<&str>,
        guard: Option<&str>,
    ) -> Result<PromptText, Error> {
        self.call(|preview, store| preview.call_prompt(store, mode.into(), plan, body, guard).map(Ok))
    }

    fn list<T, U: From<T>>(
        &self,
        export: impl FnOnce(&Guest, &mut wasmtime::Store<CallState>) -> Answer<Vec<T>>,
    ) -> Result<Vec<U>, Error> {
        Ok(all(self.planmark.runtime.pure(export)?))
    }

    fn call<T, U: From<T>>(
        &self,
        export: impl FnOnce(&Guest, &mut wasmtime::Store<CallState>) -> Answer<T>,
    ) -> Result<U, Error> {
        let answer = self.planmark.runtime.pure(export)?;
        Ok(answer.into())
    }
}

fn wire(entries: &[Entry]) -> Vec<ledger::Entry> {
    all(entries.to_vec())
}
