//! What is in an OpenGEX document.

use std::collections::BTreeSet;

use portolan_format::Document;
use portolan_schema::Data;
use portolan_syntax::Node;
use portolan_syntax::ddl::{Layout, Property, Run, property};
use portolan_syntax::tree::AttrKind;

use super::{DEEPEST, Info, Item, SceneNode, count_paths};

const NODES: &[&str] = &["Node", "BoneNode", "CameraNode", "GeometryNode", "LightNode"];

pub(super) fn fill(document: &Document, info: &mut Info) {
    let root = document.tree.document();
    let unsaid = |key| document.bound.data_at("Metric", key);
    let mut meters: f64 = unsaid("distance").and_then(Data::value).unwrap_or_default();
    let mut up = unsaid("up").and_then(|row| row.default).unwrap_or_default().to_owned();
    for metric in root.children_named("Metric") {
        match string_property(metric, "key").as_deref() {
            Some("distance") => meters = first_number(metric).unwrap_or(meters),
            Some("up") => up = first_string(metric).unwrap_or(up),
            _ => {}
        }
    }
    info.unit = Some((if meters == 1.0 { "meter".to_owned() } else { format!("{meters} m") }, meters));
    info.up_axis = Some(match up.as_str() {
        "x" => "X",
        "y" => "Y",
        _ => "Z",
    });
    let counts = count_paths(document);
    let of = |paths: &[&str]| paths.iter().filter_map(|p| counts.get(p)).sum();
    let totals = &mut info.totals;
    totals.nodes = of(NODES);
    totals.geometries = of(&["GeometryObject"]);
    totals.materials = of(&["Material"]);
    totals.cameras = of(&["CameraObject"]);
    totals.lights = of(&["LightObject"]);
    totals.skins = of(&["Skin"]);
    totals.animations = of(&["Animation"]);
    totals.clips = of(&["Clip"]);
    let mut images = BTreeSet::new();
    for node in document.tree.nodes() {
        match node.local_name() {
            "Material" => info.materials.push(item(node)),
            "Animation" if document.path(node) == "Animation" => info.animations.push(item(node)),
            "Texture" => images.extend(first_string(node)),
            "GeometryObject" if node.child("Morph").is_some() => info.totals.morphs += 1,
            _ => {}
        }
    }
    info.totals.images = images.len() as u64;
    info.images = images.into_iter().map(|path| Item { path: Some(path), ..Item::default() }).collect();
    info.scene = scene_nodes(root).filter_map(|n| tree(n, 0)).collect();
}

fn scene_nodes(parent: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    parent.elements().filter(|e| NODES.contains(&e.local_name()))
}

fn tree(node: Node<'_>, depth: usize) -> Option<SceneNode> {
    let Item { id, name, .. } = item(node);
    let kind = Some(node.local_name()).filter(|k| *k != "Node").map(str::to_owned);
    let children = match depth < DEEPEST {
        true => scene_nodes(node).filter_map(|n| tree(n, depth + 1)).collect(),
        false => Vec::new(),
    };
    Some(SceneNode { id, name, kind, instance_of: None, children })
}

fn item(node: Node<'_>) -> Item {
    Item { id: global_name(node), name: node.child("Name").and_then(first_string), path: None }
}

fn global_name(node: Node<'_>) -> Option<String> {
    node.attributes().find(|a| a.kind() == AttrKind::GlobalName).map(|a| a.raw().to_owned())
}

fn string_property(node: Node<'_>, name: &str) -> Option<String> {
    match property(node.attribute(name)?) {
        Property::String(text) => Some(text.into_owned()),
        _ => None,
    }
}

/// The primitive structures in a structure.
fn primitives(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.elements().filter(|e| Layout::of(*e).is_some())
}

fn first_number(node: Node<'_>) -> Option<f64> {
    let text = Run::of(primitives(node).next()?)?.text().trim();
    text.parse().ok()
}

fn first_string(node: Node<'_>) -> Option<String> {
    let run = primitives(node).find(|p| p.local_name() == "string").and_then(Run::of)?;
    let text = run.text().trim();
    text.starts_with('"').then(|| portolan_syntax::ddl::string_value(text.trim_matches('"')).into_owned())
}
