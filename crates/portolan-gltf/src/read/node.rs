//! Nodes and scenes.

use std::collections::HashSet;

use portolan_scene::glam::DMat4;
use portolan_scene::{Fate, Node, NodeId, Operation, Transform, View, ViewId};
use serde_json::Value;

use super::Reader;
use super::codes::{HIERARCHY, VALUE};
use super::value::At;
use crate::transform::decompose;
use crate::words;

/// Which properties of a node are animated.
#[derive(Clone, Copy, Default)]
pub(super) struct Moving {
    pub translation: bool,
    pub rotation: bool,
    pub scale: bool,
    pub weights: bool,
}

impl Moving {
    fn any_transform(self) -> bool {
        self.translation || self.rotation || self.scale
    }
}

/// What animations call the transforms of a node.
pub(super) const TRANSLATION: &str = "translation";
pub(super) const ROTATION: &str = "rotation";
pub(super) const SCALE: &str = "scale";

impl<'a> Reader<'a> {
    pub fn read_nodes(&mut self) {
        let list = self.list("nodes");
        self.scene.nodes = vec![Node::default(); list.len()];
        self.join(&list);
        for (i, at) in list.iter().enumerate() {
            let mut node = self.node(i, at);
            if let Some(slot) = self.scene.nodes.get_mut(i) {
                node.children = std::mem::take(&mut slot.children);
                node.joint = slot.joint;
                *slot = node;
            }
        }
        // Skins name joints, which are all there now.
        for (i, at) in list.iter().enumerate() {
            self.draw(i, at);
        }
    }

    fn node(&mut self, index: usize, at: &At<'a>) -> Node {
        let mut node = Node { meta: self.meta(at), ..Node::default() };
        node.transforms = self.transforms(index, at);
        let still = !self.moving.get(&index).copied().unwrap_or_default().any_transform();
        if let Some(extras) = at.value.get("extras").filter(|_| still) {
            let steps = words::read_steps(extras, Transform::product(&node.transforms));
            node.transforms = steps.unwrap_or(node.transforms);
        }
        if let Some(extras) = at.value.get("extras") {
            let layers = extras.get("layers").and_then(Value::as_array);
            node.layers = layers.into_iter().flatten().filter_map(Value::as_str).map(Box::from).collect();
            node.hidden = extras.get("visible").and_then(Value::as_bool) == Some(false);
        }
        if let Some(visible) = at.extension("KHR_node_visibility") {
            node.hidden |= self.flag(&visible, "visible") == Some(false);
        }
        if let Some(camera) = self.index(at, "camera", "cameras") {
            node.cameras.extend(self.cameras.get(camera).copied().flatten());
        }
        if let Some(found) = at.extension("KHR_lights_punctual").and_then(|e| e.get("light")) {
            let light = found.value.as_u64().and_then(|i| self.lights.get(i as usize));
            match light {
                Some(light) => node.lights.extend(*light),
                None => self.tell(&super::REFERENCE, Fate::Dropped, &found, "the light does not exist"),
            }
        }
        node
    }

    fn transforms(&mut self, index: usize, at: &At<'a>) -> Vec<Transform> {
        let moving = self.moving.get(&index).copied().unwrap_or_default();
        let step = |name: &str, operation| Transform { sid: Some(name.into()), operation };
        let (mut t, mut r, mut s) =
            (self.numbers(at, TRANSLATION), self.numbers(at, ROTATION), self.numbers(at, SCALE));
        if let Some(columns) = self.numbers::<16>(at, "matrix") {
            let matrix = DMat4::from_cols_array(&columns);
            if !moving.any_transform() {
                if t.is_some() || r.is_some() || s.is_some() {
                    self.tell(
                        &VALUE,
                        Fate::Dropped,
                        at,
                        "the node has a matrix and other transforms; the matrix is used",
                    );
                }
                if matrix == DMat4::IDENTITY {
                    return Vec::new();
                }
                return vec![step("matrix", Operation::Matrix(Box::new(matrix.transpose().to_cols_array())))];
            }
            self.tell(&VALUE, Fate::Approximated, at, "the node has a matrix and is animated");
            let (trs, _) = decompose(matrix);
            t = Some(trs.translation.to_array());
            r = Some(trs.rotation.to_array());
            s = Some(trs.scale.to_array());
        }
        if r.is_some_and(|r: [f64; 4]| r.iter().map(|x| x * x).sum::<f64>() < 1e-12) {
            self.tell(&VALUE, Fate::Dropped, at, "the rotation is invalid: all its components are 0");
            r = None;
        }
        let mut steps = Vec::new();
        if let Some(t) = t.or(moving.translation.then_some([0.0; 3])) {
            steps.push(step(TRANSLATION, Operation::Translate(t)));
        }
        if let Some(r) = r.or(moving.rotation.then_some([0.0, 0.0, 0.0, 1.0])) {
            steps.push(step(ROTATION, Operation::Quaternion(r)));
        }
        if let Some(s) = s.or(moving.scale.then_some([1.0; 3])) {
            steps.push(step(SCALE, Operation::Scale(s)));
        }
        steps
    }

    /// Puts nodes below each other: each below one at most, none below itself, none too deep.
    fn join(&mut self, list: &[At<'a>]) {
        let mut parents: Vec<Option<usize>> = vec![None; list.len()];
        for (i, at) in list.iter().enumerate() {
            for (place, child) in self.indices(at, "children", "nodes") {
                match parents.get_mut(child) {
                    Some(slot @ None) if child != i => *slot = Some(i),
                    _ if child == i => self.tell(&HIERARCHY, Fate::Dropped, &place, "a node is its own descendant"),
                    _ => self.tell(&HIERARCHY, Fate::Dropped, &place, format!("node {child} has two parents")),
                }
            }
        }
        let depth = depths(&mut parents);
        for (i, at) in list.iter().enumerate() {
            if depth.get(i) == Some(&CYCLE) {
                self.tell(&HIERARCHY, Fate::Dropped, at, format!("node {i} is its own descendant"));
            } else if depth.get(i).is_some_and(|d| *d > 0 && d % self.limits.depth.max(1) == 0) {
                let message = format!("node {i} is nested deeper than {} levels", self.limits.depth);
                self.tell(&super::LIMIT, Fate::Dropped, at, message);
                if let Some(slot) = parents.get_mut(i) {
                    *slot = None;
                }
            }
        }
        // In the order in which the file names them.
        for (i, at) in list.iter().enumerate() {
            let named = at.value.get("children").and_then(Value::as_array);
            let mut seen = HashSet::new();
            for child in named.into_iter().flatten().filter_map(Value::as_u64).map(|c| c as usize) {
                if parents.get(child) == Some(&Some(i))
                    && seen.insert(child)
                    && let Some(node) = self.scene.nodes.get_mut(i)
                {
                    node.children.push(NodeId(child as u32));
                }
            }
        }
    }

    pub fn read_scenes(&mut self) {
        let list = self.list("scenes");
        let below: HashSet<NodeId> = self.scene.nodes.iter().flat_map(|n| &n.children).copied().collect();
        for at in &list {
            let meta = self.meta(at);
            let mut roots: Vec<NodeId> = Vec::new();
            let mut seen = HashSet::new();
            for (place, node) in self.indices(at, "nodes", "nodes") {
                let id = NodeId(node as u32);
                if !seen.insert(id) {
                    self.tell(&HIERARCHY, Fate::Dropped, &place, format!("node {node} is in the scene twice"));
                } else if below.contains(&id) {
                    self.tell(&HIERARCHY, Fate::Dropped, &place, format!("node {node} has a parent and is not a root"));
                } else {
                    roots.push(id);
                }
            }
            roots.extend(self.ambient(at));
            self.scene.views.push(View { meta, roots, ..View::default() });
        }
        if list.is_empty() && !self.scene.nodes.is_empty() {
            // Without a scene nothing needs to be shown; what is there is shown all the same.
            let all = (0..self.scene.nodes.len() as u32).map(NodeId);
            let roots = all.filter(|n| !below.contains(n)).collect();
            self.scene.views.push(View { roots, ..View::default() });
        }
        let root = self.root.clone();
        let chosen = self.index(&root, "scene", "scenes").map(|i| ViewId(i as u32));
        self.scene.default_view = chosen.or((!self.scene.views.is_empty()).then_some(ViewId(0)));
    }
}

const CYCLE: u32 = u32::MAX;

/// How deep each node is; those that close a circle are taken out of it.
fn depths(parents: &mut [Option<usize>]) -> Vec<u32> {
    const UNKNOWN: u32 = u32::MAX - 1;
    const OPEN: u32 = u32::MAX - 2;
    let mut depth = vec![UNKNOWN; parents.len()];
    let mut circles = Vec::new();
    let mut way = Vec::new();
    for start in 0..parents.len() {
        let mut at = Some(start);
        while let Some(node) = at
            && depth.get(node) == Some(&UNKNOWN)
        {
            way.push(node);
            if let Some(d) = depth.get_mut(node) {
                *d = OPEN;
            }
            at = parents.get(node).copied().flatten();
        }
        let mut deep = match at.and_then(|node| depth.get(node).copied()) {
            Some(OPEN) => {
                // The way ran into itself: the last one on it loses its parent.
                if let Some(last) = way.last().copied() {
                    circles.push(last);
                    if let Some(parent) = parents.get_mut(last) {
                        *parent = None;
                    }
                }
                0
            }
            Some(d) => d + 1,
            None => 0,
        };
        while let Some(node) = way.pop() {
            if let Some(d) = depth.get_mut(node) {
                *d = deep;
            }
            deep += 1;
        }
    }
    for node in circles {
        if let Some(d) = depth.get_mut(node) {
            *d = CYCLE;
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_opened() {
        let mut parents = vec![Some(2), Some(0), Some(1), Some(2), None];
        let depth = depths(&mut parents);
        assert_eq!(depth.iter().filter(|d| **d == CYCLE).count(), 1);
        assert_eq!(parents.iter().filter(|p| p.is_none()).count(), 2);
        assert_eq!(depth[4], 0);
        let mut chain = vec![None, Some(0), Some(1)];
        assert_eq!(depths(&mut chain), [0, 1, 2]);
    }
}
