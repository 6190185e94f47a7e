//! Whether a text parameter says anything.

/// Returns a parameter that says something, trimmed; a blank one counts as not given.
pub(super) fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}
