//! A line into messages: each one typed for rmcp, or refused with the answer that says why.
//!
//! The good path is one typed parse of the line's bytes. What is wrong with a bad line is found out only afterwards.

use std::fmt;

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ErrorCode, JsonRpcMessage};
use serde::de::{Deserialize, Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::outline::Outline;
use super::params;
use super::reply;

/// As many as there are slots. A batch is held whole while it is split, and each member may cost an answer.
const LONGEST_BATCH: usize = 64;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What the reader hands to the transport.
pub(super) enum Incoming {
    /// A message for rmcp, and the bytes it took on the line.
    Message {
        message: Box<ClientJsonRpcMessage>,
        bytes: usize,
    },
    /// A refused message: the answer to it, as a line.
    Refused(Vec<u8>),
}

/// Passes every message of a line to `deliver`, and stops when that returns `false`. Returns what it returned last.
///
/// A batch is split and its members answered one by one.
pub(super) fn read(line: &[u8], deliver: &mut impl FnMut(Incoming) -> bool) -> bool {
    let text = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    let text = text.trim_ascii();
    match text.first() {
        None => true,
        Some(b'[') => read_batch(text, deliver),
        Some(_) => read_one(text).is_none_or(deliver),
    }
}

/// Returns the answer to a line over the limit; `None` for a response.
pub(super) fn refuse_too_long(outline: &Outline, longest: usize) -> Option<Incoming> {
    let message = format!("the line is longer than {longest} bytes");
    refuse_outlined(outline, ErrorCode::INVALID_REQUEST, &message)
}

/// Returns the answer to what stood before the end of input without a line feed; `None` for blanks or a response.
///
/// It isn't executed even if it parses: a cut request can look whole.
pub(super) fn refuse_cut(line: &[u8]) -> Option<Incoming> {
    if line.trim_ascii().is_empty() {
        return None;
    }
    let message = "the input ended before the line did: end every message with a line feed";
    refuse_outlined(&Outline::of(line), ErrorCode::PARSE_ERROR, message)
}

fn read_batch(text: &[u8], deliver: &mut impl FnMut(Incoming) -> bool) -> bool {
    let batch = match serde_json::from_slice::<Batch<'_>>(text) {
        Ok(batch) => batch,
        Err(error) => return deliver(refuse_syntax(None, &error)),
    };
    if batch.length == 0 {
        return deliver(refuse(
            None,
            ErrorCode::INVALID_REQUEST,
            "the batch is empty",
        ));
    }
    if batch.length > LONGEST_BATCH {
        let message = format!("a batch holds at most {LONGEST_BATCH} messages");
        return deliver(refuse(None, ErrorCode::INVALID_REQUEST, &message));
    }
    batch
        .members
        .iter()
        .filter_map(|member| read_one(member.get().as_bytes()))
        .all(deliver)
}

/// Reads one message; `None` if it is to be passed over in silence.
fn read_one(text: &[u8]) -> Option<Incoming> {
    match serde_json::from_slice::<ClientJsonRpcMessage>(text) {
        Ok(message) => Some(refuse_bad_params(&message).unwrap_or(Incoming::Message {
            message: Box::new(message),
            bytes: text.len(),
        })),
        Err(_) => refuse_unreadable(text),
    }
}

/// rmcp reads a known method with malformed params as an unknown method, and would answer "method not found".
fn refuse_bad_params(message: &ClientJsonRpcMessage) -> Option<Incoming> {
    let JsonRpcMessage::Request(request) = message else {
        return None;
    };
    let ClientRequest::CustomRequest(custom) = &request.request else {
        return None;
    };
    let fault = params::fault(&custom.method, custom.params.as_ref())?;
    let id = request.id.clone().into_json_value();
    Some(refuse(Some(&id), ErrorCode::INVALID_PARAMS, fault))
}

fn refuse_unreadable(text: &[u8]) -> Option<Incoming> {
    let value: Value = match serde_json::from_slice(text) {
        Ok(value) => value,
        Err(error) => {
            let outline = Outline::of(text);
            return (!outline.is_response()).then(|| refuse_syntax(outline.id(), &error));
        }
    };
    let (code, message) = shape_fault(&value)?;
    Some(refuse(value.get("id"), code, message))
}

/// Returns what keeps a JSON value from being a message; `None` if it is a response, which gets no answer.
fn shape_fault(value: &Value) -> Option<(ErrorCode, &'static str)> {
    let has = |name| value.get(name).is_some();
    let answers = has("result") || has("error");
    if answers && !has("method") {
        return None;
    }
    let message = if !value.is_object() {
        "a message is a JSON object"
    } else if value.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        "the member jsonrpc must be \"2.0\""
    } else if answers {
        "a message has either a method or a result, not both"
    } else {
        let Some(method) = value.get("method").and_then(Value::as_str) else {
            return Some((
                ErrorCode::INVALID_REQUEST,
                "the member method must be a string",
            ));
        };
        match value.get("id") {
            Some(Value::Null) => "the member id must not be null",
            Some(id) if !id.is_string() && !id.is_i64() => {
                "the member id must be a string or an integer of 64 bits"
            }
            _ => match params::fault(method, value.get("params")) {
                Some(fault) => return Some((ErrorCode::INVALID_PARAMS, fault)),
                None => "the member params must be an object",
            },
        }
    };
    Some((ErrorCode::INVALID_REQUEST, message))
}

fn refuse_outlined(outline: &Outline, code: ErrorCode, message: &str) -> Option<Incoming> {
    (!outline.is_response()).then(|| refuse(outline.id(), code, message))
}

/// The parser's message names a position and never quotes the text.
fn refuse_syntax(id: Option<&Value>, error: &serde_json::Error) -> Incoming {
    refuse(
        id,
        ErrorCode::PARSE_ERROR,
        &format!("not valid JSON: {error}"),
    )
}

/// The one place that refuses: logged here, and without the text, which may hold anything.
fn refuse(id: Option<&Value>, code: ErrorCode, message: &str) -> Incoming {
    tracing::warn!(code = code.0, reason = message, "refused a message");
    Incoming::Refused(reply::error(id, code, message))
}

/// A batch with its members unparsed; those past [`LONGEST_BATCH`] are only counted.
struct Batch<'b> {
    members: Vec<&'b RawValue>,
    length: usize,
}

impl<'de> Deserialize<'de> for Batch<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(BatchVisitor)
    }
}

struct BatchVisitor;

impl<'de> Visitor<'de> for BatchVisitor {
    type Value = Batch<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an array of messages")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while members.len() < LONGEST_BATCH {
            match sequence.next_element()? {
                Some(member) => members.push(member),
                None => break,
            }
        }
        let mut length = members.len();
        while sequence.next_element::<IgnoredAny>()?.is_some() {
            length += 1;
        }
        Ok(Batch { members, length })
    }
}
