//! The engine that is built into this program, and the contract it was built from.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The component, as any host can load it.
pub(crate) const BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/planmark.wasm"));

/// The same component, compiled for this program's target.
pub(crate) static COMPILED: &[u8] = {
    static ALIGNED: &Aligned<[u8]> = &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/planmark.cwasm")));
    &ALIGNED.0
};

/// The relay of the component (`build/relay.rs`), compiled for this program's target.
pub(crate) const RELAY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/relay.cwasm"));

/// Bytes that begin on a page of memory, so that they can run where they lie: 64 KiB is the largest
/// page of the platforms that wasmtime compiles for.
#[repr(C, align(65536))]
struct Aligned<T: ?Sized>(T);

/// The files of `wit/`: name and text.
pub(crate) const WIT: &[(&str, &str)] = &[
    ("access.wit", include_str!("../wit/access.wit")),
    ("agent-tools.wit", include_str!("../wit/agent-tools.wit")),
    ("bodies.wit", include_str!("../wit/bodies.wit")),
    ("clock.wit", include_str!("../wit/clock.wit")),
    ("documents.wit", include_str!("../wit/documents.wit")),
    ("info.wit", include_str!("../wit/info.wit")),
    ("ledger.wit", include_str!("../wit/ledger.wit")),
    ("locking.wit", include_str!("../wit/locking.wit")),
    ("preview.wit", include_str!("../wit/preview.wit")),
    ("roots.wit", include_str!("../wit/roots.wit")),
    ("runtime.wit", include_str!("../wit/runtime.wit")),
    ("storage.wit", include_str!("../wit/storage.wit")),
    ("tracker.wit", include_str!("../wit/tracker.wit")),
    ("types.wit", include_str!("../wit/types.wit")),
    ("world.wit", include_str!("../wit/world.wit")),
];

/// SHA-256 of [`BYTES`], in 64 hex digits.
pub(crate) fn digest() -> String {
    digest_of(BYTES)
}

/// SHA-256 of a component, in 64 hex digits.
pub(crate) fn digest_of(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // INVARIANT: writing to a string can't fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
