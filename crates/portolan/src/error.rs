//! The one error of this library.

use portolan_check::Unreadable;
use portolan_resources::unreadable::{CANNOT_READ, INTERNAL};
use portolan_syntax::Code;

/// Why an operation failed.
///
/// Problems *in* a document are never errors: they are findings of its [report](crate::File::report), and what a
/// conversion cannot carry over is a loss.
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    code: Option<&'static Code>,
    message: String,
    help: Option<String>,
}

/// Kinds of errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request is invalid, or the document has no object of that name.
    Usage,
    /// The document does not allow it: the address does not exist, or the value has the wrong type.
    Refused,
    /// A file cannot be read.
    Unreadable,
    /// A bug in this library: the written document is not well-formed and is not returned.
    Malformed,
    /// A bug in this library.
    Internal,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, code: None, message: message.into(), help: None }
    }

    /// What was asked for makes no sense.
    pub(crate) fn usage(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Usage, message)
    }

    /// The result is not well-formed.
    pub(crate) fn malformed(why: Unreadable) -> Error {
        Error { kind: ErrorKind::Malformed, ..Error::from(why) }
    }

    /// What kind of error it is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The code if a file is unreadable (`IO001`), which [`find_code`](crate::find_code) explains.
    pub fn code(&self) -> Option<&'static Code> {
        self.code
    }

    /// What is wrong, in one sentence.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it, if known.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<Unreadable> for Error {
    fn from(why: Unreadable) -> Error {
        let kind = if *why.code == INTERNAL { ErrorKind::Internal } else { ErrorKind::Unreadable };
        Error { kind, code: Some(why.code), message: why.message, help: why.help }
    }
}

impl From<Error> for Unreadable {
    fn from(why: Error) -> Unreadable {
        Unreadable { code: why.code.unwrap_or(&CANNOT_READ), message: why.message, help: why.help }
    }
}

impl From<crate::address::Refusal> for Error {
    fn from(why: crate::address::Refusal) -> Error {
        let kind = match why.why {
            crate::address::Why::Malformed => ErrorKind::Usage,
            _ => ErrorKind::Refused,
        };
        Error { kind, code: None, message: why.to_string(), help: why.help }
    }
}

impl From<crate::layout::Refusal> for Error {
    fn from(why: crate::layout::Refusal) -> Error {
        let kind = match why {
            crate::layout::Refusal::Changed => ErrorKind::Internal,
            _ => ErrorKind::Refused,
        };
        Error::new(kind, why.to_string())
    }
}
