//! Whole sessions of an agent over MCP: everything it reads, as files.

use std::fs;
use std::path::Path;

use planmark_tests::mcp::session;

#[test]
fn sessions_are_what_an_agent_reads() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mcp/sessions");
    let entries = fs::read_dir(folder).expect("sessions");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a session").path()).collect();
    files.sort();
    let failures: Vec<_> = files.iter().filter_map(|file| session::check(file).err()).collect();
    assert!(files.len() >= 3 && failures.is_empty(), "{}", failures.join("\n"));
}
