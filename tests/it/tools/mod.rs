//! What each tool answers, one file a noun.

mod aggregate;
mod entities;
mod filter;
mod get;
mod held;
mod limits;
mod logs;
pub(crate) mod made_up;
mod metadata;
mod metrics;
mod profiles;
mod query_api;
mod search;
mod spelling;
mod time_zone;
mod totals;
mod upstream;
mod warehouse;
mod workflows;
