//! What each tool answers, one file a noun.

mod entities;
mod profiles;
mod query_api;
mod workflows;
