//! What plays: a clock for each clip, interpolators behind it, and routes to what they drive.

use hashbrown::HashSet;
use portolan_eval::drive::{Moment, Wire, wires};
use portolan_eval::track::{Cubics, Keeps, Limits, Rows, Track, Wanted};
use portolan_eval::{Playing, duration};
use portolan_scene::glam::DQuat;
use portolan_scene::{
    CameraField, CameraId, Clip, ClipId, ColourSlot, Fate, Interpolation, LightField, LightId, MaterialId, NodeId,
    Operation, Origin, Projection, ScalarSlot, Scene, Target, encode_light,
};

use super::matrix::{parts, rotation};
use super::{Raise, codes};
use crate::world::{NodeId as WorldId, Port, Route, Value};

/// Something of the world that follows numbers of the scene.
pub(super) enum Follower {
    Step { node: NodeId, transform: u32, world: WorldId, what: What },
    Camera { camera: CameraId, world: WorldId },
    Light { light: LightId, world: WorldId },
    Material { material: MaterialId, world: WorldId, constant: bool },
}

/// Which field of a `Transform` follows an operation.
#[derive(Clone, Copy)]
pub(super) enum What {
    /// Three numbers.
    Three(&'static str),
    /// The rotation.
    Turn,
    /// All of them.
    Matrix,
}

/// A `TimeSensor`, and from when to when it plays.
pub(super) struct Clock {
    pub sensor: WorldId,
    pub window: (f64, f64),
}

/// One field that an interpolator drives.
struct Goal<'g> {
    world: WorldId,
    field: &'static str,
    kind: &'static str,
    rows: Rows,
    keeps: Keeps,
    origin: Origin,
    /// A row at a moment.
    row: &'g mut dyn FnMut(Moment, &mut [f64]),
}

/// Transforms that animations drive.
pub(super) fn driven(scene: &Scene) -> HashSet<(NodeId, u32)> {
    let clips = (0..scene.clips.len() as u32).map(|c| Playing::Clip(ClipId(c)));
    let all = std::iter::once(Playing::Default).chain(clips).flat_map(|playing| wires(scene, &playing));
    let step = |wire: Wire<'_>| match wire.target {
        Target::Transform { node, transform, .. } => Some((*node, *transform)),
        _ => None,
    };
    all.filter_map(step).collect()
}

impl Raise<'_> {
    /// Clocks and interpolators of everything that moves.
    pub fn motions(&mut self) -> Vec<WorldId> {
        let scene = self.scene;
        let mut held = Vec::new();
        let clips = scene.clips.iter().zip(0..).map(|(clip, at)| (Playing::Clip(ClipId(at)), Some(clip)));
        for (playing, clip) in std::iter::once((Playing::Default, None)).chain(clips) {
            let wires = wires(scene, &playing);
            let Some((start, end)) = duration(scene, &playing).filter(|_| !wires.is_empty()) else {
                self.tell_clip(clip, false);
                continue;
            };
            // What always plays keeps its times.
            let start = if clip.is_none() { start.min(0.0) } else { start };
            let origin = clip.map_or(Origin::default(), |c| c.meta.origin);
            let Some(sensor) = self.node("TimeSensor", origin) else { continue };
            if clip.is_none() {
                let message = "animations without a clip are written as clip `Animation`";
                self.lose(&codes::ANIMATION, Fate::Baked, origin, message);
            }
            self.name(sensor, Some(clip.and_then(|c| c.meta.label()).unwrap_or("Animation")));
            let length = if end > start { end - start } else { 1.0 };
            self.number(sensor, "cycleInterval", length);
            self.world.set(sensor, "loop", Value::Bool(clip.is_none()));
            let clock = Clock { sensor, window: (start, start + length) };
            let mut behind = Vec::new();
            self.tell_still(&wires);
            for wire in wires.iter().filter(|w| w.goes_on()) {
                let message = "extrapolation of an animation beyond its keys is limited to its clip";
                self.lose(&codes::ANIMATION, Fate::Approximated, wire.origin, message);
            }
            for at in 0..self.followers.len() {
                self.follow(at, &clock, &wires, &mut behind);
            }
            self.bend(&clock, &playing, &mut behind);
            self.tell_clip(clip, !behind.is_empty());
            if !behind.is_empty() {
                held.push(sensor);
                held.extend(behind);
            }
        }
        held
    }

    fn follow(&mut self, at: usize, clock: &Clock, wires: &[Wire<'_>], held: &mut Vec<WorldId>) {
        let scene = self.scene;
        let mine = |is: &dyn Fn(&Target) -> bool| -> Vec<Wire<'_>> {
            wires.iter().filter(|w| is(w.target)).cloned().collect()
        };
        let lines = Keeps::sums(Cubics::None);
        match self.followers.get(at) {
            Some(Follower::Step { node, transform, world, what }) => {
                let (node, transform, world, what) = (*node, *transform, *world, *what);
                let mine = mine(
                    &|t| matches!(t, Target::Transform { node: n, transform: s, .. } if *n == node && *s == transform),
                );
                let Some(from) = scene.node(node) else { return };
                let Some(step) = from.transforms.get(transform as usize) else { return };
                self.step(clock, &mine, &step.operation, world, what, from.meta.origin, held);
            }
            Some(Follower::Camera { camera, world }) => {
                let (id, world) = (*camera, *world);
                let mine = mine(
                    &|t| matches!(t, Target::Camera { camera, field: CameraField::X | CameraField::Y } if *camera == id),
                );
                let Some(camera) = scene.camera(id) else { return };
                let Projection::Perspective { x, y, aspect } = camera.projection else { return };
                let mut row = |moment: Moment, out: &mut [f64]| {
                    let (mut now_x, mut now_y) = ([x.unwrap_or(0.0)], [y.unwrap_or(0.0)]);
                    let (mut has_x, mut has_y) = (x.is_some(), y.is_some());
                    for wire in &mine {
                        match wire.target {
                            Target::Camera { field: CameraField::X, .. } => {
                                (has_x, _) = (true, wire.set(moment, &mut now_x))
                            }
                            _ => (has_y, _) = (true, wire.set(moment, &mut now_y)),
                        }
                    }
                    let ([x], [y]) = (now_x, now_y);
                    let projection = Projection::Perspective { x: has_x.then_some(x), y: has_y.then_some(y), aspect };
                    out.fill(super::lamp::smaller(projection));
                };
                let (kind, origin) = ("ScalarInterpolator", camera.meta.origin);
                let goal = Goal {
                    world,
                    field: "fieldOfView",
                    kind,
                    rows: Rows::Numbers(1),
                    keeps: Keeps::STEPS,
                    origin,
                    row: &mut row,
                };
                self.interpolate(clock, &mine, goal, held);
            }
            Some(Follower::Light { light, world }) => {
                let (id, world) = (*light, *world);
                let Some(light) = scene.light(id) else { return };
                let origin = light.meta.origin;
                let of = |wanted: LightField| {
                    mine(&|t| matches!(t, Target::Light { light, field, .. } if *light == id && *field == wanted))
                };
                let colours = of(LightField::Colour);
                let mut row = |moment: Moment, out: &mut [f64]| colour(&colours, light.colour, false, moment, out);
                let goal = Goal {
                    world,
                    field: "color",
                    kind: "ColorInterpolator",
                    rows: Rows::Numbers(4),
                    keeps: lines,
                    origin,
                    row: &mut row,
                };
                self.interpolate(clock, &colours, goal, held);
                let intensities = of(LightField::Intensity);
                let mut row = |moment: Moment, out: &mut [f64]| {
                    out.fill(light.intensity);
                    intensities.iter().for_each(|w| w.set(moment, out));
                    out.iter_mut().for_each(|v| *v = v.clamp(0.0, 1.0));
                };
                let goal = Goal {
                    world,
                    field: "intensity",
                    kind: "ScalarInterpolator",
                    rows: Rows::Numbers(1),
                    keeps: lines,
                    origin,
                    row: &mut row,
                };
                self.interpolate(clock, &intensities, goal, held);
            }
            Some(Follower::Material { material, world, constant }) => {
                let (id, world, constant) = (*material, *world, *constant);
                let Some(material) = scene.material(id) else { return };
                let origin = material.meta.origin;
                let slots = match constant {
                    true => vec![(ColourSlot::Emission, "emissiveColor")],
                    false => vec![
                        (ColourSlot::Diffuse, "diffuseColor"),
                        (ColourSlot::Emission, "emissiveColor"),
                        (ColourSlot::Specular, "specularColor"),
                    ],
                };
                for (wanted, field) in slots {
                    let mine = mine(
                        &|t| matches!(t, Target::Colour { material, slot, .. } if *material == id && *slot == wanted),
                    );
                    let [r, g, b, _] = material.colour(wanted).map_or([0.0, 0.0, 0.0, 1.0], |c| c.value);
                    let light = material.is_light(wanted);
                    let mut row = |moment: Moment, out: &mut [f64]| colour(&mine, [r, g, b], light, moment, out);
                    let goal = Goal {
                        world,
                        field,
                        kind: "ColorInterpolator",
                        rows: Rows::Numbers(4),
                        keeps: if light { Keeps::STEPS } else { lines },
                        origin,
                        row: &mut row,
                    };
                    self.interpolate(clock, &mine, goal, held);
                }
                let mine = mine(
                    &|t| matches!(t, Target::Scalar { material, slot: ScalarSlot::Transparency } if *material == id),
                );
                let mut now = material.clone();
                let mut row = |moment: Moment, out: &mut [f64]| {
                    let mut value = [material.transparency.map_or(1.0, |t| t.0)];
                    mine.iter().for_each(|w| w.set(moment, &mut value));
                    let [share] = value;
                    now.transparency = Some(portolan_scene::Scalar(share));
                    out.fill(1.0 - super::surface::opacity(&now));
                };
                let goal = Goal {
                    world,
                    field: "transparency",
                    kind: "ScalarInterpolator",
                    rows: Rows::Numbers(1),
                    keeps: lines,
                    origin,
                    row: &mut row,
                };
                if self.interpolate(clock, &mine, goal, held) {
                    // One of the two says it now.
                    let [r, g, b, alpha] = self.world.numbers(world, "diffuseColor");
                    self.world.set(world, "diffuseColor", Value::Numbers([r, g, b, 1.0]));
                    self.number(world, "transparency", 1.0 - alpha);
                }
            }
            None => {}
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn step(
        &mut self,
        clock: &Clock,
        mine: &[Wire<'_>],
        operation: &Operation,
        world: WorldId,
        what: What,
        origin: Origin,
        held: &mut Vec<WorldId>,
    ) {
        let now = |moment: Moment| {
            let mut now = operation.clone();
            mine.iter().for_each(|w| w.set(moment, now.values_mut()));
            now
        };
        let quaternion = |operation: &Operation| DQuat::from_mat4(&operation.matrix()).normalize().to_array();
        let lines = Keeps::sums(Cubics::None);
        match what {
            What::Three(field) => {
                let mut row = |moment: Moment, out: &mut [f64]| {
                    now(moment).values().iter().zip(out).for_each(|(v, out)| *out = *v);
                };
                let goal = Goal {
                    world,
                    field,
                    kind: "PositionInterpolator",
                    rows: Rows::Numbers(3),
                    keeps: lines,
                    origin,
                    row: &mut row,
                };
                self.interpolate(clock, mine, goal, held);
            }
            What::Turn => {
                let keeps = match operation {
                    Operation::Quaternion(_) => Keeps { turns: true, ..Keeps::STEPS },
                    _ => Keeps::STEPS,
                };
                let mut row = |moment: Moment, out: &mut [f64]| {
                    quaternion(&now(moment)).iter().zip(out).for_each(|(v, out)| *out = *v);
                };
                let goal = Goal {
                    world,
                    field: "rotation",
                    kind: "OrientationInterpolator",
                    rows: Rows::Turn,
                    keeps,
                    origin,
                    row: &mut row,
                };
                self.interpolate(clock, mine, goal, held);
            }
            What::Matrix => {
                let fields = ["translation", "rotation", "scale", "scaleOrientation"];
                for (which, field) in fields.into_iter().enumerate() {
                    let turns = which % 2 == 1;
                    let mut row = |moment: Moment, out: &mut [f64]| {
                        let p = parts(now(moment).matrix());
                        let values = match which {
                            0 => p.translation.extend(0.0).to_array(),
                            1 => p.rotation.to_array(),
                            2 => p.scale.extend(0.0).to_array(),
                            _ => p.orientation.to_array(),
                        };
                        values.iter().zip(out).for_each(|(v, out)| *out = *v);
                    };
                    let kind = if turns { "OrientationInterpolator" } else { "PositionInterpolator" };
                    let rows = if turns { Rows::Turn } else { Rows::Numbers(3) };
                    let goal = Goal { world, field, kind, rows, keeps: Keeps::STEPS, origin, row: &mut row };
                    self.interpolate(clock, mine, goal, held);
                }
            }
        }
    }

    /// Puts an interpolator between a clock and a field; tells whether there is anything to drive.
    fn interpolate(&mut self, clock: &Clock, wires: &[Wire<'_>], goal: Goal<'_>, held: &mut Vec<WorldId>) -> bool {
        if wires.is_empty() {
            return false;
        }
        let length = self.job.conversion.motion_tolerance().max(1e-9);
        let length = if goal.field == "translation" { length / self.scene.space.metres } else { length };
        let wanted = Wanted {
            rows: goal.rows,
            limits: Limits::All(length),
            keeps: goal.keeps,
            rate: self.job.conversion.sample_rate,
            window: clock.window,
        };
        let mut track = Track::new(wires, &wanted, goal.row);
        if goal.rows == Rows::Turn {
            track.align();
        }
        let (keys, values) = keys(&track, clock.window, goal.rows == Rows::Turn);
        let Some(made) = self.node(goal.kind, goal.origin).filter(|_| !keys.is_empty()) else { return false };
        self.world.set(made, "key", Value::Floats(keys));
        self.world.set(made, "keyValue", Value::Floats(values));
        self.connect(clock, made, goal.world, goal.field, goal.origin);
        held.push(made);
        if track.sampled {
            let message = format!("the animation of `{}` was sampled", goal.field);
            self.lose(&codes::ANIMATION, Fate::Baked, goal.origin, message);
        }
        true
    }

    /// Routes from a clock through an interpolator to a field.
    pub fn connect(&mut self, clock: &Clock, through: WorldId, to: WorldId, field: &str, origin: Origin) {
        let port = |id: WorldId, name: &str, input: bool| -> Option<Port> {
            let kind = self.world.node(id)?.kind.get();
            if input { kind.input(name) } else { kind.output(name) }
        };
        let ends = [
            (clock.sensor, port(clock.sensor, "fraction-changed", false), through, port(through, "set-fraction", true)),
            (through, port(through, "value-changed", false), to, port(to, field, true)),
        ];
        for (from, output, to, input) in ends {
            if let (Some(output), Some(input)) = (output, input) {
                self.world.routes.push(Route { from: (from, output), to: (to, input), origin });
            }
        }
    }

    /// Tells what of a clip is not written.
    fn tell_clip(&mut self, clip: Option<&Clip>, moves: bool) {
        let Some(clip) = clip else { return };
        let label = clip.meta.label().unwrap_or("?");
        if !moves {
            let message = format!("clip `{label}` moves nothing and is dropped");
            self.lose(&codes::ANIMATION, Fate::Dropped, clip.meta.origin, message);
        } else if clip.rate.is_some() {
            let message = format!("the frame rate of clip `{label}` is dropped");
            self.lose(&codes::ANIMATION, Fate::Noted, clip.meta.origin, message);
        }
    }

    /// Tells what worlds cannot animate.
    fn tell_still(&mut self, wires: &[Wire<'_>]) {
        for wire in wires {
            let what = match wire.target {
                Target::Transform { .. } => continue,
                Target::Weight { .. } if self.job.conversion.bake_shapes => continue,
                Target::Camera { field: CameraField::X | CameraField::Y, .. } => continue,
                Target::Light { field: LightField::Colour | LightField::Intensity, .. } => continue,
                Target::Colour { slot: ColourSlot::Diffuse | ColourSlot::Emission | ColourSlot::Specular, .. } => {
                    continue;
                }
                Target::Scalar { slot: ScalarSlot::Transparency, .. } => continue,
                Target::Weight { .. } => "the weights of a morph",
                Target::Camera { .. } => "a number of a camera",
                Target::Light { .. } => "a number of a light",
                Target::Colour { .. } | Target::Scalar { .. } => "a number of a material",
                Target::Texture { .. } | Target::TextureStep { .. } => "the placement of a texture",
                Target::Visibility { .. } => "the visibility of a node",
                Target::Stream { .. } => "vertex data",
                Target::Physics { .. } => "a number of physics",
                Target::Freedom { mechanism, freedom } => {
                    let (fate, message) = self.job.scene.freedom_in_nodes(*mechanism, *freedom);
                    self.losses.push(&codes::ANIMATION, fate, wire.origin, message);
                    continue;
                }
            };
            let message = format!("{what} cannot be animated in the target format");
            self.losses.push(&codes::ANIMATION, Fate::Dropped, wire.origin, message);
        }
    }
}

/// A colour at a moment, opaque; amounts of light are encoded.
fn colour(wires: &[Wire<'_>], [r, g, b]: [f64; 3], light: bool, moment: Moment, out: &mut [f64]) {
    let mut all = [r, g, b, 1.0];
    wires.iter().for_each(|w| w.set(moment, &mut all));
    let [r, g, b, _] = all.map(|v| v.clamp(0.0, 1.0));
    let [r, g, b] = if light { encode_light([r, g, b]) } else { [r, g, b] };
    [r, g, b, 1.0].iter().zip(out).for_each(|(v, out)| *out = *v);
}

/// Keys from 0 to 1 and their values. A step is two values at the same key.
fn keys(track: &Track, (start, end): (f64, f64), turns: bool) -> (Vec<f32>, Vec<f32>) {
    let (mut keys, mut values) = (Vec::new(), Vec::new());
    let mut put = |time: f64, row: &[f64]| {
        keys.push(((time - start) / (end - start)).clamp(0.0, 1.0) as f32);
        match (turns, row.first_chunk::<4>()) {
            (true, Some(q)) => values.extend(rotation(DQuat::from_array(*q)).map(|v| v as f32)),
            _ => values.extend(row.iter().map(|v| super::finite(*v) as f32)),
        }
    };
    let stepped = track.method() == Interpolation::Step;
    let mut before: Option<&[f64]> = None;
    for (time, row) in track.times.iter().zip(track.rows()) {
        if let Some(before) = before.filter(|_| stepped) {
            put(*time, before);
        }
        put(*time, row);
        before = Some(row);
    }
    (keys, values)
}
