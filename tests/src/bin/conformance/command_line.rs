//! The vectors on the command line, as far as it can say them and shows what came of it.
//!
//! A composition is a `plan save` of the stored text, a `plan append` of the fragment and a `plan
//! show`. Of `documents.json` those scripts are run that set no clock and no access rule, and whose
//! calls have a command; a listing in them is passed over. The other files are left out. The command
//! line has a clock and an author kind of its own, so times, versions and authors are left out of what
//! is compared, and so are the next steps, which it says in its own words.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::thread;

use planmark_tests::engine::new_home;
use planmark_tests::hosts::command_line;
use planmark_tests::script::{self, Case, Given, Line};
use planmark_tests::vectors::{ComposeCase, FILES, compositions, portable, scripts};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::runner::Runner;

/// How many runs of the program go on at once.
const AT_ONCE: usize = 4;

/// Runs what can be run, and gives beside it what `native` answered to the same.
pub(crate) fn run(native: &Runner, folder: &Path) -> Result<(Runner, Runner), Box<dyn Error>> {
    let desk = Desk::new()?;
    let (mut shown, mut wanted, mut left_out) = (Map::new(), Map::new(), [0; FILES.len()]);
    for (file, left_out) in FILES.into_iter().zip(&mut left_out) {
        let answers = desk.run_file(file)?;
        let of_native = native.answers.get(file).and_then(Value::as_object).ok_or("native ran every file")?;
        let common = of_native.iter().filter_map(|(name, given)| {
            let shown = answers.get(name)?.as_array()?;
            Some((name.clone(), projected(given, shown)))
        });
        let common: Map<String, Value> = common.collect();
        *left_out = of_native.len() - common.len();
        wanted.insert(file.to_owned(), Value::Object(common));
        shown.insert(file.to_owned(), Value::Object(answers));
    }
    let mut runner = Runner::of("command line", shown, Vec::new(), folder)?;
    runner.left_out = left_out;
    Ok((runner, Runner::of("native, as the command line shows it", wanted, Vec::new(), folder)?))
}

/// What the command line shows of a case's answers; null for a call that it passed over.
fn projected(given: &Value, shown: &[Value]) -> Value {
    let calls = given.as_array().map(Vec::as_slice).unwrap_or_default();
    calls
        .iter()
        .zip(shown)
        .map(|(call, shown)| if shown.is_null() { Value::Null } else { visible(call) })
        .collect()
}

/// A value without what is the command line's own, and without the places in a composition, which it
/// doesn't show.
fn visible(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let stale = fields.get("code").is_some_and(|code| code == "stale-version");
            let own = |name: &str| {
                let always = ["version", "current_version", "author", "next", "kept", "fragment_at"];
                always.contains(&name) || name.ends_with("_ms") || (stale && name == "message")
            };
            let kept = fields.iter().filter(|(name, _)| !own(name));
            Value::Object(kept.map(|(name, value)| (name.clone(), visible(value))).collect())
        }
        Value::Array(items) => items.iter().map(visible).collect(),
        other => other.clone(),
    }
}

/// Where the program runs.
struct Desk {
    program: PathBuf,
    folder: TempDir,
}

impl Desk {
    fn new() -> Result<Self, Box<dyn Error>> {
        let beside = std::env::current_exe()?;
        let program = beside.with_file_name(format!("planmark{}", std::env::consts::EXE_SUFFIX));
        if !program.exists() {
            return Err(format!("{} is not built: run `make build`", program.display()).into());
        }
        Ok(Self { program, folder: new_home() })
    }

    fn run_file(&self, file: &str) -> Result<Map<String, Value>, Box<dyn Error>> {
        let mut answers = Map::new();
        if file == "documents.json" {
            for case in scripts("documents.json").cases.iter().filter(|case| can_say(case)) {
                answers.insert(case.name.clone(), self.script(case)?);
            }
        } else if file.starts_with("compose") {
            let cases = compositions(file).cases;
            // Each run waits for the disk most of its time.
            let together: Result<Vec<Map<String, Value>>, String> = thread::scope(|threads| {
                let parts = cases.chunks(cases.len().div_ceil(AT_ONCE));
                let runs: Vec<_> = parts.map(|part| threads.spawn(|| self.compositions(part))).collect();
                runs.into_iter().map(|run| run.join().expect("it ends")).collect()
            });
            together?.into_iter().for_each(|given| answers.extend(given));
        }
        Ok(answers)
    }

    fn compositions(&self, cases: &[ComposeCase]) -> Result<Map<String, Value>, String> {
        let home = tempfile::tempdir_in(self.folder.path()).map_err(|error| error.to_string())?;
        let run = |(number, case): (usize, &ComposeCase)| {
            let given = self.composition(home.path(), &format!("T-{number}"), case);
            given.map(|given| (case.name.clone(), given)).map_err(|error| format!("{}: {error}", case.name))
        };
        cases.iter().enumerate().map(run).collect()
    }

    /// One composition, at a task of its own.
    fn composition(&self, home: &Path, task: &str, case: &ComposeCase) -> Result<Value, Box<dyn Error>> {
        let run = |command: &str, input: &str| {
            command_line(&self.program, home, &["plan", command, "--task", task, "--json"], input)
        };
        json_of(&run("save", &case.stored()))?.map_err(|error| format!("{task}: {error}"))?;
        let given = match json_of(&run("append", &case.fragment()))? {
            Ok(_) => json_of(&run("show", ""))?
                .map(|plan| json!({ "bytes": plan["bytes"], "text": plan["content"] })),
            Err(failure) => Err(failure),
        };
        Ok(Value::Array(vec![visible(&portable(given))]))
    }

    /// One script, in a home of its own.
    fn script(&self, case: &Case) -> Result<Value, Box<dyn Error>> {
        let home = tempfile::tempdir_in(self.folder.path())?;
        let mut versions = BTreeMap::new();
        let mut answers = Vec::new();
        for line in &case.steps {
            let args = script::expand(Value::Object(line.args.clone()), &versions)?;
            let Some(Said { arguments, input }) = self.said(line, &args)? else {
                answers.push(Value::Null);
                continue;
            };
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let given = json_of(&command_line(&self.program, home.path(), &arguments, &input))?;
            if let (Some(name), Ok(answer)) = (&line.name, &given) {
                versions.insert(name.clone(), answer["version"].as_str().unwrap_or_default().to_owned());
            }
            answers.push(visible(&portable(given)));
        }
        Ok(Value::Array(answers))
    }

    /// A call as arguments and standard input, where it has a command.
    fn said(&self, line: &Line, args: &Value) -> Result<Option<Said>, Box<dyn Error>> {
        let text = |name: &str| args.get(name).and_then(Value::as_str);
        let command = match (line.op.as_str(), text("mode")) {
            ("update", Some(mode)) => mode,
            ("read" | "read-past", _) => "show",
            ("create" | "save" | "edit" | "restore" | "delete", _) => &line.op,
            _ => return Ok(None),
        };
        let task = text("task").unwrap_or(script::DEFAULT_TASK);
        let mut arguments = vec!["plan".to_owned(), command.to_owned(), "--json".to_owned()];
        let mut option = |name: &str, value: &str| arguments.extend([format!("--{name}"), value.to_owned()]);
        option("task", task);
        if !line.op.starts_with("read") {
            option("author", line.by.as_ref().map_or("ada", |by| &by.name));
            if let Some(window_ms) = line.window {
                option("coalesce-window", &(window_ms / 1_000).to_string());
            }
        }
        text("title").into_iter().for_each(|title| option("title", title));
        text("expected_version").into_iter().for_each(|version| option("expect", version));
        for kind in ["revision", "position"] {
            let number = args.get("point").and_then(|point| point.get(kind));
            number.into_iter().for_each(|number| option(kind, &number.to_string()));
        }
        if line.op == "edit" {
            let file = self.folder.path().join("find");
            std::fs::write(&file, text("find").unwrap_or_default())?;
            option("find-file", &file.display().to_string());
            option("replace-file", "-");
        }
        let input = text("content").or(text("replacement")).unwrap_or_default();
        Ok(Some(Said { arguments, input: input.to_owned() }))
    }
}

/// A call in the words of the command line.
struct Said {
    arguments: Vec<String>,
    /// What goes to standard input.
    input: String,
}

/// Whether every call of a script can be made on the command line, or only reads.
fn can_say(case: &Case) -> bool {
    let mut kinds = BTreeMap::new();
    case.steps.iter().all(|line| {
        let by = line
            .by
            .clone()
            .map_or(("ada".to_owned(), "Agent".to_owned()), |by| (by.name, format!("{:?}", by.kind)));
        // Everybody is a person there: who is an agent here and a person there would be one author.
        let one_kind = *kinds.entry(by.0).or_insert(by.1.clone()) == by.1;
        let mode = line.args.get("mode").and_then(Value::as_str);
        let mode_has_command = match line.op.as_str() {
            "update" => matches!(mode, Some("append" | "replace")),
            _ => mode.is_none(),
        };
        // No program can be given an argument with a NUL.
        let arguments = ["task", "title"].map(|name| line.args.get(name).and_then(Value::as_str));
        let can_be_given = !arguments.into_iter().flatten().any(|text| text.contains('\0'));
        let whole_seconds = line.window.is_none_or(|window_ms| window_ms % 1_000 == 0);
        one_kind
            && mode_has_command
            && can_be_given
            && whole_seconds
            && line.at.is_none()
            && line.deny.is_none()
    })
}

/// The one document that a run printed.
fn json_of(output: &Output) -> Result<Given, Box<dyn Error>> {
    if output.status.success() {
        return Ok(Ok(serde_json::from_slice(&output.stdout)?));
    }
    let mut document: Value = serde_json::from_slice(&output.stderr)
        .map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())?;
    Ok(Err(document["error"].take()))
}
