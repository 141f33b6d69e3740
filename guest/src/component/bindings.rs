//! What `wit/` says, as Rust: generated, and nothing else.

#![expect(unsafe_code, reason = "the generated code passes memory to and from the host")]

wit_bindgen::generate!({
    path: "wit",
    world: "engine",
});

export!(Component with_types_in self);

use super::Component;
