//! Work on all cores, or on one.
//!
//! With the feature `parallel` this is rayon. Without it the same calls do the same work one after the other, so that
//! small builds and machines without threads need no other code. Results never depend on it.

#[cfg(feature = "parallel")]
pub use rayon::{ThreadPoolBuilder, current_num_threads, join, prelude};

/// Does one thing here, and another one at the same time if a core is free.
#[cfg(feature = "parallel")]
pub fn beside<A>(here: impl FnOnce() -> A, there: impl FnOnce() + Send) -> A {
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| there());
        here()
    })
}

#[cfg(not(feature = "parallel"))]
mod one;
#[cfg(not(feature = "parallel"))]
pub use one::{ThreadPool, ThreadPoolBuilder, beside, current_num_threads, join, prelude};

#[cfg(test)]
mod tests {
    use super::prelude::*;

    #[test]
    fn calls_do_the_same_with_and_without_threads() {
        let numbers: Vec<u32> = (0..100).collect();
        let doubled: Vec<u32> = numbers.par_iter().with_min_len(8).map(|n| n * 2).collect();
        assert_eq!(doubled, (0..100).map(|n| n * 2).collect::<Vec<_>>());
        let mut filled = vec![0; 10];
        filled.par_chunks_mut(3).enumerate().for_each(|(at, chunk)| chunk.fill(at));
        assert_eq!(filled, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3]);
        let mut kept = vec![7];
        numbers.par_iter().map(|n| n + 1).collect_into_vec(&mut kept);
        assert_eq!((kept.len(), kept[99]), (100, 100));
        assert_eq!(super::join(|| 1, || 2), (1, 2));
        let mut there = 0;
        assert_eq!((super::beside(|| 1, || there = 2), there), (1, 2));
        let pool = super::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(pool.install(super::current_num_threads), 1);
    }
}
