//! The manual pages and the completions, from the same definitions as the help.

use std::io::Write;

use anyhow::Result;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::cli;
use crate::session::Registry;

/// Writes the completions for a shell.
pub(super) fn completions(registry: &Registry, shell: Shell, out: &mut dyn Write) -> Result<()> {
    // The generator panics when it cannot write, so it writes to memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut cli::command(registry), cli::NAME, &mut text);
    Ok(out.write_all(&text)?)
}

/// Writes the manual page of a sub-command, or of the whole program.
pub(super) fn man(registry: &Registry, page: Option<&str>, out: &mut dyn Write) -> Result<()> {
    let mut command = cli::command(registry);
    command.build();
    let page = page.and_then(|name| command.find_subcommand(name).cloned());
    Ok(Man::new(page.unwrap_or(command)).render(&mut &mut *out)?)
}
