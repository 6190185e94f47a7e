//! Which profiles there are, which of them can be used, and which one a call means.

use std::path::PathBuf;

use mcp_wms_api::config::{Origin, SelectError, Tls};
use mcp_wms_api::easywms::filter::Dialect;
use secrecy::ExposeSecret;

use super::{
    NORTH, borrowed, default_profile, load, load_file, north_file, north_with, problems, renamed,
    warned,
};

#[test]
fn one_profile_is_the_default() {
    let config = north_with(&[]);
    let profile = default_profile(&config);
    assert_eq!(profile.name, "NORTH");
    assert_eq!(config.profiles.default_name(), Some("NORTH"));
    let Origin::Url(base_url) = &profile.origin else {
        panic!("a configured profile has an address");
    };
    assert_eq!(base_url.to_string(), "https://wms.example.com");
    assert_eq!(profile.password.expose_secret(), "canary-password");
    assert_eq!(profile.tls, Tls::SystemRoots);
    assert_eq!(profile.dialect, Dialect::Linq);
    assert_eq!(
        profile.paths.query.as_str(),
        "/QueryService/api/QueryExecute"
    );
    assert!(config.problems.is_empty() && config.warnings.is_empty());
}

/// FAULTS D9.
#[test]
fn an_address_that_means_something_else_is_refused_without_repeating_it() {
    for address in [
        "wms.example.com",
        "https://canary:canary@wms.example.com",
        "http://2130706433/",
        "https://[::1",
        "https://h/?canary",
    ] {
        let config = north_with(&[("WMS_NORTH_URL", address)]);
        let said = problems(&config);
        assert_eq!(said.len(), 1, "{address}");
        assert!(
            said[0].starts_with("WMS_NORTH_URL: ") && !said[0].contains("canary"),
            "{}",
            said[0]
        );
    }
}

#[test]
fn a_time_zone_that_there_is_not_is_refused() {
    for zone in ["Mars/Olympus", "Z", "2", "02:00"] {
        let config = north_with(&[("WMS_NORTH_TIME_ZONE", zone)]);
        assert_eq!(
            problems(&config),
            [
                "WMS_NORTH_TIME_ZONE: is no time zone that this machine knows: take a name such as Europe/Madrid, or an offset such as +02:00"
            ],
            "{zone}"
        );
    }
    let config = north_with(&[("WMS_NORTH_TIME_ZONE", "europe/madrid")]);
    let name = default_profile(&config).time_zone_name();
    assert_eq!(name.as_deref(), Some("Europe/Madrid"));
}

#[test]
fn a_time_zone_that_posix_reads_the_other_way_round_is_refused() {
    for (zone, wanted) in [
        ("UTC+2", "write +02:00,"),
        ("gmt-3", "write -03:00,"),
        ("UTC+05:30", "write +05:30,"),
        ("GMT-11", "write -11:00,"),
        ("EST5EDT,M3.2.0,M11.1.0", "is a POSIX rule"),
        ("CET-1", "is a POSIX rule"),
        ("UTC2", "is a POSIX rule"),
    ] {
        let found = problems(&north_with(&[("WMS_NORTH_TIME_ZONE", zone)]));
        let [problem] = found.as_slice() else {
            panic!("{zone}: {found:?}");
        };
        assert!(problem.contains(wanted), "{zone}: {problem}");
    }
    for zone in ["UTC", "GMT", "+02:00", "-03:00", "+0530", "Asia/Kolkata"] {
        let config = north_with(&[("WMS_NORTH_TIME_ZONE", zone)]);
        assert!(default_profile(&config).time_zone.is_some(), "{zone}");
    }
}

/// FAULTS D11.
#[test]
fn a_half_filled_profile_names_all_that_is_missing_and_spares_the_others() {
    let config = north_with(&[
        ("WMS_SOUTH_URL", "https://south.example.com"),
        ("WMS_SOUTH_PASSWORD", "${user_config.password}"),
        ("WMS_SOUTH_TENANT", " "),
        ("WMS_PROFILE", "north"),
    ]);
    assert_eq!(default_profile(&config).name, "NORTH");
    assert_eq!(
        problems(&config),
        [
            "WMS_SOUTH_TENANT: set, but blank",
            "WMS_SOUTH_USERNAME: not set",
            "WMS_SOUTH_PASSWORD: set to a ${…} placeholder that the client did not fill in",
            "WMS_SOUTH_CLIENT_ID: not set",
            "WMS_SOUTH_CLIENT_SECRET: not set",
        ]
    );
    let Err(SelectError::Broken { name, problems }) = config.profiles.select(Some("South")) else {
        panic!("SOUTH is half filled");
    };
    assert_eq!((name.as_str(), problems.len()), ("SOUTH", 5));
}

/// FAULTS D11.
#[test]
fn an_unknown_profile_lists_the_known_ones() {
    let south = renamed("SOUTH_");
    let variables = NORTH
        .into_iter()
        .chain(borrowed(&south))
        .chain([("WMS_PROFILE", "NROTH")]);
    let config = load(variables);
    assert_eq!(
        problems(&config),
        ["WMS_PROFILE: names no configured profile; configured: NORTH, SOUTH"]
    );
    let expected = SelectError::Unknown {
        name: "NROTH".into(),
        setting: Some("WMS_PROFILE"),
        names: vec!["NORTH".into(), "SOUTH".into()],
        nearest: vec!["NORTH".into()],
    };
    assert_eq!(config.profiles.select(None).unwrap_err(), expected);
    assert_eq!(config.profiles.default_name(), None);
    assert_eq!(config.profiles.select(Some("south")).unwrap().name, "SOUTH");
}

/// FAULTS D11.
#[test]
fn a_misspelt_variable_is_named_where_the_right_one_is_missed() {
    let renamed = |name: &'static str| match name {
        "WMS_NORTH_PASSWORD" => "WMS_NORTH_PASSWROD",
        "WMS_NORTH_TENANT" => "wms_north_tenant",
        other => other,
    };
    let config = load(NORTH.map(|(name, value)| (renamed(name), value)));
    assert_eq!(
        problems(&config),
        [
            "WMS_NORTH_TENANT: not set; wms_north_tenant is, and is no variable of this program",
            "WMS_NORTH_PASSWORD: not set; WMS_NORTH_PASSWROD is, and is no variable of this program",
        ]
    );
    let nothing = load([("WMS_URLL", "https://wms.example.com")]);
    assert_eq!(
        problems(&nothing),
        ["WMS_URLL: is no variable of this program; did you mean WMS_URL?"]
    );
    let small = north_with(&[("wms_north_site", "A"), ("path", "/bin")]);
    assert_eq!(
        small.warnings,
        ["wms_north_site is no variable of this program; did you mean WMS_NORTH_SITE?"]
    );
}

/// FAULTS D11.
#[test]
fn a_profile_name_with_odd_characters_is_unusable_alone() {
    let odd = renamed("south-2_");
    let config = load(NORTH.into_iter().chain(borrowed(&odd)));
    assert_eq!(
        problems(&config),
        ["profile south-2: the name of a profile may hold only A-Z, 0-9 and _"]
    );
    assert!(config.profiles.select(Some("NORTH")).is_ok());
}

#[test]
fn several_profiles_need_a_default_and_the_unnamed_one_is_it() {
    let (south, unnamed) = (renamed("SOUTH_"), renamed(""));
    let config = load(NORTH.into_iter().chain(borrowed(&south)));
    let names = vec!["NORTH".to_owned(), "SOUTH".to_owned()];
    assert_eq!(
        config.profiles.select(None).unwrap_err(),
        SelectError::NoDefault { names }
    );
    assert_eq!(warned(&config, "no profile is the default"), 1);

    let config = load(NORTH.into_iter().chain(borrowed(&unnamed)));
    assert_eq!(default_profile(&config).name, "DEFAULT");
    assert_eq!(config.warnings, Vec::<String>::new());
}

#[test]
fn the_unnamed_profile_may_be_spelled_out() {
    let mut variables = renamed("DEFAULT_");
    variables.retain(|(name, _)| name != "WMS_DEFAULT_TENANT");
    variables.push(("WMS_TENANT".into(), "PLAIN".into()));
    let config = load(borrowed(&variables));
    assert_eq!(default_profile(&config).tenant, "PLAIN");
    assert_eq!(config.problems, []);
}

#[test]
fn an_optional_variable_alone_makes_no_profile() {
    let config = north_with(&[("WMS_LANGUAGE", "en")]);
    assert_eq!(config.profiles.names().collect::<Vec<_>>(), ["NORTH"]);
    assert_eq!(warned(&config, "WMS_LANGUAGE ignored"), 1);
}

/// FAULTS D13.
#[test]
fn two_profiles_may_share_a_host() {
    let south = renamed("SOUTH_");
    let config = load(
        NORTH
            .into_iter()
            .chain(borrowed(&south))
            .chain([("WMS_SOUTH_TENANT", "SOUTH")]),
    );
    let tenants: Vec<&str> = config
        .profiles
        .iter()
        .map(|(_, profile)| profile.unwrap().tenant.as_str())
        .collect();
    assert_eq!(tenants, ["NORTH", "SOUTH"]);
}

/// FAULTS D14: the file itself is judged when it is first used.
#[test]
fn a_relative_ca_file_counts_from_where_it_is_named() {
    let (config, folder) = load_file(north_file("WMS_NORTH_CA_FILE=certs/ca.pem\n"), &[]);
    assert_eq!(
        default_profile(&config).tls,
        Tls::CaFile(folder.path().join("certs/ca.pem"))
    );
    let config = north_with(&[("WMS_NORTH_CA_FILE", "ca.pem")]);
    assert_eq!(
        default_profile(&config).tls,
        Tls::CaFile(PathBuf::from("/nowhere").join("ca.pem"))
    );
}

#[test]
fn contradicting_certificate_settings_are_a_problem() {
    let fingerprint = "ab".repeat(32);
    let pin = ("WMS_NORTH_CERT_SHA256", fingerprint.as_str());
    let ca_file = ("WMS_NORTH_CA_FILE", "ca.pem");
    let any = ("WMS_NORTH_ACCEPT_INVALID_CERTS", "true");
    for pair in [[pin, ca_file], [pin, any], [ca_file, any]] {
        let said = problems(&north_with(&pair));
        assert_eq!(said.len(), 1);
        assert!(said[0].contains("contradicts WMS_NORTH_"), "{}", said[0]);
    }
    let config = north_with(&[pin, ("WMS_NORTH_ACCEPT_INVALID_CERTS", "false")]);
    assert_eq!(default_profile(&config).tls, Tls::Pinned([0xab; 32]));
}

#[test]
fn an_unprotected_connection_is_warned_about_unless_it_stays_on_this_machine() {
    assert_eq!(
        warned(
            &north_with(&[("WMS_NORTH_ACCEPT_INVALID_CERTS", "1")]),
            "any certificate"
        ),
        1
    );
    assert_eq!(
        warned(
            &north_with(&[("WMS_NORTH_URL", "http://10.0.0.7")]),
            "is http, not https"
        ),
        1
    );
    assert_eq!(
        warned(
            &north_with(&[("WMS_NORTH_URL", "http://127.0.0.1:8080")]),
            "http"
        ),
        0
    );
}

#[test]
fn a_path_to_a_write_operation_breaks_the_profile() {
    let config = north_with(&[(
        "WMS_NORTH_QUERY_PATH",
        "/ApplicationService/api/commandExecute",
    )]);
    assert_eq!(
        problems(&config),
        ["WMS_NORTH_QUERY_PATH: names an operation that this program never calls: it only reads"]
    );
    assert!(matches!(
        config.profiles.select(None),
        Err(SelectError::Broken { .. })
    ));
}
