//! `portolan check`: validates files.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use clap::{ArgMatches, Args, ValueEnum};
use portolan::gather::Wanted;
use portolan::pictures::{Kind, Shot, encode};
use portolan::renderings::json::file_value;
use portolan::renderings::{RENDERINGS, Rendering, Shown, Style};
use portolan::resources::uri::to_data_uri;
use portolan::resources::write::edit;
use portolan::unreadable::CANNOT_WRITE;
use portolan::{
    Baseline, Checker, Code, FileReport, Files, Limits, OpenOptions, STDIN, Selection, Severity, Summary, Unreadable,
    Verdict,
};

use serde_json::Value;

use super::Command;
use crate::batch::task::{self, Task};
use crate::config::{ConfigOptions, Configured};
use crate::inputs::{Exclude, Input};
use crate::many::Jobs;
use crate::options::{Encoding, Reach, files_within, read_json, unknown_code, unreadable};
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
        "portolan check --format html scene.dae > report.html",
        "portolan check --ignore SCH013,DAT --fix scene.dae",
        "portolan check --statistics assets/ --exclude '*_old.dae'",
        "portolan check --format json assets/ > known.json; portolan check --baseline known.json assets/",
        "cat scene.ogex | portolan check -",
    ],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
pub struct Arguments {
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
    /// Give findings of this code, name or stage another severity: `SEM101=error`; can be repeated
    #[arg(long, value_name = "CODE=SEVERITY", value_delimiter = ',', value_parser = severity_of)]
    severity_of: Vec<(String, Severity)>,
    /// Ignore the findings of an earlier report, which `--format json` wrote; lines may have moved
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Print how often each code was found, and nothing else
    #[arg(long, conflicts_with = "format")]
    statistics: bool,
    #[command(flatten)]
    exclude: Exclude,
    #[command(flatten)]
    jobs: Jobs,
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
    /// Check against this version of the format instead of the one that the file declares
    #[arg(long, value_name = "VERSION")]
    format_version: Option<String>,
    /// Print findings only: no summary, no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    config: ConfigOptions,
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

/// `SEM101=error`
fn severity_of(text: &str) -> Result<(String, Severity), String> {
    let (code, level) = text.split_once('=').ok_or("write it as in SEM101=error")?;
    let level = Level::from_str(level, true).map_err(|_| "the severity must be error, warning or info")?;
    Ok((code.to_owned(), level.into()))
}

fn rendering_names() -> clap::builder::PossibleValuesParser {
    RENDERINGS.iter().map(|r| clap::builder::PossibleValue::new(r.name).help(r.doc)).collect::<Vec<_>>().into()
}

fn run(matches: &ArgMatches, colour: Colour) -> Outcome {
    let configured: Configured<Arguments> = Configured::new(&COMMAND, matches)?;
    let arguments = configured.own().clone();
    let rendering =
        RENDERINGS.iter().copied().find(|r| r.name == arguments.format).ok_or_else(|| Stop::usage("format"))?;
    if arguments.fix && arguments.paths.iter().any(|p| p == STDIN) {
        return Err(Stop::usage("`--fix` changes files, so it cannot be used with standard input"));
    }
    let codes = portolan::all_codes();
    let style = Style {
        colour: colour.wanted() && rendering.name == "human",
        width: terminal::width(),
        quiet: arguments.quiet,
        failing: Severity::Error,
        folder: std::env::current_dir().map(|folder| format!("{}/", folder.display())).unwrap_or_default(),
        codes,
        picture: Some(shown),
    };
    let wanted = if arguments.fix { Wanted::Own } else { Wanted::Readable };
    let inputs = arguments.exclude.gather(&arguments.paths, wanted)?;
    // Files with the same options share them.
    let mut ways: Vec<(Arc<Arguments>, Arc<Way>)> = Vec::new();
    let mut files = Vec::new();
    for input in inputs {
        let own = configured.of(&input.path)?;
        let known = ways.iter().find(|(known, _)| Arc::ptr_eq(known, &own)).map(|(_, way)| way.clone());
        let way = match known {
            Some(way) => way,
            None => {
                let checker = checker(&own, &style.codes)?;
                let style = Style { failing: checker.selection.failing(), ..style.clone() };
                let way = Arc::new(Way { checker, style });
                ways.push((own, way.clone()));
                way
            }
        };
        files.push((input, way));
    }
    // What stands around the files is shown as they are, if they agree.
    let style = match ways.as_slice() {
        [(_, way)] => way.style.clone(),
        _ => Style { failing: arguments.severity.map_or(Severity::Error, Severity::from), ..style },
    };
    let statistics = arguments.statistics.then(Statistics::default);
    let baseline = arguments.baseline.as_deref().map(baseline).transpose()?;
    let work = Work {
        fix: arguments.fix.then_some(Fix { force: arguments.force }),
        rendering,
        style: &style,
        baseline: baseline.as_ref(),
        statistics: statistics.as_ref(),
        alone: files.len() == 1,
    };
    let sum = run_all(&files, &work, &arguments.jobs)?;
    Ok(if sum.internal {
        Status::Internal
    } else if sum.unwritable {
        Status::Unwritable
    } else if sum.summary.unreadable > 0 {
        Status::Unreadable
    } else if sum.fails {
        Status::Findings
    } else {
        Status::Fine
    })
}

/// What a file shows, if it shows anything.
pub(super) fn drawn(path: &str) -> Option<String> {
    let file = OpenOptions::within(files_within(path)).open(path).ok().filter(|_| path != STDIN)?;
    let picture = file.render(&Shot::default().with(|s| s.size = PICTURE)).ok()?;
    Some(to_data_uri("image/png", &encode(&picture, Kind::Png).ok()?))
}

/// The same for a page.
fn shown(path: &str) -> Shown {
    drawn(path).map_or(Shown::Nothing, Shown::Picture)
}

/// The size of pictures in pages.
const PICTURE: (u32, u32) = (480, 360);

/// How many documents of an archive have a picture in a page: small archives can hold thousands, and each of them is drawn.
const PICTURES: u64 = 100;

/// The findings of an earlier report.
fn baseline(path: &Path) -> Result<Baseline, Stop> {
    Baseline::from_json(&read_json(path)?).map_err(|why| unreadable(path, why))
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
        severities: arguments.severity_of.clone(),
    };
    if let Some(word) = selection.unknown_word(codes) {
        return Err(Stop::usage(unknown_code(word, codes)));
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
        (o.look_for_files, o.leave_numbers) = (true, true);
        (o.limits, o.version) = (limits, arguments.format_version.clone());
        o.encoding = arguments.encoding.label.clone();
    });
    Ok(Checker::new(options).with(|c| c.selection = selection))
}

/// Checks one file after the other.
pub struct Checking {
    arguments: Arguments,
    checker: Checker,
}

/// What the arguments ask for.
pub fn task(arguments: Arguments) -> Result<Checking, Stop> {
    let checker = checker(&arguments, &portolan::all_codes())?;
    Ok(Checking { arguments, checker })
}

impl Task for Checking {
    fn files(&self, _: &str) -> Files {
        self.arguments.reach.files_of_each()
    }

    fn run(&self, input: &str, _: &Path, files: Files) -> Result<task::Done, Stop> {
        let resources: Arc<dyn portolan::Resources> = Arc::new(files);
        let checker = self.checker.clone().with(|c| c.options.resources = Some(resources));
        let (mut documents, mut status) = (Vec::new(), Status::Fine);
        checker.check_each(input, &mut |file| {
            let own = match &file.outcome {
                Err(why) => Status::of(why),
                Ok(_) if Summary::of(&file).reaches(checker.selection.failing()) => Status::Findings,
                Ok(_) => Status::Fine,
            };
            status = status.max(own);
            documents.push(file_value(&file));
        });
        let fields = vec![("documents", Value::Array(documents))];
        Ok(task::Done { status, result: "checked", fields, wrote: Vec::new() })
    }
}

/// Files are repaired.
#[derive(Clone, Copy)]
struct Fix {
    /// Read-only ones, too.
    force: bool,
}

/// How some of the files are checked and shown, as their configuration says.
struct Way {
    checker: Checker,
    style: Style,
}

/// How files are checked and shown.
struct Work<'a> {
    fix: Option<Fix>,
    rendering: &'static Rendering,
    style: &'a Style,
    baseline: Option<&'a Baseline>,
    statistics: Option<&'a Statistics>,
    /// Is there one file alone?
    alone: bool,
}

/// What all files came to.
#[derive(Default)]
struct Total {
    summary: Summary,
    fails: bool,
    unwritable: bool,
    internal: bool,
}

/// A file that is done: its text, its part of the summary, whether a repair could not be written, and whether we failed.
struct Done {
    text: String,
    summary: Summary,
    fails: bool,
    unwritable: bool,
    internal: bool,
}

/// Checks all files on all cores and prints them in order while others are still at work.
fn run_all(files: &[(Input, Arc<Way>)], work: &Work<'_>, jobs: &Jobs) -> Result<Total, Stop> {
    let Work { rendering, style, .. } = work;
    let bar = terminal::progress(files.len(), "files", style.quiet);
    // Asked while something is printed, the bar would wait for itself.
    let hidden = bar.is_hidden();
    let mut out = Output::new();
    let mut total = Total::default();
    let mut any = false;
    // A run that ends with the first file, because there is no memory, prints no half report.
    let begin = |out: &mut Output| match work.statistics {
        None => out.written(&(rendering.begin)(style), rendering.language),
        Some(_) => Ok(()),
    };
    jobs.in_order(
        files,
        &bar,
        |(input, way)| one(input, way, work),
        |done| {
            total.summary.add(&done.summary);
            total.fails |= done.fails;
            total.unwritable |= done.unwritable;
            total.internal |= done.internal;
            if done.text.is_empty() {
                return Ok(());
            }
            match any {
                true => out.written(rendering.between, rendering.language)?,
                false => begin(&mut out)?,
            }
            any = true;
            out.written(&done.text, rendering.language)?;
            if hidden { Ok(()) } else { out.finish() }
        },
    )?;
    if !any {
        begin(&mut out)?;
    }
    match work.statistics {
        Some(statistics) => out.text(&statistics.table())?,
        None => out.written(&(rendering.end)(&total.summary, style), rendering.language)?,
    }
    out.finish()?;
    Ok(total)
}

fn one(input: &Input, way: &Way, work: &Work<'_>) -> Done {
    let Work { fix, rendering, baseline, statistics, alone, .. } = work;
    let Way { checker, style } = way;
    let path = input.path.as_str();
    // Few archives have so many documents, and most files are none.
    let plain = LazyCell::new(|| Style {
        picture: Some(|_| Shown::Words("No picture: the archive has more documents than a page has pictures.")),
        ..style.clone()
    });
    let summary = Summary::default();
    let mut done = Done { text: String::new(), summary, fails: false, unwritable: false, internal: false };
    let mut add = |mut file: FileReport| {
        if let Some(baseline) = baseline {
            file.without(baseline);
        }
        match statistics {
            Some(statistics) => statistics.add(&file),
            None => {
                let text = rendering.of(&file, if done.summary.files < PICTURES { style } else { &plain });
                if !done.text.is_empty() && !text.is_empty() {
                    done.text.push_str(rendering.between);
                }
                done.text.push_str(&text);
            }
        }
        let summary = Summary::of(&file);
        done.fails |= summary.reaches(checker.selection.failing());
        done.summary.add(&summary);
        done.internal |= file.outcome.as_ref().is_err_and(|why| Status::of(why) == Status::Internal);
        // The program ends here; taking a large document apart piece by piece would only cost time.
        if *alone && !checker.is_archive(path) {
            std::mem::forget(file);
        }
    };
    match &input.gathered {
        Err(why) => add(FileReport::new(path, Err(why.clone()), &checker.selection)),
        Ok(())
            if let Some(Fix { force }) = fix
                && !checker.is_archive(path) =>
        {
            let repair = checker.repair(path);
            match repair.changed.then(|| edit(Path::new(path), &repair.document, *force)) {
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

/// How often each code was found.
#[derive(Default)]
struct Statistics(Mutex<BTreeMap<&'static str, (u64, u64, &'static Code)>>);

impl Statistics {
    /// Counts findings, and files that have them.
    fn add(&self, file: &FileReport) {
        let mut counts: BTreeMap<&'static str, (u64, &'static Code)> = BTreeMap::new();
        match &file.outcome {
            Err(why) => _ = counts.insert(why.code.id, (1, why.code)),
            Ok(report) => {
                for finding in &report.findings {
                    let count = counts.entry(finding.code.id).or_insert((0, finding.code));
                    count.0 += u64::from(finding.count);
                }
            }
        }
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (id, (count, code)) in counts {
            let entry = all.entry(id).or_insert((0, 0, code));
            (entry.0, entry.1) = (entry.0 + count, entry.1 + 1);
        }
    }

    /// A line for each code, the most frequent first.
    fn table(&self) -> String {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut rows: Vec<_> = all.values().collect();
        rows.sort_by_key(|(count, _, code)| (std::cmp::Reverse(*count), code.id));
        let width = rows.iter().map(|(_, _, code)| code.name.len()).max().unwrap_or(0).max("name".len());
        let mut out = format!("{:>9} {:>7}  {:<8}  {:<8}  name\n", "findings", "files", "severity", "code");
        for (count, files, code) in rows {
            let (severity, id, name) = (code.severity.name(), code.id, code.name);
            out.push_str(format!("{count:>9} {files:>7}  {severity:<8}  {id:<8}  {name:width$}").trim_end());
            out.push('\n');
        }
        out
    }
}
