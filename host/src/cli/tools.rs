//! `planmark tools` and `planmark call`: the agent's tools, for people.

use std::path::Path;

use planmark_core::author::{Author, AuthorKind};
use planmark_core::runtime::client::Client;
use planmark_core::tools::{CallContext, Offer, Profile, Tool, ToolAnswer};
use serde_json::{Value, json};

use crate::Planmark;
use crate::cli::arguments::tools::{Call, Tools};
use crate::cli::exit::Exit;
use crate::cli::home::person;
use crate::cli::input::Source;
use crate::cli::report::Report;
use crate::cli::session::Session;
use crate::cli::style::{DIM, HEADING};
use crate::ids;
use crate::signs;
use crate::store::memory::MemoryStore;

/// `planmark tools`.
///
/// # Errors
///
/// `invalid-argument` for an offer that is not valid, and what the output answers.
pub(crate) fn list(session: &Session, arguments: &Tools) -> Result<(), Report> {
    let offer = arguments.offer.of_core();
    // The table is the engine's: no home is opened for it.
    let planmark =
        Planmark::builder().store(MemoryStore::new()).build().map_err(|error| Report::of(&error, ""))?;
    let tools = planmark.tools(&offer).map_err(|error| Report::of(&error, ""))?;
    if session.screen.json() {
        let tools: Vec<Value> = tools.iter().map(as_mcp).collect();
        return session.screen.print_json(&json!({ "tools": tools }));
    }
    session.screen.print_styled(&table(&planmark, &offer, &tools)?)
}

/// A tool as MCP lists it. A schema that is no JSON would be a defect of the engine; it shows as null.
fn as_mcp(tool: &Tool) -> Value {
    let schema = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": schema(&tool.input_schema),
        "outputSchema": schema(&tool.output_schema),
        "annotations": {
            "title": tool.title,
            "readOnlyHint": tool.read_only,
            "destructiveHint": tool.destructive,
            "idempotentHint": tool.idempotent,
            "openWorldHint": false,
        },
    })
}

/// The tools by profile: name, annotations, first sentence.
fn table(planmark: &Planmark, offer: &Offer, tools: &[Tool]) -> Result<String, Report> {
    let mut text = String::new();
    for profile in Profile::ALL {
        let alone = Offer { profiles: vec![profile], ..offer.clone() };
        // A profile without tools can't be offered alone; it has nothing to print.
        let Ok(group) = planmark.tools(&alone) else { continue };
        let offered: Vec<_> =
            tools.iter().filter(|tool| group.iter().any(|other| other.name == tool.name)).collect();
        if offered.is_empty() {
            continue;
        }
        text.push_str(&format!("{HEADING}{}{HEADING:#}\n", profile.name()));
        for tool in offered {
            let first = tool.description.split_inclusive(". ").next().unwrap_or_default().trim_end();
            text.push_str(&format!("  {}{DIM}{}{DIM:#}\n    {first}\n", tool.name, marks(tool)));
        }
    }
    Ok(text)
}

fn marks(tool: &Tool) -> String {
    let marks = [
        (tool.read_only, "read-only"),
        (tool.destructive, "destructive"),
        (tool.idempotent && !tool.read_only, "idempotent"),
    ];
    marks.iter().filter(|(holds, _)| *holds).map(|(_, mark)| format!("  {mark}")).collect()
}

/// `planmark call`: prints what an agent would read. A refusal is printed too, and is the exit code.
///
/// # Errors
///
/// What the input, the opening of the home, or the output answers.
pub(crate) fn call(session: &Session, arguments: &Call) -> Result<Exit, Report> {
    let given = match arguments.args.strip_prefix('@') {
        Some(file) => Source::File(Path::new(file).to_owned()).read(session.screen)?,
        None if arguments.args == "-" => Source::Stdin.read(session.screen)?,
        None => arguments.args.clone(),
    };
    let Author { name, .. } = person(arguments.writer.author.as_deref());
    let context = CallContext {
        caller: Author { kind: AuthorKind::Agent, name },
        offer: arguments.offer.of_core(),
        coalesce_window_ms: arguments.writer.coalesce_window.map(|seconds| seconds.saturating_mul(1_000)),
        session: arguments.session.clone(),
        fresh_plan: ids::fresh_plan(),
        client: Client::Other,
    };
    let mut planmark = session.reader()?.planmark;
    // A tool that only reads makes no home.
    if session.home_is_missing()? && writes(&planmark, &context.offer, &arguments.name) {
        planmark = session.open_to_write()?;
    }
    let signs = signs::here(None, arguments.seat.configured()?);
    let identified = planmark.runtime().identify(&signs).map_err(|error| Report::of(&error, ""))?;
    let context = CallContext { client: identified.client, ..context };
    match planmark.call_tool(&context, &arguments.name, &given) {
        Ok(answer) => print(session, &answer)
            .map(|()| Exit::Done)
            .map_err(|report| report.after_call_if(answer.changed)),
        Err(error) => {
            let answer =
                planmark.tool_refusal(&context.offer, &error).map_err(|error| Report::of(&error, ""))?;
            print(session, &answer)?;
            Ok(Exit::of(error.code(), Some(error.effect())))
        }
    }
}

/// Whether the offer has a tool of that name that may change something.
fn writes(planmark: &Planmark, offer: &Offer, name: &str) -> bool {
    let tools = planmark.tools(offer).unwrap_or_default();
    tools.iter().any(|tool| tool.name == name && !tool.read_only)
}

fn print(session: &Session, answer: &ToolAnswer) -> Result<(), Report> {
    session.screen.print(&format!("{}\n", answer.json))
}
