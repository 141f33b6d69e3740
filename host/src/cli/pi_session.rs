//! A Pi session's file (format 3), read in place: its entries as those of a session, and the bodies
//! of its plans.
//!
//! The workflow extension of Pi keeps plans as custom entries of type `workflow-plan`. What it wrote
//! there and can't be read becomes a damaged entry, which every read reports; all other entries only
//! keep the path together (D31).

use std::fs;
use std::io::{BufReader, Read};
use std::path::Path;

use planmark_core::capability::BODY_MAX_BYTES;
use planmark_core::tracker::entry::{Entry, Event, Mark, Seed, SeedTask};
use serde::Deserialize;
use serde_json::Value;

use crate::cli::report::{Code, Report, shown};
use crate::cli::transcript::{each_record, open, unreadable};

/// What the file holds.
#[derive(Debug)]
pub(crate) struct PiSession {
    /// The id in its header.
    pub(crate) id: String,
    /// Its entries, in the order of the file. The branch ends at the last one.
    pub(crate) entries: Vec<Entry>,
    /// Whether the file ends in a half record, which Pi may be writing just now.
    pub(crate) half_record: bool,
}

#[derive(Deserialize)]
struct Record {
    #[serde(rename = "type")]
    kind: String,
    version: Option<u64>,
    id: Option<String>,
    #[serde(rename = "parentId")]
    parent: Option<String>,
    #[serde(rename = "customType")]
    custom: Option<String>,
    data: Option<Value>,
}

/// What the extension keeps in an entry.
#[derive(Deserialize)]
#[serde(tag = "event", rename_all = "lowercase", rename_all_fields = "camelCase")]
enum Data {
    Set { plan_id: String, path: Option<String>, at: u64, tasks: Vec<SeedTask> },
    Activate { plan_id: String, at: u64 },
    Clear { plan_id: String, at: u64 },
    Tick { plan_id: String, task_id: String, at: u64 },
}

impl PiSession {
    /// Reads the file.
    ///
    /// # Errors
    ///
    /// `input-missing`, `input-is-folder`, `input-unreadable`; `transcript-unknown` when it doesn't
    /// begin with the header of a Pi session of format 3.
    pub(crate) fn read(path: &Path) -> Result<Self, Report> {
        let (mut id, mut entries, mut first) = (None, Vec::new(), true);
        let outcome = each_record(BufReader::new(open(path)?), |record| {
            let record = serde_json::from_slice::<Record>(record);
            match record {
                Ok(Record { kind, version: Some(3), id: Some(session), .. })
                    if first && kind == "session" =>
                {
                    id = Some(session);
                }
                Ok(record) => entries.extend(entry(record)),
                Err(_) => {}
            }
            first = false;
        });
        let half_record = outcome.map_err(|error| unreadable(path, &error))?;
        match id {
            Some(id) => Ok(Self { id, entries, half_record }),
            None => Err(Report::new(
                Code::TranscriptUnknown,
                format!("{} is no session of Pi in format 3", shown(path)),
                "Name the session's .jsonl file; a current Pi brings an older one to that format when it opens it.",
            )),
        }
    }

    /// The bodies of its plans that can be read, each plan once, in the order they were saved last.
    pub(crate) fn bodies(&self) -> Vec<(String, String)> {
        let mut bodies: Vec<(String, String)> = Vec::new();
        for entry in &self.entries {
            let Event::Set(Seed { plan, path: Some(path), .. }) = &entry.event else { continue };
            bodies.retain(|(known, _)| known != plan);
            bodies.extend(body(plan, Path::new(path)).map(|text| (plan.clone(), text)));
        }
        bodies
    }
}

/// The body of a plan at the path that its session names: a file of the plan's own name, at most
/// 262,144 bytes of UTF-8, and no link.
pub(crate) fn body(plan: &str, path: &Path) -> Option<String> {
    let named = path.file_name().and_then(|name| name.to_str())?.strip_suffix(".md")? == plan;
    let metadata = path.symlink_metadata().ok()?;
    if !named || !metadata.is_file() || metadata.len() > BODY_MAX_BYTES as u64 {
        return None;
    }
    let mut text = String::new();
    let file = fs::File::open(path).ok()?;
    file.take(BODY_MAX_BYTES as u64 + 1).read_to_string(&mut text).ok()?;
    (1..=BODY_MAX_BYTES).contains(&text.len()).then_some(text)
}

/// The entry that a record is; none when it is none at all.
fn entry(record: Record) -> Option<Entry> {
    let Record { kind, id, parent, custom, data, .. } = record;
    let (event, at_ms) = if kind == "custom" && custom.as_deref() == Some("workflow-plan") {
        match data.map(serde_json::from_value::<Data>) {
            Some(Ok(data)) => event(data),
            _ => (Event::Damaged, 0),
        }
    } else {
        (Event::Other, 0)
    };
    Some(Entry { id: id?, parent, at_ms, by: None, event })
}

fn event(data: Data) -> (Event, u64) {
    match data {
        Data::Set { plan_id: plan, path, at, tasks } => {
            // Pi keeps no digest: what was edited since is seen from the tasks alone.
            (Event::Set(Seed { plan, digest: String::new(), path, saved_at_ms: at, tasks }), at)
        }
        Data::Activate { plan_id, at } => (Event::Activate(plan_id), at),
        Data::Clear { plan_id, at } => (Event::Clear(plan_id), at),
        Data::Tick { plan_id: plan, task_id: task, at } => (Event::Tick(Mark { plan, task }), at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"type":"session","version":3,"id":"s-1","timestamp":"t","cwd":"/"}"#;

    fn read(records: &[&str]) -> Result<PiSession, Report> {
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), records.join("\n") + "\n").expect("written");
        PiSession::read(file.path())
    }

    fn plan(id: &str, parent: &str, data: &str) -> String {
        format!(
            r#"{{"type":"custom","id":"{id}","parentId":"{parent}","timestamp":"t","customType":"workflow-plan","data":{data}}}"#
        )
    }

    #[test]
    fn its_plans_are_entries_and_the_rest_is_the_path_between_them() {
        let message =
            r#"{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"go"}}"#;
        let set = plan(
            "b",
            "a",
            r#"{"event":"set","planId":"p","path":"/x/p.md","savedAt":"2026-08-01T00:00:00Z","at":5,"tasks":[{"id":"task-1","title":"T","metadata":{"nfrs":"n"}}]}"#,
        );
        let tick = plan("c", "b", r#"{"event":"tick","planId":"p","taskId":"task-1","at":6}"#);
        let damaged = plan("d", "c", r#"{"event":"set","planId":"p","tasks":null}"#);
        let session = read(&[HEADER, message, &set, &tick, &damaged]).expect("a session");
        let events: Vec<_> = session.entries.iter().map(|entry| &entry.event).collect();
        let tasks = vec![SeedTask { id: "task-1".to_owned(), title: "T".to_owned() }];
        let seed = Seed {
            plan: "p".to_owned(),
            digest: String::new(),
            path: Some("/x/p.md".to_owned()),
            saved_at_ms: 5,
            tasks,
        };
        let mark = Mark { plan: "p".to_owned(), task: "task-1".to_owned() };
        assert_eq!(events, [&Event::Other, &Event::Set(seed), &Event::Tick(mark), &Event::Damaged]);
        assert_eq!((session.id.as_str(), session.half_record), ("s-1", false));
        assert!(session.bodies().is_empty(), "the file isn't there");
    }

    #[test]
    fn another_file_is_refused() {
        for records in [&[][..], &["{}"], &[r#"{"type":"session","version":2,"id":"s"}"#], &["x", HEADER]] {
            let report = read(records).expect_err("no session");
            assert_eq!(report.code(), "transcript-unknown", "{records:?}");
        }
    }

    #[test]
    fn a_body_is_a_file_of_the_plans_own_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("p.md");
        fs::write(&path, "# P\n").expect("written");
        assert_eq!(body("p", &path).as_deref(), Some("# P\n"));
        assert_eq!(body("q", &path), None);
        assert_eq!(body("p", &folder.path().join("q.md")), None);
        fs::write(&path, vec![b'a'; BODY_MAX_BYTES + 1]).expect("written");
        assert_eq!(body("p", &path), None);
        fs::write(&path, [0xff]).expect("written");
        assert_eq!(body("p", &path), None);
    }
}
