//! Events: what is sent, where routes lead it, and what it changes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hashbrown::{HashMap, HashSet};
use portolan_xvrml::world::{Access, FieldType, NodeId, Port, Route, Value, World};

use crate::clock::Clock;
use crate::codes;
use crate::run::Run;
use crate::trace::Cause;

/// Routes, and what goes through them.
#[derive(Default, Debug)]
pub(crate) struct Wiring {
    routes: Vec<Route>,
    outputs: HashMap<(NodeId, Port), Output>,
    /// Inputs that several routes lead to, with what arrived last.
    shared: HashMap<(NodeId, Port), Option<Arrived>>,
    /// What is still to be delivered: by route, in the order in which it was sent.
    pending: BinaryHeap<Reverse<Delivery>>,
    sent: u64,
}

/// How many nodes and routes a world has.
#[derive(Debug)]
pub(crate) struct Extent {
    nodes: u32,
    routes: usize,
}

impl Extent {
    pub fn of(world: &World) -> Extent {
        Extent { nodes: world.ids().count() as u32, routes: world.routes.len() }
    }
}

/// An output that routes lead from, or that sent something.
#[derive(Default, Debug)]
struct Output {
    routes: Vec<u32>,
    /// The stamp of what was sent last; 0 is none.
    stamp: u64,
    /// What was sent last, if it is no field.
    last: Option<Value>,
}

/// What arrived at an input: the stamp, the route, and the value.
type Arrived = (u64, u32, Value);

#[derive(Debug)]
struct Delivery {
    route: u32,
    number: u64,
    value: Value,
}

impl Delivery {
    fn key(&self) -> (u32, u64) {
        (self.route, self.number)
    }
}

impl PartialEq for Delivery {
    fn eq(&self, other: &Delivery) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Delivery {}

impl PartialOrd for Delivery {
    fn partial_cmp(&self, other: &Delivery) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Delivery {
    fn cmp(&self, other: &Delivery) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl Wiring {
    pub fn new(world: &World) -> Wiring {
        let mut wiring = Wiring::default();
        let mut arriving: HashMap<(NodeId, Port), u32> = HashMap::new();
        let mut known = HashSet::new();
        for (number, route) in (0..).zip(&world.routes) {
            // A route that is repeated is ignored (VRML97, 4.10.2).
            if !known.insert((route.from, route.to)) {
                continue;
            }
            wiring.outputs.entry(route.from).or_default().routes.push(number);
            *arriving.entry(route.to).or_default() += 1;
        }
        wiring.shared = arriving.into_iter().filter(|(_, n)| *n > 1).map(|(to, _)| (to, None)).collect();
        wiring.routes = world.routes.clone();
        wiring
    }

    /// Where a route leads from.
    pub fn from(&self, route: u32) -> Option<(NodeId, Port)> {
        self.routes.get(route as usize).map(|r| r.from)
    }

    /// What an output sent last.
    pub fn last(&self, node: NodeId, port: Port) -> Option<&Value> {
        self.outputs.get(&(node, port))?.last.as_ref()
    }

    /// Does a route lead from an output?
    pub fn leads_from(&self, node: NodeId, port: Port) -> bool {
        self.outputs.get(&(node, port)).is_some_and(|o| !o.routes.is_empty())
    }

    /// Adds a route behind all others.
    fn add(&mut self, from: (NodeId, Port), to: (NodeId, Port)) {
        let known = self.outputs.get(&from).is_some_and(|o| o.routes.iter().any(|r| self.leads_to(*r) == Some(to)));
        if known {
            return;
        }
        if self.outputs.values().flat_map(|o| &o.routes).any(|r| self.leads_to(*r) == Some(to)) {
            self.shared.entry(to).or_insert(None);
        }
        self.outputs.entry(from).or_default().routes.push(self.routes.len() as u32);
        self.routes.push(Route { from, to, origin: portolan_scene::Origin::default() });
    }

    /// Takes a route away.
    fn remove(&mut self, from: (NodeId, Port), to: (NodeId, Port)) {
        let routes = &self.routes;
        if let Some(output) = self.outputs.get_mut(&from) {
            output.routes.retain(|r| routes.get(*r as usize).is_none_or(|r| r.to != to));
        }
    }

    fn leads_to(&self, route: u32) -> Option<(NodeId, Port)> {
        self.routes.get(route as usize).map(|r| r.to)
    }

    /// Sends a value through the routes of an output. `false`: it has already sent one with this stamp.
    fn send(&mut self, node: NodeId, port: Port, value: &Value, stamp: u64) -> bool {
        let (kept, field) = (matches!(port, Port::Event(_)), matches!(port, Port::Field(_)));
        let output = match self.outputs.get_mut(&(node, port)) {
            Some(output) => output,
            // Fields that no route leads from are not kept.
            None if field => return true,
            None => self.outputs.entry((node, port)).or_default(),
        };
        if output.stamp == stamp {
            return false;
        }
        output.stamp = stamp;
        if kept {
            output.last = Some(value.clone());
        }
        for route in &output.routes {
            self.sent += 1;
            self.pending.push(Reverse(Delivery { route: *route, number: self.sent, value: value.clone() }));
        }
        true
    }
}

impl Run {
    /// Begins a cascade: what is sent from now on has a new stamp.
    pub(crate) fn begin(&mut self) {
        self.stamp += 1;
    }

    /// Delivers everything that is pending, and all that follows from it.
    pub(crate) fn drain(&mut self) {
        loop {
            while let Some(Reverse(Delivery { route, value, .. })) = self.wiring.pending.pop() {
                let Some((node, port)) = self.wiring.leads_to(route) else { continue };
                self.look_for_fan_in(route, node, port, &value);
                self.take(node, port, value, Cause::Route(route));
                if self.ended {
                    self.wiring.pending.clear();
                }
            }
            if self.ended {
                break;
            }
            if let Some((node, port, value)) = self.scripts.next() {
                if self.count_event() {
                    self.take(node, port, value, Cause::Script);
                }
            } else if !self.events_processed() {
                break;
            }
        }
    }

    /// Reads what an `Inline` leads to now: its clocks, routes and scripts take part from here on.
    fn read_inline(&mut self, node: NodeId) {
        let before = Extent::of(&self.live.world);
        self.live.read_inline(self.outside.resources(), node);
        self.take_part(&before, &Extent::of(&self.live.world));
        self.tell_losses();
    }

    /// Lets nodes and routes take part that came to the world since it had one extent, up to another one.
    pub(crate) fn take_part(&mut self, before: &Extent, after: &Extent) {
        let world = &self.live.world;
        let added: Vec<NodeId> = world.ids().filter(|id| (before.nodes..after.nodes).contains(&id.0)).collect();
        let clocks = self.clocks.len();
        self.clocks.extend(added.iter().filter_map(|id| Clock::of(world, *id)));
        for route in world.routes.get(before.routes..after.routes).unwrap_or_default() {
            self.wiring.add(route.from, route.to);
        }
        self.look_again();
        for at in clocks..self.clocks.len() {
            self.load_medium(at, Cause::Load);
        }
        self.begin_scripts(&added);
    }

    /// Adds a route, or takes it away.
    pub(crate) fn change_route(&mut self, from: (NodeId, Port), to: (NodeId, Port), add: bool) {
        match add {
            true => self.wiring.add(from, to),
            false => self.wiring.remove(from, to),
        }
    }

    /// Tells if another route brought another value with this stamp.
    fn look_for_fan_in(&mut self, route: u32, node: NodeId, port: Port, value: &Value) {
        let stamp = self.stamp;
        let Some(known) = self.wiring.shared.get_mut(&(node, port)) else { return };
        let other = match known {
            Some((at, other, before)) if *at == stamp && *other != route && before != value => Some(*other),
            _ => None,
        };
        *known = Some((stamp, route, value.clone()));
        let Some((from, out)) = other.and_then(|other| self.wiring.from(other)) else { return };
        let Some((also, also_out)) = self.wiring.from(route) else { return };
        let (first, second) = (self.end(from, out), self.end(also, also_out));
        let field = self.port_name(node, port).to_owned();
        let message = format!("`{field}` gets different values from `{first}` and `{second}` at the same time");
        self.find(&codes::FAN_IN, Some(node), message);
    }

    /// Counts an event; `false` if there were too many in this moment.
    fn count_event(&mut self) -> bool {
        self.events += 1;
        if self.events > self.options.most_events && !self.ended {
            self.ended = true;
            let message = format!("more than {} events were sent at one time", self.options.most_events);
            self.find(&codes::EVENTS, None, message);
        }
        !self.ended
    }

    /// Sends an event from an output, once a stamp; `false`: it has sent one already.
    pub(crate) fn emit(&mut self, node: NodeId, output: &str, value: Value, cause: Cause) -> bool {
        let Some(kind) = self.live.world.node(node).map(|n| n.kind.get()) else { return true };
        let port = kind.events.iter().position(|e| !e.input && e.name == output);
        port.is_none_or(|at| self.emit_at(node, Port::Event(at as u16), value, cause))
    }

    pub(crate) fn emit_at(&mut self, node: NodeId, port: Port, value: Value, cause: Cause) -> bool {
        let sent = self.wiring.send(node, port, &value, self.stamp);
        if sent && self.count_event() && self.sink.is_some() {
            self.tell(node, port, &value, cause);
        }
        sent
    }

    /// An event arrives at a node.
    pub(crate) fn take(&mut self, node: NodeId, port: Port, value: Value, cause: Cause) {
        match port {
            Port::Field(at) => self.write(node, at, value, cause),
            Port::Event(at) => {
                let kind = self.live.world.node(node).map(|n| n.kind.get());
                let Some(event) = kind.and_then(|k| k.events.get(at as usize)) else { return };
                match (event.name, value) {
                    ("set-fraction", Value::Numbers([fraction, ..])) => self.interpolate(node, fraction, cause),
                    ("set-bind", Value::Bool(bind)) => {
                        self.set_bind(node, bind, cause);
                    }
                    _ => {}
                }
            }
            Port::Declared(at) => {
                let value = self.fitted(node, port, value);
                self.write_declared(node, at, value, cause);
            }
            Port::AddChildren | Port::RemoveChildren => self.change_children(node, port, &value, cause),
        }
    }

    /// A list of addresses for a field that has one is the first of them that leads somewhere, else the first; one for a list is
    /// a list of one.
    fn fitted(&self, node: NodeId, port: Port, value: Value) -> Value {
        if !matches!(value, Value::Text(_) | Value::Texts(_)) {
            return value;
        }
        match (self.live.world.port_type(node, port), value) {
            (Some(FieldType::String), Value::Texts(all)) => {
                let base = self.live.location(node);
                let file = |url: &str| url.split('#').next().unwrap_or_default().trim().to_owned();
                let there = |url: &str| self.outside.resources().locate(base, &file(url)).is_ok();
                let several = all.len() > 1;
                let best = all.iter().find(|url| several && there(url)).or(all.first());
                Value::Text(best.cloned().unwrap_or_default())
            }
            (Some(FieldType::Strings), Value::Text(text)) => Value::Texts(vec![text]),
            (_, value) => value,
        }
    }

    /// Writes a field, if the rules of its node allow it now.
    pub(crate) fn write(&mut self, node: NodeId, field: u16, value: Value, cause: Cause) {
        let Some(row) = self.live.world.node(node).and_then(|n| n.kind.get().fields.get(field as usize)) else {
            return;
        };
        let value = self.fitted(node, Port::Field(field), value);
        if !is_sound(row.ty, &value) {
            return self.find(&codes::VALUE, Some(node), format!("the value for `{}` is not a {}", row.name, row.ty));
        }
        if let Value::Nodes(nodes) = &value {
            if nodes.iter().any(|below| self.contains(*below, node)) {
                let message = format!("`{}` would contain the node itself", row.name);
                return self.find(&codes::CIRCULAR, Some(node), message);
            }
            self.structure += 1;
        }
        let removed = self.removed(node, field, &value);
        if !self.allow_clock(node, row.name, &value) {
            return;
        }
        // A second write in one cascade is told if it changes something.
        let first = self.wiring.send(node, Port::Field(field), &value, self.stamp);
        let told = first || self.live.world.value_at(node, field) != Some(&value);
        self.changes += 1;
        if told && self.count_event() && self.sink.is_some() {
            self.live.world.set_at(node, field, value.clone());
            self.tell(node, Port::Field(field), &value, cause);
        } else {
            self.live.world.set_at(node, field, value);
        }
        if !self.solids.is_empty() {
            self.solids.remove(&node);
        }
        if let Some(base) = &mut self.base {
            base.since.insert((node, field));
        }
        if row.name == "url" && self.live.world.kind(node) == "Inline" {
            self.read_inline(node);
        }
        if row.name == "enabled" {
            self.after_enabled(node);
        }
        self.after_clock(node, row.name);
        self.unbind_below(&removed, cause);
    }

    /// Nodes that a field holds and that it will not hold any more.
    fn removed(&self, node: NodeId, field: u16, value: &Value) -> Vec<NodeId> {
        match (self.live.world.value_at(node, field), value) {
            (Some(Value::Nodes(before)), Value::Nodes(after)) => {
                let kept: HashSet<&NodeId> = after.iter().collect();
                before.iter().filter(|n| !kept.contains(n)).copied().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Writes a field that a script declares.
    fn write_declared(&mut self, node: NodeId, field: u16, value: Value, cause: Cause) {
        let declared = self.live.world.node_mut(node).and_then(|n| n.declared.get_mut(field as usize));
        let Some(declared) = declared else { return };
        if !is_sound(declared.ty, &value) {
            let message = format!("the value for `{}` is not a {}", declared.name, declared.ty);
            return self.find(&codes::VALUE, Some(node), message);
        }
        let access = declared.access;
        declared.value = value.clone();
        if access == Access::Value {
            self.emit_at(node, Port::Declared(field), value.clone(), cause);
        }
        if access != Access::Output {
            self.take_in_script(node, field, &value);
        }
    }

    /// Adds nodes to the children of a group, or takes them away.
    fn change_children(&mut self, node: NodeId, port: Port, value: &Value, cause: Cause) {
        let Some(field) = self.live.world.node(node).and_then(|n| n.kind.get().field("children")) else { return };
        let Value::Nodes(given) = value else { return };
        let mut children = self.live.world.children(node).to_vec();
        let before = children.len();
        match port {
            Port::AddChildren => {
                for child in given {
                    if !children.contains(child) {
                        children.push(*child);
                    }
                }
            }
            _ => children.retain(|c| !given.contains(c)),
        }
        if children.len() != before {
            self.write(node, field, Value::Nodes(children), cause);
        }
    }

    /// Is a node the other one, or does it hold it?
    pub(crate) fn contains(&self, above: NodeId, wanted: NodeId) -> bool {
        let world = &self.live.world;
        let mut seen = hashbrown::HashSet::new();
        let mut open = vec![above];
        while let Some(id) = open.pop() {
            if id == wanted {
                return true;
            }
            if seen.insert(id) {
                open.extend(world.below(id));
            }
        }
        false
    }
}

/// Is a value one of a type, and finite?
pub(crate) fn is_sound(ty: FieldType, value: &Value) -> bool {
    match value {
        Value::Bool(_) => ty == FieldType::Bool,
        Value::Int(_) => ty == FieldType::Int32,
        Value::Numbers(numbers) => {
            let single = matches!(
                ty,
                FieldType::Float
                    | FieldType::Time
                    | FieldType::Vec2f
                    | FieldType::Vec3f
                    | FieldType::Rotation
                    | FieldType::Color
            );
            single && numbers.iter().all(|n| n.is_finite())
        }
        Value::Text(_) => ty == FieldType::String,
        Value::Ints(_) => ty == FieldType::Int32s,
        Value::Floats(all) => ty.width() > 0 && all.len().is_multiple_of(ty.width()),
        Value::Times(_) => ty == FieldType::Times,
        Value::Texts(_) => ty == FieldType::Strings,
        Value::Nodes(nodes) => ty == FieldType::Nodes || ty == FieldType::Node && nodes.len() < 2,
    }
}
