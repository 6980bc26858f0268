//! Every event, for those who want to hear it.

use std::rc::Rc;

use hashbrown::HashMap;
use portolan_xvrml::world::field_type::folded;
use portolan_xvrml::world::{FieldType, NodeId, Port, Value, World};

use crate::run::Run;

/// What caused an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    Load,
    Time,
    Pointer,
    Viewer,
    Input,
    Script,
    /// It came through the route with this number.
    Route(u32),
}

/// An event: an output that was sent, or a field that was written.
#[derive(Debug)]
pub struct Event<'a> {
    /// Seconds since the world was loaded.
    pub t: f64,
    /// The name of the node, or the path to it.
    pub node: &'a str,
    /// Its output or field.
    pub field: &'a str,
    /// What the value is.
    pub ty: FieldType,
    /// The value.
    pub value: &'a Value,
    /// What caused it: `load`, `time`, `pointer`, `viewer`, `input`, `script`, or the output that a route leads from.
    pub by: &'a str,
    /// The nodes of the value, by their names.
    pub nodes: &'a [String],
}

/// The instance of a prototype, and what its field is called.
type Outer = (NodeId, Rc<str>);

/// What fields and outputs are called outside of the prototype that they are in: the instance, and its field.
#[derive(Default, Debug)]
pub(crate) struct Interfaces {
    known: HashMap<(NodeId, Port), Vec<Outer>>,
    /// How many instances there were.
    count: usize,
}

impl Interfaces {
    fn refresh(&mut self, world: &World) {
        if self.count == world.interfaces.len() {
            return;
        }
        (self.count, self.known) = (world.interfaces.len(), HashMap::new());
        let mut all: Vec<_> = world.interfaces.iter().collect();
        all.sort_unstable_by_key(|(instance, _)| instance.0);
        for (instance, tied) in all {
            let named = world.node(*instance).is_some_and(|n| n.name.is_some());
            for tied in tied.iter().filter(|_| named) {
                let Some(name) = tied.heard.as_deref().map(Rc::from) else { continue };
                // A field that stands for several is heard once.
                let fields = tied.to.iter().filter(|(_, port)| !matches!(port, Port::Event(_))).take(1);
                for at in fields.chain(tied.to.iter().filter(|(_, port)| matches!(port, Port::Event(_)))) {
                    self.known.entry(*at).or_default().push((*instance, Rc::clone(&name)));
                }
            }
        }
    }
}

/// Hears events.
pub trait Sink {
    /// Hears one.
    fn event(&mut self, event: &Event<'_>);
}

impl<F: FnMut(&Event<'_>)> Sink for F {
    fn event(&mut self, event: &Event<'_>) {
        self(event);
    }
}

impl Run {
    /// Tells an event to the sink, if there is one.
    pub(crate) fn tell(&mut self, node: NodeId, port: Port, value: &Value, cause: Cause) {
        let Some(mut sink) = self.sink.take() else { return };
        let (name, field) = (self.name(node), self.port_name(node, port).to_owned());
        let by = match cause {
            Cause::Load => "load".to_owned(),
            Cause::Time => "time".to_owned(),
            Cause::Pointer => "pointer".to_owned(),
            Cause::Viewer => "viewer".to_owned(),
            Cause::Input => "input".to_owned(),
            Cause::Script => "script".to_owned(),
            Cause::Route(route) => {
                self.wiring.from(route).map_or_else(String::new, |(node, port)| self.end(node, port))
            }
        };
        let ty = self.live.world.port_type(node, port).unwrap_or(FieldType::Bool);
        let nodes: Vec<String> = match value {
            Value::Nodes(nodes) => nodes.iter().map(|n| self.name(*n).to_string()).collect(),
            _ => Vec::new(),
        };
        let (t, by, nodes) = (self.now.t, by.as_str(), nodes.as_slice());
        sink.event(&Event { t, node: &name, field: &field, ty, value, by, nodes });
        self.interfaces.refresh(&self.live.world);
        // It is an event of the instance as well, if a field of a prototype stands for it.
        for (instance, called) in self.interfaces.known.get(&(node, port)).cloned().unwrap_or_default() {
            let name = self.name(instance);
            if instance != node || folded(&called) != folded(&field) {
                sink.event(&Event { t, node: &name, field: &called, ty, value, by, nodes });
            }
        }
        self.sink = Some(sink);
    }

    /// A field or an event of a node as it is called: `Door.rotation`.
    pub(crate) fn end(&mut self, node: NodeId, port: Port) -> String {
        let name = self.name(node);
        format!("{name}.{}", self.port_name(node, port))
    }
}
