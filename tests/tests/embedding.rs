//! The program that `docs/embedding/rust.md` shows: it is compiled and run here as it stands there.

include!("../data/embedding.rs");

#[test]
fn the_program_of_the_page_runs() {
    main().expect("the program ends well");
}

#[test]
fn the_page_shows_this_program() {
    let page = include_str!("../../docs/embedding/rust.md");
    let program = concat!("```rust\n", include_str!("../data/embedding.rs"), "```\n");
    assert!(page.contains(program), "tests/data/embedding.rs and the page differ");
}
