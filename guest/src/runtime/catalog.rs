//! The words and fields that are in force for a root (D40). Every catalog that was ever released
//! stays here, and a root uses its own to its end.

use std::sync::OnceLock;

use super::entry::Schemas;
use crate::digest::sha256;
use crate::words::{self, Template};

/// What a client is shown and held to.
#[derive(Debug, PartialEq, Eq)]
pub struct Catalog {
    /// Its name.
    pub id: &'static str,
    /// The guard line.
    pub guard: &'static Template,
    /// The reason of a denied change.
    pub deny_change: &'static Template,
    /// The reason of a denied call of a transport tool.
    pub deny_call: &'static Template,
    /// The reason of a denial where a hook's input can't be read.
    pub deny_unreadable: &'static Template,
    /// The lines of what a transport carries.
    pub payload: &'static [&'static Template],
    /// The fields of the payload, in order of name.
    pub payload_fields: &'static [&'static str],
    /// What an agent is told to do with a call.
    pub directive_call: &'static Template,
    /// The times of the loop, as cron writes them.
    pub loop_cron: &'static str,
    /// The fields of a receipt, in order of name.
    pub receipt_fields: &'static [&'static str],
}

/// The first one.
static RUNTIME_1: Catalog = Catalog {
    id: "runtime-1",
    guard: &words::RUNTIME_GUARD,
    deny_change: &words::RUNTIME_DENY_CHANGE,
    deny_call: &words::RUNTIME_DENY_CALL,
    deny_unreadable: &words::RUNTIME_DENY_UNREADABLE,
    payload: &[
        &words::RUNTIME_REENTRY_NAME,
        &words::RUNTIME_REENTRY_CALL,
        &words::RUNTIME_REENTRY_ACTIVE,
        &words::RUNTIME_REENTRY_COMPLETED,
        &words::RUNTIME_REENTRY_RETRY,
        &words::RUNTIME_REENTRY_NEVER,
    ],
    payload_fields: &[
        "accepted_report_schema",
        "closure_id",
        "domain_target_ref",
        "generation",
        "plan_id",
        "prompt",
        "prompt_catalog_id",
        "protocol_version",
        "read_arguments",
        "read_tool",
        "state_authority",
    ],
    directive_call: &words::RUNTIME_DIRECTIVE_CALL,
    loop_cron: "*/10 * * * *",
    receipt_fields: &["authoritative_digest", "execution_digest", "identity"],
};

/// Every catalog, the newest last.
pub static ALL: [&Catalog; 1] = [&RUNTIME_1];

/// The catalog that roots are admitted with now.
#[must_use]
pub fn current() -> &'static Catalog {
    &RUNTIME_1
}

/// The catalog with these digests, if it was ever released.
#[must_use]
pub fn find(schemas: &Schemas) -> Option<&'static Catalog> {
    static DIGESTS: OnceLock<Vec<Schemas>> = OnceLock::new();
    let digests = DIGESTS.get_or_init(|| ALL.iter().map(|catalog| catalog.schemas()).collect());
    digests.iter().zip(ALL).find(|(digests, _)| *digests == schemas).map(|(_, catalog)| catalog)
}

impl Catalog {
    /// The digests of what it holds.
    #[must_use]
    pub fn schemas(&self) -> Schemas {
        let Self { id: _, guard, deny_change, deny_call, deny_unreadable, .. } = self;
        let payload = self.payload.iter().map(|line| line.text).chain(self.payload_fields.iter().copied());
        Schemas {
            guard: sha256(guard.text),
            hook: digest([deny_change.text, deny_call.text, deny_unreadable.text].into_iter()),
            payload: digest(payload),
            directive: digest([self.directive_call.text, self.loop_cron].into_iter()),
            receipt: digest(self.receipt_fields.iter().copied()),
        }
    }
}

/// SHA-256 over lines.
fn digest<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    sha256(&lines.collect::<Vec<_>>().join("\n"))
}
