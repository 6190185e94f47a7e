//! From a caller's words to a question: the entity type, the filter, the order and the fields, each checked by name.

use std::sync::Arc;

use jiff::ZonedDateTime;

use crate::arguments::NameList;
use crate::easywms::filter::{Dialect, Filter, FilterError, OrderBy};
use crate::easywms::rows::Shaping;
use crate::easywms::{Condition, EntityFields, ResolvedType, Warehouse};
use crate::envelope::{Binding, Code, Failure};
use crate::server::Call;
use crate::tools::page::bound_to;

/// An entity type and what is asked of its rows, with every name checked.
pub(super) struct Checked {
    pub(super) entity_type: ResolvedType,
    pub(super) filter: Option<Filter>,
    pub(super) order: Option<OrderBy>,
    /// The fields wanted by name; `None` for all.
    pub(super) fields: Option<Vec<String>>,
    /// Whether fields without a value are left out.
    pub(super) filled: bool,
    pub(super) warnings: Vec<String>,
}

/// What the caller said, as it came.
pub(super) struct Asked<'a> {
    pub(super) entity_type: &'a str,
    pub(super) filter: Option<&'a str>,
    pub(super) order_by: Option<&'a str>,
    pub(super) fields: Option<&'a NameList>,
}

/// Which fields of a row are wanted. Three words stand for a choice, unless a list names more than one field.
enum Wanted {
    Full,
    /// All that have a value.
    Filled,
    Lite,
    Named(Vec<String>),
}

/// The field that every Reading row has, for types whose key is unknown.
const ID: &str = "Id";

impl Wanted {
    fn of(fields: Option<&NameList>) -> Self {
        let names = fields.map_or(&[][..], |fields| fields.0.as_slice());
        match names {
            [] => Self::Full,
            [word] if is_word(word, "full") => Self::Full,
            [word] if is_word(word, "filled") => Self::Filled,
            [word] if is_word(word, "lite") => Self::Lite,
            names => Self::Named(names.to_vec()),
        }
    }
}

impl Asked<'_> {
    /// Checks every name against the warehouse. Fields are looked up only if one is named.
    pub(super) async fn check(
        &self,
        call: &Call,
        warehouse: &Warehouse,
    ) -> Result<Checked, Failure> {
        let entity_type = resolve(call, warehouse, self.entity_type).await?;
        let name = entity_type.name.as_str();
        let wanted = Wanted::of(self.fields);
        let names_fields =
            self.filter.is_some() || self.order_by.is_some() || matches!(wanted, Wanted::Named(_));
        let known = if names_fields {
            Some(warehouse.fields_of(name, call.deadline()).await?)
        } else {
            None
        };
        let filter = given(self.filter)
            .map(|text| {
                let clock = warehouse.site_time(call.started());
                checked_filter(text, &clock, &entity_type, known.as_ref())
            })
            .transpose()?;
        let order = self.order(&entity_type, known.as_ref())?;
        let filled = matches!(wanted, Wanted::Filled);
        let fields = match wanted {
            Wanted::Full | Wanted::Filled => None,
            Wanted::Lite => Some(lite_fields(call, warehouse, &entity_type).await?),
            Wanted::Named(names) => Some(checked_names(&names, &entity_type, known.as_ref())?),
        };
        let respelled = respelled(self.entity_type, &entity_type);
        Ok(Checked {
            filter,
            order,
            fields,
            filled,
            warnings: respelled.into_iter().collect(),
            entity_type,
        })
    }

    /// The order always ends in the key, so that equal values can't make pages overlap.
    fn order(
        &self,
        entity_type: &ResolvedType,
        known: Option<&Arc<EntityFields>>,
    ) -> Result<Option<OrderBy>, Failure> {
        let key = entity_type.key.as_deref().unwrap_or(ID);
        let order = match given(self.order_by) {
            None => OrderBy::ascending(key),
            Some(text) => {
                let mut order =
                    OrderBy::parse(text).map_err(|error| filter_failure(&error, "order_by"))?;
                order.rename(|field| canonical_name(&field.name, entity_type, known))?;
                order.then_by(key)
            }
        };
        // A server whose key can't be written in an order is read in its own order.
        Ok(order.ok())
    }
}

impl Checked {
    /// Returns the filter as a server of this dialect reads it.
    pub(super) fn condition(&self, dialect: Dialect) -> Option<Condition> {
        let filter = self.filter.as_ref()?;
        Some(Condition::of(filter, dialect))
    }

    /// Returns the form in which the rows go out.
    pub(super) fn shaping(&self, table: bool) -> Shaping {
        // A table says a null that all rows share once, so that leaving it out would gain nothing.
        if self.filled && !table {
            Shaping::Filled
        } else {
            Shaping::new(self.fields.as_deref(), table)
        }
    }

    /// Returns the arguments that decide the list, for its cursor.
    pub(super) fn binding(&self, tool: &'static str, warehouse: &Warehouse) -> Binding {
        bound_to(tool, warehouse)
            .with("entity_type", self.entity_type.name.as_str())
            .with(
                "filter",
                self.filter
                    .as_ref()
                    .map(Filter::canonical)
                    .unwrap_or_default(),
            )
            .with(
                "order_by",
                self.order
                    .as_ref()
                    .map(OrderBy::canonical)
                    .unwrap_or_default(),
            )
    }
}

/// Finds the entity type that a name means.
pub(in crate::tools) async fn resolve(
    call: &Call,
    warehouse: &Warehouse,
    name: &str,
) -> Result<ResolvedType, Failure> {
    Ok(warehouse.resolve_type(name, call.deadline()).await?)
}

/// What to say of a name that was read as another one.
pub(in crate::tools) fn respelled(given: &str, found: &ResolvedType) -> Option<String> {
    let name = &found.name;
    found
        .respelled
        .then(|| format!("entity_type '{given}' was read as '{name}'"))
}

/// The short form: the catalogue's, or for a type that only the server knows its key and first fields.
async fn lite_fields(
    call: &Call,
    warehouse: &Warehouse,
    entity_type: &ResolvedType,
) -> Result<Vec<String>, Failure> {
    if let Some(catalogued) = warehouse.catalogue().get(&entity_type.name) {
        return Ok(catalogued.lite.clone());
    }
    let known = warehouse
        .fields_of(&entity_type.name, call.deadline())
        .await?;
    let key = entity_type.key.clone();
    let first = known
        .fields
        .iter()
        .map(|field| field.name.clone())
        .filter(|name| Some(name) != key.as_ref());
    Ok(key.clone().into_iter().chain(first).take(6).collect())
}

fn checked_filter(
    text: &str,
    clock: &ZonedDateTime,
    entity_type: &ResolvedType,
    known: Option<&Arc<EntityFields>>,
) -> Result<Filter, Failure> {
    let mut filter =
        Filter::parse(text, clock).map_err(|error| filter_failure(&error, "filter"))?;
    filter.rename(|field| canonical_name(&field.name, entity_type, known))?;
    filter.fit(clock, |field| known?.kind(field))?;
    Ok(filter)
}

fn checked_names(
    names: &[String],
    entity_type: &ResolvedType,
    known: Option<&Arc<EntityFields>>,
) -> Result<Vec<String>, Failure> {
    names
        .iter()
        .map(|name| canonical_name(name.trim(), entity_type, known))
        .collect()
}

/// The field's own spelling, or the failure that names the nearest ones.
pub(super) fn canonical_name(
    name: &str,
    entity_type: &ResolvedType,
    known: Option<&Arc<EntityFields>>,
) -> Result<String, Failure> {
    let Some(known) = known.filter(|known| !known.fields.is_empty()) else {
        return Ok(name.to_owned());
    };
    // A dot leads into a related object of the Writing model, which metadata does not describe.
    if name.contains('.') {
        return Ok(name.to_owned());
    }
    match known.find(name) {
        Some(field) => Ok(field.name.clone()),
        None => Err(unknown_field(name, entity_type).did_you_mean(&known.nearest(name))),
    }
}

/// A code is called otherwise in each type, `UniqueCode` here and `Label` there: the hint has the name.
fn unknown_field(name: &str, entity_type: &ResolvedType) -> Failure {
    let ResolvedType { name: of, key, .. } = entity_type;
    let key = key
        .as_ref()
        .map(|key| format!("The key of {of} is {key}; "));
    Failure::new(
        Code::UnknownField,
        format!("{of} has no field '{}'", shortened(name)),
        format!(
            "{}describe_entity_type {{\"entity_type\":\"{of}\"}} lists its fields.",
            key.unwrap_or_default()
        ),
    )
}

fn shortened(name: &str) -> String {
    name.chars().take(60).collect()
}

/// Blanks around the text stay: an error counts its position from where the caller began.
fn given(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

fn is_word(name: &str, word: &str) -> bool {
    name.trim().eq_ignore_ascii_case(word)
}

impl From<FilterError> for Failure {
    fn from(error: FilterError) -> Self {
        filter_failure(&error, "filter")
    }
}

/// A filter or an order that does not parse: where, what was expected, and how one looks.
pub(in crate::tools) fn filter_failure(error: &FilterError, parameter: &str) -> Failure {
    let example = if parameter == "order_by" {
        "An order looks like: CreationDate desc, Code."
    } else {
        "A filter looks like: Status = 'Blocked' and Quantity >= 10 and LotCode in ('L1','L2') and ExpirationDate < today+30d."
    };
    let hint = error.comparison().unwrap_or_else(|| example.to_owned());
    let failure =
        Failure::new(Code::InvalidFilter, error.to_string(), hint).with("parameter", parameter);
    let failure = match error.position() {
        Some(position) => failure.with("position", position),
        None => failure,
    };
    failure.did_you_mean(error.suggestion().as_slice())
}
