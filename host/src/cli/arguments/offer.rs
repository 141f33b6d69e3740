//! Which tools are meant, and how they are called.

use clap::{Args, ValueEnum};
use planmark_core::tools;

/// Which tools are offered, and under which names.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which tools")]
pub(crate) struct Offer {
    /// Groups of tools, repeated or separated by commas [default: documents,tracker]
    #[arg(long = "profile", value_name = "PROFILE", value_delimiter = ',', value_enum)]
    pub(crate) profiles: Vec<Profile>,
    /// Text added to each tool's name, after an underscore: kandev gives `update_task_plan_kandev`
    #[arg(long = "tool-suffix", value_name = "SUFFIX", default_value = "", hide_default_value = true)]
    pub(crate) suffix: String,
    /// What tools are called: planmark, or pi for `workflow_plan_tasks` and `workflow_plan_tick`
    #[arg(long, value_name = "NAMES", default_value = "planmark", hide_possible_values = true)]
    pub(crate) names: Names,
}

/// A group of tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Profile {
    /// Task plan documents: create, update, get, delete
    Documents,
    /// Saved plans and their tasks
    Tracker,
    /// The continue runtime: the one read
    Runtime,
    /// What repairs: exact edits, revisions, restore, untick
    Recovery,
}

/// What tools are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Names {
    /// As Planmark calls them
    Planmark,
    /// As Pi's workflow extension calls the tracker's
    Pi,
}

impl Offer {
    /// The offer, in the core's words.
    pub(crate) fn of_core(&self) -> tools::Offer {
        let profiles = self.profiles.iter().map(|profile| match profile {
            Profile::Documents => tools::Profile::Documents,
            Profile::Tracker => tools::Profile::Tracker,
            Profile::Runtime => tools::Profile::Runtime,
            Profile::Recovery => tools::Profile::Recovery,
        });
        let names = match self.names {
            Names::Planmark => tools::Names::Planmark,
            Names::Pi => tools::Names::Pi,
        };
        tools::Offer { profiles: profiles.collect(), names, suffix: self.suffix.clone() }
    }
}
