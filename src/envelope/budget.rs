//! How many bytes an answer may take, and the longest prefix of whole rows that fits.

/// The budget of one answer, in UTF-8 bytes of the whole text.
///
/// Bytes, because a byte count is never below the UTF-16 count that JavaScript clients measure (D30).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Budget {
    bytes: usize,
}

/// A windowed answer may take 1.2 × the budget, so that a full window fits beside whole metadata (30,000 at the default).
const WINDOW_NUMERATOR: usize = 6;
const WINDOW_DENOMINATOR: usize = 5;

impl Budget {
    /// Makes a budget of this many bytes.
    #[must_use]
    pub fn of_bytes(bytes: usize) -> Self {
        Self { bytes }
    }

    /// Returns the most bytes that a list answer may take.
    #[must_use]
    pub fn list_bytes(self) -> usize {
        self.bytes
    }

    /// Returns the most bytes that an answer with a text window may take.
    #[must_use]
    pub fn window_bytes(self) -> usize {
        self.bytes * WINDOW_NUMERATOR / WINDOW_DENOMINATOR
    }
}

/// Returns the largest number of leading rows whose text, joined by commas, fits beside a head.
///
/// `head_bytes` gives the size of everything but the rows when that many are sent; it may differ by a few bytes from
/// one count to the next (digits, the cursor), so the search walks down from the first count that could fit.
pub(super) fn longest_prefix(
    row_bytes: impl IntoIterator<Item = usize>,
    limit_bytes: usize,
    head_bytes: impl Fn(usize) -> usize,
) -> usize {
    let mut ends = Vec::new();
    let mut end = 0;
    for bytes in row_bytes {
        end += bytes + usize::from(!ends.is_empty());
        if end > limit_bytes {
            break;
        }
        ends.push(end);
    }
    (1..=ends.len())
        .rev()
        .find(|&count| {
            let rows = ends.get(count - 1).copied().unwrap_or_default();
            rows + head_bytes(count) <= limit_bytes
        })
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::longest_prefix;

    #[test]
    fn counts_commas_and_the_head() {
        // Three rows of 10 bytes and two commas: 32 bytes beside a head of 8.
        let rows = || [10, 10, 10];
        assert_eq!(longest_prefix(rows(), 40, |_| 8), 3);
        assert_eq!(longest_prefix(rows(), 39, |_| 8), 2);
        assert_eq!(longest_prefix(rows(), 17, |_| 8), 0);
    }

    #[test]
    fn stops_at_the_first_row_that_does_not_fit_even_if_a_later_one_would() {
        assert_eq!(longest_prefix([5, 100, 5], 50, |_| 10), 1);
    }
}
