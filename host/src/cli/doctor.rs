//! `planmark doctor`: what is installed, what is wrong, and how to mend it.
//!
//! It looks and changes nothing, and it works on a home that can't be opened.

use std::io::{self, Write};
use std::path::Path;

use planmark_core::failure::FailureCode;
use serde::Serialize;

use crate::Planmark;
use crate::cli::exit::Exit;
use crate::cli::figures::{counted, grouped};
use crate::cli::plan::{self, PAGE_ENTRIES, all_plans};
use crate::cli::report::{Report, reason, shown};
use crate::cli::screen::Screen;
use crate::cli::session::{Reader, Session};
use crate::cli::style::{DIM, GOOD, LABEL, WARNING};
use crate::cli::tracker::sessions::{self, Listing};
use crate::cli::version;
use crate::cli::visible::visible_line;
use crate::error::Error;
use crate::store::memory::MemoryStore;
use crate::store::sqlite::{Examination, examine};

/// How much is written to see whether there is room.
const PROBE_BYTES: usize = 65_536;
/// Most of what is wrong that is named.
const NAMED_MAX: usize = 20;
/// What to do where a text or a history can't be read.
const EARLIER_TEXTS: &str = "Make a copy of the home. `planmark plan log --task ID --all` lists earlier texts, `planmark plan show --revision N` prints those that can be read.";

/// What was looked at, and what was found.
#[derive(Serialize)]
struct Check {
    name: &'static str,
    healthy: bool,
    found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

impl Check {
    fn good(name: &'static str, found: impl Into<String>) -> Self {
        Self { name, healthy: true, found: found.into(), next: None }
    }

    fn wrong(name: &'static str, found: impl Into<String>, next: impl Into<String>) -> Self {
        Self { name, healthy: false, found: found.into(), next: Some(next.into()) }
    }

    fn failed(name: &'static str, error: &Error) -> Self {
        Self::wrong(name, error.message(), error.next())
    }
}

/// Everything that doctor says.
#[derive(Serialize)]
struct Diagnosis {
    healthy: bool,
    version: &'static str,
    component: String,
    sqlite: String,
    home: String,
    checks: Vec<Check>,
}

/// Examines the program and its home.
///
/// # Errors
///
/// `home-unknown`, and `output-failed`. What is wrong with a home is a finding, not a failure.
pub(crate) fn run(session: &Session) -> Result<Exit, Report> {
    let home = session.home()?;
    let examination = examine(&home);
    let mut checks = vec![check_engine(), check_home(&home)];
    if is_in_use(&home, &examination) {
        checks.push(check_database(&examination));
        if !examination.strange_locks.is_empty() {
            checks.push(check_locks(&examination));
        }
        if examination.problem.is_none() {
            checks.extend(check_plans(session, &examination)?);
            checks.extend(check_sessions(session, &home));
        }
    }
    let diagnosis = Diagnosis {
        healthy: checks.iter().all(|check| check.healthy),
        version: version::PROGRAM,
        component: Planmark::component_digest(),
        sqlite: examination.sqlite_version,
        home: home.display().to_string(),
        checks,
    };
    print(session.screen, &diagnosis)?;
    Ok(if diagnosis.healthy { Exit::Done } else { Exit::Problem })
}

fn check_engine() -> Check {
    let described =
        Planmark::builder().store(MemoryStore::new()).build().and_then(|planmark| planmark.describe());
    match described {
        Ok(engine) => {
            Check::good("engine", format!("version {}, storage format {}", engine.version, engine.format))
        }
        Err(error) => Check::failed("engine", &error),
    }
}

/// Whether plans can be written: into the home, or, before there is one, beside where it will be.
fn check_home(home: &Path) -> Check {
    let next = "Make the folder writable for this user and make room in it, or name another home with --home or PLANMARK_HOME.";
    let exists = home.symlink_metadata().is_ok();
    let folder = home.ancestors().find(|folder| folder.symlink_metadata().is_ok());
    // A relative path of one name has the empty path as its last ancestor: the working folder.
    let folder = folder.unwrap_or(Path::new("."));
    match try_to_write(folder) {
        Ok(()) if exists => Check::good("home", "can be read and written"),
        Ok(()) => Check::good("home", "does not exist yet; the first write makes it"),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            Check::wrong("home", format!("{} is not a folder", shown(folder)), "Name a folder as the home.")
        }
        Err(error) => {
            Check::wrong("home", format!("can't write to {}: {}", shown(folder), reason(&error)), next)
        }
    }
}

fn try_to_write(folder: &Path) -> io::Result<()> {
    if !folder.metadata()?.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    let mut probe = tempfile::NamedTempFile::new_in(folder)?;
    probe.write_all(&[0; PROBE_BYTES])?;
    probe.close()
}

/// Whether anything was ever stored in a home.
fn is_in_use(home: &Path, examination: &Examination) -> bool {
    home.is_dir() && (examination.database_bytes.is_some() || examination.locks.is_some())
}

fn check_database(examination: &Examination) -> Check {
    if examination.database_bytes.is_none() {
        return Check::wrong(
            "database",
            "it is missing, although the home was used",
            "Put a backup of planmark.db into the home. Without one, move the folder locks away to begin with an empty home.",
        );
    }
    if let Some(problem) = &examination.problem {
        let mut found = problem.message();
        for finding in examination.findings.iter().flatten() {
            found.push_str(&format!("; {finding}"));
        }
        return Check::wrong("database", found, problem.next());
    }
    let bytes = |size: u64| counted(size, "byte");
    let mut found = format!(
        "sound, schema {} of {}, {}, log {}",
        examination.schema.unwrap_or_default(),
        examination.known_schema,
        bytes(examination.database_bytes.unwrap_or_default()),
        bytes(examination.log_bytes),
    );
    if !examination.leftovers.is_empty() {
        let count = counted(examination.leftovers.len() as u64, "unfinished file");
        found.push_str(&format!(", {count} of a killed process under plans"));
    }
    match examination.journal_mode.as_deref() {
        Some("wal") => Check::good("database", found),
        mode => Check::wrong(
            "database",
            format!("the journal mode is {} instead of wal", mode.unwrap_or("not known")),
            "Move the home to a local disk: network file systems don't support what the database needs.",
        ),
    }
}

fn check_locks(examination: &Examination) -> Check {
    let strange = &examination.strange_locks;
    let names: Vec<_> = strange.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    let count = match strange.len() {
        1 => "1 entry that is no lock".to_owned(),
        more => format!("{more} entries that are no locks"),
    };
    Check::wrong(
        "locks",
        format!("{count} in the home's folder of locks: {}", named(&names)),
        "Move them away while no program uses the home: a task whose lock one of them replaced can't be written.",
    )
}

/// Whether every plan can be read, and what is told of its past.
fn check_plans(session: &Session, examination: &Examination) -> Result<Vec<Check>, Report> {
    let listed = session.reader().and_then(|reader| Ok((all_plans(&reader)?, reader)));
    let (plan::Listing { plans, unreadable }, reader) = match listed {
        Ok(listed) => listed,
        Err(report) => return Ok(vec![Check::wrong("plans", report.message(), report.next())]),
    };
    let damaged = plans.iter().map(|plan| plan.task.as_str());
    let damaged = damaged.filter(|task| reader.planmark.read(&reader.caller, task).is_err());
    let mut texts: Vec<_> = damaged.chain(unreadable.iter().map(String::as_str)).collect();
    texts.sort_unstable();
    let mut checks = vec![if texts.is_empty() {
        Check::good("plans", format!("{}, all readable", grouped(plans.len() as u64)))
    } else {
        let count = counted(texts.len() as u64, "plan");
        Check::wrong("plans", format!("{count} can't be read: {}", named(&texts)), EARLIER_TEXTS)
    }];
    checks.extend(check_pasts(&reader, examination, &unreadable));
    Ok(checks)
}

/// What is wrong with histories: those of deleted plans too, and those whose head is gone.
fn check_pasts(reader: &Reader, examination: &Examination, unreadable: &[String]) -> Vec<Check> {
    let (mut broken, mut headless) = (Vec::new(), Vec::new());
    for task in examination.tasks.iter().filter(|task| !unreadable.contains(task)) {
        match read_past(reader, task) {
            Ok(()) => (),
            Err(error) if error.code() == FailureCode::PlanNotFound.name() => headless.push(task.as_str()),
            Err(_) => broken.push(task.as_str()),
        }
    }
    let mut checks = Vec::new();
    if !broken.is_empty() {
        let count = counted(broken.len() as u64, "plan");
        let found = format!("the history of {count} can't be read: {}", named(&broken));
        checks.push(Check::wrong("history", found, EARLIER_TEXTS));
    }
    if !headless.is_empty() {
        let count = counted(headless.len() as u64, "task");
        let verb =
            if headless.len() == 1 { "has a plan without its head" } else { "have plans without heads" };
        let next = "Put a backup of the home in its place, or use another task: what is left of these can't be read or written.";
        checks.push(Check::wrong("heads", format!("{count} {verb}: {}", named(&headless)), next));
    }
    checks
}

/// Reads the list of a plan's revisions to its end.
fn read_past(reader: &Reader, task: &str) -> Result<(), Error> {
    let mut before = None;
    loop {
        let page = reader.planmark.revisions(&reader.caller, task, before, PAGE_ENTRIES)?;
        match page.next {
            Some(next) => before = Some(next),
            None => return Ok(()),
        }
    }
}

/// Whether every session can be read to its root, and every body of its plans.
fn check_sessions(session: &Session, home: &Path) -> Vec<Check> {
    let listed = session.reader().and_then(|reader| {
        let listing = sessions::Listing::of(&reader.planmark).map_err(|error| Report::of(&error, ""))?;
        Ok((listing, reader.planmark))
    });
    let (Listing { sessions, mut unreadable }, planmark) = match listed {
        Ok(listed) => listed,
        Err(report) => return vec![Check::wrong("sessions", report.message(), report.next())],
    };
    let (mut plans, mut lost) = (0, Vec::new());
    for described in &sessions {
        let id = &described.session;
        if sessions::branch(&planmark, id, None).is_err() {
            unreadable.push(id.clone());
            continue;
        }
        for line in &described.plans {
            plans += 1;
            if planmark.tracker().view(id, Some(&line.plan)).is_err() {
                lost.push(format!("{} of {id}", line.plan));
            }
        }
    }
    vec![check_logs(sessions.len(), &unreadable), check_bodies(home, plans, &lost)]
}

fn check_logs(readable: usize, unreadable: &[String]) -> Check {
    if unreadable.is_empty() {
        return Check::good("sessions", format!("{}, all readable", grouped(readable as u64)));
    }
    let names: Vec<&str> = unreadable.iter().map(String::as_str).collect();
    let count = counted(unreadable.len() as u64, "session");
    let next = "Make a copy of the home. `planmark session go ENTRY` leaves a branch that can't be read; `planmark session new` begins another session.";
    Check::wrong("sessions", format!("{count} can't be read: {}", named(&names)), next)
}

fn check_bodies(home: &Path, plans: u64, lost: &[String]) -> Check {
    let next = "Put the files back from a backup of the home; what is done of these plans stays recorded.";
    let folder = home.join("plans");
    if folder.symlink_metadata().is_ok_and(|found| !found.is_dir()) {
        let found = format!("{} is no folder, or a link to one", shown(&folder));
        return Check::wrong(
            "bodies",
            found,
            "Put the folder itself there: links in a home are not followed.",
        );
    }
    if lost.is_empty() {
        return Check::good("bodies", format!("{}, all readable", grouped(plans)));
    }
    let names: Vec<&str> = lost.iter().map(String::as_str).collect();
    let count = counted(lost.len() as u64, "saved plan");
    Check::wrong("bodies", format!("the body of {count} can't be read: {}", named(&names)), next)
}

/// Names, and how many more there are.
fn named(names: &[&str]) -> String {
    let shown = names.iter().take(NAMED_MAX).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMED_MAX) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn print(screen: Screen, diagnosis: &Diagnosis) -> Result<(), Report> {
    if screen.json() {
        return screen.print_json(diagnosis);
    }
    let Diagnosis { version, component, sqlite, home, checks, .. } = diagnosis;
    let facts = [
        ("planmark", (*version).to_owned()),
        ("component", format!("sha256 {component}")),
        ("sqlite", sqlite.clone()),
        ("home", visible_line(home)),
    ];
    let mut text = String::new();
    for (name, fact) in facts {
        text.push_str(&styled(screen, &format!("{LABEL}{name:<10}{LABEL:#}{fact}\n")));
    }
    text.push('\n');
    for Check { name, healthy, found, next } in checks {
        let (style, verdict) = if *healthy { (GOOD, "ok") } else { (WARNING, "wrong") };
        let line = format!("{style}{verdict:<10}{style:#}{name}: {}\n", visible_line(found));
        text.push_str(&styled(screen, &line));
        if let Some(next) = next {
            text.push_str(&styled(screen, &format!("{DIM}{:<10}{DIM:#}next: {}\n", "", visible_line(next))));
        }
    }
    screen.print(&text)
}

/// A line with its styles on a terminal, without them in a pipe.
fn styled(screen: Screen, line: &str) -> String {
    if screen.pretty() { line.to_owned() } else { anstream::adapter::strip_str(line).to_string() }
}
