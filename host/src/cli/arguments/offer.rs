//! Which tools an agent is offered.

use clap::{Args, ValueEnum};

use planmark_core::tools::{Names, Offer, Profile};

/// An offer.
#[derive(Debug, Args)]
pub(crate) struct Offered {
    /// Group of tools to offer; repeatable [default: documents and tracker]
    #[arg(long = "profile", value_name = "GROUP")]
    profiles: Vec<ProfileName>,
    /// What tools are called
    #[arg(long, value_name = "SET", default_value = "planmark")]
    names: NameSet,
    /// Add _SUFFIX to the name of every tool
    #[arg(long, value_name = "SUFFIX", default_value = "", hide_default_value = true)]
    tool_suffix: String,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ProfileName { Documents, Tracker, Runtime, Recovery }
#[derive(Debug, Clone, Copy, ValueEnum)]
enum NameSet { Planmark, Pi }

impl Offered {
    /// The offer.
    pub(crate) fn offer(&self) -> Offer {
        Offer {
            profiles: self.profiles.iter().map(|p| match p { ProfileName::Documents => Profile::Documents, ProfileName::Tracker => Profile::Tracker, ProfileName::Runtime => Profile::Runtime, ProfileName::Recovery => Profile::Recovery }).collect(),
            names: match self.names { NameSet::Planmark => Names::Planmark, NameSet::Pi => Names::Pi },
            suffix: self.tool_suffix.clone(),
        }
    }
}
