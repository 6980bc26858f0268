//! One element as a node.

use portolan_scene::Fate;
use portolan_syntax::Node;

use super::build::{Builder, Built, PendingRoute, PendingUse, Place, Slot, Unplaced};
use super::value::{self, Trouble, first_url};
use super::{Access, Declared, FieldType, KindId, NodeId, Value, codes, lenient};
use crate::rules::support::fields::{Way, end};
use crate::rules::support::use_attribute;

impl Builder<'_> {
    /// The node that an element is.
    pub fn node(&mut self, element: Node<'_>, place: Place) -> Option<Built> {
        if !self.has_room(element, place) {
            return None;
        }
        if self.is_x3d(place) {
            return self.x3d_node(element, place);
        }
        let name = element.local_name();
        if name == "Use" {
            let target = use_attribute(element)?.value();
            let target = target.trim();
            return Some(Built::Use(target.strip_prefix('#').unwrap_or(target).into()));
        }
        if let Some(target) = element.attribute_value("USE") {
            return Some(Built::Use(target.trim().into()));
        }
        match name {
            "ProtoInstance" => return self.instance(element, place).map(Built::Node),
            "ProtoDeclare" | "ExternProtoDeclare" => return None,
            "Route" | "ROUTE" => self.route(element, place),
            "WorldInfo" => {
                self.credits(element, place, place.document == 0);
                return None;
            }
            _ => {}
        }
        let kind = KindId::named(lenient::kind(name)).filter(|_| !is_foreign(element));
        let Some(kind) = kind else {
            self.lose_foreign(element, place);
            return None;
        };
        let id = self.new_node(kind, element, place);
        self.fields(id, element, place);
        lenient::after(self, id, element);
        match kind.get().name {
            // They hold for the whole world, wherever they stand.
            "Background" => {
                self.turn_background(id, place);
                self.world.backgrounds.push(id);
            }
            "Avatar" => self.world.avatars.push(id),
            "Inline" => {
                let url = self.world.text(id, "url").to_owned();
                let inlined = self.inline(&url, element, place);
                if let Some(node) = self.world.node_mut(id) {
                    node.inlined = inlined;
                }
                return Some(Built::Node(id));
            }
            _ => return Some(Built::Node(id)),
        }
        None
    }

    fn lose_foreign(&mut self, element: Node<'_>, place: Place) {
        let message = format!("`{}` is not an xVRML node", element.name().full);
        self.lose(&codes::FOREIGN, Fate::Dropped, element, place, message);
    }

    /// Reads everything that an element says about its node.
    pub fn fields(&mut self, id: NodeId, element: Node<'_>, place: Place) {
        let Some(kind) = self.world.node(id).map(|n| n.kind.get()) else { return };
        for attribute in element.attributes() {
            let name = attribute.full_name();
            match name {
                "name" | "DEF" => self.name(id, &attribute.value(), place),
                _ => match kind.field(name) {
                    Some(field) => self.written(id, field, &attribute.value(), element, place),
                    // Namespaces, and where X3D says what a node is in.
                    None if name.contains(':') || matches!(name, "xmlns" | "containerField" | "class" | "id") => {}
                    None if kind.name == "Route" || lenient::is_attribute(element, name) => {}
                    None => {
                        let message = format!("`{}` has no field `{name}`", kind.name);
                        self.lose(&codes::FOREIGN, Fate::Dropped, element, place, message);
                    }
                },
            }
        }
        let below = self.turned_by(id, place);
        for child in element.elements() {
            let name = child.local_name();
            if is_foreign(child) {
                self.lose_foreign(child, place);
                continue;
            }
            match kind.field(name) {
                Some(field) if kind.fields.get(field as usize).is_some_and(|f| f.ty.is_node()) => {
                    self.children(id, field, child, below);
                }
                Some(field) if child.elements().next().is_none() => {
                    self.written(id, field, &child.text(), child, place);
                }
                _ if kind.name == "Script" && name == "field" => self.declared(id, child, place),
                _ if kind.name == "World" && matches!(name, "WorldInfo" | "Background" | "Avatar") => {}
                _ => lenient::child(self, id, child, Place { turn: below.turn, ..place }),
            }
        }
        if kind.name == "Script" && self.world.text(id, "source").is_empty() {
            let text = element.text();
            if !text.trim().is_empty() {
                self.world.set(id, "source", Value::Text(text.into()));
            }
        }
        lenient::colours(&mut self.world, id);
    }

    /// Reads the value of a field.
    pub fn written(&mut self, id: NodeId, field: u16, text: &str, element: Node<'_>, place: Place) {
        let Some(row) = self.world.node(id).and_then(|n| n.kind.get().fields.get(field as usize)) else { return };
        let is_url = row.ty == FieldType::String && (row.name == "url" || row.name.ends_with("Url"));
        if is_url {
            let (url, more) = first_url(text);
            if more {
                let message = format!("only the first URL in `{}` is used", row.name);
                self.lose(&codes::ALTERNATIVES, Fate::Noted, element, place, message);
            }
            return self.world.set_at(id, field, Value::Text(url));
        }
        let (value, trouble) = value::read(row.ty, text);
        if let Some(trouble) = trouble {
            let shown = portolan_schema::value::shown(text.trim());
            let (fate, message) = match trouble {
                Trouble::Unusable => (Fate::Dropped, format!("`{shown}` is not a valid value of `{}`", row.name)),
                Trouble::Partly => (Fate::Approximated, format!("some numbers of `{}` are invalid", row.name)),
            };
            self.lose(&codes::VALUE, fate, element, place, message);
        }
        // Strings are written one in an element.
        match (value, row.ty) {
            (Some(Value::Texts(more)), FieldType::Strings) if !element.local_name().starts_with(char::is_uppercase) => {
                let node = self.world.node_mut(id);
                match node.and_then(|n| n.fields.iter_mut().find(|(at, _)| *at == field)) {
                    Some((_, Value::Texts(all))) => all.extend(more),
                    _ => self.world.set_at(id, field, Value::Texts(more)),
                }
            }
            (Some(value), _) => self.world.set_at(id, field, value),
            (None, _) => {}
        }
    }

    /// A field of a script.
    pub fn declared(&mut self, id: NodeId, element: Node<'_>, place: Place) {
        let word = |name: &str| element.attribute_value(name).map(|v| v.trim().to_owned()).unwrap_or_default();
        let (name, access) = (word("name"), word("accessType"));
        let Some(ty) = FieldType::named(&word("type")) else {
            let message = format!("the field `{name}` of a script has no type");
            return self.lose(&codes::VALUE, Fate::Dropped, element, place, message);
        };
        let access = match access.as_str() {
            "inputOnly" | "eventIn" => Access::Input,
            "outputOnly" | "eventOut" => Access::Output,
            _ => Access::Value,
        };
        let (value, uses) = self.value_of(ty, element, place);
        let Some(node) = self.world.node_mut(id) else { return };
        let slot = Slot::Declared(node.declared.len() as u16);
        node.declared.push(Declared { name: name.as_str().into(), ty, access, value });
        self.pend(uses, id, slot);
    }

    /// The value of a declared field: text, or nodes, with the names whose nodes are not known yet.
    pub fn value_of(&mut self, ty: FieldType, element: Node<'_>, place: Place) -> (Value, Vec<Unplaced>) {
        if ty.is_node() {
            let (mut nodes, mut uses) = (Vec::new(), Vec::new());
            for child in element.elements() {
                match self.node(child, place.deeper()) {
                    Some(Built::Node(node)) => nodes.push(node),
                    Some(Built::Use(name)) => {
                        let origin = self.origin(child, place);
                        uses.push(Unplaced { scope: place.scope, name, index: nodes.len(), origin });
                        nodes.push(NodeId::PENDING);
                    }
                    None => {}
                }
            }
            return (Value::Nodes(nodes), uses);
        }
        let text = element.attribute_value("value").unwrap_or_default();
        let value = match value::read(ty, &text).0 {
            Some(Value::Floats(floats)) if ty == FieldType::Colors && self.is_x3d(place) => {
                Value::Floats(super::x3d::coloured(floats, 3))
            }
            Some(Value::Floats(floats)) if ty == FieldType::Colors => Value::Floats(lenient::rgba(floats, 0)),
            Some(value) if !text.is_empty() || ty == FieldType::String => value,
            _ => Value::empty(ty),
        };
        (value, Vec::new())
    }

    /// Notes where names stand whose nodes are not known yet.
    pub fn pend(&mut self, uses: Vec<Unplaced>, owner: NodeId, slot: Slot) {
        self.uses.extend(uses.into_iter().map(|unplaced| PendingUse { unplaced, owner, slot }));
    }

    /// Notes a route for later, when all names are known.
    pub fn route(&mut self, element: Node<'_>, place: Place) {
        let end = |way| end(element, way).map(|e| (e.written.into_boxed_str(), e.field.into_boxed_str()));
        let (Some(from), Some(to)) = (end(Way::Out), end(Way::In)) else {
            let message = "a route is missing its source or its target";
            return self.lose(&codes::ROUTE, Fate::Dropped, element, place, message);
        };
        let origin = self.origin(element, place);
        self.routes.push(PendingRoute { scope: place.scope, from, to, origin });
    }
}

/// Is an element of another namespace than its document (A1, A29)?
fn is_foreign(element: Node<'_>) -> bool {
    let own = element.name().namespace;
    !own.is_empty() && element.tree().root().is_some_and(|root| root.name().namespace != own)
}
