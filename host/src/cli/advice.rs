//! What to do after a refusal, in the words of the command line.
//!
//! The engine's own advice is for agents and speaks of no program; here each code has the command
//! that helps.

use planmark_core::failure::{Failure, FailureCode};
use planmark_core::words;

/// The command that does what a tool of an agent does.
const COMMANDS: [(&str, &str); 14] = [
    ("create_task_plan", "planmark plan create"),
    ("update_task_plan", "planmark plan append"),
    ("get_task_plan", "planmark plan show"),
    ("delete_task_plan", "planmark plan delete"),
    ("edit_task_plan", "planmark plan edit"),
    ("list_task_plan_revisions", "planmark plan log"),
    ("get_task_plan_revision", "planmark plan show"),
    ("restore_task_plan_revision", "planmark plan restore"),
    ("save_plan", "planmark save"),
    ("select_plan", "planmark select"),
    ("clear_plan", "planmark clear"),
    ("read_plan_tasks", "planmark tasks"),
    ("tick_plan_task", "planmark tick"),
    ("untick_plan_task", "planmark untick"),
];

/// The next step after `failure` of a command about `task`.
pub(crate) fn next(failure: &Failure, task: &str) -> String {
    if task.is_empty() && matches!(failure.code, FailureCode::ContentRequired | FailureCode::ContentTooLarge)
    {
        return in_commands(&failure.next);
    }
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
        FailureCode::LogTooLarge => {
            "Import the branch that the file ends in alone: `planmark session import --branch FILE`."
                .to_owned()
        }
        FailureCode::FindRequired => "Give --find a text that is not empty.".to_owned(),
        FailureCode::FindMissing => {
            format!("{} `planmark plan show --task {task}` prints the plan.", in_commands(&failure.next))
        }
        FailureCode::FindAmbiguous => {
            "Give more of the text around the place with --find, so that it occurs once.".to_owned()
        }
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
            "Send the same command again: another program was writing at the same time.".to_owned()
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
            "See what is there, with `planmark plan show --task {task}` or `planmark session show`, before you send the change again."
        ),
        _ => of_session(failure),
    }
}

/// After a refusal of a session's commands, and wherever the engine's advice serves people too.
fn of_session(failure: &Failure) -> String {
    let advice = match failure.code {
        FailureCode::InvalidSessionId | FailureCode::SessionNotFound => {
            "`planmark session list` shows the sessions there are; a session begins with its first `planmark save`."
        }
        FailureCode::InvalidPlanId | FailureCode::SavedPlanNotFound => {
            "`planmark plans` shows the saved plans of the session."
        }
        FailureCode::InvalidRequestId | FailureCode::RequestReused => {
            "Give --request a new UUID with each new request, and the same one to send a request again."
        }
        FailureCode::SessionExists => {
            "Give --id another id, or go on in the session there is with --session."
        }
        FailureCode::SessionDamaged => {
            "`planmark session show` lists the entries, and `planmark session go ENTRY` makes one that can be read the end of the branch. A file of another program has to be mended there."
        }
        FailureCode::EntryNotFound => "`planmark session show` lists the entries of the branch.",
        FailureCode::PlanExists => "Give --plan another id, or leave it out for a new one.",
        FailureCode::BodyUnreadable => {
            "Put the file of the body back; the tasks that are done stay recorded."
        }
        FailureCode::InvalidReference => {
            "Name the task by its id, or by its title word for word; `planmark tasks` shows both."
        }
        FailureCode::UnknownTool => "`planmark tools` lists the tools there are.",
        _ => return in_commands(&failure.next),
    };
    advice.to_owned()
}

/// The engine's advice, with the commands that do what its tools do.
fn in_commands(next: &str) -> String {
    words::renamed(next, |part| {
        let (_, command) = COMMANDS.into_iter().find(|(tool, _)| *tool == part)?;
        Some(command.to_owned())
    })
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
    use planmark_core::tools::{Offer, Profile};

    use super::*;
    use crate::Planmark;
    use crate::store::memory::MemoryStore;

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

    #[test]
    fn advice_names_commands_and_no_tool_of_an_agent() {
        let offer = Offer { profiles: Profile::ALL.to_vec(), ..Offer::default() };
        let engine = Planmark::builder().store(MemoryStore::new()).build().expect("an engine");
        let tools = engine.tools(&offer).expect("the offer is valid");
        assert_eq!(tools.len(), COMMANDS.len());
        for text in words::all().into_iter().filter(|text| text.id.starts_with("refusal.")) {
            for code in FailureCode::ALL {
                let advice = next(&Failure::new(code, "m", text.text), "demo");
                let named = tools.iter().find(|tool| advice.contains(&tool.name));
                assert!(named.is_none(), "{} after {}: {advice}", text.id, code.name());
            }
        }
    }

    #[test]
    fn advice_leaves_a_title_as_it_is() {
        let next = in_commands("See `read_plan_tasks`; there is \"Call `read_plan_tasks`\".");
        assert_eq!(next, "See `planmark tasks`; there is \"Call `read_plan_tasks`\".");
    }
}
