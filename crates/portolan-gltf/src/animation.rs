//! Animations: one for what always plays, and one for each clip.

mod motion;
mod pointer;

use std::collections::BTreeMap;

use portolan_eval::drive::{Moment, Wire, wires};
use portolan_eval::track::{Rows, Track};
use portolan_eval::{Playing, duration, formula_order};
use portolan_parallel::prelude::*;
use portolan_scene::glam::DMat4;
use portolan_scene::{
    Clip, ClipId, ControllerId, Fate, FormulaInstance, Interpolation, Meta, Node, NodeId, Origin, Target,
};

use crate::json::{self, ChannelTarget, Index};
use crate::transform::{Trs, decompose};
use crate::writer::Writer;
use crate::{BEHAVIOUR, FORMULA, NOT_ANIMATABLE, SAMPLED, SHEAR, STILL, TIME_SHIFTED, extras};
use motion::{Driven, SUMS, Sampling};

/// An animation in the making.
pub(super) struct Scheme {
    written: json::Animation,
    /// Added to all times.
    shift: f64,
    /// Times that are there already, as bits.
    inputs: BTreeMap<Vec<u32>, Index>,
    sampling: Sampling,
    origin: Origin,
}

impl<'a> Writer<'a> {
    /// Writes all animations.
    pub fn animations(&mut self) {
        self.animation(Playing::Default);
        for clip in 0..self.scene.clips.len() as u32 {
            self.animation(Playing::Clip(ClipId(clip)));
        }
    }

    fn animation(&mut self, playing: Playing) {
        let played = portolan_eval::animations(self.scene, &playing);
        let all: Vec<&Meta> = played.iter().filter_map(|id| self.scene.animation(*id)).map(|a| &a.meta).collect();
        let wires = wires(self.scene, &playing);
        let clip = match playing {
            Playing::Clip(id) => self.scene.clip(id),
            _ => None,
        };
        match clip {
            Some(clip) => {
                let label = format!("of clip `{}`", clip.meta.label().unwrap_or("?"));
                self.tell_formulas(&clip.formulas, &label, clip.meta.origin);
            }
            None => {
                let scene = self.scene;
                let first = scene.standing.first().and_then(|f| scene.formula(f.formula));
                let origin = first.map(|f| f.meta.origin).unwrap_or_default();
                self.tell_formulas(&scene.standing, "outside of clips", origin);
            }
        }
        let window = duration(self.scene, &playing).or((!wires.is_empty()).then_some((0.0, 0.0)));
        let (Some(window), false) = (window, wires.is_empty()) else {
            for idle in clip.map(|c| &c.meta).into_iter().chain(all.iter().copied()) {
                let message = format!("animation `{}` moves nothing and is dropped", idle.label().unwrap_or("?"));
                self.losses.push(&STILL, Fate::Dropped, idle.origin, message);
            }
            return;
        };
        let origin = clip.map(|c| &c.meta).or(all.first().copied()).map_or(Origin::default(), |m| m.origin);
        let top: Vec<&Meta> =
            self.scene.animations.iter().filter(|a| !a.nested && !a.clipped).map(|a| &a.meta).collect();
        let name = match (clip, top.as_slice()) {
            (Some(clip), _) => extras::name(&clip.meta),
            (None, [only]) => extras::name(only).or(Some("default".into())),
            (None, _) => Some("default".into()),
        };
        // Clips start at 0; what always plays keeps its times, as long as none is negative.
        let shift = if clip.is_some() { -window.0 } else { (-window.0).max(0.0) };
        if clip.is_none() && shift > 0.0 {
            let message = format!("an animation that starts at {} seconds is moved to start at 0", window.0);
            self.losses.push(&TIME_SHIFTED, Fate::Approximated, origin, message);
        }
        let sampling = Sampling {
            window,
            rate: self.options.sample_rate,
            length: self.options.tolerance.max(1e-9) / self.scene.space.metres,
            share: self.options.tolerance.max(1e-9),
        };
        let kept = clip.map(|c| &c.meta).or(if top.len() == 1 { top.first().copied() } else { None });
        // What is one animation in glTF has the data of all that it is made of.
        let others = all.iter().copied().filter(|meta| !kept.is_some_and(|kept| std::ptr::eq(kept, *meta)));
        let mut extras = extras::joined(kept.and_then(extras::of), others);
        if let Some(about) = self.about_clip(clip) {
            extras.get_or_insert_default().clip = Some(about);
        }
        let written = json::Animation { name, extras, ..json::Animation::default() };
        let mut scheme = Scheme { written, shift, inputs: BTreeMap::new(), sampling, origin };
        for wire in wires.iter().filter(|w| w.goes_on()) {
            let message = "an animation that extrapolates beyond its keys holds its first and last values";
            self.losses.push(&BEHAVIOUR, Fate::Approximated, wire.origin, message);
        }
        self.fill(&mut scheme, wires);
        if scheme.written.channels.is_empty() {
            let label = scheme.written.name.as_deref().unwrap_or("?");
            let message = format!("animation `{label}` has no effect on the written scene and is dropped");
            self.losses.push(&STILL, Fate::Dropped, origin, message);
        } else {
            self.root.animations.push(scheme.written);
        }
    }

    /// What readers cannot know of an animation: that the only one is a clip, or that one of several always plays; and the
    /// number and rate of a clip.
    fn about_clip(&self, clip: Option<&Clip>) -> Option<serde_json::Value> {
        let mut about = serde_json::Map::new();
        let Some(clip) = clip else {
            about.insert("always".into(), true.into());
            return (!self.scene.clips.is_empty()).then_some(about.into());
        };
        about.extend(clip.number.map(|number| ("index".to_owned(), number.into())));
        about.extend(clip.rate.filter(|r| r.is_finite()).map(|rate| ("rate".to_owned(), rate.into())));
        (self.scene.clips.len() == 1 || !about.is_empty()).then_some(about.into())
    }

    /// Formulas become keys; those that depend on themselves cannot be computed.
    fn tell_formulas(&mut self, formulas: &[FormulaInstance], which: &str, origin: Origin) {
        let order = formula_order(self.scene, formulas);
        if !order.order.is_empty() {
            let message = format!("formulas {which} are replaced by their results");
            self.losses.push(&FORMULA, Fate::Baked, origin, message);
        }
        if !order.cyclic.is_empty() {
            let message = format!("formulas {which} depend on themselves and are ignored");
            self.losses.push(&FORMULA, Fate::Dropped, origin, message);
        }
    }

    fn fill(&mut self, scheme: &mut Scheme, wires: Vec<Wire<'a>>) {
        let mut nodes: BTreeMap<NodeId, Vec<(usize, Wire<'a>)>> = BTreeMap::new();
        let mut weights: BTreeMap<ControllerId, Vec<Wire<'a>>> = BTreeMap::new();
        let mut others: Vec<Wire<'a>> = Vec::new();
        for wire in wires {
            match wire.target {
                Target::Transform { node, transform, .. } => {
                    nodes.entry(*node).or_default().push((*transform as usize, wire));
                }
                Target::Weight { controller, .. } => weights.entry(*controller).or_default().push(wire),
                Target::Visibility { .. } => self.not_animatable(wire.origin, "the visibility of a node"),
                Target::Stream { .. } => self.not_animatable(wire.origin, "vertex data"),
                Target::Physics { .. } => self.not_animatable(wire.origin, "a number of physics"),
                Target::Freedom { mechanism, freedom } => {
                    let (fate, message) = self.scene.freedom_in_nodes(*mechanism, *freedom);
                    self.losses.push(&NOT_ANIMATABLE, fate, wire.origin, message);
                }
                _ => others.push(wire),
            }
        }
        // Taking matrices apart is work; nodes do not depend on each other.
        let nodes: Vec<(NodeId, Vec<(usize, Wire<'a>)>)> = nodes.into_iter().collect();
        let (scene, sampling, shift) = (self.scene, scheme.sampling, scheme.shift);
        let read = |(id, wires): &(NodeId, Vec<(usize, Wire<'a>)>)| {
            let node = scene.node(*id)?;
            let mut driven = Driven::new(node, wires, sampling.window);
            let motion = if driven.is_moving() { driven.motion(sampling) } else { motion::Motion::default() };
            // What never changes may still differ from the rest.
            let start = decompose(finite(driven.matrix(sampling.window.0))).0;
            Some(Moved { shear: motion.shear, paths: paths(node, motion, &start, sampling.window, shift) })
        };
        let all: Vec<Option<Moved>> = nodes.par_iter().map(read).collect();
        for ((node, _), moved) in nodes.into_iter().zip(all) {
            if let Some(moved) = moved {
                self.move_node(scheme, node, moved);
            }
        }
        for (controller, wires) in weights {
            self.move_weights(scheme, controller, &wires);
        }
        self.move_objects(scheme, others);
    }

    fn not_animatable(&mut self, origin: Origin, what: &str) {
        let message = format!("{what} cannot be animated in glTF");
        self.losses.push(&NOT_ANIMATABLE, Fate::Dropped, origin, message);
    }

    fn move_node(&mut self, scheme: &mut Scheme, id: NodeId, moved: Moved) {
        let (Some(node), Some(places)) = (self.scene.node(id), self.places.get(&id).cloned()) else { return };
        let label = node.meta.label().unwrap_or("?");
        if moved.shear > self.options.tolerance.max(1e-6) {
            let message = format!("the animated node `{label}` has a shear, which glTF does not support");
            self.losses.push(&SHEAR, Fate::Approximated, node.meta.origin, message);
        }
        for Path { path, sampled, coarse, keys } in moved.paths {
            if sampled {
                let message = format!("the {path} of node `{label}` was sampled");
                self.losses.push(&SAMPLED, Fate::Baked, node.meta.origin, message);
            }
            if coarse {
                let message = format!("the {path} of node `{label}` needs more keys than allowed and is less exact");
                self.losses.push(&SAMPLED, Fate::Approximated, node.meta.origin, message);
            }
            let targets = places.iter().map(|n| ChannelTarget { node: Some(*n), path, ..ChannelTarget::default() });
            self.put_keys(scheme, keys, targets.collect());
        }
    }

    fn move_weights(&mut self, scheme: &mut Scheme, id: ControllerId, wires: &[Wire<'a>]) {
        let (Some(morph), Some(places)) = (self.morph_of(id), self.morphed.get(&id).cloned()) else { return };
        let width = morph.weights.len();
        if width == 0 {
            return;
        }
        let Sampling { window, share, .. } = scheme.sampling;
        // What never changes is part of the weights, unless it counts in place of what does.
        let (mut rest, mut moving) = (morph.weights.clone(), Vec::<Wire<'a>>::new());
        for wire in wires {
            if wire.moves(window) || moving.iter().any(|m| m.overlaps(wire)) {
                moving.push(wire.clone());
            } else {
                wire.set(Moment::At(window.0), &mut rest);
            }
        }
        let mut f = |moment: Moment, out: &mut [f64]| {
            out.copy_from_slice(&rest);
            moving.iter().for_each(|w| w.set(moment, out));
        };
        let track = match moving.is_empty() {
            true => Track::still(window.0, &rest),
            false => Track::new(&moving, &scheme.sampling.wanted(Rows::Numbers(width), share, SUMS), &mut f),
        };
        if track.is_always(&morph.weights, 1e-12) {
            return;
        }
        let written = self.written_targets(id);
        if written.is_empty() {
            let message = "an animation of morph weights moves nothing, because every target equals the base shape";
            self.losses.push(&STILL, Fate::Dropped, scheme.origin, message);
            return;
        }
        if track.sampled {
            self.losses.push(&SAMPLED, Fate::Baked, scheme.origin, "morph weights were sampled");
        }
        let track = track.columns(&written);
        let targets =
            places.iter().map(|n| ChannelTarget { node: Some(*n), path: "weights", ..ChannelTarget::default() });
        self.put_track(scheme, track, "SCALAR", targets.collect());
    }

    /// Writes the keys of a track, and a channel for each target.
    fn put_track(&mut self, scheme: &mut Scheme, track: Track, kind: &'static str, targets: Vec<ChannelTarget>) {
        let keys = Keys::of(track, kind, scheme.shift);
        self.put_keys(scheme, keys, targets);
    }

    fn put_keys(&mut self, scheme: &mut Scheme, keys: Keys, targets: Vec<ChannelTarget>) {
        let Keys { moments, values, kind, interpolation } = keys;
        if targets.is_empty() || moments.is_empty() {
            return;
        }
        let bits: Vec<u32> = moments.iter().map(|m| m.to_bits()).collect();
        let input = match scheme.inputs.get(&bits) {
            Some(known) => *known,
            None => {
                let bound = |m: Option<&f32>| vec![m.map_or(0.0, |m| f64::from(*m))];
                let (first, last) = (bound(moments.first()), bound(moments.last()));
                let input = self.blob.floats(moments, "SCALAR", 1);
                self.blob.bound(input, first, last);
                scheme.inputs.insert(bits, input);
                input
            }
        };
        let parts = match kind {
            "SCALAR" => 1,
            "VEC3" => 3,
            _ => 4,
        };
        let output = self.blob.floats(values, kind, parts);
        scheme.written.samplers.push(json::AnimationSampler { input, output, interpolation });
        let sampler = scheme.written.samplers.len() as Index - 1;
        scheme.written.channels.extend(targets.into_iter().map(|target| json::Channel { sampler, target }));
    }
}

/// What becomes of a node that moves.
struct Moved {
    /// The largest cosine between axes that should be at right angles.
    shear: f64,
    paths: Vec<Path>,
}

/// A property of a node that moves.
struct Path {
    path: &'static str,
    /// Are there more keys than the document has?
    sampled: bool,
    /// Would it need more keys than it may have?
    coarse: bool,
    keys: Keys,
}

/// What of a node is another than at rest, with its keys. `start` is what the node is when the motion begins.
fn paths(node: &Node, mut motion: motion::Motion, start: &Trs, window: (f64, f64), shift: f64) -> Vec<Path> {
    let rest = Trs::written(&node.transforms).unwrap_or_else(|| decompose(node.matrix()).0);
    let still = |values: &[f64], usual: &[f64]| {
        let differs = values.iter().zip(usual).any(|(a, b)| (a - b).abs() > 1e-12);
        differs.then(|| Track::still(window.0, values))
    };
    let (t, r, s) = (rest.translation.to_array(), rest.rotation.to_array(), rest.scale.to_array());
    motion.translation = motion.translation.or_else(|| still(&start.translation.to_array(), &t));
    motion.rotation = motion.rotation.or_else(|| still(&start.rotation.to_array(), &r));
    motion.scale = motion.scale.or_else(|| still(&start.scale.to_array(), &s));
    let largest =
        |track: &Option<Track>| track.as_ref().map_or(1.0, |t| t.values.iter().fold(1.0f64, |m, x| m.max(x.abs())));
    let fine = 1e-9 * largest(&motion.translation);
    let all = [
        ("translation", "VEC3", motion.translation, &t[..], fine),
        ("rotation", "VEC4", motion.rotation, &r[..], 1e-7),
        ("scale", "VEC3", motion.scale, &s[..], 1e-6),
    ];
    let path = |(path, kind, track, usual, tolerance): (_, _, Option<Track>, _, _)| {
        let track = track.filter(|t| !t.is_always(usual, tolerance))?;
        Some(Path { path, sampled: track.sampled, coarse: track.coarse, keys: Keys::of(track, kind, shift) })
    };
    all.into_iter().filter_map(path).collect()
}

/// The keys of a track as files have them.
struct Keys {
    moments: Vec<f32>,
    values: Vec<f32>,
    kind: &'static str,
    interpolation: &'static str,
}

impl Keys {
    /// Keys of a track; `shift` is added to all times.
    fn of(mut track: Track, kind: &'static str, shift: f64) -> Keys {
        if track.is_constant() {
            track.shorten();
        }
        let (values_of, size) = (slopes(&track), track.width * if track.tangents.is_some() { 3 } else { 1 });
        let rows = values_of.as_deref().unwrap_or(&track.values);
        let (moments, values) = keys(&track.times, shift, rows, size.max(1));
        let interpolation = match track.method() {
            Interpolation::Bezier => "CUBICSPLINE",
            Interpolation::Step => "STEP",
            _ => "LINEAR",
        };
        Keys { moments, values, kind, interpolation }
    }
}

/// The rows of a cubic track as glTF has them: slopes on arrival, values, slopes on leaving.
fn slopes(track: &Track) -> Option<Vec<f64>> {
    let [arriving, leaving] = &**track.tangents.as_ref()?;
    let width = track.width.max(1);
    let mut all = Vec::with_capacity(track.values.len() * 3);
    let length = |key: usize| Some(track.times.get(key + 1)? - track.times.get(key)?);
    let sides = arriving.values.chunks_exact(width).zip(leaving.values.chunks_exact(width));
    for (key, (row, (arrive, leave))) in track.rows().zip(sides).enumerate() {
        // Control points are at the thirds.
        let slope = |from: &f64, to: &f64, length: Option<f64>| length.map_or(0.0, |l| 3.0 * (to - from) / l);
        let before = key.checked_sub(1).and_then(length);
        all.extend(arrive.iter().zip(row).map(|(from, to)| slope(from, to, before)));
        all.extend(row);
        all.extend(row.iter().zip(leave).map(|(from, to)| slope(from, to, length(key))));
    }
    Some(all)
}

fn finite(matrix: DMat4) -> DMat4 {
    if matrix.is_finite() { matrix } else { DMat4::IDENTITY }
}

/// Times and rows of numbers as files have them: in single precision, times in order, from 0 on.
fn keys(times: &[f64], shift: f64, rows: &[f64], size: usize) -> (Vec<f32>, Vec<f32>) {
    let moment = |t: &f64| (t + shift).max(0.0) as f32;
    let number = |v: &f64| if v.is_finite() { *v as f32 } else { 0.0 };
    let count = times.len().min(rows.len() / size);
    let moments: Vec<f32> = times.iter().take(count).map(moment).collect();
    if moments.is_sorted_by(|a, b| a < b) {
        return (moments, rows.iter().take(count * size).map(number).collect());
    }
    let (mut kept, mut values): (Vec<f32>, Vec<f32>) = (Vec::new(), Vec::new());
    for (moment, row) in moments.into_iter().zip(rows.chunks_exact(size)) {
        // Moments that files cannot tell apart are one: the later value counts.
        if kept.last().is_some_and(|last| *last >= moment) {
            kept.pop();
            values.truncate(values.len().saturating_sub(size));
        }
        kept.push(kept.last().map_or(moment, |last: &f32| moment.max(last.next_up())));
        values.extend(row.iter().map(number));
    }
    (kept, values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_that_files_cannot_tell_apart_are_one() {
        let rows = [1.0, 2.0, 3.0, 4.0, f64::INFINITY, 6.0];
        assert_eq!(keys(&[0.0, 1.0, 2.0], 0.5, &rows, 2), (vec![0.5, 1.5, 2.5], vec![1.0, 2.0, 3.0, 4.0, 0.0, 6.0]));
        // The second differs from the first beyond single precision; the third comes too early, and the later value counts.
        assert_eq!(keys(&[1.0, 1.0 + 1e-12, 2.0], 0.0, &rows, 2), (vec![1.0, 2.0], vec![3.0, 4.0, 0.0, 6.0]));
        assert_eq!(keys(&[-2.0, -1.0, 1.0], 0.0, &rows, 2), (vec![0.0, 1.0], vec![3.0, 4.0, 0.0, 6.0]));
        assert_eq!(keys(&[0.0, 1.0, 2.0, 3.0], 0.0, &rows, 4), (vec![0.0], vec![1.0, 2.0, 3.0, 4.0]));
    }
}
