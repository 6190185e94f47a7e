//! The simulator's metrics.
