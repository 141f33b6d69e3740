//! The catalog of rendered texts: everything the engine says to people and agents.
//!
//! A text is a template with named places in braces. Its version is raised whenever its words
//! change, and `words/pinned.txt` holds the digest of each version, so that no words change unseen.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Most characters of user input that a text quotes; what is longer ends with an ellipsis.
const QUOTE_MAX_CHARS: usize = 80;

/// One text of the catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    /// Its name.
    pub id: &'static str,
    /// Raised whenever its words change.
    pub version: u32,
    /// Its words, with places as `{name}`.
    pub text: &'static str,
}

impl Template {
    /// Fills in the places. A place without a value stays as it is written; values are not looked
    /// at again, so no value can open a place.
    #[must_use]
    pub fn render(&self, values: &[(&str, &str)]) -> String {
        fill(self.text, values)
    }
}

/// Fills in the places of words that are put together of several templates, as
/// [`Template::render`] does with one.
pub(crate) fn fill(words: &str, values: &[(&str, &str)]) -> String {
    let mut rendered = String::with_capacity(words.len());
    let mut rest = words;
    while let Some((before, place, after)) = next_place(rest) {
        rendered.push_str(before);
        match values.iter().find(|(name, _)| *name == place) {
            Some((_, value)) => rendered.push_str(value),
            None => rendered.extend(["{", place, "}"]),
        }
        rest = after;
    }
    rendered.push_str(rest);
    rendered
}

/// Splits a template at its first place: what is before it, its name, what is after it.
fn next_place(text: &str) -> Option<(&str, &str, &str)> {
    let (before, opened) = text.split_once('{')?;
    let (place, after) = opened.split_once('}')?;
    Some((before, place, after))
}

/// User input as a text shows it: in double quotes, on one line, without anything that could
/// imitate the text around it, and cut where it is long.
#[must_use]
pub fn quoted(input: &str) -> String {
    quoted_up_to(input, QUOTE_MAX_CHARS)
}

/// The same, whole however long it is.
#[must_use]
pub(crate) fn quoted_whole(input: &str) -> String {
    quoted_up_to(input, usize::MAX)
}

fn quoted_up_to(input: &str, max: usize) -> String {
    let mut quoted = String::from("\"");
    let mut chars = input.chars();
    for c in chars.by_ref().take(max) {
        match c {
            // INVARIANT: `split_at_backticks` knows by this where quoted input ends.
            '"' | '\\' => quoted.extend(['\\', c]),
            c if is_invisible(c) => quoted.extend(c.escape_unicode()),
            c => quoted.push(c),
        }
    }
    if chars.next().is_some() {
        quoted.push('…');
    }
    quoted.push('"');
    quoted
}

/// A rendered text with other words for what stands in backticks, where `name` has some. What it
/// quotes of users stays as they wrote it, backticks included.
#[must_use]
pub fn renamed(text: &str, name: impl Fn(&str) -> Option<String>) -> String {
    let mut renamed = String::with_capacity(text.len());
    for (index, part) in split_at_backticks(text).enumerate() {
        if index > 0 {
            renamed.push('`');
        }
        match name(part).filter(|_| stands_in_backticks(index)) {
            Some(name) => renamed.push_str(&name),
            None => renamed.push_str(part),
        }
    }
    renamed
}

/// What stands in backticks in a rendered text, in order; not what it quotes of users.
pub fn in_backticks(text: &str) -> impl Iterator<Item = &str> {
    split_at_backticks(text)
        .enumerate()
        .filter_map(|(index, part)| stands_in_backticks(index).then_some(part))
}

/// Whether the part of that index, of a text split at backticks, stood in them.
const fn stands_in_backticks(index: usize) -> bool {
    index % 2 == 1
}

/// Splits a rendered text at its backticks. Those that it [quotes](quoted) of users don't count.
fn split_at_backticks(text: &str) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    text.split(move |c| {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            _ => {}
        }
        c == '`' && !is_quoted
    })
}

/// Control, format and separator characters, which a reader can't see or which move what he sees.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(
        c.general_category(),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
    )
}

/// Declares each text once: as a constant, and as an entry of the file's `TEXTS`.
macro_rules! catalog {
    ($($name:ident = $id:literal, $version:literal, $text:literal;)*) => {
        $(pub(crate) const $name: Template = Template { id: $id, version: $version, text: $text };)*

        /// The texts of this file, in order of id.
        pub(super) static TEXTS: &[Template] = &[$($name),*];
    };
}

mod runtime;
mod starts;
mod tools;
mod tracker;

pub(crate) use runtime::*;
pub(crate) use starts::*;
pub(crate) use tools::*;
pub(crate) use tracker::*;

/// The texts by topic, each in order of id.
const CATALOGS: [&[Template]; 5] = [TEXTS, runtime::TEXTS, starts::TEXTS, tools::TEXTS, tracker::TEXTS];

/// Every text, in order of id.
#[must_use]
pub fn all() -> Vec<&'static Template> {
    let mut all: Vec<_> = CATALOGS.iter().copied().flatten().collect();
    all.sort_by_key(|template| template.id);
    all
}

catalog! {
    NOTE_ESCAPED_LINE_BREAKS = "note.escaped-line-breaks", 1,
        "The text is one line and holds a backslash followed by an n where line breaks were probably meant. It is stored as it was sent; if line breaks were meant, send it again with real ones.";
    NOTE_OPEN_CODE_FENCE = "note.open-code-fence", 1,
        "The text ends inside the code fence that opens in line {line}: what is appended becomes code until that fence is closed.";
    NOTE_OPEN_HTML_COMMENT = "note.open-html-comment", 1,
        "The text ends inside the HTML comment that opens in line {line}: what is appended is hidden until that comment is closed.";
    ARGUMENT_MISSING = "refusal.argument-missing.message", 1,
        "the argument `{argument}` is missing; nothing was written";
    ARGUMENT_MISSING_NEXT = "refusal.argument-missing.next", 1,
        "Send it: an empty text has to be sent as one.";
    ARGUMENT_TWICE = "refusal.argument-twice.message", 1,
        "the argument `{argument}` stands twice in the arguments; nothing was written";
    ARGUMENT_TWICE_NEXT = "refusal.argument-twice.next", 1,
        "Send it once, with the value that is meant.";
    ARGUMENT_TYPE = "refusal.argument-type.message", 1,
        "the argument `{argument}` must be {wanted}, and {found} was sent; nothing was written";
    ARGUMENT_TYPE_NEXT = "refusal.argument-type.next", 1,
        "Send `{argument}` as {wanted}, or leave it out where it is not needed.";
    ARGUMENT_UNKNOWN = "refusal.argument-unknown.message", 1,
        "this tool has no argument {name}; nothing was written";
    ARGUMENT_UNKNOWN_NEXT = "refusal.argument-unknown.next", 1,
        "Use the arguments it has: {known}.";
    ARGUMENTS_HALF_PAIR = "refusal.arguments-half-pair.message", 1,
        "{where} holds an escape that is one half of a surrogate pair, which is no text; nothing was written";
    ARGUMENTS_HALF_PAIR_NEXT = "refusal.arguments-half-pair.next", 1,
        "Send the character itself instead of escapes, or both halves of the pair.";
    ARGUMENTS_NOT_JSON = "refusal.arguments-not-json.message", 1,
        "{where} can't be read as JSON at line {line}, column {column}; nothing was written";
    ARGUMENTS_NOT_JSON_NEXT = "refusal.arguments-not-json.next", 1,
        "Send one JSON object, with quotes and line breaks inside texts escaped.";
    ARGUMENTS_NOT_OBJECT = "refusal.arguments-not-object.message", 1,
        "the arguments must be a JSON object, and {found} was sent; nothing was written";
    ARGUMENTS_NOT_OBJECT_NEXT = "refusal.arguments-not-object.next", 1,
        "Send the arguments as one JSON object: not as a string that holds it, and not in a list.";
    BODY_UNREADABLE = "refusal.body-unreadable.message", 1,
        "the body of plan {plan} is gone, or can't be read";
    BODY_UNREADABLE_NEXT = "refusal.body-unreadable.next", 1,
        "Ask the person who runs this to put the body back; the tasks that are done stay recorded.";
    BUSY = "refusal.busy.message", 1,
        "another writer held the plan of task {task} for too long; nothing was written";
    BUSY_NEXT = "refusal.busy.next", 1,
        "Send the same call again in a moment.";
    CONTENT_REQUIRED = "refusal.content-required.message", 1,
        "the content is empty; nothing was written";
    BODY_REQUIRED = "refusal.content-required.message-body", 1,
        "the plan to save is empty; nothing was written";
    CONTENT_REQUIRED_NEXT = "refusal.content-required.next", 1,
        "Call again with content: the whole document to replace the plan, or with mode `append` the text to add.";
    BODY_REQUIRED_NEXT = "refusal.content-required.next-body", 1,
        "Save the whole plan.";
    CONTENT_TOO_LARGE = "refusal.content-too-large.message", 2,
        "the text to store has {bytes} bytes, and at most {limit} can be stored; nothing was stored";
    BODY_TOO_LARGE = "refusal.content-too-large.message-body", 1,
        "the plan to save has {bytes} bytes, and at most {limit} can be saved; nothing was written";
    CONTENT_TOO_LARGE_NEXT = "refusal.content-too-large.next", 1,
        "Read the plan, shorten what is settled in it, and replace it with a text within the limit.";
    BODY_TOO_LARGE_NEXT = "refusal.content-too-large.next-body", 1,
        "Save a plan within the limit: keep its tasks, and move long detail to files that it names.";
    ENTRY_NOT_FOUND = "refusal.entry-not-found.message", 1,
        "session {session} has no entry {entry}: its entries are 1 to {entries}, and 0 is where it begins";
    ENTRY_NOT_FOUND_NEXT = "refusal.entry-not-found.next", 1,
        "List the session's branch and take one of its numbers.";
    ENTRY_UNKNOWN = "refusal.entry-unknown.message", 1,
        "the log has no entry {entry}";
    ENTRY_UNKNOWN_NEXT = "refusal.entry-unknown.next", 1,
        "Name the id of one of the log's entries as the end of the branch, or none for the last one.";
    FIND_AMBIGUOUS = "refusal.find-ambiguous.message", 1,
        "the text to find occurs {occurrences} times, overlaps counted, and must occur once; nothing was written";
    FIND_AMBIGUOUS_NEXT = "refusal.find-ambiguous.next", 1,
        "Send more of the text around the place that is meant, so that it occurs once.";
    FIND_MISSING = "refusal.find-missing.message", 1,
        "the text to find doesn't occur in the plan; nothing was written";
    FIND_MISSING_NEXT = "refusal.find-missing.next", 1,
        "Read the plan and copy the text to find from it exactly: letter case, spaces and line breaks count.";
    FIND_MISSING_NEXT_LINE_ENDINGS = "refusal.find-missing.next-line-endings", 2,
        "The plan has this text with other line endings (its own are {line_endings}): read the plan and send the text to find with the line endings it has there.";
    FIND_REQUIRED = "refusal.find-required.message", 1,
        "the text to find is empty; nothing was written";
    FIND_REQUIRED_NEXT = "refusal.find-required.next", 1,
        "Send the text that stands at the place to change, exactly as the plan has it.";
    FRAGMENT_WHITESPACE_ONLY = "refusal.fragment-whitespace-only.message", 1,
        "the text to append is white space only; nothing was written";
    FRAGMENT_WHITESPACE_ONLY_NEXT = "refusal.fragment-whitespace-only.next", 1,
        "Call again with text to append.";
    HISTORY_FULL = "refusal.history-full.message", 1,
        "the history of task {task} has no number left for another write; nothing was written";
    HISTORY_FULL_NEXT = "refusal.history-full.next", 1,
        "Keep the plan under a new task id from here on.";
    INVALID_AUTHOR = "refusal.invalid-author.message", 1,
        "the author's name must have 1 to {limit} characters, none of them a control character";
    INVALID_AUTHOR_NEXT = "refusal.invalid-author.next", 1,
        "Set a valid author name where this program is configured; the plan's text has no part in it.";
    INVALID_FROM = "refusal.invalid-from.message", 1,
        "a listing can't continue from {from}: that is no task id";
    INVALID_FROM_NEXT = "refusal.invalid-from.next", 1,
        "Pass on the continuation exactly as the last page gave it, or leave it empty to start.";
    INVALID_LIMIT = "refusal.invalid-limit.message", 1,
        "a page can be asked for 1 to {limit} entries, not for {asked}";
    INVALID_LIMIT_NEXT = "refusal.invalid-limit.next", 2,
        "Ask for 1 to {limit} entries, and continue from where the page ends.";
    INVALID_MODE = "refusal.invalid-mode.message", 1,
        "the mode {mode} is not known: it must be `replace` or `append`, in lower case; nothing was written";
    INVALID_MODE_NEXT = "refusal.invalid-mode.next", 1,
        "Use mode `append` to add a section, or `replace` to send the whole document.";
    INVALID_OWNER = "refusal.invalid-owner.message", 1,
        "the owner's name must have 1 to {limit} characters, none of them a control character";
    INVALID_OWNER_NEXT = "refusal.invalid-owner.next", 1,
        "Name the program that keeps the session's log, or no owner where this store does.";
    INVALID_PLAN_ID = "refusal.invalid-plan-id.message", 1,
        "the plan id {plan} is not valid: it must have 1 to 128 letters, digits, dots, underscores and hyphens, begin with a letter or digit, not end with a dot, and not be a device's name";
    INVALID_PLAN_ID_NEXT = "refusal.invalid-plan-id.next", 1,
        "Use the id of the plan as it was given.";
    INVALID_REQUEST_ID = "refusal.invalid-request-id.message", 1,
        "the request id {request} is not a UUID";
    INVALID_REQUEST_ID_NEXT = "refusal.invalid-request-id.next", 1,
        "Send a new UUID with each new request, and the same one again only with the same request.";
    INVALID_SESSION_FROM = "refusal.invalid-session-from.message", 1,
        "a listing can't continue from {from}: that is no session id";
    INVALID_SESSION_ID = "refusal.invalid-session-id.message", 1,
        "the session id {session} is not valid: it must have 1 to 128 letters, digits, dots, underscores and hyphens, begin with a letter or digit, not end with a dot, and not be a device's name";
    INVALID_SESSION_ID_NEXT = "refusal.invalid-session-id.next", 1,
        "Use the id of the session as it was given.";
    INVALID_SUFFIX = "refusal.invalid-suffix.message", 1,
        "the suffix {suffix} is not valid: it must have at most {limit} of the characters A to Z, a to z, 0 to 9 and _";
    INVALID_SUFFIX_NEXT = "refusal.invalid-suffix.next", 1,
        "Correct the suffix of the tools where this program is configured.";
    INVALID_TASK_ID = "refusal.invalid-task-id.message", 1,
        "the task id {task} is not valid: it must have 1 to {limit} printable ASCII characters without space";
    INVALID_TASK_ID_NEXT = "refusal.invalid-task-id.next", 1,
        "Call again with the id of the task, as it was given.";
    INVALID_TITLE = "refusal.invalid-title.message", 1,
        "the title must have at most {limit} characters, none of them a control character; nothing was written";
    INVALID_TITLE_NEXT = "refusal.invalid-title.next", 1,
        "Send a shorter title on one line, or none to keep the one there is.";
    LOG_TOO_LARGE = "refusal.log-too-large.message", 2,
        "the log has {branches} branches and {plans} saved plans, and an import takes at most {limit} of both together; nothing was written";
    LOG_TOO_LARGE_TEXT = "refusal.log-too-large.message-text", 1,
        "a branch of the log has more text than an import takes; nothing was written";
    LOG_TOO_LARGE_NEXT = "refusal.log-too-large.next", 1,
        "Import only the branch that is needed.";
    MODE_NOT_OFFERED = "refusal.mode-not-offered.message", 1,
        "creating a plan takes no mode, and {mode} was given: it would have made the content the whole plan; nothing was written";
    MODE_NOT_OFFERED_NEXT = "refusal.mode-not-offered.next", 1,
        "Use `update_task_plan` with mode `append` to add a section, or create without a mode to send the whole document.";
    NEWER_FORMAT = "refusal.newer-format.message", 1,
        "what is stored was made by a newer version of this engine";
    NEWER_FORMAT_NEXT = "refusal.newer-format.next", 1,
        "Ask the person who runs this to update the engine; it leaves the plan as it is until then.";
    NO_ACTIVE_PLAN = "refusal.no-active-plan.message", 1,
        "no plan is active in this session; nothing was written";
    ACTIVE_BODY_UNREADABLE = "refusal.no-active-plan.message-body", 1,
        "plan {plan} is active, but its body is gone or can't be read, so no task of it can be changed; nothing was written";
    NO_ACTIVE_PLAN_NEXT = "refusal.no-active-plan.next", 1,
        "Make a saved plan active with `select_plan`, or save one with `save_plan`.";
    ACTIVE_BODY_UNREADABLE_NEXT = "refusal.no-active-plan.next-body", 1,
        "Ask the person who runs this to put the body back, or make another plan active with `select_plan`; don't save the plan again from memory.";
    NO_SESSION = "refusal.no-session.message", 1,
        "this program keeps no session for saved plans; nothing was written";
    NO_SESSION_NEXT = "refusal.no-session.next", 1,
        "Ask the person who runs this to name a session where the tools are configured.";
    NOT_ONE_OF = "refusal.not-one-of.message", 1,
        "exactly one of `{one}` and `{other}` must be sent; nothing was written";
    NOT_ONE_OF_NEXT = "refusal.not-one-of.next", 1,
        "Send the one that is meant, and leave the other out.";
    NOT_REACHABLE = "refusal.not-reachable.message", 1,
        "the caller may not reach task {task}";
    NOT_REACHABLE_NEXT = "refusal.not-reachable.next", 1,
        "Check the task id; if it is right, ask the person who runs this for access.";
    NOTHING_OFFERED = "refusal.nothing-offered.message", 1,
        "the profiles that were chosen have no tools in this version";
    NOTHING_OFFERED_NEXT = "refusal.nothing-offered.next", 1,
        "Choose a profile that has tools, or none for the default, where this program is configured.";
    OTHER = "refusal.other.message", 1,
        "the program around the engine refused a request that should be valid";
    OTHER_NEXT = "refusal.other.next", 1,
        "Report this to the person who runs this: the log of the program says more.";
    OUTCOME_UNKNOWN = "refusal.outcome-unknown.message", 1,
        "the store didn't say whether the change was written";
    OUTCOME_UNKNOWN_NEXT = "refusal.outcome-unknown.next", 1,
        "Read the plan before anything else, and send the change again only if it is not there.";
    OWNER_UNAVAILABLE = "refusal.owner-unavailable.message", 1,
        "the log of session {session} is kept by {owner}, which can't be reached from here; nothing was written";
    OWNER_UNAVAILABLE_NEXT = "refusal.owner-unavailable.next", 1,
        "Make the change in that program.";
    PLAN_DAMAGED = "refusal.plan-damaged.message", 1,
        "task {task} has a plan, but its stored text is damaged and can't be read; nothing was written";
    PLAN_DAMAGED_NEXT = "refusal.plan-damaged.next", 1,
        "Don't write the plan from memory: ask the person who runs this to restore a revision that can be read, or to create the plan anew.";
    PLAN_EXISTS = "refusal.plan-exists.message", 1,
        "there is a body under the plan id {plan} already, and no save changes one; nothing was written";
    PLAN_EXISTS_NEXT = "refusal.plan-exists.next", 1,
        "Save the text as a new plan, under another id.";
    PLAN_NOT_FOUND = "refusal.plan-not-found.message", 1,
        "task {task} has no plan";
    PLAN_NOT_FOUND_NEXT = "refusal.plan-not-found.next", 1,
        "Create the plan first; a plan can't be changed before it exists.";
    PLAN_UNREADABLE = "refusal.plan-unreadable.message", 1,
        "task {task} has a plan, but its stored text can't be read at this moment; nothing was written";
    PLAN_UNREADABLE_NEXT = "refusal.plan-unreadable.next", 1,
        "Send the same call again in a moment; if that fails too, ask the person who runs this to look at the store.";
    POSITION_NOT_FOUND = "refusal.position-not-found.message", 1,
        "task {task} has no position {number}: its positions are 1 to {latest}";
    PROFILE_TWICE = "refusal.profile-twice.message", 1,
        "the profile `{profile}` was chosen twice";
    PROFILE_TWICE_NEXT = "refusal.profile-twice.next", 1,
        "Choose each profile once, where this program is configured.";
    REQUEST_REUSED = "refusal.request-reused.message", 1,
        "this request id was used for another request; nothing was written";
    REQUEST_REUSED_NEXT = "refusal.request-reused.next", 1,
        "Send a new UUID with each new request.";
    REVISION_NOT_FOUND = "refusal.revision-not-found.message", 1,
        "task {task} has no revision {number}: its revisions are 1 to {latest}";
    REVISION_NOT_FOUND_NEXT = "refusal.revision-not-found.next", 1,
        "List the revisions of the task and take one of their numbers.";
    SAVED_PLAN_NOT_FOUND = "refusal.saved-plan-not-found.message", 1,
        "this session has no saved plan {plan}";
    SAVED_PLAN_NOT_FOUND_NEXT = "refusal.saved-plan-not-found.next", 1,
        "Use the id of a plan that is saved in this session and not cleared.";
    SESSION_BUSY = "refusal.session-busy.message", 1,
        "another call held session {session} for too long; nothing was written";
    SESSION_DAMAGED = "refusal.session-damaged.message", 1,
        "the entries of session {session} are damaged and can't be followed; nothing was written";
    SESSION_DAMAGED_NEXT = "refusal.session-damaged.next", 1,
        "Ask the person who runs this to go back to an entry that can be read, or to fork the session there; don't write down progress from memory.";
    SESSION_EXISTS = "refusal.session-exists.message", 1,
        "there is a session {session} already; nothing was written";
    SESSION_EXISTS_NEXT = "refusal.session-exists.next", 1,
        "Use another session id, or go on in the session there is.";
    SESSION_NOT_FOUND = "refusal.session-not-found.message", 1,
        "there is no session {session}";
    SESSION_NOT_FOUND_NEXT = "refusal.session-not-found.next", 1,
        "Check the session id; a session begins with its first saved plan.";
    STORAGE_CORRUPT = "refusal.storage-corrupt.message", 1,
        "the store is damaged";
    STORAGE_CORRUPT_NEXT = "refusal.storage-corrupt.next", 1,
        "Ask the person who runs this to check the store and its backups; don't write the plan from memory.";
    STORAGE_DENIED = "refusal.storage-denied.message", 1,
        "the store refuses this program";
    STORAGE_DENIED_NEXT = "refusal.storage-denied.next", 1,
        "Ask the person who runs this to check the permissions of the store.";
    STORAGE_FULL = "refusal.storage-full.message", 1,
        "the store has no room left; nothing was written";
    STORAGE_FULL_NEXT = "refusal.storage-full.next", 1,
        "Ask the person who runs this to make room, then send the same call again.";
    STORAGE_UNAVAILABLE = "refusal.storage-unavailable.message", 1,
        "the store can't be reached, or failed; nothing was written";
    STORAGE_UNAVAILABLE_NEXT = "refusal.storage-unavailable.next", 1,
        "Send the same call again in a moment; if that fails too, ask the person who runs this to look at the store.";
    TOO_MANY_PLANS = "refusal.too-many-plans.message", 1,
        "this session holds as many saved plans as it can, at most {limit}; nothing was written";
    TOO_MANY_PLANS_NEXT = "refusal.too-many-plans.next", 1,
        "Take plans that are no longer needed off the session with `clear_plan`, then save again.";
    UNKNOWN_PROMPT = "refusal.unknown-prompt.message", 1,
        "no prompt {name} is offered";
    UNKNOWN_PROMPT_NEXT = "refusal.unknown-prompt.next", 1,
        "Use a prompt of the list, by the name it has there.";
    UNKNOWN_TOOL = "refusal.unknown-tool.message", 1,
        "no tool {name} is offered; nothing was written";
    UNKNOWN_TOOL_NEXT = "refusal.unknown-tool.next", 1,
        "Use a tool of the list, by the name it has there.";
    VERSION_CONFLICT = "refusal.version-conflict.message", 1,
        "the plan has changed since the version that was given; nothing was written";
    VERSION_CONFLICT_NEXT = "refusal.version-conflict.next", 1,
        "Read the plan, make the change in what it says now, and send it with the version read.";
    VERSION_REQUIRED = "refusal.version-required.message", 1,
        "an exact edit needs the version of the plan that it is based on; nothing was written";
    VERSION_REQUIRED_NEXT = "refusal.version-required.next", 1,
        "Read the plan, and send the edit with the version read.";
    VERSION_WITHOUT_PLAN = "refusal.version-without-plan.message", 1,
        "a version was given, but task {task} has no plan now; nothing was written";
    VERSION_WITHOUT_PLAN_NEXT = "refusal.version-without-plan.next", 1,
        "Create the plan without a version.";
    WRITE_CONFLICT = "refusal.write-conflict.message", 1,
        "another write came first; nothing was written";
    WRITE_CONFLICT_NEXT = "refusal.write-conflict.next", 1,
        "Read the plan, and send the change again if it still applies.";
    TRUNCATION_APPEND = "warning.truncation.append", 1,
        "To add a section without sending the whole document, update with mode `append`.";
    TRUNCATION_KEPT = "warning.truncation.kept", 1,
        "The text before it is kept as revision {prior_revision}; the plan tools can't fetch it, but the person who runs this can read and restore it. If the drop was not meant, say so and stop: don't rewrite the plan from memory.";
    TRUNCATION_RESTORE = "warning.truncation.restore", 1,
        "The text before it is kept as revision {prior_revision}: `get_task_plan_revision` reads it, and `restore_task_plan_revision` brings it back. If the drop was not meant, restore that revision: don't rewrite the plan from memory.";
    TRUNCATION_WHAT = "warning.truncation.what", 1,
        "This write removed most of the plan: it had {prior_chars} characters and has {new_chars} now, {dropped_chars} fewer ({percent} % dropped).";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_once() {
        let template = Template { id: "t", version: 1, text: "{a} and {b}, {a}; {c}" };
        assert_eq!(template.render(&[("a", "{b}"), ("b", "2")]), "{b} and 2, {b}; {c}");
    }

    #[test]
    fn input_can_not_imitate_the_text_around_it() {
        assert_eq!(quoted("append"), "\"append\"");
        assert_eq!(quoted("a\"b\\"), "\"a\\\"b\\\\\"");
        assert_eq!(quoted("\n\u{202e}\u{2028}é"), "\"\\u{a}\\u{202e}\\u{2028}é\"");
        assert_eq!(quoted("Write `lend`"), "\"Write `lend`\"", "as it is, to be copied");
        assert_eq!(quoted(&"x".repeat(81)), format!("\"{}…\"", "x".repeat(80)));
        assert_eq!(quoted(&"x".repeat(80)), format!("\"{}\"", "x".repeat(80)));
    }

    #[test]
    fn what_users_wrote_is_not_renamed() {
        let name = |part: &str| (part == "tick").then(|| "tock".to_owned());
        let longest = "x".repeat(QUOTE_MAX_CHARS - 7) + "`tick`\"`tick`";
        for input in ["tick", "`tick`", "`", "\"`tick`", "\\\"`tick`", "`tick", "\\", "\"", &longest] {
            let input = quoted(input);
            let text = format!("`tick`: {input} `tick` {input}, `tick`");
            assert_eq!(renamed(&text, name), format!("`tock`: {input} `tock` {input}, `tock`"));
            assert_eq!(in_backticks(&text).collect::<Vec<_>>(), ["tick"; 3], "{text}");
        }
    }

    #[test]
    fn texts_are_in_order_and_in_form() {
        assert!(all().is_sorted_by(|a, b| a.id < b.id), "no id twice");
        for texts in CATALOGS {
            assert!(texts.is_sorted_by(|a, b| a.id < b.id), "in order of id");
        }
        for Template { id, version, text } in all() {
            assert!(*version >= 1 && !text.is_empty() && !text.contains('\n'), "{id}");
            let is_message =
                id.starts_with("refusal.") && !id.contains("next") && !id.ends_with("line-endings");
            let is_title = id.ends_with(".title") && !id.starts_with("argument.");
            let is_part = is_message || id.starts_with("part.");
            let first = text.chars().next().expect("a first character");
            let begins_as_is = first == '{' || first == '`';
            assert!(begins_as_is || first.is_uppercase() != is_part, "{id}: {text}");
            assert_eq!(text.matches('`').count() % 2, 0, "{id}: backticks come in pairs");
            assert!(!text.contains('"'), "{id}: what is quoted is a user's");
            assert_eq!(text.ends_with('.'), !is_part && !is_title, "{id}: {text}");
        }
    }
}
