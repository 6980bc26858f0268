//! `portolan diff`: what was changed from one document to another.

use clap::{ArgMatches, Args};
use portolan::diff::Changes;
use portolan::renderings::excerpt::printable;
use portolan::scene::SkinHolder;

use super::Command;
use crate::many::Jobs;
use crate::options::{Reach, open_both};
use crate::output::Output;
use crate::pairs::{Compared, are_folders, compare};
use crate::said::counted;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::{Colour, Stream};

pub static COMMAND: Command = Command {
    name: "diff",
    about: "List what changed between two versions of a document, object by object",
    notes: "Differences in white space, in the order of attributes and libraries, and in the spelling of numbers are ignored. To \
     find out whether two documents look the same, use `portolan verify`.\n\n\
     Exit status: 0 no changes, 1 changes, 2 wrong usage, 3 input unreadable.",
    examples: &[
        "portolan diff old.dae new.dae",
        "portolan diff old.dae new.dae --json",
        "portolan diff last-week/ today/",
    ],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// The old document, archive or folder
    #[arg(value_name = "A")]
    first: String,
    /// The new document, archive or folder; files of two folders are compared if they have the same path and name
    #[arg(value_name = "B")]
    second: String,
    /// Maximum difference of two numbers, as a share of the larger one [default: 1e-9 within a format, 1e-5 between formats]
    #[arg(long, value_name = "SHARE")]
    tolerance: Option<f64>,
    /// List at most this many changes
    #[arg(long = "limit", alias = "most", value_name = "COUNT", default_value_t = 200)]
    most: usize,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    reach: Reach,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn changes(&self, first: &str, second: &str) -> Result<Changes, Stop> {
        let (files, others) = (self.reach.files(first), self.reach.files(second));
        open_both([&files, &others], [first, second], SkinHolder::Auto, |a, b| {
            a.diff(b, self.tolerance.map(|t| t.max(0.0))).map_err(|why| Stop::failed(first, &why))
        })
    }
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let (first, second) = (arguments.first.as_str(), arguments.second.as_str());
    if are_folders(first, second)? {
        let one = |first: &str, second: &str| {
            let changes = arguments.changes(first, second)?;
            let summary = counted(changes.list.len() as u64, "change");
            Ok(Compared { same: changes.list.is_empty(), summary, json: changes.to_json() })
        };
        return compare([first, second], ["same", "changed"], &arguments.jobs, arguments.json, one);
    }
    let mut changes = arguments.changes(first, second)?;
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
            out.json_lines(&json)?;
        }
        false => {
            for line in changes.lines() {
                out.text(&format!("{}\n", Stream::Output.tint(&printable(&line))))?;
            }
            if further > 0 {
                out.text(&format!(
                    "… and {further} more {} (use `--limit` to show more)\n",
                    if further == 1 { "change" } else { "changes" }
                ))?;
            }
        }
    }
    out.finish()?;
    Ok(if same { Status::Fine } else { Status::Findings })
}
