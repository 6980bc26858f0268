//! `portolan check`: validates files.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use clap::{ArgMatches, Args, ValueEnum};
use indicatif::ProgressBar;
use portolan::gather::{Gathered, Wanted};
use portolan::renderings::{RENDERINGS, Rendering, Style};
use portolan::resources::write::edit;
use portolan::unreadable::CANNOT_WRITE;
use portolan::{
    Checker, Code, FileReport, Limits, OpenOptions, STDIN, Selection, Severity, Summary, Unreadable, Verdict,
};

use super::Command;
use crate::options::{Encoding, Reach};
use crate::output::Output;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::{self, Colour};

pub static COMMAND: Command = Command {
    name: "check",
    about: "Find everything that is wrong in files, with line and column",
    notes: "",
    examples: &[
        "portolan check scene.dae",
        "portolan check --severity warning assets/",
        "portolan check robot.zae robot.zae/parts/arm.dae",
        "portolan check --format json *.dae > report.json",
        "portolan check --ignore SCH013,DAT --fix scene.dae",
        "cat scene.ogex | portolan check -",
    ],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// Files, archives (`.zae`, `.kmz`) and folders; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// How to show the findings
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = rendering_names())]
    format: String,
    /// Show findings of this severity or worse and fail on them; by default all are shown and errors fail
    #[arg(long, value_name = "SEVERITY")]
    severity: Option<Level>,
    /// Show only these codes (`SCH004`), names (`missing-element`) or stages (`SCH`)
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    only: Vec<String>,
    /// Ignore these codes, names or stages
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    ignore: Vec<String>,
    /// Apply the safe repairs to the files; archives are not changed
    #[arg(long)]
    fix: bool,
    /// Repair read-only files as well
    #[arg(long, requires = "fix")]
    force: bool,
    #[command(flatten)]
    encoding: Encoding,
    #[command(flatten)]
    reach: Reach,
    /// Check against this version of the format, whatever the file says
    #[arg(long, value_name = "VERSION")]
    format_version: Option<String>,
    /// Print findings only: no summary, no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// Limits on what a document may cost.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
struct LimitArguments {
    /// Maximum nesting of elements or structures
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth)]
    max_depth: u32,
    /// Maximum number of nodes of a document
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes)]
    max_nodes: u32,
    /// Maximum size of a document in bytes
    #[arg(long, value_name = "N", default_value_t = Limits::default().bytes)]
    max_bytes: u64,
    /// Maximum number of characters that entities may expand to
    #[arg(long, value_name = "N", default_value_t = Limits::default().expansion)]
    max_expansion: u64,
    /// Maximum number of different findings per document
    #[arg(long, value_name = "N", default_value_t = Limits::default().findings)]
    max_findings: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum Level {
    Error,
    Warning,
    Info,
}

impl From<Level> for Severity {
    fn from(level: Level) -> Severity {
        match level {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Info => Severity::Info,
        }
    }
}

fn rendering_names() -> clap::builder::PossibleValuesParser {
    RENDERINGS.iter().map(|r| clap::builder::PossibleValue::new(r.name).help(r.doc)).collect::<Vec<_>>().into()
}

fn run(matches: &ArgMatches, colour: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let rendering =
        RENDERINGS.iter().copied().find(|r| r.name == arguments.format).ok_or_else(|| Stop::usage("format"))?;
    if arguments.fix && arguments.paths.iter().any(|p| p == STDIN) {
        return Err(Stop::usage("`--fix` changes files, so it cannot be used with standard input"));
    }
    let codes = portolan::all_codes();
    let checker = checker(&arguments, &codes)?;
    let style = Style {
        colour: colour.wanted() && rendering.name == "human",
        width: terminal::width(),
        quiet: arguments.quiet,
        failing: checker.selection.failing(),
        codes,
    };
    let files = portolan::gather::files(&arguments.paths, Wanted::Readable);
    let fix = arguments.fix.then_some(Fix { force: arguments.force });
    let sum = run_all(&files, &checker, fix, rendering, &style)?;
    Ok(if sum.internal {
        Status::Internal
    } else if sum.unwritable {
        Status::Unwritable
    } else if sum.summary.unreadable > 0 {
        Status::Unreadable
    } else if sum.summary.reaches(checker.selection.failing()) {
        Status::Findings
    } else {
        Status::Fine
    })
}

fn checker(arguments: &Arguments, codes: &[&'static Code]) -> Result<Checker, Stop> {
    let limits = &arguments.limits;
    let limits = Limits {
        depth: limits.max_depth,
        nodes: limits.max_nodes,
        bytes: limits.max_bytes,
        expansion: limits.max_expansion,
        findings: limits.max_findings,
        ..Limits::default()
    };
    let selection = Selection {
        severity: arguments.severity.map(Severity::from),
        only: arguments.only.clone(),
        ignore: arguments.ignore.clone(),
    };
    if let Some(word) = selection.unknown_word(codes) {
        return Err(Stop::usage(format!("unknown code `{word}`; `portolan explain` lists all codes")));
    }
    if let Some(version) = &arguments.format_version {
        let known: Vec<&str> =
            portolan::formats().into_iter().filter(|f| f.table.is_some()).flat_map(|f| f.versions).copied().collect();
        if !known.contains(&version.as_str()) {
            return Err(Stop::usage(format!(
                "no format has a version `{version}`; known versions are {}",
                known.join(", ")
            )));
        }
    }
    let options = OpenOptions::within(arguments.reach.files_of_each()).with(|o| {
        o.look_for_files = true;
        (o.limits, o.version) = (limits, arguments.format_version.clone());
        o.encoding = arguments.encoding.label.clone();
    });
    Ok(Checker::new(options).with(|c| c.selection = selection))
}

/// Files are repaired.
#[derive(Clone, Copy)]
struct Fix {
    /// Read-only ones, too.
    force: bool,
}

/// What all files came to.
#[derive(Default)]
struct Total {
    summary: Summary,
    unwritable: bool,
    internal: bool,
}

/// A file that is done: its text, its part of the summary, whether a repair could not be written, and whether we failed.
struct Done {
    text: String,
    summary: Summary,
    unwritable: bool,
    internal: bool,
}

/// Checks all files on all cores and prints them in order while others are still at work.
fn run_all(
    files: &[Gathered],
    checker: &Checker,
    fix: Option<Fix>,
    rendering: &Rendering,
    style: &Style,
) -> Result<Total, Stop> {
    let bar = terminal::progress(files.len(), "files", style.quiet);
    let next = AtomicUsize::new(0);
    let closed = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel::<(usize, Done)>();
    let work = |sender: mpsc::Sender<(usize, Done)>| {
        while !closed.load(Ordering::Relaxed)
            && let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some((path, gathered)) = files.get(index)
        {
            if sender.send((index, one(path, gathered, checker, fix, rendering, style))).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|threads| {
        let work = &work;
        threads.spawn(move || {
            rayon::scope(|scope| {
                for _ in 0..rayon::current_num_threads().min(files.len()) {
                    let sender = sender.clone();
                    scope.spawn(move |_| work(sender));
                }
                drop(sender);
            });
        });
        let printed = print(receiver, rendering, style, &bar);
        closed.store(true, Ordering::Relaxed);
        bar.finish_and_clear();
        printed
    })
}

fn print(
    receiver: mpsc::Receiver<(usize, Done)>,
    rendering: &Rendering,
    style: &Style,
    bar: &ProgressBar,
) -> Result<Total, Stop> {
    let mut out = Output::new();
    let mut total = Total::default();
    let mut waiting: BTreeMap<usize, Done> = BTreeMap::new();
    let (mut turn, mut any) = (0, false);
    // Asked within `suspend`, the bar would wait for itself.
    let hidden = bar.is_hidden();
    out.text(&(rendering.begin)(style))?;
    for (index, done) in receiver {
        bar.inc(1);
        waiting.insert(index, done);
        while let Some(done) = waiting.remove(&turn) {
            turn += 1;
            total.summary.add(&done.summary);
            total.unwritable |= done.unwritable;
            total.internal |= done.internal;
            if done.text.is_empty() {
                continue;
            }
            bar.suspend(|| {
                if any {
                    out.text(rendering.between)?;
                }
                out.text(&done.text)?;
                if hidden { Ok(()) } else { out.finish() }
            })?;
            any = true;
        }
    }
    bar.finish_and_clear();
    out.text(&(rendering.end)(&total.summary, style))?;
    out.finish()?;
    Ok(total)
}

fn one(
    path: &str,
    gathered: &Result<(), Unreadable>,
    checker: &Checker,
    fix: Option<Fix>,
    rendering: &Rendering,
    style: &Style,
) -> Done {
    let mut done = Done { text: String::new(), summary: Summary::default(), unwritable: false, internal: false };
    let mut add = |file: FileReport| {
        let text = (rendering.file)(&file, style);
        if !done.text.is_empty() && !text.is_empty() {
            done.text.push_str(rendering.between);
        }
        done.text.push_str(&text);
        done.summary.add(&Summary::of(&file));
        done.internal |= file.outcome.as_ref().is_err_and(|why| Status::of(why) == Status::Internal);
    };
    match gathered {
        Err(why) => add(FileReport::new(path, Err(why.clone()), &checker.selection)),
        Ok(())
            if let Some(Fix { force }) = fix
                && !checker.is_archive(path) =>
        {
            let repair = checker.repair(path);
            match repair.changed.then(|| edit(Path::new(path), &repair.document, force)) {
                Some(Err(error)) => {
                    let why = Unreadable::new(&CANNOT_WRITE, error.to_string());
                    let (outcome, verdict) = (Err(why), Verdict::Unreadable);
                    add(FileReport { outcome, verdict, repaired: Vec::new(), ..repair.file });
                    done.unwritable = true;
                }
                _ => add(repair.file),
            }
        }
        // Archives are checked and not changed.
        Ok(()) => checker.check_each(path, &mut add),
    }
    done
}
