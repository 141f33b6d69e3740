//! `planmark continue`.

use planmark_core::runtime::reading::Reading;
use planmark_core::runtime::reentry::ReadArguments;
use planmark_core::runtime::view::View;

use super::{find, no_root, refused, seat};
use crate::cli::arguments::runtime::Continue;
use crate::cli::exit::Exit;
use crate::cli::report::Report;
use crate::cli::session::Session;
use crate::cli::style::{DIM, LABEL};
use crate::cli::tracker::Opened;
use crate::cli::visible::visible;

/// Reads once what to do next, and prints it as it was rendered.
///
/// # Errors
///
/// `root-not-found`; what the facade or the output answers.
pub(crate) fn run(session: &Session, arguments: &Continue) -> Result<Exit, Report> {
    let Opened { planmark, context } = Opened::by(session, &arguments.by)?;
    let seat = seat(&planmark, &arguments.seat)?;
    let roots = planmark.runtime().roots(&context.session).map_err(|error| refused(&error))?;
    let root = find(&roots, arguments.root.as_ref()).ok_or_else(no_root)?;
    let exact = ReadArguments::of(&root.admission.identity);
    let reading = planmark.runtime().read(&context, seat, &exact, None).map_err(|error| refused(&error))?;
    print(session, &reading).map_err(|report| report.after_call_if(reading.changed))?;
    Ok(if matches!(reading.view, View::RetryLater(_)) { Exit::Busy } else { Exit::Done })
}

fn print(session: &Session, reading: &Reading) -> Result<(), Report> {
    let screen = session.screen;
    if screen.json() {
        return screen.print_json(reading);
    }
    let text = match &reading.view {
        View::Active(active) => {
            let next = active.next_upcoming_task.as_ref().map(|task| format!("\n{}\n", task.text));
            format!("{}\n{}", active.current_task.text, next.unwrap_or_default())
        }
        View::Completed(completed) => format!("{}\n", completed.completed_report),
        View::RetryLater(retry) => format!("{}\n", retry.message),
    };
    let printed = screen.print(&if screen.pretty() { visible(&text).into_owned() } else { text });
    if let Some(directive) = &reading.directive {
        screen.remark(&format!(
            "{LABEL}{}{LABEL:#}: {DIM}{}{DIM:#}\n",
            directive.action.name(),
            visible(&directive.text)
        ));
    }
    printed
}
