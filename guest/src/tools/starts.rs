//! The starts that a person can choose where a client offers them, as prompts: planning a task,
//! building by its plan, finding back to it, working through a saved plan. Each asks an agent to use
//! tools, so an offer has those whose tools it has.

use serde::{Deserialize, Serialize};

use super::offer::{Offer, Offered};
use super::table::{self, Known, Sentence, When};
use crate::document::task_id::TaskId;
use crate::failure::Failure;
use crate::refusal::ToolRefusal;
use crate::words::{self, Template};

/// A prompt that a person can choose in a client: what it asks an agent to do with these tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// Its name: `plan`, `build`, `recover` or `work`.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it is for, for people.
    pub description: String,
    /// What has to be given with it; none where nothing has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argument: Option<PromptArgument>,
}

/// What a prompt is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptArgument {
    /// Its name: `task_id`.
    pub name: String,
    /// What it is, for people.
    pub description: String,
}

struct Definition {
    name: &'static str,
    title: &'static Template,
    description: &'static Template,
    /// Whether it is about a task.
    of_task: bool,
    needs: Known,
    text: &'static [Sentence],
}

const PROMPTS: &[Definition] = &[
    Definition {
        name: "plan",
        title: &words::START_PLAN_TITLE,
        description: &words::START_PLAN_ABOUT,
        of_task: true,
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
        of_task: true,
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
        of_task: true,
        needs: Known::GetTaskPlan,
        text: &[Sentence { text: &words::START_RECOVER, when: When::Always }],
    },
    Definition {
        name: "work",
        title: &words::START_WORK_TITLE,
        description: &words::START_WORK_ABOUT,
        of_task: false,
        needs: Known::SavePlan,
        text: &[
            Sentence { text: &words::START_WORK, when: When::Always },
            Sentence { text: &words::START_WORK_TICK, when: When::Always },
        ],
    },
];

/// Lists the prompts of an offer, in a fixed order: those whose tools it has.
///
/// # Errors
///
/// `invalid-argument` for an offer that is not valid.
pub fn prompts(offer: &Offer) -> Result<Vec<Prompt>, Failure> {
    let offered = Offered::check(offer)?;
    Ok(of(&offered).map(Definition::shown).collect())
}

/// What an agent is asked to do when a person chooses a prompt. `argument` is the value of its
/// argument; it is passed over where the prompt has none.
///
/// # Errors
///
/// In this order: `invalid-argument` for the offer, and for a prompt that it doesn't have;
/// `invalid-task-id`, also where the id is missing.
pub fn ask(offer: &Offer, name: &str, argument: Option<&str>) -> Result<String, Failure> {
    let offered = Offered::check(offer)?;
    let unknown = || ToolRefusal::UnknownPrompt { name: name.to_owned() };
    let prompt = of(&offered).find(|prompt| prompt.name == name).ok_or_else(unknown)?;
    let text = table::said(prompt.text, &offered);
    if !prompt.of_task {
        return Ok(text);
    }
    let task = argument.unwrap_or_default();
    TaskId::parse(task)?;
    Ok(words::fill(&text, &[("task", task)]))
}

/// The prompts whose tools are offered.
fn of(offered: &Offered<'_>) -> impl Iterator<Item = &'static Definition> {
    PROMPTS.iter().filter(|prompt| offered.has(prompt.needs))
}

impl Definition {
    fn shown(&self) -> Prompt {
        let argument =
            PromptArgument { name: "task_id".to_owned(), description: words::START_TASK.text.to_owned() };
        Prompt {
            name: self.name.to_owned(),
            title: self.title.text.to_owned(),
            description: self.description.text.to_owned(),
            argument: self.of_task.then_some(argument),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::FailureCode;
    use crate::tools::{Names, Profile};

    fn names(profiles: &[Profile]) -> Vec<String> {
        let offer = Offer { profiles: profiles.to_vec(), ..Offer::default() };
        prompts(&offer).expect("the offer is valid").into_iter().map(|prompt| prompt.name).collect()
    }

    #[test]
    fn prompts_name_tools_as_they_are_registered() {
        let offer = Offer { suffix: "kandev".to_owned(), names: Names::Pi, ..Offer::default() };
        for Prompt { name, argument, .. } in prompts(&offer).expect("the offer is valid") {
            let text = ask(&offer, &name, Some("T-1")).expect("the id is valid");
            assert_eq!(text.contains("the task T-1"), argument.is_some(), "{text}");
            for tool in words::in_backticks(&text).filter(|part| part.contains('_')) {
                assert!(tool.ends_with("_kandev"), "{text}");
            }
            assert!(text.contains("_kandev`") && !text.contains('{'), "{text}");
        }
    }

    #[test]
    fn an_offer_has_the_prompts_whose_tools_it_has() {
        assert_eq!(names(&[]), ["plan", "build", "recover", "work"]);
        assert_eq!(names(&[Profile::Documents]), ["plan", "build", "recover"]);
        assert_eq!(names(&[Profile::Tracker]), ["work"]);
        assert!(names(&[Profile::Recovery]).is_empty());
        let tracker = Offer { profiles: vec![Profile::Tracker], ..Offer::default() };
        let refused = ask(&tracker, "plan", Some("T-1")).map_err(|failure| failure.code);
        assert_eq!(refused, Err(FailureCode::InvalidArgument));
    }

    #[test]
    fn a_prompt_about_a_task_needs_one() {
        for task in [None, Some(""), Some("two words")] {
            let refused = ask(&Offer::default(), "plan", task).map_err(|failure| failure.code);
            assert_eq!(refused, Err(FailureCode::InvalidTaskId), "{task:?}");
        }
        assert!(ask(&Offer::default(), "work", None).is_ok());
    }
}
