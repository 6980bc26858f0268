//! Worker processes: each gets one file after the other, and is replaced when a file ends it or takes too long.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use portolan::unreadable::{CRASHED, MEMORY_LIMIT, TIME_LIMIT};
use serde_json::{Value, json};

use super::record::Record;
use super::shared::{Shared, expected};
use super::task::Job;
use crate::memory::{EXHAUSTED, UNEXPLAINED};
use crate::said::size;
use crate::status::{Status, Stop};
use crate::watch::ENDLESS;

/// How often a file is tried that ends its worker: the worker may have been killed by somebody else.
const ATTEMPTS: u32 = 3;

/// Files that a worker may have waiting, so that it never waits for the next one.
const AHEAD: usize = 4;

/// Larger files are given one by one: what they need is shared out before.
const SMALL: u64 = 1 << 20;

/// What files may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Seconds for one file.
    pub seconds: f64,
    /// Bytes of memory for one file.
    pub memory: Option<u64>,
    /// Bytes of memory for all files that are worked on at once.
    pub shared: u64,
    /// Files that are worked on at once.
    pub jobs: usize,
}

impl Limits {
    /// What decides about files that go beyond them.
    pub fn json(&self) -> Value {
        json!({"seconds": self.seconds, "memory": self.memory})
    }
}

/// How workers are started, if not by starting this program again.
static PROGRAM: OnceLock<Vec<OsString>> = OnceLock::new();

/// Says which words start this program, where it is part of another one: `python -m portolan`.
pub fn start_with(words: Vec<OsString>) {
    let _ = PROGRAM.set(words);
}

/// Works on all jobs and hands over their records as they are finished. Ends early when `take` fails or `stopped` is set.
pub fn run(
    jobs: Vec<Job>,
    limits: &Limits,
    stopped: &AtomicBool,
    mut take: impl FnMut(&Job, Record) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let slots = limits.jobs.min(jobs.len()).max(1);
    let queue = Queue {
        jobs: Mutex::new(jobs.into_iter().map(|job| (job, 0)).collect()),
        memory: Shared::new(limits.shared),
        closed: AtomicBool::new(false),
        limits: *limits,
        threads: threads(slots),
    };
    let (sender, records) = mpsc::channel::<Result<(Job, Record), Stop>>();
    std::thread::scope(|scope| {
        for _ in 0..slots {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || {
                let mut slot = Slot { queue, worker: None, ahead: VecDeque::new(), sender };
                if let Err(stop) = slot.run() {
                    let _ = slot.sender.send(Err(stop));
                }
                slot.end();
            });
        }
        drop(sender);
        let mut taken = || -> Result<(), Stop> {
            loop {
                if stopped.load(Ordering::Relaxed) {
                    return Ok(());
                }
                match records.recv_timeout(Duration::from_millis(50)) {
                    Ok(Ok((job, record))) => take(&job, record)?,
                    Ok(Err(stop)) => return Err(stop),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            }
        };
        let result = taken();
        queue.closed.store(true, Ordering::Relaxed);
        result
    })
}

/// Works on one file in a process of its own, within limits.
pub fn supervise(job: &Job, seconds: f64, memory: Option<u64>) -> Result<Record, String> {
    // More than any machine has, and still a size that a worker can be told.
    let limits = Limits { seconds, memory, shared: memory.unwrap_or(1 << 50), jobs: 1 };
    let mut record = None;
    let done = run(vec![job.clone()], &limits, &AtomicBool::new(false), |_, done| {
        record = Some(done);
        Ok(())
    });
    match (done, record) {
        (Ok(()), Some(record)) => Ok(record),
        (Err(Stop::Message(_, why)), _) => Err(why),
        _ => Err("the file was not worked on".to_owned()),
    }
}

/// Threads of each worker, so that all of them together use the cores.
fn threads(slots: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (cores / slots).max(1)
}

struct Queue {
    /// Jobs, with how often they ended a worker.
    jobs: Mutex<VecDeque<(Job, u32)>>,
    memory: Shared,
    closed: AtomicBool,
    limits: Limits,
    threads: usize,
}

impl Queue {
    /// The next job; only a small one, if others are ahead of it.
    fn next(&self, ahead: bool) -> Option<(Job, u32)> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |(job, attempts): &(Job, u32)| !ahead || job.bytes <= SMALL && *attempts == 0;
        if self.closed.load(Ordering::Relaxed) || !jobs.front().is_some_and(fits) {
            return None;
        }
        jobs.pop_front()
    }

    fn put_back(&self, job: Job, attempts: u32) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).push_front((job, attempts));
    }
}

/// A job that a worker has.
struct Given {
    job: Job,
    attempts: u32,
    memory: u64,
}

/// A place for a worker.
struct Slot<'a> {
    queue: &'a Queue,
    worker: Option<Worker>,
    /// What the worker has, the first of which it is working on.
    ahead: VecDeque<Given>,
    sender: Sender<Result<(Job, Record), Stop>>,
}

impl Slot<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        let mut since = Instant::now();
        loop {
            while self.ahead.len() < AHEAD {
                let first = self.ahead.is_empty();
                let Some((job, attempts)) = self.queue.next(!first) else { break };
                // A worker works on one file after the other: small ones that wait need nothing yet.
                let memory = if first { self.queue.memory.take(expected(job.bytes)) } else { 0 };
                self.give(Given { job, attempts, memory })?;
                if first {
                    since = Instant::now();
                }
            }
            if self.ahead.is_empty() {
                return Ok(());
            }
            let Some(worker) = &self.worker else { continue };
            if self.queue.closed.load(Ordering::Relaxed) {
                return Ok(());
            }
            let left = Duration::from_secs_f64(self.queue.limits.seconds).saturating_sub(since.elapsed());
            // Short waits, so that the end of the run is noticed.
            match worker.lines.recv_timeout(left.min(Duration::from_millis(100))) {
                Ok(line) => {
                    let value = serde_json::from_str::<Value>(&line).ok();
                    let record = value
                        .map(Record)
                        .filter(|record| self.ahead.front().is_some_and(|given| given.job.key == record.key()));
                    match record {
                        Some(record) => self.finish(record),
                        None => self.lost(None),
                    }
                    since = Instant::now();
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let limits = self.queue.limits;
                    let why = format!("it took more than {} seconds; `--file-seconds` sets the limit", limits.seconds);
                    self.lost(Some((TIME_LIMIT.id, why)));
                    since = Instant::now();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let told = self.worker.as_ref().map(Worker::told).unwrap_or_default();
                    let limit = self.queue.limits.memory.unwrap_or(self.queue.limits.shared);
                    // A worker that did much may hold what other files needed; a new one holds nothing.
                    let first = self.ahead.front().is_some_and(|given| given.attempts == 0);
                    let why = if told.contains(ENDLESS) {
                        Some((TIME_LIMIT.id, ENDLESS.to_owned()))
                    } else if told.contains(UNEXPLAINED) {
                        let why = format!("the memory that it would use is {UNEXPLAINED}; `--file-memory` allows more");
                        (!first).then_some((MEMORY_LIMIT.id, why))
                    } else if [EXHAUSTED, "memory allocation"].iter().any(|said| told.contains(said)) {
                        let why =
                            format!("it needs more than {} of memory; `--file-memory` sets the limit", size(limit));
                        Some((MEMORY_LIMIT.id, why))
                    } else {
                        None
                    };
                    self.lost(why);
                    since = Instant::now();
                }
            }
        }
    }

    /// Gives a job to the worker, which is started if there is none.
    fn give(&mut self, given: Given) -> Result<(), Stop> {
        if self.worker.is_none() {
            self.worker = Some(Worker::start(self.queue)?);
        }
        let line = format!("{}\n", given.job.to_json());
        self.ahead.push_back(given);
        // A worker that is gone is noticed when its records are read.
        if let Some(input) = self.worker.as_mut().and_then(|worker| worker.input.as_mut()) {
            let _ = input.write_all(line.as_bytes());
        }
        Ok(())
    }

    fn finish(&mut self, record: Record) {
        let Some(given) = self.ahead.pop_front() else { return };
        self.queue.memory.give(given.memory);
        let _ = self.sender.send(Ok((given.job, record)));
    }

    /// The worker is of no use any more, because of the file that it was working on.
    fn lost(&mut self, limit: Option<(&str, String)>) {
        let ended = self.worker.take().map(Worker::end).unwrap_or_default();
        let Some(first) = self.ahead.pop_front() else { return };
        // Those behind it did nothing; they keep their order.
        while let Some(given) = self.ahead.pop_back() {
            self.queue.memory.give(given.memory);
            self.queue.put_back(given.job, given.attempts);
        }
        self.queue.memory.give(first.memory);
        if self.queue.closed.load(Ordering::Relaxed) {
            return;
        }
        let record = match limit {
            Some((code, why)) => {
                let mut record = first.job.failed(Status::Unreadable, code, &why);
                if let Some(fields) = record.0.as_object_mut() {
                    fields.insert("limits".into(), self.queue.limits.json());
                }
                record
            }
            None if first.attempts + 1 < ATTEMPTS => {
                self.queue.put_back(first.job, first.attempts + 1);
                return;
            }
            None => {
                let why = format!(
                    "the process that worked on it ended {ATTEMPTS} times ({ended}); please report it with the file"
                );
                first.job.failed(Status::Internal, CRASHED.id, &why)
            }
        };
        let _ = self.sender.send(Ok((first.job, record)));
    }

    /// Lets the worker go.
    fn end(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.end();
        }
        while let Some(given) = self.ahead.pop_front() {
            self.queue.memory.give(given.memory);
        }
    }
}

/// A process that works on files.
struct Worker {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The end of what it said on standard error.
    said: Arc<Mutex<Vec<u8>>>,
}

impl Worker {
    fn start(queue: &Queue) -> Result<Worker, Stop> {
        let failed = |e: std::io::Error| Stop::Message(Status::Internal, format!("cannot start a worker: {e}"));
        let mut words: VecDeque<OsString> = match PROGRAM.get() {
            Some(words) => words.iter().cloned().collect(),
            None => VecDeque::from([std::env::current_exe().map_err(failed)?.into_os_string()]),
        };
        let program = words.pop_front().unwrap_or_default();
        let memory = match queue.limits.memory {
            Some(memory) => format!("--file-memory={memory}"),
            None => format!("--memory={}", queue.limits.shared),
        };
        let mut command = Command::new(program);
        command.args(words).args(["batch", "--worker"]).arg(memory);
        command.env("RAYON_NUM_THREADS", queue.threads.to_string());
        // A key that stops this program is not for the worker, which is told by this program.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let (sender, lines) = mpsc::channel();
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(output).lines() {
                    let Ok(line) = line else { break };
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        let said = Arc::new(Mutex::new(Vec::new()));
        if let Some(mut errors) = child.stderr.take() {
            let said = Arc::clone(&said);
            std::thread::spawn(move || {
                let mut piece = [0; 4096];
                while let Ok(length @ 1..) = errors.read(&mut piece) {
                    let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
                    said.extend_from_slice(piece.get(..length).unwrap_or_default());
                    let most = said.len().saturating_sub(4096);
                    said.drain(..most);
                }
            });
        }
        Ok(Worker { input: child.stdin.take(), child, lines, said })
    }

    /// What it said on standard error, when it is gone.
    fn told(&self) -> String {
        // The last words may still be on their way.
        std::thread::sleep(Duration::from_millis(20));
        String::from_utf8_lossy(&self.said.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }

    /// Ends it, and says how it ended.
    fn end(mut self) -> String {
        drop(self.input.take());
        let _ = self.child.kill();
        self.child.wait().map(|status| status.to_string()).unwrap_or_default()
    }
}
