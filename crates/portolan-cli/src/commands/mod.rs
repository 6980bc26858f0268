//! The commands, one a file.
//!
//! To add one: a file with a `COMMAND`, and a line here.

mod check;
mod completions;
mod convert;
mod diff;
mod explain;
mod fix;
mod fmt;
mod get;
mod info;
mod man;
mod pack;
mod render;
mod sample;
mod schema;
mod set;
mod unpack;
mod verify;

use std::ffi::OsString;

use clap::ArgMatches;

use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;

/// A command.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// Its arguments and help.
    pub define: fn(clap::Command) -> clap::Command,
    /// Does it.
    pub run: fn(&ArgMatches, Colour) -> Outcome,
}

/// Every command, in the order of the help.
pub static COMMANDS: &[&Command] = &[
    &check::COMMAND,
    &fix::COMMAND,
    &info::COMMAND,
    &convert::COMMAND,
    &verify::COMMAND,
    &diff::COMMAND,
    &render::COMMAND,
    &sample::COMMAND,
    &get::COMMAND,
    &set::COMMAND,
    &pack::COMMAND,
    &unpack::COMMAND,
    &fmt::COMMAND,
    &explain::COMMAND,
    &schema::COMMAND,
    &completions::COMMAND,
    &man::COMMAND,
];

/// The whole command line as a definition; help, completions and manual come from it.
pub fn definition() -> clap::Command {
    let colour = clap::Arg::new("color")
        .long("color")
        .value_name("WHEN")
        .value_parser(clap::value_parser!(Colour))
        .default_value("auto")
        .global(true)
        .hide_possible_values(false)
        .help("When to use colours; NO_COLOR is respected");
    let root = clap::Command::new("portolan")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Reads, checks, converts and shows COLLADA, OpenGEX and xVRML scenes")
        .after_help(
            "Exit status: 0 fine, 1 findings at the failing severity, 2 wrong usage, 3 input unreadable, \
             4 could not write.\n\n\
             Examples:\n  portolan check scene.dae\n  portolan check --format sarif assets/ > report.sarif\n  \
             portolan info scene.dae\n  portolan convert robot.dae robot.glb\n  \
             portolan render robot.dae -o robot.png\n  portolan explain SCH004\n  portolan schema camera",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .arg(colour);
    COMMANDS.iter().fold(root, |root, c| root.subcommand((c.define)(clap::Command::new(c.name))))
}

/// Runs the command line.
pub fn run(args: impl Iterator<Item = OsString>) -> Status {
    let matches = match definition().try_get_matches_from(args) {
        Ok(matches) => matches,
        Err(error) => {
            // Help and version are not errors; a closed pipe is nobody's fault.
            let _ = error.print();
            return if error.use_stderr() { Status::Usage } else { Status::Fine };
        }
    };
    let colour = matches.get_one::<Colour>("color").copied().unwrap_or_default();
    let Some((name, arguments)) = matches.subcommand() else { return Status::Usage };
    let Some(command) = COMMANDS.iter().find(|c| c.name == name) else { return Status::Usage };
    match (command.run)(arguments, colour) {
        Ok(status) => status,
        Err(Stop::Closed) => Status::Fine,
        Err(Stop::Message(status, message)) => {
            crate::output::aside(&format!("portolan {name}: {message}\n"));
            status
        }
    }
}

/// Takes a command's own arguments out of the matches.
pub fn arguments<T: clap::FromArgMatches>(matches: &ArgMatches) -> Result<T, Stop> {
    T::from_arg_matches(matches).map_err(|e| Stop::usage(e.to_string()))
}
