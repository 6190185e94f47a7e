//! Bounds that are kept by clamping and said in a warning (D28), because a refused page size helps nobody.

use crate::easywms::QueryType;
use crate::envelope::{Code, Failure};

/// Rows of an answer when the caller names no limit.
pub(super) const DEFAULT_LIMIT: u64 = 20;

/// Returns the limit to use and, if it differs from the one given, a sentence that says so. A default above `most` is
/// nothing that the caller said: it is lowered without a word.
pub(super) fn clamped_limit(limit: Option<i64>, default: u64, most: u32) -> (u64, Option<String>) {
    clamped("limit", limit, default, most)
}

/// As [`clamped_limit`], for a bound that goes by another name.
pub(super) fn clamped(
    parameter: &str,
    given: Option<i64>,
    default: u64,
    most: u32,
) -> (u64, Option<String>) {
    let most = u64::from(most);
    let Some(asked) = given else {
        return (default.min(most), None);
    };
    let used = u64::try_from(asked).unwrap_or(0).clamp(1, most);
    let said = (u64::try_from(asked) != Ok(used))
        .then(|| format!("{parameter} {asked} was changed to {used} (1 to {most})"));
    (used, said)
}

/// Reads `query_type`: 0 Reading (the default), 1 Writing.
pub(super) fn query_type(given: Option<i64>) -> Result<QueryType, Failure> {
    match given {
        None | Some(0) => Ok(QueryType::Reading),
        Some(1) => Ok(QueryType::Writing),
        Some(other) => Err(Failure::new(
            Code::InvalidQueryType,
            format!("query_type {other} does not exist"),
            "Use 0 for Reading (flat rows) or 1 for Writing (whole aggregates).",
        )
        .with("accepted", [0, 1])),
    }
}

#[cfg(test)]
mod tests {
    use super::clamped_limit;

    #[test]
    fn clamps_and_says_so() {
        assert_eq!(clamped_limit(None, 20, 200), (20, None));
        assert_eq!(clamped_limit(None, 20, 10), (10, None));
        assert_eq!(clamped_limit(Some(200), 20, 200), (200, None));
        for (asked, used) in [(0, 1), (-1, 1), (201, 200), (i64::from(i32::MAX) + 1, 200)] {
            let said = format!("limit {asked} was changed to {used} (1 to 200)");
            assert_eq!(clamped_limit(Some(asked), 20, 200), (used, Some(said)));
        }
    }
}
