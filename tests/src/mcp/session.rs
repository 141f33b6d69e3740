//! Whole sessions of an agent as files: what it sends, and everything it reads.
//!
//! A line that starts with `>` is sent: a method, a space, and its parameters as JSON. `!` starts
//! the server with arguments. What came back stands below, laid out for reading; versions, times and
//! generated ids are replaced by words. `PLANMARK_BLESS=1` writes it anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::cli::Desk;
use crate::mcp::LineClient;

/// Replays a file and compares.
///
/// # Errors
///
/// What differs.
///
/// # Panics
///
/// When the file can't be read or written.
pub fn check(file: &Path) -> Result<(), String> {
    let stored = fs::read_to_string(file).expect("a session can be read");
    let replayed = replay(&stored);
    if std::env::var_os("PLANMARK_BLESS").is_some() {
        fs::write(file, &replayed).expect("a session can be written");
        return Ok(());
    }
    let difference = stored.lines().zip(replayed.lines()).position(|(stored, replayed)| stored != replayed);
    let place = difference.unwrap_or_else(|| stored.lines().count().min(replayed.lines().count()));
    if stored == replayed {
        return Ok(());
    }
    let line = |text: &str| text.lines().nth(place).unwrap_or("the end").to_owned();
    Err(format!("{} line {}:\n- {}\n+ {}", file.display(), place + 1, line(&stored), line(&replayed)))
}

fn replay(script: &str) -> String {
    let desk = Desk::new();
    let mut client = None;
    let mut shown = String::new();
    let mut names = Names::default();
    for line in script.lines() {
        if let Some(arguments) = line.strip_prefix("! ") {
            let arguments: Vec<_> = arguments.split_whitespace().skip(2).collect();
            client = Some(LineClient::start(&desk, &arguments));
        } else if let Some(request) = line.strip_prefix("> ") {
            let client = client.as_mut().expect("the session starts with `! planmark mcp`");
            let (method, params) = request.split_once(' ').unwrap_or((request, "{}"));
            let params = serde_json::from_str(&names.given_back(params)).expect("parameters are JSON");
            let _ = writeln!(shown, "{line}");
            if method.starts_with("notifications/") {
                client.tell(method, params);
            } else {
                let answer = client.ask(method, params);
                let answer = if answer["error"].is_null() { &answer["result"] } else { &answer["error"] };
                shown.push_str(&names.put_in(&laid_out(answer)));
            }
            continue;
        } else if !line.starts_with('#') && !line.is_empty() {
            continue;
        }
        let _ = writeln!(shown, "{line}");
    }
    shown
}

/// An answer as lines. A text that is the structured content again is checked and left out.
fn laid_out(answer: &Value) -> String {
    let mut answer = answer.clone();
    let structured = answer["structuredContent"].clone();
    if !structured.is_null() {
        let text = answer["content"][0]["text"].as_str().unwrap_or_default();
        let same = serde_json::from_str::<Value>(text).is_ok_and(|text| text == structured);
        assert!(same, "the text is not the structured content: {text}");
        answer["content"] = Value::from("the same as text");
    } else if let Some(Ok(refusal)) = answer["content"][0]["text"].as_str().map(serde_json::from_str::<Value>)
    {
        answer["content"] = refusal;
    }
    let json = serde_json::to_string_pretty(&answer).unwrap_or_default();
    json.lines().fold(String::new(), |all, line| all + "    " + line + "\n")
}

/// Values that differ by run, by the names that stand for them.
#[derive(Default)]
struct Names {
    versions: Vec<String>,
    others: BTreeMap<String, String>,
}

impl Names {
    fn put_in(&mut self, text: &str) -> String {
        let mut named = String::new();
        for line in text.lines() {
            let _ = writeln!(named, "{}", self.line(line));
        }
        named
    }

    fn line(&mut self, line: &str) -> String {
        let Some((field, rest)) = line.split_once("\": ") else { return line.to_owned() };
        let name = field.trim().trim_start_matches('"');
        let value = rest.trim_end_matches(',');
        let comma = &rest[value.len()..];
        let bare = value.trim_matches('"');
        if name.ends_with("version") && bare.len() == 32 {
            let number = self.versions.iter().position(|known| known == bare).unwrap_or_else(|| {
                self.versions.push(bare.to_owned());
                self.versions.len() - 1
            });
            return format!("{field}\": \"VERSION-{}\"{comma}", number + 1);
        }
        if name.ends_with("_at_ms") || name.ends_with("_at") {
            return format!("{field}\": \"TIME\"{comma}");
        }
        if name == "plan_id" {
            let number = self.others.len() + 1;
            let plan = self.others.entry(bare.to_owned()).or_insert_with(|| format!("PLAN-{number}"));
            return format!("{field}\": \"{plan}\"{comma}");
        }
        line.to_owned()
    }

    /// What the names in a request stand for.
    fn given_back(&self, text: &str) -> String {
        let versions = self.versions.iter().enumerate().rev();
        let text = versions
            .fold(text.to_owned(), |text, (n, version)| text.replace(&format!("VERSION-{}", n + 1), version));
        self.others.iter().fold(text, |text, (plan, name)| text.replace(name.as_str(), plan))
    }
}
