//! One change of one file: what it was, what it will be, and how that is told.

use std::collections::BTreeSet;
use std::path::Path;

use crate::cli::changes::Changes;
use crate::cli::init::change::{Action, Change, Wanted};
use crate::cli::init::config::{self, Config};
use crate::cli::init::format::Format;
use crate::cli::init::hooks::{Form, Hooks};
use crate::cli::init::{lists, mask, plugin};
use crate::cli::replace::Readers;
use crate::cli::report::{Code, Report, shown};
use crate::cli::visible::visible_line;

/// A change of a file.
pub(crate) struct Step {
    config: Config,
    /// What is done.
    pub(crate) action: Action,
    /// What the file will hold; none when it goes.
    text: Option<String>,
    /// The difference, in which the strings of others are hidden.
    pub(crate) unified: String,
    /// Why it needs force.
    foreign: Option<Foreign>,
    /// The same, for people.
    pub(crate) outcome: String,
}

impl Step {
    /// The change of a client's servers, in the first of its files that fits.
    ///
    /// # Errors
    ///
    /// `config-unreadable`.
    pub(crate) fn of_server(
        wanted: &Wanted<'_>,
        config: Config,
        change: Change,
        pretty: bool,
    ) -> Result<Self, Report> {
        let unified = server_difference(wanted, config.text()?, &change, pretty);
        let foreign = change.foreign.then(|| Foreign::server(&config.path, &change, wanted));
        let outcome = told(&config.path, change.action, wanted.remove, &format!("{:?}", wanted.name));
        Ok(Self { config, action: change.action, text: Some(change.text), unified, foreign, outcome })
    }

    /// The change of a client's hooks, in a file that `before` may change too.
    ///
    /// # Errors
    ///
    /// `config-unreadable`.
    pub(crate) fn of_hooks(
        hooks: &Hooks,
        before: Option<&Self>,
        remove: bool,
        pretty: bool,
    ) -> Result<Self, Report> {
        let config = Config::read(&hooks.file)?;
        let same = before.filter(|step| step.config.path == hooks.file).and_then(|step| step.text.as_deref());
        let old = same.map_or_else(|| config.text(), Ok)?;
        let (action, text, known, foreign) = match &hooks.form {
            Form::Lists(lists) => {
                let unreadable = |why: String| config::unreadable(&hooks.file, &why);
                let (action, text) = lists::apply(lists, old, remove).map_err(unreadable)?;
                (action, Some(text), Some(lists::known(lists, old)), false)
            }
            Form::Plugin(wanted) => {
                let action = match (old.is_empty(), remove) {
                    (true, true) => Action::Unchanged,
                    (false, true) => Action::Removed,
                    (true, false) => Action::Added,
                    (false, false) if old == wanted => Action::Unchanged,
                    (false, false) => Action::Updated,
                };
                let foreign = action != Action::Unchanged && !old.is_empty() && !plugin::is_ours(old);
                (action, (!remove).then(|| wanted.clone()), None, foreign)
            }
        };
        let new = text.as_deref().unwrap_or_default();
        let unified = match known {
            _ if action == Action::Unchanged => String::new(),
            Some(known) => difference(old, new, Format::Json, &known, pretty),
            None => Changes::between(old, new).unified(pretty),
        };
        let foreign = foreign.then(|| Foreign::plugin(&hooks.file));
        let outcome = told(&hooks.file, action, remove, "the hooks");
        Ok(Self { config, action, text, unified, foreign, outcome })
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.config.path
    }

    /// The refusal of what needs force.
    pub(crate) fn foreign(&self) -> Option<Report> {
        let Foreign { message, next } = self.foreign.as_ref()?;
        Some(Report::new(Code::ConfigForeign, message.clone(), *next))
    }

    /// Whether something is to be done.
    pub(crate) fn changes(&self) -> bool {
        self.action != Action::Unchanged
    }

    /// The difference with the names of the file.
    pub(crate) fn shown(&self) -> String {
        let path = visible_line(&self.path().display().to_string());
        format!("--- {path}\n+++ {path}\n{}", self.unified)
    }

    /// Does it.
    ///
    /// # Errors
    ///
    /// `config-changed`, `output-failed`.
    pub(crate) fn write(&self, readers: Readers) -> Result<(), Report> {
        match &self.text {
            Some(text) => self.config.write(text, readers),
            None => self.config.delete(),
        }
    }
}

fn server_difference(wanted: &Wanted<'_>, old: &str, change: &Change, pretty: bool) -> String {
    let entry = wanted.entry.fields().flat_map(|(_, field)| field.texts());
    let before = change.before.iter().flatten().take(2);
    let known = entry.chain(before).flat_map(|text| [text.clone(), escaped(text)]).collect();
    difference(old, &change.text, wanted.client.format(), &known, pretty)
}

/// The difference, in which the strings of others are hidden.
fn difference(old: &str, new: &str, format: Format, known: &BTreeSet<String>, pretty: bool) -> String {
    let (old, new) = (mask::masked(old, format, known), mask::masked(new, format, known));
    Changes::between(&old, &new).unified(pretty)
}

/// A text as it stands between the quotes of a JSON string.
fn escaped(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap_or_default();
    quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default().to_owned()
}

fn told(path: &Path, action: Action, remove: bool, what: &str) -> String {
    let path = visible_line(&shown(path));
    match action {
        Action::Added => format!("added {what} to {path}\n"),
        Action::Updated => format!("updated {what} in {path}\n"),
        Action::Removed => format!("removed {what} from {path}\n"),
        Action::Unchanged if remove => format!("nothing to do: {path} does not have {what}\n"),
        Action::Unchanged => format!("nothing to do: {path} has {what}\n"),
    }
}

/// Why something needs force.
struct Foreign {
    message: String,
    next: &'static str,
}

impl Foreign {
    fn server(path: &Path, change: &Change, wanted: &Wanted<'_>) -> Self {
        let program = change.before.iter().flatten().next();
        let runs = program.map_or("is no program".to_owned(), |command| format!("runs {command:?}"));
        Self {
            message: format!("{:?} in {} {runs}, not `planmark mcp`", wanted.name, shown(path)),
            next: "Choose another name with --name, or change the entry all the same with --force.",
        }
    }

    fn plugin(path: &Path) -> Self {
        Self {
            message: format!("{} was not written by `planmark init`", shown(path)),
            next: "Move the file away, or change it all the same with --force.",
        }
    }
}
