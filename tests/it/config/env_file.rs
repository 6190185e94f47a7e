//! The env file beside the process environment, and the example of it.

use std::fs;
use std::path::PathBuf;

use mcp_wms_api::config::{SelectError, variables};
use secrecy::ExposeSecret;

use super::{NORTH, default_profile, load_file, north_file, north_with, problems, warned};

/// FAULTS D1.
#[test]
fn an_env_file_that_cannot_be_read_stops_nothing_and_shows_nothing() {
    let huge = "A=canary\n".repeat(200_000);
    for bytes in [
        b"WMS_URL=canary\0".as_slice(),
        b"\xff\xfec\0",
        b"WMS_URL=\xff",
        huge.as_bytes(),
    ] {
        let (config, _folder) = load_file(bytes, &NORTH);
        assert_eq!(config.problems.len(), 1);
        assert!(!format!("{config:?}").contains("canary"));
        assert_eq!(default_profile(&config).name, "NORTH");
    }
}

/// FAULTS D1.
#[test]
fn a_named_env_file_that_is_absent_is_a_problem() {
    let config = north_with(&[("WMS_ENV_FILE", "missing.env")]);
    let path = PathBuf::from("/nowhere").join("missing.env");
    assert_eq!(
        problems(&config),
        [format!("the env file {} does not exist", path.display())]
    );
    assert_eq!(default_profile(&config).name, "NORTH");
}

/// FAULTS D2, D4, D5.
#[test]
fn a_password_in_the_env_file_stays_whole() {
    let cases = [
        ("pa$$word", "pa$$word"),
        ("back\\slash and blanks  ", "back\\slash and blanks"),
        ("'sq$HOME\\n#'", "sq$HOME\\n#"),
        ("\"dq$HOME\"", "dq$HOME"),
        ("`bq'\"`", "bq'\""),
        ("' outer blanks '", " outer blanks "),
    ];
    for (written, expected) in cases {
        let (config, _folder) =
            load_file(north_file(&format!("WMS_NORTH_PASSWORD={written}\n")), &[]);
        assert_eq!(default_profile(&config).password.expose_secret(), expected);
    }
}

/// FAULTS D3, D8.
#[test]
fn a_cut_value_and_a_duplicate_are_warned_about_by_line() {
    let (config, _folder) = load_file(north_file("WMS_NORTH_PASSWORD=abc#def\n"), &[]);
    assert_eq!(default_profile(&config).password.expose_secret(), "abc");
    assert_eq!(warned(&config, "line 7: the value ends at its #"), 1);
    assert_eq!(
        warned(&config, "line 7: sets a variable that an earlier line sets"),
        1
    );
}

/// FAULTS D4: `\n` in double quotes is a line break, which no password here can have.
#[test]
fn a_line_break_in_a_value_is_explained() {
    let (config, _folder) = load_file(north_file("WMS_NORTH_PASSWORD=\"pass\\new\"\n"), &[]);
    let problems = problems(&config);
    assert!(problems[0].starts_with("WMS_NORTH_PASSWORD (env file line 7): holds a line break"));
    assert!(problems[0].contains("single quotes"));
}

/// FAULTS D6.
#[test]
fn an_unclosed_quote_names_its_line_and_its_variable() {
    let (config, _folder) = load_file(
        north_file("WMS_NORTH_PASSWORD='canary\nWMS_NORTH_SITE=MAIN\n"),
        &[],
    );
    let expected = "opens a quote that is never closed";
    assert_eq!(
        problems(&config),
        [
            format!("env file line 7: {expected}"),
            format!("WMS_NORTH_PASSWORD (env file line 7): {expected}"),
        ]
    );
    assert!(matches!(
        config.profiles.select(None),
        Err(SelectError::Broken { .. })
    ));
}

/// FAULTS D7.
#[test]
fn a_file_saved_on_windows_reads() {
    let text = format!("\u{feff}{}", north_file("")).replace('\n', "\r\n");
    let (config, _folder) = load_file(text, &[]);
    assert_eq!(default_profile(&config).tenant, "NORTH");
    assert_eq!(config.problems, []);
}

/// FAULTS D8.
#[test]
fn the_process_environment_wins_unless_it_is_blank() {
    let more = [
        ("WMS_NORTH_TENANT", "PROCESS"),
        ("WMS_NORTH_USERNAME", "  "),
        ("WMS_NORTH_SITE", "${user_config.site}"),
    ];
    let (config, _folder) = load_file(north_file("WMS_NORTH_SITE=MAIN\n"), &more);
    let profile = default_profile(&config);
    assert_eq!(profile.tenant, "PROCESS");
    assert_eq!(profile.username, "reader");
    assert_eq!(profile.site.as_deref(), Some("MAIN"));
}

/// FAULTS D15.
#[cfg(unix)]
#[test]
fn a_world_readable_env_file_is_warned_about_once() {
    use std::os::unix::fs::PermissionsExt;

    use mcp_wms_api::config::{Config, Options, Sources};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.env");
    fs::write(&path, north_file("")).unwrap();
    for (mode, warnings) in [(0o644, 1), (0o640, 0)] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        let config = Config::load(Sources {
            options: Options {
                env_file: Some(path.clone()),
                ..Options::default()
            },
            ..Sources::default()
        });
        assert_eq!(warned(&config, "every user of this machine"), warnings);
        assert!(config.source.contains("settings.env"));
    }
}

#[test]
fn the_example_file_shows_every_variable() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/.env.example");
    let found = fs::read_to_string(path)
        .unwrap_or_default()
        .replace("\r\n", "\n");
    let expected = variables::example_file();
    assert_eq!(
        found, expected,
        ".env.example is out of step; it should be the text on the right"
    );
    for variable in variables::all() {
        let line = format!(
            "\n# {}={}\n",
            variable.for_profile("NORTH"),
            variable.example
        );
        assert!(expected.contains(&line), "{}", variable.name);
    }
}

/// Without its comment marks the example is a file that reads without a fault.
#[test]
fn the_example_file_reads_when_it_is_filled_in() {
    let elsewhere = ["WMS_NORTH_CA_FILE", "WMS_ENV_FILE"];
    let text = variables::example_file();
    let assignments: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# "))
        .filter(|line| {
            line.split_once('=')
                .is_some_and(|(name, _)| !name.contains(' ') && !elsewhere.contains(&name))
        })
        .collect();
    let (config, _folder) = load_file(assignments.join("\n"), &[]);
    assert_eq!(problems(&config), Vec::<String>::new());
    assert_eq!(
        default_profile(&config).password.expose_secret(),
        "the password"
    );
}
