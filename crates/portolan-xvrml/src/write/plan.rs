//! What is written of a world, and under which names.

use hashbrown::{HashMap, HashSet};
use portolan_scene::{Fate, Losses};
use portolan_syntax::xml::chars::{is_name_char, is_name_start};

use super::{Outside, codes};
use crate::world::{NodeId, Port, Route, Value, World};

/// What is decided before anything is written.
pub(super) struct Plan {
    /// Names of nodes that need one.
    names: HashMap<NodeId, Box<str>>,
    /// Nodes that stand among the children of others, and not only in fields of scripts.
    placed: HashSet<NodeId>,
    /// Fields and events that are ends of routes.
    ends: HashSet<(NodeId, Port)>,
}

impl Plan {
    pub fn new(world: &World, outside: &Outside, is_name: fn(char, bool) -> bool, losses: &mut Losses) -> Plan {
        let mut plan = Plan { names: HashMap::new(), placed: HashSet::new(), ends: HashSet::new() };
        let (order, uses) = plan.walk(world, outside);
        plan.ends = world.routes.iter().flat_map(|r| [r.from, r.to]).collect();
        let ends: HashSet<NodeId> = plan.ends.iter().map(|(id, _)| *id).collect();
        let mut taken: HashMap<Box<str>, u32> = HashMap::new();
        // Those of the document go before those within prototypes.
        let (first, others): (Vec<NodeId>, Vec<NodeId>) = order.iter().copied().partition(|id| {
            let name = world.node(*id).and_then(|n| n.name.as_deref());
            name.is_some_and(|name| world.names.get(name) == Some(id))
        });
        for id in first.into_iter().chain(others) {
            let Some(node) = world.node(id) else { continue };
            let used = uses.get(&id).is_some_and(|n| *n > 1) || ends.contains(&id);
            let kind = node.kind.get().name;
            if node.name.is_none() && !used && kind != "Avatar" {
                continue;
            }
            let wanted = node.name.as_deref().unwrap_or(kind);
            let given = unique(&sound(wanted, is_name), &mut taken);
            if node.name.as_deref().is_some_and(|name| *name != *given) {
                let message = format!("`{wanted}` was renamed to `{given}`");
                losses.push(&codes::NAME, Fate::Noted, node.origin, message);
            }
            plan.names.insert(id, given);
        }
        plan
    }

    /// All nodes that are written, in the order of the document, and how often each is held.
    fn walk(&mut self, world: &World, outside: &Outside) -> (Vec<NodeId>, HashMap<NodeId, u32>) {
        let mut order = Vec::new();
        let mut uses: HashMap<NodeId, u32> = HashMap::new();
        let beside = world.info.iter().chain(&world.backgrounds).chain(&world.avatars);
        // From the last to the first, for what was put last is looked at next.
        let mut open: Vec<(NodeId, bool)> = world.aside.iter().rev().map(|id| (*id, true)).collect();
        open.push((world.root, true));
        open.extend(beside.copied().collect::<Vec<_>>().into_iter().rev().map(|id| (id, true)));
        while let Some((id, placed)) = open.pop() {
            let count = uses.entry(id).or_insert(0);
            *count += 1;
            if placed && !self.placed.insert(id) || !placed && *count > 1 {
                continue;
            }
            if *count == 1 {
                order.push(id);
            }
            let Some(node) = world.node(id) else { continue };
            let before = open.len();
            if *count == 1 {
                for declared in &node.declared {
                    if let Value::Nodes(list) = &declared.value {
                        open.extend(list.iter().map(|id| (*id, false)));
                    }
                }
            }
            for field in &node.kind.get().written {
                if let Some(Value::Nodes(list)) = world.value_at(id, *field) {
                    open.extend(list.iter().map(|id| (*id, placed)));
                }
            }
            if let Some(inlined) = node.inlined.filter(|_| outside.is_embedded(id)) {
                open.push((inlined, placed));
            }
            open.get_mut(before..).unwrap_or_default().reverse();
        }
        (order, uses)
    }

    /// What a node is called; `None` if nothing refers to it.
    pub fn name(&self, id: NodeId) -> Option<&str> {
        self.names.get(&id).map(|n| &**n)
    }

    /// A name that no node has.
    pub fn free(&self, wanted: &str) -> String {
        let taken = |name: &String| self.names.values().any(|n| **n == **name);
        let mut all = std::iter::once(wanted.to_owned()).chain((2..).map(|n: u32| format!("{wanted}_{n}")));
        all.find(|name| !taken(name)).unwrap_or_default()
    }

    /// Does a node stand among the children of others?
    pub fn is_placed(&self, id: NodeId) -> bool {
        self.placed.contains(&id)
    }

    /// Is a field or event the end of a route?
    pub fn is_end(&self, id: NodeId, port: Port) -> bool {
        self.ends.contains(&(id, port))
    }

    /// Is a field of a node the end of a route?
    pub fn is_driven(&self, world: &World, id: NodeId, field: &str) -> bool {
        let at = world.node(id).and_then(|n| n.kind.get().field(field));
        at.is_some_and(|at| self.is_end(id, Port::Field(at)))
    }

    /// What both ends of a route are called. What stays in an inlined world has the name that it has there.
    pub fn ends_of<'a>(&'a self, world: &'a World, route: &Route) -> Option<[&'a str; 2]> {
        let name = |id: NodeId| {
            let elsewhere = || world.node(id)?.name.as_deref().filter(|name| world.names.get(*name) == Some(&id));
            self.name(id).or_else(elsewhere)
        };
        let written = self.placed.contains(&route.from.0) || self.placed.contains(&route.to.0);
        let inner = self.name(route.from.0).is_some() || self.name(route.to.0).is_some();
        (written || inner).then_some([name(route.from.0)?, name(route.to.0)?])
    }
}

/// A name that the format takes.
fn sound(name: &str, allowed: fn(char, bool) -> bool) -> String {
    let mut made = String::with_capacity(name.len());
    for c in name.trim().chars() {
        let first = made.is_empty();
        match (allowed(c, first), first && allowed(c, false)) {
            (true, _) => made.push(c),
            // A digit may stand behind something else.
            (false, true) => made.extend(['_', c]),
            (false, false) => made.push('_'),
        }
    }
    if made.is_empty() { "_".to_owned() } else { made }
}

/// A name that no other node has. `taken` has the last number that was tried for each name, so that a hundred thousand nodes
/// of one name do not try all of them.
fn unique(wanted: &str, taken: &mut HashMap<Box<str>, u32>) -> Box<str> {
    let mut number = taken.get(wanted).copied().unwrap_or(0);
    let mut name: Box<str> = wanted.into();
    while number > 0 {
        number += 1;
        name = format!("{wanted}_{number}").into();
        if !taken.contains_key(&name) {
            break;
        }
    }
    taken.insert(wanted.into(), number.max(1));
    taken.entry(name.clone()).or_insert(1);
    name
}

/// May a character stand in a name of XML without colons, at the beginning or behind it?
pub(super) fn in_xml(c: char, first: bool) -> bool {
    c != ':' && if first { is_name_start(c) } else { is_name_char(c) }
}

/// The same in the classic encoding.
pub(super) fn in_classic(c: char, first: bool) -> bool {
    c != '.' && in_xml(c, first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sound_and_unique() {
        assert_eq!(sound("a b", in_xml), "a_b");
        assert_eq!(sound("1st", in_xml), "_1st");
        assert_eq!(sound("-x.y", in_xml), "_-x.y");
        assert_eq!(sound("x.y", in_classic), "x_y");
        assert_eq!(sound("", in_xml), "_");
        let mut taken = HashMap::new();
        let names = ["a", "a", "a_2", "a"].map(|n| unique(n, &mut taken));
        assert_eq!(names.map(|n| n.to_string()), ["a", "a_2", "a_2_2", "a_3"]);
    }
}
