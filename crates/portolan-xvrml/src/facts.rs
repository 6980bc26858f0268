//! What `info` tells of an xVRML document.

use portolan_format::{DEEPEST, Document, Facts, Item, SceneNode};
use portolan_syntax::Node;

/// Nodes that group others, and shapes.
pub(crate) const GROUPS: &[&str] =
    &["Anchor", "Billboard", "Collision", "Group", "Inline", "LOD", "ProtoInstance", "Switch", "Transform", "Shape"];
const GEOMETRIES: &[&str] = &[
    "Box",
    "Cone",
    "Cylinder",
    "ElevationGrid",
    "Extrusion",
    "IndexedFaceSet",
    "IndexedLineSet",
    "PointSet",
    "Sphere",
    "Text",
];

/// Tells everything, as long as no scene is made of such documents.
pub(crate) fn add(document: &Document, facts: &mut Facts) {
    let Some(world) = document.tree.root() else { return };
    facts.unit = Some(("meter".to_owned(), 1.0));
    facts.up_axis = Some("Y");
    facts.title = world.child("WorldInfo").and_then(|w| attribute(w, "title"));
    let totals = &mut facts.totals;
    // By type, because names may be spelled in another way.
    for node in document.tree.nodes() {
        match document.path(node) {
            "Material" => facts.materials.push(item(node)),
            "TimeSensor" => facts.animations.push(item(node)),
            "Texture" => facts.images.push(Item { path: attribute(node, "url"), ..item(node) }),
            "Viewpoint" => totals.cameras += 1,
            "DirectionalLight" | "PointLight" | "SpotLight" => totals.lights += 1,
            path if GROUPS.contains(&path) => totals.nodes += 1,
            path if GEOMETRIES.contains(&path) => totals.geometries += 1,
            _ => {}
        }
    }
    totals.materials = facts.materials.len() as u64;
    totals.images = facts.images.len() as u64;
    totals.animations = facts.animations.len() as u64;
    facts.scene = world.children_named("children").flat_map(|c| groups(c, 0)).collect();
}

fn item(node: Node<'_>) -> Item {
    Item { id: attribute(node, "name"), name: attribute(node, "name"), path: None }
}

/// The grouping nodes in a field.
fn groups(field: Node<'_>, depth: usize) -> Vec<SceneNode> {
    if depth > DEEPEST {
        return Vec::new();
    }
    field
        .elements()
        .filter(|e| GROUPS.contains(&e.local_name()))
        .map(|node| SceneNode {
            id: attribute(node, "name"),
            name: attribute(node, "name"),
            kind: Some(node.local_name().to_owned()),
            instance_of: None,
            children: node.children_named("children").flat_map(|c| groups(c, depth + 1)).collect(),
        })
        .collect()
}

/// The value of an attribute, if it is there and not empty.
fn attribute(node: Node<'_>, name: &str) -> Option<String> {
    node.attribute_value(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty())
}
