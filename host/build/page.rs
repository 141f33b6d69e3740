//! The files of the preview page, as a table for the program to embed.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Makes the expression of the table: of no file, where no folder is given.
pub(crate) fn table(folder: Option<OsString>) -> Result<String, Box<dyn Error>> {
    let mut table = String::from("&[\n");
    if let Some(folder) = folder {
        let folder = fs::canonicalize(&folder)
            .map_err(|error| format!("PLANMARK_PAGE: {}: {error}", Path::new(&folder).display()))?;
        println!("cargo:rerun-if-changed={}", folder.display());
        for below in ["", "assets/"] {
            for (name, file) in files(&folder.join(below))? {
                let name = format!("{below}{name}");
                writeln!(table, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())?;
            }
        }
    }
    table.push(']');
    Ok(table)
}

/// The files of a folder by name, in order.
fn files(folder: &Path) -> Result<Vec<(String, PathBuf)>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|name| format!("{name:?} is not UTF-8"))?;
        if entry.file_type()?.is_file() {
            found.push((name, entry.path()));
        }
    }
    found.sort();
    Ok(found)
}
