//! The command line program. Everything it does stands in [`planmark::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    planmark::cli::main().into()
}
