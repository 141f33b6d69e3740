//! `wit/roots.wit`.

use super::super::bindings::planmark::engine::roots as wit;
use super::all;
use crate::runtime::{RootNow, case, client, directive, drift, entry, fold, reentry, turn, view};

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

impl From<fold::Obligation> for wit::Obligation {
    fn from(obligation: fold::Obligation) -> Self {
        let fold::Obligation { id, text, discharged } = obligation;
        Self { id, text, discharged }
    }
}

impl From<fold::Block> for wit::Block {
    fn from(block: fold::Block) -> Self {
        let fold::Block { id, text } = block;
        Self { id, text }
    }
}

impl From<RootNow> for wit::Root {
    fn from(root: RootNow) -> Self {
        let RootNow {
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

impl From<view::ServedTask> for wit::ServedTask {
    fn from(served_task: view::ServedTask) -> Self {
        let view::ServedTask { kind, id, title, number, text, digest } = served_task;
        Self { kind: kind.into(), id, title, number, text, digest }
    }
}

impl From<view::Active> for wit::Active {
    fn from(active: view::Active) -> Self {
        let view::Active {
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

impl From<view::Completed> for wit::Completed {
    fn from(completed: view::Completed) -> Self {
        let view::Completed { receipt, completed_report, digest } = completed;
        Self { receipt: receipt.into(), completed_report, digest }
    }
}

impl From<view::Retry> for wit::Retry {
    fn from(retry: view::Retry) -> Self {
        let view::Retry { identity, reason, message } = retry;
        Self { identity: identity.map(Into::into), reason: reason.into(), message }
    }
}

impl From<wit::ReadArguments> for reentry::ReadArguments {
    fn from(read_arguments: wit::ReadArguments) -> Self {
        let wit::ReadArguments { key, identity_digest } = read_arguments;
        Self { key: key.into(), identity_digest }
    }
}

impl From<reentry::ReentryPayload> for wit::ReentryPayload {
    fn from(reentry_payload: reentry::ReentryPayload) -> Self {
        let reentry::ReentryPayload {
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

impl From<directive::ToolCall> for wit::ToolCall {
    fn from(tool_call: directive::ToolCall) -> Self {
        let directive::ToolCall { name, arguments } = tool_call;
        Self { name, arguments }
    }
}

impl From<directive::Provenance> for wit::Provenance {
    fn from(provenance: directive::Provenance) -> Self {
        let directive::Provenance { producer, catalog, entry, version, authoritative_digest, digest } =
            provenance;
        Self { producer, catalog, entry, version, authoritative_digest, digest }
    }
}

impl From<directive::Directive> for wit::Directive {
    fn from(directive: directive::Directive) -> Self {
        let directive::Directive { action, call, text, provenance } = directive;
        Self { action: action.into(), call: call.map(Into::into), text, provenance: provenance.into() }
    }
}

impl From<wit::Ending> for turn::Ending {
    fn from(ending: wit::Ending) -> Self {
        let wit::Ending { observation, already_continued } = ending;
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

impl From<view::View> for wit::View {
    fn from(view: view::View) -> Self {
        match view {
            view::View::Active(said) => Self::Active((*said).into()),
            view::View::Completed(said) => Self::Completed(said.into()),
            view::View::RetryLater(said) => Self::RetryLater(said.into()),
        }
    }
}

impl From<drift::Opinion> for wit::Opinion {
    fn from(opinion: drift::Opinion) -> Self {
        match opinion {
            drift::Opinion::None => Self::None,
            drift::Opinion::Deny(said) => Self::Deny(said),
        }
    }
}

impl From<turn::TurnEnd> for wit::TurnEnd {
    fn from(turn_end: turn::TurnEnd) -> Self {
        match turn_end {
            turn::TurnEnd::Rest => Self::Rest,
            turn::TurnEnd::Continue(said) => Self::Continue(said),
        }
    }
}

impl From<turn::ReAnchor> for wit::ReAnchor {
    fn from(re_anchor: turn::ReAnchor) -> Self {
        match re_anchor {
            turn::ReAnchor::None => Self::None,
            turn::ReAnchor::Inject(said) => Self::Inject(said),
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

impl From<case::Standing> for wit::Standing {
    fn from(standing: case::Standing) -> Self {
        match standing {
            case::Standing::NotActivated => Self::NotActivated,
            case::Standing::Open => Self::Open,
            case::Standing::Closing => Self::Closing,
            case::Standing::Ready => Self::Ready,
            case::Standing::Sealed => Self::Sealed,
            case::Standing::Blocked => Self::Blocked,
            case::Standing::ClosedElsewhere => Self::ClosedElsewhere,
            case::Standing::OtherPlan => Self::OtherPlan,
            case::Standing::Edited => Self::Edited,
            case::Standing::Unreadable => Self::Unreadable,
            case::Standing::NothingToDo => Self::NothingToDo,
        }
    }
}

impl From<view::TaskKind> for wit::TaskKind {
    fn from(task_kind: view::TaskKind) -> Self {
        match task_kind {
            view::TaskKind::Task => Self::Task,
            view::TaskKind::Closeout => Self::Closeout,
        }
    }
}

impl From<view::Reason> for wit::RetryReason {
    fn from(retry_reason: view::Reason) -> Self {
        match retry_reason {
            view::Reason::UnknownRoot => Self::UnknownRoot,
            view::Reason::Mismatched => Self::Mismatched,
            view::Reason::NotActivated => Self::NotActivated,
            view::Reason::Blocked => Self::Blocked,
            view::Reason::ClosedElsewhere => Self::ClosedElsewhere,
            view::Reason::OtherPlan => Self::OtherPlan,
            view::Reason::Edited => Self::Edited,
            view::Reason::Unreadable => Self::Unreadable,
            view::Reason::NothingToDo => Self::NothingToDo,
            view::Reason::Changing => Self::Changing,
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

impl From<client::Transport> for wit::Transport {
    fn from(transport: client::Transport) -> Self {
        match transport {
            client::Transport::Goal => Self::Goal,
            client::Transport::LoopTick => Self::LoopTick,
            client::Transport::Floor => Self::Floor,
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

impl<'a> From<&'a wit::Seat> for directive::Seat<'a> {
    fn from(seat: &'a wit::Seat) -> Self {
        let wit::Seat { client, read_tool, tick_tool } = seat;
        Self { client: (*client).into(), read_tool, tick_tool }
    }
}

impl<'a> From<&'a wit::FileChange> for drift::Change<'a> {
    fn from(file_change: &'a wit::FileChange) -> Self {
        let wit::FileChange { path, folder, project, fold_case } = file_change;
        Self { path, folder, project, fold_case: *fold_case }
    }
}
