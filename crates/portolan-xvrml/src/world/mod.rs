//! Worlds: typed graphs of nodes between a document and its scene.
//!
//! A [`World`] is what xVRML documents say, free of how they are written: nodes of a [`Kind`] with fields that can be read
//! and written, names, and routes. Prototypes are expanded, worlds that are inlined are part of it, and a node that is
//! used several times is there once. Defaults come from the table. `read` makes one of a document; other front
//! ends may make one in the same way ([`World::add`], [`World::set`]).

mod build;
pub mod codes;
mod documents;
mod element;
pub mod field_type;
mod join;
mod kind;
mod lenient;
mod pixels;
mod proto;
mod value;
mod x3d;
mod x3d_flat;
mod x3d_fold;
mod x3d_nurbs;
mod x3d_proto;
mod x3d_sets;

pub(crate) use build::{create, read, read_inline};
pub(crate) use documents::{Documents, parse, tell_broken};
pub use field_type::FieldType;
pub use kind::{Event, Field, Kind, KindId, Port};
pub use value::{Value, read_value};
pub(crate) use value::{date_time, texts};

use hashbrown::HashMap;
use portolan_scene::Origin;

/// A node of a world.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// What stands where a name is not resolved yet.
    const PENDING: NodeId = NodeId(u32::MAX);
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: KindId,
    /// Its name, if it has one.
    pub name: Option<Box<str>>,
    /// Where it was written.
    pub origin: Origin,
    /// Fields that are written or were set, by their place in the kind.
    fields: Vec<(u16, Value)>,
    /// Fields that the node itself declares: those of a script.
    pub declared: Vec<Declared>,
    /// What an `Inline` brought, as one group.
    pub inlined: Option<NodeId>,
}

impl Node {
    /// Fields that are written or were set, by their place in the kind.
    pub fn written(&self) -> impl Iterator<Item = (u16, &Value)> {
        self.fields.iter().map(|(at, value)| (*at, value))
    }
}

/// A field of a script.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Its name.
    pub name: Box<str>,
    /// Its type.
    pub ty: FieldType,
    /// How it is reached.
    pub access: Access,
    /// Its value.
    pub value: Value,
}

/// How a declared field is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It is a value. All values can be read and written at any time.
    Value,
    /// It takes events.
    Input,
    /// It sends events.
    Output,
}

/// A way for events.
#[derive(Clone, PartialEq, Debug)]
pub struct Route {
    /// Where they come from.
    pub from: (NodeId, Port),
    /// Where they go.
    pub to: (NodeId, Port),
    /// Where it was written.
    pub origin: Origin,
}

/// A graph of nodes, without cycles.
#[derive(Clone, Debug)]
pub struct World {
    nodes: Vec<Node>,
    /// The `World` itself; its `children` are the scene.
    pub root: NodeId,
    /// `WorldInfo`, if there is one.
    pub info: Option<NodeId>,
    /// Lines of information, those of inlined worlds behind the own ones.
    pub credits: Vec<Box<str>>,
    /// Backgrounds in the order of the document; the first is shown.
    pub backgrounds: Vec<NodeId>,
    /// Avatars in the order of the document; the first is the visitor.
    pub avatars: Vec<NodeId>,
    /// Nodes by name. Those of the document go before those of inlined worlds.
    pub names: HashMap<Box<str>, NodeId>,
    /// Routes in the order of the document.
    pub routes: Vec<Route>,
    /// What the fields of prototypes stand for: the fields of nodes in their bodies.
    pub interfaces: HashMap<NodeId, Vec<Tied>>,
    /// Nodes of prototypes that are not drawn but take part in events.
    pub aside: Vec<NodeId>,
    /// Does the visitor carry a light? `None`: the document does not say.
    pub headlight: Option<bool>,
    /// Where instances of prototypes stood that were expanded.
    pub expanded: Vec<Origin>,
}

/// A field of a prototype, tied to fields in its body.
#[derive(Clone, Debug)]
pub struct Tied {
    /// Its name, folded.
    pub name: String,
    /// Its name as it is written, unless it only takes events.
    pub heard: Option<String>,
    /// The fields.
    pub to: Vec<(NodeId, Port)>,
}

impl World {
    /// A world with nothing in it.
    pub fn new() -> World {
        let mut world = World {
            nodes: Vec::new(),
            root: NodeId(0),
            info: None,
            credits: Vec::new(),
            backgrounds: Vec::new(),
            avatars: Vec::new(),
            names: HashMap::new(),
            routes: Vec::new(),
            interfaces: HashMap::new(),
            aside: Vec::new(),
            headlight: None,
            expanded: Vec::new(),
        };
        let kind = KindId::named("World").or(KindId::named("Group"));
        world.root = kind.map_or(NodeId(0), |kind| world.add(kind, Origin::default()));
        world
    }

    /// Adds a node with all fields as they are by default.
    pub fn add(&mut self, kind: KindId, origin: Origin) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let (fields, declared) = (Vec::new(), Vec::new());
        self.nodes.push(Node { kind, name: None, origin, fields, declared, inlined: None });
        id
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.0 as usize)
    }

    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// What a node is called in the table.
    pub fn kind(&self, id: NodeId) -> &'static str {
        self.node(id).map_or("", |n| n.kind.get().name)
    }

    /// Where a node was written.
    pub fn origin(&self, id: NodeId) -> Origin {
        self.node(id).map_or(Origin::default(), |n| n.origin)
    }

    /// The value of a field, written or by default.
    pub fn value(&self, id: NodeId, field: &str) -> Option<&Value> {
        let node = self.node(id)?;
        self.value_at(id, node.kind.get().field(field)?)
    }

    /// The value of a field by its place.
    pub fn value_at(&self, id: NodeId, field: u16) -> Option<&Value> {
        let node = self.node(id)?;
        let written = node.fields.iter().find(|(f, _)| *f == field).map(|(_, v)| v);
        written.or_else(|| node.kind.get().fields.get(field as usize).map(|f| &f.default))
    }

    /// What a field or an event of a node is called.
    pub fn port_name(&self, id: NodeId, port: Port) -> &str {
        let Some(node) = self.node(id) else { return "" };
        let kind = node.kind.get();
        match port {
            Port::Field(at) => kind.fields.get(at as usize).map_or("", |f| f.name),
            Port::Event(at) => kind.events.get(at as usize).map_or("", |e| e.name),
            Port::Declared(at) => node.declared.get(at as usize).map_or("", |d| &d.name),
            Port::AddChildren => "addChildren",
            Port::RemoveChildren => "removeChildren",
        }
    }

    /// Is a field written?
    pub fn is_written(&self, id: NodeId, field: &str) -> bool {
        let Some(node) = self.node(id) else { return false };
        node.kind.get().field(field).is_some_and(|f| node.fields.iter().any(|(at, _)| *at == f))
    }

    /// Sets a field; one that the kind does not have is not set.
    pub fn set(&mut self, id: NodeId, field: &str, value: Value) {
        let Some(at) = self.node(id).and_then(|n| n.kind.get().field(field)) else { return };
        self.set_at(id, at, value);
    }

    /// Sets a field by its place.
    pub fn set_at(&mut self, id: NodeId, field: u16, value: Value) {
        let Some(node) = self.node_mut(id) else { return };
        match node.fields.iter_mut().find(|(at, _)| *at == field) {
            Some((_, old)) => *old = value,
            None => {
                // Most nodes have one or two fields, and room for four would be most of what a large world takes.
                if node.fields.len() == node.fields.capacity() {
                    node.fields.reserve_exact(node.fields.len().max(1));
                }
                node.fields.push((field, value));
            }
        }
    }

    /// A truth; false if the field is none.
    pub fn flag(&self, id: NodeId, field: &str) -> bool {
        matches!(self.value(id, field), Some(Value::Bool(true)))
    }

    /// A whole number.
    pub fn int(&self, id: NodeId, field: &str) -> i32 {
        if let Some(Value::Int(v)) = self.value(id, field) { *v } else { 0 }
    }

    /// The numbers of a single value.
    pub fn numbers(&self, id: NodeId, field: &str) -> [f64; 4] {
        if let Some(Value::Numbers(v)) = self.value(id, field) { *v } else { [0.0; 4] }
    }

    /// A number.
    pub fn number(&self, id: NodeId, field: &str) -> f64 {
        let [v, ..] = self.numbers(id, field);
        v
    }

    /// Three numbers.
    pub fn triple(&self, id: NodeId, field: &str) -> [f64; 3] {
        let [x, y, z, _] = self.numbers(id, field);
        [x, y, z]
    }

    /// A text; empty if the field is none.
    pub fn text(&self, id: NodeId, field: &str) -> &str {
        if let Some(Value::Text(v)) = self.value(id, field) { v } else { "" }
    }

    /// The numbers of a list.
    pub fn floats(&self, id: NodeId, field: &str) -> &[f32] {
        if let Some(Value::Floats(v)) = self.value(id, field) { v } else { &[] }
    }

    /// The whole numbers of a list.
    pub fn ints(&self, id: NodeId, field: &str) -> &[i32] {
        if let Some(Value::Ints(v)) = self.value(id, field) { v } else { &[] }
    }

    /// The texts of a list.
    pub fn texts(&self, id: NodeId, field: &str) -> &[Box<str>] {
        if let Some(Value::Texts(v)) = self.value(id, field) { v } else { &[] }
    }

    /// The nodes of a field.
    pub fn nodes_in(&self, id: NodeId, field: &str) -> &[NodeId] {
        if let Some(Value::Nodes(v)) = self.value(id, field) { v } else { &[] }
    }

    /// The children of a node.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        let field = self.node(id).and_then(|node| node.kind.get().children);
        if let Some(Value::Nodes(v)) = field.and_then(|field| self.value_at(id, field)) { v } else { &[] }
    }

    /// All nodes that a node holds in any field, with what was inlined.
    pub fn below(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let node = self.node(id);
        let lists = node.map_or(&[][..], |n| &n.fields).iter().map(|(_, value)| match value {
            Value::Nodes(nodes) => nodes.as_slice(),
            _ => &[],
        });
        lists.flatten().copied().chain(node.and_then(|n| n.inlined))
    }
}

impl Default for World {
    fn default() -> World {
        World::new()
    }
}
