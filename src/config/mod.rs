//! The environment and the env file, turned into typed settings and profiles.
//!
//! The only part of the program that reads the environment. It never fails: what is wrong is kept in words, without any
//! value, and the rest works, so that the server can start and say in each answer what is missing. It opens no
//! connection and no certificate file.

mod address;
mod env_file;
mod lookup;
mod names;
mod problem;
mod profile;
mod profiles;
mod service_paths;
mod settings;
mod tls;
pub mod variables;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub use address::{BaseUrl, Proxy, Url};
pub use problem::Problem;
pub use profile::{Origin, Profile};
pub use profiles::{Profiles, SelectError};
pub use service_paths::{ServicePath, ServicePaths};
pub use settings::{
    CALL_TIMEOUT, CODEX_RESPONSE_BYTES, DEFAULT_RESPONSE_BYTES, LogFormat, LogLevel, Settings,
};
pub use tls::Tls;

use env_file::EnvFile;
use lookup::{Lookup, Reader, is_given};
use problem::Report;

/// The env file that is read when none is named, if it exists.
const DEFAULT_ENV_FILE: &str = ".env";

/// Everything the program was told, and what is wrong with it. It prints no secret.
#[derive(Debug, Default)]
pub struct Config {
    /// What holds for every profile.
    pub settings: Settings,
    /// The warehouses.
    pub profiles: Profiles,
    /// Everything that is wrong, with no value in it.
    pub problems: Vec<Problem>,
    /// What works and may surprise, in sentences, with no value in them.
    pub warnings: Vec<String>,
    /// Where the settings came from, in words.
    pub source: String,
}

/// What the command line says about the configuration.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// `--env-file`: the file to read, whatever the environment names.
    pub env_file: Option<PathBuf>,
    /// `--profile`: the default profile, whatever the environment names.
    pub profile: Option<String>,
    /// `--demo`: the demo's profiles instead of the configured ones.
    pub demo: bool,
}

/// Where the configuration comes from. No `Debug`: it holds every variable of the process.
#[derive(Default)]
pub struct Sources {
    /// The process environment.
    pub variables: BTreeMap<String, OsString>,
    /// The folder from which relative paths count.
    pub working_directory: PathBuf,
    /// What the command line says.
    pub options: Options,
}

impl Config {
    /// Reads the configuration of this process.
    #[must_use]
    pub fn from_process(options: Options) -> Self {
        // Windows does not tell the cases of a name apart.
        let name = |name: String| {
            if cfg!(windows) {
                name.to_uppercase()
            } else {
                name
            }
        };
        let variables = std::env::vars_os()
            .filter_map(|(key, value)| Some((name(key.into_string().ok()?), value)))
            .collect();
        Self::load(Sources {
            variables,
            working_directory: std::env::current_dir().unwrap_or_default(),
            options,
        })
    }

    /// Reads the configuration from sources that a test can make up.
    #[must_use]
    pub fn load(sources: Sources) -> Self {
        let Sources {
            variables,
            working_directory,
            options,
        } = sources;
        let mut report = Report::default();
        let mut lookup = Lookup {
            variables,
            file: EnvFile::default(),
            working_directory,
        };
        let source = read_env_file(&mut lookup, options.env_file.as_deref(), &mut report);

        let mut reader = Reader::new(&lookup, None);
        let settings = Settings::read(&mut reader);
        report.append(reader.report);
        let requested = options.profile.as_deref().filter(|name| is_given(name));
        let profiles = if options.demo {
            Profiles::demo(requested, &mut report)
        } else {
            let profiles = Profiles::read(&lookup, requested, &mut report);
            let names: Vec<&str> = profiles.names().collect();
            names::report_unknown(&lookup, &names, &mut report);
            profiles
        };
        names::warn_of_ambient_proxies(&lookup, &mut report);
        Self {
            settings,
            profiles,
            problems: report.problems,
            warnings: report.warnings,
            source,
        }
    }

    /// Returns the configuration of the demo: the simulator's three tenants, `NORTH` the default.
    #[must_use]
    pub fn demo(settings: Settings) -> Self {
        Self {
            settings,
            profiles: Profiles::demo(None, &mut Report::default()),
            source: "the demo".into(),
            ..Self::default()
        }
    }
}

/// Reads the env file into the look-up and returns where the settings come from, in words.
fn read_env_file(lookup: &mut Lookup, named: Option<&Path>, report: &mut Report) -> String {
    let variable = &variables::settings::ENV_FILE;
    let mut reader = Reader::new(lookup, None);
    let in_variable = reader.path(variable);
    report.append(reader.report);
    let default = lookup.working_directory.join(DEFAULT_ENV_FILE);
    let named = named.filter(|path| path.to_str().is_none_or(is_given));
    let path = match named.map(Path::to_owned).or(in_variable) {
        Some(named) => lookup.working_directory.join(named),
        None if default.exists() => default,
        None => return format!("the process environment; there is no {}", default.display()),
    };
    lookup.file = EnvFile::read(&path, report);
    if lookup.file.get(variable.name).is_some() {
        report.warn(format!("{} in an env file has no effect", variable.name));
    }
    format!("the process environment and {}", path.display())
}
