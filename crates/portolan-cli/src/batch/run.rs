//! A batch: planned, done and told.

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde_json::Value;

use super::journal::{DISK_FULL, FOLDER, Journal, Known, Now};
use super::plan::{Planned, Request, Shard, plan};
use super::pool::{self, Limits};
use super::record::{Record, hash, hash_file};
use super::report;
use super::task::{Job, Tasks};
use crate::status::{Status, Stop};

/// A batch of files.
pub struct Batch {
    /// All files, in their order.
    planned: Vec<Planned>,
    /// What is known of each of them, by key.
    records: HashMap<String, Stored>,
    /// Keys of files that were done before.
    unchanged: HashSet<String>,
    folder: PathBuf,
    shard: Option<Shard>,
    known: Known,
}

/// A record as text, with what is asked for again and again: a batch may have a million of them.
struct Stored {
    text: Arc<str>,
    status: Status,
    failed: bool,
}

impl Stored {
    fn new(record: &Record, text: Arc<str>) -> Stored {
        let status = Status::from_number(record.status());
        Stored { text, status, failed: record.result() == "failed" }
    }
}

impl Batch {
    /// Plans a batch, and looks up what is done already.
    pub fn plan(request: &Request<'_>, limits: &Value, retry: bool) -> Result<Batch, Stop> {
        let planned = plan(request)?;
        let known = Known::read(request.folder)?;
        let tasks = Tasks::default();
        let now = Now::new(&tasks, limits, retry);
        let looked_up = |planned: &Planned| match planned.refused() {
            Some(record) => Some(Stored::new(&record, record.0.to_string().into())),
            None => known.holding(&planned.job, &now).map(|(record, text)| Stored::new(&record, text)),
        };
        let done: Vec<Option<Stored>> = planned.par_iter().map(looked_up).collect();
        let mut batch = Batch {
            records: HashMap::new(),
            unchanged: HashSet::new(),
            folder: request.folder.to_path_buf(),
            shard: request.shard,
            planned,
            known,
        };
        for (planned, record) in batch.planned.iter().zip(done) {
            let Some(record) = record else { continue };
            if planned.gathered.is_ok() {
                batch.unchanged.insert(planned.job.key.clone());
            }
            batch.records.insert(planned.job.key.clone(), record);
        }
        Ok(batch)
    }

    /// All files of the batch.
    pub fn jobs(&self) -> impl Iterator<Item = &Job> {
        self.planned.iter().map(|planned| &planned.job)
    }

    /// Files that are still to be worked on.
    pub fn open_jobs(&self) -> Vec<Job> {
        self.jobs().filter(|job| !self.records.contains_key(&job.key)).cloned().collect()
    }

    /// Is this file as it was when it was worked on?
    pub fn is_unchanged(&self, key: &str) -> bool {
        self.unchanged.contains(key)
    }

    /// Is anything known of this file?
    pub fn is_known(&self, key: &str) -> bool {
        self.records.contains_key(key)
    }

    /// All files of which something is known, in their order.
    pub fn finished(&self) -> impl Iterator<Item = (&Job, Record)> {
        self.jobs().filter_map(|job| Some((job, Record::parse(&self.records.get(&job.key)?.text)?)))
    }

    /// Opens the journal of this run.
    pub fn journal(&self) -> Result<Journal, Stop> {
        Journal::open(&self.folder, self.shard)
    }

    /// Notes that a file is finished.
    pub fn add(&mut self, journal: &mut Journal, record: Record) -> Result<(), Stop> {
        let line: Arc<str> = record.0.to_string().into();
        journal.add(&line)?;
        let told = record.0.pointer("/error/message").and_then(Value::as_str).unwrap_or_default();
        let full = record.status() == Status::Unwritable as u64 && told.ends_with(DISK_FULL);
        let result = if full { Err(Stop::Message(Status::Unwritable, told.to_owned())) } else { Ok(()) };
        self.records.insert(record.key().to_owned(), Stored::new(&record, line));
        // When the disk is full, all others would fail as well.
        result
    }

    /// Works on all files that are open, in processes of their own.
    pub fn work(
        &mut self,
        limits: &Limits,
        stopped: &AtomicBool,
        mut told: impl FnMut(&Job, &Record) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let jobs = self.open_jobs();
        if jobs.is_empty() {
            return Ok(());
        }
        let mut journal = self.journal()?;
        pool::run(jobs, limits, stopped, |job, record| {
            told(job, &record)?;
            self.add(&mut journal, record)
        })
    }

    /// Removes files that earlier runs wrote and that no file of the batch has any more: what they hold is told by the journal,
    /// and a file that was changed since stays.
    pub fn tidy(&self) {
        // What other machines have done is not known here.
        if self.shard.is_some() {
            return;
        }
        let mut kept: HashSet<String> = HashSet::new();
        let mut keep = |record: &Record| kept.extend(record.wrote().map(|(path, _)| path.to_owned()));
        self.finished().for_each(|(_, record)| keep(&record));
        self.known.of_others(|key| self.records.contains_key(key)).for_each(|record| keep(&record));
        for job in self.jobs().filter(|job| !self.unchanged.contains(&job.key)) {
            if self.records.get(&job.key).is_none_or(|stored| stored.failed) {
                continue;
            }
            for record in self.known.earlier(job) {
                for (path, hash) in record.wrote() {
                    let at = self.folder.join(path);
                    let is_plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
                    if is_plain && !kept.contains(path) && hash_file(&at).as_deref() == Some(hash) {
                        let _ = std::fs::remove_file(at);
                    }
                }
            }
        }
    }

    /// Pictures of all files, for reports that show them: drawn by workers, and kept beside the journal.
    pub fn pictures(&self, limits: &Limits, stopped: &AtomicBool) -> Result<HashMap<String, PathBuf>, Stop> {
        let mut pictures = HashMap::new();
        let mut jobs = Vec::new();
        for (job, record) in self.finished().take(report::MOST_PICTURES) {
            let read: Vec<String> = record.read().map(|(path, hash)| format!("{path}\0{hash}")).collect();
            if read.is_empty() {
                continue;
            }
            let name = format!("{FOLDER}/pictures/{}.png", hash(read.join("\0").as_bytes()));
            let path = self.folder.join(&name);
            if !path.is_file() {
                jobs.push(Job {
                    command: "render".to_owned(),
                    words: vec![
                        "--size=192x144".to_owned(),
                        "--background=#e0e0e0".to_owned(),
                        "--samples=4".to_owned(),
                    ],
                    output: Some(name),
                    ..job.clone()
                });
            }
            pictures.insert(job.key.clone(), path);
        }
        if !jobs.is_empty() {
            // What cannot be drawn has no picture; why not is told already.
            pool::run(jobs, limits, stopped, |_, _| Ok(()))?;
        }
        Ok(pictures)
    }

    /// How the batch ends: as its worst file does.
    pub fn status(&self) -> Status {
        let worst = self.records.values().map(|stored| stored.status).max();
        worst.unwrap_or(Status::Fine)
    }

    /// Are there files of which nothing is known?
    pub fn is_unfinished(&self) -> bool {
        self.jobs().any(|job| !self.records.contains_key(&job.key))
    }
}

/// Is set when the user, or the machine that lends the time, wants an end.
#[cfg(unix)]
pub fn watch_signals() -> std::sync::Arc<AtomicBool> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let stopped = std::sync::Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // The second time ends the program at once.
        let _ = signal_hook::flag::register_conditional_default(signal, stopped.clone());
        let _ = signal_hook::flag::register(signal, stopped.clone());
    }
    stopped
}

/// Elsewhere the program is ended at once; the journal is whole at any moment.
#[cfg(not(unix))]
pub fn watch_signals() -> std::sync::Arc<AtomicBool> {
    std::sync::Arc::new(AtomicBool::new(false))
}

/// Was an end asked for?
pub fn is_stopped(stopped: &AtomicBool) -> bool {
    stopped.load(Ordering::Relaxed)
}
