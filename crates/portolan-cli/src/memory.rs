//! The memory of this process: counted, so that no file takes more of it than its size explains.
//!
//! Readers and writers ask the [`Budget`] before they make what input multiplies, and tell what it was. This is the net
//! below them, for whatever was not thought of: past the budget, or where the system has no memory left, the run ends with
//! status 3 and a sentence, never by a signal. Files are written as a whole or not at all, so that none is left half done.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};

use portolan::Budget;

use crate::status::Status;

/// What is counted for a thread before all threads hear of it.
const BATCH: i64 = 64 << 10;

/// What the program itself takes: its code, its tables, the stacks of its threads.
const PROGRAM: i64 = 22 << 20;

/// The bytes that are in use, but for what threads have not told yet.
static LIVE: AtomicI64 = AtomicI64::new(0);

/// What this run may use, and what to call it.
static RUN: OnceLock<(Budget, String)> = OnceLock::new();

thread_local! {
    /// What this thread has not told yet.
    static UNTOLD: Cell<i64> = const { Cell::new(0) };
}

/// An allocator, counted: that of the system in the program.
#[derive(Debug)]
pub struct Counted<A>(pub A);

/// The budget of this run, which begins with the first call.
pub fn budget() -> Budget {
    RUN.get().map_or_else(Budget::unlimited, |(budget, _)| budget.clone())
}

/// Begins a run: what it may use, and how it is called in messages.
pub fn begin(limit: Option<u64>, called: String) {
    let _ = RUN.set((Budget::new(limit), called));
}

/// Begins the next of several runs in one process, within the same rules.
pub fn begin_next() {
    if let Some((budget, _)) = RUN.get() {
        budget.restart();
    }
}

/// Ends the run when it takes longer than so many seconds.
pub fn end_after(seconds: f64) {
    std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_secs_f64(seconds.min(1e9)));
        let mut text = [0; 512];
        let room = &mut text.as_mut_slice();
        let _ = writeln!(room, "portolan {}: it takes longer than {seconds} seconds (`--max-seconds`)", called());
        stop(&text);
    });
}

/// How this run is called in messages.
pub(crate) fn called() -> &'static str {
    RUN.get().map_or("", |(_, called)| called.as_str())
}

/// Counts what is taken or given back; tells whether this was the call that told all threads, and that much is in use.
fn count(more: i64) -> bool {
    let untold = UNTOLD.try_with(|untold| {
        let sum = untold.get() + more;
        untold.set(if sum.abs() < BATCH { sum } else { 0 });
        sum
    });
    let sum = untold.unwrap_or(more);
    if sum.abs() >= BATCH || untold.is_err() {
        let live = LIVE.fetch_add(sum, Ordering::Relaxed) + sum;
        if sum > 0 && live > 0 {
            hold_against(live, sum);
            return live > pages::MUCH;
        }
    }
    false
}

fn hold_against(live: i64, more: i64) {
    let Some((budget, _)) = RUN.get() else { return };
    let limit = budget.limit();
    // Pages that are only partly in use take more than what is counted.
    let expected = live.saturating_add(live / 8).saturating_add(PROGRAM) as u64;
    if expected <= limit && !(expected > limit / 2 && resident::passes(live, more, limit)) {
        return;
    }
    let mut text = [0; 512];
    let room = &mut text.as_mut_slice();
    let _ = writeln!(
        room,
        "portolan {}: it would use more than {} MB of memory, {UNEXPLAINED} (IO030); if you trust them, `--max-memory` \
         allows more",
        called(),
        limit >> 20
    );
    stop(&text);
}

/// What the process really holds, which is more than what is counted where freed blocks lie between others.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod resident {
    use std::sync::atomic::{AtomicI64, Ordering};

    /// How often it is looked at: when so much more, or less, is in use.
    const STEP: i64 = 1 << 20;

    /// What was in use when it was looked at last.
    static LAST: AtomicI64 = AtomicI64::new(0);

    /// Does the process hold more than its limit, or will it with so many bytes more, even after all that can be given back was?
    pub fn passes(live: i64, more: i64, limit: u64) -> bool {
        let last = LAST.load(Ordering::Relaxed);
        if (live - last).abs() < STEP
            || LAST.compare_exchange(last, live, Ordering::Relaxed, Ordering::Relaxed).is_err()
        {
            return false;
        }
        // Until it is looked at the next time, it may grow by a step, and the system counts pages of a thread some time later.
        let more = more.saturating_add(2 * STEP).unsigned_abs();
        let full = || bytes().is_some_and(|now| now.saturating_add(more) > limit);
        if !full() {
            return false;
        }
        // SAFETY: it gives back pages that no block is in, and takes the locks that it needs; none is held here.
        #[allow(unsafe_code, reason = "the standard library has no word for it")]
        unsafe {
            libc::malloc_trim(0)
        };
        full()
    }

    /// Read without any memory: the second number of this file counts pages.
    fn bytes() -> Option<u64> {
        let mut text = [0u8; 128];
        // SAFETY: the path ends with zero, and no more is read than there is room for.
        #[allow(unsafe_code, reason = "the standard library may ask for memory on its way")]
        let (count, page) = unsafe {
            let file = libc::open(c"/proc/self/statm".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
            if file < 0 {
                return None;
            }
            let count = libc::read(file, text.as_mut_ptr().cast(), text.len());
            libc::close(file);
            (usize::try_from(count).ok()?, libc::sysconf(libc::_SC_PAGESIZE))
        };
        let text = std::str::from_utf8(text.get(..count)?).ok()?;
        let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
        Some(pages.saturating_mul(page.unsigned_abs()))
    }
}

/// Systems that do not tell.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod resident {
    pub fn passes(_: i64, _: i64, _: u64) -> bool {
        false
    }
}

/// What a process says that would use more memory than its budget allows.
pub const UNEXPLAINED: &str = "far more than the size of its files explains";

/// What a process says that gets no more memory from the system.
pub const EXHAUSTED: &str = "there is not enough memory";

/// The system has no memory left.
#[cold]
fn exhausted(bytes: usize) {
    let mut text = [0; 512];
    let room = &mut text.as_mut_slice();
    let _ = writeln!(room, "portolan {}: {EXHAUSTED}: {bytes} more bytes cannot be had", called());
    stop(&text);
}

/// Tells why, and ends the process at once: nothing may run that could need memory.
#[allow(unsafe_code, reason = "the way out of the standard library runs code of others, which may need memory")]
pub(crate) fn stop(text: &[u8]) -> ! {
    let length = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    let _ = std::io::stderr().write_all(text.get(..length).unwrap_or_default());
    #[cfg(unix)]
    // SAFETY: it ends the process and touches no memory.
    unsafe {
        libc::_exit(i32::from(Status::Unreadable as u8))
    }
    #[cfg(not(unix))]
    std::process::exit(i32::from(Status::Unreadable as u8))
}

/// Size as it is counted; no block is larger than what fits.
fn size(layout: Layout) -> i64 {
    layout.size() as i64
}

#[allow(unsafe_code, reason = "an allocator can be had in no other way")]
// SAFETY: everything is done by the allocator within, with the layouts that were given; counting changes nothing of it,
// does not unwind, and allocates nothing.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Counted<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let much = count(size(layout));
        // SAFETY: the caller keeps the promises of this function, which are those of the allocator within.
        let block = unsafe { self.0.alloc(layout) };
        taken(&self.0, block, layout.size(), much)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let much = count(size(layout));
        // SAFETY: as above.
        let block = unsafe { self.0.alloc_zeroed(layout) };
        taken(&self.0, block, layout.size(), much)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-size(layout));
        // SAFETY: as above.
        unsafe { self.0.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new: usize) -> *mut u8 {
        let much = count(new as i64 - size(layout));
        // SAFETY: as above.
        let block = unsafe { self.0.realloc(block, layout, new) };
        taken(&self.0, block, new, much)
    }
}

/// A block that the system gave, or none.
#[inline]
fn taken(allocator: &impl GlobalAlloc, block: *mut u8, bytes: usize, much: bool) -> *mut u8 {
    if block.is_null() {
        exhausted(bytes);
    }
    if much || bytes >= pages::LARGE {
        pages::enlarge(allocator, block, bytes);
    }
    block
}

/// Few large pages in place of thousands of small ones, each of which interrupts whoever touches it first: a quarter of the
/// processor time of a conversion of a hundred thousand nodes.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod pages {
    use std::alloc::{GlobalAlloc, Layout};
    use std::cell::Cell;

    use portolan::syntax::memory::{LARGE_BLOCK, LARGE_PAGE};

    /// A run that uses more gets large pages for its small blocks as well. Short runs would only wait until they are cleared.
    pub const MUCH: i64 = 16 << 20;

    /// A block of this size gets large pages in any case.
    pub const LARGE: usize = 2 * LARGE_PAGE;

    /// One that is larger stays in small pages, as `prefer_large_pages` has it: hundreds of large ones at once take longer.
    const MOST: usize = 64 << 20;

    /// The allocator has regions of this size for the small blocks of a thread, which begin at multiples of it for all threads
    /// but the first.
    const PART: usize = 64 << 20;

    /// How often a thread looks at where its blocks come from.
    const STEP: usize = 4 << 20;

    /// A block that still comes from the memory of small ones.
    const SMALL: Layout = Layout::new::<[u8; LARGE_BLOCK - 4096]>();

    thread_local! {
        /// Where the last block was at which this thread asked for large pages.
        static LAST: Cell<usize> = const { Cell::new(0) };
    }

    /// Asks for large pages for this block, or for the memory that the next small ones come from.
    #[cold]
    pub fn enlarge(allocator: &impl GlobalAlloc, block: *mut u8, bytes: usize) {
        if bytes > MOST {
            return;
        }
        let mut bytes = bytes;
        if bytes < LARGE {
            let step = block.addr() / STEP;
            if LAST.try_with(|last| last.replace(step) == step).unwrap_or(true) {
                return;
            }
            bytes = PART - block.addr() % PART;
            widen(allocator);
        }
        let skipped = block.addr().next_multiple_of(LARGE_PAGE) - block.addr();
        if bytes >= skipped + LARGE_PAGE {
            // SAFETY: this advice changes neither what memory holds nor whether it is there, whoever it belongs to; where
            // there is none, nothing happens.
            #[allow(unsafe_code, reason = "the standard library has no word for it")]
            unsafe {
                libc::madvise(block.wrapping_add(skipped).cast(), bytes - skipped, libc::MADV_HUGEPAGE)
            };
        }
    }

    /// Takes what the next small blocks need and gives it back to the allocator, which keeps it. For all threads but the first
    /// it would ask the system for one page at a time otherwise: twenty thousand calls in a conversion of a hundred thousand
    /// nodes, and each of them stops what other threads ask for.
    fn widen(allocator: &impl GlobalAlloc) {
        // SAFETY: its size is not zero.
        #[allow(unsafe_code, reason = "the allocator has no setting for it")]
        let blocks: [*mut u8; STEP / SMALL.size()] =
            std::array::from_fn(|_| std::hint::black_box(unsafe { allocator.alloc(SMALL) }));
        for block in blocks.into_iter().filter(|block| !block.is_null()) {
            // SAFETY: this allocator gave the block for this layout, and nobody else knows of it.
            #[allow(unsafe_code, reason = "as above")]
            unsafe {
                allocator.dealloc(block, SMALL)
            };
        }
    }
}

/// Systems and allocators without such wishes.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod pages {
    pub const MUCH: i64 = i64::MAX;
    pub const LARGE: usize = usize::MAX;

    pub fn enlarge(_: &impl std::alloc::GlobalAlloc, _: *mut u8, _: usize) {}
}
