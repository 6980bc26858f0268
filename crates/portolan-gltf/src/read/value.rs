//! Values of the JSON text, with what is wrong about them told.

use portolan_scene::{Fate, Origin};
use portolan_syntax::Code;
use serde_json::Value;

use super::Reader;
use super::codes::{REFERENCE, VALUE};
use super::document::escaped;

/// A value and where it is.
#[derive(Clone)]
pub(super) struct At<'a> {
    pub value: &'a Value,
    pub pointer: String,
}

impl<'a> At<'a> {
    pub fn get(&self, key: &str) -> Option<At<'a>> {
        let value = self.value.get(key).filter(|v| !v.is_null())?;
        Some(At { value, pointer: format!("{}/{}", self.pointer, escaped(key)) })
    }

    /// The entries of a list; nothing if it is none.
    pub fn items(&self) -> Vec<At<'a>> {
        let list = self.value.as_array().map_or(&[][..], |a| a);
        let item = |(i, value): (usize, &'a Value)| At { value, pointer: format!("{}/{i}", self.pointer) };
        list.iter().enumerate().map(item).collect()
    }

    /// The extension of this name.
    pub fn extension(&self, name: &str) -> Option<At<'a>> {
        self.get("extensions")?.get(name)
    }
}

/// A whole number that is not negative, however it is written.
fn whole(value: &Value) -> Option<u64> {
    let float = || value.as_f64().filter(|f| *f >= 0.0 && f.fract() == 0.0 && *f < 9e15).map(|f| f as u64);
    value.as_u64().or_else(float)
}

impl<'a> Reader<'a> {
    /// Tells something about a value.
    pub fn tell(&mut self, code: &'static Code, fate: Fate, at: &At<'_>, message: impl Into<String>) {
        let origin = self.told.origin(&at.pointer);
        self.told.losses.push(code, fate, origin, message);
    }

    pub fn origin(&mut self, at: &At<'_>) -> Origin {
        self.told.origin(&at.pointer)
    }

    /// Tells that a property is not what it should be.
    pub fn wrong(&mut self, at: &At<'_>, what: &str) {
        let name = at.pointer.rsplit('/').next().unwrap_or_default().to_owned();
        self.tell(&VALUE, Fate::Dropped, at, format!("`{name}` is not {what}"));
    }

    /// A property, read by a function that gives nothing for what is not `what`.
    fn property<T>(&mut self, at: &At<'a>, key: &str, what: &str, read: impl Fn(&'a Value) -> Option<T>) -> Option<T> {
        let found = at.get(key)?;
        let value = read(found.value);
        if value.is_none() {
            self.wrong(&found, what);
        }
        value
    }

    pub fn number(&mut self, at: &At<'a>, key: &str) -> Option<f64> {
        self.property(at, key, "a number", |v| v.as_f64().filter(|f| f.is_finite()))
    }

    /// A number of these limits, both included.
    pub fn number_within(&mut self, at: &At<'a>, key: &str, least: f64, most: f64) -> Option<f64> {
        let what = match most.is_finite() {
            true => format!("a number from {least} to {most}"),
            false => format!("a number of {least} or more"),
        };
        self.property(at, key, &what, |v| v.as_f64().filter(|f| (least..=most).contains(f)))
    }

    pub fn whole(&mut self, at: &At<'a>, key: &str) -> Option<u64> {
        self.property(at, key, "an integer", whole)
    }

    pub fn flag(&mut self, at: &At<'a>, key: &str) -> Option<bool> {
        self.property(at, key, "`true` or `false`", Value::as_bool)
    }

    pub fn text(&mut self, at: &At<'a>, key: &str) -> Option<&'a str> {
        self.property(at, key, "a text", Value::as_str)
    }

    pub fn numbers<const N: usize>(&mut self, at: &At<'a>, key: &str) -> Option<[f64; N]> {
        self.property(at, key, &format!("a list of {N} numbers"), |v| numbers(v)?.try_into().ok())
    }

    pub fn number_list(&mut self, at: &At<'a>, key: &str) -> Option<Vec<f64>> {
        self.property(at, key, "a list of numbers", numbers)
    }

    /// An index into a list of the file.
    pub fn index(&mut self, at: &At<'a>, key: &str, list: &str) -> Option<usize> {
        let found = at.get(key)?;
        self.index_at(&found, list)
    }

    /// A value that is an index into a list of the file.
    pub fn index_at(&mut self, found: &At<'a>, list: &str) -> Option<usize> {
        let Some(index) = whole(found.value) else {
            self.wrong(found, "an index");
            return None;
        };
        let many = self.root.value.get(list).and_then(Value::as_array).map_or(0, Vec::len);
        if index >= many as u64 {
            let message = format!("index {index} is out of range: `{list}` has {many} entries");
            self.tell(&REFERENCE, Fate::Dropped, found, message);
            return None;
        }
        Some(index as usize)
    }

    /// Indices into a list of the file, each with where it stands.
    pub fn indices(&mut self, at: &At<'a>, key: &str, list: &str) -> Vec<(At<'a>, usize)> {
        let Some(found) = at.get(key) else { return Vec::new() };
        if !found.value.is_array() {
            self.wrong(&found, "a list");
        }
        let items = found.items();
        items.into_iter().filter_map(|item| Some((item.clone(), self.index_at(&item, list)?))).collect()
    }

    /// An entry of a list of the file.
    pub fn item(&self, list: &str, index: usize) -> Option<At<'a>> {
        let value = self.root.value.get(list)?.get(index)?;
        Some(At { value, pointer: format!("/{list}/{index}") })
    }

    /// A list of the file; told if it is none.
    pub fn list(&mut self, list: &str) -> Vec<At<'a>> {
        let Some(found) = self.root.get(list) else { return Vec::new() };
        if !found.value.is_array() {
            self.wrong(&found, "a list");
        }
        found.items()
    }
}

fn numbers(value: &Value) -> Option<Vec<f64>> {
    value.as_array()?.iter().map(|v| v.as_f64().filter(|f| f.is_finite())).collect()
}
