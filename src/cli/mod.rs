//! The command line: what was asked for, and which part of the program does it.
//!
//! A command's own print goes to stdout here and nowhere else; the server's stdout belongs to the protocol.

mod call;
mod completions;
mod doctor;
mod logging;
mod print;
mod serve;
mod simulate;
mod tools;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use tokio::runtime::{Builder, Runtime};

pub use self::tools::tool_table;
use crate::config::{Config, Options};

/// Lets an assistant read a Mecalux `EasyWMS` warehouse over the Model Context Protocol. It never writes to the warehouse.
#[derive(Debug, Parser)]
#[command(name = "mcp-wms-api", version, about, after_help = TO_BEGIN)]
pub struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Args, Debug)]
struct GlobalArgs {
    /// Read the embedded demo warehouse instead of a configured one
    #[arg(long, global = true)]
    demo: bool,
    /// File with settings (default: `WMS_ENV_FILE`, else `.env` in the working directory)
    #[arg(long, global = true, value_name = "FILE")]
    env_file: Option<PathBuf>,
    /// Profile used when a call names none
    #[arg(long, global = true, value_name = "NAME")]
    profile: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve MCP on stdin and stdout (the default)
    Serve,
    /// Make one call and print its answer; exit status 1 if it fails
    Call {
        /// The tool's name, as `tools` lists it
        tool: String,
        /// The arguments as a JSON object; `-` reads them from stdin
        arguments: Option<String>,
        /// Print rows as a table and facts in lines, for people
        #[arg(long)]
        pretty: bool,
    },
    /// List the tools, or explain one
    Tools {
        /// The tool to explain
        tool: Option<String>,
        /// Print the definitions that clients get, as JSON
        #[arg(long)]
        json: bool,
    },
    /// Try every step of reading a warehouse; exit status 1 if one fails
    Doctor {
        /// Examine every profile, not only the default one
        #[arg(long)]
        all: bool,
        /// Print the findings as JSON
        #[arg(long)]
        json: bool,
    },
    /// Run the simulated EasyWMS alone, for trying a profile by hand
    Simulate {
        /// Port on 127.0.0.1; 0 takes a free one
        #[arg(long, default_value_t = 0)]
        port: u16,
        /// Multiplies the data
        #[arg(long, default_value_t = 1)]
        scale: usize,
    },
    /// Print the completion script of a shell
    Completions {
        /// The shell that is to read it
        shell: Shell,
    },
}

/// What the help ends with.
const TO_BEGIN: &str = "\
To begin:
  mcp-wms-api --demo call --pretty list_warehouse_alerts   ask the embedded demo warehouse
  mcp-wms-api tools get_stock                              explain one tool, with a call to try
  mcp-wms-api --env-file wms.env doctor                    try your own warehouse, step by step

Settings are environment variables or lines of an env file; .env.example lists them.";

/// Exit status of a call that failed.
const FAILED: u8 = 1;
/// Exit status of a command that could not be started.
const NOT_STARTED: u8 = 2;

/// Runs a command to its end.
#[must_use]
pub fn run(cli: Cli) -> ExitCode {
    let options = Options {
        env_file: cli.global.env_file,
        profile: cli.global.profile,
        demo: cli.global.demo,
    };
    let config = Config::from_process(options);
    let logs = logging::start(&config.settings);
    let status = match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => with_runtime(serve::run(config)),
        Command::Call {
            tool,
            arguments,
            pretty,
        } => {
            let wanted = call::Wanted {
                tool,
                arguments,
                pretty,
            };
            with_runtime(call::run(config, wanted))
        }
        Command::Tools { tool, json } => tools::run(config, tool.as_deref(), json),
        Command::Doctor { all, json } => {
            with_runtime(doctor::run(config, doctor::Wanted { all, json }))
        }
        Command::Completions { shell } => completions::print(shell),
        Command::Simulate { port, scale } => with_runtime(simulate::run(port, scale)),
    };
    logs.flush();
    ExitCode::from(status)
}

/// Runs on a runtime that is not waited for at the end: a thread blocked on stdin must not keep the process alive.
fn with_runtime(command: impl Future<Output = u8>) -> u8 {
    let Some(runtime) = runtime() else {
        return NOT_STARTED;
    };
    let status = runtime.block_on(command);
    runtime.shutdown_background();
    status
}

/// Two workers: the work is waiting for the warehouse, and one of them may be busy with a large body.
fn runtime() -> Option<Runtime> {
    let built = Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    built
        .inspect_err(|error| tracing::error!(%error, "the runtime could not be started"))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_coherent() {
        Cli::command().debug_assert();
    }
}
