//! The warehouse side.
