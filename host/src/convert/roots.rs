//! `wit/roots.wit`.

use planmark_core::runtime::{RootNow, case, client, directive, drift, entry, fold, reentry, turn, view};

use super::all;
use crate::bindings::planmark::engine::roots as wit;

impl From<wit::RootKey> for entry::RootKey {
    fn from(root_key: wit::RootKey) -> Self {
        let wit::RootKey { closure, generation } = root_key;
        Self { closure, generation }
    }
}

impl From<entry::RootKey> for wit::RootKey {
    fn from(root_key: entry::RootKey) -> Self {
        let entry::RootKey { closure, generation } = root_key;
        Self { closure, generation }
    }
}

impl From<wit::Identity> for entry::Identity {
    fn from(identity: wit::Identity) -> Self {
        let wit::Identity { key, target, plan, authority } = identity;
        Self { key: key.into(), target, plan, authority }
    }
}

impl From<entry::Identity> for wit::Identity {
    fn from(identity: entry::Identity) -> Self {
        let entry::Identity { key, target, plan, authority } = identity;
        Self { key: key.into(), target, plan, authority }
    }
}

impl From<wit::Schemas> for entry::Schemas {
    fn from(schemas: wit::Schemas) -> Self {
        let wit::Schemas { guard, hook, payload, directive, receipt } = schemas;
        Self { guard, hook, payload, directive, receipt }
    }
}

impl From<entry::Schemas> for wit::Schemas {
    fn from(schemas: entry::Schemas) -> Self {
        let entry::Schemas { guard, hook, payload, directive, receipt } = schemas;
        Self { guard, hook, payload, directive, receipt }
    }
}

impl From<wit::Admission> for entry::Admission {
    fn from(admission: wit::Admission) -> Self {
        let wit::Admission { identity, owned, schemas } = admission;
        Self { identity: identity.into(), owned, schemas: schemas.map(Into::into) }
    }
}

impl From<entry::Admission> for wit::Admission {
    fn from(admission: entry::Admission) -> Self {
        let entry::Admission { identity, owned, schemas } = admission;
        Self { identity: identity.into(), owned, schemas: schemas.map(Into::into) }
    }
}

impl From<wit::Item> for entry::Item {
    fn from(item: wit::Item) -> Self {
        let wit::Item { root, id, text } = item;
        Self { root: root.into(), id, text }
    }
}

impl From<entry::Item> for wit::Item {
    fn from(item: entry::Item) -> Self {
        let entry::Item { root, id, text } = item;
        Self { root: root.into(), id, text }
    }
}

impl From<wit::ItemKey> for entry::ItemKey {
    fn from(item_key: wit::ItemKey) -> Self {
        let wit::ItemKey { root, id } = item_key;
        Self { root: root.into(), id }
    }
}

impl From<entry::ItemKey> for wit::ItemKey {
    fn from(item_key: entry::ItemKey) -> Self {
        let entry::ItemKey { root, id } = item_key;
        Self { root: root.into(), id }
    }
}

impl From<wit::Asked> for entry::Asked {
    fn from(asked: wit::Asked) -> Self {
        let wit::Asked { root, action, tool, arguments_digest } = asked;
        Self { root: root.into(), action: action.into(), tool, arguments_digest }
    }
}

impl From<entry::Asked> for wit::Asked {
    fn from(asked: entry::Asked) -> Self {
        let entry::Asked { root, action, tool, arguments_digest } = asked;
        Self { root: root.into(), action: action.into(), tool, arguments_digest }
    }
}

impl From<wit::Called> for entry::Called {
    fn from(called: wit::Called) -> Self {
        let wit::Called { root, action, handle } = called;
        Self { root: root.into(), action: action.into(), handle }
    }
}

impl From<entry::Called> for wit::Called {
    fn from(called: entry::Called) -> Self {
        let entry::Called { root, action, handle } = called;
        Self { root: root.into(), action: action.into(), handle }
    }
}

impl From<wit::Served> for entry::Served {
    fn from(served: wit::Served) -> Self {
        let wit::Served { root, task } = served;
        Self { root: root.into(), task }
    }
}

impl From<entry::Served> for wit::Served {
    fn from(served: entry::Served) -> Self {
        let entry::Served { root, task } = served;
        Self { root: root.into(), task }
    }
}

impl From<wit::Receipt> for entry::Receipt {
    fn from(receipt: wit::Receipt) -> Self {
        let wit::Receipt { identity, authoritative_digest, execution_digest, digest } = receipt;
        Self { identity: identity.into(), authoritative_digest, execution_digest, digest }
    }
}

impl From<entry::Receipt> for wit::Receipt {
    fn from(receipt: entry::Receipt) -> Self {
        let entry::Receipt { identity, authoritative_digest, execution_digest, digest } = receipt;
        Self { identity: identity.into(), authoritative_digest, execution_digest, digest }
    }
}

impl From<wit::Admitted> for entry::Admitted {
    fn from(admitted: wit::Admitted) -> Self {
        let wit::Admitted { admission, verdict } = admitted;
        Self { admission: admission.into(), verdict: verdict.into() }
    }
}

impl From<entry::Admitted> for wit::Admitted {
    fn from(admitted: entry::Admitted) -> Self {
        let entry::Admitted { admission, verdict } = admitted;
        Self { admission: admission.into(), verdict: verdict.into() }
    }
}

impl From<wit::Obligation> for fold::Obligation {
    fn from(obligation: wit::Obligation) -> Self {
        let wit::Obligation { id, text, discharged } = obligation;
        Self { id, text, discharged }
    }
}

impl From<wit::Block> for fold::Block {
    fn from(block: wit::Block) -> Self {
        let wit::Block { id, text } = block;
        Self { id, text }
    }
}

impl From<wit::Root> for RootNow {
    fn from(root: wit::Root) -> Self {
        let wit::Root {
            admission,
            verdict,
            standing,
            obligations,
            blocks,
            live,
            covered,
            asked,
            handle,
            receipt,
        } = root;
        Self {
            admission: admission.into(),
            verdict: verdict.into(),
            standing: standing.into(),
            obligations: all(obligations),
            blocks: all(blocks),
            live,
            covered,
            asked: asked.map(Into::into),
            handle,
            receipt: receipt.map(Into::into),
        }
    }
}

impl From<wit::ServedTask> for view::ServedTask {
    fn from(served_task: wit::ServedTask) -> Self {
        let wit::ServedTask { kind, id, title, number, text, digest } = served_task;
        Self { kind: kind.into(), id, title, number, text, digest }
    }
}

impl From<wit::Active> for view::Active {
    fn from(active: wit::Active) -> Self {
        let wit::Active {
            identity,
            authoritative_digest,
            execution_digest,
            current_task,
            next_upcoming_task,
        } = active;
        Self {
            identity: identity.into(),
            authoritative_digest,
            execution_digest,
            current_task: current_task.into(),
            next_upcoming_task: next_upcoming_task.map(Into::into),
        }
    }
}

impl From<wit::Completed> for view::Completed {
    fn from(completed: wit::Completed) -> Self {
        let wit::Completed { receipt, completed_report, digest } = completed;
        Self { receipt: receipt.into(), completed_report, digest }
    }
}

impl From<wit::Retry> for view::Retry {
    fn from(retry: wit::Retry) -> Self {
        let wit::Retry { identity, reason, message } = retry;
        Self { identity: identity.map(Into::into), reason: reason.into(), message }
    }
}

impl From<reentry::ReadArguments> for wit::ReadArguments {
    fn from(read_arguments: reentry::ReadArguments) -> Self {
        let reentry::ReadArguments { key, identity_digest } = read_arguments;
        Self { key: key.into(), identity_digest }
    }
}

impl From<wit::ReentryPayload> for reentry::ReentryPayload {
    fn from(reentry_payload: wit::ReentryPayload) -> Self {
        let wit::ReentryPayload {
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
            payload_digest,
        } = reentry_payload;
        Self {
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
            payload_digest,
        }
    }
}

impl From<wit::Observation> for directive::Observation {
    fn from(observation: wit::Observation) -> Self {
        let wit::Observation { lifecycle, handle } = observation;
        Self { lifecycle: lifecycle.into(), handle }
    }
}

impl From<directive::Observation> for wit::Observation {
    fn from(observation: directive::Observation) -> Self {
        let directive::Observation { lifecycle, handle } = observation;
        Self { lifecycle: lifecycle.into(), handle }
    }
}

impl From<wit::ToolCall> for directive::ToolCall {
    fn from(tool_call: wit::ToolCall) -> Self {
        let wit::ToolCall { name, arguments } = tool_call;
        Self { name, arguments }
    }
}

impl From<wit::Provenance> for directive::Provenance {
    fn from(provenance: wit::Provenance) -> Self {
        let wit::Provenance { producer, catalog, entry, version, authoritative_digest, digest } = provenance;
        Self { producer, catalog, entry, version, authoritative_digest, digest }
    }
}

impl From<wit::Directive> for directive::Directive {
    fn from(directive: wit::Directive) -> Self {
        let wit::Directive { action, call, text, provenance } = directive;
        Self { action: action.into(), call: call.map(Into::into), text, provenance: provenance.into() }
    }
}

impl From<turn::Ending> for wit::Ending {
    fn from(ending: turn::Ending) -> Self {
        let turn::Ending { observation, already_continued } = ending;
        Self { observation: observation.map(Into::into), already_continued }
    }
}

impl From<wit::RootEvent> for entry::Event {
    fn from(root_event: wit::RootEvent) -> Self {
        match root_event {
            wit::RootEvent::Cutover => Self::Cutover,
            wit::RootEvent::Rollback => Self::Rollback,
            wit::RootEvent::Admit(said) => Self::Admit(said.into()),
            wit::RootEvent::Obligation(said) => Self::Obligation(said.into()),
            wit::RootEvent::Discharge(said) => Self::Discharge(said.into()),
            wit::RootEvent::Block(said) => Self::Block(said.into()),
            wit::RootEvent::Unblock(said) => Self::Unblock(said.into()),
            wit::RootEvent::Turn(said) => Self::Turn(said.into()),
            wit::RootEvent::Serve(said) => Self::Serve(said.into()),
            wit::RootEvent::Ask(said) => Self::Ask(said.into()),
            wit::RootEvent::Call(said) => Self::Call(said.into()),
            wit::RootEvent::Continue => Self::Continue,
            wit::RootEvent::Seal(said) => Self::Seal(said.into()),
        }
    }
}

impl From<entry::Event> for wit::RootEvent {
    fn from(root_event: entry::Event) -> Self {
        match root_event {
            entry::Event::Cutover => Self::Cutover,
            entry::Event::Rollback => Self::Rollback,
            entry::Event::Admit(said) => Self::Admit(said.into()),
            entry::Event::Obligation(said) => Self::Obligation(said.into()),
            entry::Event::Discharge(said) => Self::Discharge(said.into()),
            entry::Event::Block(said) => Self::Block(said.into()),
            entry::Event::Unblock(said) => Self::Unblock(said.into()),
            entry::Event::Turn(said) => Self::Turn(said.into()),
            entry::Event::Serve(said) => Self::Serve(said.into()),
            entry::Event::Ask(said) => Self::Ask(said.into()),
            entry::Event::Call(said) => Self::Call(said.into()),
            entry::Event::Continue => Self::Continue,
            entry::Event::Seal(said) => Self::Seal(said.into()),
        }
    }
}

impl From<wit::View> for view::View {
    fn from(view: wit::View) -> Self {
        match view {
            wit::View::Active(said) => Self::Active(Box::new(said.into())),
            wit::View::Completed(said) => Self::Completed(said.into()),
            wit::View::RetryLater(said) => Self::RetryLater(said.into()),
        }
    }
}

impl From<wit::Opinion> for drift::Opinion {
    fn from(opinion: wit::Opinion) -> Self {
        match opinion {
            wit::Opinion::None => Self::None,
            wit::Opinion::Deny(said) => Self::Deny(said),
        }
    }
}

impl From<wit::TurnEnd> for turn::TurnEnd {
    fn from(turn_end: wit::TurnEnd) -> Self {
        match turn_end {
            wit::TurnEnd::Rest => Self::Rest,
            wit::TurnEnd::Continue(said) => Self::Continue(said),
        }
    }
}

impl From<wit::ReAnchor> for turn::ReAnchor {
    fn from(re_anchor: wit::ReAnchor) -> Self {
        match re_anchor {
            wit::ReAnchor::None => Self::None,
            wit::ReAnchor::Inject(said) => Self::Inject(said),
        }
    }
}

impl From<wit::Verdict> for entry::Verdict {
    fn from(verdict: wit::Verdict) -> Self {
        match verdict {
            wit::Verdict::EngineDriven => Self::EngineDriven,
            wit::Verdict::Legacy => Self::Legacy,
            wit::Verdict::PreCutover => Self::PreCutover,
            wit::Verdict::RolledBack => Self::RolledBack,
            wit::Verdict::Stale => Self::Stale,
            wit::Verdict::Ambiguous => Self::Ambiguous,
        }
    }
}

impl From<entry::Verdict> for wit::Verdict {
    fn from(verdict: entry::Verdict) -> Self {
        match verdict {
            entry::Verdict::EngineDriven => Self::EngineDriven,
            entry::Verdict::Legacy => Self::Legacy,
            entry::Verdict::PreCutover => Self::PreCutover,
            entry::Verdict::RolledBack => Self::RolledBack,
            entry::Verdict::Stale => Self::Stale,
            entry::Verdict::Ambiguous => Self::Ambiguous,
        }
    }
}

impl From<wit::Trigger> for entry::Trigger {
    fn from(trigger: wit::Trigger) -> Self {
        match trigger {
            wit::Trigger::Prompt => Self::Prompt,
            wit::Trigger::LoopTick => Self::LoopTick,
            wit::Trigger::Restored => Self::Restored,
        }
    }
}

impl From<entry::Trigger> for wit::Trigger {
    fn from(trigger: entry::Trigger) -> Self {
        match trigger {
            entry::Trigger::Prompt => Self::Prompt,
            entry::Trigger::LoopTick => Self::LoopTick,
            entry::Trigger::Restored => Self::Restored,
        }
    }
}

impl From<wit::Action> for entry::Action {
    fn from(action: wit::Action) -> Self {
        match action {
            wit::Action::Install => Self::Install,
            wit::Action::Keep => Self::Keep,
            wit::Action::Complete => Self::Complete,
            wit::Action::Stop => Self::Stop,
            wit::Action::Unavailable => Self::Unavailable,
        }
    }
}

impl From<entry::Action> for wit::Action {
    fn from(action: entry::Action) -> Self {
        match action {
            entry::Action::Install => Self::Install,
            entry::Action::Keep => Self::Keep,
            entry::Action::Complete => Self::Complete,
            entry::Action::Stop => Self::Stop,
            entry::Action::Unavailable => Self::Unavailable,
        }
    }
}

impl From<wit::Standing> for case::Standing {
    fn from(standing: wit::Standing) -> Self {
        match standing {
            wit::Standing::NotActivated => Self::NotActivated,
            wit::Standing::Open => Self::Open,
            wit::Standing::Closing => Self::Closing,
            wit::Standing::Ready => Self::Ready,
            wit::Standing::Sealed => Self::Sealed,
            wit::Standing::Blocked => Self::Blocked,
            wit::Standing::ClosedElsewhere => Self::ClosedElsewhere,
            wit::Standing::OtherPlan => Self::OtherPlan,
            wit::Standing::Edited => Self::Edited,
            wit::Standing::Unreadable => Self::Unreadable,
            wit::Standing::NothingToDo => Self::NothingToDo,
        }
    }
}

impl From<wit::TaskKind> for view::TaskKind {
    fn from(task_kind: wit::TaskKind) -> Self {
        match task_kind {
            wit::TaskKind::Task => Self::Task,
            wit::TaskKind::Closeout => Self::Closeout,
        }
    }
}

impl From<wit::RetryReason> for view::Reason {
    fn from(retry_reason: wit::RetryReason) -> Self {
        match retry_reason {
            wit::RetryReason::UnknownRoot => Self::UnknownRoot,
            wit::RetryReason::Mismatched => Self::Mismatched,
            wit::RetryReason::NotActivated => Self::NotActivated,
            wit::RetryReason::Blocked => Self::Blocked,
            wit::RetryReason::ClosedElsewhere => Self::ClosedElsewhere,
            wit::RetryReason::OtherPlan => Self::OtherPlan,
            wit::RetryReason::Edited => Self::Edited,
            wit::RetryReason::Unreadable => Self::Unreadable,
            wit::RetryReason::NothingToDo => Self::NothingToDo,
            wit::RetryReason::Changing => Self::Changing,
        }
    }
}

impl From<wit::Client> for client::Client {
    fn from(client: wit::Client) -> Self {
        match client {
            wit::Client::ClaudeCode => Self::ClaudeCode,
            wit::Client::Codex => Self::Codex,
            wit::Client::Cursor => Self::Cursor,
            wit::Client::Opencode => Self::Opencode,
            wit::Client::Gemini => Self::Gemini,
            wit::Client::Copilot => Self::Copilot,
            wit::Client::Vscode => Self::Vscode,
            wit::Client::Pi => Self::Pi,
            wit::Client::Other => Self::Other,
        }
    }
}

impl From<client::Client> for wit::Client {
    fn from(client: client::Client) -> Self {
        match client {
            client::Client::ClaudeCode => Self::ClaudeCode,
            client::Client::Codex => Self::Codex,
            client::Client::Cursor => Self::Cursor,
            client::Client::Opencode => Self::Opencode,
            client::Client::Gemini => Self::Gemini,
            client::Client::Copilot => Self::Copilot,
            client::Client::Vscode => Self::Vscode,
            client::Client::Pi => Self::Pi,
            client::Client::Other => Self::Other,
        }
    }
}

impl From<wit::Transport> for client::Transport {
    fn from(transport: wit::Transport) -> Self {
        match transport {
            wit::Transport::Goal => Self::Goal,
            wit::Transport::LoopTick => Self::LoopTick,
            wit::Transport::Floor => Self::Floor,
        }
    }
}

impl From<wit::Lifecycle> for directive::Lifecycle {
    fn from(lifecycle: wit::Lifecycle) -> Self {
        match lifecycle {
            wit::Lifecycle::Absent => Self::Absent,
            wit::Lifecycle::Owned => Self::Owned,
            wit::Lifecycle::Paused => Self::Paused,
            wit::Lifecycle::Stale => Self::Stale,
            wit::Lifecycle::Foreign => Self::Foreign,
        }
    }
}

impl From<directive::Lifecycle> for wit::Lifecycle {
    fn from(lifecycle: directive::Lifecycle) -> Self {
        match lifecycle {
            directive::Lifecycle::Absent => Self::Absent,
            directive::Lifecycle::Owned => Self::Owned,
            directive::Lifecycle::Paused => Self::Paused,
            directive::Lifecycle::Stale => Self::Stale,
            directive::Lifecycle::Foreign => Self::Foreign,
        }
    }
}

impl From<directive::Seat<'_>> for wit::Seat {
    fn from(seat: directive::Seat<'_>) -> Self {
        let directive::Seat { client, read_tool, tick_tool } = seat;
        Self { client: client.into(), read_tool: read_tool.to_owned(), tick_tool: tick_tool.to_owned() }
    }
}

impl From<&drift::Change<'_>> for wit::FileChange {
    fn from(change: &drift::Change<'_>) -> Self {
        let drift::Change { path, folder, project, fold_case } = *change;
        Self { path: path.to_owned(), folder: folder.to_owned(), project: project.to_owned(), fold_case }
    }
}
