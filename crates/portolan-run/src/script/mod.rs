//! Scripts: programs of the world that take events and send some (SC-1 to SC-3).
//!
//! What runs them is an [`Engine`]; a [`Host`] is what they see of the world. While a script runs the world is the host's. What
//! it writes is seen by it at once, and is done once more by the rules when it has ended, so that events follow.

#![cfg_attr(not(feature = "script"), allow(dead_code, reason = "there is no engine that uses it"))]

mod host;
#[cfg(feature = "script")]
mod lengths;
#[cfg(feature = "script")]
mod memory;
#[cfg(feature = "script")]
mod quick;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use hashbrown::HashMap;
use portolan_xvrml::world::{Access, FieldType, NodeId, Port, Value};

pub(crate) use host::{Command, Host};

use crate::codes;
use crate::given::Given;
use crate::run::Run;
use crate::trace::Cause;

/// What scripts see of the world, shared with the engine that runs them.
pub(crate) type Shared = Rc<RefCell<Host>>;

/// Runs programs.
pub(crate) trait Engine {
    /// Begins a program with its fields.
    fn begin(&mut self, source: &str, fields: &[Field]) -> Result<usize, Fault>;

    /// Calls a function of a program with arguments as JSON; `false` if it has none of this name.
    fn call(&mut self, program: usize, function: &str, arguments: &str) -> Result<bool, Fault>;

    /// Sets a field of a program to a value as JSON.
    fn put(&mut self, program: usize, field: &str, value: &str) -> Result<(), Fault>;

    /// The fields that a program has written since it was asked last, with their values.
    fn written(&mut self, program: usize) -> Result<Vec<(String, Given)>, Fault>;
}

/// A field of a program.
pub(crate) struct Field {
    pub name: String,
    pub ty: FieldType,
    /// As JSON.
    pub value: String,
    pub output: bool,
}

/// Why a program did not go on.
#[derive(Debug)]
pub(crate) enum Fault {
    /// It is wrong.
    Wrong(String),
    /// It took too much of something.
    Limit(&'static str),
}

/// All programs of a world.
#[derive(Default)]
pub(crate) struct Scripts {
    engine: Option<Box<dyn Engine>>,
    host: Shared,
    programs: HashMap<NodeId, usize>,
    /// Scripts that got events in this cascade.
    touched: Vec<NodeId>,
    /// What scripts sent to scripts, without a route.
    later: VecDeque<(NodeId, Port, Value)>,
}

impl Scripts {
    /// The next event that a script sent to a script.
    pub fn next(&mut self) -> Option<(NodeId, Port, Value)> {
        self.later.pop_front()
    }
}

/// Lines that are kept of what scripts print.
const MOST_PRINTS: usize = 10_000;

impl Run {
    /// Begins all scripts among some nodes.
    pub(crate) fn begin_scripts(&mut self, nodes: &[NodeId]) {
        let world = &self.live.world;
        let scripts: Vec<NodeId> = nodes.iter().copied().filter(|id| world.kind(*id) == "Script").collect();
        for node in scripts {
            match self.source(node) {
                Ok(source) if source.is_empty() => {}
                Ok(source) => self.begin_script(node, &source),
                Err(why) => self.find(&codes::SCRIPT, Some(node), why),
            }
        }
    }

    /// The program of a script, or why there is none.
    fn source(&self, node: NodeId) -> Result<String, String> {
        let world = &self.live.world;
        let own = world.text(node, "source").trim();
        let url = world.text(node, "url").trim();
        let text = if own.is_empty() { url } else { own };
        for scheme in ["javascript:", "ecmascript:", "vrmlscript:"] {
            if let Some(program) = text.get(..scheme.len()).filter(|s| s.eq_ignore_ascii_case(scheme)) {
                return Ok(text.get(program.len()..).unwrap_or_default().to_owned());
            }
        }
        if !own.is_empty() {
            return Ok(own.to_owned());
        }
        // One that only holds values has nothing to do.
        let declared = world.node(node).map_or(&[][..], |n| &n.declared);
        if url.is_empty() && !declared.is_empty() && declared.iter().all(|d| d.access == Access::Value) {
            return Ok(String::new());
        }
        if url.is_empty() {
            return Err("the script has no program".to_owned());
        }
        let path = url.split(['?', '#']).next().unwrap_or_default();
        if path.ends_with(".class") || path.ends_with(".jar") || path.ends_with(".java") {
            return Err(format!("`{url}` is a Java program, which is not supported"));
        }
        let resources = self.outside.resources();
        let found =
            resources.locate(self.live.location(node), url).map_err(|why| format!("`{url}` is missing: {why}"))?;
        let bytes = resources.read(&found.location, self.live.limits().bytes).map_err(|why| why.to_string())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn begin_script(&mut self, node: NodeId, source: &str) {
        let declared = self.live.world.node(node).map(|n| n.declared.clone()).unwrap_or_default();
        let fields: Vec<Field> = declared
            .iter()
            .filter(|d| d.access != Access::Input)
            .map(|d| Field {
                name: d.name.to_string(),
                ty: d.ty,
                value: host::json(d.ty, &d.value).to_string(),
                output: d.access == Access::Output,
            })
            .collect();
        if self.scripts.engine.is_none() {
            self.scripts.engine = engine(&self.scripts.host);
        }
        let begun = self.lend(node, |engine| engine.begin(source, &fields));
        match begun {
            Some(Ok(program)) => {
                self.scripts.programs.insert(node, program);
                self.run_script(node, "initialize", "[]");
            }
            Some(Err(fault)) => self.tell_fault(node, fault),
            None => self.find(&codes::SCRIPT, Some(node), "this build does not support scripts"),
        }
    }

    /// An event arrives at a script.
    pub(crate) fn take_in_script(&mut self, node: NodeId, field: u16, value: &Value) {
        if !self.scripts.programs.contains_key(&node) {
            return;
        }
        let Some(declared) = self.live.world.node(node).and_then(|n| n.declared.get(field as usize)) else { return };
        let (name, access) = (declared.name.to_string(), declared.access);
        let given = format!("[\"{}\",{}]", declared.ty, host::json(declared.ty, value));
        if !self.scripts.touched.contains(&node) {
            self.scripts.touched.push(node);
        }
        let arguments = format!("[{given},{}]", self.now.time);
        if access == Access::Value {
            let program = self.scripts.programs.get(&node).copied().unwrap_or(0);
            if let Some(Err(fault)) = self.lend(node, |engine| engine.put(program, &name, &given)) {
                return self.tell_fault(node, fault);
            }
            if !self.run_script(node, &format!("set_{name}"), &arguments) {
                self.run_script(node, &name, &arguments);
            }
        } else {
            self.run_script(node, &name, &arguments);
        }
    }

    /// Tells scripts that all their events are there. `false`: there was nothing to tell.
    pub(crate) fn events_processed(&mut self) -> bool {
        let touched = std::mem::take(&mut self.scripts.touched);
        for node in &touched {
            self.run_script(*node, "eventsProcessed", "[]");
        }
        !touched.is_empty()
    }

    /// Ends all scripts.
    pub(crate) fn end_scripts(&mut self) {
        let mut nodes: Vec<NodeId> = self.scripts.programs.keys().copied().collect();
        nodes.sort_unstable();
        for node in nodes {
            self.run_script(node, "shutdown", "[]");
        }
        let meter = self.scripts.host.borrow().meter.clone();
        self.scripts = Scripts::default();
        self.scripts.host.borrow_mut().meter = meter;
    }

    /// A new moment begins: scripts may take steps again.
    pub(crate) fn refill_scripts(&mut self) {
        self.scripts.host.borrow().meter.refill();
    }

    /// Calls a function of a script, and does what it wrote; `false` if there is no such function.
    fn run_script(&mut self, node: NodeId, function: &str, arguments: &str) -> bool {
        let Some(program) = self.scripts.programs.get(&node).copied().filter(|_| !self.ended) else { return false };
        let called = self.lend(node, |engine| {
            let called = engine.call(program, function, arguments)?;
            Ok((called, if called { engine.written(program)? } else { Vec::new() }))
        });
        match called {
            Some(Ok((called, written))) => {
                for (name, given) in written {
                    self.script_wrote(node, &name, &given);
                }
                called
            }
            Some(Err(fault)) => {
                self.tell_fault(node, fault);
                true
            }
            None => false,
        }
    }

    /// A script wrote a field of its own.
    fn script_wrote(&mut self, node: NodeId, name: &str, given: &Given) {
        let declared = self.live.world.node(node).map_or(&[][..], |n| &n.declared);
        let Some((at, field)) = (0..).zip(declared).find(|(_, d)| *d.name == *name) else { return };
        let (ty, access) = (field.ty, field.access);
        let Some(value) = self.of_type(ty, given) else {
            return self.find(
                &codes::VALUE,
                Some(node),
                format!("the value that the script gave `{name}` is not a {ty}"),
            );
        };
        if let Some(field) = self.live.world.node_mut(node).and_then(|n| n.declared.get_mut(usize::from(at))) {
            field.value = value.clone();
        }
        let port = Port::Declared(at);
        if access == Access::Output || self.wiring.leads_from(node, port) {
            self.emit_at(node, port, value, Cause::Script);
        }
    }

    /// Lends the world to the engine, takes it back, and does what was asked for.
    fn lend<T>(
        &mut self,
        node: NodeId,
        work: impl FnOnce(&mut dyn Engine) -> Result<T, Fault>,
    ) -> Option<Result<T, Fault>> {
        let mut engine = self.scripts.engine.take()?;
        let host = self.scripts.host.clone();
        host.borrow_mut().take(&mut self.live, &mut self.wiring, &self.outside, self.now.time);
        let result = work(&mut *engine);
        let commands = host.borrow_mut().give(&mut self.live, &mut self.wiring);
        self.scripts.engine = Some(engine);
        self.follow_commands(node, commands);
        Some(result)
    }

    fn follow_commands(&mut self, script: NodeId, commands: Vec<Command>) {
        // What was written is taken back, so that it can be done by the rules.
        for command in commands.iter().rev() {
            if let Command::Set { node, port, before: Some(before), .. } = command {
                match port {
                    Port::Field(at) => self.live.world.set_at(*node, *at, before.clone()),
                    Port::Declared(at) => {
                        if let Some(d) =
                            self.live.world.node_mut(*node).and_then(|n| n.declared.get_mut(usize::from(*at)))
                        {
                            d.value = before.clone();
                        }
                    }
                    _ => {}
                }
            }
        }
        for command in commands {
            match command {
                // One script does not wait for another one.
                Command::Set { node, port: port @ Port::Declared(_), value, .. } => {
                    self.scripts.later.push_back((node, port, value));
                }
                Command::Set { node, port, value, .. } => self.take(node, port, value, Cause::Script),
                Command::Print(text) => {
                    let (t, node) = (self.now.t, self.name(script).to_string());
                    self.printed(crate::run::Print { t, node, text }, MOST_PRINTS);
                }
                Command::Load(url, parameter) => self.asked_later.push((script, url, parameter)),
                Command::Made(before, after) => self.take_part(&before, &after),
                Command::Route(from, to, add) => self.change_route(from, to, add),
                Command::Lost(code, message) => self.find(code, Some(script), message),
                Command::Wrong(message) => self.find(&codes::SCRIPT_FAILED, Some(script), message),
            }
        }
    }

    fn tell_fault(&mut self, node: NodeId, fault: Fault) {
        match fault {
            Fault::Wrong(why) => self.find(&codes::SCRIPT_FAILED, Some(node), why),
            Fault::Limit(what) => {
                self.ended = true;
                self.find(&codes::SCRIPT_LIMIT, Some(node), what);
            }
        }
    }
}

/// The engine of this build.
#[cfg(feature = "script")]
fn engine(host: &Shared) -> Option<Box<dyn Engine>> {
    quick::Quick::new(host.clone()).map(|e| Box::new(e) as Box<dyn Engine>)
}

/// The engine of this build: there is none.
#[cfg(not(feature = "script"))]
fn engine(_: &Shared) -> Option<Box<dyn Engine>> {
    None
}
