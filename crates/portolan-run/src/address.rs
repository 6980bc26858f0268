//! Addresses of fields and events: `Door.rotation`, `World.children[1].translation`, `Quad.coord[2]`.

use portolan_xvrml::world::field_type::Way;
use portolan_xvrml::world::{FieldType, NodeId, Port, Value};

use crate::json::shortest;
use crate::run::Run;

/// What an address leads to.
#[derive(Clone, Debug)]
pub struct Address {
    pub(crate) what: What,
    /// Which item of a list.
    pub(crate) item: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    /// A field or an event of a node. Fields of prototypes may be several.
    Ports(Vec<(NodeId, Port)>),
    ViewerPosition,
    ViewerOrientation,
}

impl Run {
    /// The node with this name, or at this path.
    pub(crate) fn node_at(&self, path: &str) -> Option<NodeId> {
        let world = &self.live.world;
        let path = path.trim();
        if let Some(named) = world.names.get(path) {
            return Some(*named);
        }
        let mut steps = path.split('.');
        let head = steps.next()?;
        let mut at = if head == "World" { world.root } else { *world.names.get(head)? };
        for step in steps {
            let (field, index) = parted(step);
            at = *world.nodes_in(at, field).get(index.unwrap_or(0))?;
        }
        Some(at)
    }

    /// What an address means for reading.
    pub fn address(&self, address: &str) -> Option<Address> {
        let address = address.trim();
        match address {
            "viewer.position" => return Some(Address { what: What::ViewerPosition, item: None }),
            "viewer.orientation" => return Some(Address { what: What::ViewerOrientation, item: None }),
            _ => {}
        }
        let (node, field) = address.rsplit_once('.')?;
        let node = self.node_at(node)?;
        let (field, item) = parted(field);
        let mut ports = self.live.world.ports(node, field, Way::Out);
        if ports.is_empty() {
            ports = self.live.world.ports(node, field, Way::In);
        }
        (!ports.is_empty()).then_some(Address { what: What::Ports(ports), item })
    }

    /// The inputs that an address leads to.
    pub(crate) fn inputs_at(&self, address: &str) -> Vec<(NodeId, Port)> {
        let Some((node, field)) = address.trim().rsplit_once('.') else { return Vec::new() };
        self.node_at(node).map_or_else(Vec::new, |node| self.live.world.ports(node, field, Way::In))
    }

    /// The value at an address, with its type; of an output the last one that was sent.
    pub fn value(&mut self, address: &Address) -> Option<(FieldType, Value)> {
        let (ty, value) = match &address.what {
            What::ViewerPosition => (FieldType::Vec3f, Value::Numbers(self.position())),
            What::ViewerOrientation => (FieldType::Rotation, Value::Numbers(self.orientation())),
            What::Ports(ports) => {
                let (node, port) = *ports.first()?;
                (self.live.world.port_type(node, port)?, self.current(node, port)?)
            }
        };
        match address.item {
            None => Some((ty, value)),
            Some(item) => picked(ty, &value, item),
        }
    }

    /// The value of a field, or the last one of an output.
    pub(crate) fn current(&self, node: NodeId, port: Port) -> Option<Value> {
        match port {
            Port::Field(at) => self.live.world.value_at(node, at).cloned(),
            Port::Declared(at) => {
                let declared = self.live.world.node(node)?.declared.get(at as usize)?;
                Some(declared.value.clone())
            }
            Port::Event(_) => self.wiring.last(node, port).cloned(),
            Port::AddChildren | Port::RemoveChildren => None,
        }
    }
}

/// A step of a path with its index.
fn parted(step: &str) -> (&str, Option<usize>) {
    match step.split_once('[') {
        Some((field, index)) => (field.trim(), index.trim_end().trim_end_matches(']').trim().parse().ok()),
        None => (step.trim(), None),
    }
}

/// One item of a list.
fn picked(ty: FieldType, value: &Value, item: usize) -> Option<(FieldType, Value)> {
    let single = match ty {
        FieldType::Colors => FieldType::Color,
        FieldType::Floats => FieldType::Float,
        FieldType::Int32s => FieldType::Int32,
        FieldType::Nodes => FieldType::Node,
        FieldType::Rotations => FieldType::Rotation,
        FieldType::Strings => FieldType::String,
        FieldType::Times => FieldType::Time,
        FieldType::Vec2fs => FieldType::Vec2f,
        FieldType::Vec3fs => FieldType::Vec3f,
        _ => return None,
    };
    let value = match value {
        Value::Ints(all) => Value::Int(*all.get(item)?),
        Value::Texts(all) => Value::Text(all.get(item)?.clone()),
        Value::Nodes(all) => Value::Nodes(vec![*all.get(item)?]),
        Value::Times(all) => Value::Numbers([*all.get(item)?, 0.0, 0.0, 0.0]),
        Value::Floats(all) => {
            let width = ty.width().max(1);
            let mut numbers = [0.0; 4];
            let row = all.get(item.checked_mul(width)?..)?.get(..width)?;
            numbers.iter_mut().zip(row).for_each(|(to, from)| *to = shortest(*from));
            Value::Numbers(numbers)
        }
        _ => return None,
    };
    Some((single, value))
}
