//! Rows gathered into groups, and the groups as rows of the answer. It knows field names and values, no entity types.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::items::{COUNT, Function, GroupItem, Measure, OrderItem};
use super::key::Key;
use super::tally::{Loss, Tally};
use crate::easywms::rows::{RawRow, plain_text};

/// The groups of a scan in progress.
pub(super) struct Groups {
    items: Vec<GroupItem>,
    measures: Vec<Measure>,
    /// The fields read of each row.
    fields: Vec<String>,
    /// For each field, whether a row had it.
    found: Vec<bool>,
    by_key: HashMap<Vec<Key>, Group>,
    overall: Group,
    /// Values of a date field that are no dates, by the label of the group item.
    undated: BTreeMap<String, u64>,
    /// Figures that are null because they can't be given exactly.
    lost: BTreeSet<(String, Loss)>,
}

#[derive(Clone)]
struct Group {
    rows: u64,
    /// One for each measure; those of one field are alike, which costs less than telling them apart.
    tallies: Vec<Tally>,
}

impl Groups {
    pub(super) fn new(items: Vec<GroupItem>, measures: Vec<Measure>) -> Self {
        let mut fields: Vec<String> = Vec::new();
        let grouped = items.iter().map(|item| &item.field);
        for field in grouped.chain(measures.iter().map(|measure| &measure.field)) {
            if !fields.contains(field) {
                fields.push(field.clone());
            }
        }
        let overall = Group::of(&measures);
        Self {
            items,
            measures,
            found: vec![false; fields.len()],
            fields,
            by_key: HashMap::new(),
            overall,
            undated: BTreeMap::new(),
            lost: BTreeSet::new(),
        }
    }

    /// Returns the fields that rows must have.
    pub(super) fn fields(&self) -> &[String] {
        &self.fields
    }

    /// Returns how many groups there are. Without `group_by` all rows are one, even if there are none.
    pub(super) fn len(&self) -> usize {
        if self.items.is_empty() {
            1
        } else {
            self.by_key.len()
        }
    }

    /// Adds a row.
    pub(super) fn add(&mut self, row: &RawRow) {
        let values = row.values(&self.fields);
        for (found, value) in self.found.iter_mut().zip(&values) {
            *found |= value.is_some();
        }
        let value_of = |field: &String| {
            let place = self.fields.iter().position(|name| name == field);
            place.and_then(|place| values.get(place).copied().flatten())
        };
        let figures = self.measures.iter();
        let figures: Vec<_> = figures.map(|measure| value_of(&measure.field)).collect();
        self.overall.add(&figures);
        if self.items.is_empty() {
            return;
        }
        let mut key = Vec::with_capacity(self.items.len());
        for item in &self.items {
            let part = part_of_key(item, value_of(&item.field));
            key.push(part.unwrap_or_else(|| {
                *self.undated.entry(item.label()).or_default() += 1;
                Key::Null
            }));
        }
        let group = self.by_key.entry(key);
        group
            .or_insert_with(|| Group::of(&self.measures))
            .add(&figures);
    }

    /// Takes the number of rows from the server, when it is all that is wanted.
    pub(super) fn counted(&mut self, rows: u64) {
        self.overall.rows = rows;
    }

    /// Returns the first groups in an order, as rows. Equal ones are ordered by what they are grouped by.
    pub(super) fn rows(&mut self, order: OrderItem, descending: bool, limit: u64) -> Vec<RawRow> {
        if self.items.is_empty() {
            return self.overall().into_iter().collect();
        }
        let mut ranked: Vec<(Key, &Vec<Key>, &Group)> = self
            .by_key
            .iter()
            .map(|(key, group)| (self.rank(order, key, group), key, group))
            .collect();
        ranked.sort_unstable_by(|a, b| compare(a, b, descending));
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let mut lost = BTreeSet::new();
        let rows = ranked
            .into_iter()
            .take(limit)
            .filter_map(|(_, key, group)| self.row(key, group, &mut lost))
            .collect();
        self.lost.append(&mut lost);
        rows
    }

    /// Returns the figures over all rows.
    pub(super) fn overall(&mut self) -> Option<RawRow> {
        let mut lost = BTreeSet::new();
        let row = self.row(&[], &self.overall, &mut lost);
        self.lost.append(&mut lost);
        row
    }

    /// Returns what must be known of the figures: names that no row has, values that are no dates, figures not given.
    pub(super) fn warnings(&self) -> Vec<String> {
        let fields = self.fields.iter().zip(&self.found);
        let absent: Vec<&str> = fields
            .filter(|(_, found)| !**found && self.overall.rows > 0)
            .map(|(field, _)| field.as_str())
            .collect();
        let absent =
            (!absent.is_empty()).then(|| format!("no row has the field: {}", absent.join(", ")));
        let undated = self.undated.iter().map(|(label, count)| {
            format!("{label}: {count} values are no dates and are grouped under null")
        });
        let lost = self
            .lost
            .iter()
            .map(|(label, loss)| format!("{label} is null where {loss}"));
        absent.into_iter().chain(undated).chain(lost).collect()
    }

    fn rank(&self, order: OrderItem, key: &[Key], group: &Group) -> Key {
        match order {
            OrderItem::Count => Key::Number(group.rows.into()),
            OrderItem::Group(place) => key.get(place).cloned().unwrap_or(Key::Null),
            OrderItem::Measure(place) => {
                let measure = self.measures.get(place).zip(group.tallies.get(place));
                measure.map_or(Key::Null, |(measure, tally)| tally.rank(measure.function))
            }
        }
    }

    /// Group values, the number of rows, the measures; behind a measure how many values it has, if not one a row.
    fn row(
        &self,
        key: &[Key],
        group: &Group,
        lost: &mut BTreeSet<(String, Loss)>,
    ) -> Option<RawRow> {
        let mut members = Members::default();
        for (item, key) in self.items.iter().zip(key) {
            members.push(item.label(), key.json());
        }
        members.push(COUNT.to_owned(), group.rows.to_string());
        for (measure, tally) in self.measures.iter().zip(&group.tallies) {
            let figure = tally.figure(measure.function).unwrap_or_else(|loss| {
                lost.insert((measure.label(), loss));
                "null".to_owned()
            });
            members.push(measure.label(), figure);
        }
        for (measure, tally) in self.measures.iter().zip(&group.tallies) {
            if tally.values != group.rows {
                let values = Measure {
                    function: Function::Count,
                    field: measure.field.clone(),
                };
                members.push(values.label(), tally.values.to_string());
            }
        }
        RawRow::of(&members)
    }
}

impl Group {
    fn of(measures: &[Measure]) -> Self {
        Self {
            rows: 0,
            tallies: vec![Tally::default(); measures.len()],
        }
    }

    fn add(&mut self, values: &[Option<&RawValue>]) {
        self.rows += 1;
        for (tally, value) in self.tallies.iter_mut().zip(values) {
            tally.add(*value);
        }
    }
}

/// What a row is grouped by under one item; `None` if the value should be a date and is none.
fn part_of_key(item: &GroupItem, value: Option<&RawValue>) -> Option<Key> {
    let Some(unit) = item.unit else {
        return Some(Key::of(value));
    };
    match value.and_then(plain_text) {
        None => Some(Key::Null),
        Some(text) => unit.of(&text).map(Key::Text),
    }
}

fn compare(
    a: &(Key, &Vec<Key>, &Group),
    b: &(Key, &Vec<Key>, &Group),
    descending: bool,
) -> Ordering {
    a.0.compare(&b.0, descending).then_with(|| a.1.cmp(b.1))
}

/// The members of an object whose values are JSON already; the first of equal names stays.
#[derive(Default)]
struct Members(Vec<(String, Box<RawValue>)>);

impl Members {
    fn push(&mut self, name: String, json: String) {
        let known = self.0.iter().any(|(known, _)| *known == name);
        if let (false, Ok(value)) = (known, RawValue::from_string(json)) {
            self.0.push((name, value));
        }
    }
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
