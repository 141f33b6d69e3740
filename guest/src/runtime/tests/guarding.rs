//! The guard line and its lint.

use super::stage::{Stage, TOOL, admission};
use crate::runtime::entry::Event;
use crate::runtime::guard::{Assembly, Fault, line, lint};

fn guard() -> String {
    line(Stage::driven(&["a"]).case().root, TOOL).expect("a line")
}

fn findings(selectors: &[&str], texts: &[(&str, &str)]) -> Vec<(String, u32, Fault)> {
    let selectors: Vec<_> = selectors.iter().map(|selector| (*selector).to_owned()).collect();
    let assembly =
        |(path, text): &(&str, &str)| Assembly { path: (*path).to_owned(), text: (*text).to_owned() };
    let assemblies: Vec<_> = texts.iter().map(assembly).collect();
    let found = lint(&guard(), &selectors, &assemblies);
    assert!(found.iter().all(|finding| finding.message.contains(&finding.path)));
    found.into_iter().map(|finding| (finding.path, finding.line, finding.fault)).collect()
}

#[test]
fn the_guard_line_is_one_line_and_the_same_at_every_progress() {
    let mut stage = Stage::driven(&["a", "b"]);
    let first = guard();
    assert!(!first.contains('\n') && first.contains(TOOL) && first.ends_with('.'));
    for _ in 0..2 {
        stage.tick();
        assert_eq!(line(stage.case().root, TOOL).as_ref(), Some(&first));
    }
    stage.finish();
    assert_eq!(line(stage.case().root, TOOL), Some(first));
    let mut legacy = Stage::with_plan(&["a"]);
    legacy.admit(admission());
    legacy.root(Event::Cutover);
    assert_eq!(line(legacy.case().root, TOOL), None);
}

#[test]
fn the_lint_rejects_missing_or_divergent_injection() {
    let guard = guard();
    let sound = format!("# Rules\n\n{guard}\nmore\n");
    assert_eq!(findings(&["rules/**"], &[("rules/a.md", &sound), ("src/a.md", "# Source\n")]), []);
    for (text, line, fault) in [
        ("# Rules\n".to_owned(), 0, Fault::Missing),
        (guard.replace("off the rails", "not good"), 1, Fault::Diverged),
        (format!("\n- {guard}\n"), 2, Fault::Diverged),
        (format!("{guard}\r\n"), 1, Fault::Diverged),
        (guard.replace("\"generation\":1", "\"generation\":2"), 1, Fault::Diverged),
        (format!("{guard}\n{guard}\n"), 2, Fault::Repeated),
    ] {
        assert_eq!(
            findings(&["rules/*"], &[("rules/a.md", &text)]),
            [("rules/a.md".to_owned(), line, fault)]
        );
    }
}

#[test]
fn sources_hold_no_copies_and_selectors_select() {
    let guard = guard();
    let by_hand =
        format!("x\nWORK on  the plan without a task that `{TOOL}` served in this turn is off the rails!\n");
    let copied = |line| [("skills/b.md".to_owned(), line, Fault::Copied)];
    assert_eq!(findings(&[], &[("skills/b.md", &format!("a\n\n{guard}"))]), copied(3));
    assert_eq!(findings(&[], &[("skills/b.md", &by_hand)]), copied(2));
    let nothing = [("plans/*".to_owned(), 0, Fault::SelectsNothing)];
    assert_eq!(findings(&["plans/*"], &[("skills/b.md", "text")]), nothing);
}
