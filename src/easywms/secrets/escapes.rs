//! A text with its JSON escapes undone, so that a secret is found however a server spelt it: `\u00e4`, `\u00E4`, `\/`.

/// A text as its escapes mean it, and where each part of it stands in the text as it is written.
pub(super) struct Meant {
    pub(super) text: String,
    /// Where the meant and the written text go out of step: an offset into each, in bytes, in rising order.
    steps: Vec<(usize, usize)>,
    written_bytes: usize,
}

impl Meant {
    /// Undoes the escapes of a text; `None` if it has none.
    pub(super) fn of(written: &str) -> Option<Self> {
        let mut meant = Self {
            text: String::new(),
            steps: Vec::new(),
            written_bytes: written.len(),
        };
        let mut rest = written;
        while let Some((before, from)) = rest.find('\\').and_then(|at| rest.split_at_checked(at)) {
            meant.text.push_str(before);
            let (character, behind) = escape(from)?;
            if let Some(character) = character {
                let start = written.len() - from.len();
                meant.steps.push((meant.text.len(), start));
                meant.text.push(character);
                let end = written.len() - behind.len();
                meant.steps.push((meant.text.len(), end));
            } else {
                meant
                    .text
                    .push_str(from.strip_suffix(behind).unwrap_or_default());
            }
            rest = behind;
        }
        if meant.steps.is_empty() {
            return None;
        }
        meant.text.push_str(rest);
        Some(meant)
    }

    /// Returns the offset in the written text of an offset in the meant one.
    pub(super) fn written_at(&self, offset: usize) -> usize {
        let step = self.steps.partition_point(|(meant, _)| *meant <= offset);
        let before = step.checked_sub(1).and_then(|step| self.steps.get(step));
        let (meant, written) = before.copied().unwrap_or_default();
        (written + (offset - meant)).min(self.written_bytes)
    }
}

/// Reads one escape from its backslash on: the character it means, if it means one, and what is behind it.
fn escape(from: &str) -> Option<(Option<char>, &str)> {
    let mut characters = from.chars();
    characters.next()?;
    let Some(kind) = characters.next() else {
        return Some((None, ""));
    };
    let behind = characters.as_str();
    let meant = match kind {
        '"' | '\\' | '/' => Some(kind),
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        'u' => {
            return Some(
                code_point(behind).map_or((None, behind), |(c, behind)| (Some(c), behind)),
            );
        }
        _ => None,
    };
    Some((meant, behind))
}

/// Reads the digits behind `\u`, and the second half of a pair.
fn code_point(digits: &str) -> Option<(char, &str)> {
    let (first, behind) = unit(digits)?;
    if let Some(character) = char::from_u32(first) {
        return Some((character, behind));
    }
    let (second, behind) = unit(behind.strip_prefix("\\u")?)?;
    let units = [u16::try_from(first).ok()?, u16::try_from(second).ok()?];
    let character = char::decode_utf16(units).next()?.ok()?;
    Some((character, behind))
}

fn unit(digits: &str) -> Option<(u32, &str)> {
    let (digits, behind) = digits.split_at_checked(4)?;
    let all_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let unit = all_digits.then(|| u32::from_str_radix(digits, 16).ok());
    Some((unit??, behind))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::Meant;

    #[test]
    fn each_place_is_found_again() {
        let written = r"a\u00e4\/b\ud83d\ude00c\x\ud800";
        let meant = Meant::of(written).unwrap();
        assert_eq!(meant.text, r"aä/b😀c\x\ud800");
        let written_of = |part: &str| {
            let at = meant.text.find(part).unwrap();
            let (start, end) = (meant.written_at(at), meant.written_at(at + part.len()));
            written.get(start..end).unwrap()
        };
        assert_eq!(written_of("ä/"), r"\u00e4\/");
        assert_eq!(written_of("b😀"), r"b\ud83d\ude00");
        assert_eq!(written_of("aä"), r"a\u00e4");
        assert_eq!(written_of(r"c\x\ud800"), r"c\x\ud800");
        assert_eq!(written_of(&meant.text), written);
    }

    #[test]
    fn a_text_without_escapes_is_no_other_text() {
        assert!(Meant::of("plain").is_none());
        assert!(Meant::of(r"C:\Users\x \").is_none());
    }
}
