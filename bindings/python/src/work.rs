//! Work away from the interpreter, and errors as exceptions.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use portolan::{Error, ErrorKind};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Stack of a thread that works: as much as a program has.
const STACK: usize = 16 << 20;
/// How often signals are looked at.
const TICK: Duration = Duration::from_millis(50);

/// Does something in another thread, without the lock of the interpreter. Ctrl-C ends the wait at once; the work itself ends
/// when it is done, and its result is dropped.
pub fn work<T: Send + 'static>(
    py: Python<'_>,
    task: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let made = Arc::new(Mutex::new(None));
    let place = made.clone();
    wait(py, Box::new(move || *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(task())))?;
    let made = made.lock().unwrap_or_else(PoisonError::into_inner).take();
    made.ok_or_else(failed)?.map_err(|why| exception(py, &why))
}

/// Runs a task in a thread and waits for its end. It is one function for all tasks, because threads and channels are much code.
fn wait(py: Python<'_>, task: Box<dyn FnOnce() + Send>) -> PyResult<()> {
    let (sender, receiver) = channel();
    let run = move || {
        task();
        // Nobody listens any more after Ctrl-C.
        let _ = sender.send(());
    };
    std::thread::Builder::new().stack_size(STACK).spawn(run)?;
    let receiver = Mutex::new(receiver);
    loop {
        let waited = py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK));
        match waited {
            Ok(()) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => return Err(failed()),
        }
    }
}

fn failed() -> PyErr {
    PyRuntimeError::new_err("portolan failed; please report it with the file")
}

/// An error as the exception of its kind.
pub fn exception(py: Python<'_>, why: &Error) -> PyErr {
    let class = match why.kind() {
        ErrorKind::Usage => "UsageError",
        ErrorKind::Refused => "RefusedError",
        ErrorKind::Unreadable => "UnreadableError",
        _ => "InternalError",
    };
    let code = why.code().map(|code| code.id);
    raise(py, class, code, why.message(), why.help())
}

/// An exception of the package.
pub fn raise(py: Python<'_>, class: &str, code: Option<&str>, message: &str, help: Option<&str>) -> PyErr {
    let made = py
        .import("portolan._errors")
        .and_then(|module| module.getattr(class))
        .and_then(|class| class.call1((message, code, help)));
    match made {
        Ok(value) => PyErr::from_value(value),
        Err(failed) => failed,
    }
}
