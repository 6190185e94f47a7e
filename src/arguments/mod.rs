//! What a tool accepts.
