//! The places of a definition that mention a text: how many, and the line around the first ones.

use serde::Serialize;

use super::list::folded;

/// Places shown of one definition.
const MOST_EXCERPTS: usize = 3;
/// The longest line that is shown whole, and the longest excerpt of a longer one, marks included.
const LINE_CHARS: usize = 200;
/// Characters shown before the hit in a longer line; what is left behind it holds the longest query.
const CHARS_BEFORE: usize = 80;
/// What stands where a line was cut.
const CUT: char = '…';

/// What a definition says about a text.
#[derive(Debug, Default)]
pub(super) struct Hits {
    /// Every occurrence, shown or not.
    pub(super) count: usize,
    pub(super) excerpts: Vec<Excerpt>,
}

/// A line of a definition, or the part of it around a hit.
#[derive(Debug, Eq, PartialEq, Serialize)]
pub(super) struct Excerpt {
    /// Counted from 1.
    line: usize,
    /// Where the excerpt starts in the definition, in characters: a `data_offset`.
    data_offset: usize,
    text: String,
}

/// Finds a text, which must be folded and without line ends, in a definition. Linear in the definition's length.
pub(super) fn hits(definition: &str, text: &str) -> Hits {
    let mut hits = Hits::default();
    let mut offset = 0;
    for (number, line) in definition.split_inclusive('\n').enumerate() {
        let content = line.trim();
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        let mut shown_until = 0;
        for (at, _) in folded(content).match_indices(text) {
            hits.count += 1;
            if at >= shown_until && hits.excerpts.len() < MOST_EXCERPTS {
                let part = part_around(content, at);
                shown_until = part.folded_end;
                hits.excerpts.push(Excerpt {
                    line: number + 1,
                    data_offset: offset + indent + part.start,
                    text: part.text,
                });
            }
        }
        offset += line.chars().count();
    }
    hits
}

/// A part of a line.
struct Part {
    /// Its first character's place in the line.
    start: usize,
    /// Its end in the folded line, in bytes.
    folded_end: usize,
    text: String,
}

/// The line whole if it is short, else the part around the hit at a byte of the folded line.
fn part_around(line: &str, folded_at: usize) -> Part {
    let length = line.chars().count();
    if length <= LINE_CHARS {
        return Part {
            start: 0,
            folded_end: usize::MAX,
            text: line.to_owned(),
        };
    }
    // A mark takes the place of a character at either end.
    let room = LINE_CHARS - 2;
    let hit = chars_before(line, folded_at);
    let start = hit.saturating_sub(CHARS_BEFORE).min(length - room);
    let end = start + room;
    let marked = |cut: bool| cut.then_some(CUT);
    let inner = line.chars().skip(start).take(room);
    Part {
        start,
        folded_end: line.chars().take(end).map(folded_bytes).sum(),
        text: marked(start > 0)
            .into_iter()
            .chain(inner)
            .chain(marked(end < length))
            .collect(),
    }
}

/// The number of characters of a line before a byte of the folded line.
fn chars_before(line: &str, folded_at: usize) -> usize {
    let mut folded_end = 0;
    line.chars()
        .take_while(|character| {
            folded_end += folded_bytes(*character);
            folded_end <= folded_at
        })
        .count()
}

fn folded_bytes(character: char) -> usize {
    character.to_lowercase().map(char::len_utf8).sum()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::indexing_slicing, reason = "a failing test should panic")]

    use super::{Excerpt, LINE_CHARS, hits};
    use proptest::prelude::*;

    #[test]
    fn counts_all_and_shows_three_lines_once_each() {
        let definition = "<A>\r\n  <B Printer=\"LBL\" Other=\"lbl\" />\r\n\tLBL\nLBL\nlbl";
        let found = hits(definition, "lbl");
        assert_eq!(found.count, 5);
        let excerpt = |line, data_offset, text: &str| Excerpt {
            line,
            data_offset,
            text: text.to_owned(),
        };
        assert_eq!(
            found.excerpts,
            [
                excerpt(2, 7, "<B Printer=\"LBL\" Other=\"lbl\" />"),
                excerpt(3, 41, "LBL"),
                excerpt(4, 45, "LBL"),
            ]
        );
    }

    #[test]
    fn finds_in_any_case_also_where_folding_changes_the_length() {
        let definition = format!("{}ÇIKIŞ", "İ".repeat(300));
        let found = hits(&definition, "çikiş");
        assert_eq!((found.count, found.excerpts.len()), (1, 1));
        assert!(found.excerpts[0].text.ends_with("İÇIKIŞ"), "{found:?}");
    }

    proptest! {
        #[test]
        fn an_excerpt_stands_at_its_offset_and_holds_the_hit(
            before in "[a-zé📦 ]{0,400}",
            after in "[a-zé📦 \n]{0,400}",
        ) {
            let definition = format!("first\r\n{before}NEEDLE{after}");
            let found = hits(&definition, "needle");
            prop_assert_eq!(found.count, 1);
            let excerpt = &found.excerpts[0];
            prop_assert!(excerpt.text.contains("NEEDLE"));
            prop_assert!(excerpt.text.chars().count() <= LINE_CHARS);
            let plain = excerpt.text.trim_matches('…');
            let there: String = definition.chars().skip(excerpt.data_offset).take(plain.chars().count()).collect();
            prop_assert_eq!(there, plain);
        }
    }
}
