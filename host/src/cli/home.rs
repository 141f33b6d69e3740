//! Where the plans are, and who works on them.

use std::path::PathBuf;

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use planmark_core::author::{Author, AuthorKind, NAME_MAX_CHARS};

use crate::cli::report::{Code, Report};

/// The folder that holds the plans: the one given, or `planmark` in the platform's data folder for
/// users. An empty one counts as not given, as an empty `PLANMARK_HOME` should.
///
/// # Errors
///
/// `home-unknown` when none is given and the user has no home folder.
pub(crate) fn choose(given: Option<PathBuf>) -> Result<PathBuf, Report> {
    if let Some(home) = given.filter(|home| !home.as_os_str().is_empty()) {
        return Ok(home);
    }
    choose_native_strategy().map(|folders| folders.data_dir().join("planmark")).map_err(|_| {
        Report::new(
            Code::HomeUnknown,
            "the user's home folder is not known, so neither is the place of the plans",
            "Name a folder with --home DIR or PLANMARK_HOME.",
        )
    })
}

/// The person at the command line (D12): the name given, or the one the environment knows.
pub(crate) fn person(given: Option<&str>) -> Author {
    let name = match given {
        Some(name) => name.to_owned(),
        None => ["USER", "LOGNAME", "USERNAME"]
            .into_iter()
            .filter_map(|variable| std::env::var(variable).ok())
            .find(|name| is_a_name(name))
            .unwrap_or_else(|| "person".to_owned()),
    };
    Author { kind: AuthorKind::Person, name }
}

fn is_a_name(name: &str) -> bool {
    let chars = name.chars().count();
    (1..=NAME_MAX_CHARS).contains(&chars) && !name.chars().any(char::is_control)
}
