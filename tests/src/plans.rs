//! Saved plans as pure functions, natively and through the component: scripts of `preview` calls.
//! `tests/vectors/README.md` states their form for other languages.

use std::collections::BTreeMap;

use planmark::Planmark;
use planmark::error::Error;
use planmark_core::failure::Failure;
use planmark_core::tracker::answer::{MarkerLine, PlannedTick, PromptText, State};
use planmark_core::tracker::entry::{Entry, Event, Mark, Mode, Seed, SeedTask};
use planmark_core::tracker::outline::Outline;
use planmark_core::tracker::reference::{Reference, Resolved};
use planmark_core::tracker::{outline, preview};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::script::{Case, Given, Line, expand, given, judge};

/// The functions of `wit/preview.wit` on saved plans, wherever they run.
#[expect(missing_docs, reason = "wit/preview.wit documents each function")]
#[expect(clippy::missing_errors_doc, reason = "wit/preview.wit lists the failures of each function")]
pub trait Plans {
    fn parse(&self, text: &str) -> Outline;
    fn resolve(
        &self,
        tasks: &[SeedTask],
        done: &[String],
        reference: &Reference,
    ) -> Result<Resolved, Failure>;
    fn branch(&self, entries: &[Entry], leaf: Option<&str>) -> Result<Vec<Entry>, Failure>;
    fn fold(&self, branch: &[Entry]) -> State;
    fn save(&self, plan: &str, text: &str, path: Option<&str>, at_ms: u64) -> Result<Seed, Failure>;
    fn tick(&self, branch: &[Entry], reference: &Reference) -> Result<PlannedTick, Failure>;
    fn untick(&self, branch: &[Entry], reference: &Reference) -> Result<PlannedTick, Failure>;
    fn marker(&self, branch: &[Entry], body: Option<&str>) -> MarkerLine;
    fn prompt(&self, mode: Mode, plan: Option<&str>, body: Option<&str>, guard: Option<&str>) -> PromptText;
}

/// The native core.
pub struct Core;

impl Plans for Core {
    fn parse(&self, text: &str) -> Outline {
        outline::parse(text)
    }

    fn resolve(
        &self,
        tasks: &[SeedTask],
        done: &[String],
        reference: &Reference,
    ) -> Result<Resolved, Failure> {
        preview::resolve(tasks, done, reference)
    }

    fn branch(&self, entries: &[Entry], leaf: Option<&str>) -> Result<Vec<Entry>, Failure> {
        preview::branch(entries, leaf)
    }

    fn fold(&self, branch: &[Entry]) -> State {
        preview::fold(branch)
    }

    fn save(&self, plan: &str, text: &str, path: Option<&str>, at_ms: u64) -> Result<Seed, Failure> {
        preview::save(plan, text, path, at_ms)
    }

    fn tick(&self, branch: &[Entry], reference: &Reference) -> Result<PlannedTick, Failure> {
        preview::tick(branch, reference)
    }

    fn untick(&self, branch: &[Entry], reference: &Reference) -> Result<PlannedTick, Failure> {
        preview::untick(branch, reference)
    }

    fn marker(&self, branch: &[Entry], body: Option<&str>) -> MarkerLine {
        preview::marker(branch, body)
    }

    fn prompt(&self, mode: Mode, plan: Option<&str>, body: Option<&str>, guard: Option<&str>) -> PromptText {
        preview::prompt(mode, plan, body, guard)
    }
}

/// What a pure function of the component answers: nothing but a refusal is expected.
fn refusal<T>(answer: Result<T, Error>) -> Result<T, Failure> {
    answer.map_err(|error| match error {
        Error::Refused(failure) => failure,
        other => panic!("the engine itself failed: {}: {}", other.code(), other.message()),
    })
}

fn sure<T>(answer: Result<T, Error>) -> T {
    refusal(answer).unwrap_or_else(|failure| panic!("this function refuses nothing: {failure}"))
}

impl Plans for Planmark {
    fn parse(&self, text: &str) -> Outline {
        sure(self.preview().parse(text))
    }

    fn resolve(
        &self,
        tasks: &[SeedTask],
        done: &[String],
        reference: &Reference,
    ) -> Result<Resolved, Failure> {
        refusal(self.preview().resolve(tasks, done, reference))
    }

    fn branch(&self, entries: &[Entry], leaf: Option<&str>) -> Result<Vec<Entry>, Failure> {
        refusal(self.preview().branch(entries, leaf))
    }

    fn fold(&self, branch: &[Entry]) -> State {
        sure(self.preview().fold(branch))
    }

    fn save(&self, plan: &str, text: &str, path: Option<&str>, at_ms: u64) -> Result<Seed, Failure> {
        refusal(self.preview().save(plan, text, path, at_ms))
    }

    fn tick(&self, branch: &[Entry], reference: &Reference) -> Result<PlannedTick, Failure> {
        refusal(self.preview().tick(branch, reference))
    }

    fn untick(&self, branch: &[Entry], reference: &Reference) -> Result<PlannedTick, Failure> {
        refusal(self.preview().untick(branch, reference))
    }

    fn marker(&self, branch: &[Entry], body: Option<&str>) -> MarkerLine {
        sure(self.preview().marker(branch, body))
    }

    fn prompt(&self, mode: Mode, plan: Option<&str>, body: Option<&str>, guard: Option<&str>) -> PromptText {
        sure(self.preview().prompt(mode, plan, body, guard))
    }
}

/// Runs a script, and gives what each call answered.
///
/// # Errors
///
/// The first expectation that does not hold, as a sentence.
pub fn run(plans: &dyn Plans, case: &Case) -> Result<Vec<Given>, String> {
    let step = |(index, line): (usize, &Line)| {
        let said = |what: String| format!("{:?}, call {}: {what}", case.name, index + 1);
        let args = expand(Value::Object(line.args.clone()), &BTreeMap::new()).map_err(said)?;
        let given = call(plans, &line.op, &Args(&args)).map_err(said)?;
        judge(line, &given, &BTreeMap::new()).map_err(said)?;
        Ok(given)
    };
    case.steps.iter().enumerate().map(step).collect()
}

fn call(plans: &dyn Plans, op: &str, args: &Args<'_>) -> Result<Given, String> {
    let text = |name: &str| args.text(name).unwrap_or_default();
    let log = || log(args.0.get("log").unwrap_or(&Value::Null));
    Ok(match op {
        "parse" => given(Ok(plans.parse(text("text")))),
        "resolve" => {
            let (tasks, done): (Vec<SeedTask>, Vec<String>) = (args.read("tasks")?, args.read("done")?);
            given(plans.resolve(&tasks, &done, &args.read("reference")?))
        }
        "branch" => {
            let branch = plans.branch(&log()?, args.text("leaf"));
            given(branch.map(|branch| json!({ "ids": branch.into_iter().map(|e| e.id).collect::<Vec<_>>() })))
        }
        "fold" => given(Ok(plans.fold(&log()?))),
        "save" => {
            let at_ms = args.0.get("at_ms").and_then(Value::as_u64).unwrap_or_default();
            given(plans.save(text("plan"), text("text"), args.text("path"), at_ms))
        }
        "tick" => given(plans.tick(&log()?, &args.read("reference")?)),
        "untick" => given(plans.untick(&log()?, &args.read("reference")?)),
        "marker" => given(Ok(plans.marker(&log()?, args.text("body")))),
        "prompt" => {
            let (plan, body, guard) = (args.text("plan"), args.text("body"), args.text("guard"));
            given(Ok(plans.prompt(args.read("mode")?, plan, body, guard)))
        }
        other => return Err(format!("no export is called {other:?}")),
    })
}

struct Args<'a>(&'a Value);

impl Args<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    fn read<T: DeserializeOwned>(&self, name: &str) -> Result<T, String> {
        let value = self.0.get(name).cloned().ok_or_else(|| format!("{name} is missing"))?;
        serde_json::from_value(value).map_err(|error| format!("{name}: {error}"))
    }
}

/// An entry as scripts write it: id, parent, event; or a number of entries that mean nothing, each
/// following the one before.
#[derive(Deserialize)]
#[serde(untagged)]
enum Short {
    Entry(String, Option<String>, ShortEvent),
    Many { others: usize },
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ShortEvent {
    Set { set: String, text: String },
    Seed { seed: Seed },
    Activate { activate: String },
    Clear { clear: String },
    Tick { tick: String, task: String },
    Untick { untick: String, task: String },
    Mode { mode: Mode },
    Word(Word),
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Word {
    Other,
    Damaged,
}

/// The entries of a log; a list of events alone is a branch whose entries count from 1.
fn log(value: &Value) -> Result<Vec<Entry>, String> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut queues: BTreeMap<String, Vec<SeedTask>> = BTreeMap::new();
    for item in value.as_array().ok_or("a log is missing")? {
        let (id, parent, short) = match serde_json::from_value(item.clone()) {
            Ok(Short::Entry(id, parent, short)) => (id, parent, short),
            Ok(Short::Many { others }) => {
                for _ in 0..others {
                    let event = Event::Other;
                    entries.push(Entry { event, ..following(&entries) });
                }
                continue;
            }
            Err(_) => {
                let Entry { id, parent, .. } = following(&entries);
                (id, parent, serde_json::from_value(item.clone()).map_err(|e| format!("{item}: {e}"))?)
            }
        };
        let mark = |plan: String, task: &str| {
            let queue = queues.get(&plan).map(Vec::as_slice).unwrap_or_default();
            let found = queue.iter().find(|known| known.title == task);
            Mark { task: found.map_or_else(|| task.to_owned(), |task| task.id.clone()), plan }
        };
        let event = match short {
            ShortEvent::Set { set, text } => {
                Event::Set(preview::save(&set, &text, None, 7).map_err(|failure| failure.message)?)
            }
            ShortEvent::Seed { seed } => Event::Set(seed),
            ShortEvent::Activate { activate } => Event::Activate(activate),
            ShortEvent::Clear { clear } => Event::Clear(clear),
            ShortEvent::Tick { tick, task } => Event::Tick(mark(tick, &task)),
            ShortEvent::Untick { untick, task } => Event::Untick(mark(untick, &task)),
            ShortEvent::Mode { mode } => Event::Mode(mode),
            ShortEvent::Word(Word::Other) => Event::Other,
            ShortEvent::Word(Word::Damaged) => Event::Damaged,
        };
        if let Event::Set(seed) = &event {
            queues.insert(seed.plan.clone(), seed.tasks.clone());
        }
        entries.push(Entry { id, parent, event, ..following(&[]) });
    }
    Ok(entries)
}

fn following(entries: &[Entry]) -> Entry {
    Entry {
        id: (entries.len() + 1).to_string(),
        parent: entries.last().map(|entry| entry.id.clone()),
        at_ms: 0,
        by: None,
        event: Event::Other,
    }
}
