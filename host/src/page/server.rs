//! Hands out the preview page, to this machine alone.

use std::io;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{HeaderName, Method, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::mcp::Token;
use crate::page::Assets;

/// What the page may load and do: its own files, WebAssembly, and no more. `index.html` states it too,
/// for those who serve the page themselves.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// Where the page asks for the text that it opens.
const OPENED: &str = "opened";

/// How `index.html` says that there is no such text.
const NOTHING_OPENED: &str = r#"name="planmark-opened" content="""#;

/// A text that the page opens when it starts.
#[derive(Debug, Clone)]
pub struct Opened {
    /// What it is called there.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The page at its address.
#[derive(Debug)]
pub struct Site {
    assets: Assets,
    opened: Option<Opened>,
    token: Token,
    hosts: [String; 2],
}

impl Site {
    /// Puts the page at a new address of this port. The second value is the path, from the slash after
    /// the port on: only who knows it gets anything.
    #[must_use]
    pub fn new(assets: Assets, opened: Option<Opened>, port: u16) -> (Self, String) {
        let (token, secret) = Token::generate();
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        (Self { assets, opened, token, hosts }, format!("/{secret}/"))
    }

    /// Serves whoever comes to `listener`, until `stop` is ready.
    ///
    /// # Errors
    ///
    /// When the listener can't be used.
    pub async fn serve(
        self,
        listener: std::net::TcpListener,
        stop: impl Future<Output = ()>,
    ) -> io::Result<()> {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let router = Router::new().fallback(answer).with_state(Arc::new(self));
        // A browser keeps its connections: they end with the program.
        tokio::select! {
            served = async { axum::serve(listener, router).await } => served,
            () = stop => Ok(()),
        }
    }

    /// The file that a path names, with its media type.
    fn find(&self, path: &str) -> Option<(&'static str, Vec<u8>)> {
        let (secret, name) = path.strip_prefix('/')?.split_once('/')?;
        if !self.token.matches(secret.as_bytes()) {
            return None;
        }
        match (name, &self.opened) {
            (OPENED, opened) => {
                Some(("text/plain; charset=utf-8", opened.as_ref()?.text.clone().into_bytes()))
            }
            ("", Some(opened)) => {
                let (media_type, bytes) = self.assets.get(name)?;
                Some((media_type, naming(&String::from_utf8_lossy(bytes), &opened.name).into_bytes()))
            }
            _ => self.assets.get(name).map(|(media_type, bytes)| (media_type, bytes.to_vec())),
        }
    }
}

/// The index, with the name of the opened text in it.
fn naming(index: &str, name: &str) -> String {
    let escaped = name.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    index.replace(NOTHING_OPENED, &format!(r#"name="planmark-opened" content="{escaped}""#))
}

/// A page of another site can make the browser ask here under a name of its own: such a request names
/// another host, and gets nothing. The host of an absolute address outranks the header (RFC 9112, 3.2.2):
/// where there are both, both must be right.
async fn answer(State(site): State<Arc<Site>>, request: Request) -> Response {
    let is_ours = |host: &str| site.hosts.iter().any(|known| known == host);
    let header = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let address = request.uri().authority().map(Authority::as_str);
    if !header.is_some_and(is_ours) || !address.is_none_or(is_ours) {
        return (StatusCode::MISDIRECTED_REQUEST, "this address is for this machine alone\n").into_response();
    }
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response();
    }
    let Some((media_type, bytes)) = site.find(request.uri().path()) else {
        return (StatusCode::NOT_FOUND, "there is nothing here: use the address that was printed\n")
            .into_response();
    };
    let headers = [
        (CONTENT_TYPE, media_type),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    (headers, Body::from(bytes)).into_response()
}
