//! `planmark hook`: what a client runs before a tool, after it, at a prompt, when a session begins,
//! and at the end of a turn.
//!
//! A file for each client translates; what is said is the engine's. A session without a root that the
//! engine drives gets no byte of output, and where there is no home, none is made.

use std::ffi::OsString;
use std::io::{self, Read, Write};

use clap::CommandFactory;
use planmark_core::runtime::client::Client;
use planmark_core::runtime::hook_input;
use serde_json::Value;

use crate::cli::arguments::hook::{Hook, HookLine};
use crate::cli::exit::Exit;
use crate::cli::report::Report;
use crate::cli::session::Session;

mod changes;
mod claude_code;
mod codex;
mod copilot;
mod cursor;
mod decide;
pub(crate) mod event;
mod gemini;
mod input;
mod place;
mod plugin;

use decide::Desk;
use event::{Decision, Event, Moment};
use input::{Object, Unreadable};

/// Most bytes of a client's input that are read. What is longer can't be read.
const INPUT_MAX_BYTES: u64 = 16 << 20;

/// Answers a client. What fails is said on standard error; it never blocks anything, but where a
/// client gives it that meaning.
pub(crate) fn run(session: &Session, arguments: &Hook) -> Exit {
    let input = read(&mut io::stdin().lock());
    let answered = answer(session, arguments, input.as_deref()).and_then(|answer| print(answer.as_ref()));
    match answered {
        Ok(()) => Exit::Done,
        Err(report) => {
            session.screen.fail(&report, false);
            failed(arguments.client.of_core())
        }
    }
}

/// How a command line ends that can't be understood and is meant to be a hook's: the number for that
/// would deny what the client is about to do.
pub(crate) fn misused(given: &[OsString]) -> Option<Exit> {
    let line = HookLine::command();
    let valued = line.get_arguments().filter(|option| option.get_action().takes_values());
    let valued: Vec<_> = valued.filter_map(|option| option.get_long()).collect();
    let mut words = words(given.get(1..)?, &valued);
    let is_hook = words.next()? == "hook";
    let copilot = words.any(|word| word == Client::Copilot.name());
    is_hook.then(|| failed(if copilot { Client::Copilot } else { Client::Other }))
}

/// What stands on a command line beside its options and their values.
fn words<'a>(given: &'a [OsString], valued: &'a [&str]) -> impl Iterator<Item = &'a str> {
    let mut given = given.iter().map(|argument| argument.to_str().unwrap_or_default());
    std::iter::from_fn(move || {
        loop {
            let argument = given.next()?;
            match argument.strip_prefix("--") {
                Some(option) if valued.contains(&option) => drop(given.next()),
                None if !argument.starts_with('-') => return Some(argument),
                _ => {}
            }
        }
    })
}

/// How a hook ends that failed: so that the client shows it, and goes on. Copilot takes every other
/// number than 0 for a denial.
fn failed(client: Client) -> Exit {
    if client == Client::Copilot { Exit::Done } else { Exit::Problem }
}

fn answer(session: &Session, arguments: &Hook, input: Option<&[u8]>) -> Result<Option<Value>, Report> {
    let (client, moment) = (arguments.client.of_core(), arguments.event);
    let event = input.ok_or(Unreadable).and_then(object).and_then(|input| translate(client, moment, &input));
    let concerns = match &event {
        Ok(event) => decide::concerns(client, event),
        Err(Unreadable) => matches!(moment, Moment::BeforeTool | Moment::Prompt),
    };
    let decision = match concerns.then(|| Desk::open(session, arguments)).transpose()?.flatten() {
        None => Decision::Nothing,
        Some(desk) => desk.decide(moment, event)?,
    };
    Ok(phrase(client, moment, decision))
}

/// The whole input; none when it is too long, or can't be had.
fn read(source: &mut dyn Read) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = source.take(INPUT_MAX_BYTES + 1).read_to_end(&mut bytes);
    read.ok().filter(|_| bytes.len() as u64 <= INPUT_MAX_BYTES)?;
    Some(bytes)
}

fn object(input: &[u8]) -> Result<Object, Unreadable> {
    let text = hook_input::read(input).map_err(|_| Unreadable)?;
    serde_json::from_str(text).map_err(|_| Unreadable)
}

/// What a client says, in the words of every client.
fn translate(client: Client, moment: Moment, input: &Object) -> Result<Event, Unreadable> {
    match client {
        Client::ClaudeCode => claude_code::read(moment, input),
        Client::Codex => codex::read(moment, input),
        Client::Cursor => cursor::read(moment, input),
        Client::Gemini => gemini::read(moment, input),
        Client::Copilot => copilot::read(moment, input),
        Client::Opencode | Client::Pi | Client::Vscode | Client::Other => plugin::read(moment, input),
    }
}

/// What is decided, in the words of the client; none is empty output.
fn phrase(client: Client, moment: Moment, decision: Decision) -> Option<Value> {
    match client {
        Client::ClaudeCode => claude_code::answered(moment, decision),
        Client::Codex => codex::answered(moment, decision),
        Client::Cursor => cursor::answered(moment, decision),
        Client::Gemini => gemini::answered(moment, decision),
        Client::Copilot => copilot::answered(moment, decision),
        Client::Opencode | Client::Pi | Client::Vscode | Client::Other => plugin::answered(moment, decision),
    }
}

fn print(answer: Option<&Value>) -> Result<(), Report> {
    let Some(answer) = answer else { return Ok(()) };
    let mut out = io::stdout().lock();
    let printed = writeln!(out, "{answer}").and_then(|()| out.flush());
    printed.map_err(|error| Report::output("standard output", &error))
}
