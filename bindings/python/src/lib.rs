//! The native part of the Python package `portolan`.
//!
//! It gives plain values: strings of JSON, bytes, arrays. The Python files in `python/portolan` make objects of them.

mod arrays;
mod batch;
mod file;
mod work;

use std::ffi::OsString;

use pyo3::prelude::*;

/// The native part of the package.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<file::File>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<arrays::Owner>()?;
    module.add_function(wrap_pyfunction!(file::open_path, module)?)?;
    module.add_function(wrap_pyfunction!(file::open_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(formats, module)?)?;
    module.add_function(wrap_pyfunction!(explain, module)?)?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_paths, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_work, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_supervise, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}

/// The formats that can be read, and the extensions that can be written, as JSON.
#[pyfunction]
fn formats() -> String {
    let read: Vec<_> = portolan::formats()
        .iter()
        .map(|f| serde_json::json!({ "id": f.id, "name": f.name, "extensions": f.extensions, "versions": f.versions }))
        .collect();
    let write: Vec<_> = portolan::convert::writers().map(|w| w.extension).collect();
    serde_json::json!({ "read": read, "write": write }).to_string()
}

/// What a code of a finding or loss means.
#[pyfunction]
fn explain(code: &str) -> Option<String> {
    portolan::find_code(code).map(|code| code.doc.trim().to_owned())
}

/// Runs a command line and gives its exit status.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<u8> {
    start_workers_with_python(py)?;
    let words = std::iter::once(OsString::from("portolan")).chain(arguments).collect::<Vec<_>>();
    Ok(py.detach(|| portolan_cli::run(words.into_iter())))
}

/// This program is Python: workers of a batch are started with `python -m portolan`.
fn start_workers_with_python(py: Python<'_>) -> PyResult<()> {
    let python: Option<OsString> = py.import("sys")?.getattr("executable")?.extract()?;
    if let Some(python) = python {
        portolan_cli::batch::start_with(vec![python, "-m".into(), "portolan".into()]);
    }
    Ok(())
}
