//! Memory that files are expected to need, shared by those that are worked on at once.

use std::sync::{Condvar, Mutex, PoisonError};

/// What a worker needs before it has read anything.
const WORKER: u64 = 48 << 20;

/// What a byte of a file becomes, at most, while it is worked on. Large text files need four to six bytes a byte; binary ones
/// with compressed pictures may need more.
const PER_BYTE: u64 = 10;

/// What a file is expected to need.
pub fn expected(bytes: u64) -> u64 {
    bytes.saturating_mul(PER_BYTE).saturating_add(WORKER)
}

/// Memory that is shared out.
pub struct Shared {
    all: u64,
    used: Mutex<u64>,
    freed: Condvar,
}

impl Shared {
    /// So much for all.
    pub fn new(all: u64) -> Shared {
        Shared { all, used: Mutex::new(0), freed: Condvar::new() }
    }

    /// Takes a part, and waits until it is there. What is more than everything takes everything.
    pub fn take(&self, part: u64) -> u64 {
        let part = part.min(self.all);
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        while used.saturating_add(part) > self.all {
            used = self.freed.wait(used).unwrap_or_else(PoisonError::into_inner);
        }
        *used += part;
        part
    }

    /// Gives a part back.
    pub fn give(&self, part: u64) {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        *used = used.saturating_sub(part);
        self.freed.notify_all();
    }
}

/// The memory that is free on this machine.
#[cfg(target_os = "linux")]
pub fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let free = line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()?.checked_mul(1024)?;
    // A container may have less than the machine.
    let limit = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .iter()
        .find_map(|path| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok());
    Some(limit.map_or(free, |limit| free.min(limit)))
}

/// The memory that is free is not known here.
#[cfg(not(target_os = "linux"))]
pub fn available() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_never_add_up_to_more_than_all() {
        let shared = Shared::new(100);
        let most = Mutex::new((0u64, 0u64));
        std::thread::scope(|scope| {
            for part in [60, 50, 30, 200, 10, 10] {
                let (shared, most) = (&shared, &most);
                scope.spawn(move || {
                    let part = shared.take(part);
                    {
                        let mut most = most.lock().unwrap_or_else(PoisonError::into_inner);
                        most.0 += part;
                        most.1 = most.1.max(most.0);
                    }
                    std::thread::yield_now();
                    most.lock().unwrap_or_else(PoisonError::into_inner).0 -= part;
                    shared.give(part);
                });
            }
        });
        let most = most.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(most.1 <= 100, "{}", most.1);
    }
}
