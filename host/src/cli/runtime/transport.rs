//! `planmark transport`.

use planmark_core::runtime::client::ClientLine;
use planmark_core::runtime::directive::{Directive, Lifecycle, Observation};
use planmark_core::runtime::reentry::ReentryPayload;
use serde::Serialize;

use super::{key, refused, seat};
use crate::cli::arguments::runtime::{Reconcile, ShowTransport, TransportCommand};
use crate::cli::input::{Purpose, Source};
use crate::cli::project;
use crate::cli::report::Report;
use crate::cli::session::Session;
use crate::cli::style::{DIM, LABEL};
use crate::cli::tracker::Opened;
use crate::cli::visible::{visible, visible_line};

impl TransportCommand {
    /// Whether the command changes a session.
    pub(crate) fn writes(&self) -> bool {
        matches!(self, Self::Reconcile(_))
    }
}

/// Runs one command.
///
/// # Errors
///
/// What the input, the facade or the output answers.
pub(crate) fn run(session: &Session, command: &TransportCommand) -> Result<(), Report> {
    match command {
        TransportCommand::Show(arguments) => show(session, arguments),
        TransportCommand::Reconcile(arguments) => reconcile(session, arguments),
    }
}

/// A transport as JSON.
#[derive(Serialize)]
struct Shown {
    client: Option<ClientLine>,
    payload: ReentryPayload,
}

/// Prints what a transport says, exactly; how the client is served beside it.
fn show(session: &Session, arguments: &ShowTransport) -> Result<(), Report> {
    let id = project::session(arguments.from.session.as_deref())?;
    let planmark = session.reader()?.planmark;
    let seat = seat(&planmark, &arguments.seat)?;
    let root = key(&planmark, &id, arguments.root.as_ref())?;
    let runtime = planmark.runtime();
    let payload = runtime.payload(&id, &root, seat).map_err(|error| refused(&error))?;
    let clients = runtime.clients().map_err(|error| refused(&error))?;
    let client = clients.into_iter().find(|line| line.client == seat.client);
    let screen = session.screen;
    if screen.json() {
        return screen.print_json(&Shown { client, payload });
    }
    let text = format!("{}\n", payload.prompt);
    let printed = screen.print(&if screen.pretty() { visible(&text).into_owned() } else { text });
    if let Some(ClientLine { name, reason, .. }) = client {
        screen.remark(&format!("{LABEL}{name}{LABEL:#}: {DIM}{reason}{DIM:#}\n"));
    }
    printed
}

/// What was decided, as JSON.
#[derive(Serialize)]
struct Decided {
    observation: Observation,
    directive: Directive,
    changed: bool,
}

/// Prints what is to be done, exactly; the action beside it.
fn reconcile(session: &Session, arguments: &Reconcile) -> Result<(), Report> {
    let screen = session.screen;
    let listing = match arguments.absent {
        true => None,
        false => Some(Source::of(arguments.shown.as_deref()).read_for(&Purpose::LISTING, screen)?),
    };
    let Opened { planmark, context } = Opened::by(session, &arguments.by)?;
    let seat = seat(&planmark, &arguments.seat)?;
    let root = key(&planmark, &context.session, arguments.root.as_ref())?;
    let runtime = planmark.runtime();
    let observation = match listing {
        None => Observation { lifecycle: Lifecycle::Absent, handle: None },
        Some(listing) => runtime
            .observe(&context.session, &root, seat, listing.trim_start_matches('\u{feff}'))
            .map_err(|error| refused(&error))?,
    };
    let reconciled =
        runtime.reconcile(&context, &root, seat, &observation).map_err(|error| refused(&error))?;
    let decided = Decided { observation, directive: reconciled.directive, changed: reconciled.changed };
    let printed = if screen.json() {
        screen.print_json(&decided)
    } else {
        let text = format!("{}\n", decided.directive.text);
        screen.print(&if screen.pretty() { visible(&text).into_owned() } else { text })
    };
    let lifecycle = serde_json::to_value(decided.observation.lifecycle).unwrap_or_default();
    screen.remark(&format!(
        "{LABEL}{}{LABEL:#}: {DIM}the client shows it as {}{DIM:#}\n",
        decided.directive.action.name(),
        visible_line(lifecycle.as_str().unwrap_or_default())
    ));
    printed.map_err(|report| report.after_call_if(decided.changed))
}
