//! One warehouse: where it is, who reads it, and how its server differs from the usual.

use std::path::PathBuf;

use jiff::fmt::temporal::{DateTimeParser, DateTimePrinter};
use jiff::tz::TimeZone;
use secrecy::SecretString;

use super::address::BaseUrl;
use super::lookup::Reader;
use super::service_paths::ServicePaths;
use super::tls::Tls;
use super::variables::profile as variables;
use crate::easywms::filter::Dialect;

/// A usable profile: every required variable is there and reads.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The name, as a call gives it.
    pub name: String,
    /// Where the server is.
    pub origin: Origin,
    /// The tenant code.
    pub tenant: String,
    /// The user.
    pub username: String,
    /// The user's password.
    pub password: SecretString,
    /// The OAuth client id.
    pub client_id: String,
    /// The OAuth client secret.
    pub client_secret: SecretString,
    /// The language of the server's texts.
    pub language: Option<String>,
    /// The site or warehouse code.
    pub site: Option<String>,
    /// The zone of the site's dates, which carry none; not known unless it is set.
    pub time_zone: Option<TimeZone>,
    /// How the certificate is judged.
    pub tls: Tls,
    /// How a filter is written for the server.
    pub dialect: Dialect,
    /// Where each service answers.
    pub paths: ServicePaths,
    /// The JSON file with the server's entity types and fields, not read yet.
    pub catalogue: Option<PathBuf>,
}

/// Where a profile's server is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// At an address.
    Url(BaseUrl),
    /// In this process: the simulator of `--demo`.
    Demo,
}

impl Profile {
    /// Reads a profile; `None` if it can't be used, and the reader's report then says why.
    pub(super) fn read(name: &str, reader: &mut Reader<'_>) -> Option<Self> {
        let text = |text: &str| Ok(text.to_owned());
        let secret = |text: &str| Ok(SecretString::from(text));
        let base_url = reader.required(&variables::URL, BaseUrl::parse);
        let tenant = reader.required(&variables::TENANT, text);
        let username = reader.required(&variables::USERNAME, text);
        let password = reader.required(&variables::PASSWORD, secret);
        let client_id = reader.required(&variables::CLIENT_ID, text);
        let client_secret = reader.required(&variables::CLIENT_SECRET, secret);
        let language = reader.optional(&variables::LANGUAGE, text);
        let site = reader.optional(&variables::SITE, text);
        let time_zone = reader.optional(&variables::TIME_ZONE, time_zone);
        let tls = Tls::read(reader);
        let dialect = reader.optional(&variables::FILTER_DIALECT, dialect);
        let paths = ServicePaths::read(reader);
        let catalogue = reader.path(&variables::CATALOGUE);
        if !reader.report.problems.is_empty() {
            return None;
        }
        let base_url = base_url?;
        warn_of_exposure(name, &base_url, &tls, reader);
        Some(Self {
            name: name.into(),
            origin: Origin::Url(base_url),
            tenant: tenant?,
            username: username?,
            password: password?,
            client_id: client_id?,
            client_secret: client_secret?,
            language,
            site,
            time_zone,
            tls,
            dialect: dialect.unwrap_or_default(),
            paths,
            catalogue,
        })
    }

    /// Returns the name or offset of the site's time zone, if it is known.
    #[must_use]
    pub fn time_zone_name(&self) -> Option<String> {
        let printer = DateTimePrinter::new();
        printer.time_zone_to_string(self.time_zone.as_ref()?).ok()
    }

    /// Makes a profile of the demo. Its credentials are open: they reach nothing but the simulator in this process.
    pub(super) fn demo(name: &str) -> Self {
        Self {
            name: name.into(),
            origin: Origin::Demo,
            tenant: name.into(),
            username: "demo".into(),
            password: SecretString::from("demo-password"),
            client_id: "mcp".into(),
            client_secret: SecretString::from("demo-secret"),
            language: None,
            site: None,
            time_zone: Some(TimeZone::UTC),
            tls: Tls::SystemRoots,
            dialect: Dialect::default(),
            paths: ServicePaths::default(),
            catalogue: None,
        }
    }
}

/// On-premise servers without a proper certificate exist, so this warns and does not refuse.
fn warn_of_exposure(name: &str, base_url: &BaseUrl, tls: &Tls, reader: &mut Reader<'_>) {
    let exposed = if *tls == Tls::AcceptAny {
        "ACCEPT_INVALID_CERTS accepts any certificate"
    } else if !base_url.is_https() {
        "the address is http, not https"
    } else {
        return;
    };
    if !base_url.is_loopback() {
        reader.report.warn(format!(
            "profile {name}: {exposed}; whoever is on the line can read the password and the data"
        ));
    }
    if !base_url.is_https() && *tls != Tls::SystemRoots {
        reader.report.warn(format!(
            "profile {name}: its certificate settings have no effect, because the address is http"
        ));
    }
}

fn time_zone(text: &str) -> Result<TimeZone, String> {
    let zone = DateTimeParser::new().parse_time_zone(text).map_err(|_| {
        "is no time zone that this machine knows: take a name such as Europe/Madrid, or an offset such as +02:00".to_owned()
    })?;
    if text.starts_with(['+', '-']) || zone.iana_name().is_some() {
        return Ok(zone);
    }
    // `UTC+2` lies west of Greenwich by POSIX and east of it for everybody else.
    Err(match offset_meant(text) {
        Some(offset) => format!(
            "can be read in two opposite ways: for the clocks that show {offset} against UTC write {offset}, or a name such as Europe/Madrid"
        ),
        None => "is a POSIX rule, which counts its hours westwards: take a name such as Europe/Madrid, or an offset such as +02:00".to_owned(),
    })
}

/// Returns the offset that `UTC+2` and `GMT-3` mean to everybody but POSIX.
fn offset_meant(text: &str) -> Option<String> {
    let (base, offset) = text.split_at_checked(3)?;
    let is_base = ["UTC", "GMT"]
        .iter()
        .any(|name| base.eq_ignore_ascii_case(name));
    let sign = offset
        .chars()
        .next()
        .filter(|sign| matches!(sign, '+' | '-'))?;
    let (hours, minutes) = match offset.get(1..)?.split_once(':') {
        Some((hours, minutes)) => (hours, minutes.parse().ok()?),
        None => (offset.get(1..)?, 0),
    };
    let hours: u8 = hours.parse().ok()?;
    let minutes: u8 = minutes;
    is_base.then(|| format!("{sign}{hours:02}:{minutes:02}"))
}

fn dialect(text: &str) -> Result<Dialect, String> {
    text.parse()
        .map_err(|_| "must be linq, sql or odata".to_owned())
}
