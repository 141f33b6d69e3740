//! Keys of cells that end with a number. It has ten digits, so that byte order is its order.

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
            assert_eq!(number("seg/", &numbered("seg/", number_)), Some(number_));
        }
        assert_eq!(numbered("rev/", 12), "rev/0000000012");
        for key in ["seg/1", "seg/+000000001", "seg/00000000010", "rev/0000000001", "seg/9999999999"] {
            assert_eq!(number("seg/", key), None, "{key}");
        }
    }
}
