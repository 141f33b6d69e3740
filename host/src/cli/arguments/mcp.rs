//! What can be said about the MCP server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::offer::Offer;
use super::runtime::Seat;
use crate::mcp::log::Level;
use crate::mcp::{Pattern, http};

/// How to serve.
#[derive(Debug, Args)]
pub(crate) struct Mcp {
    /// The session, as [`session`](crate::cli::project::session) takes it.
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    #[arg(
        help = "Session of the tracker's tools [env: PLANMARK_SESSION] [default: that of the project's folder]"
    )]
    pub(crate) session: Option<String>,
    /// The tasks within reach. That of the environment is read where this is, for only there spaces
    /// separate them.
    #[arg(long, value_name = "TASK")]
    #[arg(
        help = "Task within the agent's reach, or `START*` for all that start so; repeatable [env: PLANMARK_REACH] [default: all]"
    )]
    pub(crate) reach: Vec<Pattern>,
    /// Name recorded with what the agent writes [default: the client's name]
    #[arg(long, value_name = "NAME")]
    pub(crate) author: Option<String>,
    #[command(flatten)]
    pub(crate) seat: Seat,
    /// How much to say on standard error
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    pub(crate) log: Level,
    /// Serve HTTP at /mcp of this address instead of standard input and output
    ///
    /// A port alone means this machine only: 127.0.0.1. Port 0 takes a free one and prints it.
    #[arg(long, value_name = "[IP:]PORT", value_parser = address)]
    pub(crate) http: Option<SocketAddr>,
    /// File that holds the token clients must send; without it that of `PLANMARK_MCP_TOKEN`, or a new one
    #[arg(long, value_name = "FILE", requires = "http", value_hint = ValueHint::FilePath)]
    pub(crate) token_file: Option<PathBuf>,
    /// Name that clients reach this server by, beside localhost; repeatable
    #[arg(long, value_name = "HOST", requires = "http", value_parser = http::host)]
    pub(crate) allow_host: Vec<String>,
    /// Origin that a browser may call from, as `http://localhost:8080` or `http://localhost:*`; repeatable
    #[arg(long, value_name = "ORIGIN", requires = "http", value_parser = http::origin)]
    pub(crate) allow_origin: Vec<String>,
    #[command(flatten)]
    pub(crate) offer: Offer,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    match text.parse::<u16>() {
        Ok(port) => Ok(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port)),
        Err(_) => {
            text.parse().map_err(|_| "give a port, or an IP address and a port: 127.0.0.1:7717".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_means_this_machine_only() {
        assert_eq!(address("7717").map(|address| address.to_string()).as_deref(), Ok("127.0.0.1:7717"));
        assert_eq!(address("[::1]:0").map(|address| address.to_string()).as_deref(), Ok("[::1]:0"));
        for text in ["", "localhost", "localhost:80", "127.0.0.1", "70000"] {
            assert!(address(text).is_err(), "{text:?}");
        }
    }
}
