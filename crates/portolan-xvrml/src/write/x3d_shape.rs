//! Shapes of X3D and VRML97: lists of numbers, fonts and texture transforms have nodes of their own.

use portolan_scene::Fate;

use super::codes;
use super::sink::In;
use super::words::known_words;
use super::x3d::X3d;
use crate::world::{Field, FieldType, NodeId};

/// Lists that have a node of their own, and the field of it that holds the numbers.
pub(super) const LISTS: [(&str, &str, &str); 4] = [
    ("coord", "Coordinate", "point"),
    ("color", "Color", "color"),
    ("normal", "Normal", "vector"),
    ("texCoord", "TextureCoordinate", "point"),
];

/// Fields of a texture that have a node of their own.
pub(super) const TRANSFORM: [&str; 4] = ["center", "rotation", "scale", "translation"];

/// Fields of a text that have a node of their own.
pub(super) const FONT: [&str; 9] =
    ["family", "horizontal", "justify", "language", "leftToRight", "size", "spacing", "style", "topToBottom"];

impl X3d<'_> {
    /// Numbers of a geometry that have nodes of their own.
    pub fn lists(&mut self, id: NodeId) {
        let world = self.world;
        let Some(kind) = world.node(id).map(|n| n.kind.get()) else { return };
        let has = |name: &str| kind.fields.iter().any(|f| f.name == name && is_list(f));
        for (field, node, inner) in LISTS.into_iter().filter(|(name, ..)| has(name)) {
            let numbers = world.floats(id, field);
            let driven = self.plan.is_driven(world, id, field);
            if numbers.is_empty() && !driven {
                continue;
            }
            let faint = field == "color" && numbers.as_chunks::<4>().0.iter().any(|[.., a]| *a != 1.0);
            if faint && self.classic {
                self.lose(&codes::ALPHA, Fate::Dropped, id, "the alpha of vertex colours is dropped");
            }
            let rgba = faint && !self.classic;
            let def = driven.then(|| self.part(id, field, node));
            self.out.open(In::Field(field), if rgba { "ColorRGBA" } else { node }, def.as_deref());
            let ty = world.node(id).and_then(|n| n.kind.get().fields.iter().find(|f| f.name == field)).map(|f| f.ty);
            match (rgba, ty, world.value(id, field)) {
                (true, ..) => self.out.rgba(inner, numbers),
                (false, Some(ty), Some(value)) => self.out.field(inner, ty, value),
                _ => {}
            }
            self.out.close();
        }
    }

    pub fn font(&mut self, id: NodeId) {
        let world = self.world;
        if !FONT.iter().any(|f| world.is_written(id, f)) {
            return;
        }
        self.out.open(In::Field("fontStyle"), "FontStyle", None);
        let Some(kind) = world.node(id).map(|n| n.kind.get()) else { return };
        for field in kind.fields.iter().filter(|f| FONT.contains(&f.name) && world.is_written(id, f.name)) {
            let Some(value) = world.value(id, field.name) else { continue };
            match field.name {
                "family" => self.out.words("family", [world.text(id, "family")]),
                "justify" => {
                    let words = known_words(world.texts(id, "justify"), &["BEGIN", "FIRST", "MIDDLE", "END"]);
                    self.out.words("justify", words.iter().map(String::as_str));
                }
                "style" => self.out.word("style", &world.text(id, "style").trim().to_ascii_uppercase()),
                name => self.out.field(name, field.ty, value),
            }
        }
        self.out.close();
    }

    pub fn shape(&mut self, id: NodeId, place: In<'_>) {
        let world = self.world;
        self.out.open(place, "Shape", self.plan.name(id));
        self.fields(id, |_| false);
        let of_kind = |kind: &str| world.nodes_in(id, "appearance").iter().copied().find(|n| world.kind(*n) == kind);
        let (material, texture) = (of_kind("Material"), of_kind("Texture"));
        if material.is_some() || texture.is_some() {
            self.out.open(In::Field("appearance"), "Appearance", None);
            if let Some(material) = material {
                self.node(material, In::Field("material"));
            }
            if let Some(texture) = texture {
                self.node(texture, In::Field("texture"));
                self.texture_transform(texture);
            }
            self.out.close();
        }
        if let Some(geometry) = world.nodes_in(id, "geometry").first() {
            self.node(*geometry, In::Field("geometry"));
        }
        self.out.close();
    }

    /// How a texture lies on its surface.
    fn texture_transform(&mut self, texture: NodeId) {
        let world = self.world;
        let driven = TRANSFORM.iter().any(|f| self.plan.is_driven(world, texture, f));
        let Some(kind) = world.node(texture).map(|n| n.kind.get()) else { return };
        let fields = || kind.fields.iter().filter(|f| TRANSFORM.contains(&f.name));
        if !driven && fields().all(|f| world.value(texture, f.name) == Some(&f.default)) {
            return;
        }
        if let Some(known) = self.parts.get(&(texture, "transform")) {
            let known = known.clone();
            return self.out.reuse(In::Field("textureTransform"), "TextureTransform", &known);
        }
        let def = driven.then(|| self.part(texture, "transform", "TextureTransform"));
        self.out.open(In::Field("textureTransform"), "TextureTransform", def.as_deref());
        for field in fields() {
            if let Some(value) = world.value(texture, field.name).filter(|v| **v != field.default) {
                self.out.field(field.name, field.ty, value);
            }
        }
        self.out.close();
    }

    /// What a node is called that holds part of another one.
    fn part(&mut self, id: NodeId, field: &'static str, node: &str) -> String {
        let owner = self.plan.name(id).unwrap_or_default();
        let name = self.plan.free(&format!("{owner}_{node}"));
        self.parts.insert((id, field), name.clone());
        name
    }
}

/// Does a field hold numbers that have a node of their own?
pub(super) fn is_list(field: &Field) -> bool {
    let lists = matches!(field.ty, FieldType::Colors | FieldType::Vec2fs | FieldType::Vec3fs);
    lists && LISTS.iter().any(|(name, ..)| *name == field.name)
}
