//! What `planmark --version` prints.

use crate::Planmark;
use crate::cli::report::Report;
use crate::cli::screen::Screen;

/// The program's version.
pub(crate) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// Prints the program's version, and the beginning of the digest of the component in it.
///
/// # Errors
///
/// `output-failed`.
pub(crate) fn print(screen: Screen) -> Result<(), Report> {
    let digest = Planmark::component_digest();
    if screen.json() {
        return screen.print_json(&serde_json::json!({ "version": PROGRAM, "component": digest }));
    }
    let short = digest.get(..12).unwrap_or(&digest);
    screen.print(&format!("planmark {PROGRAM} (component {short})\n"))
}
