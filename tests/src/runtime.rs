//! Roots as tests see them, beside [`Engine`](crate::engine::Engine): the native core and the
//! component behind one trait.

use planmark::Planmark;
use planmark::store::Store;
use planmark_core::runtime::catalog;
use planmark_core::runtime::directive::{Observation, Seat, ToolCall};
use planmark_core::runtime::drift::{Change, Opinion};
use planmark_core::runtime::entry::{Admission, Item, ItemKey, Receipt, RootKey, Schemas, Trigger};
use planmark_core::runtime::reading::Reading;
use planmark_core::runtime::reentry::{ReadArguments, ReentryPayload};
use planmark_core::runtime::turn::{Ending, ReAnchor, TurnEnd};
use planmark_core::runtime::{self, CutoverSet, Reconciled, RootChanged, RootNow};
use planmark_core::tracker::request::Context;

use crate::engine::{Answer, Native, refusal};

/// The runtime, wherever it runs. Each method is the export of the same name; where the documents have
/// one of that name too, it says what it concerns.
#[expect(missing_docs, reason = "wit/runtime.wit documents each function")]
#[expect(clippy::missing_errors_doc, reason = "wit/runtime.wit lists the failures of each function")]
pub trait Runtime {
    fn current_schemas(&self) -> Answer<Schemas>;
    fn cutover(&self, context: &Context) -> Answer<CutoverSet>;
    fn rollback(&self, context: &Context) -> Answer<CutoverSet>;
    fn admit_root(&self, context: &Context, admission: &Admission) -> Answer<RootChanged>;
    fn obligation(&self, context: &Context, item: &Item) -> Answer<RootChanged>;
    fn discharge(&self, context: &Context, item: &ItemKey) -> Answer<RootChanged>;
    fn block(&self, context: &Context, item: &Item) -> Answer<RootChanged>;
    fn unblock(&self, context: &Context, item: &ItemKey) -> Answer<RootChanged>;
    fn seal(&self, context: &Context, root: &RootKey) -> Answer<RootChanged>;
    fn roots(&self, session: &str) -> Answer<Vec<RootNow>>;
    fn continue_read(
        &self,
        context: &Context,
        seat: Seat<'_>,
        arguments: &ReadArguments,
        shown: Option<&Observation>,
    ) -> Answer<Reading>;
    fn payload(&self, session: &str, root: &RootKey, seat: Seat<'_>) -> Answer<ReentryPayload>;
    fn observe(&self, session: &str, root: &RootKey, seat: Seat<'_>, listing: &str) -> Answer<Observation>;
    fn reconcile(
        &self,
        context: &Context,
        root: &RootKey,
        seat: Seat<'_>,
        shown: &Observation,
    ) -> Answer<Reconciled>;
    fn validate(&self, session: &str, receipt: &Receipt) -> Answer<bool>;
    fn guard_line(&self, session: &str, read_tool: &str) -> Answer<Option<String>>;
    fn turn_begins(&self, context: &Context, trigger: Trigger) -> Answer<bool>;
    fn trigger_of(&self, session: &str, read_tool: &str, prompt: &str) -> Answer<Trigger>;
    fn restored(&self, session: &str, read_tool: &str) -> Answer<ReAnchor>;
    fn before_change(&self, session: &str, read_tool: &str, changes: &[Change<'_>]) -> Answer<Opinion>;
    fn before_call(&self, session: &str, seat: Seat<'_>, call: &ToolCall) -> Answer<Opinion>;
    fn after_call(&self, context: &Context, seat: Seat<'_>, call: &ToolCall, answer: &str) -> Answer<bool>;
    fn unreadable_input(&self, session: &str, read_tool: &str) -> Answer<Opinion>;
    fn turn_ends(&self, context: &Context, seat: Seat<'_>, ending: &Ending) -> Answer<TurnEnd>;
}

impl<S: Store> Runtime for Native<S> {
    fn current_schemas(&self) -> Answer<Schemas> {
        Ok(catalog::current().schemas())
    }

    fn cutover(&self, context: &Context) -> Answer<CutoverSet> {
        runtime::cutover(&mut self.begin(), context)
    }

    fn rollback(&self, context: &Context) -> Answer<CutoverSet> {
        runtime::rollback(&mut self.begin(), context)
    }

    fn admit_root(&self, context: &Context, admission: &Admission) -> Answer<RootChanged> {
        runtime::admit(&mut self.begin(), context, admission)
    }

    fn obligation(&self, context: &Context, item: &Item) -> Answer<RootChanged> {
        runtime::obligation(&mut self.begin(), context, item)
    }

    fn discharge(&self, context: &Context, item: &ItemKey) -> Answer<RootChanged> {
        runtime::discharge(&mut self.begin(), context, item)
    }

    fn block(&self, context: &Context, item: &Item) -> Answer<RootChanged> {
        runtime::block(&mut self.begin(), context, item)
    }

    fn unblock(&self, context: &Context, item: &ItemKey) -> Answer<RootChanged> {
        runtime::unblock(&mut self.begin(), context, item)
    }

    fn seal(&self, context: &Context, root: &RootKey) -> Answer<RootChanged> {
        runtime::seal(&mut self.begin(), context, root)
    }

    fn roots(&self, session: &str) -> Answer<Vec<RootNow>> {
        runtime::roots(&mut self.begin(), session)
    }

    fn continue_read(
        &self,
        context: &Context,
        seat: Seat<'_>,
        arguments: &ReadArguments,
        shown: Option<&Observation>,
    ) -> Answer<Reading> {
        runtime::read(&mut self.begin(), context, seat, arguments, shown)
    }

    fn payload(&self, session: &str, root: &RootKey, seat: Seat<'_>) -> Answer<ReentryPayload> {
        runtime::payload(&mut self.begin(), session, root, seat)
    }

    fn observe(&self, session: &str, root: &RootKey, seat: Seat<'_>, listing: &str) -> Answer<Observation> {
        runtime::observe(&mut self.begin(), session, root, seat, listing)
    }

    fn reconcile(
        &self,
        context: &Context,
        root: &RootKey,
        seat: Seat<'_>,
        shown: &Observation,
    ) -> Answer<Reconciled> {
        runtime::reconcile(&mut self.begin(), context, root, seat, shown)
    }

    fn validate(&self, session: &str, receipt: &Receipt) -> Answer<bool> {
        runtime::validate(&mut self.begin(), session, receipt)
    }

    fn guard_line(&self, session: &str, read_tool: &str) -> Answer<Option<String>> {
        runtime::guard_line(&mut self.begin(), session, read_tool)
    }

    fn turn_begins(&self, context: &Context, trigger: Trigger) -> Answer<bool> {
        runtime::turn_begins(&mut self.begin(), context, trigger)
    }

    fn trigger_of(&self, session: &str, read_tool: &str, prompt: &str) -> Answer<Trigger> {
        runtime::trigger_of(&mut self.begin(), session, read_tool, prompt)
    }

    fn restored(&self, session: &str, read_tool: &str) -> Answer<ReAnchor> {
        runtime::restored(&mut self.begin(), session, read_tool)
    }

    fn before_change(&self, session: &str, read_tool: &str, changes: &[Change<'_>]) -> Answer<Opinion> {
        runtime::before_change(&mut self.begin(), session, read_tool, changes)
    }

    fn before_call(&self, session: &str, seat: Seat<'_>, call: &ToolCall) -> Answer<Opinion> {
        runtime::before_call(&mut self.begin(), session, seat, &call.name, &call.arguments)
    }

    fn after_call(&self, context: &Context, seat: Seat<'_>, call: &ToolCall, answer: &str) -> Answer<bool> {
        runtime::after_call(&mut self.begin(), context, seat, &call.name, &call.arguments, answer)
    }

    fn unreadable_input(&self, session: &str, read_tool: &str) -> Answer<Opinion> {
        runtime::unreadable_input(&mut self.begin(), session, read_tool)
    }

    fn turn_ends(&self, context: &Context, seat: Seat<'_>, ending: &Ending) -> Answer<TurnEnd> {
        runtime::turn_ends(&mut self.begin(), context, seat, ending)
    }
}

impl Runtime for Planmark {
    fn current_schemas(&self) -> Answer<Schemas> {
        refusal(self.runtime().current_schemas())
    }

    fn cutover(&self, context: &Context) -> Answer<CutoverSet> {
        refusal(self.runtime().cutover(context))
    }

    fn rollback(&self, context: &Context) -> Answer<CutoverSet> {
        refusal(self.runtime().rollback(context))
    }

    fn admit_root(&self, context: &Context, admission: &Admission) -> Answer<RootChanged> {
        refusal(self.runtime().admit(context, admission))
    }

    fn obligation(&self, context: &Context, item: &Item) -> Answer<RootChanged> {
        refusal(self.runtime().obligation(context, item))
    }

    fn discharge(&self, context: &Context, item: &ItemKey) -> Answer<RootChanged> {
        refusal(self.runtime().discharge(context, item))
    }

    fn block(&self, context: &Context, item: &Item) -> Answer<RootChanged> {
        refusal(self.runtime().block(context, item))
    }

    fn unblock(&self, context: &Context, item: &ItemKey) -> Answer<RootChanged> {
        refusal(self.runtime().unblock(context, item))
    }

    fn seal(&self, context: &Context, root: &RootKey) -> Answer<RootChanged> {
        refusal(self.runtime().seal(context, root))
    }

    fn roots(&self, session: &str) -> Answer<Vec<RootNow>> {
        refusal(self.runtime().roots(session))
    }

    fn continue_read(
        &self,
        context: &Context,
        seat: Seat<'_>,
        arguments: &ReadArguments,
        shown: Option<&Observation>,
    ) -> Answer<Reading> {
        refusal(self.runtime().read(context, seat, arguments, shown))
    }

    fn payload(&self, session: &str, root: &RootKey, seat: Seat<'_>) -> Answer<ReentryPayload> {
        refusal(self.runtime().payload(session, root, seat))
    }

    fn observe(&self, session: &str, root: &RootKey, seat: Seat<'_>, listing: &str) -> Answer<Observation> {
        refusal(self.runtime().observe(session, root, seat, listing))
    }

    fn reconcile(
        &self,
        context: &Context,
        root: &RootKey,
        seat: Seat<'_>,
        shown: &Observation,
    ) -> Answer<Reconciled> {
        refusal(self.runtime().reconcile(context, root, seat, shown))
    }

    fn validate(&self, session: &str, receipt: &Receipt) -> Answer<bool> {
        refusal(self.runtime().validate(session, receipt))
    }

    fn guard_line(&self, session: &str, read_tool: &str) -> Answer<Option<String>> {
        refusal(self.runtime().guard_line(session, read_tool))
    }

    fn turn_begins(&self, context: &Context, trigger: Trigger) -> Answer<bool> {
        refusal(self.runtime().turn_begins(context, trigger))
    }

    fn trigger_of(&self, session: &str, read_tool: &str, prompt: &str) -> Answer<Trigger> {
        refusal(self.runtime().trigger_of(session, read_tool, prompt))
    }

    fn restored(&self, session: &str, read_tool: &str) -> Answer<ReAnchor> {
        refusal(self.runtime().restored(session, read_tool))
    }

    fn before_change(&self, session: &str, read_tool: &str, changes: &[Change<'_>]) -> Answer<Opinion> {
        refusal(self.runtime().before_change(session, read_tool, changes))
    }

    fn before_call(&self, session: &str, seat: Seat<'_>, call: &ToolCall) -> Answer<Opinion> {
        refusal(self.runtime().before_call(session, seat, call))
    }

    fn after_call(&self, context: &Context, seat: Seat<'_>, call: &ToolCall, answer: &str) -> Answer<bool> {
        refusal(self.runtime().after_call(context, seat, call, answer))
    }

    fn unreadable_input(&self, session: &str, read_tool: &str) -> Answer<Opinion> {
        refusal(self.runtime().unreadable_input(session, read_tool))
    }

    fn turn_ends(&self, context: &Context, seat: Seat<'_>, ending: &Ending) -> Answer<TurnEnd> {
        refusal(self.runtime().turn_ends(context, seat, ending))
    }
}
