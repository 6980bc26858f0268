//! What animations set at a time.

use portolan_scene::{AnimationId, ClipId, FormulaInstance, Scene, Target};

use crate::drive::Wire;
use crate::kinematics::Kinematics;
use crate::{Overrides, drive, formula, formula_order};

/// What plays.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Playing {
    /// All animations that no clip names, and the formulas that always hold.
    #[default]
    Default,
    /// A clip, with its formulas and those that always hold.
    Clip(ClipId),
    /// All animations and the formulas of all clips at once.
    Everything,
    /// Nothing: everything is as it was written.
    Nothing,
}

/// Everything that curves and formulas set at a time (seconds, on the scale of the keys).
///
/// Of two channels that drive the same number the last one wins. Formulas are computed after the curves, each behind
/// those whose results it uses; those that depend on themselves ([`crate::formula_order`]) are left out. Before a clip
/// starts and after it ends, it is as it is there.
pub fn sample(scene: &Scene, playing: &Playing, t: f64) -> Overrides {
    Player::new(scene, playing).at(t)
}

/// What plays, ready for many moments.
#[derive(Debug)]
pub struct Player<'a> {
    scene: &'a Scene,
    /// When a clip starts and ends.
    bounds: Option<(f64, f64)>,
    wires: Vec<Wire<'a>>,
    /// In the order in which they are computed.
    formulas: Vec<&'a FormulaInstance>,
}

impl<'a> Player<'a> {
    /// What plays in a scene.
    pub fn new(scene: &'a Scene, playing: &Playing) -> Player<'a> {
        let formulas = drive::playing_formulas(scene, playing);
        let order = formula_order(scene, &formulas).order;
        Player {
            scene,
            bounds: if let Playing::Clip(_) = playing { duration(scene, playing) } else { None },
            wires: drive::curve_wires(scene, playing).collect(),
            formulas: order.iter().filter_map(|i| formulas.get(*i).copied()).collect(),
        }
    }

    /// The same without what changes shapes and moves no node: a morph may have thousands of weights. Formulas may read them.
    pub fn for_places(mut self) -> Player<'a> {
        if self.formulas.is_empty() {
            self.wires.retain(|wire| !matches!(wire.target, Target::Weight { .. } | Target::Stream { .. }));
        }
        self
    }

    /// How many curves and formulas are looked at for each moment; one with many numbers counts as several.
    pub fn parts(&self) -> usize {
        /// Numbers that take as long as finding their key.
        const AT_ONCE: usize = 16;
        self.wires.iter().map(|wire| wire.count.div_ceil(AT_ONCE).max(1)).sum::<usize>() + self.formulas.len()
    }

    /// Everything that they set at a time, as [`sample`] gives it.
    pub fn at(&self, t: f64) -> Overrides {
        let mut overrides = Overrides::default();
        self.set(t, &mut overrides);
        overrides
    }

    fn set(&self, t: f64, overrides: &mut Overrides) {
        let t = self.bounds.map_or(t, |(start, end)| t.max(start).min(end));
        self.wires.iter().for_each(|wire| wire.apply(t, overrides));
        formula::compute(self.scene, self.formulas.iter().copied(), overrides);
        // The scene as it is written shows the values that its mechanisms are written with.
        if overrides.has_freedoms() {
            Kinematics::new(self.scene).apply(overrides);
        }
    }
}

/// Sets everything that curves and formulas give at a time.
pub(crate) fn play(scene: &Scene, playing: &Playing, t: f64, overrides: &mut Overrides) {
    Player::new(scene, playing).set(t, overrides);
}

/// The animations that play, those within others too, each once and in the order of the document.
pub fn animations(scene: &Scene, playing: &Playing) -> Vec<AnimationId> {
    let all = || (0..scene.animations.len() as u32).map(AnimationId);
    match playing {
        Playing::Nothing => Vec::new(),
        Playing::Everything => all().collect(),
        Playing::Default => all().filter(|id| scene.animation(*id).is_some_and(|a| !a.clipped)).collect(),
        Playing::Clip(clip) => {
            let mut seen = vec![false; scene.animations.len()];
            let mut open: Vec<AnimationId> = scene.clip(*clip).map_or_else(Vec::new, |c| c.animations.clone());
            let mut found = Vec::new();
            while let Some(id) = open.pop() {
                let (Some(animation), Some(seen)) = (scene.animation(id), seen.get_mut(id.index())) else { continue };
                if !std::mem::replace(seen, true) {
                    found.push(id);
                    open.extend(&animation.children);
                }
            }
            found.sort_unstable();
            found
        }
    }
}

/// From when to when something moves, in seconds on the scale of the keys; `None` if nothing does.
///
/// A clip without an end lasts to the last key of its animations, and one that would end before it starts is a moment.
pub fn duration(scene: &Scene, playing: &Playing) -> Option<(f64, f64)> {
    let played = animations(scene, playing);
    let both = |a: (f64, f64), b: (f64, f64)| (a.0.min(b.0), a.1.max(b.1));
    let ranges = played.iter().filter_map(|id| {
        let animation = scene.animation(*id)?;
        let curves = animation.channels.iter().filter_map(|c| scene.curve(c.curve));
        let (start, end) = curves.filter_map(|c| Some((*c.keys.first()?, *c.keys.last()?))).reduce(both)?;
        let start = animation.start.unwrap_or(start);
        Some((start, animation.end.unwrap_or(end).max(start)))
    });
    let keys = ranges.reduce(both);
    match playing {
        Playing::Clip(clip) => {
            let clip = scene.clip(*clip)?;
            let end = clip.end.or(keys.map(|k| k.1)).unwrap_or(clip.start);
            Some((clip.start, end.max(clip.start)))
        }
        _ => keys,
    }
}

#[cfg(test)]
mod tests {
    use portolan_scene::{
        Animation, Binding, Channel, Clip, Curve, CurveId, Expression, Formula, FormulaId, FormulaInstance, Function,
        Meta, Node, NodeId, Operation, Parameter, Part, Target, Transform,
    };

    use super::*;

    fn curve(keys: &[f64], values: &[f64]) -> Curve {
        Curve::linear((values.len() / keys.len()) as u32, keys.to_vec(), values.to_vec())
    }

    fn target(part: Part) -> Target {
        Target::Transform { node: NodeId(0), transform: 0, part }
    }

    fn animation(curve: u32, part: Part, clipped: bool) -> Animation {
        let channel = Channel { curve: CurveId(curve), first: 0, target: target(part), factor: 1.0 };
        Animation { channels: vec![channel], clipped, ..Animation::default() }
    }

    fn scene() -> Scene {
        let place = Transform { sid: None, operation: Operation::Translate([7.0, 8.0, 9.0]) };
        let clip = |start, end, animations: &[u32]| Clip {
            start,
            end,
            animations: animations.iter().map(|a| AnimationId(*a)).collect(),
            ..Clip::default()
        };
        Scene {
            nodes: vec![Node { transforms: vec![place], ..Node::default() }],
            curves: vec![
                curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 10.0, 20.0, 30.0]),
                curve(&[0.0, 1.0], &[100.0, 200.0]),
                curve(&[0.0, 4.0], &[-1.0, -5.0]),
            ],
            animations: vec![
                animation(0, Part::All, false),
                animation(1, Part::At(1), false),
                Animation { children: vec![AnimationId(3)], clipped: true, ..Animation::default() },
                Animation { nested: true, ..animation(2, Part::At(2), true) },
            ],
            clips: vec![clip(1.0, Some(3.0), &[2]), clip(0.0, None, &[2])],
            ..Scene::default()
        }
    }

    fn at(overrides: &Overrides) -> [Option<f64>; 3] {
        [0, 1, 2].map(|i| overrides.get(&target(Part::At(i))))
    }

    #[test]
    fn clips_do_not_play_by_themselves_and_the_last_channel_wins() {
        let scene = scene();
        assert_eq!(at(&sample(&scene, &Playing::Default, 0.5)), [Some(5.0), Some(150.0), Some(15.0)]);
        assert_eq!(at(&sample(&scene, &Playing::Everything, 0.5)), [Some(5.0), Some(150.0), Some(-1.5)]);
        assert_eq!(at(&sample(&scene, &Playing::Nothing, 0.5)), [None; 3]);
        let clip = Playing::Clip(ClipId(0));
        for (t, expected) in [(0.0, -2.0), (1.0, -2.0), (2.0, -3.0), (9.0, -4.0)] {
            assert_eq!(at(&sample(&scene, &clip, t)), [None, None, Some(expected)]);
        }
        assert_eq!(duration(&scene, &clip), Some((1.0, 3.0)));
        assert_eq!(duration(&scene, &Playing::Clip(ClipId(1))), Some((0.0, 4.0)));
        assert_eq!(duration(&scene, &Playing::Default), Some((0.0, 1.0)));
        assert_eq!(duration(&scene, &Playing::Nothing), None);
        assert_eq!(animations(&scene, &clip), [AnimationId(2), AnimationId(3)]);
    }

    #[test]
    fn a_channel_picks_values_and_scales_them() {
        let mut scene = scene();
        scene.animations.truncate(1);
        scene.animations[0].channels[0].first = 1;
        scene.animations[0].channels[0].factor = 2.0;
        scene.animations[0].channels[0].target = target(Part::At(0));
        assert_eq!(at(&sample(&scene, &Playing::Default, 0.5)), [Some(20.0), None, None]);
        scene.animations[0].channels[0].target = target(Part::All);
        assert_eq!(at(&sample(&scene, &Playing::Default, 0.5)), [Some(20.0), Some(30.0), None]);
    }

    #[test]
    fn an_animation_begins_and_ends_where_it_says() {
        let mut scene = scene();
        // Keys at 0 and 1 from 100 to 200, of which only 0.25 to 0.5 is played.
        scene.animations[1].start = Some(0.25);
        scene.animations[1].end = Some(0.5);
        scene.animations.remove(0);
        for (t, expected) in [(0.0, 125.0), (0.3, 130.0), (0.5, 150.0), (7.0, 150.0)] {
            assert_eq!(at(&sample(&scene, &Playing::Default, t))[1], Some(expected));
        }
        assert_eq!(duration(&scene, &Playing::Default), Some((0.25, 0.5)));
    }

    fn sum(a: &str, n: f64) -> Formula {
        let arguments = vec![Expression::Parameter(a.into()), Expression::Number(n)];
        Formula {
            meta: Meta::default(),
            parameters: vec![Parameter { name: "spare".into(), value: 0.5 }],
            target: Some("result".into()),
            expression: Expression::Apply(Function::Plus, arguments),
        }
    }

    fn instance(formula: u32, reads: Option<u32>, writes: u32) -> FormulaInstance {
        let mut bindings = vec![("result".into(), Binding::Target(target(Part::At(writes))))];
        bindings.extend(reads.map(|r| ("a".into(), Binding::Target(target(Part::At(r))))));
        FormulaInstance { formula: FormulaId(formula), bindings }
    }

    #[test]
    fn formulas_follow_curves_and_each_other() {
        let mut scene = scene();
        scene.formulas = vec![sum("a", 1.0), sum("spare", 0.0)];
        // The first reads what the second writes, which reads what the curve writes.
        scene.clips[0].formulas = vec![instance(0, Some(1), 0), instance(0, Some(2), 1)];
        let clip = Playing::Clip(ClipId(0));
        assert_eq!(at(&sample(&scene, &clip, 2.0)), [Some(-1.0), Some(-2.0), Some(-3.0)]);
        // A number that nothing sets is read from the scene; a parameter that nothing binds has its own value.
        scene.clips[0].formulas = vec![instance(0, Some(1), 0), instance(1, None, 2)];
        assert_eq!(at(&sample(&scene, &clip, 2.0)), [Some(9.0), None, Some(0.5)]);
        assert_eq!(at(&sample(&scene, &Playing::Default, 0.0))[2], Some(0.0));
    }

    #[test]
    fn formulas_in_a_circle_are_left_out() {
        let mut scene = scene();
        scene.formulas = vec![sum("a", 1.0)];
        scene.clips[0].formulas = vec![instance(0, Some(1), 0), instance(0, Some(0), 1), instance(0, Some(2), 2)];
        let order = formula_order(&scene, &scene.clips[0].formulas);
        assert_eq!((order.order, order.cyclic), (vec![], vec![0, 1, 2]));
        assert_eq!(at(&sample(&scene, &Playing::Clip(ClipId(0)), 2.0)), [None, None, Some(-3.0)]);
    }
}
