//! Calls in flight at once: against the warehouse, and trivial ones through the transport alone.

use std::io::{BufRead as _, BufReader, Write as _};
use std::time::{Duration, Instant};

use mcp_wms_api::simulator::{Fault, Route, Simulator};
use serde_json::json;

use super::bare::Bare;
use super::child::{Server, call};
use super::latency::last_query;
use super::report::{Report, percentile};

const QUERIES: usize = 800;
const ROUNDS: usize = 3;
/// A quick answer of a server in the same building.
const WAREHOUSE_TIME: Duration = Duration::from_millis(20);
#[cfg(unix)]
const TRIVIAL_CALLS: u64 = 60_000;

pub(crate) async fn measure(simulator: &Simulator, report: &mut Report) {
    let mut server = Server::start(simulator.base_url(), &[("WMS_MAX_CONCURRENCY", "16")]);
    let ask = json!({"entity_type": "Product", "limit": 5});
    server.call("query_wms_entities", &ask);
    server.call("query_wms_entities", &ask);
    let bare = Bare::new(simulator, &last_query(simulator));
    // On one machine the simulator, the bare client and the server share the cores: what is lost is the server's own work.
    for in_flight in [1, 4, 16] {
        let share = share_of_the_bare_client(&mut server, &bare, in_flight).await;
        let what = format!(
            "{in_flight} queries at once, share of the bare client's throughput, all on the same cores"
        );
        report.line(&what, "–", percent(share), true);
    }
    // A warehouse is another machine: its answers take time, and not this machine's.
    simulator.plan_always(Route::Query, Fault::SlowHeaders(WAREHOUSE_TIME));
    let share = share_of_the_bare_client(&mut server, &bare, 16).await;
    simulator.clear_faults();
    let what =
        "16 queries at once, share of the bare client's throughput, a warehouse that takes 20 ms";
    report.line(what, "≥ 90 %", percent(share), share >= 0.9);
    #[cfg(unix)]
    trivial_calls(report);
}

async fn share_of_the_bare_client(server: &mut Server, bare: &Bare, in_flight: usize) -> f64 {
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let with = queries_a_second(server, in_flight);
        ratios.push(with / exchanges_a_second(bare, in_flight).await);
    }
    percentile(&mut ratios, 50)
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
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
        server.pass_line();
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
