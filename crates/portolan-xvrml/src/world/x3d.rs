//! X3D and VRML97 as a front end: elements of their tree become the same nodes as those of xVRML.
//!
//! Nodes that xVRML does not have are folded into those around them: `Appearance` into its shape, `Coordinate`, `Color`, `Normal`
//! and `TextureCoordinate` into their geometry, `FontStyle` into its text, `TextureTransform` into its texture. Routes to them
//! lead to where their fields went. Triangle, quad and line sets, flat and curved shapes become sets of faces and lines.

use portolan_scene::Fate;
use portolan_scene::glam::DQuat;
use portolan_syntax::{Attr, Node, Syntax};

use super::build::{Builder, Built, Place};
use super::value::{self, first_url, texts};
use super::{FieldType, KindId, NodeId, Value, codes, x3d_flat, x3d_nurbs, x3d_sets};

/// Fields that say nothing about how a scene looks.
const PASSED_OVER: [&str; 24] = [
    "USE",
    "containerField",
    "class",
    "id",
    "style",
    "load",
    "autoRefresh",
    "autoRefreshTimeLimit",
    "global",
    "visible",
    "bboxDisplay",
    "centerOfRotation",
    "pauseTime",
    "resumeTime",
    "retainUserOffsets",
    "viewAll",
    "castShadow",
    "shadows",
    "shadowIntensity",
    "description",
    "transitionType",
    "transitionTime",
    "avatarSize",
    "visibilityLimit",
];

/// Nodes whose joints, sites and the like are used a second time to list them; only one list is placed.
const LISTED: [&str; 5] = ["joints", "segments", "sites", "viewpoints", "displacers"];

/// What a node of X3D becomes.
fn kind(name: &str) -> Option<KindId> {
    KindId::named(match name {
        "ImageTexture" | "MovieTexture" | "PixelTexture" => "Texture",
        "NavigationInfo" => "Avatar",
        name if is_inline(name) => "Inline",
        "StaticGroup" | "CADAssembly" | "CADLayer" | "CADFace" | "HAnimSegment" | "PickableGroup" | "ScreenGroup"
        | "ViewpointGroup" | "Layer" | "LayerSet" | "LayoutGroup" | "LayoutLayer" => "Group",
        "CADPart" | "HAnimHumanoid" | "HAnimJoint" | "HAnimSite" | "EspduTransform" => "Transform",
        name if x3d_sets::is_faces(name) => "IndexedFaceSet",
        name if made_kind(name).is_some() => made_kind(name)?,
        "LineSet" => "IndexedLineSet",
        "World" | "Use" | "Route" | "Texture" | "Avatar" | "ProtoDeclare" | "ProtoInstance" => return None,
        name => name,
    })
}

/// Does a node bring another world? `InlineLoadControl` is of the first amendment to VRML97, `KambiInline` of one viewer.
fn is_inline(name: &str) -> bool {
    matches!(name, "Inline" | "InlineLoadControl" | "KambiInline")
}

/// Is a node read that is none of VRML97?
fn is_approximated(name: &str) -> bool {
    let plain = matches!(name, "Group" | "StaticGroup");
    let families = ["CAD", "HAnim", "Lay", "Espdu"];
    !plain && (name.ends_with("Group") || families.iter().any(|family| name.starts_with(family)))
}

/// What a flat or curved shape becomes of which the points are made.
pub(super) fn made_kind(name: &str) -> Option<&'static str> {
    x3d_flat::kind(name).or_else(|| x3d_nurbs::kind(name))
}

impl Builder<'_> {
    /// Makes the points of a flat or curved shape.
    pub fn make(&mut self, id: NodeId, element: Node<'_>, name: &str, place: Place) {
        x3d_flat::complete(self, id, element, name);
        x3d_nurbs::complete(self, id, element, name, place);
    }

    /// Is a place within a document of X3D or VRML97?
    pub fn is_x3d(&self, place: Place) -> bool {
        self.documents.get(place.document).is_some_and(|d| d.is_x3d())
    }

    /// Puts the scene of a document into a node.
    pub fn scene_of(&mut self, root: Node<'_>, into: NodeId, place: Place) {
        for element in root.child("Scene").into_iter().flat_map(|s| s.elements()) {
            self.x3d_child(into, element, place.deeper(), None);
        }
        if place.document == 0 {
            self.world.headlight.get_or_insert(true);
            // Viewpoints are where the eyes are.
            if self.world.avatars.is_empty()
                && let Some(kind) = KindId::named("Avatar")
            {
                let avatar = self.new_node(kind, root, place);
                self.world.set(avatar, "cameraOffset", Value::Numbers([0.0; 4]));
                super::lenient::body(self, avatar, None);
                self.world.avatars.push(avatar);
            }
        }
    }

    /// The node that an element of X3D is.
    pub fn x3d_node(&mut self, element: Node<'_>, place: Place) -> Option<Built> {
        if let Some(target) = element.attribute_value("USE") {
            let known = self.scopes.get(place.scope).and_then(|s| s.names.get(target.trim())).copied();
            return Some(known.map_or_else(|| Built::Use(target.trim().into()), Built::Node));
        }
        let name = element.local_name();
        match name {
            "ProtoInstance" => return self.x3d_instance(element, place, None).map(Built::Node),
            "WorldInfo" => {
                self.x3d_credits(element, place);
                return None;
            }
            "ROUTE" => {
                self.route(element, place);
                return None;
            }
            "ProtoDeclare" | "ExternProtoDeclare" | "IMPORT" | "EXPORT" | "IS" | "field" | "fieldValue" => return None,
            name if name.starts_with("Metadata") => return None,
            name if super::x3d_fold::is_folded(name) => return self.fold_alone(element, place).map(Built::Node),
            _ => {}
        }
        let inlined = place.document != 0;
        if inlined && matches!(name, "Background" | "NavigationInfo") {
            let message = format!("the `{name}` of an inlined world has no effect");
            self.lose(&codes::INLINED, Fate::Noted, element, place, message);
            return None;
        }
        let kind = kind(name);
        if kind.is_none() || is_approximated(name) {
            let message = format!("`{name}` is not supported; its children are used");
            self.lose(&codes::FOREIGN, Fate::Approximated, element, place, message);
        }
        let nodes = || element.elements().any(|e| e.local_name().starts_with(char::is_uppercase));
        let kind = match kind {
            Some(kind) => kind,
            None if nodes() => KindId::named("Group")?,
            None => return None,
        };
        let id = self.new_node(kind, element, place);
        self.x3d_fields(id, element, place);
        match name {
            "NavigationInfo" => {
                super::lenient::after(self, id, element);
                self.world.avatars.push(id);
                return None;
            }
            "Background" => {
                self.world.backgrounds.push(id);
                return None;
            }
            name if is_inline(name) => {
                let url = self.world.text(id, "url").to_owned();
                let off = element.attribute_value("load").is_some_and(|l| l.trim() == "false");
                if !off && !url.is_empty() {
                    let inlined = self.inline(&url, element, place);
                    if let Some(node) = self.world.node_mut(id) {
                        node.inlined = inlined;
                    }
                }
            }
            "PixelTexture" => {
                if let Some(image) = element.attribute_value("image") {
                    match super::pixels::data_uri(&image) {
                        Some(url) => self.world.set(id, "url", Value::Text(url.into())),
                        None if image.trim_start().starts_with("0 0") || image.trim().is_empty() => {}
                        None => {
                            let message = "a texture has another number of pixels than it declares";
                            self.lose(&codes::VALUE, Fate::Dropped, element, place, message);
                        }
                    }
                }
            }
            "SpotLight" if self.is_newer(place) => {
                // From version 3.3 on the two angles have their defaults the other way round, with six decimals.
                let angles = [("beamWidth", 785_398.0), ("cutOffAngle", 1_570_796.0)];
                for (field, angle) in angles.map(|(field, millionths)| (field, millionths / 1e6)) {
                    if !self.world.is_written(id, field) {
                        self.world.set(id, field, Value::Numbers([angle, 0.0, 0.0, 0.0]));
                    }
                }
            }
            name => {
                x3d_sets::complete(self, id, element, name);
                self.make(id, element, name, place);
            }
        }
        Some(Built::Node(id))
    }

    /// Is a document of version 3.3 or newer?
    fn is_newer(&self, place: Place) -> bool {
        let version = self.documents.get(place.document).map_or("", |d| d.document.bound.version_name());
        version >= "3.3"
    }

    /// Title and credits.
    fn x3d_credits(&mut self, element: Node<'_>, place: Place) {
        let lines = element.attribute("info").map(strings).unwrap_or_default();
        self.world.credits.extend(lines);
        if place.document == 0
            && let Some(kind) = KindId::named("WorldInfo")
        {
            let id = self.new_node(kind, element, place);
            self.x3d_fields(id, element, place);
            self.world.info.get_or_insert(id);
        }
    }

    /// Reads everything that an element says about its node.
    fn x3d_fields(&mut self, id: NodeId, element: Node<'_>, place: Place) {
        let Some(kind) = self.world.node(id).map(|n| n.kind.get()) else { return };
        for attribute in element.attributes() {
            match attribute.full_name() {
                "DEF" => self.x3d_name(id, &attribute.value(), place),
                "type" | "headlight" if kind.name == "Avatar" => {}
                "url" if kind.name == "Script" => self.program(id, attribute, element, place),
                "enabled" if kind.name == "Collision" => self.x3d_value(id, "collide", attribute, element, place),
                name if kind.field(name).is_some() => self.x3d_value(id, name, attribute, element, place),
                name if name.contains(':') || name == "xmlns" || PASSED_OVER.contains(&name) => {}
                name if x3d_sets::is_field(element.local_name(), name) || is_approximated(element.local_name()) => {}
                name if x3d_flat::is_field(element.local_name(), name) => {}
                name if x3d_nurbs::is_field(element.local_name(), name) => {}
                "image" if element.local_name() == "PixelTexture" => {}
                name => {
                    let message = format!("the field `{name}` of `{}` is not supported", element.local_name());
                    self.lose(&codes::FOREIGN, Fate::Dropped, element, place, message);
                }
            }
        }
        let turned = self.turned_by(id, place);
        for child in element.elements() {
            self.x3d_child(id, child, turned, None);
        }
        if kind.name == "Script" && self.world.text(id, "source").is_empty() {
            let text = element.text();
            if !text.trim().is_empty() {
                self.world.set(id, "source", Value::Text(text.into()));
            }
        }
        if kind.name == "Background" {
            self.turn_background(id, place);
        }
    }

    /// A background is turned with everything around it (A8).
    pub fn turn_background(&mut self, id: NodeId, place: Place) {
        if place.turn != Place::UPRIGHT {
            let own = self.world.numbers(id, "rotation");
            let turn = DQuat::from_array(place.turn) * crate::lower::quaternion(own);
            self.world.set(id, "rotation", Value::Numbers(crate::lower::axis_angle(turn.normalize(), own)));
        }
    }

    /// The place of what is below a node: the rotations above a background turn it.
    pub fn turned_by(&self, id: NodeId, place: Place) -> Place {
        let below = place.deeper();
        if self.world.kind(id) != "Transform" || !self.world.is_written(id, "rotation") {
            return below;
        }
        let own = crate::lower::quaternion(self.world.numbers(id, "rotation"));
        Place { turn: (DQuat::from_array(place.turn) * own).to_array(), ..below }
    }

    /// Gives a node its name: a name means the last node that has it.
    pub fn x3d_name(&mut self, id: NodeId, name: &str, place: Place) {
        self.name(id, name, place);
        if let Some(scope) = self.scopes.get_mut(place.scope) {
            scope.names.insert(name.trim().into(), id);
        }
    }

    /// The program of a script: text behind the name of its language, or a file.
    fn program(&mut self, id: NodeId, attribute: Attr<'_>, element: Node<'_>, place: Place) {
        let all = strings(attribute);
        let languages = ["javascript:", "ecmascript:", "vrmlscript:"];
        let inner = all.iter().find_map(|text| {
            let text = text.trim_start();
            let language = languages.iter().find(|l| text.get(..l.len()).is_some_and(|t| t.eq_ignore_ascii_case(l)))?;
            text.get(language.len()..)
        });
        match inner {
            Some(program) => self.world.set(id, "source", Value::Text(program.into())),
            None => {
                let url = self.best_url(&all, element, place);
                if !url.is_empty() {
                    self.world.set(id, "url", Value::Text(url));
                }
            }
        }
    }

    /// Reads the value of a field.
    pub fn x3d_value(&mut self, id: NodeId, field: &str, attribute: Attr<'_>, element: Node<'_>, place: Place) {
        let Some(kind) = self.world.node(id).map(|n| n.kind.get()) else { return };
        let Some((at, ty)) = kind.field(field).and_then(|at| Some((at, kind.fields.get(at as usize)?.ty))) else {
            return;
        };
        let value = match ty {
            FieldType::Strings => Value::Texts(strings(attribute)),
            FieldType::String if field == "url" || field.ends_with("Url") => {
                Value::Text(self.best_url(&strings(attribute), element, place))
            }
            FieldType::String if field == "parameter" => Value::Text(strings(attribute).join(" ").into()),
            FieldType::String if field == "family" => {
                Value::Text(strings(attribute).into_iter().next().unwrap_or_default())
            }
            FieldType::String => Value::Text(attribute.value().into()),
            FieldType::Colors => {
                let width = if element.local_name() == "ColorRGBA" { 4 } else { 3 };
                let (list, trouble) = value::read(FieldType::Floats, &attribute.value());
                if trouble.is_some() {
                    let message = format!("some numbers of `{field}` are invalid");
                    self.lose(&codes::VALUE, Fate::Approximated, element, place, message);
                }
                match list {
                    Some(Value::Floats(list)) => Value::Floats(coloured(list, width)),
                    _ => return,
                }
            }
            _ => return self.written(id, at, &attribute.value(), element, place),
        };
        self.world.set_at(id, at, value);
    }

    /// The first address that leads somewhere, else the first.
    fn best_url(&mut self, all: &[Box<str>], element: Node<'_>, place: Place) -> Box<str> {
        if all.len() < 2 || element.local_name() == "Anchor" {
            return all.first().map_or_else(|| "".into(), |u| u.trim().into());
        }
        let base = self.documents.get(place.document).map(|d| d.location.clone()).unwrap_or_default();
        let there = |url: &str| {
            url.starts_with("data:")
                || self.resources.locate(&base, url.split('#').next().unwrap_or_default().trim()).is_ok()
        };
        let best = all.iter().find(|url| there(url)).or(all.first());
        let best = best.map_or_else(|| "".into(), |u| u.trim().into());
        let message = "only one of several URLs is used";
        self.lose(&codes::ALTERNATIVES, Fate::Noted, element, place, message);
        best
    }

    /// An element in another: a node in one of its fields, or something that is said of it.
    pub fn x3d_child(&mut self, owner: NodeId, element: Node<'_>, place: Place, field: Option<&str>) {
        let Some(around) = self.world.node(owner).map(|n| n.kind.get()) else { return };
        let name = element.local_name();
        let container = element.attribute_value("containerField");
        let container = field.or(container.as_deref()).unwrap_or_default();
        match name {
            "IS" => return self.tie_to(owner, element, |field| field.to_owned()),
            "field" if around.name == "Script" => return self.declared(owner, element, place),
            "ProtoDeclare" | "ExternProtoDeclare" | "IMPORT" | "EXPORT" | "fieldValue" => return,
            name if name.starts_with("Metadata") => return,
            "ROUTE" => return self.route(element, place),
            _ => {}
        }
        // In a group they are a part of nothing.
        let alone = around.field("geometry").is_none() && around.field("children").is_some();
        if super::x3d_fold::is_folded(name) && !alone {
            return self.fold(owner, element, place);
        }
        let instance = name == "ProtoInstance";
        if instance && (self.is_folded_use(element, place) || self.is_folded_instance(element, place)) {
            return self.fold_instance(owner, element, place);
        }
        if LISTED.contains(&container) {
            return;
        }
        let shape = around.field("geometry").is_some();
        let wanted = match (container, kind(name).map_or("", |k| k.get().name)) {
            ("proxy", _) => "proxy",
            ("material" | "texture" | "appearance", _) | (_, "Material" | "Texture") if shape => "appearance",
            (_, "Texture") if name != "MovieTexture" && !alone => "appearance",
            _ if shape => "geometry",
            _ if around.field("source").is_some() && around.name == "Sound" => "source",
            _ => "children",
        };
        match around.field(wanted) {
            Some(field) => self.child(owner, field, element, place),
            // Of a prototype that is not there it is told, whatever it would be.
            None if name == "ProtoInstance" && self.x3d_declaration(element, place, true).is_none() => {}
            None => {
                let message = format!("`{name}` is not allowed in `{}`", around.name);
                self.lose(&codes::FOREIGN, Fate::Dropped, element, place, message);
            }
        }
    }
}

/// The texts of a list. In the classic encoding one text needs no brackets.
pub(super) fn strings(attribute: Attr<'_>) -> Vec<Box<str>> {
    let value = attribute.value();
    match attribute.is_quoted() && attribute.syntax() == Syntax::Classic {
        true => vec![value.into()],
        false if value.trim().is_empty() => Vec::new(),
        false => texts(&value),
    }
}

/// Colours with four components each.
pub(super) fn coloured(list: Vec<f32>, width: usize) -> Vec<f32> {
    match width {
        3 => list.as_chunks::<3>().0.iter().flat_map(|&[r, g, b]| [r, g, b, 1.0]).collect(),
        _ => {
            let mut list = list;
            list.truncate(list.len() - list.len() % 4);
            list
        }
    }
}

/// The first of what may be several addresses.
pub(super) fn one_url(text: &str) -> Box<str> {
    first_url(text).0
}
