//! Navigation: the body of the viewer moves, runs into things, climbs steps and falls (CO-1 to CO-8, A34).

use std::collections::BTreeSet;
use std::rc::Rc;

use portolan_geom::tree::Side;
use portolan_scene::glam::{DMat4, DVec3};
use portolan_xvrml::world::{NodeId, Value};

use crate::run::Run;
use crate::solid::Solid;
use crate::space::Space;
use crate::sweep::{Body, sweep};
use crate::trace::Cause;
use crate::viewer::rotation;

/// How far the body stays away from what it runs into.
const GAP: f64 = 1e-4;

/// How often it slides along something else in one move.
const SLIDES: usize = 4;

/// Into how many strides a walk is cut at most.
const MOST_STRIDES: f64 = 512.0;

/// Geometry that nobody runs into (CO-2).
const THIN: [&str; 3] = ["IndexedLineSet", "PointSet", "Text"];

/// The body of the viewer, in a frame in which y is up.
struct Walker {
    /// From that frame to the world.
    frame: DMat4,
    body: Body,
    /// How high things are that it steps over.
    step: f64,
    /// Does it walk, and not fly?
    walks: bool,
}

/// A place that the viewer collides with, from it to the world, and its triangles.
type Obstacle = (u32, DMat4, Rc<Solid>);

impl Run {
    /// Moves the viewer along its own axes, as far as the way of navigation allows.
    pub(crate) fn walk(&mut self, by: [f64; 3]) {
        let mode = self.navigation();
        if mode == "NONE" {
            return;
        }
        let eye = self.eye();
        let wanted = DMat4::from_quat(rotation(eye)).transform_vector3(by.into());
        if !wanted.is_finite() {
            return;
        }
        if mode == "EXAMINE" {
            return self.set_eye(moved(eye, wanted));
        }
        let walks = mode != "FLY";
        let space = self.space();
        let mut walker = self.walker(&space, eye, walks);
        let mut way = walker.frame.transpose().transform_vector3(wanted);
        if walks {
            way.y = 0.0;
        }
        let begin = walker.body.centre;
        let obstacles = self.obstacles(&space);
        // Who walks is on the ground all along: stairs and slopes are climbed step by step.
        let pieces = match walks {
            true => (way.length() / walker.stride()).ceil().clamp(1.0, MOST_STRIDES) as u32,
            false => 1,
        };
        for _ in 0..pieces {
            let before = walker.body.centre;
            for place in walker.slide(&obstacles, way / f64::from(pieces)) {
                self.tell_collision(&space, place);
            }
            if walks {
                walker.fall(&obstacles);
            }
            if walker.body.centre == before {
                break;
            }
        }
        let by = walker.frame.transform_vector3(walker.body.centre - begin);
        self.set_eye(moved(eye, by));
    }

    /// The body of the viewer. Who walks stands on the ground: it is kept as far below the eyes as it is, unless it is farther
    /// than the body reaches; then the viewer falls.
    fn walker(&mut self, space: &Space, eye: DMat4, walks: bool) -> Walker {
        let frame = DMat4::from_quat(rotation(self.above_viewpoint()));
        let world = &self.live.world;
        let avatar = self.bound.top("Avatar");
        let triple = |field, other: [f64; 3]| DVec3::from_array(avatar.map_or(other, |a| world.triple(a, field)));
        let size = triple("bboxSize", [1.0, 2.0, 0.5]).abs();
        let step = avatar.map_or(0.75, |a| world.number(a, "stepValue")).max(0.0);
        let middle = triple("bboxCenter", [0.0; 3]) - self.camera_offset();
        let eyes = frame.transpose().transform_point3(eye.w_axis.truncate());
        let wide = size.x.max(size.z) / 2.0;
        let (mut low, high) = (middle.y - size.y / 2.0, (middle.y + size.y / 2.0).max(0.0));
        // What is higher than a step above its feet is nothing to stand on. They are at its origin, unless that is where the eyes are.
        let offset = self.camera_offset().y;
        let top = (if offset > 0.0 { offset } else { -low } - step).max(0.0);
        let from = eyes - DVec3::Y * top;
        let ground = if walks { ground(&self.obstacles(space), frame, from) } else { None };
        if let Some(ground) = ground.filter(|g| g + top <= step - low) {
            low = -ground - top;
        }
        let centre = eyes + DVec3::new(middle.x, (low + high) / 2.0, middle.z);
        let half = DVec3::new(wide, ((high - low) / 2.0).max(GAP), wide);
        Walker { frame, body: Body { centre, half }, step, walks }
    }

    /// Everything that the viewer collides with.
    fn obstacles(&mut self, space: &Space) -> Vec<Obstacle> {
        let mut all = Vec::new();
        for (at, place) in (0..).zip(&space.places) {
            if !place.solid || self.live.world.kind(place.node) != "Shape" {
                continue;
            }
            let geometry = self.live.world.nodes_in(place.node, "geometry").first().copied();
            if geometry.is_none_or(|g| THIN.contains(&self.live.world.kind(g))) {
                continue;
            }
            if let Some(solid) = self.solid(place.node).filter(|_| place.here.inverse().is_finite()) {
                all.push((at, place.here, solid));
            }
        }
        all
    }

    /// Tells all Collision nodes around a place that it was run into (CO-4, CO-5).
    fn tell_collision(&mut self, space: &Space, at: u32) {
        let world = &self.live.world;
        let around: Vec<NodeId> =
            space.above(at).map(|(_, p)| p.node).filter(|n| world.kind(*n) == "Collision").collect();
        for node in around {
            self.emit(node, "collide-time", Value::Numbers([self.now.time, 0.0, 0.0, 0.0]), Cause::Viewer);
        }
    }

    /// Tells Collision nodes whose geometry the viewer is in since something changed (CO-6).
    pub(crate) fn look_for_overlap(&mut self) {
        if !self.kinds.collisions || self.overlap_at == Some(self.changes) || self.navigation() == "NONE" {
            return;
        }
        self.overlap_at = Some(self.changes);
        let space = self.space();
        let eye = self.eye();
        let walks = self.navigation() != "FLY";
        let walker = self.walker(&space, eye, walks);
        let body = walker.upper();
        let mut places: BTreeSet<u32> = BTreeSet::new();
        walker.each_near(&self.obstacles(&space), body.along(DVec3::ZERO), |at, triangle| {
            if body.touches(triangle) {
                places.insert(at);
            }
        });
        // Numbers of places are others once there are more nodes; the nodes above them stay.
        let way = |at: u32| -> Vec<NodeId> {
            space.get(at).into_iter().chain(space.above(at).map(|(_, place)| place)).map(|place| place.node).collect()
        };
        let ways = places.iter().map(|at| way(*at)).collect();
        let before = std::mem::replace(&mut self.overlaps, ways);
        for at in places.iter().filter(|at| !before.contains(&way(**at))) {
            self.tell_collision(&space, *at);
        }
    }
}

impl Walker {
    /// How far it walks before it looks for the ground again. What it steps over is not steeper than 45 degrees then.
    fn stride(&self) -> f64 {
        (self.body.half.x.min(self.step) / 2.0).max(0.05)
    }

    /// Moves the body, along what it runs into as well, and says which places these are.
    fn slide(&mut self, obstacles: &[Obstacle], mut way: DVec3) -> Vec<u32> {
        let mut met = Vec::new();
        for _ in 0..SLIDES {
            let Some((share, normal, place)) = self.first_contact(obstacles, way) else {
                self.body.centre += way;
                break;
            };
            met.push(place);
            let length = way.length();
            let free = (share - GAP / length.max(GAP)).clamp(0.0, 1.0);
            self.body.centre += way * free;
            // What is left goes on along the surface.
            let mut rest = way * (1.0 - free);
            let mut normal = normal;
            if self.walks {
                normal.y = 0.0;
            }
            match normal.try_normalize() {
                Some(normal) => rest -= normal * rest.dot(normal),
                None => break,
            }
            if rest.length_squared() < GAP * GAP {
                break;
            }
            way = rest;
        }
        met
    }

    /// What the body runs into first on its way: the share of the way, the normal there, and the place.
    fn first_contact(&self, obstacles: &[Obstacle], way: DVec3) -> Option<(f64, DVec3, u32)> {
        let body = self.upper();
        let mut first: Option<(f64, DVec3, u32)> = None;
        self.each_near(obstacles, body.along(way), |at, triangle| {
            let until = first.map_or(1.0, |f| f.0);
            if let Some((share, normal)) = sweep(&body, way, triangle).filter(|(share, _)| *share <= until)
                && first.is_none_or(|f| share < f.0)
            {
                first = Some((share, normal, at));
            }
        });
        first
    }

    /// Visits triangles that the viewer may collide with in a box, in its frame.
    fn each_near(&self, obstacles: &[Obstacle], (low, high): (DVec3, DVec3), mut visit: impl FnMut(u32, &[DVec3; 3])) {
        for (at, here, solid) in obstacles {
            let to = self.frame.transpose() * *here;
            let back = to.inverse();
            let (mut least, mut most) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
            for bits in 0..8u8 {
                let pick = |bit: u8, a: f64, b: f64| if bits & bit == 0 { a } else { b };
                let corner = DVec3::new(pick(1, low.x, high.x), pick(2, low.y, high.y), pick(4, low.z, high.z));
                let corner = back.transform_point3(corner);
                (least, most) = (least.min(corner), most.max(corner));
            }
            solid.tree.within(least.to_array(), most.to_array(), |_, triangle| {
                let triangle = triangle.map(|p| to.transform_point3(DVec3::from_array(p.map(f64::from))));
                visit(*at, &triangle);
            });
        }
    }

    /// Puts the feet of the body on what is below it, if anything is.
    fn fall(&mut self, obstacles: &[Obstacle]) {
        let Body { centre, half } = self.body;
        let from = DVec3::new(centre.x, centre.y - half.y + self.step + GAP, centre.z);
        if let Some(ground) = ground(obstacles, self.frame, from) {
            self.body.centre.y = from.y - ground + half.y;
        }
    }

    /// The part of the body that runs into things: who walks steps over what is low.
    fn upper(&self) -> Body {
        let Body { mut centre, mut half } = self.body;
        if self.walks {
            let cut = self.step.min(half.y * 2.0 - GAP).max(0.0) / 2.0;
            centre.y += cut;
            half.y -= cut;
        }
        Body { centre, half }
    }
}

/// How far the ground is below a point, if there is any.
fn ground(obstacles: &[Obstacle], frame: DMat4, from: DVec3) -> Option<f64> {
    let (origin, down) = (frame.transform_point3(from), frame.transform_vector3(DVec3::NEG_Y));
    let mut nearest: Option<f64> = None;
    for (_, here, solid) in obstacles {
        let back = here.inverse();
        let (o, d) = (back.transform_point3(origin), back.transform_vector3(down));
        let limit = nearest.unwrap_or(f64::INFINITY);
        if let Some(hit) = solid.tree.ray(o.to_array(), d.to_array(), limit, Side::Both) {
            nearest = Some(hit.distance);
        }
    }
    nearest
}

fn moved(eye: DMat4, by: DVec3) -> DMat4 {
    DMat4::from_translation(by) * eye
}
