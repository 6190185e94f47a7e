//! The one test binary.

mod config;
mod schema_lint;
