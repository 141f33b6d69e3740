//! The commands that change a plan.

use std::path::Path;

use planmark_core::document::request::{
    Context, DeleteRequest, EditRequest, Point, RestoreRequest, SaveRequest, WriteRequest,
};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::Planmark;
use crate::cli::arguments::{Delete, Edit, Restore, Save, Write, Writer};
use crate::cli::home::person;
use crate::cli::input::Source;
use crate::cli::plan::written;
use crate::cli::report::{Code, Report};
use crate::cli::session::Session;

/// The home that a new plan goes to, and what the arguments of a write decide. Texts are read before it is
/// opened: a text that can't be read makes no home.
fn open(session: &Session, writer: &Writer) -> Result<(Planmark, Context), Report> {
    Ok((session.open_to_write()?, context(writer)))
}

/// The same for a change of a plan that is there: where there is no home, none is made for the refusal.
fn open_existing(session: &Session, writer: &Writer) -> Result<(Planmark, Context), Report> {
    Ok((session.open_existing()?, context(writer)))
}

fn context(writer: &Writer) -> Context {
    Context {
        caller: person(writer.author.as_deref()),
        coalesce_window_ms: writer.coalesce_window.map(|seconds| seconds.saturating_mul(1_000)),
    }
}

/// `planmark plan create`.
pub(super) fn create(session: &Session, arguments: &Write) -> Result<(), Report> {
    let request = write_request(session, arguments, "")?;
    let (planmark, context) = open(session, &arguments.basis.writer)?;
    let answer = planmark.create(&context, &request);
    written::report(session, &planmark, &context, "replaced", &request.task, answer)
}

/// `planmark plan append`.
pub(super) fn append(session: &Session, arguments: &Write) -> Result<(), Report> {
    update(session, arguments, "append", "appended to")
}

/// `planmark plan replace`.
pub(super) fn replace(session: &Session, arguments: &Write) -> Result<(), Report> {
    update(session, arguments, "replace", "replaced")
}

fn update(session: &Session, arguments: &Write, mode: &str, verb: &str) -> Result<(), Report> {
    let request = write_request(session, arguments, mode)?;
    let (planmark, context) = open_existing(session, &arguments.basis.writer)?;
    let answer = planmark.update(&context, &request);
    written::report(session, &planmark, &context, verb, &request.task, answer)
}

fn write_request(session: &Session, arguments: &Write, mode: &str) -> Result<WriteRequest, Report> {
    Ok(WriteRequest {
        task: arguments.task.id.clone(),
        title: arguments.title.clone(),
        content: Source::of(arguments.text.file.as_deref()).read(session.screen)?,
        mode: mode.to_owned(),
        expected_version: arguments.basis.expect.clone(),
    })
}

/// `planmark plan edit`.
pub(super) fn edit(session: &Session, arguments: &Edit) -> Result<(), Report> {
    let both = [&arguments.find_file, &arguments.replace_file];
    if both.into_iter().flatten().filter(|path| *path == Path::new("-")).count() == 2 {
        return Err(Report::new(
            Code::Usage,
            "standard input can't hold both the text to find and its replacement",
            "Give one of them as an argument or as a file.",
        ));
    }
    let request = EditRequest {
        task: arguments.task.id.clone(),
        find: text_or_file(session, arguments.find.as_ref(), arguments.find_file.as_deref())?,
        replacement: text_or_file(session, arguments.replace.as_ref(), arguments.replace_file.as_deref())?,
        expected_version: arguments.basis.expect.clone(),
    };
    let (planmark, context) = open_existing(session, &arguments.basis.writer)?;
    let answer = planmark.edit(&context, &request);
    written::report(session, &planmark, &context, "edited", &request.task, answer)
}

fn text_or_file(session: &Session, text: Option<&String>, file: Option<&Path>) -> Result<String, Report> {
    match text {
        Some(text) => Ok(text.clone()),
        None => Source::of(file).read(session.screen),
    }
}

/// `planmark plan save`.
pub(super) fn save(session: &Session, arguments: &Save) -> Result<(), Report> {
    let request = match &arguments.request {
        Some(file) => parse_request(&Source::of(Some(file)), session)?,
        None => SaveRequest {
            task: arguments.task.clone().unwrap_or_default(),
            title: arguments.title.clone(),
            content: Source::of(arguments.text.file.as_deref()).read(session.screen)?,
            expected_version: arguments.basis.expect.clone(),
        },
    };
    let (planmark, context) = open(session, &arguments.basis.writer)?;
    let answer = planmark.save(&context, &request);
    written::report(session, &planmark, &context, "saved", &request.task, answer)
}

/// A save as JSON. Unknown fields are ignored (AC-TASKS-PLAN-APPEND-005.3), but the text must be
/// there: a request that only forgot it must not empty the plan.
#[derive(Deserialize)]
struct Request {
    task: String,
    content: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    expected_version: Option<String>,
}

fn parse_request(source: &Source, session: &Session) -> Result<SaveRequest, Report> {
    let text = source.read(session.screen)?;
    let parsed = serde_json::from_str(&text)
        .and_then(|object: Map<String, Value>| serde_json::from_value::<Request>(Value::Object(object)));
    let parsed = parsed.map_err(|error| {
        Report::new(
            Code::RequestInvalid,
            format!("{source} is not a request: {error}"),
            "Send a JSON object with the strings task and content, and if wanted title and expected_version.",
        )
    })?;
    let Request { task, content, title, expected_version } = parsed;
    Ok(SaveRequest { task, title, content, expected_version })
}

/// `planmark plan restore`.
pub(super) fn restore(session: &Session, arguments: &Restore) -> Result<(), Report> {
    let request = RestoreRequest {
        task: arguments.task.id.clone(),
        // The command line requires one of the two; revision 0 is one that no plan has.
        point: arguments.at.point().unwrap_or(Point::Revision(0)),
        expected_version: arguments.basis.expect.clone(),
    };
    let (planmark, context) = open_existing(session, &arguments.basis.writer)?;
    let answer = planmark.restore(&context, &request);
    written::report(session, &planmark, &context, "restored", &request.task, answer)
}

/// `planmark plan delete`.
pub(super) fn delete(session: &Session, arguments: &Delete) -> Result<(), Report> {
    let request =
        DeleteRequest { task: arguments.task.id.clone(), expected_version: arguments.basis.expect.clone() };
    let (planmark, context) = open_existing(session, &arguments.basis.writer)?;
    let answer = planmark.delete(&context, &request);
    let deleted = answer.map_err(|error| Report::of(&error, &request.task))?;
    written::report_deletion(session, &deleted)
}
