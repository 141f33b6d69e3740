//! `planmark init`: the hooks that it writes for each client, and what it leaves alone.

use std::fs;
use std::path::{Path, PathBuf};

use planmark_tests::cli::{Desk, Run, program};
use serde_json::{Value, json};

/// Clients whose hooks stand in lists with those of others.
const LISTS: [&str; 5] = ["claude-code", "codex", "cursor", "gemini", "copilot"];
/// Clients whose hooks are a file of ours.
const PLUGINS: [&str; 2] = ["opencode", "pi"];
const SCOPES: [&str; 2] = ["project", "user"];

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

    fn every(clients: &'static [&'static str]) -> impl Iterator<Item = Self> {
        clients.iter().flat_map(|client| SCOPES.into_iter().map(|scope| Self::new(client, scope)))
    }

    fn init(&self, arguments: &[&str]) -> Run {
        let mut command = self.desk.command(program());
        command.current_dir(self.desk.folder().join("project"));
        command.args(["init", self.client, "--scope", self.scope]).args(arguments);
        Run::of(&command.output().expect("the program runs"))
    }

    fn hooks(&self, arguments: &[&str]) -> Run {
        self.init(&[&["--only", "hooks"], arguments].concat())
    }

    fn file(&self) -> PathBuf {
        let answer = self.hooks(&["--remove", "--json"]).json();
        PathBuf::from(answer["hooks"]["file"].as_str().expect("a file"))
    }

    fn with(&self, text: &str) -> PathBuf {
        let file = self.file();
        fs::create_dir_all(file.parent().expect("a folder")).expect("the folder");
        fs::write(&file, text).expect("a file of hooks");
        file
    }

    fn name(&self) -> String {
        format!("{} {}", self.client, self.scope)
    }
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn document(file: &Path) -> Value {
    serde_json::from_str(&read(file)).expect("JSON")
}

fn compare(client: &str, name: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("clients").join(client).join(name);
    if std::env::var_os("PLANMARK_BLESS").is_some() {
        fs::write(&file, text).expect("a golden file");
    }
    assert_eq!(fs::read_to_string(&file).unwrap_or_default(), text, "{}", file.display());
}

/// A document with hooks of others in the form of the client, and a comment.
fn neighbours(client: &str) -> &'static str {
    match client {
        "cursor" => {
            "{\n  // mine\n  \"version\": 1,\n  \"hooks\": {\n    \"stop\": [\n      { \"command\": \"./notify secret-1\" }\n    ]\n  }\n}\n"
        }
        "copilot" => {
            "{\n  // mine\n  \"version\": 1,\n  \"hooks\": {\n    \"agentStop\": [\n      { \"type\": \"command\", \"bash\": \"./notify secret-1\" }\n    ]\n  }\n}\n"
        }
        "gemini" => {
            "{\n  // mine\n  \"theme\": \"secret-2\",\n  \"hooks\": {\n    \"AfterAgent\": [\n      { \"hooks\": [{ \"type\": \"command\", \"command\": \"./notify secret-1\" }] }\n    ]\n  }\n}\n"
        }
        _ => {
            "{\n  // mine\n  \"other\": \"secret-2\",\n  \"hooks\": {\n    \"Stop\": [\n      { \"hooks\": [{ \"type\": \"command\", \"command\": \"./notify secret-1\" }] }\n    ]\n  }\n}\n"
        }
    }
}

#[test]
fn every_client_gets_its_hooks_in_its_own_file() {
    for place in Place::every(&LISTS).chain(Place::every(&PLUGINS)) {
        let answer = place.hooks(&["--yes", "--json"]).json();
        assert_eq!(answer["hooks"]["action"], "added", "{}", place.name());
        assert!(answer.get("file").is_none(), "the server is left alone");
        let file = PathBuf::from(answer["hooks"]["file"].as_str().expect("a file"));
        let inside = file.strip_prefix(place.desk.folder()).expect("a file of this user").display();
        compare(place.client, &format!("{}.hooks", place.scope), &format!("{inside}\n{}", read(&file)));
        let printed = place.hooks(&["--print"]);
        assert_eq!(String::from_utf8_lossy(&printed.out), read(&file), "{}", place.name());
    }
}

#[test]
fn both_parts_are_written_at_once_and_taken_out_again() {
    for place in Place::every(&LISTS).chain(Place::every(&PLUGINS)) {
        let answer = place.init(&["--yes", "--json"]).json();
        assert_eq!((&answer["action"], &answer["hooks"]["action"]), (&json!("added"), &json!("added")));
        let again = place.init(&["--json"]).json();
        assert_eq!((&again["action"], &again["hooks"]["action"]), (&json!("unchanged"), &json!("unchanged")));
        let (server, hooks) = (read_if(&answer["file"]), read_if(&answer["hooks"]["file"]));
        assert!(server.contains("mcp") && hooks.contains("hook"), "{}", place.name());
        let gone = place.init(&["--yes", "--json", "--remove"]).json();
        assert_eq!((&gone["action"], &gone["hooks"]["action"]), (&json!("removed"), &json!("removed")));
        for file in [&answer["file"], &answer["hooks"]["file"]] {
            assert!(!read_if(file).contains("planmark"), "{}", place.name());
        }
    }
    let vscode = Place::new("vscode", "project").init(&["--yes", "--json"]).json();
    assert!(vscode.get("hooks").is_none(), "it is not known to have any");
}

fn read_if(file: &Value) -> String {
    fs::read_to_string(file.as_str().expect("a file")).unwrap_or_default()
}

#[test]
fn the_hooks_of_others_stay_and_their_words_are_not_shown() {
    for place in Place::every(&LISTS) {
        let before = neighbours(place.client);
        let file = place.with(before);
        let shown = place.hooks(&["--yes"]);
        assert_eq!(shown.exit, 0, "{}", shown.err);
        let text = String::from_utf8_lossy(&shown.out);
        assert!(text.contains("planmark hook") && !text.contains("secret"), "{text}");
        let after = read(&file);
        assert!(after.contains("./notify secret-1") && after.contains("// mine"), "{after}");
        assert_eq!(place.hooks(&["--json"]).json()["hooks"]["action"], "unchanged", "{}", place.name());
        assert_eq!(place.hooks(&["--yes", "--json", "--remove"]).json()["hooks"]["action"], "removed");
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(squeezed(&read(&file)), squeezed(before), "{}", place.name());
        assert_eq!(place.hooks(&["--json", "--remove"]).json()["hooks"]["action"], "unchanged");
    }
}

#[test]
fn other_arguments_change_our_hooks_and_only_those() {
    for place in Place::every(&LISTS) {
        let file = place.with(neighbours(place.client));
        place.hooks(&["--yes"]);
        let again = [
            "--yes",
            "--json",
            "--home",
            "../a home",
            "--",
            "--profile",
            "runtime",
            "--session",
            "s-1",
            "--tool-suffix=x",
        ];
        assert_eq!(place.hooks(&again).json()["hooks"]["action"], "updated", "{}", place.name());
        let text = read(&file);
        assert!(text.contains("secret-1") && text.contains("--session s-1 --tool-suffix=x"), "{text}");
        assert!(text.contains("a home\\\"") && !text.contains("--profile"), "{text}");
        assert_eq!(
            text.matches(" hook ").count(),
            text.matches("--session s-1").count(),
            "none is left twice: {text}"
        );
    }
}

#[test]
fn a_file_of_somebody_else_is_left_alone() {
    for place in Place::every(&PLUGINS) {
        let file = place.with("export const Mine = 1;\n");
        for arguments in [&["--yes", "--json"][..], &["--yes", "--json", "--remove"]] {
            place.hooks(arguments).refused("config-foreign", 3);
            assert_eq!(read(&file), "export const Mine = 1;\n");
        }
        assert_eq!(place.hooks(&["--yes", "--json", "--force"]).json()["hooks"]["action"], "updated");
        assert!(read(&file).starts_with("// Written by `planmark init`"));
    }
    for place in Place::every(&LISTS) {
        for text in [
            "{\"hooks\": []}",
            "{\"hooks\": 1}",
            "{\"hooks\": {\"Stop\": {}, \"stop\": {}, \"AfterAgent\": {}, \"agentStop\": {}}}",
            "{",
        ] {
            let file = place.with(text);
            place.hooks(&["--yes", "--json"]).refused("config-unreadable", 3);
            assert_eq!(read(&file), text, "{}", place.name());
        }
    }
}

#[test]
fn without_yes_nothing_is_changed() {
    for place in Place::every(&LISTS).chain(Place::every(&PLUGINS)) {
        place.init(&["--json"]).refused("not-confirmed", 3);
        assert!(!place.file().exists(), "{}", place.name());
    }
}

#[test]
fn what_is_written_is_what_runs() {
    let place = Place::new("claude-code", "project");
    let file = place.file();
    place.init(&["--yes"]);
    let settings = document(&file);
    let line = settings["hooks"]["PreToolUse"][0]["hooks"][0]["command"].as_str().expect("a command");
    assert_eq!(line, "planmark hook claude-code before-tool");
    let mut command = place.desk.command("sh");
    command.args(["-c", line]);
    let run = place.desk.feed(command, b"{\"tool_name\":\"Write\",\"tool_input\":{\"file_path\":\"x\"}}");
    assert_eq!((run.exit, run.out.as_slice(), run.err.as_str()), (0, &b""[..], ""));
    assert!(!place.desk.home().exists(), "no home is made");
}

/// A list that the user wrote, with our handler and one of their own in one entry.
fn mixed(client: &str, ours: &str) -> String {
    let event = if client == "gemini" { "AfterAgent" } else { "Stop" };
    format!(
        r#"{{
  "hooks": {{
    "{event}": [
      {{
        "hooks": [
{ours}          {{ "type": "command",   "command": "echo mine" }} // stays
        ]
      }}
    ]
  }}
}}
"#
    )
}

#[test]
fn our_handler_beside_another_in_one_list_is_ours() {
    for place in Place::every(&["claude-code", "codex", "gemini"]) {
        let line = format!("planmark hook {} stop", place.client);
        let ours =
            format!("          {{ \"type\": \"command\", \"command\": \"{line}\", \"timeout\": 10 }},\n");
        let file = place.with(&mixed(place.client, &ours));
        assert_eq!(
            place.hooks(&["--yes", "--json"]).json()["hooks"]["action"],
            "updated",
            "{}",
            place.name()
        );
        assert_eq!(read(&file).matches(&line).count(), 1, "{}", read(&file));
        assert_eq!(place.hooks(&["--json"]).json()["hooks"]["action"], "unchanged", "{}", place.name());
        assert_eq!(place.hooks(&["--yes", "--json", "--remove"]).json()["hooks"]["action"], "removed");
        assert_eq!(read(&file), mixed(place.client, ""), "{}", place.name());
        fs::write(&file, mixed(place.client, &ours)).expect("as before");
        assert_eq!(place.hooks(&["--yes", "--json", "--remove"]).json()["hooks"]["action"], "removed");
        assert_eq!(read(&file), mixed(place.client, ""), "{}", place.name());
    }
}

#[test]
fn a_program_of_another_name_is_known_again() {
    let program = "/opt/a \"b\"/it's $5/pm";
    for place in Place::every(&LISTS).chain(Place::every(&PLUGINS)) {
        for (more, action) in
            [(&["--yes"][..], "added"), (&[], "unchanged"), (&["--yes", "--remove"], "removed")]
        {
            let answer = place.init(&[&["--json", "--command", program], more].concat()).json();
            let actions = (&answer["action"], &answer["hooks"]["action"]);
            assert_eq!(actions, (&json!(action), &json!(action)), "{}", place.name());
            for file in [&answer["file"], &answer["hooks"]["file"]] {
                assert_eq!(read_if(file).contains("/pm"), action != "removed", "{}", place.name());
            }
        }
    }
}

#[test]
fn a_command_of_the_users_that_calls_ours_is_left_alone_and_told() {
    for (client, key, event) in
        [("claude-code", "command", "Stop"), ("cursor", "command", "stop"), ("copilot", "bash", "agentStop")]
    {
        let place = Place::new(client, "project");
        let handler =
            format!("{{ \"type\": \"command\", \"{key}\": \"planmark hook {client} stop && notify\" }}");
        let entry = if client == "claude-code" { format!("{{ \"hooks\": [{handler}] }}") } else { handler };
        let before = format!("{{\"version\": 1, \"hooks\": {{\"{event}\": [{entry}]}}}}");
        let file = place.with(&before);
        for arguments in [&["--yes"][..], &[], &["--yes", "--remove"]] {
            let run = place.hooks(arguments);
            assert_eq!(run.exit, 0, "{}", run.err);
            assert!(run.err.contains(&format!("for {event}. It is left alone.\n")), "{}", run.err);
            assert!(read(&file).contains(&entry), "{}", read(&file));
        }
        assert_eq!(document(&file), serde_json::from_str::<Value>(&before).expect("JSON"));
    }
}

#[test]
fn powershell_gets_words_that_it_does_not_look_into() {
    let place = Place::new("copilot", "project");
    let file = place.file();
    let home = ["--home", "/a $(x)/`y`/it's"];
    assert_eq!(place.hooks(&[&["--yes"], &home[..]].concat()).exit, 0);
    let handler = &document(&file)["hooks"]["agentStop"][0];
    let power = "& planmark hook copilot stop --home '/a $(x)/`y`/it''s'; exit 0";
    let posix = "planmark hook copilot stop --home \"/a \\$(x)/\\`y\\`/it's\" || exit 0";
    assert_eq!((&handler["powershell"], &handler["bash"]), (&json!(power), &json!(posix)));
    let again = place.hooks(&[&["--json"], &home[..]].concat()).json();
    assert_eq!(again["hooks"]["action"], "unchanged");
}

#[test]
fn hooks_alone_are_refused_where_none_are_known() {
    let place = Place::new("vscode", "project");
    for arguments in [&["--json"][..], &["--json", "--yes"], &["--json", "--remove"]] {
        let error = place.hooks(arguments).refused("usage", 2);
        assert_eq!(error["message"], "vscode is not known to have hooks");
    }
    assert_eq!(place.hooks(&["--print"]).exit, 2);
}

#[cfg(unix)]
#[test]
fn no_file_is_written_when_one_of_them_is_read_only() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
    };
    for place in Place::every(&LISTS).chain(Place::every(&PLUGINS)) {
        let answer = place.init(&["--yes", "--json"]).json();
        let files = ["", "/hooks"].map(|part| answer.pointer(&format!("{part}/file")).cloned());
        let [server, hooks] = files.map(|file| PathBuf::from(file.expect("a file").as_str().expect("text")));
        let before = (read(&server), read(&hooks));
        let folder = hooks.parent().expect("a folder");
        for (path, shut, open) in [(hooks.as_path(), 0o444, 0o644), (folder, 0o555, 0o755)] {
            mode(path, shut);
            for arguments in
                [&["--yes", "--json", "--", "--session", "s"][..], &["--yes", "--json", "--remove"]]
            {
                let error = place.init(arguments).refused("output-failed", 1);
                assert_eq!(error["effect"], "nothing-written");
                assert_eq!((read(&server), read(&hooks)), before, "{}", place.name());
            }
            mode(path, open);
        }
    }
}
