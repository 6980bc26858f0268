//! What drives the numbers of a scene while something plays: curves and formulas alike.
//!
//! A [`Wire`] leads from a curve, or from a formula with all that it reads, to numbers of a target. Of several that drive the
//! same number the last one counts. A value that is no finite number drives nothing at that moment, as in [`Overrides`].

mod computed;
mod course;
mod steps;
#[cfg(test)]
mod tests;

pub(crate) use computed::playing_formulas;
pub use course::{Course, course, moments, regular, span};
pub use steps::{Steps, product};

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use portolan_scene::{
    Animation, AnimationId, Behaviour, Channel, Curve, Interpolation, Methods, Origin, Scene, Target,
};

use crate::curve::Walker;
use crate::overrides::first;
use crate::{Overrides, Playing, animations, curve, width};
use computed::Computed;

/// Everything that drives something, in the order in which it counts: curves as the document has them, then formulas,
/// each behind those whose results it uses.
pub fn wires<'a>(scene: &'a Scene, playing: &Playing) -> Vec<Wire<'a>> {
    let mut all: Vec<Wire<'a>> = curve_wires(scene, playing).collect();
    let computed = computed::all(scene, playing, &all);
    all.extend(computed);
    all
}

/// What drives by curves.
pub(crate) fn curve_wires<'a>(scene: &'a Scene, playing: &Playing) -> impl Iterator<Item = Wire<'a>> {
    animations(scene, playing).into_iter().flat_map(move |id| {
        let animation = scene.animation(id);
        let channels = animation.into_iter().flat_map(move |a| a.channels.iter().map(move |c| (a, c)));
        channels.filter_map(move |(animation, channel)| Wire::new(scene, (id, animation), channel))
    })
}

/// A curve or a formula that drives numbers of a target.
#[derive(Clone, Debug)]
pub struct Wire<'a> {
    /// What it drives, as the document says it.
    pub target: &'a Target,
    /// The first number of the target's field that it drives.
    pub place: usize,
    /// How many numbers.
    pub count: usize,
    /// The animation that a curve belongs to; formulas belong to none.
    pub animation: Option<AnimationId>,
    /// The animation, or the formula.
    pub origin: Origin,
    /// When it begins: before, it is as it is then.
    pub begin: Option<f64>,
    /// When it ends.
    pub end: Option<f64>,
    source: Source<'a>,
}

#[derive(Clone, Debug)]
enum Source<'a> {
    Curve {
        curve: &'a Curve,
        /// The first of the curve's values that is used.
        first: usize,
        factor: f64,
        found: Found,
    },
    Formula(Arc<Computed<'a>>),
}

/// The segment of a curve that was needed last: mostly the next one needed is the same. It changes no result.
#[derive(Debug)]
struct Found(AtomicUsize);

impl Default for Found {
    fn default() -> Found {
        Found(AtomicUsize::new(usize::MAX))
    }
}

impl Clone for Found {
    fn clone(&self) -> Found {
        Found(AtomicUsize::new(self.0.load(Ordering::Relaxed)))
    }
}

/// A point of what wires do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Moment {
    /// A time in seconds.
    At(f64),
    /// The control point behind a key, where all are curves of cubic segments.
    Leaving(usize),
    /// The control point before a key.
    Arriving(usize),
}

impl<'a> Wire<'a> {
    fn new(scene: &'a Scene, (id, animation): (AnimationId, &'a Animation), channel: &'a Channel) -> Option<Wire<'a>> {
        let curve = scene.curve(channel.curve)?;
        let first_value = channel.first as usize;
        let given = (curve.width as usize).saturating_sub(first_value);
        let count = width(scene, &channel.target).min(given);
        (count > 0 && !curve.keys.is_empty()).then_some(Wire {
            target: &channel.target,
            place: channel.target.part().map_or(0, first) as usize,
            count,
            animation: Some(id),
            origin: animation.meta.origin,
            begin: animation.start,
            end: animation.end,
            source: Source::Curve { curve, first: first_value, factor: channel.factor, found: Found::default() },
        })
    }

    /// The curve, the first of its values that is used, and what they are multiplied by; `None` is a formula.
    pub fn curve(&self) -> Option<(&'a Curve, usize, f64)> {
        match self.source {
            Source::Curve { curve, first, factor, .. } => Some((curve, first, factor)),
            Source::Formula(_) => None,
        }
    }

    /// Is it the same curve or formula, used in the same way?
    pub fn is(&self, other: &Wire<'_>) -> bool {
        let same = match (&self.source, &other.source) {
            (Source::Formula(a), Source::Formula(b)) => a.is(b),
            (
                Source::Curve { curve: a, first: i, factor: f, .. },
                Source::Curve { curve: b, first: j, factor: g, .. },
            ) => std::ptr::eq(*a, *b) && i == j && f == g,
            _ => false,
        };
        same && self.animation == other.animation && self.target == other.target
    }

    /// The same for other numbers.
    pub fn at(self, place: usize) -> Wire<'a> {
        Wire { place, ..self }
    }

    /// The same without a beginning and an end of its own, for formats that say them apart.
    pub fn uncut(self) -> Wire<'a> {
        Wire { begin: None, end: None, ..self }
    }

    /// Does it drive a number?
    pub fn drives(&self, place: usize) -> bool {
        (self.place..self.place + self.count).contains(&place)
    }

    /// Do both drive a number?
    pub fn overlaps(&self, other: &Wire<'_>) -> bool {
        self.place < other.place + other.count && other.place < self.place + self.count
    }

    /// Does it move within a window at all?
    pub fn moves(&self, window: (f64, f64)) -> bool {
        !self.is_constant() || self.runs_on(window)
    }

    /// The values that it gives, as many as fit. Those that are not finite drive nothing.
    pub(crate) fn values(&self, moment: Moment, out: &mut [f64]) {
        match (&self.source, moment) {
            (Source::Curve { curve, first, factor, found }, Moment::At(t)) => {
                let t = self.end.map_or(t, |end| t.min(end));
                let t = self.begin.map_or(t, |begin| t.max(begin));
                let mut walker = Walker::resume(curve, found.0.load(Ordering::Relaxed));
                walker.evaluate_from(*first, t, out);
                found.0.store(walker.segment(), Ordering::Relaxed);
                out.iter_mut().for_each(|v| *v *= factor);
            }
            (Source::Curve { curve, first, factor, .. }, moment) => {
                let (key, arrives) = match moment {
                    Moment::Arriving(key) => (key.saturating_sub(1), true),
                    Moment::Leaving(key) => (key, false),
                    Moment::At(_) => return,
                };
                for (value, place) in out.iter_mut().zip(*first..) {
                    let [leave, arrive] = curve::controls(curve, key, place);
                    *value = if arrives { arrive.1 } else { leave.1 } * factor;
                }
            }
            (Source::Formula(computed), Moment::At(t)) => out.fill(computed.value(t)),
            // A formula has no control points; it drives nothing there.
            (Source::Formula(_), _) => out.fill(f64::NAN),
        }
    }

    /// Puts what it gives into the numbers of the field.
    pub fn set(&self, moment: Moment, numbers: &mut [f64]) {
        let Some(numbers) = numbers.get_mut(self.place..) else { return };
        let count = self.count.min(numbers.len());
        let mut few = [0.0; 16];
        let mut many = Vec::new();
        let values = match few.get_mut(..count) {
            Some(few) => few,
            None => {
                many.resize(count, 0.0);
                &mut many[..]
            }
        };
        self.values(moment, values);
        for (number, value) in numbers.iter_mut().zip(values).filter(|(_, v)| v.is_finite()) {
            *number = *value;
        }
    }

    /// Sets what it gives at a time.
    pub fn apply(&self, t: f64, overrides: &mut Overrides) {
        let mut few = [0.0; 16];
        if let Some(few) = few.get_mut(..self.count) {
            self.values(Moment::At(t), few);
            return overrides.set(self.target, few);
        }
        let mut many = vec![0.0; self.count];
        self.values(Moment::At(t), &mut many);
        overrides.set(self.target, &many);
    }

    /// From when to when it has keys; a formula, from when to when it is computed.
    pub fn range(&self) -> (f64, f64) {
        match &self.source {
            Source::Curve { curve, .. } => {
                let (first, last) = ends(curve);
                let start = self.begin.unwrap_or(first);
                (start, self.end.unwrap_or(last).max(start))
            }
            Source::Formula(computed) => computed.window,
        }
    }

    /// Does it say itself when it begins or ends?
    pub fn is_cut(&self) -> bool {
        self.begin.is_some() || self.end.is_some()
    }

    /// Does it move before its first or behind its last key, at any time?
    pub fn goes_on(&self) -> bool {
        self.runs_on((f64::NEG_INFINITY, f64::INFINITY))
    }

    /// Does it move before its first or behind its last key, within a window?
    pub fn runs_on(&self, window: (f64, f64)) -> bool {
        let Source::Curve { curve, .. } = self.source else { return false };
        let (start, end) = self.within(window);
        let (first, last) = ends(curve);
        let moves = |b: Behaviour| !matches!(b, Behaviour::Undefined | Behaviour::Constant);
        curve.keys.len() > 1 && ((start < first && moves(curve.before)) || (end > last && moves(curve.after)))
    }

    /// The part of a window in which it may move.
    fn within(&self, (start, end): (f64, f64)) -> (f64, f64) {
        (self.begin.map_or(start, |b| b.max(start)), self.end.map_or(end, |e| e.min(end)))
    }

    /// Does nothing change from the first to the last key?
    pub fn is_constant(&self) -> bool {
        let (curve, first) = match &self.source {
            Source::Curve { curve, first, .. } => (*curve, *first),
            Source::Formula(computed) => return computed.is_constant(),
        };
        let (keys, width) = (curve.keys.len(), curve.width as usize);
        let value = |key: usize, i: usize| curve.values.get(key * width + first + i).copied().unwrap_or(0.0);
        let same = |i: usize| (1..keys).all(|k| value(k, i) == value(0, i));
        let bends = curve.in_tangents.is_some() || curve.out_tangents.is_some();
        let straight =
            |k: usize| (0..self.count).all(|i| curve::controls(curve, k, first + i).iter().all(|c| c.1 == value(k, i)));
        (0..self.count).all(same) && (!bends || (0..keys.saturating_sub(1)).all(straight))
    }

    /// Do the methods of all segments fit? A formula has none.
    fn runs_by(&self, fits: impl Fn(Interpolation) -> bool) -> bool {
        let Source::Curve { curve, .. } = self.source else { return false };
        let segments = curve.keys.len().saturating_sub(1);
        match &curve.methods {
            Methods::All(method) => segments == 0 || fits(*method),
            Methods::Each(all) => all.iter().take(segments).all(|method| fits(*method)),
        }
    }
}

/// First and last key of a curve.
fn ends(curve: &Curve) -> (f64, f64) {
    (curve.keys.first().copied().unwrap_or(0.0), curve.keys.last().copied().unwrap_or(0.0))
}
