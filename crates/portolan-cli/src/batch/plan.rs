//! Which files there are, and what each of them becomes.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use portolan::convert::{writer_named, writers};
use portolan::gather::Wanted;
use portolan::pictures::Kind;
use portolan::resources::write::Writer;
use portolan::{STDIN, Unreadable};

use super::record::{hash, slashes};
use super::task::{Job, Tasks};
use crate::commands::{COMMANDS, Command};
use crate::config::{self, ConfigOptions, Configs};
use crate::inputs::Selected;
use crate::options::target;
use crate::status::{Stop, reason};

/// What is done with all files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// They are converted to a format.
    To(String),
    /// They are checked.
    Check,
    /// They are repaired.
    Fix,
    /// They are drawn.
    Render,
}

impl Mode {
    /// The command that does it.
    pub fn command(&self) -> &'static str {
        match self {
            Mode::To(_) => "convert",
            Mode::Check => "check",
            Mode::Fix => "fix",
            Mode::Render => "render",
        }
    }

    /// What it is called when it is only planned.
    pub fn verb(&self) -> &'static str {
        match self {
            Mode::To(_) => "convert",
            Mode::Check => "check",
            Mode::Fix => "repair",
            Mode::Render => "draw",
        }
    }
}

/// One of several machines that share the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Its number, from 0.
    pub index: u32,
    /// How many there are.
    pub count: u32,
}

impl Shard {
    /// `2/8`
    pub fn parse(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
        match numbers {
            Some((index, count)) if index < count => Ok(Shard { index, count }),
            Some((_, 0)) => Err("there must be at least one shard, as in 0/1".to_owned()),
            Some((_, count)) => Err(format!("shards are counted from 0: the last one is {}/{count}", count - 1)),
            None => Err("write number and count as in 0/8".to_owned()),
        }
    }

    /// Is a file its own? That follows from the name alone, so that new files change nothing for others.
    fn has(self, key: &str) -> bool {
        let head = hash(key.as_bytes());
        let number = head.get(..8).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
        number % self.count == self.index
    }
}

/// What the user asks for.
pub struct Request<'a> {
    /// Files, folders and patterns.
    pub inputs: &'a [String],
    /// The output folder.
    pub folder: &'a Path,
    /// What is done.
    pub mode: Mode,
    /// Words for the command that does it.
    pub words: &'a [String],
    /// Which files of folders.
    pub selected: &'a Selected,
    /// Which part of them.
    pub shard: Option<Shard>,
    /// Which configuration.
    pub config: &'a ConfigOptions,
}

/// A file of the plan: a job, or why there is none.
pub struct Planned {
    /// What to do.
    pub job: Job,
    /// Why it cannot be done.
    pub gathered: Result<(), Unreadable>,
}

/// Which files go where. What cannot be is refused here, before any work.
pub fn plan(request: &Request<'_>) -> Result<Vec<Planned>, Stop> {
    if request.inputs.iter().any(|path| path == STDIN) {
        return Err(Stop::usage("standard input cannot be part of a batch; give files and folders"));
    }
    refuse_nested(request)?;
    let command = COMMANDS.iter().find(|c| c.name == request.mode.command());
    let command: &'static Command = command.ok_or_else(|| Stop::usage("unknown command"))?;
    let extension = extension(request)?;
    let wanted = if request.mode == Mode::Fix { Wanted::Editable } else { Wanted::Readable };
    let mut words: Vec<String> = request.words.to_vec();
    if let Mode::To(format) = &request.mode {
        words.push(format!("--to={format}"));
    }
    let configs = Configs::new(request.config);
    let tasks = Tasks::default();
    // The user's own words have to be right without any configuration.
    tasks.of(command.name, &words)?;
    let given = given(command, &words)?;
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    let mut planned: Vec<Planned> = Vec::new();
    let mut taken: HashMap<PathBuf, String> = HashMap::new();
    for input in request.selected.gather(request.inputs, wanted)? {
        let path = Path::new(&input.path);
        let is_given = request.inputs.contains(&input.path);
        let own = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        let has_format = matches!(request.mode, Mode::To(_)) && own.as_deref() == extension.as_deref();
        if input.gathered.is_ok() && !is_given && has_format && !request.selected.has_include() {
            continue;
        }
        let output = match (&request.mode, &extension) {
            (Mode::Check, _) => None,
            (_, Some(extension)) => Some(input.below.with_extension(extension)),
            (_, None) => Some(input.below.clone()),
        };
        if let Some(output) = output.as_ref().filter(|_| input.gathered.is_ok())
            && let Some(other) = taken.insert(output.clone(), input.path.clone())
        {
            let (one, output) = (&input.path, request.folder.join(output).display().to_string());
            let what = format!("{other} and {one} would both be written to {output}");
            return Err(Stop::usage(format!("{what}; leave one of them out with `--exclude`")));
        }
        let output = output.map(|output| slashes(&output));
        let key = match &output {
            Some(output) if input.gathered.is_ok() => output.clone(),
            _ => input.path.clone(),
        };
        if request.shard.is_some_and(|shard| !shard.has(&key)) {
            continue;
        }
        let mut all = configs.words(command, &input.path, &given)?;
        all.extend(words.iter().cloned());
        let job = Job {
            task: task_hash(command.name, &all, output.as_deref()),
            bytes: std::fs::metadata(path).map_or(0, |m| m.len()),
            folder: request.folder.to_string_lossy().into_owned(),
            command: command.name.to_owned(),
            input: input.path.clone(),
            words: all,
            output,
            key,
        };
        tasks.of(&job.command, &job.words)?;
        planned.push(Planned { job, gathered: input.gathered });
    }
    refuse_inputs_as_outputs(&planned)?;
    Ok(planned)
}

/// The options that the user gave for the command, by their ids.
fn given(command: &'static Command, words: &[String]) -> Result<Vec<String>, Stop> {
    let least = config::options::least(command.name);
    let all = words.iter().map(String::as_str).chain(least.iter().copied()).map(Into::into);
    let matches = crate::commands::parsed(command, all).map_err(Stop::usage)?;
    let definition = command.definition();
    Ok(config::given(&definition, &matches).into_iter().map(str::to_owned).collect())
}

/// Everything but the files that decides about a result.
fn task_hash(command: &str, words: &[String], output: Option<&str>) -> String {
    let parts = [env!("CARGO_PKG_VERSION"), command, output.unwrap_or_default()];
    let parts: Vec<&str> = parts.into_iter().chain(words.iter().map(String::as_str)).collect();
    hash(parts.join("\0").as_bytes())
}

/// The extension of all outputs; nothing if they keep theirs.
fn extension(request: &Request<'_>) -> Result<Option<String>, Stop> {
    Ok(match &request.mode {
        Mode::To(format) => {
            let known: Vec<&str> = writers().map(|writer| writer.extension).collect();
            Some(target(Some(format), "", writer_named, &known)?.extension.to_owned())
        }
        Mode::Render => Some(Kind::Png.extension().to_owned()),
        Mode::Check | Mode::Fix => None,
    })
}

/// An output folder in an input folder would be read by the next run.
fn refuse_nested(request: &Request<'_>) -> Result<(), Stop> {
    let Some(folder) = real(request.folder) else { return Ok(()) };
    for input in request.inputs.iter().filter(|input| Path::new(input).is_dir()) {
        if real(Path::new(input)).is_some_and(|input| folder.starts_with(input)) {
            let shown = request.folder.display();
            let message =
                format!("the output folder {shown} is in the input folder {input}; choose a folder outside of it");
            return Err(Stop::usage(message));
        }
    }
    Ok(())
}

/// The real path of a folder that may not be there yet.
fn real(path: &Path) -> Option<PathBuf> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    if let Ok(real) = path.canonicalize() {
        return Some(real);
    }
    let name = path.file_name()?;
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(real(parent)?.join(name))
}

fn refuse_inputs_as_outputs(planned: &[Planned]) -> Result<(), Stop> {
    let written = |job: &&Job| job.output.is_some() && job.target().parent().is_some_and(Path::is_dir);
    let jobs: Vec<&Job> = planned.iter().map(|p| &p.job).collect();
    if !jobs.iter().any(|job| written(job) && job.target().exists()) {
        return Ok(());
    }
    let mut inputs = Writer::new(false);
    jobs.iter().for_each(|job| inputs.reads(&job.input));
    for job in jobs.into_iter().filter(written).filter(|job| job.target().exists()) {
        // Only the inputs matter here: outputs differ already.
        inputs.refuse(&job.target())?;
    }
    Ok(())
}

impl Planned {
    /// The job, with a record for what cannot be worked on at all.
    pub fn refused(&self) -> Option<super::record::Record> {
        let why = self.gathered.as_ref().err()?;
        Some(self.job.failed(crate::status::Status::of(why), why.code.id, &reason(why)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_belongs_to_one_shard() {
        let names: Vec<String> = (0..1000).map(|n| format!("deep/part_{n}.glb")).collect();
        for count in [1, 3, 8] {
            let sizes: Vec<usize> =
                (0..count).map(|index| names.iter().filter(|name| Shard { index, count }.has(name)).count()).collect();
            assert_eq!(sizes.iter().sum::<usize>(), 1000);
            assert!(sizes.iter().all(|size| *size > 700 / count as usize), "{sizes:?}");
        }
    }

    #[test]
    fn shards_are_counted_from_zero() {
        assert_eq!(Shard::parse("0/1"), Ok(Shard { index: 0, count: 1 }));
        for (text, why) in [("1/1", "the last one is 0/1"), ("0/0", "at least one"), ("a/2", "0/8"), ("3", "0/8")] {
            assert!(Shard::parse(text).is_err_and(|e| e.contains(why)), "{text}");
        }
    }
}
