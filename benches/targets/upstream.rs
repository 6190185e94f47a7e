//! What is read from the warehouse for what is returned, and how full an answer is.

use mcp_wms_api::simulator::Simulator;
use serde_json::{Value, json};

use super::child::Server;
use super::report::Report;

pub(crate) fn measure(simulator: &Simulator, report: &mut Report) {
    let mut server = Server::start(simulator.base_url(), &[]);
    let full = json!({"entity_type": "Product", "limit": 200});
    server.call("query_wms_entities", &full);
    let (ratio, share) = per_byte(&mut server, &full);
    let target = "≤ 1.5";
    report.line(
        "upstream bytes per byte returned, full products",
        target,
        format!("{ratio:.2}"),
        ratio <= 1.5,
    );
    report.line(
        "share of the budget filled, full products (4.8 kB)",
        "–",
        format!("{:.0} %", share * 100.0),
        true,
    );
    for (entity_type, fields) in [("Stock", "full"), ("Product", "lite"), ("Task", "full")] {
        let ask = json!({"entity_type": entity_type, "limit": 200, "fields": fields});
        server.call("query_wms_entities", &ask);
        let (ratio, share) = per_byte(&mut server, &ask);
        let what = format!("{entity_type} {fields}");
        report.line(
            &format!("upstream bytes per byte, {what}"),
            target,
            format!("{ratio:.2}"),
            ratio <= 1.5,
        );
        let filled = format!("{:.0} %", share * 100.0);
        report.line(
            &format!("share of the budget filled, {what}"),
            "≥ 90 %",
            filled,
            share >= 0.9,
        );
    }
}

/// Bytes read for one byte of answer, and the share of the budget that the answer fills.
fn per_byte(server: &mut Server, ask: &Value) -> (f64, f64) {
    let before = received(server);
    let answered = server.call("query_wms_entities", ask)["bytes"]
        .as_f64()
        .unwrap_or_default();
    let read = received(server) - before;
    (read / answered, answered / 25_000.0)
}

fn received(server: &mut Server) -> f64 {
    let status = server.call("get_server_status", &json!({}));
    status["answer"]["rows"][0]["received_bytes"]
        .as_f64()
        .unwrap_or_default()
}
