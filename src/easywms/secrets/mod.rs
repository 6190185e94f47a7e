//! The profile's secrets, so that none of them comes back in an answer.
//!
//! A server may repeat a request in an error, or write it to a log that is read later. Whatever it sends passes here
//! before anything else looks at it; what the texts mean is not known here. The search costs one pass over a kept text
//! for each written form of a secret (about ten), at memory speed; only a text with a find is looked at more closely.

mod escapes;
mod forms;
mod redactor;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use memchr::memmem::Finder;
use secrecy::ExposeSecret as _;

use self::forms::{basic, written_forms};
pub(super) use self::redactor::Redactor;
use crate::config::Profile;

/// What stands where a secret was.
pub const REDACTED: &str = "[redacted]";

/// A shorter secret is looked for nowhere: it would be found in most sentences.
const SHORTEST_IN_MESSAGES: usize = 4;
/// A shorter secret is not looked for in data, where `test` or `1234` are part of honest words and codes.
const SHORTEST_IN_DATA: usize = 8;
/// Tokens that may still be good while a newer one is in use.
const TOKENS_REMEMBERED: usize = 4;

/// What must not leave, and whether it ever tried to.
pub(super) struct Secrets {
    /// The longest first, so that a form that holds another is replaced whole.
    fixed: Vec<Arc<Needle>>,
    tokens: Mutex<VecDeque<Arc<Needle>>>,
    found_in_data: AtomicBool,
}

/// One written form of a secret.
struct Needle {
    finder: Finder<'static>,
}

impl Secrets {
    /// Takes the secrets of a profile, and the password of the proxy if it has one.
    pub(super) fn of(profile: &Profile, proxy_password: Option<&str>) -> Self {
        let password = profile.password.expose_secret();
        let client_secret = profile.client_secret.expose_secret();
        // A password that is also a name is no secret where the name may stand.
        let names = [&profile.username, &profile.client_id, &profile.tenant];
        let mut forms: Vec<String> = [Some(password), Some(client_secret), proxy_password]
            .into_iter()
            .flatten()
            .filter(|secret| secret.len() >= SHORTEST_IN_MESSAGES)
            .filter(|secret| !names.iter().any(|name| name == secret))
            .flat_map(written_forms)
            .collect();
        forms.push(basic(&profile.client_id, client_secret));
        forms.push(basic(&profile.username, password));
        forms.sort_by(|one, other| (other.len(), one).cmp(&(one.len(), other)));
        forms.dedup();
        Self {
            fixed: forms.iter().map(|form| Needle::new(form)).collect(),
            tokens: Mutex::default(),
            found_in_data: AtomicBool::new(false),
        }
    }

    /// Remembers a token that was just issued.
    pub(super) fn learn_token(&self, token: &str) {
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        tokens.push_front(Needle::new(token));
        tokens.truncate(TOKENS_REMEMBERED);
    }

    /// Returns what cleans sentences that a server made: short secrets are looked for too.
    pub(super) fn redactor_of_messages(&self) -> Redactor {
        self.redactor(SHORTEST_IN_MESSAGES)
    }

    /// Returns what cleans rows and documents.
    pub(super) fn redactor_of_data(&self) -> Redactor {
        self.redactor(SHORTEST_IN_DATA)
    }

    /// Notes what a redactor of data came across.
    pub(super) fn note(&self, redactor: &Redactor) {
        self.found_in_data
            .fetch_or(redactor.found(), Ordering::Relaxed);
    }

    /// Whether a secret was ever found in data.
    pub(super) fn were_found_in_data(&self) -> bool {
        self.found_in_data.load(Ordering::Relaxed)
    }

    fn redactor(&self, shortest: usize) -> Redactor {
        let tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        let needles = tokens.iter().chain(&self.fixed);
        Redactor::new(
            needles
                .filter(|needle| needle.finder.needle().len() >= shortest)
                .cloned()
                .collect(),
        )
    }
}

impl Needle {
    fn new(form: &str) -> Arc<Self> {
        let finder = Finder::new(form.as_bytes()).into_owned();
        Arc::new(Self { finder })
    }

    fn is_in(&self, text: &str) -> bool {
        self.finder.find(text.as_bytes()).is_some()
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Secrets").finish_non_exhaustive()
    }
}
