//! The box at the start of a list item (D21).

/// Most characters between the brackets of what may have been meant as a box.
const MARK_MAX_CHARS: usize = 3;

/// What an item begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark<'a> {
    /// An open box: `[ ]`, white space, and text on the same line. What is after the box.
    Open(&'a str),
    /// The box of something done.
    Checked(&'a str),
    /// Brackets around something else.
    Unknown(&'a str),
    /// A box that no white space follows, but this.
    Unspaced(char),
    /// An open box without text on its line.
    Bare,
    /// Something else.
    None,
}

/// Reads the start of an item's first paragraph.
pub(super) fn read(paragraph: &str) -> Mark<'_> {
    let Some((inside, after)) = paragraph.strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
        return Mark::None;
    };
    // What follows the brackets makes a link of them.
    let is_link = inside != " " && after.starts_with(['(', '[', ':']);
    let next = after.chars().next();
    match inside {
        _ if is_link => Mark::None,
        " " | "x" | "X" if next.is_some_and(|c| !is_space(c) && !matches!(c, '\n' | '\r')) => {
            next.map_or(Mark::None, Mark::Unspaced)
        }
        " " => match after.split(['\n', '\r']).next() {
            Some(line) if !line.trim().is_empty() => Mark::Open(after),
            _ => Mark::Bare,
        },
        "x" | "X" => Mark::Checked(after),
        other if may_be_mark(other) => Mark::Unknown(other),
        _ => Mark::None,
    }
}

/// White space that ends a box: what `CommonMark` calls so, within a line. A no-break space only looks
/// like it.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{b}' | '\u{c}')
}

/// A single mark, or nothing or an x among spaces.
fn may_be_mark(inside: &str) -> bool {
    let mark = inside.trim();
    inside.chars().nth(MARK_MAX_CHARS).is_none()
        && mark.chars().nth(1).is_none()
        && !inside.contains(['\n', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_one_exactly() {
        assert_eq!(read("[ ] a"), Mark::Open(" a"));
        assert_eq!(read("[ ]\ta"), Mark::Open("\ta"));
        assert_eq!(read("[ ] [x](u)"), Mark::Open(" [x](u)"));
        assert_eq!(read("[x] a"), Mark::Checked(" a"));
        assert_eq!(read("[X]"), Mark::Checked(""));
        assert_eq!(read("[ ]"), Mark::Bare);
        assert_eq!(read("[ ] \u{a0}\nmore"), Mark::Bare);
        assert_eq!(read("[ ]a"), Mark::Unspaced('a'));
        assert_eq!(read("[ ]\u{a0}a"), Mark::Unspaced('\u{a0}'));
        assert_eq!(read("[ ](u)"), Mark::Unspaced('('));
        for mark in ["~", "-", "\u{a0}", "", "  ", " x", "\t", "✓"] {
            assert_eq!(read(&format!("[{mark}] a")), Mark::Unknown(mark));
        }
        for none in ["", "a", "[", "[ ", "[x](u)", "[a][b]", "[ab] c", "[1]: u", "a [ ] b", "[\n] a"] {
            assert_eq!(read(none), Mark::None, "{none:?}");
        }
    }
}
