//! Portolan for browsers and Node: questions about files in memory (`portolan::ask`), with options and answers as JSON.
//!
//! The JavaScript of `bindings/npm` makes typed functions of it.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::Arc;

use portolan::{Error, Memory, OpenOptions, ask};
use wasm_bindgen::prelude::*;

/// Files that are there to be opened.
#[wasm_bindgen]
#[derive(Default)]
pub struct Files(Memory);

#[wasm_bindgen]
impl Files {
    /// No files.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "it is derived")]
    pub fn new() -> Files {
        Files::default()
    }

    /// One more file; its path has `/` between folders.
    pub fn add(&mut self, path: &str, bytes: Vec<u8>) {
        self.0 = std::mem::take(&mut self.0).with(path, bytes);
    }
}

/// A file that was opened.
#[wasm_bindgen]
pub struct Session {
    session: ask::Session,
    given: Arc<Memory>,
}

#[wasm_bindgen]
impl Session {
    /// Opens one of the files, which may reach all others. An error is a text of JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(files: Files, path: &str, options: &str) -> Result<Session, JsValue> {
        let wanted = read(options)?;
        let text = |name: &str| wanted.get(name).and_then(|v| v.as_str()).map(str::to_owned);
        let given = Arc::new(files.0);
        let options = OpenOptions::within(given.clone()).with(|o| {
            (o.encoding, o.version) = (text("encoding"), text("version"));
        });
        let session = ask::Session::open(options, path).map_err(thrown)?;
        Ok(Session { session, given })
    }

    /// Are there bodies, about which only the whole module knows everything?
    pub fn has_bodies(&self) -> bool {
        self.session.has_bodies()
    }

    /// The files that were there when it was opened, for another module.
    pub fn given(&self) -> Answer {
        let files = self.given.files().map(|(path, bytes)| (path.to_owned(), bytes.to_vec())).collect();
        Answer { json: "{}".to_owned(), files }
    }

    /// Answers a question.
    pub fn ask(&mut self, question: &str, options: &str) -> Result<Answer, JsValue> {
        self.session.ask(question, &read(options)?).map(Answer::from).map_err(thrown)
    }

    /// Answers a question about this file and another one.
    #[cfg(feature = "whole")]
    pub fn compare(&self, other: &Session, question: &str, options: &str) -> Result<Answer, JsValue> {
        self.session.compare(&other.session, question, &read(options)?).map(Answer::from).map_err(thrown)
    }
}

/// Gives the fonts of letters in worlds; says whether they are what they should be.
#[wasm_bindgen]
pub fn give_fonts(packed: Vec<u8>) -> bool {
    portolan::fonts::give(packed)
}

/// Answers a question that is about no file.
#[wasm_bindgen]
pub fn ask_at_large(question: &str, options: &str) -> Result<Answer, JsValue> {
    ask::ask_at_large(question, &read(options)?).map(Answer::from).map_err(thrown)
}

/// An answer: JSON, and files that can be taken once.
#[wasm_bindgen]
pub struct Answer {
    json: String,
    files: Vec<(String, Vec<u8>)>,
}

#[wasm_bindgen]
impl Answer {
    /// What there is to say, as JSON.
    #[wasm_bindgen(getter)]
    pub fn json(&self) -> String {
        self.json.clone()
    }

    /// Number of files.
    #[wasm_bindgen(getter)]
    pub fn count(&self) -> usize {
        self.files.len()
    }

    /// The name of a file.
    pub fn name(&self, file: usize) -> String {
        self.files.get(file).map(|(name, _)| name.clone()).unwrap_or_default()
    }

    /// The content of a file, which is gone then.
    pub fn take(&mut self, file: usize) -> Vec<u8> {
        self.files.get_mut(file).map(|(_, bytes)| std::mem::take(bytes)).unwrap_or_default()
    }
}

impl From<ask::Answer> for Answer {
    fn from(answer: ask::Answer) -> Answer {
        Answer { json: answer.json.to_string(), files: answer.files }
    }
}

fn read(options: &str) -> Result<serde_json::Value, JsValue> {
    serde_json::from_str(options).map_err(|why| {
        let why = serde_json::json!({ "kind": "usage", "code": null, "message": format!("the options are no JSON: {why}"), "help": null });
        JsValue::from_str(&why.to_string())
    })
}

fn thrown(why: Error) -> JsValue {
    JsValue::from_str(&why.to_json().to_string())
}
