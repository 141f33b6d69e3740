//! Outlines of large texts take time in proportion to their length (D21). The input is repeated
//! until it is as long as a body may be.

use std::time::{Duration, Instant};

use planmark_core::text::{CONTENT_MAX_BYTES, inspect};
use planmark_core::tracker::outline::parse;

/// How many times what plain text takes. A bench measures it closely; this looks for what takes a
/// time in proportion to a square.
const TIMES_MAX: u32 = 40;
/// How large the texts of a test are.
const TESTED_BYTES: usize = 16_384;

pub(crate) fn target(data: &[u8]) {
    let input = String::from_utf8_lossy(data);
    // A test is quick, and measures nothing: it would fail on a busy machine.
    let fuzzes = std::env::var_os("FUZZ_TARGET").is_some();
    let bytes = if fuzzes { CONTENT_MAX_BYTES as usize } else { TESTED_BYTES };
    let text = input.repeat(bytes.checked_div(input.len()).unwrap_or_default());
    if !fuzzes {
        let _ = (parse(&text), inspect(&text));
        return;
    }
    let plain = took(&"- plain text of a plan\n".repeat(CONTENT_MAX_BYTES as usize / 23));
    if took(&text) > plain * TIMES_MAX {
        // A machine that was busy a moment ago is not, three times in a row.
        let least = (0..3).map(|_| took(&text)).min().unwrap_or_default();
        assert!(least < plain * TIMES_MAX, "{least:?}, plain text {plain:?}");
    }
}

fn took(text: &str) -> Duration {
    let start = Instant::now();
    let _ = (parse(text), inspect(text));
    start.elapsed()
}
