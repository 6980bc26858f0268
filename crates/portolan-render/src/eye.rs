//! From where and how a scene is looked at.

use portolan_eval::Stage;
use portolan_scene::{CameraId, Scene};

/// From where a scene is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
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
