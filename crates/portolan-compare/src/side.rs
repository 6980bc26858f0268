//! One of the scenes, posed.

use portolan_eval::{Overrides, Playing, Pose, Stage, pose, sample};
use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{Scene, ViewId};

/// A view of a scene, posed.
pub(crate) struct Side<'a> {
    pub scene: &'a Scene,
    pub stage: Stage,
    pub overrides: Overrides,
    pub pose: Pose,
    /// Leads to metres with Y up.
    pub to_si: DMat4,
    /// For places that stand elsewhere than their counterpart, which is told already: what leads back to where that is.
    /// Empty if there are none.
    pub fixes: Vec<Option<DMat4>>,
}

impl<'a> Side<'a> {
    pub fn new(scene: &'a Scene, view: ViewId) -> Side<'a> {
        let stage = Stage::new(scene, view, portolan_eval::LIMIT);
        let overrides = Overrides::default();
        let pose = pose(scene, &stage, &overrides);
        Side { scene, stage, overrides, pose, to_si: scene.space.to_si(), fixes: Vec::new() }
    }

    /// Poses it as it is at a time.
    pub fn play(&mut self, playing: &Playing, t: f64) {
        self.set(sample(self.scene, playing, t));
    }

    /// Poses it as it was written.
    pub fn rest(&mut self) {
        self.set(Overrides::default());
    }

    /// Poses it with what is set.
    pub fn set(&mut self, overrides: Overrides) {
        self.pose = pose(self.scene, &self.stage, &overrides);
        self.overrides = overrides;
        self.fixes.clear();
    }

    /// Where a place is, in metres with Y up.
    pub fn world(&self, at: u32) -> DMat4 {
        self.to_si * self.pose.world(at)
    }

    /// Where a place is, or where its counterpart is if it was told that they are apart.
    pub fn fixed(&self, at: u32) -> DMat4 {
        let world = self.world(at);
        match self.fixes.get(at as usize) {
            Some(Some(fix)) => *fix * world,
            _ => world,
        }
    }

    fn draws(&self) -> bool {
        self.stage.placed.iter().any(|p| self.scene.node(p.node).is_some_and(|n| !n.drawn.is_empty()))
    }

    /// Least and most coordinates of what is drawn, or of the nodes if nothing is, in metres with Y up.
    pub fn bounds(&self) -> Option<(DVec3, DVec3)> {
        let drawn = portolan_eval::bounds(self.scene, &self.stage, &self.pose, &self.overrides);
        if let Some((min, max)) = drawn.filter(|(min, max)| min.is_finite() && max.is_finite()) {
            let (p, q) = (self.to_si.transform_point3(min), self.to_si.transform_point3(max));
            return Some((p.min(q), p.max(q)));
        }
        let places = (0..self.stage.placed.len() as u32).map(|at| self.world(at).w_axis.truncate());
        places.filter(|p| p.is_finite()).map(|p| (p, p)).reduce(|(a, b), (c, d)| (a.min(c), b.max(d)))
    }
}

/// How near two places are to be called the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    /// Apart from where they are.
    absolute: f64,
    /// For each unit of distance from the origin, because numbers have only so many digits.
    relative: f64,
    size: f64,
}

impl Near {
    pub fn new(a: &Side<'_>, b: &Side<'_>, tolerance: f64) -> Near {
        // Where nothing is drawn, things are about as large as their unit.
        let least = |side: &Side<'_>| if side.draws() { 1e-9 } else { side.to_si.x_axis.length() };
        let sizes = [a, b].map(|side| side.bounds().map_or(0.0, |(min, max)| (max - min).length()).max(least(side)));
        let size = sizes.into_iter().filter(|s| s.is_finite()).fold(1e-9, f64::max);
        Near { absolute: tolerance * size, relative: tolerance * 0.1, size }
    }

    /// How large the scene is.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// How far something may be from here.
    pub fn limit(&self, p: DVec3) -> f64 {
        let far = p.abs().max_element();
        self.absolute + if far.is_finite() { far * self.relative } else { 0.0 }
    }

    /// Are they nearly the same?
    pub fn same(&self, p: DVec3, q: DVec3) -> bool {
        (p - q).length() <= self.limit(p)
    }
}
