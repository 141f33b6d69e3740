//! What is the SQLite store's own: homes that are new, wrong or damaged, views, files, links.

use std::fs;
use std::path::Path;
use std::time::Duration;

use planmark::store::Store;
use planmark::store::sqlite::{OpenError, SCHEMA_VERSION, SqliteStore, examine};
use planmark_core::capability::{CapabilityCode, Mutation, Outcome, Scope};
use planmark_tests::contract::{code, put, session, task};
use rusqlite::Connection;

fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn open(home: &Path) -> SqliteStore {
    SqliteStore::open(home).expect("the home opens")
}

fn commit(store: &SqliteStore, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
    let mut call = store.begin();
    call.acquire(scope)?;
    call.commit(scope, mutations)
}

/// Opens a home that must not open, checks its code and that the examination says the same.
fn refused(home: &Path, expected: &str) -> OpenError {
    let wait = Duration::from_millis(200);
    let error = SqliteStore::open_with_wait(home, wait).expect_err("this home must not open");
    assert_eq!(error.code(), expected);
    let shown = format!("{error} {}", error.next());
    assert!(shown.contains(&home.display().to_string()), "{shown}");
    for detail in ["SQL", "sqlite", "SELECT", "PRAGMA", "table"] {
        assert!(!shown.contains(detail), "{shown}");
    }
    let problem = examine(home).problem.expect("the examination has the problem too");
    assert_eq!(problem.code(), expected);
    error
}

/// A home with one cell, closed again.
fn used_home() -> tempfile::TempDir {
    let home = home();
    commit(&open(home.path()), &task("t"), &[put("k", None, "kept")]).expect("the cell is absent");
    home
}

fn database(home: &Path) -> std::path::PathBuf {
    home.join("planmark.db")
}

#[test]
fn a_home_is_made_with_the_folders_above_it_and_kept() {
    let home = home();
    let path = home.path().join("some/where/new");
    commit(&open(&path), &task("t"), &[put("k", None, "v")]).expect("the cell is absent");
    let again = open(&path);
    assert_eq!(
        again.begin().get(&task("t"), "k").expect("a get").map(|cell| cell.value),
        Some("v".to_owned())
    );
}

#[cfg(unix)]
#[test]
fn a_home_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let home = home();
    let path = home.path().join("new");
    let store = open(&path);
    let mut call = store.begin();
    call.acquire(&task("t")).expect("the scope is free");
    call.write("s", "p", "body").expect("the name is free");
    call.commit(&task("t"), &[put("k", None, "v")]).expect("the cell is absent");
    let mut looked_at = 0;
    let mut folders = vec![path];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let mode = entry.metadata().expect("metadata").permissions().mode();
            assert_eq!(mode & 0o077, 0, "{:?}", entry.path());
            looked_at += 1;
            if entry.path().is_dir() {
                folders.push(entry.path());
            }
        }
    }
    assert!(looked_at >= 8, "database, log, index, locks, plans, session, body: {looked_at}");
}

#[test]
fn two_stores_of_one_process_share_a_home() {
    let home = home();
    let (one, other) = (open(home.path()), open(home.path()));
    let mut holder = one.begin();
    holder.acquire(&task("t")).expect("the scope is free");
    let quick = SqliteStore::open_with_wait(home.path(), Duration::from_millis(50)).expect("it opens");
    assert_eq!(code(quick.begin().acquire(&task("t"))), CapabilityCode::Busy);
    holder.commit(&task("t"), &[put("k", None, "v")]).expect("the cell is absent");
    assert!(other.begin().get(&task("t"), "k").expect("a get").is_some());
}

#[test]
fn a_file_is_no_home() {
    let folder = home();
    let file = folder.path().join("file");
    fs::write(&file, "a plan").expect("a file");
    refused(&file, "home-not-a-directory");
    refused(&file.join("below"), "home-not-a-directory");
    assert_eq!(fs::read_to_string(&file).expect("a file"), "a plan");
}

#[test]
fn a_text_in_place_of_the_database_is_refused_and_kept() {
    let home = home();
    let text = "not a database, but longer than the header of one would be: ".repeat(40);
    fs::write(database(home.path()), &text).expect("a file");
    refused(home.path(), "home-not-a-database");
    assert_eq!(fs::read_to_string(database(home.path())).expect("a file"), text);
}

#[test]
fn another_programs_database_is_refused_and_kept() {
    let home = home();
    let foreign = Connection::open(database(home.path())).expect("a database");
    foreign.execute_batch("CREATE TABLE theirs (x)").expect("a table");
    drop(foreign);
    refused(home.path(), "home-foreign");
    let foreign = Connection::open(database(home.path())).expect("a database");
    let names: u32 =
        foreign.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).expect("a count");
    assert_eq!(names, 1);
}

#[test]
fn a_newer_schema_is_refused_at_opening_and_by_a_store_that_is_open() {
    let home = used_home();
    let store = open(home.path());
    let newer = Connection::open(database(home.path())).expect("a database");
    newer.pragma_update(None, "user_version", SCHEMA_VERSION + 1).expect("a pragma");
    let late = commit(&store, &task("t"), &[put("l", None, "v")]);
    assert_eq!(code(late), CapabilityCode::NewerFormat);
    drop(store);
    let error = refused(home.path(), "home-newer-schema");
    assert!(matches!(error, OpenError::NewerSchema { found, known, .. } if found == known + 1));
    assert_eq!(examine(home.path()).schema, Some(SCHEMA_VERSION + 1));
}

#[test]
fn a_truncated_database_is_refused() {
    let home = used_home();
    let whole = fs::read(database(home.path())).expect("a file");
    for size in [whole.len() - 2_048, whole.len() / 2, 5_000, 2_048, 1_000, 50] {
        fs::write(database(home.path()), &whole[..size]).expect("a file");
        let error = SqliteStore::open(home.path()).expect_err("a truncated database");
        assert!(matches!(error.code(), "home-damaged" | "home-not-a-database"), "{size}: {}", error.code());
    }
    fs::write(database(home.path()), &whole).expect("a file");
    open(home.path());
}

#[test]
fn a_used_home_without_its_database_is_refused_not_begun_anew() {
    let home = used_home();
    fs::write(database(home.path()), "").expect("a file");
    refused(home.path(), "home-damaged");
    fs::remove_file(database(home.path())).expect("a file");
    assert_eq!(SqliteStore::open(home.path()).expect_err("it is gone").code(), "home-damaged");
    assert!(!database(home.path()).exists());
}

#[test]
fn damage_inside_is_found_by_reading_and_by_the_examination() {
    let home = used_home();
    let inside = Connection::open(database(home.path())).expect("a database");
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'cells'";
    let page: usize = inside.query_row(root, [], |row| row.get::<_, i32>(0)).expect("a page") as usize;
    drop(inside);
    let mut bytes = fs::read(database(home.path())).expect("a file");
    bytes[(page - 1) * 2_048..page * 2_048].fill(0xee);
    fs::write(database(home.path()), bytes).expect("a file");
    let store = open(home.path());
    assert_eq!(code(store.begin().get(&task("t"), "k")), CapabilityCode::Corrupt);
    assert_eq!(code(commit(&store, &task("t"), &[put("l", None, "v")])), CapabilityCode::Corrupt);
    let found = store.examine();
    assert_eq!(found.problem.map(|problem| problem.code()), Some("home-damaged"));
    assert!(found.findings.is_none_or(|findings| !findings.is_empty()));
}

#[test]
fn a_database_that_another_keeps_to_itself_is_held() {
    let home = used_home();
    let other = Connection::open(database(home.path())).expect("a database");
    other.pragma_update(None, "locking_mode", "EXCLUSIVE").expect("a pragma");
    other.execute_batch("BEGIN IMMEDIATE; DELETE FROM cells WHERE key = 'none'; COMMIT").expect("a write");
    refused(home.path(), "home-held");
    drop(other);
    open(home.path());
}

#[test]
fn a_writer_that_never_ends_is_waited_for_and_nothing_is_written() {
    let home = used_home();
    let store = SqliteStore::open_with_wait(home.path(), Duration::from_millis(200)).expect("it opens");
    let other = Connection::open(database(home.path())).expect("a database");
    other.execute_batch("BEGIN IMMEDIATE").expect("a transaction");
    assert_eq!(code(commit(&store, &task("u"), &[put("k", None, "v")])), CapabilityCode::Busy);
    other.execute_batch("ROLLBACK").expect("the end");
    assert_eq!(store.begin().get(&task("u"), "k"), Ok(None));
    commit(&store, &task("u"), &[put("k", None, "v")]).expect("the store goes on");
}

#[cfg(unix)]
#[test]
fn a_database_that_was_taken_away_is_not_written_to() {
    let (home, aside) = (used_home(), home());
    let store = open(home.path());
    commit(&store, &task("u"), &[put("k", None, "v")]).expect("a commit");
    let taken = aside.path().join("planmark.db");
    fs::rename(database(home.path()), &taken).expect("the database moves");
    assert_eq!(code(commit(&store, &task("w"), &[put("k", None, "v")])), CapabilityCode::Unavailable);
    fs::copy(&taken, database(home.path())).expect("another takes its place");
    assert_eq!(code(commit(&store, &task("w"), &[put("k", None, "v")])), CapabilityCode::Unavailable);
    fs::rename(&taken, database(home.path())).expect("it comes back");
    commit(&store, &task("w"), &[put("k", None, "v")]).expect("the store goes on");
}

#[test]
fn a_lease_that_another_program_holds_exclusively_is_busy() {
    let home = used_home();
    let store = SqliteStore::open_with_wait(home.path(), Duration::from_millis(200)).expect("it opens");
    store.begin().acquire(&task("t")).expect("a lease, which makes the lock database");
    let newcomer = SqliteStore::open_with_wait(home.path(), Duration::from_millis(200)).expect("it opens");
    let others: Vec<_> = fs::read_dir(home.path().join("locks"))
        .expect("a folder")
        .map(|entry| Connection::open(entry.expect("an entry").path()).expect("a database"))
        .collect();
    for other in &others {
        other.execute_batch("PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE").expect("a transaction");
    }
    for store in [&store, &newcomer] {
        let refused = store.begin().acquire(&task("t")).expect_err("it is held");
        assert_eq!(refused.code, CapabilityCode::Busy, "{refused}");
    }
    drop(others);
    for store in [&store, &newcomer] {
        store.begin().acquire(&task("t")).expect("it is free");
    }
}

#[cfg(unix)]
#[test]
fn links_inside_a_home_are_refused_and_links_above_it_followed() {
    use std::os::unix::fs::symlink;
    let elsewhere = used_home();
    let folder = home();
    let linked = folder.path().join("linked");
    symlink(elsewhere.path(), &linked).expect("a link");
    assert!(open(&linked).begin().get(&task("t"), "k").expect("a get").is_some());

    let home = home();
    symlink(database(elsewhere.path()), database(home.path())).expect("a link");
    assert_eq!(SqliteStore::open(home.path()).expect_err("a link").code(), "home-denied");
    fs::remove_file(database(home.path())).expect("the link");
    fs::remove_dir(home.path().join("locks")).expect("an empty folder");
    symlink(elsewhere.path(), home.path().join("locks")).expect("a link");
    assert_eq!(SqliteStore::open(home.path()).expect_err("a link").code(), "home-denied");
}

#[cfg(unix)]
#[test]
fn links_among_bodies_are_not_followed() {
    use std::os::unix::fs::symlink;
    let (home, outside) = (home(), home());
    let secret = outside.path().join("secret.md");
    fs::write(&secret, "secret").expect("a file");
    let store = open(home.path());
    let mut call = store.begin();
    call.write("s", "plan", "body").expect("the name is free");
    let plans = home.path().join("plans");
    symlink(&secret, plans.join("s/link.md")).expect("a link");
    symlink(outside.path(), plans.join("away")).expect("a link");

    assert_eq!(code(call.read("s", "link")), CapabilityCode::Denied);
    assert_eq!(code(call.write("s", "link", "secret")), CapabilityCode::Denied);
    assert_eq!(code(call.remove("s", "link")), CapabilityCode::Denied);
    assert_eq!(code(call.read("away", "secret")), CapabilityCode::Denied);
    assert_eq!(code(call.write("away", "new", "x")), CapabilityCode::Denied);
    assert_eq!(code(call.list("away", "", 10)), CapabilityCode::Denied);
    assert_eq!(code(call.remove("away", "secret")), CapabilityCode::Denied);
    let listed = call.list("s", "", 10).expect("a listing").entries;
    assert_eq!(listed.iter().map(|entry| entry.plan.as_str()).collect::<Vec<_>>(), ["plan"]);
    assert_eq!(fs::read_to_string(&secret).expect("a file"), "secret");
}

#[test]
fn bodies_that_people_have_changed_are_read_as_they_are_or_refused() {
    let home = home();
    let store = open(home.path());
    let mut call = store.begin();
    let path = call.write("s", "p", "body").expect("the name is free").expect("a path");
    fs::write(&path, "edited by hand").expect("a file");
    assert_eq!(call.read("s", "p").expect("a read").map(|body| body.text), Some("edited by hand".to_owned()));
    assert_eq!(code(call.write("s", "p", "body")), CapabilityCode::Exists);
    fs::write(&path, b"not \xff text").expect("a file");
    assert_eq!(code(call.read("s", "p")), CapabilityCode::NotText);
    fs::write(&path, "x".repeat(262_145)).expect("a file");
    assert_eq!(code(call.read("s", "p")), CapabilityCode::TooLarge);
    fs::remove_file(&path).expect("a file");
    fs::create_dir(&path).expect("a folder");
    assert_eq!(code(call.read("s", "p")), CapabilityCode::Denied);
    assert_eq!(code(call.write("s", "p", "body")), CapabilityCode::Denied);
}

#[test]
fn files_that_are_no_bodies_are_not_listed_and_leftovers_reported() {
    let home = home();
    let store = open(home.path());
    let mut call = store.begin();
    call.write("s", "p", "body").expect("the name is free");
    let folder = home.path().join("plans/s");
    for name in [".unfinished-abc", ".hidden.md", "notes.txt", "con.md", "a b.md", "p.md~"] {
        fs::write(folder.join(name), "x").expect("a file");
    }
    fs::create_dir(folder.join("folder.md")).expect("a folder");
    assert_eq!(call.list("s", "", 10).expect("a listing").entries.len(), 1);
    assert_eq!(store.examine().leftovers, [store.root().join("plans/s/.unfinished-abc")]);
}

#[test]
fn values_that_another_program_stored_wrongly_are_refused() {
    let home = used_home();
    let store = open(home.path());
    let other = Connection::open(database(home.path())).expect("a database");
    let store_raw = |key: &str, value: &[u8]| {
        let insert = "INSERT INTO cells (scope, key, version, value) VALUES (1, ?1, 9, ?2)";
        other.execute(insert, rusqlite::params![key, value]).expect("a row");
    };
    store_raw("broken", b"\xff");
    store_raw("huge", &vec![b'x'; (1 << 20) + 1]);
    assert_eq!(code(store.begin().get(&task("t"), "broken")), CapabilityCode::NotText);
    assert_eq!(code(store.begin().get(&task("t"), "huge")), CapabilityCode::TooLarge);
    assert_eq!(code(store.begin().scan(&task("t"), "b", "", 10)), CapabilityCode::NotText);
    assert_eq!(code(store.begin().scan(&task("t"), "h", "", 10)), CapabilityCode::TooLarge);
    assert!(store.begin().get(&task("t"), "k").expect("a get").is_some());
}

/// Everything that a query over a view gives, as one JSON array a row.
fn rows(reader: &Connection, query: &str) -> Vec<String> {
    let mut statement = reader.prepare(query).expect("a query");
    let rows = statement.query_map([], |row| row.get(0)).expect("rows");
    rows.collect::<Result<_, _>>().expect("texts")
}

#[test]
fn the_views_show_plans_and_revisions() {
    let home = home();
    let store = open(home.path());
    let author = r#"{"kind":"agent","name":"claude"}"#;
    let head = |present: bool| {
        format!(
            r#"{{"format":1,"present":{present},"title":"T","bytes":9,"chars":8,"position":3,"version":"abc",
            "author":{author},"created_at_ms":1,"updated_at_ms":5,
            "revision":{{"number":2,"created_at_ms":4,"restored":{{"revision":1}}}}}}"#
        )
    };
    let first = format!(
        r#"{{"number":1,"position":2,"title":"S","bytes":7,"chars":6,"author":{author},"created_at_ms":1,
        "updated_at_ms":2}}"#
    );
    let there = [
        put("head", None, &head(true)),
        put("rev/0000000001", None, &first),
        put("seg/0000000001", None, "x"),
    ];
    commit(&store, &task("there"), &there).expect("the cells are absent");
    commit(&store, &task("deleted"), &[put("head", None, &head(false))]).expect("the cell is absent");
    commit(&store, &task("broken"), &[put("head", None, "{"), put("rev/0000000001", None, "?")])
        .expect("absent");
    commit(&store, &session("s"), &[put("head", None, &head(true))]).expect("the cell is absent");

    let reader = Connection::open(database(home.path())).expect("a database");
    let plans =
        "SELECT json_array(task, title, bytes, chars, revision, position, version, author_kind, author,
        created_at_ms, updated_at_ms) FROM plans";
    assert_eq!(rows(&reader, plans), [r#"["there","T",9,8,2,3,"abc","agent","claude",1,5]"#]);
    let revisions = "SELECT json_array(task, number, position, title, bytes, chars, author_kind, author,
        created_at_ms, updated_at_ms, json(restored)) FROM revisions ORDER BY task, number";
    assert_eq!(
        rows(&reader, revisions),
        [
            r#"["deleted",2,3,"T",9,8,"agent","claude",4,5,{"revision":1}]"#,
            r#"["there",1,2,"S",7,6,"agent","claude",1,2,null]"#,
            r#"["there",2,3,"T",9,8,"agent","claude",4,5,{"revision":1}]"#,
        ]
    );
    assert!(reader.execute("DELETE FROM plans", []).is_err());
}

#[test]
fn an_examination_describes_a_sound_home() {
    let home = used_home();
    let store = open(home.path());
    commit(&store, &task("u"), &[put("k", None, "v"), put("l", None, "v")]).expect("the cells are absent");
    let found = store.examine();
    assert!(found.problem.is_none(), "{found:?}");
    assert_eq!((found.schema, found.known_schema), (Some(SCHEMA_VERSION), SCHEMA_VERSION));
    assert_eq!(found.journal_mode.as_deref(), Some("wal"));
    assert_eq!(found.findings.as_deref(), Some(&[][..]));
    assert_eq!((found.scopes, found.cells, found.locks), (Some(2), Some(3), Some(2)));
    assert!(found.log_bytes > 0 && found.database_bytes > Some(0));
    assert_eq!(found.sqlite_version, rusqlite::version());
    store.checkpoint().expect("nobody reads");
    assert_eq!(store.examine().log_bytes, 0);
}

#[test]
fn a_reader_keeps_the_log_and_the_checkpoint_says_so() {
    let home = used_home();
    let store = SqliteStore::open_with_wait(home.path(), Duration::from_millis(50)).expect("it opens");
    let mut reader = store.begin();
    assert!(reader.get(&task("t"), "k").expect("a get").is_some());
    commit(&store, &task("u"), &[put("k", None, "v")]).expect("the cell is absent");
    assert_eq!(code(store.checkpoint()), CapabilityCode::Unavailable);
    drop(reader);
    store.checkpoint().expect("nobody reads");
}
