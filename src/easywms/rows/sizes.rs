//! What a row of each kind weighs, learned from the answers, so that a read asks for about as many as fit.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A row nobody has measured yet: a Product, Reading, as measured on a real installation.
const DEFAULT_BYTES: usize = 4_800;

/// The most kinds remembered; the one not seen for longest makes room. A session meets a few dozen.
const MOST_KEYS: usize = 256;

/// What one row changes of the average: after a page of 20 the old average counts about a third.
const WEIGHT_OF_A_ROW: f64 = 0.05;

/// What a row is known by: its size depends on the type, the model and the fields asked for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SizeKey {
    /// The entity type, as resolved.
    pub entity_type: String,
    /// 0 Reading, 1 Writing.
    pub query_type: u8,
    /// The fields asked of the server, see [`projection_hash`]; 0 for all.
    pub projection: u64,
}

/// Returns a number for a list of field names, the same for the same list within this process; 0 for an empty one.
#[must_use]
pub fn projection_hash(names: &[String]) -> u64 {
    if names.is_empty() {
        return 0;
    }
    let mut hasher = DefaultHasher::new();
    names.hash(&mut hasher);
    hasher.finish()
}

/// The learned average row sizes of one profile.
#[derive(Debug, Default)]
pub struct RowSizes {
    learned: Mutex<Learned>,
}

#[derive(Debug, Default)]
struct Learned {
    averages: HashMap<SizeKey, Average>,
    /// Counts the records; the age of an average is told by it.
    clock: u64,
}

#[derive(Debug, Clone, Copy)]
struct Average {
    bytes: f64,
    recorded: u64,
}

impl RowSizes {
    /// Learns that `rows` rows weighed `bytes` bytes together, white space between tokens not counted.
    pub fn record(&self, key: &SizeKey, rows: usize, bytes: usize) {
        if rows == 0 {
            return;
        }
        let mean = as_f64(bytes) / as_f64(rows);
        let share = 1.0 - (1.0 - WEIGHT_OF_A_ROW).powf(as_f64(rows));
        let mut learned = self.lock();
        learned.clock += 1;
        let recorded = learned.clock;
        if let Some(average) = learned.averages.get_mut(key) {
            average.bytes += share * (mean - average.bytes);
            average.recorded = recorded;
            return;
        }
        if learned.averages.len() >= MOST_KEYS {
            learned.forget_the_oldest();
        }
        learned.averages.insert(
            key.clone(),
            Average {
                bytes: mean,
                recorded,
            },
        );
    }

    /// Returns the size a row of this kind is expected to have, at least 1.
    #[must_use]
    pub fn expected_bytes(&self, key: &SizeKey) -> usize {
        self.lock()
            .averages
            .get(key)
            .map_or(DEFAULT_BYTES, |average| average.rounded())
    }

    /// Returns how many rows to ask for to fill `room_bytes`: at least one.
    ///
    /// A sixteenth and one row more than the average says, because a round trip costs more than a row, and the row that
    /// does not fit is what proves that the room is full.
    #[must_use]
    pub fn rows_that_fit(&self, key: &SizeKey, room_bytes: usize) -> u32 {
        let room = room_bytes.saturating_add(room_bytes / 16);
        u32::try_from(room / self.expected_bytes(key))
            .unwrap_or(u32::MAX)
            .saturating_add(1)
    }

    /// Returns what has been learned, in a stable order, for the server's status.
    #[must_use]
    pub fn learned(&self) -> Vec<(SizeKey, usize)> {
        let mut sizes: Vec<(SizeKey, usize)> = self
            .lock()
            .averages
            .iter()
            .map(|(key, average)| (key.clone(), average.rounded()))
            .collect();
        sizes.sort_unstable();
        sizes
    }

    /// A poisoned lock only means that some other call panicked; an average can't be half written.
    fn lock(&self) -> MutexGuard<'_, Learned> {
        self.learned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Learned {
    fn forget_the_oldest(&mut self) {
        let oldest = self
            .averages
            .iter()
            .min_by_key(|(_, average)| average.recorded);
        if let Some(key) = oldest.map(|(key, _)| key.clone()) {
            self.averages.remove(&key);
        }
    }
}

impl Average {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an average of sizes in bytes"
    )]
    fn rounded(self) -> usize {
        self.bytes.round().max(1.0) as usize
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "an estimate; exact up to 2^53 bytes anyway"
)]
fn as_f64(number: usize) -> f64 {
    number as f64
}
