//! `portolan batch`: whole trees, resumable.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, ArgMatches, Args};
use portolan::convert::writers;
use portolan::renderings::excerpt::printable;
use portolan::resources::write::Writer;

use super::Command;
use crate::batch::journal::Journal;
use crate::batch::plan::{Mode, Request, Shard};
use crate::batch::pool::Limits;
use crate::batch::record::Record;
use crate::batch::report::{self, Kind, Wanted};
use crate::batch::run::{Batch, is_stopped, watch_signals};
use crate::batch::task::Job;
use crate::batch::{shared, worker};
use crate::config::ConfigOptions;
use crate::inputs::Selected;
use crate::options::positive;
use crate::output::{Output, aside, complain};
use crate::said::{counted, grouped};
use crate::status::{Outcome, Status, Stop};
use crate::terminal::{self, Colour, Stream};
use crate::write::make_folder;

pub static COMMAND: Command = Command {
    name: "batch",
    about: "Convert, check, repair or draw whole folders, in parallel and resumable, with one report",
    notes: "Options behind `--` are those of the command that does the work: convert, check, fix or render. Each file is worked on in a \
     worker process with a limit on time and memory; a file that goes beyond them fails alone. A journal in OUT notes what is done: \
     the same command again does only what is missing or has changed, including textures and other files that were read.\n\n\
     Exit status: that of the worst file; 2 wrong usage, 4 could not write, 130 ended by the user. Run it again to resume.",
    examples: &[
        "portolan batch assets/ out/ --to glb",
        "portolan batch assets/ out/ --to glb --report report.html --report report.csv",
        "portolan batch assets/ out/ --to glb -- --triangulate --up-axis Y --fail-on dropped",
        "portolan batch assets/ checked/ --check --report report.sarif -- --severity warning",
        "portolan batch assets/ out/ --to glb --shard 3/16",
        "portolan batch assets/ out/ --render --exclude '*_old.dae' -- --size 256x256",
    ],
    arguments: define,
    run,
};

/// Seconds that a file may take unless the user says otherwise.
const FILE_SECONDS: f64 = 300.0;

/// Memory that is used where it is not known how much there is.
const UNKNOWN_MEMORY: u64 = 4 << 30;

#[derive(Args)]
#[command(group(ArgGroup::new("mode").args(["to", "check", "fix", "render"])))]
struct Arguments {
    /// Files, folders and quoted patterns, and behind them the output folder; folders below them are kept
    #[arg(value_name = "PATH", required_unless_present = "worker", num_args = 2..)]
    paths: Vec<String>,
    /// Convert to this format
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Check all files; nothing but the journal and reports is written
    #[arg(long)]
    check: bool,
    /// Repair all documents, and write them to the output folder
    #[arg(long)]
    fix: bool,
    /// Draw a picture of each file
    #[arg(long)]
    render: bool,
    /// Options of the command that does the work
    #[arg(last = true, value_name = "OPTION")]
    words: Vec<String>,
    #[command(flatten)]
    selected: Selected,
    /// Work on this part of the files, as in 0/8 to 7/8; journals and outputs of all parts can share a folder, or be copied
    /// together
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    shard: Option<Shard>,
    /// Work on this many files at once; by default as many as there are processor cores
    #[arg(long, short, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Memory for all files that are worked on at once, such as 8G; by default most of what is free
    #[arg(long, value_name = "SIZE", value_parser = crate::options::size)]
    memory: Option<u64>,
    /// Seconds that one file may take
    #[arg(long, value_name = "SECONDS", default_value_t = FILE_SECONDS, value_parser = positive)]
    file_seconds: f64,
    /// Memory that one file may need, such as 500M; by default 64 MB and 40 times the size of the files that are read
    #[arg(long, value_name = "SIZE", value_parser = crate::options::size)]
    file_memory: Option<u64>,
    /// Write a report; its extension says which: .jsonl, .csv, .html (with pictures), .xml (JUnit) or .sarif. Can be repeated
    #[arg(long, value_name = "FILE", value_parser = Wanted::parse)]
    report: Vec<Wanted>,
    /// Write which files each output was made from, in the format of makefiles
    #[arg(long, value_name = "FILE")]
    depfile: Option<PathBuf>,
    /// Go on after a file that failed; this is the default
    #[arg(long, conflicts_with = "fail_fast")]
    keep_going: bool,
    /// End after the first file that failed
    #[arg(long)]
    fail_fast: bool,
    /// Work on files again that failed before
    #[arg(long)]
    retry: bool,
    /// Write nothing; show what would be done
    #[arg(long)]
    dry_run: bool,
    /// List every file; by default only those that failed
    #[arg(long, short, conflicts_with = "quiet")]
    verbose: bool,
    /// Print errors only
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    config: ConfigOptions,
    /// Work on files that come in on standard input: this is how the command starts itself
    #[arg(long, hide = true)]
    worker: bool,
}

fn define(command: clap::Command) -> clap::Command {
    let known: Vec<&str> = writers().map(|writer| writer.extension).collect();
    let help = format!("Convert to this format: {}", known.join(", "));
    let usage = "portolan batch [OPTIONS] <IN>... <OUT> --to <FORMAT> [-- <OPTION>...]\n       \
                 portolan batch [OPTIONS] <IN>... <OUT> --check|--fix|--render [-- <OPTION>...]";
    Arguments::augment_args(command).mut_arg("to", |to| to.help(help)).override_usage(usage)
}

impl Arguments {
    fn mode(&self) -> Result<Mode, Stop> {
        match (&self.to, self.check, self.fix, self.render) {
            (Some(format), ..) => Ok(Mode::To(format.clone())),
            (_, true, ..) => Ok(Mode::Check),
            (_, _, true, _) => Ok(Mode::Fix),
            (.., true) => Ok(Mode::Render),
            _ => Err(Stop::usage("say what is done: `--to FORMAT`, `--check`, `--fix` or `--render`")),
        }
    }

    fn limits(&self) -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let free = || shared::available().map_or(UNKNOWN_MEMORY, |free| free / 10 * 8);
        Limits {
            seconds: self.file_seconds,
            memory: self.file_memory,
            shared: self.memory.unwrap_or_else(free),
            jobs: self.jobs.map_or(cores, usize::from),
        }
    }
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    if arguments.worker {
        return worker::run(arguments.file_memory.or(arguments.memory), arguments.file_memory.is_some());
    }
    let dry_run = arguments.dry_run;
    let mut session = Session::new(arguments)?;
    if dry_run {
        return preview(&session.batch, session.verb);
    }
    let stopped = watch_signals();
    let worked = work(&mut session.batch, &session.arguments, &session.limits, &stopped);
    session.end(worked, is_stopped(&stopped))
}

/// An exit status and what is said, for other programs.
fn told(stop: Stop) -> (u8, String) {
    match stop {
        Stop::Message(status, message) => (status as u8, message),
        Stop::Closed => (Status::Unwritable as u8, String::new()),
    }
}

/// A batch as it is worked on: here, or by somebody else who shares out the work.
pub struct Session {
    arguments: Arguments,
    limits: Limits,
    batch: Batch,
    verb: &'static str,
    journal: Option<Journal>,
}

impl Session {
    /// Plans the batch that the words of a command line ask for, without the name of the program and the command.
    pub fn open(words: impl IntoIterator<Item = OsString>) -> Result<Session, (u8, String)> {
        let matches = super::parsed(&COMMAND, words.into_iter()).map_err(|why| (Status::Usage as u8, why))?;
        super::arguments(&matches).and_then(Session::new).map_err(told)
    }

    /// The places among the words of a command line: inputs, and last the output folder.
    pub fn paths(words: impl IntoIterator<Item = OsString>) -> Result<Vec<String>, (u8, String)> {
        let matches = super::parsed(&COMMAND, words.into_iter()).map_err(|why| (Status::Usage as u8, why))?;
        let arguments: Result<Arguments, Stop> = super::arguments(&matches);
        arguments.map(|arguments| arguments.paths).map_err(told)
    }

    fn new(arguments: Arguments) -> Result<Session, Stop> {
        let Some((folder, inputs)) = arguments.paths.split_last().filter(|(_, inputs)| !inputs.is_empty()) else {
            return Err(Stop::usage("give the files or folders, and behind them the output folder"));
        };
        let folder = Path::new(folder);
        if folder.is_file() {
            return Err(Stop::usage(format!("the output folder {} is a file", folder.display())));
        }
        let limits = arguments.limits();
        let request = Request {
            inputs,
            folder,
            mode: arguments.mode()?,
            words: &arguments.words,
            selected: &arguments.selected,
            shard: arguments.shard,
            config: &arguments.config,
        };
        let verb = request.mode.verb();
        let batch = Batch::plan(&request, &limits.json(), arguments.retry)?;
        let session = Session { arguments, limits, batch, verb, journal: None };
        // What cannot be written is refused before any work.
        session.reports()?;
        Ok(session)
    }

    /// Files that are still to be worked on.
    pub fn jobs(&self) -> Vec<Job> {
        self.batch.open_jobs()
    }

    /// Seconds that one file may take.
    pub fn seconds(&self) -> f64 {
        self.limits.seconds
    }

    /// Notes that a file is finished, in the journal.
    pub fn add(&mut self, record: Record) -> Result<(), (u8, String)> {
        let add = || {
            let journal = match &mut self.journal {
                Some(journal) => journal,
                none => none.insert(self.batch.journal()?),
            };
            self.batch.add(journal, record)
        };
        add().map_err(told)
    }

    /// Writes the reports and tells what all files came to; gives the exit status.
    pub fn finish(&self, ended: bool) -> u8 {
        match self.end(Ok(()), ended) {
            Ok(status) => status as u8,
            Err(Stop::Closed) => Status::Unwritable as u8,
            Err(Stop::Message(status, message)) => {
                complain(&format!("portolan batch: {}\n", printable(&message)));
                status as u8
            }
        }
    }

    /// The writer of the reports, which knows all inputs.
    fn reports(&self) -> Result<Writer<'static>, Stop> {
        let mut reports = Writer::new(false);
        self.batch.jobs().for_each(|job| reports.reads(&job.input));
        for job in self.batch.jobs() {
            // A folder that is still missing holds no report.
            let output = job.output.as_ref().map(|output| Path::new(&job.folder).join(output));
            if let Some(output) = output.filter(|output| output.parent().is_some_and(Path::is_dir)) {
                reports.will_write(output)?;
            }
        }
        // What documents led to is told from their folders.
        for (job, record) in self.batch.finished() {
            let folder = Path::new(&job.input).parent().unwrap_or(Path::new(""));
            let read = record.read().map(|(path, _)| path).chain(record.located().filter_map(|(_, _, to)| to));
            read.for_each(|path| reports.reads(&folder.join(path).to_string_lossy()));
        }
        for path in self.arguments.report.iter().map(|wanted| &wanted.path).chain(&self.arguments.depfile) {
            // A report may stand in the output folder, which may not be there yet.
            if let Some(folder) = path.parent().filter(|f| !f.is_dir() && !f.as_os_str().is_empty()) {
                let out = self.arguments.paths.last().is_some_and(|out| folder.starts_with(out));
                if out && !self.arguments.dry_run {
                    make_folder(folder)?;
                }
            }
            reports.will_write(path)?;
        }
        Ok(reports)
    }

    fn end(&self, worked: Result<(), Stop>, ended: bool) -> Outcome {
        let status = match &worked {
            Ok(()) if ended => Status::Interrupted,
            Ok(()) => self.batch.status(),
            Err(Stop::Message(status, message)) => {
                complain(&format!("portolan batch: {}\n", printable(message)));
                *status
            }
            Err(Stop::Closed) => Status::Unwritable,
        };
        if worked.is_ok() && !ended && !self.batch.is_unfinished() {
            self.batch.tidy();
        }
        // When nothing can be written, the reason is told already.
        match finish(&self.batch, &self.arguments, &self.limits, self.reports()?) {
            Err(why) if worked.is_ok() => return Err(why),
            _ => {}
        }
        tell(&self.batch, &self.arguments)?;
        Ok(status)
    }
}

/// Works on what is open, and tells of failures as they happen.
fn work(
    batch: &mut Batch,
    arguments: &Arguments,
    limits: &Limits,
    stopped: &std::sync::atomic::AtomicBool,
) -> Result<(), Stop> {
    let open = batch.open_jobs().len();
    let bar = terminal::progress(open, "files", arguments.quiet);
    terminal::with_rate(&bar);
    let mut failed = 0u64;
    for (job, record) in batch.finished().filter(|(_, record)| record.result() == "failed") {
        if !batch.is_unchanged(&job.key) {
            complain(&line_of_failure(&job.input, &record));
        }
    }
    let result = batch.work(limits, stopped, |job, record| {
        let fails = record.result() == "failed";
        bar.suspend(|| {
            if fails {
                complain(&line_of_failure(&job.input, record));
            } else if arguments.verbose {
                let line = format!("{:<10} {}\n", record.result(), printable(&job.input));
                aside(&Stream::Errors.tint(&line));
            }
        });
        if fails {
            failed += 1;
            bar.set_message(format!("{} failed", grouped(failed)));
        }
        bar.inc(1);
        if arguments.fail_fast && record.status() > 0 {
            stopped.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        Ok(())
    });
    bar.finish_and_clear();
    if arguments.fail_fast && batch.status() > Status::Fine {
        stopped.store(false, std::sync::atomic::Ordering::Relaxed);
    }
    result
}

fn line_of_failure(input: &str, record: &Record) -> String {
    let message = record.0.pointer("/error/message").and_then(serde_json::Value::as_str).unwrap_or("failed");
    format!("portolan batch: {}\n", printable(&format!("{input}: {message}")))
}

/// Reports, of what is done so far.
fn finish(batch: &Batch, arguments: &Arguments, limits: &Limits, mut writer: Writer<'_>) -> Result<(), Stop> {
    let never = std::sync::atomic::AtomicBool::new(false);
    let drawn = arguments.report.iter().any(|wanted| wanted.kind == Kind::Html);
    let pictures = if drawn { batch.pictures(limits, &never)? } else { report::Pictures::default() };
    for wanted in &arguments.report {
        report::put(wanted, batch, &pictures, &mut writer)?;
    }
    if let Some(path) = &arguments.depfile {
        let (text, left) = report::dependencies(batch);
        if left > 0 {
            let names = counted(left, "name");
            aside(&format!("portolan batch: {} leaves out {names} that no makefile can hold\n", path.display()));
        }
        writer.put(path.clone(), text.into_bytes());
    }
    Ok(writer.commit()?)
}

/// What files come to, in the order in which that is told.
const RESULTS: [&str; 7] = ["converted", "checked", "repaired", "copied", "drawn", "unchanged", "failed"];

/// `2,000 files: 1,990 converted, 8 unchanged, 2 failed`
fn tell(batch: &Batch, arguments: &Arguments) -> Result<(), Stop> {
    if arguments.quiet {
        return Ok(());
    }
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut findings = 0;
    for (job, record) in batch.finished() {
        let word = report::result(batch, job, &record);
        let known = RESULTS.iter().find(|known| **known == word).copied().unwrap_or("failed");
        *counts.entry(known).or_default() += 1;
        findings += u64::from(record.status() == Status::Findings as u64);
    }
    let left = batch.jobs().count() as u64 - counts.values().sum::<u64>();
    let part = |word: &&str| Some(format!("{} {word}", grouped(*counts.get(*word)?)));
    let mut parts: Vec<String> = RESULTS.iter().filter_map(part).collect();
    if left > 0 {
        parts.push(format!("{} not done", grouped(left)));
    }
    let mut out = Output::new();
    let findings = match findings {
        0 => String::new(),
        n => format!("; {} with findings or losses that fail", counted(n, "file")),
    };
    let all = counted(batch.jobs().count() as u64, "file");
    let colon = if parts.is_empty() { "" } else { ": " };
    out.text(&format!("{all}{colon}{}{findings}\n", parts.join(", ")))?;
    if left > 0 {
        out.text("run the same command again to do the rest; what is done is not repeated\n")?;
    }
    out.finish()
}

/// What would be done.
fn preview(batch: &Batch, verb: &str) -> Outcome {
    let mut out = Output::new();
    let mut counts = [0u64; 3];
    for job in batch.jobs() {
        let (slot, word) = match batch.is_known(&job.key) {
            false => (0, format!("would {verb}")),
            true if batch.is_unchanged(&job.key) => (1, "unchanged".to_owned()),
            true => (2, "cannot read".to_owned()),
        };
        if let Some(count) = counts.get_mut(slot) {
            *count += 1;
        }
        let to = job.output.as_ref().map(|_| format!(" → {}", job.target().display())).unwrap_or_default();
        out.text(&format!("{word:<13} {}\n", printable(&format!("{}{to}", job.input))))?;
    }
    let [open, unchanged, unreadable] = counts.map(grouped);
    let unreadable = if counts[2] > 0 { format!(", {unreadable} cannot be read") } else { String::new() };
    out.text(&format!(
        "{}: {open} to {verb}, {unchanged} unchanged{unreadable}\n",
        counted(batch.jobs().count() as u64, "file")
    ))?;
    out.finish()?;
    Ok(Status::Fine)
}
