//! All integration tests of this crate in one binary, so that they are linked once.
//!
//! Tests are named after the obligations of xVRML that they cover. Numbers are worked out by hand.

mod clips;
mod geometry;
mod hostile;
mod joined;
mod odd_worlds;
mod placement;
mod surfaces;
mod surroundings;
mod x3d;

use portolan_eval::{LIMIT, Overrides, Pose, Stage, bounds, pose};
use portolan_format::{Content, Input};
use portolan_resources::{Memory, Resources};
use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{Losses, NodeId, Scene, ViewId};
use portolan_syntax::Limits;

/// A world that was read.
pub struct Read {
    /// What it became.
    pub scene: Scene,
    /// What did not come over.
    pub losses: Losses,
}

/// Reads a world whose children are given.
pub fn children(text: &str) -> Read {
    world(&format!("<children>{text}</children>"))
}

/// Reads a world whose content is given.
pub fn world(text: &str) -> Read {
    files(text, Memory::new())
}

/// A document with this content.
pub fn document(text: &str) -> String {
    format!(r#"<World xmlns="http://www.xvrml.net/schemas/core">{text}</World>"#)
}

/// Reads a world that refers to other files.
pub fn files(text: &str, memory: Memory) -> Read {
    let memory = memory.with("a.xwrl", document(text));
    let limits = Limits::default();
    read(&memory, &limits)
}

/// Reads `a.xwrl`.
pub fn read(memory: &dyn Resources, limits: &Limits) -> Read {
    let bytes = memory.read("a.xwrl", u64::MAX).unwrap();
    let input = Input {
        location: "a.xwrl",
        name: "a.xwrl",
        content: Content::Bytes(bytes),
        encoding: None,
        version: None,
        start: None,
        thorough: false,
        resources: memory,
        limits,
    };
    let opened = (portolan_xvrml::FORMAT.open)(input).unwrap();
    let lowered = opened.lower(memory).unwrap();
    let faults = lowered.scene.check();
    assert!(faults.is_empty(), "{faults:?}");
    Read { scene: lowered.scene, losses: lowered.losses }
}

impl Read {
    /// The places of its view as they are.
    pub fn stage(&self) -> (Stage, Pose) {
        let stage = Stage::new(&self.scene, ViewId(0), LIMIT);
        let posed = pose(&self.scene, &stage, &Overrides::default());
        (stage, posed)
    }

    /// Least and greatest corner of what is drawn.
    pub fn bounds(&self) -> Option<([f64; 3], [f64; 3])> {
        let (stage, posed) = self.stage();
        let found = bounds(&self.scene, &stage, &posed, &Overrides::default())?;
        Some((found.0.to_array(), found.1.to_array()))
    }

    /// The first node with this name.
    pub fn node(&self, name: &str) -> NodeId {
        let place = self.scene.nodes.iter().position(|n| n.meta.id.as_deref() == Some(name));
        NodeId(place.unwrap_or_else(|| panic!("no node {name}")) as u32)
    }

    /// From the places of a node to the world.
    pub fn matrices(&self, name: &str) -> Vec<DMat4> {
        let (stage, posed) = self.stage();
        stage.places(self.node(name)).iter().map(|at| posed.world(*at)).collect()
    }

    /// The first camera of the view, from it to the world.
    pub fn eye(&self) -> DMat4 {
        let (stage, posed) = self.stage();
        let first = (0..).zip(&stage.placed).find(|(_, p)| !self.scene.nodes[p.node.index()].cameras.is_empty());
        posed.world(first.unwrap().0)
    }

    /// Codes of all losses that are more than notes.
    pub fn lost(&self) -> Vec<&'static str> {
        let mut all: Vec<&str> =
            self.losses.iter().filter(|l| l.fate > portolan_scene::Fate::Noted).map(|l| l.code.id).collect();
        all.sort_unstable();
        all
    }
}

/// Are two points the same but for rounding?
#[track_caller]
pub fn close(found: impl Into<DVec3>, wanted: impl Into<DVec3>) {
    let (found, wanted) = (found.into(), wanted.into());
    assert!(found.abs_diff_eq(wanted, 1e-5), "{found} instead of {wanted}");
}

/// Are two boxes the same but for rounding?
#[track_caller]
pub fn box_close(found: Option<([f64; 3], [f64; 3])>, low: [f64; 3], high: [f64; 3]) {
    let (a, b) = found.expect("something is drawn");
    close(DVec3::from_array(a), DVec3::from_array(low));
    close(DVec3::from_array(b), DVec3::from_array(high));
}
