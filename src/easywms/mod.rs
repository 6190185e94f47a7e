//! The warehouse side.

pub mod filter;
