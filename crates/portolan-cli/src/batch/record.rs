//! What became of a file: a line of the journal and of the report.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use portolan::resources::Observer;
use serde_json::{Map, Value, json};

/// The hash of bytes, as it stands in journals.
pub fn hash(bytes: &[u8]) -> String {
    let mut text = blake3::hash(bytes).to_hex().to_string();
    text.truncate(32);
    text
}

/// The hash of a file, if it can be read.
pub fn hash_file(path: &Path) -> Option<String> {
    std::fs::read(path).ok().map(|bytes| hash(&bytes))
}

/// Notes what a work depends on: the contents of files, and where references lead.
#[derive(Debug, Default)]
pub struct Watch {
    read: Mutex<BTreeMap<String, String>>,
    located: Mutex<BTreeMap<(String, String), Option<String>>>,
}

impl Observer for Watch {
    fn read(&self, path: &str, bytes: &[u8]) {
        let mut read = lock(&self.read);
        // A file that changes while it is used is not what was used at first; the next run sees that.
        if !read.contains_key(path) {
            read.insert(path.to_owned(), hash(bytes));
        }
    }

    fn located(&self, base: &str, reference: &str, location: Option<&str>) {
        let key = (base.to_owned(), reference.to_owned());
        lock(&self.located).insert(key, location.map(str::to_owned));
    }
}

impl Watch {
    /// What was noted, with paths seen from the folder of the document.
    pub fn json(&self, document: &str) -> (Value, Value) {
        let folder = Path::new(document).parent().unwrap_or(Path::new(""));
        let short = |path: &str| relative(Path::new(path), folder);
        let read: Map<String, Value> = lock(&self.read).iter().map(|(path, hash)| (short(path), json!(hash))).collect();
        let located: Vec<Value> = lock(&self.located)
            .iter()
            .map(|((base, reference), to)| json!([short(base), reference, to.as_deref().map(short)]))
            .collect();
        (Value::Object(read), Value::Array(located))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A path as records have it: with `/` between its parts on every system. Where `\` is part of a name, it stays: it must not lead
/// into other folders.
pub fn slashes(path: &Path) -> String {
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

/// A path seen from a folder; as it is, if only one of them begins at the root.
pub fn relative(path: &Path, folder: &Path) -> String {
    let parts = |path: &Path| -> Vec<String> {
        let plain = path.components().filter(|part| !matches!(part, Component::CurDir));
        plain.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
    };
    if path.is_absolute() != folder.is_absolute() {
        return path.to_string_lossy().into_owned();
    }
    let (own, from) = (parts(path), parts(folder));
    let common = own.iter().zip(&from).take_while(|(a, b)| a == b).count();
    let rest = from.get(common..).unwrap_or_default();
    if rest.iter().any(|part| part == "..") || path.is_absolute() && common <= 1 {
        return path.to_string_lossy().into_owned();
    }
    portolan::resources::way(&from, &own)
}

/// The way back from [`relative`].
pub fn absolute(path: &str, folder: &Path) -> PathBuf {
    let mut at = folder.to_path_buf();
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir if matches!(at.components().next_back(), Some(Component::Normal(_))) => _ = at.pop(),
            Component::RootDir | Component::Prefix(_) => return PathBuf::from(path),
            part => at.push(part),
        }
    }
    at
}

/// A line of the journal.
#[derive(Clone, Debug)]
pub struct Record(pub Value);

impl Record {
    /// A whole line of a journal; what is none is nothing.
    pub fn parse(line: &str) -> Option<Record> {
        let value = serde_json::from_str::<Value>(line).ok().filter(Value::is_object);
        value.map(Record).filter(|record| !record.key().is_empty())
    }

    /// Which file it is about.
    pub fn key(&self) -> &str {
        self.text("key")
    }

    /// A field with text.
    pub fn text(&self, field: &str) -> &str {
        self.0.get(field).and_then(Value::as_str).unwrap_or_default()
    }

    /// The exit status of the file.
    pub fn status(&self) -> u64 {
        self.0.get("status").and_then(Value::as_u64).unwrap_or(70)
    }

    /// What it came to, in a word: `converted`, `checked`, `failed` …
    pub fn result(&self) -> &str {
        self.text("result")
    }

    /// The files that were read, with their hashes.
    pub fn read(&self) -> impl Iterator<Item = (&str, &str)> {
        let read = self.0.get("read").and_then(Value::as_object).into_iter().flatten();
        read.map(|(path, hash)| (path.as_str(), hash.as_str().unwrap_or_default()))
    }

    /// The files that were written, below the output folder, with their hashes.
    pub fn wrote(&self) -> impl Iterator<Item = (&str, &str)> {
        let wrote = self.0.get("wrote").and_then(Value::as_object).into_iter().flatten();
        wrote.map(|(path, hash)| (path.as_str(), hash.as_str().unwrap_or_default()))
    }

    /// References with where they led: the document, the reference, the location.
    pub fn located(&self) -> impl Iterator<Item = (&str, &str, Option<&str>)> {
        let located = self.0.get("located").and_then(Value::as_array).into_iter().flatten();
        located.filter_map(|one| Some((one.get(0)?.as_str()?, one.get(1)?.as_str()?, one.get(2)?.as_str())))
    }

    /// Everything that was found, lost or that failed.
    pub fn notes(&self) -> Vec<Note<'_>> {
        let mut notes = Vec::new();
        if let Some(message) = self.0.pointer("/error/message").and_then(Value::as_str) {
            let code = self.0.pointer("/error/code").and_then(Value::as_str).unwrap_or_default();
            notes.push(Note { code, level: Level::Error, what: "error", message, ..Note::default() });
        }
        for document in self.0.get("documents").and_then(Value::as_array).into_iter().flatten() {
            let path = document.get("path").and_then(Value::as_str).unwrap_or_default();
            for finding in document.get("findings").and_then(Value::as_array).into_iter().flatten() {
                let what = finding.get("severity").and_then(Value::as_str).unwrap_or("error");
                let level = match what {
                    "error" => Level::Error,
                    "warning" => Level::Warning,
                    _ => Level::Note,
                };
                notes.push(Note::of(finding, what, level, "message").in_file(path));
            }
        }
        for (what, level) in [
            ("dropped", Level::Warning),
            ("approximated", Level::Warning),
            ("baked", Level::Note),
            ("noted", Level::Note),
        ] {
            let losses = self.0.get("losses").and_then(|l| l.get(what)).and_then(Value::as_array);
            notes.extend(losses.into_iter().flatten().map(|loss| Note::of(loss, what, level, "reason")));
        }
        for (what, level) in [("repaired", Level::Note), ("taken_back", Level::Note), ("offered", Level::Note)] {
            let repairs = self.0.get("repair").and_then(|l| l.get(what)).and_then(Value::as_array);
            notes.extend(repairs.into_iter().flatten().map(|repair| Note::of(repair, what, level, "title")));
        }
        notes
    }
}

/// How grave a note is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Level {
    /// Good to know.
    #[default]
    Note,
    /// Something is doubtful or lost.
    Warning,
    /// Something is wrong.
    Error,
}

/// One thing that was found, lost or repaired in a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Note<'a> {
    /// Its code.
    pub code: &'a str,
    /// How grave it is.
    pub level: Level,
    /// The severity, or what became of it: `error`, `dropped`, `repaired` …
    pub what: &'a str,
    /// One sentence.
    pub message: &'a str,
    /// The document, if it is not the file itself.
    pub file: &'a str,
    /// From 1; 0 if it has no place.
    pub line: u64,
    /// From 1; 0 if it is not known.
    pub column: u64,
    /// How often.
    pub count: u64,
}

impl<'a> Note<'a> {
    fn of(value: &'a Value, what: &'a str, level: Level, message: &str) -> Note<'a> {
        let text = |field: &str| value.get(field).and_then(Value::as_str).unwrap_or_default();
        let number = |field: &str| value.get(field).and_then(Value::as_u64).unwrap_or(0);
        Note {
            code: text("code"),
            level,
            what,
            message: text(message),
            file: text("file"),
            line: number("line"),
            column: number("column"),
            count: number("count").max(1),
        }
    }

    fn in_file(self, file: &'a str) -> Note<'a> {
        Note { file, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_go_and_come_back() {
        for (path, folder, short) in [
            ("in/a/t.png", "in/a", "t.png"),
            ("in/t/t.png", "in/a", "../t/t.png"),
            ("./in/t.png", "in/a/b", "../../t.png"),
            ("a.dae", "", "a.dae"),
            ("/in/t.png", "/in/a", "../t.png"),
            ("/other/t.png", "/in/a", "/other/t.png"),
            ("/other/t.png", "in/a", "/other/t.png"),
            ("../t.png", "../in", "../t.png"),
        ] {
            assert_eq!(relative(Path::new(path), Path::new(folder)), short, "{path} from {folder}");
            let back = absolute(short, Path::new(folder));
            assert_eq!(back, Path::new(path.trim_start_matches("./")), "{short} from {folder}");
        }
    }
}
