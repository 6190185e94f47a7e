//! `doctor` through the real binary: each cause is found, named, and has its exit status.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;

use mcp_wms_api::simulator::{
    DEMO_CLIENT_ID, DEMO_CLIENT_SECRET, DEMO_PASSWORD, DEMO_USERNAME, Dialect, Fault, Options,
    Route, Simulator,
};
use rcgen::{CertificateParams, KeyPair};
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::harness::simulator_options;
use crate::process::{Printed, command, run};
use crate::tools::made_up::{MadeUp, Said, Words};

/// Runs the doctor with JSON findings over an unnamed profile at `url`, and the settings given beyond it.
async fn doctor(url: &str, settings: &[(&str, &str)]) -> Printed {
    let mut command = command(&["doctor", "--json"]);
    command.envs([
        ("WMS_URL", url),
        ("WMS_TENANT", "NORTH"),
        ("WMS_USERNAME", DEMO_USERNAME),
        ("WMS_PASSWORD", DEMO_PASSWORD),
        ("WMS_CLIENT_ID", DEMO_CLIENT_ID),
        ("WMS_CLIENT_SECRET", DEMO_CLIENT_SECRET),
    ]);
    command.envs(settings.iter().copied());
    run(command, "").await
}

async fn simulator() -> Simulator {
    Simulator::start(simulator_options()).await.unwrap()
}

/// The steps of the first profile, as `name outcome`.
fn outcomes(report: &Value) -> Vec<String> {
    let steps = report["profiles"][0]["steps"].as_array().unwrap();
    steps
        .iter()
        .map(|step| {
            let text = |name: &str| step[name].as_str().unwrap().to_owned();
            format!("{} {}", text("step"), text("outcome"))
        })
        .collect()
}

fn step<'r>(report: &'r Value, name: &str) -> &'r Value {
    let steps = report["profiles"][0]["steps"].as_array().unwrap();
    steps.iter().find(|step| step["step"] == name).unwrap()
}

#[track_caller]
fn assert_failed_at(printed: &Printed, last: &str) {
    assert_eq!(printed.status, Some(1), "{printed:?}");
    let report = printed.json();
    assert_eq!(report["ok"], false);
    assert_eq!(
        outcomes(&report).last(),
        Some(&format!("{last} failed")),
        "{report}"
    );
    let failed = step(&report, last);
    for part in ["cause", "remedy"] {
        assert!(failed[part].as_str().is_some_and(|text| !text.is_empty()));
    }
}

#[tokio::test]
async fn the_demo_passes_every_step() {
    let printed = run(command(&["--demo", "doctor"]), "").await;
    assert_eq!(printed.status, Some(0), "{printed:?}");
    for name in [
        "settings",
        "address",
        "token",
        "tenant",
        "query",
        "row",
        "filter",
        "paging",
        "metadata",
        "workflows",
        "logs",
        "metrics",
    ] {
        assert!(printed.stdout.contains(&format!("✓ {name}")), "{name}");
    }
    assert!(printed.stdout.contains("Not checked: writing"));
    assert!(!printed.stdout.contains('\u{1b}'), "colours in a pipe");
    assert_eq!(printed.stderr, "");
}

#[tokio::test]
async fn an_unknown_tenant_is_named_as_the_cause() {
    let printed = run(
        command(&["--demo", "--profile", "GHOST", "doctor", "--json"]),
        "",
    )
    .await;
    assert_failed_at(&printed, "tenant");
    let tenant = step(&printed.json(), "tenant").clone();
    assert!(tenant["cause"].as_str().unwrap().contains("'GHOST'"));
    assert!(
        tenant["remedy"]
            .as_str()
            .unwrap()
            .contains("WMS_GHOST_TENANT")
    );
}

#[tokio::test]
async fn all_profiles_are_examined_when_asked_for() {
    let printed = run(command(&["--demo", "doctor", "--all", "--json"]), "").await;
    assert_eq!(printed.status, Some(1), "GHOST fails");
    let report = printed.json();
    let profiles = report["profiles"].as_array().unwrap();
    let ends: Vec<_> = profiles
        .iter()
        .map(|profile| (profile["profile"].as_str().unwrap(), &profile["ok"]))
        .collect();
    assert_eq!(
        ends,
        [
            ("NORTH", &Value::Bool(true)),
            ("SOUTH", &Value::Bool(true)),
            ("GHOST", &Value::Bool(false))
        ]
    );
}

#[tokio::test]
async fn all_profiles_are_examined_when_none_is_the_default() {
    let mut command = command(&["doctor", "--json"]);
    for profile in ["EAST", "WEST"] {
        for (suffix, value) in [
            ("URL", "http://127.0.0.1:9"),
            ("TENANT", "A"),
            ("USERNAME", "a"),
        ] {
            command.env(format!("WMS_{profile}_{suffix}"), value);
        }
    }
    let printed = run(command, "").await;
    assert_eq!(printed.status, Some(1), "both are half filled");
    let report = printed.json();
    let profiles = report["profiles"].as_array().unwrap().iter();
    let names: Vec<&Value> = profiles.map(|profile| &profile["profile"]).collect();
    assert_eq!(names, ["EAST", "WEST"]);
    assert_eq!(report.get("cause"), None, "{report}");
}

#[tokio::test]
async fn a_stopped_server_fails_at_the_address() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let printed = doctor(&url, &[]).await;
    assert_failed_at(&printed, "address");
    assert_eq!(
        outcomes(&printed.json()),
        ["settings passed", "address failed"]
    );
}

#[tokio::test]
async fn a_wrong_password_fails_at_the_token_and_is_tried_once() {
    let simulator = simulator().await;
    let wrong = [("WMS_PASSWORD", "canary-password-0457")];
    let printed = doctor(simulator.base_url(), &wrong).await;
    assert_failed_at(&printed, "token");
    assert!(!printed.stdout.contains("canary"), "{}", printed.stdout);
    assert_eq!(simulator.journal().len(), 1, "retries lock accounts");
}

#[tokio::test]
async fn a_wrong_query_path_is_corrected_by_reading_alone() {
    let simulator = simulator().await;
    let wrong = [("WMS_QUERY_PATH", "/Elsewhere/api/QueryExecute")];
    let printed = doctor(simulator.base_url(), &wrong).await;
    assert_eq!(printed.status, Some(1));
    let report = printed.json();
    assert_eq!(
        step(&report, "query")["setting"],
        "WMS_QUERY_PATH=/QueryService/api/QueryExecute"
    );
    assert!(outcomes(&report).contains(&"metrics passed".to_owned()));
    for exchange in simulator.journal() {
        let reads = exchange.method == "GET" || exchange.path.contains("oauth/token");
        assert!(
            reads || exchange.body.contains("\"Take\""),
            "{} {}",
            exchange.method,
            exchange.path
        );
    }
}

#[tokio::test]
async fn a_wrong_token_path_is_corrected_without_sending_the_password_there() {
    let simulator = simulator().await;
    let wrong = [("WMS_STS_PATH", "/Elsewhere/token")];
    let printed = doctor(simulator.base_url(), &wrong).await;
    assert_failed_at(&printed, "token");
    assert_eq!(
        step(&printed.json(), "token")["setting"],
        "WMS_STS_PATH=/EasySts/oauth/token"
    );
    for exchange in simulator.journal() {
        let configured = exchange.path == "/Elsewhere/token";
        assert!(configured || exchange.body.is_empty(), "{}", exchange.path);
    }
}

#[tokio::test]
async fn an_absent_optional_service_is_no_failure() {
    let simulator = simulator().await;
    simulator.plan_always(Route::Metric, Fault::status(404));
    let printed = doctor(simulator.base_url(), &[]).await;
    assert_eq!(printed.status, Some(0), "{printed:?}");
    let metrics = step(&printed.json(), "metrics").clone();
    assert_eq!(metrics["outcome"], "absent");
    assert!(
        metrics["remedy"]
            .as_str()
            .unwrap()
            .contains("WMS_METRIC_PATH")
    );
}

#[tokio::test]
async fn another_filter_dialect_is_found_out() {
    let options = Options {
        dialect: Some(Dialect::Sql),
        ..simulator_options()
    };
    let simulator = Simulator::start(options).await.unwrap();
    let printed = doctor(simulator.base_url(), &[]).await;
    assert_eq!(printed.status, Some(1));
    assert_eq!(
        step(&printed.json(), "filter")["setting"],
        "WMS_FILTER_DIALECT=sql"
    );
    let corrected = [("WMS_FILTER_DIALECT", "sql")];
    let printed = doctor(simulator.base_url(), &corrected).await;
    assert_eq!(printed.status, Some(0), "{printed:?}");
}

/// A server that knows `Filter` and `Skip` by other names gives its first row to every question.
fn first_row_to_all(_: &Value) -> Said {
    Said::Rows(vec![json!({"Code": "A"}), json!({"Code": "B"})])
}

#[tokio::test]
async fn a_server_that_ignores_the_question_is_not_usable() {
    let server = MadeUp::start(Words {
        types: None,
        fields: None,
        query: first_row_to_all,
    })
    .await;
    let printed = doctor(&server.base_url, &[]).await;
    assert_eq!(printed.status, Some(1), "{printed:?}");
    let report = printed.json();
    for (name, word) in [("filter", "ignores filters"), ("paging", "ignores Skip")] {
        let failed = step(&report, name);
        assert_eq!(failed["outcome"], "failed");
        assert!(failed["cause"].as_str().unwrap().contains(word), "{failed}");
        assert!(
            failed["remedy"].as_str().unwrap().contains("vendor"),
            "{failed}"
        );
    }
}

#[tokio::test]
async fn incomplete_settings_are_all_listed() {
    let mut command = command(&["doctor", "--json"]);
    command.env("WMS_URL", "https://wms.example");
    let printed = run(command, "").await;
    assert_failed_at(&printed, "settings");
    let problems = step(&printed.json(), "settings")["problems"].clone();
    assert_eq!(problems.as_array().unwrap().len(), 5, "{problems}");
}

#[tokio::test]
async fn nothing_configured_says_what_to_set() {
    let printed = run(command(&["doctor", "--json"]), "").await;
    assert_eq!(printed.status, Some(1));
    let report = printed.json();
    assert_eq!(report["profiles"], Value::Array(Vec::new()));
    assert!(report["remedy"].as_str().unwrap().contains("WMS_URL"));
}

/// A TLS server with a certificate of its own that answers every request with 404.
struct TlsServer {
    url: String,
    fingerprint: String,
}

impl TlsServer {
    fn start() -> Self {
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(["localhost".to_owned()])
            .unwrap()
            .self_signed(&key)
            .unwrap();
        let leaf: CertificateDer<'static> = certificate.der().clone();
        let digest = Sha256::digest(&leaf);
        let pairs: Vec<String> = digest.iter().map(|byte| format!("{byte:02X}")).collect();
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![leaf], key)
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || answer_404(&listener, &Arc::new(config)));
        Self {
            url: format!("https://localhost:{port}"),
            fingerprint: pairs.join(":"),
        }
    }
}

fn answer_404(listener: &TcpListener, config: &Arc<ServerConfig>) {
    while let Ok((stream, _)) = listener.accept() {
        let connection = ServerConnection::new(Arc::clone(config)).unwrap();
        let mut stream = StreamOwned::new(connection, stream);
        let mut request = [0; 4096];
        // A client that only shakes hands sends nothing.
        if stream.read(&mut request).is_ok_and(|bytes| bytes > 0) {
            let _ = stream.write_all(
                b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            );
            stream.conn.send_close_notify();
            let _ = stream.flush();
        }
    }
}

#[tokio::test]
async fn an_unknown_certificate_is_shown_with_the_fingerprint_to_pin() {
    let server = TlsServer::start();
    let printed = doctor(&server.url, &[]).await;
    assert_failed_at(&printed, "tls");
    let tls = step(&printed.json(), "tls").clone();
    let found = tls["found"].as_str().unwrap();
    assert!(found.contains(&server.fingerprint), "{found}");
    assert!(found.contains("issued by itself, valid until "), "{found}");
    assert!(tls["remedy"].as_str().unwrap().contains("WMS_CERT_SHA256"));
}

#[tokio::test]
async fn a_pinned_certificate_passes_and_another_does_not() {
    let server = TlsServer::start();
    let pinned = [("WMS_CERT_SHA256", server.fingerprint.as_str())];
    let printed = doctor(&server.url, &pinned).await;
    assert_failed_at(&printed, "token");
    assert_eq!(step(&printed.json(), "tls")["outcome"], "passed");
    let other = "AB".repeat(32);
    let printed = doctor(&server.url, &[("WMS_CERT_SHA256", &other)]).await;
    assert_failed_at(&printed, "tls");
}
