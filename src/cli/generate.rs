//! What packages are made of: the completion scripts and the manual page, both from the command line's own definition.

use clap::CommandFactory as _;
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use super::{Cli, FAILED, print};

/// Prints the completion script of a shell.
pub(super) fn completions(shell: Shell) -> u8 {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(shell, &mut command, name, &mut script);
    print::bytes(&script);
    0
}

/// Prints the manual page.
pub(super) fn manual_page() -> u8 {
    let mut page = Vec::new();
    match Man::new(Cli::command()).render(&mut page) {
        Ok(()) => {
            print::bytes(&page);
            0
        }
        Err(_) => FAILED,
    }
}
