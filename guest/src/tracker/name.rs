//! The form of session, plan and task ids (D20).

/// Most characters of a session or plan id.
pub(crate) const NAME_MAX_CHARS: usize = 128;

/// What a file system may take for a device, whatever its case and whatever follows a dot.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
/// The same, with a digit from 1 to 9 behind.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// Whether an id is a letter or digit and up to 127 letters, digits, dots, underscores and hyphens.
pub(crate) fn is_plain(id: &str) -> bool {
    id.len() <= NAME_MAX_CHARS
        && id.starts_with(|c: char| c.is_ascii_alphanumeric())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
}

/// Whether an id can name a file everywhere: [`is_plain`], no dot at the end, no device's name.
pub(crate) fn is_file_name(id: &str) -> bool {
    is_plain(id) && !id.ends_with('.') && !is_device(id)
}

fn is_device(id: &str) -> bool {
    let stem = id.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let unnumbered = stem.strip_suffix(|c: char| matches!(c, '1'..='9'));
    DEVICES.contains(&stem.as_str()) || unnumbered.is_some_and(|stem| NUMBERED_DEVICES.contains(&stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_name_files_everywhere() {
        for good in ["a", "0", "A.b_c-d", "console", "com", "lpt10", "com0", &"x".repeat(128)] {
            assert!(is_file_name(good), "{good}");
        }
        for bad in ["", ".a", "-a", "a.", "a b", "a/b", "a\\b", "é", "CON", "nul.md", "Com1", "lpt9.x.y"] {
            assert!(!is_file_name(bad), "{bad}");
        }
        assert!(!is_file_name(&"x".repeat(129)));
    }
}
