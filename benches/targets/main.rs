//! The project's targets, measured: one command (`cargo bench --bench targets`) prints each with its target and its value.
//!
//! It runs the release binary against the simulator in this process, and the bare HTTP exchange beside it in the same run,
//! so that what is compared had the same machine at the same moment. Nothing here runs in the test suite.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_precision_loss,
    reason = "a measuring program: it prints, and a broken run should stop"
)]

mod bare;
mod child;
mod latency;
mod memory;
mod report;
mod size;
mod start;
mod throughput;
mod upstream;

use mcp_wms_api::simulator::{Options, Simulator};

use self::report::Report;

fn main() {
    child::build();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let simulator = runtime
        .block_on(Simulator::start(Options::default()))
        .expect("a simulator");
    let mut report = Report::default();
    start::measure(&mut report);
    size::measure(&mut report);
    upstream::measure(&simulator, &mut report);
    runtime.block_on(latency::measure(&simulator, &mut report));
    runtime.block_on(throughput::measure(&simulator, &mut report));
    memory::measure(&simulator, &mut report);
    report.print();
}
