//! The configuration as a whole: from made-up sources to settings, profiles and everything that is said about them.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

mod env_file;
mod profiles;
mod settings;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use mcp_wms_api::config::{Config, Options, Profile, Sources};
use tempfile::TempDir;

const NORTH: [(&str, &str); 6] = [
    ("WMS_NORTH_URL", "https://wms.example.com/"),
    ("WMS_NORTH_TENANT", "NORTH"),
    ("WMS_NORTH_USERNAME", "reader"),
    ("WMS_NORTH_PASSWORD", "canary-password"),
    ("WMS_NORTH_CLIENT_ID", "mcp"),
    ("WMS_NORTH_CLIENT_SECRET", "canary-secret"),
];

fn environment<'v>(
    variables: impl IntoIterator<Item = (&'v str, &'v str)>,
) -> BTreeMap<String, OsString> {
    variables
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect()
}

/// The environment of one profile, `NORTH`, and some more variables; they win.
fn north_with(more: &[(&str, &str)]) -> Config {
    load(NORTH.iter().chain(more).copied())
}

/// The same set under another profile's name; an empty prefix makes the unnamed one.
fn renamed(prefix: &str) -> Vec<(String, String)> {
    NORTH
        .iter()
        .map(|(name, value)| (name.replace("NORTH_", prefix), (*value).to_owned()))
        .collect()
}

fn borrowed(variables: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    variables
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
}

fn load<'v>(variables: impl IntoIterator<Item = (&'v str, &'v str)>) -> Config {
    Config::load(Sources {
        variables: environment(variables),
        working_directory: PathBuf::from("/nowhere"),
        options: Options::default(),
    })
}

/// Writes an env file into a folder of its own and loads it from there.
fn load_file(text: impl AsRef<[u8]>, variables: &[(&str, &str)]) -> (Config, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(".env"), text).unwrap();
    let config = Config::load(Sources {
        variables: environment(variables.iter().copied()),
        working_directory: folder.path().into(),
        options: Options::default(),
    });
    (config, folder)
}

fn north_file(more: &str) -> String {
    let lines: Vec<String> = NORTH
        .iter()
        .map(|(name, value)| format!("{name}={value}\n"))
        .collect();
    lines.concat() + more
}

fn problems(config: &Config) -> Vec<String> {
    config.problems.iter().map(ToString::to_string).collect()
}

fn default_profile(config: &Config) -> &Profile {
    config.profiles.select(None).unwrap()
}

fn warned(config: &Config, word: &str) -> usize {
    config
        .warnings
        .iter()
        .filter(|warning| warning.contains(word))
        .count()
}
