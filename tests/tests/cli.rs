//! The command line program, run as people and scripts run it.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use planmark::cli::exit::Exit;
use planmark_core::failure::Effect;
use planmark_tests::cli::{Desk, Run, program, transcript};
use serde_json::json;

/// The largest text that can be stored (D4).
const LIMIT: usize = 262_144;

#[cfg(unix)]
#[test]
fn transcripts_are_what_is_printed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("transcripts").map(|entry| entry.expect("a transcript").path()).collect();
    files.sort();
    let failures: Vec<_> = files.iter().filter_map(|file| transcript::check(file).err()).collect();
    assert!(files.len() >= 5 && failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_shell_gets_a_script_that_knows_the_commands() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = desk.run(&["completions", shell]);
        let script = String::from_utf8_lossy(&run.out).into_owned();
        assert_eq!((run.exit, run.err.as_str()), (0, ""), "{shell}");
        for word in ["untick", "restore", "coalesce-window"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
        assert_eq!(desk.run(&["completions", shell, "--json"]).json()["script"], script);
    }
}

// Texts.

#[test]
fn a_text_is_stored_and_printed_byte_for_byte() {
    let desk = Desk::new();
    for text in ["\u{feff}a\0b\r\n\rc\u{2028}\u{1b}[2J", "no line feed", "\n", "日本語 👩‍👩‍👧\n"]
    {
        let run = desk.send(&["plan", "create", "--task", "t"], text.as_bytes());
        assert_eq!((run.exit, run.err.as_str()), (0, ""), "{text:?}");
        assert_eq!(desk.run(&["plan", "show", "--task", "t"]).out, text.as_bytes());
    }
}

#[test]
fn the_limit_is_a_size_of_what_is_stored() {
    let desk = Desk::new();
    let create = ["plan", "create", "--task", "t", "--json"];
    assert_eq!(desk.send(&create, &vec![b'a'; LIMIT]).json()["bytes"], LIMIT);
    let error = desk.send(&create, &vec![b'a'; LIMIT + 1]).refused("content-too-large", 3);
    assert_eq!((&error["bytes"], &error["limit"]), (&json!(LIMIT + 1), &json!(LIMIT)));

    // One byte, a separator of two, and the rest: 262,145 bytes composed.
    assert_eq!(desk.send(&create, b"a").exit, 0);
    let append = ["plan", "append", "--task", "t", "--json"];
    let error = desk.send(&append, &vec![b'b'; LIMIT - 2]).refused("content-too-large", 3);
    assert_eq!(error["bytes"], LIMIT + 1);
    assert_eq!(desk.send(&append, &vec![b'b'; LIMIT - 3]).json()["bytes"], LIMIT);

    // A fragment's leading blank lines are not stored, so they are not measured.
    assert_eq!(desk.send(&create, b"a").exit, 0);
    let mut fragment = vec![b'\n'; 2 * LIMIT];
    fragment.push(b'b');
    assert_eq!(desk.send(&append, &fragment).json()["bytes"], 4);
}

#[test]
fn a_huge_file_is_refused_before_it_is_read() {
    let desk = Desk::new();
    let size: u64 = 10 << 30;
    File::create(desk.folder().join("huge.md")).and_then(|file| file.set_len(size)).expect("a sparse file");
    let started = Instant::now();
    let run = desk.run(&["plan", "create", "--task", "t", "--json", "huge.md"]);
    let error = run.refused("content-too-large", 3);
    assert_eq!((&error["bytes"], &error["limit"]), (&json!(size), &json!(LIMIT)));
    assert!(started.elapsed() < Duration::from_secs(2));
    assert!(!desk.home().exists(), "nothing was written");
}

#[test]
fn what_is_not_utf_8_is_refused_with_its_place() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "t"], b"before");
    for command in ["create", "append", "replace", "save"] {
        let run = desk.send(&["plan", command, "--task", "t", "--json"], b"good\xc3\x28");
        assert_eq!(run.refused("not-utf-8", 3)["offset"], 4, "{command}");
    }
    desk.file("find", b"\xff");
    let run = desk.run(&[
        "plan",
        "edit",
        "--task",
        "t",
        "--expect",
        "v",
        "--find-file",
        "find",
        "--replace",
        "",
        "--json",
    ]);
    assert_eq!(run.refused("not-utf-8", 3)["offset"], 0);
    assert_eq!(desk.run(&["plan", "show", "--task", "t"]).out, b"before");
    assert_eq!(desk.run(&["plan", "log", "--task", "t", "--json"]).json()["revisions"][0]["position"], 1);
}

#[test]
fn task_ids_outside_the_rule_are_refused() {
    let desk = Desk::new();
    let longest = "a".repeat(256);
    let too_long = "a".repeat(10_000);
    for (id, allowed) in
        [(longest.as_str(), true), (&too_long, false), ("", false), ("a b", false), ("ä", false)]
    {
        let run = desk.send(&["plan", "create", "--task", id, "--json"], b"text");
        if allowed {
            assert_eq!(run.json()["task"], *id);
        } else {
            run.refused("invalid-task-id", 3);
        }
    }
    let request = r#"{ "task": "a\u0000b", "content": "text" }"#;
    let run = desk.send(&["plan", "save", "--request", "-", "--json"], request.as_bytes());
    run.refused("invalid-task-id", 3);
    assert_eq!(desk.run(&["plan", "list", "--json"]).json()["plans"].as_array().map(Vec::len), Some(1));
}

// Homes.

#[test]
fn reading_makes_no_home() {
    let desk = Desk::new();
    for arguments in [&["plan", "list"][..], &["plan", "show", "--task", "t"], &["doctor"]] {
        desk.run(arguments);
        assert!(!desk.home().exists(), "{arguments:?}");
    }
}

#[test]
fn the_home_is_given_or_the_users_data_folder() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "t", "--home", "other"], b"text");
    assert!(desk.folder().join("other").is_dir() && !desk.home().exists());

    let mut command = desk.command(program());
    command.env("PLANMARK_HOME", "").args(["plan", "list", "--json"]);
    let empty = Run::of(&command.output().expect("the program runs"));
    assert_eq!(empty.json()["plans"], json!([]), "an empty variable counts as none");
}

#[test]
fn a_home_that_is_a_file_is_refused() {
    let desk = Desk::new();
    fs::write(desk.home(), "not a folder").expect("a file");
    let run = desk.send(&["plan", "create", "--task", "t", "--json"], b"text");
    let error = run.error();
    assert_eq!((run.exit, &error["effect"]), (7, &json!("nothing-written")), "{error}");
    assert_eq!(fs::read_to_string(desk.home()).expect("the file"), "not a folder");
    assert_eq!(desk.run(&["doctor"]).exit, 1);
}

#[cfg(unix)]
#[test]
fn a_home_that_cannot_be_written_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    fs::create_dir(desk.home()).expect("a home");
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("mode");
    mode(&desk.home(), 0o555);
    let mut command = as_ordinary_user(&desk);
    desk.file("plan.md", "text");
    command.args(["plan", "create", "--task", "t", "--json", "plan.md"]);
    let run = Run::of(&command.output().expect("the program runs"));
    let error = run.error();
    assert_eq!((run.exit, &error["effect"]), (7, &json!("nothing-written")), "{error}");

    let mut doctor = as_ordinary_user(&desk);
    let run = Run::of(&doctor.args(["doctor", "--json"]).output().expect("the program runs"));
    let report: serde_json::Value = serde_json::from_slice(&run.out).expect("JSON");
    assert_eq!((run.exit, &report["healthy"]), (1, &json!(false)), "{report}");
    mode(&desk.home(), 0o755);
}

/// The program for a user whom permissions bind. The superuser is above them, so a copy of the
/// program is run as `nobody`.
#[cfg(unix)]
fn as_ordinary_user(desk: &Desk) -> std::process::Command {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65_534;
    let owner = fs::metadata(desk.folder()).expect("the folder").uid();
    if owner != 0 {
        return desk.command(program());
    }
    let copy = desk.folder().join("planmark");
    if !copy.exists() {
        fs::copy(program(), &copy).expect("a copy");
        fs::set_permissions(desk.folder(), fs::Permissions::from_mode(0o755)).expect("a readable folder");
    }
    let mut command = desk.command(copy);
    command.uid(NOBODY).gid(NOBODY);
    command
}

#[cfg(unix)]
#[test]
fn a_home_without_room_is_refused_and_keeps_what_it_has() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "t"], b"before");
    desk.file("plan.md", vec![b'a'; LIMIT]);
    // No file may grow beyond 240 KiB: too few for the text, enough for the engine's own memory. The
    // signal that would end the program is ignored.
    let script = "trap '' XFSZ; ulimit -f 480; exec planmark plan replace --task t --json plan.md";
    let output = desk.command("sh").args(["-c", script]).output().expect("sh runs");
    let run = Run::of(&output);
    let error = run.error();
    assert!([7, 9].contains(&run.exit), "{error}");
    assert_eq!(desk.run(&["plan", "show", "--task", "t"]).out, b"before");
    assert_eq!(desk.run(&["doctor"]).exit, 0);
}

/// Where mounts are allowed, a real full volume: the limit on a file's size above is another error to
/// the store.
#[cfg(target_os = "linux")]
#[test]
fn a_full_volume_says_so() {
    let desk = Desk::new();
    fs::create_dir(desk.home()).expect("a home");
    desk.file("plan.md", vec![b'a'; LIMIT]);
    let script = "mount -t tmpfs -o size=200k tmpfs home 2> mount.log || exit 77
        echo before | planmark plan create --task t --json > /dev/null || exit 76
        planmark plan replace --task t --json plan.md
        echo $? > status
        planmark plan show --task t > shown";
    let output = desk.command("unshare").args(["-rm", "sh", "-c", script]).output();
    let Some(run) = output.ok().map(|output| Run::of(&output)) else { return };
    let allowed = run.exit != 77 && !run.err.starts_with("unshare:");
    if allowed {
        assert_eq!(run.exit, 0, "{}", run.err);
        let error: serde_json::Value = serde_json::from_str(&run.err).expect("one error");
        assert_eq!(error["error"]["code"], "storage-full", "{error}");
        assert_eq!(fs::read_to_string(desk.folder().join("status")).expect("status"), "7\n");
        assert_eq!(fs::read_to_string(desk.folder().join("shown")).expect("shown"), "before\n");
    }
}

#[test]
fn a_home_of_a_newer_planmark_is_refused() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "t"], b"text");
    let database = rusqlite::Connection::open(desk.home().join("planmark.db")).expect("the database");
    database.pragma_update(None, "user_version", 1_000).expect("a newer schema");
    drop(database);
    let run = desk.run(&["plan", "show", "--task", "t", "--json"]);
    let error = run.error();
    assert_eq!(run.exit, 7, "{error}");
    let report = doctor(&desk, 1);
    assert!(report.to_string().contains("newer"), "{report}");
}

#[test]
fn a_truncated_database_is_refused() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "t"], &vec![b'a'; 100_000]);
    let path = desk.home().join("planmark.db");
    let database = rusqlite::Connection::open(&path).expect("the database");
    database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).expect("a checkpoint");
    drop(database);
    let size = fs::metadata(&path).expect("the database").len();
    File::options().write(true).open(&path).and_then(|file| file.set_len(size / 2)).expect("half of it");
    let run = desk.run(&["plan", "show", "--task", "t", "--json"]);
    let error = run.error();
    assert_eq!(run.exit, 7, "{error}");
    assert_eq!(doctor(&desk, 1)["healthy"], false);
    let run = desk.send(&["plan", "append", "--task", "t", "--json"], b"more");
    assert_eq!(run.exit, 7, "{}", run.err);
}

#[test]
fn a_database_held_by_another_process_is_told_from_one_that_is_gone() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "t"], b"text");
    let holder = rusqlite::Connection::open(desk.home().join("planmark.db")).expect("the database");
    holder.execute_batch("BEGIN IMMEDIATE").expect("a writer");
    let run = desk.send(&["plan", "append", "--task", "t", "--json"], b"more");
    let error = run.refused("busy", 6);
    assert_eq!(error["effect"], "nothing-written", "{error}");
    assert!(error["next"].as_str().is_some_and(|next| next.starts_with("Send the same command again")));
    assert_eq!(desk.run(&["plan", "show", "--task", "t"]).out, b"text", "reading goes on");
    drop(holder);
    assert_eq!(desk.send(&["plan", "append", "--task", "t", "--json"], b"more").json()["position"], 2);
}

#[test]
fn a_plan_held_by_another_process_is_busy() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "held"], b"text");
    // The lease of a task is a write transaction on a database of its own.
    let locks = fs::read_dir(desk.home().join("locks")).expect("locks");
    let holders: Vec<_> = locks
        .map(|entry| entry.expect("a lock").path())
        .filter(|path| path.file_name().is_some_and(|name| name.len() >= 32))
        .map(|path| {
            let holder = rusqlite::Connection::open(path).expect("a lock database");
            holder.execute_batch("BEGIN IMMEDIATE").expect("the lease");
            holder
        })
        .collect();
    assert_eq!(holders.len(), 1, "a lock for the task");
    let run = desk.send(&["plan", "append", "--task", "held", "--json"], b"more");
    assert_eq!(run.refused("busy", 6)["effect"], "nothing-written");
    assert_eq!(desk.run(&["plan", "show", "--task", "held"]).out, b"text", "reading goes on");
    drop(holders);
    assert_eq!(desk.send(&["plan", "append", "--task", "held", "--json"], b"more").json()["position"], 2);
}

/// Changes the database of a home by hand.
fn by_hand(desk: &Desk, sql: &str) {
    let database = rusqlite::Connection::open(desk.home().join("planmark.db")).expect("the database");
    database.execute_batch(sql).expect("a change");
}

#[test]
fn a_listing_that_lacks_a_plan_is_not_reported_as_whole() {
    let desk = Desk::new();
    for task in ["a", "b", "c"] {
        desk.send(&["plan", "create", "--task", task], b"text");
    }
    let whole = desk.run(&["plan", "list", "--json"]).json();
    assert_eq!((whole["plans"].as_array().map(Vec::len), &whole["unreadable"]), (Some(3), &json!([])));
    by_hand(
        &desk,
        "UPDATE cells SET value = x'78' WHERE key = 'head' AND scope = (SELECT id FROM scopes WHERE name = 'b')",
    );
    let run = desk.run(&["plan", "list", "--json"]);
    let listing: serde_json::Value = serde_json::from_slice(&run.out).expect("JSON");
    assert_eq!((run.exit, run.err.as_str(), &listing["unreadable"]), (1, "", &json!(["b"])));
    assert_eq!((&listing["plans"][0]["task"], &listing["plans"][1]["task"]), (&json!("a"), &json!("c")));
    let run = desk.run(&["plan", "list"]);
    assert_eq!((run.exit, run.out.iter().filter(|byte| **byte == b'\n').count()), (1, 2));
    assert!(run.err.contains("warning: the plan of task \"b\" can't be read"), "{}", run.err);
    let report = doctor(&desk, 1).to_string();
    assert!(report.contains("1 plan can't be read: b"), "{report}");
}

#[test]
fn a_plan_whose_head_is_gone_is_damaged_and_not_held() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "t"], b"text");
    by_hand(&desk, "DELETE FROM cells WHERE key = 'head'");
    let run = desk.send(&["plan", "create", "--task", "t", "--json"], b"anew");
    assert_eq!(run.refused("plan-unreadable", 7)["effect"], "nothing-written");
    let report = doctor(&desk, 1).to_string();
    assert!(report.contains("1 task has a plan without its head: t"), "{report}");
}

#[test]
fn doctor_finds_damaged_revisions_strange_locks_and_a_missing_database() {
    let desk = Desk::new();
    for text in ["one", "two", "three"] {
        desk.send(&["plan", "create", "--task", "t", "--coalesce-window", "0"], text.as_bytes());
    }
    desk.send(&["plan", "delete", "--task", "t"], b"");
    assert_eq!(doctor(&desk, 0)["healthy"], true, "a deleted plan is in order");
    by_hand(&desk, "UPDATE cells SET value = x'78' WHERE key = 'rev/0000000002'");
    let report = doctor(&desk, 1).to_string();
    assert!(report.contains("the history of 1 plan can't be read: t"), "{report}");

    let locks = desk.home().join("locks");
    fs::write(locks.join("notes.txt"), "mine").expect("a strange file");
    fs::write(locks.join("0".repeat(64)), "no database").expect("a strange lock");
    let report = doctor(&desk, 1).to_string();
    assert!(report.contains("2 entries that are no locks") && report.contains("notes.txt"), "{report}");

    fs::remove_file(desk.home().join("planmark.db")).expect("the database");
    let report = doctor(&desk, 1).to_string();
    assert!(report.contains("missing, although the home was used"), "{report}");
}

fn doctor(desk: &Desk, exit: i32) -> serde_json::Value {
    let run = desk.run(&["doctor", "--json"]);
    assert_eq!(run.exit, exit, "{}", String::from_utf8_lossy(&run.out));
    serde_json::from_slice(&run.out).expect("JSON")
}

// Other commands.

#[test]
fn doctor_says_what_is_installed() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "t"], b"text");
    let report = doctor(&desk, 0);
    assert_eq!(report["healthy"], true, "{report}");
    for field in ["version", "component", "sqlite"] {
        assert!(report[field].is_string(), "{field}: {report}");
    }
    let lists = planmark::Planmark::component_digest();
    assert_eq!(report["component"], lists);
    assert!(doctor(&desk, 0)["checks"].as_array().is_some_and(|checks| checks.len() >= 3), "{report}");
}

#[test]
fn the_component_is_written_with_its_wit() {
    let desk = Desk::new();
    let answer = desk.run(&["component", "--out", "engine", "--json"]).json();
    let engine = desk.folder().join("engine");
    assert_eq!(fs::read(engine.join("planmark.wasm")).expect("it"), planmark::Planmark::component_bytes());
    assert_eq!(answer["digest"], planmark::Planmark::component_digest());
    for (name, text) in planmark::Planmark::wit_files() {
        assert_eq!(fs::read_to_string(engine.join("wit").join(name)).expect("it"), *text);
    }
    fs::write(engine.join("planmark.wasm"), "old").expect("an old one");
    assert_eq!(desk.run(&["component", "--out", "engine"]).exit, 0, "same names are replaced");
    assert_ne!(fs::read(engine.join("planmark.wasm")).expect("it"), b"old");
    desk.file("file", "");
    desk.run(&["component", "--out", "file", "--json"]).refused("output-failed", 1);
}

#[test]
fn the_version_names_the_component() {
    let run = Desk::new().run(&["--version"]);
    let digest = planmark::Planmark::component_digest();
    let expected = format!("planmark {} (component {})\n", env!("CARGO_PKG_VERSION"), &digest[..12]);
    assert_eq!((run.exit, String::from_utf8(run.out)), (0, Ok(expected)));
}

// Streams.

#[test]
fn a_reader_who_goes_away_is_no_failure() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "t"], "line\n".repeat(LIMIT / 5).as_bytes());
    let mut command = desk.command(program());
    command.args(["plan", "show", "--task", "t"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut first = [0; 5];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("the first line");
    let run = Run::of(&child.wait_with_output().expect("it ends"));
    assert_eq!((&first, run.exit, run.err.as_str()), (b"line\n", 0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_printed_says_whether_the_change_is_stored() {
    let desk = Desk::new();
    let full = || File::options().write(true).open("/dev/full").expect("/dev/full");
    desk.file("plan.md", "text");
    let mut create = desk.command(program());
    create.args(["plan", "create", "--task", "t", "plan.md", "--json"]).stdout(full());
    let run = Run::of(&create.output().expect("the program runs"));
    assert_eq!(run.refused("output-failed", 10)["effect"], "written");

    let mut show = desk.command(program());
    let run =
        Run::of(&show.args(["plan", "show", "--task", "t", "--json"]).stdout(full()).output().expect("runs"));
    assert_eq!(run.refused("output-failed", 1)["effect"], "nothing-written");
    assert_eq!(desk.run(&["plan", "show", "--task", "t"]).out, b"text");
}

/// Runs the program on a terminal and gives what it printed there.
#[cfg(unix)]
fn on_a_terminal(desk: &Desk, arguments: &[&str], environment: &[(&str, &str)], typed: &str) -> String {
    let pty = nix::pty::openpty(None, None).expect("a terminal");
    let slave = || Stdio::from(pty.slave.try_clone().expect("another handle"));
    let mut command = desk.command(program());
    command.args(arguments).stdin(slave()).stdout(slave()).stderr(slave());
    command.env("TERM", "xterm-256color").envs(environment.iter().copied());
    let mut child = command.spawn().expect("the program starts");
    drop(command);
    drop(pty.slave);
    let mut terminal = File::from(pty.master);
    terminal.write_all(typed.as_bytes()).expect("typing");
    let mut printed = Vec::new();
    // Linux ends a terminal that nobody holds any more with an error instead of an end of file.
    let _ = terminal.read_to_end(&mut printed);
    child.wait().expect("it ends");
    String::from_utf8(printed).expect("UTF-8").replace("\r\n", "\n")
}

#[cfg(unix)]
#[test]
fn a_terminal_gets_a_readable_plan_that_cannot_drive_it() {
    let desk = Desk::new();
    let text = "# Head\n\n- [x] done\n- [ ] open\n\u{1b}[2J\u{9b}31m\u{202e}evil\rover\n```\nopen fence";
    desk.send(&["plan", "create", "--task", "t", "--title", "My \u{202e}title"], text.as_bytes());
    let show = ["plan", "show", "--task", "t"];
    let shown = on_a_terminal(&desk, &show, &[], "");
    let plain = on_a_terminal(&desk, &show, &[("NO_COLOR", "1")], "");
    for printed in [&shown, &plain] {
        assert!(
            !printed.contains(['\u{9b}', '\u{202e}', '\r']) && !printed.contains("\u{1b}[2J"),
            "{printed:?}"
        );
        for part in
            ["My \\u{202e}title", "revision 1", "anna (person)", "\\u{1b}[2J\\u{9b}31m\\u{202e}evil\nover\n"]
        {
            assert!(printed.contains(part), "{part}: {printed:?}");
        }
        assert!(printed.contains("The text ends inside the code fence that opens in line 7"), "{printed:?}");
    }
    assert!(shown.contains("\u{1b}[1m# Head\u{1b}[0m"), "{shown:?}");
    assert!(!plain.contains('\u{1b}'), "{plain:?}");
    assert!(!on_a_terminal(&desk, &[&show[..], &["--color", "never"]].concat(), &[], "").contains('\u{1b}'));
    let colored = desk.run(&[&show[..], &["--color", "always"]].concat());
    assert!(String::from_utf8_lossy(&colored.out).contains("\u{1b}[1m# Head"));
    let listed = on_a_terminal(&desk, &["plan", "list", "--json"], &[], "");
    assert!(!listed.contains('\u{202e}') && listed.contains("My \\u202etitle"), "{listed:?}");
}

#[cfg(unix)]
#[test]
fn a_terminal_gets_a_coloured_difference() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "t"], b"- [ ] ship it\nsame\n");
    desk.send(&["plan", "replace", "--task", "t", "--coalesce-window", "0"], b"- [x] ship it\nsame\n");
    let printed = on_a_terminal(&desk, &["plan", "diff", "--task", "t"], &[], "");
    assert!(
        printed.contains("\u{1b}[32m+- [\u{1b}[0m\u{1b}[7m\u{1b}[32mx\u{1b}[0m\u{1b}[32m] ship it\u{1b}[0m"),
        "{printed:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_text_can_be_typed() {
    let desk = Desk::new();
    let printed = on_a_terminal(&desk, &["plan", "create", "--task", "t"], &[], "typed\n\u{4}");
    assert!(printed.contains("reading the text from the terminal"), "{printed:?}");
    assert_eq!(desk.run(&["plan", "show", "--task", "t"]).out, b"typed\n");
}

// What is documented.

/// The rows of the tables in `docs/errors.md`: code and exit code.
fn documented() -> Vec<(String, u8)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/errors.md");
    let text = fs::read_to_string(path).expect("docs/errors.md");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| {
        let (code, cells) = row.split_once("` | ").expect("a code and its cells");
        let cells: Vec<_> = cells.trim_end_matches(" |").split(" | ").collect();
        let [exit, meaning, next] = cells.as_slice() else { panic!("{code} has not four cells") };
        assert!(!meaning.is_empty() && next.ends_with('.'), "{code}");
        (code.to_owned(), exit.parse().expect("an exit code"))
    })
    .collect()
}

#[test]
fn every_code_is_documented_with_its_exit_code() {
    let mut expected: Vec<_> = planmark::cli::codes()
        .into_iter()
        .map(|code| (code.to_owned(), Exit::of(code, Some(Effect::NothingWritten)).number()))
        .collect();
    let mut documented = documented();
    expected.sort();
    documented.sort();
    assert_eq!(documented, expected);
}

/// The codes that a source file of the host gives its errors.
fn codes_in(source: &str) -> Vec<&str> {
    let arms = source.split("=> \"").skip(1);
    let codes = arms.filter_map(|rest| rest.split_once("\",\n").map(|(code, _)| code));
    codes
        .filter(|code| {
            code.contains('-') && code.bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase())
        })
        .collect()
}

#[test]
fn no_code_of_the_host_is_left_out() {
    let mut found = codes_in(include_str!("../../host/src/error.rs"));
    found.extend(codes_in(include_str!("../../host/src/store/sqlite/open_error.rs")));
    assert!(found.len() >= 19, "{found:?}");
    let known = planmark::cli::codes();
    let missing: Vec<_> = found.iter().filter(|code| !known.contains(code)).collect();
    assert!(missing.is_empty(), "not in planmark::cli::codes: {missing:?}");
}

#[test]
fn what_is_known_of_the_write_outweighs_the_code() {
    for code in planmark::cli::codes() {
        assert_eq!(Exit::of(code, Some(Effect::Unknown)), Exit::Unknown);
        assert_eq!(Exit::of(code, Some(Effect::Written)), Exit::Written);
    }
    for (number, exit) in Exit::ALL.into_iter().enumerate() {
        assert_eq!(usize::from(exit.number()), number);
    }
}
