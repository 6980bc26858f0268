//! Whether the node that holds a skin moves it: what a document says, and what a reader will take a document for.
//!
//! The specification defines skins in the space of the node (page 4-8, "the placement in the node hierarchy contributes to
//! the final vertex location"). Exporters of the well-known tools write the transform that the node has into the bind
//! shape matrix as well, for readers that ignore the node: such a skin would be moved twice, and stays in the world. So does
//! a skin below a pivot of 3ds Max, which moves what is rigid and nothing that is bent.

use hashbrown::{HashMap, HashSet};
use portolan_eval::{LIMIT, Overrides, Pose, Stage, pose};
use portolan_scene::glam::{DMat3, DMat4, DVec3};
use portolan_scene::{
    ControllerId, Deformer, Drawable, GeometryId, NodeId, Operation, Scene, Semantic, Shape, Skeleton, Skin, SkinSpace,
    Target, ViewId,
};

/// How far a bind shape matrix may be off the transform that it holds, as a share of it. Exporters round, and nodes are
/// moved a little after their shape was bound.
const NEAR: f64 = 2e-2;

/// How far matrices may be off where both move nothing, as a share of the shape.
const NOISE: f64 = 1e-3;

/// How far a transform may be off one that does nothing.
const NOTHING: f64 = 1e-6;

/// Places of a node that are looked at; skins mean the same at all of them, but for strange documents.
const MOST_PLACES: usize = 8;

/// Nodes that all views together may be laid out over; beyond that, skins stay in the world.
const MOST_NODES: usize = 1 << 27;

/// Places above holders that are looked at for all skins together; the rest stays in the world as well.
const MOST_STEPS: usize = 1 << 26;

/// A skin that hangs on a node.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    pub holder: NodeId,
    /// Which of the shapes of the node.
    pub drawn: usize,
    /// Which of the skeletons of the shape.
    pub which: usize,
    pub controller: ControllerId,
    /// The first of the places where the node stands.
    pub places: Vec<Hold>,
}

/// How a skin hangs on its node at one place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hold {
    pub view: ViewId,
    /// What is above the holder and the skeleton ([`Stage::skin_frame`]).
    pub above: Option<NodeId>,
    /// From the holder to there, at rest.
    pub offset: DMat4,
    /// From the holder to the world, at rest.
    pub world: DMat4,
    /// Does anything drive a transform between the holder and what is above?
    pub moves: bool,
    /// Is what stands there shown?
    pub shown: bool,
}

/// What readers see in a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// The node does nothing.
    Same,
    /// The node counts.
    Node,
    /// The bind shape holds the node's transform, so that the node does not count.
    Held,
    /// The node is a pivot, which does nothing to a skin in the program that wrote it.
    Pivot,
}

impl Reading {
    /// Is a skin read as it is meant?
    pub fn is(self, space: SkinSpace) -> bool {
        self == Reading::Same || self.space() == space
    }

    /// As the scene says it.
    pub fn space(self) -> SkinSpace {
        match self {
            Reading::Node => SkinSpace::Node,
            Reading::Same | Reading::Held | Reading::Pivot => SkinSpace::World,
        }
    }
}

/// All skins that stand in a view, in the order of nodes, shapes and skeletons.
pub(crate) fn uses(scene: &Scene) -> Vec<Use> {
    let mut uses: Vec<Use> = Vec::new();
    for (node, id) in scene.nodes.iter().zip(0..) {
        for (drawn, shape) in node.drawn.iter().enumerate() {
            for (which, skeleton) in shape.skeletons.iter().enumerate() {
                let (holder, controller) = (NodeId(id), skeleton.controller);
                uses.push(Use { holder, drawn, which, controller, places: Vec::new() });
            }
        }
    }
    if uses.is_empty() {
        return uses;
    }
    let driven = driven(scene);
    let (mut room, mut steps) = (LIMIT, MOST_STEPS);
    let views = (0..scene.views.len() as u32).map(ViewId).take(MOST_NODES / scene.nodes.len().max(1));
    for view in views {
        let stage = Stage::new(scene, view, room);
        room = room.saturating_sub(stage.placed.len());
        let rest = pose(scene, &stage, &Overrides::default());
        for one in &mut uses {
            let skeleton = scene.node(one.holder).and_then(|n| n.drawn.get(one.drawn)?.skeletons.get(one.which));
            let Some(skeleton) = skeleton else { continue };
            let left = MOST_PLACES.saturating_sub(one.places.len());
            let places = stage.places(one.holder).get(..left).unwrap_or(stage.places(one.holder));
            if places.is_empty() {
                continue;
            }
            let searches = searches(skeleton);
            for at in places {
                let depth = stage.placed.get(*at as usize).map_or(0, |p| p.depth as usize);
                let Some(left_over) = steps.checked_sub(searches.saturating_mul(depth + 1)) else { break };
                steps = left_over;
                one.places.push(hold(&stage, &rest, &driven, view, *at, skeleton));
            }
        }
    }
    uses.retain(|one| !one.places.is_empty());
    uses
}

/// How many joints are searched for to find what is above a skeleton and its holder.
fn searches(skeleton: &Skeleton) -> usize {
    let mut known = None;
    let searched = skeleton.joints.iter().flatten().filter(|joint| {
        let again = joint.root.is_some() && joint.root == known;
        known = joint.root;
        !again
    });
    searched.count() + 1
}

fn hold(stage: &Stage, rest: &Pose, driven: &HashSet<NodeId>, view: ViewId, at: u32, skeleton: &Skeleton) -> Hold {
    let frame = stage.skin_frame(at, &skeleton.joints);
    let (mut offset, mut moves) = (DMat4::IDENTITY, false);
    let mut next = Some(at);
    while let Some(place) = next.filter(|p| Some(*p) != frame) {
        let Some(placed) = stage.placed.get(place as usize) else { break };
        offset = rest.local.get(place as usize).copied().unwrap_or(DMat4::IDENTITY) * offset;
        moves |= driven.contains(&placed.node);
        next = placed.parent;
    }
    let above = frame.and_then(|f| stage.placed.get(f as usize)).map(|p| p.node);
    Hold { view, above, offset, world: rest.world(at), moves, shown: rest.shown(at) }
}

/// Nodes with transforms that something drives.
fn driven(scene: &Scene) -> HashSet<NodeId> {
    let channels = scene.animations.iter().flat_map(|a| &a.channels).map(|c| &c.target);
    let bound = scene.formulas_in_use().flat_map(|f| &f.bindings);
    let bound = bound.filter_map(|(_, binding)| binding.target());
    let node = |target: &Target| match target {
        Target::Transform { node, .. } => Some(*node),
        _ => None,
    };
    channels.chain(bound).filter_map(node).collect()
}

/// Tells what readers see.
pub(crate) struct Readings<'a> {
    scene: &'a Scene,
    /// How large shapes are, once they were asked for.
    sizes: HashMap<GeometryId, f64>,
    /// The nodes that nodes are children of, once they were asked for.
    parents: Option<HashMap<NodeId, NodeId>>,
    /// Was the document written by a program whose pivots are nodes?
    writes_pivots: bool,
}

/// Is a program known to write pivots as nodes that hold what they turn? OpenCOLLADA for 3ds Max does.
fn writes_pivots(tool: &str) -> bool {
    let tool = tool.to_ascii_lowercase();
    tool.contains("opencollada") && (tool.contains("3ds max") || tool.contains("3dsmax"))
}

impl<'a> Readings<'a> {
    pub fn new(scene: &'a Scene) -> Readings<'a> {
        let mut tools = scene.asset.contributors.iter().filter_map(|c| c.tool.as_deref());
        Readings { scene, sizes: HashMap::new(), parents: None, writes_pivots: tools.any(writes_pivots) }
    }

    /// What readers see in a skin with this bind shape: the node counts if it does anywhere, unless the bind shape holds
    /// the transform that the node has somewhere.
    pub fn of(&mut self, one: &Use, bind_shape: &DMat4) -> Reading {
        let mut found = Reading::Same;
        for place in &one.places {
            match self.at(one.controller, place, bind_shape) {
                Reading::Same => {}
                Reading::Node => found = Reading::Node,
                held => return held,
            }
        }
        match found {
            Reading::Node if self.is_pivot(one.holder) => Reading::Pivot,
            found => found,
        }
    }

    /// Is a node a pivot: without a name, below one that has a name, with one matrix and nothing else? Of programs that are
    /// known to write pivots, no node that holds a skin counts.
    fn is_pivot(&mut self, id: NodeId) -> bool {
        if self.writes_pivots {
            return true;
        }
        let Some(node) = self.scene.node(id) else { return false };
        let one_matrix = matches!(node.transforms.as_slice(), [one] if matches!(one.operation, Operation::Matrix(_)));
        if node.meta.label().is_some() || !one_matrix || node.transforms.iter().any(|t| t.sid.is_some()) {
            return false;
        }
        let scene = self.scene;
        let parents = self.parents.get_or_insert_with(|| {
            let all = scene.nodes.iter().zip(0..);
            all.flat_map(|(node, id)| node.children.iter().map(move |child| (*child, NodeId(id)))).collect()
        });
        let parent = parents.get(&id).and_then(|parent| scene.node(*parent));
        parent.is_some_and(|parent| parent.meta.label().is_some())
    }

    fn at(&mut self, id: ControllerId, place: &Hold, bind_shape: &DMat4) -> Reading {
        if place.offset == DMat4::IDENTITY && !place.moves {
            return Reading::Same;
        }
        let size = self.size(id);
        if does_nothing(place.offset, size) && !place.moves {
            return Reading::Same;
        }
        let held = |matrix: DMat4| !does_nothing(matrix, size) && near(bind_shape, &matrix, size);
        if held(place.offset) || held(place.world) { Reading::Held } else { Reading::Node }
    }

    /// The skin of a controller.
    pub fn skin(&self, id: ControllerId) -> Option<&'a Skin> {
        match &self.scene.controller(id)?.deformer {
            Deformer::Skin(skin) => Some(skin),
            Deformer::Morph(_) => None,
        }
    }

    /// How far the shape of a controller reaches from its origin.
    fn size(&mut self, id: ControllerId) -> f64 {
        let Some((geometry, _)) = self.scene.chain(Drawable::Controller(id)) else { return 0.0 };
        *self.sizes.entry(geometry).or_insert_with(|| {
            let Some(Shape::Mesh(mesh)) = self.scene.geometry(geometry).map(|g| &g.shape) else { return 0.0 };
            let positions = mesh.vertices.iter().find(|a| a.semantic == Semantic::Position);
            let stream = positions.and_then(|a| mesh.streams.get(a.stream as usize));
            let numbers = stream.into_iter().flat_map(|s| &s.data).filter(|v| v.is_finite());
            numbers.fold(0.0, |most, v| f64::max(most, f64::from(v.abs())))
        })
    }
}

fn parts(matrix: &DMat4) -> (DMat3, DVec3) {
    (DMat3::from_mat4(*matrix), matrix.w_axis.truncate())
}

fn largest(matrix: DMat3) -> f64 {
    matrix.to_cols_array().into_iter().fold(0.0, |most, v| f64::max(most, v.abs()))
}

fn does_nothing(matrix: DMat4, size: f64) -> bool {
    let (linear, step) = parts(&matrix);
    largest(linear - DMat3::IDENTITY) <= NOTHING && step.length() <= NOTHING * size
}

/// Is a bind shape matrix the transform of a node? The measure does not depend on unit and axes.
fn near(bind_shape: &DMat4, node: &DMat4, size: f64) -> bool {
    let ((a, p), (b, q)) = (parts(bind_shape), parts(node));
    let factor = largest(b);
    let apart = NEAR * p.length().max(q.length()) + NOISE * size * factor;
    largest(a - b) <= NEAR * factor && (p - q).length() <= apart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bind_shape_is_the_transform_of_a_node_but_for_rounding() {
        let moved = |x: f64| DMat4::from_translation(DVec3::new(x, 0., 0.));
        assert!(near(&moved(10.0), &moved(10.1), 1.0));
        assert!(!near(&moved(10.0), &moved(10.5), 1.0));
        assert!(!near(&DMat4::IDENTITY, &moved(0.5), 1.0));
        let turned = DMat4::from_rotation_x(1.5);
        assert!(near(&(moved(1e-4) * turned), &turned, 1.0));
        assert!(!near(&DMat4::IDENTITY, &turned, 1.0));
        assert!(does_nothing(moved(1e-7), 1.0) && !does_nothing(moved(1e-7), 0.01) && !does_nothing(turned, 1.0));
        // Neither matters in another unit.
        for unit in [1e-3, 1e3] {
            assert!(near(&moved(10.0 * unit), &moved(10.1 * unit), unit));
            assert!(!near(&moved(10.0 * unit), &moved(10.5 * unit), unit));
        }
        assert!(!near(&DMat4::from_cols_array(&[f64::NAN; 16]), &turned, 1.0));
        assert!(
            writes_pivots("OpenCOLLADA for 3ds Max;  Version: 1.3.1;  Revision: 847M") && !writes_pivots("OpenCOLLADA")
        );
    }
}
