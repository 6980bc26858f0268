//! Many documents, each converted into a file of its own.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use portolan::STDIN;
use portolan::convert::{Writer as Target, writer_named, writers};
use portolan::gather::Wanted;
use portolan::renderings::excerpt::printable;
use portolan::resources::FreeNames;
use portolan::resources::write::{Writer, free_names};
use serde_json::{Value, json};

use super::{Arguments, Done, Order};
use crate::config::Configured;
use crate::inputs::Input;
use crate::many::Tally;
use crate::options::target;
use crate::output::{Output, aside, complain};
use crate::status::{Outcome, Status, Stop};
use crate::terminal::{self, Stream};
use crate::write::{deliver_all, make_folder};

/// A document and where it goes.
struct Job {
    input: Input,
    output: String,
    arguments: Arc<Arguments>,
}

/// What became of a document.
enum Became {
    /// It is up to date.
    Unchanged,
    /// It is written.
    Written(Told),
    /// It is written in its turn, with the files beside it.
    Waiting(Box<Done>),
    Failed(Stop),
}

/// What is told about a document.
struct Told {
    line: String,
    losses: String,
    json: Value,
    status: Status,
}

pub fn run(configured: &Configured<Arguments>, folder: &Path) -> Outcome {
    let arguments = &**configured.own();
    let known: Vec<&str> = writers().map(|writer| writer.extension).collect();
    let target = target(arguments.to.as_deref(), "", writer_named, &known)?;
    if arguments.paths.iter().any(|path| path == STDIN) {
        return Err(Stop::usage("standard input cannot be converted into a folder; give the file to write"));
    }
    if folder.metadata().is_ok_and(|known| !known.is_dir()) {
        return Err(Stop::usage(format!(
            "`{}` is a file; `--directory` takes a folder for the results",
            printable(&folder.to_string_lossy())
        )));
    }
    let jobs = plan(configured, target, folder)?;
    if jobs.is_empty() {
        let why = "there is nothing to convert: all files have this format already, or are in the output folder";
        return Err(Stop::Message(Status::Unreadable, why.to_owned()));
    }
    let mut report = Writer::new(arguments.replacing.force);
    jobs.iter().for_each(|job| report.reads(&job.input.path));
    arguments.losses.will_write(&mut report)?;
    let beside = Beside { force: arguments.replacing.force, ..Beside::default() };
    let bar = terminal::progress(jobs.len(), "documents", arguments.losses.quiet);
    let mut out = Output::new();
    let mut tally = Tally::default();
    let mut files: Vec<Value> = Vec::new();
    arguments.jobs.in_order(
        &jobs,
        &bar,
        |job| {
            let order = Order { arguments: &job.arguments, target, input: &job.input.path, output: &job.output };
            (order, convert(&order, job, &beside))
        },
        |(order, result)| {
            let Order { input, output, .. } = order;
            let result = match result {
                Became::Waiting(done) => beside.write(&order, *done),
                other => other,
            };
            let quiet = arguments.losses.quiet;
            let (status, word, line) = match result {
                Became::Written(told) => {
                    files.push(json!({"input": input, "output": output, "status": "converted", "losses": told.json}));
                    aside(&told.losses);
                    (told.status, "converted", told.line)
                }
                Became::Unchanged => {
                    files.push(json!({"input": input, "output": output, "status": "unchanged", "losses": null}));
                    (Status::Fine, "unchanged", output.to_owned())
                }
                Became::Waiting(_) => {
                    return Err(Stop::Message(Status::Internal, "a document is still waiting".into()));
                }
                Became::Failed(Stop::Closed) => return Err(Stop::Closed),
                Became::Failed(Stop::Message(status, message)) => {
                    files.push(json!({
                        "input": input, "output": output, "status": "failed", "error": message, "losses": null
                    }));
                    complain(&format!("portolan convert: {}\n", printable(&message)));
                    tally.add("failed", status);
                    return Ok(());
                }
            };
            tally.add(word, status);
            if quiet { Ok(()) } else { out.text(&Stream::Output.tint(&format!("{word:<10} {}\n", printable(&line)))) }
        },
    )?;
    if !arguments.losses.quiet {
        out.text(&format!("{}\n", tally.line()))?;
    }
    out.finish()?;
    arguments.losses.put(&mut report, || Ok::<_, Stop>(json!({"files": files})))?;
    report.commit()?;
    Ok(tally.status())
}

/// Which document goes where. Files that have the format already are left out of folders, as is what is in the output
/// folder.
fn plan(configured: &Configured<Arguments>, target: &'static Target, folder: &Path) -> Result<Vec<Job>, Stop> {
    let arguments = configured.own();
    let real = |path: &Path| path.canonicalize().ok();
    let outputs = real(folder);
    let mut jobs: Vec<Job> = Vec::new();
    let mut taken: HashMap<PathBuf, String> = HashMap::new();
    let named: HashSet<&String> = arguments.paths.iter().collect();
    for input in arguments.exclude.gather(&arguments.paths, Wanted::Readable)? {
        let path = Path::new(&input.path);
        let given = named.contains(&input.path);
        let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        let inside = || outputs.as_ref().is_some_and(|folder| real(path).is_some_and(|path| path.starts_with(folder)));
        if input.gathered.is_ok() && !given && (inside() || extension.as_deref() == Some(target.extension)) {
            continue;
        }
        let output = folder.join(input.below.with_extension(target.extension));
        if let Some(other) = taken.insert(output.clone(), input.path.clone()) {
            let (one, output) = (&input.path, output.display());
            let message = format!("{other} and {one} would both be written to {output}; convert them one by one");
            return Err(Stop::usage(message));
        }
        let arguments = configured.of(&input.path)?;
        jobs.push(Job { input, output: output.to_string_lossy().into_owned(), arguments });
    }
    let mut inputs = Writer::new(false);
    jobs.iter().for_each(|job| inputs.reads(&job.input.path));
    for job in &jobs {
        // A folder that is still missing holds no input.
        if Path::new(&job.output).parent().is_some_and(Path::is_dir) {
            inputs.will_write(&job.output)?;
        }
    }
    Ok(jobs)
}

fn convert(order: &Order<'_>, job: &Job, beside: &Beside) -> Became {
    if let Err(why) = &job.input.gathered {
        return Became::Failed(Stop::failed(&job.input.path, &why.clone().into()));
    }
    if order.arguments.skip_unchanged && is_newer(Path::new(order.output), Path::new(order.input)) {
        return Became::Unchanged;
    }
    match order.convert(beside.names(order.output, false)) {
        // A document without companions cannot be in another one's way.
        Ok(done) if done.converted.files.len() <= 1 => told(order, done),
        Ok(done) => Became::Waiting(Box::new(done)),
        Err(why) => Became::Failed(why),
    }
}

/// Writes a document.
fn told(order: &Order<'_>, done: Done) -> Became {
    let write = || -> Result<Told, Stop> {
        let output = Path::new(order.output);
        if let Some(folder) = output.parent() {
            make_folder(folder)?;
        }
        let mut writer = Writer::new(order.arguments.replacing.force);
        writer.reads(order.input);
        // The losses of all documents go where none of the results does.
        order.arguments.losses.will_write(&mut writer)?;
        writer.will_write(output)?;
        deliver_all(writer, &done.files, order.output, &done.converted.files)?;
        let options = &order.arguments.losses;
        let losses = &done.converted.losses;
        let written = |origin| done.file.written(origin);
        let said = done.said(order).map(|said| said.losses(losses, &options.selection()).what());
        Ok(Told {
            line: said.unwrap_or_else(|| order.output.to_owned()),
            losses: if options.verbose { options.text(losses, &written) } else { String::new() },
            json: done.file.losses_json(losses).map_err(|why| Stop::failed(order.input, &why))?,
            status: options.status(losses),
        })
    };
    match write() {
        Ok(told) => Became::Written(told),
        Err(why) => Became::Failed(why),
    }
}

fn is_newer(output: &Path, input: &Path) -> bool {
    let changed = |path: &Path| std::fs::metadata(path).and_then(|m| m.modified()).ok();
    changed(output).zip(changed(input)).is_some_and(|(output, input)| output >= input)
}

/// Files beside the documents of this run.
///
/// Documents are converted at the same time, and two of them may want one name for different pictures. So they are
/// written one after the other in their order, and one that finds its names taken by an earlier one is converted again:
/// the result does not depend on which of them was faster.
#[derive(Clone, Default)]
struct Beside {
    force: bool,
    /// Files of this run, and what is in them.
    written: Arc<Mutex<HashMap<PathBuf, u64>>>,
}

impl Beside {
    /// Names that a document may use: those that are free on the disk. Files of this run count only when its turn has
    /// come (`last`).
    fn names(&self, output: &str, last: bool) -> FreeNames {
        let folder = Path::new(output).parent().unwrap_or(Path::new("")).to_path_buf();
        let free = free_names(Path::new(output), self.force);
        let written = Arc::clone(&self.written);
        FreeNames::new(move |name, bytes| {
            // The disk is asked first: what is on it by this run has been noted before.
            let is_free = free.is_free(name, bytes);
            let written = written.lock().unwrap_or_else(PoisonError::into_inner);
            match written.get(&folder.join(name)) {
                Some(known) => !last || *known == hash(bytes),
                None => is_free,
            }
        })
    }

    /// Writes a document with the files beside it.
    fn write(&self, order: &Order<'_>, done: Done) -> Became {
        let folder = Path::new(order.output).parent().unwrap_or(Path::new(""));
        let path = |name: &str| folder.join(name);
        let clash = {
            let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
            let is_other =
                |(name, bytes): &(String, Vec<u8>)| written.get(&path(name)).is_some_and(|w| *w != hash(bytes));
            done.converted.files.iter().skip(1).any(is_other)
        };
        let done = match clash {
            false => done,
            true => match order.convert(self.names(order.output, true)) {
                Ok(done) => done,
                Err(why) => return Became::Failed(why),
            },
        };
        let companions = done.converted.files.iter().skip(1);
        let noted = companions.map(|(name, bytes)| (path(name), hash(bytes)));
        self.written.lock().unwrap_or_else(PoisonError::into_inner).extend(noted);
        told(order, done)
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}
