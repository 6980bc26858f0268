//! Questions about files with options and answers as JSON: the one interface of the other languages, the web page and the
//! local server.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = r#"<World xmlns="http://www.xvrml.net/schemas/core"><children>
//!     <Shape><geometry><Box size="1 2 3"/></geometry></Shape>
//! </children></World>"#;
//! let files = portolan::Memory::new().with("box.xwrl", text);
//! let mut session = portolan::ask::Session::open(portolan::OpenOptions::within(files), "box.xwrl")?;
//! assert_eq!(session.ask("info", &serde_json::json!({}))?.json["totals"]["triangles"], 12);
//! let glb = session.ask("convert", &serde_json::json!({ "to": "glb" }))?;
//! assert!(glb.files[0].1.starts_with(b"glTF"));
//! # Ok(())
//! # }
//! ```

mod document;
mod live;
mod options;
mod outline;

use portolan_check::render::json::file_value;
use portolan_check::{FileReport, Selection};
use serde_json::{Value, json};

use crate::pictures::{self, Kind};
use crate::pose::Sweep;
use crate::verify::Verification;
use crate::{Checker, Error, ErrorKind, File, OpenOptions, Repair, RepairOptions, Repaired};
use options::Options;

pub use options::conversion;
pub use outline::outline;

/// What is answered.
#[derive(Clone, Default, Debug)]
pub struct Answer {
    /// What there is to say.
    pub json: Value,
    /// Names and contents of files that were made.
    pub files: Vec<(String, Vec<u8>)>,
}

impl From<Value> for Answer {
    fn from(json: Value) -> Answer {
        Answer { json, files: Vec::new() }
    }
}

/// A file that questions are asked about. A world that runs goes on from question to question.
pub struct Session {
    file: File,
    options: OpenOptions,
    live: Option<live::Live>,
}

/// The questions about one file.
pub const QUESTIONS: [&str; 19] = [
    "summary", "report", "missing", "info", "scene", "losses", "convert", "render", "sample", "pose", "simulate",
    "run", "step", "fix", "get", "set", "source", "explain", "formats",
];

impl Session {
    /// Opens a file, looking at all of it at once.
    pub fn open(options: OpenOptions, path: &str) -> Result<Session, Error> {
        let options = options.with(|o| (o.thorough, o.look_for_files) = (true, true));
        Ok(Session { file: options.open(path)?, options, live: None })
    }

    /// The file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Are there bodies, so that the physics engine has a say in what is found?
    pub fn has_bodies(&self) -> bool {
        self.file.scene().is_ok_and(|scene| scene.physics.iter().any(|physics| !physics.bodies.is_empty()))
    }

    /// Answers a question. Options that the question does not have are refused.
    pub fn ask(&mut self, question: &str, options: &Value) -> Result<Answer, Error> {
        let options = Options::new(question, options)?;
        let file = &self.file;
        match question {
            "summary" => options.only(&[]).and_then(|()| self.summary()),
            "report" => options.only(&[]).map(|()| self.report().into()),
            "missing" => options.only(&[]).and_then(|()| Ok(json!(document::missing(file)?).into())),
            "info" => options.only(&[]).and_then(|()| Ok(file.info()?.to_json().into())),
            "scene" => options.only(&[]).and_then(|()| Ok(outline(file)?.into())),
            "losses" => options.only(&[]).and_then(|()| Ok(file.losses_json(file.losses()?)?.into())),
            "convert" => converted(file, &options, &[]),
            "render" => picture(file, &options),
            "sample" => Ok(file.sample(&options.sampling()?)?.to_json().into()),
            "pose" => posed(file, &options),
            "simulate" => simulated(file, &options),
            "run" => {
                let (live, answer) = live::Live::start(file, &options)?;
                self.live = Some(live);
                Ok(answer)
            }
            "step" => match &mut self.live {
                Some(live) => live.step(file, &options),
                None => Err(Error::usage("no world is running; ask `run` first")),
            },
            "fix" => self.fix(&options),
            "get" => Ok(json!({ "value": file.get(&options.needed("address")?)?.value() }).into()),
            "set" => {
                options.only(&["address", "value"])?;
                let target = file.get(&options.needed("address")?)?;
                let bytes = target.set(&options.needed("value")?).map_err(Error::from)?.bytes;
                Ok(Answer { json: json!({}), files: vec![(last_part(file.location()).to_owned(), bytes)] })
            }
            "source" => document::source(file, &options),
            _ => ask(question, &options),
        }
    }

    /// Answers a question about two files: `verify` whether they mean the same, `diff` what changed to the other one.
    pub fn compare(&self, other: &Session, question: &str, options: &Value) -> Result<Answer, Error> {
        let options = Options::new(question, options)?;
        match question {
            "verify" => {
                options.only(&["pictures"])?;
                let pictures = options.flag("pictures")?.unwrap_or(false);
                let wanted = Verification::default().with(|v| v.pictures = v.pictures.filter(|_| pictures));
                Ok(self.file.verify(&other.file, &wanted)?.to_json().into())
            }
            "diff" => {
                options.only(&["tolerance"])?;
                Ok(self.file.diff(&other.file, options.number("tolerance")?)?.to_json().into())
            }
            _ => Err(no_question(question)),
        }
    }

    /// What it is, before anything else is known.
    fn summary(&self) -> Result<Answer, Error> {
        let file = &self.file;
        Ok(json!({
            "path": file.path(),
            "location": file.location(),
            "format": file.format().id,
            "format_name": file.format().name,
            "version": file.version(),
            "editable": file.format().table.is_some(),
            "documents": document::documents(file),
        })
        .into())
    }

    /// What `check --format json` says, without its summary.
    fn report(&self) -> Value {
        let mut files: Vec<Value> = Vec::new();
        let path = self.file.path();
        if path == self.file.location() {
            let outcome = self.file.report().and_then(|_| self.file.judge());
            let told = FileReport::new(path, outcome.map_err(Into::into), &Selection::default());
            files.push(file_value(&told));
        } else {
            let checker = Checker::new(self.options.clone());
            checker.check_each(path, &mut |told| files.push(file_value(&told)));
        }
        json!({ "files": files })
    }

    fn fix(&self, options: &Options<'_>) -> Result<Answer, Error> {
        options.only(&["guesses"])?;
        let guesses = options.flag("guesses")?.unwrap_or(false);
        let wanted = RepairOptions::default().with(|r| (r.guesses, r.difference) = (guesses, true));
        let repair = Checker::new(self.options.clone()).repair_with(self.file.location(), wanted);
        let json = repair_json(&repair);
        Ok(Answer { json, files: vec![(last_part(self.file.location()).to_owned(), repair.document)] })
    }
}

/// Answers a question that is about no file: `formats` and `explain`.
pub fn ask_at_large(question: &str, options: &Value) -> Result<Answer, Error> {
    ask(question, &Options::new(question, options)?)
}

fn ask(question: &str, options: &Options<'_>) -> Result<Answer, Error> {
    match question {
        "formats" => {
            options.only(&[])?;
            let read = |f: &crate::Format| json!({ "id": f.id, "name": f.name, "extensions": f.extensions, "versions": f.versions });
            let read: Vec<Value> = crate::formats().into_iter().map(read).collect();
            let write: Vec<&str> = crate::convert::writers().map(|w| w.extension).collect();
            let documents: Vec<&str> = crate::gather::Wanted::Readable.extensions().collect();
            Ok(json!({ "read": read, "write": write, "documents": documents }).into())
        }
        "explain" => {
            options.only(&["code"])?;
            let word = options.needed("code")?;
            let code = crate::find_code(&word).ok_or_else(|| Error::usage(format!("unknown code `{word}`")))?;
            Ok(crate::explained(code).into())
        }
        _ => Err(no_question(question)),
    }
}

fn converted(file: &File, options: &Options<'_>, others: &[&str]) -> Result<Answer, Error> {
    let converted = file.convert(&options.conversion(others)?)?;
    let names: Vec<&str> = converted.files.iter().map(|(name, _)| name.as_str()).collect();
    let json = json!({ "files": names, "losses": file.losses_json(&converted.losses)? });
    Ok(Answer { json, files: converted.files })
}

fn picture(file: &File, options: &Options<'_>) -> Result<Answer, Error> {
    let mut studio = file.studio(&options.shot()?)?;
    let time = studio.times().first().copied().unwrap_or(0.0);
    let picture = studio.picture(time)?;
    let json = json!({
        "width": picture.width(), "height": picture.height(), "time": time,
        "losses": file.losses_json(studio.losses())?,
    });
    let bytes = pictures::encode(&picture, Kind::Png).map_err(Error::usage)?;
    Ok(Answer { json, files: vec![("picture.png".to_owned(), bytes)] })
}

fn posed(file: &File, options: &Options<'_>) -> Result<Answer, Error> {
    let own = ["values", "zero", "clamp", "scene", "sweep"];
    let posed = file.pose(&options.pose()?)?;
    let json = posed.to_json(file)?;
    if options.text("to")?.is_none() {
        options.only(&own)?;
        return Ok(json.into());
    }
    let sweep = options.sweep()?;
    let sweep = sweep.map(|(joint, from, to, steps)| Sweep { joint, from, to, steps });
    let made = converted(&posed.put(file, sweep.as_ref())?, options, &own)?;
    Ok(Answer { json: json!({ "pose": json, "converted": made.json }), files: made.files })
}

fn simulated(file: &File, options: &Options<'_>) -> Result<Answer, Error> {
    let own = ["times", "duration", "rate", "step", "scene"];
    let simulated = file.simulate(&options.simulation()?)?;
    let json = simulated.to_json(file)?;
    if options.text("to")?.is_none() {
        options.only(&own)?;
        return Ok(json.into());
    }
    let made = baked(file, &simulated).and_then(|moving| converted(&moving, options, &own))?;
    Ok(Answer { json: json!({ "simulation": json, "converted": made.json }), files: made.files })
}

#[cfg(feature = "physics")]
fn baked(file: &File, simulated: &crate::simulate::Simulated) -> Result<File, Error> {
    simulated.put(file)
}

#[cfg(not(feature = "physics"))]
fn baked(_: &File, _: &crate::simulate::Simulated) -> Result<File, Error> {
    Err(Error::usage("this program was built without a physics engine"))
}

/// What a repair did, as JSON.
pub fn repair_json(repair: &Repair) -> Value {
    let list = |all: &[Repaired]| -> Vec<Value> { all.iter().map(repaired).collect() };
    json!({
        "changed": repair.changed,
        "errors_before": repair.errors_before,
        "errors_after": repair.errors_after,
        "done": list(&repair.done),
        "undone": list(&repair.undone),
        "offered": list(&repair.offered),
        "difference": repair.difference,
    })
}

fn repaired(one: &Repaired) -> Value {
    json!({ "code": one.code.id, "title": one.title, "line": one.line, "column": one.column, "certain": one.certain })
}

/// What stands behind the last slash or bar.
fn last_part(location: &str) -> &str {
    location.rsplit(['/', '\\', '!']).next().unwrap_or(location)
}

fn no_question(question: &str) -> Error {
    Error::usage(format!("`{question}` is not a question; known are {}", QUESTIONS.join(", ")))
}

impl Error {
    /// As JSON: its kind, code, message and help.
    pub fn to_json(&self) -> Value {
        let kind = match self.kind() {
            ErrorKind::Usage => "usage",
            ErrorKind::Refused => "refused",
            ErrorKind::Unreadable => "unreadable",
            ErrorKind::Malformed | ErrorKind::Internal => "internal",
        };
        json!({ "kind": kind, "code": self.code().map(|c| c.id), "message": self.message(), "help": self.help() })
    }
}

#[cfg(test)]
mod tests;
