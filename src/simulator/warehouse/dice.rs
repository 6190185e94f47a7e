//! Chance that repeats: a splitmix64 sequence from the site's seed, a purpose and a row number.
//!
//! Every made-up value comes from here, so a row is the same whenever and in whatever order it is asked for.

/// A sequence of pseudo-random numbers that depends only on what it was made from.
#[derive(Clone, Copy)]
pub(super) struct Dice(u64);

impl Dice {
    /// The sequence for one purpose of one row.
    pub(super) fn new(seed: u64, purpose: &str, row: usize) -> Self {
        let row = u64::try_from(row).unwrap_or(u64::MAX);
        Self(mix(text_hash(seed, purpose) ^ mix(row.wrapping_add(seed))))
    }

    /// The next 64 bits.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number in `0..bound`; 0 if `bound` is 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % bound).unwrap_or(0)
    }

    /// A number in `low..=high`.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = high.saturating_sub(low).saturating_add(1).unsigned_abs();
        low.saturating_add(i64::try_from(self.next() % span.max(1)).unwrap_or(0))
    }

    /// True in about `percent` of 100 cases.
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the choices; the default value if there are none.
    pub(super) fn pick<T: Copy + Default>(&mut self, choices: &[T]) -> T {
        choices
            .get(self.below(choices.len()))
            .copied()
            .unwrap_or_default()
    }

    /// A text of `count` sentences from the pool.
    pub(super) fn sentences(&mut self, pool: &[&str], count: usize) -> String {
        let first = self.below(pool.len());
        let chosen = (0..count).filter_map(|step| pool.get((first + step) % pool.len().max(1)));
        chosen.copied().collect::<Vec<&str>>().join(" ")
    }
}

/// Hashes a text (FNV-1a) and spreads the result over all 64 bits.
pub(super) fn text_hash(seed: u64, text: &str) -> u64 {
    let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    mix(text.bytes().fold(seed ^ 0xCBF2_9CE4_8422_2325, fold))
}

fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
