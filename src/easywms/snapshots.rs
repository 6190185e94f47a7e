//! Large texts kept for a short while, so that the windows of one text come from one reading of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use thiserror::Error;
use tokio::time::Instant;

/// A conversation reads the windows of a text one after the other; a model may think in between.
const MEMORY: Duration = Duration::from_secs(300);
/// Texts kept at once; the oldest makes room.
const MOST_TEXTS: usize = 8;
/// Texts whose digest is remembered, to notice a change after the text itself is forgotten.
const MOST_DIGESTS: usize = 256;

/// The text is not the one that an earlier window came from.
#[derive(Clone, Copy, Debug, Error, Eq, PartialEq)]
#[error("the text has changed since its first window was read")]
pub struct DataChanged;

/// The texts of one profile, by what they are.
#[derive(Debug, Default)]
pub struct Snapshots {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    texts: Vec<(String, Instant, Arc<str>)>,
    digests: HashMap<String, [u8; 32]>,
}

impl Snapshots {
    /// Returns a text that was kept a short while ago, and keeps it longer.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Arc<str>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        state.texts.retain(|(_, until, _)| now < *until);
        let kept = state.texts.iter_mut().find(|(kept, _, _)| kept == name)?;
        kept.1 = now + MEMORY;
        Some(Arc::clone(&kept.2))
    }

    /// Keeps the text that a walk over windows begins with.
    pub fn begin(&self, name: &str, text: &str) -> Arc<str> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.digests.len() >= MOST_DIGESTS {
            state.digests.clear();
        }
        state
            .digests
            .insert(name.to_owned(), Sha256::digest(text).into());
        state.keep(name, text)
    }

    /// Keeps a text that was read again in the middle of a walk; fails if it is no longer the one that was begun.
    pub fn resume(&self, name: &str, text: &str) -> Result<Arc<str>, DataChanged> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let digest: [u8; 32] = Sha256::digest(text).into();
        if state
            .digests
            .get(name)
            .is_some_and(|begun| *begun != digest)
        {
            return Err(DataChanged);
        }
        Ok(state.keep(name, text))
    }
}

impl State {
    fn keep(&mut self, name: &str, text: &str) -> Arc<str> {
        let text: Arc<str> = text.into();
        self.texts.retain(|(kept, _, _)| kept != name);
        if self.texts.len() >= MOST_TEXTS {
            self.texts.remove(0);
        }
        self.texts
            .push((name.to_owned(), Instant::now() + MEMORY, Arc::clone(&text)));
        text
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::{DataChanged, Duration, MEMORY, Snapshots};

    #[tokio::test(start_paused = true)]
    async fn a_text_is_one_for_all_its_windows_and_a_change_is_noticed_later() {
        let snapshots = Snapshots::default();
        snapshots.begin("workflow/W", "one");
        assert_eq!(snapshots.get("workflow/W").as_deref(), Some("one"));
        tokio::time::advance(MEMORY + Duration::from_secs(1)).await;
        assert_eq!(snapshots.get("workflow/W"), None);
        assert_eq!(snapshots.resume("workflow/W", "two"), Err(DataChanged));
        assert_eq!(
            snapshots.resume("workflow/W", "one").unwrap().as_ref(),
            "one"
        );
    }

    #[tokio::test]
    async fn the_oldest_text_makes_room() {
        let snapshots = Snapshots::default();
        for number in 0..9 {
            snapshots.begin(&number.to_string(), "text");
        }
        assert_eq!(snapshots.get("0"), None);
        assert_eq!(snapshots.get("8").as_deref(), Some("text"));
    }
}
