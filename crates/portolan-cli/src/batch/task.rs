//! What is done with a file, whichever process does it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use portolan::Files;
use portolan::unreadable::INTERNAL;
use serde_json::{Map, Value, json};

use super::record::{Record, Watch, hash, slashes};
use crate::commands::tasks;
use crate::status::{Status, Stop};

/// A file to work on, as it goes to a worker.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// What it is called in the journal.
    pub key: String,
    /// The command that works on it: `convert`, `check`, `fix`, `render`.
    pub command: String,
    /// The words of that command.
    pub words: Vec<String>,
    /// The file.
    pub input: String,
    /// The output folder.
    pub folder: String,
    /// The file to write, below the output folder; nothing if none is written.
    pub output: Option<String>,
    /// The hash of everything but the files that decides about the result.
    pub task: String,
    /// The size of the input.
    pub bytes: u64,
}

impl Job {
    /// As a line for a worker.
    pub fn to_json(&self) -> Value {
        json!({
            "key": self.key,
            "command": self.command,
            "words": self.words,
            "input": self.input,
            "folder": self.folder,
            "output": self.output,
            "task": self.task,
            "bytes": self.bytes,
        })
    }

    /// From such a line.
    pub fn from_json(value: &Value) -> Option<Job> {
        let text = |field: &str| value.get(field).and_then(Value::as_str).map(str::to_owned);
        let words = value.get("words")?.as_array()?;
        Some(Job {
            key: text("key")?,
            command: text("command")?,
            words: words.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            input: text("input")?,
            folder: text("folder")?,
            output: text("output"),
            task: text("task")?,
            bytes: value.get("bytes")?.as_u64()?,
        })
    }

    /// The path of the file to write.
    pub fn target(&self) -> PathBuf {
        Path::new(&self.folder).join(self.output.as_deref().unwrap_or_default())
    }

    /// A record of it that says nothing yet.
    fn record(&self, status: Status, result: &str) -> Map<String, Value> {
        let mut fields = Map::new();
        let mut set = |field: &str, value: Value| _ = fields.insert(field.to_owned(), value);
        set("key", json!(self.key));
        set("input", json!(self.input));
        set("output", json!(self.output));
        set("task", json!(self.task));
        set("status", json!(status as u8));
        set("result", json!(result));
        set("bytes", json!(self.bytes));
        fields
    }

    /// A record of a failure.
    pub fn failed(&self, status: Status, code: &str, message: &str) -> Record {
        let mut fields = self.record(status, "failed");
        fields.insert("error".into(), json!({"code": code, "message": message}));
        Record(Value::Object(fields))
    }
}

/// A command that works on one file after the other.
pub trait Task: Send + Sync {
    /// What a document may read.
    fn files(&self, input: &str) -> Files;

    /// Works on a file, and writes what comes out of it.
    fn run(&self, input: &str, output: &Path, files: Files) -> Result<Done, Stop>;
}

/// What a task came to.
pub struct Done {
    /// How it ends.
    pub status: Status,
    /// In a word.
    pub result: &'static str,
    /// Further fields of its record.
    pub fields: Vec<(&'static str, Value)>,
    /// The names of the files that were written, relative to the output's folder, with their hashes.
    pub wrote: Vec<(String, String)>,
}

impl Done {
    /// Files that were written, by their bytes.
    pub fn wrote<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> Vec<(String, String)> {
        files.map(|(name, bytes)| (name.to_owned(), hash(bytes))).collect()
    }
}

/// What a command and its words ask for.
type Known = HashMap<(String, Vec<String>), Arc<dyn Task>>;

/// Tasks by their words, each made once.
#[derive(Default)]
pub struct Tasks(Mutex<Known>);

impl Tasks {
    /// The task for a command with these words.
    pub fn of(&self, command: &str, words: &[String]) -> Result<Arc<dyn Task>, Stop> {
        let key = (command.to_owned(), words.to_vec());
        let mut tasks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = tasks.get(&key) {
            return Ok(known.clone());
        }
        let task = tasks::task(command, words)?;
        tasks.insert(key, task.clone());
        Ok(task)
    }

    /// Works on a file and tells what became of it. Never fails: that is a record, too.
    pub fn work(&self, job: &Job) -> Record {
        let start = Instant::now();
        let watch = Arc::new(Watch::default());
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let task = self.of(&job.command, &job.words)?;
            let files = task.files(&job.input).observed(watch.clone());
            task.run(&job.input, &job.target(), files)
        }));
        let mut record = match done {
            Ok(Ok(done)) => {
                let mut fields = job.record(done.status, done.result);
                fields.extend(done.fields.into_iter().map(|(name, value)| (name.to_owned(), trimmed(value))));
                let folder = job.output.as_deref().map(Path::new).and_then(Path::parent).unwrap_or(Path::new(""));
                let path = |name: &str| slashes(&folder.join(name));
                let wrote: Map<String, Value> =
                    done.wrote.iter().map(|(name, hash)| (path(name), json!(hash))).collect();
                fields.insert("wrote".into(), Value::Object(wrote));
                Record(Value::Object(fields))
            }
            Ok(Err(Stop::Message(status, message))) => job.failed(status, "", &short(&message, &job.input)),
            Ok(Err(Stop::Closed)) => job.failed(Status::Unwritable, "", "the output was closed"),
            Err(_) => job.failed(Status::Internal, INTERNAL.id, "a fault of portolan; please report it with the file"),
        };
        let (read, located) = watch.json(&job.input);
        if let Some(fields) = record.0.as_object_mut() {
            fields.insert("read".into(), read);
            fields.insert("located".into(), located);
            let seconds = (start.elapsed().as_secs_f64() * 1e6).round() / 1e6;
            fields.insert("seconds".into(), json!(seconds));
        }
        record
    }
}

/// A message without the path that it begins with: the record says it already.
fn short(message: &str, path: &str) -> String {
    message.strip_prefix(path).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(message).to_owned()
}

/// Entries of a list that a record keeps.
const MOST: usize = 200;

/// Long lists are cut: a journal holds many records.
fn trimmed(mut value: Value) -> Value {
    match &mut value {
        Value::Array(items) => {
            items.truncate(MOST);
            items.iter_mut().for_each(|item| *item = trimmed(item.take()));
        }
        Value::Object(fields) => fields.values_mut().for_each(|item| *item = trimmed(item.take())),
        _ => {}
    }
    value
}
