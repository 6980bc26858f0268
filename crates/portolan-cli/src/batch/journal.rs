//! What is done: a file of records in the output folder, one a line, written as files are finished.
//!
//! A line that is not whole (the program was killed) counts as not written. Several journals in one folder count together, those
//! of shards for example; of two records of a file the last one counts that still holds.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use portolan::resources::Resources;
use serde_json::Value;

use super::plan::Shard;
use super::record::{Record, absolute, hash_file, relative};
use super::task::{Job, Tasks};
use crate::status::{Status, Stop};

/// The folder with journals, in the output folder.
pub const FOLDER: &str = ".portolan";

/// Records of earlier runs.
#[derive(Default)]
pub struct Known {
    /// Lines by the key of their file.
    records: HashMap<String, Vec<Arc<str>>>,
}

impl Known {
    /// Reads all journals of an output folder.
    pub fn read(folder: &Path) -> Result<Known, Stop> {
        let mut known = Known::default();
        let Ok(entries) = std::fs::read_dir(folder.join(FOLDER)) else { return Ok(known) };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|e| e == "jsonl"));
        paths.sort();
        for path in paths {
            let failed = |e: std::io::Error| {
                Stop::Message(Status::Unreadable, format!("cannot read the journal {}: {e}", path.display()))
            };
            let bytes = std::fs::read(&path).map_err(failed)?;
            for line in bytes.split(|byte| *byte == b'\n') {
                // Half a line, or one that was damaged, is as good as none: its file is worked on again.
                let Ok(line) = std::str::from_utf8(line) else { continue };
                if let Some(record) = Record::parse(line) {
                    known.records.entry(record.key().to_owned()).or_default().push(line.into());
                }
            }
        }
        Ok(known)
    }

    /// The record of a job that still holds: nothing that it depends on has changed.
    pub fn holding(&self, job: &Job, now: &Now<'_>) -> Option<(Record, Arc<str>)> {
        let lines = self.records.get(&job.key)?.iter().rev();
        let mut records = lines.filter_map(|line| Some((Record::parse(line)?, line.clone())));
        records.find(|(record, _)| now.holds(record, job))
    }

    /// Records of files that are not among those of a run.
    pub fn of_others<'a>(&'a self, is_own: impl Fn(&str) -> bool + 'a) -> impl Iterator<Item = Record> + 'a {
        let others = self.records.iter().filter(move |(key, _)| !is_own(key));
        others.flat_map(|(_, lines)| lines).filter_map(|line| Record::parse(line))
    }

    /// All records of a job.
    pub fn earlier(&self, job: &Job) -> impl Iterator<Item = Record> {
        self.records.get(&job.key).into_iter().flatten().filter_map(|line| Record::parse(line))
    }
}

/// What holds at this moment.
pub struct Now<'a> {
    /// Tasks by their words.
    pub tasks: &'a Tasks,
    /// The limits of a file: they decide about records of files that went beyond them.
    pub limits: &'a Value,
    /// Are failed files worked on again?
    pub retry: bool,
    hashes: Mutex<HashMap<PathBuf, Option<String>>>,
}

impl<'a> Now<'a> {
    /// Nothing is looked at yet.
    pub fn new(tasks: &'a Tasks, limits: &'a Value, retry: bool) -> Now<'a> {
        Now { tasks, limits, retry, hashes: Mutex::default() }
    }

    fn hash(&self, path: PathBuf) -> Option<String> {
        let known = |hashes: &HashMap<PathBuf, Option<String>>| hashes.get(&path).cloned();
        if let Some(known) = known(&self.hashes.lock().unwrap_or_else(PoisonError::into_inner)) {
            return known;
        }
        let hash = hash_file(&path);
        self.hashes.lock().unwrap_or_else(PoisonError::into_inner).insert(path, hash.clone());
        hash
    }

    /// Would the same come out again?
    fn holds(&self, record: &Record, job: &Job) -> bool {
        let failed = record.result() == "failed";
        // What could not be written, and what ended a worker, may be different the next time.
        let lasting = record.status() != Status::Unwritable as u64 && record.status() != Status::Internal as u64;
        if record.text("task") != job.task || failed && (self.retry || !lasting) {
            return false;
        }
        if let Some(limits) = record.0.get("limits") {
            let size = record.0.get("bytes").and_then(Value::as_u64);
            return limits == self.limits && size == Some(job.bytes);
        }
        let folder = Path::new(&job.input).parent().unwrap_or(Path::new(""));
        let mut document = false;
        for (path, hash) in record.read() {
            let path = absolute(path, folder);
            document |= path == Path::new(&job.input)
                || relative(&path, Path::new("")) == relative(Path::new(&job.input), Path::new(""));
            if self.hash(path).as_deref() != Some(hash) {
                return false;
            }
        }
        // A file that could not be read may be readable by now.
        document && self.wrote(record, job) && self.leads_there(record, job, folder)
    }

    fn wrote(&self, record: &Record, job: &Job) -> bool {
        record.wrote().all(|(path, hash)| hash_file(&Path::new(&job.folder).join(path)).as_deref() == Some(hash))
    }

    /// Do references lead where they led? A picture that was missing may be there now.
    fn leads_there(&self, record: &Record, job: &Job, folder: &Path) -> bool {
        let mut located = record.located().peekable();
        if located.peek().is_none() {
            return true;
        }
        let Ok(task) = self.tasks.of(&job.command, &job.words) else { return false };
        let files = task.files(&job.input);
        located.all(|(base, reference, location)| {
            let base = absolute(base, folder).to_string_lossy().into_owned();
            let found = files.locate(&base, reference).ok();
            found.map(|found| relative(Path::new(&found.location), folder)).as_deref() == location
        })
    }
}

/// The journal of this run.
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens the journal of a run, which nobody else may write at the same time.
    pub fn open(folder: &Path, shard: Option<Shard>) -> Result<Journal, Stop> {
        let name = match shard {
            Some(Shard { index, count }) => format!("journal-{index}-of-{count}.jsonl"),
            None => "journal.jsonl".to_owned(),
        };
        let path = folder.join(FOLDER).join(name);
        crate::write::make_folder(&folder.join(FOLDER))?;
        let mut file =
            OpenOptions::new().create(true).append(true).read(true).open(&path).map_err(|e| failed(&path, &e))?;
        lock(&file, &path)?;
        // Behind half a line a new one begins.
        if !ends_with_line(&path) {
            file.write_all(b"\n").map_err(|e| failed(&path, &e))?;
        }
        Ok(Journal { path, file })
    }

    /// Adds the line of a record.
    pub fn add(&mut self, line: &str) -> Result<(), Stop> {
        let line = format!("{line}\n");
        self.file.write_all(line.as_bytes()).map_err(|e| failed(&self.path, &e))
    }
}

fn failed(path: &Path, error: &std::io::Error) -> Stop {
    let why = match error.kind() {
        std::io::ErrorKind::StorageFull => DISK_FULL.to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    Stop::Message(Status::Unwritable, format!("cannot write {}: {why}", path.display()))
}

/// What is told when nothing more can be written.
pub const DISK_FULL: &str = "the disk is full";

fn ends_with_line(path: &Path) -> bool {
    use std::io::{Read, Seek, SeekFrom};
    let Ok(mut file) = File::open(path) else { return true };
    let mut last = [0];
    match file.seek(SeekFrom::End(-1)) {
        Ok(_) => file.read_exact(&mut last).is_ok() && last == *b"\n",
        // It is empty.
        Err(_) => true,
    }
}

#[cfg(unix)]
fn lock(file: &File, path: &Path) -> Result<(), Stop> {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => {
            let message =
                format!("another run is writing {}; wait for it, or give each run its `--shard`", path.display());
            Err(Stop::Message(Status::Unwritable, message))
        }
        // File systems without locks are used without.
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn lock(_: &File, _: &Path) -> Result<(), Stop> {
    Ok(())
}
