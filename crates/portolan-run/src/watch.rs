//! Whether a script is at work, for programs that may end themselves.
//!
//! Steps are counted, but what JavaScript has built in (`sort`, `join`, `indexOf`) may take for ever in a single one, where no engine can
//! be stopped.

#![cfg_attr(not(feature = "script"), allow(dead_code, reason = "there is no script that could be at work"))]

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Calls that have begun, and those that have ended.
static CALLS: (AtomicU64, AtomicU64) = (AtomicU64::new(0), AtomicU64::new(0));

/// What to do when the first script begins.
static BEGIN: OnceLock<fn()> = OnceLock::new();

/// Names a function that is called before each script begins.
pub fn before_scripts(begin: fn()) {
    let _ = BEGIN.set(begin);
}

/// Says that a script begins.
pub(crate) fn begins() {
    if let Some(begin) = BEGIN.get() {
        begin();
    }
}

/// The number of the call that is at work; `None` if there is none.
pub fn at_work() -> Option<u64> {
    let begun = CALLS.0.load(Ordering::Relaxed);
    (begun > CALLS.1.load(Ordering::Relaxed)).then_some(begun)
}

/// A call that is at work.
pub(crate) struct Work;

impl Work {
    /// It begins.
    pub fn begin() -> Work {
        CALLS.0.fetch_add(1, Ordering::Relaxed);
        Work
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        CALLS.1.fetch_add(1, Ordering::Relaxed);
    }
}
