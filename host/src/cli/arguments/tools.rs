//! What can be asked of the tools.

use clap::Args;

use crate::cli::arguments::Writer;
use crate::cli::arguments::offer::Offer;
use crate::cli::arguments::runtime::Seat;

/// Which tools to print.
#[derive(Debug, Args)]
pub(crate) struct Tools {
    #[command(flatten)]
    pub(crate) offer: Offer,
}

/// A call of a tool.
#[derive(Debug, Args)]
pub(crate) struct Call {
    /// Tool to call, by its name in the offer
    pub(crate) name: String,
    /// Arguments as a JSON object; @FILE reads them from a file, - from standard input
    #[arg(long, value_name = "JSON", default_value = "{}", allow_hyphen_values = true)]
    pub(crate) args: String,
    /// Session whose saved plans are meant
    #[arg(long, value_name = "ID", env = "PLANMARK_SESSION", hide_env_values = true)]
    pub(crate) session: Option<String>,
    #[command(flatten)]
    pub(crate) seat: Seat,
    #[command(flatten)]
    pub(crate) offer: Offer,
    #[command(flatten)]
    pub(crate) writer: Writer,
}
