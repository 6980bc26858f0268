//! A process that works on files, one after the other: lines with jobs come in, lines with records go out.

use std::io::{BufRead, Write};
use std::sync::mpsc;

use serde_json::Value;

use super::task::{Job, Tasks};
use crate::status::{Outcome, Status, Stop};

/// Works until the input ends. `memory` is what this process may use, in bytes. What each file may use follows from its size, unless
/// somebody `allows` it all of that.
pub fn run(memory: Option<u64>, allows: bool) -> Outcome {
    crate::watch::begin();
    if !allows {
        crate::memory::begin(None, "batch".to_owned());
    }
    if let Some(memory) = memory {
        // Threads are there before the limit is: what they need to begin belongs to no file.
        portolan::syntax::memory::ask_for_little();
        let _ = rayon::ThreadPoolBuilder::new().build_global();
        limit_memory(memory);
    }
    let (sender, jobs) = mpsc::channel::<String>();
    // When the one who gives the work is gone, nobody waits for a result. So the end of the input ends this process, whatever
    // it is doing: files are written under no name or a temporary one, which are gone or found later.
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if sender.send(line).is_err() {
                break;
            }
        }
        std::process::exit(0);
    });
    let tasks = Tasks::default();
    let mut out = std::io::stdout().lock();
    for line in jobs {
        let job = serde_json::from_str::<Value>(&line).ok().as_ref().and_then(Job::from_json);
        let job = job.ok_or_else(|| Stop::Message(Status::Usage, "a worker got a line that is no job".into()))?;
        crate::memory::begin_next();
        let record = tasks.work(&job);
        let text = format!("{}\n", record.0);
        if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
            break;
        }
    }
    Ok(Status::Fine)
}

/// Lets this process use so much memory. Asking for more ends it, which costs the file it is working on.
#[cfg(target_os = "linux")]
fn limit_memory(bytes: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    // What is written to counts, not what is only reserved.
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    let _ = setrlimit(Resource::Data, limit);
}

/// Where the system has no such limit, the process looks at itself.
#[cfg(not(target_os = "linux"))]
fn limit_memory(bytes: u64) {
    std::thread::spawn(move || {
        loop {
            if memory_stats::memory_stats().is_some_and(|used| used.physical_mem as u64 > bytes) {
                crate::output::aside(crate::memory::EXHAUSTED);
                std::process::abort();
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    });
}
