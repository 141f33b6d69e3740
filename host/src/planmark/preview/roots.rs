//! Roots as pure functions: the same decisions as those of
//! [`ContinueRuntime`](crate::ContinueRuntime), on a log that the program keeps itself.

use planmark_core::runtime::directive::{Observation, Seat, ToolCall};
use planmark_core::runtime::drift::{Change, Opinion};
use planmark_core::runtime::entry::{Event, Receipt, RootKey, Trigger};
use planmark_core::runtime::preview::{PlannedDirective, PlannedTurnEnd, SessionLog};
use planmark_core::runtime::reading::Decided;
use planmark_core::runtime::reentry::{ReadArguments, ReentryPayload};
use planmark_core::runtime::turn::{Ending, ReAnchor};
use planmark_core::runtime::{Request, RootNow};

use super::Preview;
use crate::bindings::planmark::engine::roots;
use crate::error::Error;
use crate::planmark::runtime::client_call;

impl Preview<'_> {
    /// The roots of a branch, in the order of their admission.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn roots(&self, log: &SessionLog) -> Result<Vec<RootNow>, Error> {
        let log = log.into();
        let roots: Vec<_> = self.list(|preview, store| preview.call_roots(store, &log).map(Ok))?;
        Ok(roots)
    }

    /// What a request records; nothing where everything is as it asks already.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `change-root` in `wit/preview.wit` lists; [`Error::Engine`] when the engine
    /// failed.
    pub fn change_root(&self, log: &SessionLog, request: &Request) -> Result<Vec<Event>, Error> {
        let (log, request) = (log.into(), request.clone().into());
        self.list(|preview, store| preview.call_change_root(store, &log, &request))
    }

    /// What a continue read answers, and what it records (D41).
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn continue_read(
        &self,
        log: &SessionLog,
        seat: Seat<'_>,
        arguments: &ReadArguments,
        shown: Option<&Observation>,
    ) -> Result<Decided, Error> {
        let log = log.into();
        let (arguments, shown) = (arguments.clone().into(), shown.cloned().map(Into::into));
        self.call(|preview, store| {
            preview.call_continue_read(store, &log, &seat.into(), &arguments, shown.as_ref()).map(Ok)
        })
    }

    /// What is to become of a transport, and what records it (D44).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `reconcile` in `wit/preview.wit` lists; [`Error::Engine`] when the engine
    /// failed.
    pub fn reconcile(
        &self,
        log: &SessionLog,
        root: &RootKey,
        seat: Seat<'_>,
        shown: &Observation,
    ) -> Result<PlannedDirective, Error> {
        let log = log.into();
        let (root, shown) = (root.clone().into(), shown.clone().into());
        self.call(|preview, store| preview.call_reconcile(store, &log, &root, &seat.into(), &shown))
    }

    /// What a transport of a root carries (D43).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `payload` in `wit/preview.wit` lists; [`Error::Engine`] when the engine
    /// failed.
    pub fn payload(&self, log: &SessionLog, root: &RootKey, seat: Seat<'_>) -> Result<ReentryPayload, Error> {
        let (log, root) = (log.into(), root.clone().into());
        self.call(|preview, store| preview.call_payload(store, &log, &root, &seat.into()))
    }

    /// What a client shows of the transport, from the JSON that its own tool answered.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `observe` in `wit/preview.wit` lists; [`Error::Engine`] when the engine
    /// failed.
    pub fn observe(
        &self,
        log: &SessionLog,
        root: &RootKey,
        seat: Seat<'_>,
        listing: &str,
    ) -> Result<Observation, Error> {
        let (log, root) = (log.into(), root.clone().into());
        self.call(|preview, store| preview.call_observe(store, &log, &root, &seat.into(), listing))
    }

    /// Whether a receipt was sealed on this branch, and resolves to its state as it is now (D42).
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn validate(&self, log: &SessionLog, receipt: &Receipt) -> Result<bool, Error> {
        let (log, receipt) = (log.into(), receipt.clone().into());
        self.call(|preview, store| preview.call_validate(store, &log, &receipt).map(Ok))
    }

    /// The guard line of the root in force. None without one.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn guard_line(&self, log: &SessionLog, read_tool: &str) -> Result<Option<String>, Error> {
        let log = log.into();
        self.call(|preview, store| preview.call_guard_line(store, &log, read_tool).map(Ok))
    }

    /// What the beginning of a turn records.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn turn_begins(&self, log: &SessionLog, trigger: Trigger) -> Result<Vec<Event>, Error> {
        let log = log.into();
        self.list(|preview, store| preview.call_turn_begins(store, &log, trigger.into()).map(Ok))
    }

    /// Says what began a turn, from its prompt.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn trigger_of(&self, log: &SessionLog, read_tool: &str, prompt: &str) -> Result<Trigger, Error> {
        let log = log.into();
        self.call(|preview, store| preview.call_trigger_of(store, &log, read_tool, prompt).map(Ok))
    }

    /// What to say when a session begins, is resumed or was compacted.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn restored(&self, log: &SessionLog, read_tool: &str) -> Result<ReAnchor, Error> {
        let log = log.into();
        self.call(|preview, store| preview.call_restored(store, &log, read_tool).map(Ok))
    }

    /// Whether changes may be made (D45).
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn before_change(
        &self,
        log: &SessionLog,
        read_tool: &str,
        changes: &[Change<'_>],
    ) -> Result<Opinion, Error> {
        let log = log.into();
        let changes: Vec<_> = changes.iter().map(roots::FileChange::from).collect();
        self.call(|preview, store| preview.call_before_change(store, &log, read_tool, &changes).map(Ok))
    }

    /// Whether a call of one of the client's transport tools may be made (D48).
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn before_call(&self, log: &SessionLog, seat: Seat<'_>, call: &ToolCall) -> Result<Opinion, Error> {
        let log = log.into();
        let call = client_call(call);
        self.call(|preview, store| preview.call_before_call(store, &log, &seat.into(), &call).map(Ok))
    }

    /// What the result of such a call records.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn after_call(
        &self,
        log: &SessionLog,
        seat: Seat<'_>,
        call: &ToolCall,
        answer: &str,
    ) -> Result<Vec<Event>, Error> {
        let log = log.into();
        let call = client_call(call);
        self.list(|preview, store| preview.call_after_call(store, &log, &seat.into(), &call, answer).map(Ok))
    }

    /// What to say to a hook whose input can't be read (D47).
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn unreadable_input(&self, log: &SessionLog, read_tool: &str) -> Result<Opinion, Error> {
        let log = log.into();
        self.call(|preview, store| preview.call_unreadable_input(store, &log, read_tool).map(Ok))
    }

    /// Whether a turn that ends goes on, and what records that it did (D46).
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn turn_ends(
        &self,
        log: &SessionLog,
        seat: Seat<'_>,
        ending: &Ending,
    ) -> Result<PlannedTurnEnd, Error> {
        let log = log.into();
        let ending = ending.clone().into();
        self.call(|preview, store| preview.call_turn_ends(store, &log, &seat.into(), &ending).map(Ok))
    }
}
