//! `planmark mcp`: the MCP server.

use std::env;
use std::fs::File;
use std::io::{self, Read};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;

use planmark_core::file_id::is_file_id;

use crate::Planmark;
use crate::cli::arguments::mcp::Mcp;
use crate::cli::project;
use crate::cli::report::{Code, Report, reason, shown};
use crate::cli::session::Session;
use crate::mcp::http::{self, Access};
use crate::mcp::log::{Level, Log};
use crate::mcp::stdio::{self, Failed};
use crate::mcp::{
    Pattern, PlanServer, Reach, Settings, TOKEN_MAX_CHARS, TOKEN_MIN_CHARS, Token, run, told_to_stop,
};
use crate::signs;

/// Holds the token, where no file does.
const TOKEN_VARIABLE: &str = "PLANMARK_MCP_TOKEN";
/// Holds the tasks within reach, separated by spaces, where none is given.
const REACH_VARIABLE: &str = "PLANMARK_REACH";
/// What is read of a token's file: more than a token and the end of its line, and no more.
const TOKEN_FILE_BYTES: u64 = 2 * TOKEN_MAX_CHARS as u64;

/// Serves until the input ends, or, over HTTP, until the program is told to stop.
///
/// # Errors
///
/// `usage` for a session or a reach that is none; what the home, the offer or the author is refused
/// with; `listen-failed`; `output-failed`; `input-missing`, `input-unreadable` and `token-invalid` of
/// the token.
pub(crate) fn serve(session: &Session, arguments: &Mcp) -> Result<(), Report> {
    let log = Log::new(arguments.log);
    let server = server(session, arguments, log)?;
    let Some(address) = arguments.http else {
        return run(stdio::serve(server, log)).map_err(|failed| match failed {
            Failed::Start(error) => cannot_run(&error),
            Failed::Output(error) => Report::output("standard output", &error),
        });
    };
    let listener = TcpListener::bind(address).map_err(|error| listen_failed(address, &error))?;
    let access = access(arguments, address, log)?;
    let address = listener.local_addr().unwrap_or(address);
    log.tell(&format_args!("serving http://{address}{}", http::PATH));
    run(http::serve(listener, access, log, move || server.another(), told_to_stop()))
        .map_err(|error| cannot_run(&error))
}

fn cannot_run(error: &io::Error) -> Report {
    Report::new(
        Code::ListenFailed,
        format!("the server can't run: {}", reason(error)),
        "Raise the limits of this process (threads, open files), then try again.",
    )
}

/// The session of the tracker's tools. It is checked here: a server whose every call will be refused
/// must not start.
fn session_id(given: Option<&str>) -> Result<String, Report> {
    let id = project::session(given)?;
    if is_file_id(&id) {
        return Ok(id);
    }
    Err(Report::new(
        Code::Usage,
        format!("{id:?} is no session id"),
        "Name a session of letters, digits, `.`, `_` and `-` that begins with a letter or digit.",
    ))
}

/// The tasks within reach. A variable that is set and names none is refused: it would open all of them.
fn reach(given: &[Pattern]) -> Result<Reach, Report> {
    let Some(named) = env::var_os(REACH_VARIABLE).filter(|_| given.is_empty()) else {
        return Ok(Reach::new(given.to_vec()));
    };
    let patterns: Result<Vec<Pattern>, String> =
        named.to_string_lossy().split_ascii_whitespace().map(str::parse).collect();
    match patterns {
        Ok(patterns) if !patterns.is_empty() => Ok(Reach::new(patterns)),
        Ok(_) | Err(_) => Err(Report::new(
            Code::Usage,
            format!("{REACH_VARIABLE} doesn't name tasks: {named:?}"),
            "Give task ids, or the start of one followed by *, separated by spaces; or unset it.",
        )),
    }
}

fn server(session: &Session, arguments: &Mcp, log: Log) -> Result<PlanServer, Report> {
    let reach = reach(&arguments.reach)?;
    let settings = Settings {
        offer: arguments.offer.of_core(),
        session: Some(session_id(arguments.session.as_deref())?),
        reach: reach.clone(),
        author: arguments.author.clone(),
        signs: match arguments.http {
            None => signs::here(None, arguments.seat.configured()?),
            Some(_) => signs::told(None, arguments.seat.configured()?),
        },
        log,
    };
    let built =
        Planmark::builder().home(session.home()?).access(move |_, task, _| Ok(reach.allows(task))).build();
    built.and_then(|planmark| PlanServer::new(planmark, settings)).map_err(|error| Report::of(&error, ""))
}

fn access(arguments: &Mcp, address: SocketAddr, log: Log) -> Result<Access, Report> {
    let token = token(arguments.token_file.as_deref(), log)?;
    let mut hosts = arguments.allow_host.clone();
    if !address.ip().is_unspecified() {
        hosts.push(address.ip().to_string());
    }
    if !address.ip().is_loopback() {
        log.say(Level::Warn, &"other machines reach this server, and what they send can be read on the way");
    }
    Ok(Access { token: Some(token), hosts, origins: arguments.allow_origin.clone() })
}

/// The token of the file, of the environment, or a new one, which is shown once.
fn token(file: Option<&Path>, log: Log) -> Result<Token, Report> {
    let from_environment = || env::var(TOKEN_VARIABLE).ok().filter(|secret| !secret.is_empty());
    let secret = match file {
        Some(file) => Some(read(file)?),
        None => from_environment(),
    };
    let Some(secret) = secret else {
        let (token, secret) = Token::generate();
        log.tell(&format_args!("token: {secret}"));
        return Ok(token);
    };
    // More than this was not read: it can't be a token, whatever its first part is.
    let whole = secret.len() < TOKEN_FILE_BYTES as usize;
    Token::new(if whole { secret.trim() } else { &secret }).map_err(|_| {
        Report::new(
            Code::TokenInvalid,
            format!(
                "a token has {TOKEN_MIN_CHARS} to {TOKEN_MAX_CHARS} visible ASCII characters without space"
            ),
            "Make one with `openssl rand -hex 32`, or leave it out: the server makes one and prints it.",
        )
    })
}

fn read(file: &Path) -> Result<String, Report> {
    let mut secret = String::new();
    let read = File::open(file).and_then(|file| file.take(TOKEN_FILE_BYTES).read_to_string(&mut secret));
    read.map(|_| secret).map_err(|error| {
        let missing = error.kind() == std::io::ErrorKind::NotFound;
        Report::new(
            if missing { Code::InputMissing } else { Code::InputUnreadable },
            format!("the token can't be read from {}: {}", shown(file), reason(&error)),
            "Name a file with --token-file that this user can read.",
        )
    })
}

fn listen_failed(address: SocketAddr, error: &std::io::Error) -> Report {
    Report::new(
        Code::ListenFailed,
        format!("{address} can't be listened on: {}", reason(error)),
        "Choose another port with --http PORT; port 0 takes a free one and prints it.",
    )
}
