//! How memory for large things is had from the system.

/// As large as a large page of usual machines.
pub const LARGE_PAGE: usize = 2 << 20;

/// Asks for few large pages in place of thousands of small ones, each of which interrupts whoever touches it first: a
/// tenth of the time that reading a large document takes. Nothing changes where there are none.
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "the standard library has no word for it")]
pub fn prefer_large_pages<T>(memory: &mut Vec<T>) {
    let bytes = memory.capacity() * size_of::<T>();
    let start = memory.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(LARGE_PAGE);
    if bytes < skipped.saturating_add(LARGE_PAGE) {
        return;
    }
    // SAFETY: all of it is memory of the vector, and this advice changes neither what it holds nor whether it is there.
    unsafe { libc::madvise(start.wrapping_add(skipped).cast(), bytes - skipped, libc::MADV_HUGEPAGE) };
}

/// Nothing, where systems have no such wish.
#[cfg(not(target_os = "linux"))]
pub fn prefer_large_pages<T>(_: &mut Vec<T>) {}

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
