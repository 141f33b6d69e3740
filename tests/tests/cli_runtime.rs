//! Roots, transports, the guard line and clients on the command line, where something is wrong.

use planmark_tests::cli::{Desk, Run, program};

const PLAN: &str = "# Plan\n\n## Section 4\n\n- [ ] First\n- [ ] Second\n";

/// A project with a saved plan and a root that is driven.
fn rooted() -> Desk {
    let desk = Desk::new();
    desk.file("plan.md", PLAN);
    for line in ["save plan.md --plan p", "root cutover", "root admit rel --target t"] {
        let run = run(&desk, line);
        assert_eq!(run.exit, 0, "{line}: {}", run.err);
    }
    desk
}

fn run(desk: &Desk, line: &str) -> Run {
    desk.run(&line.split(' ').collect::<Vec<_>>())
}

#[test]
fn what_is_decided_anew_each_time_takes_no_request() {
    let desk = rooted();
    for line in ["continue", "transport reconcile --absent"] {
        for request in ["notauuid", "7b0e3a52-5a0c-4d3c-9f38-0d4f4c1f1a11"] {
            let error = run(&desk, &format!("{line} --request {request} --json")).refused("usage", 2);
            assert!(
                error["message"].as_str().is_some_and(|message| message.contains("--request")),
                "{error}"
            );
        }
    }
}

#[test]
fn a_client_that_is_not_known_is_a_mistake_wherever_it_is_named() {
    let desk = rooted();
    let lines =
        ["identity", "continue", "transport show", "transport reconcile --absent", "call read_plan_tasks"];
    for line in lines {
        let error = run(&desk, &format!("{line} --client typo --json")).refused("usage", 2);
        let message = error["message"].as_str().expect("a message");
        assert!(
            message.contains("typo") && message.contains("claude-code") && message.contains("other"),
            "{message}"
        );
        let mut command = desk.command(program());
        command.env("PLANMARK_CLIENT", "typo").args(line.split(' ')).arg("--json");
        let error = desk.feed(command, b"").refused("usage", 2);
        assert!(error["message"].as_str().is_some_and(|text| text.contains("PLANMARK_CLIENT")), "{error}");
        assert!(error["next"].as_str().is_some_and(|text| text.contains("claude-code")), "{error}");
    }
    for known in ["other", "claude-code", "Codex"] {
        assert_eq!(run(&desk, &format!("identity --client {known}")).exit, 0, "{known}");
        let mut command = desk.command(program());
        command.env("PLANMARK_CLIENT", known).arg("identity");
        assert_eq!(desk.feed(command, b"").exit, 0, "{known}");
    }
    let mut command = desk.command(program());
    command.env("PLANMARK_CLIENT", "").arg("identity");
    assert_eq!(desk.feed(command, b"").exit, 0, "an empty variable names none");
}

#[test]
fn advice_is_about_the_text_that_was_given() {
    let desk = rooted();
    let listing = "x".repeat(1_100_000);
    desk.file("large.txt", &listing);
    let reconcile = ["transport", "reconcile", "--client", "codex", "--json"];
    let large = desk.send(&reconcile, listing.as_bytes()).refused("content-too-large", 3);
    assert_eq!(large["limit"], 1_048_576, "what passes is no limit: {large}");
    let lost =
        run(&desk, "transport reconcile --client codex --shown lost.json --json").refused("input-missing", 3);
    let checked = run(&desk, "guard lint large.txt --json").refused("content-too-large", 3);
    let folder = run(&desk, "guard lint home --json").refused("input-is-folder", 3);
    for (error, wanted) in
        [(large, "get_goal"), (lost, "--shown"), (checked, "Check"), (folder, "Name each file")]
    {
        let next = error["next"].as_str().expect("advice");
        assert!(next.contains(wanted) && !next.contains("FILE") && !next.contains("the plan"), "{next}");
    }
}

#[test]
fn a_root_that_can_never_be_sealed_is_said_to_be_one() {
    let desk = rooted();
    for line in [
        "root rollback",
        "root admit back --target t --no-plan",
        "root admit old --target t --no-plan --legacy",
    ] {
        assert_eq!(run(&desk, line).exit, 0, "{line}");
    }
    assert_eq!(run(&desk, "root cutover").exit, 0);
    assert_eq!(run(&desk, "root admit rel/2 --target t").exit, 0);
    for root in ["back", "old", "rel/1"] {
        let error = run(&desk, &format!("root seal {root} --json")).refused("root-open", 3);
        let next = error["next"].as_str().expect("advice");
        assert!(!next.contains("Then seal it") && next.contains("a later generation"), "{next}");
    }
    let error = run(&desk, "root seal rel --json").refused("root-open", 3);
    assert!(error["next"].as_str().is_some_and(|next| next.ends_with("Then seal it.")), "{error}");
}

#[test]
fn the_help_of_a_hook_is_that_of_the_command() {
    let desk = Desk::new();
    let help = run(&desk, "hook --help");
    let text = String::from_utf8(help.out).expect("UTF-8");
    assert_eq!(help.exit, 0);
    assert!(text.starts_with("Answer a client's hook"), "{text}");
    assert!(text.contains("Usage: planmark hook [OPTIONS] <CLIENT> <EVENT>"), "{text}");
}
