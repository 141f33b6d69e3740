//! The command line: a thin skin over [`Planmark`](crate::Planmark).
//!
//! A command reads its arguments and texts, makes one or a few calls, and prints one result.
//! `arguments` says what can be asked, the modules named after commands do it, `report` and
//! `advice` word what went wrong, and [`exit`] holds every exit code.

use std::ffi::OsString;

use clap::Parser;
use clap::error::ErrorKind;
use planmark_core::failure::FailureCode;

mod advice;
mod arguments;
mod changes;
mod completions;
mod component;
mod doctor;
pub mod exit;
mod figures;
mod home;
mod hook;
mod init;
mod input;
mod markdown;
mod mcp;
mod pi_session;
mod plan;
mod preview;
mod project;
mod replace;
mod replay;
pub mod report;
mod runtime;
mod screen;
mod session;
mod style;
mod tools;
mod tracker;
mod transcript;
mod version;
mod visible;

use arguments::hook::HookLine;
use arguments::{Arguments, Command};
use exit::Exit;
use report::{Code, Report};
use screen::Screen;
use session::Session;

/// Runs the program on the process's own arguments and streams.
#[must_use]
pub fn main() -> Exit {
    let given: Vec<OsString> = std::env::args_os().collect();
    match parse(&given) {
        Ok(arguments) => run(arguments),
        Err(error) => {
            let exit = stop(&error, given.iter().any(|argument| argument == "--json"));
            if exit == Exit::Usage { hook::misused(&given).unwrap_or(exit) } else { exit }
        }
    }
}

/// Understands a command line. That of a hook is looked at alone: to build every command's takes longer
/// than to answer. One that can't be understood, or asks for help, is answered as any other is.
fn parse(given: &[OsString]) -> Result<Arguments, clap::Error> {
    let of_hook = given.get(1..).filter(|rest| rest.first().is_some_and(|argument| argument == "hook"));
    if let Some(Ok(HookLine { global, hook })) = of_hook.map(HookLine::try_parse_from) {
        return Ok(Arguments { global, command: Command::Hook(hook) });
    }
    Arguments::try_parse_from(given)
}

/// Every code that a failure of the program can have: the engine's, the host's, and the command
/// line's own.
#[must_use]
pub fn codes() -> Vec<&'static str> {
    let engine = FailureCode::ALL.into_iter().map(FailureCode::name);
    let own = Code::ALL.into_iter().map(Code::name);
    engine.chain(report::HOST_CODES).chain(own).collect()
}

fn run(Arguments { global, command }: Arguments) -> Exit {
    let screen = Screen::new(&global);
    let writes = command.writes();
    let session = Session::new(global, screen);
    let done = |outcome: Result<(), Report>| outcome.map(|()| Exit::Done);
    let outcome = match &command {
        Command::Plan(command) => plan::run(&session, command),
        Command::Session(command) => tracker::sessions::run(&session, command),
        Command::Save(arguments) => done(tracker::save::run(&session, arguments)),
        Command::Plans(arguments) => done(tracker::plans::list(&session, arguments)),
        Command::Select(arguments) => done(tracker::plans::select(&session, arguments)),
        Command::View(arguments) => done(tracker::plans::view(&session, arguments)),
        Command::Clear(arguments) => done(tracker::plans::clear(&session, arguments)),
        Command::Tasks(arguments) => tracker::tasks::run(&session, arguments),
        Command::Tick(arguments) => done(tracker::tick::tick(&session, arguments)),
        Command::Untick(arguments) => done(tracker::tick::untick(&session, arguments)),
        Command::Marker(arguments) => done(tracker::marker::marker(&session, arguments)),
        Command::Prompt(arguments) => done(tracker::marker::prompt(&session, arguments)),
        Command::Continue(arguments) => runtime::continuing::run(&session, arguments),
        Command::Root(command) => done(runtime::roots::run(&session, command)),
        Command::Transport(command) => done(runtime::transport::run(&session, command)),
        Command::Guard(command) => runtime::guard::run(&session, command),
        Command::Identity(arguments) => done(runtime::identity::run(&session, arguments)),
        Command::Gc(arguments) => done(tracker::collect::run(&session, arguments)),
        Command::Doctor => doctor::run(&session),
        Command::Component(command) => done(component::run(&session, command)),
        Command::Replay(arguments) => replay::run(&session, arguments),
        Command::Init(command) => done(init::run(&session, command)),
        Command::Tools(command) => done(tools::list(&session, command)),
        Command::Call(command) => tools::call(&session, command),
        Command::Mcp(arguments) => done(mcp::serve(&session, arguments)),
        Command::Completions(arguments) => done(completions::print(&session, arguments)),
        Command::Hook(arguments) => Ok(hook::run(&session, arguments)),
        Command::Preview(arguments) => done(preview::run(&session, arguments)),
    };
    outcome.unwrap_or_else(|report| {
        screen.fail(&report, writes);
        report.exit()
    })
}

impl Command {
    /// Whether the command changes what is stored.
    fn writes(&self) -> bool {
        match self {
            Self::Plan(command) => command.writes(),
            Self::Session(command) => command.writes(),
            Self::Save(_)
            | Self::Select(_)
            | Self::Clear(_)
            | Self::Tick(_)
            | Self::Untick(_)
            | Self::Continue(_)
            | Self::Gc(_) => true,
            Self::Root(command) => command.writes(),
            Self::Transport(command) => command.writes(),
            Self::Guard(_) | Self::Identity(_) => false,
            Self::Plans(_) | Self::View(_) | Self::Tasks(_) | Self::Marker(_) | Self::Prompt(_) => false,
            Self::Init(command) => !command.print,
            Self::Doctor
            | Self::Component(_)
            | Self::Replay(_)
            | Self::Tools(_)
            | Self::Call(_)
            | Self::Mcp(_)
            | Self::Completions(_)
            | Self::Hook(_)
            | Self::Preview(_) => false,
        }
    }
}

/// Ends a run that clap ended: with help, with the version, or because it could not understand.
fn stop(error: &clap::Error, json: bool) -> Exit {
    let screen = Screen::before_arguments(json);
    let printed = match error.kind() {
        ErrorKind::DisplayVersion => version::print(screen),
        ErrorKind::DisplayHelp => error
            .print()
            .or_else(ignore_broken_pipe)
            .map_err(|error| Report::output("standard output", &error)),
        _ if json => Err(misunderstood(error)),
        _ => {
            // Nothing is left to tell the user with when standard error can't be written.
            let _ = error.print();
            return Exit::Usage;
        }
    };
    match printed {
        Ok(()) => Exit::Done,
        Err(report) => {
            screen.fail(&report, false);
            report.exit()
        }
    }
}

fn misunderstood(error: &clap::Error) -> Report {
    let text = error.to_string();
    let ends = ["\n\nUsage:", "\n\nFor more information"];
    let message =
        ends.into_iter().fold(text.as_str(), |text, end| text.split(end).next().unwrap_or_default());
    let words: Vec<_> = message.trim_start_matches("error: ").split_whitespace().collect();
    let message = words.join(" ");
    Report::new(
        Code::Usage,
        message,
        "Correct the command line; `planmark --help` and `planmark plan COMMAND --help` say what there is.",
    )
}

fn ignore_broken_pipe(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) }
}
