//! Calls that run at the same time, step by step, in an order that the test decides.
//!
//! Each [`Actor`] makes one call on a [`Stepped`] store, in a thread or in a process of its own, and
//! stops at every point of it. The [`Director`] lets one go on at a time, so a schedule is a list of
//! choices, and every schedule can be played.

use std::collections::BTreeMap;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::Engine;
use crate::script::{self, Given, Line};
use crate::stepped::Point;

pub mod player;
mod threads;

pub use player::in_processes;
pub use threads::{Cast, Kind};

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
    /// One of the writes of an order to make many is stored.
    Acknowledged(Fragment),
}

/// A fragment that was appended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fragment {
    /// The task.
    pub task: String,
    /// What was appended to it.
    pub fragment: String,
}

/// One call to be made, in steps.
pub trait Actor {
    /// Begins the call; the first report follows.
    fn begin(&mut self);
    /// Lets it go on from where it stands; the next report follows.
    fn go(&mut self);
}

fn perform(engine: &dyn Engine, line: &Line) -> Report {
    let args = script::expand(Value::Object(line.args.clone()), &BTreeMap::new());
    match args.and_then(|args| script::call(engine, line, &args)) {
        Ok(Ok(answer)) => Report::Answer(answer),
        Ok(Err(failure)) => Report::Failure(failure),
        Err(wrong) => panic!("{wrong}: {line:?}"),
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
    pub(crate) fn new(
        actors: Vec<Box<dyn Actor>>,
        lines: &[Line],
        reports: Receiver<(usize, Report)>,
    ) -> Self {
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
            Report::Acknowledged(one) => panic!("actor {number} makes many writes: {one:?}"),
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
