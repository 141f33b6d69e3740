//! What can be said about the preview page.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// What to show.
#[derive(Debug, Args)]
pub(crate) struct Preview {
    /// File to open in the page; `-` is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Serve the page of this folder, as `make page` builds it, instead of the program's own
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) assets: Option<PathBuf>,
}
