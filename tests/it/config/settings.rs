//! Settings of the whole program, the demo, and what is said about the environment.

use std::time::Duration;

use mcp_wms_api::config::{
    Config, LogFormat, LogLevel, Options, Origin, SelectError, Settings, Sources, variables,
};
use secrecy::ExposeSecret;

use super::{NORTH, borrowed, default_profile, environment, load, north_with, problems};

#[test]
fn nothing_configured_still_loads_and_says_so() {
    let config = load([]);
    assert_eq!(
        config.profiles.select(None).unwrap_err(),
        SelectError::NoneConfigured
    );
    assert_eq!(config.problems, []);
    assert_eq!(config.warnings, Vec::<String>::new());
    assert_eq!(config.settings, Settings::default());
    assert!(config.source.contains("there is no"));
}

/// FAULTS D16.
#[test]
fn ambient_proxies_are_ignored_and_said_once() {
    let config = north_with(&[
        ("HTTP_PROXY", "http://canary@proxy"),
        ("https_proxy", "http://canary@proxy"),
        ("ALL_PROXY", ""),
        ("SSLKEYLOGFILE", "/tmp/keys"),
        ("RUST_LOG", "trace"),
    ]);
    assert_eq!(
        config.warnings,
        ["HTTP_PROXY, https_proxy ignored: the only proxy used is the one in WMS_PROXY"]
    );
    assert_eq!(config.settings.proxy, None);
    assert_eq!(config.settings.log_level, LogLevel::Warn);
}

#[test]
fn a_mistyped_name_gets_the_one_that_was_meant() {
    let config = north_with(&[
        ("WMS_NORTH_PASWORD", "canary"),
        ("WMS_TIMEOUT", "9"),
        ("WMS_NORTH_PASWRD", " "),
    ]);
    assert_eq!(
        config.warnings,
        [
            "WMS_NORTH_PASWORD is no variable of this program; did you mean WMS_NORTH_PASSWORD?",
            "WMS_TIMEOUT is no variable of this program; did you mean WMS_TIMEOUT_SECONDS?",
        ]
    );
}

#[test]
fn settings_are_read_and_wrong_ones_keep_their_default() {
    let config = load([
        ("MAX_QUERY_ROWS", "500"),
        ("MAX_RESPONSE_BYTES", " 60000 "),
        ("MAX_DATA_CHARS", "0"),
        ("MAX_SCAN_ROWS", "many"),
        ("WMS_TIMEOUT_SECONDS", "46"),
        ("WMS_SCAN_TIMEOUT_SECONDS", "45"),
        ("WMS_PROXY", "http://user:canary@proxy.example.com:3128"),
        ("WMS_MAX_CONCURRENCY", "33"),
        ("WMS_LOG", "Debug"),
        ("WMS_LOG_FORMAT", "json"),
    ]);
    let settings = &config.settings;
    assert_eq!(
        (
            settings.max_query_rows,
            settings.response_bytes(Some("codex"))
        ),
        (500, 60_000)
    );
    assert_eq!(settings.scan_timeout, Duration::from_secs(45));
    assert_eq!(
        (settings.log_level, settings.log_format),
        (LogLevel::Debug, LogFormat::Json)
    );
    assert_eq!(
        problems(&config),
        [
            "MAX_DATA_CHARS: must be a whole number from 1 to 400000; using the default, 20000",
            "MAX_SCAN_ROWS: must be a whole number from 1 to 10000000; using the default, 50000",
            "WMS_TIMEOUT_SECONDS: must be a whole number from 1 to 45; using the default, 15",
            "WMS_MAX_CONCURRENCY: must be a whole number from 1 to 32; using the default, 4",
        ]
    );
}

/// The defaults in the documentation are the ones in force.
#[test]
fn the_documented_defaults_change_nothing() {
    let documented = variables::all().filter(|variable| variable.default == Some(variable.example));
    let variables: Vec<(String, String)> = documented
        .map(|variable| (variable.for_profile("NORTH"), variable.example.to_owned()))
        .collect();
    let config = load(NORTH.into_iter().chain(borrowed(&variables)));
    let plain = north_with(&[]);
    assert!(variables.len() > 10);
    assert_eq!(problems(&config), Vec::<String>::new());
    assert_eq!(config.settings, plain.settings);
    assert_eq!(
        default_profile(&config).paths,
        default_profile(&plain).paths
    );
}

#[test]
fn the_demo_has_its_own_profiles_and_the_users_settings() {
    let config = Config::load(Sources {
        variables: environment(
            NORTH
                .into_iter()
                .chain([("MAX_QUERY_ROWS", "7"), ("WMS_PROFILE", "PLANT")]),
        ),
        options: Options {
            demo: true,
            ..Options::default()
        },
        ..Sources::default()
    });
    assert_eq!(
        config.profiles.names().collect::<Vec<_>>(),
        ["NORTH", "SOUTH", "GHOST"]
    );
    assert_eq!(default_profile(&config).origin, Origin::Demo);
    assert_eq!(
        default_profile(&config).password.expose_secret(),
        "demo-password"
    );
    assert_eq!(config.settings.max_query_rows, 7);
    assert_eq!(config.problems, []);
}

#[test]
fn nothing_that_prints_holds_a_secret() {
    let config = north_with(&[(
        "WMS_PROXY",
        "http://canary-user:canary-pass@proxy.example.com",
    )]);
    let printed = format!(
        "{config:?} {:?} {:?}",
        config.profiles.select(None),
        config.settings.proxy
    );
    assert!(
        printed.contains("wms.example.com") && !printed.contains("canary"),
        "{printed}"
    );
}

#[cfg(unix)]
#[test]
fn a_value_that_is_not_unicode_is_a_problem() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let mut variables = environment(NORTH);
    variables.insert(
        "WMS_NORTH_PASSWORD".into(),
        OsString::from_vec(b"canary\xff".to_vec()),
    );
    let config = Config::load(Sources {
        variables,
        ..Sources::default()
    });
    assert_eq!(
        problems(&config),
        ["WMS_NORTH_PASSWORD: is not valid Unicode"]
    );
}

/// Desktop clients pass an argument that was left blank as its placeholder, too.
#[test]
fn a_blank_or_unfilled_option_counts_as_absent() {
    for blank in ["", "${user_config.profile}"] {
        let config = Config::load(Sources {
            variables: environment(NORTH),
            options: Options {
                env_file: Some(blank.into()),
                profile: Some(blank.into()),
                demo: false,
            },
            working_directory: "/nowhere".into(),
        });
        assert_eq!(problems(&config), Vec::<String>::new());
        assert_eq!(default_profile(&config).name, "NORTH");
    }
}
