//! `planmark tasks`.

use std::thread;
use std::time::Duration;

use planmark_core::tracker::answer::{Queue, Standing, TaskLine};
use planmark_core::tracker::outline::{Scenario, Task};
use planmark_core::tracker::reply::TaskList;

use super::foreign::Foreign;
use super::{reader, refused, remark_on};
use crate::Planmark;
use crate::cli::arguments::tracker::Tasks;
use crate::cli::exit::Exit;
use crate::cli::figures::{ago, now_ms};
use crate::cli::report::Report;
use crate::cli::screen::Screen;
use crate::cli::session::Session;
use crate::cli::style::{DIM, GOOD, HEADING, LABEL, OPEN, WARNING};
use crate::cli::visible::{shown_title, visible_line};

/// How often a watched session is looked at.
const WATCH_EVERY: Duration = Duration::from_millis(500);

/// Cells of the progress bar.
const BAR_CELLS: u64 = 24;

/// Clears the terminal and goes to its first line.
const CLEAR: &str = "\u{1b}[2J\u{1b}[H";

/// Prints the tasks of a plan.
///
/// # Errors
///
/// What the facade or the output answers. With `--strict`, a note ends the program with
/// [`Exit::Problem`].
pub(crate) fn run(session: &Session, arguments: &Tasks) -> Result<Exit, Report> {
    let source = Source::open(session, arguments)?;
    let screen = session.screen;
    if arguments.watch {
        return watch(screen, &source);
    }
    let list = source.read()?;
    print(screen, &list)?;
    remark_on(screen, "warning", &list.notes);
    let strict = arguments.strict && !list.notes.is_empty();
    Ok(if strict { Exit::Problem } else { Exit::Done })
}

/// Where the tasks are read, as often as it takes.
enum Source<'a> {
    Home { planmark: Planmark, session: String, plan: Option<&'a str> },
    Pi { planmark: Planmark, file: &'a std::path::Path, plan: Option<&'a str> },
}

impl<'a> Source<'a> {
    fn open(session: &Session, arguments: &'a Tasks) -> Result<Self, Report> {
        let plan = arguments.plan.as_deref();
        if let Some(file) = &arguments.on.pi {
            return Ok(Self::Pi { planmark: Foreign::engine()?, file, plan });
        }
        let (planmark, session) = reader(session, &arguments.on)?;
        Ok(Self::Home { planmark, session, plan })
    }

    fn read(&self) -> Result<TaskList, Report> {
        match self {
            Self::Home { planmark, session, plan } => {
                planmark.tracker().tasks(session, *plan).map_err(|error| refused(&error))
            }
            Self::Pi { planmark, file, plan } => Foreign::read(planmark, file)?.tasks(*plan),
        }
    }
}

/// Prints the tasks again whenever they change, until somebody interrupts.
fn watch(screen: Screen, source: &Source<'_>) -> Result<Exit, Report> {
    let mut shown = None;
    loop {
        let list = source.read()?;
        if shown.as_ref() != Some(&list) {
            if screen.pretty() && !screen.json() {
                screen.print(CLEAR)?;
            }
            print(screen, &list)?;
            remark_on(screen, "warning", &list.notes);
            shown = Some(list);
        }
        thread::sleep(WATCH_EVERY);
    }
}

fn print(screen: Screen, list: &TaskList) -> Result<(), Report> {
    if screen.json() {
        return screen.print_json(list);
    }
    let Some(queue) = &list.queue else {
        return screen.print("no plan is active\n");
    };
    screen.print(&if screen.pretty() { page(list, queue) } else { lines(queue) })
}

/// One line a task: its state, its id, its title.
fn lines(queue: &Queue) -> String {
    let states = states(&queue.tasks);
    let line = |(task, state): (&TaskLine, State)| {
        format!("{}\t{}\t{}\n", state.word(), task.id, shown_title(&task.title))
    };
    queue.tasks.iter().zip(states).map(line).collect()
}

/// What a person sees: progress, each task with its state, the next one with its details.
fn page(list: &TaskList, queue: &Queue) -> String {
    let mut text = format!(
        "{HEADING}plan {}{HEADING:#}  {}\n{DIM}saved {}{}{DIM:#}\n\n",
        queue.plan,
        progress(list.done.into(), queue.tasks.len() as u64, list.standing),
        ago(now_ms(), queue.saved_at_ms),
        queue.path.as_deref().map(|path| format!(", {}", visible_line(path))).unwrap_or_default(),
    );
    let width = queue.tasks.len().to_string().len();
    for (task, state) in queue.tasks.iter().zip(states(&queue.tasks)) {
        let title = shown_title(&task.title);
        text.push_str(&match state {
            State::Done => format!("{GOOD}✓{GOOD:#} {DIM}{:>width$}  {title}{DIM:#}\n", task.number),
            State::Next => {
                format!(
                    "{OPEN}→{OPEN:#} {:>width$}  {LABEL}{title}{LABEL:#}  {DIM}{}{DIM:#}\n",
                    task.number, task.id
                )
            }
            State::Skipped => {
                format!("{WARNING}!{WARNING:#} {:>width$}  {title}  {DIM}skipped{DIM:#}\n", task.number)
            }
            State::Open => format!("{DIM}·{DIM:#} {:>width$}  {title}\n", task.number),
        });
        if let (State::Next, Some(detail)) = (state, &list.detail) {
            text.push_str(&details(detail, width + 4));
        }
    }
    text
}

/// The bar, the count, and in words what it means.
fn progress(done: u64, total: u64, standing: Standing) -> String {
    if standing == Standing::NoTasks {
        return format!("{WARNING}no tasks{WARNING:#}");
    }
    let filled = (done * BAR_CELLS).checked_div(total).unwrap_or_default();
    let bar: String = (0..BAR_CELLS).map(|cell| if cell < filled { '█' } else { '░' }).collect();
    let words = if standing == Standing::Done { format!("  {GOOD}all done{GOOD:#}") } else { String::new() };
    format!("{GOOD}{bar}{GOOD:#} {done}/{total}{words}")
}

/// What the body says of the next task.
fn details(task: &Task, indent: usize) -> String {
    let mut text = String::new();
    let mut line = |label: &str, value: &str| {
        text.push_str(&format!("{:indent$}{DIM}{label}{DIM:#} {}\n", "", visible_line(value)));
    };
    for Scenario { given, when, then } in &task.scenarios {
        for (label, part) in [("given", given), ("when", when), ("then", then)] {
            if let Some(part) = part {
                line(label, part);
            }
        }
    }
    for (label, parts) in [("nfrs", &task.nfrs), ("gate", &task.gates), ("checkpoint", &task.checkpoints)] {
        parts.iter().for_each(|part| line(label, part));
    }
    text
}

/// The state of a task as people see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Done,
    /// The first one that is open.
    Next,
    /// Open, and a later one is done.
    Skipped,
    Open,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Next => "next",
            Self::Skipped => "skipped",
            Self::Open => "open",
        }
    }
}

fn states(tasks: &[TaskLine]) -> Vec<State> {
    let next = tasks.iter().position(|task| !task.done);
    let last_done = tasks.iter().rposition(|task| task.done);
    let state = |(place, task): (usize, &TaskLine)| {
        if task.done {
            State::Done
        } else if Some(place) == next {
            State::Next
        } else if Some(place) < last_done {
            State::Skipped
        } else {
            State::Open
        }
    };
    tasks.iter().enumerate().map(state).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tasks(done: &[bool]) -> Vec<TaskLine> {
        let task = |(number, done): (u32, &bool)| TaskLine {
            number,
            id: format!("task-{number}"),
            title: format!("T{number}"),
            done: *done,
        };
        (1..).zip(done).map(task).collect()
    }

    #[test]
    fn a_task_that_later_ones_have_overtaken_is_skipped() {
        use State::{Done, Next, Open, Skipped};
        assert_eq!(states(&tasks(&[true, false, false, true, false])), [Done, Next, Skipped, Done, Open]);
        assert_eq!(states(&tasks(&[false, false])), [Next, Open]);
        assert_eq!(states(&tasks(&[true, true])), [Done, Done]);
        assert!(states(&[]).is_empty());
    }

    #[test]
    fn only_a_plan_whose_tasks_are_all_done_says_so() {
        assert!(progress(2, 2, Standing::Done).contains("all done"));
        assert!(progress(1, 2, Standing::Open).contains("1/2"));
        assert!(progress(0, 0, Standing::NoTasks).contains("no tasks"));
    }
}
