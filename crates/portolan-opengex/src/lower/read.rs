//! Properties and small data; whatever cannot be used is told.

use std::borrow::Cow;

use portolan_scene::Fate;
use portolan_schema::{Decode, Finite};
use portolan_syntax::Node;
use portolan_syntax::ddl::{self, Layout, Primitive, Reference, Run};

use super::vertex::decode;
use super::{Lower, codes, label};

/// Values of the data of a structure, and how many belong together.
pub(super) struct Numbers {
    pub values: Vec<f64>,
    /// Size of the sub-arrays, 1 without.
    pub width: usize,
}

/// Most values of faulty data, of which a size in brackets may promise any number.
const MOST: usize = 64 << 20;

impl<'a> Lower<'a> {
    /// A property that is one of the words of the table; its default if it is missing or wrong.
    pub fn word(&mut self, holder: Node<'a>, name: &str) -> Option<&'static str> {
        let given = self.document.bound.given_word(holder, name);
        if given.wrong {
            self.wrong(holder, name, given.value);
        }
        given.value
    }

    /// The value of a property; the default of the table if it is missing or wrong.
    pub fn property<T: Decode<'a>>(&mut self, holder: Node<'a>, name: &str) -> Option<T> {
        let given = self.document.bound.given(holder, name);
        if given.wrong {
            self.wrong(holder, name, None);
        }
        given.value
    }

    /// The value of a property, if it is written: where the scene tells apart what is said and what goes without saying.
    pub fn said<T: Decode<'a>>(&mut self, holder: Node<'a>, name: &str) -> Option<T> {
        let given = self.document.bound.given(holder, name);
        if given.wrong {
            self.wrong(holder, name, None);
        }
        given.sound().filter(|_| holder.attribute(name).is_some())
    }

    /// A property that is a time, in seconds.
    pub fn time(&mut self, holder: Node<'a>, name: &str) -> Option<f64> {
        let unit = self.document.bound.attribute_row(holder, name).map_or("", |row| row.unit);
        self.property(holder, name).map(|Finite(time)| time * self.metrics.scales().factor(unit))
    }

    /// What the data of a structure is multiplied by, for a word of the property that decides what it is.
    pub fn factor(&self, structure: Node<'a>, word: &str) -> f64 {
        let unit = self.document.bound.data_row(structure, word).map_or("", |row| row.unit);
        self.metrics.scales().factor(unit)
    }

    /// What holds when a structure of this path with this word is missing.
    pub fn unsaid<T: Decode<'a> + Default>(&self, path: &str, word: &str) -> T {
        self.document.bound.data_at(path, word).and_then(|row| row.value()).unwrap_or_default()
    }

    /// What a structure with an `attrib` property describes; what lacks one is told.
    pub fn attrib(&mut self, holder: Node<'a>) -> Option<Cow<'a, str>> {
        let found = self.property::<Cow<'a, str>>(holder, "attrib");
        if found.is_none() && holder.attribute("attrib").is_none() {
            let message = format!("`{}` has no `attrib`", holder.local_name());
            self.lose(&codes::INCOMPLETE, Fate::Dropped, holder, message);
        }
        found
    }

    fn wrong(&mut self, holder: Node<'a>, name: &str, counts: Option<&str>) {
        self.lose(&codes::VALUE, Fate::Approximated, holder, unusable(holder, name, counts));
    }

    /// The only string of a structure.
    pub fn string(&mut self, holder: Node<'a>) -> Option<String> {
        let found = data(holder, |p| p == Primitive::String).and_then(Run::of);
        let value = found.and_then(|run| run.strings().next()?.ok()).map(|(text, _)| text.into_owned());
        if value.is_none() {
            self.lose(&codes::INCOMPLETE, Fate::Dropped, holder, format!("`{}` has no string", label(holder)));
        }
        value
    }

    /// The structure that the only reference in the data of a structure leads to, if it is one of these.
    pub fn follow(&mut self, holder: Node<'a>, wanted: &[&str]) -> Option<Node<'a>> {
        let primitive = data(holder, |p| p == Primitive::Ref);
        let found = primitive.and_then(Run::of).and_then(|run| run.references().next()?.ok());
        let (Some((reference, _)), Some(primitive)) = (found, primitive) else {
            self.lose(&codes::INCOMPLETE, Fate::Dropped, holder, format!("`{}` has no reference", label(holder)));
            return None;
        };
        self.reference(holder, primitive, reference, wanted)
    }

    /// The structure that a reference leads to, if it is one of these; everything else is told.
    pub fn reference(
        &mut self,
        holder: Node<'a>,
        from: Node<'a>,
        reference: Reference<'_>,
        wanted: &[&str],
    ) -> Option<Node<'a>> {
        let why = match reference {
            Reference::Null => format!("the reference of `{}` is `null`", holder.local_name()),
            Reference::Path(path) => match self.document.resolve(from, path) {
                Ok(found) if wanted.contains(&found.local_name()) => return Some(found),
                Ok(found) => format!("`{}` refers to `{}`, not to {}", path.text(), label(found), wanted.join(" or ")),
                Err(name) => format!("`{}` cannot be resolved: no structure has the name `{name}`", path.text()),
            },
        };
        self.lose(&codes::UNRESOLVED, Fate::Dropped, holder, why);
        None
    }

    /// The numbers of a structure, in doubles: sub-arrays of one of these sizes, of which 1 means none.
    ///
    /// Values that cannot be read, or are not finite, are told and 0.
    pub(super) fn numbers(&mut self, holder: Node<'a>, sizes: &[usize]) -> Option<Numbers> {
        let Some(primitive) = data(holder, Primitive::is_float) else {
            self.lose(&codes::INCOMPLETE, Fate::Dropped, holder, format!("`{}` has no numbers", label(holder)));
            return None;
        };
        let layout = Layout::of(primitive)?;
        let width = layout.sub_array.map_or(1, |n| n as usize);
        let run = Run::of(primitive)?;
        let (mut values, sound) = decode::<f64>(run);
        if !sound && layout.sub_array.is_some() {
            values.clear();
            // Each in its place, whatever the braces hold.
            for array in run.sub_arrays().take(MOST / width.max(1)) {
                let start = values.len();
                array.run.decode(&mut values);
                values.resize(start + width, 0.0);
            }
        }
        if !sound || values.iter().any(|v| !v.is_finite()) {
            values.iter_mut().filter(|v| !v.is_finite()).for_each(|v| *v = 0.0);
            let message = format!("`{}` has invalid values, which are read as 0", label(holder));
            self.lose(&codes::NUMBERS, Fate::Approximated, holder, message);
        }
        if !sizes.contains(&width) {
            let message = format!("`{}` cannot have sub-arrays of {width} values", label(holder));
            self.lose(&codes::NUMBERS, Fate::Dropped, holder, message);
            return None;
        }
        if values.is_empty() {
            self.lose(&codes::INCOMPLETE, Fate::Dropped, holder, format!("`{}` is empty", label(holder)));
            return None;
        }
        Some(Numbers { values, width })
    }

    /// The only number of a structure; further ones are told.
    pub fn number(&mut self, holder: Node<'a>) -> Option<f64> {
        let numbers = self.numbers(holder, &[1])?;
        self.only(holder, &numbers);
        numbers.values.first().copied()
    }

    /// Tells if there is more than one entry.
    pub(super) fn only(&mut self, holder: Node<'a>, numbers: &Numbers) {
        if numbers.values.len() > numbers.width {
            let message = format!("`{}` has more than one value; the first is used", label(holder));
            self.lose(&codes::NUMBERS, Fate::Dropped, holder, message);
        }
    }

    /// The value of a `Param` with its attribute, in the unit of the scene.
    pub fn param(&mut self, param: Node<'a>) -> Option<(Cow<'a, str>, f64)> {
        let attrib = self.attrib(param)?;
        let value = self.number(param)? * self.factor(param, &attrib);
        Some((attrib, value))
    }

    /// Tells of an attribute that this format does not define.
    pub fn foreign_attribute(&mut self, structure: Node<'a>, attrib: &str) {
        let message =
            format!("`{attrib}` is an application-defined attribute; its `{}` is ignored", structure.local_name());
        self.lose(&codes::APPLICATION, Fate::Dropped, structure, message);
    }
}

/// What to tell of a property that cannot be used: what counts instead, or nothing.
pub(super) fn unusable(holder: Node<'_>, name: &str, counts: Option<&str>) -> String {
    let written = holder.attribute(name).map_or("", |a| a.raw());
    let written: String = written.chars().take(60).collect();
    let what = counts.map_or("it is read as missing".to_owned(), |word| format!("the default `{word}` is used"));
    format!("`{name} = {written}` of `{}` is invalid; {what}", holder.local_name())
}

/// The first primitive structure of a type in a structure.
pub(super) fn data<'a>(holder: Node<'a>, wanted: impl Fn(Primitive) -> bool) -> Option<Node<'a>> {
    holder.elements().find(|e| ddl::primitive_type(e.name().full).is_some_and(&wanted))
}
