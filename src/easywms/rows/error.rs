//! Why a body could not be read as rows or as a document: the closed list, free of remote text.

use thiserror::Error;

use super::scanner::DEEPEST;

/// Lists the ways a body fails to be an answer. Offsets are bytes from the start of the decompressed body.
///
/// No message shows text of the body, except the cleaned names in [`SplitError::NoRows`], so that an error can be
/// shown or logged as it is.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SplitError {
    /// Nothing but white space.
    #[error("the body is empty")]
    Empty,
    /// A page instead of data: a login form, a proxy's error, a SOAP fault.
    #[error("the body is HTML or XML, not JSON")]
    Html,
    /// The document ended early: a cut connection, worth another try.
    #[error("the body ends early")]
    Truncated,
    /// The document breaks the grammar: another try will not help.
    #[error("not JSON at byte {offset}: expected {expected}")]
    NotJson {
        /// Where the first wrong byte stands.
        offset: u64,
        /// What the grammar allows there.
        expected: &'static str,
    },
    /// A complete document followed by something else.
    #[error("data after the end of the document at byte {offset}")]
    TrailingData {
        /// Where the first byte of the rest stands.
        offset: u64,
    },
    /// Bytes that are not UTF-8: usually another encoding without a declaration.
    #[error("not UTF-8 at byte {offset}")]
    NotUtf8 {
        /// Where the first bad sequence starts.
        offset: u64,
    },
    /// More open brackets than any honest answer has.
    #[error("nested deeper than {DEEPEST} levels")]
    TooDeep,
    /// A sound document that says of itself that the question failed.
    #[error("the answer says that the question failed")]
    Refusal {
        /// What it says went wrong, at most 200 characters; the warehouse's own text.
        said: Option<String>,
    },
    /// A sound document without a row array under any of the accepted names.
    #[error("no row array in the answer; its fields are: {}", keys.join(", "))]
    NoRows {
        /// The first ten names at the top level, at most 40 characters each, anything but `[A-Za-z0-9_.@$-]` as `?`.
        keys: Vec<String>,
    },
    /// The first rows of the list where later ones were asked for.
    #[error("the first rows again where the next ones were asked for")]
    Repeated,
    /// A sound document that is not the one asked for.
    #[error("the answer has none of {expected}")]
    NotTheDocument {
        /// Names of which it should have one.
        expected: &'static str,
    },
    /// Two arrays that both look like the rows: choosing one could lose rows unseen.
    #[error("more than one row array in the answer")]
    TwoRowArrays,
    /// An element of the row array that is `null`, a scalar or an array.
    #[error("row {index} is not an object")]
    RowNotObject {
        /// Its place in the array, from 0.
        index: u64,
    },
}
