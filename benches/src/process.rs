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
    /// Processor time of all cores, that of the system included.
    pub processor: f64,
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
        let cost = once(program, arguments)?;
        if best.is_none_or(|b| cost.seconds < b.seconds) {
            best = Some(cost);
        }
    }
    best
}

/// Runs a command; `None` when it cannot be run.
pub fn once(program: &Path, arguments: &[impl AsRef<OsStr>]) -> Option<Cost> {
    let started = Instant::now();
    let output = Command::new("time").arg("-f").arg("%M %U %S").arg(program).args(arguments).output().ok()?;
    let seconds = started.elapsed().as_secs_f64();
    if matches!(output.status.code(), Some(126 | 127)) {
        // That is how it says that there is no such program.
        return None;
    }
    let told = String::from_utf8_lossy(&output.stderr).lines().last()?.to_owned();
    let numbers: Vec<f64> = told.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [kilobytes, user, system] = numbers.as_slice() else { return None };
    let (bytes, processor) = (kilobytes * 1024.0, user + system);
    Some(Cost { seconds, processor, bytes, success: output.status.success() })
}

/// The program of this project, built beside this one.
pub fn portolan() -> PathBuf {
    let name = format!("portolan{}", std::env::consts::EXE_SUFFIX);
    std::env::current_exe().unwrap_or_default().with_file_name(name)
}
