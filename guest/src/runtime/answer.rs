//! What calls on roots answer. In JSON an absent optional field is left out, never null.

use serde::{Deserialize, Serialize};

use super::case::{Case, Standing};
use super::directive::Directive;
use super::entry::{Admission, Asked, Receipt, Verdict};
use super::fold::{Block, Obligation};

/// A root as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RootNow {
    /// What was admitted.
    pub admission: Admission,
    /// Whether the engine drives it.
    pub verdict: Verdict,
    /// What became of its work.
    pub standing: Standing,
    /// In the order in which they were given.
    pub obligations: Vec<Obligation>,
    /// In the order in which they were given.
    pub blocks: Vec<Block>,
    /// From its first serve to its receipt: its paths are guarded.
    pub live: bool,
    /// The task that was served in this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covered: Option<String>,
    /// What a directive asked for and has no result yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// What the client calls the transport that was installed, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    /// Its receipt, valid or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
}

/// The answer of a change of a root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RootChanged {
    /// The root as it is now.
    pub root: RootNow,
    /// Whether anything changed.
    pub changed: bool,
    /// Whether this is the stored answer of a request that was made before.
    pub replayed: bool,
}

/// The answer of a cutover or rollback.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutoverSet {
    /// Whether roots that are admitted now can be driven by the engine.
    pub driving: bool,
    /// Whether anything changed.
    pub changed: bool,
    /// Whether this is the stored answer of a request that was made before.
    pub replayed: bool,
}

/// The answer of a reconciliation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reconciled {
    /// What is to become of the transport.
    pub directive: Directive,
    /// Whether anything was recorded: what it asks for.
    pub changed: bool,
}

impl RootNow {
    /// The root of a case as it stands.
    #[must_use]
    pub fn of(case: &Case<'_>) -> Self {
        let root = case.root;
        Self {
            admission: root.admission().clone(),
            verdict: root.verdict(),
            standing: case.standing(),
            obligations: root.obligations().to_vec(),
            blocks: root.blocks().to_vec(),
            live: root.is_live(),
            covered: root.served().map(str::to_owned),
            asked: root.asked().cloned(),
            handle: root.installed().and_then(|installed| installed.handle.clone()),
            receipt: root.receipt().cloned(),
        }
    }
}
