//! `planmark init`: tells a client to start `planmark mcp`, and to run `planmark hook`.
//!
//! It changes one entry of one file of the client's, and its own hooks in that or another one, and
//! shows the changes before.

use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::replace::Readers;
use crate::cli::report::{Code, Report, shown};
use crate::cli::session::Session;
use crate::cli::visible::visible_line;

pub(crate) mod arguments;
mod change;
mod clients;
mod config;
mod entry;
mod format;
mod hooks;
mod json;
mod line;
mod lists;
mod mask;
mod plugin;
mod step;
mod toml;
mod writing;

use arguments::{Init, Part, Scope};
use change::{Action, Change, Wanted};
use clients::Folders;
use config::Config;
use entry::{Entry, SERVE};
use hooks::{Form, Hooks};
use line::Command;
use step::Step;

const PROGRAM: &str = "planmark";

/// The options of the server that its hooks have to be told too, or they would mean other tools or
/// another session.
const SHARED: [&str; 3] = ["--session", "--names", "--tool-suffix"];

/// What was done, as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    client: String,
    scope: &'static str,
    #[serde(flatten)]
    server: Option<Server<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hooks: Option<Done<'a>>,
}

/// What was done about the server.
#[derive(Serialize)]
struct Server<'a> {
    name: &'a str,
    #[serde(flatten)]
    done: Done<'a>,
}

/// What was done to a file.
#[derive(Serialize)]
struct Done<'a> {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    action: Action,
    #[serde(skip_serializing_if = "str::is_empty")]
    unified: &'a str,
}

/// Puts the server and the hooks of this program into a client's configuration, or takes them out.
///
/// # Errors
///
/// `config-unreadable`, `config-foreign`, `config-changed`, `not-confirmed`, `output-failed`.
pub(crate) fn run(session: &Session, arguments: &Init) -> Result<(), Report> {
    let Init { client, name, remove, only, .. } = arguments;
    let scope = arguments.scope.unwrap_or(client.default_scope());
    let program = program(arguments)?;
    let entry = entry(session, arguments, scope, &program)?;
    let wanted = Wanted { client: *client, name, entry: &entry, remove: *remove };
    let command = Command { program, options: options(session, arguments)? };
    let folders = folders()?;
    let hooks = match only {
        Some(Part::Server) => None,
        _ => client.hooks(scope, &folders, &command),
    };
    if *only == Some(Part::Hooks) && hooks.is_none() {
        return Err(usage(format!("{} is not known to have hooks", client.id())));
    }
    let screen = session.screen;
    if arguments.print {
        return screen.print(&printed(&wanted, *only, &client.files(scope, &folders), hooks.as_ref())?);
    }
    let pretty = screen.pretty() && !screen.json();
    let inside = folders.of(scope);
    let server = match only {
        Some(Part::Hooks) => None,
        _ => {
            let (config, change) = choose(&wanted, &client.files(scope, &folders), inside)?;
            Some(Step::of_server(&wanted, config, change, pretty)?)
        }
    };
    let of_hooks = |hooks: Hooks| {
        let config = Config::read(&hooks.file, inside)?;
        Step::of_hooks(&hooks, config, server.as_ref(), *remove, pretty)
    };
    let hooks = hooks.map(of_hooks).transpose()?;
    let steps: Vec<_> = server.iter().chain(&hooks).collect();
    // What a user's configuration holds of secrets is for the user; a project's is for its members.
    let readers = if scope == Scope::User { Readers::Owner } else { Readers::All };
    let changed = carry_out(session, arguments, &readers, &steps)?;
    let told = if screen.json() {
        let scope = if scope == Scope::User { "user" } else { "project" };
        let server = server.as_ref().map(|step| Server { name, done: done(step) });
        let hooks = hooks.as_ref().map(done);
        screen.print_json(&Answer { client: client.id(), scope, server, hooks })
    } else {
        screen.print(&steps.iter().map(|step| step.outcome.as_str()).collect::<String>())
    };
    told.map_err(|report| report.after_call_if(changed))?;
    if server.as_ref().is_some_and(Step::puts_in) {
        screen.remark(&format!("{}\n", client.check()));
        remark_on_path(session, &entry, scope);
    }
    if hooks.as_ref().is_some_and(Step::puts_in) {
        screen.remark(&format!("{}\n", client.check_hooks()));
    }
    steps.iter().filter_map(|step| step.remark.as_deref()).for_each(|remark| screen.remark(remark));
    Ok(())
}

fn done(step: &Step) -> Done<'_> {
    let text = |path: &Path| path.display().to_string();
    Done {
        file: text(step.path()),
        target: step.linked().map(text),
        action: step.action,
        unified: &step.unified,
    }
}

/// Shows the changes, asks, and makes them; says whether there were any. Two changes of one file are
/// written at once.
fn carry_out(
    session: &Session,
    arguments: &Init,
    readers: &Readers,
    steps: &[&Step],
) -> Result<bool, Report> {
    let changes: Vec<_> = steps.iter().filter(|step| step.changes()).collect();
    for step in &changes {
        if !session.screen.json() {
            session.screen.print(&step.shown())?;
        }
    }
    for step in steps {
        if let (Some(foreign), false) = (step.foreign(), arguments.force) {
            return Err(foreign);
        }
    }
    if changes.is_empty() {
        return Ok(false);
    }
    confirm(session, arguments, changes.len())?;
    let is_last = |(index, step): &(usize, &&&Step)| {
        changes.get(index + 1).is_none_or(|next| next.target() != step.target())
    };
    let last = changes.iter().enumerate().filter(is_last);
    writing::write(&last.map(|(_, step)| step.write()).collect::<Vec<_>>(), readers)?;
    Ok(true)
}

/// What would stand in the files, if nothing else did. Where there are two, each with its name.
fn printed(
    wanted: &Wanted<'_>,
    only: Option<Part>,
    files: &[PathBuf],
    hooks: Option<&Hooks>,
) -> Result<String, Report> {
    let failed = |why| Report::new(Code::ConfigUnreadable, why, "Report it.");
    let mut parts = Vec::new();
    if only != Some(Part::Hooks) {
        parts.push((files.first().cloned().unwrap_or_default(), wanted.fragment().map_err(failed)?));
    }
    if let Some(Hooks { file, form }) = hooks {
        let text = match form {
            Form::Lists(lists) => lists::apply(lists, "", false).map_err(failed)?.1,
            Form::Plugin(text) => text.clone(),
        };
        parts.push((file.clone(), text));
    }
    match parts.as_slice() {
        [(_, text)] => Ok(text.clone()),
        parts => {
            Ok(parts.iter().map(|(file, text)| format!("# {}\n{text}", visible_line(&shown(file)))).collect())
        }
    }
}

/// The first file that holds an entry of the name, else the first that exists, else the first.
fn choose(wanted: &Wanted<'_>, files: &[PathBuf], inside: &Path) -> Result<(Config, Change), Report> {
    let mut best: Option<(Config, Change)> = None;
    for file in files {
        let config = Config::read(file, inside)?;
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

/// The program that the client starts.
fn program(arguments: &Init) -> Result<String, Report> {
    let program = match &arguments.command {
        Some(command) if command.components().count() > 1 => absolute(command)?,
        Some(command) => command.clone(),
        None => own_program()?,
    };
    text(&program)
}

/// The entry that starts this program as a server.
fn entry(session: &Session, arguments: &Init, scope: Scope, program: &str) -> Result<Entry, Report> {
    let mut server = vec![SERVE.to_owned()];
    server.extend(home(session)?);
    server.extend(arguments.server.iter().cloned());
    Ok(arguments.client.entry(scope, program, &server))
}

/// What the hooks are told: the home, and what of the server's arguments concerns them.
fn options(session: &Session, arguments: &Init) -> Result<Vec<String>, Report> {
    let mut options = home(session)?;
    let mut server = arguments.server.iter();
    while let Some(argument) = server.next() {
        let name = argument.split_once('=').map_or(argument.as_str(), |(name, _)| name);
        if SHARED.contains(&name) {
            options.push(argument.clone());
            options.extend((name == argument).then(|| server.next().cloned()).flatten());
        }
    }
    Ok(options)
}

fn home(session: &Session) -> Result<Vec<String>, Report> {
    match session.given_home() {
        Some(home) => Ok(vec!["--home".to_owned(), text(&absolute(home)?)?]),
        None => Ok(Vec::new()),
    }
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

/// Asks on a terminal; elsewhere `--yes` is the answer.
fn confirm(session: &Session, arguments: &Init, changes: usize) -> Result<(), Report> {
    if arguments.yes {
        return Ok(());
    }
    let asked = !session.screen.json() && io::stdin().is_terminal() && io::stderr().is_terminal();
    let mut answer = String::new();
    if asked {
        let what = if changes == 1 { "change this file?" } else { "make these changes?" };
        session.screen.remark(&format!("{what} [y/N] "));
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
