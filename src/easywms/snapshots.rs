//! Large texts kept for a short while, so that the windows of one text come from one reading of it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use sha2::{Digest as _, Sha256};
use thiserror::Error;
use tokio::time::Instant;

use super::digested::DigestedText;

/// A conversation reads the windows of a text one after the other; a model may think in between.
const MEMORY: Duration = Duration::from_secs(300);
/// Reading on keeps a text longer, but what is this old is read again: the warehouse goes on meanwhile.
const LONGEST_MEMORY: Duration = Duration::from_secs(900);
/// Texts kept at once; the oldest makes room.
const MOST_TEXTS: usize = 8;
/// Bytes of all texts kept at once. A larger text is not kept: each of its windows reads it again.
const MOST_BYTES: usize = 16 << 20;
/// Texts whose digest is remembered, to notice a change after the text itself is forgotten; the one not walked over for longest
/// makes room.
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
    windowed: Arc<OnceLock<DigestedText>>,
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
    /// The one not used for longest first.
    digests: VecDeque<(String, TextDigest)>,
}

type TextDigest = [u8; 32];

#[derive(Debug)]
struct Kept {
    name: String,
    snapshot: Snapshot,
    /// When it is forgotten unless it is asked for before.
    until: Instant,
    /// When it is forgotten in any case.
    at_the_latest: Instant,
}

impl Snapshot {
    fn of(text: &str, read_at: Timestamp) -> Self {
        Self {
            text: text.into(),
            read_at,
            windowed: Arc::default(),
        }
    }

    /// Returns what its windows are cut from, this text or one made of it: made once for all windows of what is kept.
    pub fn windowed(&self, make: impl FnOnce() -> Arc<str>) -> DigestedText {
        let windowed = self.windowed.get_or_init(|| DigestedText::of(make()));
        windowed.clone()
    }
}

impl Snapshots {
    /// Returns a text that was kept a short while ago, and keeps it longer.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Snapshot> {
        let mut state = self.lock();
        let now = Instant::now();
        state.kept.retain(|kept| now < kept.until);
        let kept = state.kept.iter_mut().find(|kept| kept.name == name)?;
        kept.until = (now + MEMORY).min(kept.at_the_latest);
        Some(kept.snapshot.clone())
    }

    /// Keeps the text that a walk over windows begins with.
    pub fn begin(&self, name: &str, text: &str, read_at: Timestamp) -> Snapshot {
        // Copying and digesting a large text takes its time, and is done before the lock.
        let (digest, snapshot) = (Sha256::digest(text).into(), Snapshot::of(text, read_at));
        let mut state = self.lock();
        state.remember(name, digest);
        state.keep(name, snapshot)
    }

    /// Keeps a text that was read again in the middle of a walk; fails if it is no longer the one that was begun.
    pub fn resume(
        &self,
        name: &str,
        text: &str,
        read_at: Timestamp,
    ) -> Result<Snapshot, DataChanged> {
        let (digest, snapshot) = (Sha256::digest(text).into(), Snapshot::of(text, read_at));
        let mut state = self.lock();
        if state.digest_of(name).is_some_and(|begun| begun != digest) {
            return Err(DataChanged);
        }
        // A walk whose beginning is forgotten begins here.
        state.remember(name, digest);
        Ok(state.keep(name, snapshot))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn digest_of(&self, name: &str) -> Option<TextDigest> {
        let known = self.digests.iter().find(|(known, _)| known == name)?;
        Some(known.1)
    }

    fn remember(&mut self, name: &str, digest: TextDigest) {
        self.digests.retain(|(known, _)| known != name);
        while self.digests.len() >= MOST_DIGESTS {
            self.digests.pop_front();
        }
        self.digests.push_back((name.to_owned(), digest));
    }

    fn keep(&mut self, name: &str, snapshot: Snapshot) -> Snapshot {
        let now = Instant::now();
        self.kept
            .retain(|kept| kept.name != name && now < kept.until);
        let bytes = snapshot.text.len();
        if bytes > MOST_BYTES {
            return snapshot;
        }
        while self.kept.len() >= MOST_TEXTS || self.kept_bytes() + bytes > MOST_BYTES {
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
        Arc, DataChanged, Duration, LONGEST_MEMORY, MEMORY, MOST_BYTES, MOST_DIGESTS, Snapshots,
        Timestamp,
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
    async fn what_a_window_shows_is_made_once_for_a_kept_text() {
        let snapshots = Snapshots::default();
        let begun = snapshots.begin("row", "text", NOW);
        let first = begun.windowed(|| "shown".into());
        assert_eq!((first.text(), first.chars()), ("shown", 5));
        let kept = snapshots.get("row").unwrap();
        let again = kept.windowed(|| "made again".into());
        assert_eq!(again, first);
        let anew = snapshots.begin("row", "text", NOW);
        assert_eq!(anew.windowed(|| "new".into()).text(), "new");
    }

    #[tokio::test]
    async fn the_digest_of_a_walk_that_goes_on_outlives_many_others() {
        let snapshots = Snapshots::default();
        let many_others = |round: &str| {
            for number in 1..MOST_DIGESTS {
                snapshots.begin(&format!("{round}{number}"), "text", NOW);
            }
        };
        snapshots.begin("walk", "one", NOW);
        many_others("a");
        assert!(snapshots.resume("walk", "one", NOW).is_ok());
        many_others("b");
        assert_eq!(snapshots.resume("walk", "two", NOW), Err(DataChanged));
        snapshots.begin("other", "text", NOW);
        assert!(snapshots.resume("walk", "two", NOW).is_ok(), "forgotten");
        assert_eq!(snapshots.resume("walk", "one", NOW), Err(DataChanged));
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
