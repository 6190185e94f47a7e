//! What a query costs more than the bare HTTP exchange behind it.

use std::time::Instant;

use mcp_wms_api::simulator::Simulator;
use serde_json::{Value, json};

use super::bare::Bare;
use super::child::{Server, call};
use super::report::{Report, percentile};

const RUNS: usize = 300;

pub(crate) async fn measure(simulator: &Simulator, report: &mut Report) {
    let mut server = Server::start(simulator.base_url(), &[]);
    let ask = json!({"entity_type": "Product", "limit": 5});
    server.call("query_wms_entities", &ask);
    let bytes = server.call("query_wms_entities", &ask)["bytes"]
        .as_u64()
        .unwrap_or_default();
    let bare = Bare::new(simulator, &last_query(simulator));
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let line = call(1, "query_wms_entities", &ask);
        let begun = Instant::now();
        server.send(&line);
        server.pass_line();
        with.push(begun.elapsed().as_secs_f64() * 1000.0);
        let begun = Instant::now();
        bare.exchange().await;
        without.push(begun.elapsed().as_secs_f64() * 1000.0);
    }
    for percent in [50, 99] {
        let added = percentile(&mut with, percent) - percentile(&mut without, percent);
        let what = format!("added latency of a query at {bytes} bytes, p{percent}");
        let met = percent != 50 || added <= 1.0;
        report.line(
            &what,
            if percent == 50 { "≤ 1 ms" } else { "–" },
            format!("{added:.2} ms"),
            met,
        );
    }
}

/// The body that the server sent last.
pub(crate) fn last_query(simulator: &Simulator) -> Value {
    let journal = simulator.journal();
    let last = journal
        .iter()
        .rev()
        .find(|exchange| exchange.path.ends_with("/QueryExecute"));
    serde_json::from_str(&last.expect("a query").body).expect("JSON")
}
