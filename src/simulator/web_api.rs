//! The habits of ASP.NET Web API: its error object, JSON bodies in, JSON text out.

use axum::Json;
use axum::body::Body;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::header::{CONTENT_TYPE, WWW_AUTHENTICATE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::SharedState;

/// A stack trace as a server with detailed errors on would send it; a client must never pass it on.
const STACK_TRACE: &str = "   at Mecalux.EasyWms.QueryService.QueryDispatcher.Execute(QueryRequest request) in \
D:\\Build\\QueryService\\QueryDispatcher.cs:line 214\r\n   at System.Web.Http.Controllers.ReflectedHttpActionDescriptor.\
ExecuteAsync(HttpControllerContext controllerContext)";

/// A Web API error object and its status.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    members: Map<String, Value>,
}

impl ApiError {
    /// An error with nothing but its `Message`.
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let members = Map::from_iter([("Message".to_owned(), Value::String(message.into()))]);
        Self { status, members }
    }

    /// 401 for a request without a token that is still good.
    pub(crate) fn unauthorized() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "Authorization has been denied for this request.",
        )
    }

    /// 404 for a path that no controller serves, which is not the same as a thing that does not exist.
    pub(crate) fn route_not_found(uri: &Uri) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            format!("No HTTP resource was found that matches the request URI '{uri}'."),
        )
        .with(
            "MessageDetail",
            "No type was found that matches the controller of this URI.",
        )
    }

    /// 404 for a thing that does not exist on a route that does.
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// 400 for a request member that can't be read: `ModelState` names it.
    pub(crate) fn invalid_member(member: &str, problem: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "The request is invalid.")
            .with("ModelState", json!({ member: [problem.into()] }))
    }

    /// An exception inside the server, stack trace included.
    pub(crate) fn exception(
        status: StatusCode,
        exception_type: &str,
        message: impl Into<String>,
    ) -> Self {
        Self::new(status, "An error has occurred.")
            .with("ExceptionMessage", message.into())
            .with("ExceptionType", exception_type)
            .with("StackTrace", STACK_TRACE)
    }

    /// Adds a member to the error object.
    fn with(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.members.insert(member.to_owned(), value.into());
        self
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let challenge =
            (self.status == StatusCode::UNAUTHORIZED).then_some([(WWW_AUTHENTICATE, "Bearer")]);
        (self.status, challenge, Json(self.members)).into_response()
    }
}

/// A JSON request body; a bad one is answered with a Web API error.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<SharedState> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &SharedState) -> Result<Self, ApiError> {
        match Json::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "The request contains an entity body but no JSON Content-Type header.",
            )),
            Err(rejection) => Err(ApiError::invalid_member("request", rejection.body_text())),
        }
    }
}

/// An answer that is JSON already.
pub(crate) struct JsonText<T>(pub(crate) T);

impl<T: Into<Body>> IntoResponse for JsonText<T> {
    fn into_response(self) -> Response {
        let content_type = [(CONTENT_TYPE, "application/json; charset=utf-8")];
        (content_type, self.0.into()).into_response()
    }
}

/// Does work that takes long enough to hold up every other answer of a runtime with few threads.
pub(crate) async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| {
        ApiError::exception(
            StatusCode::INTERNAL_SERVER_ERROR,
            "System.OperationCanceledException",
            "The operation was cancelled.",
        )
    })
}
