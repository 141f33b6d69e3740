//! A task's plan as a resource: `planmark://task/` and the task's id, percent-encoded.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use rmcp::model::{Resource, ResourceTemplate};

use planmark_core::document::answer::PlanSummary;

/// What every such URI starts with.
const PREFIX: &str = "planmark://task/";
/// What a plan is.
pub(super) const MARKDOWN: &str = "text/markdown";
/// As a URI template expands `{id}`: all but the unreserved characters.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The URI of a task's plan.
pub(super) fn uri_of(task: &str) -> String {
    format!("{PREFIX}{}", utf8_percent_encode(task, ENCODED))
}

/// The task that a URI names; whether it can be one is the engine's to say.
pub(super) fn task_of(uri: &str) -> Option<String> {
    let id = percent_decode_str(uri.strip_prefix(PREFIX)?).decode_utf8().ok()?;
    (!id.is_empty()).then(|| id.into_owned())
}

/// A plan as `resources/list` shows it.
pub(super) fn listed(plan: PlanSummary) -> Resource {
    Resource::new(uri_of(&plan.task), plan.task)
        .with_title(plan.title)
        .with_mime_type(MARKDOWN)
        .with_size(u64::from(plan.bytes))
}

/// All plans at once.
pub(super) fn template() -> ResourceTemplate {
    ResourceTemplate::new(format!("{PREFIX}{{id}}"), "plan")
        .with_title("Plan of a task")
        .with_description("The plan of the task with this id, as it stands.")
        .with_mime_type(MARKDOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_id_survives_its_uri() {
        let all: String = ('!'..='~').collect();
        for task in ["T-1", "a/b?c#d%20", all.as_str()] {
            let uri = uri_of(task);
            assert!(
                uri[PREFIX.len()..]
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-._~%".contains(&byte))
            );
            assert_eq!(task_of(&uri).as_deref(), Some(task));
        }
        assert_eq!(uri_of("web/7"), "planmark://task/web%2F7");
        assert_eq!(task_of("planmark://task/web/7").as_deref(), Some("web/7"));
    }

    #[test]
    fn other_uris_name_no_task() {
        for uri in ["", "planmark://task/", "planmark://plan/x", "file:///task/x", "planmark://task/%FF"] {
            assert_eq!(task_of(uri), None, "{uri}");
        }
    }
}
