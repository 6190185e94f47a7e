//! Settings and profiles.

mod env_file;
mod problem;
