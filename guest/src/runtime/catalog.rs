//! The words and fields that are in force for a root (D40). Every catalog that was ever released
//! stays here, and a root uses its own to its end.

use super::entry::Schemas;
use crate::words::{self, Template};

/// What a client is shown and held to.
#[derive(Debug, PartialEq, Eq)]
pub struct Catalog {
    /// Its name.
    pub id: &'static str,
    /// The digests of what it holds. Written down, since every call on a session with a root asks for
    /// them; a test compares them with what they are of.
    digests: Digests,
    /// The guard line.
    pub guard: &'static Template,
    /// The reason of a denied change.
    pub deny_change: &'static Template,
    /// The reason of a denied call of a transport tool, while the one that was asked for is due.
    pub deny_asked: &'static Template,
    /// The reason of a denied call of a transport tool otherwise.
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

/// [`Schemas`] as they are written down.
#[derive(Debug, PartialEq, Eq)]
struct Digests {
    guard: &'static str,
    hook: &'static str,
    payload: &'static str,
    directive: &'static str,
    receipt: &'static str,
}

/// The first one.
static RUNTIME_1: Catalog = Catalog {
    id: "runtime-1",
    digests: Digests {
        guard: "91ee64fa329f6b2937e473f0dc7c4832e5317fa6b5aa104913c9f529b32b0c22",
        hook: "c6c654a9f89c37aaa4af656be2c2b360b31d4924fba7820083f540d02b87b7ca",
        payload: "839477059f189fabf3ec4f417a6a53980a1d0e8fe44a922b0d470d4e5ead0999",
        directive: "5c61d5544fec9c8bde7218010ec9c810a1b453b2d01049bc5aa8899f70b4bc62",
        receipt: "ca19d199fba00fccd229ff4dac0e1ea4dfa9b10875669b160d5c0ee0774ebe29",
    },
    guard: &words::RUNTIME_GUARD,
    deny_change: &words::RUNTIME_DENY_CHANGE,
    deny_asked: &words::RUNTIME_DENY_ASKED,
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
    ALL.into_iter().find(|catalog| catalog.digests.are(schemas))
}

impl Digests {
    fn are(&self, schemas: &Schemas) -> bool {
        let Schemas { guard, hook, payload, directive, receipt } = schemas;
        self.guard == guard
            && self.hook == hook
            && self.payload == payload
            && self.directive == directive
            && self.receipt == receipt
    }
}

impl Catalog {
    /// The digests of what it holds.
    #[must_use]
    pub fn schemas(&self) -> Schemas {
        let Digests { guard, hook, payload, directive, receipt } = self.digests;
        Schemas {
            guard: guard.to_owned(),
            hook: hook.to_owned(),
            payload: payload.to_owned(),
            directive: directive.to_owned(),
            receipt: receipt.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::sha256;

    /// The digests of what a catalog holds, from what it holds.
    fn made_of(catalog: &Catalog) -> Schemas {
        let digest = |lines: &[&str]| sha256(&lines.join("\n"));
        let denials = [catalog.deny_change, catalog.deny_asked, catalog.deny_call, catalog.deny_unreadable];
        let payload: Vec<&str> = catalog.payload.iter().map(|line| line.text).collect();
        Schemas {
            guard: sha256(catalog.guard.text),
            hook: digest(&denials.map(|template| template.text)),
            payload: digest(&[payload.as_slice(), catalog.payload_fields].concat()),
            directive: digest(&[catalog.directive_call.text, catalog.loop_cron]),
            receipt: digest(catalog.receipt_fields),
        }
    }

    /// D40: a catalog that was released stays as it is. A change of its words is a new catalog.
    #[test]
    fn released_catalogs_are_pinned() {
        for catalog in ALL {
            assert_eq!(catalog.schemas(), made_of(catalog), "{}", catalog.id);
            assert_eq!(find(&catalog.schemas()), Some(catalog));
        }
        assert_eq!(ALL.map(|catalog| catalog.id), ["runtime-1"]);
        let unknown = Schemas { receipt: "0".repeat(64), ..current().schemas() };
        assert_eq!(find(&unknown), None);
    }
}
