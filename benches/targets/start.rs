//! From the start of the process to its first answer.

use std::time::Instant;

use serde_json::json;

use super::child::{Server, request};
use super::report::{Report, percentile};

const RUNS: usize = 30;

pub(crate) fn measure(report: &mut Report) {
    let mut milliseconds: Vec<f64> = (0..RUNS).map(|_| first_answer()).collect();
    let median = percentile(&mut milliseconds, 50);
    report.line(
        "process start to the first answer, median",
        "≤ 6 ms",
        format!("{median:.1} ms"),
        median <= 6.0,
    );
    let mut server = Server::start("http://127.0.0.1:9", &[]);
    server.send(&request(1, "tools/list", json!({})));
    let listed = server.read();
    let bytes = listed["result"]["tools"].to_string().len();
    report.line(
        "tools/list",
        "≤ 24,000 bytes",
        format!("{bytes} bytes"),
        bytes <= 24_000,
    );
    if let Some(idle) = server.memory_mb("VmRSS") {
        report.line(
            "resident memory, idle",
            "≤ 10 MB",
            format!("{idle:.1} MB"),
            idle <= 10.0,
        );
    }
}

fn first_answer() -> f64 {
    let begun = Instant::now();
    let mut server = Server::start("http://127.0.0.1:9", &[]);
    server.send(&request(1, "server/discover", json!({})));
    server.read();
    begun.elapsed().as_secs_f64() * 1000.0
}
