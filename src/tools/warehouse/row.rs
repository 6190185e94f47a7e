//! A row read by roles: what the findings look at, and what of it is shown.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::code::normal;
use super::finding::Evidence;
use crate::decimal::exact;
use crate::easywms::rows::{RawRow, plain_text};
use crate::easywms::{CatalogueType, Noun, PointInTime, Role, ValueSet};

/// `DateTime.MinValue`, which .NET services write for a date that nobody set.
const NO_DATE: &str = "0001-01-01T00:00:00";

/// The words for true, also of databases that have no truth values.
const TRUE: [&str; 4] = ["true", "1", "y", "yes"];

/// A row, the entity type that says which field has which role, and the site's zone.
#[derive(Clone, Debug)]
pub(super) struct Row<'c> {
    raw: RawRow,
    entity_type: &'c CatalogueType,
    zone: &'c TimeZone,
}

impl<'c> Row<'c> {
    pub(super) fn new(raw: RawRow, entity_type: &'c CatalogueType, zone: &'c TimeZone) -> Self {
        Self {
            raw,
            entity_type,
            zone,
        }
    }

    /// Returns what a role says, without the blanks behind it that a column of fixed width has; none if the server has no
    /// such field, or nothing in it: null, an empty text, .NET's first date.
    pub(super) fn text(&self, role: Role) -> Option<String> {
        let text = self.raw.text_of(self.entity_type.role(role)?)?;
        let text = text.trim_end();
        (!text.is_empty() && !text.starts_with(NO_DATE)).then(|| text.to_owned())
    }

    /// Returns the code that a role says, in the one spelling in which codes of different rows are compared.
    pub(super) fn code(&self, role: Role) -> Option<String> {
        self.text(role).map(|code| normal(&code))
    }

    /// Returns what a role says as the server wrote it, for a row of ours.
    pub(super) fn raw(&self, role: Role) -> Option<&RawValue> {
        self.raw.get(self.entity_type.role(role)?)
    }

    /// Returns what a role says, or a dash in a sentence.
    pub(super) fn said(&self, role: Role) -> String {
        self.text(role).unwrap_or_else(|| "–".to_owned())
    }

    /// Returns the code of the container that the row is in, or is.
    pub(super) fn container(&self) -> Option<String> {
        match self.entity_type.noun {
            Some(Noun::Container) => self.text(Role::Code),
            _ => self.text(Role::Container),
        }
    }

    /// Returns a quantity for a sentence: "24", not "24.0".
    pub(super) fn amount(&self, role: Role) -> String {
        let number = self
            .number(role)
            .map(|number| number.normalize().to_string());
        number.unwrap_or_else(|| self.said(role))
    }

    pub(super) fn number(&self, role: Role) -> Option<Decimal> {
        exact(&self.text(role)?)
    }

    pub(super) fn is_true(&self, role: Role) -> bool {
        self.text(role)
            .is_some_and(|text| TRUE.iter().any(|word| text.eq_ignore_ascii_case(word)))
    }

    /// Returns a date as the site writes it; one with an offset is brought to the site's zone.
    pub(super) fn date(&self, role: Role) -> Option<DateTime> {
        Some(match PointInTime::parse(&self.text(role)?)? {
            PointInTime::Instant(instant) => self.zone.to_datetime(instant),
            PointInTime::Local(local) => local,
        })
    }

    /// Whether a role's code belongs to a set of the catalogue.
    pub(super) fn is(&self, role: Role, set: ValueSet) -> bool {
        let codes = self.entity_type.values(set).unwrap_or_default();
        self.text(role)
            .is_some_and(|code| codes.iter().any(|known| known.eq_ignore_ascii_case(&code)))
    }

    /// Whether a role's code is known to be none of a set of the catalogue.
    pub(super) fn is_other(&self, role: Role, set: ValueSet) -> bool {
        let lists = self.entity_type.values(set).is_some();
        lists && self.text(role).is_some() && !self.is(role, set)
    }

    /// Returns a status that is in no set of the catalogue: what it means is not known.
    pub(super) fn unknown_status(&self) -> Option<String> {
        let status = self.text(Role::Status)?;
        (!self.entity_type.knows(&status)).then_some(status)
    }

    /// Returns what the catalogue says a code means, if it is in one of these sets.
    pub(super) fn meaning(&self, role: Role, sets: &[ValueSet]) -> Option<ValueSet> {
        sets.iter().copied().find(|set| self.is(role, *set))
    }

    pub(super) fn evidence(&self) -> Evidence {
        let entity_type = self.entity_type;
        Evidence {
            entity_type: entity_type.name.clone(),
            key: self.raw.text_of(&entity_type.key).unwrap_or_default(),
        }
    }

    /// Returns the row as it is shown: the server's fields and values, without those that say nothing (null) or are
    /// left out on purpose. A text of more than 400 characters is cut and says so.
    pub(super) fn shown(&self, without: &[Role]) -> Option<RawRow> {
        let hidden: Vec<&str> = without
            .iter()
            .filter_map(|role| self.entity_type.role(*role))
            .collect();
        RawRow::of(&Shown {
            row: &self.raw,
            hidden: &hidden,
        })
    }
}

struct Shown<'r> {
    row: &'r RawRow,
    hidden: &'r [&'r str],
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.row.fields().into_iter();
        let told = fields
            .filter(|(name, value)| value.get() != "null" && !self.hidden.contains(&name.as_ref()));
        serializer.collect_map(told.map(|(name, value)| (name, Capped(value))))
    }
}

/// The longest text of a row that a composite shows whole; the row itself has the rest.
const TEXT_CHARS: usize = 400;

struct Capped<'r>(&'r RawValue);

impl Serialize for Capped<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = plain_text(self.0).filter(|text| text.len() > TEXT_CHARS);
        match text
            .as_ref()
            .and_then(|text| text.char_indices().nth(TEXT_CHARS).zip(Some(text)))
        {
            None => self.0.serialize(serializer),
            Some(((end, _), text)) => {
                let shown = text.get(..end).unwrap_or_default();
                let all = text.chars().count();
                serializer
                    .serialize_str(&format!("{shown}… ({all} characters, see get_wms_entity)"))
            }
        }
    }
}
