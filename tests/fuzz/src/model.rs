//! The rules of plans over whole texts (D3 to D9): what a call must answer, and what there must be
//! afterwards.

use planmark_core::document::TITLE_MAX_CHARS;
use planmark_core::document::request::Point;
use planmark_core::failure::FailureCode;
use planmark_core::text::CONTENT_MAX_BYTES;

/// A revision.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    pub(crate) position: usize,
    pub(crate) author: String,
    pub(crate) created_at_ms: u64,
    pub(crate) updated_at_ms: u64,
    pub(crate) restored: Option<Point>,
}

/// A task.
#[derive(Debug, Default)]
pub(crate) struct Model {
    /// Title and text after each write.
    pub(crate) states: Vec<(String, String)>,
    pub(crate) revisions: Vec<Kept>,
    pub(crate) present: bool,
}

/// What stands behind a write.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Writing<'a> {
    pub(crate) author: &'a str,
    pub(crate) now_ms: u64,
    pub(crate) window_ms: i64,
    pub(crate) restored: Option<Point>,
    /// Whether the text shrinking to less than half begins a revision.
    pub(crate) guarded: bool,
}

impl Model {
    /// The plan's text; empty where there is no plan.
    pub(crate) fn text(&self) -> &str {
        self.states.last().filter(|_| self.present).map_or("", |(_, text)| text)
    }

    /// Whether the text shrinks to less than half of at least 2,000 characters (D6).
    pub(crate) fn most_goes(&self, text: &str) -> bool {
        let (before, after) = (self.text().chars().count(), text.chars().count());
        before >= 2_000 && 2 * after < before
    }

    /// Takes a write that succeeds.
    pub(crate) fn write(&mut self, title: &str, text: String, how: Writing<'_>) {
        let splits = how.restored.is_some() || (how.guarded && self.most_goes(&text));
        let kept = self.states.last().filter(|_| self.present).map_or("Plan", |(title, _)| title);
        let title = if title.is_empty() { kept } else { title }.to_owned();
        self.states.push((title, text));
        let position = self.states.len();
        let recent = |latest: &Kept| {
            let age = how.now_ms.checked_sub(latest.updated_at_ms);
            age.is_some_and(|age| i64::try_from(age).is_ok_and(|age| age < how.window_ms))
        };
        match self.revisions.last_mut() {
            Some(latest)
                if self.present
                    && !splits
                    && latest.restored.is_none()
                    && latest.author == how.author
                    && recent(latest) =>
            {
                (latest.position, latest.updated_at_ms) = (position, how.now_ms);
            }
            _ => self.revisions.push(Kept {
                position,
                author: how.author.to_owned(),
                created_at_ms: how.now_ms,
                updated_at_ms: how.now_ms,
                restored: how.restored,
            }),
        }
        self.present = true;
    }
}

/// The first of these that doesn't hold refuses the call (D5).
pub(crate) fn refusal(checks: &[(bool, FailureCode)]) -> Option<FailureCode> {
    checks.iter().find(|(holds, _)| !holds).map(|(_, code)| *code)
}

pub(crate) fn fits(text: &str) -> bool {
    text.len() <= CONTENT_MAX_BYTES as usize
}

pub(crate) fn is_title(title: &str) -> bool {
    title.chars().count() <= TITLE_MAX_CHARS && !title.chars().any(char::is_control)
}
