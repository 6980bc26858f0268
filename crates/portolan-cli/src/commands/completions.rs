//! `portolan completions`: scripts that complete commands and options in a shell.

use clap::{ArgMatches, Args};
use clap_complete::Shell;

use super::Command;
use crate::output::Output;
use crate::status::{Outcome, Status};
use crate::terminal::Colour;

pub static COMMAND: Command = Command {
    name: "completions",
    about: "Print a completion script for a shell",
    notes: "",
    examples: &["portolan completions bash > ~/.local/share/bash-completion/completions/portolan"],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// The shell
    shell: Shell,
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::definition(), "portolan", &mut script);
    let mut out = Output::new();
    out.bytes(&script)?;
    out.finish()?;
    Ok(Status::Fine)
}
