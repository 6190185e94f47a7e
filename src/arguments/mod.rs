//! What a tool accepts: the object a client sends, checked and turned into a tool's typed parameters.
//!
//! [`input_schema`] publishes what a parameter struct accepts, [`prepare()`] holds the arguments against that schema before
//! serde sees them, and [`Parameters`] hands a tool the typed struct. All three read the same schema, so a bound that is
//! published is a bound that is enforced. The module knows no tool and no warehouse: names, types and bounds are the
//! struct's, and what a text means (an id, a filter, a time) is the tool's to say.

mod coerce;
mod error;
mod expectation;
mod name_list;
mod parameters;
mod path;
mod prepare;
mod schema;
mod synonyms;

#[cfg(test)]
mod tests;

pub use error::ArgumentError;
pub use name_list::NameList;
pub use parameters::Parameters;
pub use prepare::prepare;
pub use schema::input_schema;
