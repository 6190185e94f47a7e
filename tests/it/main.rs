//! The one test binary: linking is paid once.

mod config;
mod contract;
mod harness;
mod schema_lint;
mod tools;
