//! In what two scenes differ, by meaning: what is drawn where and with which surface, at rest and at moments of every
//! clip.
//!
//! How a scene is written does not matter: units and axes, the order of nodes that are not drawn, names of objects, how
//! shapes are cut up or shared, whether keys or samples move them. [`compare`] brings both scenes to metres with Y up,
//! poses both at the same moments, and tells every difference with its place.
//!
//! ```
//! use portolan_compare::{Options, compare};
//! use portolan_scene::{Node, NodeId, Operation, Scene, Transform, View};
//!
//! let scene = |x: f64| {
//!     let step = Transform { sid: None, operation: Operation::Translate([x, 0.0, 0.0]) };
//!     let meta = portolan_scene::Meta { name: Some("box".into()), ..Default::default() };
//!     let node = Node { meta, transforms: vec![step], ..Node::default() };
//!     Scene { nodes: vec![node], views: vec![View { roots: vec![NodeId(0)], ..View::default() }], ..Scene::default() }
//! };
//! assert!(compare(&scene(1.0), &scene(1.0), &Options::default()).is_empty());
//! let differences = compare(&scene(1.0), &scene(1.5), &Options::default());
//! assert_eq!(differences[0].to_string(), "node `box`: it is 0.5 m away");
//! ```

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod body;
mod node;
mod optics;
mod surface;

use std::fmt;

use portolan_eval::{Overrides, Playing, Pose, Stage, animations, duration, pose, sample};
use portolan_scene::glam::DMat4;
use portolan_scene::{ClipId, Scene, ViewId};

/// What to compare, and how strictly.
#[derive(Clone, Debug)]
pub struct Options {
    /// How far things may be apart: of the size of the scene for places, and of 1 for everything else. Default 1e-5.
    pub tolerance: f64,
    /// Moments of every clip that are compared. Default 5.
    pub moments: u32,
    /// Are surfaces compared? Default: yes.
    pub surfaces: bool,
    /// Are cameras and lights compared? Default: yes.
    pub optics: bool,
    /// Are normals of what a skin bends compared? Formats mix those of several joints in two ways, which agree where one
    /// joint holds a vertex. Default: yes.
    pub skin_normals: bool,
    /// Corners of shapes that are compared at each moment. Default 2 million.
    pub most_corners: usize,
    /// Differences that are told; the rest are left out. Default 100.
    pub most: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            tolerance: 1e-5,
            moments: 5,
            surfaces: true,
            optics: true,
            skin_normals: true,
            most_corners: 2_000_000,
            most: 100,
        }
    }
}

/// Something that is not the same in both scenes.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// What kind of thing it is in.
    pub kind: Kind,
    /// Where: a node, a material, a clip and a moment.
    pub place: String,
    /// What, in words.
    pub what: String,
    /// By how much, if that can be said.
    pub amount: Option<f64>,
}

/// Kinds of things that differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Where nodes are.
    Node,
    /// What is drawn.
    Shape,
    /// How surfaces look.
    Surface,
    /// Cameras.
    Camera,
    /// Lights.
    Light,
    /// What plays.
    Clip,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// In what two scenes differ; nothing if they mean the same. The default view of each is compared.
pub fn compare(a: &Scene, b: &Scene, options: &Options) -> Vec<Difference> {
    let mut report = Report { options, list: Vec::new() };
    let (mut one, mut other) = (Side::new(a), Side::new(b));
    report.moment(&one, &other, "");
    if options.surfaces {
        surface::compare(&one, &other, &mut report);
    }
    if options.optics {
        optics::compare(&one, &other, &mut report);
    }
    let (plays, others) = (plays(a), plays(b));
    if plays.len() != others.len() {
        let what = format!("there are {} clips and {}", plays.len(), others.len());
        report.tell(Kind::Clip, "clips", what, None);
    }
    for (first, second) in plays.iter().zip(&others) {
        let label = clip_label(a, first);
        let (Some(range), Some(second_range)) = (duration(a, first), duration(b, second)) else { continue };
        let moments = options.moments.max(1);
        for moment in 0..moments {
            let share = f64::from(moment) / f64::from((moments - 1).max(1));
            let at = |(start, end): (f64, f64)| start + (end - start) * share;
            one.play(first, at(range));
            other.play(second, at(second_range));
            report.moment(&one, &other, &format!(", {label} at {:.3} s", at(range)));
        }
    }
    report.list
}

/// What plays in a scene: what always does if there is anything, then the clips that move something.
fn plays(scene: &Scene) -> Vec<Playing> {
    let clips = (0..scene.clips.len() as u32).map(|i| Playing::Clip(ClipId(i)));
    let moves = |playing: &Playing| {
        animations(scene, playing).iter().filter_map(|id| scene.animation(*id)).any(|a| !a.channels.is_empty())
    };
    std::iter::once(Playing::Default).chain(clips).filter(moves).collect()
}

fn clip_label(scene: &Scene, playing: &Playing) -> String {
    match playing {
        Playing::Clip(id) => {
            format!("clip `{}`", scene.clip(*id).and_then(|c| c.meta.label()).unwrap_or("?"))
        }
        _ => "animation".to_owned(),
    }
}

/// One of the scenes, posed.
pub(crate) struct Side<'a> {
    pub scene: &'a Scene,
    pub stage: Stage,
    pub overrides: Overrides,
    pub pose: Pose,
    /// Leads to metres with Y up.
    pub to_si: DMat4,
}

impl<'a> Side<'a> {
    fn new(scene: &'a Scene) -> Side<'a> {
        let view = scene.default_view.unwrap_or(ViewId(0));
        let stage = Stage::new(scene, view, portolan_eval::LIMIT);
        let overrides = Overrides::default();
        let pose = pose(scene, &stage, &overrides);
        Side { scene, stage, overrides, pose, to_si: scene.space.to_si() }
    }

    fn play(&mut self, playing: &Playing, t: f64) {
        self.overrides = sample(self.scene, playing, t);
        self.pose = pose(self.scene, &self.stage, &self.overrides);
    }

    /// Where a place is, in metres with Y up.
    pub fn world(&self, at: u32) -> DMat4 {
        self.to_si * self.pose.world(at)
    }
}

/// Differences in the making.
pub(crate) struct Report<'o> {
    pub options: &'o Options,
    list: Vec<Difference>,
}

impl Report<'_> {
    fn moment(&mut self, a: &Side<'_>, b: &Side<'_>, when: &str) {
        let size = node::compare(a, b, when, self);
        body::compare(a, b, size, when, self);
    }

    pub fn tell(&mut self, kind: Kind, place: impl Into<String>, what: impl Into<String>, amount: Option<f64>) {
        if self.list.len() < self.options.most {
            self.list.push(Difference { kind, place: place.into(), what: what.into(), amount });
        }
    }
}
