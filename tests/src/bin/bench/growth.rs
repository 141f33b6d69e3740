//! What a plan takes on the disk as it grows, and what each append writes.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use planmark::store::sqlite::SqliteStore;
use planmark_tests::disk;
use planmark_tests::engine::{TestAccess, TestClock, new_home, planmark_over};
use planmark_tests::writer::{Writer, agent};

use crate::measure::{Budget, Compared, Row};
use crate::whole::WholeDocuments;

const FRAGMENT_BYTES: usize = 200;

fn fragment(number: usize) -> String {
    format!("{number:06} {}", "appended text ".repeat(15)).chars().take(FRAGMENT_BYTES).collect()
}

fn author(number: usize) -> &'static str {
    ["ada", "bob"][number % 2]
}

/// Bytes of the database in `folder` once its log is worked in. Nobody else has it open.
fn settled_bytes(folder: &Path, name: &str) -> u64 {
    let path = folder.join(name);
    let database = rusqlite::Connection::open(&path).expect("a database");
    database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).expect("the log can be worked in");
    drop(database);
    fs::metadata(path).map_or(0, |file| file.len())
}

/// Bytes on disk after 1,000 appends, against the final text.
pub(crate) fn on_disk() -> Vec<Row> {
    let home = new_home();
    let planmark = planmark_over(
        SqliteStore::open(home.path()).expect("a home"),
        &TestClock::at(1),
        &TestAccess::default(),
    );
    for number in 0..1_000 {
        write(&planmark, number);
    }
    let text = Writer::new(&planmark, "T-1", agent("ada")).text().len();
    drop(planmark);
    let stored = settled_bytes(home.path(), "planmark.db");
    vec![Row {
        what: "bytes on disk after 1,000 appends of 200 bytes by alternating authors".to_owned(),
        measured: format!("{} KB", stored / 1_000),
        against: format!("the final text: {} KB", text / 1_000),
        compared: Compared::Ratio(stored as f64 / text as f64),
        budget: Some(Budget::AtMost(4.0)),
    }]
}

fn write(planmark: &planmark::Planmark, number: usize) {
    let writer = Writer::new(planmark, "T-1", agent(author(number)));
    let fragment = fragment(number);
    let written = if number == 0 { writer.create(&fragment) } else { writer.append(&fragment) };
    written.expect("written");
}

/// One line of the growth table.
struct Grown {
    text: usize,
    written_each: u64,
    stored: u64,
}

/// Appends until the counts in `MARKS`, and looks at the disk at each.
fn grow(folder: &Path, name: &str, reopen: &mut dyn FnMut() -> Box<dyn FnMut(usize)>) -> Vec<Grown> {
    let mut append = reopen();
    let (mut number, mut grown) = (0, Vec::new());
    for mark in MARKS {
        let (began, first) = (disk::counts().written_bytes, number);
        while number < mark {
            append(number);
            number += 1;
        }
        drop(append);
        let stored = settled_bytes(folder, name);
        let written = disk::counts().written_bytes - began;
        let text = number * (FRAGMENT_BYTES + 2) - 2;
        grown.push(Grown { text, written_each: written / (number - first) as u64, stored });
        append = reopen();
    }
    grown
}

const MARKS: [usize; 6] = [50, 100, 200, 400, 800, 1_200];

/// Write amplification: the splice log against whole documents.
pub(crate) fn table() -> String {
    let (home, whole_home) = (new_home(), new_home());
    let path = home.path().to_owned();
    let ours = grow(home.path(), "planmark.db", &mut || {
        let store = SqliteStore::open(&path).expect("a home");
        let planmark = planmark_over(store, &TestClock::at(1), &TestAccess::default());
        Box::new(move |number| write(&planmark, number))
    });
    let path = whole_home.path().to_owned();
    let whole = grow(whole_home.path(), "bare.db", &mut || {
        let mut store = WholeDocuments::open(&path);
        Box::new(move |number| store.append(author(number), &fragment(number)))
    });
    let mut table = String::from(
        "## As a plan grows\n\nAppends of 200 bytes by alternating authors, each a revision. Written: what SQLite hands \
         to the system for each append since the line above, log and checkpoint together. Stored: the database with its \
         log worked in. Compared with a store that writes the whole document and a copy of it as a revision.\n\n\
         | appends | text | written per append | whole documents | stored | whole documents |\n|---|---|---|---|---|---|\n",
    );
    for ((mark, ours), whole) in MARKS.iter().zip(&ours).zip(&whole) {
        // Writing to a String can't fail.
        let _ = writeln!(
            table,
            "| {mark} | {} KB | {} KB | {} KB | {} KB | {} KB |",
            ours.text / 1_000,
            ours.written_each / 1_000,
            whole.written_each / 1_000,
            ours.stored / 1_000,
            whole.stored / 1_000,
        );
    }
    table
}
