//! Builds the engine that this crate embeds: the core, compiled to WebAssembly, made a component,
//! and compiled again for this crate's target, so that the program needs no compiler of its own.
//!
//! `PLANMARK_COMPONENT=FILE` takes a component that exists instead. `PLANMARK_WASM_ROUTE` says how
//! to get a compiler for WebAssembly: see `guest/toolchain`.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

#[path = "build/compile.rs"]
mod compile;
#[path = "build/guest.rs"]
mod guest;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-env-changed=PLANMARK_COMPONENT");
    let component = match env::var_os("PLANMARK_COMPONENT") {
        Some(file) => existing(&PathBuf::from(file))?,
        None => compile::component(&guest::core_module(guest::ENGINE)?)?,
    };
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("planmark.wasm"), &component)?;
    fs::write(out.join("planmark.cwasm"), compile::for_target(&component)?)?;
    Ok(())
}

fn existing(file: &std::path::Path) -> Result<Vec<u8>, Box<dyn Error>> {
    println!("cargo:rerun-if-changed={}", file.display());
    fs::read(file).map_err(|error| format!("PLANMARK_COMPONENT: {}: {error}", file.display()).into())
}
