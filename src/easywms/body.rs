//! Reading a body chunk by chunk: capped after decompression, never whole in memory unless the reader keeps it.

use reqwest::Response;
use serde_json::value::RawValue;

use super::error::ReadError;
use super::refusal::failed_body;
use super::rows::{RowSplitter, Split, SplitError, validate_document};
use super::wire::Service;

/// What takes the bytes of a body as they come.
pub(super) trait BodyReader: Send {
    /// What the whole body gives.
    type Output: Send;

    /// Takes the next bytes.
    fn feed(&mut self, chunk: &[u8]) -> Result<(), SplitError>;

    /// Ends the body.
    fn finish(self) -> Result<Self::Output, SplitError>;
}

impl BodyReader for RowSplitter {
    type Output = Split;

    fn feed(&mut self, chunk: &[u8]) -> Result<(), SplitError> {
        Self::feed(self, chunk)
    }

    fn finish(self) -> Result<Split, SplitError> {
        Self::finish(self)
    }
}

/// Keeps a whole document, such as a workflow.
#[derive(Default)]
pub(super) struct DocumentReader {
    bytes: Vec<u8>,
}

impl BodyReader for DocumentReader {
    type Output = Box<RawValue>;

    fn feed(&mut self, chunk: &[u8]) -> Result<(), SplitError> {
        self.bytes.extend_from_slice(chunk);
        Ok(())
    }

    fn finish(self) -> Result<Box<RawValue>, SplitError> {
        validate_document(self.bytes)
    }
}

/// A body that was read to its end.
pub(super) struct Read<T> {
    pub(super) output: T,
    /// Bytes after decompression.
    pub(super) bytes: u64,
}

/// Feeds a body to its reader; ends with a failure at `cap_bytes`, dropping the connection instead of draining it.
pub(super) async fn read_body<B: BodyReader>(
    mut response: Response,
    service: Service,
    host: &str,
    cap_bytes: usize,
    mut reader: B,
) -> Result<Read<B::Output>, ReadError> {
    let mut bytes = 0;
    while let Some(chunk) = response
        .chunk()
        .await
        .map_err(|error| failed_body(service, host, &error))?
    {
        bytes += chunk.len();
        if bytes > cap_bytes {
            return Err(ReadError::TooLarge {
                service,
                limit_bytes: cap_bytes,
            });
        }
        reader
            .feed(&chunk)
            .map_err(|problem| unreadable(service, problem))?;
    }
    let output = reader
        .finish()
        .map_err(|problem| unreadable(service, problem))?;
    Ok(Read {
        output,
        bytes: bytes as u64,
    })
}

fn unreadable(service: Service, problem: SplitError) -> ReadError {
    match problem {
        SplitError::Truncated => ReadError::Truncated { service },
        problem => ReadError::Unreadable { service, problem },
    }
}
