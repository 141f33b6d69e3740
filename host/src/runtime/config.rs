//! The settings that the compiler in `build.rs` and the runtime in this crate must share: a
//! component compiled with others is refused when it is loaded. `build.rs` includes this file.

use wasmtime::Config;

/// The settings every engine starts from.
pub(crate) fn shared() -> Config {
    let mut config = Config::new();
    // Fuel bounds a call the same way on every machine, and doesn't run while an import waits.
    config.consume_fuel(true);
    // The same instructions give the same bytes in every host (D52). Threads are not compiled in.
    config.wasm_relaxed_simd(false);
    // No addresses of WebAssembly code are ever shown.
    config.generate_address_map(false);
    config
}
