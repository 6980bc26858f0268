//! Prototypes, expanded where their instances stand.

use portolan_scene::Fate;
use portolan_syntax::Node;

use super::build::{Builder, Built, Place, Scope, Slot};
use super::field_type::{Way, folded};
use super::{FieldType, KindId, NodeId, Port, Tied, Value, codes};

impl Builder<'_> {
    /// The node that an instance of a prototype is: the first of its body. An empty group if there is none.
    pub fn instance(&mut self, element: Node<'_>, place: Place) -> Option<NodeId> {
        let id = match self.declaration(element, place) {
            Some(found) if self.prototypes.contains(&found) => {
                self.lose(&codes::CIRCULAR, Fate::Dropped, element, place, "a prototype contains itself");
                None
            }
            Some(found) => {
                self.prototypes.push(found);
                let expanded = self.expand(found, element, place);
                self.prototypes.pop();
                self.tell_expanded(element, place);
                expanded
            }
            None => None,
        };
        let id = match id {
            Some(id) => id,
            None => self.new_node(KindId::named("Group")?, element, place),
        };
        if let Some(name) = element.attribute_value("name").or(element.attribute_value("DEF")) {
            self.name(id, &name, place);
        }
        Some(id)
    }

    /// Remembers where an instance stood in the main document.
    pub fn tell_expanded(&mut self, element: Node<'_>, place: Place) {
        if place.document == 0 && self.prototypes.is_empty() {
            let origin = self.origin(element, place);
            self.world.expanded.push(origin);
        }
    }

    /// Where the prototype of an instance is declared: `#Name` here, `file#Name` elsewhere. A declaration may lead on.
    fn declaration(&mut self, element: Node<'_>, place: Place) -> Option<(u32, portolan_syntax::NodeId)> {
        let mut reference = element.attribute_value("proto")?.trim().to_owned();
        let (mut from, mut named) = (place.document, true);
        for _ in 0..=self.limits.document_depth {
            let (file, name) = reference.split_once('#').unwrap_or(("", &reference));
            let name = name.to_owned();
            let number = match file.is_empty() {
                true => from,
                false => match self.documents.open(from, file, self.resources, self.limits) {
                    Ok((number, _)) => number,
                    Err(why) => {
                        self.tell_unopened(&reference, why, element, place);
                        return None;
                    }
                },
            };
            let read = self.documents.get(number)?;
            let first = || read.first_prototype().filter(|_| !named);
            let found = read.prototype(&name).or_else(first).and_then(|id| read.document.tree.node(id));
            let Some(declared) = found else {
                let message = format!("prototype `{name}` does not exist");
                self.lose(&codes::PROTO, Fate::Dropped, element, place, message);
                return None;
            };
            let Some(url) = declared.attribute_value("url").map(|u| u.trim().to_owned()).filter(|u| !u.is_empty())
            else {
                return Some((number, declared.id()));
            };
            // Without a name it is the one of the same name there, or else the first (VRML97, 4.9.3).
            named = url.contains('#');
            reference = if named { url } else { format!("{url}#{name}") };
            from = number;
        }
        self.lose(
            &codes::CIRCULAR,
            Fate::Dropped,
            element,
            place,
            "the declarations of a prototype refer to each \
            other in a cycle",
        );
        None
    }

    fn expand(
        &mut self,
        (number, declared): (u32, portolan_syntax::NodeId),
        element: Node<'_>,
        place: Place,
    ) -> Option<NodeId> {
        let document = self.documents.get(number)?.document.clone();
        let declared = document.tree.node(declared)?;
        let scope = self.scopes.len();
        self.scopes.push(Scope::closed());
        let inside = Place { document: number, scope, depth: place.depth + 1, turn: place.turn };
        let mut first = None;
        for node in declared.child("body").into_iter().flat_map(|b| b.elements()) {
            let built = match self.node(node, inside) {
                Some(Built::Node(id)) => Some(id),
                Some(Built::Use(name)) => self.scopes.get(scope).and_then(|s| s.names.get(&name)).copied(),
                None => None,
            };
            match (built, first) {
                (Some(id), None) if self.world.kind(id) != "Route" => first = Some(id),
                (Some(id), Some(_)) => self.world.aside.push(id),
                _ => {}
            }
        }
        let Some(first) = first else {
            self.lose(&codes::PROTO, Fate::Dropped, element, place, "the body of a prototype is empty");
            return None;
        };
        let mut tied = self.tie(declared, inside);
        let mut keeper = None;
        for field in declared.child("interface").into_iter().flat_map(|i| i.elements()) {
            let Some(name) = field.attribute_value("name") else { continue };
            let folded_name = folded(name.trim());
            if !tied.iter().any(|t| t.name == folded_name) {
                tied.extend(self.kept(&mut keeper, field, inside));
            }
            let Some(tied) = tied.iter().find(|t| t.name == folded_name) else { continue };
            let given = element.elements().find(|e| {
                e.local_name() == "fieldValue" && e.attribute_value("name").is_some_and(|n| n.trim() == name.trim())
            });
            let (holder, at) = given.map_or((field, inside), |g| (g, place));
            let said = holder.attribute("value").is_some() || holder.elements().next().is_some();
            if said {
                // What the instance says is part of what is around it, not of the prototype.
                let own = if given.is_some() { self.prototypes.pop() } else { None };
                self.give(&tied.to.clone(), holder, at);
                self.prototypes.extend(own);
            }
        }
        self.put_interface(first, place.scope, tied);
        Some(first)
    }

    /// Notes what the fields of an instance stand for, which is seen in the scope around it.
    pub fn put_interface(&mut self, first: NodeId, scope: usize, tied: Vec<Tied>) {
        self.layers.entry(first).or_default().push((scope, tied.clone()));
        self.world.interfaces.insert(first, tied);
    }

    /// A field that stands for nothing in the body, and that can be written and heard all the same: instances of such prototypes hold
    /// what scripts share. It is a field of a script without a program.
    pub fn kept(&mut self, keeper: &mut Option<NodeId>, field: Node<'_>, inside: Place) -> Option<Tied> {
        let word = |name: &str| field.attribute_value(name).map(|v| v.trim().to_owned()).unwrap_or_default();
        let both = matches!(word("accessType").as_str(), "inputOutput" | "exposedField");
        if !both || FieldType::named(&word("type")).is_none() {
            return None;
        }
        let script = match *keeper {
            Some(script) => script,
            None => {
                let script = self.new_node(KindId::named("Script")?, field, inside);
                self.world.aside.push(script);
                *keeper.insert(script)
            }
        };
        let port = Port::Declared(self.world.node(script)?.declared.len() as u16);
        self.declared(script, field, inside);
        let name = word("name");
        Some(Tied { name: folded(&name), heard: heard(field, &name), to: vec![(script, port)] })
    }

    /// What the fields of the interface stand for.
    fn tie(&mut self, declared: Node<'_>, inside: Place) -> Vec<Tied> {
        let mut all: Vec<Tied> = Vec::new();
        for connect in declared.elements().filter(|e| e.local_name() == "connect") {
            let word = |name: &str| connect.attribute_value(name).map(|v| v.trim().to_owned()).unwrap_or_default();
            let (node, field, written) = (word("node"), word("field"), word("protoField"));
            let outer = folded(&written);
            let inner = self.scopes.get(inside.scope).and_then(|s| s.names.get(node.as_str())).copied();
            let ports = inner.map(|inner| {
                let taken = self.world.ports(inner, &field, Way::In);
                if taken.is_empty() { self.world.ports(inner, &field, Way::Out) } else { taken }
            });
            let Some(ports) = ports.filter(|p| !p.is_empty()) else {
                let message = format!("`{node}` in the body of a prototype has no field `{field}`");
                self.lose(&codes::UNRESOLVED, Fate::Dropped, connect, inside, message);
                continue;
            };
            match all.iter_mut().find(|t| t.name == outer) {
                Some(tied) => tied.to.extend(ports),
                None => {
                    let mut fields = declared.child("interface").into_iter().flat_map(|i| i.elements());
                    let declared = fields.find(|f| f.attribute_value("name").is_some_and(|n| folded(&n) == outer));
                    let heard = declared.and_then(|field| heard(field, &written));
                    all.push(Tied { name: outer, heard, to: ports });
                }
            }
        }
        all
    }

    /// Sets fields in a body to what an instance says.
    pub fn give(&mut self, to: &[(NodeId, Port)], holder: Node<'_>, place: Place) {
        for (node, port) in to {
            let Some(ty) = self.world.port_type(*node, *port) else { continue };
            let (value, uses) = self.value_of(ty, holder, place);
            let slot = match port {
                Port::Field(field) => {
                    let value = match (ty, value) {
                        (FieldType::String, Value::Text(text)) if text.starts_with('"') => {
                            Value::Text(super::x3d::one_url(&text))
                        }
                        (FieldType::String, Value::Text(text)) => Value::Text(text.trim_matches('"').into()),
                        (_, value) => value,
                    };
                    self.world.set_at(*node, *field, value);
                    Slot::Field(*field)
                }
                Port::Declared(field) => {
                    let declared = self.world.node_mut(*node).and_then(|n| n.declared.get_mut(*field as usize));
                    if let Some(declared) = declared {
                        declared.value = value;
                    }
                    Slot::Declared(*field)
                }
                _ => continue,
            };
            self.pend(uses, *node, slot);
        }
    }
}

/// What the events of a field of an interface are called, if it has any.
pub(super) fn heard(field: Node<'_>, name: &str) -> Option<String> {
    let takes = field.attribute_value("accessType").is_some_and(|a| matches!(a.trim(), "inputOnly" | "eventIn"));
    (!takes).then(|| name.to_owned())
}
