//! The session of a project: what the tracker's commands and the MCP server work on when none is
//! named.

use std::path::{Path, PathBuf};
use std::{env, io};

use sha2::{Digest, Sha256};

use crate::cli::report::{Code, Report, reason};

/// Names the folder of the project an agent works on; set by its client.
const PROJECT_VARIABLE: &str = "CLAUDE_PROJECT_DIR";
/// Longest part of an id that is taken from the folder's name.
const NAME_CHARS: usize = 64;

/// The session that is meant: the one given, that of `PLANMARK_SESSION`, or the project's. An empty one
/// counts as none; the engine checks its form.
///
/// # Errors
///
/// `session-unknown` when none is given and the project's folder can't be found.
pub(crate) fn session(given: Option<&str>) -> Result<String, Report> {
    let from_environment = env::var("PLANMARK_SESSION").ok();
    let named = given.map(str::to_owned).into_iter().chain(from_environment).find(|id| !id.is_empty());
    named.map_or_else(session_id, Ok).map_err(|error| {
        Report::new(
            Code::SessionUnknown,
            format!("the project's folder is not known, so neither is its session: {}", reason(&error)),
            "Name a session with --session ID or PLANMARK_SESSION.",
        )
    })
}

/// The id of the session of the current [project](folder): the same from every folder inside it.
///
/// # Errors
///
/// When the current folder, or the one that is named, can't be found.
pub(crate) fn session_id() -> io::Result<String> {
    folder().map(|folder| session_of(&folder))
}

/// The folder of the current project, without links: the nearest one with a `.git`, from the one that
/// `CLAUDE_PROJECT_DIR` names, or the current one, upwards; where there is none, that folder.
///
/// # Errors
///
/// As [`session_id`].
pub(crate) fn folder() -> io::Result<PathBuf> {
    let given = env::var_os(PROJECT_VARIABLE).filter(|value| !value.is_empty());
    let folder = given.map_or_else(env::current_dir, |folder| Ok(PathBuf::from(folder)))?;
    Ok(enclosing(&folder.canonicalize()?))
}

fn enclosing(folder: &Path) -> PathBuf {
    let repository = folder.ancestors().find(|folder| folder.join(".git").exists());
    repository.unwrap_or(folder).to_owned()
}

/// `project-`, the folder's name as far as an id can hold it, and 12 hex digits of its path's digest.
fn session_of(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
    let mut name: String = name.chars().take(NAME_CHARS).map(plain).collect();
    if name.is_empty() {
        name.push('-');
    }
    let digest = Sha256::digest(folder.as_os_str().as_encoded_bytes());
    let digits: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("project-{name}-{digits}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_is_made_of_the_name_and_the_whole_path() {
        let id = session_of(Path::new("/home/ann/My Süd-Projekt"));
        assert!(id.starts_with("project-My-S-d-Projekt-"), "{id}");
        assert_eq!(id.len(), "project-My-S-d-Projekt-".len() + 12);
        assert_ne!(id, session_of(Path::new("/home/bob/My Süd-Projekt")));
        assert_eq!(id, session_of(Path::new("/home/ann/My Süd-Projekt")));
        assert!(session_of(Path::new("/")).starts_with("project---"));
    }

    #[test]
    fn every_folder_of_a_repository_is_the_same_project() {
        let root = tempfile::tempdir().expect("a folder can be made");
        let deep = root.path().join("a/b");
        std::fs::create_dir_all(&deep).expect("folders can be made");
        assert_eq!(enclosing(&deep), deep);
        std::fs::write(root.path().join(".git"), "gitdir: elsewhere").expect("a file can be written");
        assert_eq!(enclosing(&deep), root.path());
        assert_eq!(enclosing(root.path()), root.path());
    }
}
