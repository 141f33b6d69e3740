//! The rooms of the code, and who may enter: what `docs/architecture.md` promises, checked on the
//! sources. Unit tests and comments are left out, since neither decides anything.

use std::fs;
use std::path::{Path, PathBuf};

/// A source file without comments and unit tests.
struct Source {
    /// From the repository's root, with `/`.
    path: String,
    lines: Vec<String>,
    whole_lines: usize,
}

impl Source {
    fn read(root: &Path, file: &Path) -> Self {
        let text = fs::read_to_string(file).expect("a source file can be read");
        let path =
            file.strip_prefix(root).expect("it is below the root").to_string_lossy().replace('\\', "/");
        let lines = text
            .lines()
            .take_while(|line| line.trim() != "#[cfg(test)]")
            .filter(|line| !line.trim_start().starts_with("//"))
            .map(str::to_owned)
            .collect();
        Self { path, lines, whole_lines: text.lines().count() }
    }

    /// Whether it is one of these rooms: the file `room.rs`, or a file below `room/`.
    fn is_in(&self, rooms: &[&str]) -> bool {
        rooms
            .iter()
            .any(|room| self.path == format!("{room}.rs") || self.path.starts_with(&format!("{room}/")))
    }

    fn mentions(&self, word: &str) -> Option<&str> {
        self.lines.iter().map(String::as_str).find(|line| line.contains(word))
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate stands in the repository").to_owned()
}

/// The sources below a folder of the repository, without unit tests in files of their own.
fn sources(folder: &str) -> Vec<Source> {
    let root = root();
    let mut folders = vec![root.join(folder)];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder can be read") {
            let path = entry.expect("an entry can be read").path();
            if path.file_stem().is_some_and(|name| name == "tests") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.push(Source::read(&root, &path));
            }
        }
    }
    assert!(!sources.is_empty(), "no sources in {folder}");
    sources
}

/// Fails when a source outside `rooms` mentions one of the words.
#[track_caller]
fn nobody_else_mentions(folder: &str, rooms: &[&str], words: &[&str]) {
    for source in sources(folder).iter().filter(|source| !source.is_in(rooms)) {
        for word in words {
            assert_eq!(source.mentions(word), None, "{} must not mention {word}", source.path);
        }
    }
}

#[test]
fn only_the_component_of_the_core_knows_wit() {
    nobody_else_mentions("guest/src", &["guest/src/component"], &["wit_bindgen", "bindings::"]);
}

#[test]
fn the_core_has_nothing_of_its_own_but_arithmetic() {
    let outside = [
        "std::fs",
        "std::env",
        "std::io",
        "std::net",
        "std::process",
        "std::thread",
        "std::time",
        "std::sync",
        "HashMap",
        "HashSet",
        "f32",
        "f64",
        "unsafe ",
        ".unwrap()",
        ".expect(",
        "panic!(",
        "todo!(",
    ];
    nobody_else_mentions("guest/src", &["guest/src/component"], &outside);
}

#[test]
fn only_the_edge_of_the_host_knows_wit() {
    let edge = ["bindings", "component", "convert", "imports", "lib", "linker", "planmark", "runtime"]
        .map(|room| format!("host/src/{room}"));
    let edge: Vec<_> = edge.iter().map(String::as_str).collect();
    nobody_else_mentions("host/src", &edge, &["bindings", "wasmtime::"]);
}

#[test]
fn the_linker_links_what_the_world_lists() {
    let world = fs::read_to_string(root().join("wit/world.wit")).expect("the world can be read");
    let mut listed: Vec<_> = world.lines().filter_map(|line| line.trim().strip_prefix("import ")).collect();
    let linker = sources("host/src").into_iter().find(|source| source.path == "host/src/linker.rs");
    let linker = linker.expect("there is a linker");
    let mut linked: Vec<_> = linker
        .lines
        .iter()
        .filter_map(|line| line.trim().split_once("::add_to_linker"))
        .map(|(interface, _)| format!("{interface};"))
        .collect();
    listed.sort_unstable();
    linked.sort_unstable();
    assert_eq!(linked, listed);
}

#[test]
fn stores_know_cells_and_nothing_of_their_content() {
    for source in sources("host/src").iter().filter(|source| source.is_in(&["host/src/store"])) {
        for word in
            ["bindings", "wasmtime", "serde", "planmark_core::document", "crate::cli", "crate::runtime"]
        {
            assert_eq!(source.mentions(word), None, "{} must not mention {word}", source.path);
        }
    }
}

#[test]
fn skins_go_through_the_facade() {
    for source in sources("host/src")
        .iter()
        .filter(|source| source.is_in(&["host/src/cli", "host/src/main", "host/src/mcp"]))
    {
        for room in ["runtime", "linker", "imports", "convert", "bindings"] {
            let word = format!("crate::{room}");
            assert_eq!(source.mentions(&word), None, "{} must not mention {word}", source.path);
        }
    }
}

#[test]
fn the_host_takes_words_from_the_core_and_no_decisions() {
    let calls = [
        "create",
        "update",
        "edit",
        "save",
        "restore",
        "delete",
        "read",
        "list",
        "revisions",
        "steps",
        "read_past",
    ];
    let mut decisions: Vec<_> = calls.iter().map(|call| format!("document::{call}")).collect();
    decisions.extend(["text::compose", "text::inspect", "info::describe"].map(str::to_owned));
    let tools = ["list", "instructions", "prompts", "ask", "call", "refusal"];
    decisions.extend(tools.map(|call| format!("planmark_core::tools::{call}")));
    let decisions: Vec<_> = decisions.iter().map(String::as_str).collect();
    nobody_else_mentions("host/src", &[], &decisions);
}

#[test]
fn everything_is_synchronous() {
    let words = ["async fn", "async move", ".await", "tokio"];
    nobody_else_mentions("guest/src", &[], &words);
    nobody_else_mentions("host/src", &["host/src/mcp", "host/src/page/server"], &words);
}

#[test]
fn files_can_be_read_in_one_sitting() {
    for folder in ["guest/src", "host/src", "tests/src", "tests/tests"] {
        for source in sources(folder) {
            assert!(source.whole_lines <= 800, "{} has {} lines", source.path, source.whole_lines);
        }
    }
}
