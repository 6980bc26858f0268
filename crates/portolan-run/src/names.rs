//! What nodes and their fields are called.

use std::rc::Rc;

use hashbrown::HashMap;
use portolan_xvrml::world::{NodeId, Port, Value, World};

use crate::run::Run;

/// Where nodes stand first, and what they are called because of it.
#[derive(Default, Debug)]
pub(crate) struct Names {
    known: HashMap<NodeId, Rc<str>>,
    /// For each node, the one that holds it first, the field, and the place in it.
    above: Vec<Option<(NodeId, &'static str, u32)>>,
    /// The structure for which this holds.
    version: u64,
    ready: bool,
}

/// Fields that hold a single node.
const SINGLE: [&str; 2] = ["geometry", "source"];

impl Names {
    fn refresh(&mut self, world: &World, version: u64) {
        if self.ready && self.version == version {
            return;
        }
        (self.version, self.ready) = (version, true);
        self.known.clear();
        self.above.clear();
        self.above.resize(world.ids().count(), None);
        let mut open = vec![world.root];
        while let Some(id) = open.pop() {
            let before = open.len();
            for (field, nodes) in held(world, id) {
                for (place, node) in (0..).zip(nodes) {
                    let Some(slot) = self.above.get_mut(node.0 as usize) else { continue };
                    if slot.is_none() && *node != world.root {
                        *slot = Some((id, field, place));
                        open.push(*node);
                    }
                }
            }
            open.get_mut(before..).unwrap_or_default().reverse();
            // What stands beside the children comes last.
            if open.is_empty() {
                let roots = world.avatars.iter().chain(&world.backgrounds).chain(&world.aside);
                let free = roots.copied().find(|n| self.above.get(n.0 as usize).is_some_and(Option::is_none));
                if let Some(free) = free {
                    if let Some(slot) = self.above.get_mut(free.0 as usize) {
                        *slot = Some((world.root, "", free.0));
                    }
                    open.push(free);
                }
            }
        }
    }

    /// The nodes from the world to a node, both with it; empty if it stands nowhere.
    pub fn way(&self, world: &World, id: NodeId) -> Vec<NodeId> {
        let mut way = vec![id];
        let mut at = id;
        while let Some((above, ..)) = self.above.get(at.0 as usize).copied().flatten() {
            way.push(above);
            at = above;
        }
        way.reverse();
        if at == world.root { way } else { Vec::new() }
    }
}

/// The nodes that a node holds, by field.
fn held(world: &World, id: NodeId) -> Vec<(&'static str, &[NodeId])> {
    let Some(node) = world.node(id) else { return Vec::new() };
    let fields = node.kind.get().fields.iter().zip(0..);
    let mut all: Vec<(&'static str, &[NodeId])> = fields
        .filter(|(f, _)| f.ty.is_node())
        .filter_map(|(f, at)| match world.value_at(id, at) {
            Some(Value::Nodes(nodes)) => Some((f.name, nodes.as_slice())),
            _ => None,
        })
        .collect();
    if let Some(inlined) = &node.inlined {
        all.push(("inlined", std::slice::from_ref(inlined)));
    }
    for declared in &node.declared {
        if let Value::Nodes(nodes) = &declared.value {
            all.push(("field", nodes));
        }
    }
    all
}

impl Run {
    /// The name of a node, or the path to it: `World.children[3]`.
    pub(crate) fn name(&mut self, id: NodeId) -> Rc<str> {
        self.names.refresh(&self.live.world, self.structure);
        if let Some(known) = self.names.known.get(&id) {
            return known.clone();
        }
        // From the world down, so that long ways need no recursion.
        let way = self.names.way(&self.live.world, id);
        let mut name: Rc<str> = "World".into();
        let steps = if way.is_empty() { std::slice::from_ref(&id) } else { &way };
        for step in steps {
            name = match self.names.known.get(step) {
                Some(known) => known.clone(),
                None => {
                    let own = self.own_name(*step, &name);
                    self.names.known.insert(*step, own.clone());
                    own
                }
            };
        }
        name
    }

    fn own_name(&self, id: NodeId, above: &str) -> Rc<str> {
        let world = &self.live.world;
        if id == world.root {
            return "World".into();
        }
        let own = world.node(id).and_then(|n| n.name.as_deref());
        if let Some(own) = own.filter(|own| world.names.get(*own) == Some(&id)) {
            return own.into();
        }
        match self.names.above.get(id.0 as usize).copied().flatten() {
            Some((_, "", _)) | None => own.unwrap_or(world.kind(id)).into(),
            Some((_, field, _)) if SINGLE.contains(&field) => format!("{above}.{field}").into(),
            Some((_, field, place)) => format!("{above}.{field}[{place}]").into(),
        }
    }

    /// The name of a node, or the path to it, to keep.
    pub fn name_of(&mut self, id: NodeId) -> String {
        self.name(id).to_string()
    }

    /// The nodes from the world to a node.
    pub(crate) fn way(&mut self, id: NodeId) -> Vec<NodeId> {
        self.names.refresh(&self.live.world, self.structure);
        self.names.way(&self.live.world, id)
    }

    /// What a field or an event of a node is called.
    pub(crate) fn port_name(&self, node: NodeId, port: Port) -> &str {
        self.live.world.port_name(node, port)
    }
}
