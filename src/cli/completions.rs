//! `completions`: the completion script of a shell, from the command line's own definition.

use clap::CommandFactory as _;
use clap_complete::{Shell, generate};

use super::Cli;

/// Prints the script.
pub(super) fn print(shell: Shell) -> u8 {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(shell, &mut command, name, &mut script);
    super::print::bytes(&script);
    0
}
