//! Who may use the server over HTTP: names, origins, and the headers that bring them.

use std::net::IpAddr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::{Authority, Uri};
use axum::http::{HeaderMap, StatusCode};

use crate::mcp::token::Token;

/// Who may use the server.
#[derive(Debug, Clone)]
pub struct Access {
    /// What a client must know. None where something in front of the server has asked already.
    pub token: Option<Token>,
    /// Names that a `Host` header may have, with or without a port, beside the loopback ones.
    pub hosts: Vec<String>,
    /// Origins that a browser may call from: scheme, name and port, as `http://localhost:*`. A
    /// request with another `Origin` header is refused; programs send none.
    pub origins: Vec<String>,
}

/// Takes a name that clients reach a server by, with or without a port; or an IP address.
///
/// # Errors
///
/// What to give instead, for any other text.
pub fn host(text: &str) -> Result<String, String> {
    if is_host(text) || text.parse::<IpAddr>().is_ok() {
        Ok(text.to_owned())
    } else {
        Err("give a name or an address, with or without a port: plans.example:7717".to_owned())
    }
}

/// Takes an origin that a browser may call from. Its port may be `*`: any.
///
/// # Errors
///
/// What to give instead, for any other text.
pub fn origin(text: &str) -> Result<String, String> {
    let any_port = text.strip_suffix(":*").is_some_and(|base| is_origin(base) && takes_port(base));
    if any_port || is_origin(text) {
        Ok(text.to_owned())
    } else {
        Err("give a scheme, a name and a port: http://localhost:8080 or http://localhost:*".to_owned())
    }
}

/// Refuses headers that name more than one host or origin, or one with something around it: who reads
/// the header may not see what another program sees in it.
///
/// # Errors
///
/// What to answer.
pub(super) fn check_names(headers: &HeaderMap) -> Result<(), (StatusCode, &'static str)> {
    let one = |name, is_form: fn(&str) -> bool| {
        let mut given = headers.get_all(name).iter();
        match (given.next(), given.next()) {
            (None, _) => true,
            (Some(value), None) => value.to_str().is_ok_and(is_form),
            (Some(_), Some(_)) => false,
        }
    };
    if !one(HOST, is_host) {
        return Err((StatusCode::BAD_REQUEST, "a request names one host, and a port where it has one"));
    }
    if !one(ORIGIN, is_origin) {
        return Err((StatusCode::FORBIDDEN, "the origin is none that this server lets in"));
    }
    Ok(())
}

/// Whether a text is a name and a port, or a name alone: no user, no wildcard.
fn is_host(text: &str) -> bool {
    let Ok(authority) = text.parse::<Authority>() else { return false };
    let plain = match authority.port_u16() {
        Some(port) => format!("{}:{port}", authority.host()),
        None => authority.host().to_owned(),
    };
    !plain.is_empty() && plain == text && !text.contains('*')
}

/// Whether a text is an origin as browsers send it.
fn is_origin(text: &str) -> bool {
    let Some((scheme, host)) = text.split_once("://") else { return text == "null" };
    let scheme_is_one = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    scheme_is_one && is_host(host) && text.parse::<Uri>().is_ok()
}

/// Whether an origin has a name, and no port yet.
fn takes_port(origin: &str) -> bool {
    origin != "null" && origin.parse::<Uri>().is_ok_and(|uri| uri.port().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_with_or_without_a_port() {
        for text in ["localhost", "plans.example:7717", "127.0.0.1", "[::1]:80", "[::1]", "::1"] {
            assert_eq!(host(text).as_deref(), Ok(text));
        }
        for text in ["", "http://x", "a@b", "a b", "x:", "x:99999", "*", "*.example", "x/y"] {
            assert!(host(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn an_origin_is_a_scheme_a_name_and_a_port() {
        for text in
            ["http://localhost:8080", "http://localhost:*", "https://app.example", "null", "http://[::1]:*"]
        {
            assert_eq!(origin(text).as_deref(), Ok(text));
        }
        for text in [
            "",
            "foo",
            "localhost:8080",
            "http://",
            "http://x/",
            "http://x/path",
            "http://u@x",
            "http://x:1:*",
            "http://*",
            "null:*",
            "*",
            "http://x:99999",
        ] {
            assert!(origin(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_request_names_one_host_and_one_origin() {
        let check = |given: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for &(name, value) in given {
                headers.append(name, value.parse().expect("a value"));
            }
            check_names(&headers).map_err(|(status, _)| status.as_u16())
        };
        assert_eq!(check(&[("host", "localhost:1")]), Ok(()));
        assert_eq!(check(&[("host", "localhost"), ("origin", "http://x:1")]), Ok(()));
        assert_eq!(check(&[("host", "evil.com@127.0.0.1")]), Err(400));
        assert_eq!(check(&[("host", "127.0.0.1"), ("host", "evil.com")]), Err(400));
        assert_eq!(check(&[("host", "x"), ("origin", "http://a"), ("origin", "http://b")]), Err(403));
        assert_eq!(check(&[("host", "x"), ("origin", "http://u@a")]), Err(403));
    }
}
