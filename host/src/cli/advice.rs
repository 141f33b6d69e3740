//! What to do after a refusal, in the words of the command line.
//!
//! The engine's own advice is for agents and speaks of no program; here each code has the command
//! that helps.

use planmark_core::failure::{Failure, FailureCode};

/// The next step after `failure` of a command about `task`.
pub(crate) fn next(failure: &Failure, task: &str) -> String {
    // A listing is about no task of its own; the message names the one that is meant.
    let task = if task.is_empty() { "ID".to_owned() } else { quoted(task) };
    match failure.code {
        FailureCode::InvalidTaskId => {
            "Give --task an id of 1 to 256 printable ASCII characters without space.".to_owned()
        }
        FailureCode::InvalidAuthor => {
            "Give --author a name of 1 to 128 characters without control characters, or leave it out."
                .to_owned()
        }
        FailureCode::InvalidTitle => {
            "Give --title at most 1,024 characters, none of them a control character.".to_owned()
        }
        FailureCode::InvalidMode | FailureCode::ModeNotOffered => {
            "Use `planmark plan replace` or `planmark plan append`.".to_owned()
        }
        FailureCode::NotReachable => "Choose a task that `planmark plan list` shows.".to_owned(),
        FailureCode::ContentRequired => format!(
            "Give the text in a file or on standard input. To store an empty text use `planmark plan save --task {task}`, to remove the plan `planmark plan delete --task {task}`."
        ),
        FailureCode::FragmentWhitespaceOnly => "Give a fragment that holds more than white space.".to_owned(),
        FailureCode::ContentTooLarge => {
            "Shorten the text: move finished detail to a file of its own and name that file in the plan."
                .to_owned()
        }
        FailureCode::FindRequired => "Give --find a text that is not empty.".to_owned(),
        FailureCode::FindMissing => {
            format!("{} `planmark plan show --task {task}` prints the plan.", failure.next)
        }
        FailureCode::FindAmbiguous => {
            "Give more of the text around the place with --find, so that it occurs once.".to_owned()
        }
        FailureCode::InvalidArgument | FailureCode::Other => failure.next.clone(),
        _ => of_state(failure, &task),
    }
}

/// After a refusal that depends on what is stored, not on the request alone.
fn of_state(failure: &Failure, task: &str) -> String {
    match failure.code {
        FailureCode::PlanNotFound => format!(
            "Create it with `planmark plan create --task {task} FILE`. `planmark plan list` shows the plans there are, and `planmark plan log --task {task}` what a deleted one was."
        ),
        FailureCode::PlanUnreadable => format!(
            "Run `planmark doctor`. An earlier text may still be readable: `planmark plan log --task {task} --all` lists them, `planmark plan show --task {task} --revision N` prints one."
        ),
        FailureCode::RevisionNotFound => {
            format!("`planmark plan log --task {task} --all` lists the revisions and positions.")
        }
        FailureCode::VersionConflict => match &failure.current_version {
            Some(version) => format!(
                "Read the plan with `planmark plan show --task {task}`, decide again, and send the change with --expect {}.",
                quoted(version)
            ),
            None => format!(
                "There is no plan now. Leave --expect out to create one; `planmark plan log --task {task}` shows what was."
            ),
        },
        FailureCode::VersionRequired => format!(
            "Read the plan with `planmark plan show --task {task} --json` and give its version with --expect."
        ),
        FailureCode::Busy | FailureCode::WriteConflict => {
            "Send the same command again: another program was writing to this plan.".to_owned()
        }
        FailureCode::StorageFull => {
            "Make room on the volume of the home, then send the same command again.".to_owned()
        }
        FailureCode::StorageDenied => {
            "Make the home writable for this user, or choose another with --home. `planmark doctor` says what is wrong."
                .to_owned()
        }
        FailureCode::StorageUnavailable => {
            "Send the same command again. When it goes on, `planmark doctor` says what is wrong.".to_owned()
        }
        FailureCode::StorageCorrupt => {
            "Make a copy of the home before anything else, then run `planmark doctor`.".to_owned()
        }
        FailureCode::NewerFormat => {
            "Use the newest Planmark: this home was written by a newer one than this.".to_owned()
        }
        FailureCode::OutcomeUnknown => format!(
            "Read the plan with `planmark plan show --task {task}` before you send the change again."
        ),
        _ => failure.next.clone(),
    }
}

/// A word as a POSIX shell reads it back.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:@%+=,".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_when_a_shell_would_read_more_in_them() {
        let cases = [("demo-1", "demo-1"), ("", "''"), ("a$b", "'a$b'"), ("it's", "'it'\\''s'")];
        for (word, expected) in cases {
            assert_eq!(quoted(word), expected);
        }
    }

    #[test]
    fn every_code_has_advice() {
        for code in FailureCode::ALL {
            let failure = Failure::new(code, "m", "Do the engine's thing.");
            let advice = next(&failure, "demo");
            assert!(advice.ends_with('.'), "{}: {advice}", code.name());
        }
    }
}
