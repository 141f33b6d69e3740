//! The lint of many texts: so many of them in one call as its fuel is enough for.

use planmark_core::runtime::guard::{Assembly, Fault, Finding};

use super::sizes::TEXT_MAX_BYTES;

/// Most pairs of a selector and a path of one call.
const PAIRS_MAX: usize = 1 << 17;

/// Checks texts, part after part. The findings are those of one call with all of them: a selector selects
/// nothing where it does so in every part.
pub(super) fn in_parts<E>(
    selectors: &[String],
    assemblies: &[Assembly],
    lint: impl Fn(&[Assembly]) -> Result<Vec<Finding>, E>,
) -> Result<Vec<Finding>, E> {
    let (mut left, mut findings) = (assemblies, Vec::new());
    let mut idle: Option<Vec<Finding>> = None;
    loop {
        let (part, rest) = left.split_at(length_of_part(selectors.len(), left));
        let (unused, found): (Vec<_>, Vec<_>) =
            lint(part)?.into_iter().partition(|finding| finding.fault == Fault::SelectsNothing);
        findings.extend(found);
        idle = Some(match idle {
            Some(before) => before.into_iter().filter(|finding| unused.contains(finding)).collect(),
            None => unused,
        });
        if rest.is_empty() {
            findings.extend(idle.unwrap_or_default());
            return Ok(findings);
        }
        left = rest;
    }
}

/// How many texts the next call takes: at least one, where there are any.
fn length_of_part(selectors: usize, left: &[Assembly]) -> usize {
    let most = (PAIRS_MAX / selectors.max(1)).max(1);
    let sizes = left.iter().scan(0_usize, |sum, assembly| {
        *sum = sum.saturating_add(assembly.text.len());
        Some(*sum)
    });
    let fitting = sizes.take_while(|sum| *sum <= TEXT_MAX_BYTES).count();
    fitting.max(1).min(most).min(left.len())
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::convert::Infallible;

    use planmark_core::runtime::guard::lint;

    use super::*;

    #[test]
    fn texts_in_parts_have_the_findings_of_all_of_them_at_once() {
        let line = "Planmark guard 0: work";
        let selectors: Vec<_> = ["a/*", "none", "c/*", "also-none"].map(str::to_owned).to_vec();
        let long = "x".repeat(TEXT_MAX_BYTES);
        let texts =
            [("a/1", line), ("b/1", &long), ("b/2", line), ("a/2", ""), ("b/3", &long), ("c/1", line)];
        let texts = texts.map(|(path, text)| Assembly { path: path.to_owned(), text: text.to_owned() });
        let sizes = RefCell::new(Vec::new());
        let in_parts = in_parts(&selectors, &texts, |part| {
            sizes.borrow_mut().push(part.len());
            Ok::<_, Infallible>(lint(line, &selectors, part))
        });
        assert_eq!(in_parts, Ok(lint(line, &selectors, &texts)));
        assert_eq!(sizes.into_inner(), [1, 1, 2, 1, 1]);
        assert_eq!(
            super::in_parts(&selectors, &[], |part| Ok::<_, Infallible>(lint(line, &selectors, part))),
            Ok(lint(line, &selectors, &[]))
        );
        assert_eq!(length_of_part(1 << 16, &texts[2..4]), 2);
        assert_eq!(length_of_part(1 << 20, &texts[2..4]), 1);
    }
}
