//! The file's form, and that each of its lines is a row.

use serde_json::Value;

use super::{Row, at, now};
use crate::simulator::story::{StoryRow, moment, rows};
use crate::simulator::warehouse::Site;

/// Fields by which a line of the story is found again among the rows.
const TOLD: [&str; 9] = [
    "Code",
    "UniqueCode",
    "LockCode",
    "ObjectCode",
    "OrderCode",
    "LineNumber",
    "ContainerCode",
    "LocationLabel",
    "CreationDate",
];

/// The fields of a line by which its row is found, and how the row shows them.
fn told(line: &StoryRow) -> Vec<(&'static str, String)> {
    let shown =
        |text: &str| moment(text, now().as_second()).map_or_else(|| text.to_owned(), |_| at(text));
    let given = TOLD.iter().filter(|field| !line.get(field).is_empty());
    given
        .map(|field| (*field, shown(line.get(field))))
        .collect()
}

fn tells(told: &[(&str, String)], row: &Row) -> bool {
    told.iter().all(|(field, text)| match row.get(*field) {
        Some(Value::String(shown)) => shown == text,
        Some(shown) => text.parse::<Value>().is_ok_and(|told| told == *shown),
        None => false,
    })
}

#[test]
fn every_line_of_the_story_is_one_row_with_its_fields() {
    for tenant in ["NORTH", "SOUTH"] {
        let (site, lines) = (Site::new(tenant, now(), 1).unwrap(), rows(tenant));
        let mut seen = vec![0; lines.len()];
        for table in site.tables() {
            let known = |field: &str| table.columns.iter().any(|column| column.name == field);
            let own: Vec<usize> = (0..lines.len())
                .filter(|number| lines[*number].entity == table.name)
                .collect();
            let fields = own.iter().flat_map(|number| lines[*number].fields());
            assert!(
                fields.into_iter().all(|(field, _)| known(field)),
                "{}",
                table.name
            );
            let told: Vec<_> = own.iter().map(|number| told(&lines[*number])).collect();
            for row in (0..table.len()).filter(|_| !own.is_empty()) {
                let row = table.core(row);
                for (number, _) in own.iter().zip(&told).filter(|(_, told)| tells(told, &row)) {
                    seen[*number] += 1;
                }
            }
        }
        for (line, count) in lines.iter().zip(seen) {
            assert_eq!(count, 1, "{line:?}");
        }
    }
}

#[test]
fn offsets_of_the_day_stay_in_it() {
    let midnight = 86_400 * 10;
    let hour = 3_600;
    assert_eq!(moment("now-1d2h", midnight), Some(midnight - 26 * hour));
    assert_eq!(moment("earlier-2h", midnight + hour), Some(midnight));
    assert_eq!(
        moment("later+3h", midnight + 22 * hour),
        Some(midnight + 86_399)
    );
    assert_eq!(moment("later+3h", midnight), Some(midnight + 3 * hour));
    assert_eq!(moment("AS-03-017-05", midnight), None);
    assert_eq!(moment("null", midnight), None);
}
