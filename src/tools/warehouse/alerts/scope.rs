//! What all kinds look at, and how far.

use super::super::reader::Reader;

/// What all kinds look at, and how far.
#[derive(Debug)]
pub(super) struct Scope<'c> {
    pub(super) reader: Reader<'c>,
    pub(super) hours: i64,
    pub(super) days: i64,
    pub(super) idle_days: i64,
}
