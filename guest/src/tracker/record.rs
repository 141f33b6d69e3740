//! What the cells of a session hold, and under which keys.

use serde::{Deserialize, Serialize};

use super::FORMAT;
use super::entry::{Event, Mark, Mode, Seed, SeedTask};
use super::fold::Ledger;
use super::reply::Origin;
use crate::author::Author;
use crate::key::numbered;
use crate::refusal::Refusal;

/// The session as it stands.
pub(crate) const HEAD: &str = "head";
/// Entries, in cells named by the number of the first one.
pub(crate) const LOG: &str = "log/";

/// The start of the keys of all queues of a plan.
pub(crate) fn seeds_of(plan: &str) -> String {
    ["seed/", plan, "/"].concat()
}

/// The key of the queue that an entry set.
pub(crate) fn seed_key(plan: &str, entry: u32) -> String {
    numbered(&seeds_of(plan), entry)
}

/// The key of a request that was answered.
pub(crate) fn request_key(id: &str) -> String {
    ["request/", id].concat()
}

/// A session as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    /// The format of the scope.
    pub(crate) format: u32,
    /// When the session was made, in milliseconds since the Unix epoch.
    pub(crate) created_at_ms: u64,
    /// When its latest entry was made, in milliseconds since the Unix epoch.
    pub(crate) updated_at_ms: u64,
    /// How many entries it has.
    pub(crate) entries: u32,
    /// The entry at the end of its branch; 0 is where the session begins.
    pub(crate) leaf: u32,
    /// The first entry of the cell that holds the leaf; 0 where there is no cell.
    pub(crate) cell: u32,
    /// Where it was forked, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) origin: Option<Origin>,
    /// Who else keeps its log (D34).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) owner: Option<String>,
}

impl Head {
    /// The head of a session without entries.
    pub(crate) fn new(now_ms: u64) -> Self {
        Self {
            format: FORMAT,
            created_at_ms: now_ms,
            updated_at_ms: now_ms,
            entries: 0,
            leaf: 0,
            cell: 0,
            origin: None,
            owner: None,
        }
    }

    /// Reads a head cell.
    ///
    /// # Errors
    ///
    /// `newer-format`, `session-damaged`.
    pub(crate) fn parse(value: &str, session: &str) -> Result<Self, Refusal> {
        #[derive(Deserialize)]
        struct Format {
            format: u32,
        }
        match serde_json::from_str::<Self>(value) {
            Ok(head) if head.format == FORMAT && head.is_consistent() => Ok(head),
            _ => match serde_json::from_str::<Format>(value) {
                Ok(Format { format }) if format > FORMAT => Err(Refusal::NewerFormat),
                _ => Err(damaged(session)),
            },
        }
    }

    /// Whether the numbers can be true together.
    fn is_consistent(&self) -> bool {
        self.leaf <= self.entries
            && self.cell <= self.leaf.max(1)
            && (self.leaf == 0 || self.cell > 0)
            && self.entries < u32::MAX
    }
}

/// The refusal of a session whose entries can't be followed.
pub(crate) fn damaged(session: &str) -> Refusal {
    Refusal::SessionDamaged { session: session.to_owned() }
}

/// The first line of a log cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The entry that the cell's first one follows; 0 is where the session begins.
    pub(crate) parent: u32,
    /// The first entry of the cell that holds that entry; 0 where there is none.
    pub(crate) cell: u32,
    /// What the branch amounts to up to that entry.
    pub(crate) ledger: Ledger,
}

/// One entry, a line of a log cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Line {
    /// The entry's number in its session, from 1.
    pub(crate) id: u32,
    /// When, in milliseconds since the Unix epoch.
    pub(crate) at_ms: u64,
    /// Who, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<Author>,
    /// What.
    pub(crate) event: Recorded,
}

/// What an entry says, as it is stored: an [`Event`] whose queue has a cell of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Recorded {
    /// Starts the queue of a plan anew.
    Set(Placed),
    /// Makes a plan the active one.
    Activate(String),
    /// Takes a plan off the branch.
    Clear(String),
    /// Ends a task.
    Tick(Mark),
    /// Reopens a task.
    Untick(Mark),
    /// Changes what the agent is asked to do.
    Mode(Mode),
    /// Concerns the roots of the session.
    Root(Box<crate::runtime::entry::Event>),
    /// Was damaged where it came from.
    Damaged,
}

/// A [`Seed`] without its tasks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Placed {
    /// The plan's id.
    pub(crate) plan: String,
    /// SHA-256 of the body's bytes, 64 hex digits, or empty.
    pub(crate) digest: String,
    /// The path a person can open, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<String>,
    /// When it was saved, in milliseconds since the Unix epoch.
    pub(crate) saved_at_ms: u64,
}

impl Recorded {
    /// What is stored of an event. One that means nothing here is not stored, or as damaged.
    pub(crate) fn of(event: &Event) -> Self {
        match event {
            Event::Set(Seed { plan, digest, path, saved_at_ms, tasks: _ }) => Self::Set(Placed {
                plan: plan.clone(),
                digest: digest.clone(),
                path: path.clone(),
                saved_at_ms: *saved_at_ms,
            }),
            Event::Activate(plan) => Self::Activate(plan.clone()),
            Event::Clear(plan) => Self::Clear(plan.clone()),
            Event::Tick(mark) => Self::Tick(mark.clone()),
            Event::Untick(mark) => Self::Untick(mark.clone()),
            Event::Mode(mode) => Self::Mode(*mode),
            Event::Root(event) => Self::Root(event.clone()),
            Event::Other | Event::Damaged => Self::Damaged,
        }
    }

    /// The event. `tasks` gives the queue of a `set`.
    pub(crate) fn into_event<E>(
        self,
        tasks: impl FnOnce(&Placed) -> Result<Vec<SeedTask>, E>,
    ) -> Result<Event, E> {
        Ok(match self {
            Self::Set(placed) => {
                let tasks = tasks(&placed)?;
                let Placed { plan, digest, path, saved_at_ms } = placed;
                Event::Set(Seed { plan, digest, path, saved_at_ms, tasks })
            }
            Self::Activate(plan) => Event::Activate(plan),
            Self::Clear(plan) => Event::Clear(plan),
            Self::Tick(mark) => Event::Tick(mark),
            Self::Untick(mark) => Event::Untick(mark),
            Self::Mode(mode) => Event::Mode(mode),
            Self::Root(event) => Event::Root(event),
            Self::Damaged => Event::Damaged,
        })
    }
}

/// A queue as its cell holds it: `<id> <title>` and a line feed for each task. White space in a
/// title that would end the line becomes a space, which names the same task (D22).
pub(crate) fn encode_tasks(tasks: &[SeedTask]) -> String {
    let mut text = String::new();
    for SeedTask { id, title } in tasks {
        text.push_str(id);
        text.push(' ');
        text.extend(title.chars().map(|c| if c == '\n' { ' ' } else { c }));
        text.push('\n');
    }
    text
}

/// The tasks of a queue's cell; none where it is not of its form.
pub(crate) fn parse_tasks(value: &str) -> Option<Vec<SeedTask>> {
    let whole = value.is_empty() || value.ends_with('\n');
    let task = |line: &str| {
        let (id, title) = line.split_once(' ')?;
        Some(SeedTask { id: id.to_owned(), title: title.to_owned() })
    };
    whole.then(|| value.split_terminator('\n').map(task).collect()).flatten()
}

/// A record as its cell or line holds it.
pub(crate) fn encode(record: &impl Serialize) -> Result<String, Refusal> {
    // A record of numbers, strings and options has always a JSON form.
    serde_json::to_string(record).map_err(|_| Refusal::HostRefused)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HEAD: &str = r#"{"format":1,"created_at_ms":1,"updated_at_ms":2,"entries":9,"leaf":5,"cell":4,"origin":{"session":"s","entry":3},"owner":"pi"}"#;

    #[test]
    fn a_head_is_written_as_documented() {
        let head = Head::parse(HEAD, "s").expect("a head");
        assert_eq!(encode(&head), Ok(HEAD.to_owned()));
        let new = encode(&Head::new(7)).expect("JSON");
        assert_eq!(new, r#"{"format":1,"created_at_ms":7,"updated_at_ms":7,"entries":0,"leaf":0,"cell":0}"#);
        assert_eq!(Head::parse(&new, "s"), Ok(Head::new(7)));
    }

    #[test]
    fn a_head_whose_numbers_can_not_be_true_is_damaged() {
        for (sound, wrong) in [
            (r#""format":1"#, r#""format":0"#),
            (r#""leaf":5"#, r#""leaf":10"#),
            (r#""cell":4"#, r#""cell":6"#),
            (r#""cell":4"#, r#""cell":0"#),
            (r#""entries":9"#, r#""entries":4294967295"#),
            ("}", ""),
        ] {
            assert!(HEAD.contains(sound), "{sound}");
            let read = Head::parse(&HEAD.replacen(sound, wrong, 1), "s");
            assert_eq!(read, Err(damaged("s")), "{wrong}");
        }
        assert_eq!(Head::parse(r#"{"format":2,"else":[]}"#, "s"), Err(Refusal::NewerFormat));
    }

    #[test]
    fn an_entry_is_written_as_documented() {
        for line in [
            r#"{"id":1,"at_ms":5,"by":{"kind":"agent","name":"a"},"event":{"set":{"plan":"p","digest":"","path":"/p.md","saved_at_ms":5}}}"#,
            r#"{"id":2,"at_ms":5,"event":{"activate":"p"}}"#,
            r#"{"id":3,"at_ms":5,"event":{"tick":{"plan":"p","task":"task-1"}}}"#,
            r#"{"id":4,"at_ms":5,"event":{"mode":"plan"}}"#,
            r#"{"id":5,"at_ms":5,"event":"damaged"}"#,
        ] {
            let read: Line = serde_json::from_str(line).expect(line);
            assert_eq!(encode(&read), Ok(line.to_owned()));
        }
    }

    #[test]
    fn a_queue_of_another_form_is_none() {
        for other in ["a", "a b", "a\n", "a b\nc", "\n", "a b\n\n"] {
            assert_eq!(parse_tasks(other), None, "{other:?}");
        }
        assert_eq!(parse_tasks(""), Some(Vec::new()));
    }

    proptest! {
        #[test]
        fn a_queue_is_read_as_written(titles in prop::collection::vec("[^\n]*", 0..5)) {
            let task = |(n, title)| SeedTask { id: format!("task-{n}"), title };
            let tasks: Vec<_> = titles.into_iter().enumerate().map(task).collect();
            prop_assert_eq!(parse_tasks(&encode_tasks(&tasks)), Some(tasks));
        }
    }
}
