//! What a call may bring: the engine has memory for a few texts of the size that can be stored, and
//! a text that is far larger is refused before it gets there.

use planmark_core::author::Author;
use planmark_core::document::request::{
    Context, DeleteRequest, EditRequest, RestoreRequest, SaveRequest, WriteRequest,
};
use planmark_core::failure::{Failure, FailureCode};

use crate::error::Error;

/// Most bytes of a text that is handed to the engine.
pub(super) const TEXT_MAX_BYTES: usize = 4 << 20;

/// What brings texts, each with its name.
pub(super) trait Texts {
    /// The texts.
    fn texts(&self) -> Vec<(&'static str, &str)>;
}

impl Texts for (&'static str, &str) {
    fn texts(&self) -> Vec<(&'static str, &str)> {
        vec![*self]
    }
}

impl Texts for Author {
    fn texts(&self) -> Vec<(&'static str, &str)> {
        vec![("caller.name", &self.name)]
    }
}

impl Texts for Context {
    fn texts(&self) -> Vec<(&'static str, &str)> {
        self.caller.texts()
    }
}

impl Texts for WriteRequest {
    fn texts(&self) -> Vec<(&'static str, &str)> {
        let Self { task, title, content, mode, expected_version } = self;
        let own: [(&str, &str); 4] = [("task", task), ("title", title), ("content", content), ("mode", mode)];
        with_version(&own, expected_version)
    }
}

impl Texts for EditRequest {
    fn texts(&self) -> Vec<(&'static str, &str)> {
        let Self { task, find, replacement, expected_version } = self;
        with_version(&[("task", task), ("find", find), ("replacement", replacement)], expected_version)
    }
}

impl Texts for SaveRequest {
    fn texts(&self) -> Vec<(&'static str, &str)> {
        let Self { task, title, content, expected_version } = self;
        with_version(&[("task", task), ("title", title), ("content", content)], expected_version)
    }
}

impl Texts for RestoreRequest {
    fn texts(&self) -> Vec<(&'static str, &str)> {
        let Self { task, point: _, expected_version } = self;
        with_version(&[("task", task)], expected_version)
    }
}

impl Texts for DeleteRequest {
    fn texts(&self) -> Vec<(&'static str, &str)> {
        let Self { task, expected_version } = self;
        with_version(&[("task", task)], expected_version)
    }
}

/// Refuses a call one of whose texts is too large.
///
/// # Errors
///
/// `content-too-large`.
pub(super) fn check(arguments: &[&dyn Texts]) -> Result<(), Error> {
    let texts = arguments.iter().flat_map(|argument| argument.texts());
    match texts.into_iter().find(|(_, text)| text.len() > TEXT_MAX_BYTES) {
        Some((name, text)) => Err(Error::Refused(too_large(name, text.len()))),
        None => Ok(()),
    }
}

fn too_large(name: &str, bytes: usize) -> Failure {
    let mut failure = Failure::new(
        FailureCode::ContentTooLarge,
        format!("\"{name}\" has {bytes} bytes; a text of a call has at most {TEXT_MAX_BYTES}"),
        "Shorten the text: move finished detail to a file of its own and name that file in the plan.",
    );
    failure.bytes = u32::try_from(bytes).ok();
    failure.limit = u32::try_from(TEXT_MAX_BYTES).ok();
    failure
}

fn with_version<'a>(
    own: &[(&'static str, &'a str)],
    version: &'a Option<String>,
) -> Vec<(&'static str, &'a str)> {
    own.iter().copied().chain(version.as_deref().map(|version| ("expected-version", version))).collect()
}

#[cfg(test)]
mod tests {
    use planmark_core::author::AuthorKind;

    use super::*;
    use crate::Planmark;
    use crate::error::Error;
    use crate::store::memory::MemoryStore;

    fn code<T>(outcome: Result<T, Error>) -> &'static str {
        outcome.err().map_or("", |error| error.code())
    }

    #[test]
    fn a_text_of_any_size_never_stops_the_engine() {
        let planmark = Planmark::builder().store(MemoryStore::new()).build().expect("an engine");
        let caller = Author { kind: AuthorKind::Agent, name: "a".to_owned() };
        let context = Context { caller: caller.clone(), coalesce_window_ms: None };
        for bytes in [TEXT_MAX_BYTES, TEXT_MAX_BYTES + 1, 80 << 20] {
            let text = "a".repeat(bytes);
            let too_large = bytes > TEXT_MAX_BYTES;
            let request =
                WriteRequest { task: "t".to_owned(), content: text.clone(), ..WriteRequest::default() };
            let error = planmark.create(&context, &request).expect_err("too large to be stored");
            let failure = error.refusal().expect("a refusal");
            let limit = if too_large { TEXT_MAX_BYTES } else { 262_144 };
            assert_eq!((error.code(), failure.limit), ("content-too-large", u32::try_from(limit).ok()));
            assert_eq!(failure.bytes, u32::try_from(bytes).ok());
            let other = if too_large { "content-too-large" } else { "invalid-task-id" };
            assert_eq!(code(planmark.read(&caller, &text)), other);
            let composed = planmark.preview().compose(&text, &text);
            assert_eq!(code(composed), "content-too-large");
        }
    }
}
