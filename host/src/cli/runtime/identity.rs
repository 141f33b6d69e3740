//! `planmark identity`.

use planmark_core::runtime::client::{ClientLine, Identified, Signs, Source};
use serde::Serialize;

use super::refused;
use crate::Planmark;
use crate::cli::arguments::runtime::Identity;
use crate::cli::report::Report;
use crate::cli::session::Session;
use crate::cli::style::{DIM, LABEL};
use crate::signs;
use crate::store::memory::MemoryStore;

/// Every client, as JSON.
#[derive(Serialize)]
struct Clients {
    clients: Vec<ClientLine>,
}

/// The client that runs and how it is served, as JSON.
#[derive(Serialize)]
struct Running {
    #[serde(flatten)]
    identified: Identified,
    served: Option<ClientLine>,
}

/// Says which client runs and how it is served; no home is opened.
///
/// # Errors
///
/// What the facade or the output answers.
pub(crate) fn run(session: &Session, arguments: &Identity) -> Result<(), Report> {
    let built = Planmark::builder().store(MemoryStore::new()).build();
    let planmark = built.map_err(|error| refused(&error))?;
    let clients = planmark.runtime().clients().map_err(|error| refused(&error))?;
    let screen = session.screen;
    if arguments.all {
        return if screen.json() {
            screen.print_json(&Clients { clients })
        } else {
            screen.print(&clients.iter().map(line).collect::<String>())
        };
    }
    let here = signs::here(None, arguments.seat.configured()?);
    let signs = Signs { answer: arguments.answer.clone(), ..here };
    let identified = planmark.runtime().identify(&signs).map_err(|error| refused(&error))?;
    let served = clients.into_iter().find(|line| line.client == identified.client);
    if screen.json() {
        return screen.print_json(&Running { identified, served });
    }
    let printed = screen.print(&served.as_ref().map(line).unwrap_or_default());
    let by = match identified.source {
        Source::Environment => "its environment says so",
        Source::Configuration => "it is configured so",
        Source::Answer => "the agent says so",
        Source::None => "nothing says which client runs",
    };
    screen.remark(&format!("{DIM}{by}{DIM:#}\n"));
    if let Some(question) = identified.question {
        screen.remark(&format!("{LABEL}ask the agent{LABEL:#}: {question}\n"));
    }
    printed
}

fn line(ClientLine { client, name, transport: _, reason }: &ClientLine) -> String {
    format!("{}  {name}: {reason}\n", client.name())
}
