//! What a transport carries (D43): one call, and no plan state. It depends on the identity alone.

use serde::{Deserialize, Serialize};

use super::catalog::Catalog;
use super::entry::{Identity, RootKey};
use super::fold::Root;
use crate::digest::Json;

/// The name of what a read answers.
const REPORT_SCHEMA: &str = "ContinueRuntimeView";
/// The version of the payload's form.
const PROTOCOL_VERSION: u32 = 1;

/// The arguments of a continue read. There are no others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadArguments {
    /// Which root.
    pub key: RootKey,
    /// SHA-256 of its identity as canonical JSON, 64 hex digits.
    pub identity_digest: String,
}

/// What a transport carries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReentryPayload {
    /// 1.
    pub protocol_version: u32,
    /// What the root works on.
    pub domain_target_ref: String,
    /// Its plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan_id: Option<String>,
    /// Its closure.
    pub closure_id: String,
    /// Its generation.
    pub generation: u32,
    /// Who keeps its state.
    pub state_authority: String,
    /// The catalog that the words are from.
    pub prompt_catalog_id: String,
    /// What the transport says, at most 4,000 characters.
    pub prompt: String,
    /// The tool to call, as it is registered.
    pub read_tool: String,
    /// Its arguments as canonical JSON.
    pub read_arguments: String,
    /// `ContinueRuntimeView`.
    pub accepted_report_schema: String,
    /// SHA-256 over all of the above as canonical JSON, 64 hex digits.
    pub payload_digest: String,
}

impl ReadArguments {
    /// The arguments that read a root.
    #[must_use]
    pub fn of(identity: &Identity) -> Self {
        Self { key: identity.key.clone(), identity_digest: identity.digest() }
    }

    /// The arguments as an agent sends them, as canonical JSON.
    #[must_use]
    pub fn canonical(&self) -> String {
        Json::Object(vec![
            ("closure_id", Json::Text(&self.key.closure)),
            ("generation", Json::Number(self.key.generation)),
            ("identity_digest", Json::Text(&self.identity_digest)),
        ])
        .canonical()
    }
}

/// The payload of a root; none where the engine doesn't drive it. `read_tool` is
/// `continue_runtime_read` as it is registered with the agent.
#[must_use]
pub fn payload(root: &Root, read_tool: &str) -> Option<ReentryPayload> {
    let catalog = root.catalog()?;
    let identity = &root.admission().identity;
    let arguments = ReadArguments::of(identity);
    let read_arguments = arguments.canonical();
    let mut payload = ReentryPayload {
        protocol_version: PROTOCOL_VERSION,
        domain_target_ref: identity.target.clone(),
        plan_id: identity.plan.clone(),
        closure_id: identity.key.closure.clone(),
        generation: identity.key.generation,
        state_authority: identity.authority.clone(),
        prompt_catalog_id: catalog.id.to_owned(),
        prompt: prompt(catalog, read_tool, &arguments),
        read_tool: read_tool.to_owned(),
        read_arguments,
        accepted_report_schema: REPORT_SCHEMA.to_owned(),
        payload_digest: String::new(),
    };
    payload.payload_digest = digest(&payload);
    Some(payload)
}

fn prompt(catalog: &Catalog, read_tool: &str, arguments: &ReadArguments) -> String {
    let json = arguments.canonical();
    let values =
        [("tool", read_tool), ("arguments", &json), ("identity", arguments.identity_digest.as_str())];
    let lines: Vec<_> = catalog.payload.iter().map(|line| line.render(&values)).collect();
    lines.join("\n")
}

fn digest(payload: &ReentryPayload) -> String {
    let ReentryPayload {
        protocol_version,
        domain_target_ref,
        plan_id,
        closure_id,
        generation,
        state_authority,
        prompt_catalog_id,
        prompt,
        read_tool,
        read_arguments,
        accepted_report_schema,
        payload_digest: _,
    } = payload;
    Json::Object(vec![
        ("accepted_report_schema", Json::Text(accepted_report_schema)),
        ("closure_id", Json::Text(closure_id)),
        ("domain_target_ref", Json::Text(domain_target_ref)),
        ("generation", Json::Number(*generation)),
        ("plan_id", plan_id.as_deref().map_or(Json::Null, Json::Text)),
        ("prompt", Json::Text(prompt)),
        ("prompt_catalog_id", Json::Text(prompt_catalog_id)),
        ("protocol_version", Json::Number(*protocol_version)),
        ("read_arguments", Json::Text(read_arguments)),
        ("read_tool", Json::Text(read_tool)),
        ("state_authority", Json::Text(state_authority)),
    ])
    .sha256()
}
