//! The request for a token: credentials out, a token in, with the same care as any other exchange.

use secrecy::{ExposeSecret as _, SecretString};
use tokio::time::Instant;

use super::{Connection, SMALL_BODY_BYTES};
use crate::easywms::body::DocumentReader;
use crate::easywms::error::ReadError;
use crate::easywms::read_request::{at, service_path};
use crate::easywms::token::{Issued, lifetime};
use crate::easywms::wire::{Service, TokenAnswer, TokenForm};

/// No token comes near this; a longer one would not pass most servers' header limits.
const LONGEST_TOKEN_BYTES: usize = 16 << 10;

impl Connection {
    /// Asks the token service for a token, with the same attempts as any read.
    pub(in crate::easywms) async fn issue_token(
        &self,
        deadline: Instant,
    ) -> Result<Issued, ReadError> {
        let attempt = || async { Ok(self.token_attempt(deadline).await?) };
        let issued = self.retries.run(deadline, attempt).await?;
        self.secrets.learn_token(issued.secret.expose_secret());
        Ok(issued)
    }

    async fn token_attempt(&self, deadline: Instant) -> Result<Issued, ReadError> {
        let profile = &self.profile;
        let path = service_path(&profile.paths, Service::Token);
        let form = TokenForm {
            grant_type: "password",
            tenant_code: &profile.tenant,
            username: &profile.username,
            password: profile.password.expose_secret(),
            language: profile.language.as_deref(),
        };
        let client_secret = profile.client_secret.expose_secret();
        let outgoing = self
            .client()?
            .post(at(&self.base, path, &[])?)
            .basic_auth(&profile.client_id, Some(client_secret))
            .form(&form);
        let exchange = async {
            let response = self.answer(Service::Token, outgoing).await?;
            let response = self.accepted(Service::Token, None, response).await?;
            let reader = DocumentReader::default();
            let read = self.body(response, Service::Token, SMALL_BODY_BYTES, reader);
            token_of(read.await.map_err(too_large_for_a_token)?.output.get())
        };
        self.guarded(Service::Token, self.limits.attempt, deadline, exchange)
            .await
    }
}

fn too_large_for_a_token(error: ReadError) -> ReadError {
    match error {
        ReadError::TooLarge { .. } => unusable("it is larger than 64 KiB"),
        error => error,
    }
}

/// Reads the token service's answer; the token must fit into a header, or a later request would be malformed.
fn token_of(answer: &str) -> Result<Issued, ReadError> {
    let answer: TokenAnswer = serde_json::from_str(answer)
        .map_err(|_| unusable("it is no JSON object with an access_token"))?;
    let token = answer.access_token.unwrap_or_default();
    if token.is_empty() {
        return Err(unusable("it holds no access_token"));
    }
    if token.len() > LONGEST_TOKEN_BYTES {
        return Err(unusable("the token is too long for a header"));
    }
    if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(unusable(
            "the token holds characters that no header may have",
        ));
    }
    Ok(Issued {
        secret: SecretString::from(token),
        lifetime: lifetime(answer.expires_in.as_ref()),
    })
}

fn unusable(reason: &'static str) -> ReadError {
    ReadError::TokenUnusable { reason }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use secrecy::ExposeSecret as _;

    use super::{LONGEST_TOKEN_BYTES, token_of};

    /// E4
    #[test]
    fn a_token_must_fit_into_a_header() {
        let most = "t".repeat(LONGEST_TOKEN_BYTES);
        let usable = token_of(&format!("{{\"access_token\":\"{most}\"}}")).unwrap();
        assert_eq!(usable.secret.expose_secret(), most);
        for (answer, reason) in [
            ("[]", "it is no JSON object with an access_token"),
            (
                "{\"access_token\":7}",
                "it is no JSON object with an access_token",
            ),
            ("{}", "it holds no access_token"),
            ("{\"access_token\":null}", "it holds no access_token"),
            ("{\"access_token\":\"\"}", "it holds no access_token"),
            (
                "{\"access_token\":\"one\\r\\ntwo\"}",
                "the token holds characters that no header may have",
            ),
            (
                &format!("{{\"access_token\":\"{most}t\"}}"),
                "the token is too long for a header",
            ),
        ] {
            let error = token_of(answer).unwrap_err().to_string();
            assert!(error.ends_with(reason), "{answer}: {error}");
            assert!(!error.contains("one"), "the token is not repeated");
        }
    }
}
