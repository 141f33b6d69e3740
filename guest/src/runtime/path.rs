//! Which paths a root owns. Everything here is about the names of paths, as they are written: links
//! are the host's to follow.

/// One change of a file that a tool is about to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change<'a> {
    /// The path as the tool was given it: absolute, or relative to `folder`; `/` or `\`.
    pub path: &'a str,
    /// The folder the tool runs in, absolute.
    pub folder: &'a str,
    /// The project's folder, absolute: what globs are relative to.
    pub project: &'a str,
    /// Whether the file system takes names that differ in case as one.
    pub fold_case: bool,
}

impl Change<'_> {
    /// Whether the path is one that a glob means, or is the body of the plan.
    pub(super) fn is_owned(&self, globs: &[String], body: Option<&str>) -> bool {
        let place = self.normal(&absolute(self.path, self.folder));
        let project = self.normal(self.project);
        let inside = inside(&place, &project);
        body.is_some_and(|body| self.normal(body) == place)
            || globs.iter().any(|glob| {
                let glob = self.cased(&glob.replace('\\', "/"));
                let target = if is_absolute(&glob) { Some(place.as_str()) } else { inside };
                let glob = glob.strip_prefix("./").unwrap_or(&glob);
                target.is_some_and(|target| fast_glob::glob_match(glob, target))
            })
    }

    /// A path without `.` and `..`, with `/`, in one case where the file system knows only one.
    fn normal(&self, path: &str) -> String {
        let slashed = path.replace('\\', "/");
        let root = if slashed.starts_with('/') { "/" } else { "" };
        let mut parts: Vec<&str> = Vec::new();
        for part in slashed.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        self.cased(&[root, &parts.join("/")].concat())
    }

    fn cased(&self, path: &str) -> String {
        if self.fold_case { path.to_lowercase() } else { path.to_owned() }
    }
}

/// Whether a path can be owned by a glob: it is a valid one, and means paths as they are compared, without
/// `.`, `..`, and names that are empty. Each part is judged by itself, and one with braces isn't.
pub(super) fn can_own(glob: &str) -> bool {
    let glob = glob.replace('\\', "/");
    let relative = glob.strip_prefix("./").unwrap_or(&glob);
    if fast_glob::validate(relative).is_err() {
        return false;
    }
    let parts = relative.strip_prefix('/').unwrap_or(relative);
    let ends = |end: &str| end.split(['{', ',', '}']).all(|end| end.is_empty() || end.ends_with('/'));
    let open = match parts.rsplit_once('{') {
        Some((_, end)) if end.ends_with('}') => ends(end),
        _ => parts.ends_with('/'),
    };
    !open && !parts.is_empty() && parts.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

/// A path, put behind the folder where it is not absolute.
fn absolute(path: &str, folder: &str) -> String {
    if is_absolute(path) { path.to_owned() } else { [folder, "/", path].concat() }
}

/// Whether a path begins at a root: `/`, `\`, or a drive's letter and a colon.
fn is_absolute(path: &str) -> bool {
    let mut chars = path.chars();
    match (chars.next(), chars.next()) {
        (Some('/' | '\\'), _) => true,
        (Some(drive), Some(':')) => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

/// What is left of a path below a folder.
fn inside<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    path.strip_prefix(folder.trim_end_matches('/'))?.strip_prefix('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(path: &str, glob: &str) -> bool {
        let change = Change { path, folder: "/p/sub", project: "/p", fold_case: false };
        change.is_owned(&[glob.to_owned()], Some("/home/bodies/plan.md"))
    }

    #[test]
    fn a_path_is_the_one_it_means_however_it_is_written() {
        for path in ["a.rs", "./a.rs", "../sub/a.rs", "/p/sub/a.rs", "/p/./x/../sub//a.rs", "..\\sub\\a.rs"] {
            assert!(
                owned(path, "sub/*.rs") && owned(path, "./sub/**") && owned(path, "/p/**/a.rs"),
                "{path}"
            );
            assert!(!owned(path, "a.rs") && !owned(path, "sub") && !owned(path, "/q/**"), "{path}");
        }
        assert!(owned("/home/bodies/plan.md", "x") && owned("../../home/./bodies/plan.md", "x"));
        assert!(!owned("/home/bodies/other.md", "x"));
        assert!(!owned("/other/sub/a.rs", "**/*.rs"), "outside of the project");
        assert!(!owned("../../etc/a.rs", "**"), "above the project");
    }

    #[test]
    fn a_glob_by_which_nothing_can_be_owned_is_none() {
        for glob in [
            "[",
            "{a,{b,c",
            "a]{",
            "src/",
            "/",
            "./",
            "src//x",
            "../x",
            "a/../b",
            "a/./b",
            ".",
            "{src/,docs/}",
            "src\\",
        ] {
            assert!(!can_own(glob), "{glob}");
        }
        for glob in [
            "src/**",
            "./src/**",
            "/p/**",
            "C:/p/*.rs",
            "*",
            "**",
            "[ab].rs",
            "{src,docs}/**",
            "{src/,docs/}x",
            "a.b",
            "..a/.b",
            "src\\*",
            "{src/x,docs/}",
            "!src/**",
            "src",
        ] {
            assert!(can_own(glob), "{glob}");
        }
    }

    #[test]
    fn windows_paths_are_paths() {
        let change = Change {
            path: "C:\\Users\\N\\Proj\\src\\Main.rs",
            folder: "C:\\Users\\n\\proj",
            project: "c:\\users\\n\\proj\\",
            fold_case: true,
        };
        assert!(change.is_owned(&["SRC/**".to_owned()], None));
        assert!(change.is_owned(&[], Some("c:/users/n/proj/src/main.rs")));
        assert!(!change.is_owned(&["docs/**".to_owned()], Some("D:/Users/n/proj/src/main.rs")));
        assert!(Change { path: "src\\x.rs", ..change }.is_owned(&["src\\*".to_owned()], None));
    }
}
