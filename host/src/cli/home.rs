//! Where the plans are, and who works on them.

use std::path::PathBuf;

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use planmark_core::author::{Author, AuthorKind, NAME_MAX_CHARS};

use crate::cli::report::{Code, Report};

/// The folder that holds the plans: the one given, that of `PLANMARK_HOME`, or `planmark` in the
/// platform's data folder for users. An empty one counts as none.
///
/// # Errors
///
/// `home-unknown` when none is given and the user has no home folder.
pub(crate) fn choose(given: Option<PathBuf>) -> Result<PathBuf, Report> {
    let from_environment = std::env::var_os("PLANMARK_HOME").map(PathBuf::from);
    let named = given.into_iter().chain(from_environment).find(|home| !home.as_os_str().is_empty());
    if let Some(home) = named {
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

/// The person at the command line (D12): the name given, that of `PLANMARK_AUTHOR`, or the one that
/// the system knows. What was chosen is never replaced by another: the engine refuses a bad name.
pub(crate) fn person(given: Option<&str>) -> Author {
    let chosen = || std::env::var("PLANMARK_AUTHOR").ok().filter(|name| !name.is_empty());
    let name = given.map(str::to_owned).or_else(chosen).unwrap_or_else(user_name);
    Author { kind: AuthorKind::Person, name }
}

fn user_name() -> String {
    ["USER", "LOGNAME", "USERNAME"]
        .into_iter()
        .filter_map(|variable| std::env::var(variable).ok())
        .find(|name| is_a_name(name))
        .unwrap_or_else(|| "person".to_owned())
}

fn is_a_name(name: &str) -> bool {
    let chars = name.chars().count();
    (1..=NAME_MAX_CHARS).contains(&chars) && !name.chars().any(char::is_control)
}
