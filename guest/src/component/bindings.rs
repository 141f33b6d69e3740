//! What `wit/` says, as Rust: generated, and nothing else.

wit_bindgen::generate!({
    path: "../wit",
    world: "engine",
    pub_export_macro: true,
});
