//! The thread that reads stdin: lines into messages, parsed here so that the session's task need not.

use std::io::{self, Read};
use std::thread;

use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::lines::{Line, Lines};
use super::message::{self, Incoming};

/// Messages parsed ahead of the session. With the longest line it bounds memory; more gains no speed.
const READ_AHEAD: usize = 8;

/// Starts the reader. The channel closes at the end of input; a failed read counts as one.
///
/// The thread is never joined: blocked in a read, it must not keep the process alive.
pub(super) fn start(
    input: impl Read + Send + 'static,
    longest_line: usize,
) -> io::Result<Receiver<Incoming>> {
    let (sender, receiver) = channel(READ_AHEAD);
    thread::Builder::new()
        .name("stdin".to_owned())
        .spawn(move || {
            if let Err(error) = read_lines(input, longest_line, &sender) {
                tracing::info!(%error, "the input failed");
            }
        })?;
    Ok(receiver)
}

/// Reads to the end of input, or until nobody takes the messages any more.
fn read_lines(
    input: impl Read,
    longest_line: usize,
    messages: &Sender<Incoming>,
) -> io::Result<()> {
    let mut deliver = |incoming| messages.blocking_send(incoming).is_ok();
    let mut lines = Lines::new(input, longest_line);
    while let Some(line) = lines.next()? {
        let wanted = match line {
            Line::Whole(text) => message::read(text, &mut deliver),
            Line::TooLong(outline) => {
                message::refuse_too_long(&outline, longest_line).is_none_or(&mut deliver)
            }
            Line::Cut(text) => message::refuse_cut(text).is_none_or(&mut deliver),
        };
        if !wanted {
            break;
        }
    }
    Ok(())
}
