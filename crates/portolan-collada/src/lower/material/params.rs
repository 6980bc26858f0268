//! Parameters of effects, what materials set them to, and what instances bind to them.

use std::sync::Arc;

use hashbrown::HashMap;
use portolan_scene::Fate;
use portolan_syntax::Node;

use super::super::{Lower, codes as common};
use super::{Effect, codes};
use crate::data::Text;

/// What a value element holds, told by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// So many numbers, 1 to 4.
    Numbers(usize),
    /// A sampler.
    Sampler,
    /// A surface of 1.4.
    Surface,
    /// Anything else: matrices, arrays, structures, names.
    Other,
}

/// What an element of this name holds.
pub(super) fn kind(name: &str) -> Kind {
    match name {
        "surface" => return Kind::Surface,
        "sampler_image" | "sampler_states" => return Kind::Other,
        _ if name.starts_with("sampler") => return Kind::Sampler,
        _ => {}
    }
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let width = match name.strip_prefix(base).unwrap_or_default() {
        "" => 1,
        digits => digits.parse().unwrap_or(0),
    };
    match base {
        "float" | "int" | "bool" | "half" | "fixed" | "double" if (1..=4).contains(&width) => Kind::Numbers(width),
        "vec" | "ivec" | "bvec" if (2..=4).contains(&width) => Kind::Numbers(width),
        _ => Kind::Other,
    }
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Param<'a> {
    /// The `<newparam>`.
    pub element: Node<'a>,
    /// The element in it that holds its value.
    pub value: Option<Node<'a>>,
}

impl<'a> Param<'a> {
    pub(super) fn of(element: Node<'a>) -> Param<'a> {
        Param { element, value: held(element) }
    }

    pub(super) fn kind(self) -> Kind {
        self.value.map_or(Kind::Other, |v| kind(v.local_name()))
    }

    /// The parameter with the surface that a sampler of 1.4 reads.
    pub(super) fn surface(self) -> Option<Box<str>> {
        let source = self.value.filter(|_| self.kind() == Kind::Sampler)?.child("source")?;
        Some(source.text().trim().into())
    }
}

/// The element in a `<newparam>` or `<setparam>` that holds its value.
pub(super) fn held<'a>(element: Node<'a>) -> Option<Node<'a>> {
    element.elements().find(|e| !matches!(e.local_name(), "annotate" | "semantic" | "modifier"))
}

/// The parameters that a technique of an effect sees.
#[derive(Default, Debug)]
pub(super) struct Params<'a> {
    by_sid: HashMap<Box<str>, Param<'a>>,
    by_semantic: HashMap<Box<str>, Box<str>>,
}

impl<'a> Params<'a> {
    /// Those declared in the given scopes, innermost first: of equal names the innermost counts, in one scope the first.
    pub(super) fn read(scopes: impl IntoIterator<Item = Node<'a>>) -> Params<'a> {
        let mut params = Params::default();
        for scope in scopes {
            for element in scope.elements().filter(|e| e.local_name() == "newparam") {
                let Some(sid) = element.attribute_value("sid") else { continue };
                let sid: Box<str> = sid.trim().into();
                params.by_sid.entry(sid.clone()).or_insert_with(|| Param::of(element));
                if let Some(semantic) = element.child("semantic") {
                    params.by_semantic.entry(semantic.text().trim().into()).or_insert(sid);
                }
            }
        }
        params
    }

    /// By its name.
    pub(super) fn get(&self, sid: &str) -> Option<Param<'a>> {
        self.by_sid.get(sid).copied()
    }

    /// The name of the parameter that a binding means: by semantic, then by name.
    pub(super) fn bound_by(&self, semantic: &str) -> Option<&str> {
        let by_semantic = self.by_semantic.get(semantic).map(|s| &**s);
        by_semantic.or_else(|| self.by_sid.get_key_value(semantic).map(|(sid, _)| &**sid))
    }
}

/// What one use of an effect changes.
#[derive(Clone, Default, Debug)]
pub(super) struct Settings<'a> {
    /// By parameter: the values set, in the order written.
    set: Arc<HashMap<Box<str>, Vec<Node<'a>>>>,
    /// By parameter: the value bound by an instance.
    bound: HashMap<Box<str>, Bound<'a>>,
}

/// What an instance binds to a parameter.
#[derive(Clone, Debug)]
pub(super) struct Bound<'a> {
    /// Its numbers now; empty if there are none yet.
    pub values: Vec<f64>,
    /// The element they come from, if its animation drives the parameter.
    pub driver: Option<Node<'a>>,
}

/// Numbers of a parameter, and the elements whose animation drives them.
#[derive(Debug)]
pub(super) struct Numbers<'a> {
    pub values: Vec<f64>,
    pub drivers: Vec<Node<'a>>,
}

impl<'a> Settings<'a> {
    /// Binds a value to a parameter.
    pub(super) fn bind(&mut self, sid: &str, bound: Bound<'a>) {
        self.bound.insert(sid.into(), bound);
    }

    /// The values a parameter is set to, the last one first.
    pub(super) fn of(&self, sid: &str) -> impl Iterator<Item = Node<'a>> {
        self.set.get(sid).into_iter().flat_map(|all| all.iter().rev().copied())
    }
}

impl<'a> Lower<'a> {
    /// What an `<instance_effect>` sets. What does not fit is ignored (page 5-128).
    pub(super) fn settings(&mut self, instance: Node<'a>, effect: &Effect<'a>) -> Settings<'a> {
        let mut set: HashMap<Box<str>, Vec<Node<'a>>> = HashMap::new();
        for element in instance.elements().filter(|e| e.local_name() == "setparam") {
            let name = element.attribute_value("ref").unwrap_or_default();
            let name = name.trim();
            let Some(param) = effect.params.get(name) else {
                self.tell_unknown(element, name, effect);
                continue;
            };
            for value in element.elements().filter(|e| e.local_name() != "annotate") {
                if is_assignable(param.kind(), value.local_name()) {
                    set.entry(name.into()).or_default().push(value);
                    continue;
                }
                let held = param.value.map_or("nothing", |v| v.local_name());
                let message = format!("`{name}` is a `{held}` and cannot be set to `{}`", value.local_name());
                self.lose(&codes::SETPARAM, Fate::Dropped, element, message);
            }
        }
        Settings { set: Arc::new(set), bound: HashMap::new() }
    }

    /// A value may be meant for another profile, or for a part of an array or structure, which nothing here uses.
    fn tell_unknown(&mut self, element: Node<'a>, name: &str, effect: &Effect<'a>) {
        let whole = name.split(['[', '.']).next().unwrap_or(name);
        if self.document(effect.element).resolver().sid(effect.element, whole).is_none() {
            let message = format!("the effect has no parameter `{name}` to set");
            self.lose(&codes::SETPARAM, Fate::Dropped, element, message);
        }
    }

    /// The numbers that a parameter of an effect has in one use.
    pub(super) fn param_numbers(
        &mut self,
        effect: &Effect<'a>,
        settings: &Settings<'a>,
        sid: &str,
    ) -> Option<Numbers<'a>> {
        let param = effect.params.get(sid)?;
        let set = settings.of(sid).find(|v| matches!(kind(v.local_name()), Kind::Numbers(_)));
        let value = set.or(param.value.filter(|_| matches!(param.kind(), Kind::Numbers(_))));
        let own = value.map(|v| Numbers {
            values: self.value_numbers(v),
            // Paths to a parameter end at the parameter, those of some writers at the value in it.
            drivers: [Some(v), v.parent_element()].into_iter().flatten().collect(),
        });
        match settings.bound.get(sid) {
            Some(bound) => {
                let values = Some(bound.values.clone()).filter(|v| !v.is_empty()).or(own.map(|o| o.values))?;
                Some(Numbers { values, drivers: bound.driver.into_iter().collect() })
            }
            None => own,
        }
    }

    /// The numbers of a value element, as many as its name says.
    fn value_numbers(&mut self, element: Node<'a>) -> Vec<f64> {
        let Kind::Numbers(width) = kind(element.local_name()) else { return Vec::new() };
        let mut values = loose_numbers(element);
        if values.len() != width {
            let message = format!(
                "`{}` has {}",
                element.local_name(),
                portolan_syntax::counted(values.len(), "number", "numbers")
            );
            self.lose(&common::NUMBERS, Fate::Approximated, element, message);
            // What is missing of a colour is its alpha.
            let missing = |i: usize| if i == 3 { 1.0 } else { 0.0 };
            values.truncate(width);
            values.extend((values.len()..width).map(missing));
        }
        values
    }
}

/// The numbers that an element holds as its text, a few at most. Words that are none end the list.
pub(super) fn loose_numbers(element: Node<'_>) -> Vec<f64> {
    const MOST: usize = 16;
    let number = |word: &str| match word {
        "true" => Some(1.0),
        "false" => Some(0.0),
        _ => portolan_schema::value::number::float(word.as_bytes()).filter(|v| v.is_finite()),
    };
    Text::of(element).words().take(MOST).map_while(|(word, _)| number(word)).collect()
}

/// May a parameter be set to a value of this name? Colours may have alpha or not; numbers are converted.
fn is_assignable(held: Kind, value: &str) -> bool {
    match (held, kind(value)) {
        (Kind::Numbers(3 | 4), Kind::Numbers(3 | 4)) => true,
        (Kind::Sampler, Kind::Other) => matches!(value, "sampler_image" | "sampler_states"),
        (held, new) => held == new,
    }
}
