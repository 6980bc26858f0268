//! Standard output, buffered.

use std::io::{BufWriter, StdoutLock, Write};

use crate::status::Stop;
use crate::terminal::Stream;

/// Writes bytes to standard output, and nothing else.
pub fn print(bytes: &[u8]) -> Result<(), Stop> {
    let mut out = Output::new();
    out.bytes(bytes)?;
    out.finish()
}

/// Tells something on standard error. If nobody reads that, there is nobody left to tell.
pub fn aside(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Tells what went wrong on standard error.
pub fn complain(text: &str) {
    aside(&Stream::Errors.tint(text));
}

/// Standard output.
pub struct Output {
    inner: BufWriter<StdoutLock<'static>>,
}

impl Output {
    /// Takes standard output.
    pub fn new() -> Output {
        Output { inner: BufWriter::with_capacity(1 << 16, std::io::stdout().lock()) }
    }

    /// Writes text.
    pub fn text(&mut self, text: &str) -> Result<(), Stop> {
        self.bytes(text.as_bytes())
    }

    /// Writes bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        Ok(self.inner.write_all(bytes)?)
    }

    /// Hands everything over.
    pub fn finish(&mut self) -> Result<(), Stop> {
        Ok(self.inner.flush()?)
    }
}
