//! A rehearsal: a scripted client, without a model, drifts and is brought back, until its work is sealed
//! and its loop or goal has ended. Every JSON is of the client's own form.
//!
//! The client here does what a client and its agent do: it runs the hooks, calls the tools over MCP, and
//! makes the calls that directives ask for. Every step is checked, and told.

use std::fs;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::cli::{Desk, program};
use crate::mcp::LineClient;

mod actor;

use actor::Actor;
pub use actor::Kind;

const PLAN: &str = "# Leihwerk 2\n\n## Section 4 — Tasks\n\n- [ ] Write down what lending costs\n- [ ] Write down who may lend\n- [ ] Announce both\n";

/// The rehearsal of one client, told to `out`.
///
/// # Errors
///
/// When `out` can't be written.
///
/// # Panics
///
/// When anything is not as it is told.
pub fn run(kind: Kind, out: &mut dyn Write) -> io::Result<u32> {
    let mut teller = Teller { out, checks: 0 };
    let mut actor = Actor::new(kind);
    teller.title(kind.title())?;
    prepare(&mut teller, &actor)?;
    let command = begin(&mut teller, &mut actor)?;
    drift(&mut teller, &mut actor, &command)?;
    compaction(&mut teller, &mut actor)?;
    restart(&mut teller, &mut actor, &command)?;
    seal(&mut teller, &mut actor)?;
    aftermath(&mut teller, &mut actor)?;
    Ok(teller.checks)
}

/// Tells the story.
struct Teller<'a> {
    out: &'a mut dyn Write,
    checks: u32,
}

impl Teller<'_> {
    fn title(&mut self, name: &str) -> io::Result<()> {
        writeln!(self.out, "\n== {name}")
    }

    fn step(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "\n{text}")
    }

    /// Shows what went to and fro.
    fn shown(&mut self, who: &str, text: &str) -> io::Result<()> {
        const MOST: usize = 150;
        let line = text.replace('\n', " ");
        let cut: String = line.chars().take(MOST).collect();
        let more = if line.chars().count() > MOST { "…" } else { "" };
        writeln!(self.out, "    {who}: {cut}{more}")
    }

    fn ok(&mut self, holds: bool, text: &str) -> io::Result<()> {
        assert!(holds, "the rehearsal failed: not so: {text}");
        self.checks += 1;
        writeln!(self.out, "  ✓ {text}")
    }
}

fn prepare(teller: &mut Teller<'_>, actor: &Actor) -> io::Result<()> {
    teller.step("1. A person saves a plan of three tasks and admits a root that owns notes/.")?;
    actor.desk.file("plan.md", PLAN);
    for command in [
        &["save", "plan.md"][..],
        &["root", "cutover"],
        &["root", "admit", "lending", "--target", "lending, second edition", "--owns", "notes/**"],
    ] {
        teller.shown("$ planmark", &command.join(" "))?;
        let run = actor.planmark(command);
        assert_eq!(run.exit, 0, "{}", run.err);
    }
    let root = actor.root();
    teller.ok(root["verdict"] == "engine-driven", "The engine drives it.")
}

fn begin(teller: &mut Teller<'_>, actor: &mut Actor) -> io::Result<Value> {
    teller.step("2. The client starts a session, and the agent is told what to call.")?;
    let told = actor.session_starts("startup").unwrap_or_default();
    teller.shown("hook, session start", &told)?;
    let command = arguments_in(&told);
    teller.ok(
        told.contains("`continue_runtime_read`") && command.is_object(),
        "The call is there, with its arguments.",
    )?;

    teller.step("3. It reads, and is served the first task and a directive to install the transport.")?;
    let read = actor.reads(&command);
    teller.shown("read", &read["current_task"]["text"].to_string())?;
    teller
        .ok(read["current_task"]["title"] == "Write down what lending costs", "The first task is served.")?;
    let (tool, arguments) = actor.asked_in(&read);
    teller.shown("directive", &format!("{tool} {arguments}"))?;
    let denied = actor.steers(&tool, &reworded(&arguments)).unwrap_or_default();
    teller.shown("hook, before a reworded call", &denied)?;
    teller.ok(denied.starts_with("Denied"), "A call whose words were changed is denied.")?;
    let due = object_from(&denied, "{");
    teller.ok(due == arguments, "The denial has the call that is due, word for word.")?;
    teller.ok(
        actor.steers(&tool, &due).is_none(),
        "The call that was asked for passes, and its result is recorded.",
    )?;
    teller.ok(actor.root()["handle"] == actor.kind.handle(), "The root knows its transport.")?;

    teller.step("4. It does the task and ticks it.")?;
    teller.ok(
        actor.changes("notes/costs.md").is_none(),
        "The change passes: the task was served in this turn.",
    )?;
    actor.ticks(&read);
    teller.ok(actor.stops().is_some() != actor.kind.goal(), actor.kind.first_stop())?;
    Ok(command)
}

fn drift(teller: &mut Teller<'_>, actor: &mut Actor, command: &Value) -> io::Result<()> {
    teller.step("5. A person asks something else; the agent drifts, and goes on without a task.")?;
    let told = actor.prompted("What was decided on lending drills?").unwrap_or_default();
    teller.shown("hook, prompt", &told)?;
    teller.ok(told.contains("1/3 tasks done"), "The prompt gets the guard line and the marker.")?;
    let denied = actor.changes("notes/who.md").unwrap_or_default();
    teller.shown("hook, before the change", &denied)?;
    teller.ok(denied.starts_with("Denied"), "The change is denied.")?;
    teller.ok(arguments_in(&denied) == *command, "The denial carries the command, word for word.")?;
    teller.ok(actor.changes("README.md").is_none(), "Other files are nobody's business.")?;

    teller.step("6. It re-enters with that command, does the task and ticks it.")?;
    let read = actor.reads(&arguments_in(&denied));
    teller.ok(read["current_task"]["title"] == "Write down who may lend", "The second task is served.")?;
    teller.ok(read["directive"]["action"] == "keep", "The transport is left as it is.")?;
    teller.ok(actor.changes("notes/who.md").is_none(), "The change passes now.")?;
    actor.ticks(&read);
    let _ = actor.stops();
    Ok(())
}

fn compaction(teller: &mut Teller<'_>, actor: &mut Actor) -> io::Result<()> {
    teller.step("7. The client compacts the session in the middle of the third task.")?;
    let _ = actor.prompted("Go on.");
    let read = actor.reads(&actor.command());
    teller.ok(read["current_task"]["title"] == "Announce both", "The third task is served.")?;
    let told = actor.session_starts("compact").unwrap_or_default();
    teller.shown("hook, session start after compaction", &told)?;
    teller.ok(
        told.contains("Planmark re-entry") && told.contains("2/3 tasks done"),
        "It is told again where it is.",
    )?;
    let denied = actor.changes("notes/news.md").unwrap_or_default();
    teller
        .ok(denied.starts_with("Denied"), "What was served before the compaction covers nothing any more.")?;
    let read = actor.reads(&arguments_in(&denied));
    teller.ok(read["current_task"]["title"] == "Announce both", "It reads, and has the same task.")?;
    teller.ok(actor.changes("notes/news.md").is_none(), "The change passes.")
}

fn restart(teller: &mut Teller<'_>, actor: &mut Actor, command: &Value) -> io::Result<()> {
    teller.step("8. The client is killed and started again.")?;
    actor.restarts();
    let told = actor.session_starts("resume").unwrap_or_default();
    teller.ok(arguments_in(&told) == *command, "The command is the same at every progress.")?;

    teller.step("9. A person blocks the root: the next reads serve nothing, and change nothing.")?;
    assert_eq!(actor.planmark(&["root", "block", "lending", "legal", "the lawyers look at it"]).exit, 0);
    let before = actor.entries();
    let read = actor.reads(command);
    teller.shown("read", &read["message"].to_string())?;
    teller.ok(
        read["view"] == "retry-later" && read["current_task"].is_null(),
        "There is no task in the answer.",
    )?;
    teller.ok(actor.entries() == before, "Nothing was recorded.")?;
    teller.ok(actor.stops().is_none(), "The turn ends: nothing is continued.")?;
    assert_eq!(actor.planmark(&["root", "unblock", "lending", "legal"]).exit, 0);

    teller.step(actor.kind.tick_step())?;
    actor.tick_fires();
    let read = actor.reads(command);
    teller.ok(read["current_task"]["title"] == "Announce both", "One read, and the task is served.")?;
    teller.ok(actor.changes("notes/news.md").is_none(), "The change passes.")?;
    actor.ticks(&read);
    teller
        .ok(actor.stops().is_none(), "The turn ends without a continuation: the transport has the next one.")
}

fn seal(teller: &mut Teller<'_>, actor: &mut Actor) -> io::Result<()> {
    teller.step("10. The transport fires once more: everything is done, and the root is sealed.")?;
    let early = actor.kind.end(&actor.kind.foreign());
    let denied = actor.steers(&early.0, &early.1).unwrap_or_default();
    teller.ok(denied.starts_with("Denied"), "Nobody's goal or loop ends before there is a receipt.")?;
    actor.tick_fires();
    let read = actor.reads(&actor.command());
    teller.shown("read", &read["completed_report"].to_string())?;
    teller.ok(
        read["view"] == "completed" && read["receipt"]["digest"].is_string(),
        "There is a sealed receipt.",
    )?;
    let (tool, arguments) = actor.asked_in(&read);
    teller.shown("directive", &format!("{tool} {arguments}"))?;
    teller.ok(
        actor.kind.end(&actor.kind.handle()) == (tool.clone(), arguments.clone()),
        actor.kind.end_told(),
    )?;
    teller.ok(actor.steers(&tool, &arguments).is_none(), "The call passes.")?;
    let root = actor.root();
    teller.ok(
        root["standing"] == "sealed" && root["handle"].is_null(),
        "The root is sealed, and has no transport.",
    )
}

fn aftermath(teller: &mut Teller<'_>, actor: &mut Actor) -> io::Result<()> {
    teller.step("11. The session is free.")?;
    teller.ok(actor.changes("notes/later.md").is_none(), "Its files can be changed as before.")?;
    teller.ok(actor.session_starts("resume").is_none(), "A new start says nothing.")?;
    teller.ok(actor.stops().is_none(), "A stop is a stop.")?;
    let (reads, answers) = (actor.reads, actor.served);
    teller.ok(
        reads == 7 && answers == 5,
        &format!("{reads} reads, one for each time it was told to; {answers} served a task."),
    )
}

/// The arguments of the read that a text carries.
fn arguments_in(text: &str) -> Value {
    object_from(text, "{\"closure_id\"")
}

/// The JSON object that begins where `start` stands first in a text; null where there is none.
fn object_from(text: &str, start: &str) -> Value {
    let start = text.find(start).unwrap_or(text.len());
    let object = serde_json::Deserializer::from_str(&text[start..]).into_iter().next();
    object.and_then(Result::ok).unwrap_or_default()
}

fn reworded(arguments: &Value) -> Value {
    let mut reworded = arguments.clone();
    for field in reworded.as_object_mut().into_iter().flat_map(|fields| fields.values_mut()) {
        if let Some(text) = field.as_str().filter(|text| text.len() > 40) {
            *field = json!(format!("{text} And hurry."));
        }
    }
    reworded
}

/// Starts an MCP server for the actor, in the surroundings of its client.
fn server(desk: &Desk, kind: Kind) -> LineClient {
    let mut command = desk.command(program());
    command.args(["mcp", "--profile", "tracker,runtime"]).envs(kind.environment());
    let mut client = LineClient::spawn(command);
    let answer = client.ask(
        "initialize",
        json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": kind.client_info(), "version": "1" },
        }),
    );
    assert!(answer["error"].is_null(), "{answer}");
    client.tell("notifications/initialized", json!({}));
    client
}

/// Writes what a client would.
fn write_file(desk: &Desk, name: &str) {
    let file = desk.folder().join(name);
    fs::create_dir_all(file.parent().expect("a folder")).expect("the folder");
    fs::write(file, "…\n").expect("a file");
}
