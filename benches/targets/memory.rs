//! Peak memory under large bodies and unread answers (Linux only: it reads `/proc`).

use std::io::Write as _;

use mcp_wms_api::simulator::{Fault, Route, Simulator};
use serde_json::json;

use super::child::{Server, call};
use super::report::Report;

pub(crate) fn measure(simulator: &Simulator, report: &mut Report) {
    let ask = json!({"entity_type": "Product", "limit": 5});
    for (what, fault, limit) in [
        ("a 15 MiB body", Fault::Huge { mebibytes: 15 }, 30.0),
        ("a gzip bomb", Fault::GzipBomb { mebibytes: 1024 }, 60.0),
    ] {
        let mut server = Server::start(simulator.base_url(), &[]);
        server.call("query_wms_entities", &ask);
        simulator.plan(Route::Query, fault);
        server.send(&call(99, "query_wms_entities", &ask));
        server.read();
        simulator.clear_faults();
        peak(&server, &format!("peak memory after {what}"), limit, report);
    }
    writing_rows(simulator, report);
    unread_answers(simulator, report);
}

fn writing_rows(simulator: &Simulator, report: &mut Report) {
    let mut peaks = Vec::new();
    for query_type in [0, 1] {
        let mut server = Server::start(simulator.base_url(), &[]);
        server.call(
            "call_query_api",
            &json!({"entity_type": "Product", "query_type": query_type, "limit": 200}),
        );
        peaks.extend(server.memory_mb("VmHWM"));
    }
    if let [reading, writing] = peaks.as_slice() {
        let measured = format!("{writing:.1} MB against {reading:.1} MB");
        report.line(
            "peak memory, 200 Writing rows against 200 Reading rows",
            "no more",
            measured,
            *writing <= reading + 1.0,
        );
    }
}

fn unread_answers(simulator: &Simulator, report: &mut Report) {
    let mut server = Server::start(simulator.base_url(), &[("MAX_RESPONSE_BYTES", "100000")]);
    let ask = json!({"entity_type": "Product", "limit": 21});
    server.call("query_wms_entities", &ask);
    let lines: Vec<String> = (1..=5_000)
        .map(|id| call(10_000 + id, "query_wms_entities", &ask))
        .collect();
    let mut input = server.input.take().expect("an input");
    let writer = std::thread::spawn(move || {
        lines
            .iter()
            .try_for_each(|line| input.write_all(line.as_bytes()))
    });
    // Long enough for the server to take all that it will take from a client that doesn't read.
    std::thread::sleep(std::time::Duration::from_secs(3));
    peak(
        &server,
        "peak memory, 5,000 unread answers of 100 kB",
        40.0,
        report,
    );
    drop(server);
    let _ = writer.join();
}

fn peak(server: &Server, what: &str, limit: f64, report: &mut Report) {
    if let Some(peak) = server.memory_mb("VmHWM") {
        report.line(
            what,
            &format!("≤ {limit:.0} MB"),
            format!("{peak:.1} MB"),
            peak <= limit,
        );
    }
}
