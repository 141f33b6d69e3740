//! Builds the component that the program embeds.

fn main() {
    let _ = wasmtime::Engine::default();
    let _ = wit_component::ComponentEncoder::default();
}
