//! Worlds that run from question to question.

use std::sync::{Arc, Mutex, PoisonError};

use portolan_run::{Event, Run, Sink};
use serde_json::{Value, json};

use super::options::Options;
use super::{Answer, converted};
use crate::run::{Options as Start, inputs, json as told, seconds};
use crate::{Error, File};

/// Most events of one answer.
const MOST_EVENTS: usize = 20_000;

/// A world that runs.
pub(super) struct Live {
    run: Run,
    trace: Arc<Mutex<Vec<Value>>>,
}

impl Live {
    /// Loads the world: `start` is a moment, `viewpoint` where to begin.
    pub fn start(file: &File, options: &Options<'_>) -> Result<(Live, Answer), Error> {
        let mut start = Start::default();
        if let Some(moment) = options.text("start")? {
            start.start = seconds(&moment).ok_or_else(|| Error::usage(format!("`{moment}` is not a time")))?;
        }
        start.viewpoint = options.text("viewpoint")?;
        let mut run = file.run(start)?;
        let trace = Arc::new(Mutex::new(Vec::new()));
        run.trace_to(Box::new(Hearing(trace.clone())));
        let mut live = Live { run, trace };
        let answer = live.go(file, options, &["start", "viewpoint"])?;
        Ok((live, answer))
    }

    /// Goes on to a time, with what the user does on the way.
    pub fn step(&mut self, file: &File, options: &Options<'_>) -> Result<Answer, Error> {
        self.go(file, options, &[])
    }

    /// `until` is a time in seconds, `rate` how often to look, `events` what the user does, `watch` which fields are told,
    /// `to` the format of what is seen then.
    fn go(&mut self, file: &File, options: &Options<'_>, more: &[&str]) -> Result<Answer, Error> {
        let own: Vec<&str> = ["until", "rate", "events", "watch"].iter().chain(more).copied().collect();
        let until = options.number("until")?.unwrap_or_else(|| self.run.now().max(0.0));
        if !until.is_finite() || until < 0.0 {
            return Err(Error::usage("`until` must be a number of seconds from 0 on"));
        }
        if let Some(events) = options.events() {
            inputs(&json!({ "events": events }).to_string())?.into_iter().for_each(|input| self.run.send(input));
        }
        let watched = options.texts("watch")?;
        match options.number("rate")?.filter(|rate| *rate > 0.0) {
            None => self.run.step(until),
            Some(rate) => {
                let mut number = 0u64;
                loop {
                    let t = (number as f64 / rate).min(until);
                    self.run.step(t);
                    if t >= until || !self.run.is_complete() {
                        break;
                    }
                    number += 1;
                }
            }
        }
        let trace = std::mem::take(&mut *self.trace.lock().unwrap_or_else(PoisonError::into_inner));
        let mut json = told::end(&mut self.run, file.path(), until, &watched);
        json.insert("trace".to_owned(), Value::Array(trace));
        if options.text("to")?.is_none() {
            options.only(&own)?;
            return Ok(Value::Object(json).into());
        }
        let seen = file.with_scene(self.run.scene().scene)?;
        let made = converted(&seen, options, &own)?;
        json.insert("converted".to_owned(), made.json);
        Ok(Answer { json: Value::Object(json), files: made.files })
    }
}

/// Keeps events until they are told.
struct Hearing(Arc<Mutex<Vec<Value>>>);

impl Sink for Hearing {
    fn event(&mut self, event: &Event<'_>) {
        let mut trace = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if trace.len() < MOST_EVENTS {
            trace.push(told::event(event));
        }
    }
}
