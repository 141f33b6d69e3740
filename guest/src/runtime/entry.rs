//! What a session records about roots. What each field means stands in `wit/roots.wit` too.

use serde::{Deserialize, Serialize};

use super::{AUTHORITY_MAX_CHARS, ITEM_MAX_CHARS, OWNED_MAX, TARGET_MAX_CHARS};
use crate::digest::Json;
use crate::file_id::is_file_id;
use crate::refusal::{Refusal, RootRefusal};

/// What names a root on a branch.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RootKey {
    /// The id of its closure.
    pub closure: String,
    /// Which run of that closure, from 1.
    pub generation: u32,
}

/// Who a root is, whole (D40).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// What names it.
    pub key: RootKey,
    /// What it works on, as its owner names it.
    pub target: String,
    /// The saved plan whose tasks it serves; none for a root of obligations alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// Who keeps the state it is judged by.
    pub authority: String,
}

/// The digests of what a client is shown and held to: SHA-256, 64 hex digits each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schemas {
    /// Of the guard line's words.
    pub guard: String,
    /// Of the words of a denial.
    pub hook: String,
    /// Of the words and fields of the re-entry payload.
    pub payload: String,
    /// Of the calls that directives ask for.
    pub directive: String,
    /// Of the fields of a receipt.
    pub receipt: String,
}

/// What is admitted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admission {
    /// Who it is.
    pub identity: Identity,
    /// The paths it owns beside the body of its plan, as globs relative to the project's folder.
    pub owned: Vec<String>,
    /// What is in force for it; none for a root that was never made for this engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schemas: Option<Schemas>,
}

/// Whether the engine drives a root (D40).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The engine drives it: it serves, denies, asks for transports.
    EngineDriven,
    /// It was admitted without schemas.
    Legacy,
    /// It was admitted before the cutover.
    PreCutover,
    /// It was admitted after the cutover was rolled back.
    RolledBack,
    /// It was admitted with schemas of no catalog that this engine knows.
    Stale,
    /// The branch holds another admission of its closure and generation.
    Ambiguous,
}

impl Verdict {
    /// The verdict as it is written in WIT and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::EngineDriven => "engine-driven",
            Self::Legacy => "legacy",
            Self::PreCutover => "pre-cutover",
            Self::RolledBack => "rolled-back",
            Self::Stale => "stale",
            Self::Ambiguous => "ambiguous",
        }
    }
}

/// An admission and its verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admitted {
    /// What is admitted.
    pub admission: Admission,
    /// The verdict as it was when it was admitted.
    pub verdict: Verdict,
}

/// An obligation, or a reason why a root is blocked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// The root.
    pub root: RootKey,
    /// Its id.
    pub id: String,
    /// What it is.
    pub text: String,
}

/// What names an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemKey {
    /// The root.
    pub root: RootKey,
    /// Its id.
    pub id: String,
}

/// What a turn began with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// A person, or something the engine doesn't know.
    #[default]
    Prompt,
    /// A tick of the loop that a directive asked for.
    LoopTick,
    /// The client began, resumed or compacted the session.
    Restored,
}

/// What is to become of a transport (D44).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Make it, by the call.
    Install,
    /// Leave everything as it is. No call.
    Keep,
    /// Say that its goal is reached, by the call. Needs a valid receipt.
    Complete,
    /// End its loop, by the call. Needs a valid receipt.
    Stop,
    /// There is none that may be made or ended: the guard line and the hooks remain. No call.
    Unavailable,
}

impl Action {
    /// The action as it is written in WIT and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Install => "install",
            Self::Keep => "keep",
            Self::Complete => "complete",
            Self::Stop => "stop",
            Self::Unavailable => "unavailable",
        }
    }
}

/// The call that a directive asked for, until its result is known (D48).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The root.
    pub root: RootKey,
    /// What it is for.
    pub action: Action,
    /// The tool.
    pub tool: String,
    /// SHA-256 of its arguments as canonical JSON, 64 hex digits.
    pub arguments_digest: String,
}

/// The result of a call that a directive asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Called {
    /// The root.
    pub root: RootKey,
    /// What it was for.
    pub action: Action,
    /// What the client calls the transport, where it said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
}

/// That a task was served.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Served {
    /// The root.
    pub root: RootKey,
    /// The task's id; `closeout` for the closeout.
    pub task: String,
}

/// That a root is finished (D42).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// Who is finished.
    pub identity: Identity,
    /// SHA-256 over the admission, the plan's id, its body and its queue.
    pub authoritative_digest: String,
    /// SHA-256 over the plan's generation, its ticks, the obligations and the blocks.
    pub execution_digest: String,
    /// SHA-256 over the three before.
    pub digest: String,
}

/// What an entry of a session says about roots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// Roots that are admitted from here on can be driven by the engine.
    Cutover,
    /// Roots that are admitted from here on can't. Those before keep what they are.
    Rollback,
    /// Admits a root, and fixes its verdict.
    Admit(Admitted),
    /// Gives a root something to discharge before it can be finished.
    Obligation(Item),
    /// Discharges it.
    Discharge(ItemKey),
    /// Blocks a root: it serves nothing until it is unblocked.
    Block(Item),
    /// Takes a block away.
    Unblock(ItemKey),
    /// Begins a turn: what was served in the last one no longer covers anything.
    Turn(Trigger),
    /// A task was served.
    Serve(Served),
    /// A directive asked for a call.
    Ask(Asked),
    /// Its result.
    Call(Called),
    /// The one continuation of this turn was given.
    Continue,
    /// A root is finished.
    Seal(Receipt),
}

impl RootKey {
    /// The root as texts name it.
    #[must_use]
    pub fn shown(&self) -> String {
        format!("{}/{}", self.closure, self.generation)
    }

    /// Checks its form.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        expect("closure", is_file_id(&self.closure))?;
        expect("generation", self.generation > 0)
    }
}

impl Identity {
    /// The identity as it goes into digests.
    pub(crate) fn json(&self) -> Json<'_> {
        Json::Object(vec![
            ("authority", Json::Text(&self.authority)),
            ("closure", Json::Text(&self.key.closure)),
            ("generation", Json::Number(self.key.generation)),
            ("plan", self.plan.as_deref().map_or(Json::Null, Json::Text)),
            ("target", Json::Text(&self.target)),
        ])
    }

    /// SHA-256 of the identity as canonical JSON, 64 hex digits.
    #[must_use]
    pub fn digest(&self) -> String {
        self.json().sha256()
    }
}

impl Admission {
    /// Checks the form of everything in it.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let Self { identity: Identity { key, target, plan, authority }, owned, schemas } = self;
        key.check()?;
        expect("target", is_line(target, TARGET_MAX_CHARS))?;
        expect("plan", plan.as_deref().is_none_or(is_file_id))?;
        expect("authority", is_line(authority, AUTHORITY_MAX_CHARS))?;
        let globs = owned.len() <= OWNED_MAX && owned.iter().all(|glob| is_line(glob, TARGET_MAX_CHARS));
        expect("list of owned paths", globs)?;
        expect("list of schemas", schemas.as_ref().is_none_or(Schemas::is_sound))
    }
}

impl Schemas {
    fn is_sound(&self) -> bool {
        let Self { guard, hook, payload, directive, receipt } = self;
        [guard, hook, payload, directive, receipt].into_iter().all(|digest| is_digest(digest))
    }
}

impl Item {
    /// Checks its form.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        self.root.check()?;
        expect("item's id", is_file_id(&self.id))?;
        expect("item's text", is_line(&self.text, ITEM_MAX_CHARS))
    }
}

impl Event {
    /// The root that it names, where it names one.
    #[must_use]
    pub fn root(&self) -> Option<&RootKey> {
        match self {
            Self::Cutover | Self::Rollback | Self::Turn(_) | Self::Continue => None,
            Self::Admit(admitted) => Some(&admitted.admission.identity.key),
            Self::Obligation(item) | Self::Block(item) => Some(&item.root),
            Self::Discharge(item) | Self::Unblock(item) => Some(&item.root),
            Self::Serve(served) => Some(&served.root),
            Self::Ask(asked) => Some(&asked.root),
            Self::Call(called) => Some(&called.root),
            Self::Seal(receipt) => Some(&receipt.identity.key),
        }
    }
}

fn expect(field: &'static str, sound: bool) -> Result<(), Refusal> {
    if sound { Ok(()) } else { Err(RootRefusal::Invalid { field }.into()) }
}

/// Whether a text is one line of 1 to `max` characters.
pub(crate) fn is_line(text: &str, max: usize) -> bool {
    let chars = text.chars().take(max.saturating_add(1)).count();
    (1..=max).contains(&chars) && !text.chars().any(char::is_control)
}

fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
