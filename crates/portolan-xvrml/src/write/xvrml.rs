//! Worlds as xVRML, strictly: what the schema has and nothing else (A1 to A39).

use hashbrown::HashSet;
use portolan_scene::{Fate, Losses};
use portolan_syntax::xml::Writer;

use super::plan::{Plan, in_xml};
use super::words::{Spelling, known_words, parameters, program, quoted, text as spelled};
use super::{Outside, codes};
use crate::lower::Survey;
use crate::world::{Access, Field, FieldType, NodeId, Port, Route, Value, World};

/// The namespace of the schema.
const NAMESPACE: &str = "http://www.xvrml.net/schemas/core";

/// Fields that are written even if they are as by default: readers do not agree on it (A5, A35).
const ALWAYS: [(&str, &str); 4] =
    [("AudioClip", "startTime"), ("AudioClip", "stopTime"), ("SpotLight", "beamWidth"), ("SpotLight", "cutOffAngle")];

pub(super) fn text(world: &World, outside: &Outside, losses: &mut Losses) -> Vec<u8> {
    let plan = Plan::new(world, outside, in_xml, losses);
    let mut writer =
        Xvrml { world, outside, plan: &plan, out: Writer::new(), done: HashSet::new(), routes: HashSet::new(), losses };
    writer.document();
    writer.out.finish().into_bytes()
}

struct Xvrml<'a> {
    world: &'a World,
    outside: &'a Outside,
    plan: &'a Plan,
    out: Writer,
    /// Nodes that are written, or being written.
    done: HashSet<NodeId>,
    /// Places of routes that are written.
    routes: HashSet<usize>,
    losses: &'a mut Losses,
}

impl Xvrml<'_> {
    fn document(&mut self) {
        let world = self.world;
        self.out.open("World").attribute("xmlns", NAMESPACE).maybe("name", self.plan.name(world.root));
        self.headlight();
        self.done.insert(world.root);
        self.information();
        for id in world.backgrounds.iter().chain(&world.avatars) {
            self.node(*id, None);
        }
        self.out.open("children");
        for id in world.children(world.root) {
            self.node(*id, self.allowed(world.root, "children"));
        }
        self.aside();
        for place in 0..world.routes.len() {
            self.route(place);
        }
        self.out.close().close();
    }

    /// Title and credits.
    fn information(&mut self) {
        let world = self.world;
        let title = world.info.map_or("", |id| world.text(id, "title"));
        // What inlined worlds say is theirs, unless they are part of this one now.
        let own = world.info.map_or(&[][..], |id| world.texts(id, "info"));
        let lines = if self.outside.embeds() { &world.credits } else { own };
        if world.info.is_none() && lines.is_empty() {
            return;
        }
        self.out.open("WorldInfo");
        if !title.is_empty() {
            self.out.attribute("title", title);
        }
        self.out.maybe("name", world.info.and_then(|id| self.plan.name(id)));
        for line in lines {
            self.out.leaf("info", &one_text(line));
        }
        self.out.close();
    }

    /// Nodes of prototypes that are not seen but take part in events.
    fn aside(&mut self) {
        let world = self.world;
        let waiting = |id: &&NodeId| !self.done.contains(*id) && self.plan.is_placed(**id);
        let all: Vec<NodeId> = world.aside.iter().filter(waiting).copied().collect();
        let (drawn, quiet): (Vec<NodeId>, Vec<NodeId>) = all.into_iter().partition(|id| is_seen(world.kind(*id)));
        for id in quiet {
            self.node(id, self.allowed(world.root, "children"));
        }
        if !drawn.is_empty() {
            self.out.open("Switch").open("children");
            for id in drawn {
                self.node(id, self.allowed(world.root, "children"));
            }
            self.out.close().close();
        }
    }

    fn allowed(&self, id: NodeId, field: &str) -> Option<&'static [&'static str]> {
        let kind = self.world.node(id)?.kind.get();
        Some(&kind.fields.get(kind.field(field)? as usize)?.holds)
    }

    fn node(&mut self, id: NodeId, allowed: Option<&'static [&'static str]>) {
        let world = self.world;
        let Some(node) = world.node(id) else { return };
        let kind = node.kind.get();
        if kind.name == "Route" {
            let same = |(_, r): &(usize, &Route)| r.origin == node.origin;
            let places: Vec<usize> = world.routes.iter().enumerate().filter(same).map(|(place, _)| place).collect();
            return places.into_iter().for_each(|place| self.route(place));
        }
        let embedded = node.inlined.filter(|_| self.outside.is_embedded(id));
        let name = if kind.name == "Inline" && self.outside.is_embedded(id) { "Group" } else { kind.name };
        if allowed.is_some_and(|allowed| !allowed.contains(&name)) {
            let message = format!("a `{name}` is not allowed at its place and is not written");
            return self.losses.push(&codes::MISPLACED, Fate::Dropped, node.origin, message);
        }
        if !self.out.has_room() {
            let message = format!("a `{name}` is nested too deeply and is not written");
            return self.losses.push(&codes::MISPLACED, Fate::Dropped, node.origin, message);
        }
        if !self.done.insert(id) {
            self.out.open("Use").attribute("ref", self.plan.name(id).unwrap_or_default()).close();
            return;
        }
        self.out.open(name).maybe("name", self.plan.name(id));
        let stays = |field: &&Field| field.name != "url" || name == kind.name;
        let fields = || kind.written.iter().filter_map(|at| Some((*at, kind.fields.get(*at as usize)?)));
        for (at, field) in fields().filter(|(_, f)| f.is_attribute && stays(f)) {
            if let Some(value) = self.attribute(id, at, field) {
                self.out.attribute(field.name, &value);
            }
        }
        if kind.name == "Script" {
            self.declared(id);
        }
        for (at, field) in fields().filter(|(_, f)| !f.is_attribute) {
            self.element(id, at, field);
        }
        if name != kind.name {
            self.out.open("children");
            let holds = self.allowed(world.root, "children");
            embedded.into_iter().for_each(|id| self.node(id, holds));
            self.out.close();
        }
        self.out.close();
    }

    /// The value of an attribute; `None` if there is nothing to say.
    fn attribute(&self, id: NodeId, at: u16, field: &Field) -> Option<String> {
        let world = self.world;
        let kind = world.kind(id);
        let value = world.value_at(id, at)?;
        let must = field.is_required || ALWAYS.contains(&(kind, field.name));
        let text = match (kind, field.name) {
            // One number for how much is seen (A4), unless routes write the other one.
            ("Material", "diffuseColor") if !self.splits_opacity(id) => {
                let [r, g, b, _] = world.numbers(id, "diffuseColor");
                let colour = Value::Numbers([r, g, b, opacity(world, id)]);
                return (colour != field.default).then(|| spelled(field.ty, &colour, Spelling::Xvrml));
            }
            ("Material", "transparency") if !self.splits_opacity(id) => return None,
            ("Anchor", "parameter") => {
                let pairs = parameters(world.text(id, "parameter"));
                let pairs = pairs.iter().map(|(k, v)| format!("{k}='{}'", v.replace('\'', "")));
                pairs.collect::<Vec<_>>().join(" ")
            }
            ("Avatar", "navigation") => {
                known_words(world.texts(id, field.name), &["ANY", "WALK", "EXAMINE", "FLY", "NONE"]).join(" ")
            }
            ("Text", "justify") => {
                known_words(world.texts(id, field.name), &["BEGIN", "FIRST", "MIDDLE", "END"]).join(" ")
            }
            ("Text", "style") | ("Fog", "fogType") => world.text(id, field.name).trim().to_ascii_uppercase(),
            (_, name) if name == "url" || name.ends_with("Url") => {
                self.outside.url(id, at).unwrap_or(world.text(id, name)).to_owned()
            }
            _ => spelled(field.ty, value, Spelling::Xvrml),
        };
        let usual = *value == field.default || text.is_empty();
        (must || !usual).then_some(text)
    }

    /// Do routes write transparency apart from the colour?
    fn splits_opacity(&self, id: NodeId) -> bool {
        self.plan.is_driven(self.world, id, "transparency")
    }

    fn element(&mut self, id: NodeId, at: u16, field: &Field) {
        let world = self.world;
        let Some(value) = world.value_at(id, at) else { return };
        let must = field.is_required || ALWAYS.contains(&(world.kind(id), field.name));
        match value {
            Value::Nodes(nodes) => {
                let nodes = self.of_field(id, field, nodes);
                if !must && nodes.is_empty() {
                    return;
                }
                self.out.open(field.name);
                let holds = world.node(id).map(|n| n.kind.get());
                let holds = holds.and_then(|k| k.fields.get(at as usize)).map(|f| f.holds.as_slice());
                for node in nodes {
                    self.node(node, holds);
                }
                self.out.close();
            }
            value if *value == field.default && !must => {}
            Value::Texts(lines) => {
                for line in lines {
                    self.out.leaf(field.name, &one_text(line));
                }
            }
            Value::Text(source) => {
                self.out.open(field.name).verbatim(program(source)).close();
            }
            Value::Floats(all) => {
                self.out.open(field.name).tuples(all, field.ty.width()).close();
            }
            Value::Ints(all) => {
                self.out.open(field.name).numbers(all).close();
            }
            value => {
                self.out.leaf(field.name, &spelled(field.ty, value, Spelling::Xvrml));
            }
        }
    }

    /// The nodes of a field, as many as it may hold.
    fn of_field(&self, id: NodeId, field: &Field, nodes: &[NodeId]) -> Vec<NodeId> {
        let world = self.world;
        match field.name {
            "geometry" | "source" => nodes.iter().take(1).copied().collect(),
            "appearance" if world.kind(id) == "Shape" => {
                // One of each kind, in the order in which they stand.
                let first = |kind: &str| nodes.iter().copied().find(|n| world.kind(*n) == kind);
                let both = [first("Material"), first("Texture")];
                nodes.iter().copied().filter(|n| both.contains(&Some(*n))).collect()
            }
            _ => nodes.to_vec(),
        }
    }

    /// The fields of a script.
    fn declared(&mut self, id: NodeId) {
        let Some(node) = self.world.node(id) else { return };
        for (at, declared) in (0..).zip(&node.declared) {
            let access = match declared.access {
                Access::Input => "inputOnly",
                Access::Output => "outputOnly",
                Access::Value if self.plan.is_end(id, Port::Declared(at)) => "inputOutput",
                Access::Value => "initializeOnly",
            };
            self.out.open("field").attribute("name", &declared.name).attribute("type", &declared.ty.to_string());
            self.out.attribute("accessType", access);
            match &declared.value {
                Value::Nodes(nodes) => {
                    for id in nodes {
                        // What stands in the world is only referred to, even if it comes later.
                        match self.plan.name(*id).filter(|_| self.plan.is_placed(*id)) {
                            Some(name) => {
                                self.out.open("Use").attribute("ref", name).close();
                            }
                            None => self.node(*id, None),
                        }
                    }
                }
                value if declared.access == Access::Value && says_something(declared.ty, value) => {
                    self.out.attribute("value", &spelled(declared.ty, value, Spelling::Xvrml));
                }
                _ => {}
            }
            self.out.close();
        }
    }

    fn route(&mut self, place: usize) {
        let world = self.world;
        let Some(route) = world.routes.get(place) else { return };
        if !self.routes.insert(place) {
            return;
        }
        let Some([from, to]) = self.plan.ends_of(world, route) else { return };
        let (from, to) = (from.to_owned(), to.to_owned());
        let port = |(id, port): (NodeId, Port)| match port {
            Port::AddChildren => "add-children",
            Port::RemoveChildren => "remove-children",
            port => world.port_name(id, port),
        };
        self.out.open("Route").attribute("fromNode", &from).attribute("fromField", port(route.from));
        self.out.attribute("toNode", &to).attribute("toField", port(route.to)).close();
    }

    /// A headlight that is not as viewers decide by themselves (A10).
    fn headlight(&mut self) {
        let (said, usual) = (super::headlight(self.world), !Survey::new(self.world).lit);
        if said == usual {
            return;
        }
        if self.outside.is_own() {
            self.out.attribute("headlight", if said { "true" } else { "false" });
        } else {
            let word = if said { "on" } else { "off" };
            let message = format!("the setting of the headlight ({word}) is dropped; xVRML does not support it");
            self.losses.push(&codes::HEADLIGHT, Fate::Dropped, self.world.origin(self.world.root), message);
        }
    }
}

/// Does a value say more than that there is none?
fn says_something(ty: FieldType, value: &Value) -> bool {
    *value != Value::empty(ty)
        || !matches!(value, Value::Ints(_) | Value::Floats(_) | Value::Times(_) | Value::Texts(_))
}

/// How much of a surface is seen (MA-2).
pub(super) fn opacity(world: &World, id: NodeId) -> f64 {
    let [.., alpha] = world.numbers(id, "diffuseColor");
    alpha * (1.0 - world.number(id, "transparency"))
}

/// Is a node drawn, heard or pointed at, so that it matters where it stands?
pub(super) fn is_seen(kind: &str) -> bool {
    !kind.ends_with("Interpolator") && !matches!(kind, "Script" | "TimeSensor" | "Route")
}

/// A text of an element: one that would be read as a list of quoted texts is quoted itself.
fn one_text(text: &str) -> String {
    if text.trim_start().starts_with(['"', '[']) { quoted(text) } else { text.to_owned() }
}
