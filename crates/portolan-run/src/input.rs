//! What a user does.

use portolan_xvrml::world::Port;

use crate::codes;
use crate::given::Given;
use crate::run::Run;
use crate::trace::Cause;

/// Something that happens at a time.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// Seconds since the world was loaded.
    pub t: f64,
    /// What happens.
    pub action: Action,
}

/// What happens.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// A field is set, or an event sent to a node.
    Set {
        /// The field or event: `Door.rotation`.
        address: String,
        /// The value.
        value: Given,
    },
    /// The viewer is put somewhere in the world. What is not given stays.
    Viewer {
        /// Where the eyes are.
        position: Option<[f64; 3]>,
        /// Axis and angle from looking along negative z.
        orientation: Option<[f64; 4]>,
    },
    /// The viewer wants to move so far along its own axes.
    Walk([f64; 3]),
    /// The pointer points at a place of the world.
    Move([f64; 3]),
    /// Its button is pressed.
    Press,
    /// Its button is released.
    Release,
    /// It points nowhere.
    Leave,
    /// A link is followed.
    Activate(String),
    /// A viewpoint, background, fog or avatar is bound.
    Bind(String),
}

impl Run {
    /// Does what a user does.
    pub(crate) fn act(&mut self, action: Action) {
        match action {
            Action::Set { address, value } => self.set(&address, &value),
            Action::Viewer { position, orientation } => self.put_viewer(position, orientation),
            Action::Bind(name) => {
                let bound = self.node_at(&name).is_some_and(|node| self.set_bind(node, true, Cause::Input));
                if !bound {
                    self.find(&codes::INPUT, None, format!("`{name}` cannot be bound"));
                }
            }
            Action::Walk(by) => self.walk(by),
            Action::Move(to) => self.move_pointer(to),
            Action::Press => self.press(),
            Action::Release => self.release(),
            Action::Leave => self.leave_pointer(),
            Action::Activate(name) => match self.node_at(&name).filter(|n| self.live.world.kind(*n) == "Anchor") {
                Some(anchor) => self.follow(anchor),
                None => self.find(&codes::INPUT, None, format!("`{name}` is not an Anchor")),
            },
        }
    }

    fn set(&mut self, address: &str, given: &Given) {
        let ports = self.inputs_at(address);
        if ports.is_empty() {
            return self.find(&codes::INPUT, None, format!("`{address}` is not a field or an input of a node"));
        }
        for (node, port) in ports {
            let Some(ty) = self.live.world.port_type(node, port) else { continue };
            let is_input = match port {
                Port::Event(at) => {
                    let kind = self.live.world.node(node).map(|n| n.kind.get());
                    kind.and_then(|k| k.events.get(at as usize)).is_some_and(|e| e.input)
                }
                _ => true,
            };
            match self.of_type(ty, given).filter(|_| is_input) {
                Some(value) => self.take(node, port, value, Cause::Input),
                None => self.find(&codes::INPUT, Some(node), format!("the value for `{address}` is not a {ty}")),
            }
        }
    }
}
