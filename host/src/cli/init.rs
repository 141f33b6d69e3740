//! `planmark init`: tells a client to start `planmark mcp`.
//!
//! It changes one entry of one file of the client's, and shows the change before.

use std::collections::BTreeSet;
use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::changes::Changes;
use crate::cli::report::{Code, Report, shown};
use crate::cli::session::Session;
use crate::cli::visible::visible_line;

pub(crate) mod arguments;
mod change;
mod clients;
mod config;
mod entry;
mod format;
mod json;
mod mask;
mod toml;

use arguments::{Init, Scope};
use change::{Action, Change, Wanted};
use clients::Folders;
use config::Config;
use entry::{Entry, SERVE};

const PROGRAM: &str = "planmark";

/// What was done, as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    client: String,
    scope: &'static str,
    file: String,
    name: &'a str,
    action: Action,
    #[serde(skip_serializing_if = "String::is_empty")]
    unified: String,
}

/// Puts the entry of this program into a client's configuration, or takes it out.
///
/// # Errors
///
/// `config-unreadable`, `config-foreign`, `config-changed`, `not-confirmed`, `output-failed`.
pub(crate) fn run(session: &Session, arguments: &Init) -> Result<(), Report> {
    let scope = arguments.scope.unwrap_or(arguments.client.default_scope());
    let entry = entry(session, arguments, scope)?;
    let Init { client, name, remove, force, .. } = arguments;
    let wanted = Wanted { client: *client, name, entry: &entry, remove: *remove, force: *force };
    let screen = session.screen;
    if arguments.print {
        let fragment =
            wanted.fragment().map_err(|why| Report::new(Code::ConfigUnreadable, why, "Report it."));
        return screen.print(&fragment?);
    }
    let (config, change) = choose(&wanted, &client.files(scope, &folders()?))?;
    let unified = unified(&wanted, config.text()?, &change, screen.pretty() && !screen.json());
    if change.action != Action::Unchanged {
        if !screen.json() {
            screen.print(&header(&config.path, &unified))?;
        }
        refuse_foreign(&config.path, &change, &wanted)?;
        confirm(session, arguments)?;
        config.write(&change.text)?;
    }
    if screen.json() {
        let scope = if scope == Scope::User { "user" } else { "project" };
        let (client, file) = (client.id(), config.path.display().to_string());
        return screen.print_json(&Answer { client, scope, file, name, action: change.action, unified });
    }
    screen.print(&outcome(&config.path, name, change.action, *remove))?;
    if change.action == Action::Added || change.action == Action::Updated {
        screen.remark(&format!("{}\n", client.check()));
        remark_on_path(session, &entry, scope);
    }
    Ok(())
}

/// The first file that holds an entry of the name, else the first that exists, else the first.
fn choose(wanted: &Wanted<'_>, files: &[PathBuf]) -> Result<(Config, Change), Report> {
    let mut best: Option<(Config, Change)> = None;
    for file in files {
        let config = Config::read(file)?;
        let there = !config.text()?.is_empty();
        let change = wanted.apply(config.text()?).map_err(|why| config::unreadable(file, &why))?;
        if change.before.is_some() {
            return Ok((config, change));
        }
        if best.as_ref().is_none_or(|(best, _)| there && best.text().is_ok_and(str::is_empty)) {
            best = Some((config, change));
        }
    }
    best.ok_or_else(|| config::unreadable(Path::new(""), "the client has no configuration"))
}

/// The entry that starts this program as a server.
fn entry(session: &Session, arguments: &Init, scope: Scope) -> Result<Entry, Report> {
    let command = match &arguments.command {
        Some(command) if command.components().count() > 1 => absolute(command)?,
        Some(command) => command.clone(),
        None => own_program()?,
    };
    let mut server = vec![SERVE.to_owned()];
    if let Some(home) = session.given_home() {
        server.extend(["--home".to_owned(), text(&absolute(home)?)?]);
    }
    server.extend(arguments.server.iter().cloned());
    Ok(arguments.client.entry(scope, &text(&command)?, &server))
}

/// The bare name when that starts this program, else its path.
fn own_program() -> Result<PathBuf, Report> {
    let own = std::env::current_exe().and_then(|own| own.canonicalize());
    let own = own.map_err(|_| usage("the path of this program is not known; name it with --command"))?;
    let file = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let first = std::env::split_paths(&path).map(|folder| folder.join(&file)).find(|found| found.is_file());
    let same = first.and_then(|found| found.canonicalize().ok()).is_some_and(|found| found == own);
    Ok(if same { PathBuf::from(PROGRAM) } else { own })
}

fn absolute(path: &Path) -> Result<PathBuf, Report> {
    std::path::absolute(path).map_err(|_| usage("the working folder is not known; give a whole path"))
}

fn text(path: &Path) -> Result<String, Report> {
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| usage(format!("{} is not UTF-8, so no configuration can hold it", shown(path))))
}

fn usage(message: impl Into<String>) -> Report {
    Report::new(Code::Usage, message, "Correct the command line; `planmark init --help` says what there is.")
}

fn folders() -> Result<Folders, Report> {
    let unknown = |what| Report::new(Code::ConfigUnreadable, what, "Set HOME, or run the command elsewhere.");
    Ok(Folders {
        project: std::env::current_dir().map_err(|_| unknown("the working folder is not known"))?,
        user: etcetera::home_dir().map_err(|_| unknown("the user's home folder is not known"))?,
        variable: |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from),
    })
}

/// The difference, in which the strings of other entries are hidden.
fn unified(wanted: &Wanted<'_>, old: &str, change: &Change, pretty: bool) -> String {
    let format = wanted.client.format();
    let entry = wanted.entry.fields().flat_map(|(_, field)| field.texts());
    let before = change.before.iter().flatten().take(2);
    let known: BTreeSet<_> = entry.chain(before).flat_map(|text| [text.clone(), escaped(text)]).collect();
    let (old, new) = (mask::masked(old, format, &known), mask::masked(&change.text, format, &known));
    Changes::between(&old, &new).unified(pretty)
}

/// A text as it stands between the quotes of a JSON string.
fn escaped(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap_or_default();
    quoted.trim_matches('"').to_owned()
}

fn header(path: &Path, unified: &str) -> String {
    let path = visible_line(&path.display().to_string());
    format!("--- {path}\n+++ {path}\n{unified}")
}

fn outcome(path: &Path, name: &str, action: Action, remove: bool) -> String {
    let path = visible_line(&shown(path));
    match action {
        Action::Added => format!("added {name:?} to {path}\n"),
        Action::Updated => format!("updated {name:?} in {path}\n"),
        Action::Removed => format!("removed {name:?} from {path}\n"),
        Action::Unchanged if remove => format!("nothing to do: {path} has no {name:?}\n"),
        Action::Unchanged => format!("nothing to do: {path} has {name:?}\n"),
    }
}

fn refuse_foreign(path: &Path, change: &Change, wanted: &Wanted<'_>) -> Result<(), Report> {
    if !change.foreign || wanted.force {
        return Ok(());
    }
    let runs = change
        .before
        .iter()
        .flatten()
        .next()
        .map_or("is no program".to_owned(), |command| format!("runs {command:?}"));
    Err(Report::new(
        Code::ConfigForeign,
        format!("{:?} in {} {runs}, not `planmark mcp`", wanted.name, shown(path)),
        "Choose another name with --name, or change the entry all the same with --force.",
    ))
}

/// Asks on a terminal; elsewhere `--yes` is the answer.
fn confirm(session: &Session, arguments: &Init) -> Result<(), Report> {
    if arguments.yes {
        return Ok(());
    }
    let asked = !session.screen.json() && io::stdin().is_terminal() && io::stderr().is_terminal();
    let mut answer = String::new();
    if asked {
        session.screen.remark("change this file? [y/N] ");
        // An answer that can't be read is no yes.
        let _ = io::stdin().lock().read_line(&mut answer);
    }
    if matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes") {
        return Ok(());
    }
    let why = if asked { "the change was not confirmed" } else { "the change needs to be confirmed" };
    Err(Report::new(Code::NotConfirmed, why, "Run the same command with --yes to change the file."))
}

fn remark_on_path(session: &Session, entry: &Entry, scope: Scope) {
    let command = entry.program.first().and_then(|(_, field)| field.texts().first());
    if scope == Scope::Project && command.is_some_and(|command| Path::new(command).is_absolute()) {
        session.screen.remark(
            "The entry names the program by its path on this machine; with planmark on PATH it would serve every member of the project.\n",
        );
    }
}
