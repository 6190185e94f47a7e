//! The window over a large text: what the caller asks for, and what to say when it can't be had.

use crate::easywms::{DigestedText, Snapshot, Warehouse};
use crate::envelope::{Body, Code, Failure, TextWindow, WindowError};
use crate::server::Call;

/// The window that a caller asks for; negative numbers are refused by the schema.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowParams {
    /// Where it starts, in characters.
    pub(super) offset: Option<i64>,
    /// How many characters it holds at most.
    pub(super) max_chars: Option<i64>,
}

impl WindowParams {
    /// Whether the caller named a window at all.
    pub(super) fn is_given(self) -> bool {
        self.offset.is_some() || self.max_chars.is_some()
    }

    /// Returns the text that an earlier window came from, if it is still kept. A first window always reads anew.
    pub(super) fn snapshot(self, warehouse: &Warehouse, name: &str) -> Option<Snapshot> {
        self.continued()
            .then(|| warehouse.snapshots().get(name))
            .flatten()
    }

    /// Keeps the text for the windows to come; a later window of a text that changed is a failure.
    pub(super) fn keep(
        self,
        call: &Call,
        warehouse: &Warehouse,
        name: &str,
        text: &str,
    ) -> Result<Snapshot, Failure> {
        let (snapshots, read_at) = (warehouse.snapshots(), call.started());
        if !self.continued() {
            return Ok(snapshots.begin(name, text, read_at));
        }
        snapshots.resume(name, text, read_at).map_err(|changed| {
            Failure::new(
                Code::DataChanged,
                changed.to_string(),
                "Windows of two versions don't fit together: start again with data_offset 0.",
            )
        })
    }

    fn continued(self) -> bool {
        self.offset.is_some_and(|offset| offset > 0)
    }
}

/// Takes a window; its default size is the configured one.
pub(super) fn text_window(
    text: DigestedText,
    params: &WindowParams,
    call: &Call,
) -> Result<Body, Failure> {
    let count = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
    let offset = params.offset.map_or(0, count);
    let max_chars = params
        .max_chars
        .map_or(call.settings().max_data_chars, count);
    TextWindow::of(text, offset, max_chars).map(Body::Text).map_err(|error| {
        let WindowError::PastTheEnd { total, .. } = error;
        Failure::new(
            Code::InvalidArguments,
            error.to_string(),
            format!("Give a data_offset from 0 to {total}; next_data_offset of the last window is the right one."),
        )
        .with("data_total_chars", total)
    })
}
