//! The one test binary: linking is paid once.

mod cli;
mod config;
mod contract;
mod doctor;
mod eras;
mod failures;
mod handover;
mod harness;
mod paging;
mod process;
mod questions;
mod readme;
mod schema_lint;
mod soak;
mod stdio;
mod surface;
mod tools;
