//! The faults that answer by themselves, so that the request never reaches its service.

use std::io::{self, Write};
use std::{iter, mem};

use axum::body::{Body, Bytes};
use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, LOCATION, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream;

use super::super::ApiError;
use super::Fault;

const JSON: &str = "application/json; charset=utf-8";
const MEBIBYTE: usize = 1024 * 1024;
/// The size of a row of [`Fault::Huge`], its comma included.
const HUGE_ROW_BYTES: usize = 1024;

/// What a web server of that kind shows when the application behind it throws.
const HTML_ERROR: &str = "<!DOCTYPE html>\r\n<html><head><title>Object reference not set to an instance of an object.\
</title></head><body bgcolor=\"white\"><span><H1>Server Error in '/' Application.<hr width=100% size=1></H1>\
<h2><i>Object reference not set to an instance of an object.</i></h2></span><pre>\r\n[NullReferenceException: Object \
reference not set to an instance of an object.]\r\n   EasyWms.QueryService.QueryController.Execute(QueryRequest request) \
in D:\\Build\\QueryController.cs:88\r\n</pre></body></html>";

impl Fault {
    /// The answer of a fault that makes one up; `None` for a fault that spoils the real answer.
    pub(in crate::simulator) fn invented(
        &self,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Option<Response> {
        match self {
            Self::Status {
                code,
                retry_after,
                body,
                content_type,
            } => {
                let retry_after = retry_after.clone().map(|text| [(RETRY_AFTER, text)]);
                let content_type = content_type.clone().unwrap_or_else(|| JSON.to_owned());
                Some(match body {
                    Some(body) => (
                        status(*code),
                        retry_after,
                        [(CONTENT_TYPE, content_type)],
                        body.clone(),
                    )
                        .into_response(),
                    None => (retry_after, error_object(status(*code))).into_response(),
                })
            }
            Self::HtmlError(code) => {
                let content_type = [(CONTENT_TYPE, "text/html; charset=utf-8")];
                Some((status(*code), content_type, HTML_ERROR).into_response())
            }
            Self::BadJson(text) => Some(([(CONTENT_TYPE, JSON)], text.clone()).into_response()),
            Self::GzipBomb { mebibytes } => Some(gzip_bomb(*mebibytes)),
            Self::Huge { mebibytes } => Some(huge(*mebibytes)),
            Self::Redirect { code, location } => {
                Some((status(*code), [(LOCATION, location.clone())]).into_response())
            }
            Self::EchoSecrets => Some(echo(headers, body).into_response()),
            _ => None,
        }
    }
}

fn status(code: u16) -> StatusCode {
    StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

fn error_object(status: StatusCode) -> ApiError {
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            ApiError::new(status, "Authorization has been denied for this request.")
        }
        _ => ApiError::new(status, "An error has occurred."),
    }
}

fn echo(headers: &HeaderMap, body: &[u8]) -> ApiError {
    let authorization = headers
        .get(AUTHORIZATION)
        .map(|value| String::from_utf8_lossy(value.as_bytes()))
        .unwrap_or_default();
    let body = String::from_utf8_lossy(body);
    ApiError::exception(
        StatusCode::INTERNAL_SERVER_ERROR,
        "System.InvalidOperationException",
        format!("Request failed. Authorization: {authorization}; Body: {body}"),
    )
}

/// A valid row list, made while it is sent.
fn huge(mebibytes: usize) -> Response {
    let rows = mebibytes * (MEBIBYTE / HUGE_ROW_BYTES);
    let row = move |index: usize| {
        let comma = if index + 1 < rows { "," } else { "" };
        let start = format!(r#"{{"Code":"HUGE-{index:08}","Filler":""#);
        let filler = HUGE_ROW_BYTES.saturating_sub(start.len() + 3);
        Bytes::from(format!(r#"{start}{}"}}{comma}"#, "x".repeat(filler)))
    };
    let end = format!(r#"],"TotalCount":{rows},"Skip":0,"Take":{rows}}}"#);
    let pieces = iter::once(Bytes::from_static(br#"{"Items":["#))
        .chain((0..rows).map(row))
        .chain(iter::once(Bytes::from(end)));
    let body = Body::from_stream(stream::iter(pieces.map(Ok::<_, io::Error>)));
    ([(CONTENT_TYPE, JSON)], body).into_response()
}

/// A gzip stream about a thousandth of the size it unpacks to, packed while it is sent.
fn gzip_bomb(mebibytes: usize) -> Response {
    let blanks = vec![b' '; MEBIBYTE];
    let mut texts = iter::once(br#"{"Items":["#.to_vec())
        .chain(iter::repeat_n(blanks, mebibytes))
        .chain(iter::once(br#"],"TotalCount":0}"#.to_vec()));
    let mut encoder = Some(GzEncoder::new(Vec::new(), Compression::fast()));
    let pieces = iter::from_fn(move || {
        if let Some(text) = texts.next() {
            let encoder = encoder.as_mut()?;
            let packed = encoder.write_all(&text);
            Some(packed.map(|()| Bytes::from(mem::take(encoder.get_mut()))))
        } else {
            Some(encoder.take()?.finish().map(Bytes::from))
        }
    });
    let headers = [(CONTENT_TYPE, JSON), (CONTENT_ENCODING, "gzip")];
    (headers, Body::from_stream(stream::iter(pieces))).into_response()
}
