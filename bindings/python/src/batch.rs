//! Batches whose work is shared out by Python: the plan, the journal and the reports are those of `portolan batch`.

use std::ffi::OsString;
use std::sync::OnceLock;

use portolan_cli::batch::Session;
use portolan_cli::batch::record::Record;
use portolan_cli::batch::task::{Job, Tasks};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A batch that is planned.
#[pyclass]
pub struct Batch(Session);

fn told((status, message): (u8, String)) -> PyErr {
    // The exit status comes first, so that it can be had without a class of its own.
    PyValueError::new_err((status, message))
}

fn job(text: &str) -> PyResult<Job> {
    let value = serde_json::from_str(text).ok();
    value.as_ref().and_then(Job::from_json).ok_or_else(|| PyValueError::new_err("this is no job"))
}

fn record(text: &str) -> PyResult<Record> {
    serde_json::from_str(text).map(Record).map_err(|_| PyValueError::new_err("this is no record"))
}

#[pymethods]
impl Batch {
    /// Plans a batch from the words of its command line.
    #[new]
    fn new(py: Python<'_>, words: Vec<OsString>) -> PyResult<Batch> {
        crate::start_workers_with_python(py)?;
        py.detach(|| Session::open(words)).map(Batch).map_err(told)
    }

    /// Files that are still to be worked on: their sizes and jobs.
    fn jobs(&self) -> Vec<(u64, String)> {
        self.0.jobs().iter().map(|job| (job.bytes, job.to_json().to_string())).collect()
    }

    /// Seconds that one file may take.
    fn seconds(&self) -> f64 {
        self.0.seconds()
    }

    /// Adds a record to the journal.
    fn add(&mut self, py: Python<'_>, text: &str) -> PyResult<()> {
        let record = record(text)?;
        py.detach(|| self.0.add(record)).map_err(told)
    }

    /// Writes the reports, tells what all files came to, and gives the exit status.
    fn finish(&self, py: Python<'_>, ended: bool) -> u8 {
        py.detach(|| self.0.finish(ended))
    }
}

/// The places among the words of a command line: inputs, and last the output folder.
#[pyfunction]
pub fn batch_paths(words: Vec<OsString>) -> PyResult<Vec<String>> {
    Session::paths(words).map_err(told)
}

/// Works on a file in this process.
#[pyfunction]
pub fn batch_work(py: Python<'_>, text: &str) -> PyResult<String> {
    static TASKS: OnceLock<Tasks> = OnceLock::new();
    let job = job(text)?;
    Ok(py.detach(|| TASKS.get_or_init(Tasks::default).work(&job).0.to_string()))
}

/// Works on a file in a process of its own, within limits on seconds and bytes of memory.
#[pyfunction]
#[pyo3(signature = (text, seconds, memory=None))]
pub fn batch_supervise(py: Python<'_>, text: &str, seconds: f64, memory: Option<u64>) -> PyResult<String> {
    crate::start_workers_with_python(py)?;
    let job = job(text)?;
    let record = py.detach(|| portolan_cli::batch::supervise(&job, seconds, memory));
    record.map(|record| record.0.to_string()).map_err(PyValueError::new_err)
}
