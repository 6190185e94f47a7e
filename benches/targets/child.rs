//! The release binary as a child process, spoken to in lines.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

use mcp_wms_api::simulator::{DEMO_CLIENT_ID, DEMO_CLIENT_SECRET, DEMO_PASSWORD, DEMO_USERNAME};
use serde_json::{Value, json};

/// Builds the release binary, as a user does, and notes where it is. The one that cargo made for this program is another:
/// the features of the tests' dependencies widen it.
pub(crate) fn build() {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "--message-format", "json"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo runs");
    assert!(built.status.success(), "the release build failed");
    let messages = String::from_utf8(built.stdout).expect("JSON");
    let executable = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find_map(|message| message["executable"].as_str().map(PathBuf::from));
    let _ = BINARY.set(executable.expect("an executable"));
}

static BINARY: OnceLock<PathBuf> = OnceLock::new();

/// The release binary.
pub(crate) fn binary() -> &'static Path {
    BINARY.get().expect("built at the start")
}

/// A running server over pipes.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) input: Option<ChildStdin>,
    pub(crate) output: BufReader<ChildStdout>,
    line: String,
    next_id: u64,
}

/// The command of a server that reads the warehouse at `base_url`, with further settings.
pub(crate) fn command(base_url: &str, settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(binary());
    command
        .env_clear()
        .env("WMS_URL", base_url)
        .env("WMS_TENANT", "NORTH");
    command
        .env("WMS_USERNAME", DEMO_USERNAME)
        .env("WMS_PASSWORD", DEMO_PASSWORD);
    command
        .env("WMS_CLIENT_ID", DEMO_CLIENT_ID)
        .env("WMS_CLIENT_SECRET", DEMO_CLIENT_SECRET);
    command.envs(settings.iter().copied()).stderr(Stdio::null());
    command
}

/// One request in the revision without a handshake.
pub(crate) fn request(id: u64, method: &str, mut params: Value) -> String {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let mut line =
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string();
    line.push('\n');
    line
}

pub(crate) fn call(id: u64, tool: &str, arguments: &Value) -> String {
    request(
        id,
        "tools/call",
        json!({"name": tool, "arguments": arguments}),
    )
}

impl Server {
    pub(crate) fn start(base_url: &str, settings: &[(&str, &str)]) -> Self {
        let mut command = command(base_url, settings);
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().expect("a stdout"));
        Self {
            process,
            input,
            output,
            line: String::new(),
            next_id: 0,
        }
    }

    /// Makes a call and returns the bytes of its text.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.next_id += 1;
        let line = call(self.next_id, tool, arguments);
        self.send(&line);
        let response = self.read();
        let text = response["result"]["content"][0]["text"]
            .as_str()
            .unwrap_or_else(|| panic!("{response}"));
        json!({"bytes": text.len(), "answer": serde_json::from_str::<Value>(text).expect("JSON")})
    }

    pub(crate) fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("an input");
        input.write_all(line.as_bytes()).expect("the server reads");
    }

    /// The next line of the server.
    pub(crate) fn read(&mut self) -> Value {
        self.line.clear();
        self.output
            .read_line(&mut self.line)
            .expect("the server answers");
        serde_json::from_str(&self.line).expect("a message")
    }

    /// Passes the next line over without looking into it: what is measured is the server, not this program's parser.
    pub(crate) fn pass_line(&mut self) {
        self.line.clear();
        self.output
            .read_line(&mut self.line)
            .expect("the server answers");
    }

    /// A figure of `/proc/<pid>/status` in MB (`VmRSS`, `VmHWM`); none where there is no such file.
    pub(crate) fn memory_mb(&self, figure: &str) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with(figure))?;
        let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kilobytes / 1024.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
