//! `simulate`: the simulated `EasyWMS` alone, until interrupted.

use std::io::{self, IsTerminal as _};

use super::{NOT_STARTED, print};
use crate::simulator::{
    DEMO_CLIENT_ID, DEMO_CLIENT_SECRET, DEMO_PASSWORD, DEMO_USERNAME, Options, Simulator,
};

/// Starts the simulator and prints the settings of a profile that reads it.
pub(super) async fn run(port: u16, scale: usize) -> u8 {
    let options = Options {
        port,
        scale,
        ..Options::default()
    };
    let simulator = match Simulator::start(options).await {
        Ok(simulator) => simulator,
        Err(error) => {
            tracing::error!(%error, "the simulator could not be started");
            return NOT_STARTED;
        }
    };
    print::line(&format!(
        "WMS_URL={}\nWMS_TENANT=NORTH\nWMS_USERNAME={DEMO_USERNAME}\nWMS_PASSWORD={DEMO_PASSWORD}\nWMS_CLIENT_ID={DEMO_CLIENT_ID}\nWMS_CLIENT_SECRET={DEMO_CLIENT_SECRET}",
        simulator.base_url()
    ));
    if io::stderr().is_terminal() {
        print::note(
            "Put these lines into an env file and name it with --env-file. End with Ctrl-C.",
        );
    }
    let _ = tokio::signal::ctrl_c().await;
    0
}
