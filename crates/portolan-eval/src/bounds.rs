//! How far everything that is drawn reaches.

use std::collections::HashMap;

use portolan_mesh::{bezier_pieces, points, used_vertices};
use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{Geometry, GeometryId, Scene, Shape};

use crate::{Overrides, Pose, Stage, deform};

/// Points that are looked at one by one; of shapes behind that many, the corners of their boxes are taken.
const MOST_POINTS: u64 = 200_000_000;

/// The box (least and greatest corner) around everything that is drawn, in the scene's own unit and axes; `None` if
/// nothing is.
///
/// Hidden nodes do not count, nor do vertices that no primitive uses, nor places that are not finite. Shapes are taken
/// as they are bent, and splines as the curves that they are, not as their control points. Boxes of scenes of hundreds of
/// millions of vertices may be too large.
pub fn bounds(scene: &Scene, stage: &Stage, pose: &Pose, overrides: &Overrides) -> Option<(DVec3, DVec3)> {
    let mut whole = Extent::default();
    let mut shapes: HashMap<GeometryId, Known> = HashMap::new();
    let mut stiff: Vec<Stiff> = Vec::new();
    for (placed, at) in stage.placed.iter().zip(0..) {
        if !pose.shown(at) {
            continue;
        }
        let world = pose.world(at);
        for drawn in scene.node(placed.node).into_iter().flat_map(|n| &n.drawn).filter(|d| scene.is_visible(d)) {
            let Some((id, _)) = scene.chain(drawn.what) else { continue };
            let Some(geometry) = scene.geometry(id) else { continue };
            let shape = shapes.entry(id).or_insert_with(|| Known::new(geometry));
            match deform(scene, stage, pose, overrides, at, drawn) {
                Some(deformed) => {
                    let used = shape.used.iter().filter_map(|v| deformed.positions.get(*v as usize));
                    used.for_each(|p| whole.add(world, p.map(f64::from).into()));
                }
                None => stiff.extend(shape.extent.moved(world).map(|around| Stiff { id, world, around })),
            }
        }
    }
    add_stiff(&mut whole, &shapes, stiff);
    whole.0
}

/// An instance of a shape that is not bent.
struct Stiff {
    id: GeometryId,
    world: DMat4,
    /// A box that it does not leave.
    around: (DVec3, DVec3),
}

/// Adds all points of instances. For each side of the box it looks at the one that may reach farthest, and then at no more than
/// may reach farther than what was found: of ten thousand instances of a large shape at a few.
fn add_stiff(whole: &mut Extent, shapes: &HashMap<GeometryId, Known>, mut stiff: Vec<Stiff>) {
    let mut seen = 0u64;
    let mut look = |whole: &mut Extent, Stiff { id, world, .. }: &Stiff| {
        let Some(shape) = shapes.get(id) else { return };
        seen += (shape.points.len() + 4 * shape.pieces.len()) as u64;
        if seen < MOST_POINTS {
            shape.points.iter().for_each(|p| whole.add(*world, *p));
            shape.pieces.iter().for_each(|piece| whole.add_piece(*world, piece));
        } else {
            shape.extent.corners().for_each(|p| whole.add(*world, p));
        }
    };
    for side in 0..6 {
        let (axis, greatest) = (side % 3, side < 3);
        let reach = |around: &(DVec3, DVec3)| if greatest { around.1[axis] } else { -around.0[axis] };
        let covered = |whole: &Extent, stiff: &Stiff| whole.0.is_some_and(|w| reach(&w) >= reach(&stiff.around));
        let farthest = stiff.iter().enumerate().max_by(|(_, a), (_, b)| reach(&a.around).total_cmp(&reach(&b.around)));
        let Some((first, found)) = farthest.filter(|(_, found)| !covered(whole, found)) else { continue };
        look(whole, found);
        stiff.swap_remove(first);
        // Few are left, which are taken in order.
        let mut open: Vec<(f64, usize)> = stiff
            .iter()
            .enumerate()
            .filter(|(_, stiff)| !covered(whole, stiff))
            .map(|(at, stiff)| (reach(&stiff.around), at))
            .collect();
        open.sort_unstable_by(|(a, _), (b, _)| b.total_cmp(a));
        let mut looked: Vec<usize> = Vec::new();
        for (_, at) in open {
            let Some(stiff) = stiff.get(at).filter(|stiff| !covered(whole, stiff)) else { break };
            look(whole, stiff);
            looked.push(at);
        }
        looked.sort_unstable_by(|a, b| b.cmp(a));
        for at in looked {
            stiff.swap_remove(at);
        }
    }
}

/// What of a shape is needed again and again.
struct Known {
    /// Vertices that primitives use.
    used: Vec<u32>,
    /// Where those are, as written.
    points: Vec<DVec3>,
    /// The pieces of a spline.
    pieces: Vec<[DVec3; 4]>,
    extent: Extent,
}

impl Known {
    fn new(geometry: &Geometry) -> Known {
        let mut pieces = Vec::new();
        let (used, points) = match &geometry.shape {
            Shape::Mesh(mesh) => {
                let used = used_vertices(mesh);
                let all = mesh.positions().map_or_else(Vec::new, |s| points(&s.data, s.width as usize));
                let places = used.iter().filter_map(|v| all.get(*v as usize));
                let places = places.map(|p| p.map(f64::from).into()).collect();
                (used, places)
            }
            Shape::Spline(spline) => {
                pieces = bezier_pieces(spline);
                (Vec::new(), Vec::new())
            }
            Shape::Brep(_) | Shape::Empty => (Vec::new(), Vec::new()),
        };
        let mut extent = Extent::default();
        points.iter().for_each(|p| extent.add(DMat4::IDENTITY, *p));
        pieces.iter().for_each(|piece| extent.add_piece(DMat4::IDENTITY, piece));
        Known { used, points, pieces, extent }
    }
}

/// A box that grows.
#[derive(Clone, Copy, Default)]
struct Extent(Option<(DVec3, DVec3)>);

impl Extent {
    fn add(&mut self, to: DMat4, point: DVec3) {
        let point = to.transform_point3(point);
        if !point.is_finite() {
            return;
        }
        self.0 = Some(match self.0 {
            Some((least, greatest)) => (least.min(point), greatest.max(point)),
            None => (point, point),
        });
    }

    /// Adds a Bézier curve: its ends, and where it turns back along an axis.
    fn add_piece(&mut self, to: DMat4, piece: &[DVec3; 4]) {
        let [a, b, c, d] = piece.map(|p| to.transform_point3(p));
        self.add(DMat4::IDENTITY, a);
        self.add(DMat4::IDENTITY, d);
        // A third of the derivative: square·t² + linear·t + constant.
        let (square, linear, constant) = (d - a + (b - c) * 3.0, (a - b * 2.0 + c) * 2.0, b - a);
        for axis in 0..3 {
            for t in roots(square[axis], linear[axis], constant[axis]) {
                if t > 0.0 && t < 1.0 {
                    let s = 1.0 - t;
                    let point = a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t);
                    self.add(DMat4::IDENTITY, point);
                }
            }
        }
    }

    /// A box around this one where it stands; without end where that is not finite.
    fn moved(&self, to: DMat4) -> Option<(DVec3, DVec3)> {
        self.0?;
        let mut around = Extent::default();
        let mut finite = true;
        for corner in self.corners() {
            finite &= to.transform_point3(corner).is_finite();
            around.add(to, corner);
        }
        around.0.filter(|_| finite).or(Some((DVec3::NEG_INFINITY, DVec3::INFINITY)))
    }

    fn corners(&self) -> impl Iterator<Item = DVec3> + use<> {
        let corner = |(a, b): (DVec3, DVec3), i: u8| {
            let pick = |bit: u8, a: f64, b: f64| if i & bit == 0 { a } else { b };
            DVec3::new(pick(1, a.x, b.x), pick(2, a.y, b.y), pick(4, a.z, b.z))
        };
        self.0.into_iter().flat_map(move |range| (0..8).map(move |i| corner(range, i)))
    }
}

/// Where `a·t² + b·t + c` is 0; what is not there is not finite.
fn roots(a: f64, b: f64, c: f64) -> [f64; 2] {
    // Without cancellation: both roots by the larger of two sums.
    let sum = -0.5 * (b + b.signum() * (b * b - 4.0 * a * c).sqrt());
    [sum / a, c / sum]
}

#[cfg(test)]
mod tests {
    use portolan_scene::{
        Attribute, Drawable, Drawn, Mesh, Meta, Node, NodeId, Operation, Primitive, PrimitiveKind, Segment, Semantic,
        Spline, Stream, Transform, View, ViewId,
    };

    use super::*;
    use crate::{LIMIT, pose};

    fn triangle() -> Geometry {
        let primitive = Primitive::plain(Meta::default(), PrimitiveKind::Triangles, vec![0, 1, 2], vec![]);
        let data = vec![0., 0., 0., 1., 0., 0., 0., 2., 0., 99., 99., 99.];
        let mesh = Mesh {
            streams: vec![Stream::new(3, data)],
            vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
            primitives: vec![primitive],
            ..Mesh::default()
        };
        Geometry::new(Meta::default(), Shape::Mesh(mesh))
    }

    fn node(geometry: u32, operation: Operation) -> Node {
        let what = Drawable::Geometry(GeometryId(geometry));
        Node {
            transforms: vec![Transform { sid: None, operation }],
            drawn: vec![Drawn::new(Meta::default(), what)],
            ..Node::default()
        }
    }

    #[test]
    fn only_what_is_drawn_counts() {
        let spline = Spline {
            points: vec![[0., 0., 0.], [3., 0., 0.]],
            segments: vec![Segment::Hermite, Segment::Linear],
            out_tangents: vec![[0., 0., 9.], [0.; 3]],
            in_tangents: vec![[0.; 3], [0., 0., 9.]],
            ..Spline::default()
        };
        let mut scene = Scene {
            geometries: vec![triangle(), Geometry::new(Meta::default(), Shape::Spline(spline))],
            nodes: vec![
                node(0, Operation::Rotate([0., 0., 1., 90.])),
                Node { hidden: true, ..node(0, Operation::Translate([50., 0., 0.])) },
                node(1, Operation::Translate([0., 0., 10.])),
            ],
            views: vec![View { roots: vec![NodeId(0), NodeId(1), NodeId(2)], ..View::default() }],
            ..Scene::default()
        };
        let all = |scene: &Scene| {
            let stage = Stage::new(scene, ViewId(0), LIMIT);
            bounds(scene, &stage, &pose(scene, &stage, &Overrides::default()), &Overrides::default())
        };
        let (least, greatest) = all(&scene).unwrap();
        assert!(least.abs_diff_eq(DVec3::new(-2., 0., 0.), 1e-12), "{least}");
        // Along Z the curve is 9·t·(1 − t)·(1 − 2t), at most half the root of 3; its control points reach 3.
        assert!(greatest.abs_diff_eq(DVec3::new(3., 1., 10. + 3f64.sqrt() / 2.), 1e-12), "{greatest}");
        scene.views[0].roots = vec![NodeId(1)];
        assert_eq!(all(&scene), None);
        scene.nodes[1].hidden = false;
        assert_eq!(all(&scene), Some((DVec3::new(50., 0., 0.), DVec3::new(51., 2., 0.))));
    }

    #[test]
    fn instances_that_reach_farther_in_any_direction_count() {
        // The box of the turned triangle is larger than the triangle; instances within others add nothing.
        let turns = (0..50).map(|k| node(0, Operation::Rotate([1., 2., 3., f64::from(k) * 7.0])));
        let moves = (0..50).map(|k| node(0, Operation::Translate([f64::from(k % 7), -f64::from(k % 5), f64::from(k)])));
        let nodes: Vec<Node> = turns.chain(moves).collect();
        let roots = (0..nodes.len() as u32).map(NodeId).collect();
        let view = View { roots, ..View::default() };
        let scene = Scene { geometries: vec![triangle()], nodes, views: vec![view], ..Scene::default() };
        let stage = Stage::new(&scene, ViewId(0), LIMIT);
        let pose = pose(&scene, &stage, &Overrides::default());
        let mut each = Extent::default();
        for at in 0..100 {
            for p in [DVec3::ZERO, DVec3::X, DVec3::Y * 2.0] {
                each.add(pose.world(at), p);
            }
        }
        assert_eq!(bounds(&scene, &stage, &pose, &Overrides::default()), each.0);
    }

    #[test]
    fn corners_of_a_box() {
        let mut extent = Extent::default();
        assert_eq!(extent.corners().count(), 0);
        extent.add(DMat4::IDENTITY, DVec3::ZERO);
        extent.add(DMat4::IDENTITY, DVec3::new(1., 2., f64::NAN));
        extent.add(DMat4::IDENTITY, DVec3::ONE);
        assert_eq!(extent.corners().fold(DVec3::ZERO, |a, b| a + b), DVec3::splat(4.0));
    }
}
