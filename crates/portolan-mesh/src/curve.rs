//! Curves as straight pieces.

use std::collections::HashMap;

use portolan_scene::glam::DVec3;
use portolan_scene::{
    Attribute, GeometryId, Mesh, Meta, Primitive, PrimitiveKind, Scene, Segment, Semantic, Shape, Spline, Stream,
};

use crate::Tolerance;

/// Points of one curve at most.
const MOST_POINTS: usize = 1 << 20;

/// The points of a curve, joined by straight pieces: within a tolerance, or as many as the document asks for.
pub fn curve(spline: &Spline, tolerance: Tolerance) -> Vec<[f64; 3]> {
    let (mut least, mut most) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for point in &spline.points {
        for ((x, least), most) in point.iter().zip(&mut least).zip(&mut most) {
            (*least, *most) = (least.min(*x), most.max(*x));
        }
    }
    let extent = least.iter().zip(&most).map(|(a, b)| b - a).fold(0.0, f64::max);
    spline.tessellate(tolerance.distance(extent), MOST_POINTS)
}

/// The points of a curve with the same number of pieces in each segment, whatever its form: so that curves which differ
/// a little have points that belong together.
pub fn even_curve(spline: &Spline, pieces: u32) -> Vec<[f64; 3]> {
    let straight = spline.segments.iter().all(|s| *s == Segment::Linear);
    let steps = if straight { Vec::new() } else { vec![pieces; spline.points.len()] };
    Spline { steps, ..spline.clone() }.tessellate(Tolerance::default().distance(0.0), MOST_POINTS)
}

/// A curve as Bézier curves of four control points each, which are the same to the number.
pub fn bezier_pieces(spline: &Spline) -> Vec<[DVec3; 4]> {
    let curve = spline.curve();
    let piece = |segment: usize| {
        let mut controls = [[0.0; 3]; 4];
        curve.bezier(segment, controls.as_flattened_mut()).then(|| controls.map(DVec3::from_array))
    };
    let pieces: Vec<[DVec3; 4]> = (0..curve.segment_count()).filter_map(piece).collect();
    match (pieces.is_empty(), spline.points.first()) {
        (true, Some(point)) => vec![[DVec3::from_array(*point); 4]],
        _ => pieces,
    }
}

/// A curve as a mesh of one strip of lines.
pub fn curve_mesh(points: &[[f64; 3]]) -> Mesh {
    let count = points.len() as u32;
    let data = points.iter().flatten().map(|x| *x as f32).collect();
    Mesh {
        streams: vec![Stream::new(3, data)],
        vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
        primitives: vec![Primitive::plain(
            Meta::default(),
            PrimitiveKind::LineStrips,
            (0..count).collect(),
            vec![count],
        )],
        ..Mesh::default()
    }
}

/// Curves of a scene that were cut up already.
#[derive(Clone, Default, Debug)]
pub struct Curves {
    tolerance: Tolerance,
    known: HashMap<GeometryId, Curve>,
}

#[derive(Clone, Debug)]
struct Curve {
    points: Vec<[f64; 3]>,
    mesh: Mesh,
}

impl Curves {
    /// None yet; how exact they are to be.
    pub fn new(tolerance: Tolerance) -> Curves {
        Curves { tolerance, known: HashMap::new() }
    }

    /// Cuts up a shape of the scene if it is a curve and not known yet.
    pub fn prepare(&mut self, scene: &Scene, id: GeometryId) {
        if let Some(Shape::Spline(spline)) = scene.geometry(id).map(|g| &g.shape) {
            let tolerance = self.tolerance;
            self.known.entry(id).or_insert_with(|| {
                let points = curve(spline, tolerance);
                Curve { mesh: curve_mesh(&points), points }
            });
        }
    }

    /// The points of a curve that was prepared.
    pub fn points(&self, id: GeometryId) -> &[[f64; 3]] {
        self.known.get(&id).map_or(&[], |c| &c.points)
    }

    /// A shape of the scene as a mesh: its own, or that of a curve that was prepared.
    pub fn mesh<'a>(&'a self, scene: &'a Scene, id: GeometryId) -> Option<&'a Mesh> {
        match &scene.geometry(id)?.shape {
            Shape::Mesh(mesh) => Some(mesh),
            Shape::Spline(_) => self.known.get(&id).map(|c| &c.mesh),
            Shape::Brep(_) | Shape::Empty => None,
        }
    }
}
