//! One after the other.

use std::convert::Infallible;

/// Does one thing and then the other.
pub fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}

/// Does one thing and then the other.
pub fn beside<A>(here: impl FnOnce() -> A, there: impl FnOnce()) -> A {
    let result = here();
    there();
    result
}

/// One.
pub fn current_num_threads() -> usize {
    1
}

/// There is only one pool: whoever calls.
#[derive(Default, Debug)]
pub struct ThreadPoolBuilder;

impl ThreadPoolBuilder {
    /// A pool of one.
    pub fn new() -> ThreadPoolBuilder {
        ThreadPoolBuilder
    }

    /// However many are wanted, there is one.
    pub fn num_threads(self, _: usize) -> ThreadPoolBuilder {
        self
    }

    /// The pool.
    pub fn build(self) -> Result<ThreadPool, Infallible> {
        Ok(ThreadPool)
    }
}

/// Whoever calls.
#[derive(Debug)]
pub struct ThreadPool;

impl ThreadPool {
    /// Does it here.
    pub fn install<T>(&self, work: impl FnOnce() -> T) -> T {
        work()
    }
}

/// What iterators over many things are called.
pub mod prelude {
    /// Everything that can be gone through by value.
    pub trait IntoParallelIterator: IntoIterator + Sized {
        /// One after the other.
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<T: IntoIterator> IntoParallelIterator for T {}

    /// Lists that can be gone through by reference and in chunks.
    pub trait ParallelSlice<T> {
        /// One after the other.
        fn par_iter(&self) -> std::slice::Iter<'_, T>;
        /// One after the other, to change them.
        fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T>;
        /// Chunk after chunk.
        fn par_chunks(&self, size: usize) -> std::slice::Chunks<'_, T>;
        /// Chunk after chunk, without what is left over.
        fn par_chunks_exact(&self, size: usize) -> std::slice::ChunksExact<'_, T>;
        /// Chunk after chunk, to change them.
        fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, T>;
    }

    impl<T> ParallelSlice<T> for [T] {
        fn par_iter(&self) -> std::slice::Iter<'_, T> {
            self.iter()
        }

        fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
            self.iter_mut()
        }

        fn par_chunks(&self, size: usize) -> std::slice::Chunks<'_, T> {
            self.chunks(size)
        }

        fn par_chunks_exact(&self, size: usize) -> std::slice::ChunksExact<'_, T> {
            self.chunks_exact(size)
        }

        fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, T> {
            self.chunks_mut(size)
        }
    }

    /// What rayon's iterators have and others have not.
    pub trait ParallelIterator: Iterator + Sized {
        /// Pieces of at least this size: all of it is one.
        fn with_min_len(self, _: usize) -> Self {
            self
        }

        /// Fills a list.
        fn collect_into_vec(self, list: &mut Vec<Self::Item>) {
            list.clear();
            list.extend(self);
        }

        /// All of them joined to one.
        fn reduce_with(self, join: impl FnMut(Self::Item, Self::Item) -> Self::Item) -> Option<Self::Item> {
            self.reduce(join)
        }

        /// Several for each.
        fn flat_map_iter<B: IntoIterator>(self, each: impl FnMut(Self::Item) -> B) -> impl Iterator<Item = B::Item> {
            self.flat_map(each)
        }
    }

    impl<T: Iterator> ParallelIterator for T {}

    /// Lists that take more.
    pub trait ParallelExtend<T> {
        /// Adds one after the other.
        fn par_extend(&mut self, more: impl Iterator<Item = T>);
    }

    impl<T> ParallelExtend<T> for Vec<T> {
        fn par_extend(&mut self, more: impl Iterator<Item = T>) {
            self.extend(more);
        }
    }
}
