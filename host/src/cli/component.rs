//! `planmark component`: the engine's component and its contract, for other hosts.

use std::fs;
use std::path::Path;

use serde::Serialize;

use crate::Planmark;
use crate::cli::arguments::Component;
use crate::cli::figures::counted;
use crate::cli::replace::{Readers, replace};
use crate::cli::report::{Report, shown};
use crate::cli::session::Session;
use crate::cli::visible::visible_line;

const COMPONENT_FILE: &str = "planmark.wasm";
const WIT_FOLDER: &str = "wit";

/// What was written, as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    component: String,
    bytes: usize,
    digest: &'a str,
    wit: Vec<String>,
}

/// Writes the component and its WIT into a folder. Each file appears whole or not at all.
///
/// # Errors
///
/// `output-failed`.
pub(crate) fn run(session: &Session, Component { out }: &Component) -> Result<(), Report> {
    let wit = out.join(WIT_FOLDER);
    make_folder(&wit)?;
    for (name, text) in Planmark::wit_files() {
        write_file(&wit, name, text.as_bytes())?;
    }
    write_file(out, COMPONENT_FILE, Planmark::component_bytes())?;

    print(session, out).map_err(Report::after_call)
}

fn print(session: &Session, out: &Path) -> Result<(), Report> {
    let (component, wit) = (out.join(COMPONENT_FILE), out.join(WIT_FOLDER));
    let bytes = Planmark::component_bytes();
    let digest = Planmark::component_digest();
    if session.screen.json() {
        let files = Planmark::wit_files().iter().map(|(name, _)| named(&wit.join(name))).collect();
        let answer = Answer { component: named(&component), bytes: bytes.len(), digest: &digest, wit: files };
        return session.screen.print_json(&answer);
    }
    session.screen.print(&format!(
        "{}: {}, sha256 {digest}\n{}: {}\n",
        visible_line(&named(&component)),
        counted(bytes.len() as u64, "byte"),
        visible_line(&named(&wit)),
        counted(Planmark::wit_files().len() as u64, "file"),
    ))
}

fn named(path: &Path) -> String {
    path.display().to_string()
}

fn make_folder(folder: &Path) -> Result<(), Report> {
    fs::create_dir_all(folder).map_err(|error| Report::output(&shown(folder), &error))
}

fn write_file(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Report> {
    let file = folder.join(name);
    replace(&file, bytes, Readers::All).map_err(|error| Report::output(&shown(&file), &error))
}
