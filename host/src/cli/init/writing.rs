//! Writes the files of a run. What can fail is tried for all of them before the first one changes; what
//! fails later says which files are written.

use std::path::PathBuf;

use crate::cli::init::config::Config;
use crate::cli::replace::{Readers, Staged};
use crate::cli::report::Report;

/// A file that is to change.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Write<'a> {
    /// The file.
    pub(crate) config: &'a Config,
    /// What it will hold; none when it goes.
    pub(crate) text: Option<&'a str>,
}

/// Makes the changes, each of another file.
///
/// # Errors
///
/// `config-changed`, `output-failed`.
pub(crate) fn write(writes: &[Write<'_>], readers: &Readers) -> Result<(), Report> {
    for Write { config, .. } in writes {
        config.check_writable()?;
    }
    place(stage(writes, readers)?)
}

fn stage<'a>(writes: &[Write<'a>], readers: &Readers) -> Result<Vec<(&'a Config, Option<Staged>)>, Report> {
    let stage = |Write { config, text }: &Write<'a>| {
        let staged = text.map(|text| config.stage(text, readers.clone())).transpose()?;
        Ok((*config, staged))
    };
    writes.iter().map(stage).collect()
}

fn place(changes: Vec<(&Config, Option<Staged>)>) -> Result<(), Report> {
    let files: Vec<PathBuf> = changes.iter().map(|(config, _)| config.path.clone()).collect();
    for (index, (config, staged)) in changes.into_iter().enumerate() {
        let placed = match staged {
            Some(staged) => config.place(staged),
            None => config.delete(),
        };
        let (written, left) = files.split_at(index);
        placed.map_err(|report| if index == 0 { report } else { report.after_part(written, left) })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cli::exit::Exit;

    #[test]
    fn what_fails_after_the_first_file_says_which_are_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = ["a", "b", "c"].map(|name| folder.path().join(name));
        let configs = files.clone().map(|file| Config::read(&file, folder.path()).expect("no file"));
        let writes: Vec<_> = configs.iter().map(|config| Write { config, text: Some("new") }).collect();
        let staged = stage(&writes, &Readers::All).expect("staged");
        fs::write(&files[1], "of another program").expect("a file");
        let report = place(staged).expect_err("changed");
        assert_eq!((report.code(), report.exit()), ("config-changed", Exit::Written));
        let [a, b, c] = files.each_ref().map(|file| file.display().to_string());
        let told = format!("; written: \"{a}\"; not written: \"{b}\", \"{c}\"");
        assert!(report.message().ends_with(&told), "{}", report.message());
        assert!(anstream::adapter::strip_str(&report.text(true)).to_string().contains("write: a part of"));
        assert_eq!(fs::read_to_string(&a).expect("written"), "new");
        assert_eq!(fs::read_to_string(&b).expect("as it was"), "of another program");
        assert_eq!(fs::read_dir(folder.path()).expect("it").count(), 2, "no temporary file is left");
    }
}
