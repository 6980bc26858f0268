//! Errors and warnings about the tables, each at a place in a file.

use std::collections::BTreeSet;
use std::fmt;

/// A place in one of the files that were read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pos {
    /// Index into [`Diagnostics::files`].
    pub file: u16,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The table cannot be used.
    Error,
    /// The table can be used.
    Warning,
}

/// Everything found so far. The same message at the same place is kept once.
#[derive(Debug, Default)]
pub struct Diagnostics {
    /// Names of the files, as shown.
    pub files: Vec<String>,
    entries: BTreeSet<(Pos, Severity, String)>,
}

impl Diagnostics {
    /// Registers a file and returns the index to use in [`Pos`].
    pub fn add_file(&mut self, name: impl Into<String>) -> u16 {
        self.files.push(name.into());
        u16::try_from(self.files.len() - 1).expect("fewer than 65536 schema files")
    }

    /// Records an error.
    pub fn error(&mut self, pos: Pos, message: impl fmt::Display) {
        self.entries.insert((pos, Severity::Error, message.to_string()));
    }

    /// Records a warning.
    pub fn warning(&mut self, pos: Pos, message: impl fmt::Display) {
        self.entries.insert((pos, Severity::Warning, message.to_string()));
    }

    /// Number of errors.
    pub fn errors(&self) -> usize {
        self.entries.iter().filter(|e| e.1 == Severity::Error).count()
    }

    /// One `file:line:col: message` per entry, in the order of the files.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.entries.iter().map(|(pos, severity, message)| {
            let file = self.files.get(usize::from(pos.file)).map_or("?", String::as_str);
            let mark = if *severity == Severity::Warning { "warning: " } else { "" };
            format!("{file}:{}:{}: {mark}{message}", pos.line, pos.column)
        })
    }
}
