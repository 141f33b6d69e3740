//! Which files a call changes, as far as its arguments say so.

use std::path::Path;

use serde_json::Value;
use shlex::Shlex;

use crate::cli::hook::input::Unreadable;

/// How the arguments of a tool name the files that it changes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Names {
    /// One file, under one of these keys. Where more of them are there, a client may take any.
    Under(&'static [&'static str]),
    /// Those of a patch, under the first of these keys, or in the arguments themselves where they are
    /// a text.
    Patch(&'static [&'static str]),
    /// Those of a patch that the command under this key applies, if it does. What else a command changes
    /// can't be seen.
    Command(&'static str),
}

/// The tools of a client that change files. Any other tool changes none.
pub(crate) type Tools = &'static [(&'static str, Names)];

/// The keys under which a command may have the folder that it runs in.
const FOLDERS: [&str; 4] = ["workdir", "cwd", "directory", "dir_path"];
/// Where a patch begins.
const PATCH: &str = "*** Begin Patch";
/// The lines of a patch that name files.
const HEADERS: [&str; 4] = ["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "];

/// The files that a call changes. The reader is chosen by the tool's name, since a patch may stand
/// where another tool has a command.
///
/// # Errors
///
/// [`Unreadable`] where a tool that changes files doesn't say which.
pub(crate) fn changed(tools: Tools, tool: &str, arguments: &Value) -> Result<Vec<String>, Unreadable> {
    let Some((_, names)) = tools.iter().find(|(known, _)| *known == tool) else { return Ok(Vec::new()) };
    match names {
        Names::Under(keys) => {
            let named = keys.iter().filter_map(|key| arguments.get(key));
            let paths: Option<Vec<_>> = named.map(|path| path.as_str().map(str::to_owned)).collect();
            paths.filter(|paths| !paths.is_empty()).ok_or(Unreadable)
        }
        Names::Patch(keys) => {
            let patch = first(arguments, keys).unwrap_or(arguments).as_str().ok_or(Unreadable)?;
            let files = files(patch);
            if files.is_empty() { Err(Unreadable) } else { Ok(files) }
        }
        Names::Command(key) => {
            let folder = first(arguments, &FOLDERS).and_then(Value::as_str).unwrap_or_default();
            Ok(match arguments.get(key) {
                Some(Value::String(command)) => in_command(command, folder),
                Some(Value::Array(words)) => {
                    let words = words.iter().filter_map(Value::as_str);
                    words.flat_map(|word| in_command(word, folder)).collect()
                }
                _ => Vec::new(),
            })
        }
    }
}

fn first<'a>(arguments: &'a Value, keys: &[&str]) -> Option<&'a Value> {
    keys.iter().find_map(|key| arguments.get(key))
}

/// The files of the patch in a command, behind the folder that it begins in, and behind the one that its
/// `cd`s lead to: whether those are reached isn't known.
fn in_command(command: &str, folder: &str) -> Vec<String> {
    let Some((before, patch)) = command.split_once(PATCH) else { return Vec::new() };
    let mut files = files(patch);
    let last = left_in(before, folder);
    let moved: Vec<_> = files.iter().filter(|_| last != folder).map(|file| behind(&last, file)).collect();
    for file in &mut files {
        *file = behind(folder, file);
    }
    files.extend(moved);
    files
}

/// The folder that a command is in after its `cd`s. What joins commands counts as a word, in quotes too.
fn left_in(command: &str, folder: &str) -> String {
    let words: Vec<_> = Shlex::new(&command.replace([';', '&', '|', '(', ')', '\n'], " ; ")).collect();
    words.windows(2).fold(folder.to_owned(), |folder, pair| match pair {
        [cd, to] if matches!(cd.as_str(), "cd" | "pushd") && to != ";" => behind(&folder, to),
        _ => folder,
    })
}

/// A path in a folder, if it isn't one from a root or from the user's home.
fn behind(folder: &str, path: &str) -> String {
    if path.starts_with('~') {
        return path.to_owned();
    }
    Path::new(folder).join(path).to_string_lossy().into_owned()
}

fn files(patch: &str) -> Vec<String> {
    let named = |line: &str| {
        HEADERS
            .iter()
            .find_map(|header| line.trim_start().strip_prefix(header))
            .map(|path| path.trim().to_owned())
    };
    patch.lines().filter_map(named).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TOOLS: Tools = &[
        ("Write", Names::Under(&["file_path", "path"])),
        ("apply_patch", Names::Patch(&["command", "input"])),
        ("Bash", Names::Command("command")),
    ];

    fn of(tool: &str, arguments: &Value) -> Result<Vec<String>, Unreadable> {
        changed(TOOLS, tool, arguments)
    }

    #[test]
    fn hok_07_a_patch_is_read_as_a_patch_and_a_command_as_a_command() {
        let patch = "*** Begin Patch\n*** Update File: a.md\n@@\n-x\n+y\n*** Move to: sub/c.md\n*** Delete File: b.md\n*** Add File: d e.md\r\n+*** Add File: no.md\n*** End Patch";
        let files = ["a.md", "sub/c.md", "b.md", "d e.md"].map(str::to_owned).to_vec();
        for arguments in [json!({ "command": patch }), json!({ "input": patch }), json!(patch)] {
            assert_eq!(of("apply_patch", &arguments), Ok(files.clone()), "{arguments}");
        }
        let heredoc = format!("apply_patch <<'EOF'\n{patch}\nEOF");
        assert_eq!(of("Bash", &json!({ "command": heredoc })), Ok(files.clone()));
        assert_eq!(of("Bash", &json!({ "command": ["sh", "-c", heredoc] })), Ok(files));
        assert_eq!(of("Bash", &json!({ "command": "echo '*** Add File: x'" })), Ok(vec![]));
        assert_eq!(of("Read", &json!({ "file_path": "a.md" })), Ok(vec![]), "a tool that changes nothing");
    }

    #[test]
    fn a_patch_is_applied_where_its_command_is() {
        let of = |before: &str, folder: &str| {
            let command = format!(
                "{before}apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: x\n*** End Patch\nEOF"
            );
            of("Bash", &json!({ "command": command, "workdir": folder })).expect("a command")
        };
        for (before, folder, files) in [
            ("", "", &["x"][..]),
            ("", "src", &["src/x"]),
            ("", "/p", &["/p/x"]),
            ("cd src && ", "", &["x", "src/x"]),
            ("cd 'my src';", "", &["x", "my src/x"]),
            ("cd a && (cd b; ", "/p", &["/p/x", "/p/a/b/x"]),
            ("pushd ~/p && ", "a", &["a/x", "~/p/x"]),
            ("cd /q&& ", "a", &["a/x", "/q/x"]),
            ("echo cd\n", "", &["x"]),
        ] {
            assert_eq!(of(before, folder), files, "{before:?} {folder:?}");
        }
    }

    #[test]
    fn of_two_keys_for_a_file_both_count() {
        let arguments = json!({ "file_path": "README.md", "path": "src/x" });
        assert_eq!(of("Write", &arguments), Ok(vec!["README.md".to_owned(), "src/x".to_owned()]));
    }

    #[test]
    fn a_tool_that_changes_files_and_does_not_say_which_can_not_be_read() {
        for (tool, arguments) in [
            ("Write", json!({})),
            ("Write", json!({ "file_path": 1 })),
            ("Write", json!({ "file_path": "a.md", "path": 1 })),
            ("Write", Value::Null),
            ("apply_patch", json!({ "command": "ls" })),
            ("apply_patch", json!({ "command": ["x"] })),
            ("apply_patch", json!({})),
        ] {
            assert_eq!(of(tool, &arguments), Err(Unreadable), "{tool} {arguments}");
        }
    }
}
