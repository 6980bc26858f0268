//! What all files of a batch came to, in one file: for people, for tables, for programs, for CI.

mod ci;
mod html;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use portolan::renderings::Language;
use portolan::renderings::excerpt::printable;
use portolan::resources::write::Writer;
use serde_json::{Value, json};

use super::record::{Level, Note, Record, slashes};
use super::run::Batch;
use super::task::Job;
use crate::status::Stop;

/// Files that an HTML report shows pictures of.
pub const MOST_PICTURES: usize = 2_000;

/// A kind of report, by the extension of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A record a line.
    JsonLines,
    /// A table.
    Csv,
    /// A page.
    Html,
    /// JUnit.
    Junit,
    /// SARIF.
    Sarif,
}

/// A report that the user wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Where it goes.
    pub path: PathBuf,
    /// What it is.
    pub kind: Kind,
}

impl Wanted {
    /// By the extension of a path.
    pub fn parse(text: &str) -> Result<Wanted, String> {
        let path = PathBuf::from(text);
        let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        let kind = match extension.as_str() {
            "jsonl" => Kind::JsonLines,
            "csv" => Kind::Csv,
            "html" => Kind::Html,
            "xml" => Kind::Junit,
            "sarif" => Kind::Sarif,
            _ => return Err("its extension must be .jsonl, .csv, .html, .xml (JUnit) or .sarif".to_owned()),
        };
        Ok(Wanted { path, kind })
    }
}

/// Pictures of files, by their keys.
pub type Pictures = HashMap<String, PathBuf>;

/// Adds a report to the files that are written.
pub fn put(wanted: &Wanted, batch: &Batch, pictures: &Pictures, writer: &mut Writer<'_>) -> Result<(), Stop> {
    let (text, language) = match wanted.kind {
        Kind::JsonLines => (json_lines(batch), Some(Language::Json)),
        // Programs take the names of files from it as they are.
        Kind::Csv => (csv(batch), None),
        Kind::Html => (html::page(batch, pictures), Some(Language::Markup)),
        Kind::Junit => (ci::junit(batch), Some(Language::Markup)),
        Kind::Sarif => (ci::sarif(batch), Some(Language::Json)),
    };
    let text = match language {
        Some(language) => language.safe(&text).into_owned(),
        None => text,
    };
    writer.put(wanted.path.clone(), text.into_bytes());
    Ok(())
}

/// The result of a file in a word; what was done by an earlier run is unchanged.
pub fn result<'a>(batch: &Batch, job: &Job, record: &'a Record) -> &'a str {
    match record.result() {
        "failed" => "failed",
        _ if batch.is_unchanged(&job.key) => "unchanged",
        other => other,
    }
}

fn json_lines(batch: &Batch) -> String {
    let mut text = String::new();
    for (job, record) in batch.finished() {
        let word = result(batch, job, &record).to_owned();
        let mut value = record.0;
        if let Some(fields) = value.as_object_mut() {
            fields.insert("result".into(), json!(word));
            // The input may be called otherwise by now.
            fields.insert("input".into(), json!(job.input));
            for only_for_resuming in ["task", "located"] {
                fields.remove(only_for_resuming);
            }
        }
        text.push_str(&format!("{value}\n"));
    }
    text
}

/// How many notes a file has: errors, warnings, others.
fn counts(notes: &[Note<'_>]) -> [u64; 3] {
    let of = |level: Level| notes.iter().filter(|note| note.level == level).map(|note| note.count).sum();
    [of(Level::Error), of(Level::Warning), of(Level::Note)]
}

fn csv(batch: &Batch) -> String {
    let mut text = "input,output,result,status,bytes,seconds,errors,warnings,notes,codes,error\r\n".to_owned();
    for (job, record) in batch.finished() {
        let notes = record.notes();
        let [errors, warnings, others] = counts(&notes);
        let mut codes: Vec<&str> = notes.iter().map(|note| note.code).filter(|code| !code.is_empty()).collect();
        codes.sort_unstable();
        codes.dedup();
        let number = |field: &str| record.0.get(field).map(Value::to_string).unwrap_or_default();
        let error = record.0.pointer("/error/message").and_then(Value::as_str).unwrap_or_default();
        let cells = [
            job.input.clone(),
            job.output.clone().unwrap_or_default(),
            result(batch, job, &record).to_owned(),
            record.status().to_string(),
            number("bytes"),
            number("seconds"),
            errors.to_string(),
            warnings.to_string(),
            others.to_string(),
            codes.join(" "),
            printable(error),
        ];
        text.push_str(&cells.map(|cell| cell_of_table(&cell)).join(","));
        text.push_str("\r\n");
    }
    text
}

/// A cell by RFC 4180. Text that a spreadsheet would take for a formula is made plain.
fn cell_of_table(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@', '\t']) { format!("'{text}") } else { text.to_owned() };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

/// Which files each output was made from, as a makefile says it, and how many names are left out that a makefile cannot say.
pub fn dependencies(batch: &Batch) -> (String, u64) {
    let (mut text, mut left) = (String::new(), 0);
    for (job, record) in batch.finished().filter(|(job, _)| job.output.is_some()) {
        let folder = Path::new(&job.input).parent().unwrap_or(Path::new(""));
        let mut read = Vec::new();
        for (path, _) in record.read() {
            match name_of_make(&super::record::absolute(path, folder), false) {
                Some(name) => read.push(name),
                None => left += 1,
            }
        }
        match name_of_make(&job.target(), true) {
            Some(name) => text.push_str(&format!("{name}: {}\n", read.join(" "))),
            None => left += 1,
        }
    }
    (text, left)
}

/// The name of a file in a rule of a makefile. `None`: what is in it would end the rule or make it another one, and whoever named the
/// file could have commands run.
fn name_of_make(path: &Path, is_target: bool) -> Option<String> {
    let path = slashes(path);
    let special = |c: char| c.is_control() || matches!(c, '\\' | ';' | '=' | '|' | '&' | '*' | '?' | '[');
    if path.contains(special) || path.starts_with('~') || path.ends_with(')') {
        return None;
    }
    let mut name = String::new();
    for (at, c) in path.char_indices() {
        match c {
            '$' => name.push('$'),
            ' ' | '#' => name.push('\\'),
            '%' if is_target => name.push('\\'),
            // Behind the letter of a drive it is part of the path.
            ':' if !(cfg!(windows) && at == 1) => name.push('\\'),
            _ => {}
        }
        name.push(c);
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stay_cells() {
        assert_eq!(cell_of_table("a,b"), "\"a,b\"");
        assert_eq!(cell_of_table("say \"x\""), "\"say \"\"x\"\"\"");
        assert_eq!(cell_of_table("=cmd()"), "'=cmd()");
        assert_eq!(cell_of_table("plain"), "plain");
    }

    #[test]
    fn names_stay_names_in_makefiles() {
        let name = |path: &str| name_of_make(Path::new(path), true);
        assert_eq!(name("in/a b#$(c).dae").as_deref(), Some("in/a\\ b\\#$$(c).dae"));
        assert_eq!(name("x%.dae").as_deref(), Some("x\\%.dae"));
        assert_eq!(name_of_make(Path::new("x%.png"), false).as_deref(), Some("x%.png"));
        for wrong in
            ["a\nall:.dae", "a;touch b.dae", "SHELL=x.dae", "a|b", "a&b", "lib(x)", "a\tb", "~x", "*", "a?", "[b]"]
        {
            assert_eq!(name(wrong), None, "{wrong:?}");
        }
        #[cfg(unix)]
        assert_eq!((name("a:b.dae").as_deref(), name("a\\;b.dae")), (Some("a\\:b.dae"), None));
    }

    #[test]
    fn kinds_follow_from_names() {
        assert_eq!(Wanted::parse("a/report.HTML").map(|w| w.kind), Ok(Kind::Html));
        assert!(Wanted::parse("report").is_err());
    }
}
