//! The line with which a client starts a hook of ours: how it is written, and how it is known again.

use clap::ValueEnum;

use crate::cli::hook::event::Moment;
use crate::cli::init::entry::is_planmark;

/// Characters beside letters and digits that no POSIX shell takes for more than they are.
const PLAIN_POSIX: &str = "_-./:=,@%+";
/// The same for PowerShell, which makes lists of commas and takes words apart at dots and colons.
const PLAIN_POWERSHELL: &str = "_-/";
/// What may stand unquoted in a line that is known again: a hand may have put a path into it.
const READ_PLAIN: &str = "_-./:=,@%+~\\";

/// How hooks start this program.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Command {
    /// The program.
    pub(crate) program: String,
    /// What is said to it behind the event.
    pub(crate) options: Vec<String>,
}

/// Where a line stands in a handler, and so what runs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Runner {
    /// The shell of the client's choice.
    Command,
    /// Copilot's POSIX shell.
    Bash,
    /// Copilot's PowerShell.
    PowerShell,
}

impl Runner {
    /// Every runner.
    pub(crate) const ALL: [Self; 3] = [Self::Command, Self::Bash, Self::PowerShell];

    /// The key of the line.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Bash => "bash",
            Self::PowerShell => "powershell",
        }
    }

    /// What stands before the words and behind them. Where this program is missing, Copilot would take
    /// another end than 0 for a denial of every tool.
    fn around(self) -> (&'static str, &'static str) {
        match self {
            Self::Command => ("", ""),
            Self::Bash => ("", " || exit 0"),
            Self::PowerShell => ("& ", "; exit 0"),
        }
    }

    /// Whether a character is a single quote: PowerShell takes the typographic ones for it too.
    fn is_quote(self, c: char) -> bool {
        c == '\'' || self == Self::PowerShell && ('\u{2018}'..='\u{201b}').contains(&c)
    }

    /// A word in quotes where it needs any.
    fn quoted(self, word: &str) -> String {
        let power = self == Self::PowerShell;
        let plain = if power { PLAIN_POWERSHELL } else { PLAIN_POSIX };
        if !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || plain.contains(c)) {
            return word.to_owned();
        }
        let mark = if power { '\'' } else { '"' };
        let mut quoted = String::from(mark);
        for c in word.chars() {
            match (power, c) {
                (true, c) if self.is_quote(c) => quoted.push(c),
                (false, '"' | '\\' | '$' | '`') => quoted.push('\\'),
                _ => {}
            }
            quoted.push(c);
        }
        quoted.push(mark);
        quoted
    }

    /// The words of a line that starts one program and does nothing else.
    fn words(self, line: &str) -> Option<Vec<String>> {
        let (before, after) = self.around();
        let line = line.trim().strip_prefix(before)?.strip_suffix(after)?;
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut rest = line.chars().peekable();
        while let Some(c) = rest.next() {
            if c == ' ' {
                words.extend(word.take());
                continue;
            }
            let word = word.get_or_insert_default();
            if c == '"' {
                loop {
                    match rest.next()? {
                        '"' => break,
                        '\\' => word.push(rest.next_if(|c| "\"\\$`".contains(*c)).unwrap_or('\\')),
                        '$' | '`' => return None,
                        c => word.push(c),
                    }
                }
            } else if self.is_quote(c) {
                loop {
                    let c = rest.next()?;
                    let ends = self.is_quote(c)
                        && (self != Self::PowerShell || rest.next_if(|next| self.is_quote(*next)).is_none());
                    if ends {
                        break;
                    }
                    word.push(c);
                }
            } else if c.is_alphanumeric() || READ_PLAIN.contains(c) {
                word.push(c);
            } else {
                return None;
            }
        }
        words.extend(word);
        Some(words)
    }
}

impl Command {
    /// The line that starts the hook of a client.
    pub(crate) fn line(&self, runner: Runner, client: &str, moment: Moment) -> String {
        let (program, event) = (self.program(), moment.id());
        let words = [program.as_str(), "hook", client, event.as_str()];
        let words = words.into_iter().chain(self.options.iter().map(String::as_str));
        let (before, after) = runner.around();
        let words: Vec<_> = words.map(|word| runner.quoted(word)).collect();
        format!("{before}{}{after}", words.join(" "))
    }

    /// Whether a line starts a hook of that client, with this program or one named `planmark`, and does
    /// nothing else.
    pub(crate) fn is_in(&self, runner: Runner, line: &str, client: &str) -> bool {
        let words = runner.words(line).unwrap_or_default();
        match words.split_first() {
            Some((program, rest)) => {
                (*program == self.program() || is_planmark(program)) && is_hook(rest, client)
            }
            None => false,
        }
    }

    /// The program as every shell of Windows takes it.
    fn program(&self) -> String {
        if cfg!(windows) { self.program.replace('\\', "/") } else { self.program.clone() }
    }
}

/// Whether the words behind the program are options for every command, and then a hook of the client.
fn is_hook(words: &[String], client: &str) -> bool {
    let mut words = words.iter().map(String::as_str);
    loop {
        match words.next() {
            Some("--home" | "--color") => drop(words.next()),
            Some("--json") => {}
            Some(word) if word.starts_with("--home=") || word.starts_with("--color=") => {}
            Some("hook") => break,
            _ => return false,
        }
    }
    words.next() == Some(client) && words.next().is_some_and(|event| Moment::from_str(event, false).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(program: &str, options: &[&str]) -> Command {
        Command {
            program: program.to_owned(),
            options: options.iter().map(|option| (*option).to_owned()).collect(),
        }
    }

    #[test]
    fn a_word_is_quoted_where_a_shell_would_take_it_apart() {
        for (word, posix, power) in [
            ("/usr/bin/planmark", "/usr/bin/planmark", "/usr/bin/planmark"),
            ("C:/Program Files/p.exe", "\"C:/Program Files/p.exe\"", "'C:/Program Files/p.exe'"),
            ("a\"b$c`d\\e", "\"a\\\"b\\$c\\`d\\\\e\"", "'a\"b$c`d\\e'"),
            ("it's\u{2019}", "\"it's\u{2019}\"", "'it''s\u{2019}\u{2019}'"),
            ("--tool-suffix=x.y", "--tool-suffix=x.y", "'--tool-suffix=x.y'"),
            ("a,b", "a,b", "'a,b'"),
            ("", "\"\"", "''"),
        ] {
            assert_eq!(Runner::Bash.quoted(word), posix);
            assert_eq!(Runner::PowerShell.quoted(word), power);
        }
    }

    #[test]
    fn every_line_that_is_written_is_known_again() {
        let options = ["--home", "/a \"b\"/$(x)/`y`/it's/\u{2018}z/&&/é", "--session", "s-1"];
        for program in ["planmark", "/opt/pm", "/a b/it's $5/pm", "C:/Program Files/p.exe"] {
            let command = command(program, &options);
            for runner in Runner::ALL {
                let line = command.line(runner, "copilot", Moment::Stop);
                assert!(command.is_in(runner, &line, "copilot"), "{line}");
                assert!(!command.is_in(runner, &line, "cursor"), "{line}");
                let words = runner.words(&line).expect("one command");
                assert_eq!(words[4..], options, "{line}");
            }
        }
    }

    #[test]
    fn only_a_line_that_does_nothing_else_is_ours() {
        let command = command("/opt/pm", &[]);
        for (line, ours) in [
            ("planmark hook claude-code stop", true),
            ("/opt/pm hook claude-code stop --session s", true),
            ("~/bin/planmark --home '/a b' --json hook claude-code stop", true),
            ("\"C:\\Program Files\\planmark.exe\" --color=never hook claude-code stop", true),
            ("planmark hook claude-code stop && notify", false),
            ("planmark hook claude-code stop; notify", false),
            ("planmark hook claude-code stop | tee log", false),
            ("planmark hook claude-code stop > log", false),
            ("planmark hook claude-code stop\nnotify", false),
            ("planmark hook claude-code stop \"$(notify)\"", false),
            ("planmark hook claude-code 'stop", false),
            ("notify && planmark hook claude-code stop", false),
            ("A=1 planmark hook claude-code stop", false),
            ("echo planmark hook claude-code stop", false),
            ("planmark hook claude-code later", false),
            ("planmark hook codex stop", false),
            ("/opt/other hook claude-code stop", false),
            ("planmark mcp", false),
            ("", false),
        ] {
            assert_eq!(command.is_in(Runner::Command, line, "claude-code"), ours, "{line}");
        }
    }
}
