//! The workflows of the applications: their lists, their definitions.
