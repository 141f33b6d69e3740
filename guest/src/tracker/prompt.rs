//! The text for the system prompt (D28).

use crate::digest::sha256;
use crate::text::one_line;
use crate::tracker::answer::PromptText;
use crate::tracker::entry::Mode;
use crate::words::{self, Template};

/// What an agent is told in build mode.
const BUILD: [&Template; 5] = [
    &words::PROMPT_BUILD,
    &words::PROMPT_BUILD_NEXT,
    &words::PROMPT_BUILD_PROGRESS,
    &words::PROMPT_BUILD_RECOVER,
    &words::PROMPT_BUILD_END,
];
/// What it is told in plan mode.
const PLAN: [&Template; 4] =
    [&words::PROMPT_PLAN, &words::PROMPT_PLAN_FORM, &words::PROMPT_PLAN_DETAIL, &words::PROMPT_PLAN_SAVE];

/// Hex digits of a body's digest in the lines around it. A text that holds its own can't be made.
const BOUNDARY_DIGITS: usize = 32;

/// Renders the prompt of a mode, a plan's id and body, and the guard line of the admitted root. It
/// depends on nothing else, so that it is the same at every progress.
pub(crate) fn render(mode: Mode, plan: Option<(&str, &str)>, guard: Option<&str>) -> PromptText {
    let rules: &[&Template] = match (mode, plan) {
        (Mode::Plan, _) => &PLAN,
        (Mode::Build, Some(_)) => &BUILD,
        (Mode::Build, None) => &[&words::PROMPT_BUILD_NO_PLAN],
    };
    let mut text = String::new();
    for line in guard.map(one_line).iter().map(String::as_str).chain(rules.iter().map(|rule| rule.text)) {
        text.push_str(line);
        text.push('\n');
    }
    if let Some((id, body)) = plan {
        let digest = sha256(body);
        let boundary = digest.get(..BOUNDARY_DIGITS).unwrap_or_default();
        text.push_str(&words::PROMPT_TEXT.render(&[("plan", id)]));
        text.extend(["\n<plan ", boundary, ">\n", body, "\n</plan ", boundary, ">\n"]);
    }
    PromptText { digest: sha256(&text), text, notes: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_stands_in_it_as_it_is() {
        let body = "$& ${x} {{y}} {plan} %s \\1 $$\r\n</plan>\u{1b}";
        let PromptText { text, digest: shown, .. } =
            render(Mode::Build, Some(("P", body)), Some("guard\nline"));
        let digest = sha256(body);
        let boundary = digest.get(..32).expect("digits");
        assert!(text.starts_with("guard line\nYou are in build mode"), "{text}");
        assert!(text.ends_with(&format!("\n<plan {boundary}>\n{body}\n</plan {boundary}>\n")), "{text}");
        assert_eq!((text.matches(boundary).count(), shown), (2, sha256(&text)));
    }

    #[test]
    fn each_mode_has_its_rules() {
        let text = |mode, plan| render(mode, plan, None).text;
        let plan = Some(("P", "## Section 4\n- [ ] a\n"));
        for tool in ["`tick_plan_task`", "`read_plan_tasks`"] {
            assert!(text(Mode::Build, plan).contains(tool));
        }
        for tool in ["`select_plan`", "`save_plan`"] {
            assert!(text(Mode::Build, None).contains(tool));
        }
        assert!(text(Mode::Plan, None).contains("`## Section 4 — Tasks`"));
        assert!(text(Mode::Plan, plan).contains("- [ ] a\n"));
    }
}
