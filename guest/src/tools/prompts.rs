//! The starts that a person can choose where a client offers them: planning a task, building by its
//! plan, finding back to it. Each asks an agent to use tools, so an offer has those whose tools it has.

use super::offer::{Offer, Offered};
use super::table::{self, Known, Sentence, When};
use crate::document::task_id::TaskId;
use crate::failure::Failure;
use crate::words::{self, Template};

/// The one argument of every start: a task id, required.
pub const ARGUMENT: &str = "task_id";

/// One start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// Its name: `plan`, `build` or `recover`.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it is for, for people.
    pub description: &'static str,
    /// What its argument is, for people.
    pub argument: &'static str,
    text: String,
}

struct Definition {
    name: &'static str,
    title: &'static Template,
    description: &'static Template,
    needs: Known,
    text: &'static [Sentence],
}

const PROMPTS: &[Definition] = &[
    Definition {
        name: "plan",
        title: &words::START_PLAN_TITLE,
        description: &words::START_PLAN_ABOUT,
        needs: Known::CreateTaskPlan,
        text: &[
            Sentence { text: &words::START_PLAN, when: When::Always },
            Sentence { text: &words::START_PLAN_STORE, when: When::Always },
        ],
    },
    Definition {
        name: "build",
        title: &words::START_BUILD_TITLE,
        description: &words::START_BUILD_ABOUT,
        needs: Known::UpdateTaskPlan,
        text: &[
            Sentence { text: &words::START_BUILD, when: When::Always },
            Sentence { text: &words::START_BUILD_RECORD, when: When::Always },
        ],
    },
    Definition {
        name: "recover",
        title: &words::START_RECOVER_TITLE,
        description: &words::START_RECOVER_ABOUT,
        needs: Known::GetTaskPlan,
        text: &[Sentence { text: &words::START_RECOVER, when: When::Always }],
    },
];

/// Lists the starts of an offer, in a fixed order.
///
/// # Errors
///
/// `invalid-argument` for an offer that is not valid.
pub fn list(offer: &Offer) -> Result<Vec<Prompt>, Failure> {
    let offered = Offered::check(offer)?;
    let prompts = PROMPTS.iter().filter(|prompt| offered.has(prompt.needs));
    Ok(prompts.map(|prompt| prompt.offered(&offered)).collect())
}

impl Definition {
    fn offered(&self, offered: &Offered<'_>) -> Prompt {
        Prompt {
            name: self.name,
            title: self.title.text,
            description: self.description.text,
            argument: words::START_TASK.text,
            text: table::said(self.text, offered),
        }
    }
}

impl Prompt {
    /// What an agent is asked to do for a task.
    ///
    /// # Errors
    ///
    /// `invalid-task-id`.
    pub fn ask(&self, task: &str) -> Result<String, Failure> {
        TaskId::parse(task)?;
        Ok(words::fill(&self.text, &[("task", task)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::FailureCode;
    use crate::tools::{Names, Profile};

    #[test]
    fn starts_name_tools_as_they_are_registered() {
        let offer = Offer { suffix: "kandev".to_owned(), ..Offer::default() };
        let prompts = list(&offer).expect("the offer is valid");
        assert_eq!(
            prompts.iter().map(|prompt| prompt.name).collect::<Vec<_>>(),
            ["plan", "build", "recover"]
        );
        for prompt in prompts {
            let text = prompt.ask("T-1").expect("the id is valid");
            assert!(text.contains("the task T-1") && text.contains("`get_task_plan_kandev`"), "{text}");
            assert!(!text.contains("_plan`") && !text.contains('{'), "{text}");
        }
    }

    #[test]
    fn an_offer_has_the_starts_whose_tools_it_has() {
        let offer =
            Offer { profiles: vec![Profile::Recovery], names: Names::Planmark, suffix: String::new() };
        assert_eq!(list(&offer), Ok(Vec::new()));
    }

    #[test]
    fn a_start_needs_a_task() {
        let prompts = list(&Offer::default()).expect("the offer is valid");
        let refused = prompts[0].ask("two words").map_err(|failure| failure.code);
        assert_eq!(refused, Err(FailureCode::InvalidTaskId));
    }
}
