//! Sessions as tests see them, beside [`Engine`](crate::engine::Engine): the native core and the
//! component behind one trait.

use planmark::Planmark;
use planmark::store::Store;
use planmark_core::tracker;
use planmark_core::tracker::answer::{MarkerLine, PromptText};
use planmark_core::tracker::entry::Mode;
use planmark_core::tracker::reference::Reference;
use planmark_core::tracker::reply::{
    Changed, Collected, EntryPage, ModeSet, PlanView, Saved, Session, SessionPage, TaskList, Ticked,
};
use planmark_core::tracker::request::{Context, ImportRequest};

use crate::engine::{Answer, Native, refusal};

/// The tracker, wherever it runs. Each method is the export of the same name; where the documents
/// have one of that name too, it says what it concerns.
#[expect(missing_docs, reason = "wit/tracker.wit documents each function")]
#[expect(clippy::missing_errors_doc, reason = "wit/tracker.wit lists the failures of each function")]
pub trait Tracker {
    fn open_session(&self, context: &Context, owner: Option<&str>) -> Answer<Session>;
    fn describe_session(&self, session: &str) -> Answer<Session>;
    fn sessions(&self, from: &str, limit: u32) -> Answer<SessionPage>;
    fn branch(&self, session: &str, at: Option<u32>, limit: u32) -> Answer<EntryPage>;
    fn fork(&self, context: &Context, from: &str, at: Option<u32>) -> Answer<Session>;
    fn navigate(&self, context: &Context, to: u32) -> Answer<Session>;
    fn import(&self, context: &Context, request: &ImportRequest) -> Answer<Session>;
    fn set_mode(&self, context: &Context, mode: Mode) -> Answer<ModeSet>;
    fn save_plan(&self, context: &Context, plan: &str, text: &str) -> Answer<Saved>;
    fn select(&self, context: &Context, plan: &str) -> Answer<Changed>;
    fn clear(&self, context: &Context, plan: Option<&str>) -> Answer<Changed>;
    fn tick(&self, context: &Context, reference: &Reference) -> Answer<Ticked>;
    fn untick(&self, context: &Context, reference: &Reference) -> Answer<Ticked>;
    fn view(&self, session: &str, plan: Option<&str>) -> Answer<PlanView>;
    fn tasks(&self, session: &str, plan: Option<&str>) -> Answer<TaskList>;
    fn marker(&self, session: &str) -> Answer<MarkerLine>;
    fn prompt(&self, session: &str) -> Answer<PromptText>;
    fn collect(&self, session: &str, dry_run: bool) -> Answer<Collected>;
}

impl<S: Store> Tracker for Native<S> {
    fn open_session(&self, context: &Context, owner: Option<&str>) -> Answer<Session> {
        tracker::create(&mut self.begin(), context, owner)
    }

    fn describe_session(&self, session: &str) -> Answer<Session> {
        tracker::describe(&mut self.begin(), session)
    }

    fn sessions(&self, from: &str, limit: u32) -> Answer<SessionPage> {
        tracker::sessions(&mut self.begin(), from, limit)
    }

    fn branch(&self, session: &str, at: Option<u32>, limit: u32) -> Answer<EntryPage> {
        tracker::branch(&mut self.begin(), session, at, limit)
    }

    fn fork(&self, context: &Context, from: &str, at: Option<u32>) -> Answer<Session> {
        tracker::fork(&mut self.begin(), context, from, at)
    }

    fn navigate(&self, context: &Context, to: u32) -> Answer<Session> {
        tracker::navigate(&mut self.begin(), context, to)
    }

    fn import(&self, context: &Context, request: &ImportRequest) -> Answer<Session> {
        tracker::import(&mut self.begin(), context, request)
    }

    fn set_mode(&self, context: &Context, mode: Mode) -> Answer<ModeSet> {
        tracker::set_mode(&mut self.begin(), context, mode)
    }

    fn save_plan(&self, context: &Context, plan: &str, text: &str) -> Answer<Saved> {
        tracker::save(&mut self.begin(), context, plan, text)
    }

    fn select(&self, context: &Context, plan: &str) -> Answer<Changed> {
        tracker::select(&mut self.begin(), context, plan)
    }

    fn clear(&self, context: &Context, plan: Option<&str>) -> Answer<Changed> {
        tracker::clear(&mut self.begin(), context, plan)
    }

    fn tick(&self, context: &Context, reference: &Reference) -> Answer<Ticked> {
        tracker::tick(&mut self.begin(), context, reference)
    }

    fn untick(&self, context: &Context, reference: &Reference) -> Answer<Ticked> {
        tracker::untick(&mut self.begin(), context, reference)
    }

    fn view(&self, session: &str, plan: Option<&str>) -> Answer<PlanView> {
        tracker::view(&mut self.begin(), session, plan)
    }

    fn tasks(&self, session: &str, plan: Option<&str>) -> Answer<TaskList> {
        tracker::tasks(&mut self.begin(), session, plan)
    }

    fn marker(&self, session: &str) -> Answer<MarkerLine> {
        tracker::marker(&mut self.begin(), session)
    }

    fn prompt(&self, session: &str) -> Answer<PromptText> {
        tracker::prompt(&mut self.begin(), session)
    }

    fn collect(&self, session: &str, dry_run: bool) -> Answer<Collected> {
        tracker::collect(&mut self.begin(), session, dry_run)
    }
}

impl Tracker for Planmark {
    fn open_session(&self, context: &Context, owner: Option<&str>) -> Answer<Session> {
        refusal(self.tracker().create(context, owner))
    }

    fn describe_session(&self, session: &str) -> Answer<Session> {
        refusal(self.tracker().describe(session))
    }

    fn sessions(&self, from: &str, limit: u32) -> Answer<SessionPage> {
        refusal(self.tracker().sessions(from, limit))
    }

    fn branch(&self, session: &str, at: Option<u32>, limit: u32) -> Answer<EntryPage> {
        refusal(self.tracker().branch(session, at, limit))
    }

    fn fork(&self, context: &Context, from: &str, at: Option<u32>) -> Answer<Session> {
        refusal(self.tracker().fork(context, from, at))
    }

    fn navigate(&self, context: &Context, to: u32) -> Answer<Session> {
        refusal(self.tracker().navigate(context, to))
    }

    fn import(&self, context: &Context, request: &ImportRequest) -> Answer<Session> {
        refusal(self.tracker().import(context, request))
    }

    fn set_mode(&self, context: &Context, mode: Mode) -> Answer<ModeSet> {
        refusal(self.tracker().set_mode(context, mode))
    }

    fn save_plan(&self, context: &Context, plan: &str, text: &str) -> Answer<Saved> {
        refusal(self.tracker().save(context, plan, text))
    }

    fn select(&self, context: &Context, plan: &str) -> Answer<Changed> {
        refusal(self.tracker().select(context, plan))
    }

    fn clear(&self, context: &Context, plan: Option<&str>) -> Answer<Changed> {
        refusal(self.tracker().clear(context, plan))
    }

    fn tick(&self, context: &Context, reference: &Reference) -> Answer<Ticked> {
        refusal(self.tracker().tick(context, reference))
    }

    fn untick(&self, context: &Context, reference: &Reference) -> Answer<Ticked> {
        refusal(self.tracker().untick(context, reference))
    }

    fn view(&self, session: &str, plan: Option<&str>) -> Answer<PlanView> {
        refusal(self.tracker().view(session, plan))
    }

    fn tasks(&self, session: &str, plan: Option<&str>) -> Answer<TaskList> {
        refusal(self.tracker().tasks(session, plan))
    }

    fn marker(&self, session: &str) -> Answer<MarkerLine> {
        refusal(self.tracker().marker(session))
    }

    fn prompt(&self, session: &str) -> Answer<PromptText> {
        refusal(self.tracker().prompt(session))
    }

    fn collect(&self, session: &str, dry_run: bool) -> Answer<Collected> {
        refusal(self.tracker().collect(session, dry_run))
    }
}
