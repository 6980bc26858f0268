//! `portolan man`: the manual page.

use clap::ArgMatches;

use super::Command;
use crate::output::Output;
use crate::status::{Outcome, Status};
use crate::terminal::Colour;

pub static COMMAND: Command = Command {
    name: "man",
    about: "Print the manual page",
    notes: "",
    examples: &["portolan man check | man -l -"],
    arguments,
    run,
};

fn arguments(command: clap::Command) -> clap::Command {
    command.arg(
        clap::Arg::new("command").value_name("COMMAND").help("Print the page of this command instead of the main page"),
    )
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let mut definition = super::definition();
    definition.build();
    if let Some(name) = matches.get_one::<String>("command") {
        let found = definition.get_subcommands().find(|c| c.get_name() == name).cloned();
        let unknown = || crate::status::Stop::usage(format!("unknown command `{name}`"));
        let full = format!("portolan-{name}");
        definition = found.ok_or_else(unknown)?.name(full.clone()).display_name(full);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(definition).render(&mut page)?;
    let mut out = Output::new();
    out.bytes(&page)?;
    out.finish()?;
    Ok(Status::Fine)
}
