//! Large texts kept for a short while, so that the windows of one text come from one reading of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use sha2::{Digest as _, Sha256};
use thiserror::Error;
use tokio::time::Instant;

/// A conversation reads the windows of a text one after the other; a model may think in between.
const MEMORY: Duration = Duration::from_secs(300);
/// Reading on keeps a text longer, but what is this old is read again: the warehouse goes on meanwhile.
const LONGEST_MEMORY: Duration = Duration::from_secs(900);
/// Texts kept at once; the oldest makes room.
const MOST_TEXTS: usize = 8;
/// Bytes of all texts kept at once. A larger text is not kept: each of its windows reads it again.
const MOST_BYTES: usize = 16 << 20;
/// Texts whose digest is remembered, to notice a change after the text itself is forgotten.
const MOST_DIGESTS: usize = 256;

/// The text is not the one that an earlier window came from.
#[derive(Clone, Copy, Debug, Error, Eq, PartialEq)]
#[error("the text has changed since its first window was read")]
pub struct DataChanged;

/// A text, and when it was read from the warehouse.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Snapshot {
    /// The whole text.
    pub text: Arc<str>,
    /// When the call began that read it.
    pub read_at: Timestamp,
}

/// The texts of one profile, by what they are.
#[derive(Debug, Default)]
pub struct Snapshots {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The oldest first.
    kept: Vec<Kept>,
    digests: HashMap<String, [u8; 32]>,
}

#[derive(Debug)]
struct Kept {
    name: String,
    snapshot: Snapshot,
    /// When it is forgotten unless it is asked for before.
    until: Instant,
    /// When it is forgotten in any case.
    at_the_latest: Instant,
}

impl Snapshots {
    /// Returns a text that was kept a short while ago, and keeps it longer.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Snapshot> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        state.kept.retain(|kept| now < kept.until);
        let kept = state.kept.iter_mut().find(|kept| kept.name == name)?;
        kept.until = (now + MEMORY).min(kept.at_the_latest);
        Some(kept.snapshot.clone())
    }

    /// Keeps the text that a walk over windows begins with.
    pub fn begin(&self, name: &str, text: &str, read_at: Timestamp) -> Snapshot {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.digests.len() >= MOST_DIGESTS {
            state.digests.clear();
        }
        state
            .digests
            .insert(name.to_owned(), Sha256::digest(text).into());
        state.keep(name, text, read_at)
    }

    /// Keeps a text that was read again in the middle of a walk; fails if it is no longer the one that was begun.
    pub fn resume(
        &self,
        name: &str,
        text: &str,
        read_at: Timestamp,
    ) -> Result<Snapshot, DataChanged> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let digest: [u8; 32] = Sha256::digest(text).into();
        if state
            .digests
            .get(name)
            .is_some_and(|begun| *begun != digest)
        {
            return Err(DataChanged);
        }
        Ok(state.keep(name, text, read_at))
    }
}

impl State {
    fn keep(&mut self, name: &str, text: &str, read_at: Timestamp) -> Snapshot {
        let now = Instant::now();
        self.kept
            .retain(|kept| kept.name != name && now < kept.until);
        let snapshot = Snapshot {
            text: text.into(),
            read_at,
        };
        if text.len() > MOST_BYTES {
            return snapshot;
        }
        while self.kept.len() >= MOST_TEXTS || self.kept_bytes() + text.len() > MOST_BYTES {
            self.kept.remove(0);
        }
        self.kept.push(Kept {
            name: name.to_owned(),
            snapshot: snapshot.clone(),
            until: now + MEMORY,
            at_the_latest: now + LONGEST_MEMORY,
        });
        snapshot
    }

    fn kept_bytes(&self) -> usize {
        self.kept.iter().map(|kept| kept.snapshot.text.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::{
        Arc, DataChanged, Duration, LONGEST_MEMORY, MEMORY, MOST_BYTES, Snapshots, Timestamp,
    };

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn text_of(snapshots: &Snapshots, name: &str) -> Option<Arc<str>> {
        snapshots.get(name).map(|snapshot| snapshot.text)
    }

    #[tokio::test(start_paused = true)]
    async fn a_text_is_one_for_all_its_windows_and_a_change_is_noticed_later() {
        let snapshots = Snapshots::default();
        snapshots.begin("workflow/W", "one", NOW);
        assert_eq!(text_of(&snapshots, "workflow/W").as_deref(), Some("one"));
        tokio::time::advance(MEMORY + Duration::from_secs(1)).await;
        assert_eq!(snapshots.get("workflow/W"), None);
        assert_eq!(snapshots.resume("workflow/W", "two", NOW), Err(DataChanged));
        let later = "2026-11-30T08:15:00Z".parse().unwrap();
        let resumed = snapshots.resume("workflow/W", "one", later).unwrap();
        assert_eq!((resumed.text.as_ref(), resumed.read_at), ("one", later));
        assert_eq!(snapshots.get("workflow/W"), Some(resumed));
    }

    #[tokio::test(start_paused = true)]
    async fn reading_on_keeps_a_text_longer_but_not_for_ever() {
        let snapshots = Snapshots::default();
        snapshots.begin("row", "text", NOW);
        let step = MEMORY / 2;
        for _ in 1..LONGEST_MEMORY.as_secs() / step.as_secs() {
            tokio::time::advance(step).await;
            assert_eq!(text_of(&snapshots, "row").as_deref(), Some("text"));
        }
        tokio::time::advance(step).await;
        assert_eq!(snapshots.get("row"), None);
    }

    #[tokio::test]
    async fn the_oldest_text_makes_room() {
        let snapshots = Snapshots::default();
        for number in 0..9 {
            snapshots.begin(&number.to_string(), "text", NOW);
        }
        assert_eq!(snapshots.get("0"), None);
        assert_eq!(text_of(&snapshots, "8").as_deref(), Some("text"));
    }

    #[tokio::test]
    async fn large_texts_make_room_by_their_bytes_and_one_that_is_too_large_is_not_kept() {
        let snapshots = Snapshots::default();
        let half = "x".repeat(MOST_BYTES / 2);
        for name in ["a", "b", "c"] {
            snapshots.begin(name, &half, NOW);
        }
        let kept = ["a", "b", "c"].map(|name| snapshots.get(name).is_some());
        assert_eq!(kept, [false, true, true]);
        let large = "x".repeat(MOST_BYTES + 1);
        let begun = snapshots.begin("large", &large, NOW);
        assert_eq!(
            (begun.text.len(), snapshots.get("large")),
            (large.len(), None)
        );
        assert!(snapshots.get("c").is_some(), "it pushes out no other");
        assert!(snapshots.resume("large", &large, NOW).is_ok());
        assert_eq!(snapshots.resume("large", &half, NOW), Err(DataChanged));
    }
}
