//! Faults of this program: where they happened, and how to report them.

use std::sync::{Mutex, PoisonError};

/// What went wrong first, and where in our code.
static FIRST: Mutex<Option<String>> = Mutex::new(None);

/// Notes faults instead of printing them as they happen: they are caught where a file is worked on, and told at the end.
pub fn watch() {
    let usual = std::env::var_os("RUST_BACKTRACE").map(|_| std::panic::take_hook());
    std::panic::set_hook(Box::new(move |info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or_default();
        if no_threads(text) {
            crate::output::complain(&format!("portolan: {}: no thread can be started\n", crate::memory::EXHAUSTED));
            std::process::exit(i32::from(crate::status::Status::Unreadable as u8));
        }
        if let Some(usual) = &usual {
            return usual(info);
        }
        let place = info.location().map(|l| format!("{}:{}", l.file(), l.line())).unwrap_or_default();
        let mut first = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| format!("{place}: {text}"));
    }));
}

/// Whether the threads that work side by side could not be started. They start with the first work for them, so that short runs do
/// without, and the library that starts them has no other way to tell than a panic, which names the type of its error.
fn no_threads(text: &str) -> bool {
    let error = std::any::type_name::<rayon::ThreadPoolBuildError>();
    error.rsplit("::").next().is_some_and(|name| text.contains(name))
}

/// Tells what went wrong and how to report it.
pub fn tell() {
    let first = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
    let place = first.as_deref().map(|p| format!(" at {p}")).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    crate::output::aside(&format!(
        "portolan: internal error{place}\nThis is a bug in portolan {version}, not a problem of your file. Please \
        report this line together with the command and, if you can share it, the file.\n"
    ));
}

#[cfg(test)]
mod tests {
    use super::no_threads;

    #[test]
    fn a_system_without_threads_is_no_fault_of_ours_and_other_panics_are() {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .spawn_handler(|_| Err(std::io::ErrorKind::OutOfMemory.into()))
            .build();
        // What `expect` says of an error.
        let text = pool.map(drop).map_err(|why| format!("The global thread pool has not been initialized.: {why:?}"));
        assert!(no_threads(&text.unwrap_err()));
        assert!(!no_threads("called `Option::unwrap()` on a `None` value"));
        assert!(!no_threads("FIFO is empty"));
    }
}
