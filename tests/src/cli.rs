//! Runs the real command line program, each time in a fresh folder and a clean environment.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

pub mod transcript;

/// The built program. It stands beside the test executables' folder.
///
/// # Panics
///
/// When it is not built.
#[must_use]
pub fn program() -> PathBuf {
    let test = std::env::current_exe().expect("the test knows where it is");
    // Tests are in target/release/deps, programs that measure beside the program itself.
    let folder = test.parent().expect("a folder");
    let release = if folder.ends_with("deps") { folder.parent().expect("target/release") } else { folder };
    let program = release.join(format!("planmark{}", std::env::consts::EXE_SUFFIX));
    assert!(
        program.exists(),
        "{} is not built: run `cargo build --release` before these tests",
        program.display()
    );
    program
}

/// A folder to work in, with a home in it.
pub struct Desk {
    folder: TempDir,
}

/// How a run ended.
pub struct Run {
    /// The exit code.
    pub exit: i32,
    /// Standard output.
    pub out: Vec<u8>,
    /// Standard error.
    pub err: String,
}

impl Desk {
    /// Makes a folder; the home in it does not exist yet.
    ///
    /// # Panics
    ///
    /// When the folder can't be made.
    #[must_use]
    pub fn new() -> Self {
        Self { folder: TempDir::new().expect("a temporary folder") }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The home that runs use.
    #[must_use]
    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// Writes a file into the folder.
    ///
    /// # Panics
    ///
    /// When it can't be written.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.folder.path().join(name), bytes).expect("a file to test with");
    }

    /// The command for a program, in this folder, with nothing in its environment that this machine
    /// has by chance.
    #[must_use]
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        let own = self::program();
        let tools = std::env::var_os("PATH").unwrap_or_default();
        let folders = own.parent().map(Path::to_owned).into_iter().chain(std::env::split_paths(&tools));
        let path = std::env::join_paths(folders).expect("folders that make a path");
        command
            .current_dir(self.folder.path())
            .env_clear()
            .env("PATH", path)
            .env("HOME", self.folder.path())
            .env("USER", "anna")
            .env("PLANMARK_HOME", self.home())
            .stdin(Stdio::null());
        command
    }

    /// Runs the program with nothing on standard input.
    ///
    /// # Panics
    ///
    /// When it can't be started.
    #[expect(clippy::must_use_candidate, reason = "runs are made for what they leave behind, too")]
    pub fn run(&self, arguments: &[&str]) -> Run {
        self.send(arguments, b"")
    }

    /// Runs the program with these bytes on standard input.
    ///
    /// # Panics
    ///
    /// When it can't be started, or ended by a signal.
    #[expect(clippy::must_use_candidate, reason = "runs are made for what they leave behind, too")]
    pub fn send(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut command = self.command(program());
        command.args(arguments);
        self.feed(command, input)
    }

    /// Runs a command with these bytes on standard input.
    ///
    /// # Panics
    ///
    /// When it can't be started, or ended by a signal.
    #[must_use]
    pub fn feed(&self, mut command: Command, input: &[u8]) -> Run {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.to_owned();
        // The program may refuse before it has read everything: that is its right.
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("the writer ends");
        Run::of(&output)
    }
}

impl Default for Desk {
    fn default() -> Self {
        Self::new()
    }
}

impl Run {
    /// Reads the output of a program.
    ///
    /// # Panics
    ///
    /// When it ended by a signal, or standard error is not UTF-8.
    #[must_use]
    pub fn of(output: &Output) -> Self {
        let exit = output.status.code().expect("no signal ended the program");
        let err = String::from_utf8(output.stderr.clone()).expect("messages are UTF-8");
        Self { exit, out: output.stdout.clone(), err }
    }

    /// Standard output as JSON.
    ///
    /// # Panics
    ///
    /// When it is not exactly one line of JSON, or something was remarked beside it.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        assert_eq!((self.exit, self.err.as_str()), (0, ""), "a result, and nothing beside it");
        let text = std::str::from_utf8(&self.out).expect("JSON is UTF-8");
        assert_eq!(text.matches('\n').count(), 1, "one line: {text}");
        serde_json::from_str(text).expect("JSON")
    }

    /// The error of a run with `--json`: its `error` object.
    ///
    /// # Panics
    ///
    /// When the run did not fail, printed a result, or printed another error than exactly one line
    /// of JSON.
    #[must_use]
    pub fn error(&self) -> serde_json::Value {
        assert_ne!(self.exit, 0, "it succeeded: {}", String::from_utf8_lossy(&self.out));
        assert_eq!(String::from_utf8_lossy(&self.out), "", "no result beside an error");
        assert_eq!(self.err.matches('\n').count(), 1, "one line: {}", self.err);
        let mut document: serde_json::Value = serde_json::from_str(&self.err).expect("JSON");
        document["error"].take()
    }

    /// Asserts that the run failed as said, and gives the error.
    ///
    /// # Panics
    ///
    /// When it did not.
    #[expect(clippy::must_use_candidate, reason = "it asserts; the error is for those who want more")]
    pub fn refused(&self, code: &str, exit: i32) -> serde_json::Value {
        let error = self.error();
        assert_eq!((error["code"].as_str(), self.exit), (Some(code), exit), "{error}");
        for field in ["message", "next"] {
            assert!(error[field].as_str().is_some_and(|text| !text.is_empty()), "{field}: {error}");
        }
        error
    }
}
