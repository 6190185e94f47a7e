//! Cuts a message into its fixed text and its values.

/// The part of a message that is looked at, in characters: the sentence, not its attachment.
const MESSAGE_CHARS: usize = 300;

/// Cuts a message into its fixed text and its values, one text more than values.
///
/// A value is a quoted part, or a run of letters, digits and inner `-./:` that holds a digit: a number, a date, a GUID, a
/// code such as `PAL-0071482`.
pub(super) fn dissect(message: &str) -> (Vec<String>, Vec<&str>) {
    let shown = match message.char_indices().nth(MESSAGE_CHARS) {
        Some((end, _)) => message.get(..end).unwrap_or_default(),
        None => message,
    };
    let mut fixed = vec![String::new()];
    let mut values = Vec::new();
    let mut rest = shown;
    let mut previous = ' ';
    while let Some(first) = rest.chars().next() {
        let length = word_bytes(rest).or_else(|| quoted_bytes(rest, previous));
        let (token, after) = rest
            .split_at_checked(length.unwrap_or(first.len_utf8()))
            .unwrap_or((rest, ""));
        let is_value =
            length.is_some() && (!is_word(first) || token.contains(|c: char| c.is_ascii_digit()));
        if is_value {
            values.push(token);
            fixed.push(String::new());
        } else if let Some(text) = fixed.last_mut() {
            text.push_str(token);
        }
        previous = token.chars().next_back().unwrap_or(previous);
        rest = after;
    }
    if let Some(text) = fixed.last_mut().filter(|_| shown.len() < message.len()) {
        text.push('…');
    }
    (fixed, values)
}

/// The length of the word that a text starts with, joints such as the hyphen of a code included.
fn word_bytes(text: &str) -> Option<usize> {
    let mut letters = text.char_indices().peekable();
    let mut end = None;
    while let Some((at, letter)) = letters.next() {
        let mut joins = || letters.peek().is_some_and(|(_, next)| is_word(*next));
        let belongs = is_word(letter) || (end.is_some() && "-./:".contains(letter) && joins());
        if !belongs {
            break;
        }
        end = Some(at + letter.len_utf8());
    }
    end
}

/// The length of the quoted part that a text starts with, quotes included. An apostrophe within a word quotes nothing.
fn quoted_bytes(text: &str, previous: char) -> Option<usize> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    if is_word(previous) {
        return None;
    }
    let inner = text.get(quote.len_utf8()..)?;
    let inner = inner.split(['\r', '\n']).next()?;
    let (end, _) = inner.match_indices(quote).find(|(at, _)| {
        let after = inner.get(at + quote.len_utf8()..).unwrap_or_default();
        !after.starts_with(is_word)
    })?;
    Some(end + 2 * quote.len_utf8())
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::dissect;

    fn template(message: &str) -> String {
        dissect(message).0.join("<*>")
    }

    #[test]
    fn masks_codes_numbers_ids_and_quoted_parts() {
        for (message, expected) in [
            (
                "SC03 alarm 4711: fork position",
                "<*> alarm <*>: fork position",
            ),
            (
                "Container PAL-0071482 moved to AS-02-011-03.",
                "Container <*> moved to <*>.",
            ),
            (
                "812.4 kg at 2026-11-30T08:15:00.1Z, (0x80131904)",
                "<*> kg at <*>, (<*>)",
            ),
            ("id 01234567-89ab-4cde-8f01-23456789abcd", "id <*>"),
            (
                "can't open 'a b' because it doesn't",
                "can't open <*> because it doesn't",
            ),
            ("say \"x\" to \"y", "say <*> to \"y"),
            ("Größe-Ä: none", "Größe-Ä: none"),
            ("", ""),
        ] {
            assert_eq!(template(message), expected, "{message}");
        }
        assert_eq!(
            template(&"x".repeat(50_000)),
            format!("{}…", "x".repeat(300))
        );
    }

    proptest! {
        #[test]
        fn loses_no_character(message in "[a-c0-1'\"\\-. \n€]{0,60}") {
            let (fixed, values) = dissect(&message);
            prop_assert_eq!(fixed.len(), values.len() + 1);
            let mut rebuilt = String::new();
            for (at, text) in fixed.iter().enumerate() {
                rebuilt.push_str(text);
                rebuilt.push_str(values.get(at).copied().unwrap_or_default());
            }
            prop_assert_eq!(rebuilt, message);
        }
    }
}
