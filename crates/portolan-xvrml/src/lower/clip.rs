//! Clips: a `TimeSensor`, the interpolators behind it, and what they drive.

use portolan_scene::{
    Animation, AnimationId, Attribute, Base, Behaviour, Channel, Clip, Controller, ControllerId, Curve, CurveId,
    Deformer, Drawable, Fate, Geometry, GeometryId, Interpolation, Mesh, Meta, Methods, Morph, MorphMethod, Part,
    Semantic, Shape, Stream, Target,
};

use super::colour::refined;
use super::drive::{Drive, Give};
use super::{Lower, codes};
use crate::world::{NodeId as WorldId, Port, Route, World};

/// When worlds are read, in seconds since 1970: 2000-01-01T00:00:00Z.
const NOW: f64 = 946_684_800.0;

/// Keys that a morph may have: each is a shape of its own.
const MOST_SHAPES: usize = 1024;

impl Lower<'_> {
    /// Makes a clip of every clock that drives something. Clocks that run when the world is read also play by themselves.
    pub(super) fn animations(&mut self) {
        let world = self.world;
        let mut used = vec![false; world.routes.len()];
        for sensor in world.ids().filter(|id| world.kind(*id) == "TimeSensor") {
            let mut channels = Vec::new();
            for (place, interpolator) in links(world, sensor, "fraction-changed", "set-fraction") {
                let mut any = false;
                for (last, route) in leaving(world, interpolator, "value-changed") {
                    let Some(more) = self.channels(sensor, interpolator, route) else { continue };
                    any |= !more.is_empty();
                    mark(&mut used, last, !more.is_empty());
                    channels.extend(more);
                }
                mark(&mut used, place, any);
            }
            self.clip(sensor, channels);
        }
        self.tell_routes(&used);
    }

    fn clip(&mut self, sensor: WorldId, channels: Vec<Channel>) {
        if channels.is_empty() {
            return;
        }
        let mut meta = self.meta(sensor);
        meta.name.get_or_insert_with(|| "TimeSensor".into());
        let cycle = self.cycle(sensor);
        let curves: Vec<CurveId> = channels.iter().map(|c| c.curve).collect();
        if self.runs(sensor) {
            for id in &curves {
                if let Some(curve) = self.scene.curves.get_mut(id.index()) {
                    (curve.before, curve.after) = (Behaviour::Cycle, Behaviour::Cycle);
                }
            }
            self.animation(Meta { id: None, ..meta.clone() }, channels.clone(), Vec::new(), false);
        }
        let mut curves = curves;
        curves.sort_unstable();
        curves.dedup();
        let animation = self.animation(Meta { id: None, ..meta.clone() }, channels, curves, true);
        let animations = vec![animation];
        self.scene.clips.push(Clip { meta, start: 0.0, end: Some(cycle), animations, waits: true, ..Clip::default() });
    }

    fn animation(&mut self, meta: Meta, channels: Vec<Channel>, curves: Vec<CurveId>, clipped: bool) -> AnimationId {
        let id = AnimationId::next(&self.scene.animations);
        self.scene.animations.push(Animation { meta, channels, curves, clipped, ..Animation::default() });
        id
    }

    /// Does a clock run when the world is read, and go on?
    fn runs(&self, sensor: WorldId) -> bool {
        let (start, stop) = (self.world.number(sensor, "startTime"), self.world.number(sensor, "stopTime"));
        self.world.flag(sensor, "loop") && self.world.flag(sensor, "enabled") && start <= NOW && stop <= start
    }

    /// How long a cycle of a clock is, in seconds. One that is not above 0 is as long as the default says.
    fn cycle(&self, sensor: WorldId) -> f64 {
        let cycle = self.world.number(sensor, "cycleInterval");
        if cycle.is_finite() && cycle > 0.0 { cycle } else { 1.0 }
    }

    /// What an interpolator drives through a route; `None` where the route leads to something that no clip moves.
    fn channels(&mut self, sensor: WorldId, interpolator: WorldId, route: &Route) -> Option<Vec<Channel>> {
        let (node, Port::Field(at)) = route.to else { return None };
        let field = self.world.node(node)?.kind.get().fields.get(at as usize)?.name;
        let cycle = self.cycle(sensor);
        if matches!(self.world.kind(interpolator), "CoordinateInterpolator" | "NormalInterpolator") {
            return self.morphs(interpolator, node, field, cycle);
        }
        let drives: Vec<Drive> = self.drives.of(node, field).to_vec();
        if drives.is_empty() {
            return None;
        }
        let mut made: Vec<(Give, CurveId)> = Vec::new();
        let mut channels = Vec::new();
        for Drive { target, give, first } in drives {
            let known = made.iter().find(|(g, _)| *g == give).map(|(_, c)| *c);
            let curve = match known {
                Some(curve) => curve,
                None => {
                    let (keys, values) = self.keys(interpolator, give)?;
                    let curve = self.curve(interpolator, &keys, &values, cycle, give.turns());
                    made.push((give, curve));
                    curve
                }
            };
            channels.push(Channel { curve, first: first as u32, target, factor: 1.0 });
        }
        Some(channels)
    }

    /// The keys of an interpolator and what they give.
    fn keys(&mut self, interpolator: WorldId, give: Give) -> Option<(Vec<f64>, Vec<Vec<f64>>)> {
        let width = match self.world.kind(interpolator) {
            "ScalarInterpolator" => 1,
            "PositionInterpolator" => 3,
            "ColorInterpolator" | "OrientationInterpolator" => 4,
            _ => return None,
        };
        let (keys, rows) = self.sound_keys(interpolator, width)?;
        let rows: Vec<Vec<f64>> = rows.chunks(width).map(|r| r.iter().map(|v| f64::from(*v)).collect()).collect();
        if self.world.kind(interpolator) != "ColorInterpolator" {
            return Some((keys, rows.iter().map(|r| give.apply(r)).collect()));
        }
        let colours: Vec<[f64; 4]> = rows.iter().filter_map(|r| r.as_slice().try_into().ok()).collect();
        let (keys, colours) = refined(&keys, &colours);
        Some((keys, colours.iter().map(|c| give.apply(c)).collect()))
    }

    /// Keys in order with so many numbers each; `None` if there are none. What does not fit is told.
    fn sound_keys(&mut self, interpolator: WorldId, width: usize) -> Option<(Vec<f64>, Vec<f32>)> {
        let keys = self.world.floats(interpolator, "key");
        let values = self.world.floats(interpolator, "keyValue");
        let ordered = keys.windows(2).position(|w| !matches!(w, [a, b] if a <= b)).map_or(keys.len(), |at| at + 1);
        let count = ordered.min(values.len().checked_div(width).unwrap_or(0));
        let finite = |v: &f32| v.is_finite();
        let rows = values.get(..count * width).unwrap_or_default();
        let keys: Vec<f64> = keys.iter().take(count).map(|k| f64::from(*k)).collect();
        if count < self.world.floats(interpolator, "key").len() {
            let message = format!("keys of `{}` after the first {count} are ignored", self.label(interpolator));
            self.lose(&codes::KEYS, Fate::Dropped, interpolator, message);
        }
        (count > 0 && rows.iter().all(finite) && keys.iter().all(|k| k.is_finite())).then(|| (keys, rows.to_vec()))
    }

    /// A curve over a cycle. Equal keys are a step.
    fn curve(&mut self, from: WorldId, keys: &[f64], values: &[Vec<f64>], cycle: f64, turns: bool) -> CurveId {
        let width = values.first().map_or(1, Vec::len);
        let mut times: Vec<f64> = Vec::new();
        let mut rows: Vec<f64> = Vec::new();
        let mut methods: Vec<Interpolation> = Vec::new();
        let usual = if turns { Interpolation::Slerp } else { Interpolation::Linear };
        let mut put = |time: f64, row: &[f64], method| {
            // Times that are the same in a very short or very long cycle count once.
            if !time.is_finite() || times.last().is_some_and(|last| *last >= time) {
                return;
            }
            times.push(time);
            rows.extend_from_slice(row);
            methods.push(method);
        };
        let (first, last) = (keys.first().copied().unwrap_or(0.0), keys.last().copied().unwrap_or(0.0));
        // The whole cycle has values, so that it repeats as a whole.
        if let Some(row) = values.first().filter(|_| first > 0.0) {
            put(0.0, row, usual);
        }
        let mut place = 0;
        while let (Some(key), Some(row)) = (keys.get(place), values.get(place)) {
            let same = keys.iter().skip(place).take_while(|k| *k == key).count();
            let behind = values.get(place + same - 1).unwrap_or(row);
            if same > 1 && place > 0 {
                put((key * cycle).next_down(), row, Interpolation::Step);
            }
            put(key * cycle, behind, usual);
            place += same;
        }
        if let Some(row) = values.last().filter(|_| last < 1.0) {
            put(cycle, row, usual);
        }
        let stepped = methods.contains(&Interpolation::Step);
        let mut curve = Curve::linear(width as u32, times, rows);
        curve.methods = if stepped { Methods::Each(methods) } else { Methods::All(usual) };
        curve.meta = self.meta(from);
        let id = CurveId::next(&self.scene.curves);
        self.scene.curves.push(curve);
        id
    }

    /// Points or normals that an interpolator sends, as morphs of the shapes that have them.
    fn morphs(&mut self, interpolator: WorldId, node: WorldId, field: &str, cycle: f64) -> Option<Vec<Channel>> {
        let semantic = match field {
            "coord" => Semantic::Position,
            "normal" => Semantic::Normal,
            _ => return None,
        };
        let count = self.world.floats(interpolator, "key").len();
        let width = self.world.floats(interpolator, "keyValue").len().checked_div(count)?;
        let (keys, rows) = self.sound_keys(interpolator, width - width % 3)?;
        if width < 3 || keys.len() > MOST_SHAPES {
            return None;
        }
        let mut shapes: Vec<GeometryId> =
            self.known.geometries.iter().filter(|((id, _), _)| *id == node).filter_map(|(_, g)| *g).collect();
        shapes.sort_unstable();
        let weights: Vec<Vec<f64>> =
            (0..keys.len()).map(|i| (0..keys.len()).map(|j| f64::from(u8::from(i == j))).collect()).collect();
        let mut channels = Vec::new();
        for shape in shapes {
            let Some(controller) = self.morph(shape, &semantic, &rows, width - width % 3, keys.len()) else { continue };
            let curve = self.curve(interpolator, &keys, &weights, cycle, false);
            let target = Target::Weight { controller, part: Part::All };
            channels.push(Channel { curve, first: 0, target, factor: 1.0 });
        }
        (!channels.is_empty()).then_some(channels)
    }

    /// A morph of a shape towards lists of points or normals of its vertices.
    fn morph(
        &mut self,
        id: GeometryId,
        semantic: &Semantic,
        rows: &[f32],
        width: usize,
        count: usize,
    ) -> Option<ControllerId> {
        // One morph is all that most formats know.
        if self.scene.controllers.iter().any(|c| c.base == Base::Geometry(id)) {
            return None;
        }
        let geometry = self.scene.geometry(id)?;
        let Shape::Mesh(mesh) = &geometry.shape else { return None };
        let vertices = mesh.vertex_count();
        if width / 3 < vertices || !mesh.vertices.iter().any(|a| a.semantic == *semantic) {
            return None;
        }
        let base = mesh.positions()?.data.clone();
        let meta = Meta { id: None, ..geometry.meta.clone() };
        let mut targets = Vec::with_capacity(count);
        for row in rows.chunks(width.max(1)).take(count) {
            let stream = |data: &[f32]| Stream::new(3, data.to_vec());
            let attribute = |semantic: &Semantic, stream| Attribute { semantic: semantic.clone(), set: None, stream };
            let given = row.get(..vertices * 3)?;
            let mut shape = Mesh::default();
            if *semantic == Semantic::Position {
                shape.streams.push(stream(given));
            } else {
                shape.streams.extend([stream(&base), stream(given)]);
                shape.vertices.push(attribute(semantic, 1));
            }
            shape.vertices.insert(0, attribute(&Semantic::Position, 0));
            targets.push(GeometryId::next(&self.scene.geometries));
            self.scene.geometries.push(Geometry::new(meta.clone(), Shape::Mesh(shape)));
        }
        let controller = ControllerId::next(&self.scene.controllers);
        let weights = vec![0.0; targets.len()];
        let morph = Morph { method: MorphMethod::Normalized, targets, weights, ..Morph::default() };
        self.scene.controllers.push(Controller { meta, base: Base::Geometry(id), deformer: Deformer::Morph(morph) });
        for drawn in self.scene.nodes.iter_mut().flat_map(|n| &mut n.drawn) {
            if drawn.what == Drawable::Geometry(id) {
                drawn.what = Drawable::Controller(controller);
            }
        }
        Some(controller)
    }

    /// Tells the routes that no clip shows.
    fn tell_routes(&mut self, used: &[bool]) {
        for (route, _) in self.world.routes.iter().zip(used).filter(|(_, used)| !**used) {
            let end =
                |(node, port): (WorldId, Port)| format!("{}.{}", self.label(node), self.world.port_name(node, port));
            let message = format!(
                "the route from `{}` to `{}` cannot be converted to an animation",
                end(route.from),
                end(route.to)
            );
            self.losses.push(&codes::ROUTE, Fate::Noted, route.origin, message);
        }
    }
}

fn mark(used: &mut [bool], place: usize, is: bool) {
    if let Some(slot) = used.get_mut(place) {
        *slot |= is;
    }
}

/// The routes that leave an output of a node, with their places.
fn leaving<'w>(world: &'w World, node: WorldId, output: &str) -> Vec<(usize, &'w Route)> {
    let Some(kind) = world.node(node).map(|n| n.kind.get()) else { return Vec::new() };
    let Some(port) = kind.output(output) else { return Vec::new() };
    world.routes.iter().enumerate().filter(|(_, r)| r.from == (node, port)).collect()
}

/// The nodes that an output leads to, by an input of this name.
fn links(world: &World, node: WorldId, output: &str, input: &str) -> Vec<(usize, WorldId)> {
    let goes = |route: &Route| {
        let (to, port) = route.to;
        let kind = world.node(to)?.kind.get();
        (kind.input(input) == Some(port) && kind.name.ends_with("Interpolator")).then_some(to)
    };
    leaving(world, node, output).into_iter().filter_map(|(place, r)| Some((place, goes(r)?))).collect()
}
