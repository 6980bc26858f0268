//! Animations: one for what always plays, and one for each clip.

mod motion;
mod pointer;
mod track;
mod wire;

use std::collections::BTreeMap;

use portolan_eval::{Playing, duration};
use portolan_scene::glam::DMat4;
use portolan_scene::{Behaviour, Channel, ClipId, ControllerId, Fate, Meta, NodeId, Origin, Part, Target};
use rayon::prelude::*;

use crate::json::{self, ChannelTarget, Index};
use crate::transform::{Trs, decompose};
use crate::writer::Writer;
use crate::{BEHAVIOUR, FORMULA, NOT_ANIMATABLE, SAMPLED, SHEAR, STILL, TIME_SHIFTED, extras};
use motion::{Driven, Sampling, cubic, regular_times};
use track::{Rows, Track};
use wire::{Class, Wire, classify, times};

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
        let channels: Vec<(&'a Channel, Origin)> = played
            .iter()
            .filter_map(|id| self.scene.animation(*id))
            .flat_map(|a| a.channels.iter().map(|c| (c, a.meta.origin)))
            .collect();
        let clip = match playing {
            Playing::Clip(id) => self.scene.clip(id),
            _ => None,
        };
        if let Some(clip) = clip.filter(|c| !c.formulas.is_empty()) {
            let message = format!("formulas of clip `{}` are not computed", clip.meta.label().unwrap_or("?"));
            self.losses.push(&FORMULA, Fate::Dropped, clip.meta.origin, message);
        }
        let Some(window) = duration(self.scene, &playing) else { return };
        if channels.is_empty() {
            return;
        }
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
            let message = format!("an animation that begins at {} seconds begins at 0", window.0);
            self.losses.push(&TIME_SHIFTED, Fate::Approximated, origin, message);
        }
        let sampling = Sampling {
            window,
            rate: self.options.sample_rate,
            length: self.options.tolerance.max(1e-9) / self.scene.space.metres,
            share: self.options.tolerance.max(1e-9),
        };
        let kept = clip.map(|c| &c.meta).or(if top.len() == 1 { top.first().copied() } else { None });
        let written = json::Animation { name, extras: kept.and_then(extras::of), ..json::Animation::default() };
        let mut scheme = Scheme { written, shift, inputs: BTreeMap::new(), sampling, origin };
        self.tell_behaviours(&channels);
        for animation in played.iter().filter_map(|id| self.scene.animation(*id)) {
            let later = animation.start.is_some_and(|start| start > window.0);
            let sooner = animation.end.is_some_and(|end| end < window.1);
            if later || sooner {
                let message = "an animation that begins or ends apart from others moves by all its keys";
                self.losses.push(&BEHAVIOUR, Fate::Approximated, animation.meta.origin, message);
            }
        }
        self.fill(&mut scheme, &channels);
        if scheme.written.channels.is_empty() {
            let label = scheme.written.name.as_deref().unwrap_or("?");
            let message = format!("animation `{label}` changes nothing and is left out");
            self.losses.push(&STILL, Fate::Dropped, origin, message);
        } else {
            self.root.animations.push(scheme.written);
        }
    }

    fn tell_behaviours(&mut self, channels: &[(&'a Channel, Origin)]) {
        for (channel, origin) in channels {
            let Some(curve) = self.scene.curve(channel.curve) else { continue };
            let moves = |b: Behaviour| !matches!(b, Behaviour::Undefined | Behaviour::Constant);
            if moves(curve.before) || moves(curve.after) {
                let message = "an animation that goes on outside of its keys stays there";
                self.losses.push(&BEHAVIOUR, Fate::Approximated, *origin, message);
            }
        }
    }

    fn fill(&mut self, scheme: &mut Scheme, channels: &[(&'a Channel, Origin)]) {
        let mut nodes: BTreeMap<NodeId, Vec<Wire<'a>>> = BTreeMap::new();
        let mut weights: BTreeMap<ControllerId, Vec<Wire<'a>>> = BTreeMap::new();
        let mut others: Vec<(&'a Target, Wire<'a>)> = Vec::new();
        for (channel, origin) in channels {
            match &channel.target {
                Target::Transform { node, transform, part } => {
                    let wire = Wire::new(self.scene, channel, *part, *transform as usize);
                    nodes.entry(*node).or_default().extend(wire);
                }
                Target::Weight { controller, part } => {
                    let wire = Wire::new(self.scene, channel, *part, 0);
                    weights.entry(*controller).or_default().extend(wire);
                }
                Target::Visibility { .. } => self.not_animatable(*origin, "the visibility of a node"),
                Target::Stream { .. } => self.not_animatable(*origin, "vertex data"),
                target => {
                    let wire = Wire::new(self.scene, channel, target.part().unwrap_or(Part::At(0)), 0);
                    others.extend(wire.map(|w| (target, w)));
                }
            }
        }
        // Taking matrices apart is work; nodes do not depend on each other.
        let nodes: Vec<(NodeId, Vec<Wire<'a>>)> = nodes.into_iter().collect();
        let (scene, sampling) = (self.scene, scheme.sampling);
        let read = |(id, wires): &(NodeId, Vec<Wire<'a>>)| {
            let mut driven = Driven::new(scene.node(*id)?, wires, sampling.window);
            let motion = if driven.is_moving() { driven.motion(sampling) } else { motion::Motion::default() };
            // What never changes may still differ from the rest.
            let start = decompose(finite(driven.matrix(sampling.window.0))).0;
            Some((motion, start))
        };
        let motions: Vec<Option<(motion::Motion, Trs)>> = nodes.par_iter().map(read).collect();
        for ((node, _), motion) in nodes.into_iter().zip(motions) {
            if let Some((motion, start)) = motion {
                self.move_node(scheme, node, motion, start);
            }
        }
        for (controller, wires) in weights {
            self.move_weights(scheme, controller, &wires);
        }
        self.move_objects(scheme, &others);
    }

    fn not_animatable(&mut self, origin: Origin, what: &str) {
        let message = format!("{what} cannot be animated in glTF");
        self.losses.push(&NOT_ANIMATABLE, Fate::Dropped, origin, message);
    }

    fn move_node(&mut self, scheme: &mut Scheme, id: NodeId, mut motion: motion::Motion, start: Trs) {
        let (Some(node), Some(places)) = (self.scene.node(id), self.places.get(&id).cloned()) else { return };
        let label = node.meta.label().unwrap_or("?");
        let rest = decompose(node.matrix()).0;
        let window = scheme.sampling.window;
        let still = |values: &[f64], usual: &[f64]| {
            let differs = values.iter().zip(usual).any(|(a, b)| (a - b).abs() > 1e-12);
            let width = values.len();
            differs.then(|| Track { times: vec![window.0], values: values.to_vec(), width, ..Track::default() })
        };
        let (t, r, s) = (rest.translation.to_array(), rest.rotation.to_array(), rest.scale.to_array());
        motion.translation = motion.translation.or_else(|| still(&start.translation.to_array(), &t));
        motion.rotation = motion.rotation.or_else(|| still(&start.rotation.to_array(), &r));
        motion.scale = motion.scale.or_else(|| still(&start.scale.to_array(), &s));
        if motion.shear > self.options.tolerance.max(1e-6) {
            let message = format!("the animated node `{label}` has a shear");
            self.losses.push(&SHEAR, Fate::Approximated, node.meta.origin, message);
        }
        let largest =
            |track: &Option<Track>| track.as_ref().map_or(1.0, |t| t.values.iter().fold(1.0f64, |m, x| m.max(x.abs())));
        let fine = 1e-9 * largest(&motion.translation);
        for (path, track, usual, tolerance) in [
            ("translation", motion.translation, &t[..], fine),
            ("rotation", motion.rotation, &r[..], 1e-7),
            ("scale", motion.scale, &s[..], 1e-6),
        ] {
            let Some(track) = track.filter(|t| !t.is_always(usual, tolerance)) else { continue };
            if track.sampled {
                let message = format!("the {path} of node `{label}` was sampled");
                self.losses.push(&SAMPLED, Fate::Baked, node.meta.origin, message);
            }
            if track.coarse {
                let message = format!("the {path} of node `{label}` would need more keys than a track may have");
                self.losses.push(&SAMPLED, Fate::Approximated, node.meta.origin, message);
            }
            let targets = places.iter().map(|n| ChannelTarget { node: Some(*n), path, ..ChannelTarget::default() });
            let kind = if path == "rotation" { "VEC4" } else { "VEC3" };
            self.put_track(scheme, track, kind, targets.collect());
        }
    }

    fn move_weights(&mut self, scheme: &mut Scheme, id: ControllerId, wires: &[Wire<'a>]) {
        let (Some(morph), Some(places)) = (self.morph_of(id), self.morphed.get(&id).cloned()) else { return };
        let width = morph.weights.len();
        if width == 0 {
            return;
        }
        let Sampling { window, rate, share, .. } = scheme.sampling;
        let moving: Vec<Wire<'a>> = wires.iter().filter(|w| !w.is_constant() || w.runs_on(window)).copied().collect();
        let mut f = |t: f64, out: &mut [f64]| {
            out.copy_from_slice(&morph.weights);
            wires.iter().for_each(|w| w.set(t, out));
        };
        let class = classify(&moving, window);
        let keys = times(&moving, window, class);
        let track = match (rate, class) {
            _ if moving.is_empty() => Track::at(vec![window.0], width, &mut f),
            (Some(rate), _) => {
                let (first, last) = (keys.first().copied().unwrap_or(0.0), keys.last().copied().unwrap_or(0.0));
                Track { sampled: true, ..Track::at(regular_times(first, last, rate), width, &mut f) }
            }
            (None, Class::Linear) => Track::at(keys, width, &mut f),
            (None, Class::Step) => Track { step: true, ..Track::at(keys, width, &mut f) },
            (None, Class::Cubic) => cubic(Track::at(keys, width, &mut f), &moving, |(_, place), slope| {
                (0..width).map(|i| if i == place { slope } else { 0.0 }).collect()
            }),
            (None, Class::Other) => match Rows::numbers(width) {
                Some(rows) => Track::adaptive(&keys, rows, share, &mut f),
                // More weights than anybody animates one by one: as often as a screen shows them.
                None => {
                    let (first, last) = (keys.first().copied().unwrap_or(0.0), keys.last().copied().unwrap_or(0.0));
                    Track { sampled: true, ..Track::at(regular_times(first, last, 60.0), width, &mut f) }
                }
            },
        };
        if track.is_always(&morph.weights, 1e-12) {
            return;
        }
        if track.sampled {
            self.losses.push(&SAMPLED, Fate::Baked, scheme.origin, "weights of a morph were sampled");
        }
        let targets =
            places.iter().map(|n| ChannelTarget { node: Some(*n), path: "weights", ..ChannelTarget::default() });
        self.put_track(scheme, track, "SCALAR", targets.collect());
    }

    /// Writes the keys of a track, and a channel for each target.
    fn put_track(&mut self, scheme: &mut Scheme, mut track: Track, kind: &'static str, targets: Vec<ChannelTarget>) {
        if targets.is_empty() || track.times.is_empty() {
            return;
        }
        if track.is_constant(0.0) {
            track.shorten();
        }
        let size = track.width * if track.cubic { 3 } else { 1 };
        let (mut moments, mut values): (Vec<f32>, Vec<f32>) = (Vec::new(), Vec::new());
        for (t, row) in track.times.iter().zip(track.values.chunks_exact(size.max(1))) {
            let moment = (t + scheme.shift).max(0.0) as f32;
            // Moments that files cannot tell apart are one: the later value counts.
            if moments.last().is_some_and(|last| *last >= moment) {
                moments.pop();
                values.truncate(values.len().saturating_sub(size));
            }
            moments.push(moments.last().map_or(moment, |last: &f32| moment.max(last.next_up())));
            values.extend(row.iter().map(|v| if v.is_finite() { *v as f32 } else { 0.0 }));
        }
        let bits: Vec<u32> = moments.iter().map(|m| m.to_bits()).collect();
        let input = match scheme.inputs.get(&bits) {
            Some(known) => *known,
            None => {
                let input = self.blob.floats(&moments, "SCALAR", 1);
                let bound = |m: Option<&f32>| vec![m.map_or(0.0, |m| f64::from(*m))];
                self.blob.bound(input, bound(moments.first()), bound(moments.last()));
                scheme.inputs.insert(bits, input);
                input
            }
        };
        let parts = match kind {
            "SCALAR" => 1,
            "VEC3" => 3,
            _ => 4,
        };
        let output = self.blob.floats(&values, kind, parts);
        let interpolation = match (track.cubic, track.step) {
            (true, _) => "CUBICSPLINE",
            (_, true) => "STEP",
            _ => "LINEAR",
        };
        scheme.written.samplers.push(json::AnimationSampler { input, output, interpolation });
        let sampler = scheme.written.samplers.len() as Index - 1;
        scheme.written.channels.extend(targets.into_iter().map(|target| json::Channel { sampler, target }));
    }
}

fn finite(matrix: DMat4) -> DMat4 {
    if matrix.is_finite() { matrix } else { DMat4::IDENTITY }
}
