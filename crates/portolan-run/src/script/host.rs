//! What scripts see of the world.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use portolan_syntax::Code;
use portolan_xvrml::Live;
use portolan_xvrml::world::field_type::Way;
use portolan_xvrml::world::{Access, FieldType, NodeId, Port, Value};
use serde_json::Value as Json;

use crate::cascade::{Extent, Wiring};
use crate::given::Given;
use crate::json;
use crate::run::Outside;

/// Something that a script wants.
#[derive(Debug)]
pub(crate) enum Command {
    /// A field is set, or an event sent.
    Set {
        node: NodeId,
        port: Port,
        value: Value,
        /// What a field was before.
        before: Option<Value>,
    },
    Print(String),
    /// A resource, with what else is said.
    Load(String, String),
    /// Nodes were made; what the world had before and has since.
    Made(Extent, Extent),
    /// Not everything was understood of what they are made of.
    Lost(&'static Code, String),
    /// A route comes, or goes.
    Route((NodeId, Port), (NodeId, Port), bool),
    Wrong(String),
}

/// Counts steps.
#[derive(Debug)]
pub(crate) struct Meter {
    moment: Cell<u64>,
    run: Cell<u64>,
}

/// Steps that all scripts may take in a moment, and in a run.
const STEPS: (u64, u64) = (10_000_000, 500_000_000);

/// What a call counts for, of a moment and of a run.
const CALL: (u64, u64) = (1000, 500);

impl Meter {
    /// Counts what a call costs beside its own steps, which is more where many happen at one time.
    pub fn count_call(&self) -> bool {
        self.moment.set(self.moment.get() + CALL.0);
        self.run.set(self.run.get() + CALL.1);
        !self.is_empty()
    }

    /// Counts so many; `false` if they are too many.
    pub fn count(&self, steps: u64) -> bool {
        self.moment.set(self.moment.get() + steps);
        self.run.set(self.run.get() + steps);
        !self.is_empty()
    }

    pub fn is_empty(&self) -> bool {
        self.moment.get() > STEPS.0 || self.run.get() > STEPS.1
    }

    pub fn refill(&self) {
        self.moment.set(0);
    }
}

/// What scripts see of the world.
pub(crate) struct Host {
    live: Option<Live>,
    outside: Option<Arc<dyn Outside>>,
    wiring: Wiring,
    now: f64,
    commands: Vec<Command>,
    pub meter: Rc<Meter>,
}

impl Default for Host {
    fn default() -> Host {
        let meter = Rc::new(Meter { moment: Cell::new(0), run: Cell::new(0) });
        Host { live: None, outside: None, wiring: Wiring::default(), now: 0.0, commands: Vec::new(), meter }
    }
}

/// Commands of one call; more are not followed.
const MOST_COMMANDS: usize = 1_000_000;

impl Host {
    /// Takes the world.
    pub fn take(&mut self, live: &mut Live, wiring: &mut Wiring, outside: &Arc<dyn Outside>, now: f64) {
        self.live = Some(std::mem::replace(live, Live::nothing()));
        self.outside = Some(outside.clone());
        self.wiring = std::mem::take(wiring);
        self.now = now;
    }

    /// Gives the world back, with what is to be done.
    pub fn give(&mut self, live: &mut Live, wiring: &mut Wiring) -> Vec<Command> {
        if let Some(own) = self.live.take() {
            *live = own;
            *wiring = std::mem::take(&mut self.wiring);
        }
        std::mem::take(&mut self.commands)
    }

    fn command(&mut self, command: Command) {
        if self.commands.len() < MOST_COMMANDS {
            self.commands.push(command);
        }
    }

    pub fn now(&self) -> f64 {
        self.now
    }

    pub fn root(&self) -> u32 {
        self.live.as_ref().map_or(0, |l| l.world.root.0)
    }

    pub fn url(&self) -> String {
        self.live.as_ref().map_or(String::new(), |l| l.location(l.world.root).to_owned())
    }

    /// The node with a name; −1 if there is none.
    pub fn find(&self, name: &str) -> i32 {
        let found = self.live.as_ref().and_then(|l| l.world.names.get(name));
        found.map_or(-1, |id| id.0 as i32)
    }

    pub fn kind(&self, id: u32) -> &'static str {
        self.live.as_ref().map_or("", |l| l.world.kind(NodeId(id)))
    }

    pub fn name(&self, id: u32) -> String {
        let node = self.live.as_ref().and_then(|l| l.world.node(NodeId(id)));
        node.and_then(|n| n.name.as_deref()).unwrap_or(self.kind(id)).to_owned()
    }

    fn port(&self, id: u32, name: &str, way: Way) -> Option<(NodeId, Port, FieldType)> {
        self.ports(id, name, way).into_iter().next()
    }

    /// Everything that a name of a node stands for: several if the node is a part of several others.
    fn ports(&self, id: u32, name: &str, way: Way) -> Vec<(NodeId, Port, FieldType)> {
        let Some(live) = &self.live else { return Vec::new() };
        let ports = live.world.ports(NodeId(id), name, way);
        ports.into_iter().filter_map(|(node, port)| Some((node, port, live.world.port_type(node, port)?))).collect()
    }

    fn current(&self, node: NodeId, port: Port) -> Option<&Value> {
        let world = &self.live.as_ref()?.world;
        match port {
            Port::Field(at) => world.value_at(node, at),
            Port::Declared(at) => world.node(node)?.declared.get(usize::from(at)).map(|d| &d.value),
            _ => self.wiring.last(node, port),
        }
    }

    /// The value of a field, or the last one of an output: its type and itself as JSON. Empty if there is none.
    pub fn get(&self, id: u32, name: &str) -> String {
        let port = self.port(id, name, Way::Out);
        let Some((node, port, ty)) = port else { return String::new() };
        let value = self.current(node, port);
        value.map_or(String::new(), |v| format!("[\"{ty}\",{}]", json(ty, v)))
    }

    /// Sets a field or sends an event.
    pub fn set(&mut self, id: u32, name: &str, text: &str) {
        let ports = self.ports(id, name, Way::In);
        if ports.is_empty() {
            return self.command(Command::Wrong(format!("`{}` has no field `{name}`", self.name(id))));
        }
        let given = json::given(&serde_json::from_str(text).unwrap_or(Json::Null));
        for (node, port, ty) in ports {
            match self.of_type(ty, &given) {
                Some(value) => self.write(node, port, value),
                None => return self.command(Command::Wrong(format!("the value for `{name}` is not a {ty}"))),
            }
        }
    }

    fn write(&mut self, node: NodeId, port: Port, value: Value) {
        let before = match port {
            Port::Field(_) | Port::Declared(_) => self.current(node, port).cloned(),
            _ => None,
        };
        match (&mut self.live, port) {
            (Some(live), Port::Field(at)) => live.world.set_at(node, at, value.clone()),
            (Some(live), Port::Declared(at)) => {
                let declared = live.world.node_mut(node).and_then(|n| n.declared.get_mut(usize::from(at)));
                if let Some(field) = declared.filter(|field| field.access == Access::Value) {
                    field.value = value.clone();
                }
            }
            _ => {}
        }
        self.command(Command::Set { node, port, value, before });
    }

    fn of_type(&self, ty: FieldType, given: &Given) -> Option<Value> {
        let world = &self.live.as_ref()?.world;
        crate::given::of_type(ty, given, &|name| world.names.get(name).copied())
    }

    /// Adds a child, or takes one away: by itself, by its place, or by its name.
    pub fn change(&mut self, id: u32, what: &str, text: &str) {
        let Some((node, port, _)) = self.port(id, "children", Way::In) else {
            return self.command(Command::Wrong(format!("`{}` has no children", self.name(id))));
        };
        let Some(Value::Nodes(mut children)) = self.current(node, port).cloned() else { return };
        let given = json::given(&serde_json::from_str(text).unwrap_or(Json::Null));
        let named = |host: &Host, name: &str| host.live.as_ref().and_then(|l| l.world.names.get(name).copied());
        match (what, given) {
            ("add", Given::Node(child)) => children.push(child),
            ("add", Given::Text(name)) => children.extend(named(self, &name)),
            ("remove", Given::Node(child)) => children.retain(|c| *c != child),
            ("remove", Given::Text(name)) => {
                let child = named(self, &name);
                children.retain(|c| Some(*c) != child);
            }
            ("remove", Given::Number(at)) if at >= 0.0 && (at as usize) < children.len() => {
                children.remove(at as usize);
            }
            _ => return self.command(Command::Wrong("that is not a child".to_owned())),
        }
        self.write(node, port, Value::Nodes(children));
    }

    /// Makes nodes of a text: their numbers as JSON.
    pub fn create(&mut self, text: &str) -> String {
        let made = self.make(|live, outside| Some(live.create(outside.resources(), text)));
        Json::from(made.unwrap_or_default().iter().map(|n| n.0).collect::<Vec<u32>>()).to_string()
    }

    /// Makes nodes of the first of these files that is there, and sends them to a node.
    fn create_from(&mut self, urls: &[Given], node: u32, event: &str) {
        let urls = urls.iter().filter_map(|url| if let Given::Text(url) = url { Some(url) } else { None });
        let Some((node, port, _)) = self.port(node, event, Way::In) else {
            return self.command(Command::Wrong(format!("`{}` takes no `{event}`", self.name(node))));
        };
        for url in urls {
            if let Some(made) = self.make(|live, outside| live.create_from(outside.resources(), url)) {
                return self.write(node, port, Value::Nodes(made));
            }
        }
        self.command(Command::Wrong("there is no file to make nodes of".to_owned()));
    }

    /// Makes nodes, and notes that there are more.
    fn make(&mut self, make: impl FnOnce(&mut Live, &dyn Outside) -> Option<Vec<NodeId>>) -> Option<Vec<NodeId>> {
        let (live, outside) = (self.live.as_mut()?, self.outside.as_ref()?);
        let before = Extent::of(&live.world);
        let made = make(live, &**outside)?;
        let after = Extent::of(&live.world);
        let lost: Vec<Command> = live.losses.iter().map(|l| Command::Lost(l.code, l.message.clone())).collect();
        self.command(Command::Made(before, after));
        lost.into_iter().for_each(|lost| self.command(lost));
        Some(made)
    }

    pub fn print(&mut self, text: &str) {
        self.command(Command::Print(text.to_owned()));
    }

    /// What `Browser` is asked for.
    pub fn ask(&mut self, text: &str) {
        let Given::List(words) = json::given(&serde_json::from_str(text).unwrap_or(Json::Null)) else { return };
        let word = |at: usize| match words.get(at) {
            Some(Given::Text(text)) => text.clone(),
            Some(Given::List(list)) => match list.first() {
                Some(Given::Text(text)) => text.clone(),
                _ => String::new(),
            },
            _ => String::new(),
        };
        let node = |at: usize| if let Some(Given::Node(node)) = words.get(at) { Some(node.0) } else { None };
        match word(0).as_str() {
            "create" => match (words.get(1), node(2)) {
                (Some(Given::List(urls)), Some(to)) => self.create_from(&urls.clone(), to, &word(3)),
                (Some(url @ Given::Text(_)), Some(to)) => self.create_from(std::slice::from_ref(url), to, &word(3)),
                _ => self.command(Command::Wrong("nodes are made of URLs, for an event of a node".to_owned())),
            },
            "load" => self.command(Command::Load(word(1), word(2))),
            kind @ ("route" | "unroute") => {
                let ends = node(1).zip(node(3)).and_then(|(from, to)| {
                    let (from, out, sent) = self.port(from, &word(2), Way::Out)?;
                    let (to, input, taken) = self.port(to, &word(4), Way::In)?;
                    sent.reaches(taken).then_some(((from, out), (to, input)))
                });
                match ends {
                    Some((from, to)) => self.command(Command::Route(from, to, kind == "route")),
                    None => self.command(Command::Wrong("the ends of a route do not match".to_owned())),
                }
            }
            "replace" => {
                let nodes = words.get(1).cloned().unwrap_or(Given::Nothing);
                let root = self.root();
                match (self.port(root, "children", Way::In), self.of_type(FieldType::Nodes, &nodes)) {
                    (Some((node, port, _)), Some(value)) => self.write(node, port, value),
                    _ => self.command(Command::Wrong("a world is replaced by nodes".to_owned())),
                }
            }
            other => self.command(Command::Wrong(format!("`{other}` is not supported in scripts"))),
        }
    }
}

/// A value as JSON, nodes by their numbers.
pub(crate) fn json(ty: FieldType, value: &Value) -> Json {
    let nodes: Vec<Json> = match value {
        Value::Nodes(nodes) => nodes.iter().map(|n| Json::from(n.0)).collect(),
        _ => Vec::new(),
    };
    match ty {
        FieldType::Node => nodes.into_iter().next().unwrap_or(Json::from(-1)),
        _ => json::value(ty, value, &nodes),
    }
}
