//! Where in the arguments a value stands: `window.from`, `tags[1].name`.
//!
//! A chain of borrowed steps, so that a call whose arguments are good allocates nothing for it.

use std::fmt;

use super::error::excerpt;

/// The deepest nesting of arguments that is read. Parameter structs need three levels; the rest is for free-form values.
pub(super) const MAX_DEPTH: usize = 16;

/// One step from the root of the arguments down to a value.
#[derive(Clone, Copy)]
pub(super) struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    step: Step<'p>,
    depth: usize,
}

#[derive(Clone, Copy)]
enum Step<'p> {
    Root,
    Name(&'p str),
    Item(usize),
}

impl<'p> Path<'p> {
    /// Returns the path of the arguments object itself.
    pub(super) fn root() -> Self {
        Self {
            parent: None,
            step: Step::Root,
            depth: 0,
        }
    }

    /// Returns the path of the member called `name`.
    pub(super) fn name(&'p self, name: &'p str) -> Path<'p> {
        self.child(Step::Name(name))
    }

    /// Returns the path of the item at `index`.
    pub(super) fn item(&'p self, index: usize) -> Path<'p> {
        self.child(Step::Item(index))
    }

    /// Says whether the value stands deeper than [`MAX_DEPTH`].
    pub(super) fn is_too_deep(&self) -> bool {
        self.depth > MAX_DEPTH
    }

    fn child(&'p self, step: Step<'p>) -> Path<'p> {
        Path {
            parent: Some(self),
            step,
            depth: self.depth + 1,
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.fmt(formatter)?;
        }
        match self.step {
            Step::Root => Ok(()),
            Step::Name(name) => {
                let is_nested = self.depth > 1;
                write!(
                    formatter,
                    "{}{}",
                    if is_nested { "." } else { "" },
                    excerpt(name)
                )
            }
            Step::Item(index) => write!(formatter, "[{index}]"),
        }
    }
}
