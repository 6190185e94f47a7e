//! The names nearest to a mistyped one, for every "did you mean" of the program.

/// The most names offered for one mistake: more would be a list to read, not a correction.
const MOST: usize = 3;
/// Below this similarity (Jaro-Winkler, 0 to 1) a name is another word, not a typo.
const SIMILAR_ENOUGH: f64 = 0.75;

/// Returns up to three of `candidates` that resemble `name`, the most similar first; case does not count.
pub(crate) fn nearest<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Vec<&'c str> {
    let name = name.to_lowercase();
    let mut scored: Vec<(f64, &str)> = candidates
        .into_iter()
        .map(|candidate| (similarity(&name, &candidate.to_lowercase()), candidate))
        .filter(|(score, _)| *score >= SIMILAR_ENOUGH)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.truncate(MOST);
    scored.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Returns the end of a sentence about an unknown name, such as `; did you mean 'Stock'?`; nothing if no name is near.
pub(crate) fn did_you_mean(nearest: &[impl AsRef<str>]) -> String {
    let meant = nearest.first().map(AsRef::as_ref);
    meant.map_or_else(String::new, |name| format!("; did you mean '{name}'?"))
}

/// A name that contains the other counts as near: `Qty` is rarely typed, `Lot` for `LotCode` often is.
fn similarity(name: &str, candidate: &str) -> f64 {
    let typo = strsim::jaro_winkler(name, candidate);
    if name.len() >= 3 && candidate.contains(name) {
        typo.max(0.85)
    } else {
        typo
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn offers_the_typo_first_and_ignores_case() {
        let fields = ["Status", "StatusCode", "StartDate", "Quantity"];
        assert_eq!(nearest("Statsu", fields).first(), Some(&"Status"));
        assert_eq!(nearest("QUANTITY", fields), ["Quantity"]);
        assert_eq!(nearest("zzz", fields), Vec::<&str>::new());
    }

    #[test]
    fn offers_a_longer_name_that_contains_the_word() {
        assert_eq!(nearest("Lot", ["LotCode", "SerialNumber"]), ["LotCode"]);
    }
}
