//! `wit/info.wit` and `wit/preview.wit`.

use planmark_core::{info, text};

use super::all;
use crate::bindings::exports::planmark::engine::{info as wit, preview};

impl From<wit::Description> for info::Description {
    fn from(description: wit::Description) -> Self {
        let wit::Description { version, format, limits, texts } = description;
        Self { version, format, limits: limits.into(), texts: all(texts) }
    }
}

impl From<wit::Limits> for info::Limits {
    fn from(limits: wit::Limits) -> Self {
        let wit::Limits {
            content_bytes,
            task_id_chars,
            title_chars,
            author_chars,
            coalesce_window_ms,
            page_entries,
        } = limits;
        Self { content_bytes, task_id_chars, title_chars, author_chars, coalesce_window_ms, page_entries }
    }
}

impl From<wit::RenderedText> for info::RenderedText {
    fn from(rendered_text: wit::RenderedText) -> Self {
        let wit::RenderedText { id, version, digest } = rendered_text;
        Self { id, version, digest }
    }
}

impl From<preview::Composed> for text::Composed {
    fn from(composed: preview::Composed) -> Self {
        let preview::Composed { text, bytes, kept, fragment_at } = composed;
        Self { text, bytes, kept, fragment_at }
    }
}
