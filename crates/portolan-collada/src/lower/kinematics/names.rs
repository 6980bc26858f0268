//! What names mean in kinematics: parameters, instances, joints, links and axes, by SID path from where they are said.

use std::fmt;

use hashbrown::HashMap;
use portolan_scene::Mechanism;
use portolan_schema::value::number;
use portolan_syntax::{Code, Node};

use super::codes;

/// Everything that has a name, in a tree of scopes.
#[derive(Default)]
pub(super) struct Names<'a> {
    /// Outer ones first; what is inside of one follows it.
    pub scopes: Vec<Scope<'a>>,
    pub params: Vec<Param<'a>>,
    /// By name: the scope that it stands in, and what it is. Scopes increase.
    known: HashMap<Box<str>, Vec<(u32, Thing)>>,
    pub mechanisms: Vec<Mechanism>,
    /// Parameters that are the value of an axis.
    pub values: HashMap<u32, (u32, u32)>,
}

/// An instance of a scene, system or model, or what is said about an axis.
pub(super) struct Scope<'a> {
    pub parent: Option<u32>,
    pub depth: u32,
    /// The first scope behind all that are inside.
    pub end: u32,
    /// The instance; `None` where a definition stands for itself.
    pub instance: Option<Node<'a>>,
    pub definition: Node<'a>,
    pub kind: Kind,
}

/// What a scope is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Scene,
    System,
    /// With its mechanism.
    Model(u32),
    /// An `<axis_info>`, with the axis once it is found.
    Axis(Option<(u32, u32)>),
}

/// A parameter, and what says its value.
pub(super) struct Param<'a> {
    /// The element that holds the value.
    pub holder: Node<'a>,
    /// Where it is said.
    pub scope: u32,
}

/// What a name leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Thing {
    Scope(u32),
    Param(u32),
    /// Mechanism and joint.
    Joint(u32, u32),
    /// Mechanism and link.
    Link(u32, u32),
    /// Mechanism and freedom.
    Freedom(u32, u32),
}

/// What an element says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value {
    Number(f64),
    Thing(Thing),
}

/// Parameters that lead to parameters.
const DEEPEST: u32 = 64;
/// Things of one name that are looked at.
const MOST: usize = 256;

impl<'a> Names<'a> {
    /// Says what a name means in a scope.
    pub fn add(&mut self, name: &str, scope: u32, thing: Thing) {
        if !name.is_empty() {
            self.known.entry(name.into()).or_default().push((scope, thing));
        }
    }

    pub fn scope(&self, at: u32) -> Option<&Scope<'a>> {
        self.scopes.get(at as usize)
    }

    /// The scope and those around it, innermost first.
    pub fn around(&self, scope: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(scope), |at| self.scope(*at)?.parent)
    }

    /// What a path means that is said in a scope. A parameter does not mean itself.
    pub fn find(&self, path: &str, scope: u32, but: Option<u32>) -> Option<Thing> {
        let mut parts = path.trim().split('/');
        let first = parts.next()?;
        let mut at = match first {
            "." => Thing::Scope(scope),
            name => self.head(name, scope, but)?,
        };
        for name in parts {
            at = self.step(at, name, 0)?;
        }
        Some(at)
    }

    fn head(&self, name: &str, scope: u32, but: Option<u32>) -> Option<Thing> {
        self.around(scope).find_map(|at| match self.is_called(at, name) {
            true => Some(Thing::Scope(at)),
            false => self.within(at, name, but),
        })
    }

    /// Is a scope called so, by its instance or by what is instantiated?
    fn is_called(&self, scope: u32, name: &str) -> bool {
        let Some(scope) = self.scope(scope) else { return false };
        let is =
            |element: Node<'a>, attribute: &str| element.attribute_value(attribute).is_some_and(|v| v.trim() == name);
        is(scope.definition, "id")
            || scope.instance.unwrap_or(scope.definition).attribute_value("sid").is_some_and(|v| v.trim() == name)
    }

    /// What a name means inside of a scope: what is nearest to it, then what comes first.
    fn within(&self, scope: u32, name: &str, but: Option<u32>) -> Option<Thing> {
        let all = self.known.get(name)?;
        let end = self.scope(scope)?.end;
        let first = all.partition_point(|(at, _)| *at < scope);
        let inside = all.get(first..)?.iter().take_while(|(at, _)| *at < end).take(MOST);
        let others = inside.filter(|(_, thing)| but.is_none_or(|p| *thing != Thing::Param(p)));
        let depth = |at: u32| self.scope(at).map_or(u32::MAX, |s| s.depth);
        others.min_by_key(|(at, _)| depth(*at)).map(|(_, thing)| *thing)
    }

    fn step(&self, at: Thing, name: &str, depth: u32) -> Option<Thing> {
        match at {
            Thing::Scope(scope) => self.within(scope, name, None),
            Thing::Param(param) => match self.param(param, depth + 1).ok()? {
                Value::Thing(thing) if depth < DEEPEST => self.step(thing, name, depth + 1),
                _ => None,
            },
            Thing::Joint(mechanism, joint) => {
                let model = self.mechanisms.get(mechanism as usize)?;
                let mut axes = model.joints.get(joint as usize)?.freedoms.clone();
                let is =
                    |axis: &u32| model.freedoms.get(*axis as usize).is_some_and(|f| f.sid.as_deref() == Some(name));
                axes.find(is).map(|axis| Thing::Freedom(mechanism, axis))
            }
            Thing::Link(mechanism, link) => {
                let model = self.mechanisms.get(mechanism as usize)?;
                let is_below = |at: u32| {
                    let mut above = std::iter::successors(Some(at), |at| model.links.get(*at as usize)?.parent);
                    at > link && above.any(|a| a == link)
                };
                let all = self.known.get(name)?.iter().take(MOST);
                let mut below = all.map(|(_, thing)| *thing);
                below.find(|thing| matches!(thing, Thing::Link(m, l) if *m == mechanism && is_below(*l)))
            }
            Thing::Freedom(..) => None,
        }
    }

    /// The value of a parameter.
    pub fn param(&self, param: u32, depth: u32) -> Result<Value, Unknown> {
        let known = self.params.get(param as usize).ok_or("it does not exist")?;
        self.value_of(known.holder, known.scope, Some(param), depth)
    }

    /// What an element says: a number in an element of its own or right in it, a parameter, or a path.
    pub fn value(&self, holder: Node<'a>, scope: u32) -> Result<Value, Unknown> {
        self.value_of(holder, scope, None, 0)
    }

    fn value_of(&self, holder: Node<'a>, scope: u32, but: Option<u32>, depth: u32) -> Result<Value, Unknown> {
        if depth > DEEPEST {
            return Err(Unknown::Cycle);
        }
        for inner in holder.elements() {
            let text = inner.text();
            let text = text.trim();
            match inner.local_name() {
                // `double` is what examples of the specification write.
                "float" | "double" | "int" | "float2" | "double2" => return real(text),
                "bool" => return Ok(Value::Number(f64::from(u8::from(matches!(text, "true" | "1"))))),
                "SIDREF" => return self.refer(text, scope, but, depth),
                "param" | "connect_param" => {
                    let name = inner.attribute_value("ref").unwrap_or_else(|| text.to_owned().into());
                    return self.refer(name.trim(), scope, but, depth);
                }
                _ => {}
            }
        }
        let text = holder.text();
        match text.trim() {
            "" => Err("it is empty".into()),
            "true" => Ok(Value::Number(1.0)),
            "false" => Ok(Value::Number(0.0)),
            text if number::is_float(text.as_bytes()) => real(text),
            text => self.refer(text, scope, but, depth),
        }
    }

    fn refer(&self, path: &str, scope: u32, but: Option<u32>, depth: u32) -> Result<Value, Unknown> {
        match self.find(path, scope, but) {
            Some(Thing::Param(param)) => self.param(param, depth + 1),
            Some(thing) => Ok(Value::Thing(thing)),
            None => Err(format!("`{path}` does not exist").into()),
        }
    }

    /// The parameters that lead to a value, one behind the other.
    pub fn chain(&self, holder: Node<'a>, scope: u32) -> Vec<u32> {
        let mut all = Vec::new();
        let mut next = Some((holder, scope, None));
        while let Some((holder, scope, but)) = next.filter(|_| all.len() < DEEPEST as usize) {
            let path = holder.elements().find_map(|e| match e.local_name() {
                "SIDREF" => Some(e.text()),
                "param" | "connect_param" => Some(e.attribute_value("ref").unwrap_or_else(|| e.text())),
                _ => None,
            });
            next = match path.and_then(|path| self.find(&path, scope, but)) {
                Some(Thing::Param(param)) => {
                    all.push(param);
                    self.params.get(param as usize).map(|p| (p.holder, p.scope, Some(param)))
                }
                _ => None,
            };
        }
        all
    }

    /// The axis that something is: itself, the only one of a joint, or the one that an `<axis_info>` is about.
    pub fn freedom(&self, thing: Thing) -> Option<(u32, u32)> {
        match thing {
            Thing::Freedom(mechanism, freedom) => Some((mechanism, freedom)),
            Thing::Joint(mechanism, joint) => {
                let axes = &self.mechanisms.get(mechanism as usize)?.joints.get(joint as usize)?.freedoms;
                (axes.len() == 1).then_some((mechanism, axes.start))
            }
            Thing::Scope(scope) => match self.scope(scope)?.kind {
                Kind::Axis(axis) => axis,
                _ => None,
            },
            Thing::Param(param) => match self.param(param, 0).ok()? {
                Value::Thing(thing) => self.freedom(thing),
                Value::Number(_) => None,
            },
            Thing::Link(..) => None,
        }
    }

    /// The mechanisms inside of a scope.
    pub fn models(&self, scope: u32) -> impl Iterator<Item = u32> + '_ {
        let end = self.scope(scope).map_or(0, |s| s.end) as usize;
        let inside = self.scopes.get(scope as usize..end.min(self.scopes.len())).unwrap_or_default();
        inside.iter().filter_map(|s| match s.kind {
            Kind::Model(mechanism) => Some(mechanism),
            _ => None,
        })
    }
}

/// Why a value is not known.
pub(super) enum Unknown {
    /// Parameters refer to each other.
    Cycle,
    /// Anything else, in one sentence.
    Other(String),
}

impl Unknown {
    /// The code to tell it under: that of cycles, or another one.
    pub fn code(&self, other: &'static Code) -> &'static Code {
        match self {
            Unknown::Cycle => &codes::CYCLE,
            Unknown::Other(_) => other,
        }
    }
}

impl<T: Into<String>> From<T> for Unknown {
    fn from(why: T) -> Unknown {
        Unknown::Other(why.into())
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Cycle => f.write_str("its parameters refer to each other in a cycle"),
            Unknown::Other(why) => f.write_str(why),
        }
    }
}

/// The first number of a text; others are told by the rules.
fn real(text: &str) -> Result<Value, Unknown> {
    let word = text.split_ascii_whitespace().next().unwrap_or_default();
    let value = number::float(word.as_bytes()).filter(|v| v.is_finite());
    value.map(Value::Number).ok_or_else(|| format!("`{text}` is not a number").into())
}
