//! The HTTP client of a profile: its certificates, its one proxy, and everything switched off that would act on its own.

use std::time::Duration;

use reqwest::header::{ACCEPT, HeaderMap, HeaderValue};
use reqwest::{Client, Proxy, redirect, retry};

use super::Connection;
use crate::config::variables::for_profile;
use crate::easywms::error::ReadError;
use crate::easywms::tls::{TlsSetupError, client_config};

/// TCP and TLS must stand within this (AWS SDK default: 3.1 s).
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// Below the 120 s after which IIS closes an idle connection, so that a stale one is rarely picked.
const POOL_IDLE_TIMEOUT: Duration = Duration::from_secs(60);

impl Connection {
    /// Returns the client, made at the first use: until then no certificate is loaded.
    pub(super) fn client(&self) -> Result<&Client, ReadError> {
        self.client
            .get_or_init(|| self.build_client())
            .as_ref()
            .map_err(Clone::clone)
    }

    fn build_client(&self) -> Result<Client, ReadError> {
        let encrypted = self.base.scheme() == "https";
        let tls = client_config(&self.profile.tls, encrypted)
            .map_err(|error| self.setting("_CA_FILE", &error))?;
        let json = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("application/json"))]);
        // `no_proxy` first: it forgets every proxy named before it, and the environment's for good.
        let builder = Client::builder()
            .tls_backend_preconfigured(tls)
            .redirect(redirect::Policy::none())
            .referer(false)
            .no_proxy()
            .retry(retry::never())
            .connect_timeout(CONNECT_TIMEOUT)
            .pool_idle_timeout(POOL_IDLE_TIMEOUT)
            .default_headers(json)
            .user_agent(concat!("mcp-wms-api/", env!("CARGO_PKG_VERSION")));
        let builder = match &self.limits.proxy {
            None => builder,
            Some(proxy) => {
                builder.proxy(Proxy::all(proxy.expose_url().clone()).map_err(|_| proxy_problem())?)
            }
        };
        builder
            .build()
            .map_err(|_| self.setting("_CA_FILE", &TlsSetupError::Library))
    }

    /// Returns the failure of a setting of this profile.
    pub(in crate::easywms) fn setting(&self, suffix: &str, problem: &TlsSetupError) -> ReadError {
        ReadError::Setting {
            variable: for_profile(&format!("WMS_<P>{suffix}"), &self.profile.name),
            problem: problem.to_string(),
        }
    }
}

fn proxy_problem() -> ReadError {
    ReadError::Setting {
        variable: "WMS_PROXY".to_owned(),
        problem: "the proxy's address can't be used".to_owned(),
    }
}
