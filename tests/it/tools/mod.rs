//! What each tool answers, one file a noun.

mod entities;
