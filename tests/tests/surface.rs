//! The component that is built reaches what `wit/` says, and nothing else. `tests/build.rs` reads
//! both into lines.

use std::collections::BTreeSet;

use planmark::Planmark;

const CONTRACT: &str = include_str!(concat!(env!("OUT_DIR"), "/contract.txt"));
const SURFACE: &str = include_str!(concat!(env!("OUT_DIR"), "/surface.txt"));
const FLOATS: &str = include_str!(concat!(env!("OUT_DIR"), "/floats.txt"));
const READ_HERE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/planmark.wasm"));

/// What has types alone, and no function.
const WORDS: [&str; 3] =
    ["planmark:engine/types@0.1.0", "planmark:engine/ledger@0.1.0", "planmark:engine/roots@0.1.0"];

/// What the number reader of `serde_json` calculates with: it accepts numbers like 1.5e3, and no
/// record of ours has a field that takes one.
const NUMBER_READER: &str = "F64Abs F64ConvertI64U F64Div F64Eq F64Mul F64Ne F64Neg";

#[test]
fn these_are_the_lines_of_the_component_in_the_program() {
    if std::option_env!("PLANMARK_COMPONENT").is_none() {
        assert!(Planmark::component_bytes() == READ_HERE, "tests/build.rs reads another component");
    }
}

#[test]
fn the_component_has_nothing_that_the_contract_has_not() {
    let contract: BTreeSet<_> = CONTRACT.lines().collect();
    let more: Vec<_> = SURFACE.lines().filter(|line| !contract.contains(line)).collect();
    assert!(more.is_empty(), "not in wit/: {more:#?}");
}

#[test]
fn the_component_has_all_of_the_contract() {
    let surface: BTreeSet<_> = SURFACE.lines().collect();
    let missing: Vec<_> = CONTRACT.lines().filter(|line| !surface.contains(line)).collect();
    assert!(missing.is_empty(), "not in the component: {missing:#?}");
}

#[test]
fn the_component_imports_five_interfaces_and_no_others() {
    let imports: BTreeSet<_> = SURFACE
        .lines()
        .filter_map(|line| line.strip_prefix("import ")?.split(' ').next())
        .filter(|name| !WORDS.contains(name))
        .collect();
    let expected = ["access", "bodies", "clock", "locking", "storage"];
    let expected: BTreeSet<_> = expected.map(|name| format!("planmark:engine/{name}@0.1.0")).into();
    assert_eq!(imports, expected.iter().map(String::as_str).collect());
}

#[test]
fn the_component_calculates_with_no_floating_point_number() {
    let ours: Vec<_> = FLOATS.lines().filter(|used| *used != NUMBER_READER).collect();
    assert!(ours.is_empty(), "functions that calculate with floats: {ours:#?}");
}

#[test]
fn the_contract_in_the_program_is_the_one_in_the_repository() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../wit");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder wit/")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    files.sort();
    let names: Vec<_> = Planmark::wit_files().iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names, files);
    for (name, text) in Planmark::wit_files() {
        let stored = std::fs::read_to_string(format!("{folder}/{name}")).expect("a file of wit/");
        assert_eq!(*text, stored, "{name}");
    }
}
