//! A TLS front before a simulator, and the certificates that it shows.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use mcp_wms_api::simulator::Simulator;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, ExtendedKeyUsagePurpose, IsCa,
    KeyPair, KeyUsagePurpose,
};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

/// A certificate and its key.
pub(super) struct Identity {
    certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
}

/// An authority of the test's own.
pub(super) struct Authority(CertifiedIssuer<'static, KeyPair>);

/// Speaks TLS in front of a simulator, with a certificate that can be exchanged.
pub(super) struct Front {
    address: SocketAddr,
    identity: Arc<Mutex<Arc<ServerConfig>>>,
    server: JoinHandle<()>,
}

impl Identity {
    pub(super) fn self_signed(change: impl FnOnce(&mut CertificateParams)) -> Self {
        let key = KeyPair::generate().unwrap();
        let certificate = parameters(change).self_signed(&key).unwrap();
        Self {
            certificate: certificate.der().clone(),
            key: PrivateKeyDer::Pkcs8(key.serialize_der().into()),
        }
    }

    pub(super) fn fingerprint(&self) -> String {
        let digest = Sha256::digest(&self.certificate);
        digest
            .iter()
            .map(|byte| format!("{byte:02X}"))
            .collect::<Vec<_>>()
            .join(":")
    }

    pub(super) fn pem(&self) -> String {
        pem(&self.certificate)
    }
}

impl Authority {
    pub(super) fn named(name: &str) -> Self {
        let mut parameters = CertificateParams::default();
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        parameters.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        parameters.distinguished_name.push(DnType::CommonName, name);
        let key = KeyPair::generate().unwrap();
        Self(CertifiedIssuer::self_signed(parameters, key).unwrap())
    }

    pub(super) fn pem(&self) -> String {
        self.0.pem()
    }

    pub(super) fn der(&self) -> Vec<u8> {
        self.0.der().to_vec()
    }

    /// A server's certificate for 127.0.0.1, changed as the test wants it.
    pub(super) fn sign(&self, change: impl FnOnce(&mut CertificateParams)) -> Identity {
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

/// Leaves a certificate as it is.
pub(super) fn unchanged(_: &mut CertificateParams) {}

/// A certificate as PEM text.
pub(super) fn pem(der: &[u8]) -> String {
    let text = BASE64_STANDARD.encode(der);
    let lines: Vec<&str> = text
        .as_bytes()
        .chunks(64)
        .map(|line| str::from_utf8(line).unwrap())
        .collect();
    format!(
        "-----BEGIN CERTIFICATE-----
{}
-----END CERTIFICATE-----
",
        lines.join(
            "
"
        )
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
    pub(super) async fn start(simulator: &Simulator, identity: &Identity) -> Self {
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

    pub(super) fn base_url(&self) -> String {
        format!("https://{}", self.address)
    }

    /// Shows another certificate from the next connection on.
    pub(super) fn show(&self, identity: &Identity) {
        *self.identity.lock().unwrap() = server_config(identity);
    }
}

impl Drop for Front {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// A folder for certificate files.
pub(super) struct Files(TempDir);

impl Files {
    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(super) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(super) fn write(&self, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(format!("{}.pem", fastrand::u64(..)));
        fs::write(&path, bytes).unwrap();
        path
    }
}
