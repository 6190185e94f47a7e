//! One request and its answer, within their time, under the eyes of the breaker and without the profile's secrets.

use futures_util::TryStreamExt as _;
use reqwest::{RequestBuilder, Response, StatusCode};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

use super::{Connection, DATA_BODY_BYTES};
use crate::easywms::body::{BodyReader, Read, read_body};
use crate::easywms::charset::Transcoder;
use crate::easywms::error::ReadError;
use crate::easywms::read_request::{ReadRequest, service_path};
use crate::easywms::refusal::{failed_body, failed_send, refused};
use crate::easywms::wire::Service;

impl Connection {
    /// Runs an exchange within its limit and what is left of the call, unless nothing is left or the breaker is open.
    pub(super) async fn guarded<T>(
        &self,
        service: Service,
        limit: Duration,
        deadline: Instant,
        exchange: impl Future<Output = Result<T, ReadError>>,
    ) -> Result<T, ReadError> {
        if deadline <= Instant::now() {
            return Err(ReadError::OutOfTime {
                service,
                seconds: 0,
            });
        }
        self.breaker.admit(&self.host())?;
        let mut outcome = within(service, limit, deadline, exchange).await;
        self.breaker.record(outcome.as_ref().err());
        if let Err(error) = &mut outcome {
            let redactor = self.secrets.redactor_of_messages();
            for text in error.remote_texts() {
                if let Some(clean) = redactor.text(text) {
                    *text = clean;
                }
            }
        }
        outcome
    }

    /// Sends a request for data and reads its answer. `None`: the token was refused.
    pub(super) async fn exchange<B: BodyReader>(
        &self,
        request: &ReadRequest<'_>,
        outgoing: RequestBuilder,
        reader: B,
    ) -> Result<Option<B::Output>, ReadError> {
        let service = request.service();
        let response = self.answer(service, outgoing).await?;
        if response.status() == StatusCode::UNAUTHORIZED {
            return Ok(None);
        }
        let response = self.accepted(service, request.thing(), response).await?;
        let mut read = self
            .body(response, service, DATA_BODY_BYTES, reader)
            .await?;
        self.statistics.received(read.bytes);
        let redactor = self.secrets.redactor_of_data();
        B::redact(&mut read.output, &redactor);
        self.secrets.note(&redactor);
        Ok(Some(read.output))
    }

    pub(super) async fn answer(
        &self,
        service: Service,
        outgoing: RequestBuilder,
    ) -> Result<Response, ReadError> {
        let sent = outgoing.send().await;
        sent.map_err(|error| failed_send(service, &self.host(), &error))
    }

    /// Passes an answer with a good status on; turns any other into the failure that it means.
    pub(super) async fn accepted(
        &self,
        service: Service,
        thing: Option<String>,
        response: Response,
    ) -> Result<Response, ReadError> {
        if response.status().is_success() {
            return Ok(response);
        }
        let path = service_path(&self.profile.paths, service);
        Err(refused(service, thing, path, &self.profile.tenant, response).await)
    }

    pub(super) async fn body<B: BodyReader>(
        &self,
        response: Response,
        service: Service,
        cap_bytes: usize,
        reader: B,
    ) -> Result<Read<B::Output>, ReadError> {
        let transcoder = Transcoder::declared(response.headers());
        let chunks = response
            .bytes_stream()
            .map_err(|error| failed_body(service, &error));
        read_body(chunks, transcoder, service, cap_bytes, reader).await
    }
}

/// Ends an exchange at its limit or at the end of the call, whichever comes first.
pub(super) async fn within<T>(
    service: Service,
    limit: Duration,
    deadline: Instant,
    exchange: impl Future<Output = Result<T, ReadError>>,
) -> Result<T, ReadError> {
    let began = Instant::now();
    let own_end = began + limit;
    let seconds = |end: Instant| (end - began + Duration::from_millis(500)).as_secs();
    let late = |_| {
        if deadline < own_end {
            ReadError::OutOfTime {
                service,
                seconds: seconds(deadline),
            }
        } else {
            ReadError::TimedOut {
                service,
                seconds: seconds(own_end),
            }
        }
    };
    timeout_at(deadline.min(own_end), exchange)
        .await
        .map_err(late)?
}
