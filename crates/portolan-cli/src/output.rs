//! Standard output, buffered.

use std::io::{BufWriter, StdoutLock, Write};

use crate::status::Stop;

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
