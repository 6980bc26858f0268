//! Which view shows something: does the document's own camera frame the scene, and what is worth framing?

use portolan_eval::{bounds, deform};
use portolan_mesh::triple;
use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{Drawable, Shape};

use crate::Subject;
use crate::view::View;

/// Points that are looked at.
const MOST_POINTS: usize = 1 << 14;

/// Share of the points that a camera must see.
const SEEN: f64 = 0.5;

/// The same for a camera that stands amid what is drawn.
const SEEN_FROM_WITHIN: f64 = 0.8;

/// What fills less than this share of the picture's shorter side is a speck.
const SPECK: f64 = 0.05;

/// Objects beyond so many times the distance that most points (eight of ten) keep from the middle are far away.
const FAR: f64 = 8.0;

/// Points of what is drawn, taken evenly.
pub(crate) struct Cloud {
    points: Vec<DVec3>,
    /// Least and greatest corner of each object.
    boxes: Vec<(DVec3, DVec3)>,
}

/// Why a camera is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unfit {
    /// It sees nothing of what is drawn.
    Blind,
    /// It sees little.
    Misses,
    /// What it sees is a speck.
    Speck,
}

impl Cloud {
    pub fn new(subject: &Subject<'_>) -> Cloud {
        let mut cloud = Cloud { points: Vec::new(), boxes: Vec::new() };
        let scene = subject.scene;
        let places = || subject.stage.placed.iter().zip(0..).filter(|(_, at)| subject.pose.shown(*at));
        let drawn = |node| scene.node(node).into_iter().flat_map(|n| &n.drawn).filter(|d| scene.is_visible(d));
        let count = places().map(|(placed, _)| drawn(placed.node).count()).sum::<usize>().max(1);
        // At least the corners of each object, as far as there are not too many of them.
        let each = (MOST_POINTS / count).max(8);
        for (placed, at) in places() {
            for drawn in drawn(placed.node) {
                if cloud.points.len() >= 4 * MOST_POINTS {
                    return cloud;
                }
                let bent = match drawn.what {
                    Drawable::Geometry(_) => None,
                    Drawable::Controller(_) => {
                        deform(scene, subject.stage, subject.pose, subject.overrides, at, drawn).map(|d| d.positions)
                    }
                };
                let shape = scene.chain(drawn.what).and_then(|(id, _)| scene.geometry(id)).map(|g| &g.shape);
                let world = subject.pose.world(at);
                match (bent, shape) {
                    (Some(positions), _) => cloud.add(world, positions.len(), each, |i| positions.get(i).copied()),
                    (None, Some(Shape::Mesh(mesh))) => {
                        let Some(stream) = mesh.positions() else { continue };
                        cloud.add(world, mesh.vertex_count(), each, |i| Some(triple(stream.row(i))));
                    }
                    (None, Some(Shape::Spline(spline))) => {
                        let point = |i: usize| spline.points.get(i).map(|p| p.map(|c| c as f32));
                        cloud.add(world, spline.points.len(), each, point);
                    }
                    _ => {}
                }
            }
        }
        cloud
    }

    fn add(&mut self, world: DMat4, count: usize, each: usize, point: impl Fn(usize) -> Option<[f32; 3]>) {
        let step = count.div_ceil(each.max(1)).max(1);
        let taken = (0..count).step_by(step).filter_map(point);
        let start = self.points.len();
        self.points.extend(taken.map(|p| world.transform_point3(p.map(f64::from).into())).filter(|p| p.is_finite()));
        let own = self.points.get(start..).unwrap_or_default();
        if let Some(first) = own.first() {
            let corners = own.iter().fold((*first, *first), |(a, b), p| (a.min(*p), b.max(*p)));
            self.boxes.push(corners);
        }
    }

    /// Does a view show what is drawn?
    pub fn seen_by(&self, view: &View, size: (u32, u32)) -> Result<(), Unfit> {
        let projector = view.projector(DMat4::IDENTITY);
        let (width, height) = (size.0 as f32, size.1 as f32);
        let (mut seen, mut least, mut most) = (0usize, [f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
        for point in &self.points {
            let corner = projector.project(point.as_vec3().to_array());
            let (x, y) = (corner.x / corner.w, corner.y / corner.w);
            let deep = f64::from(corner.depth);
            let within = corner.w > 0.0 && deep >= view.near && deep <= view.far;
            if within && (0.0..=width).contains(&x) && (0.0..=height).contains(&y) {
                seen += 1;
                least = [least[0].min(x), least[1].min(y)];
                most = [most[0].max(x), most[1].max(y)];
            }
        }
        if self.points.is_empty() {
            return Ok(());
        }
        let share = seen as f64 / self.points.len() as f64;
        let amid =
            self.boxes.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(a, b), (p, q)| (a.min(*p), b.max(*q)));
        let within = view.perspective && view.eye.cmpgt(amid.0).all() && view.eye.cmplt(amid.1).all();
        if share < if within { SEEN_FROM_WITHIN } else { SEEN } {
            return Err(if seen == 0 { Unfit::Blind } else { Unfit::Misses });
        }
        let extent = (most[0] - least[0]).max(most[1] - least[1]);
        if f64::from(extent) < SPECK * f64::from(width.min(height)) { Err(Unfit::Speck) } else { Ok(()) }
    }

    /// The box around what is drawn, without objects that are far away from nearly everything, and how many those are.
    pub fn worth_framing(&self, subject: &Subject<'_>) -> (Option<(DVec3, DVec3)>, usize) {
        let whole = bounds(subject.scene, subject.stage, subject.pose, subject.overrides);
        let Some((least, most)) = whole else { return (None, 0) };
        let middle = |axis: usize| {
            let mut values: Vec<f64> = self.points.iter().map(|p| p[axis]).collect();
            values.sort_by(f64::total_cmp);
            values.get(values.len() / 2).copied().unwrap_or(0.0)
        };
        let centre = DVec3::new(middle(0), middle(1), middle(2));
        let mut distances: Vec<f64> = self.points.iter().map(|p| p.distance(centre)).collect();
        distances.sort_by(f64::total_cmp);
        let usual = distances.get(distances.len().saturating_sub(1) * 8 / 10).copied().unwrap_or(0.0);
        let is_near = |(a, b): &&(DVec3, DVec3)| ((*a + *b) / 2.0).distance(centre) <= FAR * usual;
        let far = self.boxes.iter().filter(|b| !is_near(b)).count();
        if far == 0 || usual <= 0.0 {
            return (Some((least, most)), 0);
        }
        let near = self.boxes.iter().filter(is_near);
        let framed = near.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(a, b), (p, q)| (a.min(*p), b.max(*q)));
        match framed.0.is_finite() && framed.1.is_finite() {
            true => (Some(framed), far),
            false => (Some((least, most)), 0),
        }
    }
}
