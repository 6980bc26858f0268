//! The kinds of nodes with their fields and events, read from the table once.

use std::sync::OnceLock;

use hashbrown::HashMap;
use portolan_schema::{Content, Model, NameId, tables};

use super::field_type::folded;
use super::{FieldType, Value};

/// A kind of node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KindId(u16);

/// What nodes of a kind have.
#[derive(Debug)]
pub struct Kind {
    /// What it is called: `Transform`.
    pub name: &'static str,
    /// Its fields. All can be read and written at any time.
    pub fields: Vec<Field>,
    /// Its fields in the order in which they are written.
    pub written: Vec<u16>,
    /// Events that are no fields.
    pub events: Vec<Event>,
    /// Fields and events by the names that routes use, folded.
    inputs: HashMap<String, Port>,
    outputs: HashMap<String, Port>,
    by_name: HashMap<&'static str, u16>,
    /// The field `children`, which is asked for most.
    pub children: Option<u16>,
}

/// A field of a kind.
#[derive(Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub ty: FieldType,
    /// Its value where none is written.
    pub default: Value,
    /// Is it written as an attribute? Otherwise as an element.
    pub is_attribute: bool,
    /// Must it be written?
    pub is_required: bool,
    /// The kinds that it may hold, if it holds nodes.
    pub holds: Vec<&'static str>,
}

/// An event of a kind that is no field.
#[derive(Debug)]
pub struct Event {
    /// Its name: `set-fraction`.
    pub name: &'static str,
    /// Does the node take it? Otherwise it sends it.
    pub input: bool,
    /// What it carries.
    pub ty: FieldType,
}

/// One end of a route at a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Port {
    /// A field of the kind.
    Field(u16),
    /// An event of the kind.
    Event(u16),
    /// A field that the node itself declares: that of a script.
    Declared(u16),
    /// Nodes are added to the children.
    AddChildren,
    /// Nodes are taken away from the children.
    RemoveChildren,
}

impl Kind {
    /// The place of a field.
    pub fn field(&self, name: &str) -> Option<u16> {
        self.by_name.get(name).copied()
    }

    /// What the name of an input means, in any spelling.
    pub fn input(&self, name: &str) -> Option<Port> {
        self.inputs.get(&folded(name)).copied()
    }

    /// What the name of an output means, in any spelling.
    pub fn output(&self, name: &str) -> Option<Port> {
        self.outputs.get(&folded(name)).copied()
    }
}

impl KindId {
    /// The kind with this name.
    pub fn named(name: &str) -> Option<KindId> {
        static PLACES: OnceLock<HashMap<&str, KindId>> = OnceLock::new();
        PLACES.get_or_init(|| (0..).zip(kinds()).map(|(i, kind)| (kind.name, KindId(i))).collect()).get(name).copied()
    }

    /// What nodes of the kind have.
    pub fn get(self) -> &'static Kind {
        #[allow(clippy::indexing_slicing, reason = "ids are made of places only")]
        &kinds()[self.0 as usize]
    }

    /// May a field of nodes of the kind hold nodes of another one?
    pub fn holds(self, field: &str, kind: &str) -> bool {
        let own = self.get();
        let field = own.field(field).and_then(|at| own.fields.get(at as usize));
        field.is_some_and(|f| f.holds.contains(&kind))
    }
}

fn kinds() -> &'static [Kind] {
    static KINDS: OnceLock<Vec<Kind>> = OnceLock::new();
    KINDS.get_or_init(|| {
        let schema = &tables::xvrml::SCHEMA;
        let nodes = schema.types.iter().filter(|t| t.path.starts_with(char::is_uppercase) && !t.path.contains('/'));
        nodes.map(read).collect()
    })
}

fn read(ty: &'static portolan_schema::Type) -> Kind {
    let schema = &tables::xvrml::SCHEMA;
    let mut fields = Vec::new();
    let default = |ty: FieldType, text: Option<&str>| {
        let read = text.and_then(|text| super::value::read(ty, text).0);
        read.unwrap_or_else(|| Value::empty(ty))
    };
    for attribute in ty.attributes {
        let name = schema.name(attribute.name);
        if name != "name" {
            let ty = FieldType::of(schema, attribute.text.value);
            let default = default(ty, attribute.text.default);
            let is_required = attribute.required;
            fields.push(Field { name, ty, default, is_attribute: true, is_required, holds: Vec::new() });
        }
    }
    let model = schema.model(ty, schema.newest());
    for child in ty.children {
        let Some(of) = FieldType::of_child(schema, ty, child) else { continue };
        let text = match schema.ty(child.ty).map(|t| &t.content) {
            Some(Content::Text(text)) => text.default,
            _ => None,
        };
        let holds = match (of.is_node(), schema.ty(child.ty)) {
            (true, Some(holder)) => holder.children.iter().map(|c| schema.name(c.name)).collect(),
            _ => Vec::new(),
        };
        let (name, default) = (schema.name(child.name), default(of, text));
        let is_required = model.is_some_and(|m| must_have(m, child.name));
        fields.push(Field { name, ty: of, default, is_attribute: false, is_required, holds });
    }
    let event = |e: &portolan_schema::Event| Event {
        name: schema.name(e.name),
        input: e.input,
        ty: FieldType::of(schema, e.value),
    };
    let events: Vec<Event> = ty.events.iter().map(event).collect();
    let (mut inputs, mut outputs) = (HashMap::new(), HashMap::new());
    for (index, event) in (0..).zip(&events) {
        let ports = if event.input { &mut inputs } else { &mut outputs };
        ports.insert(folded(event.name), Port::Event(index));
    }
    for (index, field) in (0..).zip(&fields) {
        let plain = folded(field.name);
        inputs.entry(format!("set{plain}")).or_insert(Port::Field(index));
        outputs.entry(format!("{plain}changed")).or_insert(Port::Field(index));
        for ports in [&mut inputs, &mut outputs] {
            ports.entry(plain.clone()).or_insert(Port::Field(index));
        }
        if field.name == "children" {
            inputs.insert("addchildren".to_owned(), Port::AddChildren);
            inputs.insert("removechildren".to_owned(), Port::RemoveChildren);
        }
    }
    let by_name: HashMap<&str, u16> = (0..).zip(&fields).map(|(i, f)| (f.name, i)).collect();
    let children = by_name.get("children").copied();
    let mut written: Vec<u16> = (0..fields.len() as u16).collect();
    let behind = |at: &u16| {
        let field = fields.get(*at as usize).filter(|f| !f.is_attribute);
        field.map_or(usize::MAX, |f| model.map_or(0, |m| may_follow(schema, m, f.name)))
    };
    written.sort_by_key(|at| std::cmp::Reverse(behind(at)));
    Kind { name: ty.path, fields, written, events, inputs, outputs, by_name, children }
}

/// Must children of this name occur?
fn must_have(model: &Model, name: NameId) -> bool {
    // Without it no end is reached.
    let mut seen = vec![false; model.states.len()];
    let mut open = vec![0usize];
    while let Some(at) = open.pop() {
        let (Some(state), Some(seen)) = (model.states.get(at), seen.get_mut(at)) else { continue };
        if std::mem::replace(seen, true) {
            continue;
        }
        if state.accepting {
            return false;
        }
        open.extend(state.next.iter().filter(|(n, _)| *n != name).map(|(_, to)| usize::from(*to)));
    }
    true
}

/// How many names may follow one in a sequence: fewer the later it stands.
fn may_follow(schema: &portolan_schema::Schema, model: &Model, name: &str) -> usize {
    let enters = |wanted: &str| {
        let all = model.states.iter().flat_map(|s| s.next);
        all.filter(|(n, _)| schema.name(*n) == wanted).map(|(_, to)| usize::from(*to)).collect::<Vec<_>>()
    };
    let (mut open, mut seen, mut names) = (enters(name), Vec::new(), Vec::new());
    while let Some(at) = open.pop() {
        if seen.contains(&at) {
            continue;
        }
        seen.push(at);
        for (next, to) in model.states.get(at).map_or(&[][..], |s| s.next) {
            if !names.contains(next) {
                names.push(*next);
            }
            open.push(usize::from(*to));
        }
    }
    names.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_come_from_the_table() {
        let of = |kind: &str, field: &str| {
            let kind = KindId::named(kind).unwrap().get();
            kind.fields[kind.field(field).unwrap() as usize].default.clone()
        };
        assert_eq!(of("Box", "size"), Value::Numbers([2.0, 2.0, 2.0, 0.0]));
        assert_eq!(of("Material", "diffuseColor"), Value::Numbers([0.8, 0.8, 0.8, 1.0]));
        assert_eq!(of("Switch", "whichChoice"), Value::Int(-1));
        assert_eq!(of("Group", "bboxSize"), Value::Numbers([-1.0, -1.0, -1.0, 0.0]));
        assert_eq!(of("Avatar", "cameraOffset"), Value::Numbers([0.0, 1.65, 0.0, 0.0]));
        assert_eq!(of("Background", "skyColor"), Value::Floats(vec![0.0, 0.0, 0.0, 1.0]));
        assert_eq!(of("Group", "children"), Value::Nodes(vec![]));
        assert_eq!(of("Text", "string"), Value::Texts(vec![]));
        let crossed = of("Extrusion", "crossSection");
        assert_eq!(crossed, Value::Floats(vec![1., 1., 1., -1., -1., -1., -1., 1., 1., 1.]));
    }

    #[test]
    fn fields_are_written_in_the_order_of_the_table() {
        let order = |kind: &str| {
            let kind = KindId::named(kind).unwrap().get();
            let fields = kind.written.iter().map(|at| &kind.fields[*at as usize]);
            fields.filter(|f| !f.is_attribute).map(|f| f.name).collect::<Vec<_>>()
        };
        assert_eq!(order("ElevationGrid"), ["height", "color", "normal", "texCoord"]);
        assert_eq!(order("IndexedLineSet"), ["coord", "coordIndex", "color", "colorIndex"]);
        assert_eq!(order("LOD"), ["range", "children"]);
        assert_eq!(order("Text"), ["string", "length"]);
        let required = |kind: &str, field: &str| {
            let kind = KindId::named(kind).unwrap().get();
            kind.fields[kind.field(field).unwrap() as usize].is_required
        };
        assert!(required("Group", "children") && required("ColorInterpolator", "key") && required("Anchor", "url"));
        assert!(!required("Collision", "proxy") && !required("Shape", "geometry") && !required("Box", "size"));
    }

    #[test]
    fn routes_find_fields_and_events_in_any_spelling() {
        // A18.
        let sensor = KindId::named("TimeSensor").unwrap().get();
        assert!(matches!(sensor.output("fraction_changed"), Some(Port::Event(_))));
        assert_eq!(sensor.output("cycleInterval_changed"), sensor.output("cycleInterval"));
        assert_eq!(sensor.input("fraction-changed"), None);
        let group = KindId::named("Group").unwrap().get();
        assert_eq!(group.input("addChildren"), Some(Port::AddChildren));
    }
}
