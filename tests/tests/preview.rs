//! `planmark preview`: who gets the page, and what comes with it.

use planmark::page::{Assets, POLICY};
use planmark_tests::cli::Desk;
use planmark_tests::mcp::http::HttpServer;

/// How the page says that no text was opened; the program puts a name there.
const NOTHING_OPENED: &str = r#"<meta name="planmark-opened" content="" />"#;

/// A desk with a folder that has the form of the page.
fn desk() -> Desk {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.folder().join("page/assets")).expect("a folder");
    desk.file("page/index.html", format!("<head>{NOTHING_OPENED}</head>"));
    desk.file("page/assets/engine.wasm", b"\0asm");
    desk.file("secret", "not of the page");
    desk
}

#[test]
fn the_page_is_given_to_who_knows_its_address() {
    let desk = desk();
    let (server, path) = HttpServer::preview(&desk, &["--assets", "page"]);
    assert!(server.address.ip().is_loopback());
    let index = server.send("GET", &path, &[], b"");
    assert_eq!((index.status, index.header("content-type")), (200, Some("text/html; charset=utf-8")));
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(index.header(name), Some(value), "{name}");
    }
    assert_eq!(index.text(), format!("<head>{NOTHING_OPENED}</head>"));
    let engine = server.send("GET", &format!("{path}assets/engine.wasm"), &[], b"");
    assert_eq!((engine.status, engine.header("content-type")), (200, Some("application/wasm")));
    assert_eq!(engine.text(), "\0asm");
}

#[test]
fn nobody_else_gets_anything() {
    let desk = desk();
    let (server, path) = HttpServer::preview(&desk, &["secret", "--assets", "page"]);
    let other = format!("/{}/", "0".repeat(path.len() - 2));
    for path in ["/", "/index.html", other.as_str(), &format!("{other}opened"), &path[..path.len() - 1]] {
        assert_eq!(server.send("GET", path, &[], b"").status, 404, "{path}");
    }
    for name in ["../secret", "..%2fsecret", "assets/../../secret", "assets", "no-such"] {
        assert_eq!(server.send("GET", &format!("{path}{name}"), &[], b"").status, 404, "{name}");
    }
    for host in ["evil.example", "127.0.0.1", "localhost:1", "127.0.0.1.evil.example"] {
        assert_eq!(server.send("GET", &path, &[("Host", host)], b"").status, 421, "{host}");
    }
    for host in ["evil.example", "evil.example:80", "127.0.0.1", "ada@127.0.0.1.evil.example"] {
        let absolute = format!("http://{host}{path}");
        assert_eq!(server.send("GET", &absolute, &[], b"").status, 421, "{host} outranks the header");
    }
    let absolute = format!("http://{}{path}", server.address);
    assert_eq!(server.send("GET", &absolute, &[], b"").status, 200);
    assert_eq!(server.send("GET", &absolute, &[("Host", "evil.example")], b"").status, 421);
    let local = format!("localhost:{}", server.address.port());
    assert_eq!(server.send("GET", &path, &[("Host", &local)], b"").status, 200);
    for verb in ["POST", "PUT", "DELETE", "OPTIONS"] {
        assert_eq!(server.send(verb, &path, &[], b"").status, 405, "{verb}");
    }
}

#[test]
fn a_file_is_opened_in_the_page_byte_for_byte() {
    let desk = desk();
    let text = "\u{feff}# Plan\r\n<script>\n";
    desk.file("a \"b\" <c>.md", text);
    let (server, path) = HttpServer::preview(&desk, &["a \"b\" <c>.md", "--assets", "page"]);
    let index = server.send("GET", &path, &[], b"").text();
    let named = r#"<head><meta name="planmark-opened" content="a &quot;b&quot; &lt;c>.md" /></head>"#;
    assert_eq!(index, named);
    assert!(!path.contains("Plan"));
    let opened = server.send("GET", &format!("{path}opened"), &[], b"");
    assert_eq!((opened.status, opened.header("content-type")), (200, Some("text/plain; charset=utf-8")));
    assert_eq!(opened.text(), text);
}

#[test]
fn without_a_file_nothing_is_opened() {
    let desk = desk();
    let (server, path) = HttpServer::preview(&desk, &["--assets", "page"]);
    assert_eq!(server.send("GET", &format!("{path}opened"), &[], b"").status, 404);
}

#[test]
fn a_missing_page_says_how_to_get_it() {
    let desk = desk();
    let next = |run: serde_json::Value| run["next"].as_str().unwrap_or_default().to_owned();
    let none = desk.run(&["preview", "--assets", "page/assets", "--json"]);
    assert!(next(none.refused("page-missing", 1)).contains("make page"));
    if Assets::embedded().is_none() {
        let none = desk.run(&["preview", "--json"]);
        assert!(next(none.refused("page-missing", 1)).contains("make page"));
    }
    desk.run(&["preview", "no-such.md", "--assets", "page", "--json"]).refused("input-missing", 3);
}

#[test]
fn the_page_states_the_policy_of_the_program() {
    let page = include_str!("../../bindings/web/page/index.html");
    assert!(page.contains(&format!("content=\"{POLICY}\"")));
    assert!(page.contains(NOTHING_OPENED));
}
