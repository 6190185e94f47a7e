//! Certificates: which are accepted in which mode, and the remedy that each refusal names.

use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use mcp_wms_api::simulator::Simulator;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, ExtendedKeyUsagePurpose, IsCa,
    KeyPair, KeyUsagePurpose, date_time_ymd,
};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

use super::{assert_told, count, failure};
use crate::harness::{Harness, simulator_options};

/// A certificate and its key.
struct Identity {
    certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
}

/// An authority of the test's own.
struct Authority(CertifiedIssuer<'static, KeyPair>);

/// Speaks TLS in front of a simulator, with a certificate that can be exchanged.
struct Front {
    address: SocketAddr,
    identity: Arc<Mutex<Arc<ServerConfig>>>,
    server: JoinHandle<()>,
}

impl Identity {
    fn self_signed(change: impl FnOnce(&mut CertificateParams)) -> Self {
        let key = KeyPair::generate().unwrap();
        let certificate = parameters(change).self_signed(&key).unwrap();
        Self {
            certificate: certificate.der().clone(),
            key: PrivateKeyDer::Pkcs8(key.serialize_der().into()),
        }
    }

    fn fingerprint(&self) -> String {
        let digest = Sha256::digest(&self.certificate);
        digest
            .iter()
            .map(|byte| format!("{byte:02X}"))
            .collect::<Vec<_>>()
            .join(":")
    }

    fn pem(&self) -> String {
        pem("CERTIFICATE", &self.certificate)
    }
}

impl Authority {
    fn named(name: &str) -> Self {
        let mut parameters = CertificateParams::default();
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        parameters.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        parameters.distinguished_name.push(DnType::CommonName, name);
        let key = KeyPair::generate().unwrap();
        Self(CertifiedIssuer::self_signed(parameters, key).unwrap())
    }

    /// A server's certificate for 127.0.0.1, changed as the test wants it.
    fn sign(&self, change: impl FnOnce(&mut CertificateParams)) -> Identity {
        let key = KeyPair::generate().unwrap();
        let certificate = parameters(change).signed_by(&key, &self.0).unwrap();
        Identity {
            certificate: certificate.der().clone(),
            key: PrivateKeyDer::Pkcs8(key.serialize_der().into()),
        }
    }
}

fn parameters(change: impl FnOnce(&mut CertificateParams)) -> CertificateParams {
    let mut parameters = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
    parameters.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    parameters
        .distinguished_name
        .push(DnType::CommonName, "127.0.0.1");
    change(&mut parameters);
    parameters
}

fn unchanged(_: &mut CertificateParams) {}

fn pem(label: &str, der: &[u8]) -> String {
    use base64::Engine as _;
    let text = base64::prelude::BASE64_STANDARD.encode(der);
    let lines: Vec<&str> = text
        .as_bytes()
        .chunks(64)
        .map(|line| str::from_utf8(line).unwrap())
        .collect();
    format!(
        "-----BEGIN {label}-----\n{}\n-----END {label}-----\n",
        lines.join("\n")
    )
}

fn server_config(identity: &Identity) -> Arc<ServerConfig> {
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![identity.certificate.clone()], identity.key.clone_key());
    Arc::new(config.unwrap())
}

impl Front {
    async fn start(simulator: &Simulator, identity: &Identity) -> Self {
        let behind = simulator
            .base_url()
            .trim_start_matches("http://")
            .to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let current = Arc::new(Mutex::new(server_config(identity)));
        let shown = Arc::clone(&current);
        let server = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let acceptor = TlsAcceptor::from(Arc::clone(&shown.lock().unwrap()));
                let behind = behind.clone();
                tokio::spawn(async move {
                    let mut inside = acceptor.accept(stream).await?;
                    let mut outside = TcpStream::connect(behind).await?;
                    copy_bidirectional(&mut inside, &mut outside).await
                });
            }
        });
        Self {
            address,
            identity: current,
            server,
        }
    }

    /// Shows another certificate from the next connection on.
    fn show(&self, identity: &Identity) {
        *self.identity.lock().unwrap() = server_config(identity);
    }
}

impl Drop for Front {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// A folder for certificate files.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn write(&self, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(format!("{}.pem", fastrand::u64(..)));
        fs::write(&path, bytes).unwrap();
        path
    }
}

/// How a profile judges certificates.
enum Mode {
    System,
    Ca(String),
    Pin(String),
    Any,
}

/// A harness whose profile NORTH goes through a TLS front that shows this identity.
async fn behind(identity: &Identity, mode: &Mode) -> (Harness, Front) {
    let simulator = Simulator::start(simulator_options()).await.unwrap();
    let front = Front::start(&simulator, identity).await;
    let files = Files::new();
    let ca_file;
    let settings = match mode {
        Mode::System => vec![],
        Mode::Ca(pem) => {
            ca_file = files.write(pem);
            vec![("WMS_NORTH_CA_FILE", ca_file.to_str().unwrap())]
        }
        Mode::Pin(fingerprint) => vec![("WMS_NORTH_CERT_SHA256", fingerprint.as_str())],
        Mode::Any => vec![("WMS_NORTH_ACCEPT_INVALID_CERTS", "true")],
    };
    let base_url = format!("https://{}", front.address);
    let harness = Harness::between(simulator, &base_url, &settings).await;
    // The file is read at the first use, so the folder must live until then.
    let _ = count(&harness).await;
    (harness, front)
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
    Mode::Ca(authority.0.pem())
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
    let simulator = Simulator::start(simulator_options()).await.unwrap();
    let front = Front::start(&simulator, &authority.sign(unchanged)).await;
    let files = Files::new();
    let path = files.write(authority.0.der());
    let settings = [("WMS_NORTH_CA_FILE", path.to_str().unwrap())];
    let base_url = format!("https://{}", front.address);
    let harness = Harness::between(simulator, &base_url, &settings).await;
    assert!(!count(&harness).await.is_error);
}

#[tokio::test]
async fn a_certificate_for_another_name_is_refused_and_can_be_pinned() {
    let authority = Authority::named("Authority");
    for change in [
        |parameters: &mut CertificateParams| {
            let name = "wms.example".try_into().unwrap();
            parameters.subject_alt_names = vec![rcgen::SanType::DnsName(name)];
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
    assert_accepted(&plain, Mode::Ca(plain.pem())).await;
    let authority = Identity::self_signed(|parameters| {
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    });
    let told = "self-signed and marked as an authority";
    assert_refused(
        &authority,
        Mode::Ca(authority.pem()),
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
    let simulator = Simulator::start(simulator_options()).await.unwrap();
    let front = Front::start(&simulator, &identity).await;
    let pin = identity.fingerprint();
    let settings = [("WMS_NORTH_CERT_SHA256", pin.as_str())];
    // Each call opens its connection anew, as after a pause.
    let base_url = format!("https://{}", front.address);
    let harness = Harness::between(simulator, &base_url, &settings).await;
    assert!(!count(&harness).await.is_error);
    front.show(&Identity::self_signed(unchanged));
    let sent = harness.simulator.journal().len();
    harness.simulator.plan(
        mcp_wms_api::simulator::Route::Query,
        mcp_wms_api::simulator::Fault::CloseBeforeAnswer,
    );
    let failure = failure(&harness).await;
    assert_told(
        &failure,
        "tls_failed",
        false,
        "not the pinned one",
        "compare the fingerprint",
    );
    assert_eq!(
        harness.simulator.journal().len(),
        sent + 1,
        "only what the old connection still carried"
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
    let base_url = format!("http://{}", front.address);
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
            use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
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
    let missing = files.0.path().join("missing.pem");
    let cases = [
        (missing, "can't be read"),
        (files.0.path().to_owned(), "can't be read"),
        (files.write(&key), "private key"),
        (files.write(""), "no certificate"),
        (files.write("canary text"), "no certificate"),
        (files.write(pem("CERTIFICATE", b"canary")), "no certificate"),
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
