//! The real binary as a child process: an MCP session over its pipes, or a command run to its end.
//!
//! Every wait has a limit, so that a hang is a failed test and not a hanging suite.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Far above what anything here takes on a busy machine.
const LONG: Duration = Duration::from_secs(20);
/// Hosts send SIGTERM this long after they close stdin.
pub(crate) const EXIT_LIMIT: Duration = Duration::from_secs(2);

/// The binary with these arguments, an empty environment and a working directory without an env file.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-wms-api"));
    command
        .args(arguments)
        .env_clear()
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    // Without it Windows opens no socket.
    if let Some(root) = std::env::var_os("SYSTEMROOT") {
        command.env("SYSTEMROOT", root);
    }
    command
}

/// What a command that ran to its end printed and returned.
#[derive(Debug)]
pub(crate) struct Printed {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Printed {
    /// The one JSON value on stdout.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap()
    }
}

/// Runs the binary to its end with `input` on its stdin.
pub(crate) async fn run(mut command: Command, input: &str) -> Printed {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A command that reads no stdin may be gone before the text is.
    let _ = stdin.write_all(input.as_bytes()).await;
    drop(stdin);
    let output: Output = timeout(LONG, child.wait_with_output())
        .await
        .unwrap()
        .unwrap();
    Printed {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A running server and the pipes to it.
pub(crate) struct Session {
    pub(crate) child: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<Lines<BufReader<ChildStdout>>>,
    stderr: JoinHandle<String>,
}

/// How a server ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: Option<i32>,
    pub(crate) elapsed: Duration,
    /// The messages on stdout that were not taken before.
    pub(crate) messages: Vec<Value>,
    pub(crate) stderr: String,
}

impl Session {
    /// Starts a server whose stderr is read all along.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut pipe = child.stderr.take().unwrap();
        let stderr = tokio::spawn(async move {
            let mut text = String::new();
            pipe.read_to_string(&mut text).await.unwrap();
            text
        });
        Self {
            stderr,
            ..Self::unread(child)
        }
    }

    /// Starts a server whose stderr stays with the child, unread.
    pub(crate) fn start_unread(mut command: Command) -> Self {
        Self::unread(command.spawn().unwrap())
    }

    fn unread(mut child: Child) -> Self {
        Self {
            stdin: child.stdin.take(),
            stdout: child.stdout.take().map(|out| BufReader::new(out).lines()),
            stderr: tokio::spawn(async { String::new() }),
            child,
        }
    }

    /// Sends one line.
    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(&format!("{message}\n")).await;
    }

    /// Sends bytes as they are.
    pub(crate) async fn send_text(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(text.as_bytes()).await.unwrap();
        stdin.flush().await.unwrap();
    }

    /// Takes the next message; a line that is none fails the test.
    pub(crate) async fn receive(&mut self) -> Value {
        let line = timeout(LONG, self.stdout.as_mut().unwrap().next_line()).await;
        message_of(&line.unwrap().unwrap().unwrap())
    }

    /// Sends a request and returns its response, passing over notifications.
    pub(crate) async fn request(&mut self, id: u32, method: &str, params: Value) -> Value {
        self.send(&request(id, method, params)).await;
        loop {
            let message = self.receive().await;
            if message["id"] == id {
                return message;
            }
        }
    }

    /// The handshake of a client.
    pub(crate) async fn initialize(&mut self) -> Value {
        let params = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        });
        let response = self.request(0, "initialize", params).await;
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
        response
    }

    /// Makes a call and returns the JSON of its text.
    pub(crate) async fn call(&mut self, id: u32, tool: &str, arguments: Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments});
        let response = self.request(id, "tools/call", params).await;
        let text = response["result"]["content"][0]["text"].as_str().unwrap();
        serde_json::from_str(text).unwrap()
    }

    pub(crate) fn close_stdin(&mut self) {
        self.stdin = None;
    }

    pub(crate) fn close_stdout(&mut self) {
        self.stdout = None;
    }

    /// Sends the child a signal.
    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().unwrap();
        // The shell's own `kill`: not every system has the program.
        let sent = std::process::Command::new("sh")
            .args(["-c", &format!("kill {name} {id}")])
            .status();
        assert!(sent.unwrap().success());
    }

    /// Closes stdin and waits for the end.
    pub(crate) async fn finish(mut self) -> Ended {
        self.close_stdin();
        self.ended().await
    }

    /// Waits for the end, with stdin left as it is.
    pub(crate) async fn ended(mut self) -> Ended {
        let started = Instant::now();
        let mut messages = Vec::new();
        let reading = async {
            while let Some(stdout) = &mut self.stdout
                && let Some(line) = stdout.next_line().await.unwrap()
            {
                messages.push(message_of(&line));
            }
            self.child.wait().await.unwrap()
        };
        let status = timeout(LONG, reading).await.unwrap();
        Ended {
            status: status.code(),
            elapsed: started.elapsed(),
            messages,
            stderr: self.stderr.await.unwrap(),
        }
    }
}

/// A request as a client writes it.
pub(crate) fn request(id: u32, method: &str, params: Value) -> Value {
    let mut request = json!({"jsonrpc": "2.0", "id": id, "method": method});
    request["params"] = params;
    request
}

fn message_of(line: &str) -> Value {
    let message: Value = serde_json::from_str(line).unwrap();
    assert_eq!(message["jsonrpc"], "2.0", "{line}");
    message
}
