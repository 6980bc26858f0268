//! What is known only when everything was read: names, routes, cycles.

use hashbrown::HashMap;
use portolan_scene::{Fate, Origin};

use super::build::{Builder, PendingRoute, PendingUse, Scope, Slot};
use super::field_type::{Way, folded};
use super::{Access, FieldType, NodeId, Port, Route, Tied, Value, World, codes};

impl Builder<'_> {
    /// Resolves names and gives the world.
    pub fn join(mut self) -> World {
        // The only scope gives its names away, as many as they may be.
        if let [scope] = self.scopes.as_mut_slice()
            && !scope.closed
            && self.world.names.is_empty()
        {
            self.world.names = std::mem::take(&mut scope.names);
            scope.is_world = true;
        }
        for scope in self.scopes.iter().filter(|s| !s.closed) {
            let mut names: Vec<_> = scope.names.iter().collect();
            names.sort_unstable();
            for (name, id) in names {
                self.world.names.entry(name.clone()).or_insert(*id);
            }
        }
        for pending in std::mem::take(&mut self.uses) {
            self.place_use(pending);
        }
        self.world.for_each_list(|_, list| list.retain(|id| *id != NodeId::PENDING));
        self.open_cycles();
        for route in std::mem::take(&mut self.routes) {
            self.place_route(route);
        }
        self.world.nodes.shrink_to_fit();
        self.world
    }

    /// The names of a scope.
    fn names_of<'b>(&'b self, scope: &'b Scope) -> &'b HashMap<Box<str>, NodeId> {
        if scope.is_world { &self.world.names } else { &scope.names }
    }

    fn find(&self, scope: usize, name: &str) -> Option<NodeId> {
        let scope = self.scopes.get(scope)?;
        let own = self.names_of(scope).get(name).copied();
        own.or_else(|| self.world.names.get(name).copied().filter(|_| !scope.closed))
    }

    fn place_use(&mut self, PendingUse { unplaced, owner, slot }: PendingUse) {
        let Some(target) = self.find(unplaced.scope, &unplaced.name) else {
            let message = format!("no node has the name `{}`", unplaced.name);
            return self.losses.push(&codes::UNRESOLVED, Fate::Dropped, unplaced.origin, message);
        };
        let Some(node) = self.world.node_mut(owner) else { return };
        let value = match slot {
            Slot::Field(field) => node.fields.iter_mut().find(|(f, _)| *f == field).map(|(_, v)| v),
            Slot::Declared(field) => node.declared.get_mut(field as usize).map(|d| &mut d.value),
        };
        if let Some(Value::Nodes(list)) = value
            && let Some(place) = list.get_mut(unplaced.index)
        {
            *place = target;
        }
    }

    /// Takes out every use of a node within itself, and what is nested too deeply. Fields of scripts only refer.
    fn open_cycles(&mut self) {
        let count = self.world.nodes.len();
        let most = self.limits.depth;
        // 0 is new, 1 is open, what is more is done and is how many nodes are below each other there, and 2.
        let mut marks = vec![0u32; count];
        let mut cut: Vec<(NodeId, NodeId, bool)> = Vec::new();
        let mut stack = Vec::new();
        for start in 0..count as u32 {
            stack.push((NodeId(start), false));
            while let Some((id, leaving)) = stack.pop() {
                let Some(mark) = marks.get(id.0 as usize).copied() else { continue };
                if leaving {
                    let mut height = 0;
                    for below in self.world.below(id) {
                        let under = marks.get(below.0 as usize).copied().unwrap_or(0).saturating_sub(1);
                        match under {
                            0 => cut.push((id, below, true)),
                            under if under >= most => cut.push((id, below, false)),
                            under => height = height.max(under),
                        }
                    }
                    if let Some(mark) = marks.get_mut(id.0 as usize) {
                        *mark = height + 2;
                    }
                } else if mark == 0 {
                    if let Some(mark) = marks.get_mut(id.0 as usize) {
                        *mark = 1;
                    }
                    stack.push((id, true));
                    let below = self.world.below(id).filter(|b| marks.get(b.0 as usize) == Some(&0));
                    stack.extend(below.map(|b| (b, false)));
                }
            }
        }
        for (owner, below, circular) in cut {
            let origin = self.world.origin(owner);
            let kind = self.world.kind(below);
            match circular {
                true => {
                    let message = format!("a `{kind}` contains itself");
                    self.losses.push(&codes::CIRCULAR, Fate::Dropped, origin, message);
                }
                false => {
                    let message = format!("nodes are nested more than {most} deep");
                    self.losses.push(&codes::TOO_LARGE, Fate::Dropped, origin, message);
                }
            }
            if let Some(node) = self.world.node_mut(owner) {
                for (_, value) in &mut node.fields {
                    if let Value::Nodes(list) = value {
                        list.retain(|id| *id != below);
                    }
                }
            }
        }
    }

    fn place_route(&mut self, PendingRoute { scope, from, to, origin }: PendingRoute) {
        let Some((sender, outputs)) = self.end(scope, &from, Way::Out, origin) else { return };
        let Some((receiver, inputs)) = self.end(scope, &to, Way::In, origin) else { return };
        let is_x3d = self.documents.get(origin.document).is_some_and(|d| d.is_x3d());
        let fits = |sent: FieldType, taken: FieldType| if is_x3d { sent.reaches(taken) } else { sent.fits(taken) };
        for (from_node, from_port) in &outputs {
            for (to_node, to_port) in &inputs {
                let sent = self.world.port_type(*from_node, *from_port);
                let taken = self.world.port_type(*to_node, *to_port);
                match (sent, taken) {
                    (Some(sent), Some(taken)) if fits(sent, taken) => {
                        let route = Route { from: (*from_node, *from_port), to: (*to_node, *to_port), origin };
                        self.world.routes.push(route);
                    }
                    (Some(sent), Some(taken)) => {
                        let message = format!(
                            "`{}` of `{}` sends {sent}, but `{}` of `{}` accepts {taken}",
                            from.1,
                            self.world.kind(sender),
                            to.1,
                            self.world.kind(receiver)
                        );
                        self.losses.push(&codes::ROUTE, Fate::Dropped, origin, message);
                    }
                    _ => {}
                }
            }
        }
    }

    fn end(
        &mut self,
        scope: usize,
        (node, field): &(Box<str>, Box<str>),
        way: Way,
        origin: Origin,
    ) -> Option<(NodeId, Vec<(NodeId, Port)>)> {
        let found = self.find(scope, node.trim()).or_else(|| self.path(scope, node.trim()));
        let Some(id) = found else {
            let message = format!("a route refers to `{node}`, but no node has that name");
            self.losses.push(&codes::UNRESOLVED, Fate::Dropped, origin, message);
            return None;
        };
        let ports = self.ports_in(scope, node.trim(), id, field, way);
        if ports.is_empty() {
            let verb = if way == Way::Out { "send" } else { "take" };
            let message = format!("`{}` does not {verb} `{field}`", self.world.kind(id));
            self.losses.push(&codes::ROUTE, Fate::Dropped, origin, message);
            return None;
        }
        Some((id, ports))
    }

    /// What the name of a field or event means at a node that is named in a scope: that of a prototype is seen outside of it only.
    fn ports_in(&self, scope: usize, name: &str, id: NodeId, field: &str, way: Way) -> Vec<(NodeId, Port)> {
        let named_here = self.scopes.get(scope).is_some_and(|s| self.names_of(s).get(name) == Some(&id));
        match self.layers.get(&id).filter(|_| named_here) {
            Some(layers) => {
                let tied = layers.iter().rfind(|(seen, _)| *seen == scope).map(|(_, tied)| tied.as_slice());
                self.world.ports_with(id, tied.unwrap_or_default(), field, way)
            }
            None => self.world.ports(id, field, way),
        }
    }

    /// A node by the way that leads to it: `World.children[0].geometry`.
    fn path(&self, scope: usize, path: &str) -> Option<NodeId> {
        let mut steps = path.split('.');
        let head = steps.next()?;
        let mut at = if head == "World" { self.world.root } else { self.find(scope, head)? };
        for step in steps {
            let (field, index) = match step.split_once('[') {
                Some((field, index)) => (field, index.trim_end_matches(']').trim().parse::<usize>().ok()?),
                None => (step, 0),
            };
            at = *self.world.nodes_in(at, field.trim()).get(index)?;
        }
        Some(at)
    }
}

/// The field that has another name in VRML97 or X3D.
fn elsewhere(kind: &str, name: &str) -> Option<&'static str> {
    Some(match (kind, name) {
        ("Switch", "choice") | ("LOD", "level") => "children",
        ("Collision", "enabled") => "collide",
        _ => return None,
    })
}

impl World {
    /// What the name of a field or event means at a node. Fields of a prototype may mean several.
    pub fn ports(&self, id: NodeId, name: &str, way: Way) -> Vec<(NodeId, Port)> {
        self.ports_with(id, self.interfaces.get(&id).map_or(&[], Vec::as_slice), name, way)
    }

    /// The same, with what the fields of a prototype stand for.
    fn ports_with(&self, id: NodeId, tied: &[Tied], name: &str, way: Way) -> Vec<(NodeId, Port)> {
        let Some(node) = self.node(id) else { return Vec::new() };
        let wanted = folded(name.trim());
        let bare = match way {
            Way::In => wanted.strip_prefix("set"),
            Way::Out => wanted.strip_suffix("changed"),
        };
        let named = |name: &str| tied.iter().find(|t| t.name == name);
        if let Some(tied) = named(&wanted).or_else(|| named(bare?)) {
            return tied.to.clone();
        }
        for (index, declared) in (0..).zip(&node.declared) {
            let own = folded(&declared.name);
            let goes = match declared.access {
                Access::Value => own == wanted || Some(own.as_str()) == bare,
                Access::Input => way == Way::In && own == wanted,
                Access::Output => way == Way::Out && own == wanted,
            };
            if goes {
                return vec![(id, Port::Declared(index))];
            }
        }
        let kind = node.kind.get();
        let port = if way == Way::In { kind.input(name) } else { kind.output(name) };
        let called = |name: &str| kind.field(elsewhere(kind.name, name)?).map(Port::Field);
        let port = port.or_else(|| called(&wanted).or_else(|| called(bare?)));
        port.map(|p| vec![(id, p)]).unwrap_or_default()
    }

    /// What an end of a route carries.
    pub fn port_type(&self, id: NodeId, port: Port) -> Option<FieldType> {
        let node = self.node(id)?;
        let kind = node.kind.get();
        Some(match port {
            Port::Field(at) => kind.fields.get(at as usize)?.ty,
            Port::Event(at) => kind.events.get(at as usize)?.ty,
            Port::Declared(at) => node.declared.get(at as usize)?.ty,
            Port::AddChildren | Port::RemoveChildren => FieldType::Nodes,
        })
    }

    /// Takes a value out of a node.
    pub(super) fn take_at(&mut self, id: NodeId, field: u16) -> Option<Value> {
        let node = self.node_mut(id)?;
        let at = node.fields.iter().position(|(f, _)| *f == field)?;
        Some(node.fields.swap_remove(at).1)
    }

    /// Every list of nodes, with whose it is.
    fn for_each_list(&mut self, mut visit: impl FnMut(NodeId, &mut Vec<NodeId>)) {
        for (id, node) in (0..).zip(&mut self.nodes) {
            let fields = node.fields.iter_mut().map(|(_, v)| v);
            for value in fields.chain(node.declared.iter_mut().map(|d| &mut d.value)) {
                if let Value::Nodes(list) = value {
                    visit(NodeId(id), list);
                }
            }
        }
    }
}
