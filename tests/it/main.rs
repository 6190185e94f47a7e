//! The one test binary: linking is paid once.

mod cli;
mod config;
mod contract;
mod eras;
mod handover;
mod doctor;
mod harness;
mod readme;
mod schema_lint;
mod surface;
mod process;
mod schema_lint;
mod stdio;
mod tools;
