//! Calls that run at the same time, step by step, in an order that the test decides.
//!
//! Each [`Actor`] makes one call on a [`Stepped`] store, in a thread or in a process of its own, and
//! stops at every point of it. The [`Director`] lets one go on at a time, so a schedule is a list of
//! choices, and every schedule can be played.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use planmark::store::Store;
use planmark::store::memory::MemoryStore;
use planmark::store::sqlite::SqliteStore;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::{EPOCH_MS, Engine, Native, TestAccess, TestClock, planmark_over};
use crate::script::{self, Given, Line};
use crate::stepped::{Point, Stepped};

/// How long an actor may take from one point to the next before the test gives up. It never passes
/// when the engine is right.
const PATIENCE: Duration = Duration::from_secs(20);

/// What an actor reports.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Report {
    /// It stands at a point.
    At(Point),
    /// Its call has answered.
    Answer(Value),
    /// Its call has failed.
    Failure(Value),
}

/// One call to be made, in steps.
pub trait Actor {
    /// Begins the call; the first report follows.
    fn begin(&mut self);
    /// Lets it go on from where it stands; the next report follows.
    fn go(&mut self);
}

/// Which engine an actor in a thread uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The native core.
    Native,
    /// The component.
    Component,
}

struct ThreadActor {
    number: usize,
    engine: Arc<dyn Engine>,
    line: Line,
    reports: Sender<(usize, Report)>,
    go: Sender<()>,
}

impl Actor for ThreadActor {
    fn begin(&mut self) {
        let (number, engine, line) = (self.number, Arc::clone(&self.engine), self.line.clone());
        let reports = self.reports.clone();
        thread::spawn(move || {
            let report = perform(engine.as_ref(), &line);
            // The director is gone when the test has failed already.
            let _ = reports.send((number, report));
        });
    }

    fn go(&mut self) {
        self.go.send(()).expect("the actor waits for this");
    }
}

fn perform(engine: &dyn Engine, line: &Line) -> Report {
    let args = script::expand(Value::Object(line.args.clone()), &BTreeMap::new());
    match args.and_then(|args| script::call(engine, line, &args)) {
        Ok(Ok(answer)) => Report::Answer(answer),
        Ok(Err(failure)) => Report::Failure(failure),
        Err(wrong) => panic!("{wrong}: {line:?}"),
    }
}

struct ProcessActor {
    child: Child,
    orders: ChildStdin,
    line: Line,
}

impl Actor for ProcessActor {
    fn begin(&mut self) {
        let line = serde_json::to_string(&self.line).expect("plain JSON");
        writeln!(self.orders, "{line}").expect("the process reads its orders");
    }

    fn go(&mut self) {
        writeln!(self.orders).expect("the process reads its orders");
    }
}

impl Drop for ProcessActor {
    fn drop(&mut self) {
        // It may have ended by itself; there is nobody to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The part of a process: makes the calls that come as lines of JSON on standard input, one after
/// the other, reports each point on standard output, and goes on from it at an empty line.
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

fn tell(report: &Report) {
    let line = serde_json::to_string(report).expect("plain JSON");
    println!("{line}");
}

/// Engines for actors in threads, one for each: made once, used for any number of schedules.
pub struct Cast {
    seats: Vec<(Stepped, Arc<dyn Engine>)>,
}

impl Cast {
    /// So many engines of that kind.
    #[must_use]
    pub fn new(kind: Kind, count: usize) -> Self {
        let (clock, access) = (TestClock::at(EPOCH_MS), TestAccess::default());
        let seat = |_| {
            let stepped = Stepped::new(Arc::new(MemoryStore::new()), Arc::new(|_| ()));
            let engine: Arc<dyn Engine> = match kind {
                Kind::Native => Arc::new(Native::new(stepped.clone(), &clock, &access)),
                Kind::Component => Arc::new(planmark_over(stepped.clone(), &clock, &access)),
            };
            (stepped, engine)
        };
        Self { seats: (0..count).map(seat).collect() }
    }

    /// Gives each call to an actor, on one store.
    ///
    /// # Panics
    ///
    /// When there are more calls than engines.
    #[must_use]
    pub fn direct(&self, store: &Arc<dyn Store>, lines: &[Line]) -> Director {
        assert!(lines.len() <= self.seats.len(), "an engine for each call");
        let (report, reports) = mpsc::channel();
        let actors = self.seats.iter().zip(lines).enumerate().map(|(number, ((stepped, engine), line))| {
            let (go, wait) = mpsc::channel();
            let (wait, at) = (Mutex::new(wait), report.clone());
            let turnstile = Arc::new(move |point| {
                // A director that is gone has no more to say: the call runs to its end.
                if at.send((number, Report::At(point))).is_ok() {
                    let _ = wait.lock().unwrap_or_else(PoisonError::into_inner).recv();
                }
            });
            stepped.exchange(Arc::clone(store), turnstile);
            let (engine, line, reports) = (Arc::clone(engine), line.clone(), report.clone());
            Box::new(ThreadActor { number, engine, line, reports, go }) as Box<dyn Actor>
        });
        Director::new(actors.collect(), lines, reports)
    }
}

/// What an actor is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    NotBegun,
    Standing(Point),
    Waiting,
    Done,
}

/// A call's answer, and when it began and ended, counted in steps of the director.
#[derive(Debug, Clone)]
pub struct Played {
    /// What was called.
    pub line: Line,
    /// What it gave.
    pub given: Given,
    /// The step at which it began.
    pub began: usize,
    /// The step at which it had ended.
    pub ended: usize,
}

/// Lets the actors of one task go on, one at a time.
pub struct Director {
    actors: Vec<Box<dyn Actor>>,
    lines: Vec<Line>,
    states: Vec<State>,
    reports: Receiver<(usize, Report)>,
    holder: Option<usize>,
    /// What a waiter reported while the holder was still on its way to the next point.
    early: Option<(usize, Report)>,
    given: Vec<Option<Given>>,
    spans: Vec<(usize, usize)>,
    steps: usize,
}

impl Director {
    /// Actors in processes of their own, on one home.
    ///
    /// # Panics
    ///
    /// When `program` can't be started.
    #[must_use]
    pub fn of_processes(program: &Path, home: &Path, lines: &[Line]) -> Self {
        let (report, reports) = mpsc::channel();
        let actors = lines.iter().enumerate().map(|(number, line)| {
            let mut command = Command::new(program);
            command.arg("stage").arg(home).stdin(Stdio::piped()).stdout(Stdio::piped());
            let mut child = command.spawn().expect("the actor can be started");
            let orders = child.stdin.take().expect("a pipe");
            let told = BufReader::new(child.stdout.take().expect("a pipe"));
            let report = report.clone();
            thread::spawn(move || {
                for line in told.lines().map_while(Result::ok) {
                    let told = serde_json::from_str(&line).expect("a report");
                    if report.send((number, told)).is_err() {
                        break;
                    }
                }
            });
            Box::new(ProcessActor { child, orders, line: line.clone() }) as Box<dyn Actor>
        });
        Self::new(actors.collect(), lines, reports)
    }

    fn new(actors: Vec<Box<dyn Actor>>, lines: &[Line], reports: Receiver<(usize, Report)>) -> Self {
        let count = actors.len();
        Self {
            actors,
            lines: lines.to_vec(),
            states: vec![State::NotBegun; count],
            reports,
            holder: None,
            early: None,
            given: vec![None; count],
            spans: vec![(0, 0); count],
            steps: 0,
        }
    }

    /// The actors that could go on now.
    #[must_use]
    pub fn ready(&self) -> Vec<usize> {
        let can_go = |state: &State| matches!(state, State::NotBegun | State::Standing(_));
        (0..self.actors.len()).filter(|&number| can_go(&self.states[number])).collect()
    }

    /// Lets one actor go on to its next point.
    ///
    /// # Panics
    ///
    /// When two hold the lease, or an actor neither stops nor ends.
    pub fn step(&mut self, number: usize) {
        self.steps += 1;
        match self.states[number] {
            State::NotBegun => {
                self.spans[number].0 = self.steps;
                self.actors[number].begin();
            }
            State::Standing(point) => {
                self.actors[number].go();
                if point == Point::BeforeAcquire && self.holder.is_some() {
                    self.states[number] = State::Waiting;
                    return;
                }
            }
            state => panic!("actor {number} can't go on: {state:?}"),
        }
        self.hear_from(number);
        self.pass_the_lease_on();
    }

    /// Takes this actor's next report. When it gives the lease up on its way, a waiter may have it
    /// before this one reports, but nobody else may say anything.
    fn hear_from(&mut self, number: usize) {
        loop {
            let (who, report) = self.next_report();
            if who == number {
                self.note(who, report);
                return;
            }
            let waiter = self.states[who] == State::Waiting && self.early.is_none();
            assert!(waiter, "actor {who} goes on by itself: {report:?}");
            self.early = Some((who, report));
        }
    }

    /// When the lease is free and somebody waits for it, one of them gets it now; when it is not
    /// free, nobody may have got it.
    fn pass_the_lease_on(&mut self) {
        if let Some(holder) = self.holder {
            assert!(self.early.is_none(), "{:?} got the lease that actor {holder} holds", self.early);
        } else if self.states.contains(&State::Waiting) {
            let (who, report) = self.early.take().unwrap_or_else(|| self.next_report());
            assert_eq!(self.states[who], State::Waiting, "actor {who} goes on by itself: {report:?}");
            self.note(who, report);
        }
    }

    fn next_report(&self) -> (usize, Report) {
        self.reports
            .recv_timeout(PATIENCE)
            .unwrap_or_else(|_| panic!("nobody goes on: {:?}, lease held by {:?}", self.states, self.holder))
    }

    fn note(&mut self, number: usize, report: Report) {
        self.states[number] = match report {
            Report::At(point) => {
                match point {
                    Point::AfterAcquire => self.holder = Some(number),
                    Point::AfterCommit if self.holder == Some(number) => self.holder = None,
                    _ => {}
                }
                State::Standing(point)
            }
            Report::Answer(answer) => self.end(number, Ok(answer)),
            Report::Failure(failure) => self.end(number, Err(failure)),
        };
    }

    fn end(&mut self, number: usize, given: Given) -> State {
        if self.holder == Some(number) {
            self.holder = None;
        }
        self.given[number] = Some(given);
        self.spans[number].1 = self.steps;
        State::Done
    }

    /// Whether this actor waits for the lease.
    #[must_use]
    pub fn waits(&self, number: usize) -> bool {
        self.states[number] == State::Waiting
    }

    /// Where this actor stands, when it does.
    #[must_use]
    pub fn stands_at(&self, number: usize) -> Option<Point> {
        match self.states[number] {
            State::Standing(point) => Some(point),
            _ => None,
        }
    }

    /// Lets this actor go on until it stands at `point` or has ended; says whether it stands there.
    pub fn go_to(&mut self, number: usize, point: Point) -> bool {
        while self.ready().contains(&number) {
            self.step(number);
            if self.stands_at(number) == Some(point) {
                return true;
            }
        }
        false
    }

    /// Lets this actor go on to its end, or until it waits for the lease.
    pub fn finish(&mut self, number: usize) {
        while self.ready().contains(&number) {
            self.step(number);
        }
    }

    /// Lets everybody go on as `choose` says (it gets the ready actors and gives one of them), and
    /// gives the answers.
    ///
    /// # Panics
    ///
    /// When somebody can neither go on nor has ended.
    pub fn play(mut self, mut choose: impl FnMut(&[usize]) -> usize) -> Vec<Played> {
        loop {
            let ready = self.ready();
            if ready.is_empty() {
                break;
            }
            let number = choose(&ready);
            self.step(number);
        }
        let given = self.given.into_iter().map(|given| given.expect("every call has ended"));
        let calls = self.lines.into_iter().zip(given).zip(self.spans);
        calls.map(|((line, given), (began, ended))| Played { line, given, began, ended }).collect()
    }
}
