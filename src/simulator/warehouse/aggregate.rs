//! Writing rows: the domain aggregate as Json.NET writes it, with `$id` first in each object and `$ref` for repeats.

use std::collections::HashMap;

use super::plan::Plan;
use super::record::{Cell, Record, guid, write_string};

/// Writes nested JSON objects, numbering each.
pub(super) struct Writer<'plan> {
    plan: &'plan Plan,
    out: String,
    /// Entity type and key of the objects written so far, and their numbers.
    seen: HashMap<(&'static str, String), usize>,
    objects: usize,
    /// Whether the next property needs a comma before it.
    comma: bool,
}

impl<'plan> Writer<'plan> {
    pub(super) fn new(plan: &'plan Plan, capacity: usize) -> Self {
        Self {
            plan,
            out: String::with_capacity(capacity),
            seen: HashMap::new(),
            objects: 0,
            comma: false,
        }
    }

    /// How many bytes have been written.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    /// Writes an object: its `$id`, then what `body` writes.
    pub(super) fn object(&mut self, body: impl FnOnce(&mut Self)) {
        self.separate();
        self.objects += 1;
        self.out.push_str("{\"$id\":\"");
        self.out.push_str(&self.objects.to_string());
        self.out.push('"');
        self.comma = true;
        body(self);
        self.out.push('}');
        self.comma = true;
    }

    /// Writes a named collection of the objects that `body` writes.
    pub(super) fn list(&mut self, name: &str, body: impl FnOnce(&mut Self)) {
        self.name(name);
        self.out.push('[');
        self.comma = false;
        body(self);
        self.out.push(']');
        self.comma = true;
    }

    /// Writes a property name; a value must follow.
    pub(super) fn name(&mut self, name: &str) {
        self.separate();
        write_string(name, &mut self.out);
        self.out.push(':');
        self.comma = false;
    }

    pub(super) fn cell(&mut self, name: &str, cell: &Cell) {
        self.name(name);
        cell.write_json(&mut self.out);
        self.comma = true;
    }

    /// Writes the cells of a record, relations as objects of their own.
    pub(super) fn cells(&mut self, record: &Record) {
        for (name, cell) in record.cells() {
            match cell {
                Cell::Link(target, Some(key)) => self.relation(name, target, key),
                _ => self.cell(name, cell),
            }
        }
    }

    /// Writes the object of another entity: whole the first time, a `$ref` after that.
    pub(super) fn relation(&mut self, name: &str, target: &'static str, key: &str) {
        let stem = ["Code", "Label", "Name"]
            .iter()
            .find_map(|end| name.strip_suffix(end));
        self.name(stem.unwrap_or(name));
        if let Some(number) = self.seen.get(&(target, key.to_owned())) {
            self.out.push_str("{\"$ref\":\"");
            self.out.push_str(&number.to_string());
            self.out.push_str("\"}");
            self.comma = true;
            return;
        }
        self.seen.insert((target, key.to_owned()), self.objects + 1);
        let id = guid(self.plan.seed, target, key);
        self.object(|writer| {
            writer.cell("Id", &Cell::Guid(id));
            writer.name("Code");
            write_string(key, &mut writer.out);
            writer.comma = true;
        });
    }

    fn separate(&mut self) {
        if self.comma {
            self.out.push(',');
        }
    }
}

/// The aggregate of most types: the row's fields, its relations as objects, and its last changes.
pub(super) fn plain(plan: &Plan, id: &str, record: &Record) -> String {
    let mut writer = Writer::new(plan, 3_000);
    writer.object(|writer| {
        writer.cell("Id", &Cell::Guid(id.to_owned()));
        writer.cells(record);
        writer.list("ChangeLog", |writer| {
            for (date, user) in [("CreationDate", "CreatedBy"), ("UpdateDate", "UpdatedBy")] {
                let user = record.word(user).to_owned();
                writer.object(|writer| {
                    if let Some(cell) = record.get(date) {
                        writer.cell("Date", cell);
                    }
                    writer.relation("UserName", "User", &user);
                });
            }
        });
    });
    writer.finish()
}
