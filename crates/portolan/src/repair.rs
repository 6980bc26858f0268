//! Documents repaired: fixes chosen, applied, and held against what they promise.
//!
//! A repair goes in rounds, because one fault can hide another. After each round the document is read again; a fix that
//! leaves it with more errors than before, or as it was, is taken back and told. So every round gets nearer to an end.

use std::collections::HashSet;

use portolan_check::{FileReport, Report};
use portolan_syntax::edit::Taken;
use portolan_syntax::{Code, Edit, Fix, Severity, Source, edit};

use crate::{Checker, OpenOptions};

use crate::unified::unified;

/// Rounds of repairs before giving up on a document whose repairs chase each other.
const ROUNDS: usize = 32;

/// Readings of a document that are spent on finding out which fixes do not help.
const TRIALS: usize = 256;

/// Bytes that these readings may come to, and the fewest readings of a large document.
const READ_AGAIN: usize = 24 << 20;
const FEWEST_TRIALS: usize = 8;

/// The result of repairing a document.
#[derive(Debug)]
pub struct Repair {
    /// The report on the repaired document.
    pub file: FileReport,
    /// The document, repaired or unchanged; empty if it cannot be read.
    pub document: Vec<u8>,
    /// Did anything change?
    pub changed: bool,
    /// The number of errors of the original document, with repetitions, whatever the selection.
    pub errors_before: u64,
    /// The number of remaining errors.
    pub errors_after: u64,
    /// The changed lines as a unified diff, if requested and not empty.
    pub difference: Option<String>,
    /// The applied repairs, in the order of the original document.
    pub done: Vec<Repaired>,
    /// Repairs that were undone, because they did not improve the document.
    pub undone: Vec<Repaired>,
    /// Repairs that were not applied because they are not certain.
    pub offered: Vec<Repaired>,
}

/// One repair of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repaired {
    /// The code of the finding that it fixes.
    pub code: &'static Code,
    /// What it does.
    pub title: String,
    /// The line in the original document, from 1.
    pub line: u32,
    /// The column there, from 1.
    pub column: u32,
    /// Whether it certainly keeps the meaning of the document.
    pub certain: bool,
}

/// How to repair.
#[derive(Clone, Copy, Default, Debug)]
#[non_exhaustive]
pub struct RepairOptions {
    /// Also applies repairs that are likely right, but not certain.
    pub guesses: bool,
    /// Also computes a unified diff.
    pub difference: bool,
}

impl RepairOptions {
    /// Returns the options with some fields changed: `RepairOptions::default().with(|c| c.guesses = true)`.
    pub fn with(mut self, set: impl FnOnce(&mut RepairOptions)) -> RepairOptions {
        set(&mut self);
        self
    }
}

impl Checker {
    /// Checks a document, applies the repairs of the selected findings, and checks again until nothing changes.
    ///
    /// Archives are not repaired. All bytes that no repair touches stay the same. Nothing is written to disk; the
    /// caller gets the new bytes.
    pub fn repair(&self, path: &str) -> Repair {
        self.repair_with(path, RepairOptions::default())
    }

    /// The same with options.
    pub fn repair_with(&self, path: &str, options: RepairOptions) -> Repair {
        let shown = crate::file::shown_path(path);
        let options_of_text = OpenOptions { leave_numbers: false, ..self.options.clone() };
        let first = options_of_text.open_document(path).and_then(|file| file.in_memory()?.judge());
        let first = match first {
            Ok(report) => report,
            Err(why) => return untouched(self.told(path, Err(why))),
        };
        let size = first.tree().source().bytes().len();
        let trials = (READ_AGAIN / size.max(1)).clamp(FEWEST_TRIALS, TRIALS);
        let mut rounds = Rounds { checker: self, path, options, history: Vec::new(), trials, undone: Vec::new() };
        let mut done: Vec<At> = Vec::new();
        let mut last: Option<Report> = None;
        for round in 0..ROUNDS {
            if rounds.trials == 0 && round >= FEWEST_TRIALS {
                break;
            }
            let Some((next, applied)) = rounds.next(last.as_ref().unwrap_or(&first)) else { break };
            done.extend(applied.iter().map(|c| rounds.told(c)));
            let edits = applied.iter().flat_map(|c| c.fix.edits.iter().cloned()).collect();
            rounds.history.push(Changes::of(edits));
            // What did not help this document may help the next one.
            rounds.undone.clear();
            last = Some(next);
        }
        let report = last.as_ref().unwrap_or(&first);
        let offered = rounds.chosen(report, |fix| !fix.certain && !options.guesses);
        let offered = offered.iter().map(|c| rounds.told(c)).collect();
        let source = first.tree().source();
        let (done, undone, offered) = (placed(source, done), placed(source, rounds.undone), placed(source, offered));
        let changed = last.is_some();
        let (errors_before, errors_after) = (Standing::of(&first).errors, Standing::of(report).errors);
        let document = report.tree().source().bytes().to_vec();
        let text = report.tree().source().text();
        let difference = (options.difference && changed).then(|| unified(shown, source.text(), text));
        let mut file = self.told(path, Ok(last.unwrap_or(first)));
        file.repaired = titles(&done);
        Repair { file, document, changed, errors_before, errors_after, difference, done, undone, offered }
    }
}

/// A repair by its place in the first document: offset, code, title, certain.
type At = (u32, &'static Code, String, bool);

/// Repairs with their places in lines and columns, in the order of the document.
fn placed(source: &Source, mut found: Vec<At>) -> Vec<Repaired> {
    found.sort_by_key(|(at, ..)| *at);
    let place = |(at, code, title, certain)| {
        let place = source.place(at);
        Repaired { code, title, line: place.line, column: place.column, certain }
    };
    found.into_iter().map(place).collect()
}

fn untouched(file: FileReport) -> Repair {
    Repair {
        file,
        document: Vec::new(),
        changed: false,
        errors_before: 0,
        errors_after: 0,
        difference: None,
        done: Vec::new(),
        undone: Vec::new(),
        offered: Vec::new(),
    }
}

/// What was done, as titles with how often each was.
fn titles(done: &[Repaired]) -> Vec<(String, usize)> {
    let mut titles: Vec<(String, usize)> = Vec::new();
    for one in done {
        match titles.iter_mut().find(|(t, _)| *t == one.title) {
            Some((_, count)) => *count += 1,
            None => titles.push((one.title.clone(), 1)),
        }
    }
    titles
}

/// A fix and the code of its finding.
#[derive(Clone, Copy)]
struct Chosen<'r> {
    code: &'static Code,
    fix: &'r Fix,
}

struct Rounds<'c> {
    checker: &'c Checker,
    path: &'c str,
    options: RepairOptions,
    /// What each round so far changed.
    history: Vec<Changes>,
    trials: usize,
    /// What was taken back.
    undone: Vec<At>,
}

impl Rounds<'_> {
    /// One round: the document after it, and what was applied. `None` when nothing can be repaired any more.
    fn next<'r>(&mut self, report: &'r Report) -> Option<(Report, Vec<Chosen<'r>>)> {
        let fixes = self.chosen(report, |fix| fix.certain || self.options.guesses);
        let mut standing = Standing::of(report);
        let mut kept: Vec<Chosen<'r>> = Vec::new();
        let mut best = None;
        // Halves that do harm are halved again, until the one that does is found.
        let mut waiting = vec![fixes];
        while let Some(part) = waiting.pop() {
            if part.is_empty() {
                continue;
            }
            let tried: Vec<Chosen<'r>> = kept.iter().chain(&part).copied().collect();
            match self.apply(report, &tried, standing) {
                Some(next) => {
                    standing = Standing::of(&next);
                    kept = tried;
                    best = Some(next);
                }
                None if part.len() > 1 && self.trials > 0 => {
                    let (head, tail) = part.split_at(part.len() / 2);
                    waiting.push(tail.to_vec());
                    waiting.push(head.to_vec());
                }
                None => {
                    let taken_back: Vec<At> = part.iter().map(|c| self.told(c)).collect();
                    self.undone.extend(taken_back);
                }
            }
        }
        best.map(|next| (next, kept))
    }

    /// The fixes of a report that can be applied together and were not taken back before. One that overlaps another
    /// waits for the next round; one that is the same as another counts once.
    fn chosen<'r>(&self, report: &'r Report, wanted: impl Fn(&Fix) -> bool) -> Vec<Chosen<'r>> {
        let length = report.tree().source().text().len() as u32;
        let mut taken = Taken::default();
        let undone: HashSet<(u32, &str, &str)> = self.undone.iter().map(|u| (u.0, u.1.id, u.2.as_str())).collect();
        let mut chosen = Vec::new();
        for finding in report.findings.iter().filter(|f| self.checker.selection.shows(f)) {
            for fix in finding.fixes.iter().filter(|f| wanted(f)) {
                let within = fix.edits.iter().all(|e| e.span.end <= length);
                let at = if undone.is_empty() { 0 } else { self.original(fix.at.start) };
                if within && !undone.contains(&(at, finding.code.id, fix.title.as_str())) && taken.take(&fix.edits) {
                    chosen.push(Chosen { code: finding.code, fix });
                }
            }
        }
        chosen
    }

    /// The document with some fixes applied, if it is better then.
    fn apply(&mut self, report: &Report, fixes: &[Chosen<'_>], before: Standing) -> Option<Report> {
        self.trials = self.trials.saturating_sub(1);
        let edits: Vec<Edit> = fixes.iter().flat_map(|c| c.fix.edits.iter().cloned()).collect();
        let source = report.tree().source();
        let (bytes, skipped) = edit::apply(source, &edits);
        if skipped > 0 || bytes == source.bytes() {
            return None;
        }
        let next = self.checker.check_bytes(self.path, bytes);
        next.ok().filter(|next| Standing::of(next) < before)
    }

    fn told(&self, chosen: &Chosen<'_>) -> At {
        let fix = chosen.fix;
        (self.original(fix.at.start), chosen.code, fix.title.clone(), fix.certain)
    }

    /// The place in the first document of a place in the present one.
    fn original(&self, offset: u32) -> u32 {
        self.history.iter().rev().fold(offset, |offset, changes| changes.before(offset))
    }
}

/// How good a document is: one with fewer errors is better, then one with fewer warnings, then one with fewer infos.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct Standing {
    /// Repeats counted, and those that were not kept.
    errors: u64,
    warnings: u64,
    infos: u64,
}

impl Standing {
    fn of(report: &Report) -> Standing {
        let mut standing = Standing { errors: report.findings.dropped(), ..Standing::default() };
        for finding in &report.findings {
            *match finding.severity {
                Severity::Error => &mut standing.errors,
                Severity::Warning => &mut standing.warnings,
                Severity::Info => &mut standing.infos,
            } += u64::from(finding.count);
        }
        standing
    }
}

/// The edits of a round, by where their texts are after it.
struct Changes(Vec<Change>);

/// Where the text of an edit begins and ends after the round, where it was made, and by how much everything behind it moved.
struct Change {
    from: i64,
    to: i64,
    at: u32,
    moved: i64,
}

impl Changes {
    fn of(mut edits: Vec<Edit>) -> Changes {
        edits.sort_by_key(|e| (e.span.start, e.span.end));
        edits.dedup();
        let mut moved: i64 = 0;
        let changes = edits.iter().map(|edit| {
            let (from, length) = (i64::from(edit.span.start) + moved, edit.text.len() as i64);
            moved += length - i64::from(edit.span.len());
            Change { from, to: from + length, at: edit.span.start, moved }
        });
        Changes(changes.collect())
    }

    /// Where a place was before the round; in text that an edit brought, the place of the edit.
    fn before(&self, offset: u32) -> u32 {
        let offset = i64::from(offset);
        let last = self.0.partition_point(|change| change.from <= offset).checked_sub(1);
        match last.and_then(|last| self.0.get(last)) {
            Some(change) if offset < change.to => change.at,
            Some(change) => (offset - change.moved).max(0) as u32,
            None => offset.max(0) as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_syntax::Span;

    #[test]
    fn places_lead_back_over_edits() {
        // abcdef → aXXcf
        let edits = [Edit::replace(Span::new(1, 2), "XX"), Edit::delete(Span::new(3, 5))];
        let changes = Changes::of(edits.to_vec());
        let back: Vec<u32> = (0..5).map(|at| changes.before(at)).collect();
        assert_eq!(back, [0, 1, 1, 2, 5]);
    }
}
