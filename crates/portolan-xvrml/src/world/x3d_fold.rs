//! Nodes of X3D that become part of those around them.

use portolan_scene::Fate;
use portolan_syntax::Node;

use super::build::{Builder, Place};
use super::field_type::folded;
use super::{KindId, NodeId, Port, Tied, Value, codes};

/// A node that was folded and has a name.
#[derive(Clone)]
pub(super) struct Property {
    document: u32,
    element: portolan_syntax::NodeId,
    /// What routes find under its name.
    stand_in: NodeId,
    /// What an appearance holds.
    made: Vec<NodeId>,
}

/// Does a node become part of the one around it?
pub(super) fn is_folded(name: &str) -> bool {
    list_of(name).is_some() || matches!(name, "Appearance" | "FontStyle" | "TextureTransform")
}

/// The field that a list goes to, and the one that it is written in.
fn list_of(name: &str) -> Option<(&'static str, &'static str)> {
    match name {
        "Coordinate" | "CoordinateDouble" => Some(("coord", "point")),
        "Color" | "ColorRGBA" => Some(("color", "color")),
        "Normal" => Some(("normal", "vector")),
        "TextureCoordinate" => Some(("texCoord", "point")),
        _ => None,
    }
}

impl Builder<'_> {
    /// Makes a node part of the one around it.
    pub fn fold(&mut self, owner: NodeId, element: Node<'_>, place: Place) {
        if let Some(name) = element.attribute_value("USE") {
            return self.fold_again(owner, &name, element, place);
        }
        let named = element.attribute("DEF").is_some();
        let stand_in = KindId::named("Group").filter(|_| named).map(|kind| self.new_node(kind, element, place));
        self.fold_as(owner, element, place, stand_in);
    }

    /// A node that stands where it has nothing to be a part of, as in a field of a script: what stands for it. It becomes a part
    /// of a node that is nowhere.
    pub fn fold_alone(&mut self, element: Node<'_>, place: Place) -> Option<NodeId> {
        let around = match element.local_name() {
            "Appearance" | "TextureTransform" => "Shape",
            "FontStyle" => "Text",
            _ => "IndexedFaceSet",
        };
        let owner = self.new_node(KindId::named(around)?, element, place);
        let stand_in = self.new_node(KindId::named("Group")?, element, place);
        self.fold_as(owner, element, place, Some(stand_in));
        Some(stand_in)
    }

    /// Makes a node part of the one around it. Under its name, and in scripts, another node stands for it.
    fn fold_as(&mut self, owner: NodeId, element: Node<'_>, place: Place, stand_in: Option<NodeId>) {
        let name = element.attribute_value("DEF").map(|name| Box::<str>::from(name.trim()));
        let key = name.map(|name| (place.scope, name));
        if let (Some(key), Some(stand_in)) = (&key, stand_in) {
            self.x3d_name(stand_in, &key.1, place);
            let property = Property { document: place.document, element: element.id(), stand_in, made: Vec::new() };
            self.properties.insert(key.clone(), property);
        }
        self.fold_into(owner, element, place, stand_in);
        if element.local_name() == "Appearance" {
            let made = self.world.nodes_in(owner, "appearance").to_vec();
            if let Some(property) = key.and_then(|key| self.properties.get_mut(&key)) {
                property.made = made;
            }
            // Scripts find material and texture there.
            self.tie_fields(owner, &[("appearance", "appearance")], stand_in);
        }
    }

    /// Is it the use of a node that was folded?
    pub fn is_folded_use(&self, element: Node<'_>, place: Place) -> bool {
        let name = element.attribute_value("USE");
        name.is_some_and(|name| self.properties.contains_key(&(place.scope, Box::<str>::from(name.trim()))))
    }

    /// Makes a node that was folded elsewhere part of one more.
    fn fold_again(&mut self, owner: NodeId, name: &str, element: Node<'_>, place: Place) {
        let Some(property) = self.properties.get(&(place.scope, Box::<str>::from(name.trim()))).cloned() else {
            let message = format!("no node has the name `{}`", name.trim());
            return self.lose(&codes::UNRESOLVED, Fate::Dropped, element, place, message);
        };
        if !property.made.is_empty() {
            self.tie_fields(owner, &[("appearance", "appearance")], Some(property.stand_in));
            return self.world.set(owner, "appearance", Value::Nodes(property.made));
        }
        let Some(read) = self.documents.get(property.document) else { return };
        let document = read.document.clone();
        match document.tree.node(property.element) {
            Some(again) if again.local_name() == "ProtoInstance" => {
                self.x3d_instance(again, place, Some(owner));
            }
            Some(again) => self.fold_into(owner, again, place, Some(property.stand_in)),
            None => {}
        }
    }

    /// An instance of a prototype whose node becomes part of the one around it, or the use of such an instance.
    pub fn fold_instance(&mut self, owner: NodeId, element: Node<'_>, place: Place) {
        if let Some(name) = element.attribute_value("USE") {
            return self.fold_again(owner, &name, element, place);
        }
        let Some(stand_in) = self.x3d_instance(element, place, Some(owner)) else { return };
        if let Some(name) = element.attribute_value("DEF") {
            let made = self.world.nodes_in(owner, "appearance").to_vec();
            let property = Property { document: place.document, element: element.id(), stand_in, made };
            self.properties.insert((place.scope, name.trim().into()), property);
        }
    }

    fn fold_into(&mut self, owner: NodeId, element: Node<'_>, place: Place, stand_in: Option<NodeId>) {
        let name = element.local_name();
        match (list_of(name), name) {
            (Some((to, from)), _) => {
                if let Some(attribute) = element.attribute(from) {
                    self.x3d_value(owner, to, attribute, element, place);
                }
                self.tie_fields(owner, &[(from, to)], stand_in);
                let to = to.to_owned();
                self.ties_of(owner, element, move |_| to.clone());
            }
            (_, "FontStyle") => {
                self.copy_fields(owner, element, place, stand_in);
                self.ties_of(owner, element, |field| field.to_owned());
            }
            (_, "TextureTransform") => {
                // Beside its texture it is met in the appearance.
                let texture = self.world.nodes_in(owner, "appearance").iter().copied();
                let mut textures: Vec<NodeId> = texture.filter(|n| self.world.kind(*n) == "Texture").collect();
                // Without a texture it moves nothing, but prototypes use it to hold numbers.
                if textures.is_empty()
                    && let Some(kind) = KindId::named("Texture")
                {
                    textures.push(self.new_node(kind, element, place));
                }
                for texture in textures {
                    self.copy_fields(texture, element, place, stand_in);
                    self.ties_of(texture, element, |field| field.to_owned());
                }
            }
            _ => self.appearance(owner, element, place),
        }
    }

    /// Material and texture of a shape. A texture that lies elsewhere too is another one here if it is turned or moved.
    fn appearance(&mut self, owner: NodeId, element: Node<'_>, place: Place) {
        let of_transform = |e: &Node<'_>| e.local_name() == "TextureTransform";
        for child in element.elements().filter(|e| !of_transform(e)) {
            match child.local_name() {
                // Of several textures one is shown.
                "MultiTexture" => {
                    let message = "only the first texture of a `MultiTexture` is shown";
                    self.lose(&codes::FOREIGN, Fate::Approximated, child, place, message);
                    if let Some(first) = child.elements().next() {
                        self.x3d_child(owner, first, place.deeper(), Some("texture"));
                    }
                }
                "PhysicalMaterial" | "UnlitMaterial" | "TwoSidedMaterial" => self.other_material(owner, child, place),
                "Material" | "ImageTexture" | "MovieTexture" | "PixelTexture" | "ProtoInstance" | "IS" | "ROUTE" => {
                    self.x3d_child(owner, child, place.deeper(), None);
                }
                name if name.starts_with("Metadata") => {}
                name => {
                    let message = format!("`{name}` in an `Appearance` is not supported");
                    self.lose(&codes::FOREIGN, Fate::Dropped, child, place, message);
                    // What is named in it may be used elsewhere.
                    for named in child.descendants().filter(|d| d.attribute("DEF").is_some()) {
                        self.node(named, place.deeper());
                    }
                }
            }
        }
        for transform in element.elements().filter(of_transform) {
            let mut list = self.world.nodes_in(owner, "appearance").to_vec();
            for slot in &mut list {
                let named = self.world.node(*slot).filter(|n| n.kind.get().name == "Texture" && n.name.is_some());
                let Some(mut copy) = named.cloned() else { continue };
                copy.name = None;
                *slot = NodeId(self.world.nodes.len() as u32);
                self.world.nodes.push(copy);
            }
            self.world.set(owner, "appearance", Value::Nodes(list));
            self.fold(owner, transform, place.deeper());
        }
    }

    /// A material of X3D 4 as the one of VRML97.
    fn other_material(&mut self, owner: NodeId, element: Node<'_>, place: Place) {
        let name = element.local_name();
        let message = format!("`{name}` is read as a `Material`");
        self.lose(&codes::FOREIGN, Fate::Approximated, element, place, message);
        let Some(kind) = KindId::named("Material") else { return };
        let id = self.new_node(kind, element, place);
        for attribute in element.attributes() {
            match attribute.full_name() {
                "baseColor" => self.x3d_value(id, "diffuseColor", attribute, element, place),
                "DEF" => self.x3d_name(id, &attribute.value(), place),
                field => self.x3d_value(id, field, attribute, element, place),
            }
        }
        if name == "UnlitMaterial" {
            self.world.set(id, "diffuseColor", Value::Numbers([0.0, 0.0, 0.0, 1.0]));
            if !self.world.is_written(id, "emissiveColor") {
                self.world.set(id, "emissiveColor", Value::Numbers([1.0; 4]));
            }
        }
        let mut list = self.world.nodes_in(owner, "appearance").to_vec();
        list.push(id);
        self.world.set(owner, "appearance", Value::Nodes(list));
    }

    /// Takes the fields of an element as those of a node.
    fn copy_fields(&mut self, id: NodeId, element: Node<'_>, place: Place, stand_in: Option<NodeId>) {
        for attribute in element.attributes() {
            if !matches!(attribute.full_name(), "DEF" | "USE" | "containerField") {
                self.x3d_value(id, attribute.full_name(), attribute, element, place);
            }
        }
        let Some(kind) = self.world.node(id).map(|n| n.kind.get()) else { return };
        let pairs: Vec<(&str, &str)> = kind.fields.iter().map(|f| (f.name, f.name)).collect();
        self.tie_fields(id, &pairs, stand_in);
    }

    /// Lets routes to a folded node lead to where its fields went.
    fn tie_fields(&mut self, owner: NodeId, pairs: &[(&str, &str)], stand_in: Option<NodeId>) {
        let (Some(stand_in), Some(kind)) = (stand_in, self.world.node(owner).map(|n| n.kind.get())) else { return };
        let tied = self.world.interfaces.entry(stand_in).or_default();
        for (from, to) in pairs {
            let Some(field) = kind.field(to) else { continue };
            let name = folded(from);
            let port = (owner, Port::Field(field));
            match tied.iter_mut().find(|t| t.name == name) {
                Some(tied) => tied.to.push(port),
                None => tied.push(Tied { name, heard: Some((*from).to_owned()), to: vec![port] }),
            }
        }
    }

    /// What an `IS` in a folded node ties to the prototype around it.
    fn ties_of(&mut self, owner: NodeId, element: Node<'_>, to: impl Fn(&str) -> String) {
        for is in element.elements().filter(|e| e.local_name() == "IS") {
            self.tie_to(owner, is, &to);
        }
    }
}
