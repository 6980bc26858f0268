//! What an object says.

use std::collections::HashMap;

use portolan_scene::{Meta, Origin};

/// Kinds of objects, in the order in which they are told and matched: nothing refers to what comes later, but for nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Class {
    Document,
    Image,
    Material,
    Geometry,
    Controller,
    Camera,
    Light,
    Node,
    Scene,
    Animation,
    Clip,
    Formula,
    /// What the scene does not understand, and keeps.
    Kept,
}

impl Class {
    pub const ALL: [Class; 13] = [
        Class::Document,
        Class::Image,
        Class::Material,
        Class::Geometry,
        Class::Controller,
        Class::Camera,
        Class::Light,
        Class::Node,
        Class::Scene,
        Class::Animation,
        Class::Clip,
        Class::Formula,
        Class::Kept,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Class::Document => "document",
            Class::Image => "image",
            Class::Material => "material",
            Class::Geometry => "geometry",
            Class::Controller => "controller",
            Class::Camera => "camera",
            Class::Light => "light",
            Class::Node => "node",
            Class::Scene => "scene",
            Class::Animation => "animation",
            Class::Clip => "clip",
            Class::Formula => "formula",
            Class::Kept => "element",
        }
    }
}

/// All objects of a document.
#[derive(Default)]
pub(super) struct Sheets {
    lists: [Vec<Sheet>; 13],
}

impl Sheets {
    pub fn of(&self, class: Class) -> &[Sheet] {
        self.lists.get(class as usize).map_or(&[], Vec::as_slice)
    }

    pub fn push(&mut self, class: Class, sheet: Sheet) {
        if let Some(list) = self.lists.get_mut(class as usize) {
            list.push(sheet);
        }
    }
}

/// An object.
#[derive(Clone, Default, Debug)]
pub(super) struct Sheet {
    pub id: Option<String>,
    pub sid: Option<String>,
    pub name: Option<String>,
    pub origin: Origin,
    /// Names, values, and whether only documents of one format share them.
    pub fields: Vec<(String, Value, bool)>,
    /// Where fields are, once there are many; most objects have a few, and there may be a hundred thousand of them.
    index: Option<Box<Index>>,
}

/// The fields of an object that has many.
#[derive(Clone, Default, Debug)]
struct Index {
    /// Where they stand in their list.
    places: HashMap<String, usize>,
    /// The next number of names that several fields have.
    next: HashMap<String, usize>,
}

/// Fields up to which all of them are looked at.
const FEW: usize = 16;

impl Sheet {
    pub fn new(meta: &Meta) -> Sheet {
        let text = |t: &Option<Box<str>>| t.as_deref().filter(|t| !t.is_empty()).map(str::to_owned);
        let mut sheet = Sheet {
            id: text(&meta.id),
            sid: text(&meta.sid),
            name: text(&meta.name),
            origin: meta.origin,
            ..Sheet::default()
        };
        super::content::meta(meta, &mut sheet);
        sheet
    }

    /// Something without an id, by what it is called.
    pub fn named(name: impl Into<String>, origin: Origin) -> Sheet {
        Sheet { name: Some(name.into()), origin, ..Sheet::default() }
    }

    /// Adds a field that every format may have.
    pub fn add(&mut self, name: impl Into<String>, value: Value) {
        self.put(name.into(), value, false);
    }

    /// Adds a field that only one format has.
    pub fn formal(&mut self, name: impl Into<String>, value: Value) {
        self.put(name.into(), value, true);
    }

    /// Adds what a part of the object says, as fields that only one format has.
    pub fn part(&mut self, name: &str, meta: &Meta) {
        for (field, value, _) in Sheet::new(meta).fields {
            self.formal(format!("{name}: {field}"), value);
        }
    }

    /// A field of a name that is there already gets a number.
    fn put(&mut self, name: String, value: Value, formal: bool) {
        let mut own = name.clone();
        let mut next = self.index.as_ref().and_then(|index| index.next.get(&name)).copied().unwrap_or(2);
        while self.place(&own).is_some() {
            own = format!("{name} ({next})");
            next += 1;
        }
        if self.fields.len() == FEW {
            let places = self.fields.iter().zip(0..).map(|((name, ..), place)| (name.clone(), place));
            self.index = Some(Box::new(Index { places: places.collect(), next: HashMap::new() }));
        }
        if let Some(index) = &mut self.index {
            index.places.insert(own.clone(), self.fields.len());
            if next > 2 {
                index.next.insert(name, next);
            }
        }
        self.fields.push((own, value, formal));
    }

    /// Where a field stands in the list.
    fn place(&self, name: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.places.get(name).copied(),
            None => self.fields.iter().position(|(known, ..)| known == name),
        }
    }

    pub fn text(&mut self, name: impl Into<String>, text: impl ToString) {
        self.add(name, Value::Text(text.to_string()));
    }

    pub fn numbers(&mut self, name: impl Into<String>, numbers: impl IntoIterator<Item = f64>) {
        self.add(name, Value::Numbers(numbers.into_iter().collect()));
    }

    pub fn field(&self, name: &str) -> Option<&Value> {
        self.fields.get(self.place(name)?).map(|(_, value, _)| value)
    }

    /// What to call it.
    pub fn called(&self) -> String {
        let known = self.id.as_deref().or(self.name.as_deref()).or(self.sid.as_deref());
        match (&self.id, &self.name) {
            (Some(id), Some(name)) if id != name => format!("{id} \"{name}\""),
            _ => known.unwrap_or("(no name)").to_owned(),
        }
    }

    /// Its names beside those of its counterpart.
    pub fn names<'s>(&'s self, other: &'s Sheet) -> [(&'static str, Option<&'s str>, Option<&'s str>); 3] {
        [
            ("id", self.id.as_deref(), other.id.as_deref()),
            ("sid", self.sid.as_deref(), other.sid.as_deref()),
            ("name", self.name.as_deref(), other.name.as_deref()),
        ]
    }
}

/// The value of a field.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Text(String),
    Numbers(Vec<f64>),
    /// Other objects, in order.
    List(Vec<(Class, usize)>),
    /// Other objects, in any order.
    Set(Vec<(Class, usize)>),
}

/// Most letters of a value that are shown.
const SHOWN: usize = 120;

impl Value {
    /// How much has to be looked at to compare it.
    pub fn weight(&self) -> usize {
        match self {
            Value::Text(text) => 1 + text.len() / 64,
            Value::Numbers(numbers) => 1 + numbers.len(),
            Value::List(list) | Value::Set(list) => 1 + list.len() * 4,
        }
    }

    pub fn is_nothing(&self) -> bool {
        match self {
            Value::Text(text) => text.is_empty(),
            Value::Numbers(list) => list.is_empty(),
            Value::List(list) | Value::Set(list) => list.is_empty(),
        }
    }

    pub fn show(&self, sheets: &Sheets) -> String {
        let text = match self {
            Value::Text(text) => text.clone(),
            Value::Numbers(list) if list.len() > 16 => format!("{} numbers", list.len()),
            Value::Numbers(list) => list.iter().map(f64::to_string).collect::<Vec<_>>().join(" "),
            Value::List(list) | Value::Set(list) => {
                let called = |(class, number): &(Class, usize)| {
                    sheets.of(*class).get(*number).map_or("?".to_owned(), Sheet::called)
                };
                list.iter().map(called).collect::<Vec<_>>().join(", ")
            }
        };
        match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
            None => text,
        }
    }

    /// Old and new value for people: of long lists, where they first differ.
    pub fn versus(&self, new: &Value, here: &Sheets, there: &Sheets) -> (String, String) {
        let (Value::Numbers(p), Value::Numbers(q)) = (self, new) else {
            if let (Value::Text(p), Value::Text(q)) = (self, new) {
                return around(p, q);
            }
            return (self.show(here), new.show(there));
        };
        if p.len() != q.len() || p.len() <= 16 {
            return (self.show(here), new.show(there));
        }
        let differs = |(p, q): &(&f64, &f64)| p != q;
        let count = p.iter().zip(q).filter(differs).count();
        let Some((place, (old, new))) = p.iter().zip(q).enumerate().find(|(_, pair)| differs(pair)) else {
            return (self.show(here), new.show(there));
        };
        (format!("{old} at position {place}, the first of {count} of {}", p.len()), new.to_string())
    }
}

/// Long texts from a little before where they differ.
fn around(p: &str, q: &str) -> (String, String) {
    if p.chars().count().max(q.chars().count()) <= SHOWN {
        return (p.to_owned(), q.to_owned());
    }
    let same = p.chars().zip(q.chars()).take_while(|(p, q)| p == q).count();
    let from = same.saturating_sub(20);
    let piece = |text: &str| {
        let part: String = text.chars().skip(from).take(SHOWN).collect();
        format!(
            "{}{part}{}",
            if from > 0 { "…" } else { "" },
            if text.chars().count() > from + SHOWN { "…" } else { "" }
        )
    };
    (piece(p), piece(q))
}
