//! Which tasks a server may touch.

use std::str::FromStr;

/// The tasks within a server's reach: all of them, or those that one of its patterns names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reach {
    patterns: Vec<Pattern>,
}

/// One task, or all tasks whose id starts the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pattern {
    /// The task with this id.
    Exact(String),
    /// Every task whose id starts with this.
    Prefix(String),
}

impl Reach {
    /// Restricts the reach to these; with none of them, every task is within reach.
    #[must_use]
    pub fn new(patterns: Vec<Pattern>) -> Self {
        Self { patterns }
    }

    /// Whether the task is within reach.
    #[must_use]
    pub fn allows(&self, task: &str) -> bool {
        self.patterns.is_empty()
            || self.patterns.iter().any(|pattern| match pattern {
                Pattern::Exact(id) => id == task,
                Pattern::Prefix(prefix) => task.starts_with(prefix.as_str()),
            })
    }
}

impl FromStr for Pattern {
    type Err = String;

    /// Reads a task id, or the start of one followed by `*`. A `*` elsewhere would be an id's own, and was
    /// rarely meant so: such ids are named by what stands before it.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let prefix = text.strip_suffix('*');
        let id = prefix.unwrap_or(text);
        let graphic = id.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'*');
        if text.is_empty() || id.len() > 256 || !graphic {
            return Err("give a task id, or the start of one followed by *".to_owned());
        }
        Ok(if prefix.is_some() { Self::Prefix(id.to_owned()) } else { Self::Exact(id.to_owned()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(patterns: &[&str]) -> Reach {
        Reach::new(patterns.iter().map(|text| text.parse().expect("it is a pattern")).collect())
    }

    #[test]
    fn without_patterns_every_task_is_within_reach() {
        assert!(reach(&[]).allows("anything"));
    }

    #[test]
    fn patterns_name_tasks_exactly_or_by_their_start() {
        let reach = reach(&["T-1", "web/*"]);
        for (task, expected) in
            [("T-1", true), ("T-10", false), ("t-1", false), ("web/", true), ("web/x", true), ("we", false)]
        {
            assert_eq!(reach.allows(task), expected, "{task}");
        }
    }

    #[test]
    fn a_pattern_is_an_id() {
        for text in ["", "a b", "é", "a*b", "a*b*", "**"] {
            assert!(text.parse::<Pattern>().is_err(), "{text:?}");
        }
    }
}
