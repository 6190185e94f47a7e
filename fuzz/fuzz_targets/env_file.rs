//! Any bytes as an env file: the configuration loads, and nothing that it says holds a password.
#![no_main]

use std::fs;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mcp_wms_api::config::{Config, Options, Sources};
use tempfile::TempDir;

/// What must not be said. On a line of its own below the input it can be part of no value but the password's own or
/// one with a line break, and such a value is refused.
const CANARY: &str = "canary-7c1e9f42";

/// How much there can be to say about one line, generously.
const REPORT_BYTES_A_LINE: usize = 2_000;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));

fuzz_target!(|input: &[u8]| {
    let file = [input, b"\nWMS_NORTH_PASSWORD=", CANARY.as_bytes(), b"\n"].concat();
    let config = load(&file);
    check_report(&config, &file);
    let printed = format!("{config:?}");
    assert!(!printed.contains(CANARY), "{printed}");
});

fn load(file: &[u8]) -> Config {
    let path = FOLDER.path().join("fuzzed.env");
    fs::write(&path, file).expect("a file");
    Config::load(Sources {
        working_directory: FOLDER.path().to_owned(),
        options: Options {
            env_file: Some(path),
            ..Options::default()
        },
        ..Sources::default()
    })
}

/// Problems name lines that exist, and a file of junk doesn't make a report much longer than itself.
fn check_report(config: &Config, file: &[u8]) {
    let lines = 1 + file
        .iter()
        .filter(|byte| matches!(byte, b'\n' | b'\r'))
        .count();
    let mut report_bytes = 0;
    for problem in &config.problems {
        let line = problem.line.unwrap_or(1);
        assert!((1..=lines).contains(&(line as usize)), "{problem}");
        report_bytes += problem.to_string().len();
    }
    report_bytes += config.warnings.iter().map(String::len).sum::<usize>();
    let most = (lines + 5) * REPORT_BYTES_A_LINE + 4 * file.len();
    assert!(
        report_bytes <= most,
        "{report_bytes} bytes for {lines} lines"
    );
}
