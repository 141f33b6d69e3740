//! The rehearsal, whole: drift, denial, re-entry, compaction, restart, a block, the seal, the end of the
//! transport. `make rehearsal` tells it.

use planmark_tests::rehearsal::{Kind, run};

#[test]
fn a_scripted_claude_code_is_brought_back_to_the_end() {
    let mut told = Vec::new();
    assert!(run(Kind::ClaudeCode, &mut told).expect("it is told") > 25);
}

#[test]
fn a_scripted_codex_is_brought_back_to_the_end() {
    let mut told = Vec::new();
    assert!(run(Kind::Codex, &mut told).expect("it is told") > 25);
}
