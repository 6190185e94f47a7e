//! The faults that spoil a real answer on its way out.

use std::io::{self, Write};
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderValue, response};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::{Stream, StreamExt, stream};

use super::Fault;

/// The time between two bytes of [`Fault::DripBody`].
const DRIP_INTERVAL: Duration = Duration::from_millis(20);
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl Fault {
    /// Spoils a real answer; a fault that has nothing to do with bodies leaves it alone.
    pub(in crate::simulator) async fn spoil(self, answer: Response) -> Response {
        let (mut parts, body) = answer.into_parts();
        let whole = to_bytes(body, usize::MAX).await.unwrap_or_default();
        match self {
            Self::StallBody { after_bytes } => {
                partly(parts, &whole, after_bytes, stream::pending())
            }
            Self::CutBody { after_bytes } => partly(parts, &whole, after_bytes, cut()),
            Self::CutChunked => {
                let half = whole.slice(..whole.len() / 2);
                replaced(parts, Body::from_stream(sent(half).chain(cut())))
            }
            Self::DripBody => drip(parts, &whole),
            Self::WrongContentType => {
                parts
                    .headers
                    .insert(CONTENT_TYPE, HeaderValue::from_static("text/html"));
                replaced(parts, whole.into())
            }
            Self::Gzip => {
                parts
                    .headers
                    .insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                replaced(parts, gzip(&whole).into())
            }
            Self::Bom => replaced(parts, [BYTE_ORDER_MARK, &whole].concat().into()),
            Self::ReplaceBody(text) => replaced(parts, text.into()),
            _ => replaced(parts, whole.into()),
        }
    }
}

/// An answer with another body, whose length hyper shall find out by itself.
fn replaced(mut parts: response::Parts, body: Body) -> Response {
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, body)
}

/// An answer that promises the whole body (at least a byte more than it sends) and then goes on with `rest`.
fn partly(
    mut parts: response::Parts,
    whole: &Bytes,
    after_bytes: usize,
    rest: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
) -> Response {
    let prefix = whole.slice(..after_bytes.min(whole.len()));
    let promised = whole.len().max(prefix.len() + 1);
    parts.headers.insert(CONTENT_LENGTH, promised.into());
    Response::from_parts(parts, Body::from_stream(sent(prefix).chain(rest)))
}

fn drip(mut parts: response::Parts, whole: &Bytes) -> Response {
    parts.headers.insert(CONTENT_LENGTH, whole.len().into());
    let bytes: Vec<Bytes> = whole
        .iter()
        .map(|byte| Bytes::copy_from_slice(&[*byte]))
        .collect();
    let drops = stream::iter(bytes).then(|byte| async {
        tokio::time::sleep(DRIP_INTERVAL).await;
        Ok::<_, io::Error>(byte)
    });
    Response::from_parts(parts, Body::from_stream(drops))
}

fn sent(bytes: Bytes) -> impl Stream<Item = io::Result<Bytes>> + Send {
    stream::iter([Ok(bytes)])
}

/// The end of a body that is not its end. Hyper closes the connection on a body's error, but flushes what came before only
/// while it waits for more: hence the yield.
fn cut() -> impl Stream<Item = io::Result<Bytes>> + Send {
    stream::once(async {
        tokio::task::yield_now().await;
        Err(io::Error::from(io::ErrorKind::ConnectionAborted))
    })
}

/// Writing to memory doesn't fail; if it did, the answer would be an empty body.
fn gzip(whole: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder
        .write_all(whole)
        .and_then(|()| encoder.finish())
        .unwrap_or_default()
}
