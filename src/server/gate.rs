//! The gate that every tool call passes: names and arguments checked, panics and time-outs caught, one log line.

use std::borrow::Cow;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use rmcp::handler::server::tool::{IntoCallToolResult as _, ToolCallContext};
use rmcp::model::{CallToolRequestParams, CallToolResponse, ContentBlock, ErrorCode};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::WarehouseServer;
use super::call::Call;
use super::progress::Progress;
use crate::arguments::{ArgumentError, prepare};
use crate::config::CALL_TIMEOUT;
use crate::envelope::{Budget, Code, Failure, failure_json};
use crate::nearest::{did_you_mean, nearest};

/// Answers one `tools/call`.
///
/// An unknown tool is the protocol error that the specification asks for; everything else that goes wrong is a tool
/// result, because models see only those.
pub(super) async fn pass(
    server: &WarehouseServer,
    mut request: CallToolRequestParams,
    mut context: RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let Some(tool) = server.tools.get(&request.name).cloned() else {
        return Err(unknown_tool(server, &request.name));
    };
    let call = call_of(server, tool.name.clone(), &context);
    context.extensions.insert(call.clone());
    let started = Instant::now();
    let arguments = prepare(
        &tool.input_schema,
        request.arguments.take().unwrap_or_default(),
    );
    let response = match arguments {
        Err(error) => call
            .reply(Err(argument_failure(&error)))
            .into_call_tool_result(),
        Ok(arguments) => {
            request.arguments = Some(arguments);
            run(server, request, context, &call).await
        }
    };
    log(&call, &tool.name, started, response.as_ref());
    response
}

async fn run(
    server: &WarehouseServer,
    request: CallToolRequestParams,
    context: RequestContext<RoleServer>,
    call: &Call,
) -> Result<CallToolResponse, ErrorData> {
    let cancelled = context.ct.clone();
    let closing = server.closing.clone();
    let work = AssertUnwindSafe(
        server
            .tools
            .call(ToolCallContext::new(server, request, context)),
    )
    .catch_unwind();
    // Leaving the select drops the work: its permit and its HTTP request go with it.
    let finished = tokio::select! {
        finished = timeout_at(call.deadline(), work) => finished,
        () = cancelled.cancelled() => return call.reply(Err(stopped("the call was cancelled"))).into_call_tool_result(),
        () = closing.cancelled() => return call.reply(Err(stopped("the server is ending"))).into_call_tool_result(),
    };
    match finished {
        Ok(Ok(Ok(response))) => Ok(response),
        Ok(Ok(Err(error))) => call
            .reply(Err(residual_failure(&error)))
            .into_call_tool_result(),
        Ok(Err(_panic)) => call.reply(Err(panicked())).into_call_tool_result(),
        Err(_elapsed) => call.reply(Err(timed_out())).into_call_tool_result(),
    }
}

/// Begins a call on behalf of a client: its budget, its deadline, where its progress goes.
pub(super) fn call_of(
    server: &WarehouseServer,
    tool: Cow<'static, str>,
    context: &RequestContext<RoleServer>,
) -> Call {
    let client = context.client_info();
    let bytes = server
        .shared
        .config
        .settings
        .response_bytes(client.as_ref().map(|client| client.name.as_str()));
    let token = context.meta.get_progress_token();
    let progress = token.map(|token| Progress::new(context.peer.clone(), token));
    Call::new(
        tool,
        Budget::of_bytes(bytes),
        Arc::clone(&server.shared),
        progress,
    )
}

fn unknown_tool(server: &WarehouseServer, name: &str) -> ErrorData {
    let known = server.tools.map.keys().map(AsRef::as_ref);
    let nearest = nearest(name, known);
    let meant = did_you_mean(&nearest);
    let shown: String = name.chars().take(60).collect();
    let message = format!("there is no tool '{shown}'{meant}");
    let failure = Failure::new(
        Code::InvalidArguments,
        message.clone(),
        "Take a name from tools/list.",
    )
    .did_you_mean(&nearest);
    let data = failure_json(&failure, &shown, &server.shared.next_request_id());
    ErrorData::new(ErrorCode::INVALID_PARAMS, message, Some(data))
}

fn argument_failure(error: &ArgumentError) -> Failure {
    let failure = Failure::new(Code::InvalidArguments, error.to_string(), error.hint())
        .with("parameter", error.parameter())
        .did_you_mean(error.did_you_mean());
    match error.accepted() {
        // An empty list would read as "nothing is accepted", where values are no closed list at all.
        [] => failure,
        accepted => failure.with("accepted", accepted),
    }
}

/// What the typed step found although the schema let it pass.
fn residual_failure(error: &ErrorData) -> Failure {
    let code = if error.code == ErrorCode::INVALID_PARAMS {
        Code::InvalidArguments
    } else {
        Code::Internal
    };
    let detail = |name: &str| error.data.as_ref().and_then(|data| data.get(name));
    let hint = detail("hint").and_then(Value::as_str);
    let failure = Failure::new(
        code,
        error.message.to_string(),
        hint.unwrap_or("Check the arguments against the tool's description."),
    );
    ["parameter", "did_you_mean", "accepted"].into_iter().fold(
        failure,
        |failure, name| match detail(name) {
            Some(value) => failure.with(name, value.clone()),
            None => failure,
        },
    )
}

fn stopped(message: &str) -> Failure {
    Failure::new(
        Code::Timeout,
        message,
        "Make the call again if its answer is still wanted.",
    )
}

/// The payload of a panic may hold anything, so it goes nowhere; the log has the place where it happened.
fn panicked() -> Failure {
    Failure::new(
        Code::Internal,
        "this call failed inside the server",
        "Other calls are not affected. Report the request_id with the server's log; a simpler question may work.",
    )
}

fn timed_out() -> Failure {
    let seconds = CALL_TIMEOUT.as_secs();
    Failure::new(
        Code::Timeout,
        format!("the call took longer than {seconds} s and was stopped"),
        "Ask for less: a narrower filter, a lower limit, fewer entity types.",
    )
}

/// One line a call: which tool, how it ended, how long it took; no arguments, no rows, no secrets.
fn log(call: &Call, tool: &str, started: Instant, response: Result<&CallToolResponse, &ErrorData>) {
    let bytes = response.ok().and_then(text_of).map_or(0, str::len);
    let code = call.failure_code();
    let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let (profile, request_id) = (call.profile(), call.request_id());
    tracing::info!(tool, profile, code, milliseconds, bytes, request_id, "call");
}

fn text_of(response: &CallToolResponse) -> Option<&str> {
    let CallToolResponse::Complete(result) = response else {
        return None;
    };
    match result.content.first() {
        Some(ContentBlock::Text(text)) => Some(&text.text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::unwrap_used,
        clippy::indexing_slicing,
        clippy::panic,
        reason = "a failing test should panic"
    )]

    use rmcp::ServiceExt as _;
    use rmcp::handler::server::router::tool::ToolRoute;
    use rmcp::model::Tool;
    use serde_json::json;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::config::{Config, Settings};
    use crate::server::Clock;

    /// A server with one more tool, which panics.
    fn server_with_a_fault() -> WarehouseServer {
        let config = Config::demo(Settings::default());
        let mut server = WarehouseServer::new(config, Clock::System, CancellationToken::new());
        let mut tools = (*server.tools).clone();
        let schema = json!({"type": "object", "properties": {}, "additionalProperties": false});
        let tool = Tool::new("faulty", "Panics.", schema.as_object().cloned().unwrap());
        tools.add_route(ToolRoute::new_dyn(tool, |_| panic!("canary-row-4471")));
        server.tools = Arc::new(tools);
        server
    }

    #[tokio::test]
    async fn a_panic_is_a_failure_that_says_nothing_of_its_payload() {
        let (server_end, client_end) = tokio::io::duplex(1 << 16);
        let serving = tokio::spawn(server_with_a_fault().serve(server_end));
        let client = ().serve(client_end).await.unwrap();
        let result = client
            .call_tool(CallToolRequestParams::new("faulty"))
            .await
            .unwrap();
        assert_eq!(result.is_error, Some(true));
        let response = CallToolResponse::Complete(result);
        let text = text_of(&response).unwrap();
        let failure: Value = serde_json::from_str(text).unwrap();
        assert_eq!(failure["code"], "internal");
        assert_eq!(failure["tool"], "faulty");
        assert!(!text.contains("canary"), "{text}");
        let alive = client
            .call_tool(CallToolRequestParams::new("list_profiles"))
            .await
            .unwrap();
        assert_ne!(alive.is_error, Some(true));
        drop(serving);
    }
}
