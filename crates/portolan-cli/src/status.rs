//! How a run ended.

use std::path::Path;

use portolan::gather::Wanted;
use portolan::renderings::excerpt::printable;
use portolan::schema::suggest::nearest;
use portolan::unreadable::{CANNOT_READ, INTERNAL};
use portolan::{Error, ErrorKind, STDIN, Unreadable};

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
    /// The user ended it before it was done.
    Interrupted = 130,
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

    /// Something could not be done with a file.
    pub fn failed(path: &str, why: &Error) -> Stop {
        let help = match why.kind() {
            ErrorKind::Unreadable | ErrorKind::Internal => help(why.help().or(hint(path, why).as_deref())),
            ErrorKind::Malformed => {
                let help = why.help().unwrap_or("please report it");
                format!("; nothing is written. This is a bug in portolan, not a problem of your file: {help}")
            }
            _ => String::new(),
        };
        // A message is one line, whatever the document has in the names that it tells.
        let said = printable(&format!("{path}: {why}"));
        Stop::Message(Status::of_error(why), format!("{said}{help}"))
    }
}

/// What may help with a path that leads to no file.
fn hint(path: &str, why: &Error) -> Option<String> {
    let at = Path::new(path);
    if path == STDIN || why.code() != Some(&CANNOT_READ) {
        return None;
    }
    if at.is_dir() {
        let inside = portolan::gather::files(&[path.to_owned()], Wanted::Readable);
        let first = inside.into_iter().find(|(_, gathered)| gathered.is_ok());
        return first.map(|(file, _)| format!("give a file in it, such as `{file}`"));
    }
    if at.exists() {
        return None;
    }
    let folder = at.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok();
    let Some(entries) = entries else { return Some(format!("the folder `{}` does not exist", folder?.display())) };
    let names: Vec<String> = entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    let wanted = at.file_name()?.to_string_lossy();
    let near = nearest(&wanted, names.iter().map(String::as_str))?;
    Some(format!("did you mean `{}`?", at.with_file_name(near).display()))
}

impl Status {
    /// The status with this number; what is unknown is our own fault.
    pub fn from_number(number: u64) -> Status {
        let all = [Status::Fine, Status::Findings, Status::Usage, Status::Unreadable, Status::Unwritable];
        all.into_iter().find(|status| *status as u64 == number).unwrap_or(Status::Internal)
    }

    /// How a command ends because of an error.
    pub fn of_error(why: &Error) -> Status {
        match why.kind() {
            ErrorKind::Usage => Status::Usage,
            ErrorKind::Refused => Status::Findings,
            ErrorKind::Malformed => Status::Unwritable,
            ErrorKind::Internal => Status::Internal,
            _ => Status::Unreadable,
        }
    }

    /// How a command ends because of this: a fault of the file, or of this program.
    pub fn of(why: &Unreadable) -> Status {
        if *why.code == INTERNAL { Status::Internal } else { Status::Unreadable }
    }
}

/// Why a file could not be read, and what may help.
pub fn reason(why: &Unreadable) -> String {
    format!("{why}{}", help(why.help.as_deref()))
}

fn help(text: Option<&str>) -> String {
    text.map(|h| format!(" ({h})")).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_has_its_status() {
        let ends = |why: Error| match Stop::failed("a.dae", &why) {
            Stop::Message(status, text) => (status as u8, text),
            Stop::Closed => unreachable!("there is something to say"),
        };
        let gone = Unreadable::new(&CANNOT_READ, "gone").help("look elsewhere");
        assert_eq!(ends(gone.into()), (3, "a.dae: gone (look elsewhere)".to_owned()));
        let fault = Unreadable::new(&INTERNAL, "broken").help("please report it");
        assert_eq!(ends(fault.into()), (70, "a.dae: broken (please report it)".to_owned()));
    }
}
