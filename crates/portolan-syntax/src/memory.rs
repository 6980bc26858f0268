//! How memory for large things is had from the system.

/// As large as a large page of usual machines.
pub const LARGE_PAGE: usize = 2 << 20;

/// A block of this size is had from the system for itself and given back at once, in programs that [`return_large_blocks`].
pub const LARGE_BLOCK: usize = 1 << 20;

/// What is larger stays in small pages. Virtual machines give large pages back to their host when nobody uses them, and it
/// takes longer to get hundreds of them again than to be interrupted.
#[cfg(target_os = "linux")]
const MOST: usize = 64 << 20;

/// Asks for few large pages in place of thousands of small ones, each of which interrupts whoever touches it first: a
/// tenth of the time that reading a document of some megabytes takes. Nothing changes where there are none.
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "the standard library has no word for it")]
pub fn prefer_large_pages<T>(memory: &mut Vec<T>) {
    let bytes = memory.capacity() * size_of::<T>();
    let start = memory.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(LARGE_PAGE);
    if bytes > MOST || bytes < skipped.saturating_add(LARGE_PAGE) {
        return;
    }
    // SAFETY: all of it is memory of the vector, and this advice changes neither what it holds nor whether it is there.
    unsafe { libc::madvise(start.wrapping_add(skipped).cast(), bytes - skipped, libc::MADV_HUGEPAGE) };
}

/// Nothing, where systems have no such wish.
#[cfg(not(target_os = "linux"))]
pub fn prefer_large_pages<T>(_: &mut Vec<T>) {}

/// Lets a program give large blocks back as soon as it is done with them. Otherwise the allocator learns from the first
/// ones to keep the next for itself, and a conversion needs a sixth more memory. Memory for small blocks is asked for in parts
/// of a few megabytes, of which only what is touched counts: page by page it would take a call of the system each, and could
/// not be had in large pages. (The allocator does so for the first thread, for others only at the begin of each region.) For `main`, before anything
/// else runs.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn return_large_blocks() {
    set(libc::M_MMAP_THRESHOLD, LARGE_BLOCK as libc::c_int);
    set(libc::M_TOP_PAD, 4 << 20);
}

/// Asks for memory in small parts from now on, for processes whose memory is limited: what is asked for counts there, touched
/// or not.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn ask_for_little() {
    set(libc::M_TOP_PAD, 128 << 10);
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "the standard library has no word for it")]
fn set(setting: libc::c_int, bytes: libc::c_int) {
    // SAFETY: it sets a number of the allocator, which locks itself for it.
    unsafe { libc::mallopt(setting, bytes) };
}

/// Nothing, where allocators have no such wish.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_large_blocks() {}

/// The same.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn ask_for_little() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_memory_holds_stays() {
        for length in [0, 1, LARGE_PAGE - 1, 5 * LARGE_PAGE + 7] {
            let mut bytes: Vec<u8> = (0..length).map(|i| (i % 251) as u8).collect();
            prefer_large_pages(&mut bytes);
            assert!(bytes.iter().enumerate().all(|(i, b)| *b == (i % 251) as u8));
            let mut wide: Vec<f64> = Vec::with_capacity(length / 8);
            prefer_large_pages(&mut wide);
            wide.extend((0..length / 8).map(|i| i as f64));
            assert_eq!(wide.last().copied(), (length / 8).checked_sub(1).map(|i| i as f64));
        }
    }
}
