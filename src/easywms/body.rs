//! Reading a body chunk by chunk: capped after decompression, never whole in memory unless the reader keeps it.

use std::time::Duration;

use futures_util::{Stream, StreamExt as _};
use serde_json::value::RawValue;
use tokio::time::timeout;

use super::charset::Transcoder;
use super::error::ReadError;
use super::rows::{RowSplitter, Split, SplitError, validate_document};
use super::secrets::Redactor;
use super::wire::Service;

/// No byte for this long ends a body (AWS stalled-stream protection; a drip is ended by the attempt's limit).
///
/// It holds from the first byte of the body on: a server may think about a question as long as an attempt may take.
const STALL_TIMEOUT: Duration = Duration::from_secs(10);

/// What takes the bytes of a body as they come.
pub(super) trait BodyReader: Send {
    /// What the whole body gives.
    type Output: Send;

    /// Takes the next bytes.
    fn feed(&mut self, chunk: &[u8]) -> Result<(), SplitError>;

    /// Ends the body.
    fn finish(self) -> Result<Self::Output, SplitError>;

    /// Takes the profile's secrets out of what was read.
    fn redact(output: &mut Self::Output, redactor: &Redactor);
}

impl BodyReader for RowSplitter {
    type Output = Split;

    fn feed(&mut self, chunk: &[u8]) -> Result<(), SplitError> {
        Self::feed(self, chunk)
    }

    fn finish(self) -> Result<Split, SplitError> {
        Self::finish(self)
    }

    fn redact(split: &mut Split, redactor: &Redactor) {
        let overflow = split.overflow.iter_mut().filter_map(|o| o.row.as_mut());
        for row in split.rows.iter_mut().chain(overflow) {
            if let Some(clean) = redactor.json(row.text()) {
                *row = clean.into();
            }
        }
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

    fn redact(document: &mut Box<RawValue>, redactor: &Redactor) {
        if let Some(clean) = redactor.json(document.get()) {
            *document = clean;
        }
    }
}

/// A body that was read to its end.
#[derive(Debug)]
pub(super) struct Read<T> {
    pub(super) output: T,
    /// Bytes after decompression.
    pub(super) bytes: u64,
}

/// Feeds a body to its reader; ends with a failure at `cap_bytes`, so that the connection is dropped instead of drained.
pub(super) async fn read_body<B: BodyReader, C: AsRef<[u8]>>(
    chunks: impl Stream<Item = Result<C, ReadError>>,
    mut transcoder: Option<Transcoder>,
    service: Service,
    cap_bytes: usize,
    mut reader: B,
) -> Result<Read<B::Output>, ReadError> {
    let mut chunks = std::pin::pin!(chunks);
    let unreadable = |problem| ReadError::of_body(service, problem);
    let stalled = |_| ReadError::Stalled {
        service,
        seconds: STALL_TIMEOUT.as_secs(),
    };
    let mut bytes = 0;
    let mut next = chunks.next().await;
    while let Some(chunk) = next {
        let chunk = chunk?;
        let chunk = chunk.as_ref();
        bytes += chunk.len();
        if bytes > cap_bytes {
            return Err(ReadError::TooLarge {
                service,
                limit_bytes: cap_bytes,
            });
        }
        let fed = match &mut transcoder {
            None => reader.feed(chunk),
            Some(transcoder) => reader.feed(transcoder.push(chunk).as_bytes()),
        };
        fed.map_err(unreadable)?;
        next = timeout(STALL_TIMEOUT, chunks.next())
            .await
            .map_err(stalled)?;
    }
    let output = reader.finish().map_err(unreadable)?;
    Ok(Read {
        output,
        bytes: bytes as u64,
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use futures_util::{StreamExt as _, stream};
    use tokio::time::Instant;

    use super::{DocumentReader, Duration, Read, ReadError, Service, read_body};
    use serde_json::value::RawValue;

    const CAP_BYTES: usize = 100;

    async fn read(chunks: Vec<Vec<u8>>) -> Result<Read<Box<RawValue>>, ReadError> {
        let chunks = stream::iter(chunks.into_iter().map(Ok));
        let reader = DocumentReader::default();
        read_body(chunks, None, Service::Workflow, CAP_BYTES, reader).await
    }

    fn text_of_bytes(length: usize) -> Vec<u8> {
        format!("\"{}\"", "x".repeat(length - 2)).into_bytes()
    }

    /// G3, H8: the cap counts over all chunks and lets a body of just that size pass.
    #[tokio::test]
    async fn the_cap_is_exact() {
        let whole = [b"[".to_vec(), text_of_bytes(CAP_BYTES - 2), b"]".to_vec()];
        assert_eq!(read(whole.to_vec()).await.unwrap().bytes, 100);
        let above = [b"[".to_vec(), text_of_bytes(CAP_BYTES - 1), b"]".to_vec()];
        let error = read(above.to_vec()).await.unwrap_err();
        assert!(matches!(
            error,
            ReadError::TooLarge {
                limit_bytes: CAP_BYTES,
                ..
            }
        ));
    }

    /// G5
    #[tokio::test]
    async fn a_byte_order_mark_is_dropped() {
        let body = b"\xef\xbb\xbf{\"a\":1}".to_vec();
        assert_eq!(read(vec![body]).await.unwrap().output.get(), "{\"a\":1}");
    }

    /// G1: a close-delimited body that is cut has no error of its own.
    #[tokio::test]
    async fn a_document_that_ends_early_is_truncated_and_not_half_read() {
        let error = read(vec![b"{\"a\":[1,2".to_vec()]).await.unwrap_err();
        assert!(matches!(error, ReadError::Truncated { .. }), "{error}");
    }

    /// F4
    #[tokio::test(start_paused = true)]
    async fn a_body_that_stops_is_given_up_after_ten_seconds() {
        let begun = Instant::now();
        let chunks = stream::iter([Ok(b"[1,".to_vec())]).chain(stream::pending());
        let reader = DocumentReader::default();
        let error = read_body(chunks, None, Service::Workflow, CAP_BYTES, reader)
            .await
            .unwrap_err();
        assert!(matches!(error, ReadError::Stalled { seconds: 10, .. }));
        assert_eq!(begun.elapsed().as_secs(), 10);
    }
    /// A server may send its head at once and think about the body.
    #[tokio::test(start_paused = true)]
    async fn the_first_byte_may_take_longer() {
        let thinking = async {
            tokio::time::sleep(Duration::from_secs(12)).await;
            Ok(b"[1]".to_vec())
        };
        let reader = DocumentReader::default();
        let chunks = stream::once(thinking);
        let read = read_body(chunks, None, Service::Workflow, CAP_BYTES, reader).await;
        assert_eq!(read.unwrap().output.get(), "[1]");
    }
}
