//! Answers that declare another encoding than UTF-8: UTF-16 and Latin-1, as old .NET services and proxies send them.
//!
//! JSON is UTF-8, so nothing is guessed: an encoding counts only if the content type declares it. What can't be decoded
//! becomes U+FFFD, which no reader downstream takes for the text that was meant.

use reqwest::header::{CONTENT_TYPE, HeaderMap};

/// The characters of windows-1252 from 0x80 to 0x9F; browsers read "iso-8859-1" the same way.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Turns the chunks of a body in another encoding into UTF-8, however the chunks cut a character.
#[derive(Debug)]
pub(super) enum Transcoder {
    /// One byte is one character.
    Latin1,
    /// Two bytes are a unit, some characters have two units.
    Utf16 {
        /// Whether the high byte comes first; a byte order mark overrules what was declared.
        big_endian: bool,
        /// Whether the first unit, which may be the mark, has been read.
        started: bool,
        /// The first byte of a unit whose second has not arrived.
        half: Option<u8>,
        /// The first unit of a pair whose second has not arrived.
        high: Option<u16>,
    },
}

impl Transcoder {
    /// Returns what the content type calls for; `None` for UTF-8, for no declaration and for an encoding unknown here.
    pub(super) fn declared(headers: &HeaderMap) -> Option<Self> {
        let content_type = headers.get(CONTENT_TYPE)?.to_str().ok()?;
        let charset = content_type.split(';').skip(1).find_map(|parameter| {
            let (name, value) = parameter.split_once('=')?;
            let named = name.trim().eq_ignore_ascii_case("charset");
            named.then(|| value.trim().trim_matches('"').to_ascii_lowercase())
        })?;
        match charset.as_str() {
            "iso-8859-1" | "latin1" | "windows-1252" => Some(Self::Latin1),
            "utf-16" | "utf-16le" | "unicode" => Some(Self::utf16(false)),
            "utf-16be" => Some(Self::utf16(true)),
            _ => None,
        }
    }

    /// Returns the next chunk as text.
    pub(super) fn push(&mut self, chunk: &[u8]) -> String {
        match self {
            Self::Latin1 => chunk.iter().copied().map(latin1).collect(),
            Self::Utf16 {
                big_endian,
                started,
                half,
                high,
            } => {
                let mut text = String::with_capacity(chunk.len() / 2 + 2);
                for &byte in chunk {
                    let Some(first) = half.take() else {
                        *half = Some(byte);
                        continue;
                    };
                    let pair = if *big_endian {
                        [first, byte]
                    } else {
                        [byte, first]
                    };
                    match u16::from_be_bytes(pair) {
                        // The mark, read in the wrong order: the rest is in the other one.
                        0xFFFE if !*started => *big_endian = !*big_endian,
                        unit => push_unit(&mut text, high, unit),
                    }
                    *started = true;
                }
                text
            }
        }
    }

    fn utf16(big_endian: bool) -> Self {
        Self::Utf16 {
            big_endian,
            started: false,
            half: None,
            high: None,
        }
    }
}

fn latin1(byte: u8) -> char {
    let special = byte.checked_sub(0x80).map(usize::from);
    special
        .and_then(|index| WINDOWS_1252.get(index).copied())
        .unwrap_or(char::from(byte))
}

/// Adds the character that a unit completes; the first unit of a pair is kept for the second.
fn push_unit(text: &mut String, high: &mut Option<u16>, unit: u16) {
    let is_high = (0xD800..0xDC00).contains(&unit);
    let waiting = high.take();
    let whole = match waiting {
        Some(first) if !is_high => [Some(first), Some(unit)],
        waiting if is_high => {
            *high = Some(unit);
            [waiting, None]
        }
        _ => [None, Some(unit)],
    };
    let decoded = char::decode_utf16(whole.into_iter().flatten())
        .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
    text.extend(decoded);
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use proptest::prelude::*;
    use reqwest::header::{CONTENT_TYPE, HeaderMap};

    use super::Transcoder;

    fn declared(content_type: &str) -> Option<Transcoder> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, content_type.parse().unwrap());
        Transcoder::declared(&headers)
    }

    fn transcode(content_type: &str, bytes: &[u8], chunk_bytes: usize) -> String {
        let mut transcoder = declared(content_type).unwrap();
        bytes
            .chunks(chunk_bytes)
            .map(|chunk| transcoder.push(chunk))
            .collect()
    }

    /// G5
    #[test]
    fn only_a_declared_encoding_counts() {
        for utf8 in [
            "application/json",
            "application/json; charset=utf-8",
            "application/json; charset=shift_jis",
            "application/json; odata=verbose",
        ] {
            assert!(declared(utf8).is_none(), "{utf8}");
        }
        assert!(Transcoder::declared(&HeaderMap::new()).is_none());
        assert!(declared("text/json; odata=x; Charset=\"UTF-16\"").is_some());
    }

    #[test]
    fn only_the_first_unit_is_a_byte_order_mark() {
        let bytes: Vec<u8> = "\u{feff}a\u{fffe}\u{1f600}b"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        for chunk_bytes in [1, 3, 64] {
            let text = transcode("text/json; charset=utf-16", &bytes, chunk_bytes);
            assert_eq!(text, "a\u{fffe}\u{1f600}b");
        }
    }

    /// G5
    #[test]
    fn latin_1_is_read_as_browsers_read_it() {
        let bytes = b"{\"a\":\"Gr\xf6\xdfe \x80\"}";
        assert_eq!(
            transcode("application/json; charset=iso-8859-1", bytes, 3),
            "{\"a\":\"Größe €\"}"
        );
    }

    /// G5
    #[test]
    fn a_byte_order_mark_overrules_the_declaration() {
        let big: Vec<u8> = "\u{feff}{}"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        assert_eq!(transcode("application/json; charset=utf-16", &big, 2), "{}");
    }

    /// G5, H5
    #[test]
    fn half_a_pair_is_replaced_and_the_rest_is_read() {
        let units = [0x41_u16, 0xD83D, 0x42, 0xDE00, 0xD83D, 0xD83D, 0xDE00];
        let bytes: Vec<u8> = units.into_iter().flat_map(u16::to_le_bytes).collect();
        assert_eq!(
            transcode("application/json; charset=utf-16le", &bytes, 1),
            "A\u{fffd}B\u{fffd}\u{fffd}😀"
        );
    }

    proptest! {
        #[test]
        fn any_text_survives_utf_16_in_any_chunks(text in "[^\\u{fffe}\\u{feff}]{0,40}", chunk_bytes in 1_usize..9) {
            let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            prop_assert_eq!(&transcode("a/b; charset=utf-16", &little, chunk_bytes), &text);
            prop_assert_eq!(&transcode("a/b; charset=utf-16be", &big, chunk_bytes), &text);
        }
    }
}
