//! `portolan verify`: do two documents mean the same?

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args};
use portolan::compare::{Kind, Options};
use portolan::render::excerpt::printable;
use portolan::verify::{Document, Ledger, Outcome as Verdict, Verification, verify};
use portolan::{Files, Imported, Importer};

use super::Command;
use crate::options::{Reach, positive};
use crate::output::Output;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;
use crate::write::write;

pub static COMMAND: Command = Command { name: "verify", define, run };

#[derive(Args)]
struct Arguments {
    /// The document that is right, or an archive with it
    #[arg(value_name = "A")]
    first: String,
    /// The document to hold against it, of any format that is read
    #[arg(value_name = "B")]
    second: String,
    /// How far things may be off: of the size of the scene for places, of 1 for everything else
    #[arg(long, value_name = "SHARE", default_value_t = 1e-5, value_parser = positive)]
    tolerance: f64,
    /// Moments of every clip at which all that is drawn is compared; nodes are compared at twelve times as many
    #[arg(long, value_name = "COUNT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    moments: u32,
    /// A kind of difference that does not matter; can be repeated, or several with commas between them
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = kind)]
    ignore: Vec<Kind>,
    /// The losses that a conversion wrote with `--losses`: what they explain does not count
    #[arg(long, value_name = "FILE")]
    losses: Option<PathBuf>,
    /// Differences that are listed
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    most: usize,
    /// Takes no pictures
    #[arg(long, conflicts_with = "pictures")]
    no_pictures: bool,
    /// Writes the pictures of both, and what differs in them, into this folder
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
    /// Counts also what changes nothing of what is seen
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    reach: Reach,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

fn kind(word: &str) -> Result<Kind, String> {
    let known = || Kind::ALL.iter().map(|k| k.word()).collect::<Vec<_>>().join(", ");
    Kind::named(word).ok_or_else(|| format!("there is no such kind; there are {}", known()))
}

fn define(command: clap::Command) -> clap::Command {
    Arguments::augment_args(
        command
            .about("Tells whether two documents of any formats mean the same: shapes, surfaces, motion, cameras, lights, pictures")
            .after_help(
                "Exit status: 0 equal, 1 different, 2 wrong usage, 3 input unreadable, 4 could not write.\n\n\
                 Examples:\n  portolan verify robot.dae robot.glb\n  \
                 portolan verify a.dae b.dae --ignore camera,light --json\n  \
                 portolan convert a.dae a.glb --losses l.json && portolan verify a.dae a.glb --losses l.json",
            ),
    )
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let ledger = arguments.losses.as_deref().map(ledger).transpose()?;
    let files = arguments.reach.files(&arguments.first);
    let others = arguments.reach.files(&arguments.second);
    let (a, b) = (import(&files, &arguments.first)?, import(&others, &arguments.second)?);
    let verification = Verification {
        options: Options {
            tolerance: arguments.tolerance,
            moments: arguments.moments,
            most: arguments.most,
            ignored: arguments.ignore.clone(),
            details: true,
            ..Options::default()
        },
        pictures: Verification::default().pictures.filter(|_| !arguments.no_pictures),
        ledger,
        ..Verification::default()
    };
    let verdict = verify(Document::new(&a, &files), Document::new(&b, &others), &verification);
    if let Some(folder) = &arguments.pictures {
        pictures(&verdict, folder)?;
    }
    let mut out = Output::new();
    match arguments.json {
        true => out.text(&format!("{:#}\n", verdict.to_json()))?,
        false => {
            for line in verdict.lines() {
                out.text(&format!("{}\n", printable(&line)))?;
            }
        }
    }
    out.finish()?;
    let equal = verdict.equal() && (!arguments.strict || verdict.differences.is_empty());
    Ok(if equal { Status::Fine } else { Status::Findings })
}

/// Reads a document, or tells why it cannot be read.
pub(super) fn import(files: &Files, path: &str) -> Result<Imported, Stop> {
    Importer::new(files).import(path).map_err(|why| Stop::unreadable(path, &why))
}

fn ledger(path: &Path) -> Result<Ledger, Stop> {
    let unreadable = |why: String| Stop::Message(Status::Unreadable, format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|e| unreadable(format!("it cannot be read: {e}")))?;
    let json = serde_json::from_str(&text).map_err(|e| unreadable(format!("it is no JSON: {e}")))?;
    Ledger::from_json(&json).map_err(unreadable)
}

fn pictures(verdict: &Verdict<'_>, folder: &Path) -> Result<(), Stop> {
    std::fs::create_dir_all(folder)
        .map_err(|e| Stop::Message(Status::Unwritable, format!("{}: it cannot be made: {e}", folder.display())))?;
    for pair in &verdict.pictures {
        // Names of clips are not names of files.
        let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
        let name: String = pair.name.chars().map(plain).collect();
        for (picture, word) in [(&pair.a, "a"), (&pair.b, "b"), (&pair.difference(), "difference")] {
            let bytes = portolan::pictures::encode(picture, portolan::pictures::Kind::Png)
                .map_err(|why| Stop::Message(Status::Unwritable, why))?;
            write(&folder.join(format!("{name}-{word}.png")), &bytes)?;
        }
    }
    Ok(())
}
