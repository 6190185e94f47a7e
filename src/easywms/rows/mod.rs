//! Raw rows: a warehouse's answer, arriving in chunks, becomes the longest prefix of whole rows that fits.
//!
//! Rows stay the server's bytes from the socket to the client: key order, number text, escapes and duplicate keys are
//! never touched, only white space between tokens goes. One pass, linear time, and memory that follows what is kept,
//! not what is sent. Knows JSON and the shapes a list answer comes in; knows nothing of HTTP, entity types or budgets.

mod document;
mod error;
mod keep;
mod project;
mod properties;
mod row;
mod scalar;
mod scanner;
mod shape;
mod shaping;
mod sizes;
mod splitter;
mod table;
mod utf8;

#[cfg(test)]
mod tests;

pub use document::validate_document;
pub use error::SplitError;
pub use keep::{Keep, Overflow};
pub use project::{Projection, columns};
pub use properties::Properties;
pub use row::{RawRow, plain_text};
pub use shaping::{Collector, Shaped, Shaping};
pub use sizes::{RowSizes, SizeKey, projection_hash};
pub use splitter::{RowSplitter, Split};
pub use table::{Tabulated, tabulate};
