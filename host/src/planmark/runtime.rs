//! The continue runtime: roots, what they serve, and what hooks and transports are told.

use planmark_core::runtime::client::{ClientLine, Identified, Signs};
use planmark_core::runtime::directive::{Observation, Seat, ToolCall};
use planmark_core::runtime::drift::{Change, Opinion};
use planmark_core::runtime::entry::{Admission, Item, ItemKey, Receipt, RootKey, Schemas, Trigger};
use planmark_core::runtime::guard::{Assembly, Finding};
use planmark_core::runtime::reading::Reading;
use planmark_core::runtime::reentry::{ReadArguments, ReentryPayload};
use planmark_core::runtime::turn::{Ending, ReAnchor, TurnEnd};
use planmark_core::runtime::{CutoverSet, Reconciled, RootChanged, RootNow};
use planmark_core::tracker::request::Context;

use crate::Planmark;
use crate::bindings::exports::planmark::engine::runtime as wit;
use crate::bindings::planmark::engine::roots;
use crate::convert::all;
use crate::error::Error;
use crate::planmark::tracker::claim;
use crate::planmark::{linting, sizes};
use crate::runtime::state::CallState;
use crate::runtime::{Answer, Claim};

/// The roots of a [`Planmark`]: what an agent does next, and how a session that has lost it is brought
/// back. Every method is one call of the engine, as there.
///
/// ```
/// use planmark::Planmark;
/// use planmark::core::author::{Author, AuthorKind};
/// use planmark::core::runtime::client::Client;
/// use planmark::core::runtime::directive::Seat;
/// use planmark::core::runtime::entry::{Admission, Identity, RootKey};
/// use planmark::core::runtime::reentry::ReadArguments;
/// use planmark::core::runtime::view::View;
/// use planmark::core::tracker::request::Context;
/// use planmark::store::memory::MemoryStore;
///
/// let planmark = Planmark::builder().store(MemoryStore::new()).build()?;
/// let runtime = planmark.runtime();
/// let caller = Author { kind: AuthorKind::Person, name: "docs".to_owned() };
/// let context = Context { caller, session: "s-1".to_owned(), request: None };
/// planmark.tracker().save(&context, "plan-1", "## Section 4\n\n- [ ] Write it down\n")?;
///
/// runtime.cutover(&context)?;
/// let identity = Identity {
///     key: RootKey { closure: "release".to_owned(), generation: 1 },
///     target: "the release".to_owned(),
///     plan: Some("plan-1".to_owned()),
///     authority: "planmark".to_owned(),
/// };
/// let arguments = ReadArguments::of(&identity);
/// let schemas = Some(runtime.current_schemas()?);
/// runtime.admit(&context, &Admission { identity, owned: vec!["src/**".to_owned()], schemas })?;
///
/// let seat = Seat {
///     client: Client::ClaudeCode,
///     read_tool: "continue_runtime_read",
///     tick_tool: "tick_plan_task",
/// };
/// let reading = runtime.read(&context, seat, &arguments, None)?;
/// assert!(matches!(reading.view, View::Active(active) if active.current_task.title == "Write it down"));
/// # Ok::<(), planmark::error::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct ContinueRuntime<'a>(&'a Planmark);

impl<'a> ContinueRuntime<'a> {
    pub(super) fn of(planmark: &'a Planmark) -> Self {
        Self(planmark)
    }

    /// Lets roots that are admitted from here on be driven by the engine (D40).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `cutover` in `wit/runtime.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn cutover(&self, context: &Context) -> Result<CutoverSet, Error> {
        let claim = |set: &wit::CutoverSet| claim(context, set.changed, set.replayed);
        self.change(claim, |runtime, store| runtime.call_cutover(store, &context.into()))
    }

    /// Takes that back, for roots that are admitted from here on.
    ///
    /// # Errors
    ///
    /// As [`cutover`](Self::cutover).
    pub fn rollback(&self, context: &Context) -> Result<CutoverSet, Error> {
        let claim = |set: &wit::CutoverSet| claim(context, set.changed, set.replayed);
        self.change(claim, |runtime, store| runtime.call_rollback(store, &context.into()))
    }

    /// Admits a root, and fixes its verdict (D40).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `admit` in `wit/runtime.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn admit(&self, context: &Context, admission: &Admission) -> Result<RootChanged, Error> {
        let admission = admission.clone().into();
        self.root(context, |runtime, store| runtime.call_admit(store, &context.into(), &admission))
    }

    /// Gives a root something to discharge before it can be finished (D42).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `obligation` in `wit/runtime.wit` lists; [`Error::Engine`] when
    /// the engine failed.
    pub fn obligation(&self, context: &Context, item: &Item) -> Result<RootChanged, Error> {
        let item = item.clone().into();
        self.root(context, |runtime, store| runtime.call_obligation(store, &context.into(), &item))
    }

    /// Discharges an obligation.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `discharge` in `wit/runtime.wit` lists; [`Error::Engine`] when
    /// the engine failed.
    pub fn discharge(&self, context: &Context, item: &ItemKey) -> Result<RootChanged, Error> {
        let item = item.clone().into();
        self.root(context, |runtime, store| runtime.call_discharge(store, &context.into(), &item))
    }

    /// Blocks a root: it serves nothing until it is unblocked.
    ///
    /// # Errors
    ///
    /// As [`obligation`](Self::obligation).
    pub fn block(&self, context: &Context, item: &Item) -> Result<RootChanged, Error> {
        let item = item.clone().into();
        self.root(context, |runtime, store| runtime.call_block(store, &context.into(), &item))
    }

    /// Takes a block away.
    ///
    /// # Errors
    ///
    /// As [`discharge`](Self::discharge).
    pub fn unblock(&self, context: &Context, item: &ItemKey) -> Result<RootChanged, Error> {
        let item = item.clone().into();
        self.root(context, |runtime, store| runtime.call_unblock(store, &context.into(), &item))
    }

    /// Seals a root that is finished (D42). Sealing again gives the same receipt.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `seal` in `wit/runtime.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn seal(&self, context: &Context, root: &RootKey) -> Result<RootChanged, Error> {
        let root = root.clone().into();
        self.root(context, |runtime, store| runtime.call_seal(store, &context.into(), &root))
    }

    /// The roots of a session, in the order of their admission.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `roots` in `wit/runtime.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn roots(&self, session: &str) -> Result<Vec<RootNow>, Error> {
        self.listed(|runtime, store| runtime.call_roots(store, session))
    }

    /// Says what to do next: the one read of a turn or tick (D41). `shown` is what the client shows of its
    /// transport, where that is known.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `read` in `wit/runtime.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn read(
        &self,
        context: &Context,
        seat: Seat<'_>,
        arguments: &ReadArguments,
        shown: Option<&Observation>,
    ) -> Result<Reading, Error> {
        let (arguments, shown) = (arguments.clone().into(), shown.cloned().map(Into::into));
        let claim = |reading: &wit::Reading| recorded(reading.changed);
        self.change(claim, |runtime, store| {
            runtime.call_read(store, &context.into(), &seat.into(), &arguments, shown.as_ref())
        })
    }

    /// The schemas in force in this engine, for an admission.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn current_schemas(&self) -> Result<Schemas, Error> {
        let schemas = self.pure(|runtime, store| runtime.call_current_schemas(store))?;
        Ok(schemas.into())
    }

    /// What a transport of a root carries (D43).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `payload` in `wit/runtime.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn payload(&self, session: &str, root: &RootKey, seat: Seat<'_>) -> Result<ReentryPayload, Error> {
        let root = root.clone().into();
        self.look(|runtime, store| runtime.call_payload(store, session, &root, &seat.into()))
    }

    /// Says what a client shows of the transport, from the JSON that its own tool answered.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `observe` in `wit/runtime.wit` lists; [`Error::Engine`] when the
    /// engine failed.
    pub fn observe(
        &self,
        session: &str,
        root: &RootKey,
        seat: Seat<'_>,
        listing: &str,
    ) -> Result<Observation, Error> {
        sizes::check(&[&("listing", listing)])?;
        let root = root.clone().into();
        self.look(|runtime, store| runtime.call_observe(store, session, &root, &seat.into(), listing))
    }

    /// Says what is to become of the transport, given what the client shows, and records what it asks for
    /// (D44).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `reconcile` in `wit/runtime.wit` lists; [`Error::Engine`] when
    /// the engine failed.
    pub fn reconcile(
        &self,
        context: &Context,
        root: &RootKey,
        seat: Seat<'_>,
        shown: &Observation,
    ) -> Result<Reconciled, Error> {
        let (root, shown) = (root.clone().into(), shown.clone().into());
        let claim = |reconciled: &wit::Reconciled| recorded(reconciled.changed);
        self.change(claim, |runtime, store| {
            runtime.call_reconcile(store, &context.into(), &root, &seat.into(), &shown)
        })
    }

    /// Whether a receipt is one that this engine sealed for its root, and resolves to the state as it is
    /// now (D42).
    ///
    /// # Errors
    ///
    /// As [`roots`](Self::roots).
    pub fn validate(&self, session: &str, receipt: &Receipt) -> Result<bool, Error> {
        let receipt = receipt.clone().into();
        self.look(|runtime, store| runtime.call_validate(store, session, &receipt))
    }

    /// The guard line of the root in force. None without one.
    ///
    /// # Errors
    ///
    /// As [`roots`](Self::roots).
    pub fn guard_line(&self, session: &str, read_tool: &str) -> Result<Option<String>, Error> {
        self.look(|runtime, store| runtime.call_guard_line(store, session, read_tool))
    }

    /// Checks the guard line in texts: it must stand in each that a selector selects, once, byte for byte,
    /// and in no other. Selectors are globs.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with `content-too-large` for a text of more than 4,194,304 bytes;
    /// [`Error::Engine`] when the engine failed.
    pub fn guard_lint(
        &self,
        line: &str,
        selectors: &[String],
        assemblies: &[Assembly],
    ) -> Result<Vec<Finding>, Error> {
        for Assembly { path: _, text } in assemblies {
            sizes::check(&[&("text", text.as_str())])?;
        }
        linting::in_parts(selectors, assemblies, |part| {
            let part: Vec<wit::Assembly> = all(part.to_vec());
            let found = self.pure(|runtime, store| runtime.call_guard_lint(store, line, selectors, &part))?;
            Ok(all(found))
        })
    }

    /// A turn begins. Says whether that was recorded: a session without a root that the engine drives is
    /// not touched.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `turn-begins` in `wit/runtime.wit` lists; [`Error::Engine`] when
    /// the engine failed.
    pub fn turn_begins(&self, context: &Context, trigger: Trigger) -> Result<bool, Error> {
        let claim = |changed: &bool| recorded(*changed);
        self.change(claim, |runtime, store| runtime.call_turn_begins(store, &context.into(), trigger.into()))
    }

    /// Says what began a turn, from its prompt.
    ///
    /// # Errors
    ///
    /// As [`roots`](Self::roots).
    pub fn trigger_of(&self, session: &str, read_tool: &str, prompt: &str) -> Result<Trigger, Error> {
        sizes::check(&[&("prompt", prompt)])?;
        self.look(|runtime, store| runtime.call_trigger_of(store, session, read_tool, prompt))
    }

    /// What to say when a session begins, is resumed or was compacted.
    ///
    /// # Errors
    ///
    /// As [`roots`](Self::roots).
    pub fn restored(&self, session: &str, read_tool: &str) -> Result<ReAnchor, Error> {
        self.look(|runtime, store| runtime.call_restored(store, session, read_tool))
    }

    /// Whether changes may be made (D45).
    ///
    /// # Errors
    ///
    /// As [`roots`](Self::roots).
    pub fn before_change(
        &self,
        session: &str,
        read_tool: &str,
        changes: &[Change<'_>],
    ) -> Result<Opinion, Error> {
        let changes: Vec<_> = changes.iter().map(roots::FileChange::from).collect();
        self.look(|runtime, store| runtime.call_before_change(store, session, read_tool, &changes))
    }

    /// Whether a call of one of the client's transport tools may be made (D48).
    ///
    /// # Errors
    ///
    /// As [`roots`](Self::roots).
    pub fn before_call(&self, session: &str, seat: Seat<'_>, call: &ToolCall) -> Result<Opinion, Error> {
        sizes::check(&[&("arguments", call.arguments.as_str())])?;
        let call = client_call(call);
        self.look(|runtime, store| runtime.call_before_call(store, session, &seat.into(), &call))
    }

    /// Records the result of such a call. False where no directive asked for it, or the answer doesn't say
    /// that it was done.
    ///
    /// # Errors
    ///
    /// As [`turn_begins`](Self::turn_begins).
    pub fn after_call(
        &self,
        context: &Context,
        seat: Seat<'_>,
        call: &ToolCall,
        answer: &str,
    ) -> Result<bool, Error> {
        sizes::check(&[&("arguments", call.arguments.as_str()), &("answer", answer)])?;
        let call = client_call(call);
        self.change(
            |changed| recorded(*changed),
            |runtime, store| runtime.call_after_call(store, &context.into(), &seat.into(), &call, answer),
        )
    }

    /// What to say to a hook whose input can't be read (D47).
    ///
    /// # Errors
    ///
    /// As [`roots`](Self::roots).
    pub fn unreadable_input(&self, session: &str, read_tool: &str) -> Result<Opinion, Error> {
        self.look(|runtime, store| runtime.call_unreadable_input(store, session, read_tool))
    }

    /// Whether a turn that ends goes on; recorded, so that it does so once (D46).
    ///
    /// # Errors
    ///
    /// As [`turn_begins`](Self::turn_begins).
    pub fn turn_ends(&self, context: &Context, seat: Seat<'_>, ending: &Ending) -> Result<TurnEnd, Error> {
        let ending = ending.clone().into();
        let claim = |ends: &roots::TurnEnd| recorded(matches!(ends, roots::TurnEnd::Continue(_)));
        self.change(claim, |runtime, store| {
            runtime.call_turn_ends(store, &context.into(), &seat.into(), &ending)
        })
    }

    /// Says which client runs: the environment first, then the configuration, then the answer to a fixed
    /// question.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn identify(&self, signs: &Signs) -> Result<Identified, Error> {
        let signs = signs.clone().into();
        let identified = self.pure(|runtime, store| runtime.call_identify(store, &signs))?;
        Ok(identified.into())
    }

    /// How each client is served.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn clients(&self) -> Result<Vec<ClientLine>, Error> {
        let clients = self.pure(|runtime, store| runtime.call_clients(store))?;
        Ok(all(clients))
    }

    fn root(
        &self,
        context: &Context,
        export: impl FnOnce(&wit::Guest, &mut wasmtime::Store<CallState>) -> Answer<wit::RootChanged>,
    ) -> Result<RootChanged, Error> {
        self.change(|answer: &wit::RootChanged| claim(context, answer.changed, answer.replayed), export)
    }

    fn change<T, U: From<T>>(
        &self,
        claim: impl FnOnce(&T) -> Claim,
        export: impl FnOnce(&wit::Guest, &mut wasmtime::Store<CallState>) -> Answer<T>,
    ) -> Result<U, Error> {
        let Planmark { runtime, store } = self.0;
        Ok(runtime.change(store.begin(), claim, export)?.into())
    }

    fn look<T, U: From<T>>(
        &self,
        export: impl FnOnce(&wit::Guest, &mut wasmtime::Store<CallState>) -> Answer<T>,
    ) -> Result<U, Error> {
        let Planmark { runtime, store } = self.0;
        Ok(runtime.read(store.begin(), export)?.into())
    }

    fn listed<T, U: From<T>>(
        &self,
        export: impl FnOnce(&wit::Guest, &mut wasmtime::Store<CallState>) -> Answer<Vec<T>>,
    ) -> Result<Vec<U>, Error> {
        let Planmark { runtime, store } = self.0;
        Ok(all(runtime.read(store.begin(), export)?))
    }

    fn pure<T>(
        &self,
        export: impl FnOnce(&wit::Guest, &mut wasmtime::Store<CallState>) -> wasmtime::Result<T>,
    ) -> Result<T, Error> {
        let Planmark { runtime, store: _ } = self.0;
        runtime.pure(|exports: &wit::Guest, store| export(exports, store).map(Ok))
    }
}

/// What an answer says of its change where no request can name it: nothing else is stored.
fn recorded(changed: bool) -> Claim {
    if changed { Claim::Written } else { Claim::NothingWritten }
}

pub(super) fn client_call(call: &ToolCall) -> roots::ClientCall {
    let ToolCall { name, arguments } = call.clone();
    roots::ClientCall { name, arguments }
}
