//! Rehearses how a session that has drifted is brought back: as Claude Code, and as Codex, without a
//! model. Ends with 0 only when everything is as it says.

use std::io;

use planmark_tests::rehearsal::{Kind, run};

fn main() -> io::Result<()> {
    println!("A scripted client drifts, and is brought back, in an empty home that is removed at the end.");
    let mut out = io::stdout().lock();
    let mut checks = 0;
    for kind in [Kind::ClaudeCode, Kind::Codex] {
        checks += run(kind, &mut out)?;
    }
    drop(out);
    println!("\nAll {checks} checks hold.");
    Ok(())
}
