//! The fuzz targets as ordinary tests: over the committed inputs, and over mutations of them that are
//! the same in every run. `make fuzz` looks for more.

#[path = "../fuzz/src/targets.rs"]
mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use planmark_tests::random::Random;

/// Mutations of each target's inputs.
const MUTATIONS: usize = 1_000;
/// Most bytes of a mutated input.
const INPUT_MAX_BYTES: usize = 2_048;

fn place() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// The committed inputs of a target, by name.
fn inputs(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = place().join("corpus").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut inputs: Vec<(String, Vec<u8>)> = files
        .map(|file| file.expect("an input").path())
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("a readable input"))
        })
        .collect();
    inputs.sort();
    inputs
}

/// The words of the dictionary.
fn words() -> Vec<Vec<u8>> {
    let dictionary = fs::read_to_string(place().join("words.dict")).expect("the dictionary");
    dictionary.lines().filter(|line| line.starts_with('"')).map(word).collect()
}

/// A line of the dictionary: quoted, with `\\`, `\"` and `\xAB`.
fn word(line: &str) -> Vec<u8> {
    let mut rest = line.trim_matches('"').as_bytes();
    let mut word = Vec::new();
    while let [first, after @ ..] = rest {
        (rest, word) = match (first, after) {
            (b'\\', [b'x', high, low, after @ ..]) => {
                let digits = [*high, *low];
                let digits = str::from_utf8(&digits).expect("hex digits");
                (after, [word, vec![u8::from_str_radix(digits, 16).expect("hex digits")]].concat())
            }
            (b'\\', [escaped, after @ ..]) => (after, [word, vec![*escaped]].concat()),
            (byte, after) => (after, [word, vec![*byte]].concat()),
        };
    }
    word
}

/// One to four changes of an input: a part of it goes or comes twice, a word or a part of another
/// input comes in, a byte changes.
fn mutate(input: &mut Vec<u8>, others: &[(String, Vec<u8>)], words: &[Vec<u8>], random: &mut Random) {
    for _ in 0..=random.below(4) {
        let at = random.below(input.len() + 1);
        let end = (at + random.below(24)).min(input.len());
        let comes = match random.below(6) {
            0 => Vec::new(),
            1 => [&input[at..end], &input[at..end]].concat(),
            2 => vec![u8::try_from(random.below(256)).expect("a byte")],
            3 => {
                let (_, other) = &others[random.below(others.len())];
                other[random.below(other.len() + 1)..].iter().copied().take(200).collect()
            }
            _ => [&words[random.below(words.len())], &input[at..end]].concat(),
        };
        input.splice(at..end, comes);
    }
    input.truncate(INPUT_MAX_BYTES);
}

fn holds(target: targets::Target, name: &str, input: &[u8]) {
    if catch_unwind(AssertUnwindSafe(|| (target.run)(input))).is_err() {
        panic!("{} breaks at {name}: {:?}", target.name, String::from_utf8_lossy(input));
    }
}

/// D1 to D10, D13, D20 to D28, D31 and D51 on inputs nobody wrote.
fn check(name: &str) {
    check_some(name, MUTATIONS);
}

fn check_some(name: &str, mutations: usize) {
    let target = targets::ALL.into_iter().find(|target| target.name == name).expect("a target");
    let (inputs, words) = (inputs(name), words());
    assert!(!inputs.is_empty());
    for (name, input) in &inputs {
        holds(target, name, input);
    }
    let mut random = Random::seeded(1);
    for number in 0..mutations {
        let (name, mut input) = inputs[random.below(inputs.len())].clone();
        mutate(&mut input, &inputs, &words, &mut random);
        holds(target, &format!("mutation {number}, of {name}"), &input);
    }
}

#[test]
fn canonical_json_is_read_back_the_same_by_another_parser() {
    check("canonical");
}

#[test]
fn an_append_changes_nothing_but_the_seam() {
    check("compose");
}

#[test]
fn whatever_a_cell_becomes_calls_answer_and_a_refused_one_writes_nothing() {
    check("damage");
}

#[test]
fn every_script_of_calls_does_what_a_model_of_whole_texts_does() {
    check("documents");
}

#[test]
fn what_is_called_open_swallows_what_follows_until_it_is_closed() {
    check("inspect");
}

#[test]
fn every_task_is_found_by_its_id_and_by_a_title_of_its_own() {
    check("outline");
}

#[test]
fn any_log_amounts_to_something_and_its_marker_is_one_line() {
    check("fold");
}

#[test]
fn a_large_body_is_outlined_whatever_is_in_it() {
    check_some("large", 50);
}

#[test]
fn the_body_stands_in_the_prompt_as_it_is() {
    check("prompt");
}

#[test]
fn every_target_has_inputs_and_every_input_a_target() {
    let folders = fs::read_dir(place().join("corpus")).expect("the inputs");
    let mut folders: Vec<String> =
        folders.map(|folder| folder.expect("a folder").file_name().to_string_lossy().into_owned()).collect();
    folders.sort();
    assert_eq!(folders, targets::ALL.map(|target| target.name));
}

#[test]
fn words_of_the_dictionary_are_read_as_libfuzzer_reads_them() {
    assert_eq!(word(r#""a\\n\x0a\"b""#), b"a\\n\n\"b");
}
