//! How the warehouse's certificate is checked: system roots, an own CA file, a pinned certificate, or (loudly) not at all.
//!
//! On-premise servers are often reached by IP address and carry a self-signed certificate that is its own CA, which no
//! root store can be made to trust; the pin is for those. The provider is handed in explicitly: nothing process-wide.

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    AlertDescription, CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore,
    SignatureScheme,
};
use rustls_platform_verifier::Verifier;
use sha2::{Digest as _, Sha256};

use super::refusal::causes;
use crate::config::Tls;

/// What is wrong with a TLS connection, in the terms of its remedy.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TlsProblem {
    /// No known authority signed the certificate.
    UnknownIssuer,
    /// The certificate is a CA and stands for a server itself: no root store accepts that.
    SelfSignedAuthority,
    /// The certificate names another host.
    OtherName,
    /// The certificate has ended.
    Expired,
    /// The certificate is not valid yet.
    NotYetValid,
    /// The certificate is not the pinned one.
    OtherThanPinned,
    /// The signature is not that of the authority of that name, or made with a key too short to be checked.
    BadSignature,
    /// Key or signature are of a kind that is too weak to be checked.
    Weak,
    /// The server speaks only versions below TLS 1.2, or no TLS at all.
    NoCommonVersion,
    /// Anything else.
    Other,
}

impl fmt::Display for TlsProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownIssuer => "no known authority signed its certificate",
            Self::SelfSignedAuthority => {
                "its certificate is self-signed and marked as an authority"
            }
            Self::OtherName => "its certificate is for another name",
            Self::Expired => "its certificate has expired",
            Self::NotYetValid => "its certificate is not valid yet",
            Self::OtherThanPinned => "its certificate is not the pinned one",
            Self::BadSignature => "the authority's signature on its certificate can't be verified",
            Self::Weak => "its certificate has a key or signature too weak to accept",
            Self::NoCommonVersion => {
                "the server speaks no TLS 1.2 or newer with a safe cipher at this port"
            }
            Self::Other => "the handshake failed",
        })
    }
}

/// Why the checks of a profile could not be set up.
#[derive(Debug, thiserror::Error)]
pub(super) enum TlsSetupError {
    #[error("the CA file can't be read: {0}")]
    Unreadable(std::io::ErrorKind),
    #[error("the CA file holds a private key; give the certificate of the authority")]
    PrivateKey,
    #[error("the CA file holds no certificate in PEM or DER form")]
    NoCertificate,
    #[error("the system's certificates can't be loaded")]
    SystemRoots,
    #[error("the TLS library refused its settings")]
    Library,
}

/// Builds the TLS side of a client. `encrypted` is false for plain http, which needs no certificates at all.
pub(super) fn client_config(tls: &Tls, encrypted: bool) -> Result<ClientConfig, TlsSetupError> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|_| TlsSetupError::Library)?;
    let mut config = if encrypted {
        let verifier = verifier(tls, provider)?;
        builder
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_no_client_auth()
    } else {
        builder
            .with_root_certificates(RootCertStore::empty())
            .with_no_client_auth()
    };
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

/// Returns what judges the certificates of a profile's server.
pub(super) fn verifier(
    tls: &Tls,
    provider: Arc<CryptoProvider>,
) -> Result<Arc<dyn ServerCertVerifier>, TlsSetupError> {
    Ok(match tls {
        Tls::SystemRoots => {
            Arc::new(Verifier::new(provider).map_err(|_| TlsSetupError::SystemRoots)?)
        }
        Tls::CaFile(path) => {
            let roots = read_certificates(path)?;
            Arc::new(
                Verifier::new_with_extra_roots(roots, provider)
                    .map_err(|_| TlsSetupError::NoCertificate)?,
            )
        }
        Tls::Pinned(sha256) => Arc::new(LeafVerifier {
            expected: Some(*sha256),
            provider,
        }),
        Tls::AcceptAny => Arc::new(LeafVerifier {
            expected: None,
            provider,
        }),
    })
}

/// Reads the certificates of a file, PEM or DER; never says what else is in it.
fn read_certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsSetupError> {
    let bytes = fs::read(path).map_err(|error| TlsSetupError::Unreadable(error.kind()))?;
    let pem: Vec<_> = CertificateDer::pem_slice_iter(&bytes)
        .filter_map(Result::ok)
        .collect();
    if !pem.is_empty() {
        return Ok(pem);
    }
    if bytes.windows(12).any(|part| part == b"PRIVATE KEY-") {
        return Err(TlsSetupError::PrivateKey);
    }
    // DER certificates are one ASN.1 sequence, whose first byte is 0x30.
    if bytes.first() == Some(&0x30) {
        Ok(vec![CertificateDer::from(bytes)])
    } else {
        Err(TlsSetupError::NoCertificate)
    }
}

/// Accepts one certificate by its digest, or any; the handshake's signatures are checked in both cases, so that the
/// server must hold the key of the certificate it shows.
#[derive(Debug)]
struct LeafVerifier {
    expected: Option<[u8; 32]>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for LeafVerifier {
    fn verify_server_cert(
        &self,
        leaf: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        match self.expected {
            Some(expected) if Sha256::digest(leaf).as_slice() != expected => Err(
                rustls::Error::InvalidCertificate(CertificateError::ApplicationVerificationFailure),
            ),
            _ => Ok(ServerCertVerified::assertion()),
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(
            message,
            certificate,
            signature,
            &self.provider.signature_verification_algorithms,
        )
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(
            message,
            certificate,
            signature,
            &self.provider.signature_verification_algorithms,
        )
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}

/// Finds the TLS problem in a failed request's chain of causes.
pub(super) fn problem_of(error: &(dyn std::error::Error + 'static)) -> Option<TlsProblem> {
    causes(error).find_map(|cause| cause.downcast_ref().map(classify))
}

fn classify(error: &rustls::Error) -> TlsProblem {
    use rustls::Error as E;
    match error {
        E::InvalidCertificate(problem) => classify_certificate(problem),
        E::PeerIncompatible(_)
        | E::AlertReceived(
            AlertDescription::ProtocolVersion | AlertDescription::HandshakeFailure,
        )
        | E::InvalidMessage(_) => TlsProblem::NoCommonVersion,
        _ => TlsProblem::Other,
    }
}

fn classify_certificate(problem: &CertificateError) -> TlsProblem {
    use CertificateError as C;
    match problem {
        C::UnknownIssuer => TlsProblem::UnknownIssuer,
        C::NotValidForName | C::NotValidForNameContext { .. } => TlsProblem::OtherName,
        C::Expired | C::ExpiredContext { .. } => TlsProblem::Expired,
        C::NotValidYet | C::NotValidYetContext { .. } => TlsProblem::NotYetValid,
        C::ApplicationVerificationFailure => TlsProblem::OtherThanPinned,
        C::BadSignature => TlsProblem::BadSignature,
        C::UnsupportedSignatureAlgorithmContext { .. }
        | C::UnsupportedSignatureAlgorithmForPublicKeyContext { .. } => TlsProblem::Weak,
        // webpki reports a CA used as a server's own certificate as `CaUsedAsEndEntity` inside `Other`.
        C::Other(other) if other.to_string().contains("CaUsedAsEndEntity") => {
            TlsProblem::SelfSignedAuthority
        }
        _ => TlsProblem::Other,
    }
}
