//! What `wit/` says, as Rust: generated, and nothing else.

wasmtime::component::bindgen!({
    path: "wit",
    world: "engine",
    require_store_data_send: true,
});
