//! Where everything is.

use std::collections::BTreeMap;

use portolan_parallel::prelude::*;
use portolan_scene::glam::{DMat3, DMat4};
use portolan_scene::{Node, NodeId, Scene};

use crate::{Overrides, Placement, Stage};

/// Where every place of a stage is, in the scene's own unit and axes.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Pose {
    /// From each place to the one above it.
    pub local: Vec<DMat4>,
    /// From each place to the world.
    pub world: Vec<DMat4>,
    /// Is it drawn? Nothing below a hidden node is.
    pub shown: Vec<bool>,
}

impl Pose {
    /// From a place to the world.
    pub fn world(&self, at: u32) -> DMat4 {
        self.world.get(at as usize).copied().unwrap_or(DMat4::IDENTITY)
    }

    /// Is what stands at a place drawn?
    pub fn shown(&self, at: u32) -> bool {
        self.shown.get(at as usize).copied().unwrap_or(false)
    }
}

/// So many matrices are worth the work of all cores.
const MANY: usize = 4096;

/// Which places are drawn when nothing is set: what [`Pose::shown`] tells then, without any matrix.
pub fn shown_at_rest(scene: &Scene, stage: &Stage) -> Vec<bool> {
    let mut shown: Vec<bool> = Vec::with_capacity(stage.placed.len());
    for placed in &stage.placed {
        let above = placed.parent.and_then(|p| shown.get(p as usize)).is_none_or(|above| *above);
        shown.push(above && scene.node(placed.node).is_some_and(|node| !node.hidden));
    }
    shown
}

/// From a node to the one above it when nothing is set: what [`Pose::local`] has for its places then.
pub fn matrix_at_rest(node: &Node) -> DMat4 {
    finite(node.matrix()).unwrap_or(DMat4::IDENTITY)
}

/// Multiplies all transforms, with what is set in place of what is written. All matrices are finite: a transform that
/// leads beyond all numbers leaves its node where it would be without.
///
/// Places that are put somewhere ([`Overrides::place`]) are those of this stage.
pub fn pose(scene: &Scene, stage: &Stage, overrides: &Overrides) -> Pose {
    posed(scene, stage, overrides, overrides.placements())
}

/// The same for a stage that is another one than that of the places in the overrides.
pub(crate) fn pose_aside(scene: &Scene, stage: &Stage, overrides: &Overrides) -> Pose {
    posed(scene, stage, overrides, &BTreeMap::new())
}

fn posed(scene: &Scene, stage: &Stage, overrides: &Overrides, places: &BTreeMap<u32, Placement>) -> Pose {
    let own = |id| {
        let Some(node) = scene.node(id) else { return (DMat4::IDENTITY, false) };
        let shown = overrides.visibility(id).unwrap_or(!node.hidden);
        (if overrides.moves(id) { moved(node, id, overrides) } else { matrix_at_rest(node) }, shown)
    };
    let count = stage.placed.len();
    // A node has the same matrix at all its places. Many are made side by side, unless most of them stand nowhere.
    let mut known: Vec<Option<(DMat4, bool)>> = match scene.nodes.len() {
        nodes @ MANY.. if nodes <= count.saturating_mul(2) => {
            (0..nodes as u32).into_par_iter().with_min_len(MANY / 4).map(|node| Some(own(NodeId(node)))).collect()
        }
        nodes => vec![None; nodes],
    };
    let mut pose =
        Pose { local: Vec::with_capacity(count), world: Vec::with_capacity(count), shown: Vec::with_capacity(count) };
    let mut put = places.iter().peekable();
    for (placed, at) in stage.placed.iter().zip(0..) {
        let (mut local, shown) = match known.get_mut(placed.node.index()) {
            Some(known) => *known.get_or_insert_with(|| own(placed.node)),
            None => (DMat4::IDENTITY, false),
        };
        let parent = placed.parent.map(|p| p as usize);
        let above = parent.and_then(|p| pose.world.get(p).zip(pose.shown.get(p)));
        let mut set_world = None;
        match put.next_if(|(place, _)| **place == at).map(|(_, placement)| *placement) {
            Some(Placement::Local(matrix)) => local = matrix,
            Some(Placement::World(matrix)) => {
                set_world = Some(matrix);
                // Above may be flat; then no matrix leads from there.
                local = above.map_or(Some(matrix), |(world, _)| finite(world.inverse() * matrix)).unwrap_or(local);
            }
            None => {}
        }
        let (world, shown) = match above {
            Some((world, above)) => (finite(*world * local).unwrap_or(*world), *above && shown),
            None => (local, shown),
        };
        pose.local.push(local);
        pose.world.push(set_world.unwrap_or(world));
        pose.shown.push(shown);
    }
    pose
}

/// What turns normals along with a matrix: its inverse transpose up to a positive factor. Flat matrices have one too.
pub fn normal_matrix(matrix: DMat4) -> DMat3 {
    let m = DMat3::from_mat4(matrix);
    let (x, y, z) = (m.y_axis.cross(m.z_axis), m.z_axis.cross(m.x_axis), m.x_axis.cross(m.y_axis));
    let sign = if m.x_axis.dot(x) < 0.0 { -1.0 } else { 1.0 };
    DMat3::from_cols(x * sign, y * sign, z * sign)
}

fn finite(matrix: DMat4) -> Option<DMat4> {
    matrix.is_finite().then_some(matrix)
}

fn moved(node: &Node, id: NodeId, overrides: &Overrides) -> DMat4 {
    let steps = node.transforms.iter().zip(0..);
    let matrix = steps.fold(DMat4::IDENTITY, |m, (t, i)| m * overrides.operation(id, i, &t.operation).matrix());
    finite(matrix).unwrap_or(DMat4::IDENTITY)
}

#[cfg(test)]
mod tests {
    use portolan_scene::glam::DVec3;
    use portolan_scene::{Meta, NodeId, NodeInstance, Operation, Part, Target, Transform, View, ViewId};

    use super::*;
    use crate::LIMIT;

    fn node(operation: Operation, instances: &[u32]) -> Node {
        let instance = |n: &u32| NodeInstance { meta: Meta::default(), node: NodeId(*n), proxy: None };
        Node {
            transforms: vec![Transform { sid: None, operation }],
            instances: instances.iter().map(instance).collect(),
            ..Node::default()
        }
    }

    #[test]
    fn what_leads_beyond_all_numbers_stays() {
        let huge = Operation::Scale([1e200; 3]);
        let scene = Scene {
            nodes: vec![
                node(huge.clone(), &[1]),
                node(huge, &[2]),
                node(Operation::Translate([f64::NAN, 0.0, 0.0]), &[]),
            ],
            views: vec![View { roots: vec![NodeId(0)], ..View::default() }],
            ..Scene::default()
        };
        let stage = Stage::new(&scene, ViewId(0), LIMIT);
        let posed = pose(&scene, &stage, &Overrides::default());
        assert_eq!(posed.world, [DMat4::from_scale(DVec3::splat(1e200)); 3]);
    }

    #[test]
    fn an_override_moves_a_node_at_all_its_places() {
        let mut scene = Scene {
            nodes: vec![
                node(Operation::Translate([1.0, 0.0, 0.0]), &[2]),
                node(Operation::Rotate([0.0, 0.0, 1.0, 90.0]), &[2]),
                node(Operation::Translate([0.0, 2.0, 0.0]), &[]),
            ],
            views: vec![View { roots: vec![NodeId(0), NodeId(1)], ..View::default() }],
            ..Scene::default()
        };
        let stage = Stage::new(&scene, ViewId(0), LIMIT);
        let at = |pose: &Pose, place| pose.world(place).transform_point3(DVec3::ZERO);
        let rest = pose(&scene, &stage, &Overrides::default());
        assert_eq!(at(&rest, 1), DVec3::new(1.0, 2.0, 0.0));
        assert!(at(&rest, 3).abs_diff_eq(DVec3::new(-2.0, 0.0, 0.0), 1e-12));
        let mut overrides = Overrides::default();
        overrides.set(&Target::Transform { node: NodeId(2), transform: 0, part: Part::At(0) }, &[5.0]);
        overrides.set(&Target::Visibility { node: NodeId(1) }, &[0.0]);
        let moved = pose(&scene, &stage, &overrides);
        assert_eq!(at(&moved, 1), DVec3::new(6.0, 2.0, 0.0));
        assert!(at(&moved, 3).abs_diff_eq(DVec3::new(-2.0, 5.0, 0.0), 1e-12));
        assert_eq!(moved.shown, [true, true, false, false]);
        scene.nodes[1].hidden = true;
        overrides.set(&Target::Visibility { node: NodeId(1) }, &[1.0]);
        assert_eq!(pose(&scene, &stage, &overrides).shown, [true; 4]);
        assert_eq!(pose(&scene, &stage, &Overrides::default()).shown, [true, true, false, false]);
        assert_eq!(shown_at_rest(&scene, &stage), [true, true, false, false]);
    }

    #[test]
    fn many_nodes_are_where_few_would_be() {
        let step = |n: u32| Operation::Translate([f64::from(n), 0.0, 0.5]);
        let nodes = (0..2 * MANY as u32).map(|n| node(step(n), &[])).collect();
        let roots: Vec<NodeId> = (0..2 * MANY as u32).map(NodeId).collect();
        let scene = Scene { nodes, views: vec![View { roots, ..View::default() }], ..Scene::default() };
        let stage = Stage::new(&scene, ViewId(0), LIMIT);
        let posed = pose(&scene, &stage, &Overrides::default());
        assert_eq!(posed.world.len(), 2 * MANY);
        for (n, world) in posed.world.iter().enumerate() {
            assert_eq!(world.w_axis.truncate(), DVec3::new(n as f64, 0.0, 0.5));
        }
        assert_eq!(posed.shown, shown_at_rest(&scene, &stage));
    }

    /// Two rooms (0 and 1) that place one table (2), on which a vase (3) stands.
    fn rooms() -> (Scene, Stage) {
        let scene = Scene {
            nodes: vec![
                node(Operation::Translate([10.0, 0.0, 0.0]), &[2]),
                node(Operation::Scale([2.0; 3]), &[2]),
                node(Operation::Translate([0.0, 1.0, 0.0]), &[3]),
                node(Operation::Translate([0.0, 0.0, 5.0]), &[]),
            ],
            views: vec![View { roots: vec![NodeId(0), NodeId(1)], ..View::default() }],
            ..Scene::default()
        };
        let stage = Stage::new(&scene, ViewId(0), LIMIT);
        (scene, stage)
    }

    #[test]
    fn a_place_in_the_world_is_there_and_what_is_below_follows() {
        let (scene, stage) = rooms();
        let at = |pose: &Pose| [0, 1, 2, 3, 4, 5].map(|p| pose.world(p).transform_point3(DVec3::ZERO).to_array());
        let rest = pose(&scene, &stage, &Overrides::default());
        let before = [[10., 0., 0.], [10., 1., 0.], [10., 1., 5.], [0., 0., 0.], [0., 2., 0.], [0., 2., 10.]];
        assert_eq!(at(&rest), before);
        // The table of the second room, in the world: the vase is 5 from it, for it is not in the room's scale any more.
        let mut overrides = Overrides::default();
        overrides.place(4, Placement::World(DMat4::from_translation(DVec3::new(7.0, 7.0, 7.0))));
        let moved = pose(&scene, &stage, &overrides);
        let mut expected = before;
        (expected[4], expected[5]) = ([7., 7., 7.], [7., 7., 12.]);
        assert_eq!(at(&moved), expected);
        // The room has a scale of 2, so that from the table to it is half of that.
        assert_eq!(
            moved.local[4],
            DMat4::from_scale_rotation_translation(DVec3::splat(0.5), Default::default(), DVec3::splat(3.5))
        );
        // Seen from its room it is twice as far; the table of the first room stays.
        overrides.place(4, Placement::Local(DMat4::from_translation(DVec3::new(1.0, 0.0, 0.0))));
        (expected[4], expected[5]) = ([2., 0., 0.], [2., 0., 10.]);
        assert_eq!(at(&pose(&scene, &stage, &overrides)), expected);
    }

    #[test]
    fn a_place_in_the_world_stays_when_what_is_above_moves_or_is_flat() {
        let (scene, stage) = rooms();
        let mut overrides = Overrides::default();
        let there = DMat4::from_translation(DVec3::new(1.0, 2.0, 3.0));
        overrides.place(1, Placement::World(there));
        for scale in [3.0, 0.0] {
            overrides.place(0, Placement::Local(DMat4::from_scale(DVec3::splat(scale))));
            let posed = pose(&scene, &stage, &overrides);
            assert_eq!(posed.world[1], there);
            assert_eq!(posed.world[2].w_axis.truncate(), DVec3::new(1.0, 2.0, 8.0));
            assert!(posed.local.iter().all(DMat4::is_finite));
        }
        // What is nowhere changes nothing; later ones win.
        overrides.place(1, Placement::World(DMat4::from_translation(DVec3::splat(f64::NAN))));
        assert_eq!(pose(&scene, &stage, &overrides).world[1], there);
        let mut later = Overrides::default();
        later.place(1, Placement::World(DMat4::IDENTITY));
        overrides.merge(&later);
        assert_eq!(pose(&scene, &stage, &overrides).world[1], DMat4::IDENTITY);
        assert!(!later.is_empty());
    }
}
