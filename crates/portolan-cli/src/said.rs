//! What a command did, in one line on standard error.

use portolan::Selection;
use portolan::info::Drawn;
use portolan::renderings::excerpt::printable;
use portolan::scene::{Fate, Losses};

use crate::output::aside;
use crate::terminal::Stream;
use crate::write::is_stream;

/// What was written, and where: `wrote robot.glb: 15,560 triangles, 12 materials, 1.1 MB`.
pub struct Said {
    path: String,
    parts: Vec<String>,
    losses: String,
}

impl Said {
    /// A file, or nothing if the result went to a stream, which somebody else reads.
    pub fn wrote(path: &str) -> Option<Said> {
        (!is_stream(path)).then(|| Said { path: path.to_owned(), parts: Vec::new(), losses: String::new() })
    }

    /// Adds what is in it.
    pub fn with(mut self, part: impl Into<String>) -> Said {
        self.parts.push(part.into());
        self
    }

    /// Adds what is drawn of it, and how many materials and animations it has.
    pub fn scene(mut self, drawn: &Drawn, materials: usize, animations: usize) -> Said {
        let counts = [
            (drawn.triangles, "triangle"),
            (drawn.lines, "line"),
            (drawn.points, "point"),
            (materials as u64, "material"),
            (animations as u64, "animation"),
        ];
        self.parts.extend(counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| counted(*n, what)));
        self
    }

    /// Adds the size of the files that were written.
    pub fn wrote_files(mut self, files: &[(String, Vec<u8>)]) -> Said {
        self.parts.push(size(files.iter().map(|(_, bytes)| bytes.len() as u64).sum()));
        match files {
            [] | [_] => {}
            [_, (name, _)] => self.parts.push(format!("with {name}")),
            [_, rest @ ..] => self.parts.push(format!("with {} next to it", counted(rest.len() as u64, "file"))),
        }
        self
    }

    /// Adds which kinds of losses there were.
    pub fn losses(mut self, losses: &Losses, selection: &Selection) -> Said {
        let mut kinds: Vec<(&str, u64)> = Vec::new();
        for loss in losses.iter().filter(|l| l.fate >= Fate::Approximated && !selection.ignores(l.code)) {
            match kinds.iter_mut().find(|(id, _)| *id == loss.code.id) {
                Some((_, count)) => *count += u64::from(loss.count),
                None => kinds.push((loss.code.id, u64::from(loss.count))),
            }
        }
        self.losses = match kinds.as_slice() {
            [] => String::new(),
            [(id, 1)] => format!("; 1 kind of loss ({id})"),
            [(id, count)] => format!("; 1 kind of loss ({id}, {})", counted(*count, "time")),
            many => {
                let ids: Vec<&str> = many.iter().map(|(id, _)| *id).collect();
                format!("; {} kinds of loss ({})", many.len(), ids.join(", "))
            }
        };
        self
    }

    /// Says it.
    pub fn say(self) {
        aside(&format!("{} {}\n", Stream::Errors.word("wrote"), printable(&self.what())));
    }

    /// The file and what is in it: `robot.glb: 15,560 triangles, 1.1 MB`.
    pub fn what(&self) -> String {
        let parts = self.parts.join(", ");
        let colon = if parts.is_empty() { "" } else { ": " };
        format!("{}{colon}{parts}{}", self.path, self.losses)
    }
}

/// A number of things: `1 triangle`, `15,560 triangles`.
pub fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A size in bytes, to two or three digits.
pub fn size(bytes: u64) -> String {
    let scaled = |by: f64, unit: &str| {
        let value = bytes as f64 / by;
        if value < 9.95 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
    };
    match bytes {
        0..=999 => counted(bytes, "byte"),
        1_000..=999_499 => scaled(1e3, "kB"),
        999_500..=999_499_999 => scaled(1e6, "MB"),
        _ => scaled(1e9, "GB"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_sizes_are_for_people() {
        assert_eq!(counted(1, "triangle"), "1 triangle");
        assert_eq!(counted(1_234_567, "triangle"), "1,234,567 triangles");
        assert_eq!(counted(999, "line"), "999 lines");
        assert_eq!(size(1), "1 byte");
        assert_eq!(size(1_140_000), "1.1 MB");
        assert_eq!(size(15_560), "16 kB");
        assert_eq!(size(999_600), "1.0 MB");
        assert_eq!(size(2_500_000_000), "2.5 GB");
    }
}
