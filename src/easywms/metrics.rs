//! The metrics of the server.
