//! What the scene has no fields for: kept as it is written, with the object it belongs to.

use hashbrown::HashSet;
use portolan_scene::{Aside, Content, Extra, Kept, PartName};
use portolan_syntax::xml::escape::in_attribute;
use portolan_syntax::{Node, NodeKind, Severity, xml};

use super::Lower;

/// Places below an element, and the children there that have fields of their own. Right below an element, `asset` and
/// `extra` always have.
type Places = &'static [(&'static str, &'static [&'static str])];

const PRIMITIVES: &[&str] =
    &["source", "vertices", "lines", "linestrips", "triangles", "trifans", "tristrips", "polygons", "polylist"];

const BODY: &[&str] = &[
    "technique_common",
    "dynamic",
    "mass",
    "mass_frame",
    "inertia",
    "instance_physics_material",
    "physics_material",
    "shape",
];

/// What of an element and the elements in it becomes fields of the scene; `None` if everything does.
fn places(element: &str) -> Option<Places> {
    Some(match element {
        "camera" => &[("", &["optics"]), ("optics", &["technique_common"])],
        "light" => &[("", &["technique_common"])],
        "geometry" => &[
            ("", &["mesh", "convex_mesh", "spline"]),
            ("mesh", PRIMITIVES),
            ("mesh/vertices", &["input"]),
            ("convex_mesh", PRIMITIVES),
            ("convex_mesh/vertices", &["input"]),
            ("spline", &["source", "control_vertices"]),
            ("spline/control_vertices", &["input"]),
        ],
        "image" => &[("", &["init_from", "data"])],
        "material" => &[("", &["instance_effect"]), ("instance_effect", &[])],
        "controller" => &[
            ("", &["skin", "morph"]),
            ("skin", &["source", "bind_shape_matrix", "joints", "vertex_weights"]),
            ("skin/joints", &["input"]),
            ("skin/vertex_weights", &["input", "vcount", "v"]),
            ("morph", &["source", "targets"]),
            ("morph/targets", &["input"]),
        ],
        "formula" => &[("", &["newparam", "target", "technique_common"])],
        "evaluate_scene" => &[("", &[])],
        "instance_geometry" => &[("", &["bind_material"]), ("bind_material", &["technique_common"])],
        // Skeletons are kept because they may name what is no node.
        "instance_controller" => &[("", &["bind_material"]), ("bind_material", &["technique_common"])],
        "instance_material" => &[("", &["bind_vertex_input"])],
        // Exporters write what belongs into the common technique beside it.
        "kinematics_model" => {
            &[("", &["technique_common", "newparam", "joint", "instance_joint", "link", "formula", "instance_formula"])]
        }
        "rigid_body" => &[("", BODY)],
        "rigid_constraint" => &[(
            "",
            &["technique_common", "ref_attachment", "attachment", "enabled", "interpenetrate", "limits", "spring"],
        )],
        "physics_material" => &[("", &["technique_common", "static_friction", "dynamic_friction", "restitution"])],
        "physics_scene" => {
            &[("", &["technique_common", "gravity", "time_step", "instance_physics_model", "instance_force_field"])]
        }
        "articulated_system" => &[
            ("", &["kinematics", "motion"]),
            ("kinematics", &["instance_kinematics_model", "technique_common"]),
            ("motion", &["instance_articulated_system", "technique_common"]),
        ],
        _ => return None,
    })
}

/// What kind of content an element is that is kept at a place.
fn content(place: &str, name: &str) -> Content {
    match name {
        "extra" => Content::Extra,
        "asset" => Content::About,
        "technique" | "imager" => Content::Technique,
        "brep" => Content::Brep,
        "source" | "input" => Content::Data,
        "library_physics_materials"
        | "library_physics_models"
        | "library_physics_scenes"
        | "library_force_fields"
        | "instance_physics_scene" => Content::Physics,
        "library_articulated_systems"
        | "library_joints"
        | "library_kinematics_models"
        | "library_kinematics_scenes"
        | "instance_kinematics_scene" => Content::Kinematics,
        "annotate" | "code" | "include" => Content::Shader,
        name if name.starts_with("profile_") => Content::Shader,
        // The scene has joints, steps, views, parameters that were set, and hulls.
        "skeleton" | "render" | "technique_hint" | "setparam" | "bind" | "mesh" | "convex_mesh" | "spline" => {
            Content::Wording
        }
        "instance_visual_scene" if place == "scene" => Content::Wording,
        "newparam" | "param" => Content::Shader,
        _ => Content::Unknown,
    }
}

/// Libraries whose elements become objects of the scene.
pub(super) const LIBRARIES: [&str; 12] = [
    "library_animations",
    "library_animation_clips",
    "library_cameras",
    "library_controllers",
    "library_effects",
    "library_formulas",
    "library_geometries",
    "library_images",
    "library_lights",
    "library_materials",
    "library_nodes",
    "library_visual_scenes",
];

impl<'a> Lower<'a> {
    /// What an element has that few have, or that the scene has no fields for.
    pub(super) fn aside(&self, element: Node<'_>) -> Option<Box<Aside>> {
        let mut aside = Aside { asset: self.asset_of(element), ..Aside::default() };
        for (place, taken) in places(element.local_name()).unwrap_or_default() {
            let mut names = place.split('/').filter(|n| !n.is_empty());
            let Some(holder) = names.try_fold(element, |at, name| at.child(name)) else { continue };
            for child in holder.elements() {
                let name = child.local_name();
                let own = place.is_empty() && matches!(name, "asset" | "extra");
                if !own && !taken.contains(&name) {
                    self.keep(child, place, &mut aside.kept);
                }
            }
        }
        (!aside.is_empty()).then(|| Box::new(aside))
    }

    /// Keeps an element as it is written.
    pub(super) fn keep(&self, element: Node<'_>, place: &str, list: &mut Vec<Kept>) {
        self.keep_as(element, place, content(place, element.local_name()), list);
    }

    /// Keeps an element of which it is known what it is.
    pub(super) fn keep_as(&self, element: Node<'_>, place: &str, what: Content, list: &mut Vec<Kept>) {
        let document = self.document(element);
        let whole = element.is_closed() || element.is_self_closed();
        let Some(content) =
            fragment(element).filter(|text| whole && (document.fault.is_none() || is_well_formed(text)))
        else {
            return;
        };
        list.push(Kept {
            format: crate::FORMAT.id,
            version: document.bound.version_name(),
            place: place.into(),
            name: element.local_name().into(),
            content,
            origin: self.origin(element),
            what,
        });
    }

    /// Keeps what belongs to no object: libraries that the scene has no lists for, elements that could not become
    /// objects, and what libraries say of themselves.
    pub(super) fn keep_document(&mut self, root: Node<'a>) {
        let mut aside = Aside::default();
        for child in root.elements() {
            match child.local_name() {
                "asset" => {}
                "scene" => child.elements().for_each(|e| self.keep(e, "scene", &mut aside.kept)),
                name if LIBRARIES.contains(&name) => {
                    let names = self.names(child);
                    if (names.id.is_some() || names.name.is_some()) && aside.part(name).is_none() {
                        let (id, sid, name_) = (names.id, None, names.name);
                        aside.parts.push(PartName { part: name.into(), id, sid, name: name_ });
                    }
                    for item in child.elements().filter(|e| !self.became_something(*e)) {
                        let what = match has_shaders(item) {
                            true => Content::Shader,
                            false => content(name, item.local_name()),
                        };
                        self.keep_as(item, name, what, &mut aside.kept);
                    }
                }
                _ => self.keep(child, "", &mut aside.kept),
            }
        }
        self.scene.aside = aside;
    }

    fn became_something(&self, element: Node<'_>) -> bool {
        let origin = self.origin(element);
        let known = &self.known;
        match element.local_name() {
            "camera" => known.cameras.get(&origin).is_some_and(Option::is_some),
            "light" => known.lights.get(&origin).is_some_and(Option::is_some),
            "geometry" => known.geometries.get(&origin).is_some_and(Option::is_some),
            "controller" => known.controllers.get(&origin).is_some_and(Option::is_some),
            "image" => known.images.get(&origin).is_some_and(Option::is_some),
            "material" => known.materials.get(&origin).is_some_and(Option::is_some),
            "effect" => self.surfaces.has_effect(origin),
            "formula" => self.scene.formulas.iter().any(|f| f.meta.origin == origin),
            "node" => known.nodes.contains_key(&origin),
            "visual_scene" => known.views.contains_key(&origin),
            "animation" | "animation_clip" => true,
            _ => false,
        }
    }
}

/// Is it an effect with profiles beyond the common one?
fn has_shaders(element: Node<'_>) -> bool {
    let mut profiles = element.elements().map(|e| e.local_name()).filter(|name| name.starts_with("profile_"));
    element.local_name() == "effect" && profiles.any(|name| name != "profile_COMMON")
}

/// An element as a text that stands on its own: with the namespaces that its prefixes need.
pub(super) fn fragment(element: Node<'_>) -> Option<Box<str>> {
    let text = element.tree().slice(element.span());
    if has_entity(element) {
        return None;
    }
    let declared: String = namespaces(element, text)
        .iter()
        .filter(|(prefix, _)| {
            let name = if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
            element.attributes().all(|a| a.full_name() != name)
        })
        .map(|(prefix, namespace)| {
            let colon = if prefix.is_empty() { "" } else { ":" };
            format!(" xmlns{colon}{prefix}=\"{}\"", in_attribute(namespace, &['"']))
        })
        .collect();
    if declared.is_empty() {
        return Some(text.into());
    }
    // Behind `<` and the name.
    let (head, rest) = text.split_at_checked(1 + element.name().full.len())?;
    Some(format!("{head}{declared}{rest}").into_boxed_str())
}

/// Prefixes and namespaces that a text in an element relies on, declared by the element or around it, beyond the
/// namespace of the document itself.
pub(super) fn namespaces(element: Node<'_>, text: &str) -> Vec<(Box<str>, Box<str>)> {
    let mut seen: HashSet<&str> = HashSet::new();
    let mut found: Vec<(Box<str>, Box<str>)> = Vec::new();
    for holder in [element].into_iter().chain(element.ancestors()) {
        let is_root = holder.parent_element().is_none();
        for attribute in holder.attributes() {
            let full = attribute.full_name();
            let Some(prefix) = full.strip_prefix("xmlns").map(|p| p.strip_prefix(':').unwrap_or(p)) else { continue };
            if (full.len() > 5 && !full.starts_with("xmlns:")) || !seen.insert(prefix) {
                continue;
            }
            let used = match prefix.is_empty() {
                true => !is_root,
                false => text.contains(&format!("{prefix}:")),
            };
            if used {
                found.push((prefix.into(), attribute.value().as_ref().into()));
            }
        }
    }
    found
}

/// Is there an entity that only the document declares, in an attribute, in text, or in place of elements?
fn has_entity(element: Node<'_>) -> bool {
    let refers = |text: &str| {
        text.match_indices('&').any(|(at, _)| {
            let rest = text.get(at + 1..).unwrap_or_default();
            !["#", "lt;", "gt;", "amp;", "quot;", "apos;"].iter().any(|known| rest.starts_with(known))
        })
    };
    let whole = element.span();
    std::iter::once(element).chain(element.descendants()).any(|node| match node.kind() {
        // What comes out of an entity stands elsewhere.
        _ if node.span().start < whole.start || node.span().end > whole.end => true,
        NodeKind::Text => refers(node.tree().slice(node.span())),
        _ => node.attributes().any(|a| refers(a.raw())),
    })
}

fn is_well_formed(text: &str) -> bool {
    let (_, findings) = xml::parse_text(text);
    !findings.iter().any(|f| f.code.severity == Severity::Error)
}

/// What an `<extra>` holds, one entry for each of its techniques.
pub(super) fn extra(extra: Node<'_>, all: &mut Vec<Extra>) {
    let text = |name: &str| extra.attribute_value(name).map(|t| t.trim().into());
    let mut joined = false;
    for technique in extra.elements().filter(|e| e.local_name() == "technique") {
        let content = technique.tree().slice(technique.content_span()).trim();
        all.push(Extra {
            profile: technique.attribute_value("profile").unwrap_or_default().trim().into(),
            kind: text("type"),
            content: content.into(),
            id: text("id"),
            name: text("name"),
            joined,
            namespaces: namespaces(technique, content),
        });
        joined = true;
    }
}
