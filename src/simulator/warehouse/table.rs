//! How a table makes its rows: a definition per entity type, its filler and the story laid over it.
//!
//! Knows no entity type: each of them is a [`Definition`] in a module of its own.

use std::borrow::Cow;
use std::sync::Arc;

use super::dice::{Dice, text_hash};
use super::layout::{Layout, Origin};
use super::plan::Plan;
use super::record::{Cell, Record, guid, id_name, write_string};
use super::{Column, Table, aggregate};
use crate::simulator::story::{StoryRow, moment};

/// How the rows of an entity type are made.
pub(super) struct Definition {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    /// The field that identifies a row.
    pub(super) key: &'static str,
    /// The fields that a row's id is derived from.
    pub(super) identity: &'static [&'static str],
    /// How many filler rows there would be without a story.
    pub(super) len: fn(&Plan) -> usize,
    /// The core fields of a filler row.
    pub(super) filler: fn(&Plan, usize) -> Record,
    /// Before which filler row a story row stands; spread evenly where the type doesn't say.
    pub(super) position: fn(&Plan, &StoryRow) -> Option<usize>,
    /// The filler rows that the story leaves no room for.
    pub(super) removed: fn(&Plan, &[StoryRow]) -> Vec<usize>,
    /// Appends what only the Reading row shows.
    pub(super) wide: fn(&mut Record, Dice),
    /// Makes the Writing row from the Reading row.
    pub(super) aggregate: fn(&Plan, &str, &Record) -> String,
}

impl Definition {
    /// A definition to complete: nothing removed, story rows spread evenly, no wide fields, a plain aggregate.
    pub(super) const PLAIN: Self = Self {
        name: "",
        description: "",
        key: "Code",
        identity: &["Code"],
        len: |_| 0,
        filler: |_, _| Record::default(),
        position: |_, _| None,
        removed: |_, _| Vec::new(),
        wide: |_, _| (),
        aggregate: aggregate::plain,
    };
}

impl Table {
    /// Lays out the rows of an entity type and reads its columns off the first filler row.
    pub(super) fn new(
        plan: &Arc<Plan>,
        definition: &'static Definition,
        story: &[StoryRow],
    ) -> Self {
        let filler = (definition.len)(plan);
        let own: Vec<&StoryRow> = story
            .iter()
            .filter(|row| row.entity == definition.name)
            .collect();
        let mut told: Vec<(usize, Record)> = Vec::with_capacity(own.len());
        for (number, row) in own.iter().enumerate() {
            let spread = filler * (number + 1) / (own.len() + 1);
            let position = (definition.position)(plan, row).unwrap_or(spread);
            let base = (definition.filler)(plan, position.min(filler.saturating_sub(1)));
            told.push((position, tell(base, row, plan.now)));
        }
        told.sort_by_key(|(position, _)| *position);
        let mut removed = (definition.removed)(plan, story);
        removed.sort_unstable();
        let positions: Vec<usize> = told.iter().map(|(position, _)| *position).collect();
        let mut table = Self {
            name: definition.name,
            description: definition.description,
            key: definition.key,
            columns: Vec::new(),
            layout: Layout::new(filler, &removed, &positions),
            told: told.into_iter().map(|(_, record)| record).collect(),
            plan: Arc::clone(plan),
            definition,
        };
        table.columns = columns(&table.wide_record(0));
        table
    }

    /// The core of a row; empty past the end.
    pub(super) fn record(&self, row: usize) -> Cow<'_, Record> {
        match self.layout.origin(row) {
            Some(Origin::Filler(index)) => Cow::Owned((self.definition.filler)(&self.plan, index)),
            Some(Origin::Story(number)) => self
                .told
                .get(number)
                .map_or_else(Cow::default, Cow::Borrowed),
            None => Cow::default(),
        }
    }

    /// All cells of a row.
    pub(super) fn wide_record(&self, row: usize) -> Record {
        let mut record = self.record(row).into_owned();
        let dice = Dice::new(text_hash(self.plan.seed, &self.id(&record)), "wide", 0);
        (self.definition.wide)(&mut record, dice);
        record
    }

    /// The id of a row.
    pub(super) fn id(&self, record: &Record) -> String {
        match self.definition.identity {
            [field] => guid(self.plan.seed, self.name, record.word(field)),
            fields => guid(self.plan.seed, self.name, &identity_text(record, fields)),
        }
    }

    /// The Reading row as JSON text.
    pub(super) fn write_reading(&self, row: usize) -> String {
        let record = self.wide_record(row);
        let mut out = String::with_capacity(5_000);
        out.push_str("{\"Id\":\"");
        out.push_str(&self.id(&record));
        out.push('"');
        for (name, cell) in record.cells() {
            out.push(',');
            if let Cell::Link(target, key) = cell {
                write_string(&id_name(name), &mut out);
                out.push(':');
                match key {
                    Some(key) => write_string(&guid(self.plan.seed, target, key), &mut out),
                    None => out.push_str("null"),
                }
                out.push(',');
            }
            write_string(name, &mut out);
            out.push(':');
            cell.write_json(&mut out);
        }
        out.push('}');
        out
    }
}

/// The identity of a row that has no code of its own: the texts of several fields.
fn identity_text(record: &Record, fields: &[&str]) -> String {
    let mut text = String::new();
    for field in fields {
        match record.get(field) {
            Some(cell) => cell.write_json(&mut text),
            None => text.push('-'),
        }
    }
    text
}

/// Dates on which something happened to a row, so that it was made before them and changed with them.
const EVENTS: [&str; 8] = [
    "CreationDate",
    "Date",
    "EndDate",
    "LastMessageDate",
    "LocationDate",
    "ReceptionDate",
    "ReleaseDate",
    "ShippingDate",
];

/// A filler row in which the story's fields stand.
fn tell(mut base: Record, row: &StoryRow, now: i64) -> Record {
    for (name, text) in row.fields() {
        if let Some(old) = base.get(name) {
            let cell = told_cell(old, text, now);
            base.set(name, cell);
        }
    }
    let told = |name: &&str| moment(row.get(name), now).filter(|date| *date <= now);
    let dates: Vec<i64> = EVENTS.iter().filter_map(told).collect();
    if let (Some(first), Some(last)) = (dates.iter().min(), dates.iter().max()) {
        base.set("CreationDate", Cell::Date(Some(*first)));
        base.set("UpdateDate", Cell::Date(Some(*last)));
    }
    base
}

/// The story's text of a field, as the type that the field has.
fn told_cell(like: &Cell, text: &'static str, now: i64) -> Cell {
    let word = (text != "null").then_some(Cow::Borrowed(text));
    match like {
        Cell::Text(_) | Cell::Guid(_) => Cell::Text(word),
        Cell::Link(target, _) => Cell::Link(target, word),
        Cell::Decimal(_, places) => Cell::Decimal(decimal_units(text, *places), *places),
        Cell::Integer(_) => Cell::Integer(text.parse().ok()),
        Cell::Flag(_) => Cell::Flag(text == "true"),
        Cell::Date(_) => Cell::Date(moment(text, now)),
    }
}

/// Reads `812.4` as units of the last decimal place: with three places 812 400.
pub(super) fn decimal_units(text: &str, places: u32) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let width = usize::try_from(places).unwrap_or(0);
    format!("{whole}{fraction:0<width$}").parse().ok()
}

/// The columns of a table: the id, and each cell of a row, relations with an id before their key.
fn columns(record: &Record) -> Vec<Column> {
    let column = |name: String, data_type, relation| Column {
        name,
        data_type,
        relation,
    };
    let mut found = vec![column("Id".into(), "Guid", None)];
    for (name, cell) in record.cells() {
        let mut relation = None;
        if let Cell::Link(target, _) = cell {
            relation = Some(*target);
            found.push(column(id_name(name), "Guid", relation));
        }
        found.push(column((*name).into(), cell.data_type(), relation));
    }
    found
}
