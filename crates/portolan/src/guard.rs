//! Faults of this program are told like those of a file.

use std::panic::{AssertUnwindSafe, catch_unwind};

use portolan_check::Unreadable;
use portolan_check::file::INTERNAL;

/// Does work in which a fault of ours must not take the caller's program with it. `doing` is what is done to the file.
///
/// Builds with debug assertions, those of tests and fuzzing, have no guard: there a fault must be seen.
pub(crate) fn guarded<T>(doing: &str, work: impl FnOnce() -> T) -> Result<T, Unreadable> {
    if cfg!(debug_assertions) { Ok(work()) } else { caught(doing, work) }
}

fn caught<T>(doing: &str, work: impl FnOnce() -> T) -> Result<T, Unreadable> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| internal(format!("{doing} it failed because of a bug in portolan")))
}

/// A fault of ours.
pub(crate) fn internal(why: impl Into<String>) -> Unreadable {
    Unreadable::new(&INTERNAL, why).help("please report it together with the file")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_ours_are_told() {
        assert_eq!(caught("reading", || 1).ok(), Some(1));
        let why = caught("reading", || -> u8 { unreachable!("this is what is tried") }).unwrap_err();
        assert_eq!(
            (why.code.id, why.message.as_str()),
            (INTERNAL.id, "reading it failed because of a bug in portolan")
        );
    }
}
