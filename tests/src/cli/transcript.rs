//! Transcripts: files that show what a person types and what is printed.
//!
//! The form is that of cram. Lines without indentation are prose. `  $ ` begins a command for `sh`,
//! `  > ` continues it, and the indented lines below are what it prints, standard error included,
//! then `  [3]` when it ends with another exit code than 0. `(no-eol)` marks output that does not
//! end with a line feed, `(empty)` an empty line, and control characters stand as `\u{1b}`. What
//! differs from run to run is replaced: versions by `<version-1>`, numbered by appearance, times by
//! `<time>` and `<ms>`, digests by `<digest>`, and the folder by `<folder>`.
//!
//! `PLANMARK_BLESS=1 cargo test …` writes what is printed now into the file; review the difference.

use std::path::Path;
use std::process::Command;

use crate::cli::Desk;

/// Functions that the commands of a transcript may use.
const PRELUDE: &str = r#"
version() { planmark plan show --task "$1" --json | sed -n 's/.*"version":"\([^"]*\)".*/\1/p'; }
field() { sed -n 's/.*"'"$1"'":\([^,}]*\).*/\1/p'; }
"#;

/// Runs a transcript and compares, or writes, what is printed.
///
/// # Errors
///
/// The transcript as it should be, and as it is.
///
/// # Panics
///
/// When the file can't be read, or the shell can't be started.
pub fn check(file: &Path) -> Result<(), String> {
    let expected = std::fs::read_to_string(file).expect("a transcript");
    let actual = replay(&expected);
    if actual == expected {
        return Ok(());
    }
    if std::env::var_os("PLANMARK_BLESS").is_some() {
        std::fs::write(file, actual).expect("the transcript is written");
        return Ok(());
    }
    let difference = first_difference(&expected, &actual);
    Err(format!("{}: {difference}", file.display()))
}

fn first_difference(expected: &str, actual: &str) -> String {
    let mut lines = 1;
    let (mut expected, mut actual) = (expected.lines(), actual.lines());
    loop {
        match (expected.next(), actual.next()) {
            (Some(expected), Some(actual)) if expected == actual => lines += 1,
            (expected, actual) => {
                return format!("line {lines}:\n  expected {expected:?}\n  printed  {actual:?}");
            }
        }
    }
}

/// The transcript with what its commands print now.
fn replay(transcript: &str) -> String {
    let desk = Desk::new();
    let mut versions = Vec::new();
    let mut replayed = String::new();
    let mut lines = transcript.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(first) = line.strip_prefix("  $ ") {
            replayed.push_str(&format!("{line}\n"));
            let mut command = first.to_owned();
            while let Some(more) = lines.peek().and_then(|line| line.strip_prefix("  > ")) {
                command.push_str(&format!("\n{more}"));
                replayed.push_str(&format!("  > {more}\n"));
                lines.next();
            }
            for line in run(&desk, &command, &mut versions) {
                replayed.push_str(&format!("  {line}\n"));
            }
            // What it printed before ends at the next command or the next prose.
            while lines.next_if(|line| line.starts_with("  ") && !line.starts_with("  $ ")).is_some() {}
        } else {
            replayed.push_str(&format!("{line}\n"));
        }
    }
    replayed
}

fn run(desk: &Desk, command: &str, versions: &mut Vec<String>) -> Vec<String> {
    let script = format!("{PRELUDE}\nexec 2>&1\n{command}");
    let mut shell: Command = desk.command("sh");
    let output = shell.args(["-c", &script]).output().expect("sh starts");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let printed = neutral(&printed, desk, versions);
    let mut lines: Vec<String> = printed.split_inclusive('\n').map(marked).collect();
    match output.status.code() {
        Some(0) => {}
        Some(exit) => lines.push(format!("[{exit}]")),
        None => lines.push("[signal]".to_owned()),
    }
    lines
}

fn marked(line: &str) -> String {
    let shown: String = line
        .trim_end_matches('\n')
        .chars()
        .map(|character| {
            if (character.is_control() && character != '\t') || character == '\u{2028}' {
                format!("\\u{{{:x}}}", u32::from(character))
            } else {
                character.to_string()
            }
        })
        .collect();
    match (line.ends_with('\n'), shown.is_empty()) {
        (true, true) => "(empty)".to_owned(),
        (true, false) => shown,
        (false, _) => format!("{shown} (no-eol)"),
    }
}

/// Replaces what differs from run to run.
fn neutral(text: &str, desk: &Desk, versions: &mut Vec<String>) -> String {
    let folder = desk.folder().display().to_string();
    let text = text.replace(&folder, "<folder>");
    let mut neutral = String::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let word: &str = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        if let Some(after) = without_time(rest) {
            neutral.push_str("<time>");
            rest = after;
        } else if word.is_empty() {
            neutral.push(first);
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        } else {
            neutral.push_str(&replaced(word, versions));
            rest = rest.get(word.len()..).unwrap_or_default();
        }
    }
    neutral
}

fn replaced(word: &str, versions: &mut Vec<String>) -> String {
    let hex = word.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    match word.len() {
        64 if hex => "<digest>".to_owned(),
        32 if hex => {
            let known = versions.iter().position(|version| version == word);
            let number = known.unwrap_or_else(|| {
                versions.push(word.to_owned());
                versions.len() - 1
            });
            format!("<version-{}>", number + 1)
        }
        13 if word.bytes().all(|byte| byte.is_ascii_digit()) => "<ms>".to_owned(),
        _ => word.to_owned(),
    }
}

/// What follows a time like `2026-11-30 13:55:12Z` at the start of `text`.
fn without_time(text: &str) -> Option<&str> {
    const FORM: &str = "0000-00-00 00:00:00Z";
    let (time, after) = text.split_at_checked(FORM.len())?;
    let fits = time
        .bytes()
        .zip(FORM.bytes())
        .all(|(byte, form)| if form == b'0' { byte.is_ascii_digit() } else { byte == form });
    fits.then_some(after)
}
