//! `portolan view`: the viewer on files of this machine.

use clap::{ArgMatches, Args};
use portolan::gather::{Wanted, files};

use super::Command;
use crate::options::Reach;
use crate::output::aside;
use crate::status::{Outcome, Stop};
use crate::terminal::Colour;
use crate::view::{Page, serve};

pub static COMMAND: Command = Command {
    name: "view",
    about: "Show files in the web browser: picture, scene tree, findings, joints, conversions",
    notes: "This program serves the page. It can be reached from this machine only, with the token in its address. Files are \
            converted here, and shown again when they change. Press Ctrl-C to end it.",
    examples: &["portolan view robot.dae", "portolan view before.dae after.dae", "portolan view --no-open arm.zae"],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// Files, archives (`.zae`, `.kmz`) and folders
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// Print the address, and do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Listen on this port; by default on a free one
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,
    #[command(flatten)]
    reach: Reach,
}

/// Most files of one page.
const MOST: usize = 100;

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let mut paths = Vec::new();
    for (path, gathered) in files(&arguments.paths, Wanted::Readable) {
        gathered.map_err(|why| Stop::failed(&path, &why.into()))?;
        paths.push(path);
    }
    if let Some(path) = paths.iter().find(|path| !std::path::Path::new(path).is_file()) {
        return Err(Stop::usage(format!("`{path}` is not a file")));
    }
    if paths.len() > MOST {
        aside(&format!("portolan view: only the first {MOST} of {} files are shown\n", paths.len()));
        paths.truncate(MOST);
    }
    let page = Page::new(paths, Box::new(move |path| arguments.reach.files(path)));
    serve(page, arguments.port, !arguments.no_open)
}
