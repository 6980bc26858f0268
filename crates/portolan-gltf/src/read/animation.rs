//! Animations: one that always plays, or clips.

use portolan_scene::{
    Animation, AnimationId, Channel, Clip, Curve, CurveId, Fate, Interpolation, Methods, NodeId, Operation, Part,
    Tangents, Target,
};

use super::Reader;
use super::codes::{ANIMATION, NOT_ANIMATABLE_IN};
use super::node::Moving;
use super::pointer::Goal;
use super::value::At;

impl<'a> Reader<'a> {
    /// Finds out which properties of nodes are animated, before nodes are read.
    pub fn find_moving(&mut self) {
        let nodes = self.root.value.get("nodes").and_then(|n| n.as_array()).map_or(0, Vec::len) as u64;
        for animation in self.root.get("animations").map(|a| a.items()).unwrap_or_default() {
            for channel in animation.get("channels").map(|c| c.items()).unwrap_or_default() {
                let Some(target) = channel.get("target") else { continue };
                let Some((node, path)) = goal(&target).filter(|(node, _)| *node < nodes) else { continue };
                let moving: &mut Moving = self.moving.entry(node as usize).or_default();
                match path {
                    "translation" => moving.translation = true,
                    "rotation" => moving.rotation = true,
                    "scale" => moving.scale = true,
                    "weights" => moving.weights = true,
                    _ => {}
                }
            }
        }
    }

    pub fn read_animations(&mut self) {
        let list = self.list("animations");
        for (number, at) in list.iter().enumerate() {
            // Our own files tell what readers cannot know.
            let about = at.value.get("extras").and_then(|e| e.get("clip")).filter(|c| c.is_object());
            let always = about.and_then(|c| c.get("always")?.as_bool()) == Some(true);
            let is_clip = !always && (list.len() > 1 || about.is_some());
            let mut animation = Animation { meta: self.meta(at), clipped: is_clip, ..Animation::default() };
            for channel in at.get("channels").map(|c| c.items()).unwrap_or_default() {
                self.channel_of(number, at, &channel, &mut animation);
            }
            if animation.channels.is_empty() {
                self.tell(&ANIMATION, Fate::Dropped, at, "the animation has no effect");
            }
            let ends = animation.channels.iter().filter_map(|c| self.scene.curve(c.curve)?.keys.last().copied());
            let end = ends.fold(0.0, f64::max);
            let id = AnimationId::next(&self.scene.animations);
            let mut meta = animation.meta.clone();
            if is_clip {
                // What a person chooses is the clip; the animation is its content.
                animation.meta.id = None;
                animation.meta.extras.clear();
            }
            animation.curves = animation.channels.iter().map(|c| c.curve).collect();
            animation.curves.dedup();
            self.scene.animations.push(animation);
            if is_clip {
                meta.name = meta.name.or_else(|| Some(format!("animation{number}").into()));
                let index = about.and_then(|c| c.get("index")?.as_u64()).and_then(|n| u32::try_from(n).ok());
                let rate = about.and_then(|c| c.get("rate")?.as_f64()).filter(|r| r.is_finite() && *r > 0.0);
                let clip = Clip { meta, end: Some(end), animations: vec![id], number: index, rate, ..Clip::default() };
                self.scene.clips.push(clip);
            }
        }
    }

    fn channel_of(&mut self, number: usize, animation: &At<'a>, at: &At<'a>, to: &mut Animation) {
        let samplers = animation.get("samplers").map(|s| s.items()).unwrap_or_default();
        let sampler = at.get("sampler").and_then(|s| s.value.as_u64()).map(|s| s as usize);
        let Some((sampler, source)) = sampler.and_then(|s| Some((s, samplers.get(s)?))) else {
            self.tell(&super::REFERENCE, Fate::Dropped, at, "the channel has no sampler");
            return;
        };
        let Some(target) = at.get("target") else {
            self.wrong(at, "a channel with a target");
            return;
        };
        let Some((node, path)) = goal(&target) else {
            match target.extension("KHR_animation_pointer").and_then(|e| self.text(&e, "pointer")) {
                Some(pointer) => self.follow(number, sampler, source, &target, pointer, to),
                // A channel without a node is to be passed over.
                None if target.get("node").is_none() => {}
                None => self.wrong(&target, "a target"),
            }
            return;
        };
        let Some(place) = self.scene.nodes.get(node as usize) else {
            self.tell(&super::REFERENCE, Fate::Dropped, &target, format!("node index {node} is out of range"));
            return;
        };
        let id = NodeId(node as u32);
        let find = |kind: fn(&Operation) -> bool| place.transforms.iter().position(|t| kind(&t.operation));
        let step = match path {
            "translation" => find(|o| matches!(o, Operation::Translate(_))).map(|p| (p, 3)),
            "rotation" => find(|o| matches!(o, Operation::Quaternion(_))).map(|p| (p, 4)),
            "scale" => find(|o| matches!(o, Operation::Scale(_))).map(|p| (p, 3)),
            "weights" => {
                self.weights(number, sampler, source, &target, id, to);
                return;
            }
            _ => {
                self.wrong(&target.get("path").unwrap_or(target.clone()), "a property that can be animated");
                return;
            }
        };
        let Some((transform, width)) = step else { return };
        let Some(curve) = self.curve(number, sampler, source, width, path == "rotation") else { return };
        let target = Target::Transform { node: id, transform: transform as u32, part: Part::All };
        to.channels.push(Channel { curve, first: 0, target, factor: 1.0 });
    }

    fn weights(
        &mut self,
        number: usize,
        sampler: usize,
        source: &At<'a>,
        target: &At<'a>,
        node: NodeId,
        to: &mut Animation,
    ) {
        let Some(controller) = self.weighted.get(&node).copied() else {
            self.tell(
                &ANIMATION,
                Fate::Dropped,
                target,
                "the channel animates morph weights of a node without \
                morph targets",
            );
            return;
        };
        let many = match self.scene.controller(controller).map(|c| &c.deformer) {
            Some(portolan_scene::Deformer::Morph(morph)) => morph.weights.len(),
            _ => 0,
        };
        let Some(curve) = self.curve(number, sampler, source, many, false) else { return };
        let target = Target::Weight { controller, part: Part::All };
        to.channels.push(Channel { curve, first: 0, target, factor: 1.0 });
    }

    /// What a pointer leads to.
    fn follow(
        &mut self,
        number: usize,
        sampler: usize,
        source: &At<'a>,
        at: &At<'a>,
        pointer: &str,
        to: &mut Animation,
    ) {
        let Some(Goal { width, targets }) = self.goal(pointer) else {
            let message = format!("animating `{pointer}` is not supported");
            self.tell(&NOT_ANIMATABLE_IN, Fate::Dropped, at, message);
            return;
        };
        let Some(curve) = self.curve(number, sampler, source, width, false) else { return };
        for (first, target, factor) in targets {
            to.channels.push(Channel { curve, first, target, factor });
        }
    }

    /// The curve of a sampler, with so many numbers at each key.
    fn curve(&mut self, animation: usize, sampler: usize, at: &At<'a>, width: usize, turns: bool) -> Option<CurveId> {
        let key = (animation, sampler, width, turns);
        if let Some(known) = self.curves.get(&key) {
            return *known;
        }
        let curve = self.read_curve(at, width, turns).map(|curve| {
            let id = CurveId::next(&self.scene.curves);
            self.scene.curves.push(curve);
            id
        });
        self.curves.insert(key, curve);
        curve
    }

    fn read_curve(&mut self, at: &At<'a>, width: usize, turns: bool) -> Option<Curve> {
        let (input, output) = (self.index(at, "input", "accessors"), self.index(at, "output", "accessors"));
        let (Some(input), Some(output)) = (input, output) else {
            self.tell(&ANIMATION, Fate::Dropped, at, "the sampler has no times or no values");
            return None;
        };
        let (input, output) = (self.accessor(input)?, self.accessor(output)?);
        let times = self.floats(&input)?;
        let values = self.floats(&output)?.data;
        let method = match self.text(at, "interpolation") {
            None | Some("LINEAR") if turns => Interpolation::Slerp,
            None | Some("LINEAR") => Interpolation::Linear,
            Some("STEP") => Interpolation::Step,
            Some("CUBICSPLINE") => Interpolation::Hermite,
            Some(_) => {
                self.wrong(&at.get("interpolation").unwrap_or(at.clone()), "a kind of interpolation");
                Interpolation::Linear
            }
        };
        let cubic = method == Interpolation::Hermite;
        let row = width * if cubic { 3 } else { 1 };
        if row == 0 || times.width != 1 || values.len() < times.len() * row {
            let message =
                format!("{} times need {} values, but there are {}", times.len(), times.len() * row, values.len());
            self.tell(&ANIMATION, Fate::Dropped, at, message);
            return None;
        }
        let mut keys: Vec<f64> = Vec::with_capacity(times.len());
        let mut rows: Vec<&[f32]> = Vec::with_capacity(times.len());
        for (time, values) in times.data.iter().zip(values.chunks_exact(row)) {
            if keys.last().is_none_or(|last| *last < f64::from(*time)) {
                keys.push(f64::from(*time));
                rows.push(values);
            }
        }
        if keys.len() < times.len() {
            let message = portolan_syntax::counted(
                times.len() - keys.len(),
                "key is not later than the previous key",
                "keys are not later than the previous key",
            );
            self.tell(&ANIMATION, Fate::Dropped, at, message);
        }
        let part = |number: usize| {
            let numbers = rows.iter().flat_map(|r| r.iter().skip(number * width).take(width));
            numbers.map(|v| f64::from(*v)).collect::<Vec<f64>>()
        };
        let mut curve = Curve {
            meta: portolan_scene::Meta { origin: self.origin(at), ..Default::default() },
            width: width as u32,
            values: part(usize::from(cubic)),
            methods: Methods::All(method),
            in_tangents: None,
            out_tangents: None,
            before: portolan_scene::Behaviour::Constant,
            after: portolan_scene::Behaviour::Constant,
            keys,
        };
        if cubic {
            curve.in_tangents = Some(vectors(&curve.keys, part(0), width, false));
            curve.out_tangents = Some(vectors(&curve.keys, part(2), width, true));
        }
        Some(curve)
    }
}

/// Changes per second as vectors that are as long as their segment.
fn vectors(keys: &[f64], mut values: Vec<f64>, width: usize, leaving: bool) -> Tangents {
    let mut times = Vec::with_capacity(keys.len());
    for (i, row) in values.chunks_exact_mut(width.max(1)).enumerate() {
        let last = keys.len().saturating_sub(2);
        // Where there is no segment, the nearest one gives a length that nobody uses.
        let from = if leaving { i.min(last) } else { i.saturating_sub(1).min(last) };
        let length = keys.get(from).zip(keys.get(from + 1)).map_or(1.0, |(from, to)| to - from);
        times.push(length);
        row.iter_mut().for_each(|v| *v *= length);
    }
    Tangents { times, values }
}

/// The node and the property that a target names, directly or by a pointer.
fn goal<'a>(target: &At<'a>) -> Option<(u64, &'a str)> {
    if let Some(node) = target.value.get("node").and_then(|n| n.as_u64()) {
        return Some((node, target.value.get("path")?.as_str()?));
    }
    let pointer = target.value.get("extensions")?.get("KHR_animation_pointer")?.get("pointer")?.as_str()?;
    let (node, path) = pointer.strip_prefix("/nodes/")?.split_once('/')?;
    let known = ["translation", "rotation", "scale", "weights"];
    Some((node.parse().ok()?, known.into_iter().find(|k| *k == path)?))
}
