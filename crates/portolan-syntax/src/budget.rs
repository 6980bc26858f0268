//! What a run may cost.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What every run may use, however small its input is: 64 MB.
pub const FLOOR: u64 = 64_000_000;

/// How many bytes a run may use for each byte that it reads.
pub const RATIO: u64 = 40;

/// The memory and the work that a run may use, which follow from how much it reads: a small file cannot ask for much.
///
/// Clones share it. Whoever is about to make something that input multiplies (pictures, members of archives, copies, lists of
/// places) asks first, and tells what it was if there is no room. Nothing is counted value by value.
///
/// ```
/// use portolan_syntax::Budget;
///
/// let budget = Budget::default();
/// budget.read(1000);
/// assert!(budget.take(50_000_000) && !budget.take(50_000_000));
/// budget.give_back(50_000_000);
/// assert!(budget.take(50_000_000));
/// ```
#[derive(Clone, Debug)]
pub struct Budget(Arc<Counts>);

#[derive(Debug)]
struct Counts {
    /// What the user allows, instead of what follows from the input.
    fixed: Option<u64>,
    read: AtomicU64,
    /// Files that were read.
    files: Mutex<BTreeSet<String>>,
    wanted: AtomicU64,
    taken: AtomicU64,
    expanded: AtomicU64,
    pixels: AtomicU64,
    steps: AtomicU64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::new(None)
    }
}

impl Budget {
    /// A budget of so many bytes; without a number it follows from what is read.
    pub fn new(fixed: Option<u64>) -> Budget {
        let zero = || AtomicU64::new(0);
        Budget(Arc::new(Counts {
            fixed,
            read: zero(),
            files: Mutex::default(),
            wanted: zero(),
            taken: zero(),
            expanded: zero(),
            pixels: zero(),
            steps: zero(),
        }))
    }

    /// A budget without an end, for callers that trust their input.
    pub fn unlimited() -> Budget {
        Budget::new(Some(u64::MAX))
    }

    /// Begins anew, for the next of several inputs: nothing is read, and nothing is taken.
    pub fn restart(&self) {
        let Counts { fixed: _, read, files, wanted, taken, expanded, pixels, steps } = &*self.0;
        files.lock().unwrap_or_else(PoisonError::into_inner).clear();
        [read, wanted, taken, expanded, pixels, steps].into_iter().for_each(|count| count.store(0, Ordering::Relaxed));
    }

    /// Bytes of input were read: those of a file, as it lies on the disk.
    pub fn read(&self, bytes: u64) {
        self.0.read.fetch_add(bytes, Ordering::Relaxed);
    }

    /// How many bytes of input were read.
    pub fn bytes_read(&self) -> u64 {
        self.0.read.load(Ordering::Relaxed)
    }

    /// A file of so many bytes was read, which counts once.
    pub fn read_file(&self, path: &str, bytes: u64) {
        if self.0.files.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned()) {
            self.read(bytes);
        }
    }

    /// The user asked for something of this size, such as a large picture.
    pub fn want(&self, bytes: u64) {
        let _ = self.0.wanted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |now| Some(now.saturating_add(bytes)));
    }

    /// How many bytes of memory the run may use.
    pub fn limit(&self) -> u64 {
        self.0.fixed.unwrap_or_else(|| {
            let read = self.bytes_read().saturating_mul(RATIO);
            FLOOR.saturating_add(read).saturating_add(self.0.wanted.load(Ordering::Relaxed))
        })
    }

    /// Takes memory that is kept for a while. `false`: there is not that much left, and nothing is taken.
    #[must_use]
    pub fn take(&self, bytes: u64) -> bool {
        charge(&self.0.taken, bytes, self.limit())
    }

    /// Gives back what was taken.
    pub fn give_back(&self, bytes: u64) {
        let _ = self.0.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |now| Some(now.saturating_sub(bytes)));
    }

    /// Takes bytes that come out of compressed files. They count for ever, as each has to be looked at: what is expanded
    /// again and again costs time even if it is not kept.
    #[must_use]
    pub fn expand(&self, bytes: u64) -> bool {
        charge(&self.0.expanded, bytes, self.limit())
    }

    /// Takes pixels of pictures that are decoded, which cost time though they are not kept.
    #[must_use]
    pub fn decode(&self, pixels: u64) -> bool {
        let most = self.limit().saturating_mul(PIXELS);
        charge(&self.0.pixels, pixels, most)
    }

    /// Takes steps of work that input multiplies: comparisons, values of curves, triangles that are looked at.
    #[must_use]
    pub fn work(&self, steps: u64) -> bool {
        let most = self.limit().saturating_mul(STEPS);
        charge(&self.0.steps, steps, most)
    }
}

/// How many things of this size in bytes may be made of as many as are written: as many as the memory that every run may use has
/// room for, or four for each. Instances of instances and prototypes within each other make a few lines any number otherwise.
#[must_use]
pub fn copies(written: usize, size: usize) -> usize {
    (FLOOR as usize / size.max(1)).max(written.saturating_mul(4))
}

/// Pixels that may be decoded for each byte of the budget: a quarter of a gigapixel in all, if the input is small.
const PIXELS: u64 = 4;

/// Steps of work for each byte of the budget: some seconds, if the input is small.
const STEPS: u64 = 2;

/// Adds to a sum unless it would pass its limit.
fn charge(sum: &AtomicU64, more: u64, limit: u64) -> bool {
    let add = |now: u64| now.checked_add(more).filter(|sum| *sum <= limit);
    sum.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_follows_from_what_is_read_unless_the_user_decides() {
        let budget = Budget::default();
        assert_eq!(budget.limit(), FLOOR);
        budget.clone().read(1 << 20);
        assert_eq!(budget.limit(), FLOOR + (40 << 20));
        budget.want(5);
        assert_eq!(budget.limit(), FLOOR + (40 << 20) + 5);
        let fixed = Budget::new(Some(100));
        fixed.read(1 << 40);
        assert_eq!((fixed.limit(), fixed.take(101), fixed.take(100), fixed.take(1)), (100, false, true, false));
        fixed.give_back(60);
        assert!(fixed.take(60) && !fixed.take(u64::MAX));
        assert!(fixed.expand(100) && !fixed.expand(1) && fixed.decode(400) && !fixed.decode(1));
        assert!(fixed.work(200) && !fixed.work(1));
        assert_eq!((copies(10, 1000), copies(100_000, 1000), copies(usize::MAX, 0)), (64_000, 400_000, usize::MAX));
        assert!(Budget::unlimited().take(u64::MAX));
        assert!(!budget.take(FLOOR + (40 << 20)) || !budget.take(6));
        budget.restart();
        assert_eq!((budget.limit(), budget.take(FLOOR), budget.take(1)), (FLOOR, true, false));
    }
}
