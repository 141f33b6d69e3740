//! Builds the engine that this crate embeds: the core, compiled to WebAssembly, made a component,
//! and compiled again for this crate's target, so that the program needs no compiler of its own; and
//! the relay, through which traced calls go.
//!
//! `PLANMARK_COMPONENT=FILE` takes a component that exists instead; a published crate brings its own,
//! and whoever builds it needs no compiler for WebAssembly. `PLANMARK_WASM_ROUTE` says how to get one:
//! see `guest/toolchain`. `PLANMARK_PAGE=DIR` embeds the preview page that `bindings/web` makes.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "build/compile.rs"]
mod compile;
#[path = "build/guest.rs"]
mod guest;
#[path = "build/page.rs"]
mod page;
#[path = "build/relay.rs"]
mod relay;

const ENGINE: guest::Guest = guest::Guest { folder: "guest", workspace: "", library: "planmark_core" };

/// The component in a published crate, where no guest stands beside the host.
const PACKAGED: &str = "planmark.wasm";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=src/runtime/config.rs");
    println!("cargo:rerun-if-env-changed=PLANMARK_COMPONENT");
    println!("cargo:rerun-if-env-changed=PLANMARK_PAGE");
    let component = match env::var_os("PLANMARK_COMPONENT") {
        Some(file) => existing(Path::new(&file))?,
        None if Path::new("../guest/toolchain").is_file() => {
            let place = guest::Place::of_build_script()?;
            guest::watch(ENGINE, &place);
            compile::component(&guest::core_module(ENGINE, &place)?)?
        }
        None => existing(Path::new(PACKAGED))?,
    };
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("planmark.wasm"), &component)?;
    fs::write(out.join("planmark.cwasm"), compile::for_target(&component)?)?;
    fs::write(out.join("relay.cwasm"), compile::for_target(&relay::component(&component)?)?)?;
    fs::write(out.join("page.rs"), page::table(env::var_os("PLANMARK_PAGE"))?)?;
    Ok(())
}

fn existing(file: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    println!("cargo:rerun-if-changed={}", file.display());
    fs::read(file).map_err(|error| format!("the component {}: {error}", file.display()).into())
}
