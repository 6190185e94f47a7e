//! Certificates: which are accepted in which mode, and the remedy that each refusal names.

mod front;

use std::path::PathBuf;

use mcp_wms_api::simulator::{Fault, Route, Simulator};
use rcgen::{BasicConstraints, CertificateParams, IsCa, KeyPair, SanType, date_time_ymd};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use self::front::{Authority, Files, Front, Identity, pem, unchanged};
use super::{assert_told, count, failure};
use crate::harness::{Harness, simulator_options};

/// How a profile judges certificates.
enum Mode {
    System,
    /// By a file that holds this, PEM or DER.
    Ca(Vec<u8>),
    Pin(String),
    Any,
}

/// What must live as long as a harness behind it: the front, and the folder of the certificates.
struct Behind(Front, Files);

/// A harness whose profile NORTH goes through a TLS front that shows this identity.
async fn behind(identity: &Identity, mode: &Mode) -> (Harness, Behind) {
    let simulator = Simulator::start(simulator_options()).await.unwrap();
    let front = Front::start(&simulator, identity).await;
    let files = Files::new();
    let ca_file = match mode {
        Mode::Ca(bytes) => files.write(bytes),
        _ => PathBuf::new(),
    };
    let settings = match mode {
        Mode::System => vec![],
        Mode::Ca(_) => vec![("WMS_NORTH_CA_FILE", ca_file.to_str().unwrap())],
        Mode::Pin(fingerprint) => vec![("WMS_NORTH_CERT_SHA256", fingerprint.as_str())],
        Mode::Any => vec![("WMS_NORTH_ACCEPT_INVALID_CERTS", "true")],
    };
    let harness = Harness::between(simulator, &front.base_url(), &settings).await;
    (harness, Behind(front, files))
}

async fn assert_accepted(identity: &Identity, mode: Mode) {
    let (harness, _front) = behind(identity, &mode).await;
    assert_eq!(count(&harness).await.json["count"], 2400);
}

/// Asserts a refusal: what is wrong, and the setting that mends it. No request arrives behind the front.
async fn assert_refused(identity: &Identity, mode: Mode, told: &str, remedy: &str) {
    let (harness, _front) = behind(identity, &mode).await;
    let failure = failure(&harness).await;
    assert_told(&failure, "tls_failed", false, told, remedy);
    assert_eq!(harness.simulator.journal(), [], "nothing was sent");
    let check = harness.answer("check_connection", json!({})).await;
    assert_eq!(check["failed_step"], "tls", "{check}");
}

fn ca(authority: &Authority) -> Mode {
    Mode::Ca(authority.pem().into_bytes())
}

#[tokio::test]
async fn a_certificate_of_the_own_authority_is_accepted_with_its_file() {
    let authority = Authority::named("Authority");
    let identity = authority.sign(unchanged);
    assert_accepted(&identity, ca(&authority)).await;
    assert_refused(
        &identity,
        Mode::System,
        "no known authority",
        "WMS_NORTH_CA_FILE",
    )
    .await;
    let other = Authority::named("Other");
    assert_refused(
        &identity,
        ca(&other),
        "no known authority",
        "WMS_NORTH_CA_FILE",
    )
    .await;
    let renewed = Authority::named("Authority");
    assert_refused(
        &identity,
        ca(&renewed),
        "can't be verified",
        "a renewed one",
    )
    .await;
}

#[tokio::test]
async fn a_der_file_is_as_good_as_a_pem_file() {
    let authority = Authority::named("Authority");
    let identity = authority.sign(unchanged);
    assert_accepted(&identity, Mode::Ca(authority.der())).await;
}

#[tokio::test]
async fn a_certificate_for_another_name_is_refused_and_can_be_pinned() {
    let authority = Authority::named("Authority");
    for change in [
        |parameters: &mut CertificateParams| {
            let name = "wms.example".try_into().unwrap();
            parameters.subject_alt_names = vec![SanType::DnsName(name)];
        },
        // A common name alone counts for nothing since RFC 2818's successor.
        |parameters: &mut CertificateParams| parameters.subject_alt_names.clear(),
    ] {
        let identity = authority.sign(change);
        assert_refused(
            &identity,
            ca(&authority),
            "for another name",
            "WMS_NORTH_CERT_SHA256",
        )
        .await;
        assert_accepted(&identity, Mode::Pin(identity.fingerprint())).await;
    }
}

#[tokio::test]
async fn a_self_signed_certificate_is_its_own_ca_file_unless_it_calls_itself_an_authority() {
    let plain = Identity::self_signed(unchanged);
    assert_accepted(&plain, Mode::Ca(plain.pem().into_bytes())).await;
    let authority = Identity::self_signed(|parameters| {
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    });
    let told = "self-signed and marked as an authority";
    assert_refused(
        &authority,
        Mode::Ca(authority.pem().into_bytes()),
        told,
        "WMS_NORTH_CERT_SHA256",
    )
    .await;
    assert_accepted(&authority, Mode::Pin(authority.fingerprint())).await;
}

#[tokio::test]
async fn the_dates_of_a_certificate_count_unless_it_is_pinned() {
    let authority = Authority::named("Authority");
    let expired = authority.sign(|parameters| {
        parameters.not_before = date_time_ymd(2020, 1, 1);
        parameters.not_after = date_time_ymd(2021, 1, 1);
    });
    let future = authority.sign(|parameters| {
        parameters.not_before = date_time_ymd(2090, 1, 1);
        parameters.not_after = date_time_ymd(2099, 1, 1);
    });
    assert_refused(
        &expired,
        ca(&authority),
        "has expired",
        "WMS_NORTH_CERT_SHA256",
    )
    .await;
    assert_refused(&future, ca(&authority), "not valid yet", "clock").await;
    assert_accepted(&expired, Mode::Pin(expired.fingerprint())).await;
}

/// F14
#[tokio::test]
async fn a_pinned_certificate_that_changes_between_calls_is_noticed_before_anything_is_sent() {
    let identity = Identity::self_signed(unchanged);
    let (harness, Behind(front, _files)) =
        behind(&identity, &Mode::Pin(identity.fingerprint())).await;
    assert!(!count(&harness).await.is_error);
    front.show(&Identity::self_signed(unchanged));
    harness.simulator.clear_journal();
    // The connection that stands is closed, so that the next attempt opens one.
    harness
        .simulator
        .plan(Route::Query, Fault::CloseBeforeAnswer);
    let failure = failure(&harness).await;
    let (told, remedy) = ("not the pinned one", "compare the fingerprint");
    assert_told(&failure, "tls_failed", false, told, remedy);
    assert_eq!(
        harness.simulator.journal().len(),
        1,
        "over the old connection"
    );
}

#[tokio::test]
async fn accepting_anything_accepts_anything_and_says_so() {
    let expired =
        Identity::self_signed(|parameters| parameters.not_after = date_time_ymd(2021, 1, 1));
    let (harness, _front) = behind(&expired, &Mode::Any).await;
    assert!(!count(&harness).await.is_error);
    let check = harness.answer("check_connection", json!({})).await;
    assert!(
        check["warnings"][0]
            .as_str()
            .unwrap()
            .contains("WMS_NORTH_ACCEPT_INVALID_CERTS")
    );
}

#[tokio::test]
async fn plain_http_at_an_https_port_is_told() {
    let simulator = Simulator::start(simulator_options()).await.unwrap();
    let base_url = simulator.base_url().replace("http://", "https://");
    let harness = Harness::between(simulator, &base_url, &[]).await;
    let failure = failure(&harness).await;
    assert_told(
        &failure,
        "tls_failed",
        false,
        "no TLS 1.2 or newer",
        "plain http",
    );
}

#[tokio::test]
async fn https_at_a_plain_port_is_told() {
    let simulator = Simulator::start(simulator_options()).await.unwrap();
    let front = Front::start(&simulator, &Identity::self_signed(unchanged)).await;
    let base_url = front.base_url().replace("https://", "http://");
    let harness = Harness::between(simulator, &base_url, &[]).await;
    let failure = failure(&harness).await;
    assert_told(
        &failure,
        "upstream_invalid",
        false,
        "acceptable HTTP",
        "may speak https",
    );
}

/// What a server that ends at TLS 1.1 says to a newer client.
#[tokio::test]
async fn a_server_that_is_too_old_for_tls_1_2_is_told() {
    for alert in [70_u8, 40] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("https://{}", listener.local_addr().unwrap());
        let old = tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut hello = [0; 5];
                stream.read_exact(&mut hello).await.unwrap();
                stream
                    .write_all(&[0x15, 3, 2, 0, 2, 2, alert])
                    .await
                    .unwrap();
                let _ = stream.read_to_end(&mut Vec::new()).await;
            }
        });
        let harness = Harness::reached_at(&base_url, &[]).await;
        let failure = failure(&harness).await;
        assert_told(
            &failure,
            "tls_failed",
            false,
            "no TLS 1.2 or newer",
            "TLS 1.1",
        );
        old.abort();
    }
}

/// D14: each says what is wrong with the file, and none shows what is in it.
#[tokio::test]
async fn a_ca_file_that_is_none_says_why() {
    let files = Files::new();
    let key = KeyPair::generate().unwrap().serialize_pem();
    let missing = files.path().join("missing.pem");
    let cases = [
        (missing, "can't be read"),
        (files.path().to_owned(), "can't be read"),
        (files.write(&key), "private key"),
        (files.write(""), "no certificate"),
        (files.write("canary text"), "no certificate"),
        (files.write(pem(b"canary")), "no certificate"),
        (
            files.write([0x30, 0x03, 0x01, 0x02, 0x03]),
            "no certificate",
        ),
    ];
    for (path, told) in cases {
        let settings = [("WMS_NORTH_CA_FILE", path.to_str().unwrap())];
        let harness = Harness::reached_at("https://127.0.0.1:9", &settings).await;
        let failure = failure(&harness).await;
        assert_told(
            &failure,
            "configuration_invalid",
            false,
            told,
            "start the server again",
        );
        assert!(
            failure["error"]
                .as_str()
                .unwrap()
                .starts_with("WMS_NORTH_CA_FILE: "),
            "{failure}"
        );
        let text = failure.to_string();
        assert!(
            !text.contains("canary") && !text.contains(key.lines().nth(1).unwrap()),
            "{text}"
        );
    }
}

/// A server that hangs up during the handshake is a bad connection, not a bad certificate.
#[tokio::test]
async fn a_handshake_that_is_hung_up_on_is_tried_again() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("https://{}", listener.local_addr().unwrap());
    let server = tokio::spawn(async move {
        let mut accepted = 0;
        while accepted < 3 {
            drop(listener.accept().await.unwrap());
            accepted += 1;
        }
        accepted
    });
    let harness = Harness::reached_at(&base_url, &[]).await;
    let failure = failure(&harness).await;
    assert_told(&failure, "unreachable", true, "could not be reached", "");
    assert_eq!(server.await.unwrap(), 3);
}
