//! The hosts in other languages, as programs to run, and the command line beside them.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use planmark::Planmark;

/// A language that has a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// The crate `planmark`.
    Rust,
    /// `bindings/node`.
    Node,
    /// `bindings/python`.
    Python,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::Rust, Self::Node, Self::Python];

    /// The two others.
    #[must_use]
    pub fn others(self) -> [Self; 2] {
        match self {
            Self::Rust => [Self::Node, Self::Python],
            Self::Node => [Self::Rust, Self::Python],
            Self::Python => [Self::Rust, Self::Node],
        }
    }

    /// The command of its worker, which plays a part at a home: `actor` is the worker of Rust.
    #[must_use]
    pub fn worker(self, actor: &Path, part: &str, home: &Path) -> Command {
        let mut command = match self {
            Self::Rust => Command::new(actor),
            Self::Node => node("tests/worker.mjs"),
            Self::Python => python("tests/worker.py"),
        };
        command.arg(part).arg(home);
        command
    }
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A script of the Node host.
#[must_use]
pub fn node(script: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(root().join("bindings/node").join(script));
    command
}

/// A script of the web package: it starts Chromium.
#[must_use]
pub fn web(script: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(root().join("bindings/web").join(script));
    command
}

/// A script of the Python host.
#[must_use]
pub fn python(script: &str) -> Command {
    let mut command = Command::new(root().join("target/python/bin/python"));
    command.arg(root().join("bindings/python").join(script));
    command
}

/// Says what is missing to run the hosts in Node and Python, and whether they have the engine of this
/// build.
///
/// # Errors
///
/// A sentence that names the command to run.
pub fn ready() -> Result<(), String> {
    let needed = [
        "bindings/node/node_modules/.setup",
        "bindings/node/generated/.setup",
        "bindings/web/tests/dist/.setup",
        "target/python/requirements.txt",
        "target/component/planmark.wasm",
    ];
    if let Some(missing) = needed.iter().find(|path| !root().join(path).exists()) {
        return Err(format!(
            "the hosts of other languages are not set up ({missing} is missing): run `make bindings`"
        ));
    }
    let component = std::fs::read(root().join("target/component/planmark.wasm"));
    if component.is_ok_and(|bytes| bytes == Planmark::component_bytes()) {
        Ok(())
    } else {
        Err("the hosts of other languages have another engine than this build: run `make bindings`"
            .to_owned())
    }
}

/// Runs the command line program with this on standard input, as author `anna`, with its defaults.
///
/// # Panics
///
/// When it can't be run.
#[must_use]
pub fn command_line(program: &Path, home: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).env("PLANMARK_HOME", home).env_remove("PLANMARK_COALESCE_WINDOW");
    command.env("PLANMARK_AUTHOR", "anna");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|threads| {
        // The program may refuse before it has read everything: that is its right.
        threads.spawn(move || drop(stdin.write_all(input.as_bytes())));
        child.wait_with_output().expect("the program ends")
    })
}
