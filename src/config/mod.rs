//! Settings and profiles.
