//! `planmark replay`: recorded calls, run again.

use serde_json::Value;

use crate::Planmark;
use crate::cli::arguments::Replay as Arguments;
use crate::cli::changes::Changes;
use crate::cli::exit::Exit;
use crate::cli::figures::{counted, grouped};
use crate::cli::report::{Code, Report, reason};
use crate::cli::session::Session;
use crate::cli::style::LABEL;
use crate::trace::{Difference, Part, Replay, TraceError};

/// Runs the calls of a trace again, and prints the first difference of each that differs.
///
/// # Errors
///
/// `trace-unreadable`, `trace-damaged`, and what the facade answers where there is no engine.
pub(crate) fn run(session: &Session, Arguments { file }: &Arguments) -> Result<Exit, Report> {
    let replay = Planmark::replay(file).map_err(|error| report(&error))?;
    let screen = session.screen;
    if screen.json() {
        screen.print_json(&replay)?;
    } else {
        screen.print(&text(&replay, screen.pretty()))?;
        if let Some(line) = replay.cut {
            screen.remark(&format!("line {} is cut off: it is no whole call\n", grouped(line)));
        }
    }
    Ok(if replay.is_same() { Exit::Done } else { Exit::Problem })
}

fn report(error: &TraceError) -> Report {
    match error {
        TraceError::Unreadable(cause) => {
            let message = format!("the trace can't be read: {}", reason(cause));
            Report::new(Code::TraceUnreadable, message, error.next())
        }
        TraceError::Damaged { .. } => Report::new(Code::TraceDamaged, error.to_string(), error.next()),
        TraceError::Component(_) => Report::with_code(error.code(), error.to_string(), error.next()),
    }
}

fn text(Replay { calls, same, differences, .. }: &Replay, pretty: bool) -> String {
    let mut text: String = differences.iter().map(|difference| described(difference, pretty)).collect();
    let are = if *calls == 1 { "is" } else { "are" };
    text.push_str(&match (differences.is_empty(), calls) {
        (true, 0) => "the trace holds no call\n".to_owned(),
        (true, _) => format!("{} {are} the same\n", counted(*calls, "call")),
        (false, _) => format!("{} of {} {are} the same\n", grouped(*same), counted(*calls, "call")),
    });
    text
}

fn described(difference: &Difference, pretty: bool) -> String {
    let Difference { line, interface, function, part, step, expected, actual } = difference;
    let what = match (part, step.unwrap_or_default()) {
        (Part::Component, _) => "it was recorded with another component, and wasn't run".to_owned(),
        (Part::Result, _) => "the result differs".to_owned(),
        (Part::Step, step) => match (expected, actual) {
            (Some(_), Some(_)) => format!("step {step} differs"),
            (Some(_), None) => format!("step {step} isn't asked for"),
            (None, _) => format!("step {step} is one more"),
        },
    };
    let heading = format!("line {}: {interface}.{function}: {what}\n", grouped(*line));
    let (old, new) = (pretty_json(expected.as_ref()), pretty_json(actual.as_ref()));
    let unified = Changes::between(&old, &new).unified(pretty);
    let names = ["--- recorded\n", "+++ now\n"];
    let names =
        if pretty { names.map(|name| format!("{LABEL}{name}{LABEL:#}")) } else { names.map(str::to_owned) };
    format!("{heading}{}{unified}", names.concat())
}

fn pretty_json(value: Option<&Value>) -> String {
    value.map(|value| format!("{value:#}\n")).unwrap_or_default()
}
