//! Thousands of mixed calls against a warehouse that fails every tenth read: each is answered, and nothing is left behind.
//!
//! The server is the real binary, so that its memory can be told from the simulator's and from that of the tests beside it.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use std::ops::RangeInclusive;
use std::time::Duration;

use mcp_wms_api::simulator::{
    DEMO_CLIENT_ID, DEMO_CLIENT_SECRET, DEMO_PASSWORD, DEMO_USERNAME, Fault, Route, Simulator,
};
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::timeout;

use crate::harness::{Outcome, assert_failure_shape, simulator_options};
use crate::process::{Session, command, request};

const CALLS: u32 = 5_000;
/// Calls after which every cache is filled and every thread has its heap.
const WARM_UP_CALLS: u32 = 1_000;
const CALLS_AT_ONCE: usize = 16;
const CALLS_PER_FAULT: u32 = 10;
/// What a profile may have in flight by default.
const PERMITS: usize = 4;
const MOST_GROWTH_KIB: u64 = 10 * 1024;
/// Far above what a held request takes on a busy machine.
const LONG: Duration = Duration::from_secs(20);

#[tokio::test]
async fn leaves_nothing_behind_when_every_tenth_read_of_many_fails() {
    let mut soak = Soak::start().await;
    soak.run(1..=WARM_UP_CALLS).await;
    let warm = soak.footprint();
    soak.run(WARM_UP_CALLS + 1..=CALLS).await;
    soak.assert_most_faults_went_unnoticed();
    if let (Some(warm), Some(soaked)) = (warm, soak.footprint()) {
        let grown_kib = soaked.resident_kib.saturating_sub(warm.resident_kib);
        assert!(grown_kib <= MOST_GROWTH_KIB, "{warm:?} to {soaked:?}");
        // The pool may hold one connection a permit, now or then.
        assert!(
            soaked.open_files <= warm.open_files + PERMITS,
            "{warm:?} to {soaked:?}"
        );
    }
    soak.assert_all_permits_are_back().await;
}

/// A server under load, and what has been seen of it.
struct Soak {
    session: Session,
    simulator: Simulator,
    faults: usize,
    failures: usize,
}

/// What a process holds.
#[derive(Debug)]
struct Footprint {
    resident_kib: u64,
    open_files: usize,
}

impl Soak {
    async fn start() -> Self {
        let simulator = Simulator::start(simulator_options()).await.unwrap();
        let mut session = Session::start(server_of(&simulator));
        session.initialize().await;
        Self {
            session,
            simulator,
            faults: 0,
            failures: 0,
        }
    }

    /// Makes the calls of these ids, many at once, and checks that each is answered, and once.
    async fn run(&mut self, mut ids: RangeInclusive<u32>) {
        let mut unanswered: Vec<u32> = Vec::new();
        loop {
            while unanswered.len() < CALLS_AT_ONCE
                && let Some(id) = ids.next()
            {
                self.begin(id).await;
                unanswered.push(id);
            }
            if unanswered.is_empty() {
                break;
            }
            let response = self.session.receive().await;
            let place = unanswered.iter().position(|id| response["id"] == *id);
            let id = unanswered.swap_remove(place.unwrap());
            self.check(&mixed_call(id), &response);
            // The journal is the simulator's memory of each request: of no use here.
            self.simulator.clear_journal();
        }
    }

    async fn begin(&mut self, id: u32) {
        let call = mixed_call(id);
        if id.is_multiple_of(CALLS_PER_FAULT) {
            let route = call.route.unwrap_or(Route::Query);
            self.simulator.plan(route, fault(id / CALLS_PER_FAULT));
            self.faults += 1;
        }
        self.send(id, &call).await;
    }

    async fn send(&mut self, id: u32, call: &Call) {
        let params = json!({"name": call.tool, "arguments": call.arguments});
        self.session.send(&request(id, "tools/call", params)).await;
    }

    /// An answer is a success or has the shape of a failure.
    fn check(&mut self, call: &Call, response: &Value) {
        let text = response["result"]["content"][0]["text"].as_str().unwrap();
        let outcome = Outcome {
            text: text.to_owned(),
            json: serde_json::from_str(text).unwrap(),
            is_error: response["result"]["isError"] == true,
        };
        if outcome.is_error {
            assert_failure_shape(&outcome, call.tool);
            self.failures += usize::from(call.route.is_some());
        } else {
            assert_eq!(outcome.json["success"], true, "{text}");
        }
    }

    /// Only what is no JSON is never asked again; of the rest a retry may meet the next fault.
    fn assert_most_faults_went_unnoticed(&self) {
        let (failures, faults) = (self.failures, self.faults);
        assert!(failures * 2 < faults, "{failures} of {faults}");
    }

    async fn assert_all_permits_are_back(&mut self) {
        let reads = u32::try_from(PERMITS).unwrap();
        self.simulator.clear_faults();
        self.simulator
            .plan_times(Route::Query, Fault::Hold, PERMITS);
        let count = Call::of(
            "count_wms_entities",
            Route::Query,
            json!({"entity_type": "Dock"}),
        );
        for id in CALLS + 1..=CALLS + reads {
            self.send(id, &count).await;
        }
        timeout(LONG, self.simulator.held(PERMITS)).await.unwrap();
        self.simulator.release();
        let failures = self.failures;
        for _ in 0..reads {
            let response = self.session.receive().await;
            self.check(&count, &response);
        }
        assert_eq!(self.failures, failures);
        assert_eq!(self.simulator.in_flight_peak(), PERMITS);
    }

    /// What the server holds at this moment; none where there is no `/proc`.
    fn footprint(&self) -> Option<Footprint> {
        let process = format!("/proc/{}", self.session.child.id()?);
        let status = std::fs::read_to_string(format!("{process}/status")).ok()?;
        let resident = status.lines().find(|line| line.starts_with("VmRSS"))?;
        Some(Footprint {
            resident_kib: resident.split_whitespace().nth(1)?.parse().ok()?,
            open_files: std::fs::read_dir(format!("{process}/fd")).ok()?.count(),
        })
    }
}

/// A call, and the service that it reads; none for one that is answered without.
struct Call {
    tool: &'static str,
    route: Option<Route>,
    arguments: Value,
}

impl Call {
    fn of(tool: &'static str, route: impl Into<Option<Route>>, arguments: Value) -> Self {
        Self {
            tool,
            route: route.into(),
            arguments,
        }
    }
}

fn mixed_call(id: u32) -> Call {
    let query = |tool, arguments| Call::of(tool, Route::Query, arguments);
    let workflow = |tool, arguments| Call::of(tool, Route::Workflow, arguments);
    match id % 9 {
        0 => query("count_wms_entities", json!({"entity_type": "Dock"})),
        1 => query(
            "query_wms_entities",
            json!({"entity_type": "Zone", "format": "table"}),
        ),
        2 => query(
            "query_wms_entities",
            json!({"entity_type": "Dock", "filter": "Code startswith 'DK'", "order_by": "Code desc", "limit": 5}),
        ),
        3 => query(
            "get_wms_entity",
            json!({"entity_type": "Dock", "key": "DK01"}),
        ),
        4 => query(
            "call_query_api",
            json!({"entity_type": "Zone", "query_type": 1}),
        ),
        5 => workflow("list_workflows", json!({"application": "EasyWMS"})),
        6 => query(
            "count_wms_entities",
            json!({"entity_type": "Zone", "filter": "Code contains 'A'"}),
        ),
        7 => Call::of(
            "query_wms_entities",
            None,
            json!({"entity_type": "Nonsense"}),
        ),
        _ => Call::of("list_profiles", None, json!({})),
    }
}

/// Mostly faults that are asked again at once or not at all: each pause of the others is real time.
fn fault(number: u32) -> Fault {
    match number % 12 {
        0 => Fault::CloseBeforeAnswer,
        6 => Fault::CutBody { after_bytes: 20 },
        1 | 4 | 7 => Fault::Status {
            code: 503,
            retry_after: Some("0".to_owned()),
            body: None,
            content_type: None,
        },
        2 | 8 => Fault::SlowHeaders(Duration::from_millis(5)),
        3 | 9 => Fault::BadJson(r#"{"Items":[}"#.to_owned()),
        _ => Fault::status(401),
    }
}

fn server_of(simulator: &Simulator) -> Command {
    let mut command = command(&[]);
    command.envs([
        ("WMS_URL", simulator.base_url()),
        ("WMS_TENANT", "NORTH"),
        ("WMS_USERNAME", DEMO_USERNAME),
        ("WMS_PASSWORD", DEMO_PASSWORD),
        ("WMS_CLIENT_ID", DEMO_CLIENT_ID),
        ("WMS_CLIENT_SECRET", DEMO_CLIENT_SECRET),
    ]);
    command
}
