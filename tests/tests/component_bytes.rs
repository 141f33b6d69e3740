//! The engine, compiled in another folder with another cargo home, has the same bytes: whoever
//! builds it gets the component that others have checked. On Windows it would need rights to make
//! links.

#![cfg(unix)]

use std::path::Path;
use std::{fs, io};

#[path = "../../host/build/guest.rs"]
#[expect(dead_code, reason = "the rest of it is for build scripts")]
mod guest;

const CORE_MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/planmark-core.wasm"));

const ENGINE: guest::Guest = guest::Guest { folder: "guest", workspace: "", library: "planmark_core" };

#[test]
fn another_place_gives_the_same_bytes() {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let place = guest::Place {
        root: elsewhere.path().join("some where/else"),
        target_dir: elsewhere.path().join("target"),
        cargo_home: elsewhere.path().join("cargo"),
    };
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    copy(root, &place.root).expect("the sources can be copied");
    link_cargo_home(&place.cargo_home);
    let module = guest::core_module(ENGINE, &place).expect("the engine compiles");
    assert!(module == CORE_MODULE, "{} bytes there, {} here", module.len(), CORE_MODULE.len());
}

#[test]
fn no_path_of_this_machine_is_in_it() {
    let home = guest::cargo_home().expect("cargo's home");
    for path in [home.as_path(), Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository")] {
        let path = path.to_str().expect("a path of text").as_bytes();
        let found = CORE_MODULE.windows(path.len()).any(|window| window == path);
        assert!(!found, "the path {} is in the component", String::from_utf8_lossy(path));
    }
}

/// Copies what cargo needs: not what it has made, and nothing hidden.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        let left_out = name == "target" || name == "node_modules" || name.to_string_lossy().starts_with('.');
        if left_out {
            continue;
        }
        if entry.file_type()?.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(entry.path())?, to.join(name))?;
        } else if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to.join(name))?;
        } else {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}

/// Makes a cargo home at another path, with the same downloads and settings.
fn link_cargo_home(to: &Path) {
    let from = guest::cargo_home().expect("cargo's home");
    fs::create_dir_all(to).expect("a folder");
    for name in ["registry", "config.toml", "config"] {
        if from.join(name).exists() {
            std::os::unix::fs::symlink(from.join(name), to.join(name)).expect("a link");
        }
    }
}
