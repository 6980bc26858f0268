//! From where and how a scene is looked at.

use portolan_eval::Stage;
use portolan_scene::{CameraId, Scene};

/// From where a scene is looked at.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub enum Eye {
    /// By the first camera of [`cameras`]; framed if there is none.
    #[default]
    First,
    /// By the first camera if it shows most of what is drawn, else framed; the picture's notes say so.
    Auto,
    /// By a camera.
    Placed(CameraPlace),
    /// From in front, a little above and to the right, so that all that is drawn fits into the picture.
    Framed,
    /// From a point.
    At(Viewpoint),
}

/// A point from which a scene is looked at, in metres, with Y up and Z towards the viewer, as glTF has it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Viewpoint {
    /// Where the eye is.
    pub from: [f64; 3],
    /// What is in the middle of the picture.
    pub to: [f64; 3],
    /// Up in the picture.
    pub up: [f64; 3],
    /// How much is seen from the lower to the upper edge, in degrees.
    pub fov: f64,
}

/// A camera where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CameraPlace {
    /// The place on the stage.
    pub place: u32,
    /// The camera.
    pub camera: CameraId,
}

/// All cameras of a stage, in the order of the document.
pub fn cameras(scene: &Scene, stage: &Stage) -> Vec<CameraPlace> {
    let mut found = Vec::new();
    for (place, placed) in (0..).zip(&stage.placed) {
        let Some(node) = scene.node(placed.node) else { continue };
        found.extend(node.cameras.iter().map(|camera| CameraPlace { place, camera: *camera }));
    }
    found
}
