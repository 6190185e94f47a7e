//! How a server's certificate is judged.
//!
//! It only reads the choice. The CA file is opened by the HTTP client when it first needs it.

use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};

use super::lookup::Reader;
use super::variables::profile as variables;

/// How a server's certificate is judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tls {
    /// By the system's roots.
    SystemRoots,
    /// By the certificate authorities of a PEM file, not read yet.
    CaFile(PathBuf),
    /// It must be exactly the certificate with this SHA-256 fingerprint.
    Pinned([u8; 32]),
    /// Not at all.
    AcceptAny,
}

impl Tls {
    /// Reads the choice; two that contradict each other are a problem, since either could be the one that was meant.
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let ca_file = reader.path(&variables::CA_FILE);
        let pinned = reader.optional(&variables::CERT_SHA256, parse_fingerprint);
        let accept_any = reader.optional(&variables::ACCEPT_INVALID_CERTS, parse_switch);
        match (ca_file, pinned, accept_any.unwrap_or(false)) {
            (None, None, false) => Self::SystemRoots,
            (Some(path), None, false) => Self::CaFile(path),
            (None, Some(fingerprint), false) => Self::Pinned(fingerprint),
            (None, None, true) => Self::AcceptAny,
            (ca_file, _, accept_any) => {
                let (first, second) = match (ca_file, accept_any) {
                    (Some(_), true) => (&variables::ACCEPT_INVALID_CERTS, &variables::CA_FILE),
                    (None, _) => (&variables::ACCEPT_INVALID_CERTS, &variables::CERT_SHA256),
                    (Some(_), false) => (&variables::CERT_SHA256, &variables::CA_FILE),
                };
                let (first, second) = (reader.name_of(first), reader.name_of(second));
                reader.problem(
                    first,
                    None,
                    format!("contradicts {second}: set one of them"),
                );
                Self::SystemRoots
            }
        }
    }
}

/// Reads a SHA-256 fingerprint as browsers (base64) and `openssl x509 -fingerprint` (hexadecimal) show it.
fn parse_fingerprint(text: &str) -> Result<[u8; 32], String> {
    let compact: String = text
        .chars()
        .filter(|character| !": ".contains(*character))
        .collect();
    let bytes = match compact.len() {
        64 => hexadecimal(&compact),
        43 | 44 => STANDARD
            .decode(&compact)
            .or_else(|_| STANDARD_NO_PAD.decode(&compact))
            .ok(),
        40 => {
            return Err("has the length of a SHA-1 fingerprint; the SHA-256 one is needed".into());
        }
        _ => None,
    };
    bytes
        .and_then(|bytes| bytes.try_into().ok())
        .ok_or_else(|| "must be a SHA-256 fingerprint: 64 hexadecimal digits, or base64".into())
}

fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = text.chars().map(|digit| digit.to_digit(16)).collect();
    let byte = |pair: &[u32]| match pair {
        [high, low] => u8::try_from(high * 16 + low).ok(),
        _ => None,
    };
    digits?.chunks(2).map(byte).collect()
}

fn parse_switch(text: &str) -> Result<bool, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Ok(true),
        "false" | "no" | "off" | "0" => Ok(false),
        _ => Err("must be true or false".into()),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::*;

    #[test]
    fn reads_a_fingerprint_in_every_usual_spelling() {
        let expected: [u8; 32] = std::array::from_fn(|index| u8::try_from(index * 8).unwrap());
        let pairs = expected.map(|byte| format!("{byte:02X}"));
        let plain = pairs.concat().to_lowercase();
        for text in [
            plain,
            pairs.join(":"),
            STANDARD.encode(expected),
            STANDARD_NO_PAD.encode(expected),
        ] {
            assert_eq!(parse_fingerprint(&text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn names_what_is_wrong_with_a_fingerprint() {
        assert!(
            parse_fingerprint(&"a".repeat(40))
                .unwrap_err()
                .contains("SHA-1")
        );
        for text in [
            "abc".to_owned(),
            "g".repeat(64),
            "é".repeat(32),
            "?".repeat(44),
        ] {
            assert!(
                parse_fingerprint(&text).unwrap_err().contains("64"),
                "{text}"
            );
        }
    }
}
