//! The words by which the program names what it reads, free of any server's names: nouns, roles, sets of values.
//!
//! A catalogue maps them to a server's entity types, fields and codes. The lists are closed, so that a site's own
//! catalogue with a word that nothing reads is refused at once and not found out by an empty answer.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What the rows of an entity type stand for.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[serde(rename_all = "snake_case")]
pub enum Noun {
    /// An article.
    Product,
    /// An area of the warehouse.
    Zone,
    /// A place where a container can stand.
    Location,
    /// A pallet, box or tote.
    Container,
    /// A quantity of one product in one container.
    Stock,
    /// A change of stock other than by an order.
    StockVariation,
    /// A hold on a lot, a container, a product or a location.
    StockLock,
    /// An order to receive goods.
    InboundOrder,
    /// A line of an order to receive goods.
    InboundOrderLine,
    /// Goods received for an order.
    Reception,
    /// An order to ship goods.
    OutboundOrder,
    /// A line of an order to ship goods.
    OutboundOrderLine,
    /// A movement to be made, in work, or made.
    Task,
    /// A crane, a conveyor, a station, a terminal.
    Device,
    /// A message to or from the ERP.
    InterfaceMessage,
}

/// What a field tells about a row. Dates that say "since when" and "until when" are `since` and `until`.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "a role is its name; the built-in catalogue shows the field of each"
)]
pub enum Role {
    Account,
    Allocated,
    Appointment,
    Available,
    Blocked,
    Carrier,
    Class,
    Code,
    Comment,
    Container,
    Containers,
    Content,
    Created,
    Description,
    Device,
    Direction,
    Dock,
    Ended,
    ErrorCode,
    Expected,
    Expires,
    Failure,
    Field,
    InboundOrder,
    Kind,
    Line,
    Location,
    Lock,
    Locked,
    Lot,
    Object,
    Order,
    OutboundOrder,
    Owner,
    Parent,
    Planned,
    Priority,
    Product,
    Progress,
    Quantity,
    Reason,
    Received,
    ReceivedQuantity,
    Reception,
    Released,
    RequiredStatus,
    Reserved,
    Scope,
    Shipped,
    ShippedQuantity,
    Sign,
    Since,
    Source,
    Started,
    Status,
    Supplier,
    Target,
    Task,
    Unavailable,
    Unit,
    Until,
    User,
    Zone,
}

/// A set of codes of one entity type that mean the same to a reader.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueSet {
    /// Over, whether done or cancelled.
    Closed,
    /// Stock that is damaged.
    Damaged,
    /// Ended in an error.
    Error,
    /// Stock past its date.
    Expired,
    /// Failed.
    Failed,
    /// Products that should move fast.
    Fast,
    /// A device that can't work.
    Fault,
    /// No longer in the warehouse.
    Gone,
    /// An order that was stopped.
    Held,
    /// Stock that is not shown.
    Hidden,
    /// Stock in order.
    Normal,
    /// Not over.
    Open,
    /// Begun and not over.
    Partial,
    /// Not yet processed.
    Pending,
    /// Still in reception.
    Reception,
    /// Stock that came back.
    Returned,
    /// A line without the stock it needs.
    Short,
    /// Not begun.
    Waiting,
}

impl fmt::Display for Noun {
    /// Writes the standard product's name, for a server whose catalogue has none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl fmt::Display for ValueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
