//! `portolan diff`: what was changed from one document to another.

use clap::{ArgMatches, Args};
use portolan::renderings::excerpt::printable;

use super::Command;
use crate::options::{Reach, open};
use crate::output::Output;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;

pub static COMMAND: Command = Command {
    name: "diff",
    about: "List what changed between two versions of a document, object by object",
    notes: "White space, the order of attributes and libraries, and the spelling of numbers do not count. To find out whether two \
     documents look the same, use `portolan verify`.\n\n\
     Exit status: 0 no changes, 1 changes, 2 wrong usage, 3 input unreadable.",
    examples: &["portolan diff old.dae new.dae", "portolan diff old.dae new.dae --json"],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// The old document, or an archive
    #[arg(value_name = "A")]
    first: String,
    /// The new document
    #[arg(value_name = "B")]
    second: String,
    /// Maximum difference of two numbers, as a share of the larger one [default: 1e-9 within a format, 1e-5 between formats]
    #[arg(long, value_name = "SHARE")]
    tolerance: Option<f64>,
    /// List at most this many changes
    #[arg(long = "limit", alias = "most", value_name = "COUNT", default_value_t = 200)]
    most: usize,
    #[command(flatten)]
    reach: Reach,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let files = arguments.reach.files(&arguments.first);
    let others = arguments.reach.files(&arguments.second);
    let (a, b) = (open(&files, &arguments.first, None)?, open(&others, &arguments.second, None)?);
    let changes = a.diff(&b, arguments.tolerance.map(|t| t.max(0.0)));
    let mut changes = changes.map_err(|why| Stop::failed(&arguments.first, &why))?;
    let further = changes.list.len().saturating_sub(arguments.most);
    let same = changes.list.is_empty();
    changes.list.truncate(arguments.most);
    let mut out = Output::new();
    match arguments.json {
        true => {
            let mut json = changes.to_json();
            if let Some(fields) = json.as_object_mut() {
                fields.insert("further".to_owned(), further.into());
            }
            out.text(&format!("{json:#}\n"))?;
        }
        false => {
            for line in changes.lines() {
                out.text(&format!("{}\n", printable(&line)))?;
            }
            if further > 0 {
                out.text(&format!("… and {further} more changes (use `--limit` to show more)\n"))?;
            }
        }
    }
    out.finish()?;
    Ok(if same { Status::Fine } else { Status::Findings })
}
