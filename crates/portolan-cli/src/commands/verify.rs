//! `portolan verify`: do two documents mean the same?

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args};
use portolan::compare::{Kind, Options};
use portolan::renderings::excerpt::printable;
use portolan::resources::Companions;
use portolan::resources::write::{Writer, free_names};
use portolan::scene::Opacity;
use portolan::verify::{Ledger, Outcome as Verdict, Verification};
use portolan::{File, Files};

use super::Command;
use crate::many::Jobs;
use crate::options::{Reach, Skins, opacity, open_both, positive, read_json, unreadable};
use crate::output::{Output, aside};
use crate::pairs::{Compared, are_folders, compare};
use crate::status::{Outcome, Status, Stop};
use crate::terminal::{Colour, Stream};
use crate::write::{Replacing, make_folder};

pub static COMMAND: Command = Command {
    name: "verify",
    about: "Compare two documents by content: shapes, materials, motion, cameras, lights, pictures",
    notes: "Exit status: 0 equal, 1 different, 2 wrong usage, 3 input unreadable or empty, 4 could not write.",
    examples: &[
        "portolan verify robot.dae robot.glb",
        "portolan verify a.dae b.dae --ignore camera,light --json",
        "portolan verify assets/ out/",
        "portolan convert a.dae a.glb --losses l.json && portolan verify a.dae a.glb --losses l.json",
    ],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// The reference document, archive or folder
    #[arg(value_name = "A")]
    first: String,
    /// The document, archive or folder to compare with it, of any format; files of two folders are compared if they have
    /// the same path and name
    #[arg(value_name = "B")]
    second: String,
    /// Maximum error: relative to the size of the scene for positions, absolute for everything else
    #[arg(long, value_name = "SHARE", default_value_t = Options::default().tolerance, value_parser = positive)]
    tolerance: f64,
    /// Compare shapes at this many moments of every clip; nodes are compared at twelve times as many
    #[arg(long = "samples", alias = "moments", value_name = "COUNT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    moments: u32,
    /// Ignore differences of this kind; can be repeated, or a list with commas
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = kind)]
    ignore: Vec<Kind>,
    /// Losses that `portolan convert --losses` wrote: differences that they explain do not count
    #[arg(long, value_name = "FILE")]
    losses: Option<PathBuf>,
    /// List at most this many differences
    #[arg(long = "limit", alias = "most", value_name = "COUNT", default_value_t = 100)]
    most: usize,
    /// Do not compare pictures
    #[arg(long, conflicts_with = "pictures")]
    no_pictures: bool,
    /// Write the pictures of both documents and their differences into this folder
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
    /// How to read transparency: `auto` inverts it for documents whose exporter wrote 0 for opaque, `strict` follows the
    /// rule of the format, `inverted` always inverts
    #[arg(long, value_name = "HOW", default_value = "auto", value_parser = opacity)]
    opacity: Opacity,
    #[command(flatten)]
    skins: Skins,
    /// Also count invisible differences, such as names and application data
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    replacing: Replacing,
    #[command(flatten)]
    reach: Reach,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn kind(word: &str) -> Result<Kind, String> {
    let known = || Kind::ALL.iter().map(|k| k.word()).collect::<Vec<_>>().join(", ");
    Kind::named(word).ok_or_else(|| format!("unknown kind; known kinds are {}", known()))
}

impl Arguments {
    fn verdict(
        &self,
        [first, second]: [&str; 2],
        [files, others]: [&Files; 2],
        ledger: Option<Ledger>,
    ) -> Result<Verdict, Stop> {
        let empty = |file: &File, path: &str| file.is_empty().map_err(|why| Stop::failed(path, &why));
        let verification = Verification::default().with(|c| {
            c.options = Options {
                tolerance: self.tolerance,
                moments: self.moments,
                most: self.most,
                ignored: self.ignore.clone(),
                details: true,
                ..Options::default()
            };
            c.pictures = Verification::default().pictures.filter(|_| !self.no_pictures);
            c.ledger = ledger;
            c.opacity = self.opacity;
            c.strict = self.strict;
        });
        open_both([files, others], [first, second], self.skins.holder, |a, b| {
            if empty(a, first)? & empty(b, second)? {
                let message = format!("{first} and {second} contain nothing to compare");
                return Err(Stop::Message(Status::Unreadable, message));
            }
            a.verify(b, &verification).map_err(|why| Stop::failed(first, &why))
        })
    }
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let ledger = arguments.losses.as_deref().map(ledger).transpose()?;
    let (first, second) = (arguments.first.as_str(), arguments.second.as_str());
    let (files, others) = (arguments.reach.files(first), arguments.reach.files(second));
    if are_folders(first, second)? {
        if arguments.losses.is_some() || arguments.pictures.is_some() {
            return Err(Stop::usage("`--losses` and `--pictures` are for two files, not for folders"));
        }
        let one = |first: &str, second: &str| {
            let (files, others) = (arguments.reach.files(first), arguments.reach.files(second));
            let verdict = arguments.verdict([first, second], [&files, &others], None)?;
            let summary = verdict.lines().into_iter().next().unwrap_or_default();
            Ok(Compared { same: verdict.equal(), summary, json: verdict.to_json() })
        };
        return compare([first, second], ["equal", "different"], &arguments.jobs, arguments.json, one);
    }
    let verdict = arguments.verdict([first, second], [&files, &others], ledger)?;
    if let Some(folder) = &arguments.pictures {
        let mut writer = Writer::new(arguments.replacing.force);
        files.were_read().iter().chain(&others.were_read()).for_each(|path| writer.reads(path));
        pictures(&verdict, folder, arguments.replacing.force, writer)?;
    }
    let mut out = Output::new();
    match arguments.json {
        true => out.json_lines(&verdict.to_json())?,
        false => {
            for line in verdict.lines() {
                out.text(&format!("{}\n", Stream::Output.tint(&printable(&line))))?;
            }
        }
    }
    out.finish()?;
    Ok(if verdict.equal() { Status::Fine } else { Status::Findings })
}

fn ledger(path: &Path) -> Result<Ledger, Stop> {
    Ledger::from_json(&read_json(path)?).map_err(|why| unreadable(path, why))
}

fn pictures(verdict: &Verdict, folder: &Path, force: bool, mut writer: Writer<'_>) -> Result<(), Stop> {
    make_folder(folder)?;
    let mut companions = Companions::new(free_names(&folder.join("picture"), force));
    for pair in &verdict.pictures {
        // Names of clips are not names of files.
        let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
        let name: String = pair.name.chars().map(plain).collect();
        for (picture, word) in [(&pair.a, "a"), (&pair.b, "b"), (&pair.difference(), "difference")] {
            let bytes = portolan::pictures::encode(picture, portolan::pictures::Kind::Png)
                .map_err(|why| Stop::Message(Status::Unwritable, why))?;
            let unwritable = |why: String| Stop::Message(Status::Unwritable, why);
            let placed = companions.picture(&format!("{name}-{word}.png"), bytes).map_err(unwritable)?;
            if let Some(renamed) = placed.renamed {
                aside(&format!(
                    "portolan verify: {renamed}: a different file has that name (use `--force` to \
                    replace it)\n"
                ));
            }
        }
    }
    companions.into_files().into_iter().for_each(|(name, bytes)| writer.put_companion(folder, &name, bytes));
    Ok(writer.commit()?)
}
