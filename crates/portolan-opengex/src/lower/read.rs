//! Properties and small data; whatever cannot be used is told.

use std::borrow::Cow;

use portolan_scene::Fate;
use portolan_syntax::Node;
use portolan_syntax::ddl::{self, Layout, Primitive, Property, Reference, Run, literal};

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
    /// A property that is one of several words; `otherwise` if it is missing or wrong.
    pub fn word(
        &mut self,
        holder: Node<'a>,
        name: &str,
        legal: &[&'static str],
        otherwise: &'static str,
    ) -> &'static str {
        match holder.attribute(name).map(ddl::property) {
            None => otherwise,
            Some(Property::String(word)) if legal.contains(&&*word) => {
                legal.iter().find(|l| ***l == *word).copied().unwrap_or(otherwise)
            }
            Some(_) => {
                self.wrong(holder, name, &format!("the default `{otherwise}` counts"));
                otherwise
            }
        }
    }

    /// A property that is a string.
    pub fn text(&mut self, holder: Node<'a>, name: &str) -> Option<Cow<'a, str>> {
        match ddl::property(holder.attribute(name)?) {
            Property::String(word) => Some(word),
            _ => {
                self.wrong(holder, name, "it counts as missing");
                None
            }
        }
    }

    /// What a structure with an `attrib` property describes; what lacks one is told.
    pub fn attrib(&mut self, holder: Node<'a>) -> Option<Cow<'a, str>> {
        let found = self.text(holder, "attrib");
        if found.is_none() && holder.attribute("attrib").is_none() {
            let message = format!("`{}` has no `attrib` that says what it is", holder.local_name());
            self.lose(&codes::INCOMPLETE, Fate::Dropped, holder, message);
        }
        found
    }

    /// A property that is a number without sign of 32 bits.
    pub fn integer(&mut self, holder: Node<'a>, name: &str) -> Option<u32> {
        self.integer64(holder, name, Primitive::Uint32).and_then(|v| u32::try_from(v).ok())
    }

    /// A property that is a number without sign.
    pub fn integer64(&mut self, holder: Node<'a>, name: &str, primitive: Primitive) -> Option<u64> {
        let value = match ddl::property(holder.attribute(name)?) {
            Property::Literal(text) => literal::integer(text, primitive).ok().and_then(|v| u64::try_from(v).ok()),
            _ => None,
        };
        if value.is_none() {
            self.wrong(holder, name, "it counts as missing");
        }
        value
    }

    /// A property that is true or false.
    pub fn flag(&mut self, holder: Node<'a>, name: &str) -> Option<bool> {
        let value = match ddl::property(holder.attribute(name)?) {
            Property::Flag => Some(true),
            Property::Literal(text) => literal::boolean(text).ok(),
            Property::String(_) => None,
        };
        if value.is_none() {
            self.wrong(holder, name, "it counts as missing");
        }
        value
    }

    /// A property that is a finite number.
    pub fn float(&mut self, holder: Node<'a>, name: &str) -> Option<f64> {
        let value = match ddl::property(holder.attribute(name)?) {
            Property::Literal(text) => literal::float(text, Primitive::Float32).ok().filter(|v| v.is_finite()),
            _ => None,
        };
        if value.is_none() {
            self.wrong(holder, name, "it counts as missing");
        }
        value
    }

    fn wrong(&mut self, holder: Node<'a>, name: &str, what: &str) {
        let written = holder.attribute(name).map_or("", |a| a.raw());
        let written: String = written.chars().take(60).collect();
        let message = format!("`{name} = {written}` of `{}` cannot be used; {what}", holder.local_name());
        self.lose(&codes::VALUE, Fate::Approximated, holder, message);
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
                Ok(found) => format!("`{}` leads to `{}`, not to {}", path.text(), label(found), wanted.join(" or ")),
                Err(name) => format!("`{}` leads nowhere: there is no structure `{name}`", path.text()),
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
        let mut values: Vec<f64> = Vec::new();
        let sound = run.decode_checked(&mut values);
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
            let message = format!("`{}` has values that cannot be read; they count as 0", label(holder));
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
            let message = format!("`{}` has more than one value; the first counts", label(holder));
            self.lose(&codes::NUMBERS, Fate::Dropped, holder, message);
        }
    }

    /// The value of a `Param` with its attribute.
    pub fn param(&mut self, param: Node<'a>) -> Option<(Cow<'a, str>, f64)> {
        let attrib = self.attrib(param)?;
        Some((attrib, self.number(param)?))
    }

    /// Tells of an attribute that this format does not define.
    pub fn foreign_attribute(&mut self, structure: Node<'a>, attrib: &str) {
        let message =
            format!("`{attrib}` is an attribute of an application; its `{}` is left out", structure.local_name());
        self.lose(&codes::APPLICATION, Fate::Dropped, structure, message);
    }
}

/// The first primitive structure of a type in a structure.
pub(super) fn data<'a>(holder: Node<'a>, wanted: impl Fn(Primitive) -> bool) -> Option<Node<'a>> {
    holder.elements().find(|e| ddl::primitive_type(e.name().full).is_some_and(&wanted))
}
