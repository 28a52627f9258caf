//! Access control: only this machine, or whoever has the key, may ask for the page, and only the page may
//! open a WebSocket.
//!
//! A page of another site may send requests here under a name of its own that resolves to this
//! machine ("DNS rebinding"); so the `Host` has to be a known name. Any page may open a WebSocket,
//! but the browser sends its `Origin`, which has to be this page.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use super::key::Key;

/// The host names that are accepted.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// `true` if other machines may connect: then any IP address is accepted, since no other site
    /// can claim one.
    is_open: bool,
    names: Vec<String>,
    /// What every path begins with, if anything.
    key: Option<Key>,
}

impl Guard {
    /// Creates the guard of a server that listens on `address`, with additional host names.
    pub(super) fn new(address: IpAddr, names: &[String], key: Option<Key>) -> Guard {
        Guard {
            is_open: !address.is_loopback(),
            names: names.iter().map(|name| name.to_ascii_lowercase()).collect(),
            key,
        }
    }

    /// Returns the path of a file as it has to be asked for.
    pub(super) fn path(&self, path: &str) -> String {
        match &self.key {
            Some(key) => format!("/{key}{path}"),
            None => path.into(),
        }
    }

    /// Returns true if the path has the key, or none is wanted.
    pub(super) fn knows_path(&self, path: &str) -> bool {
        let first = path.split('/').nth(1).unwrap_or_default();
        self.key.as_ref().is_none_or(|key| key.is(first))
    }

    /// Returns true if the request's `Host` is accepted.
    pub(super) fn knows_host(&self, headers: &HeaderMap) -> bool {
        let Some(host) = only(headers, &header::HOST) else {
            return false;
        };
        let name = without_port(host).to_ascii_lowercase();
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let address = bare.parse::<IpAddr>();
        name == "localhost"
            || self.names.contains(&name)
            || address.is_ok_and(|address| self.is_open || address.is_loopback())
    }

    /// Returns true if the WebSocket is requested by this server's own page.
    pub(super) fn knows_origin(&self, headers: &HeaderMap) -> bool {
        let host = only(headers, &header::HOST);
        let origin = only(headers, &header::ORIGIN).and_then(|origin| {
            origin
                .strip_prefix("http://")
                .or(origin.strip_prefix("https://"))
        });
        origin.is_some() && origin == host && self.knows_host(headers)
    }
}

/// The value of a header that occurs exactly once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    values.next().is_none().then(|| value.to_str().ok())?
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    }
}

/// The headers of every answer. They forbid the browser to load or run anything from elsewhere, to
/// show the page inside another one, and to tell others where it was.
pub(super) const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    ),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a header"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().expect("a header"));
        }
        headers
    }

    fn guard(address: &str, names: &[&str]) -> Guard {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        Guard::new(address.parse().expect("an address"), &names, None)
    }

    #[test]
    fn without_the_key_no_path_is_known() {
        let key = Key::new().expect("random numbers");
        let own = format!("/{key}");
        let guard = Guard::new([0, 0, 0, 0].into(), &[], Some(key));
        assert_eq!(guard.path("/main.js"), format!("{own}/main.js"));
        for known in [own.clone(), format!("{own}/"), guard.path("/socket")] {
            assert!(guard.knows_path(&known), "{known}");
        }
        let short = &own[..own.len() - 1];
        let foreign = Key::new().expect("random numbers");
        for path in [
            "",
            "/",
            "/main.js",
            short,
            &format!("{own}0"),
            &format!("/x{own}"),
            &format!("/{foreign}/"),
        ] {
            assert!(!guard.knows_path(path), "{path}");
        }
    }

    #[test]
    fn only_names_of_this_machine_are_known() {
        let guard = guard("127.0.0.1", &[]);
        for ours in [
            "127.0.0.1:8080",
            "localhost:1",
            "LocalHost",
            "[::1]:80",
            "127.0.0.1",
        ] {
            assert!(guard.knows_host(&headers(ours, None)), "{ours}");
        }
        for foreign in [
            "example.org",
            "192.168.1.2:80",
            "localhost.example.org",
            "",
            ":80",
            "a:b",
        ] {
            assert!(!guard.knows_host(&headers(foreign, None)), "{foreign}");
        }
        assert!(!guard.knows_host(&HeaderMap::new()));
        let mut two = headers("localhost", None);
        two.append(header::HOST, HeaderValue::from_static("localhost"));
        assert!(!guard.knows_host(&two));
    }

    #[test]
    fn an_open_server_is_known_by_any_address_and_by_the_names_it_was_told() {
        let guard = guard("0.0.0.0", &["games.local"]);
        for ours in ["192.168.1.2:80", "Games.local:80", "localhost"] {
            assert!(guard.knows_host(&headers(ours, None)), "{ours}");
        }
        assert!(!guard.knows_host(&headers("example.org", None)));
    }

    #[test]
    fn a_socket_is_only_for_the_page_itself() {
        let guard = guard("127.0.0.1", &[]);
        let knows = |host, origin| guard.knows_origin(&headers(host, origin));
        assert!(knows("localhost:7", Some("http://localhost:7")));
        for foreign in [
            "http://localhost:8",
            "http://example.org",
            "null",
            "localhost:7",
            "",
        ] {
            assert!(!knows("localhost:7", Some(foreign)), "{foreign}");
        }
        assert!(!knows("localhost:7", None));
        assert!(!knows("example.org", Some("http://example.org")));
    }
}
