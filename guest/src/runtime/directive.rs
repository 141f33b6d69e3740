//! What is to become of a transport (D44): one action, with the exact call where there is one.

use serde::{Deserialize, Serialize};

use super::case::{Case, Standing};
use super::catalog::Catalog;
use super::client::{Client, Transport};
use super::entry::{Action, Asked};
use super::fold::Root;
use super::observing::recorded;
use super::reentry::payload;
use crate::digest::{Json, sha256};
use crate::words::{self, Template};

/// What a client shows of the transport.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lifecycle {
    /// There is none.
    Absent,
    /// It is the one that this root's payload installs, and it runs.
    Owned,
    /// The same, and it is paused.
    Paused,
    /// It is one of this engine, of another root or generation.
    Stale,
    /// It is somebody else's. It is never touched.
    Foreign,
}

/// What a client shows, as its own tools answer it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// The transport's state.
    pub lifecycle: Lifecycle,
    /// What the client calls it, where it is owned or paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
}

/// Where an agent's client is, and how it calls the tools that texts name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat<'a> {
    /// The client.
    pub client: Client,
    /// `continue_runtime_read` as it is registered with the agent.
    pub read_tool: &'a str,
    /// `tick_plan_task` as it is registered with the agent.
    pub tick_tool: &'a str,
}

/// One call of a client's tool, to be made once, with these arguments and no others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The tool.
    pub name: String,
    /// Its arguments as canonical JSON.
    pub arguments: String,
}

/// Where a directive comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// `planmark` and the version of the engine.
    pub producer: String,
    /// The catalog in force for the root; empty where there is none.
    pub catalog: String,
    /// The text in it.
    pub entry: String,
    /// The version of that text.
    pub version: u32,
    /// The digest of the authoritative state it was made on; empty where there is none.
    pub authoritative_digest: String,
    /// SHA-256 of the directive's text, 64 hex digits.
    pub digest: String,
}

/// What an agent is to do about its transport. There is nothing in it to interpret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Directive {
    /// What.
    pub action: Action,
    /// The call, with `install`, `complete` and `stop`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<ToolCall>,
    /// The instruction, for the agent.
    pub text: String,
    /// Where it comes from.
    pub provenance: Provenance,
}

impl Directive {
    /// What is recorded of it: what it asked for, where it asked for a call.
    #[must_use]
    pub fn asked(&self, case: &Case<'_>) -> Option<Asked> {
        let ToolCall { name, arguments } = self.call.as_ref()?;
        Some(Asked {
            root: case.root.key().clone(),
            action: self.action,
            tool: name.clone(),
            arguments_digest: sha256(arguments),
        })
    }
}

/// Why nothing can be made or ended, or nothing has to be.
type Quiet = (Action, &'static Template);

/// Gives the one directive that brings the transport where it should be.
#[must_use]
pub fn reconcile(case: &Case<'_>, seat: Seat<'_>, shown: &Observation) -> Directive {
    let decided = decide(case, seat, shown);
    let catalog = case.root.catalog();
    let (action, call, template) = match (decided, catalog) {
        (Ok((action, call)), Some(catalog)) => (action, Some(call), catalog.directive_call),
        (Ok(_), None) => (Action::Unavailable, None, &words::RUNTIME_DIRECTIVE_NOT_ACTIVATED),
        (Err((action, template)), _) => (action, None, template),
    };
    let text = match &call {
        Some(ToolCall { name, arguments }) => template.render(&[("tool", name), ("arguments", arguments)]),
        None => template.text.to_owned(),
    };
    let digest = sha256(&text);
    let provenance = Provenance {
        producer: concat!("planmark ", env!("CARGO_PKG_VERSION")).to_owned(),
        catalog: catalog.map_or("", |catalog| catalog.id).to_owned(),
        entry: template.id.to_owned(),
        version: template.version,
        authoritative_digest: case.digests().map(|digests| digests.authoritative).unwrap_or_default(),
        digest,
    };
    Directive { action, call, text, provenance }
}

fn decide(case: &Case<'_>, seat: Seat<'_>, shown: &Observation) -> Result<(Action, ToolCall), Quiet> {
    let transport = seat.client.transport();
    let Some(catalog) = case.root.catalog() else {
        return Err((Action::Unavailable, &words::RUNTIME_DIRECTIVE_NOT_ACTIVATED));
    };
    if transport == Transport::Floor {
        return Err((Action::Unavailable, &words::RUNTIME_DIRECTIVE_FLOOR));
    }
    if shown.lifecycle == Lifecycle::Foreign {
        return Err((Action::Unavailable, &words::RUNTIME_DIRECTIVE_FOREIGN));
    }
    match case.standing() {
        Standing::Sealed => end(transport, shown),
        Standing::Open | Standing::Closing | Standing::Ready => match (shown.lifecycle, transport) {
            (Lifecycle::Absent, _) | (Lifecycle::Stale, Transport::LoopTick) => {
                Ok((Action::Install, install(case.root, seat, catalog)?))
            }
            (Lifecycle::Stale, _) => Err((Action::Unavailable, &words::RUNTIME_DIRECTIVE_STALE)),
            _ => Err((Action::Keep, &words::RUNTIME_DIRECTIVE_KEEP)),
        },
        _ => Err((Action::Keep, &words::RUNTIME_DIRECTIVE_KEEP)),
    }
}

/// The call that a directive asked for and whose result isn't known yet, as it was asked for; none where
/// what is recorded doesn't say it whole.
#[must_use]
pub fn pending(root: &Root, seat: Seat<'_>) -> Option<ToolCall> {
    let (asked, catalog) = (root.asked()?, root.catalog()?);
    let call = match asked.action {
        Action::Install => install(root, seat, catalog).ok()?,
        Action::Complete | Action::Stop => {
            let owned = Observation { lifecycle: Lifecycle::Owned, ..recorded(root) };
            end(seat.client.transport(), &owned).ok()?.1
        }
        Action::Keep | Action::Unavailable => return None,
    };
    (call.name == asked.tool && sha256(&call.arguments) == asked.arguments_digest).then_some(call)
}

/// The call that makes a root's transport; none where the engine doesn't drive it, or the client has none.
#[must_use]
pub(super) fn installing(root: &Root, seat: Seat<'_>) -> Option<ToolCall> {
    let catalog = root.catalog().filter(|_| seat.client.transport() != Transport::Floor)?;
    install(root, seat, catalog).ok()
}

fn install(root: &Root, seat: Seat<'_>, catalog: &Catalog) -> Result<ToolCall, Quiet> {
    let payload = payload(root, seat.read_tool);
    let payload = payload.ok_or((Action::Unavailable, &words::RUNTIME_DIRECTIVE_NOT_ACTIVATED))?;
    Ok(match seat.client.transport() {
        Transport::Goal => ToolCall {
            name: "create_goal".to_owned(),
            arguments: Json::Object(vec![("objective", Json::Text(&payload.prompt))]).canonical(),
        },
        _ => ToolCall {
            name: "CronCreate".to_owned(),
            arguments: cron_create(catalog.loop_cron, &payload.prompt),
        },
    })
}

/// Ends a transport whose root has a valid receipt: only one that is this root's own.
fn end(transport: Transport, shown: &Observation) -> Result<(Action, ToolCall), Quiet> {
    match (shown.lifecycle, transport, &shown.handle) {
        (Lifecycle::Owned | Lifecycle::Paused, Transport::Goal, _) => {
            Ok((Action::Complete, call("update_goal", "status", "complete")))
        }
        (Lifecycle::Owned | Lifecycle::Paused, _, Some(id)) => {
            Ok((Action::Stop, call("CronDelete", "id", id)))
        }
        (Lifecycle::Owned | Lifecycle::Paused, _, None) => {
            Err((Action::Unavailable, &words::RUNTIME_DIRECTIVE_UNOBSERVED))
        }
        _ => Err((Action::Keep, &words::RUNTIME_DIRECTIVE_KEEP)),
    }
}

fn call(tool: &str, name: &str, value: &str) -> ToolCall {
    let arguments = Json::Object(vec![(name, Json::Text(value))]).canonical();
    ToolCall { name: tool.to_owned(), arguments }
}

fn cron_create(cron: &str, prompt: &str) -> String {
    Json::Object(vec![
        ("cron", Json::Text(cron)),
        ("durable", Json::Bool(false)),
        ("prompt", Json::Text(prompt)),
        ("recurring", Json::Bool(true)),
    ])
    .canonical()
}

/// The arguments of a call of a steering tool as canonical JSON, where they have the form that
/// directives ask for; none for any other form, whose call no directive asked for.
#[must_use]
pub fn canonical_arguments(tool: &str, arguments: &str) -> Option<String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct CreateGoal {
        objective: String,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct UpdateGoal {
        status: String,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct CronCreate {
        cron: String,
        prompt: String,
        recurring: bool,
        durable: bool,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct CronDelete {
        id: String,
    }
    match tool {
        "create_goal" => {
            let CreateGoal { objective } = serde_json::from_str(arguments).ok()?;
            Some(call(tool, "objective", &objective).arguments)
        }
        "update_goal" => {
            let UpdateGoal { status } = serde_json::from_str(arguments).ok()?;
            Some(call(tool, "status", &status).arguments)
        }
        "CronCreate" => {
            let CronCreate { cron, prompt, recurring: true, durable: false } =
                serde_json::from_str(arguments).ok()?
            else {
                return None;
            };
            Some(cron_create(&cron, &prompt))
        }
        "CronDelete" => {
            let CronDelete { id } = serde_json::from_str(arguments).ok()?;
            Some(call(tool, "id", &id).arguments)
        }
        _ => None,
    }
}
