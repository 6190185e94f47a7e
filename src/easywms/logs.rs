//! The workflow log.
