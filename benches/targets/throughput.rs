//! Calls in flight at once: against the warehouse, and trivial ones through the transport alone.

use std::io::{BufRead as _, BufReader, Write as _};
use std::time::Instant;

use mcp_wms_api::simulator::Simulator;
use serde_json::json;

use super::bare::Bare;
use super::child::{Server, call};
use super::latency::last_query;
use super::report::{Report, percentile};

const QUERIES: usize = 800;
const ROUNDS: usize = 3;
#[cfg(unix)]
const TRIVIAL_CALLS: u64 = 60_000;

pub(crate) async fn measure(simulator: &Simulator, report: &mut Report) {
    let mut server = Server::start(simulator.base_url(), &[("WMS_MAX_CONCURRENCY", "16")]);
    let ask = json!({"entity_type": "Product", "limit": 5});
    server.call("query_wms_entities", &ask);
    server.call("query_wms_entities", &ask);
    let bare = Bare::new(simulator, &last_query(simulator));
    for in_flight in [1, 4, 16] {
        let mut ratios = Vec::new();
        for _ in 0..ROUNDS {
            let with = queries_a_second(&mut server, in_flight);
            ratios.push(with / exchanges_a_second(&bare, in_flight).await);
        }
        let ratio = percentile(&mut ratios, 50);
        let what = format!("{in_flight} queries at once, share of the bare client's throughput");
        let target = if in_flight == 16 { "≥ 90 %" } else { "–" };
        report.line(
            &what,
            target,
            format!("{:.0} %", ratio * 100.0),
            in_flight != 16 || ratio >= 0.9,
        );
    }
    #[cfg(unix)]
    trivial_calls(report);
}

fn queries_a_second(server: &mut Server, in_flight: usize) -> f64 {
    let ask = json!({"entity_type": "Product", "limit": 5});
    let begun = Instant::now();
    let mut sent = 0;
    for _ in 0..in_flight {
        sent += 1;
        server.send(&call(1_000 + sent, "query_wms_entities", &ask));
    }
    for _ in 0..QUERIES {
        server.read();
        if sent < QUERIES as u64 {
            sent += 1;
            server.send(&call(1_000 + sent, "query_wms_entities", &ask));
        }
    }
    QUERIES as f64 / begun.elapsed().as_secs_f64()
}

async fn exchanges_a_second(bare: &Bare, in_flight: usize) -> f64 {
    let begun = Instant::now();
    let workers = (0..in_flight).map(|_| {
        let bare = bare.clone();
        tokio::spawn(async move {
            for _ in 0..QUERIES / in_flight {
                bare.exchange().await;
            }
        })
    });
    for worker in workers.collect::<Vec<_>>() {
        worker.await.expect("a worker");
    }
    QUERIES as f64 / begun.elapsed().as_secs_f64()
}

/// Calls that touch no network, over a socket pair as a Node host gives its children one.
#[cfg(unix)]
fn trivial_calls(report: &mut Report) {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    let (ours, theirs) = UnixStream::pair().expect("a socket pair");
    let mut command = super::child::command("http://127.0.0.1:9", &[]);
    let stdin = OwnedFd::from(theirs.try_clone().expect("a second handle"));
    let mut process = command
        .stdin(stdin)
        .stdout(OwnedFd::from(theirs))
        .spawn()
        .expect("the binary starts");
    drop(command);
    let mut output = BufReader::with_capacity(1 << 16, ours.try_clone().expect("a second handle"));
    let mut input = ours;
    let mut line = Vec::new();
    let begun = Instant::now();
    let mut sent = 0;
    let mut send_batch = |count: u64, sent: &mut u64| {
        let batch: String = (0..count)
            .map(|ahead| call(*sent + ahead + 1, "list_profiles", &json!({})))
            .collect();
        *sent += count;
        input.write_all(batch.as_bytes()).expect("the server reads");
    };
    send_batch(32, &mut sent);
    for answered in 1..=TRIVIAL_CALLS {
        line.clear();
        output
            .read_until(b'\n', &mut line)
            .expect("the server answers");
        // A host sends when it has something to say; eight answers are about what one read brings.
        if answered % 8 == 0 && sent < TRIVIAL_CALLS {
            send_batch(8, &mut sent);
        }
    }
    let rate = TRIVIAL_CALLS as f64 / begun.elapsed().as_secs_f64();
    let _ = process.kill();
    let _ = process.wait();
    report.line(
        "trivial calls, 32 in flight over a socket pair",
        "≥ 45,000 a second",
        format!("{rate:.0} a second"),
        rate >= 45_000.0,
    );
}
