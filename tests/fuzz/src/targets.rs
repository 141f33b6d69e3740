//! Fuzz targets: each takes any bytes and asserts what must hold of every input.
//!
//! - `compose`, `inspect`, `canonical`: pure functions.
//! - `documents`: a script of calls, compared with a model that keeps every text whole.
//! - `damage`: what is stored is no longer what was written.
//! - `outline`, `large`, `prompt`: bodies, what they outline, and how long that takes.
//! - `fold`: logs, what they amount to, the marker.
//! - `script`: bytes as a script that people can read.
//! - `memory`: a host in memory, stricter than real ones.

mod canonical;
mod compose;
mod damage;
mod documents;
mod fold;
mod inspect;
mod large;
mod memory;
mod model;
mod outline;
mod prompt;
mod script;

/// One target.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target {
    /// Its name, which is that of its folder in `tests/fuzz/corpus/`.
    pub(crate) name: &'static str,
    /// Panics when a property doesn't hold.
    pub(crate) run: fn(&[u8]),
}

/// Every target.
pub(crate) const ALL: [Target; 9] = [
    Target { name: "canonical", run: canonical::target },
    Target { name: "compose", run: compose::target },
    Target { name: "damage", run: damage::target },
    Target { name: "documents", run: documents::target },
    Target { name: "fold", run: fold::target },
    Target { name: "inspect", run: inspect::target },
    Target { name: "large", run: large::target },
    Target { name: "outline", run: outline::target },
    Target { name: "prompt", run: prompt::target },
];
