//! The matrix: transport, activation, plan, lifecycle and session, every cell of it.

use std::collections::BTreeSet;

use super::stage::{CLAUDE, CODEX, Stage, TOOL, admission, shown, unknown_schemas};
use crate::runtime::directive::{Lifecycle, Seat, reconcile};
use crate::runtime::drift::{Change, Opinion, before_change};
use crate::runtime::entry::{Admission, Event, Trigger};
use crate::runtime::guard;
use crate::runtime::turn::{Ending, ReAnchor, TurnEnd, restored, turn_ends};
use crate::tracker::entry::Event as Tracked;

/// The table that people read, and that this test holds the engine to.
const TABLE: &str = include_str!("../../../../tests/vectors/runtime-matrix.md");

const TRANSPORTS: [&str; 5] =
    ["goal", "loop-tick", "guard-line", "hook of a client with a goal", "hook of a client with a loop"];
const ACTIVATIONS: [&str; 6] =
    ["engine-driven", "legacy", "pre-cutover", "stale", "ambiguous", "rolled-back"];
const PLANS: [&str; 4] = ["active", "blocked", "closed-elsewhere", "sealed"];
const LIFECYCLES: [(&str, Lifecycle); 5] = [
    ("absent", Lifecycle::Absent),
    ("owned", Lifecycle::Owned),
    ("paused", Lifecycle::Paused),
    ("stale", Lifecycle::Stale),
    ("foreign", Lifecycle::Foreign),
];
const SESSIONS: [&str; 4] = ["on-rails", "drifted-idle", "drifted-acting", "session-restored"];

fn admitted(activation: &str) -> Stage {
    let mut stage = Stage::with_plan(&["a", "b"]);
    if activation != "pre-cutover" {
        stage.root(Event::Cutover);
    }
    if activation == "rolled-back" {
        stage.root(Event::Rollback);
    }
    let schemas = match activation {
        "legacy" => None,
        "stale" => Some(unknown_schemas()),
        _ => admission().schemas,
    };
    stage.admit(Admission { schemas, ..admission() });
    if activation == "ambiguous" {
        stage.admit(admission());
    }
    if activation == "pre-cutover" {
        stage.root(Event::Cutover);
    }
    stage
}

/// A session in which the first task was served, and then what `plan` and `session` say happened.
fn stage(activation: &str, plan: &str, session: &str) -> Stage {
    let mut stage = admitted(activation);
    stage.turn(Trigger::Prompt);
    stage.read(CODEX, None);
    match plan {
        "blocked" => stage.block("ci", "the build is broken"),
        "closed-elsewhere" => stage.record(Tracked::Clear("p".to_owned())),
        "sealed" => {
            stage.tick();
            stage.tick();
            stage.read(CODEX, None);
        }
        _ => {}
    }
    match session {
        "drifted-idle" | "drifted-acting" => stage.turn(Trigger::Prompt),
        "session-restored" => stage.turn(Trigger::Restored),
        _ => {}
    }
    stage
}

fn transport(stage: &Stage, seat: Seat<'_>, lifecycle: Lifecycle) -> &'static str {
    reconcile(&stage.case(), seat, &shown(lifecycle)).action.name()
}

fn hook(stage: &Stage, seat: Seat<'_>, lifecycle: Lifecycle, session: &str) -> &'static str {
    let case = stage.case();
    match session {
        "drifted-idle" => {
            let ending = Ending { observation: Some(shown(lifecycle)), already_continued: false };
            if turn_ends(&case, seat, &ending) == TurnEnd::Rest { "nothing" } else { "continue" }
        }
        "session-restored" => {
            if restored(&case, TOOL) == ReAnchor::None {
                "nothing"
            } else {
                "re-anchor"
            }
        }
        _ => {
            let change = Change { path: "src/x.rs", folder: "/p", project: "/p", fold_case: false };
            if before_change(&[case], TOOL, &[change]) == Opinion::None { "nothing" } else { "deny" }
        }
    }
}

fn actual(cell: &[&str; 5]) -> &'static str {
    let [which, activation, plan, lifecycle, session] = *cell;
    let stage = stage(activation, plan, session);
    let lifecycle = LIFECYCLES.iter().find(|(name, _)| *name == lifecycle).expect("a lifecycle").1;
    match which {
        "goal" => transport(&stage, CODEX, lifecycle),
        "loop-tick" => transport(&stage, CLAUDE, lifecycle),
        "guard-line" if guard::line(stage.case().root, TOOL).is_some() => "guard",
        "guard-line" => "nothing",
        "hook of a client with a goal" => hook(&stage, CODEX, lifecycle, session),
        _ => hook(&stage, CLAUDE, lifecycle, session),
    }
}

/// The cells of the table, each with what it expects.
fn expected() -> Vec<([&'static str; 5], &'static str)> {
    let mut cells = Vec::new();
    let mut transport = "";
    for line in TABLE.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            transport = heading;
        }
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", activation, plan, lifecycle, rest @ .., ""] = columns.as_slice() else { continue };
        if ACTIVATIONS.contains(activation) {
            assert_eq!(rest.len(), SESSIONS.len(), "{line}");
            for (session, value) in SESSIONS.into_iter().zip(rest) {
                cells.push(([transport, activation, plan, lifecycle, session], *value));
            }
        }
    }
    cells
}

#[test]
fn every_cell_of_the_matrix_gives_what_the_table_says() {
    let cells = expected();
    let wrong: Vec<_> = cells
        .iter()
        .filter(|(cell, expected)| actual(cell) != *expected)
        .map(|(cell, expected)| format!("{cell:?}: {expected} expected, {} given", actual(cell)))
        .collect();
    assert!(wrong.is_empty(), "{} of {} cells:\n{}", wrong.len(), cells.len(), wrong.join("\n"));
}

#[test]
fn the_table_has_every_cell_once() {
    let cells: BTreeSet<_> = expected().into_iter().map(|(cell, _)| cell).collect();
    let mut every = BTreeSet::new();
    for transport in TRANSPORTS {
        for activation in ACTIVATIONS {
            for plan in PLANS {
                for (lifecycle, _) in LIFECYCLES {
                    every.extend(SESSIONS.map(|session| [transport, activation, plan, lifecycle, session]));
                }
            }
        }
    }
    assert_eq!((expected().len(), every.len()), (2_400, 2_400));
    assert_eq!(cells, every);
}
