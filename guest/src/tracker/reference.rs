//! Which task a caller means (D26).

use serde::{Deserialize, Serialize};

use crate::refusal::{Refusal, TaskRefusal};
use crate::text::normalised;
use crate::tracker::entry::SeedTask;
use crate::tracker::{TASK_ID_MAX_CHARS, TITLE_MAX_CHARS};

/// Most tasks that are named where none is found.
const NEAR_MAX: usize = 3;

/// What names a task: exactly one of the two.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Reference {
    /// Its id: at most 128 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_id: Option<String>,
    /// Its title: at most 1,024 characters; runs of white space count as one space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// What a reference means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolved {
    /// The task's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whether it is done already.
    pub done: bool,
    /// The ids of the earlier tasks that are open, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<String>,
}

/// Checks that exactly one of id and title is given, that it says something, and its length.
pub(crate) fn check(reference: &Reference) -> Result<(), Refusal> {
    let (given, limit) = match (&reference.task_id, &reference.title) {
        (Some(id), None) => (id, TASK_ID_MAX_CHARS),
        (None, Some(title)) => (title, TITLE_MAX_CHARS),
        _ => return Err(TaskRefusal::ReferenceNotOne.into()),
    };
    let given = given.trim();
    if given.is_empty() {
        return Err(TaskRefusal::ReferenceNotOne.into());
    }
    if given.chars().nth(limit).is_some() {
        return Err(TaskRefusal::ReferenceTooLong { limit }.into());
    }
    Ok(())
}

/// Finds the task among those of a queue, by its place in which `is_done` knows it. Matching is
/// exact but for white space (D22).
pub(crate) fn resolve(
    tasks: &[SeedTask],
    is_done: impl Fn(usize) -> bool,
    reference: &Reference,
) -> Result<Resolved, Refusal> {
    let open = |place: &usize| !is_done(*place);
    let place = match (&reference.task_id, &reference.title) {
        (Some(id), _) => place_of_id(tasks, id.trim(), open)?,
        (None, title) => place_of_title(tasks, title.as_deref().unwrap_or_default(), open)?,
    };
    let (earlier, rest) = tasks.split_at_checked(place).unwrap_or((tasks, &[]));
    let task = rest.first().ok_or(TaskRefusal::ReferenceNotOne)?;
    let skipped = earlier.iter().enumerate().filter(|(place, _)| !is_done(*place));
    Ok(Resolved {
        id: task.id.clone(),
        title: task.title.clone(),
        done: is_done(place),
        skipped: skipped.map(|(_, task)| task.id.clone()).collect(),
    })
}

fn place_of_id(tasks: &[SeedTask], id: &str, open: impl Fn(&usize) -> bool) -> Result<usize, Refusal> {
    let place = tasks.iter().position(|task| task.id == id);
    let unknown = || TaskRefusal::UnknownId { id: id.to_owned(), known: near(tasks, id, open) };
    place.ok_or_else(|| unknown().into())
}

fn place_of_title(tasks: &[SeedTask], title: &str, open: impl Fn(&usize) -> bool) -> Result<usize, Refusal> {
    let wanted = normalised(title);
    let same = |(_, task): &(usize, &SeedTask)| normalised(&task.title) == wanted;
    let found: Vec<_> = tasks.iter().enumerate().filter(same).collect();
    match found.as_slice() {
        [(place, _)] => Ok(*place),
        [] => {
            let known = near(tasks, title, open);
            Err(TaskRefusal::UnknownTitle { title: title.to_owned(), known }.into())
        }
        several => {
            let candidates = several.iter().map(|(_, task)| task.id.clone()).collect();
            Err(TaskRefusal::AmbiguousTitle { title: title.to_owned(), candidates }.into())
        }
    }
}

/// The tasks that are named where none is found: those whose letters and digits are nearly what was
/// sent, or else the first ones that are open. They are shown, and never taken for what was meant.
fn near(tasks: &[SeedTask], sent: &str, open: impl Fn(&usize) -> bool) -> Vec<SeedTask> {
    let wanted = letters(sent);
    let is_near = |task: &&SeedTask| {
        let title = letters(&task.title);
        !wanted.is_empty() && !title.is_empty() && (title.contains(&wanted) || wanted.contains(&title))
    };
    let near: Vec<SeedTask> = tasks.iter().filter(is_near).take(NEAR_MAX).cloned().collect();
    if !near.is_empty() {
        return near;
    }
    let open = tasks.iter().enumerate().filter(|(place, _)| open(place));
    open.map(|(_, task)| task.clone()).take(NEAR_MAX).collect()
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
