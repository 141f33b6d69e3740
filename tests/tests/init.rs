//! `planmark init`: what it makes of the entry of the server in each client's configuration, and what it leaves
//! alone. `init_hooks.rs` is about the hooks.

use std::fs;
use std::path::{Path, PathBuf};

use planmark_tests::cli::{Desk, Run, program};
use serde_json::json;

const CLIENTS: [&str; 8] =
    ["claude-code", "codex", "cursor", "opencode", "gemini", "copilot", "vscode", "pi"];
const SCOPES: [&str; 2] = ["project", "user"];

/// A folder that is the user's home, and a project in it.
struct Place {
    desk: Desk,
    client: &'static str,
    scope: &'static str,
}

impl Place {
    fn new(client: &'static str, scope: &'static str) -> Self {
        let desk = Desk::new();
        fs::create_dir(desk.folder().join("project")).expect("a project");
        Self { desk, client, scope }
    }

    fn every() -> impl Iterator<Item = Self> {
        CLIENTS.into_iter().flat_map(|client| SCOPES.into_iter().map(move |scope| Self::new(client, scope)))
    }

    fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = self.desk.command(program());
        command.current_dir(self.desk.folder().join("project"));
        command.args(["init", self.client, "--scope", self.scope]);
        if !arguments.contains(&"--only") {
            command.args(["--only", "server"]);
        }
        command.args(arguments);
        command
    }

    fn init(&self, arguments: &[&str]) -> Run {
        Run::of(&self.command(arguments).output().expect("the program runs"))
    }

    /// The folder that the scope is about.
    fn inside(&self) -> PathBuf {
        let folder = self.desk.folder();
        if self.scope == "project" { folder.join("project") } else { folder.to_owned() }
    }

    /// The file that is changed, as the program names it.
    fn file(&self) -> PathBuf {
        let answer = self.init(&["--remove", "--yes", "--json", "--name", "no-such-server"]).json();
        PathBuf::from(answer["file"].as_str().expect("a file"))
    }

    /// Puts bytes in the place of the configuration.
    fn with(&self, bytes: impl AsRef<[u8]>) -> PathBuf {
        let file = self.file();
        fs::create_dir_all(file.parent().expect("a folder")).expect("the folder");
        fs::write(&file, bytes).expect("a configuration");
        file
    }

    /// The configuration with neighbours.
    fn before(&self) -> String {
        fs::read_to_string(golden(self.client, &format!("before.{}", self.ending()))).expect("before")
    }

    fn ending(&self) -> &'static str {
        if self.client == "codex" { "toml" } else { "json" }
    }

    /// An entry of our name that starts something else, and nothing beside it.
    fn foreign(&self) -> &'static str {
        match self.client {
            "codex" => "[mcp_servers.planmark]\ncommand = \"npx\"\nenv = { KEY = \"secret\" }\n",
            "opencode" => "{\"mcp\": {\"planmark\": {\"type\": \"local\", \"command\": [\"npx\", \"x\"]}}}\n",
            "vscode" => "{\"servers\": {\"planmark\": {\"url\": \"https://x.invalid\"}}}\n",
            _ => "{\"mcpServers\": {\"planmark\": {\"command\": \"npx\", \"args\": [\"x\"]}}}\n",
        }
    }

    fn name(&self) -> String {
        format!("{} {}", self.client, self.scope)
    }
}

fn golden(client: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("clients").join(client).join(name)
}

fn compare(client: &str, name: &str, text: &str) {
    let file = golden(client, name);
    if std::env::var_os("PLANMARK_BLESS").is_some() {
        fs::write(&file, text).expect("a golden file");
    }
    assert_eq!(fs::read_to_string(&file).unwrap_or_default(), text, "{}", file.display());
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

// What is written.

#[test]
fn every_client_gets_its_own_form_in_its_own_file() {
    for place in Place::every() {
        let answer = place.init(&["--yes", "--json"]).json();
        assert_eq!(answer["action"], "added", "{}", place.name());
        let file = PathBuf::from(answer["file"].as_str().expect("a file"));
        let inside = file.strip_prefix(place.desk.folder()).expect("a file of this user").display();
        compare(place.client, &format!("{}.new", place.scope), &format!("{inside}\n{}", read(&file)));
        let printed = place.init(&["--print"]);
        assert_eq!(String::from_utf8_lossy(&printed.out), read(&file), "{}", place.name());
    }
}

#[test]
fn neighbours_keep_their_comments_order_and_form() {
    for place in Place::every() {
        let file = place.with(place.before());
        let answer = place.init(&["--yes", "--json"]).json();
        compare(place.client, &format!("{}.{}", place.scope, place.ending()), &read(&file));
        let shown = answer["unified"].as_str().expect("a difference");
        assert!(!shown.contains("neighbour") && shown.contains("planmark"), "{shown}");
    }
}

#[test]
fn a_second_run_has_nothing_to_do() {
    for place in Place::every() {
        let file = place.with(place.before());
        let arguments = ["--yes", "--", "--profile", "documents,recovery"];
        assert_eq!(place.init(&arguments).exit, 0);
        let once = read(&file);
        // It needs no confirmation, because nothing is changed.
        let run = place.init(&["--json", "--", "--profile", "documents,recovery"]);
        assert_eq!(run.json()["action"], "unchanged", "{}", place.name());
        assert_eq!(read(&file), once);
    }
}

#[test]
fn other_arguments_change_the_program_and_keep_the_rest_of_the_entry() {
    for place in Place::every() {
        let file = place.file();
        place.init(&["--yes"]);
        let text = read(&file);
        let (field, kept) = match place.ending() {
            "toml" => ("command =", "timeout = 7 # mine\ncommand ="),
            _ => ("\"command\"", "\"timeout\": 7, // mine\n\"command\""),
        };
        let mine = text.replacen(field, kept, 1);
        fs::write(&file, &mine).expect("a field of the user's");
        let answer = place.init(&["--yes", "--json", "--", "--session", "s"]).json();
        assert_eq!(answer["action"], "updated");
        let expected = mine.replacen("\"mcp\"]", "\"mcp\", \"--session\", \"s\"]", 1);
        assert_eq!(read(&file), expected, "{}", place.name());
    }
}

#[test]
fn removing_takes_our_entry_and_nothing_else() {
    for place in Place::every() {
        let before = place.before();
        let file = place.with(&before);
        place.init(&["--yes"]);
        assert_ne!(read(&file), before);
        assert_eq!(place.init(&["--yes", "--json", "--remove"]).json()["action"], "removed");
        let (after, before) = (read(&file), before.as_str());
        match place.client {
            // There were no servers, and an object of none is left.
            "gemini" => assert_eq!(after.replace(",\n    \"mcpServers\": {}", ""), before),
            // One line became several.
            "copilot" => assert_eq!(after.split_whitespace().collect::<String>(), squeezed(before)),
            _ => assert_eq!(after, before, "{}", place.name()),
        }
        assert_eq!(place.init(&["--json", "--remove"]).json()["action"], "unchanged");
    }
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn line_ends_and_the_byte_order_mark_stay() {
    for place in Place::every() {
        let before = format!("\u{feff}{}", place.before().replace('\n', "\r\n"));
        let file = place.with(&before);
        assert_eq!(place.init(&["--yes"]).exit, 0);
        let after = read(&file);
        assert!(after.starts_with('\u{feff}') && !after.trim_start_matches('\u{feff}').contains('\u{feff}'));
        assert_eq!(after.matches('\n').count(), after.matches("\r\n").count(), "{after:?}");
        assert!(after.contains("planmark"));
    }
}

#[test]
fn empty_files_and_files_of_comments_can_be_used() {
    for place in Place::every() {
        let comment = if place.client == "codex" { "# mine\n" } else { "// mine\n" };
        for before in ["", "\n", comment] {
            let file = place.with(before);
            assert_eq!(place.init(&["--yes"]).exit, 0, "{} {before:?}", place.name());
            let after = read(&file);
            assert!(after.contains("planmark") && after.contains(before.trim()), "{after}");
        }
    }
}

// What is refused.

#[test]
fn a_foreign_entry_is_refused_unless_forced() {
    for place in Place::every() {
        let file = place.with(place.foreign());
        for arguments in [&["--yes", "--json"][..], &["--yes", "--json", "--remove"]] {
            let error = place.init(arguments).refused("config-foreign", 3);
            assert_eq!(error["effect"], "nothing-written");
            assert_eq!(read(&file), place.foreign(), "{}", place.name());
        }
        let shown = place.init(&["--yes"]);
        assert!(String::from_utf8_lossy(&shown.out).contains("\n+"), "the change is shown all the same");
        assert!(!String::from_utf8_lossy(&shown.out).contains("secret"));
        assert_eq!(place.init(&["--yes", "--json", "--force"]).json()["action"], "updated");
        assert!(!read(&file).contains("npx") && read(&file).contains("\"mcp\""), "{}", read(&file));
        assert_eq!(place.init(&["--json"]).json()["action"], "unchanged");
        fs::write(&file, place.foreign()).expect("the foreign one again");
        assert_eq!(place.init(&["--yes", "--json", "--force", "--remove"]).json()["action"], "removed");
        assert!(!read(&file).contains("planmark"), "{}", read(&file));
    }
}

#[test]
fn a_broken_file_is_refused_with_the_place_and_stays() {
    for place in Place::every() {
        let key = match place.client {
            "opencode" => "mcp",
            "vscode" => "servers",
            _ => "mcpServers",
        };
        let twice = format!("{{\"{key}\": {{}}, \"{key}\": {{}}}}");
        let list = format!("{{\"{key}\": []}}");
        let broken: Vec<(&str, &str)> = match place.ending() {
            "toml" => vec![
                ("a = 1\nb = \n", "line 2"),
                ("mcp_servers = 1\n", "no table"),
                ("[mcp_servers]\n[mcp_servers]\n", "line 2"),
            ],
            _ => vec![
                ("{\n  \"a\": \n}", "line 3"),
                ("{} {}", "line 1, column 4"),
                ("{'a': 1}", "line 1, column 2"),
                ("[]", "no object"),
                ("null", "no object"),
                (&twice, "twice"),
                (&list, "no object"),
            ],
        };
        let file = place.with("");
        for (text, part) in broken {
            fs::write(&file, text).expect("a broken file");
            let error = place.init(&["--yes", "--json"]).refused("config-unreadable", 3);
            assert!(error["message"].as_str().is_some_and(|told| told.contains(part)), "{text}: {error}");
            assert_eq!(read(&file), text);
        }
        fs::write(&file, b"\"\xff\"").expect("a file");
        place.init(&["--yes", "--json"]).refused("config-unreadable", 3);
        fs::remove_file(&file).and_then(|()| fs::create_dir(&file)).expect("a folder in its place");
        place.init(&["--yes", "--json"]).refused("config-unreadable", 3);
    }
}

#[test]
fn without_a_terminal_a_change_needs_yes_and_is_shown() {
    let place = Place::new("claude-code", "project");
    place.init(&["--json"]).refused("not-confirmed", 3);
    let run = place.init(&[]);
    assert_eq!(run.exit, 3, "{}", run.err);
    assert!(String::from_utf8_lossy(&run.out).contains("+    \"planmark\": {"));
    assert!(!place.file().exists());
}

/// A user's configuration may come to hold secrets of other servers.
#[cfg(unix)]
#[test]
fn a_new_file_of_a_user_is_for_that_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    for place in Place::every() {
        let answer = place.init(&["--yes", "--json"]).json();
        let file = answer["file"].as_str().expect("a file");
        let mode = fs::metadata(file).expect("the file").permissions().mode() & 0o777;
        assert_eq!(mode, if place.scope == "user" { 0o600 } else { 0o644 }, "{}", place.name());
    }
}

#[cfg(unix)]
#[test]
fn a_read_only_file_or_folder_is_left_alone() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
    };
    for place in Place::every() {
        let before = place.before();
        let file = place.with(&before);
        mode(&file, 0o444);
        place.init(&["--yes", "--json"]).refused("output-failed", 1);
        mode(&file, 0o640);
        let folder = file.parent().expect("a folder").to_owned();
        mode(&folder, 0o555);
        place.init(&["--yes", "--json"]).refused("output-failed", 1);
        mode(&folder, 0o755);
        assert_eq!(read(&file), before);
        assert_eq!(place.init(&["--yes"]).exit, 0);
        let kept = fs::metadata(&file).expect("the file").permissions().mode() & 0o777;
        assert_eq!(kept, 0o640, "permissions stay");
        let left = fs::read_dir(&folder).expect("the folder").count();
        assert!(left <= 4, "no temporary file is left");
    }
}

/// A link of dotfiles stays, where it leads to a file of the same project or user.
#[cfg(unix)]
#[test]
fn a_link_stays_and_what_is_behind_it_changes() {
    for place in Place::every() {
        let file = place.with("");
        let dotfiles = place.inside().join("dotfiles");
        fs::create_dir(&dotfiles).expect("a folder");
        let real = dotfiles.join("real");
        fs::write(&real, place.before()).expect("a configuration");
        fs::remove_file(&file).expect("the last one");
        std::os::unix::fs::symlink(&real, &file).expect("a link");
        let target = real.canonicalize().expect("the file");
        let shown = place.init(&[]);
        let line = format!("+++ {} -> {}\n", file.display(), target.display());
        assert!(String::from_utf8_lossy(&shown.out).contains(&line), "the difference shows where it leads");
        assert_eq!(place.init(&["--yes", "--json"]).json()["target"], json!(target), "{}", place.name());
        assert!(fs::symlink_metadata(&file).expect("it").is_symlink(), "{}", place.name());
        assert!(read(&real).contains("planmark"));
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_to_nothing_or_out_of_its_folder_is_refused_with_its_name() {
    for place in Place::every() {
        let file = place.with("");
        let elsewhere = Desk::new();
        elsewhere.file("real", "");
        let nothing = elsewhere.folder().join("later/real");
        for to in [elsewhere.folder().join("real"), nothing, PathBuf::from("later/real"), file.clone()] {
            fs::remove_file(&file).expect("the last one");
            std::os::unix::fs::symlink(&to, &file).expect("a link");
            let error = place.init(&["--yes", "--json"]).refused("config-unreadable", 3);
            let message = error["message"].as_str().expect("a message");
            let names = [&file, &to].map(|path| format!("\"{}\"", path.display()));
            assert!(names.iter().all(|name| message.contains(name)), "{}: {message}", place.name());
        }
        assert_eq!(read(&elsewhere.folder().join("real")), "", "{}", place.name());
        assert!(!elsewhere.folder().join("later").exists(), "{}", place.name());
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_a_link_is_used_where_it_leads_to_the_same_project() {
    let place = Place::new("cursor", "project");
    let (elsewhere, project) = (Desk::new(), place.inside());
    let folder = project.join(".cursor");
    std::os::unix::fs::symlink(elsewhere.folder(), &folder).expect("a link");
    let error = place.init(&["--yes", "--json"]).refused("config-unreadable", 3);
    let name = format!("\"{}\" is a link", folder.display());
    assert!(error["message"].as_str().is_some_and(|message| message.contains(&name)), "{error}");
    assert_eq!(fs::read_dir(elsewhere.folder()).expect("it").count(), 0);
    fs::create_dir(project.join("shared")).expect("a folder");
    fs::remove_file(&folder).expect("the link");
    std::os::unix::fs::symlink("shared", &folder).expect("a link");
    assert_eq!(place.init(&["--yes"]).exit, 0);
    assert!(read(&project.join("shared/mcp.json")).contains("planmark"));
}

/// Somebody who killed a run is left with no rubbish after the next one.
#[test]
fn what_a_killed_run_left_goes_with_the_next_one() {
    let place = Place::new("cursor", "project");
    let file = place.with("{}\n");
    let folder = file.parent().expect("a folder").to_owned();
    fs::write(folder.join(".unfinished-planmark-Ab12cd"), "{").expect("a file");
    assert_eq!(place.init(&["--yes"]).exit, 0);
    let names: Vec<_> = fs::read_dir(folder).expect("it").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(names, ["mcp.json"]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_is_lost_says_whether_the_files_are_written() {
    let place = Place::new("claude-code", "project");
    let lost = || {
        let full = fs::File::options().write(true).open("/dev/full").expect("/dev/full");
        let output = place.command(&["--yes", "--json"]).stdout(full).output().expect("it runs");
        Run::of(&output)
    };
    assert_eq!(lost().refused("output-failed", 10)["effect"], "written");
    assert!(read(&place.file()).contains("planmark"));
    assert_eq!(lost().refused("output-failed", 1)["effect"], "nothing-written", "nothing was to do");
}

// What can be chosen.

#[test]
fn the_server_can_be_named_placed_and_given_arguments() {
    let place = Place::new("claude-code", "project");
    let run = place.init(&["--yes", "--name", "my-plans", "--command", "./bin/planmark", "--", "--log", "x"]);
    assert_eq!(run.exit, 0, "{}", run.err);
    let document: serde_json::Value = serde_json::from_str(&read(&place.file())).expect("JSON");
    let project = place.desk.folder().join("project");
    assert_eq!(document["mcpServers"]["my-plans"]["command"], json!(project.join("bin/planmark")));
    assert_eq!(document["mcpServers"]["my-plans"]["args"], json!(["mcp", "--log", "x"]));
    let run = place.init(&["--yes", "--home", "plans"]);
    assert_eq!(run.exit, 0, "{}", run.err);
    let document: serde_json::Value = serde_json::from_str(&read(&place.file())).expect("JSON");
    let args = &document["mcpServers"]["planmark"]["args"];
    assert_eq!(*args, json!(["mcp", "--home", project.join("plans")]), "the server gets the same home");
    for name in ["", "a b", "a.b", "ä", &"a".repeat(65)] {
        place.init(&["--json", "--name", name]).refused("usage", 2);
    }
}

#[test]
fn a_program_that_is_not_on_the_path_is_named_by_its_own() {
    let place = Place::new("gemini", "project");
    let output = place.command(&["--print"]).env("PATH", "").output().expect("it runs");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let own = program().canonicalize().expect("the program");
    assert_eq!(document["mcpServers"]["planmark"]["command"], json!(own));
}

#[test]
fn variables_move_the_folders_of_clients() {
    for (client, variable, file) in [
        ("claude-code", "CLAUDE_CONFIG_DIR", ".claude.json"),
        ("codex", "CODEX_HOME", "config.toml"),
        ("opencode", "XDG_CONFIG_HOME", "opencode/opencode.json"),
        ("gemini", "GEMINI_CLI_HOME", ".gemini/settings.json"),
        ("copilot", "COPILOT_HOME", "mcp-config.json"),
        ("pi", "PI_CODING_AGENT_DIR", "mcp.json"),
    ] {
        let place = Place::new(client, "user");
        let moved = place.desk.folder().join("moved");
        let output = place.command(&["--yes"]).env(variable, &moved).output().expect("it runs");
        assert_eq!(Run::of(&output).exit, 0, "{client}");
        assert!(moved.join(file).exists(), "{client}");
    }
}

#[test]
fn opencode_keeps_the_file_and_the_form_that_are_there() {
    let place = Place::new("opencode", "project");
    let project = place.desk.folder().join("project");
    fs::write(project.join("opencode.jsonc"), "{\"mcp\": {\"servers\": {}}}").expect("a file");
    assert_eq!(place.init(&["--yes"]).exit, 0);
    assert!(!project.join("opencode.json").exists());
    let document: serde_json::Value =
        serde_json::from_str(&read(&project.join("opencode.jsonc"))).expect("JSON");
    assert_eq!(document["mcp"]["servers"]["planmark"]["command"], json!(["planmark", "mcp"]));
}

#[test]
fn codex_tables_of_every_form_can_be_changed() {
    let place = Place::new("codex", "user");
    let entry = "command = \"planmark\"\nargs = [\"mcp\"]\n";
    for (before, after) in [
        (
            "mcp_servers.planmark.command = \"planmark\"\nmcp_servers.planmark.args = [\"mcp\"]\nx = 1\n",
            "mcp_servers.planmark.command = \"planmark\"\nmcp_servers.planmark.args = [\"mcp\", \"-v\"]\nx = 1\n",
        ),
        (
            "[mcp_servers]\nplanmark = { command = \"/x/planmark\", args = [\"mcp\"], enabled = true }\n",
            "[mcp_servers]\nplanmark = { command = \"planmark\", args = [\"mcp\", \"-v\"], enabled = true }\n",
        ),
        (
            &format!(
                "# a\n[mcp_servers.planmark]\n{entry}\n[mcp_servers.planmark.env]\nA = \"1\"\n# b\n[z]\n"
            ),
            &format!(
                "# a\n[mcp_servers.planmark]\n{entry}\n[mcp_servers.planmark.env]\nA = \"1\"\n# b\n[z]\n"
            )
            .replace("\"mcp\"]", "\"mcp\", \"-v\"]"),
        ),
    ] {
        let file = place.with(before);
        assert_eq!(place.init(&["--yes", "--json", "--", "-v"]).json()["action"], "updated", "{before}");
        assert_eq!(read(&file), after);
        assert_eq!(place.init(&["--yes", "--json", "--remove"]).json()["action"], "removed", "{before}");
        let left = read(&file);
        assert!(
            !left.contains("planmark") && left.matches('#').count() == before.matches('#').count(),
            "{left}"
        );
    }
    place.with("mcp_servers = { a = { command = \"x\" } }\n");
    place.init(&["--yes", "--json"]).refused("config-unreadable", 3);
}

// On a terminal.

/// Runs the program on a terminal; when it asks, `meanwhile` happens, and then `answer` is typed.
#[cfg(unix)]
fn asked(place: &Place, meanwhile: impl FnOnce(), answer: &str) -> (i32, String) {
    use std::io::{Read, Write};
    let pty = nix::pty::openpty(None, None).expect("a terminal");
    let slave = || std::process::Stdio::from(pty.slave.try_clone().expect("another handle"));
    let mut command = place.command(&[]);
    command.stdin(slave()).stdout(slave()).stderr(slave());
    let mut child = command.spawn().expect("the program starts");
    drop(command);
    drop(pty.slave);
    let mut terminal = fs::File::from(pty.master);
    let mut printed = Vec::new();
    let mut byte = [0];
    while !printed.ends_with(b"[y/N] ") && terminal.read_exact(&mut byte).is_ok() {
        printed.extend(byte);
    }
    meanwhile();
    terminal.write_all(answer.as_bytes()).expect("typing");
    // Linux ends a terminal that nobody holds any more with an error instead of an end of file.
    let _ = terminal.read_to_end(&mut printed);
    let exit = child.wait().expect("it ends").code().expect("no signal");
    (exit, String::from_utf8_lossy(&printed).into_owned())
}

#[cfg(unix)]
#[test]
fn on_a_terminal_the_change_is_asked_for() {
    let place = Place::new("codex", "user");
    let before = place.before();
    let file = place.with(&before);
    for answer in ["\n", "n\n", "\u{4}"] {
        let (exit, printed) = asked(&place, || (), answer);
        assert!(exit == 3 && printed.contains("not-confirmed"), "{printed}");
        assert_eq!(read(&file), before);
    }
    let (exit, printed) = asked(&place, || (), "y\n");
    assert!(exit == 0 && printed.contains("[mcp_servers.planmark]"), "{printed}");
    assert!(read(&file).contains("[mcp_servers.planmark]"));
}

#[cfg(unix)]
#[test]
fn a_file_that_changed_since_it_was_shown_is_not_written() {
    let place = Place::new("cursor", "project");
    for (before, meanwhile) in [(Some("{}\n"), "{ \"a\": 1 }\n"), (None, "{}\n")] {
        let file = place.with(before.unwrap_or_default());
        if before.is_none() {
            fs::remove_file(&file).expect("no file");
        }
        let (exit, printed) = asked(&place, || fs::write(&file, meanwhile).expect("another program"), "y\n");
        assert!(exit == 6 && printed.contains("config-changed"), "{printed}");
        assert_eq!(read(&file), meanwhile);
    }
    let file = place.with("{}\n");
    let (exit, printed) = asked(&place, || fs::remove_file(&file).expect("gone"), "y\n");
    assert!(exit == 6 && printed.contains("config-changed"), "{printed}");
}
