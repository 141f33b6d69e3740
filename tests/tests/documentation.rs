//! What the documentation says can be checked: its links lead somewhere, the tests it names exist, and
//! the data it describes has the digests it gives.

use std::fs;
use std::path::{Path, PathBuf};

use planmark_core::digest::sha256;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate stands in the repository").to_owned()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a folder whose names end with `ending`; folders named `target` are left out.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder can be read") {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            found.extend(files(&path, ending));
        } else if name.ends_with(ending) {
            found.push(path);
        }
    }
    found
}

/// The pages of the documentation.
fn pages() -> Vec<PathBuf> {
    let root = root();
    let mut pages = files(&root.join("docs"), ".md");
    pages.extend(["README.md", "CHANGELOG.md", "tests/data/README.md"].map(|page| root.join(page)));
    pages
}

/// The pieces of `text` between `open` and `close`.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Vec<&'a str> {
    text.split(open).skip(1).filter_map(|rest| rest.split_once(close)).map(|(piece, _)| piece).collect()
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut local = 0;
    for page in pages() {
        let text = read(&page);
        for target in between(&text, "](", ")") {
            let path = target.split('#').next().unwrap_or_default();
            if path.is_empty() || target.contains("://") {
                continue;
            }
            local += 1;
            let linked = page.parent().expect("a page stands in a folder").join(path);
            assert!(linked.exists(), "{}: {target} leads nowhere", page.display());
        }
    }
    assert!(local > 20, "only {local} links were found");
}

#[test]
fn every_test_that_the_architecture_names_exists() {
    let root = root();
    let code: String = ["guest", "host", "tests"]
        .iter()
        .flat_map(|folder| files(&root.join(folder), ".rs"))
        .map(|file| read(&file))
        .collect();
    let page = read(&root.join("docs/architecture.md"));
    let keepers = page.lines().filter(|line| line.trim_start().starts_with("Kept by "));
    let names: Vec<_> = keepers.flat_map(|line| line.split('`').skip(1).step_by(2)).collect();
    assert!(names.len() >= 15, "only {names:?} were found");
    for name in names {
        assert!(
            code.contains(&format!("fn {name}(")) || is_a_lint(&root, name),
            "there is no test or lint {name}"
        );
    }
}

/// Whether a name is that of a lint which the workspace denies.
fn is_a_lint(root: &Path, name: &str) -> bool {
    read(&root.join("Cargo.toml")).lines().any(|line| line == format!("{name} = \"deny\""))
}

#[test]
fn test_data_has_the_digests_that_are_written_beside_it() {
    let folder = root().join("tests/data");
    let page = read(&folder.join("README.md"));
    let rows: Vec<_> = page.lines().filter(|line| line.starts_with("| `")).collect();
    assert!(rows.len() >= 5);
    for row in rows {
        let cells: Vec<_> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, name, bytes, digest, _] = cells[..] else { panic!("{row}") };
        let text = read(&folder.join(name));
        assert_eq!((text.len().to_string().as_str(), sha256(&text).as_str()), (bytes, digest), "{name}");
    }
}
