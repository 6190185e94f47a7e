//! The story that runs through the demo data: plain text files, one a site, read row by row.
//!
//! A line is an entity type and its fields; indented lines go on; `#` starts a comment; `default` lines give what all rows of a
//! type share. Dates are offsets from the simulator's clock. Knows no tables: `warehouse` lays the rows over its filler.

#[cfg(test)]
mod tests;

const NORTH: &str = include_str!("north.txt");
const SOUTH: &str = include_str!("south.txt");
const DAY: i64 = 86_400;

/// One row that the story fixes; fields it doesn't name are filler.
#[derive(Debug)]
pub(crate) struct StoryRow {
    /// The entity type: `StockLock`.
    pub(crate) entity: &'static str,
    fields: Vec<(&'static str, &'static str)>,
}

impl StoryRow {
    /// The text of a field as the file has it; empty if the row doesn't name it.
    pub(crate) fn get(&self, field: &str) -> &'static str {
        let found = self.fields.iter().rev().find(|(name, _)| *name == field);
        found.map_or("", |(_, value)| value)
    }

    /// Names and texts of all fields; of two with one name the later counts.
    pub(crate) fn fields(&self) -> &[(&'static str, &'static str)] {
        &self.fields
    }
}

/// The rows of a site's story, in the order of the file.
pub(crate) fn rows(tenant: &str) -> Vec<StoryRow> {
    parse(if tenant == "SOUTH" { SOUTH } else { NORTH })
}

/// The moment that a date in the story means, in seconds since 1970.
///
/// `now-4h50m` is an offset from the clock. `earlier-2h` and `later+3h` are offsets that stay within the clock's day, so
/// that "due today" holds at any time of day.
pub(crate) fn moment(text: &str, now: i64) -> Option<i64> {
    let split = text.find(['+', '-']).unwrap_or(text.len());
    let (anchor, offset) = text.split_at_checked(split)?;
    let shifted = now + offset_seconds(offset)?;
    let midnight = now - now.rem_euclid(DAY);
    match anchor {
        "now" => Some(shifted),
        "earlier" => Some(shifted.max(midnight)),
        "later" => Some(shifted.min(midnight + DAY - 1)),
        _ => None,
    }
}

/// Reads `+1d2h`, `-28h` or nothing.
fn offset_seconds(text: &str) -> Option<i64> {
    let (sign, parts) = match text.strip_prefix('-') {
        Some(parts) => (-1, parts),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mut seconds, mut number) = (0, 0);
    for letter in parts.chars() {
        let unit = match letter {
            'd' => DAY,
            'h' => 3_600,
            'm' => 60,
            's' => 1,
            digit => {
                number = number * 10 + i64::from(digit.to_digit(10)?);
                continue;
            }
        };
        seconds += number * unit;
        number = 0;
    }
    Some(sign * seconds)
}

fn parse(text: &'static str) -> Vec<StoryRow> {
    let mut defaults: Vec<StoryRow> = Vec::new();
    let mut rows: Vec<StoryRow> = Vec::new();
    let mut in_defaults = false;
    for line in text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
    {
        if line.starts_with(' ') {
            let open = if in_defaults {
                defaults.last_mut()
            } else {
                rows.last_mut()
            };
            if let Some(row) = open {
                row.fields.extend(fields(line));
            }
            continue;
        }
        let shared = line.strip_prefix("default ");
        in_defaults = shared.is_some();
        let (entity, rest) = shared.unwrap_or(line).split_once(' ').unwrap_or((line, ""));
        if in_defaults {
            defaults.push(StoryRow {
                entity,
                fields: fields(rest),
            });
        } else {
            let given = defaults.iter().filter(|row| row.entity == entity);
            let mut all: Vec<_> = given.flat_map(|row| row.fields.iter().copied()).collect();
            all.extend(fields(rest));
            rows.push(StoryRow {
                entity,
                fields: all,
            });
        }
    }
    rows
}

/// Reads `Name=value Name="two words" Name='with "quotes"'`.
fn fields(mut rest: &'static str) -> Vec<(&'static str, &'static str)> {
    let mut found = Vec::new();
    while let Some((name, after)) = rest.split_once('=') {
        let quote = after
            .chars()
            .next()
            .filter(|first| matches!(first, '"' | '\''));
        let (value, left) =
            match quote.and_then(|quote| after.strip_prefix(quote)?.split_once(quote)) {
                Some(parts) => parts,
                None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
            };
        found.push((name.trim(), value));
        rest = left;
    }
    found
}
