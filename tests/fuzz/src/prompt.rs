//! The text for the system prompt (D28). The input is the guard line, `|`, and the body.

use planmark_core::digest::sha256;
use planmark_core::tracker::entry::Mode;
use planmark_core::tracker::preview::prompt;

use super::script::repeated;

pub(crate) fn target(data: &[u8]) {
    let input = String::from_utf8_lossy(data);
    let (guard, body) = input.split_once('|').unwrap_or(("", &input));
    let (guard, body) = (Some(guard).filter(|guard| !guard.is_empty()), repeated(body));
    for mode in [Mode::Plan, Mode::Build] {
        let with = prompt(mode, Some("P-1"), Some(&body), guard);
        assert_eq!(with.digest, sha256(&with.text));
        let digest = sha256(&body);
        let boundary = &digest[..32];
        let framed = format!("\n<plan {boundary}>\n{body}\n</plan {boundary}>\n");
        assert!(with.text.ends_with(&framed), "the body stands in it as it is");
        assert_eq!(with.text.matches(boundary).count(), 2, "nothing in it looks like its end");
        let without = prompt(mode, None, None, guard);
        let rules = without.text.lines().count();
        let plain = prompt(mode, None, None, None).text.lines().count();
        assert!(rules == plain + usize::from(guard.is_some()), "a guard is one line: {:?}", without.text);
    }
}
