//! Sessions, and the saved plans in them.

use planmark_core::tracker::answer::{MarkerLine, PromptText};
use planmark_core::tracker::entry::Mode;
use planmark_core::tracker::reference::Reference;
use planmark_core::tracker::reply::{
    Changed, Collected, EntryPage, ModeSet, PlanView, Saved, Session, SessionPage, TaskList, Ticked,
};
use planmark_core::tracker::request::{Context, ImportRequest};

use crate::Planmark;
use crate::bindings::exports::planmark::engine::tracker as wit;
use crate::error::Error;
use crate::runtime::state::CallState;
use crate::runtime::{Answer, Claim};

/// The sessions of a [`Planmark`]. Every method is one call of the engine, as there.
///
/// ```
/// use planmark::Planmark;
/// use planmark::core::author::{Author, AuthorKind};
/// use planmark::core::tracker::reference::Reference;
/// use planmark::core::tracker::request::Context;
/// use planmark::store::memory::MemoryStore;
///
/// let planmark = Planmark::builder().store(MemoryStore::new()).build()?;
/// let caller = Author { kind: AuthorKind::Agent, name: "docs".to_owned() };
/// let context = Context { caller, session: "s-1".to_owned(), request: None };
/// let text = "# Plan\n\n## Section 4: Tasks\n\n- [ ] First\n- [ ] Second\n";
/// let saved = planmark.tracker().save(&context, "plan-1", text)?;
/// assert_eq!(saved.total, 2);
/// let first = Reference { title: Some("First".to_owned()), task_id: None };
/// let ticked = planmark.tracker().tick(&context, &first)?;
/// assert_eq!((ticked.done, ticked.total), (1, 2));
/// # Ok::<(), planmark::error::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Tracker<'a>(&'a Planmark);

impl<'a> Tracker<'a> {
    pub(super) fn of(planmark: &'a Planmark) -> Self {
        Self(planmark)
    }

    /// Makes an empty session. `owner` names who else keeps its log: it then takes no change here (D34).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `create` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn create(&self, context: &Context, owner: Option<&str>) -> Result<Session, Error> {
        self.change(|_| Claim::Written, |tracker, store| tracker.call_create(store, &context.into(), owner))
    }

    /// Describes a session.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `describe` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn describe(&self, session: &str) -> Result<Session, Error> {
        self.read(|tracker, store| tracker.call_describe(store, session))
    }

    /// Lists the sessions from session id `from` on, looking at `limit` (1 to 200).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `sessions` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn sessions(&self, from: &str, limit: u32) -> Result<SessionPage, Error> {
        self.read(|tracker, store| tracker.call_sessions(store, from, limit))
    }

    /// Reads a branch backwards: from `at` (none: the leaf) towards the root, at most `limit` (1 to 200)
    /// entries of one session. Its `next` goes on into the session that this one was forked from.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `branch` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn branch(&self, session: &str, at: Option<u32>, limit: u32) -> Result<EntryPage, Error> {
        self.read(|tracker, store| tracker.call_branch(store, session, at, limit))
    }

    /// Makes the session of `context` as a fork of another one at one of its entries (none: its leaf).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `fork` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn fork(&self, context: &Context, from: &str, at: Option<u32>) -> Result<Session, Error> {
        self.change(|_| Claim::Written, |tracker, store| tracker.call_fork(store, &context.into(), from, at))
    }

    /// Makes an entry the end of the branch. 0 is where the session begins.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `navigate` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn navigate(&self, context: &Context, to: u32) -> Result<Session, Error> {
        self.change(|_| Claim::Written, |tracker, store| tracker.call_navigate(store, &context.into(), to))
    }

    /// Makes the session of `context` from a log that another program wrote.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `import` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn import(&self, context: &Context, request: &ImportRequest) -> Result<Session, Error> {
        self.change(
            |_| Claim::Written,
            |tracker, store| tracker.call_import(store, &context.into(), &request.into()),
        )
    }

    /// Changes what the agent is asked to do (D28).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `set-mode` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn set_mode(&self, context: &Context, mode: Mode) -> Result<ModeSet, Error> {
        let claim = |set: &wit::ModeSet| claim(context, set.changed, set.replayed);
        self.change(claim, |tracker, store| tracker.call_set_mode(store, &context.into(), mode.into()))
    }

    /// Stores a text as the body of a new plan, seeds its tasks, and makes it the active one.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `save` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn save(&self, context: &Context, plan: &str, text: &str) -> Result<Saved, Error> {
        let claim = |saved: &wit::Saved| claim(context, true, saved.replayed);
        self.change(claim, |tracker, store| tracker.call_save(store, &context.into(), plan, text))
    }

    /// Makes a saved plan the active one.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `select` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn select(&self, context: &Context, plan: &str) -> Result<Changed, Error> {
        let claim = |selected: &wit::Changed| claim(context, selected.changed, selected.replayed);
        self.change(claim, |tracker, store| tracker.call_select(store, &context.into(), plan))
    }

    /// Takes a plan (none: the active one) off the branch. Its body stays until it is collected.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `clear` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn clear(&self, context: &Context, plan: Option<&str>) -> Result<Changed, Error> {
        let claim = |selected: &wit::Changed| claim(context, selected.changed, selected.replayed);
        self.change(claim, |tracker, store| tracker.call_clear(store, &context.into(), plan))
    }

    /// Ends a task of the active plan (D26).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `tick` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn tick(&self, context: &Context, reference: &Reference) -> Result<Ticked, Error> {
        let claim = |ticked: &wit::Ticked| claim(context, ticked.changed, ticked.replayed);
        self.change(claim, |tracker, store| tracker.call_tick(store, &context.into(), &reference.into()))
    }

    /// Reopens a task of the active plan (D33).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `untick` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn untick(&self, context: &Context, reference: &Reference) -> Result<Ticked, Error> {
        let claim = |ticked: &wit::Ticked| claim(context, ticked.changed, ticked.replayed);
        self.change(claim, |tracker, store| tracker.call_untick(store, &context.into(), &reference.into()))
    }

    /// Reads a plan (none: the active one).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `view` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn view(&self, session: &str, plan: Option<&str>) -> Result<PlanView, Error> {
        self.read(|tracker, store| tracker.call_view(store, session, plan))
    }

    /// Reads the tasks of a plan (none: the active one).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `tasks` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn tasks(&self, session: &str, plan: Option<&str>) -> Result<TaskList, Error> {
        self.read(|tracker, store| tracker.call_tasks(store, session, plan))
    }

    /// The line for this turn (D27).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `marker` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn marker(&self, session: &str) -> Result<MarkerLine, Error> {
        self.read(|tracker, store| tracker.call_marker(store, session))
    }

    /// The text for the system prompt (D28).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `prompt` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn prompt(&self, session: &str) -> Result<PromptText, Error> {
        self.read(|tracker, store| tracker.call_prompt(store, session))
    }

    /// Removes the bodies of a session that no branch holds and that are older than 30 days; or says which
    /// it would remove (D29).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `collect` in `wit/tracker.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn collect(&self, session: &str, dry_run: bool) -> Result<Collected, Error> {
        let claim = |collected: &wit::Collected| match collected.removed.is_empty() || dry_run {
            true => Claim::NothingWritten,
            false => Claim::Written,
        };
        self.change(claim, |tracker, store| tracker.call_collect(store, session, dry_run))
    }

    fn change<T, U: From<T>>(
        &self,
        claim: impl FnOnce(&T) -> Claim,
        export: impl FnOnce(&wit::Guest, &mut wasmtime::Store<CallState>) -> Answer<T>,
    ) -> Result<U, Error> {
        let Planmark { runtime, store } = self.0;
        let changed = runtime.change(store.begin(), claim, export)?;
        Ok(changed.into())
    }

    fn read<T, U: From<T>>(
        &self,
        export: impl FnOnce(&wit::Guest, &mut wasmtime::Store<CallState>) -> Answer<T>,
    ) -> Result<U, Error> {
        let Planmark { runtime, store } = self.0;
        let answer = runtime.read(store.begin(), export)?;
        Ok(answer.into())
    }
}

/// What an answer says of its change. A stored answer changes nothing, and one that is to be given
/// again may be stored without anything else (D30).
pub(super) fn claim(context: &Context, changed: bool, replayed: bool) -> Claim {
    match (changed, replayed) {
        (_, true) => Claim::NothingWritten,
        (true, false) => Claim::Written,
        (false, false) if context.request.is_some() => Claim::AnswerStored,
        (false, false) => Claim::NothingWritten,
    }
}
