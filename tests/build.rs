//! Builds the components that `tests/evil.rs` runs: a hostile engine, and components that are no
//! engine at all. Writes down what `tests/surface.rs` judges: the surface of the real engine, and its
//! module for `tests/component_bytes.rs`.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use wit_component::{StringEncoding, embed_component_metadata};
use wit_parser::Resolve;

#[path = "../host/build/compile.rs"]
mod compile;
#[path = "../host/build/guest.rs"]
mod guest;
#[path = "build/surface.rs"]
mod surface;

const ENGINE: guest::Guest = guest::Guest { folder: "guest", workspace: "", library: "planmark_core" };

const EVIL: guest::Guest =
    guest::Guest { folder: "tests/evil", workspace: "tests/evil", library: "planmark_evil" };

/// A component without imports and exports: the preamble alone.
const EMPTY: &[u8] = b"\0asm\x0d\0\x01\0";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=../host/build");
    println!("cargo:rerun-if-changed=../host/src/runtime/config.rs");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let place = guest::Place::of_build_script()?;
    guest::watch(EVIL, &place);
    guest::watch(ENGINE, &place);
    let evil = compile::component(&guest::core_module(EVIL, &place)?)?;
    for (name, component) in [("evil", evil), ("empty", EMPTY.to_vec()), ("stranger", stranger()?)] {
        fs::write(out.join(name).with_extension("cwasm"), compile::for_target(&component)?)?;
    }
    let engine = guest::core_module(ENGINE, &place)?;
    let component = compile::component(&engine)?;
    fs::write(out.join("contract.txt"), surface::of_contract("../wit".as_ref())?)?;
    fs::write(out.join("surface.txt"), surface::of_component(&component)?)?;
    fs::write(out.join("floats.txt"), surface::floats(&engine)?)?;
    fs::write(out.join("planmark.wasm"), component)?;
    fs::write(out.join("planmark-core.wasm"), engine)?;
    Ok(())
}

/// A component that asks for an interface which no host of ours has.
fn stranger() -> Result<Vec<u8>, Box<dyn Error>> {
    let wit = "package planmark:engine@0.1.0;\n\
               interface files { read: func(); }\n\
               world stranger { import files; }\n";
    let mut resolve = Resolve::default();
    let package = resolve.push_str("stranger.wit", wit)?;
    let world = resolve.select_world(&[package], Some("stranger"))?;
    let mut module = module_importing("planmark:engine/files@0.1.0", "read");
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8)?;
    compile::component(&module)
}

/// A core module that imports one function without parameters and results, and is nothing else.
fn module_importing(module: &str, function: &str) -> Vec<u8> {
    let name = |text: &str| [&[u8::try_from(text.len()).unwrap_or(u8::MAX)], text.as_bytes()].concat();
    let section = |id: u8, body: &[u8]| [&[id, u8::try_from(body.len()).unwrap_or(u8::MAX)], body].concat();
    let types = section(1, &[1, 0x60, 0, 0]);
    let imports = section(2, &[&[1], &*name(module), &*name(function), &[0, 0]].concat());
    [b"\0asm\x01\0\0\0".as_slice(), &types, &imports].concat()
}
