//! Addresses: the server's, and the proxy's. Both print without credentials.
//!
//! It refuses what reads as one host and means another. It does not know which paths a server has.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

pub use reqwest::Url;

use super::service_paths::{LOG, METADATA, METRIC, QUERY, STS, WORKFLOW, check_path};

/// The address of a server: scheme, host, port and an optional path below which its services are.
#[derive(Clone, PartialEq, Eq)]
pub struct BaseUrl(Url);

impl BaseUrl {
    /// Checks and normalises an address; the error says what is wrong without repeating it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut url = parse_http_url(text)?;
        if has_user_info(text) {
            return Err(
                "may not hold a user name or password; they have variables of their own".into(),
            );
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err("may not hold a query (?) or a fragment (#)".into());
        }
        // The parser resolves dot segments and drops escapes, so the path is judged as it was written.
        let written = after_host(text).trim_end_matches('/');
        check_path(written)?;
        if let Some(service) = service_in(written) {
            return Err(format!(
                "must end before the path of a service ({service}); those paths are added to it, and have variables of their own"
            ));
        }
        url.set_path(written);
        Ok(Self(url))
    }

    /// Returns the address; it holds no credentials.
    #[must_use]
    pub fn url(&self) -> &Url {
        &self.0
    }

    /// Whether the connection is encrypted.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// Whether the server is this machine.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        let host = self.0.host_str().unwrap_or_default();
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        host == "localhost"
            || host
                .parse::<Ipv4Addr>()
                .is_ok_and(|address| address.is_loopback())
            || bare
                .parse::<Ipv6Addr>()
                .is_ok_and(|address| address.is_loopback())
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

impl fmt::Debug for BaseUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "BaseUrl({self})")
    }
}

/// The address of the proxy; a user name and a password in it never print.
#[derive(Clone, PartialEq, Eq)]
pub struct Proxy(Url);

impl Proxy {
    /// Checks an address; the error says what is wrong without repeating it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let url = parse_http_url(text)?;
        if url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
            return Err("must end after the host and port".into());
        }
        Ok(Self(url))
    }

    /// Returns the whole address, **with its credentials**: for the HTTP client alone.
    #[must_use]
    pub fn expose_url(&self) -> &Url {
        &self.0
    }
}

impl fmt::Display for Proxy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = self.0.host_str().unwrap_or_default();
        write!(formatter, "{}://{host}", self.0.scheme())?;
        match self.0.port() {
            Some(port) => write!(formatter, ":{port}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Proxy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Proxy({self})")
    }
}

/// What both kinds of address share: an absolute http or https address of one plainly written host.
fn parse_http_url(text: &str) -> Result<Url, String> {
    let text = text.trim();
    if text.contains(|character: char| character.is_whitespace() || character.is_control()) {
        return Err("may not hold a blank".into());
    }
    if text.contains('\\') {
        return Err("holds a back-slash; an address is written with /".into());
    }
    let Some((scheme, _)) = text.split_once("://") else {
        return Err("has no scheme; write https:// before the host".into());
    };
    if !["http", "https"].contains(&scheme.to_ascii_lowercase().as_str()) {
        return Err("must start with https:// or http://".into());
    }
    let url = Url::parse(text).map_err(|error| format!("is no address: {error}"))?;
    if url.port() == Some(0) {
        return Err("has the port 0".into());
    }
    // The parser takes 2130706433 and 0x7f.1 for 127.0.0.1: a host that reads as one thing and is another.
    let host = url.host_str().unwrap_or_default();
    if host.parse::<Ipv4Addr>().is_ok() && written_host(text) != host {
        return Err("spells an IPv4 address as a number; write its four decimal parts".into());
    }
    Ok(url)
}

/// Returns what stands between the scheme and the path.
fn authority(text: &str) -> &str {
    let (_, rest) = text.trim().split_once("://").unwrap_or_default();
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

fn has_user_info(text: &str) -> bool {
    authority(text).contains('@')
}

/// Returns the host of an authority as it was written, without user info and port.
fn written_host(text: &str) -> &str {
    let authority = authority(text);
    let host_and_port = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    host_and_port
        .split_once(':')
        .map_or(host_and_port, |(host, _)| host)
}

/// Returns the service of the warehouse whose path an address goes on with: copied from a browser or another program.
fn service_in(path: &str) -> Option<&'static str> {
    let parts: Vec<String> = path.split('/').map(str::to_lowercase).collect();
    let usual = [STS, QUERY, METADATA, WORKFLOW, LOG, METRIC];
    let mut services = usual.iter().filter_map(|path| path.split('/').nth(1));
    services.find(|service| parts.contains(&service.to_lowercase()))
}

/// Returns the path as it was written.
fn after_host(text: &str) -> &str {
    let (_, rest) = text.trim().split_once("://").unwrap_or_default();
    rest.strip_prefix(authority(text)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::*;

    fn normalised(text: &str) -> String {
        BaseUrl::parse(text).unwrap().to_string()
    }

    fn refusal(text: &str) -> String {
        BaseUrl::parse(text).unwrap_err()
    }

    #[test]
    fn normalises_what_means_the_same() {
        assert_eq!(
            normalised(" HTTPS://WMS.Example.COM:443/ "),
            "https://wms.example.com"
        );
        assert_eq!(
            normalised("https://wms.example.com/easy/wms//"),
            "https://wms.example.com/easy/wms"
        );
        assert_eq!(
            normalised("https://almacén.example"),
            "https://xn--almacn-fva.example"
        );
        assert_eq!(normalised("http://[::1]:8080/"), "http://[::1]:8080");
        assert_eq!(normalised("http://10.0.0.7:8080"), "http://10.0.0.7:8080");
    }

    #[test]
    fn refuses_with_a_reason_what_is_no_plain_address() {
        let cases = [
            ("wms.example.com", "https://"),
            ("wms.example.com:8443", "https://"),
            ("ftp://wms.example.com", "https://"),
            ("https://", "empty host"),
            ("https://wms.example.com:99999", "port"),
            ("https://wms.example.com:0", "port"),
            ("https://wms example.com", "blank"),
            ("https://wms.exa\tmple.com", "blank"),
            ("https:\\\\wms.example.com", "back-slash"),
            ("https://wms.example.com/?a=b", "query"),
            ("https://wms.example.com/#a", "fragment"),
            ("https://wms.example.com/a/%2e%2e/b", "path"),
            ("https://wms.example.com/a/../b", ".."),
            ("https://wms.example.com/api/CommandExecute", "only reads"),
            ("https://wms.example.com/QueryService/api", "(QueryService)"),
            (
                "https://wms.example.com/wms/easysts/oauth/token",
                "(EasySts)",
            ),
        ];
        for (text, word) in cases {
            assert!(refusal(text).contains(word), "{text}: {}", refusal(text));
        }
    }

    #[test]
    fn refuses_an_ipv4_address_spelled_as_a_number() {
        for text in [
            "http://2130706433/",
            "http://0x7f.1",
            "http://127.1:80/",
            "http://0177.0.0.1",
            "http://１２７.0.0.1",
        ] {
            assert!(refusal(text).contains("IPv4"), "{text}");
        }
    }

    #[test]
    fn refuses_user_info_without_repeating_it() {
        for text in [
            "https://user:canary@wms.example.com",
            "https://canary@wms.example.com",
            "https://@wms.example.com",
        ] {
            assert!(refusal(text).contains("user name"), "{text}");
            assert!(!refusal(text).contains("canary"));
        }
    }

    #[test]
    fn knows_this_machine() {
        let is_loopback = |text| BaseUrl::parse(text).unwrap().is_loopback();
        assert!(is_loopback("http://localhost:1"));
        assert!(is_loopback("http://127.0.0.9"));
        assert!(is_loopback("http://[::1]"));
        assert!(!is_loopback("http://10.0.0.1"));
        assert!(!is_loopback("http://localhost.example.com"));
    }

    #[test]
    fn a_proxy_prints_without_its_credentials() {
        let proxy =
            Proxy::parse("http://canary-user:canary-password@proxy.example.com:8080").unwrap();
        assert_eq!(proxy.to_string(), "http://proxy.example.com:8080");
        assert_eq!(format!("{proxy:?}"), "Proxy(http://proxy.example.com:8080)");
        assert_eq!(proxy.expose_url().password(), Some("canary-password"));
        assert!(Proxy::parse("proxy.example.com:8080").is_err());
        assert!(Proxy::parse("socks5://proxy.example.com").is_err());
    }
}
