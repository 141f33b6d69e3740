//! `wit/info.wit` and `wit/preview.wit`.

use super::all;
use crate::component::bindings::exports::planmark::engine::{info as wit, preview};
use crate::{info, text};

impl From<info::Description> for wit::Description {
    fn from(description: info::Description) -> Self {
        let info::Description { version, format, limits, texts } = description;
        Self { version, format, limits: limits.into(), texts: all(texts) }
    }
}

impl From<info::Limits> for wit::Limits {
    fn from(limits: info::Limits) -> Self {
        let info::Limits {
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

impl From<info::RenderedText> for wit::RenderedText {
    fn from(rendered_text: info::RenderedText) -> Self {
        let info::RenderedText { id, version, digest } = rendered_text;
        Self { id, version, digest }
    }
}

impl From<text::Composed> for preview::Composed {
    fn from(composed: text::Composed) -> Self {
        let text::Composed { text, bytes, kept, fragment_at } = composed;
        Self { text, bytes, kept, fragment_at }
    }
}
