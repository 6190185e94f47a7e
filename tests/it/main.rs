//! The one test binary.

mod config;
