//! What did not come over, told on standard error.

use portolan::renderings::excerpt::printable;
use portolan::scene::{Fate, Loss, Losses, Origin};
use portolan::{File, Selection, Severity, Written};

use crate::output::aside;
use crate::terminal::Stream;

/// Kinds of losses that are told; the rest are counted.
const TOLD: usize = 10;

/// How losses are told.
#[derive(Clone, Copy)]
pub struct Telling<'a> {
    /// How to get those that are not told.
    pub all: &'a str,
    /// Codes that are not told.
    pub selection: Option<&'a Selection>,
    /// Every loss has a line of its own, notes as well.
    pub verbose: bool,
}

/// Tells kinds of losses, the gravest first; `all` says how to get the rest if there are too many.
pub fn tell(file: &File, losses: &Losses, all: &str) {
    aside(&text_of(&|origin| file.written(origin), losses, &Telling { all, selection: None, verbose: false }));
}

/// What is told about losses, wherever they were written.
pub fn text_of(written: &dyn Fn(Origin) -> Option<Written>, losses: &Losses, telling: &Telling<'_>) -> String {
    let is_told = |loss: &&Loss| {
        let ignored = telling.selection.is_some_and(|s| s.ignores(loss.code));
        !ignored && (telling.verbose || loss.fate >= Fate::Approximated || loss.code.severity != Severity::Info)
    };
    let mut told: Vec<&Loss> = losses.iter().filter(is_told).collect();
    // What is only noted or baked comes after what is lost.
    told.sort_by_key(|l| (l.fate < Fate::Approximated, l.code.subject, std::cmp::Reverse(l.fate)));
    let groups = if telling.verbose { told.iter().map(|loss| vec![*loss]).collect() } else { grouped(&told) };
    let most = if telling.verbose { usize::MAX } else { TOLD };
    let mut text = String::new();
    for group in groups.iter().take(most) {
        text.extend(line(written, group).map(|line| line + "\n"));
    }
    if let Some(rest) = groups.len().checked_sub(most).filter(|rest| *rest > 0) {
        let kinds = if rest == 1 { "kind" } else { "kinds" };
        text.push_str(&format!("… and {rest} more {kinds} of loss ({})\n", telling.all));
    }
    if telling.verbose && losses.further() > 0 {
        text.push_str(&format!("… further losses are only counted: {}\n", losses.further()));
    }
    text
}

/// Losses of one code and fate together, in the order of their first ones.
fn grouped<'a>(losses: &[&'a Loss]) -> Vec<Vec<&'a Loss>> {
    let mut groups: Vec<Vec<&Loss>> = Vec::new();
    for loss in losses {
        let same = |group: &&mut Vec<&Loss>| group.first().is_some_and(|f| (f.code, f.fate) == (loss.code, loss.fate));
        match groups.iter_mut().find(same) {
            Some(group) => group.push(loss),
            None => groups.push(vec![loss]),
        }
    }
    groups
}

/// `a.dae:12:3: looks dropped[CNV304]: …`
fn line(written: &dyn Fn(Origin) -> Option<Written>, group: &[&Loss]) -> Option<String> {
    let (first, rest) = group.split_first()?;
    let place = match written(first.origin) {
        Some(w) => format!("{}:{}:{}: ", w.file, w.place.line, w.place.column),
        None => String::new(),
    };
    let fate = match first.fate {
        Fate::Dropped => "dropped",
        Fate::Approximated => "approximated",
        Fate::Baked => "baked",
        Fate::Noted => "noted",
    };
    let more: u64 = rest.iter().map(|loss| u64::from(loss.count)).sum();
    let (subject, id, message) = (first.code.subject.name(), first.code.id, &first.message);
    let count = match (first.count, more) {
        (0 | 1, 0) => String::new(),
        (times, 0) => format!(" ({times} times)"),
        (times, more) => format!(" (and {} more like this)", u64::from(times.saturating_sub(1)) + more),
    };
    let (place, fate) = (Stream::Errors.quiet(&printable(&place)), Stream::Errors.word(fate));
    Some(format!("{place}{subject} {fate}[{id}]: {}{count}", printable(message)))
}
