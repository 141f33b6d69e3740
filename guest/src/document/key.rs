//! The keys of a task's cells. Numbers have ten digits, so that byte order is their order.

/// The plan as it stands, and its latest revision.
pub(crate) const HEAD: &str = "head";
/// Revisions before the latest, by number.
pub(crate) const REVISIONS: &str = "rev/";
/// Segments, by the position of their first splice.
pub(crate) const SEGMENTS: &str = "seg/";
/// Whole texts, by position.
pub(crate) const SNAPSHOTS: &str = "snap/";

/// The key of a number under a prefix.
pub(crate) fn numbered(prefix: &str, number: u32) -> String {
    format!("{prefix}{number:010}")
}

/// The number of a key under a prefix.
pub(crate) fn number(prefix: &str, key: &str) -> Option<u32> {
    let digits = key.strip_prefix(prefix)?;
    let number = digits.parse().ok()?;
    (numbered(prefix, number) == key).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_comes_back_from_its_key() {
        for number_ in [0, 1, 10, u32::MAX] {
            assert_eq!(number(SEGMENTS, &numbered(SEGMENTS, number_)), Some(number_));
        }
        assert_eq!(numbered(REVISIONS, 12), "rev/0000000012");
        for key in ["seg/1", "seg/+000000001", "seg/00000000010", "rev/0000000001", "seg/9999999999"] {
            assert_eq!(number(SEGMENTS, key), None, "{key}");
        }
    }
}
