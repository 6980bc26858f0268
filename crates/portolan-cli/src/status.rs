//! How a run ended.

use portolan::Unreadable;
use portolan::file::INTERNAL;

/// The exit status.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Status {
    /// Fine.
    Fine = 0,
    /// Findings at the failing severity.
    Findings = 1,
    /// Wrong usage.
    Usage = 2,
    /// Input unreadable.
    Unreadable = 3,
    /// Could not write.
    Unwritable = 4,
    /// A fault of this program.
    Internal = 70,
}

/// Why a command stopped.
#[derive(Debug)]
pub enum Stop {
    /// The reader of our output has gone; nobody is left to tell anything.
    Closed,
    /// Something to say on standard error.
    Message(Status, String),
}

impl Stop {
    /// The command was used in a way that makes no sense.
    pub fn usage(message: impl Into<String>) -> Stop {
        Stop::Message(Status::Usage, message.into())
    }

    /// A file could not be read.
    pub fn unreadable(path: &str, why: &Unreadable) -> Stop {
        Stop::Message(Status::of(why), format!("{path}: {}", reason(why)))
    }
}

impl Status {
    /// How a command ends because of this: a fault of the file, or of this program.
    pub fn of(why: &Unreadable) -> Status {
        if *why.code == INTERNAL { Status::Internal } else { Status::Unreadable }
    }
}

/// Why a file could not be read, and what may help.
pub fn reason(why: &Unreadable) -> String {
    let help = why.help.as_ref().map(|h| format!(" ({h})")).unwrap_or_default();
    format!("{why}{help}")
}

impl From<std::io::Error> for Stop {
    /// Errors of writing to standard output.
    fn from(error: std::io::Error) -> Stop {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Stop::Closed,
            _ => Stop::Message(Status::Unwritable, format!("cannot write to standard output: {error}")),
        }
    }
}

/// What a command comes to.
pub type Outcome = Result<Status, Stop>;
