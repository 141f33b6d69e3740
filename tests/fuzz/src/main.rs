//! Runs one target under libFuzzer: the one that `FUZZ_TARGET` names.

#![no_main]

use std::sync::OnceLock;

// The path is said so that the files of its modules are found where tests/tests/fuzz.rs finds them.
#[path = "targets.rs"]
mod targets;

use targets::{ALL, Target};

static CHOSEN: OnceLock<Target> = OnceLock::new();

fn choose() -> Target {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    ALL.into_iter().find(|target| target.name == name).unwrap_or_else(|| {
        let names: Vec<&str> = ALL.iter().map(|target| target.name).collect();
        eprintln!("FUZZ_TARGET is {name:?}, and must be one of: {}", names.join(", "));
        std::process::exit(2)
    })
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| (CHOSEN.get_or_init(choose).run)(data));
