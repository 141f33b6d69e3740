//! From a core module to a component, and from a component to code for the target. The build
//! scripts of `host` and `tests` include this file.

use std::env;
use std::error::Error;

use wasmtime::{Config, Engine};
use wit_component::ComponentEncoder;

#[path = "../src/runtime/config.rs"]
mod config;

/// What every x86-64 processor since 2009 has (x86-64-v2). Without it, the component's SIMD runs
/// eight times slower; a processor that lacks it is told so when the component is loaded.
const X86_64_V2: [&str; 6] =
    ["has_sse3", "has_ssse3", "has_sse41", "has_sse42", "has_popcnt", "has_cmpxchg16b"];

/// Makes a component of a core module that carries its WIT.
pub(crate) fn component(core_module: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let component = ComponentEncoder::default().validate(true).module(core_module)?.encode()?;
    Ok(component)
}

/// Compiles a component for the target of this build.
pub(crate) fn for_target(component: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut config: Config = config::shared();
    config.target(&env::var("TARGET")?)?;
    if env::var("CARGO_CFG_TARGET_ARCH")? == "x86_64" {
        for flag in X86_64_V2 {
            // SAFETY: these say which instructions may be used, and the loader checks the processor
            // for each of them.
            unsafe { config.cranelift_flag_enable(flag) };
        }
    }
    Ok(Engine::new(&config)?.precompile_component(component)?)
}
