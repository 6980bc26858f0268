//! Where everything stands at given times.

pub use portolan_eval::Playing;
use portolan_eval::{Stage, pose, sample as sample_at};
use portolan_scene::{ClipId, Scene, ViewId};
use serde_json::{Value, json};

/// A node of the scene over time.
#[derive(Clone, Debug)]
pub struct Track {
    /// The node's id.
    pub id: Option<String>,
    /// The node's name.
    pub name: Option<String>,
    /// The labels of the nodes from the root to this one, with `/` between them.
    pub path: String,
    /// One matrix a time, column by column, in the unit and axes of the document.
    pub world: Vec<[f64; 16]>,
}

/// All nodes of a view at times.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Seconds.
    pub times: Vec<f64>,
    /// In the order of the tree; a node that stands in several places has several.
    pub tracks: Vec<Track>,
    /// Were there more places than are followed?
    pub complete: bool,
}

/// Most places that are followed.
pub const MOST_PLACES: usize = 1_000_000;

/// Bytes of all paths together; long names in deep trees of many instances would fill any memory.
const MOST_TEXT: usize = 256 << 20;

/// The clip with this id or name.
pub fn clip_named(scene: &Scene, name: &str) -> Option<ClipId> {
    let is = |text: &Option<Box<str>>| text.as_deref() == Some(name);
    let place =
        scene.clips.iter().position(|c| is(&c.meta.id)).or_else(|| scene.clips.iter().position(|c| is(&c.meta.name)));
    place.map(|p| ClipId(p as u32))
}

/// Times from the beginning to the end of what plays, `rate` a second; only the rest pose's time if nothing does.
pub fn regular_times(scene: &Scene, playing: &Playing, rate: f64, most: usize) -> Vec<f64> {
    let Some((from, to)) = portolan_eval::duration(scene, playing) else { return vec![0.0] };
    let steps = ((to - from) * rate).max(0.0);
    let count = if steps.is_finite() { ((steps + 1e-9).floor() as usize).saturating_add(1) } else { 1 };
    (0..count.min(most)).map(|i| from + i as f64 / rate).collect()
}

/// All places of a stage, without times yet; fewer if their paths would fill any memory.
pub(crate) fn tracks(scene: &Scene, stage: &Stage, times: usize) -> Vec<Track> {
    let text = |t: &Option<Box<str>>| t.as_deref().map(str::to_owned);
    let mut tracks: Vec<Track> = Vec::with_capacity(stage.placed.len());
    let mut spent = 0usize;
    for placed in &stage.placed {
        let node = scene.node(placed.node);
        let label = node.and_then(|n| n.meta.label()).unwrap_or("node");
        let path = match placed.parent.and_then(|p| tracks.get(p as usize)) {
            Some(parent) => format!("{}/{label}", parent.path),
            None => label.to_owned(),
        };
        spent += path.len();
        if spent > MOST_TEXT {
            break;
        }
        let (id, name) = node.map_or((None, None), |n| (text(&n.meta.id), text(&n.meta.name)));
        tracks.push(Track { id, name, path, world: Vec::with_capacity(times) });
    }
    tracks
}

/// Samples a view.
pub fn sample(scene: &Scene, view: ViewId, playing: &Playing, times: &[f64]) -> Samples {
    let stage = Stage::new(scene, view, MOST_PLACES);
    let mut tracks = tracks(scene, &stage, times.len());
    for time in times {
        let now = pose(scene, &stage, &sample_at(scene, playing, *time));
        for (track, world) in tracks.iter_mut().zip(&now.world) {
            track.world.push(world.to_cols_array());
        }
    }
    let complete = stage.complete && tracks.len() == stage.placed.len();
    Samples { times: times.to_vec(), tracks, complete }
}

impl Samples {
    /// As JSON, with the fields of the contract.
    pub fn to_json(&self) -> Value {
        let nodes: Vec<Value> = self
            .tracks
            .iter()
            .map(|t| json!({"id": t.id, "name": t.name, "path": t.path, "world": t.world.iter().map(|m| m.to_vec()).collect::<Vec<_>>()}))
            .collect();
        json!({"times": self.times, "complete": self.complete, "nodes": nodes})
    }
}
