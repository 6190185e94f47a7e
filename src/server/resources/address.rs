//! The addresses of resources: which template an address fits, and what stands in its variables.

use rmcp::ErrorData;
use serde_json::json;

use crate::nearest::nearest;

/// The most characters of an unknown address that an error repeats.
const SHOWN_CHARS: usize = 120;

/// Returns what stands in the variables of a template such as `wms://entity-types/{entity_type}`, decoded, in order.
///
/// Variables are whole path segments (RFC 6570, simple expansion); an empty one fits nothing.
pub(super) fn values(template: &str, uri: &str) -> Option<Vec<String>> {
    let mut values = Vec::new();
    let mut segments = uri.split('/');
    for part in template.split('/') {
        let segment = segments.next()?;
        if part.starts_with('{') {
            values.push(decoded(segment).filter(|value| !value.is_empty())?);
        } else if part != segment {
            return None;
        }
    }
    segments.next().is_none().then_some(values)
}

/// Resolves `%20` and its like; `None` if an escape is broken or the bytes are no UTF-8.
fn decoded(segment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let value = digit()? * 16 + digit()?;
        bytes.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(bytes).ok()
}

/// The error for an address at which there is nothing, with the nearest that exist.
pub(super) fn unknown<'u>(uri: &str, known: impl Iterator<Item = &'u str>) -> ErrorData {
    let shown: String = uri.chars().take(SHOWN_CHARS).collect();
    let nearest = nearest(&shown, known);
    let next = match nearest.first() {
        Some(uri) => format!("did you mean '{uri}'?"),
        None => "resources/list and resources/templates/list name them all".to_owned(),
    };
    let data = json!({"uri": shown, "did_you_mean": nearest});
    ErrorData::resource_not_found(
        format!("there is no resource '{shown}'; {next}"),
        Some(data),
    )
}

#[cfg(test)]
mod tests {
    use super::values;

    const TEMPLATE: &str = "wms://things/{area}/{name}";

    #[test]
    fn takes_whole_segments_and_decodes_them() {
        let found = values(TEMPLATE, "wms://things/A/Gr%C3%B6%C3%9Fe%201%2F2");
        assert_eq!(found, Some(vec!["A".to_owned(), "Größe 1/2".to_owned()]));
    }

    #[test]
    fn fits_nothing_else() {
        for uri in [
            "",
            "wms://things/A",
            "wms://things/A/",
            "wms://things/A/B/C",
            "wms://others/A/B",
            "wms://things/A/%",
            "wms://things/A/%2",
            "wms://things/A/%zz",
            "wms://things/A/%ff",
            "wms://things/A/%+1",
        ] {
            assert_eq!(values(TEMPLATE, uri), None, "{uri}");
        }
    }
}
