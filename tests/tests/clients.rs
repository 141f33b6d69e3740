//! The record of what was seen of clients, and the table in their pages that is made of it.

use std::fs;
use std::path::{Path, PathBuf};

use planmark::core::runtime::client::{Client, Transport, matrix};
use serde_json::Value;

const BEGIN: &str = "<!-- made of tests/clients/record.json -->\n";
const END: &str = "<!-- end -->\n";

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn record() -> Value {
    serde_json::from_str(&read("clients/record.json")).expect("JSON")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} of {value}"))
}

/// The table: a row for each fact, a column for each client.
fn table(record: &Value) -> String {
    let clients: Vec<_> = Client::ALL
        .into_iter()
        .filter_map(|client| record["clients"].get(client.name()).map(|known| (client, known)))
        .collect();
    let names: Vec<_> = clients.iter().map(|(_, known)| text(known, "name")).collect();
    let versions: Vec<_> = clients.iter().map(|(_, known)| text(known, "version")).collect();
    let ways = clients.iter().map(|(client, _)| match client.transport() {
        Transport::Goal => "a goal",
        Transport::LoopTick => "a loop",
        Transport::Floor => "hooks alone",
    });
    let mut lines = vec![
        format!("| | {} |", names.join(" | ")),
        format!("|---|{}", "---|".repeat(clients.len())),
        format!("| version | {} |", versions.join(" | ")),
        format!("| brought back by | {} |", ways.collect::<Vec<_>>().join(" | ")),
    ];
    for fact in record["facts"].as_array().expect("facts") {
        let cells = clients.iter().map(|(_, known)| match text(&known["facts"], text(fact, "id")) {
            "none" => "–",
            how => how,
        });
        lines.push(format!("| {} | {} |", text(fact, "text"), cells.collect::<Vec<_>>().join(" | ")));
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_matrix_of_clients_is_made_of_the_record() {
    let page = read("../docs/clients/README.md");
    let (before, rest) = page.split_once(BEGIN).expect("the place of the table");
    let (_, after) = rest.split_once(END).expect("its end");
    let made = format!("{before}{BEGIN}\n{}\n{END}{after}", table(&record()));
    if std::env::var_os("PLANMARK_BLESS").is_some() {
        fs::write(path("../docs/clients/README.md"), &made).expect("the page");
    }
    assert_eq!(read("../docs/clients/README.md"), made);
}

#[test]
fn the_record_says_of_every_client_how_each_fact_is_known() {
    let record = record();
    let ids: Vec<_> =
        record["facts"].as_array().expect("facts").iter().map(|fact| text(fact, "id")).collect();
    for line in matrix().iter().filter(|line| line.client != Client::Other) {
        let known = &record["clients"][line.client.name()];
        assert_eq!(text(known, "name").trim_end_matches(" CLI"), line.name.trim_end_matches(" CLI"));
        let facts = known["facts"].as_object().expect("facts");
        assert_eq!(facts.len(), ids.len(), "{}", line.name);
        for id in &ids {
            let how = text(&known["facts"], id);
            assert!(["seen", "documented", "none"].contains(&how), "{id}: {how}");
            let of_transport = id.starts_with("transport-");
            assert_eq!(
                of_transport && how == "none",
                of_transport && line.transport == Transport::Floor,
                "{id}"
            );
        }
    }
}
