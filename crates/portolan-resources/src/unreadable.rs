//! Why bytes could not be had.

use portolan_syntax::source::SourceError;
use portolan_syntax::{Code, Finding, Span};

portolan_syntax::codes! {
    /// Codes of files that could not be read.
    CODES:

    /// Finds files that do not exist or cannot be read.
    ///
    /// Nothing is known about the document. Check the path and the permissions.
    CANNOT_READ "IO001" "cannot-read" Error;

    /// Finds files of an unknown format.
    ///
    /// The format is detected from the content, and from the extension if the content is not conclusive. COLLADA has a
    /// `<COLLADA>` root element, xVRML a `<World>`, OpenGEX begins with structures such as `Metric`.
    UNKNOWN_FORMAT "IO002" "unknown-format" Error;

    /// Finds documents with more bytes than allowed, and archives that expand to more.
    ///
    /// The text of a document cannot be larger than 4 GiB. Long lists of numbers of COLLADA do not count as long as they need not be in
    /// memory, so that larger files can be checked, drawn and converted to other formats. `--max-bytes` sets a lower limit. Archives are limited in the number of
    /// their members, in what they expand to, and in their nesting, so that a small file cannot fill the memory.
    TOO_LARGE "IO003" "too-large" Error;

    /// Finds folders and archives without any file of a known extension.
    ///
    /// A check of nothing would always pass, so this is an error.
    NOTHING_TO_READ "IO004" "nothing-to-read" Error;

    /// Finds archives that cannot be opened: damaged, encrypted, or of another kind than zip.
    ///
    /// `.zae` and `.kmz` files are zip archives with stored or deflated members. Unpack documents from other archives
    /// (`rar`, `7z`, `gzip`) first.
    ARCHIVE "IO005" "archive-not-opened" Error;

    /// Reports bugs in this program, not problems of the file.
    ///
    /// The other files are not affected. Please report it together with the file.
    INTERNAL "IO006" "internal-error" Error;

    /// Finds files whose repaired text could not be written back.
    ///
    /// The file is as it was before. Check its permissions and the space on the disk.
    CANNOT_WRITE "IO007" "cannot-write" Error;

    /// Finds requested encodings that are unknown.
    ///
    /// `--encoding` takes the labels of the Encoding Standard, such as `utf-8`, `windows-1252` and `shift_jis`.
    UNKNOWN_ENCODING "IO008" "unknown-encoding" Error;

    /// Finds files that are not text at all.
    ///
    /// All supported scene formats are text. The file was damaged, or has the wrong extension.
    NOT_TEXT "IO009" "not-text" Error;

    /// Finds references to files outside of the folder or archive of the document that was named.
    ///
    /// A document must not make a program read arbitrary files. Move the files together, or permit the folder with
    /// `--allow`. Symbolic links are resolved first.
    OUTSIDE "IO010" "outside" Error;

    /// Finds references that would have to be fetched, from the network or by another scheme than `file`.
    ///
    /// Nothing is fetched. Download the file, put it beside the document and refer to it by a relative path.
    NOT_FETCHED "IO011" "not-fetched" Error;

    /// Finds files that would use more memory or work than their size explains.
    ///
    /// A run may use 64 MB and forty times the size of the files that it reads, so that a small file cannot fill the memory:
    /// archives whose members share their data or expand a thousandfold, pictures that are far larger than their files.
    /// If the file is to be trusted, `--max-memory` allows more.
    BUDGET "IO030" "beyond-budget" Error;

    /// Reports files of a batch that took too long.
    ///
    /// The file is left out and the others are not affected. `--file-seconds` sets the limit. A file that is small and
    /// still takes long may have been made to do so; please report it.
    TIME_LIMIT "IO040" "time-limit" Error;

    /// Reports files of a batch that need more memory than they may use.
    ///
    /// The file is left out and the others are not affected. `--file-memory` sets the limit.
    MEMORY_LIMIT "IO041" "memory-limit" Error;

    /// Reports files of a batch whose worker process ended, three times.
    ///
    /// The file is left out and the others are not affected. This is a bug in portolan, or somebody ended the process;
    /// please report it together with the file.
    CRASHED "IO042" "worker-ended" Error;
}

/// Why there are no bytes, or no report.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// One of the [`CODES`].
    pub code: &'static Code,
    /// One sentence.
    pub message: String,
    /// What to do, when that is obvious.
    pub help: Option<String>,
}

impl Unreadable {
    /// A file that has no bytes or report for this reason.
    pub fn new(code: &'static Code, message: impl Into<String>) -> Unreadable {
        Unreadable { code, message: message.into(), help: None }
    }

    /// Adds what to do.
    pub fn help(mut self, help: impl Into<String>) -> Unreadable {
        self.help = Some(help.into());
        self
    }

    /// What to tell of a picture that a document names and that cannot be had for this reason.
    pub fn of_picture(&self) -> String {
        let help = self.help.as_deref().unwrap_or("put the file there, or correct the reference");
        format!("the image cannot be read: {self}; {help}")
    }

    /// As a finding of the file.
    pub fn finding(&self) -> Finding {
        let mut finding = Finding::new(self.code, Span::at(0), self.message.clone());
        finding.help = self.help.clone();
        finding
    }

    pub(crate) fn missing() -> Unreadable {
        Unreadable::new(&CANNOT_READ, "the file does not exist")
    }

    /// It would expand to more than a run may use for what it read.
    pub(crate) fn too_much(bytes: u64, limit: u64) -> Unreadable {
        let why = format!("it expands to {bytes} bytes, for which there is no room in the {limit} bytes of this run");
        Unreadable::new(&BUDGET, why).help("if you trust it, allow more with `--max-memory`")
    }

    pub(crate) fn too_large(bytes: u64, limit: u64) -> Unreadable {
        Unreadable::new(&TOO_LARGE, format!("it has {bytes} bytes, more than the limit of {limit}"))
    }
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Unreadable {}

impl From<SourceError> for Unreadable {
    fn from(error: SourceError) -> Unreadable {
        let code = match error {
            SourceError::TooLarge { .. } => &TOO_LARGE,
            SourceError::UnknownEncoding(_) => &UNKNOWN_ENCODING,
        };
        Unreadable::new(code, error.to_string())
    }
}
