//! Extensions: which are understood, and what is told of the others.

use std::collections::BTreeSet;

use portolan_scene::Fate;
use serde_json::Value;

use super::Reader;
use super::codes::{EXTENSION, REQUIRED, UNDECLARED};
use super::value::At;

/// Consecutive triangles with the same first vertex are one polygon.
pub(super) const NGONS: &str = "FB_ngon_encoding";

/// What is read, or needs no reading.
const READ: [&str; 15] = [
    NGONS,
    "KHR_animation_pointer",
    "KHR_lights_punctual",
    "KHR_materials_clearcoat",
    "KHR_materials_emissive_strength",
    "KHR_materials_ior",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_materials_sheen",
    "KHR_materials_specular",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
    "KHR_node_visibility",
    "KHR_texture_transform",
    "EXT_texture_webp",
    "KHR_xmp_json_ld",
];

impl<'a> Reader<'a> {
    /// Looks at what the file needs and uses.
    pub fn extensions(&mut self) {
        for at in self.list("extensionsRequired") {
            match at.value.as_str() {
                Some(name) if READ.contains(&name) => {}
                Some(name) => {
                    let message = format!("the file requires the extension `{name}`, which is not supported");
                    self.tell(&REQUIRED, Fate::Dropped, &at, message);
                }
                None => self.wrong(&at, "the name of an extension"),
            }
        }
        let declared: BTreeSet<&str> =
            self.list("extensionsUsed").into_iter().filter_map(|at| at.value.as_str()).collect();
        let root = self.root.clone();
        let mut met = BTreeSet::new();
        self.meet(&root, 0, &declared, &mut met);
    }

    /// Tells of every extension that is not read, and of those that the file does not name.
    fn meet(&mut self, at: &At<'a>, depth: usize, declared: &BTreeSet<&str>, met: &mut BTreeSet<&'a str>) {
        if depth > 12 {
            return;
        }
        match at.value {
            Value::Array(_) => {
                let holds = |v: &Value| v.is_object() || v.is_array();
                for item in at.items().into_iter().filter(|i| holds(i.value)) {
                    self.meet(&item, depth + 1, declared, met);
                }
            }
            Value::Object(members) => {
                if let Some(Value::Object(extensions)) = members.get("extensions") {
                    for name in extensions.keys() {
                        self.meet_one(at, name, declared, met);
                    }
                }
                for (name, value) in members {
                    if name != "extras" && (value.is_object() || value.is_array()) {
                        let Some(below) = at.get(name) else { continue };
                        self.meet(&below, depth + 1, declared, met);
                    }
                }
            }
            _ => {}
        }
    }

    fn meet_one(&mut self, at: &At<'a>, name: &'a str, declared: &BTreeSet<&str>, met: &mut BTreeSet<&'a str>) {
        if met.insert(name) && !declared.contains(name) {
            let message = format!("the extension `{name}` is used but not listed in `extensionsUsed`");
            self.tell(&UNDECLARED, Fate::Noted, at, message);
        }
        // Extensions for materials are told with their materials, the others here.
        if !READ.contains(&name) {
            self.tell(&EXTENSION, Fate::Dropped, at, format!("the extension `{name}` is not supported and ignored"));
        }
    }
}
