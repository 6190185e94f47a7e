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

fn tells(line: &StoryRow, row: &Row) -> bool {
    TOLD.iter().all(|field| {
        let told = line.get(field);
        let date = moment(told, now().as_second()).map_or_else(|| told.to_owned(), |_| at(told));
        match row.get(*field) {
            _ if told.is_empty() => true,
            Some(Value::String(shown)) => *shown == date,
            Some(shown) => shown.to_string() == told,
            None => false,
        }
    })
}

#[test]
fn every_line_of_the_story_is_one_row_with_its_fields() {
    for tenant in ["NORTH", "SOUTH"] {
        let (site, lines) = (Site::new(tenant, now(), 1).unwrap(), rows(tenant));
        let mut seen = vec![0; lines.len()];
        for table in site.tables() {
            let own: Vec<(usize, &StoryRow)> = lines
                .iter()
                .enumerate()
                .filter(|(_, line)| line.entity == table.name)
                .collect();
            let known = |field: &str| table.columns.iter().any(|column| column.name == field);
            assert!(
                own.iter()
                    .all(|(_, line)| line.fields().iter().all(|(field, _)| known(field))),
                "{}",
                table.name
            );
            for row in (0..table.len())
                .filter(|_| !own.is_empty())
                .map(|row| table.core(row))
            {
                for (number, _) in own.iter().filter(|(_, line)| tells(line, &row)) {
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
