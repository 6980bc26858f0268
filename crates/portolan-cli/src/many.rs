//! Work on many files on all cores, with results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use clap::Args;
use indicatif::ProgressBar;

use crate::status::{Status, Stop};

/// How many files are worked on at once.
#[derive(Args, Default)]
pub struct Jobs {
    /// Work on this many files at once; by default as many as there are processor cores
    #[arg(long, short, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl Jobs {
    /// Works on all items, and takes the results in the order of the items while others are still at work.
    pub fn in_order<'a, T: Sync, R: Send>(
        &self,
        items: &'a [T],
        bar: &ProgressBar,
        work: impl Fn(&'a T) -> R + Sync,
        mut take: impl FnMut(R) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        // One file needs no thread of its own.
        if let ([only], None) = (items, self.jobs) {
            let done = work(only);
            bar.inc(1);
            let taken = bar.suspend(|| take(done));
            bar.finish_and_clear();
            return taken;
        }
        // Without a number of jobs the threads that the library works with are enough.
        let pool = self.jobs.map(|jobs| rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build());
        let pool = pool.transpose();
        let pool = pool.map_err(|why| Stop::Message(Status::Internal, format!("cannot start threads: {why}")))?;
        let next = AtomicUsize::new(0);
        let closed = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel::<(usize, R)>();
        let work = |sender: mpsc::Sender<(usize, R)>| {
            while !closed.load(Ordering::Relaxed)
                && let index = next.fetch_add(1, Ordering::Relaxed)
                && let Some(item) = items.get(index)
            {
                if sender.send((index, work(item))).is_err() {
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            let (pool, work) = (&pool, &work);
            let started = std::thread::Builder::new().spawn_scoped(scope, move || {
                let all = || {
                    rayon::scope(|scope| {
                        for _ in 0..rayon::current_num_threads().min(items.len()) {
                            let sender = sender.clone();
                            scope.spawn(move |_| work(sender));
                        }
                        drop(sender);
                    });
                };
                match pool {
                    Some(pool) => pool.install(all),
                    None => all(),
                }
            });
            // A system without memory has no threads either.
            if let Err(why) = started {
                return Err(Stop::Message(Status::Unreadable, format!("cannot start a thread: {why}")));
            }
            let mut waiting: BTreeMap<usize, R> = BTreeMap::new();
            let mut turn = 0;
            let mut taken = || -> Result<(), Stop> {
                for (index, done) in &receiver {
                    bar.inc(1);
                    waiting.insert(index, done);
                    while let Some(done) = waiting.remove(&turn) {
                        turn += 1;
                        bar.suspend(|| take(done))?;
                    }
                }
                Ok(())
            };
            let taken = taken();
            closed.store(true, Ordering::Relaxed);
            bar.finish_and_clear();
            taken
        })
    }
}

/// How many files came to what.
#[derive(Default)]
pub struct Tally {
    /// The words that files are counted under, in the order in which they appeared.
    counts: Vec<(&'static str, u64)>,
    /// The worst of all.
    status: Option<Status>,
}

impl Tally {
    /// Counts a file.
    pub fn add(&mut self, word: &'static str, status: Status) {
        match self.counts.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((word, 1)),
        }
        self.status = self.status.max(Some(status));
    }

    /// How the command ends.
    pub fn status(&self) -> Status {
        self.status.unwrap_or(Status::Fine)
    }

    /// `12 files: 10 converted, 2 failed`
    pub fn line(&self) -> String {
        let all: u64 = self.counts.iter().map(|(_, n)| n).sum();
        let parts: Vec<String> = self.counts.iter().map(|(word, n)| format!("{n} {word}")).collect();
        format!("{}: {}", crate::said::counted(all, "file"), parts.join(", "))
    }
}
