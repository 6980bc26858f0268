//! Formulas as drivers: each with the curves and formulas that it reads.

use std::sync::Arc;

use portolan_scene::{ClipId, FormulaInstance, Part, Scene, Target};

use super::{Moment, Source, Wire, moments};
use crate::formula::{self, formula_order};
use crate::overrides::first;
use crate::{Overrides, Playing, duration};

/// A number that a formula gives.
#[derive(Clone, Debug)]
pub(super) struct Computed<'a> {
    scene: &'a Scene,
    /// From when to when it is computed.
    pub window: (f64, f64),
    /// The curves that it depends on.
    reads: Vec<Wire<'a>>,
    /// What is computed, itself last.
    steps: Vec<&'a FormulaInstance>,
    target: &'a Target,
}

impl Computed<'_> {
    /// The number at a time; not a number if there is none.
    pub fn value(&self, t: f64) -> f64 {
        let t = t.max(self.window.0).min(self.window.1);
        let mut overrides = Overrides::default();
        self.reads.iter().for_each(|wire| wire.apply(t, &mut overrides));
        formula::compute(self.scene, self.steps.iter().copied(), &mut overrides);
        overrides.get(self.target).unwrap_or(f64::NAN)
    }

    /// Is it the same formula in use?
    pub fn is(&self, other: &Computed<'_>) -> bool {
        self.steps.last().zip(other.steps.last()).is_some_and(|(a, b)| std::ptr::eq(*a, *b))
    }

    /// Is nothing that it depends on driven?
    pub fn is_constant(&self) -> bool {
        self.reads.is_empty()
    }

    /// The times at which what it depends on may change its course.
    pub fn moments(&self, window: (f64, f64)) -> Vec<f64> {
        moments(&self.reads, window, true)
    }
}

/// The formulas of what plays, beside its curves.
pub(super) fn all<'a>(scene: &'a Scene, playing: &Playing, curves: &[Wire<'a>]) -> Vec<Wire<'a>> {
    let formulas = playing_formulas(scene, playing);
    if formulas.is_empty() {
        return Vec::new();
    }
    let window = duration(scene, playing).unwrap_or((0.0, 0.0));
    let mut made: Vec<Wire<'a>> = Vec::new();
    let order = formula_order(scene, &formulas).order;
    for (nth, index) in order.iter().enumerate() {
        let Some((instance, target)) = formulas.get(*index).and_then(|f| Some((*f, formula::result(scene, f)?))) else {
            continue;
        };
        // What it reads, then what that reads; all of it stands before it in the order.
        let mut read: Vec<Target> = formula::reads(scene, instance).cloned().collect();
        let mut steps = vec![instance];
        for before in order.iter().take(nth).rev().filter_map(|i| formulas.get(*i)) {
            if formula::result(scene, before).is_some_and(|t| read.iter().any(|r| formula::is_same(r, t))) {
                read.extend(formula::reads(scene, before).cloned());
                steps.push(before);
            }
        }
        steps.reverse();
        let is_read = |wire: &&Wire<'a>| {
            read.iter().any(|r| same_field(wire.target, r) && wire.drives(r.part().map_or(0, first) as usize))
        };
        let reads = curves.iter().filter(is_read).cloned().collect();
        let origin = scene.formula(instance.formula).map(|f| f.meta.origin).unwrap_or_default();
        made.push(Wire {
            target,
            place: target.part().map_or(0, first) as usize,
            count: 1,
            animation: None,
            origin,
            begin: None,
            end: None,
            source: Source::Formula(Arc::new(Computed { scene, window, reads, steps, target })),
        });
    }
    made
}

fn same_field(a: &Target, b: &Target) -> bool {
    a.with_part(Part::All) == b.with_part(Part::All)
}

/// The formulas that are computed while something plays.
pub(crate) fn playing_formulas<'a>(scene: &'a Scene, playing: &Playing) -> Vec<&'a FormulaInstance> {
    if *playing == Playing::Nothing {
        return Vec::new();
    }
    let clips = match playing {
        Playing::Clip(ClipId(clip)) => scene.clips.get(*clip as usize..=*clip as usize).unwrap_or_default(),
        Playing::Everything => &scene.clips,
        Playing::Default | Playing::Nothing => &[],
    };
    scene.standing.iter().chain(clips.iter().flat_map(|c| &c.formulas)).collect()
}

impl Wire<'_> {
    /// The times at which a formula may change its course.
    pub(super) fn formula_moments(&self, window: (f64, f64)) -> Option<Vec<f64>> {
        match &self.source {
            Source::Formula(computed) => Some(computed.moments(window)),
            Source::Curve { .. } => None,
        }
    }

    /// The number that it drives first, at a time.
    pub fn number(&self, t: f64) -> f64 {
        let mut one = [0.0];
        self.values(Moment::At(t), &mut one);
        let [one] = one;
        one
    }
}
