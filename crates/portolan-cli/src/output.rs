//! Standard output, buffered.

use std::io::{BufWriter, StdoutLock, Write};

use std::borrow::Cow;

use portolan::renderings::Language;
use portolan::renderings::safe::coloured;
use serde_json::Value;

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
    let safe = safe(text, console::colors_enabled_stderr());
    let _ = std::io::stderr().write_all(safe.as_bytes());
}

/// Tells what went wrong on standard error.
pub fn complain(text: &str) {
    aside(&Stream::Errors.tint(text));
}

/// Text without characters that control a terminal, but for our own colours.
fn safe(text: &str, colours: bool) -> Cow<'_, str> {
    if colours { coloured(text) } else { Language::Text.safe(text) }
}

/// Standard output. Whatever is written to it as text or JSON is data: the only characters that control a terminal are those
/// of our own colours.
pub struct Output {
    inner: BufWriter<StdoutLock<'static>>,
}

impl Output {
    /// Takes standard output.
    pub fn new() -> Output {
        Output { inner: BufWriter::with_capacity(1 << 16, std::io::stdout().lock()) }
    }

    /// Writes text for people.
    pub fn text(&mut self, text: &str) -> Result<(), Stop> {
        let safe = safe(text, console::colors_enabled());
        self.bytes(safe.as_bytes())
    }

    /// Writes text in a language.
    pub fn written(&mut self, text: &str, language: Language) -> Result<(), Stop> {
        match language {
            Language::Text => self.text(text),
            language => self.bytes(language.safe(text).as_bytes()),
        }
    }

    /// Writes JSON in one line.
    pub fn json(&mut self, value: &Value) -> Result<(), Stop> {
        serde_json::to_writer(Escaping(&mut self.inner), value).map_err(std::io::Error::from)?;
        self.bytes(b"\n")
    }

    /// Writes JSON with a line for each value.
    pub fn json_lines(&mut self, value: &Value) -> Result<(), Stop> {
        serde_json::to_writer_pretty(Escaping(&mut self.inner), value).map_err(std::io::Error::from)?;
        self.bytes(b"\n")
    }

    /// Writes JSON that comes in pieces.
    pub fn pieces(&mut self, pieces: impl Iterator<Item = String>) -> Result<(), Stop> {
        for piece in pieces {
            self.written(&piece, Language::Json)?;
        }
        self.bytes(b"\n")
    }

    /// Writes bytes of documents and pictures, as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        Ok(self.inner.write_all(bytes)?)
    }

    /// Hands everything over.
    pub fn finish(&mut self) -> Result<(), Stop> {
        Ok(self.inner.flush()?)
    }
}

/// Escapes what is left in JSON of characters that control a terminal. Texts come in pieces of whole characters.
struct Escaping<'a, W: Write>(&'a mut W);

impl<W: Write> Write for Escaping<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.0.write_all(Language::Json.safe(text).as_bytes())?,
            Err(_) => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}
