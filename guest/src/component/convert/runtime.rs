//! `wit/runtime.wit`.

use super::super::bindings::exports::planmark::engine::runtime as wit;
use crate::runtime::{CutoverSet, Reconciled, RootChanged, client, guard, reading};

impl From<RootChanged> for wit::RootChanged {
    fn from(root_changed: RootChanged) -> Self {
        let RootChanged { root, changed, replayed } = root_changed;
        Self { root: root.into(), changed, replayed }
    }
}

impl From<CutoverSet> for wit::CutoverSet {
    fn from(cutover_set: CutoverSet) -> Self {
        let CutoverSet { driving, changed, replayed } = cutover_set;
        Self { driving, changed, replayed }
    }
}

impl From<reading::Reading> for wit::Reading {
    fn from(reading: reading::Reading) -> Self {
        let reading::Reading { view, directive, changed } = reading;
        Self { view: view.into(), directive: directive.map(Into::into), changed }
    }
}

impl From<Reconciled> for wit::Reconciled {
    fn from(reconciled: Reconciled) -> Self {
        let Reconciled { directive, changed } = reconciled;
        Self { directive: directive.into(), changed }
    }
}

impl From<client::Identified> for wit::Identified {
    fn from(identified: client::Identified) -> Self {
        let client::Identified { client, source, question } = identified;
        Self { client: client.into(), source: source.into(), question }
    }
}

impl From<client::ClientLine> for wit::ClientLine {
    fn from(client_line: client::ClientLine) -> Self {
        let client::ClientLine { client, name, transport, reason } = client_line;
        Self { client: client.into(), name, transport: transport.into(), reason }
    }
}

impl From<wit::Signs> for client::Signs {
    fn from(signs: wit::Signs) -> Self {
        let wit::Signs { environment, client_name, configured, answer } = signs;
        Self { environment, client_name, configured, answer }
    }
}

impl From<wit::Assembly> for guard::Assembly {
    fn from(assembly: wit::Assembly) -> Self {
        let wit::Assembly { path, text } = assembly;
        Self { path, text }
    }
}

impl From<guard::Finding> for wit::GuardFinding {
    fn from(guard_finding: guard::Finding) -> Self {
        let guard::Finding { path, line, fault, message } = guard_finding;
        Self { path, line, fault: fault.into(), message }
    }
}

impl From<client::Source> for wit::Source {
    fn from(source: client::Source) -> Self {
        match source {
            client::Source::Environment => Self::Environment,
            client::Source::Configuration => Self::Configuration,
            client::Source::Answer => Self::Answer,
            client::Source::None => Self::None,
        }
    }
}

impl From<guard::Fault> for wit::GuardFault {
    fn from(guard_fault: guard::Fault) -> Self {
        match guard_fault {
            guard::Fault::Missing => Self::Missing,
            guard::Fault::Diverged => Self::Diverged,
            guard::Fault::Repeated => Self::Repeated,
            guard::Fault::Copied => Self::Copied,
            guard::Fault::SelectsNothing => Self::SelectsNothing,
        }
    }
}
