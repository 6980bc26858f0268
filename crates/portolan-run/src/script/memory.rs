//! The memory of scripts: counted, and refused beyond a limit.
//!
//! QuickJS has a limit of its own, but a script that catches what is thrown there goes on, and spends minutes on throwing the same
//! again. Whoever is asked here also knows afterwards that something was refused, so that the script can be ended.

use std::cell::Cell;
use std::rc::Rc;

use rquickjs::allocator::{Allocator, RustAllocator};

/// Bytes that all scripts of a world may have.
const MOST: usize = 32 << 20;

/// The memory of this program, as much of it as scripts may have.
pub(super) struct Limited {
    used: usize,
    refused: Rc<Cell<bool>>,
}

impl Limited {
    /// Nothing is used yet; `refused` tells later whether more was asked for than there is.
    pub fn new(refused: Rc<Cell<bool>>) -> Limited {
        Limited { used: 0, refused }
    }

    /// Is there room for so many bytes more?
    fn has_room(&self, bytes: Option<usize>) -> bool {
        let has = bytes.is_some_and(|bytes| self.used.saturating_add(bytes) <= MOST);
        if !has {
            self.refused.set(true);
        }
        has
    }

    /// Counts a block, if it is one.
    fn taken(&mut self, block: *mut u8) -> *mut u8 {
        if !block.is_null() {
            self.used += size(block);
        }
        block
    }
}

/// The size of a block.
#[allow(unsafe_code, reason = "the allocator within has no other word for it")]
fn size(block: *mut u8) -> usize {
    // SAFETY: all blocks that come here are those of the allocator within.
    unsafe { RustAllocator::usable_size(block) }
}

#[allow(unsafe_code, reason = "an allocator can be had in no other way")]
// SAFETY: everything is done by the allocator within; null is what it gives itself where there is no room.
unsafe impl Allocator for Limited {
    fn alloc(&mut self, bytes: usize) -> *mut u8 {
        if !self.has_room(Some(bytes)) {
            return std::ptr::null_mut();
        }
        let block = RustAllocator.alloc(bytes);
        self.taken(block)
    }

    fn calloc(&mut self, count: usize, bytes: usize) -> *mut u8 {
        if !self.has_room(count.checked_mul(bytes)) {
            return std::ptr::null_mut();
        }
        let block = RustAllocator.calloc(count, bytes);
        self.taken(block)
    }

    unsafe fn dealloc(&mut self, block: *mut u8) {
        self.used = self.used.saturating_sub(size(block));
        // SAFETY: the caller gives back a block that was given here, which is one of the allocator within.
        unsafe { RustAllocator.dealloc(block) }
    }

    unsafe fn realloc(&mut self, block: *mut u8, bytes: usize) -> *mut u8 {
        let before = size(block);
        if !self.has_room(Some(bytes.saturating_sub(before))) {
            return std::ptr::null_mut();
        }
        // SAFETY: as above.
        let moved = unsafe { RustAllocator.realloc(block, bytes) };
        if !moved.is_null() {
            self.used = self.used.saturating_sub(before);
        }
        self.taken(moved)
    }

    unsafe fn usable_size(block: *mut u8) -> usize {
        size(block)
    }
}
