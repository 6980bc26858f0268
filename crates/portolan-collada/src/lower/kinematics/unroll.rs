//! Instances within instances: a tree of scopes, with a mechanism for each model.

use hashbrown::HashSet;
use portolan_scene::{Fate, Origin};
use portolan_syntax::Node;

use super::codes;
use super::names::{Kind, Names, Param, Scope, Thing};
use crate::lower::geometry::label;
use crate::lower::{Lower, codes as common};

/// Systems within systems.
const DEEPEST: u32 = 32;
/// Instances, and what is said about axes, of one document.
const MOST: usize = 1 << 18;

impl<'a> Lower<'a> {
    /// Unrolls what the document's scene instantiates. Where it instantiates nothing, everything stands for itself that
    /// nothing else instantiates: kinematics scenes, else systems, else models.
    pub(super) fn unroll(&mut self, root: Node<'a>, names: &mut Names<'a>) {
        let scene = root.child("scene");
        let instances: Vec<Node<'a>> =
            scene.into_iter().flat_map(|s| s.children_named("instance_kinematics_scene")).collect();
        for instance in &instances {
            if let Some(definition) = self.follow_kind(*instance, "kinematics_scene") {
                self.open(names, None, Kind::Scene, Some(*instance), definition);
            }
        }
        for (name, kind) in [
            ("kinematics_scene", Kind::Scene),
            ("articulated_system", Kind::System),
            ("kinematics_model", Kind::Model(0)),
        ] {
            if !instances.is_empty() || !names.mechanisms.is_empty() {
                return;
            }
            let main = self.documents.main();
            let used = main.named("articulated_system").flat_map(inner_instances);
            let used: HashSet<Origin> = used.filter_map(|i| self.target(i)).map(|d| self.origin(d)).collect();
            let definitions: Vec<Node<'a>> = self.all_typed(name);
            for definition in definitions.into_iter().filter(|d| !used.contains(&self.origin(*d))).collect::<Vec<_>>() {
                self.open(names, None, kind, None, definition);
            }
        }
    }

    /// The element behind an instance, of the kind that it has to be.
    pub(in crate::lower) fn follow_kind(&mut self, instance: Node<'a>, kind: &str) -> Option<Node<'a>> {
        let found = self.follow(instance, "url")?;
        if found.local_name() != kind {
            let message = format!("`{}` is a `{}`, not a `{kind}`", label(found), found.local_name());
            self.lose(&common::UNRESOLVED, Fate::Dropped, instance, message);
            return None;
        }
        Some(found)
    }

    /// The element behind an instance; nothing is told.
    fn target(&self, instance: Node<'a>) -> Option<Node<'a>> {
        self.documents.follow(instance, &instance.attribute_value("url")?).ok()
    }

    fn open(
        &mut self,
        names: &mut Names<'a>,
        parent: Option<u32>,
        kind: Kind,
        instance: Option<Node<'a>>,
        definition: Node<'a>,
    ) {
        let place = instance.unwrap_or(definition);
        let depth = parent.and_then(|p| names.scope(p)).map_or(0, |p| p.depth + 1);
        if parent.is_some_and(|p| names.around(p).any(|s| names.scope(s).is_some_and(|s| s.definition == definition))) {
            let message = format!("`{}` contains itself", label(definition));
            return self.lose(&codes::CYCLE, Fate::Dropped, place, message);
        }
        if depth > DEEPEST || names.scopes.len() >= MOST {
            let message = format!(
                "there are more than {MOST} instances of models and systems, or more than {DEEPEST} levels \
                    of nesting"
            );
            return self.lose(&codes::LIMIT, Fate::Dropped, place, message);
        }
        self.tell_space(definition);
        let scope = names.scopes.len() as u32;
        names.scopes.push(Scope { parent, depth, end: u32::MAX, instance, definition, kind });
        if let Some(parent) = parent {
            let called = [place.attribute_value("sid"), definition.attribute_value("id")];
            called.into_iter().flatten().for_each(|name| names.add(name.trim(), parent, Thing::Scope(scope)));
        }
        for holder in instance.into_iter().chain(holders(definition)) {
            self.declare(holder, scope, names);
        }
        match kind {
            Kind::Scene => {
                for instance in definition.elements() {
                    self.open_instance(names, scope, instance);
                }
            }
            Kind::System => self.open_system(names, scope, definition),
            Kind::Model(_) => {
                let mechanism = names.mechanisms.len() as u32;
                names.scopes.iter_mut().skip(scope as usize).take(1).for_each(|s| s.kind = Kind::Model(mechanism));
                self.model(scope, definition, names);
            }
            Kind::Axis(_) => {}
        }
        let end = names.scopes.len() as u32;
        names.scopes.iter_mut().skip(scope as usize).take(1).for_each(|s| s.end = end);
    }

    fn open_instance(&mut self, names: &mut Names<'a>, parent: u32, instance: Node<'a>) {
        let (wanted, kind) = match instance.local_name() {
            "instance_kinematics_model" => ("kinematics_model", Kind::Model(0)),
            "instance_articulated_system" => ("articulated_system", Kind::System),
            _ => return,
        };
        if let Some(definition) = self.follow_kind(instance, wanted) {
            self.open(names, Some(parent), kind, Some(instance), definition);
        }
    }

    /// What a system works with comes before what it says about its axes.
    fn open_system(&mut self, names: &mut Names<'a>, scope: u32, definition: Node<'a>) {
        for instance in inner_instances(definition) {
            self.open_instance(names, scope, instance);
        }
        for control in controls(definition) {
            let common = control.child("technique_common").unwrap_or(control);
            for info in common.children_named("axis_info") {
                self.open(names, Some(scope), Kind::Axis(None), None, info);
            }
        }
    }

    /// Takes the parameters of an element into a scope: new ones, and new symbols for others.
    fn declare(&mut self, holder: Node<'a>, scope: u32, names: &mut Names<'a>) {
        for element in holder.elements() {
            let attribute = match element.local_name() {
                "newparam" => "sid",
                "bind" => "symbol",
                _ => continue,
            };
            let Some(name) = element.attribute_value(attribute) else { continue };
            let param = names.params.len() as u32;
            names.params.push(Param { holder: element, scope });
            names.add(name.trim(), scope, Thing::Param(param));
        }
    }

    /// Gives parameters the values that instances set, those of outer instances last.
    pub(super) fn set_parameters(&mut self, names: &mut Names<'a>) {
        for scope in (0..names.scopes.len() as u32).rev() {
            let Some(known) = names.scope(scope) else { continue };
            let own = if matches!(known.kind, Kind::Axis(_)) { Some(known.definition) } else { None };
            let holders: Vec<Node<'a>> = known.instance.into_iter().chain(own).collect();
            for set in holders.into_iter().flat_map(Node::elements).filter(|e| e.local_name() == "setparam") {
                let name = set.attribute_value("ref").unwrap_or_default();
                match names.find(&name, scope, None) {
                    Some(Thing::Param(param)) => {
                        let slot = names.params.iter_mut().skip(param as usize).take(1);
                        slot.for_each(|p| *p = Param { holder: set, scope });
                    }
                    _ => {
                        let message = format!("the parameter `{}` to be set does not exist", name.trim());
                        self.lose(&codes::REFERENCE, Fate::Dropped, set, message);
                    }
                }
            }
        }
    }
}

/// The two kinds of systems.
pub(super) fn controls(definition: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    definition.elements().filter(|e| matches!(e.local_name(), "kinematics" | "motion"))
}

/// What a system instantiates: models, or one other system.
fn inner_instances(definition: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    controls(definition).flat_map(|control| {
        let models = control.children_named("instance_kinematics_model");
        models.chain(control.children_named("instance_articulated_system").take(1))
    })
}

/// The elements of a definition that parameters stand in.
fn holders(definition: Node<'_>) -> Vec<Node<'_>> {
    let mut all = vec![definition];
    all.extend(definition.child("technique_common"));
    for control in controls(definition) {
        all.push(control);
        all.extend(control.child("technique_common"));
    }
    all
}
