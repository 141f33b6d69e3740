//! What is said to a hook: the calls of the engine that an event needs, and no decision of its own.

use std::env;
use std::path::PathBuf;

use planmark_core::author::{Author, AuthorKind};
use planmark_core::failure::FailureCode;
use planmark_core::runtime::client::Client;
use planmark_core::runtime::directive::{Seat, ToolCall};
use planmark_core::runtime::drift::{Change, Opinion};
use planmark_core::runtime::entry::Trigger;
use planmark_core::runtime::turn::{Ending, ReAnchor, TurnEnd};
use planmark_core::tracker::request::Context;

use crate::Planmark;
use crate::cli::arguments::hook::Hook;
use crate::cli::hook::event::{Call, Decision, Event, Moment};
use crate::cli::hook::input::Unreadable;
use crate::cli::hook::place::{Place, places};
use crate::cli::project;
use crate::cli::report::Report;
use crate::cli::session::Session;
use crate::error::Error;
use crate::limits::Limits;
use crate::store::sqlite::SqliteStore;

/// Whether an event can be of any concern. Where it can't, the home isn't even opened.
pub(super) fn concerns(client: Client, event: &Event) -> bool {
    match event {
        Event::BeforeTool(call) => steers(client, call) || !call.paths.is_empty(),
        Event::AfterTool(call, _) => steers(client, call),
        Event::Prompt(_) | Event::SessionStart | Event::Stop { .. } => true,
    }
}

/// A session of an open home, and who asks.
pub(super) struct Desk {
    planmark: Planmark,
    context: Context,
    client: Client,
    read_tool: String,
    tick_tool: String,
}

impl Desk {
    /// Opens the home, where there is one.
    ///
    /// # Errors
    ///
    /// `session-unknown`, and what an existing home is refused with.
    pub(super) fn open(session: &Session, arguments: &Hook) -> Result<Option<Self>, Report> {
        let Ok(home) = session.home() else { return Ok(None) };
        if !SqliteStore::is_home(&home) {
            return Ok(None);
        }
        // A few calls, one after another: a pool would be made for nothing.
        let limits = Limits { pooled_instances: 0, ..Limits::default() };
        let planmark = Planmark::builder().home(home).limits(limits).build();
        let planmark = planmark.map_err(|error| Report::of(&error, ""))?;
        let client = arguments.client.of_core();
        let caller = Author { kind: AuthorKind::Agent, name: client.name().to_owned() };
        let session = project::session(arguments.session.as_deref())?;
        let [read_tool, tick_tool] = arguments.tools();
        let context = Context { caller, session, request: None };
        Ok(Some(Self { planmark, context, client, read_tool, tick_tool }))
    }

    /// What is said to an event, or to input that can't be read.
    ///
    /// # Errors
    ///
    /// What the engine refuses, but for a session that isn't there, which is one without a root, and for
    /// one whose log another program keeps.
    pub(super) fn decide(
        &self,
        moment: Moment,
        event: Result<Event, Unreadable>,
    ) -> Result<Decision, Report> {
        let decided = match event {
            Ok(Event::BeforeTool(call)) => match self.before_tool(&call) {
                // What can't be judged is input that can't be read: a call too large must not pass for that.
                Err(error) if !is_elsewhere(&error) => self.unreadable(),
                judged => judged,
            },
            Ok(Event::AfterTool(call, answer)) => self.after_tool(&call, &answer),
            Ok(Event::Prompt(prompt)) => self.prompt(&prompt),
            Ok(Event::SessionStart) => self.session_start(),
            Ok(Event::Stop { already_continued }) => self.stop(already_continued),
            Err(Unreadable) if moment == Moment::Prompt => self.unreadable_prompt(),
            Err(Unreadable) => self.unreadable(),
        };
        match decided {
            Err(error) if is_elsewhere(&error) => Ok(Decision::Nothing),
            decided => decided.map_err(|error| Report::of(&error, "")),
        }
    }

    fn unreadable(&self) -> Result<Decision, Error> {
        self.planmark.runtime().unreadable_input(self.session(), &self.read_tool).map(said)
    }

    /// A turn begins with it all the same, or what was served in the one before would cover this one.
    fn unreadable_prompt(&self) -> Result<Decision, Error> {
        let runtime = self.planmark.runtime();
        if runtime.guard_line(self.session(), &self.read_tool)?.is_some() {
            runtime.turn_begins(&self.context, Trigger::Prompt)?;
        }
        Ok(Decision::Nothing)
    }

    fn before_tool(&self, call: &Call) -> Result<Decision, Error> {
        let runtime = self.planmark.runtime();
        if steers(self.client, call) {
            return runtime.before_call(self.session(), self.seat(), &tool_call(call)).map(said);
        }
        let places = changed(call);
        let changes: Vec<_> = places.iter().map(change).collect();
        runtime.before_change(self.session(), &self.read_tool, &changes).map(said)
    }

    fn after_tool(&self, call: &Call, answer: &str) -> Result<Decision, Error> {
        let recorded =
            self.planmark.runtime().after_call(&self.context, self.seat(), &tool_call(call), answer);
        recorded.map(|_| Decision::Nothing)
    }

    /// A tick of the loop carries everything that is to be said. Any other prompt gets the guard line and
    /// the marker, while the root has something to serve.
    fn prompt(&self, prompt: &str) -> Result<Decision, Error> {
        let runtime = self.planmark.runtime();
        let Some(guard) = runtime.guard_line(self.session(), &self.read_tool)? else {
            return Ok(Decision::Nothing);
        };
        let trigger = runtime.trigger_of(self.session(), &self.read_tool, prompt)?;
        runtime.turn_begins(&self.context, trigger)?;
        if trigger == Trigger::LoopTick
            || runtime.restored(self.session(), &self.read_tool)? == ReAnchor::None
        {
            return Ok(Decision::Nothing);
        }
        self.with_marker(vec![guard])
    }

    /// A session that lost its context gets the re-entry prompt, the guard line and the marker.
    fn session_start(&self) -> Result<Decision, Error> {
        let runtime = self.planmark.runtime();
        let Some(guard) = runtime.guard_line(self.session(), &self.read_tool)? else {
            return Ok(Decision::Nothing);
        };
        runtime.turn_begins(&self.context, Trigger::Restored)?;
        match runtime.restored(self.session(), &self.read_tool)? {
            ReAnchor::None => Ok(Decision::Nothing),
            ReAnchor::Inject(prompt) => self.with_marker(vec![prompt, guard]),
        }
    }

    fn with_marker(&self, mut texts: Vec<String>) -> Result<Decision, Error> {
        let marker = self.planmark.tracker().marker(self.session())?;
        texts.extend(marker.plan.is_some().then_some(marker.text));
        Ok(Decision::Inject(texts.join("\n\n")))
    }

    /// What the client shows of its goal or loop is no part of this: no client tells that to a hook in a
    /// form that says whether it is paused, and what was recorded counts (D46).
    fn stop(&self, already_continued: bool) -> Result<Decision, Error> {
        let ending = Ending { observation: None, already_continued };
        Ok(match self.planmark.runtime().turn_ends(&self.context, self.seat(), &ending)? {
            TurnEnd::Rest => Decision::Nothing,
            TurnEnd::Continue(text) => Decision::Continue(text),
        })
    }

    fn session(&self) -> &str {
        &self.context.session
    }

    fn seat(&self) -> Seat<'_> {
        Seat { client: self.client, read_tool: &self.read_tool, tick_tool: &self.tick_tool }
    }
}

/// Whether a call would change the client's goal or loop. No such tool changes files.
fn steers(client: Client, call: &Call) -> bool {
    client.steering_tools().contains(&call.tool.as_str())
}

/// A session that isn't there has no root, and one that another program keeps is no business of ours.
fn is_elsewhere(error: &Error) -> bool {
    let Error::Refused(failure) = error else { return false };
    matches!(failure.code, FailureCode::SessionNotFound | FailureCode::OwnerUnavailable)
}

fn said(opinion: Opinion) -> Decision {
    match opinion {
        Opinion::None => Decision::Nothing,
        Opinion::Deny(reason) => Decision::Deny(reason),
    }
}

fn tool_call(call: &Call) -> ToolCall {
    ToolCall { name: call.tool.clone(), arguments: call.arguments.clone() }
}

fn changed(call: &Call) -> Vec<Place> {
    let here = env::current_dir().unwrap_or_default();
    let folder = call.folder.as_ref().map_or_else(|| here.clone(), PathBuf::from);
    let project = project::folder().unwrap_or(here);
    places(&call.paths, &folder, &project)
}

fn change(place: &Place) -> Change<'_> {
    let Place { path, folder, project } = place;
    Change { path, folder, project, fold_case: cfg!(any(windows, target_os = "macos")) }
}
