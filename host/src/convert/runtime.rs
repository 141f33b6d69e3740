//! `wit/runtime.wit`.

use planmark_core::runtime::{CutoverSet, Reconciled, RootChanged, client, guard, reading};

use crate::bindings::exports::planmark::engine::runtime as wit;

impl From<wit::RootChanged> for RootChanged {
    fn from(root_changed: wit::RootChanged) -> Self {
        let wit::RootChanged { root, changed, replayed } = root_changed;
        Self { root: root.into(), changed, replayed }
    }
}

impl From<wit::CutoverSet> for CutoverSet {
    fn from(cutover_set: wit::CutoverSet) -> Self {
        let wit::CutoverSet { driving, changed, replayed } = cutover_set;
        Self { driving, changed, replayed }
    }
}

impl From<wit::Reading> for reading::Reading {
    fn from(reading: wit::Reading) -> Self {
        let wit::Reading { view, directive, changed } = reading;
        Self { view: view.into(), directive: directive.map(Into::into), changed }
    }
}

impl From<wit::Reconciled> for Reconciled {
    fn from(reconciled: wit::Reconciled) -> Self {
        let wit::Reconciled { directive, changed } = reconciled;
        Self { directive: directive.into(), changed }
    }
}

impl From<wit::Identified> for client::Identified {
    fn from(identified: wit::Identified) -> Self {
        let wit::Identified { client, source, question } = identified;
        Self { client: client.into(), source: source.into(), question }
    }
}

impl From<wit::ClientLine> for client::ClientLine {
    fn from(client_line: wit::ClientLine) -> Self {
        let wit::ClientLine { client, name, transport, reason } = client_line;
        Self { client: client.into(), name, transport: transport.into(), reason }
    }
}

impl From<client::Signs> for wit::Signs {
    fn from(signs: client::Signs) -> Self {
        let client::Signs { environment, client_name, configured, answer } = signs;
        Self { environment, client_name, configured, answer }
    }
}

impl From<guard::Assembly> for wit::Assembly {
    fn from(assembly: guard::Assembly) -> Self {
        let guard::Assembly { path, text } = assembly;
        Self { path, text }
    }
}

impl From<wit::GuardFinding> for guard::Finding {
    fn from(guard_finding: wit::GuardFinding) -> Self {
        let wit::GuardFinding { path, line, fault, message } = guard_finding;
        Self { path, line, fault: fault.into(), message }
    }
}

impl From<wit::Source> for client::Source {
    fn from(source: wit::Source) -> Self {
        match source {
            wit::Source::Environment => Self::Environment,
            wit::Source::Configuration => Self::Configuration,
            wit::Source::Answer => Self::Answer,
            wit::Source::None => Self::None,
        }
    }
}

impl From<wit::GuardFault> for guard::Fault {
    fn from(guard_fault: wit::GuardFault) -> Self {
        match guard_fault {
            wit::GuardFault::Missing => Self::Missing,
            wit::GuardFault::Diverged => Self::Diverged,
            wit::GuardFault::Repeated => Self::Repeated,
            wit::GuardFault::Copied => Self::Copied,
            wit::GuardFault::SelectsNothing => Self::SelectsNothing,
        }
    }
}
