//! What holds of every task at every moment, whatever happened before (D6, D7, D8).

use std::fmt;

use planmark_core::document::answer::{Revision, Step};
use planmark_core::document::request::{COALESCE_WINDOW_MS, Point};
use planmark_core::failure::FailureCode;

use crate::engine::Engine;
use crate::writer::{Writer, agent};

/// An invariant that does not hold, as a sentence.
#[derive(Debug)]
pub struct Broken(String);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a task holds, all of it read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audit {
    /// The text and title after each write, oldest first.
    pub texts: Vec<(String, String)>,
    /// The revisions, oldest first.
    pub revisions: Vec<Revision>,
    /// The plan's text, when it has one.
    pub content: Option<String>,
}

/// Reads everything stored for `task` and checks every invariant.
///
/// # Errors
///
/// The first invariant that does not hold.
pub fn check(engine: &dyn Engine, task: &str) -> Result<Audit, Broken> {
    check_within(engine, task, COALESCE_WINDOW_MS)
}

/// The same, when no write had a window longer than this.
///
/// # Errors
///
/// The first invariant that does not hold.
pub fn check_within(engine: &dyn Engine, task: &str, window_ms: i64) -> Result<Audit, Broken> {
    let window_ms = u64::try_from(window_ms).unwrap_or(0);
    let writer = Writer::new(engine, task, agent("auditor"));
    let revisions = writer.revisions().map_err(|f| Broken(format!("revisions can't be read: {f}")))?;
    let mut texts = Vec::new();
    for (index, revision) in revisions.iter().enumerate() {
        let wanted = u32::try_from(index).expect("few revisions") + 1;
        ensure(revision.number == wanted, || {
            format!("revision {wanted} is missing: found {}", revision.number)
        })?;
        let steps = writer
            .steps(revision.number)
            .map_err(|f| Broken(format!("steps of revision {wanted} can't be read: {f}")))?;
        check_steps(&writer, revision, &steps, window_ms, &mut texts)?;
        check_revision(&writer, revision, &texts)?;
    }
    let content = check_head(&writer, &revisions, &texts)?;
    Ok(Audit { texts, revisions, content })
}

fn ensure(holds: bool, sentence: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(Broken(sentence())) }
}

/// The writes of a revision follow those of the one before without a gap, each can be read, and
/// each changes what it says (D7).
fn check_steps(
    writer: &Writer<'_>,
    revision: &Revision,
    steps: &[Step],
    window_ms: u64,
    texts: &mut Vec<(String, String)>,
) -> Result<(), Broken> {
    let number = revision.number;
    ensure(!steps.is_empty(), || format!("revision {number} covers no write"))?;
    ensure(revision.restored.is_none() || steps.len() == 1, || format!("restore {number} was extended"))?;
    let mut earlier: Option<&Step> = None;
    for step in steps {
        let position = u32::try_from(texts.len()).expect("few writes") + 1;
        ensure(step.position == position, || {
            format!("position {position} is missing in revision {number}: found {}", step.position)
        })?;
        let past = writer
            .past(Point::Position(position))
            .map_err(|f| Broken(format!("position {position} can't be read: {f}")))?;
        ensure(past.revision == number, || {
            format!("position {position} is covered by {number}, the read says {}", past.revision)
        })?;
        let before = texts.last().map_or("", |(_, text)| text.as_str());
        check_splice(before, &past.content, step)?;
        if let Some(earlier) = earlier {
            check_extension(earlier, step, window_ms, before, &past.content)?;
        }
        earlier = Some(step);
        texts.push((past.title, past.content));
    }
    let times = (steps.first().map(|s| s.at_ms), steps.last().map(|s| s.at_ms));
    ensure(times == (Some(revision.created_at_ms), Some(revision.updated_at_ms)), || {
        format!("revision {number} was made at {times:?}, and says {revision:?}")
    })
}

/// A step is the smallest change between the two texts, on character boundaries.
fn check_splice(before: &str, after: &str, step: &Step) -> Result<(), Broken> {
    let (at, removed, inserted) = (step.at as usize, step.removed as usize, step.inserted as usize);
    let said = || format!("position {} does not change what it says: {step:?}", step.position);
    let parts = before.get(..at).zip(before.get(at + removed..));
    let (head, tail) = parts.ok_or_else(|| Broken(said()))?;
    let parts = after.get(at..).and_then(|rest| rest.get(..inserted).zip(rest.get(inserted..)));
    let (middle, rest) = parts.ok_or_else(|| Broken(said()))?;
    ensure(after.get(..at) == Some(head) && rest == tail, said)?;
    let old = before.get(at..at + removed).unwrap_or_default();
    let trimmed = old.chars().next().zip(middle.chars().next()).is_none_or(|(a, b)| a != b)
        && old.chars().next_back().zip(middle.chars().next_back()).is_none_or(|(a, b)| a != b);
    ensure(trimmed, || format!("position {} is not the smallest change: {step:?}", step.position))
}

/// A write that extended a revision came in time (D7), and kept at least half of a long text (D6) or
/// removed nothing but white space, as an append may (AC-TASKS-PLAN-APPEND-004.2).
fn check_extension(
    earlier: &Step,
    step: &Step,
    window_ms: u64,
    before: &str,
    after: &str,
) -> Result<(), Broken> {
    let age = step.at_ms.checked_sub(earlier.at_ms);
    ensure(age.is_some_and(|age| age < window_ms), || {
        format!("position {} extends a revision updated {age:?} ms ago", step.position)
    })?;
    let (prior, new) = (before.chars().count(), after.chars().count());
    let (at, removed) = (step.at as usize, step.removed as usize);
    let blank = before.get(at..at + removed).is_some_and(|removed| removed.trim().is_empty());
    ensure(prior < 2_000 || new * 2 >= prior || blank, || {
        format!("position {} removed most of the text and extends a revision", step.position)
    })
}

fn check_revision(
    writer: &Writer<'_>,
    revision: &Revision,
    texts: &[(String, String)],
) -> Result<(), Broken> {
    let number = revision.number;
    let past = writer
        .past(Point::Revision(number))
        .map_err(|f| Broken(format!("revision {number} can't be read: {f}")))?;
    let last = u32::try_from(texts.len()).expect("few writes");
    ensure(revision.position == last && past.position == last, || {
        format!("revision {number} ends at {last}, and says {} and {}", revision.position, past.position)
    })?;
    ensure(texts.last() == Some(&(past.title.clone(), past.content.clone())), || {
        format!("revision {number} and position {last} differ")
    })?;
    ensure(revision.title == past.title, || format!("revision {number} has two titles"))?;
    let sizes = (past.content.len(), past.content.chars().count());
    ensure(sizes == (revision.bytes as usize, revision.chars as usize), || {
        format!("revision {number} has the sizes {sizes:?}, and says {revision:?}")
    })
}

/// The plan is its latest revision (D8), or there is none.
fn check_head(
    writer: &Writer<'_>,
    revisions: &[Revision],
    texts: &[(String, String)],
) -> Result<Option<String>, Broken> {
    let plan = match writer.plan() {
        Ok(plan) => plan,
        Err(failure) if failure.code == FailureCode::PlanNotFound => return Ok(None),
        Err(failure) => return Err(Broken(format!("the plan can't be read: {failure}"))),
    };
    let latest = revisions.last().ok_or_else(|| Broken("a plan without a revision".to_owned()))?;
    ensure(plan.revision == latest.number && plan.position == latest.position, || {
        format!("the plan is at {}/{}, its latest revision is {latest:?}", plan.revision, plan.position)
    })?;
    ensure(texts.last() == Some(&(plan.title.clone(), plan.content.clone())), || {
        "the plan differs from its latest revision".to_owned()
    })?;
    let sizes = (plan.content.len(), plan.content.chars().count());
    ensure(sizes == (plan.bytes as usize, plan.chars as usize), || {
        format!("the plan has the sizes {sizes:?}, and says {} and {}", plan.bytes, plan.chars)
    })?;
    ensure(plan.updated_at_ms == latest.updated_at_ms, || {
        "the plan's time is not its revision's".to_owned()
    })?;
    Ok(Some(plan.content))
}
