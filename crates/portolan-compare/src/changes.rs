//! What was changed from one document to another, object by object.
//!
//! Every object becomes a [`Sheet`]: names, and fields with values. Sheets are matched by id, then by name, then by what
//! they say, and compared field by field. How things are written (white space, order of attributes and libraries, spelling
//! of numbers) is not on the sheets.

mod animation;
mod content;
mod matching;
mod object;
mod sheet;

use portolan_scene::{Origin, Scene};

use sheet::{Class, Sheet};

/// Something that was changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// What became of the object.
    pub fate: Fate,
    /// What it is: `node`, `material`.
    pub class: &'static str,
    /// What it is called, in the first document if it is there.
    pub name: String,
    /// Its fields that changed; empty for what was added or removed.
    pub fields: Vec<Field>,
    /// Where it was written in each document.
    pub origins: [Option<Origin>; 2],
}

/// What became of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// It is in the first document only.
    Removed,
    /// It is in the second document only.
    Added,
    /// It is called otherwise, and nothing else changed.
    Renamed,
    /// Its fields changed.
    Changed,
}

impl Fate {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Fate::Removed => "removed",
            Fate::Added => "added",
            Fate::Renamed => "renamed",
            Fate::Changed => "changed",
        }
    }
}

/// A field that changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// What it is called.
    pub name: String,
    /// What it was; empty if it was not there.
    pub old: String,
    /// What it is; empty if it is not there.
    pub new: String,
}

/// What to look for.
#[derive(Clone, Copy, Debug)]
pub struct ChangeOptions {
    /// How far numbers may be apart, as a share of the larger one. Default 1e-9.
    pub tolerance: f64,
    /// Are both documents of one format, so that also what only that format has is compared: ids, remarks of applications,
    /// words of the format? Default: yes.
    pub same_format: bool,
}

impl Default for ChangeOptions {
    fn default() -> ChangeOptions {
        ChangeOptions { tolerance: 1e-9, same_format: true }
    }
}

/// Lists what was changed from the first scene to the second, in the order of classes and of the documents.
pub fn changes(a: &Scene, b: &Scene, options: &ChangeOptions) -> Vec<Change> {
    let (here, there) = (object::sheets(a), object::sheets(b));
    let pairs = matching::Pairs::new(&here, &there, options);
    let mut all = Vec::new();
    // What the scene does not understand is of one format only.
    for class in Class::ALL.into_iter().filter(|c| options.same_format || *c != Class::Kept) {
        let (own, others) = (here.of(class), there.of(class));
        for (number, sheet) in own.iter().enumerate() {
            match pairs.there(class, number).and_then(|n| others.get(n)) {
                Some(other) => all.extend(changed(class, sheet, other, &pairs, options, (&here, &there))),
                None => all.push(alone(class, sheet, Fate::Removed)),
            }
        }
        let new = (0..).zip(others).filter(|(number, _)| pairs.here(class, *number).is_none());
        all.extend(new.map(|(_, sheet)| alone(class, sheet, Fate::Added)));
    }
    all
}

fn alone(class: Class, sheet: &Sheet, fate: Fate) -> Change {
    let origins = if fate == Fate::Removed { [Some(sheet.origin), None] } else { [None, Some(sheet.origin)] };
    Change { fate, class: class.word(), name: sheet.called(), fields: Vec::new(), origins }
}

fn changed(
    class: Class,
    own: &Sheet,
    other: &Sheet,
    pairs: &matching::Pairs,
    options: &ChangeOptions,
    (here, there): (&sheet::Sheets, &sheet::Sheets),
) -> Option<Change> {
    let mut names = Vec::new();
    for (name, p, q) in own.names(other) {
        // Ids are made up by whoever writes another format.
        if p != q && (options.same_format || name == "name" && p.is_some() && q.is_some()) {
            let text = |t: Option<&str>| t.unwrap_or_default().to_owned();
            names.push(Field { name: name.to_owned(), old: text(p), new: text(q) });
        }
    }
    let mut fields = Vec::new();
    for (name, value, formal) in &own.fields {
        if *formal && !options.same_format {
            continue;
        }
        let there_value = other.field(name);
        let (old, new) = match there_value {
            Some(new) if pairs.same(value, new, options) => continue,
            Some(new) => value.versus(new, here, there),
            None if value.is_nothing() => continue,
            None => (value.show(here), String::new()),
        };
        fields.push(Field { name: name.clone(), old, new });
    }
    for (name, value, formal) in &other.fields {
        if own.field(name).is_none() && !value.is_nothing() && (options.same_format || !*formal) {
            fields.push(Field { name: name.clone(), old: String::new(), new: value.show(there) });
        }
    }
    let fate = match (names.is_empty(), fields.is_empty()) {
        (true, true) => return None,
        (false, true) => Fate::Renamed,
        _ => Fate::Changed,
    };
    names.extend(fields);
    let origins = [Some(own.origin), Some(other.origin)];
    Some(Change { fate, class: class.word(), name: own.called(), fields: names, origins })
}
