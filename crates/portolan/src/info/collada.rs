//! What is in a COLLADA document.

use std::collections::HashMap;

use portolan_check::Document;
use portolan_syntax::{Node, NodeId};

use super::{DEEPEST, Drawn, Info, Item, SceneNode, attribute, count_paths};

pub(super) fn fill(document: &Document, info: &mut Info) {
    let Some(root) = document.tree.root() else { return };
    asset(root, info);
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
    let mut walk = Walk { document, memo: HashMap::new() };
    if let Some(scene) = default_scene(document, root) {
        info.scene = scene.children_named("node").filter_map(|n| walk.tree(n, 0)).collect();
        let mut drawn = Some(Drawn::default());
        for node in scene.children_named("node") {
            drawn = add(drawn, walk.drawn_by(node, 0));
        }
        info.totals.triangles = drawn.map(|d| d.triangles);
        info.totals.lines = drawn.map(|d| d.lines);
        info.totals.points = drawn.map(|d| d.points);
    } else {
        (info.totals.triangles, info.totals.lines, info.totals.points) = (Some(0), Some(0), Some(0));
    }
}

/// Unit, axis and program; COLLADA gives a default for the first two.
fn asset(root: Node<'_>, info: &mut Info) {
    let asset = root.child("asset");
    let text =
        |node: Node<'_>, name: &str| node.child(name).map(|n| n.text().trim().to_owned()).filter(|t| !t.is_empty());
    info.generator = asset.and_then(|a| a.children_named("contributor").find_map(|c| text(c, "authoring_tool")));
    info.title = asset.and_then(|a| text(a, "title"));
    let unit = asset.and_then(|a| a.child("unit"));
    let meters = unit.and_then(|u| attribute(u, "meter")).and_then(|m| m.parse().ok()).unwrap_or(1.0);
    let name = unit.and_then(|u| attribute(u, "name")).unwrap_or_else(|| "meter".to_owned());
    info.unit = Some((name, meters));
    let axis = asset.and_then(|a| text(a, "up_axis"));
    info.up_axis = Some(match axis.as_deref() {
        Some("X_UP") => "X",
        Some("Z_UP") => "Z",
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

/// What a local reference points at.
fn target<'a>(document: &'a Document, node: Node<'_>, name: &str) -> Option<Node<'a>> {
    let url = attribute(node, name)?;
    document.by_id(url.strip_prefix('#')?)
}

fn number(node: Node<'_>, name: &str) -> Option<u64> {
    attribute(node, name)?.parse().ok()
}

fn add(sum: Option<Drawn>, more: Option<Drawn>) -> Option<Drawn> {
    let mut sum = sum?;
    sum.add(more?);
    Some(sum)
}

struct Walk<'a> {
    document: &'a Document,
    /// What a node or geometry draws; `None` while it is being looked at, which finds cycles.
    memo: HashMap<NodeId, Option<Drawn>>,
}

impl<'a> Walk<'a> {
    /// The node and those in it. Instances are named, not repeated.
    fn tree(&self, node: Node<'a>, depth: usize) -> Option<SceneNode> {
        let kind = attribute(node, "type").filter(|t| t == "JOINT").map(|_| "joint".to_owned());
        let mut out =
            SceneNode { id: attribute(node, "id"), name: attribute(node, "name"), kind, ..SceneNode::default() };
        if depth > DEEPEST {
            return Some(out);
        }
        for child in node.elements() {
            match child.local_name() {
                "node" => out.children.extend(self.tree(child, depth + 1)),
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

    /// What a node and everything in it draws; `None` when the document alone does not tell.
    fn drawn_by(&mut self, node: Node<'a>, depth: usize) -> Option<Drawn> {
        if let Some(known) = self.memo.get(&node.id()) {
            return *known;
        }
        if depth > DEEPEST {
            return None;
        }
        self.memo.insert(node.id(), None);
        let mut sum = Some(Drawn::default());
        for child in node.elements() {
            let more = match child.local_name() {
                "node" => self.drawn_by(child, depth + 1),
                "instance_node" => self.follow(child, "url", depth),
                "instance_geometry" | "instance_controller" => self.follow(child, "url", depth),
                _ => continue,
            };
            sum = add(sum, more);
        }
        self.memo.insert(node.id(), sum);
        sum
    }

    fn follow(&mut self, instance: Node<'a>, name: &str, depth: usize) -> Option<Drawn> {
        if depth > DEEPEST {
            return None;
        }
        let Some(found) = target(self.document, instance, name) else {
            // Another document, or nothing at all: only the first may draw something.
            let url = attribute(instance, name).unwrap_or_default();
            return url.starts_with('#').then(Drawn::default);
        };
        match found.local_name() {
            "node" => self.drawn_by(found, depth + 1),
            "geometry" => self.geometry(found),
            "controller" => {
                let inner = found.elements().find(|e| matches!(e.local_name(), "skin" | "morph"))?;
                self.follow(inner, "source", depth + 1)
            }
            _ => Some(Drawn::default()),
        }
    }

    fn geometry(&mut self, geometry: Node<'a>) -> Option<Drawn> {
        if let Some(known) = self.memo.get(&geometry.id()) {
            return *known;
        }
        let mut sum = Some(Drawn::default());
        for kind in geometry.elements() {
            match kind.local_name() {
                "mesh" => {
                    for primitive in kind.elements() {
                        sum = add(sum, self.primitive(primitive));
                    }
                }
                "asset" | "extra" => {}
                // Splines, B-rep and convex hulls have to be evaluated.
                _ => sum = None,
            }
        }
        self.memo.insert(geometry.id(), sum);
        sum
    }

    fn primitive(&self, node: Node<'a>) -> Option<Drawn> {
        let stride = 1 + node
            .children_named("input")
            .filter_map(|i| attribute(i, "offset"))
            .filter_map(|o| o.parse::<u64>().ok())
            .max()
            .unwrap_or(0);
        let vertices = |p: Node<'a>| self.document.run(p).map(|run| run.count / stride);
        let of_each = |count: &dyn Fn(u64) -> u64| -> Option<u64> {
            let mut sum = 0u64;
            for p in node.children_named("p") {
                sum = sum.saturating_add(count(vertices(p)?));
            }
            Some(sum)
        };
        let triangles = |n| Some(Drawn { triangles: n, ..Drawn::default() });
        match node.local_name() {
            "triangles" => triangles(of_each(&|v| v / 3)?),
            "tristrips" | "trifans" => triangles(of_each(&|v| v.saturating_sub(2))?),
            "polylist" => {
                let counts = node.child("vcount");
                let text = counts.map(|c| c.text()).unwrap_or_default();
                let sizes = text.split_ascii_whitespace().filter_map(|w| w.parse::<u64>().ok());
                triangles(sizes.map(|n| n.saturating_sub(2)).fold(0, u64::saturating_add))
            }
            "polygons" => {
                let mut sum = of_each(&|v| v.saturating_sub(2))?;
                for polygon in node.children_named("ph") {
                    // A hole adds its corners and the two of the cut that leads to it.
                    let outer = polygon.child("p").and_then(vertices)?;
                    let mut holes = 0;
                    for hole in polygon.children_named("h") {
                        holes += vertices(hole)? + 2;
                    }
                    sum += (outer + holes).saturating_sub(2);
                }
                triangles(sum)
            }
            "lines" => Some(Drawn { lines: of_each(&|v| v / 2)?, ..Drawn::default() }),
            "linestrips" => Some(Drawn { lines: of_each(&|v| v.saturating_sub(1))?, ..Drawn::default() }),
            _ => Some(Drawn::default()),
        }
    }
}
