//! The acceptance criteria of the runtime, one test each, on branches that are folded as they are in
//! a session; and what holds for any branch.

mod calls;
mod clients;
mod guarding;
mod hooks;
mod properties;
mod sealing;
mod serving;
mod stage;
mod transports;
mod verdicts;
