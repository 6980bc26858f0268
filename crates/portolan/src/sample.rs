//! Where everything stands at given times.

use std::borrow::Borrow;

pub use portolan_eval::Playing;
use portolan_eval::{Player, Stage, pose};
use portolan_resources::Unreadable;
use portolan_resources::unreadable::BUDGET;
use portolan_scene::{ClipId, Scene, ViewId};
use portolan_syntax::Budget;
use serde_json::{Value, json};

use crate::Error;
use crate::convert::view_named;

/// A node of the scene over time.
#[derive(Clone, Debug)]
pub struct Track {
    /// The node's id.
    pub id: Option<String>,
    /// The node's name.
    pub name: Option<String>,
    /// The labels of the nodes from the root to this one, with `/` between them.
    pub path: String,
    /// One matrix per time, column by column, in the unit and axes of the document.
    pub world: Vec<[f64; 16]>,
}

/// All nodes of a view at times.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Seconds.
    pub times: Vec<f64>,
    /// In the order of the hierarchy; a node with several instances has several.
    pub tracks: Vec<Track>,
    /// Whether some instances are missing because there are too many.
    pub complete: bool,
}

/// Most places that are followed.
pub const MOST_PLACES: usize = 1_000_000;

/// Bytes of all paths together, whatever the budget is.
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

/// What to sample.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct Sampling {
    /// The scene, by id or name; `None` is the default one.
    pub scene: Option<String>,
    /// The clip to play, by id or name; `None` plays animations outside of clips.
    pub clip: Option<String>,
    /// When.
    pub times: Times,
}

impl Sampling {
    /// Returns the options with some fields changed: `Sampling::default().with(|c| c.times = Times::Rate(30.0))`.
    pub fn with(mut self, set: impl FnOnce(&mut Sampling)) -> Sampling {
        set(&mut self);
        self
    }
}

/// When to look.
#[derive(Clone, PartialEq, Debug)]
pub enum Times {
    /// At these times, in seconds.
    At(Vec<f64>),
    /// This many times per second, from the start to the end of the animation.
    Rate(f64),
}

impl Default for Times {
    fn default() -> Times {
        Times::At(vec![0.0])
    }
}

/// Most times that a rate gives.
const MOST_TIMES: usize = 100_000;

/// Samples a scene.
pub(crate) fn sample(scene: &Scene, sampling: &Sampling, budget: &Budget) -> Result<Samples, Error> {
    let view = match &sampling.scene {
        Some(name) => view_named(scene, name).ok_or_else(|| Error::usage(format!("scene `{name}` does not exist")))?,
        None => scene.default_view.unwrap_or(ViewId(0)),
    };
    let playing = match &sampling.clip {
        Some(name) => Playing::Clip(clip_named(scene, name).ok_or_else(|| no_clip(scene, name))?),
        None => Playing::Default,
    };
    let times = match &sampling.times {
        Times::At(times) if times.iter().all(|t| t.is_finite()) => times.clone(),
        Times::Rate(rate) if rate.is_finite() && *rate > 0.0 => regular_times(scene, &playing, *rate, MOST_TIMES),
        _ => return Err(Error::usage("times and rates must be numbers, and rates must be above zero")),
    };
    sample_within(scene, view, &playing, &times, budget)
}

fn no_clip(scene: &Scene, name: &str) -> Error {
    let names: Vec<&str> = scene.clips.iter().filter_map(|c| c.meta.label()).collect();
    let known =
        if names.is_empty() { "the document has none".to_owned() } else { format!("available: {}", names.join(", ")) };
    Error::usage(format!("clip `{name}` does not exist; {known}"))
}

/// All places of a stage, without times yet; fewer if their paths are too long for the budget. Long names in deep trees of
/// many instances would fill any memory.
pub(crate) fn tracks(scene: &Scene, stage: &Stage, times: usize, budget: &Budget) -> Result<Vec<Track>, Error> {
    let (places, matrix) = (stage.placed.len() as u64, size_of::<[f64; 16]>() as u64);
    let bytes = places.saturating_mul(times as u64).saturating_mul(matrix);
    if !budget.take(bytes) {
        let (megabytes, limit) = (bytes >> 20, budget.limit() >> 20);
        let why = format!(
            "{places} places at {times} times are {megabytes} MB of matrices, for which there is no room in the {limit} MB \
             of this run"
        );
        return Err(Unreadable::new(&BUDGET, why)
            .help("ask for fewer times, or allow more with `--max-memory`")
            .into());
    }
    budget.give_back(bytes);
    let most = usize::try_from(budget.limit() / 4).unwrap_or(MOST_TEXT).min(MOST_TEXT);
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
        if spent > most {
            break;
        }
        let (id, name) = node.map_or((None, None), |n| (text(&n.meta.id), text(&n.meta.name)));
        spent += id.as_ref().map_or(0, String::len) + name.as_ref().map_or(0, String::len);
        tracks.push(Track { id, name, path, world: Vec::with_capacity(times) });
    }
    Ok(tracks)
}

/// Samples a view while something plays, whatever it costs.
pub fn sample_view(scene: &Scene, view: ViewId, playing: &Playing, times: &[f64]) -> Samples {
    let all = sample_within(scene, view, playing, times, &Budget::unlimited());
    all.unwrap_or_else(|_| Samples { times: times.to_vec(), tracks: Vec::new(), complete: false })
}

/// Samples a view while something plays, as far as the budget reaches.
fn sample_within(
    scene: &Scene,
    view: ViewId,
    playing: &Playing,
    times: &[f64],
    budget: &Budget,
) -> Result<Samples, Error> {
    let stage = Stage::new(scene, view, MOST_PLACES);
    let mut tracks = tracks(scene, &stage, times.len(), budget)?;
    let player = Player::new(scene, playing).for_places();
    let (parts, count) = (player.parts(), times.len());
    if !budget.work((parts as u64).saturating_mul(count as u64)) {
        let why = format!("{parts} channels at {count} times are more work than the size of its files explains");
        return Err(Unreadable::new(&BUDGET, why)
            .help("ask for fewer times, or allow more with `--max-memory`")
            .into());
    }
    for time in times {
        let now = pose(scene, &stage, &player.at(*time));
        for (track, world) in tracks.iter_mut().zip(&now.world) {
            track.world.push(world.to_cols_array());
        }
    }
    let complete = stage.complete && tracks.len() == stage.placed.len();
    Ok(Samples { times: times.to_vec(), tracks, complete })
}

impl Samples {
    /// As JSON, with the fields of the contract.
    pub fn to_json(&self) -> Value {
        let nodes: Vec<Value> = self.tracks.iter().map(track_json).collect();
        json!({"times": self.times, "complete": self.complete, "nodes": nodes})
    }

    /// The same as text, piece by piece, which takes no memory for the whole.
    pub fn json_pieces(&self) -> impl Iterator<Item = String> + '_ {
        let head = json!({"times": self.times, "complete": self.complete, "nodes": []});
        pieces(head, "nodes", self.tracks.iter().map(track_pieces))
    }
}

/// A place over time, with the fields of the contract.
pub(crate) fn track_json(track: &Track) -> Value {
    let mut value = track_head(track);
    if let Some(world) = value.get_mut("world") {
        *world = track.world.iter().map(|m| json!(m)).collect();
    }
    value
}

/// The same as text, piece by piece: there may be a hundred thousand times.
pub(crate) fn track_pieces<T: Borrow<Track>>(track: T) -> impl Iterator<Item = String> {
    let (head, count) = (track_head(track.borrow()), track.borrow().world.len());
    let matrix = move |i: usize| track.borrow().world.get(i).map(|m| json!(m).to_string());
    pieces(head, "world", (0..count).map(move |i| matrix(i).into_iter()))
}

fn track_head(track: &Track) -> Value {
    json!({"id": track.id, "name": track.name, "path": track.path, "world": []})
}

/// An object as text, piece by piece, with these elements, which are in pieces as well, in one of its lists.
pub(crate) fn pieces<E: Iterator<Item = String>>(
    object: Value,
    list: &'static str,
    elements: impl Iterator<Item = E>,
) -> impl Iterator<Item = String> {
    let fields = match object {
        Value::Object(fields) => fields,
        _ => serde_json::Map::new(),
    };
    let (mut before, mut after) = (String::from("{"), String::new());
    let mut seen = false;
    for (i, (name, value)) in fields.into_iter().enumerate() {
        let part = if seen { &mut after } else { &mut before };
        let comma = if i > 0 { "," } else { "" };
        seen |= name == list;
        let value = if name == list { "[".to_owned() } else { value.to_string() };
        part.push_str(&format!("{comma}{}:{value}", Value::String(name)));
    }
    let comma = |i: usize| (i > 0).then(|| ",".to_owned());
    let elements = elements.enumerate().flat_map(move |(i, element)| comma(i).into_iter().chain(element));
    std::iter::once(before).chain(elements).chain(std::iter::once(format!("]{after}}}")))
}
