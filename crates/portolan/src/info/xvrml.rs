//! What is in an xVRML document.

use portolan_format::Document;
use portolan_syntax::Node;

use super::{DEEPEST, Info, Item, SceneNode, attribute, count_paths};

const GROUPS: &[&str] =
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

pub(super) fn fill(document: &Document, info: &mut Info) {
    let Some(world) = document.tree.root() else { return };
    info.unit = Some(("meter".to_owned(), 1.0));
    info.up_axis = Some("Y");
    info.title = world.child("WorldInfo").and_then(|w| attribute(w, "title"));
    let counts = count_paths(document);
    let of = |paths: &[&str]| paths.iter().filter_map(|p| counts.get(p)).sum();
    let totals = &mut info.totals;
    totals.nodes = of(GROUPS);
    totals.geometries = of(GEOMETRIES);
    totals.materials = of(&["Material"]);
    totals.images = of(&["Texture"]);
    totals.cameras = of(&["Viewpoint"]);
    totals.lights = of(&["DirectionalLight", "PointLight", "SpotLight"]);
    totals.animations = of(&["TimeSensor"]);
    for node in document.tree.nodes() {
        match document.path(node) {
            "Material" => info.materials.push(item(node)),
            "TimeSensor" => info.animations.push(item(node)),
            "Texture" => info.images.push(Item { path: attribute(node, "url"), ..item(node) }),
            _ => {}
        }
    }
    info.scene = world.children_named("children").flat_map(|c| groups(c, 0)).collect();
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
