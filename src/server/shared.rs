//! What all calls share: the configuration, one [`Warehouse`] a profile made at its first use, the clock, request ids.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use jiff::Timestamp;
use reqwest::Url;
use tokio::sync::OnceCell;

use super::clock::Clock;
use super::completions::Memory;
use super::configuration::{catalogue_problem, select_problem};
use crate::config::{Config, Origin, Profile};
use crate::easywms::{Catalogue, Limits, Warehouse};
use crate::envelope::{Code, Failure};
use crate::simulator::{Options, Simulator};

/// The state behind the server's handler.
#[derive(Debug)]
pub struct Shared {
    /// The configuration, problems included.
    pub config: Config,
    clock: Clock,
    warehouses: Mutex<HashMap<String, Arc<Warehouse>>>,
    /// The embedded simulator of `--demo`, started by the first call that needs it.
    demo: OnceCell<Simulator>,
    /// The default profile's, once it was read.
    catalogue: OnceLock<Arc<Catalogue>>,
    pub(super) completions: Memory,
    requests: AtomicU64,
    /// Tells the request ids of two processes apart in one log.
    process: u32,
}

impl Shared {
    /// Makes the state; touches no network and starts nothing.
    #[must_use]
    pub fn new(config: Config, clock: Clock) -> Self {
        Self {
            config,
            clock,
            warehouses: Mutex::default(),
            demo: OnceCell::new(),
            catalogue: OnceLock::new(),
            completions: Memory::default(),
            requests: AtomicU64::new(0),
            process: fastrand::u32(..),
        }
    }

    /// Returns the present moment of this server.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns the name of a profile as it is configured, in whatever case it is given; fails as [`Shared::warehouse`] does.
    pub fn profile_name(&self, given: &str) -> Result<&str, Failure> {
        let profile = self.config.profiles.select(Some(given));
        profile
            .map(|profile| profile.name.as_str())
            .map_err(|error| select_problem(&error, &self.config))
    }

    /// Returns the warehouse of a profile; a half-filled or unknown one is a failure that says what to set.
    pub async fn warehouse(&self, name: Option<&str>) -> Result<Arc<Warehouse>, Failure> {
        let profile = self
            .config
            .profiles
            .select(name)
            .map_err(|error| select_problem(&error, &self.config))?;
        if let Some(warehouse) = self.made_warehouse(&profile.name) {
            return Ok(warehouse);
        }
        let base = self.base_of(profile).await?;
        let warehouse = Arc::new(Warehouse::new(
            Arc::clone(profile),
            base,
            self.limits(),
            catalogue_of(profile)?,
        ));
        let mut warehouses = self
            .warehouses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(
            warehouses.entry(profile.name.clone()).or_insert(warehouse),
        ))
    }

    /// Returns the warehouse of a profile if a call has used it already.
    #[must_use]
    pub fn made_warehouse(&self, name: &str) -> Option<Arc<Warehouse>> {
        self.warehouses
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(name)
            .cloned()
    }

    /// Returns the catalogue of the default profile, the built-in one if no profile can be used; touches no network.
    /// `None` if the profile's own file is no catalogue; it is looked at again the next time.
    pub(super) fn default_catalogue(&self) -> Option<Arc<Catalogue>> {
        if let Some(known) = self.catalogue.get() {
            return Some(Arc::clone(known));
        }
        let catalogue = match self.config.profiles.select(None) {
            Ok(profile) => catalogue_of(profile).ok(),
            Err(_) => Catalogue::built_in().ok().map(Arc::new),
        }?;
        Some(Arc::clone(self.catalogue.get_or_init(|| catalogue)))
    }

    /// Whether a secret was ever taken out of the data of any warehouse.
    pub(super) fn has_redacted(&self) -> bool {
        let warehouses = self
            .warehouses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        warehouses
            .values()
            .any(|warehouse| warehouse.has_redacted())
    }

    pub(super) fn next_request_id(&self) -> String {
        let number = self.requests.fetch_add(1, Ordering::Relaxed) + 1;
        format!("{:08x}-{number}", self.process)
    }

    async fn base_of(&self, profile: &Profile) -> Result<Url, Failure> {
        match &profile.origin {
            Origin::Url(base) => Ok(base.url().clone()),
            Origin::Demo => {
                let options = Options {
                    now: self.now(),
                    ..Options::default()
                };
                let simulator = self
                    .demo
                    .get_or_try_init(|| Simulator::start(options))
                    .await;
                let url = simulator
                    .ok()
                    .and_then(|simulator| Url::parse(simulator.base_url()).ok());
                url.ok_or_else(|| {
                    Failure::new(
                        Code::Internal,
                        "the demo warehouse could not be started",
                        "A loopback port is needed; check that this machine lets programs listen on 127.0.0.1.",
                    )
                })
            }
        }
    }

    fn limits(&self) -> Limits {
        let settings = &self.config.settings;
        Limits {
            attempt: settings.timeout,
            scan_attempt: settings.scan_timeout,
            concurrency: settings.max_concurrency,
            proxy: settings.proxy.clone(),
        }
    }
}

fn catalogue_of(profile: &Profile) -> Result<Arc<Catalogue>, Failure> {
    let catalogue = match &profile.catalogue {
        None => Catalogue::built_in(),
        Some(path) => Catalogue::from_file(path),
    };
    catalogue
        .map(Arc::new)
        .map_err(|error| catalogue_problem(&error, profile))
}
