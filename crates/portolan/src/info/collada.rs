//! What is in a COLLADA document.

use std::borrow::Cow;

use portolan_format::Document;
use portolan_scene::ViewId;
use portolan_schema::{Bound, Finite};
use portolan_syntax::{Node, NodeId};

use super::{DEEPEST, Info, Item, SceneNode, attribute, count_paths};
use crate::Imported;

pub(super) fn fill(document: &Document, info: &mut Info) {
    let Some(root) = document.tree.root() else { return };
    asset(&document.bound, root, info);
    let counts = count_paths(document);
    let of = |paths: &[&str]| paths.iter().filter_map(|p| counts.get(p)).sum();
    let totals = &mut info.totals;
    totals.nodes = of(&["node"]);
    totals.geometries = of(&["geometry"]);
    totals.materials = of(&["material"]);
    totals.images = of(&["image"]);
    totals.cameras = of(&["camera"]);
    totals.lights = of(&["light"]);
    totals.skins = of(&["skin"]);
    totals.morphs = of(&["morph"]);
    totals.animations = of(&["animation"]);
    totals.clips = of(&["animation_clip"]);
    totals.rigid_bodies = of(&["rigid_body"]);
    totals.constraints = of(&["rigid_constraint"]);
    totals.joints = of(&["joint"]);
    for node in document.tree.nodes() {
        match document.path(node) {
            "animation" => info.animations.push(item(node)),
            "material" => info.materials.push(item(node)),
            "image" => info.images.push(Item { path: image_path(node), ..item(node) }),
            path if path.ends_with("/solids") => info.totals.solids += number(node, "count").unwrap_or(0),
            _ => {}
        }
    }
    if let Some(scene) = default_scene(document, root) {
        info.scene = scene.children_named("node").filter_map(|n| tree(n, 0)).collect();
    }
}

/// Unit, axis and program; COLLADA gives a default for the first two.
fn asset(bound: &Bound, root: Node<'_>, info: &mut Info) {
    let asset = root.child("asset");
    let text =
        |node: Node<'_>, name: &str| node.child(name).map(|n| n.text().trim().to_owned()).filter(|t| !t.is_empty());
    info.generator = asset.and_then(|a| a.children_named("contributor").find_map(|c| text(c, "authoring_tool")));
    info.title = asset.and_then(|a| text(a, "title"));
    let unit = asset.and_then(|a| a.child("unit"));
    let written = unit.and_then(|u| bound.given::<Finite>(u, "meter").value).filter(|Finite(m)| *m > 0.0);
    let Finite(meters) = written.or_else(|| bound.default_at("asset/unit", "meter")).unwrap_or_default();
    let written: Option<Cow<'_, str>> = unit.and_then(|u| bound.given(u, "name").value);
    let name = written.or_else(|| bound.default_at("asset/unit", "name")).unwrap_or_default();
    info.unit = Some((name.into_owned(), meters));
    let written: Option<Cow<'_, str>> = asset.and_then(|a| bound.given_child(a, "up_axis").value);
    let axis = written.or_else(|| bound.default_at("asset", "up_axis")).unwrap_or_default();
    info.up_axis = Some(match axis.to_ascii_uppercase().as_str() {
        "X_UP" => "X",
        "Z_UP" => "Z",
        _ => "Y",
    });
}

fn item(node: Node<'_>) -> Item {
    Item { id: attribute(node, "id"), name: attribute(node, "name"), path: None }
}

/// `init_from`, in which 1.5 puts a `ref` around the path.
fn image_path(image: Node<'_>) -> Option<String> {
    let from = image.child("init_from")?;
    let from = from.child("ref").unwrap_or(from);
    Some(from.text().trim().to_owned()).filter(|t| !t.is_empty())
}

/// The scene that is drawn: the instanced one, or the first.
fn default_scene<'a>(document: &'a Document, root: Node<'a>) -> Option<Node<'a>> {
    let instance = root.child("scene").and_then(|s| s.child("instance_visual_scene"));
    match instance {
        Some(instance) => target(document, instance, "url").filter(|n| n.local_name() == "visual_scene"),
        None => root.child("library_visual_scenes").and_then(|l| l.child("visual_scene")),
    }
}

/// The root nodes of a view, in whichever document they stand.
pub(super) fn roots(imported: &Imported, view: ViewId) -> Vec<SceneNode> {
    let roots = imported.scene.view(view).map_or(&[][..], |v| &v.roots);
    let elements = roots.iter().filter_map(|root| {
        let origin = imported.scene.node(*root)?.meta.origin;
        imported.tree(origin.document)?.node(NodeId(origin.element))
    });
    elements.filter_map(|e| tree(e, 0)).collect()
}

/// What a local reference points at.
fn target<'a>(document: &'a Document, node: Node<'_>, name: &str) -> Option<Node<'a>> {
    let url = attribute(node, name)?;
    document.by_id(url.strip_prefix('#')?)
}

fn number(node: Node<'_>, name: &str) -> Option<u64> {
    attribute(node, name)?.parse().ok()
}

/// The node and those in it. Instances are named, not repeated.
fn tree(node: Node<'_>, depth: usize) -> Option<SceneNode> {
    let kind = attribute(node, "type").filter(|t| t == "JOINT").map(|_| "joint".to_owned());
    let mut out = SceneNode { id: attribute(node, "id"), name: attribute(node, "name"), kind, ..SceneNode::default() };
    if depth > DEEPEST {
        return Some(out);
    }
    for child in node.elements() {
        match child.local_name() {
            "node" => out.children.extend(tree(child, depth + 1)),
            "instance_node" => {
                let of = attribute(child, "url").map(|u| u.trim_start_matches('#').to_owned());
                let name = attribute(child, "name");
                out.children.push(SceneNode { name, instance_of: of, ..SceneNode::default() });
            }
            _ => {}
        }
    }
    Some(out)
}
