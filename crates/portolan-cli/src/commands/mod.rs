//! The commands, one a file.
//!
//! To add one: a file with a `COMMAND`, and a line here.

pub mod batch;
mod check;
mod completions;
mod convert;
mod diff;
pub mod explain;
mod fix;
mod fmt;
mod get;
mod info;
mod man;
mod pack;
mod pose;
mod render;
mod run;
mod sample;
mod schema;
mod set;
mod simulate;
pub mod tasks;
mod unpack;
mod verify;
mod view;

use std::ffi::OsString;

use clap::{ArgMatches, Args};

use crate::options::positive;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;

/// A command.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What its help says below the options; may be empty.
    pub notes: &'static str,
    /// Command lines to learn from.
    pub examples: &'static [&'static str],
    /// Adds its arguments to a definition.
    pub arguments: fn(clap::Command) -> clap::Command,
    /// Does it.
    pub run: fn(&ArgMatches, Colour) -> Outcome,
}

/// Every command, in the order in which people need them.
pub static COMMANDS: &[&Command] = &[
    &info::COMMAND,
    &check::COMMAND,
    &fix::COMMAND,
    &convert::COMMAND,
    &render::COMMAND,
    &batch::COMMAND,
    &view::COMMAND,
    &verify::COMMAND,
    &diff::COMMAND,
    &sample::COMMAND,
    &pose::COMMAND,
    &simulate::COMMAND,
    &run::COMMAND,
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

impl Command {
    /// Its arguments, with its help.
    pub fn definition(&self) -> clap::Command {
        let examples: String = self.examples.iter().map(|line| format!("\n  {line}")).collect();
        let space = if self.notes.is_empty() { "" } else { "\n\n" };
        let below = format!("{}{space}Examples:{examples}", self.notes);
        let definition = clap::Command::new(self.name);
        // Groups of arguments bring their own descriptions, so the command's comes last.
        let definition = (self.arguments)(definition);
        let definition = if WITHOUT_COST.contains(&self.name) { definition } else { Cost::augment_args(definition) };
        definition.about(self.about).long_about(None).after_help(below)
    }
}

/// Commands that read no files, or whose processes have limits of their own.
const WITHOUT_COST: [&str; 5] = ["batch", "explain", "schema", "completions", "man"];

/// What a run may cost.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
struct Cost {
    /// Maximum memory, in bytes or as `500M` or `2G`; by default 64 MB and 40 times the size of the files that are read
    #[arg(long, value_name = "SIZE", value_parser = crate::options::size)]
    max_memory: Option<u64>,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    max_seconds: Option<f64>,
}

impl Cost {
    /// Begins a run within these limits. What it is called is its command and, if it has one, its first file.
    fn begin(&self, called: &str) {
        // A server is asked for many files.
        let limit = self.max_memory.or((called == view::COMMAND.name).then_some(u64::MAX));
        crate::memory::begin(limit, called.to_owned());
        crate::watch::begin();
        if let Some(seconds) = self.max_seconds {
            crate::memory::end_after(seconds);
        }
    }
}

/// The whole command line as a definition; help, completions and manual come from it.
pub fn definition() -> clap::Command {
    let colour = clap::Arg::new("color")
        .long("color")
        .value_name("WHEN")
        .value_parser(clap::value_parser!(Colour))
        .default_value("auto")
        .global(true)
        .hide_possible_values(true)
        .help("Use colours: auto, always or never; NO_COLOR is respected");
    let root = clap::Command::new("portolan")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Read, check, repair, convert and draw 3D scenes: COLLADA, OpenGEX, xVRML, X3D, VRML97, glTF, URDF")
        .after_help(
            "Exit status: 0 fine, 1 findings at the failing severity or losses under --fail-on, 2 wrong usage, 3 input \
             unreadable, 4 could not write, 70 internal error.\n\n\
             Examples:\n  portolan info scene.dae\n  portolan check scene.dae\n  \
             portolan convert robot.dae robot.glb\n  portolan render robot.dae -o robot.png\n  \
             portolan check --format sarif assets/ > report.sarif\n  portolan help convert",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(colour);
    COMMANDS.iter().fold(root, |root, c| root.subcommand(c.definition()))
}

/// Runs the command line.
pub fn run(args: impl Iterator<Item = OsString>) -> Status {
    let mut args: Vec<OsString> = args.collect();
    let bare = is_bare_file(&args);
    if bare {
        args.insert(1, info::COMMAND.name.into());
    }
    let matches = match definition().try_get_matches_from(&args) {
        Ok(matches) => matches,
        Err(error) => {
            // Help and version are no errors, unless they cannot be printed.
            let printed = error.print().and_then(|()| std::io::Write::flush(&mut std::io::stdout()));
            return match printed {
                _ if error.use_stderr() => Status::Usage,
                Ok(()) => Status::Fine,
                Err(_) => Status::Unwritable,
            };
        }
    };
    let colour = matches.get_one::<Colour>("color").copied().unwrap_or_default();
    colour.decide();
    let Some((name, arguments)) = matches.subcommand() else { return Status::Usage };
    let Some(command) = COMMANDS.iter().find(|c| c.name == name) else { return Status::Usage };
    if !WITHOUT_COST.contains(&name)
        && let Ok(cost) = self::arguments::<Cost>(arguments)
    {
        cost.begin(name);
    }
    let outcome = (command.run)(arguments, colour);
    if bare && outcome.as_ref().is_ok_and(|status| *status == Status::Fine) {
        let file = args.get(2).map(|f| f.to_string_lossy()).unwrap_or_default();
        let file = if file.contains(' ') { format!("'{file}'") } else { file.into_owned() };
        crate::output::aside(&format!(
            "\nMore: `portolan check {file}` finds faults, `portolan render {file} -o picture.png` draws it, \
             `portolan convert {file} scene.glb` converts it; `portolan help` lists all commands.\n"
        ));
    }
    match outcome {
        Ok(status) => status,
        // What was asked for did not arrive, and nobody is left to be told.
        Err(Stop::Closed) => Status::Unwritable,
        Err(Stop::Message(status, message)) => {
            crate::output::complain(&format!("portolan {name}: {message}\n"));
            status
        }
    }
}

/// Does the command line consist of a file alone, without a command?
fn is_bare_file(args: &[OsString]) -> bool {
    let [_, file] = args else { return false };
    let name = file.to_string_lossy();
    let is_command = COMMANDS.iter().any(|command| command.name == name);
    !is_command && !name.starts_with('-') && std::path::Path::new(file).is_file()
}

/// Takes a command's own arguments out of the matches.
pub fn arguments<T: clap::FromArgMatches>(matches: &ArgMatches) -> Result<T, Stop> {
    T::from_arg_matches(matches).map_err(|e| Stop::usage(e.to_string()))
}

/// Parses words for a command; the error is one sentence.
pub fn parsed(command: &Command, words: impl Iterator<Item = OsString>) -> Result<ArgMatches, String> {
    let all = std::iter::once(OsString::from(command.name)).chain(words);
    command.definition().try_get_matches_from(all).map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        first.strip_prefix("error: ").unwrap_or(first).to_owned()
    })
}
