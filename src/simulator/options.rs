//! How a simulator behaves from the start, within what a real server may do.

use std::time::Duration;

use jiff::Timestamp;

use super::filter::Dialect;

/// What a [`Simulator`](super::Simulator) is started with. The default is the demo: every service, the documented shapes.
#[derive(Clone, Debug)]
pub struct Options {
    /// The loopback port; 0 takes a free one.
    pub port: u16,
    /// Multiplies the filler rows of the data; 1 is the demo's size.
    pub scale: usize,
    /// The moment the sites live in: every date of the data is an offset from it.
    pub now: Timestamp,
    /// How long a token is good for, and its `expires_in`. `None` omits the field and never expires a token.
    pub token_lifetime: Option<Duration>,
    /// Whether there is a metadata service; without one its routes answer 404.
    pub metadata: bool,
    /// How entity types are spelt.
    pub names: EntityNames,
    /// What becomes of `Fields` in a query.
    pub projection: Projection,
    /// What answers say of the total.
    pub totals: Totals,
    /// Whether a log search looks at the level that it is given.
    pub log_levels: bool,
    /// How a query's rows are wrapped.
    pub shape: RowShape,
    /// The only filter dialect accepted; `None` accepts all three.
    pub dialect: Option<Dialect>,
    /// What becomes of the filter of a query.
    pub filters: Filters,
    /// How rows name their fields.
    pub fields: FieldNames,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            port: 0,
            scale: 1,
            now: Timestamp::now(),
            token_lifetime: Some(Duration::from_secs(20 * 60)),
            metadata: true,
            names: EntityNames::Any,
            projection: Projection::Honoured,
            totals: Totals::Counted,
            log_levels: true,
            shape: RowShape::Items,
            dialect: None,
            filters: Filters::Honoured,
            fields: FieldNames::Pascal,
        }
    }
}

/// Which names of an entity type a server knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntityNames {
    /// Singular or plural in any case; the metadata service lists the singular.
    Any,
    /// The plural alone, which the metadata service lists too.
    Plural,
}

/// What a server does with the `Fields` of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Projection {
    /// Rows have these fields only, in the order asked for.
    Honoured,
    /// Rows come whole, as from a server that has never heard of it.
    Ignored,
    /// 400, as from a server that refuses unknown members.
    Refused,
}

/// What a server says of the number of rows beyond an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Totals {
    /// How many rows the question has.
    Counted,
    /// Nothing.
    Absent,
    /// 0, as where nobody sets the number.
    Zero,
    /// How many rows this answer has.
    OfThisAnswer,
}

/// The shape of a query's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowShape {
    /// `{"Items":[…],"TotalCount":n,"Skip":s,"Take":t}`.
    Items,
    /// `{"@odata.count":n,"value":[…]}`.
    Value,
    /// `{"Total":n,"Results":[…]}`.
    Results,
    /// `{"Count":n,"Data":[…]}`.
    Data,
    /// `{"$id":"1","Items":{"$id":"2","$values":[…]},"TotalCount":n,…}`: Json.NET preserving references of arrays.
    DollarValues,
    /// `[…]`, with no room for a total.
    BareArray,
}

/// What a server does with the `Filter` of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filters {
    /// The rows are those that pass it.
    Honoured,
    /// The rows are any, as from a server that knows the filter by another name.
    Ignored,
}

/// How the rows of a query name their fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldNames {
    /// `OrderCode`, as in filters and metadata.
    Pascal,
    /// `orderCode`, as ASP.NET Core writes by default.
    Camel,
    /// As in filters and metadata, but rows have no field of this name.
    Without(&'static str),
}
