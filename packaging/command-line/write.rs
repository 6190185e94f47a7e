//! Writes the completion scripts and manual pages that packages install, from the command line's own definition:
//! `cargo run --example packaging-files`.

use std::io;
use std::path::Path;

use clap::{CommandFactory as _, ValueEnum as _};
use clap_complete::Shell;
use mcp_wms_api::cli::Cli;

fn main() -> io::Result<()> {
    write(&Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/command-line"))
}

/// Writes `completions/`, a script for each shell, and `man/`, a page for each command.
pub(crate) fn write(folder: &Path) -> io::Result<()> {
    let completions = folder.join("completions");
    let manual = folder.join("man");
    std::fs::create_dir_all(&completions)?;
    std::fs::create_dir_all(&manual)?;
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    for shell in Shell::value_variants() {
        clap_complete::generate_to(*shell, &mut command, name.as_str(), &completions)?;
    }
    // The pages of `help` would say what each command's own page says.
    clap_mangen::generate_to(Cli::command().disable_help_subcommand(true), &manual)
}
