//! Models within models, and what names mean in them.

use hashbrown::HashMap;
use portolan_scene::{Fate, Transform};
use portolan_syntax::Node;

use super::codes;
use crate::lower::Lower;
use crate::lower::geometry::label;

/// Models within models.
const DEEPEST: u32 = 32;
/// Instances of models in one physics scene.
const MOST: usize = 1 << 16;

/// All instances of models in a physics scene, outer ones first.
#[derive(Default)]
pub(super) struct Scopes<'a> {
    pub all: Vec<Scope<'a>>,
    /// Bodies and constraints by the scope that they stand in, the name of their element, and their own.
    elements: HashMap<(u32, &'static str, Box<str>), Node<'a>>,
    /// Instances by the scope around them, and their name.
    inner: HashMap<(Option<u32>, Box<str>), u32>,
}

/// An instance of a model.
pub(super) struct Scope<'a> {
    pub parent: Option<u32>,
    depth: u32,
    pub instance: Node<'a>,
    pub definition: Node<'a>,
    /// Where models within models say that they stand.
    pub place: Vec<Transform>,
}

/// What a name leads to: the scope and the element, and whether that is a guess.
pub(super) struct Found<'a> {
    pub scope: u32,
    pub element: Node<'a>,
    pub guessed: bool,
}

impl<'a> Lower<'a> {
    /// Unrolls the models that a physics scene instantiates.
    pub(super) fn model_scopes(&mut self, scene: Node<'a>) -> Scopes<'a> {
        let mut scopes = Scopes::default();
        let mut open: Vec<(Option<u32>, Node<'a>)> =
            scene.children_named("instance_physics_model").map(|i| (None, i)).collect();
        open.reverse();
        while let Some((parent, instance)) = open.pop() {
            let Some(scope) = self.model_scope(&scopes, parent, instance) else { continue };
            let (number, definition) = (scopes.all.len() as u32, scope.definition);
            scopes.add(scope);
            let before = open.len();
            open.extend(definition.children_named("instance_physics_model").map(|i| (Some(number), i)));
            open.get_mut(before..).into_iter().for_each(|below| below.reverse());
        }
        scopes
    }

    fn model_scope(&mut self, scopes: &Scopes<'a>, parent: Option<u32>, instance: Node<'a>) -> Option<Scope<'a>> {
        let definition = self.follow_kind(instance, "physics_model")?;
        let mut above = scopes.around(parent);
        if above.any(|(_, scope)| scope.definition == definition) {
            let message = format!("`{}` contains an instance of itself", label(definition));
            self.lose(&codes::CYCLE, Fate::Dropped, instance, message);
            return None;
        }
        let outer = parent.and_then(|p| scopes.all.get(p as usize));
        let depth = outer.map_or(0, |o| o.depth + 1);
        if depth > DEEPEST || scopes.all.len() >= MOST {
            let message =
                format!("there are more than {MOST} instances of models, or more than {DEEPEST} levels of nesting");
            self.lose(&codes::LIMIT, Fate::Dropped, instance, message);
            return None;
        }
        if parent.is_some() && instance.attribute_value("parent").is_some() {
            let message = "`parent` has no effect in a model inside another model";
            self.lose(&codes::GUESSED, Fate::Noted, instance, message);
        }
        let frame = self.kinematic_frame(instance);
        let mut place = outer.map(|o| o.place.clone()).unwrap_or_default();
        let own = self.physics_steps(instance).into_iter();
        place.extend(own.map(|step| Transform { operation: frame.operation(&step.operation), ..step }));
        Some(Scope { parent, depth, instance, definition, place })
    }
}

impl<'a> Scopes<'a> {
    /// A scope and those around it, innermost first.
    pub fn around(&self, scope: Option<u32>) -> impl Iterator<Item = (u32, &Scope<'a>)> {
        let own = move |at: u32| self.all.get(at as usize).map(|scope| (at, scope));
        std::iter::successors(scope.and_then(own), move |(_, scope)| scope.parent.and_then(own))
    }

    /// What a path means that is said in a scope. `kind` is the name of the element.
    pub fn find(&self, path: &str, scope: u32, kind: &'static str) -> Option<Found<'a>> {
        // Some exporters put slashes into names.
        let whole = self.around(Some(scope)).find_map(|(at, _)| Some((at, self.element(at, path.trim(), kind)?)));
        if let Some((scope, element)) = whole {
            return Some(Found { scope, element, guessed: false });
        }
        let path = path.trim().trim_start_matches(['#', '.', '/']);
        let names: Vec<&str> = path.split('/').filter(|name| !name.is_empty()).collect();
        let (last, way) = names.split_last()?;
        let starts = self.around(Some(scope)).map(|(at, _)| Some(at)).chain([None]);
        for start in starts {
            let end = way.iter().try_fold(start, |at, name| self.inner(at, name).map(Some));
            if let Some((scope, element)) = end.flatten().and_then(|at| Some((at, self.element(at, last, kind)?))) {
                return Some(Found { scope, element, guessed: false });
            }
        }
        // Nearest ones first: of the own instance, then of all.
        let below = |at: &u32| self.around(Some(*at)).any(|(around, _)| around == scope);
        let all = 0..self.all.len() as u32;
        let first = all.clone().filter(below).find_map(|at| Some((at, self.element(at, last, kind)?)));
        let found = first.or_else(|| all.clone().find_map(|at| Some((at, self.element(at, last, kind)?))));
        found.map(|(scope, element)| Found { scope, element, guessed: true })
    }

    fn add(&mut self, scope: Scope<'a>) {
        let at = self.all.len() as u32;
        let called = [(scope.instance, "sid"), (scope.instance, "name"), (scope.definition, "id")];
        for name in called.iter().filter_map(|(element, attribute)| element.attribute_value(attribute)) {
            self.inner.entry((scope.parent, name.trim().into())).or_insert(at);
        }
        // A SID counts more than an id, and that more than a name.
        for attribute in ["sid", "id", "name"] {
            for kind in ["rigid_body", "rigid_constraint"] {
                for element in scope.definition.children_named(kind) {
                    let Some(name) = element.attribute_value(attribute) else { continue };
                    self.elements.entry((at, kind, name.trim().into())).or_insert(element);
                }
            }
        }
        self.all.push(scope);
    }

    /// The instance of this name within a scope.
    fn inner(&self, scope: Option<u32>, name: &str) -> Option<u32> {
        self.inner.get(&(scope, name.into())).copied()
    }

    /// The body or constraint of this name in the model of a scope.
    fn element(&self, scope: u32, name: &str, kind: &'static str) -> Option<Node<'a>> {
        self.elements.get(&(scope, kind, name.into())).copied()
    }
}
