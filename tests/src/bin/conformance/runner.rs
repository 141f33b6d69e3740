//! A host that ran the vectors.

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use planmark_tests::engine::MakeHost;
use planmark_tests::plans::Plans;
use planmark_tests::vectors::{FILES, PLAN_FILES, run_file, run_plan_file};
use serde_json::{Map, Value};

/// What a host gave.
pub(crate) struct Runner {
    /// What the table calls it.
    pub(crate) name: &'static str,
    /// The answers by file and case, as canonical JSON.
    pub(crate) text: String,
    /// The same, parsed.
    pub(crate) answers: Map<String, Value>,
    /// What did not hold.
    pub(crate) broken: Vec<String>,
    /// The cases of each file that it can't be given.
    pub(crate) left_out: [usize; FILES.len()],
}

/// How many cases of a file passed, of how many.
pub(crate) struct Count {
    passed: usize,
    left_out: usize,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.left_out {
            0 => write!(f, "{}", self.passed),
            left_out => write!(f, "{} of {}", self.passed, self.passed + left_out),
        }
    }
}

impl Runner {
    /// A runner that gave these, written down in `folder`.
    pub(crate) fn of(
        name: &'static str,
        answers: Map<String, Value>,
        broken: Vec<String>,
        folder: &Path,
    ) -> Result<Self, Box<dyn Error>> {
        // INVARIANT: a map of serde_json has its keys sorted, and is printed without white space.
        let text = Value::Object(answers.clone()).to_string();
        fs::write(folder.join(file_name(name)), &text)?;
        Ok(Self { name, text, answers, broken, left_out: [0; FILES.len()] })
    }

    /// Whether all that it was given passed, and there was something in every file.
    pub(crate) fn sound(&self) -> bool {
        self.broken.is_empty() && self.counts().iter().all(|count| count.passed + count.left_out > 0)
    }

    /// The counts of [`FILES`].
    pub(crate) fn counts(&self) -> [Count; FILES.len()] {
        let mut left_out = self.left_out.into_iter();
        FILES.map(|file| {
            let cases = self.answers.get(file).and_then(Value::as_object);
            let passed = cases.map_or(0, Map::len);
            Count { passed, left_out: left_out.next().unwrap_or_default() }
        })
    }
}

fn file_name(runner: &str) -> String {
    format!("{}.json", runner.to_lowercase().replace(", ", "-").replace(' ', "-"))
}

/// Runs the vectors in this process.
pub(crate) fn in_process(
    name: &'static str,
    make: MakeHost,
    plans: &dyn Plans,
    folder: &Path,
) -> Result<Runner, Box<dyn Error>> {
    let (mut answers, mut broken) = (Map::new(), Vec::new());
    for file in FILES {
        let results =
            if PLAN_FILES.contains(&file) { run_plan_file(file, plans) } else { run_file(file, make) };
        answers.insert(file.to_owned(), Value::Object(results.answers));
        broken.extend(results.broken);
    }
    Runner::of(name, answers, broken, folder)
}

/// Runs the vectors with a script of another language, which writes its answers itself.
pub(crate) fn script(
    name: &'static str,
    mut command: Command,
    store: &str,
    folder: &Path,
) -> Result<Runner, Box<dyn Error>> {
    let file = folder.join(file_name(name));
    if file.exists() {
        fs::remove_file(&file)?;
    }
    command.args(["--store", store, "--json"]).arg(&file).stdout(Stdio::null());
    let status = command.status().map_err(|error| format!("{name}: {command:?}: {error}"))?;
    let text = fs::read_to_string(&file).map_err(|error| format!("{name} gave no answers: {error}"))?;
    let answers = serde_json::from_str(&text).map_err(|error| format!("{name} gave no JSON: {error}"))?;
    let broken = if status.success() { Vec::new() } else { vec!["it failed: see above".to_owned()] };
    Ok(Runner { name, text, answers, broken, left_out: [0; FILES.len()] })
}
