//! Where nodes stand.

use portolan_scene::{Joint, Node, NodeId, Scene, ViewId};
use portolan_syntax::budget::copies;

/// Places of a stage, unless the caller knows better.
pub const LIMIT: usize = 1_000_000;

/// What a place costs, with what commands make of it.
const PLACE: usize = 1000;

/// The graph of a view's nodes as a tree: every node once for each place it stands at.
#[derive(Clone, Default, Debug)]
pub struct Stage {
    /// All places, parents before what is below them, in the order of the document.
    pub placed: Vec<Placed>,
    /// The view whose nodes they are, if they are those of one.
    pub view: Option<ViewId>,
    /// `false`: there are more places than the limit, and some are missing.
    pub complete: bool,
    /// For each place, the first one behind everything below it.
    ends: Vec<u32>,
    /// For each node, where its places begin in `places`; one more at the end.
    firsts: Vec<u32>,
    /// Places sorted by node, then by index.
    places: Vec<u32>,
}

/// A node at one of its places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The node.
    pub node: NodeId,
    /// The place it stands below; its index is smaller.
    pub parent: Option<u32>,
    /// Places above it.
    pub depth: u32,
    /// Which of the parent's instances it came through; `None` is a child, or a root.
    pub instance: Option<u32>,
}

impl Stage {
    /// Expands a view. Instances of instances grow without bounds, so there are at most `limit` places ([`LIMIT`]).
    pub fn new(scene: &Scene, view: ViewId, limit: usize) -> Stage {
        let roots = scene.view(view).map_or(&[][..], |v| &v.roots);
        Stage { view: Some(view), ..Stage::of_roots(scene, roots, limit) }
    }

    /// Expands any nodes, as if they were the roots of a view.
    pub fn of_roots(scene: &Scene, roots: &[NodeId], limit: usize) -> Stage {
        let known: usize = scene.nodes.iter().map(|node| 1 + node.instances.len()).sum();
        let limit = limit.min(u32::MAX as usize - 1).min(copies(known, PLACE));
        let mut stage = Stage { complete: true, placed: Vec::with_capacity(known.min(limit)), ..Stage::default() };
        let root = |node: &NodeId| Placed { node: *node, parent: None, depth: 0, instance: None };
        // What is still to be placed, the next one last. Only `limit` of a level can ever matter.
        let mut open: Vec<Placed> = roots.iter().take(limit + 1).rev().map(root).collect();
        while let Some(next) = open.pop() {
            let Some(node) = scene.node(next.node) else { continue };
            if stage.placed.len() >= limit {
                stage.complete = false;
                break;
            }
            let parent = Some(stage.placed.len() as u32);
            let depth = next.depth + 1;
            stage.placed.push(next);
            let room = limit - stage.placed.len() + 1;
            let before = open.len();
            let children = node.children.iter().map(|n| Placed { node: *n, parent, depth, instance: None });
            let instances = node.instances.iter().zip(0..);
            let instances = instances.map(|(i, at)| Placed { node: i.node, parent, depth, instance: Some(at) });
            open.extend(children.chain(instances).take(room));
            if let Some(below) = open.get_mut(before..) {
                if !node.children.is_empty() && !node.instances.is_empty() {
                    // Documents may mix both, and the order of cameras and of what is drawn is theirs.
                    below.sort_by_key(|placed| written(scene, node, placed));
                }
                below.reverse();
            }
        }
        stage.index(scene.nodes.len());
        stage
    }

    fn index(&mut self, nodes: usize) {
        let count = self.placed.len() as u32;
        self.ends = (1..=count).collect();
        for at in (0..self.placed.len()).rev() {
            let end = self.ends.get(at).copied().unwrap_or(count);
            let parent = self.placed.get(at).and_then(|p| p.parent);
            if let Some(above) = parent.and_then(|p| self.ends.get_mut(p as usize)) {
                *above = end.max(*above);
            }
        }
        self.places = (0..count).collect();
        let placed = &self.placed;
        let node = |at: &u32| placed.get(*at as usize).map_or(u32::MAX, |p| p.node.0);
        self.places.sort_by_key(node);
        self.firsts = Vec::with_capacity(nodes + 1);
        let mut at = 0;
        for id in 0..=nodes as u32 {
            while self.places.get(at).is_some_and(|p| node(p) < id) {
                at += 1;
            }
            self.firsts.push(at as u32);
        }
    }

    /// All places of a node, in order.
    pub fn places(&self, node: NodeId) -> &[u32] {
        let bound = |i: usize| self.firsts.get(i).map(|at| *at as usize);
        match (bound(node.index()), bound(node.index().saturating_add(1))) {
            (Some(first), Some(end)) => self.places.get(first..end).unwrap_or_default(),
            _ => &[],
        }
    }

    /// The first place behind everything below this one: `at..end` is a place with all below it.
    pub fn end(&self, at: u32) -> u32 {
        self.ends.get(at as usize).copied().unwrap_or(at)
    }

    /// Where a joint of a skin stands for the shape drawn at `at`.
    ///
    /// A skeleton may be placed many times, together with its skin or apart. Of the places of the joint's node that are
    /// below (or at) a place of the skeleton's root, it is the one whose common ancestor with `at` is deepest, the
    /// first of several. A root that stands nowhere in this view says nothing.
    pub fn joint(&self, at: u32, joint: &Joint) -> Option<u32> {
        let candidates = self.places(joint.node);
        let root = joint.root.filter(|r| !self.places(*r).is_empty());
        let fits = |place: &&u32| root.is_none_or(|r| self.above(**place, r).is_some());
        // Everything below an ancestor is one range of places, and each ancestor's holds that of the one below it.
        let (mut seen_from, mut seen_to) = (0, 0);
        let mut ancestor = Some(at).filter(|at| (*at as usize) < self.placed.len());
        loop {
            let (from, to) = match ancestor {
                Some(a) => (candidates.partition_point(|p| *p < a), candidates.partition_point(|p| *p < self.end(a))),
                None => (0, candidates.len()),
            };
            if seen_from == seen_to {
                (seen_from, seen_to) = (from, from);
            }
            let new = [candidates.get(from..seen_from), candidates.get(seen_to..to)];
            if let Some(found) = new.into_iter().flatten().flatten().find(fits) {
                return Some(*found);
            }
            (seen_from, seen_to) = (from, to);
            ancestor = match ancestor {
                Some(a) => self.placed.get(a as usize)?.parent,
                None => return None,
            };
        }
    }

    /// The place of the skeleton's root that belongs to a joint's place ([`Stage::joint`]); `None` if the joint has no
    /// root, or stands outside it.
    pub fn root_of(&self, place: u32, joint: &Joint) -> Option<u32> {
        self.above(place, joint.root?)
    }

    /// The place in whose space the joints of a skin drawn at `at` move it, where the node that holds the skin counts
    /// ([`SkinSpace::Node`]): the nearest one that is above (or at) both `at` and the root of a skeleton. A joint that was
    /// found below no root is its own. `None` is the world.
    ///
    /// Several skeletons share one, because a vertex that joints of both hold would be torn otherwise.
    ///
    /// [`SkinSpace::Node`]: portolan_scene::SkinSpace::Node
    pub fn skin_frame(&self, at: u32, joints: &[Option<Joint>]) -> Option<u32> {
        let mut nearest = None;
        let mut known: Option<NodeId> = None;
        for joint in joints.iter().flatten() {
            // Joints of one root mostly follow each other.
            if joint.root.is_some() && joint.root == known {
                continue;
            }
            let Some(place) = self.joint(at, joint) else { continue };
            let root = self.root_of(place, joint);
            known = joint.root.filter(|_| root.is_some());
            let common = self.common(at, root.unwrap_or(place));
            // All of them are above `at`, so that the one with the larger number is the nearer one.
            nearest = nearest.max(common);
            if nearest == Some(at) {
                break;
            }
        }
        nearest
    }

    /// The nearest place above (or at) two places.
    fn common(&self, a: u32, b: u32) -> Option<u32> {
        let mut above = Some(a).filter(|a| (*a as usize) < self.placed.len());
        while let Some(place) = above.filter(|p| !(*p..self.end(*p)).contains(&b)) {
            above = self.placed.get(place as usize)?.parent;
        }
        above
    }

    /// The place of a node that holds this place, or is it. There is at most one, as no node is below itself.
    fn above(&self, place: u32, node: NodeId) -> Option<u32> {
        let places = self.places(node);
        let before = places.partition_point(|p| *p <= place).checked_sub(1)?;
        places.get(before).copied().filter(|p| place < self.end(*p))
    }
}

/// Where a node writes what is below it.
fn written(scene: &Scene, node: &Node, placed: &Placed) -> u32 {
    let meta = match placed.instance {
        Some(at) => node.instances.get(at as usize).map(|i| &i.meta),
        None => scene.node(placed.node).map(|n| &n.meta),
    };
    meta.map_or(0, |m| m.origin.element)
}

#[cfg(test)]
mod tests {
    use portolan_scene::{Meta, NodeInstance, Origin, View};

    use super::*;

    fn node(children: &[u32], instances: &[u32]) -> Node {
        let instance = |n: &u32| NodeInstance { meta: Meta::default(), node: NodeId(*n), proxy: None };
        Node {
            children: children.iter().map(|n| NodeId(*n)).collect(),
            instances: instances.iter().map(instance).collect(),
            ..Node::default()
        }
    }

    fn scene(nodes: Vec<Node>, roots: &[u32]) -> Scene {
        let roots = roots.iter().map(|n| NodeId(*n)).collect();
        Scene { nodes, views: vec![View { roots, ..View::default() }], ..Scene::default() }
    }

    fn ids(stage: &Stage) -> Vec<u32> {
        stage.placed.iter().map(|p| p.node.0).collect()
    }

    #[test]
    fn instances_are_expanded_in_the_order_of_the_document() {
        // 0 holds 1 and 2; 2 places 3 twice; 3 holds 4.
        let nodes = vec![node(&[1, 2], &[]), node(&[], &[]), node(&[], &[3, 3]), node(&[4], &[]), node(&[], &[])];
        let stage = Stage::new(&scene(nodes, &[0, 1]), ViewId(0), LIMIT);
        assert!(stage.complete);
        assert_eq!(ids(&stage), [0, 1, 2, 3, 4, 3, 4, 1]);
        assert_eq!(stage.placed[5], Placed { node: NodeId(3), parent: Some(2), depth: 2, instance: Some(1) });
        assert_eq!(stage.placed[6], Placed { node: NodeId(4), parent: Some(5), depth: 3, instance: None });
        assert_eq!(stage.places(NodeId(4)), [4, 6]);
        assert_eq!(stage.places(NodeId(1)), [1, 7]);
        assert_eq!(stage.places(NodeId(9)), [0u32; 0]);
        assert_eq!((stage.end(0), stage.end(2), stage.end(3), stage.end(7)), (7, 7, 5, 8));
    }

    #[test]
    fn children_and_instances_stand_in_the_order_they_are_written() {
        // 0 writes the instance of 3 before its children 1 and 2, and another one between them.
        let mut nodes = vec![node(&[1, 2], &[3, 3]), node(&[], &[]), node(&[], &[]), node(&[], &[])];
        let at = |element| Origin { document: 0, element };
        nodes[1].meta.origin = at(6);
        nodes[2].meta.origin = at(8);
        nodes[0].instances[0].meta.origin = at(5);
        nodes[0].instances[1].meta.origin = at(7);
        let stage = Stage::new(&scene(nodes, &[0]), ViewId(0), LIMIT);
        assert_eq!(ids(&stage), [0, 3, 1, 3, 2]);
        assert_eq!(stage.placed[3].instance, Some(1));
    }

    #[test]
    fn exponential_instances_end_at_the_limit() {
        let mut nodes: Vec<Node> = (1..64).map(|n| node(&[], &[n, n])).collect();
        nodes.push(node(&[], &[]));
        let stage = Stage::new(&scene(nodes, &[0]), ViewId(0), 1000);
        assert!(!stage.complete);
        assert_eq!(stage.placed.len(), 1000);
        let loops = Stage::new(&scene(vec![node(&[], &[0])], &[0]), ViewId(0), 10);
        assert_eq!(loops.placed.len(), 10);
        assert_eq!(Stage::new(&Scene::default(), ViewId(3), LIMIT).placed, []);
    }

    #[test]
    fn a_joint_is_the_one_nearest_in_the_tree() {
        // Character 1 (mesh 2, root 3 with joint 4) is placed twice below 0; a mesh 5 stands alone.
        let nodes = vec![
            node(&[], &[1, 1]),
            node(&[2, 3], &[]),
            node(&[], &[]),
            node(&[4], &[]),
            node(&[], &[]),
            node(&[], &[]),
        ];
        let stage = Stage::new(&scene(nodes, &[0, 5]), ViewId(0), LIMIT);
        assert_eq!(ids(&stage), [0, 1, 2, 3, 4, 1, 2, 3, 4, 5]);
        let joint = Joint { node: NodeId(4), root: Some(NodeId(3)) };
        assert_eq!(stage.joint(2, &joint), Some(4));
        assert_eq!(stage.joint(6, &joint), Some(8));
        assert_eq!(stage.root_of(8, &joint), Some(7));
        // From outside, the first one.
        assert_eq!(stage.joint(9, &joint), Some(4));
        assert_eq!(stage.joint(6, &Joint { node: NodeId(3), root: Some(NodeId(3)) }), Some(7));
        // Not below that root, and not in the view at all.
        assert_eq!(stage.joint(2, &Joint { node: NodeId(4), root: Some(NodeId(2)) }), None);
        assert_eq!(stage.joint(2, &Joint { node: NodeId(77), root: None }), None);
        assert_eq!(stage.joint(6, &Joint { node: NodeId(4), root: Some(NodeId(70)) }), Some(8));
    }

    #[test]
    fn a_joint_below_the_right_root_wins_over_a_nearer_one() {
        // Roots 1 and 2 both place the bone 3; the mesh 4 stands in 1 but its skeleton is 2.
        let nodes = vec![node(&[1, 2], &[]), node(&[4], &[3]), node(&[], &[3]), node(&[], &[]), node(&[], &[])];
        let stage = Stage::new(&scene(nodes, &[0]), ViewId(0), LIMIT);
        assert_eq!(ids(&stage), [0, 1, 4, 3, 2, 3]);
        assert_eq!(stage.joint(2, &Joint { node: NodeId(3), root: Some(NodeId(2)) }), Some(5));
        assert_eq!(stage.joint(2, &Joint { node: NodeId(3), root: None }), Some(3));
    }
}
