//! Temporary names: removed when they are done with, when a signal ends the program, and by the next run if not even
//! that was possible.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What temporary names begin with; the number of the process follows.
const PREFIX: &str = ".portolan-";

/// Temporary files and folders of this process.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Folders in which leftovers of others were looked for.
static SWEPT: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary name. What has it is removed with it.
#[derive(Debug)]
pub struct Temporary(PathBuf);

impl Temporary {
    /// A name in a folder that nothing else has.
    pub fn new(folder: &Path) -> Temporary {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        signals::watch();
        sweep(folder);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("{PREFIX}{}-{number}", std::process::id()));
        lock(&OPEN).push(path.clone());
        Temporary(path)
    }

    /// The name.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        remove(&self.0);
        lock(&OPEN).retain(|path| *path != self.0);
    }
}

/// A folder with a temporary name. It is removed with all that is in it.
#[derive(Debug)]
pub struct TemporaryFolder(Temporary);

impl TemporaryFolder {
    /// Makes a folder in a folder.
    pub fn new(folder: &Path) -> std::io::Result<TemporaryFolder> {
        let temporary = Temporary::new(folder);
        std::fs::create_dir(temporary.path())?;
        Ok(TemporaryFolder(temporary))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

fn remove(path: &Path) {
    // Whatever cannot be removed now is left to the next run.
    let _ = match std::fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => std::fs::remove_dir_all(path),
        Ok(_) => std::fs::remove_file(path),
        Err(_) => Ok(()),
    };
}

/// Removes a file or folder into which another thread is writing: that finds nothing there any more.
#[cfg(unix)]
fn remove_now(path: &Path) {
    let mut away = path.as_os_str().to_owned();
    away.push("-ending");
    match std::fs::rename(path, &away) {
        Ok(()) => remove(Path::new(&away)),
        Err(_) => remove(path),
    }
}

/// Removes what processes left in a folder that were killed.
pub fn sweep(folder: &Path) {
    let mut swept = lock(&SWEPT);
    if swept.iter().any(|known| known == folder) {
        return;
    }
    swept.push(folder.to_path_buf());
    let Ok(entries) = std::fs::read_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let number = name.to_str().and_then(|n| n.strip_prefix(PREFIX)).and_then(|n| n.split('-').next());
        if number.and_then(|n| n.parse().ok()).is_some_and(|process| is_gone(process, &entry)) {
            remove(&entry.path());
        }
    }
}

#[cfg(target_os = "linux")]
fn is_gone(process: u32, _: &std::fs::DirEntry) -> bool {
    !Path::new(&format!("/proc/{process}")).exists()
}

/// Where it is not known which processes there are, a day is long enough for all of them.
#[cfg(not(target_os = "linux"))]
fn is_gone(process: u32, entry: &std::fs::DirEntry) -> bool {
    let day = std::time::Duration::from_secs(86_400);
    let age = entry.metadata().and_then(|m| m.modified()).ok().and_then(|t| t.elapsed().ok());
    process != std::process::id() && age.is_some_and(|age| age > day)
}

#[cfg(unix)]
mod signals {
    use std::sync::Once;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// From now on, temporary files are removed before a signal ends the program.
    pub fn watch() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let ignored = ignored();
            let watched = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
            let Ok(mut signals) = Signals::new(watched) else { return };
            std::thread::spawn(move || {
                for signal in signals.forever() {
                    // The lock is kept, so that nothing new gets a temporary name.
                    let open = super::lock(&super::OPEN);
                    open.iter().for_each(|path| super::remove_now(path));
                    let _ = emulate_default_handler(signal);
                }
            });
        });
    }

    /// The signals that whoever started the program has it ignore (as `nohup` does), one bit each. They stay ignored.
    #[cfg(target_os = "linux")]
    fn ignored() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    }

    /// Elsewhere it is not known; only the end of a terminal is something that programs are often meant to outlive.
    #[cfg(not(target_os = "linux"))]
    fn ignored() -> u64 {
        1 << (SIGHUP - 1)
    }
}

#[cfg(not(unix))]
mod signals {
    pub fn watch() {}
}
