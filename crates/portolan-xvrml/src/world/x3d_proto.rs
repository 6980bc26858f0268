//! Prototypes of X3D and VRML97, expanded where their instances stand.

use portolan_scene::Fate;
use portolan_syntax::Node;

use super::build::{Builder, Built, Place, Scope};
use super::field_type::{Way, folded};
use super::proto::heard;
use super::{FieldType, KindId, NodeId, Tied, codes};

/// A field of a prototype that stands for one of a node in its body.
pub(super) struct Tie {
    outer: String,
    owner: NodeId,
    field: String,
}

pub(super) type Declaration = (u32, portolan_syntax::NodeId);

impl Builder<'_> {
    /// Notes what an `IS` says: a field of the prototype stands for one of the owner.
    pub fn tie_to(&mut self, owner: NodeId, is: Node<'_>, to: impl Fn(&str) -> String) {
        for connect in is.elements().filter(|e| e.local_name() == "connect") {
            let word = |name: &str| connect.attribute_value(name).map(|v| v.trim().to_owned()).unwrap_or_default();
            let tie = Tie { outer: word("protoField"), owner, field: to(&word("nodeField")) };
            if let Some(ties) = self.ties.last_mut() {
                ties.push(tie);
            }
        }
    }

    /// Is the prototype of an instance one of a node that is folded?
    pub fn is_folded_instance(&mut self, element: Node<'_>, place: Place) -> bool {
        let Some((number, declared)) = self.x3d_declaration(element, place, false) else { return false };
        let Some(read) = self.documents.get(number) else { return false };
        let document = read.document.clone();
        let body = document.tree.node(declared).and_then(|d| d.child("ProtoBody"));
        body.and_then(first_node).is_some_and(|first| super::x3d_fold::is_folded(first.local_name()))
    }

    /// The node that an instance of a prototype is: the first of its body, or what it puts into the owner. An empty group if
    /// there is none.
    pub fn x3d_instance(&mut self, element: Node<'_>, place: Place, owner: Option<NodeId>) -> Option<NodeId> {
        // A declaration of a node of X3D, for viewers that do not know it.
        let name = element.attribute_value("name").unwrap_or_default();
        let own = super::x3d::made_kind(name.trim()).and_then(KindId::named);
        let id = match self.x3d_declaration(element, place, own.is_none()) {
            Some(found) if self.prototypes.contains(&found) => {
                self.lose(&codes::CIRCULAR, Fate::Dropped, element, place, "a prototype contains itself");
                None
            }
            Some(found) => {
                self.prototypes.push(found);
                self.ties.push(Vec::new());
                let expanded = self.x3d_expand(found, element, place, owner);
                self.ties.pop();
                self.prototypes.pop();
                self.tell_expanded(element, place);
                expanded
            }
            None => own.map(|kind| self.made_instance(kind, element, name.trim(), place)),
        };
        let id = match id {
            Some(id) => id,
            None => self.unknown_instance(element, place)?,
        };
        if let Some(name) = element.attribute_value("DEF") {
            self.x3d_name(id, &name, place);
        }
        // What an `IS` in the instance says of the prototype around it.
        for is in element.elements().filter(|e| e.local_name() == "IS") {
            self.tie_to(id, is, |field| field.to_owned());
        }
        Some(id)
    }

    /// An instance of a prototype that is not there, but is called as a shape that we make.
    fn made_instance(&mut self, kind: KindId, element: Node<'_>, name: &str, place: Place) -> NodeId {
        let id = self.new_node(kind, element, place);
        for given in element.elements().filter(|e| e.local_name() == "fieldValue") {
            let (field, value) = (given.attribute_value("name").unwrap_or_default(), given.attribute("value"));
            if let Some(value) = value.filter(|_| matches!(&*field, "solid" | "ccw")) {
                self.x3d_value(id, &field, value, element, place);
            }
        }
        self.make(id, element, name, place);
        id
    }

    /// What stands for an instance of a prototype that is not known: a group of the nodes in its fields, as far as they can
    /// be placed.
    fn unknown_instance(&mut self, element: Node<'_>, place: Place) -> Option<NodeId> {
        let group = self.new_node(KindId::named("Group")?, element, place);
        let placed = |node: &Node<'_>| {
            matches!(
                node.local_name(),
                "Shape"
                    | "Inline"
                    | "ProtoInstance"
                    | "Transform"
                    | "Group"
                    | "Switch"
                    | "LOD"
                    | "Anchor"
                    | "Billboard"
                    | "Collision"
            )
        };
        let fields = element.elements().filter(|e| e.local_name() == "fieldValue");
        for node in fields.flat_map(|f| f.elements()).filter(placed) {
            self.x3d_child(group, node, place.deeper(), Some("children"));
        }
        Some(group)
    }

    fn x3d_expand(
        &mut self,
        (number, declared): Declaration,
        element: Node<'_>,
        place: Place,
        owner: Option<NodeId>,
    ) -> Option<NodeId> {
        let document = self.documents.get(number)?.document.clone();
        let declared = document.tree.node(declared)?;
        let scope = self.scopes.len();
        self.scopes.push(Scope::closed());
        let inside = Place { document: number, scope, depth: place.depth + 1, turn: place.turn };
        let mut first = None;
        for node in declared.child("ProtoBody").into_iter().flat_map(|b| b.elements()) {
            let name = node.local_name();
            if let (None, Some(owner), true) = (first, owner, super::x3d_fold::is_folded(name)) {
                self.fold(owner, node, inside);
                let kind = KindId::named("Group")?;
                first = Some(self.new_node(kind, element, place));
                continue;
            }
            let built = match self.node(node, inside) {
                Some(Built::Node(id)) => Some(id),
                Some(Built::Use(name)) => self.scopes.get(scope).and_then(|s| s.names.get(&name)).copied(),
                None => None,
            };
            match (built, first) {
                (Some(id), None) => first = Some(id),
                (Some(id), Some(_)) => self.world.aside.push(id),
                _ => {}
            }
        }
        // These stand beside the children of the world, but their events are those of the instance.
        let beside = |node: Node<'_>| matches!(node.local_name(), "NavigationInfo" | "Background");
        let first = match first {
            Some(first) => first,
            None if declared.child("ProtoBody").is_some_and(|b| b.elements().any(beside)) => {
                self.new_node(KindId::named("Group")?, element, place)
            }
            None => {
                self.lose(&codes::PROTO, Fate::Dropped, element, place, "the body of a prototype is empty");
                return None;
            }
        };
        let ties = self.ties.last_mut().map(std::mem::take).unwrap_or_default();
        let mut tied: Vec<Tied> = Vec::new();
        let mut keeper = None;
        for field in declared.child("ProtoInterface").into_iter().flat_map(|i| i.elements()) {
            let Some(name) = field.attribute_value("name").map(|n| n.trim().to_owned()) else { continue };
            let given = element.elements().find(|e| {
                e.local_name() == "fieldValue" && e.attribute_value("name").is_some_and(|n| n.trim() == name)
            });
            let (holder, at) = given.map_or((field, inside), |g| (g, place));
            let said = holder.attribute("value").is_some() || holder.elements().next().is_some();
            let ty = field.attribute_value("type").and_then(|t| FieldType::named(t.trim()));
            let mut to = Vec::new();
            if !ties.iter().any(|t| t.outer == name) {
                to.extend(self.kept(&mut keeper, field, inside).into_iter().flat_map(|kept| kept.to));
            }
            // What the instance says is part of what is around it, not of the prototype.
            let own = given.is_some().then(|| (self.prototypes.pop(), self.ties.pop()));
            if given.is_some() {
                self.give(&to, holder, at);
            }
            for tie in ties.iter().filter(|t| t.outer == name) {
                let mut ports = self.world.ports(tie.owner, &tie.field, Way::In);
                if ports.is_empty() {
                    ports = self.world.ports(tie.owner, &tie.field, Way::Out);
                }
                if said && ty.is_some_and(FieldType::is_node) {
                    match self.world.kind(tie.owner) {
                        "Script" => self.give(&ports, holder, at),
                        _ => {
                            for node in holder.elements() {
                                self.x3d_child(tie.owner, node, at.deeper(), Some(&tie.field));
                            }
                        }
                    }
                } else if said {
                    self.give(&ports, holder, at);
                }
                to.extend(ports);
            }
            if let Some((prototype, ties)) = own {
                self.prototypes.extend(prototype);
                self.ties.extend(ties);
            }
            if !to.is_empty() {
                tied.push(Tied { name: folded(&name), heard: heard(field, &name), to });
            }
        }
        self.put_interface(first, place.scope, tied);
        Some(first)
    }

    /// Where the prototype of an instance is declared: the last declaration before it in the file, or one in another file.
    pub fn x3d_declaration(&mut self, element: Node<'_>, place: Place, tell: bool) -> Option<Declaration> {
        let name = element.attribute_value("name").map(|n| n.trim().to_owned()).unwrap_or_default();
        let read = self.documents.get(place.document)?;
        let mut found = (place.document, read.declaration(&name, element));
        for _ in 0..=self.limits.document_depth {
            let (number, declared) = found;
            let document = self.documents.get(number)?.document.clone();
            let Some(declared) = declared.and_then(|id| document.tree.node(id)) else {
                if tell {
                    let message = format!("prototype `{name}` does not exist");
                    self.lose(&codes::PROTO, Fate::Dropped, element, place, message);
                }
                return None;
            };
            if declared.local_name() == "ProtoDeclare" {
                return Some((number, declared.id()));
            }
            let urls = declared.attribute("url").map(super::x3d::strings).unwrap_or_default();
            let (mut why, mut next, mut absent) = (None, None, None);
            for url in &urls {
                let (file, part) = url.trim().split_once('#').unwrap_or((url.trim(), ""));
                match self.documents.open(number, file, self.resources, self.limits) {
                    Ok((number, _)) => {
                        let there = self.documents.get(number)?;
                        let declared = if part.is_empty() { there.first_prototype() } else { there.prototype(part) };
                        if declared.is_some() {
                            next = Some((number, declared));
                            break;
                        }
                        absent = absent.or_else(|| Some(url.clone()));
                    }
                    Err(error) => why = why.or(Some((url.clone(), error))),
                }
            }
            let Some(next) = next else {
                match (absent, why) {
                    _ if !tell => {}
                    (Some(url), _) => {
                        let message = format!("there is no prototype `{url}`");
                        self.lose(&codes::PROTO, Fate::Dropped, element, place, message);
                    }
                    (None, Some((url, why))) => self.tell_unopened(&url, why, element, place),
                    (None, None) => {}
                }
                return None;
            };
            found = next;
        }
        if tell {
            let message = "the declarations of a prototype refer to each other in a cycle";
            self.lose(&codes::CIRCULAR, Fate::Dropped, element, place, message);
        }
        None
    }
}

/// The node that says what a prototype is.
fn first_node(body: Node<'_>) -> Option<Node<'_>> {
    body.elements().find(|e| !matches!(e.local_name(), "ProtoDeclare" | "ExternProtoDeclare" | "ROUTE" | "WorldInfo"))
}
