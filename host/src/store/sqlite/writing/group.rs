//! Who leads a group of commits, who is taken along, and how each gets its answer.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use planmark_core::capability::{CapabilityCode, CapabilityFailure, Mutation, Outcome, Scope};

use crate::store::sqlite::writing::apply::Request;

/// The commits of one process.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    led: bool,
    waiting: VecDeque<Arc<Ticket>>,
}

/// A commit that waits: its request, and its turn.
#[derive(Debug)]
struct Ticket {
    scope: Scope,
    mutations: Vec<Mutation>,
    turn: Mutex<Turn>,
    changed: Condvar,
}

#[derive(Debug)]
enum Turn {
    Waiting,
    Lead,
    Answered(Outcome<()>),
}

/// What a commit that entered is to do.
pub(super) enum Role {
    /// Write its own request and those it gathers.
    Leader,
    /// Nothing more: another wrote it.
    Answered(Outcome<()>),
}

/// The commits that a leader takes along. However the leader ends, each is answered and somebody
/// leads on.
pub(super) struct Group<'a> {
    queue: &'a Queue,
    tickets: Vec<Arc<Ticket>>,
    answers: Vec<Outcome<()>>,
}

impl Queue {
    /// Becomes the leader, or waits until another leader has written the request or handed over.
    pub(super) fn enter(&self, scope: &Scope, mutations: &[Mutation]) -> Role {
        let mut state = self.lock();
        if !state.led {
            state.led = true;
            return Role::Leader;
        }
        let ticket = Arc::new(Ticket::new(scope, mutations));
        state.waiting.push_back(Arc::clone(&ticket));
        drop(state);
        ticket.wait()
    }

    /// Takes along the commits that wait, at most `limit`.
    pub(super) fn gather(&self, limit: usize) -> Group<'_> {
        let mut state = self.lock();
        let count = state.waiting.len().min(limit);
        Group { queue: self, tickets: state.waiting.drain(..count).collect(), answers: Vec::new() }
    }

    /// Hands the lead to the first that waits.
    fn hand_over(&self) {
        let mut state = self.lock();
        match state.waiting.pop_front() {
            Some(next) => next.set(Turn::Lead),
            None => state.led = false,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Group<'_> {
    /// The requests taken along, in order of arrival.
    pub(super) fn requests(&self) -> impl Iterator<Item = Request<'_>> {
        self.tickets.iter().map(|ticket| Request { scope: &ticket.scope, mutations: &ticket.mutations })
    }

    /// Gives each its outcome, in the order of [`requests`](Self::requests).
    pub(super) fn answer(mut self, outcomes: Vec<Outcome<()>>) {
        self.answers = outcomes;
    }
}

impl Drop for Group<'_> {
    fn drop(&mut self) {
        // The next group's fsync needn't wait until this group has read its answers.
        self.queue.hand_over();
        let lost =
            || Err(CapabilityFailure::new(CapabilityCode::OutcomeUnknown, "the commit's leader ended"));
        let mut answers = std::mem::take(&mut self.answers).into_iter();
        for ticket in &self.tickets {
            ticket.set(Turn::Answered(answers.next().unwrap_or_else(lost)));
        }
    }
}

impl Ticket {
    fn new(scope: &Scope, mutations: &[Mutation]) -> Self {
        Self {
            scope: scope.clone(),
            mutations: mutations.to_vec(),
            turn: Mutex::new(Turn::Waiting),
            changed: Condvar::new(),
        }
    }

    fn wait(&self) -> Role {
        let mut turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match &*turn {
                Turn::Waiting => {
                    turn = self.changed.wait(turn).unwrap_or_else(PoisonError::into_inner);
                }
                Turn::Lead => return Role::Leader,
                Turn::Answered(outcome) => return Role::Answered(outcome.clone()),
            }
        }
    }

    fn set(&self, turn: Turn) {
        *self.turn.lock().unwrap_or_else(PoisonError::into_inner) = turn;
        self.changed.notify_one();
    }
}
