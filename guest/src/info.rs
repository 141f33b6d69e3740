//! What this engine is: version, limits, and the digests of every text it renders.

use serde::{Deserialize, Serialize};

use crate::author::NAME_MAX_CHARS;
use crate::digest::sha256;
use crate::document::request::COALESCE_WINDOW_MS;
use crate::document::{FORMAT, PAGE_MAX_ENTRIES, TASK_ID_MAX_CHARS, TITLE_MAX_CHARS};
use crate::text::{CONTENT_MAX_BYTES, size};
use crate::words;

/// The limits in force. All are fixed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of UTF-8 of a stored text.
    pub content_bytes: u32,
    /// Characters of a task id.
    pub task_id_chars: u32,
    /// Characters of a title.
    pub title_chars: u32,
    /// Characters of an author's name.
    pub author_chars: u32,
    /// Default of [`Context::coalesce_window_ms`](crate::document::request::Context), in
    /// milliseconds.
    pub coalesce_window_ms: u32,
    /// Entries of one page of a listing.
    pub page_entries: u32,
}

/// One text that the engine renders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenderedText {
    /// Its name in the catalog.
    pub id: String,
    /// Raised whenever its words change.
    pub version: u32,
    /// SHA-256 of its template, 64 hex digits.
    pub digest: String,
}

/// The description of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// The engine's version, as in its package.
    pub version: String,
    /// The newest format of a scope that it reads and writes.
    pub format: u32,
    /// The limits.
    pub limits: Limits,
    /// Every text it renders, in order of id.
    pub texts: Vec<RenderedText>,
}

/// Describes the engine.
#[must_use]
pub fn describe() -> Description {
    Description {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        format: FORMAT,
        limits: Limits {
            content_bytes: CONTENT_MAX_BYTES,
            task_id_chars: size(TASK_ID_MAX_CHARS),
            title_chars: size(TITLE_MAX_CHARS),
            author_chars: size(NAME_MAX_CHARS),
            coalesce_window_ms: u32::try_from(COALESCE_WINDOW_MS).unwrap_or(u32::MAX),
            page_entries: PAGE_MAX_ENTRIES,
        },
        texts: words::all()
            .into_iter()
            .map(|template| RenderedText {
                id: template.id.to_owned(),
                version: template.version,
                digest: sha256(template.text),
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_what_the_package_and_the_limits_say() {
        let Description { version, format, limits, texts } = describe();
        assert_eq!((version.as_str(), format), (env!("CARGO_PKG_VERSION"), 1));
        let Limits {
            content_bytes,
            task_id_chars,
            title_chars,
            author_chars,
            coalesce_window_ms,
            page_entries,
        } = limits;
        assert_eq!((content_bytes, coalesce_window_ms), (262_144, 300_000));
        assert_eq!((task_id_chars, title_chars, author_chars, page_entries), (256, 1_024, 128, 200));
        assert_eq!(texts.len(), words::all().len());
    }

    /// No words change unseen: a text that changes needs a new version, and a new line here.
    #[test]
    fn every_text_is_pinned() {
        let lines = describe().texts.into_iter();
        let described: String =
            lines.map(|text| format!("{} {} {}\n", text.id, text.version, text.digest)).collect();
        assert_eq!(described, include_str!("words/pinned.txt"), "the texts are now:\n{described}");
    }
}
