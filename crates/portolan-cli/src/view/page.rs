//! The embedded page, and what it asks.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use portolan::ask::{Answer, Session, ask_at_large};
use portolan::{Error, Files, OpenOptions};
use serde_json::{Value, json};

use super::http::{Reply, Request};

const INDEX: &str = include_str!("../../../../viewer/dist/index.html");
const SCRIPT: &[u8] = include_bytes!("../../../../viewer/dist/viewer.js");
const STYLE: &[u8] = include_bytes!("../../../../viewer/dist/viewer.css");

/// Files that are open at the same time.
const MOST_SESSIONS: usize = 200;

/// The files of a page.
pub struct Page {
    paths: Vec<String>,
    reach: Box<dyn Fn(&str) -> Files>,
    sessions: BTreeMap<u64, Session>,
    /// Files that were read, whose changes are seen.
    watched: BTreeSet<String>,
}

impl Page {
    /// These files, each with what it may reach.
    pub fn new(paths: Vec<String>, reach: Box<dyn Fn(&str) -> Files>) -> Page {
        let watched = paths.iter().cloned().collect();
        Page { paths, reach, sessions: BTreeMap::new(), watched }
    }

    /// Answers a request that may be answered. Nothing is read by its path.
    pub fn answer(&mut self, request: &Request, token: &str) -> Reply {
        match request.path.as_str() {
            "/" => {
                let meta = "<meta name=\"portolan-server\" content=\"";
                let page = INDEX.replace(&format!("{meta}\""), &format!("{meta}{token}\""));
                Reply::fine("text/html; charset=utf-8", page)
            }
            "/viewer.js" => Reply::fine("text/javascript; charset=utf-8", SCRIPT),
            "/viewer.css" => Reply::fine("text/css; charset=utf-8", STYLE),
            "/api/files" => {
                let files = json!({ "files": self.paths, "version": self.version() });
                Reply::fine("application/json", files.to_string())
            }
            "/api/call" => match request.parameter("message").and_then(|text| serde_json::from_str(&text).ok()) {
                Some(message) => Reply::fine("application/octet-stream", packed(self.call(&message))),
                None => Reply::error(400, "the message is missing"),
            },
            _ => Reply::error(404, "there is no such page"),
        }
    }

    /// Does what a message says, as the worker of the page does it.
    fn call(&mut self, message: &Value) -> Result<Answer, Value> {
        let text = |name: &str| message.get(name).and_then(Value::as_str).unwrap_or_default();
        let number = |name: &str| message.get(name).and_then(Value::as_u64).unwrap_or_default();
        let gone =
            || json!({ "kind": "closed", "code": null, "message": "the file is not open any more", "help": null });
        let told = |why: Error| why.to_json();
        let options = message.get("options").unwrap_or(&Value::Null);
        match text("op") {
            "open" => self.open(number("session"), text("path")),
            "ask" => {
                let session = self.sessions.get_mut(&number("session")).ok_or_else(gone)?;
                session.ask(text("question"), options).map_err(told)
            }
            "compare" => {
                let one = self.sessions.get(&number("session")).ok_or_else(gone)?;
                let two = self.sessions.get(&number("other")).ok_or_else(gone)?;
                one.compare(two, text("question"), options).map_err(told)
            }
            "close" => {
                self.sessions.remove(&number("session"));
                Ok(Answer::default())
            }
            _ => ask_at_large(text("question"), options).map_err(told),
        }
    }

    fn open(&mut self, number: u64, path: &str) -> Result<Answer, Value> {
        if !self.paths.iter().any(|known| known == path) {
            return Err(json!({ "kind": "refused", "code": null, "message": "this file is not shown", "help": null }));
        }
        while self.sessions.len() >= MOST_SESSIONS {
            self.sessions.pop_first();
        }
        let options = OpenOptions::within((self.reach)(path));
        let session = Session::open(options, path).map_err(|why| why.to_json())?;
        self.watched.extend(session.file().documents().iter().map(|(location, _)| (*location).to_owned()));
        self.sessions.insert(number, session);
        Ok(Answer::default())
    }

    /// A number that is another one when a file has changed.
    fn version(&self) -> u32 {
        let mut hasher = DefaultHasher::new();
        for path in &self.watched {
            let about = std::fs::metadata(path).ok();
            about.map(|about| (about.len(), about.modified().ok())).hash(&mut hasher);
        }
        // Whole numbers of JavaScript end earlier than those of this program.
        hasher.finish() as u32
    }
}

/// An answer in one piece: the length of its JSON, its JSON, its files.
fn packed(answer: Result<Answer, Value>) -> Vec<u8> {
    let (json, files) = match answer {
        Ok(Answer { json, files }) => {
            let names: Vec<Value> =
                files.iter().map(|(name, bytes)| json!({ "name": name, "length": bytes.len() })).collect();
            (json!({ "json": json, "files": names }), files)
        }
        Err(error) => (json!({ "error": error }), Vec::new()),
    };
    let text = json.to_string();
    let mut all = (text.len() as u32).to_le_bytes().to_vec();
    all.extend(text.bytes());
    files.iter().for_each(|(_, bytes)| all.extend(bytes));
    all
}
