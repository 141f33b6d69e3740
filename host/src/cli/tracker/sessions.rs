//! `planmark session`.

use planmark_core::runtime::entry::Event as RootEvent;
use planmark_core::tracker::entry::{Entry, Event, Mode};
use planmark_core::tracker::reply::{Origin, Session as Described};
use planmark_core::tracker::request::{Context, ImportBody, ImportRequest};
use serde::Serialize;

use super::foreign::Foreign;
use super::{Opened, plans, printed, refused, remark_on, remark_on_replay};
use crate::Planmark;
use crate::cli::arguments::tracker::{Fork, Go, Import, ModeName, New, SessionCommand, SetMode, ShowSession};
use crate::cli::exit::Exit;
use crate::cli::figures::{counted, utc};
use crate::cli::home::person;
use crate::cli::pi_session::PiSession;
use crate::cli::project;
use crate::cli::report::Report;
use crate::cli::screen::Screen;
use crate::cli::session::Session;
use crate::cli::style::{DIM, HEADING, LABEL, WARNING};
use crate::cli::visible::visible_line;
use crate::error::Error;
use crate::ids;

/// Entries and sessions of a page: the most that the engine gives.
const PAGE_ENTRIES: u32 = 200;

/// The command that prints what a change of a session made of it.
const LOOK: &str = "planmark session show";

impl SessionCommand {
    /// Whether the command changes a session.
    pub(crate) fn writes(&self) -> bool {
        !matches!(self, Self::List | Self::Show(_))
    }
}

/// Runs one command.
///
/// # Errors
///
/// What the input, the facade or the output answers.
pub(crate) fn run(session: &Session, command: &SessionCommand) -> Result<Exit, Report> {
    match command {
        SessionCommand::New(arguments) => new(session, arguments),
        SessionCommand::List => return list(session),
        SessionCommand::Fork(arguments) => fork(session, arguments),
        SessionCommand::Show(arguments) => show(session, arguments),
        SessionCommand::Go(arguments) => go(session, arguments),
        SessionCommand::Mode(arguments) => mode(session, arguments),
        SessionCommand::Import(arguments) => import(session, arguments),
    }
    .map(|()| Exit::Done)
}

fn new(session: &Session, arguments: &New) -> Result<(), Report> {
    let context = context(arguments.id.clone());
    let planmark = session.open_to_write()?;
    let made =
        planmark.tracker().create(&context, arguments.owner.as_deref()).map_err(|error| refused(&error))?;
    print_made(session.screen, &made, "made")
}

fn fork(session: &Session, arguments: &Fork) -> Result<(), Report> {
    let from = project::session(arguments.from.session.as_deref())?;
    let context = context(arguments.id.clone());
    let planmark = session.open_existing()?;
    let made = planmark.tracker().fork(&context, &from, arguments.at).map_err(|error| refused(&error))?;
    print_made(session.screen, &made, "made")
}

fn go(session: &Session, arguments: &Go) -> Result<(), Report> {
    let Opened { planmark, context } = Opened::of_existing(session, &arguments.change)?;
    let gone = planmark.tracker().navigate(&context, arguments.entry).map_err(|error| refused(&error))?;
    print_made(session.screen, &gone, "moved")
}

fn mode(session: &Session, arguments: &SetMode) -> Result<(), Report> {
    let Opened { planmark, context } = Opened::new(session, &arguments.change)?;
    let mode = match arguments.mode {
        ModeName::Plan => Mode::Plan,
        ModeName::Build => Mode::Build,
    };
    let set = planmark.tracker().set_mode(&context, mode).map_err(|error| refused(&error))?;
    let screen = session.screen;
    let outcome = if screen.json() {
        screen.print_json(&set)
    } else {
        screen.print(&format!("mode {}{}\n", mode_name(set.mode), if set.changed { "" } else { " already" }))
    };
    remark_on_replay(screen, set.replayed);
    printed(outcome, set.changed && !set.replayed, LOOK)
}

fn import(session: &Session, arguments: &Import) -> Result<(), Report> {
    let mut pi = PiSession::read(&arguments.file)?;
    if arguments.branch {
        let engine = Foreign::engine()?;
        pi.entries = engine.preview().branch(&pi.entries, None).map_err(|error| refused(&error))?;
    }
    let bodies: Vec<ImportBody> =
        pi.bodies().into_iter().map(|(plan, text)| ImportBody { plan, text }).collect();
    let screen = session.screen;
    if pi.half_record {
        screen.remark(&format!(
            "{WARNING}note{WARNING:#}: the file ends in a half record, which was left out\n"
        ));
    }
    let context = context(arguments.id.clone().or_else(|| Some(pi.id.clone())));
    let request = ImportRequest { entries: pi.entries, leaf: None, bodies };
    let planmark = session.open_to_write()?;
    let made = planmark.tracker().import(&context, &request).map_err(|error| refused(&error))?;
    print_made(screen, &made, "imported")
}

/// The context of a command that makes a session.
fn context(id: Option<String>) -> Context {
    Context { caller: person(None), session: id.unwrap_or_else(ids::fresh_session), request: None }
}

fn print_made(screen: Screen, session: &Described, verb: &str) -> Result<(), Report> {
    if screen.json() {
        return printed(screen.print_json(session), true, LOOK);
    }
    let outcome = screen.print(&format!(
        "{verb} session {}\nentry {} of {}, mode {}, {}\n",
        session.session,
        session.leaf,
        session.entries,
        mode_name(session.mode),
        counted(session.plans.len() as u64, "plan")
    ));
    remark_on(screen, "note", &session.notes);
    printed(outcome, true, LOOK)
}

/// Every session of a home.
#[derive(Default, Serialize)]
pub(crate) struct Listing {
    /// Those that can be read, in the order of their ids.
    pub(crate) sessions: Vec<Described>,
    /// The ids of the others.
    pub(crate) unreadable: Vec<String>,
}

impl Listing {
    /// Lists them.
    ///
    /// # Errors
    ///
    /// What the facade answers.
    pub(crate) fn of(planmark: &Planmark) -> Result<Self, Error> {
        let (mut listing, mut from) = (Self::default(), String::new());
        loop {
            let page = planmark.tracker().sessions(&from, PAGE_ENTRIES)?;
            listing.sessions.extend(page.sessions);
            listing.unreadable.extend(page.unreadable);
            match page.next {
                Some(next) => from = next,
                None => return Ok(listing),
            }
        }
    }
}

fn list(session: &Session) -> Result<Exit, Report> {
    let planmark = session.reader()?.planmark;
    let listing = Listing::of(&planmark).map_err(|error| refused(&error))?;
    let Listing { sessions, unreadable } = &listing;
    let screen = session.screen;
    let exit = if unreadable.is_empty() { Exit::Done } else { Exit::Problem };
    for id in unreadable {
        screen.remark(&format!("{WARNING}warning{WARNING:#}: session {} can't be read\n", visible_line(id)));
    }
    if screen.json() {
        screen.print_json(&listing)?;
    } else if sessions.is_empty() && unreadable.is_empty() {
        screen.remark("no sessions; the first `planmark save` makes one\n");
    } else {
        screen.print(&sessions.iter().map(|session| line(screen, session)).collect::<String>())?;
    }
    Ok(exit)
}

fn line(screen: Screen, session: &Described) -> String {
    let Described { session: id, updated_at_ms, entries, plans, .. } = session;
    let active = plans.iter().find(|plan| plan.active);
    let progress = active.map(|plan| format!(", {} {}/{} done", plan.plan, plan.done, plan.total));
    let details = format!(
        "{}  {}{}",
        utc(*updated_at_ms),
        if *entries == 1 { "1 entry".to_owned() } else { format!("{entries} entries") },
        progress.unwrap_or_default()
    );
    if screen.pretty() {
        format!("{LABEL}{id}{LABEL:#}  {DIM}{details}{DIM:#}\n")
    } else {
        format!("{id}  {details}\n")
    }
}

/// A session and its branch as JSON.
#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    session: Described,
    /// From the leaf towards the root.
    branch: Vec<Entry>,
}

fn show(session: &Session, arguments: &ShowSession) -> Result<(), Report> {
    let id = project::session(arguments.from.session.as_deref())?;
    let planmark = session.reader()?.planmark;
    let described = planmark.tracker().describe(&id).map_err(|error| refused(&error))?;
    let branch = branch(&planmark, &id, arguments.limit).map_err(|error| refused(&error))?;
    let screen = session.screen;
    if screen.json() {
        return screen.print_json(&Whole { session: described, branch });
    }
    let origin = described
        .origin
        .as_ref()
        .map(|Origin { session, entry }| format!(", forked from {session} at {entry}"));
    let owner = described.owner.as_ref().map(|owner| format!(", its log is kept by {}", visible_line(owner)));
    let mut text = format!(
        "{HEADING}session {}{HEADING:#}\n{DIM}made {}, entry {} of {}, mode {}{}{}{DIM:#}\n\n",
        described.session,
        utc(described.created_at_ms),
        described.leaf,
        described.entries,
        mode_name(described.mode),
        origin.unwrap_or_default(),
        owner.unwrap_or_default()
    );
    described.plans.iter().for_each(|plan| text.push_str(&plans::line(screen, plan)));
    text.push('\n');
    branch.iter().for_each(|entry| text.push_str(&entry_line(entry)));
    let text = if screen.pretty() { text } else { anstream::adapter::strip_str(&text).to_string() };
    let printed = screen.print(&text);
    remark_on(screen, "note", &described.notes);
    printed
}

/// The entries of the branch, the newest first, at most `limit`.
pub(crate) fn branch(planmark: &Planmark, id: &str, limit: Option<u32>) -> Result<Vec<Entry>, Error> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut from = (id.to_owned(), None);
    loop {
        let left = limit.map_or(PAGE_ENTRIES, |limit| {
            limit.saturating_sub(u32::try_from(entries.len()).unwrap_or(u32::MAX))
        });
        if left == 0 {
            return Ok(entries);
        }
        let page = planmark.tracker().branch(&from.0, from.1, left.min(PAGE_ENTRIES))?;
        entries.extend(page.entries);
        match page.next {
            Some(Origin { session, entry }) => from = (session, Some(entry)),
            None => return Ok(entries),
        }
    }
}

fn entry_line(entry: &Entry) -> String {
    let Entry { id, at_ms, by, event, .. } = entry;
    let by = by.as_ref().map(|author| format!(" by {}", visible_line(&author.name))).unwrap_or_default();
    let what = match event {
        Event::Set(seed) => format!("set {} ({})", seed.plan, counted(seed.tasks.len() as u64, "task")),
        Event::Activate(plan) => format!("activate {plan}"),
        Event::Clear(plan) => format!("clear {plan}"),
        Event::Tick(mark) => format!("tick {} of {}", mark.task, mark.plan),
        Event::Untick(mark) => format!("untick {} of {}", mark.task, mark.plan),
        Event::Mode(mode) => format!("mode {}", mode_name(*mode)),
        Event::Root(event) => root_line(event),
        Event::Other => "something else".to_owned(),
        Event::Damaged => "damaged".to_owned(),
    };
    format!("{LABEL}{id:>5}{LABEL:#}  {}  {DIM}{}{by}{DIM:#}\n", visible_line(&what), utc(*at_ms))
}

fn root_line(event: &RootEvent) -> String {
    let what = match event {
        RootEvent::Cutover => "cutover of roots",
        RootEvent::Rollback => "rollback of roots",
        RootEvent::Admit(_) => "admit",
        RootEvent::Obligation(_) => "obligation of",
        RootEvent::Discharge(_) => "discharge of",
        RootEvent::Block(_) => "block",
        RootEvent::Unblock(_) => "unblock",
        RootEvent::Turn(_) => "a turn begins",
        RootEvent::Serve(_) => "serve",
        RootEvent::Ask(_) => "ask for a call for",
        RootEvent::Call(_) => "a call was made for",
        RootEvent::Continue => "a turn goes on",
        RootEvent::Seal(_) => "seal",
    };
    event.root().map_or_else(|| what.to_owned(), |root| format!("{what} {}", root.shown()))
}

fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Plan => "plan",
        Mode::Build => "build",
    }
}
