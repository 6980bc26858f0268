//! All integration tests of this crate in one binary, so that they are linked once.
//!
//! Tests are named after the obligations of xVRML that they cover. Numbers are worked out by hand from VRML97.

#![allow(clippy::disallowed_methods, reason = "tests compare with what the standard library says")]

mod binding;
mod clocks;
mod events;
mod hostile;
mod links;
mod pointing;
#[cfg(feature = "script")]
mod scripts;
mod viewing;
mod walking;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use portolan_format::{Content, Input as File, Opened};
use portolan_resources::{Memory, Resources};
use portolan_run::{Action, Event, Given, Input, Options, Outside, Run, START, Value};
use portolan_syntax::Limits;

/// A world that is played, and all that happened in it.
pub struct Play {
    /// The run.
    pub run: Run,
    heard: Rc<RefCell<Vec<Heard>>>,
}

/// An event that was heard.
#[derive(Clone, Debug)]
pub struct Heard {
    /// When.
    pub t: f64,
    /// Node and field.
    pub what: String,
    /// The value.
    pub value: Value,
    /// What caused it.
    pub by: String,
}

struct Around(Memory);

impl Outside for Around {
    fn resources(&self) -> &dyn Resources {
        &self.0
    }

    fn open(&self, location: &str) -> Option<Arc<dyn Opened>> {
        open(&self.0, location)
    }
}

fn open(memory: &Memory, location: &str) -> Option<Arc<dyn Opened>> {
    if !location.ends_with(".xwrl") {
        return None;
    }
    let limits = Limits::default();
    let content = Content::Bytes(memory.read(location, u64::MAX).ok()?);
    let input = File {
        location,
        name: location,
        content,
        encoding: None,
        version: None,
        start: None,
        thorough: false,
        resources: memory,
        limits: &limits,
    };
    (portolan_xvrml::FORMAT.open)(input).ok().map(Arc::from)
}

/// A document with this content.
pub fn document(text: &str) -> String {
    format!(r#"<World xmlns="http://www.xvrml.net/schemas/core">{text}</World>"#)
}

/// Plays a world whose children are given.
pub fn children(text: &str) -> Play {
    world(&format!("<children>{text}</children>"))
}

/// Plays a world whose content is given.
pub fn world(text: &str) -> Play {
    play(Memory::new().with("a.xwrl", document(text)), Options::default())
}

/// Plays `a.xwrl`.
pub fn play(memory: Memory, options: Options) -> Play {
    let opened = open(&memory, "a.xwrl").unwrap();
    let mut run = Run::new(&*opened, Arc::new(Around(memory)), options).unwrap();
    let heard = Rc::new(RefCell::new(Vec::new()));
    let list = heard.clone();
    run.trace_to(Box::new(move |event: &Event<'_>| {
        let what = format!("{}.{}", event.node, event.field);
        list.borrow_mut().push(Heard { t: event.t, what, value: event.value.clone(), by: event.by.to_owned() });
    }));
    Play { run, heard }
}

/// A route between two addresses.
pub fn route(from: &str, to: &str) -> String {
    let ((a, b), (c, d)) = (from.split_once('.').unwrap(), to.split_once('.').unwrap());
    format!(r#"<Route fromNode="{a}" fromField="{b}" toNode="{c}" toField="{d}"/>"#)
}

/// A time so many seconds after loading, as it is written.
pub fn after(seconds: f64) -> String {
    (START + seconds).to_string()
}

impl Play {
    /// Sets a field or sends an event at a time.
    pub fn set(&mut self, t: f64, address: &str, value: Given) -> &mut Play {
        self.act(t, Action::Set { address: address.to_owned(), value })
    }

    /// Sets numbers.
    pub fn numbers_to(&mut self, t: f64, address: &str, numbers: &[f64]) -> &mut Play {
        self.set(t, address, Given::List(numbers.iter().map(|n| Given::Number(*n)).collect()))
    }

    /// Lets something happen at a time.
    pub fn act(&mut self, t: f64, action: Action) -> &mut Play {
        self.run.send(Input { t, action });
        self
    }

    /// Leads to a time in so many steps.
    pub fn to(&mut self, t: f64, steps: u32) -> &mut Play {
        let begin = self.run.now();
        for step in 1..=steps {
            self.run.step(begin + (t - begin) * f64::from(step) / f64::from(steps));
        }
        self
    }

    /// All that was heard.
    pub fn heard(&self) -> Vec<Heard> {
        self.heard.borrow().clone()
    }

    /// What was heard of a field or output.
    pub fn of(&self, what: &str) -> Vec<Heard> {
        self.heard().into_iter().filter(|h| h.what == what).collect()
    }

    /// Times and first numbers (or truths) of what was heard of a field or output.
    pub fn values(&self, what: &str) -> Vec<(f64, f64)> {
        self.of(what).into_iter().map(|h| (h.t, first(&h.value))).collect()
    }

    /// The value at an address.
    #[track_caller]
    pub fn value(&mut self, address: &str) -> Value {
        let at = self.run.address(address).unwrap_or_else(|| panic!("no address {address}"));
        self.run.value(&at).unwrap_or_else(|| panic!("no value at {address}")).1
    }

    /// Are these the numbers at an address, but for rounding?
    #[track_caller]
    pub fn is(&mut self, address: &str, wanted: &[f64]) {
        close(&numbers(&self.value(address)), wanted);
    }

    /// Codes of what was found.
    pub fn found(&self) -> Vec<&'static str> {
        self.run.findings().iter().map(|f| f.code.id).collect()
    }
}

/// The numbers of a value.
pub fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Bool(v) => vec![f64::from(u8::from(*v))],
        Value::Int(v) => vec![f64::from(*v)],
        Value::Numbers(v) => v.to_vec(),
        Value::Floats(v) => v.iter().map(|v| f64::from(*v)).collect(),
        Value::Ints(v) => v.iter().map(|v| f64::from(*v)).collect(),
        Value::Times(v) => v.clone(),
        other => panic!("{other:?} has no numbers"),
    }
}

fn first(value: &Value) -> f64 {
    numbers(value)[0]
}

/// Are the first of these numbers the wanted ones, but for rounding?
#[track_caller]
pub fn close(found: &[f64], wanted: &[f64]) {
    let near = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(near && found.len() >= wanted.len(), "{found:?} instead of {wanted:?}");
}

/// Are these times and values the wanted ones, but for rounding?
#[track_caller]
pub fn pairs(found: &[(f64, f64)], wanted: &[(f64, f64)]) {
    let near = |(a, b): (&(f64, f64), &(f64, f64))| (a.0 - b.0).abs() < 1e-5 && (a.1 - b.1).abs() < 1e-5;
    assert!(found.len() == wanted.len() && found.iter().zip(wanted).all(near), "{found:?} instead of {wanted:?}");
}
