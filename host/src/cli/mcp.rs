//! `planmark mcp`: the MCP server.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;

use crate::Planmark;
use crate::cli::arguments::mcp::Mcp;
use crate::cli::project;
use crate::cli::report::{Code, Report, reason, shown};
use crate::cli::session::Session;
use crate::mcp::http::{self, Access};
use crate::mcp::log::{Level, Log};
use crate::mcp::{
    PlanServer, Reach, Settings, TOKEN_MAX_CHARS, TOKEN_MIN_CHARS, Token, run, stdio, told_to_stop,
};
use crate::signs;

/// Holds the token, where no file does.
const TOKEN_VARIABLE: &str = "PLANMARK_MCP_TOKEN";

/// Serves until the input ends, or, over HTTP, until the program is told to stop.
///
/// # Errors
///
/// What the home, the session, the offer or the author is refused with; `listen-failed`;
/// `input-missing`, `input-unreadable` and `token-invalid` of the token.
pub(crate) fn serve(session: &Session, arguments: &Mcp) -> Result<(), Report> {
    let log = Log::new(arguments.log);
    let server = server(session, arguments, log)?;
    let served = match arguments.http {
        None => run(stdio::serve(server, log)),
        Some(address) => {
            let listener = TcpListener::bind(address).map_err(|error| listen_failed(address, &error))?;
            let access = access(arguments, address, log)?;
            let address = listener.local_addr().unwrap_or(address);
            log.tell(&format_args!("serving http://{address}{}", http::PATH));
            run(http::serve(listener, access, log, move || server.another(), told_to_stop()))
        }
    };
    served.map_err(|error| {
        Report::new(
            Code::ListenFailed,
            format!("the server can't run: {}", reason(&error)),
            "Raise the limits of this process (threads, open files), then try again.",
        )
    })
}

fn server(session: &Session, arguments: &Mcp, log: Log) -> Result<PlanServer, Report> {
    let reach = Reach::new(arguments.reach.clone());
    let settings = Settings {
        offer: arguments.offer.of_core(),
        session: Some(project::session(arguments.session.as_deref())?),
        reach: reach.clone(),
        author: arguments.author.clone(),
        signs: match arguments.http {
            None => signs::here(None, arguments.client.clone()),
            Some(_) => signs::told(None, arguments.client.clone()),
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
    let from_environment = || std::env::var(TOKEN_VARIABLE).ok().filter(|secret| !secret.is_empty());
    let secret = match file {
        Some(file) => Some(read(file)?),
        None => from_environment(),
    };
    let Some(secret) = secret else {
        let (token, secret) = Token::generate();
        log.tell(&format_args!("token: {secret}"));
        return Ok(token);
    };
    Token::new(secret.trim()).map_err(|_| {
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
    fs::read_to_string(file).map_err(|error| {
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
