//! Time and peak memory of a command, by GNU time.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Runs of which the fastest counts.
const RUNS: usize = 3;

/// What a command cost.
#[derive(Clone, Copy)]
pub struct Cost {
    /// Wall time.
    pub seconds: f64,
    /// Peak resident memory.
    pub bytes: f64,
    /// Whether it ended well.
    pub success: bool,
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
        let started = Instant::now();
        let output = Command::new("time").arg("-f").arg("%M").arg(program).args(arguments).output().ok()?;
        let seconds = started.elapsed().as_secs_f64();
        if matches!(output.status.code(), Some(126 | 127)) {
            // That is how it says that there is no such program.
            return None;
        }
        let kilobytes: f64 = String::from_utf8_lossy(&output.stderr).lines().last()?.trim().parse().ok()?;
        let cost = Cost { seconds, bytes: kilobytes * 1024.0, success: output.status.success() };
        if best.is_none_or(|b| cost.seconds < b.seconds) {
            best = Some(cost);
        }
    }
    best
}

/// The program of this project, built beside this one.
pub fn portolan() -> PathBuf {
    let name = format!("portolan{}", std::env::consts::EXE_SUFFIX);
    std::env::current_exe().unwrap_or_default().with_file_name(name)
}
