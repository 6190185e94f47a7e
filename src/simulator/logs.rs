//! The simulator's logs.
