//! The shape of every answer: one compact JSON text a call, signals before payload, never above the budget.
//!
//! A tool fills an [`Answer`] or a [`Failure`]; only this folder turns them into text. It knows budgets, cursors and
//! windows, and nothing of HTTP, entity types or MCP sessions.

mod answer;
mod budget;
mod cursor;
mod failure;
mod read_failure;
mod read_hint;
mod render;
mod window;

pub use answer::{Answer, Body, Form, Rows, Section};
pub use budget::Budget;
pub use cursor::{Binding, CursorError, Position};
pub use failure::{Code, Failure};
pub use render::{Addressee, failure_json, render_answer};
pub use window::{TextWindow, WindowError};
