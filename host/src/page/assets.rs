//! The files of the preview page.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

/// What was embedded when the program was built: nothing, unless `PLANMARK_PAGE` named a folder.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The file that a browser asks for first.
const INDEX: &str = "index.html";

/// The folder below, which holds all but a few files.
const BELOW: &str = "assets";

/// The files of the page by name, with `/` between folder and file.
#[derive(Debug, Clone)]
pub struct Assets {
    files: BTreeMap<String, Cow<'static, [u8]>>,
}

impl Assets {
    /// The page that is in the program, where there is one.
    #[must_use]
    pub fn embedded() -> Option<Self> {
        let files = EMBEDDED.iter().map(|(name, bytes)| ((*name).to_owned(), Cow::Borrowed(*bytes)));
        let assets = Self { files: files.collect() };
        assets.files.contains_key(INDEX).then_some(assets)
    }

    /// Reads the page of a folder: all at once, so that nothing else of it can be asked for later.
    ///
    /// # Errors
    ///
    /// When the folder or a file can't be read, or there is no `index.html`.
    pub fn of_folder(folder: &Path) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        for (below, prefix) in [(folder.to_owned(), ""), (folder.join(BELOW), "assets/")] {
            for entry in fs::read_dir(below)? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                if entry.file_type()?.is_file() {
                    files.insert(format!("{prefix}{name}"), Cow::Owned(fs::read(entry.path())?));
                }
            }
        }
        if files.contains_key(INDEX) {
            Ok(Self { files })
        } else {
            Err(io::Error::new(io::ErrorKind::NotFound, "there is no index.html"))
        }
    }

    /// The bytes of a file, and their media type. The empty name is that of the index.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<(&'static str, &[u8])> {
        let name = if name.is_empty() { INDEX } else { name };
        self.files.get(name).map(|bytes| (media_type(name), bytes.as_ref()))
    }
}

fn media_type(name: &str) -> &'static str {
    match Path::new(name).extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}
