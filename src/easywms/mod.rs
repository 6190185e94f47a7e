//! The warehouse side.

pub mod filter;
pub mod rows;
