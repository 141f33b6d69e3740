//! Where the files of a call are: names as they are written, and the places that links lead to.

use std::path::{Component, Path, PathBuf, absolute, is_separator};

use etcetera::home_dir;
use percent_encoding::percent_decode_str;

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

/// As many links as systems follow.
const LINKS_MAX: u32 = 40;
/// Longer than any path that a system opens, in bytes.
const PATH_MAX_BYTES: usize = 32_768;

/// The places that paths may mean: those that are written, and those behind the links on the way there,
/// where they are others.
pub(crate) fn places(paths: &[String], folder: &Path, project: &Path) -> Vec<Place> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let behind_project = resolved(project);
    let mut places = Vec::new();
    for path in paths.iter().flat_map(|path| readings(path)) {
        let whole = folder.join(&path);
        let behind = resolved(&whole);
        let is_plain = behind == whole && behind_project == *project;
        places.push(Place { path, folder: text(folder), project: text(project) });
        if !is_plain {
            places.push(Place { path: text(&behind), folder: text(folder), project: text(&behind_project) });
        }
    }
    places
}

/// What a client may take a path for: itself, and what is left of it without the `@` of a mention, with
/// plain spaces, behind `file://`, and in the user's home for `~`. Which client takes which is not asked:
/// names that begin so are rarer than clients that change.
fn readings(path: &str) -> Vec<String> {
    let mut readings = vec![path.to_owned()];
    let bare = path.strip_prefix('@').unwrap_or(path);
    let spaced = bare.replace(|c: char| c.is_whitespace() && !c.is_ascii(), " ");
    let address = spaced.strip_prefix("file://").map(|address| {
        let decoded = percent_decode_str(address).decode_utf8_lossy().into_owned();
        let local = decoded.strip_prefix("localhost").unwrap_or(&decoded);
        let drive = local.strip_prefix('/').filter(|path| path.as_bytes().get(1) == Some(&b':'));
        drive.unwrap_or(local).to_owned()
    });
    let plain = address.unwrap_or(spaced);
    let in_home = plain.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(is_separator));
    let home = in_home.and_then(|rest| Some([&home_dir().ok()?.to_string_lossy(), rest].concat()));
    let meant = home.unwrap_or(plain);
    if meant != path {
        readings.push(meant);
    }
    readings
}

/// A path without links, as far as it exists: what doesn't exist yet has none.
fn resolved(path: &Path) -> PathBuf {
    followed(path, LINKS_MAX)
}

/// The same, through at most so many links that lead to nothing: a client makes what they name. The parts
/// are gone through once, so that a long path takes no longer than it is.
fn followed(path: &Path, links: u32) -> PathBuf {
    let whole = absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut real = PathBuf::new();
    for part in whole.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(real.pop()),
            part => {
                real.push(part);
                if real.as_os_str().len() <= PATH_MAX_BYTES && real.is_symlink() {
                    real = behind(&real, links).unwrap_or(real);
                }
            }
        }
    }
    real
}

fn behind(link: &Path, links: u32) -> Option<PathBuf> {
    if let Ok(behind) = link.canonicalize() {
        return Some(plain(behind));
    }
    let target = link.parent()?.join(link.read_link().ok()?);
    links.checked_sub(1).map(|links| followed(&target, links))
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

    fn places(path: &str, root: &Path) -> Vec<Place> {
        super::places(&[path.to_owned()], root, root)
    }

    #[test]
    fn a_path_without_links_is_one_place() {
        let root = tempfile::tempdir().expect("a folder");
        let root = root.path().canonicalize().expect("its real path");
        assert_eq!(places("a/b.md", &root).len(), 1);
    }

    #[test]
    fn a_path_is_also_what_a_client_makes_of_it() {
        let home = home_dir().expect("a home").to_string_lossy().into_owned();
        for (path, meant) in [
            ("@src/x", "src/x".to_owned()),
            ("src\u{a0}a/x", "src a/x".to_owned()),
            ("file:///p/src/a%20b", "/p/src/a b".to_owned()),
            ("file://localhost/p/x", "/p/x".to_owned()),
            ("@file:///p/x", "/p/x".to_owned()),
            ("file:///C:/p/x", "C:/p/x".to_owned()),
            ("~/p/x", format!("{home}/p/x")),
            ("@~", home),
        ] {
            assert_eq!(readings(path), [path.to_owned(), meant], "{path}");
        }
        for path in ["src/x", "src/@x", "a~/x", "~other/x", "src/~/x", "file:x"] {
            assert_eq!(readings(path), [path], "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_an_owned_file_is_seen_through() {
        let root = tempfile::tempdir().expect("a folder");
        let root = root.path().canonicalize().expect("its real path");
        std::fs::create_dir(root.join("plans")).expect("a folder");
        std::os::unix::fs::symlink(root.join("plans"), root.join("notes")).expect("a link");
        let found = places("notes/new/x.md", &root);
        let paths: Vec<_> = found.iter().map(|place| place.path.as_str()).collect();
        assert_eq!(paths, ["notes/new/x.md", root.join("plans/new/x.md").to_str().expect("text")]);
        std::fs::write(root.join("plans/p.md"), "").expect("a file");
        std::os::unix::fs::symlink(root.join("plans/p.md"), root.join("q.md")).expect("a link");
        assert!(places("q.md", &root)[1].path.ends_with("plans/p.md"));
        std::os::unix::fs::symlink("notes/none.md", root.join("to-come")).expect("a link to nothing");
        std::os::unix::fs::symlink("to-come", root.join("chain")).expect("a link to it");
        for link in ["to-come", "chain"] {
            assert!(places(link, &root)[1].path.ends_with("plans/none.md"), "{link}");
        }
        std::os::unix::fs::symlink("round", root.join("round")).expect("a link to itself");
        assert_eq!(places("round", &root).len(), 1);
    }
}
