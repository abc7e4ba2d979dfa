//! Access control: Host and Origin checks, and security headers.
//! Not here: the routes (`server`).
//!
//! A page of another site cannot read answers of this server, but without these checks it could
//! send requests, open WebSockets, and after DNS rebinding read everything.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use crate::state::Shared;

/// Which names this server goes by.
#[derive(Clone, Debug)]
pub struct Access {
    /// Where it listens.
    address: SocketAddr,
    /// Names that the command line allows besides, in lower case.
    names: Vec<String>,
}

impl Access {
    /// The names of a server that listens at `address`.
    pub fn new(address: SocketAddr, names: &[String]) -> Self {
        let names = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        Self { address, names }
    }

    /// Whether this server goes by a host, with the port if it names one: `localhost` and addresses at
    /// the port of this server; at any port, since a proxy may stand before it, the names from
    /// the command line. An address cannot be rebound, a name can.
    pub fn is_own_host(&self, host: &str) -> bool {
        let (name, port) = split(host);
        let name = name.to_ascii_lowercase();
        if self.names.contains(&name) {
            return true;
        }
        if port != Some(self.address.port()) && !(port.is_none() && self.address.port() == 80) {
            return false;
        }
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        match bare.parse::<IpAddr>() {
            Ok(ip) if self.address.ip().is_unspecified() => !ip.is_multicast(),
            Ok(ip) => ip == self.address.ip(),
            Err(_) => name == "localhost" && self.answers_localhost(),
        }
    }

    fn answers_localhost(&self) -> bool {
        self.address.ip().is_loopback() || self.address.ip().is_unspecified()
    }

    /// Why a request is refused; `None` if it may pass.
    pub fn refusal(&self, method: &Method, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        if headers.get_all(header::HOST).iter().count() != 1 {
            return Some("expected one Host");
        }
        let host = text(header::HOST).unwrap_or_default();
        if !self.is_own_host(host) {
            return Some("this server does not go by this Host; see --host");
        }
        if headers.get_all(header::ORIGIN).iter().count() > 1 {
            return Some("expected one Origin");
        }
        // A program that is no browser sends none.
        if let Some(origin) = text(header::ORIGIN) {
            let own = origin.split_once("://").is_some_and(|(scheme, authority)| {
                matches!(scheme, "http" | "https") && authority.eq_ignore_ascii_case(host)
            });
            if !own {
                return Some("pages of other sites may not ask this server");
            }
        }
        // Following a link is no request of the other site's page.
        let navigates = *method == Method::GET
            && headers
                .get("sec-fetch-mode")
                .is_some_and(|mode| mode == "navigate")
            && headers
                .get("sec-fetch-dest")
                .is_some_and(|dest| dest == "document");
        match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
            None | Some(b"same-origin" | b"none") => None,
            Some(_) if navigates => None,
            Some(_) => Some("pages of other sites may not ask this server"),
        }
    }
}

/// Name and port of a Host. A port that is no number counts as 0, which no server has.
fn split(host: &str) -> (&str, Option<u16>) {
    let end = host.rfind(']').map_or(0, |at| at + 1);
    match host[end..].find(':') {
        Some(at) => {
            let port = &host[end + at + 1..];
            let digits = port.bytes().all(|byte| byte.is_ascii_digit());
            let port = port.parse().ok().filter(|_| digits).unwrap_or(0);
            (&host[..end + at], Some(port))
        }
        None => (host, None),
    }
}

/// What the page may load: files of this server, and pictures that it makes itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
const HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Refuses requests that may not pass, and adds headers to all answers.
pub async fn check(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let refusal = shared.access.refusal(request.method(), request.headers());
    let mut response = match refusal {
        Some(reason) => (StatusCode::FORBIDDEN, format!("{reason}\n")).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(address: &str, names: &[&str]) -> Access {
        let names: Vec<String> = names.iter().map(|&name| name.into()).collect();
        Access::new(address.parse().expect("an address"), &names)
    }

    fn refused(access: &Access, lines: &[(&str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            let name: HeaderName = name.parse().expect("a name");
            headers.append(name, value.parse().expect("a value"));
        }
        access.refusal(&Method::GET, &headers).is_some()
    }

    #[test]
    fn only_own_names_are_hosts() {
        let loopback = access("127.0.0.1:8427", &["Board.Example"]);
        for own in [
            "127.0.0.1:8427",
            "localhost:8427",
            "LOCALHOST:8427",
            "board.example",
            "board.example:443",
        ] {
            assert!(loopback.is_own_host(own), "{own}");
        }
        for other in [
            "",
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost:8318",
            "evil.example:8427",
            "localhost.evil:8427",
            "127.0.0.1.evil.example:8427",
            "[::1]:8427",
            "localhost:+8427",
            "localhost:08427x",
            "127.0.0.2:8427",
            "board.example.evil",
            "a@localhost:8427",
        ] {
            assert!(!loopback.is_own_host(other), "{other}");
        }
        assert!(access("[::1]:8427", &[]).is_own_host("[::1]:8427"));
        let open = access("0.0.0.0:8427", &[]);
        assert!(open.is_own_host("192.168.1.5:8427") && open.is_own_host("localhost:8427"));
        assert!(!open.is_own_host("evil.example:8427"));
        assert!(!access("192.168.1.5:8427", &[]).is_own_host("localhost:8427"));
    }

    #[test]
    fn other_sites_are_refused() {
        let access = access("127.0.0.1:8427", &[]);
        let host = ("host", "127.0.0.1:8427");
        for passes in [
            &[host][..],
            &[host, ("origin", "http://127.0.0.1:8427")],
            &[host, ("sec-fetch-site", "same-origin")],
            &[
                host,
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-mode", "navigate"),
                ("sec-fetch-dest", "document"),
            ],
        ] {
            assert!(!refused(&access, passes), "{passes:?}");
        }
        for stopped in [
            &[][..],
            &[host, host],
            &[host, ("origin", "null")],
            &[host, ("origin", "http://127.0.0.1:9000")],
            &[host, ("origin", "http://localhost:8427")],
            &[host, ("origin", "file://127.0.0.1:8427")],
            &[
                host,
                ("origin", "http://127.0.0.1:8427"),
                ("origin", "http://evil.example"),
            ],
            &[host, ("sec-fetch-site", "cross-site")],
            &[
                host,
                ("sec-fetch-site", "same-site"),
                ("sec-fetch-mode", "no-cors"),
            ],
            &[
                host,
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-mode", "navigate"),
                ("sec-fetch-dest", "iframe"),
            ],
        ] {
            assert!(refused(&access, stopped), "{stopped:?}");
        }
    }
}
