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
    /// Those of a patch, under these keys, or in the arguments themselves where they are a text.
    Patch(&'static [&'static str]),
    /// Those of a patch that the command under this key applies, if it does. What else a command changes
    /// can't be seen.
    Command(&'static str),
}

/// The tools of a client that change files. Any other tool changes none.
pub(crate) type Tools = &'static [(&'static str, Names)];

/// The keys under which a command may have the folder that it runs in.
const FOLDERS: [&str; 4] = ["workdir", "cwd", "directory", "dir_path"];
/// Most folders that a command is followed into.
const FOLDERS_MAX: usize = 64;
/// Most paths that the files of a command's patches are judged under, where it is followed into folders.
const PATHS_MAX: usize = 4_096;
/// Where a patch begins, and where it ends.
const PATCH: &str = "*** Begin Patch";
const PATCH_END: &str = "*** End Patch";
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
            let folder = folder(arguments)?;
            let named: Vec<_> = keys.iter().filter_map(|key| arguments.get(key)).collect();
            let patches = if named.is_empty() { vec![arguments] } else { named };
            let mut files = Vec::new();
            for patch in patches {
                files.extend(in_command(patch.as_str().ok_or(Unreadable)?, folder)?);
            }
            if files.is_empty() { Err(Unreadable) } else { Ok(files) }
        }
        Names::Command(key) => match arguments.get(key) {
            Some(Value::String(command)) => in_command(command, folder(arguments)?),
            Some(Value::Array(words)) => {
                let words: Vec<_> = words.iter().filter_map(Value::as_str).collect();
                in_command(&words.join(" "), folder(arguments)?)
            }
            _ => Ok(Vec::new()),
        },
    }
}

/// The folder that a command says it runs in; empty where it says none.
fn folder(arguments: &Value) -> Result<&str, Unreadable> {
    let named = FOLDERS.iter().find_map(|key| arguments.get(key)).filter(|folder| !folder.is_null());
    named.map_or(Ok(""), |folder| folder.as_str().ok_or(Unreadable))
}

/// The files of the patches in a command, behind every folder that it may be in.
///
/// # Errors
///
/// [`Unreadable`] where they are too many to be judged while the client waits.
fn in_command(command: &str, folder: &str) -> Result<Vec<String>, Unreadable> {
    let mut parts = command.split(PATCH);
    let mut around = parts.next().unwrap_or_default().to_owned();
    let mut files = Vec::new();
    for part in parts {
        let (patch, after) = part.split_once(PATCH_END).unwrap_or((part, ""));
        files.extend(self::files(patch));
        around.push_str(after);
    }
    if files.is_empty() {
        return Ok(files);
    }
    let folders = folders(&around, folder)?;
    if folders.len() > 1 && folders.len().saturating_mul(files.len()) > PATHS_MAX {
        return Err(Unreadable);
    }
    Ok(folders.iter().flat_map(|folder| files.iter().map(|file| behind(folder, file))).collect())
}

/// The folders that a command may be in when it applies a patch: the one it begins in, and those that any of
/// its `cd`s leads to from there, or from another of them: which of them run isn't known.
///
/// # Errors
///
/// [`Unreadable`] where they are too many to be judged.
fn folders(command: &str, folder: &str) -> Result<Vec<String>, Unreadable> {
    let mut folders = vec![folder.to_owned()];
    for to in targets(command) {
        for folder in folders.clone() {
            let reached = behind(&folder, &to);
            if !folders.contains(&reached) {
                folders.push(reached);
            }
        }
        if folders.len() > FOLDERS_MAX {
            return Err(Unreadable);
        }
    }
    Ok(folders)
}

/// Where the `cd`s of a command go. What joins commands counts as a word, in quotes too; where quotes don't
/// pair up, as in a comment, they count as nothing.
fn targets(command: &str) -> Vec<String> {
    let joined = command.replace("\\\n", " ").replace([';', '&', '|', '(', ')', '#', '\n'], " ; ");
    let mut lexer = Shlex::new(&joined);
    let mut words: Vec<String> = lexer.by_ref().collect();
    if lexer.had_error {
        words = joined.replace(['\'', '"', '\\'], "").split_whitespace().map(str::to_owned).collect();
    }
    let mut targets = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if matches!(word.as_str(), "cd" | "pushd") {
            targets.extend(words.by_ref().find(|word| !word.starts_with('-')).filter(|word| word != ";"));
        }
    }
    targets
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
            ("cd a && (cd b; ", "/p", &["/p/x", "/p/a/x", "/p/b/x", "/p/a/b/x"]),
            ("cd -P -- src; ", "", &["x", "src/x"]),
            ("cd -; cd \\\nsrc && ", "", &["x", "src/x"]),
            ("# don't\ncd src\n", "", &["x", "src/x"]),
            ("pushd ~/p && ", "a", &["a/x", "~/p/x"]),
            ("cd /q&& ", "a", &["a/x", "/q/x"]),
            ("echo cd\n", "", &["x"]),
        ] {
            assert_eq!(of(before, folder), files, "{before:?} {folder:?}");
        }
        let second = "*** Begin Patch\n*** Add File: a\n*** End Patch\nEOF\ncd src; apply_patch <<E\n*** Begin Patch\n*** Add File: b\n*** End Patch";
        let files = ["a", "b", "src/a", "src/b"].map(str::to_owned).to_vec();
        assert_eq!(changed(TOOLS, "Bash", &json!({ "command": second })), Ok(files.clone()));
        assert_eq!(changed(TOOLS, "apply_patch", &json!({ "command": "x", "input": second })), Ok(files));
        let patch = "*** Begin Patch\n*** Add File: a\n*** End Patch";
        let elsewhere = json!({ "input": patch, "workdir": "src" });
        assert_eq!(changed(TOOLS, "apply_patch", &elsewhere), Ok(vec!["src/a".to_owned()]));
        let many: String = (0..PATHS_MAX).map(|file| format!("*** Add File: {file}\n")).collect();
        let many = format!("*** Begin Patch\n{many}*** End Patch");
        let found = changed(TOOLS, "Bash", &json!({ "command": many }));
        assert_eq!(found.map(|files| files.len()), Ok(PATHS_MAX));
        let moved = json!({ "command": format!("cd a; {many}") });
        assert_eq!(changed(TOOLS, "Bash", &moved), Err(Unreadable), "too many in two folders");
        let lost: String = (0..7).map(|folder| format!("cd {folder}; ")).collect();
        for arguments in
            [json!({ "command": format!("{lost}{patch}") }), json!({ "command": patch, "workdir": 1 })]
        {
            assert_eq!(changed(TOOLS, "Bash", &arguments), Err(Unreadable), "{arguments}");
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
