//! The tasks of a queue, checked.

use crate::file_id::is_plain;
use crate::tracker::TASKS_MAX;
use crate::tracker::entry::SeedTask;

/// The tasks of a queue: at most 1,000 (D25), each with an id of its form, and no id twice (D31).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Tasks {
    list: Vec<SeedTask>,
    /// Places in `list`, in order of id.
    by_id: Vec<usize>,
}

impl Tasks {
    /// Checks the tasks; none when they can't be a queue.
    pub(crate) fn new(list: Vec<SeedTask>) -> Option<Self> {
        if list.len() > TASKS_MAX || !list.iter().all(|task| is_plain(&task.id)) {
            return None;
        }
        let mut by_id: Vec<usize> = (0..list.len()).collect();
        by_id.sort_by_key(|&place| list.get(place).map(|task| task.id.as_str()));
        let ids: Vec<_> = by_id.iter().filter_map(|&place| list.get(place)).map(|task| &task.id).collect();
        let twice = ids.windows(2).any(|pair| matches!(pair, [a, b] if a == b));
        (!twice).then_some(Self { list, by_id })
    }

    /// The tasks, in order.
    pub(crate) fn list(&self) -> &[SeedTask] {
        &self.list
    }

    /// The place of a task in the queue, from 0.
    pub(crate) fn place(&self, id: &str) -> Option<usize> {
        let id_at = |place: &usize| self.list.get(*place).map(|task| task.id.as_str());
        let at = self.by_id.binary_search_by(|place| id_at(place).cmp(&Some(id))).ok()?;
        self.by_id.get(at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tasks(ids: &[&str]) -> Option<Tasks> {
        let task = |id: &&str| SeedTask { id: (*id).to_owned(), title: "t".to_owned() };
        Tasks::new(ids.iter().map(task).collect())
    }

    #[test]
    fn a_task_is_found_by_its_id() {
        let queue = tasks(&["b", "c", "a"]).expect("a queue");
        assert_eq!(
            ["a", "b", "c", "d", ""].map(|id| queue.place(id)),
            [Some(2), Some(0), Some(1), None, None]
        );
    }

    #[test]
    fn a_queue_has_no_id_twice_and_no_id_that_could_be_something_else() {
        assert!(tasks(&[]).is_some());
        for bad in [&["a", "b", "a"][..], &[""], &["a b"], &["a\n"], &["\"a\""], &["é"]] {
            assert_eq!(tasks(bad), None, "{bad:?}");
        }
        let many: Vec<String> = (0..=TASKS_MAX).map(|n| format!("task-{n}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(many.split_last().is_some_and(|(_, rest)| tasks(rest).is_some()) && tasks(&many).is_none());
    }
}
