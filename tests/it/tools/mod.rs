//! What each tool answers, one file a noun.

mod aggregate;
mod entities;
mod limits;
mod logs;
mod metrics;
mod profiles;
mod query_api;
mod search;
mod spelling;
mod totals;
mod upstream;
mod warehouse;
mod workflows;
