//! The TLS step: a handshake of its own, which keeps the certificate that the HTTP client never shows.
//!
//! Whom to trust is decided by the profile's own verifier. The certificate is read for people only.

use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use jiff::Timestamp;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, ClientConnection, DigitallySignedStruct, SignatureScheme};
use sha2::{Digest as _, Sha256};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use x509_cert::Certificate;
use x509_cert::der::Decode as _;

use super::{CONNECT_TIMEOUT, CheckOutcome, CheckStep, Timer};
use crate::easywms::Warehouse;
use crate::easywms::error::ReadError;
use crate::easywms::tls::{TlsProblem, TlsSetupError, problem_of, verifier};

/// The most characters of a name in a certificate that are shown.
const NAME_CHARS: usize = 120;
/// A certificate that ends within this many days is worth a word.
const DAYS_TO_WORRY: i64 = 30;

impl Warehouse {
    /// Shakes hands with the server, and describes the certificate it shows, accepted or not.
    pub(super) async fn check_tls(&self, stream: TcpStream, deadline: Instant) -> CheckStep {
        let timer = Timer::start("tls");
        let recorder = match self.recorder() {
            Ok(recorder) => Arc::new(recorder),
            Err(error) => {
                return timer.failed(self.connection.setting("_CA_FILE", &error));
            }
        };
        let name = self.connection.base.host_str().unwrap_or_default();
        let name = name.trim_matches(['[', ']']).to_owned();
        let verifier = Arc::clone(&recorder);
        let handshake = tokio::task::spawn_blocking(move || shake_hands(stream, name, verifier));
        let end = deadline.min(Instant::now() + CONNECT_TIMEOUT);
        let problem = match timeout_at(end, handshake).await {
            Ok(Ok(Ok(()))) => None,
            Ok(Ok(Err(problem))) => Some(problem),
            Ok(Err(_)) | Err(_) => Some(TlsProblem::Other),
        };
        let shown = recorder
            .leaf
            .get()
            .map(|leaf| Shown::read(leaf, Timestamp::now()));
        let found = shown.as_ref().map_or_else(String::new, Shown::to_string);
        match problem {
            None if shown.is_some_and(|shown| shown.ends_soon()) => timer.doubtful(found),
            None => timer.passed(found),
            Some(problem) => {
                let host = self.connection.host();
                let error = Some(ReadError::Tls { host, problem });
                timer.ended(CheckOutcome::Failed, found, error)
            }
        }
    }

    fn recorder(&self) -> Result<Recorder, TlsSetupError> {
        let provider = Arc::new(ring::default_provider());
        Ok(Recorder {
            judge: verifier(&self.connection.profile.tls, provider)?,
            leaf: OnceLock::new(),
        })
    }
}

/// Blocks until the handshake is over; the stream's reads and writes end after the connect limit.
fn shake_hands(stream: TcpStream, name: String, verifier: Arc<Recorder>) -> Result<(), TlsProblem> {
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| problem_of(&error).unwrap_or(TlsProblem::Other))?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    let name = ServerName::try_from(name).map_err(|_| TlsProblem::OtherName)?;
    let mut connection =
        ClientConnection::new(Arc::new(config), name).map_err(|_| TlsProblem::Other)?;
    let blocking = || {
        let mut stream = stream.into_std()?;
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(CONNECT_TIMEOUT))?;
        stream.set_write_timeout(Some(CONNECT_TIMEOUT))?;
        while connection.is_handshaking() {
            connection.complete_io(&mut stream)?;
        }
        Ok(())
    };
    blocking().map_err(|error: std::io::Error| problem_of(&error).unwrap_or(TlsProblem::Other))
}

/// The profile's verifier, and the certificate that it was asked about.
#[derive(Debug)]
struct Recorder {
    judge: Arc<dyn ServerCertVerifier>,
    leaf: OnceLock<CertificateDer<'static>>,
}

impl ServerCertVerifier for Recorder {
    fn verify_server_cert(
        &self,
        leaf: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let _ = self.leaf.set(leaf.clone().into_owned());
        self.judge
            .verify_server_cert(leaf, intermediates, server_name, ocsp_response, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.judge
            .verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.judge
            .verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.judge.supported_verify_schemes()
    }
}

/// What a person wants to know of a certificate.
struct Shown {
    /// Subject, issuer and end; none if the certificate can't be read.
    content: Option<Content>,
    /// As `openssl x509 -fingerprint -sha256` prints it.
    fingerprint: String,
}

struct Content {
    subject: String,
    issuer: String,
    ends: Timestamp,
    days_left: i64,
}

impl Shown {
    fn read(leaf: &CertificateDer<'_>, now: Timestamp) -> Self {
        let mut fingerprint = String::new();
        for (index, byte) in Sha256::digest(leaf).iter().enumerate() {
            let colon = if index == 0 { "" } else { ":" };
            // Writing to a String can't fail.
            let _ = write!(fingerprint, "{colon}{byte:02X}");
        }
        Self {
            content: Content::read(leaf, now),
            fingerprint,
        }
    }

    fn ends_soon(&self) -> bool {
        let content = self.content.as_ref();
        content.is_some_and(|content| content.days_left < DAYS_TO_WORRY)
    }
}

impl Content {
    fn read(leaf: &[u8], now: Timestamp) -> Option<Self> {
        let certificate = Certificate::from_der(leaf).ok()?;
        let certificate = certificate.tbs_certificate();
        let ends = certificate.validity().not_after.to_unix_duration();
        let ends = Timestamp::from_second(i64::try_from(ends.as_secs()).ok()?).ok()?;
        Some(Self {
            subject: plain(&certificate.subject().to_string()),
            issuer: plain(&certificate.issuer().to_string()),
            ends,
            // Rounded down, so that one that ended an hour ago has no day left.
            days_left: ends.duration_since(now).as_secs().div_euclid(86_400),
        })
    }
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(content) = &self.content {
            let Content {
                subject,
                issuer,
                ends,
                days_left,
            } = content;
            let by = if subject == issuer {
                "itself"
            } else {
                issuer.as_str()
            };
            let ends = ends.strftime("%Y-%m-%d");
            let left = match days_left {
                ..0 => "past".to_owned(),
                days => format!("{days} days left"),
            };
            write!(
                f,
                "certificate of {subject}, issued by {by}, valid until {ends} ({left}), "
            )?;
        }
        write!(f, "SHA-256 {}", self.fingerprint)
    }
}

/// The start of a name from outside, without what could steer a terminal.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|character| !character.is_control())
        .take(NAME_CHARS)
        .collect()
}
