//! The binary: the command line is `mcp_wms_api::cli`.

use std::process::ExitCode;

use clap::Parser as _;
use mcp_wms_api::cli::{Cli, run};

fn main() -> ExitCode {
    run(Cli::parse())
}
