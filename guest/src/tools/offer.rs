//! Which tools are offered, and what they are called.

use serde::{Deserialize, Serialize};

use super::table::{self, Definition, Known};
use crate::failure::Failure;
use crate::refusal::ToolRefusal;
use crate::words;

/// Most characters a suffix may have.
pub const SUFFIX_MAX_CHARS: usize = 32;

/// A group of tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// Task plan documents: create, update, get, delete.
    Documents,
    /// Saved plans and their tasks.
    Tracker,
    /// The continue runtime: the one read.
    Runtime,
    /// What repairs: exact edits, revisions, restore, untick.
    Recovery,
}

impl Profile {
    /// Every profile, in the order of `wit/agent-tools.wit`.
    pub const ALL: [Self; 4] = [Self::Documents, Self::Tracker, Self::Runtime, Self::Recovery];
    /// What an offer without profiles offers.
    pub const DEFAULT: [Self; 2] = [Self::Documents, Self::Tracker];

    /// The profile as it is written in WIT, JSON and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Documents => "documents",
            Self::Tracker => "tracker",
            Self::Runtime => "runtime",
            Self::Recovery => "recovery",
        }
    }
}

/// How tools are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Names {
    /// As in this package.
    #[default]
    Planmark,
    /// As Pi's workflow extension calls the tracker's: `workflow_plan_tasks`, `workflow_plan_tick`.
    Pi,
}

impl Names {
    /// Every way.
    pub const ALL: [Self; 2] = [Self::Planmark, Self::Pi];

    /// The way as it is written in WIT, JSON and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Planmark => "planmark",
            Self::Pi => "pi",
        }
    }
}

/// Which tools are offered, and how they are called. The default offers `documents` and `tracker`
/// under their own names.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Offer {
    /// The groups, in any order; none twice. Empty means [`Profile::DEFAULT`].
    pub profiles: Vec<Profile>,
    /// How they are called.
    pub names: Names,
    /// What is added to each name, after an underscore: up to [`SUFFIX_MAX_CHARS`] of
    /// `[A-Za-z0-9_]`, or empty.
    pub suffix: String,
}

impl Offer {
    /// `continue_runtime_read` and `tick_plan_task` as the offer registers them, whether or not it has
    /// them: what a [`Seat`](crate::runtime::directive::Seat) names.
    #[must_use]
    pub fn seat_tools(&self) -> [String; 2] {
        [Known::ContinueRuntimeRead, Known::TickPlanTask].map(|known| Offered(self).registered(known))
    }
}

/// An offer that was checked.
pub(super) struct Offered<'a>(&'a Offer);

impl<'a> Offered<'a> {
    /// Checks an offer: no profile twice, a suffix of its form, and at least one tool.
    pub(super) fn check(offer: &'a Offer) -> Result<Self, Failure> {
        let Offer { profiles, names: _, suffix } = offer;
        let mut seen = Vec::new();
        for profile in profiles {
            if seen.contains(profile) {
                return Err(ToolRefusal::ProfileTwice { profile: *profile }.into());
            }
            seen.push(*profile);
        }
        let formed = suffix.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if suffix.len() > SUFFIX_MAX_CHARS || !formed {
            return Err(ToolRefusal::InvalidSuffix { suffix: suffix.clone() }.into());
        }
        let offered = Self(offer);
        if offered.tools().next().is_none() {
            return Err(ToolRefusal::NothingOffered.into());
        }
        Ok(offered)
    }

    /// The tools, in the table's order.
    pub(super) fn tools(&self) -> impl Iterator<Item = &'static Definition> {
        table::TOOLS.iter().copied().filter(|tool| self.has_profile(tool.profile))
    }

    /// Whether the tool is offered.
    pub(super) fn has(&self, known: Known) -> bool {
        self.tools().any(|tool| tool.known == known)
    }

    /// Whether the group is offered.
    pub(super) fn has_profile(&self, profile: Profile) -> bool {
        if self.0.profiles.is_empty() {
            Profile::DEFAULT.contains(&profile)
        } else {
            self.0.profiles.contains(&profile)
        }
    }

    /// The tool that is registered under that name.
    pub(super) fn find(&self, registered: &str) -> Option<&'static Definition> {
        self.tools().find(|tool| self.registered(tool.known) == registered)
    }

    /// The name that the tool is registered under.
    pub(super) fn registered(&self, known: Known) -> String {
        let name = match self.0.names {
            Names::Planmark => known.name(),
            Names::Pi => known.pi_name(),
        };
        match self.0.suffix.as_str() {
            "" => name.to_owned(),
            suffix => format!("{name}_{suffix}"),
        }
    }

    /// A text with the tools in it as they are registered: whatever stands in backticks and is the
    /// name of a tool, except in what users sent.
    pub(super) fn renamed(&self, text: &str) -> String {
        words::renamed(text, |part| known(part).map(|known| self.registered(known)))
    }

    /// Whether a text names a tool that is not offered.
    pub(super) fn mentions_others(&self, text: &str) -> bool {
        words::in_backticks(text).filter_map(known).any(|known| !self.has(known))
    }
}

/// The tool of that name.
fn known(name: &str) -> Option<Known> {
    Known::ALL.into_iter().find(|known| known.name() == name)
}
