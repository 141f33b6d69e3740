//! `planmark preview`: the preview page, for a browser on this machine.

use std::ffi::OsStr;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use serde::Serialize;

use crate::cli::arguments::preview::Preview;
use crate::cli::input::Source;
use crate::cli::report::{Code, Report, reason, shown};
use crate::cli::screen::Screen;
use crate::cli::session::Session;
use crate::mcp::{run as serve, told_to_stop};
use crate::page::{Assets, Opened, Site};

/// The page's address, as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    url: &'a str,
}

/// Serves the page until the program is told to stop.
///
/// # Errors
///
/// `page-missing`, `listen-failed`, and what the file is refused with.
pub(crate) fn run(session: &Session, Preview { file, open, assets }: &Preview) -> Result<(), Report> {
    let screen = session.screen;
    let assets = page(assets.as_deref())?;
    let opened = file.as_deref().map(|file| read(file, screen)).transpose()?;
    let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
        .map_err(|error| cannot_listen(&error))?;
    let port = listener.local_addr().map_err(|error| cannot_listen(&error))?.port();
    let (site, path) = Site::new(assets, opened, port);
    let url = format!("http://127.0.0.1:{port}{path}");
    if screen.json() {
        screen.print_json(&Answer { url: &url })?;
    } else {
        screen.print(&format!("{url}\n"))?;
        screen.remark("the page is served to this machine alone, until Ctrl-C\n");
    }
    if *open && !open_browser(&url) {
        screen.remark("no browser could be started: open the address in one\n");
    }
    serve(site.serve(listener, told_to_stop())).map_err(|error| cannot_listen(&error))
}

fn page(folder: Option<&Path>) -> Result<Assets, Report> {
    let Some(folder) = folder else {
        return Assets::embedded()
            .ok_or_else(|| missing("this program was built without the preview page".to_owned()));
    };
    Assets::of_folder(folder).map_err(|error| {
        missing(format!("the page can't be read from {}: {}", shown(folder), reason(&error)))
    })
}

fn missing(message: String) -> Report {
    Report::new(
        Code::PageMissing,
        message,
        "In a checkout, run `make page`, then `planmark preview --assets bindings/web/dist`; `make page install` builds a program that has the page in it.",
    )
}

fn read(file: &Path, screen: Screen) -> Result<Opened, Report> {
    let text = Source::of(Some(file)).read(screen)?;
    let name = match file.file_name().map(OsStr::to_string_lossy) {
        Some(name) if name != "-" => name.into_owned(),
        _ => "standard input".to_owned(),
    };
    Ok(Opened { name, text })
}

fn cannot_listen(error: &std::io::Error) -> Report {
    Report::new(
        Code::ListenFailed,
        format!("the page can't be served: {}", reason(error)),
        "Raise the limits of this process (threads, open files), then try again.",
    )
}

/// Hands the address to what opens addresses on this system; says whether that could be started.
fn open_browser(url: &str) -> bool {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        Command::new("explorer")
    } else {
        Command::new("xdg-open")
    };
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut opener) = command.spawn() else { return false };
    // It may live as long as the browser.
    thread::spawn(move || opener.wait());
    true
}
