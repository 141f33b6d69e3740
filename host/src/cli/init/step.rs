//! One change of one file: what it was, what it will be, and how that is told.

use std::collections::BTreeSet;
use std::path::Path;

use crate::cli::changes::Changes;
use crate::cli::init::change::{Action, Change, Wanted};
use crate::cli::init::config::{self, Config};
use crate::cli::init::format::Format;
use crate::cli::init::hooks::{Form, Hooks};
use crate::cli::init::writing::Write;
use crate::cli::init::{lists, mask, plugin};
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
    /// What somebody should know beside it.
    pub(crate) remark: Option<String>,
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
        let (action, text) = (change.action, Some(change.text));
        Ok(Self { config, action, text, unified, foreign, outcome, remark: None })
    }

    /// The change of a client's hooks, in a file that `before` may change too.
    ///
    /// # Errors
    ///
    /// `config-unreadable`.
    pub(crate) fn of_hooks(
        hooks: &Hooks,
        config: Config,
        before: Option<&Self>,
        remove: bool,
        pretty: bool,
    ) -> Result<Self, Report> {
        let same = before.filter(|step| step.target() == config.target).and_then(|step| step.text.as_deref());
        let old = same.map_or_else(|| config.text(), Ok)?;
        let others = match &hooks.form {
            Form::Lists(lists) => lists::others(lists, old),
            Form::Plugin(_) => BTreeSet::new(),
        };
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
        let remark = (!others.is_empty()).then(|| left_alone(&hooks.file, &others));
        Ok(Self { config, action, text, unified, foreign, outcome, remark })
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

    /// Whether something of ours is put in.
    pub(crate) fn puts_in(&self) -> bool {
        matches!(self.action, Action::Added | Action::Updated)
    }

    /// The difference with the names of the file, and of the one behind it where that is a link.
    pub(crate) fn shown(&self) -> String {
        let mut path = visible_line(&self.path().display().to_string());
        if let Some(target) = self.linked() {
            path.push_str(&format!(" -> {}", visible_line(&target.display().to_string())));
        }
        format!("--- {path}\n+++ {path}\n{}", self.unified)
    }

    /// The file that changes.
    pub(crate) fn target(&self) -> &Path {
        &self.config.target
    }

    /// The file that changes, where a link leads to it.
    pub(crate) fn linked(&self) -> Option<&Path> {
        Some(self.target()).filter(|target| *target != self.path())
    }

    /// What is to be written.
    pub(crate) fn write(&self) -> Write<'_> {
        Write { config: &self.config, text: self.text.as_deref() }
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

fn left_alone(path: &Path, events: &BTreeSet<String>) -> String {
    let events = events.iter().map(|event| visible_line(event)).collect::<Vec<_>>().join(", ");
    format!(
        "{} also has a command that runs `planmark hook` and is not of `planmark init`, for {events}. It is left alone.\n",
        visible_line(&shown(path))
    )
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
