//! Processes that make calls as a test directs: on a stage, stopping at every point, or at work.

use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use planmark::Planmark;
use planmark::store::Store;
use planmark::store::sqlite::SqliteStore;
use planmark_core::tracker::reference::Reference;
use planmark_core::tracker::request::Context;
use serde_json::{Value, json};

use super::{Actor, Director, Fragment, PATIENCE, Report, perform};
use crate::calls::{append, at};
use crate::engine::{EPOCH_MS, TestAccess, TestClock, planmark_over};
use crate::script::{self, Line};
use crate::stepped::Stepped;
use crate::writer::agent;

/// Where a process reports to, and under which number.
type Desk = (usize, Sender<(usize, Report)>);

/// A process that takes orders. Clones are one process; it is killed with the last of them.
#[derive(Clone)]
pub struct Player(Arc<Process>);

struct Process {
    child: Mutex<Child>,
    orders: Mutex<ChildStdin>,
    desk: Arc<Mutex<Option<Desk>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Player {
    /// Starts a process.
    ///
    /// # Panics
    ///
    /// When it can't be started.
    #[must_use]
    pub fn start(mut command: Command) -> Self {
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = spawned.unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let orders = Mutex::new(child.stdin.take().expect("a pipe"));
        let told = BufReader::new(child.stdout.take().expect("a pipe"));
        let desk: Arc<Mutex<Option<Desk>>> = Arc::default();
        let reports = Arc::clone(&desk);
        thread::spawn(move || {
            for line in told.lines().map_while(Result::ok) {
                let report = serde_json::from_str(&line).unwrap_or_else(|_| panic!("no report: {line}"));
                if let Some((number, sender)) = &*lock(&reports) {
                    // Whoever directed is gone when the test has failed already.
                    let _ = sender.send((*number, report));
                }
            }
            // Nobody waits for the report of a process that has ended.
            *lock(&reports) = None;
        });
        Self(Arc::new(Process { child: Mutex::new(child), orders, desk }))
    }

    /// Sends reports there from now on.
    fn report_to(&self, number: usize, reports: Sender<(usize, Report)>) {
        *lock(&self.0.desk) = Some((number, reports));
    }

    fn order(&self, line: &str) {
        writeln!(lock(&self.0.orders), "{line}").expect("the process reads its orders");
    }

    /// Ends it as `kill -9` does: nothing in it gets to run.
    ///
    /// # Panics
    ///
    /// When it had ended by itself.
    pub fn kill(&self) {
        let mut child = lock(&self.0.child);
        assert_eq!(child.try_wait().expect("it can be looked at"), None, "it ended by itself");
        child.kill().expect("it can be killed");
        child.wait().expect("it has ended");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let mut child = lock(&self.child);
        // It may have ended by itself; there is nobody to tell.
        let _ = child.kill();
        let _ = child.wait();
    }
}

struct PlayerActor {
    player: Player,
    line: Line,
}

impl Actor for PlayerActor {
    fn begin(&mut self) {
        self.player.order(&serde_json::to_string(&self.line).expect("plain JSON"));
    }

    fn go(&mut self) {
        self.player.order("");
    }
}

impl Director {
    /// Actors in processes on a stage, one for each call. A process can be directed again when its
    /// call has ended.
    #[must_use]
    pub fn of_players(players: &[Player], lines: &[Line]) -> Self {
        let (report, reports) = mpsc::channel();
        let actors = players.iter().zip(lines).enumerate().map(|(number, (player, line))| {
            player.report_to(number, report.clone());
            Box::new(PlayerActor { player: player.clone(), line: line.clone() }) as Box<dyn Actor>
        });
        Self::new(actors.collect(), lines, reports)
    }
}

/// Actors in processes of their own, on one home.
///
/// # Panics
///
/// When `program` can't be started.
#[must_use]
pub fn in_processes(program: &Path, home: &Path, lines: &[Line]) -> Director {
    let start = |_| {
        let mut command = Command::new(program);
        command.arg("stage").arg(home);
        Player::start(command)
    };
    let players: Vec<Player> = lines.iter().map(start).collect();
    Director::of_players(&players, lines)
}

/// A process at work: it makes the calls that it is given without a stop.
pub struct Worker {
    player: Player,
    reports: Receiver<(usize, Report)>,
}

impl Worker {
    /// Starts a process that plays the part `work`.
    ///
    /// # Panics
    ///
    /// When it can't be started.
    #[must_use]
    pub fn start(command: Command) -> Self {
        let (player, (report, reports)) = (Player::start(command), mpsc::channel());
        player.report_to(0, report);
        Self { player, reports }
    }

    /// Gives it a call to make.
    ///
    /// # Panics
    ///
    /// When it has ended.
    pub fn order(&self, line: &Line) {
        self.player.order(&serde_json::to_string(line).expect("plain JSON"));
    }

    /// Ends it as `kill -9` does.
    ///
    /// # Panics
    ///
    /// When it had ended by itself.
    pub fn kill(&self) {
        self.player.kill();
    }

    /// Its next report.
    ///
    /// # Panics
    ///
    /// When it says nothing for long, or has ended.
    #[must_use]
    pub fn report(&self) -> Report {
        self.reports.recv_timeout(PATIENCE).expect("the process reports").1
    }

    /// Makes a call: the answer, or the failure.
    ///
    /// # Panics
    ///
    /// As [`report`](Self::report).
    #[expect(clippy::missing_errors_doc, reason = "the failure of the call, in its JSON form")]
    pub fn call(&self, line: &Line) -> script::Given {
        self.order(line);
        match self.report() {
            Report::Answer(answer) => Ok(answer),
            Report::Failure(failure) => Err(failure),
            other => panic!("no answer: {other:?}"),
        }
    }
}

/// The part `stage` of a process: makes the calls that come as lines of JSON on standard input, one
/// after the other, reports each point on standard output, and goes on from it at an empty line.
///
/// # Errors
///
/// When the home can't be opened, or a line is not understood.
pub fn act(home: &Path) -> Result<(), Box<dyn Error>> {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(home)?);
    let turnstile = Arc::new(|point| {
        tell(&Report::At(point));
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line).expect("standard input can be read");
    });
    let (clock, access) = (TestClock::at(EPOCH_MS), TestAccess::default());
    let engine = planmark_over(Stepped::new(store, turnstile), &clock, &access);
    let mut line = String::new();
    while std::io::stdin().read_line(&mut line)? > 0 {
        tell(&perform(&engine, &serde_json::from_str(&line)?));
        line.clear();
    }
    Ok(())
}

/// The part `work`: makes the calls that come, without a stop, each waiting so long for a task that
/// somebody else holds. The order `append-many` appends `count` fragments to each of `tasks` by
/// turns, `tick-many` ticks the tasks with these `titles` in a `session`, `save-many` saves `count` plans
/// of one task each in one; they report each change that is stored.
///
/// # Errors
///
/// As [`act`].
pub fn work(home: &Path, wait: Duration) -> Result<(), Box<dyn Error>> {
    let planmark = Planmark::builder().store(SqliteStore::open_with_wait(home, wait)?).build()?;
    for line in std::io::stdin().lines() {
        let line: Line = serde_json::from_str(&line?)?;
        match line.op.as_str() {
            "append-many" => append_many(&planmark, &line)?,
            "tick-many" => tick_many(&planmark, &line)?,
            "save-many" => save_many(&planmark, &line)?,
            _ => tell(&perform(&planmark, &line)),
        }
    }
    Ok(())
}

fn append_many(planmark: &Planmark, order: &Line) -> Result<(), Box<dyn Error>> {
    let tasks = order.args.get("tasks").and_then(Value::as_array).ok_or("tasks are missing")?;
    let count = order.args.get("count").and_then(Value::as_u64).ok_or("a count is missing")?;
    let prefix = order.args.get("prefix").and_then(Value::as_str).ok_or("a prefix is missing")?;
    for number in 0..count {
        for task in tasks.iter().filter_map(Value::as_str) {
            let one = Fragment { task: task.to_owned(), fragment: format!("{prefix}{number}") };
            let mut line = at(task, append(&one.fragment));
            line.by.clone_from(&order.by);
            let report = perform(planmark, &line);
            if !matches!(report, Report::Answer(_)) {
                tell(&report);
                return Ok(());
            }
            tell(&Report::Acknowledged(one));
        }
    }
    tell(&Report::Answer(json!({})));
    Ok(())
}

fn tick_many(planmark: &Planmark, order: &Line) -> Result<(), Box<dyn Error>> {
    let titles = order.args.get("titles").and_then(Value::as_array).ok_or("titles are missing")?;
    let titles = titles.iter().filter_map(Value::as_str).map(str::to_owned);
    work_through(order, titles, |context, title| {
        let reference = Reference { title: Some(title.to_owned()), task_id: None };
        planmark.tracker().tick(context, &reference).map(|ticked| ticked.changed)
    })
}

fn save_many(planmark: &Planmark, order: &Line) -> Result<(), Box<dyn Error>> {
    let count = order.args.get("count").and_then(Value::as_u64).ok_or("a count is missing")?;
    let prefix = order.args.get("prefix").and_then(Value::as_str).ok_or("a prefix is missing")?;
    let plans = (0..count).map(|number| format!("{prefix}{number}"));
    work_through(order, plans, |context, plan| {
        let text = format!("## Section 4\n\n- [ ] {plan}\n");
        planmark.tracker().save(context, plan, &text).map(|saved| !saved.replayed)
    })
}

/// Does it for each in the session of an order, and reports those for which it answers true; ends at the
/// first failure.
fn work_through(
    order: &Line,
    each: impl Iterator<Item = String>,
    work: impl Fn(&Context, &str) -> Result<bool, planmark::error::Error>,
) -> Result<(), Box<dyn Error>> {
    let session = order.args.get("session").and_then(Value::as_str).ok_or("a session is missing")?.to_owned();
    let caller = order.by.clone().unwrap_or_else(|| agent("ada"));
    let context = Context { caller, session: session.clone(), request: None };
    for one in each {
        match work(&context, &one) {
            Ok(true) => tell(&Report::Acknowledged(Fragment { task: session.clone(), fragment: one })),
            Ok(false) => {}
            Err(error) => {
                tell(&Report::Failure(json!({ "code": error.code(), "message": error.to_string() })));
                return Ok(());
            }
        }
    }
    tell(&Report::Answer(json!({})));
    Ok(())
}

fn tell(report: &Report) {
    let line = serde_json::to_string(report).expect("plain JSON");
    println!("{line}");
}
