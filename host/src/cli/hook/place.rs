//! Where the files of a call are: names as they are written, and the places that links lead to.

use std::path::{Component, Path, PathBuf, absolute};

/// A file as a tool was given it, and the folders that its name is relative to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// The file.
    pub(crate) path: String,
    /// The folder that the tool runs in.
    pub(crate) folder: String,
    /// The project's folder.
    pub(crate) project: String,
}

/// Longer than any path that a system opens, in bytes.
const PATH_MAX_BYTES: usize = 32_768;

/// The two places that a path may mean: the one that is written, and the one behind the links on the
/// way to it, if that is another one.
pub(crate) fn places(path: &str, folder: &Path, project: &Path) -> Vec<Place> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let written = Place { path: path.to_owned(), folder: text(folder), project: text(project) };
    let whole = folder.join(path);
    let behind = resolved(&whole);
    let behind_project = resolved(project);
    if behind == whole && behind_project == *project {
        return vec![written];
    }
    let behind = Place { path: text(&behind), folder: text(folder), project: text(&behind_project) };
    vec![written, behind]
}

/// A path without links, as far as it exists: what doesn't exist yet has none. The parts are gone
/// through once, so that a long path takes no longer than it is.
fn resolved(path: &Path) -> PathBuf {
    let whole = absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut real = PathBuf::new();
    for part in whole.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(real.pop()),
            part => {
                real.push(part);
                if real.as_os_str().len() <= PATH_MAX_BYTES
                    && real.is_symlink()
                    && let Ok(behind) = real.canonicalize()
                {
                    real = plain(behind);
                }
            }
        }
    }
    real
}

/// A path as people write it: Windows' own form for long paths is none of theirs.
fn plain(path: PathBuf) -> PathBuf {
    match path.to_str().and_then(|text| text.strip_prefix(r"\\?\")) {
        Some(short) if !short.starts_with("UNC\\") => PathBuf::from(short),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_without_links_is_one_place() {
        let root = tempfile::tempdir().expect("a folder");
        let root = root.path().canonicalize().expect("its real path");
        assert_eq!(places("a/b.md", &root, &root).len(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_an_owned_file_is_seen_through() {
        let root = tempfile::tempdir().expect("a folder");
        let root = root.path().canonicalize().expect("its real path");
        std::fs::create_dir(root.join("plans")).expect("a folder");
        std::os::unix::fs::symlink(root.join("plans"), root.join("notes")).expect("a link");
        let found = places("notes/new/x.md", &root, &root);
        let paths: Vec<_> = found.iter().map(|place| place.path.as_str()).collect();
        assert_eq!(paths, ["notes/new/x.md", root.join("plans/new/x.md").to_str().expect("text")]);
        std::fs::write(root.join("plans/p.md"), "").expect("a file");
        std::os::unix::fs::symlink(root.join("plans/p.md"), root.join("q.md")).expect("a link");
        assert!(places("q.md", &root, &root)[1].path.ends_with("plans/p.md"));
    }
}
