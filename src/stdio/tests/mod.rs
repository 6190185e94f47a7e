//! The transport under a real rmcp service, over pipes.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

mod any_bytes;
mod bad_lines;
mod end_of_input;
mod flow;
mod handshake;

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::{QuitReason, RequestContext, ServerInitializeError};
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::{Limits, Stdio};

/// Long enough for a busy machine; only a failing test waits for it.
const PATIENCE: Duration = Duration::from_secs(20);

const INITIALIZE: &str = concat!(
    r#"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","#,
    r#""capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#
);
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// A server with two tools: `echo` answers its `text`, `hold` answers what ended it.
#[derive(Clone)]
struct Desk {
    closed: CancellationToken,
    release: Arc<Semaphore>,
}

impl ServerHandler for Desk {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let text = match (&*request.name, arguments.get("text")) {
            ("echo", Some(text)) => text.as_str().unwrap_or_default().to_owned(),
            ("hold", _) => tokio::select! {
                _ = self.release.acquire() => "released".to_owned(),
                () = self.closed.cancelled() => "closed".to_owned(),
                () = context.ct.cancelled() => "cancelled".to_owned(),
            },
            (name, _) => format!("{name} without text"),
        };
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }
}

/// How a service ended.
#[derive(Debug)]
enum Ending {
    Session(QuitReason),
    Handshake(Box<ServerInitializeError>),
}

/// A client's end of a session.
struct Session {
    input: Option<PipeWriter>,
    answers: mpsc::Receiver<Value>,
    service: JoinHandle<Ending>,
    release: Arc<Semaphore>,
}

impl Session {
    /// Starts a service that has not been greeted.
    fn start(limits: Limits) -> Self {
        let (output, writer) = pipe().unwrap();
        Self::start_with_output(limits, writer, output)
    }

    fn start_with_output(
        limits: Limits,
        writer: impl Write + Send + 'static,
        output: PipeReader,
    ) -> Self {
        let (reader, input) = pipe().unwrap();
        let release = Arc::new(Semaphore::new(0));
        let stdio = Stdio::new(reader, writer, limits).unwrap();
        let desk = Desk {
            closed: stdio.closed(),
            release: Arc::clone(&release),
        };
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.unwrap();
                let answer: Value = serde_json::from_str(&line).unwrap();
                assert_eq!(answer["jsonrpc"], "2.0", "{line}");
                if sender.send(answer).is_err() {
                    break;
                }
            }
        });
        Self {
            input: Some(input),
            answers,
            service: thread::spawn(move || serve(desk, stdio)),
            release,
        }
    }

    /// Starts a service and shakes hands.
    fn open() -> Self {
        let mut session = Self::start(Limits::default());
        session.say(INITIALIZE);
        assert_eq!(session.answer()["id"], "hello");
        session.say(INITIALIZED);
        session
    }

    fn say(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    fn write(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The next answer, whatever it is to.
    fn answer(&self) -> Value {
        self.answers.recv_timeout(PATIENCE).unwrap()
    }

    /// Asserts that every line before was answered and that the session still serves.
    fn assert_serves(&mut self) {
        self.say(&echo(&json!("check"), "still here"));
        let answer = self.answer();
        assert_eq!(answer["id"], "check", "{answer}");
        assert_eq!(text(&answer), "still here");
    }

    /// Ends the input. Returns how the service ended and the answers not read yet.
    fn end(mut self) -> (Ending, Vec<Value>) {
        drop(self.input.take());
        let ending = self.service.join().unwrap();
        (ending, self.answers.iter().collect())
    }
}

fn serve(desk: Desk, stdio: Stdio) -> Ending {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    runtime.block_on(async {
        match desk.serve_with_ct(stdio, CancellationToken::new()).await {
            Ok(running) => Ending::Session(running.waiting().await.unwrap()),
            Err(error) => Ending::Handshake(Box::new(error)),
        }
    })
}

fn call(id: &Value, tool: &str, arguments: &Value) -> String {
    let params = json!({"name": tool, "arguments": arguments});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string()
}

fn echo(id: &Value, text: &str) -> String {
    call(id, "echo", &json!({"text": text}))
}

fn hold(id: &Value) -> String {
    call(id, "hold", &json!({}))
}

fn cancel(id: &Value) -> String {
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
        .to_string()
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap()
}
