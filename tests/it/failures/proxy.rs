//! The only proxy is the one that the settings name.

use std::process::Stdio;

use mcp_wms_api::simulator::{
    DEMO_CLIENT_ID, DEMO_CLIENT_SECRET, DEMO_PASSWORD, DEMO_USERNAME, Simulator,
};
use tokio::process::Command;

use super::raw_server::{RawServer, Step, counted, http};
use super::{assert_told, count, failure};
use crate::harness::{Harness, simulator_options};

/// A host that exists nowhere: only a proxy can have been asked for it.
const NOWHERE: &str = "http://wms.invalid";

#[tokio::test]
async fn requests_go_through_the_proxy_of_the_settings() {
    let proxy = RawServer::always(vec![counted()]).await;
    let harness = Harness::reached_at(NOWHERE, &[("WMS_PROXY", proxy.base_url())]).await;
    assert_eq!(count(&harness).await.json["count"], 7);
    let lines: Vec<String> = proxy
        .requests()
        .iter()
        .map(|request| request.lines().next().unwrap().to_owned())
        .collect();
    assert_eq!(
        lines,
        [
            "POST http://wms.invalid/EasySts/oauth/token HTTP/1.1",
            "POST http://wms.invalid/QueryService/api/QueryExecute HTTP/1.1",
        ]
    );
}

/// F8
#[tokio::test]
async fn a_proxy_that_does_not_open_a_tunnel_is_named() {
    for (status, told, hint) in [
        (
            "407 Proxy Authentication Required",
            "the proxy wants credentials",
            "user:password",
        ),
        ("403 Forbidden", "the proxy did not connect", "WMS_PROXY"),
    ] {
        let proxy = RawServer::always(vec![Step::Send(http(status, b"")), Step::Close]).await;
        let settings = [("WMS_PROXY", proxy.base_url())];
        let harness = Harness::reached_at("https://wms.invalid", &settings).await;
        assert_told(&failure(&harness).await, "unreachable", true, told, hint);
        assert!(proxy.requests()[0].starts_with("CONNECT wms.invalid:443 "));
    }
}

/// D16: the real process, because only a process has an environment.
#[tokio::test]
async fn the_proxies_of_the_environment_are_never_asked() {
    let simulator = Simulator::start(simulator_options()).await.unwrap();
    let proxy = RawServer::always(vec![counted()]).await;
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-wms-api"));
    command
        .args(["call", "count_wms_entities", r#"{"entity_type":"Product"}"#])
        .env_clear()
        .env("WMS_URL", simulator.base_url())
        .env("WMS_TENANT", "NORTH")
        .env("WMS_USERNAME", DEMO_USERNAME)
        .env("WMS_PASSWORD", DEMO_PASSWORD)
        .env("WMS_CLIENT_ID", DEMO_CLIENT_ID)
        .env("WMS_CLIENT_SECRET", DEMO_CLIENT_SECRET)
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::null());
    for name in [
        "HTTP_PROXY",
        "http_proxy",
        "HTTPS_PROXY",
        "ALL_PROXY",
        "all_proxy",
    ] {
        command.env(name, proxy.base_url());
    }
    let output = command.output().await.unwrap();
    let answer = String::from_utf8(output.stdout).unwrap();
    assert!(answer.contains(r#""count":2400"#), "{answer}");
    assert_eq!(proxy.connections(), 0);
}
