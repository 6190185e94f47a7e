//! An `EasyWMS` of our own: a real HTTP server on loopback with a believable warehouse behind it.
//!
//! It serves `--demo` and is the ground of the tests. It speaks JSON and knows none of our client, row or envelope
//! types, so that one wrong name can't be right on both sides of a test.

mod filter;
pub(crate) mod logs;
pub(crate) mod metrics;
pub(crate) mod warehouse;
pub(crate) mod workflows;
