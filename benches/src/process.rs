//! Time and peak memory of a command, by GNU time.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// Runs of which the fastest counts.
const RUNS: usize = 3;

/// What a command cost.
#[derive(Clone, Copy)]
pub struct Cost {
    /// Wall time.
    pub seconds: f64,
    /// Peak resident memory.
    pub bytes: f64,
}

impl Cost {
    /// Peak memory in megabytes.
    pub fn megabytes(self) -> f64 {
        self.bytes / 1e6
    }
}

/// Runs a command several times and gives the best time with its memory; `None` when it cannot be run.
pub fn measure(program: &Path, arguments: &[&OsStr]) -> Option<Cost> {
    let mut best: Option<Cost> = None;
    for _ in 0..RUNS {
        let output = Command::new("time").arg("-f").arg("%e %M").arg(program).args(arguments).output().ok()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let mut words = text.lines().last()?.split_whitespace();
        let seconds: f64 = words.next()?.parse().ok()?;
        let kilobytes: f64 = words.next()?.parse().ok()?;
        let cost = Cost { seconds: seconds.max(0.001), bytes: kilobytes * 1024.0 };
        if best.is_none_or(|b| cost.seconds < b.seconds) {
            best = Some(cost);
        }
    }
    best
}
