//! Codes: which a caller may give, whether a text names one, whether two are the same.
//!
//! It knows no entity type: to it a code is a word of letters, digits, `-` and `_`.

use crate::envelope::{Code, Failure};

/// The longest code taken; no code of a warehouse comes near it.
const MOST_CODE_CHARS: usize = 200;

/// Returns a code as a caller gave it, without the blanks around it; one that no row can have is refused.
pub(super) fn code(parameter: &str, given: &str) -> Result<String, Failure> {
    let code = given.trim();
    let problem = if code.is_empty() {
        "is empty"
    } else if code.chars().count() > MOST_CODE_CHARS {
        "has more than 200 characters"
    } else if code.contains(char::is_control) {
        "has a control character (tab, line feed or the like)"
    } else {
        return Ok(code.to_owned());
    };
    let message = format!("{parameter} {problem}");
    let failure = Failure::new(Code::InvalidArguments, message, "Give the plain code.");
    Err(failure.with("parameter", parameter))
}

/// Whether a text names a code as a whole: "SO-240117" does not name SO-24011, nor "P-10000-2" P-10000. Case does not count,
/// as in most databases.
pub(super) fn names(text: &str, code: &str) -> bool {
    let (text, code) = (text.to_lowercase(), code.to_lowercase());
    let mut found = text.match_indices(&code);
    !code.is_empty()
        && found.any(|(start, matched)| {
            let before = text.get(..start).unwrap_or_default();
            let after = text.get(start + matched.len()..).unwrap_or_default();
            !goes_on(before.chars().rev()) && !goes_on(after.chars())
        })
}

/// Whether a text has these characters anywhere, in any case: also inside of a longer code.
pub(super) fn contains(text: &str, code: &str) -> bool {
    text.to_lowercase().contains(&code.to_lowercase())
}

/// Whether two codes are the same to a server that compares without regard to case and to the blanks around.
pub(super) fn same(one: &str, other: &str) -> bool {
    normal(one) == normal(other)
}

/// Returns the one spelling that all [`same`] codes have in common.
pub(super) fn normal(code: &str) -> String {
    code.trim().to_lowercase()
}

/// Whether a code goes on with the characters beside it: with a letter or a digit, at once or behind joints. Joints with
/// nothing behind them are punctuation: "SO-1 - released", "SO-1_".
fn goes_on(beside: impl Iterator<Item = char>) -> bool {
    let mut beside = beside.skip_while(|character| matches!(character, '-' | '_'));
    beside.next().is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::{names, same};

    #[test]
    fn a_text_names_whole_codes() {
        let text = "Allocation of order SO-240117, lot L-2611-07: so-240131_A";
        for code in ["SO-240117", "so-240117", "L-2611-07", "SO-240131_A", "lot"] {
            assert!(names(text, code), "{code}");
        }
        for code in [
            "SO-24011",
            "240117",
            "L-2611",
            "2611-07",
            "SO-240131",
            "",
            "é",
        ] {
            assert!(!names(text, code), "{code}");
        }
        assert!(names("SO-24011 is before SO-240117", "SO-24011"));
        assert!(!names("ÄSO-1", "SO-1"));
        for text in [
            "P-1170", "4711 7", "117A", "A-117", "117-2", "117--2", "9_117",
        ] {
            assert!(!names(text, "117"), "{text}");
        }
        for text in [
            "117",
            "(117)",
            "117- done",
            "-117",
            "lane 117_",
            "117.",
            "117/4",
        ] {
            assert!(names(text, "117"), "{text}");
        }
    }

    #[test]
    fn codes_are_the_same_in_any_case() {
        assert!(same(" so-1", "SO-1 "));
        assert!(!same("SO-1", "SO-10"));
    }
}
