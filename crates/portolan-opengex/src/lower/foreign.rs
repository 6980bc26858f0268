//! What is not OpenGEX: extensions, and structures of applications.

use std::borrow::Cow;

use portolan_scene::{Extra, Fate};
use portolan_syntax::Node;
use portolan_syntax::ddl::primitive_type;

use super::{Lower, codes};

/// Everything that the specification names; `Extension` was dropped with 3.0.
const STRUCTURES: [&str; 39] = [
    "Animation",
    "Atten",
    "BoneCountArray",
    "BoneIndexArray",
    "BoneNode",
    "BoneRefArray",
    "BoneWeightArray",
    "CameraNode",
    "CameraObject",
    "Clip",
    "Color",
    "GeometryNode",
    "GeometryObject",
    "IndexArray",
    "Key",
    "LightNode",
    "LightObject",
    "Material",
    "MaterialRef",
    "Mesh",
    "Metric",
    "Morph",
    "MorphWeight",
    "Name",
    "Node",
    "ObjectRef",
    "Param",
    "Rotation",
    "Scale",
    "Skeleton",
    "Skin",
    "Spectrum",
    "Texture",
    "Time",
    "Track",
    "Transform",
    "Translation",
    "Value",
    "VertexArray",
];

/// What may stand at the top.
const TOP: [&str; 11] = [
    "Metric",
    "Clip",
    "Node",
    "BoneNode",
    "GeometryNode",
    "CameraNode",
    "LightNode",
    "GeometryObject",
    "CameraObject",
    "LightObject",
    "Material",
];

/// Bytes of one extra that are kept.
const LONGEST: usize = 1 << 20;

impl<'a> Lower<'a> {
    /// Data of applications right in a structure, as written.
    pub(super) fn extras(&mut self, structure: Node<'a>) -> Vec<Extra> {
        let mut extras = Vec::new();
        for child in structure.elements() {
            let name = child.local_name();
            if STRUCTURES.binary_search(&name).is_ok() || primitive_type(name).is_some() {
                continue;
            }
            let text = child.tree().slice(child.span());
            let word = |name: &str| self.document.bound.given::<Cow<'_, str>>(child, name).value.map(Box::from);
            let (profile, kind) = match name {
                "Extension" => (word("applic").unwrap_or_default(), word("type")),
                _ => (Box::default(), Some(Box::from(name))),
            };
            let fits = text.len() <= LONGEST;
            let (fate, what) = if fits { (Fate::Noted, "kept unchanged") } else { (Fate::Dropped, "ignored") };
            let message = format!("`{name}` is not an OpenGEX 3.0 structure and is {what}");
            self.lose(&codes::FOREIGN, fate, child, message);
            if fits {
                extras.push(Extra { profile, kind, content: text.into(), ..Extra::default() });
            }
        }
        extras
    }

    /// What stands at the top and is no part of the scene.
    pub(super) fn top_level(&mut self, root: Node<'a>) {
        self.scene.asset.extras = self.extras(root);
        for child in root.elements() {
            let name = child.local_name();
            if STRUCTURES.binary_search(&name).is_ok() && !TOP.contains(&name) {
                let message = format!("`{name}` is not allowed at the top level of a file and is ignored");
                self.lose(&codes::NO_EFFECT, Fate::Dropped, child, message);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn structures_are_sorted() {
        assert!(super::STRUCTURES.is_sorted());
    }
}
