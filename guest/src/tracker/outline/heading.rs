//! The heading that the tasks stand below (D21).

/// What the heading says, in any case.
const SECTION: &str = "section 4";
/// Its level.
pub(super) const LEVEL: u8 = 2;

/// How near a heading is to Section 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    /// It is one.
    Section,
    /// Level and number are right, and something else follows: `Section 4b`.
    Almost,
    /// It could be meant as one, where there is none: `### Section 4`, `Section #4`.
    Alike,
    /// Another heading.
    Other,
}

/// Judges a heading by its level, its text on one line, and whether it stands at the top level.
pub(super) fn likeness(level: u8, text: &str, is_top: bool) -> Likeness {
    let right_place = level == LEVEL && is_top;
    match after_number(text) {
        Some(after) if ends_number(after) && right_place => Likeness::Section,
        Some(after) if ends_number(after) => Likeness::Alike,
        Some(after) if right_place && !after.starts_with(|c: char| c == '.' || c.is_ascii_digit()) => {
            Likeness::Almost
        }
        _ if is_alike(text) => Likeness::Alike,
        _ => Likeness::Other,
    }
}

/// What follows `Section 4`.
fn after_number(text: &str) -> Option<&str> {
    let (start, after) = text.split_at_checked(SECTION.len())?;
    start.eq_ignore_ascii_case(SECTION).then_some(after)
}

fn ends_number(after: &str) -> bool {
    let mut chars = after.chars();
    match chars.next() {
        None | Some('—' | '–' | '-' | ':') => true,
        Some('.') => !chars.next().is_some_and(|c| c.is_ascii_digit()),
        Some(c) => c.is_whitespace(),
    }
}

/// Whether letters and digits alone begin as those of Section 4 do.
fn is_alike(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase());
    let letters: String = letters.take("sectionfour".len()).collect();
    let number = letters.strip_prefix("section").unwrap_or_default();
    let digits = number.trim_start_matches('0').split(|c: char| !c.is_ascii_digit()).next();
    digits == Some("4") || number.starts_with("four")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_section_4_or_near_it_or_not() {
        for text in ["Section 4", "section 4 x", "SECTION 4: x", "Section 4.", "Section 4. x", "Section 4—x"]
        {
            assert_eq!(likeness(2, text, true), Likeness::Section, "{text}");
            assert_eq!(likeness(3, text, true), Likeness::Alike, "{text}");
            assert_eq!(likeness(2, text, false), Likeness::Alike, "{text}");
        }
        for text in ["Section 4b", "Section 4) x", "Section 4_", "Section 4é"] {
            assert_eq!(likeness(2, text, true), Likeness::Almost, "{text}");
        }
        for text in
            ["Section4", "Section #4 — Tasks", "Section 04", "Section Four", "Section-4", "Section: 4"]
        {
            assert_eq!(likeness(2, text, true), Likeness::Alike, "{text}");
        }
        for text in
            ["", "Section", "Section 40", "Section 4.5", "Section 3", "4", "Sectio", "Раздел 4", "Section é"]
        {
            assert_eq!(likeness(2, text, true), Likeness::Other, "{text}");
        }
    }
}
