//! Motions as keys: times, rows of numbers, and how they run from key to key.
//!
//! [`Track::new`] keeps the keys of what drives a motion where they say it exactly, and puts as many keys between them as a
//! tolerance asks for where they do not. Writers map tracks to what their format has.

mod cubic;
mod fit;
mod rows;
#[cfg(test)]
mod tests;

pub use fit::{Between, Limits};
pub use rows::Rows;

use portolan_scene::{Curve, Interpolation, Meta, Methods, Tangents};

use crate::drive::{Course, Moment, Wire, course, moments, regular, span};

/// Keys of one motion.
#[derive(Clone, PartialEq, Debug)]
pub struct Track {
    /// When, in seconds; increasing.
    pub times: Vec<f64>,
    /// Key after key, each `width` numbers.
    pub values: Vec<f64>,
    /// Numbers of a key.
    pub width: usize,
    /// Straight, in steps, or cubic ([`Interpolation::Bezier`]) from key to key. Quaternions turn where they are straight.
    pub methods: Methods,
    /// Control points of cubic segments, arriving and leaving. Without times they are at the thirds.
    pub tangents: Option<Box<[Tangents; 2]>>,
    /// Are there more keys than the document has?
    pub sampled: bool,
    /// Would it need more keys than a track may have?
    pub coarse: bool,
}

/// What a track has to be.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// What its rows are.
    pub rows: Rows,
    /// How far it may be off between keys.
    pub limits: Limits<'w>,
    /// What may be kept as it is.
    pub keeps: Keeps,
    /// Samples a second, in place of keys.
    pub rate: Option<f64>,
    /// From when to when it plays.
    pub window: (f64, f64),
}

/// What of the course of wires a track keeps, beside steps. It depends on how its rows follow from what is driven.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Keeps {
    /// Straight pieces.
    pub lines: bool,
    /// Quaternions that turn evenly.
    pub turns: bool,
    /// Cubic pieces.
    pub cubics: Cubics,
    /// Are cubic pieces fitted where they take fewer numbers than straight ones?
    pub bends: bool,
}

/// Which cubic pieces are kept.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Cubics {
    /// None.
    #[default]
    None,
    /// Those in which time runs evenly.
    Even,
    /// All.
    All,
}

impl Keeps {
    /// Steps alone: the row is any function of what is driven.
    pub const STEPS: Keeps = Keeps { lines: false, turns: false, cubics: Cubics::None, bends: false };
    /// Straight pieces as well.
    pub const LINES: Keeps = Keeps { lines: true, ..Keeps::STEPS };
    /// Everything with these cubic pieces: the row is a sum of driven numbers with factors.
    pub const fn sums(cubics: Cubics) -> Keeps {
        Keeps { lines: true, cubics, ..Keeps::STEPS }
    }

    /// Is a course kept?
    pub fn keeps(self, course: Course) -> bool {
        match course {
            Course::Step => true,
            Course::Linear => self.lines,
            Course::Slerp => self.turns,
            Course::Cubic { even } => self.cubics == Cubics::All || (even && self.cubics == Cubics::Even),
            Course::Other => false,
        }
    }
}

impl Default for Track {
    fn default() -> Track {
        Track {
            times: Vec::new(),
            values: Vec::new(),
            width: 0,
            methods: Methods::All(Interpolation::Linear),
            tangents: None,
            sampled: false,
            coarse: false,
        }
    }
}

impl Track {
    /// The motion that wires give: `f` tells its row at a moment.
    pub fn new(wires: &[Wire<'_>], wanted: &Wanted<'_>, f: &mut dyn FnMut(Moment, &mut [f64])) -> Track {
        let course = course(wires, wanted.window);
        if let Some(track) = Track::regular(wires, wanted, course, f) {
            return track;
        }
        if !wanted.keeps.keeps(course) {
            return Track::fitted(wires, wanted, f);
        }
        Track::kept(moments(wires, wanted.window, false), course, wires, wanted.rows.width(), f)
    }

    /// As many keys as straight pieces need ([`Track::fit`]).
    pub fn fitted(wires: &[Wire<'_>], wanted: &Wanted<'_>, f: &mut dyn FnMut(Moment, &mut [f64])) -> Track {
        Track::fitted_between(wires, wanted, &|_| Between::Unknown, f)
    }

    /// The same, where something is known of the pieces between two moments of the wires.
    pub fn fitted_between(
        wires: &[Wire<'_>],
        wanted: &Wanted<'_>,
        known: &dyn Fn(usize) -> Between,
        f: &mut dyn FnMut(Moment, &mut [f64]),
    ) -> Track {
        let seeds = moments(wires, wanted.window, true);
        let mut at = |t: f64, row: &mut [f64]| f(Moment::At(t), row);
        let mut track = Track::fit_between(&seeds, known, wanted.rows, wanted.limits, &mut at);
        // A key of a cubic piece has three times the numbers, and each seed is one.
        let most = track.times.len() / 4;
        if wanted.keeps.bends
            && most >= seeds.len().max(2)
            && let Some(bent) = Track::fit_cubic(&seeds, wanted.rows, wanted.limits, most, &mut at)
        {
            track = bent;
        }
        // Jumps have keys that the document does not have.
        let repeats = wires.iter().any(|w| w.runs_on(wanted.window));
        track.sampled |= !repeats && moments(wires, wanted.window, false).len() < track.times.len();
        track
    }

    /// Samples at the rate that is wanted; `None` without one, or if there would be too many.
    pub fn regular(
        wires: &[Wire<'_>],
        wanted: &Wanted<'_>,
        course: Course,
        f: &mut dyn FnMut(Moment, &mut [f64]),
    ) -> Option<Track> {
        let times = regular(span(wires, wanted.window)?, wanted.rate?)?;
        let mut track = Track::at(times, wanted.rows.width(), &mut |t, row| f(Moment::At(t), row));
        track.sampled = true;
        if course == Course::Step {
            track.methods = Methods::All(Interpolation::Step);
        }
        Some(track)
    }

    /// Keys at given times that run as the wires do.
    pub fn kept(
        times: Vec<f64>,
        course: Course,
        wires: &[Wire<'_>],
        width: usize,
        f: &mut dyn FnMut(Moment, &mut [f64]),
    ) -> Track {
        let mut track = Track::at(times, width, &mut |t, row| f(Moment::At(t), row));
        match course {
            Course::Step => track.methods = Methods::All(Interpolation::Step),
            Course::Cubic { even } => {
                track.methods = Methods::All(Interpolation::Bezier);
                track.tangents = Some(Box::new(track.control_points(wires, even, f)));
            }
            Course::Linear | Course::Slerp | Course::Other => {}
        }
        track
    }

    /// Rows at given times, straight between them.
    pub fn at(times: Vec<f64>, width: usize, f: &mut dyn FnMut(f64, &mut [f64])) -> Track {
        let mut values = vec![0.0; times.len() * width];
        for (t, row) in times.iter().zip(values.chunks_exact_mut(width.max(1))) {
            f(*t, row);
        }
        Track { times, values, width, ..Track::default() }
    }

    /// One row that never changes.
    pub fn still(time: f64, row: &[f64]) -> Track {
        Track { times: vec![time], values: row.to_vec(), width: row.len(), ..Track::default() }
    }

    fn control_points(&self, wires: &[Wire<'_>], even: bool, f: &mut dyn FnMut(Moment, &mut [f64])) -> [Tangents; 2] {
        let keys = self.times.len();
        // Outside of the curve they have no effect.
        let side =
            || Tangents { times: if even { Vec::new() } else { self.times.clone() }, values: self.values.clone() };
        let [mut arriving, mut leaving] = [side(), side()];
        let curve = wires.first().and_then(Wire::curve);
        for key in 0..keys {
            if key + 1 < keys
                && let Some(row) = leaving.values.get_mut(key * self.width..(key + 1) * self.width)
            {
                f(Moment::Leaving(key), row);
            }
            if key > 0
                && let Some(row) = arriving.values.get_mut(key * self.width..(key + 1) * self.width)
            {
                f(Moment::Arriving(key), row);
            }
            if let Some((curve, first, _)) = curve.filter(|_| !even && key + 1 < keys) {
                let [leave, arrive] = crate::curve::controls(curve, key, first);
                leaving.times.iter_mut().skip(key).take(1).for_each(|t| *t = leave.0);
                arriving.times.iter_mut().skip(key + 1).take(1).for_each(|t| *t = arrive.0);
            }
        }
        [arriving, leaving]
    }

    /// The one method of all segments.
    pub fn method(&self) -> Interpolation {
        match &self.methods {
            Methods::All(method) => *method,
            Methods::Each(all) => all.first().copied().unwrap_or_default(),
        }
    }

    /// Its rows.
    pub fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.values.chunks_exact(self.width.max(1))
    }

    /// The first `width` numbers of each key, and the others.
    pub fn split(self, width: usize) -> (Track, Track) {
        let others: Vec<usize> = (width..self.width).collect();
        let first: Vec<usize> = (0..width).collect();
        (self.clone().columns(&first), self.columns(&others))
    }

    /// Makes neighbouring quaternions lie on the same side.
    pub fn align(&mut self) {
        let mut before: Option<[f64; 4]> = None;
        for row in self.values.as_chunks_mut::<4>().0 {
            if let Some(before) = before {
                fit::to_side(row, &before);
            }
            before = Some(*row);
        }
    }

    /// Are all values as given, but for a difference that does not matter? Four numbers may be a quaternion, or its
    /// opposite.
    pub fn is_always(&self, usual: &[f64], tolerance: f64) -> bool {
        let is_usual = |row: &[f64]| {
            let same = row.iter().zip(usual).all(|(a, b)| (a - b).abs() <= tolerance);
            let opposite = self.width == 4 && row.iter().zip(usual).all(|(a, b)| (a + b).abs() <= tolerance);
            same || opposite
        };
        let points = self.tangents.iter().flat_map(|sides| sides.iter());
        self.rows().chain(points.flat_map(|side| side.values.chunks_exact(self.width.max(1)))).all(is_usual)
    }

    /// Is there no change at all?
    pub fn is_constant(&self) -> bool {
        self.values.get(..self.width).is_some_and(|first| self.is_always(first, 0.0))
    }

    /// The same with some of its numbers only, in this order.
    pub fn columns(self, picked: &[usize]) -> Track {
        let width = self.width.max(1);
        if picked.iter().copied().eq(0..width) {
            return self;
        }
        let pick = |values: &[f64]| -> Vec<f64> {
            let rows = values.chunks_exact(width);
            rows.flat_map(|row| picked.iter().map(|at| row.get(*at).copied().unwrap_or(0.0))).collect()
        };
        let sides = self.tangents.map(|sides| {
            Box::new(sides.map(|side| Tangents {
                times: match side.times.len() == side.values.len() && width > 1 {
                    true => pick(&side.times),
                    false => side.times,
                },
                values: pick(&side.values),
            }))
        });
        Track { values: pick(&self.values), width: picked.len(), tangents: sides, ..self }
    }

    /// The same without keys that straight ways between others come near enough to.
    ///
    /// From each key that stays, the ways that pass all keys behind it near enough are known as a range of slopes for each
    /// number; the last key within the ranges is the next that stays.
    pub fn thinned(self, limit: f64) -> Track {
        let width = self.width.max(1);
        if self.tangents.is_some() || self.methods != Methods::All(Interpolation::Linear) || self.times.len() < 3 {
            return self;
        }
        let row = |key: usize| self.values.get(key * width..(key + 1) * width).unwrap_or_default();
        let mut stay = vec![0];
        let mut from = 0;
        let mut slopes = vec![(f64::NEG_INFINITY, f64::INFINITY); width];
        for (key, time) in self.times.iter().enumerate().skip(1) {
            let since = |from: usize| time - self.times.get(from).copied().unwrap_or(*time);
            let within = |from: usize, slopes: &[(f64, f64)]| {
                let mut all = row(from).iter().zip(row(key)).zip(slopes);
                all.all(|((a, b), (low, high))| (*low..=*high).contains(&((b - a) / since(from))))
            };
            if !within(from, &slopes) {
                from = key - 1;
                stay.push(from);
                slopes.fill((f64::NEG_INFINITY, f64::INFINITY));
            }
            for ((a, b), (low, high)) in row(from).iter().zip(row(key)).zip(&mut slopes) {
                *low = low.max((b - limit - a) / since(from));
                *high = high.min((b + limit - a) / since(from));
            }
        }
        stay.push(self.times.len() - 1);
        let times = stay.iter().filter_map(|key| self.times.get(*key)).copied().collect();
        let values = stay.iter().flat_map(|key| row(*key)).copied().collect();
        Track { times, values, ..self }
    }

    /// Leaves only the first key.
    pub fn shorten(&mut self) {
        if self.tangents.take().is_some() {
            self.methods = Methods::All(Interpolation::Linear);
        }
        self.times.truncate(1);
        self.values.truncate(self.width);
    }

    /// The same as a curve of the scene, which stays where it has no keys.
    pub fn into_curve(self, meta: Meta) -> Curve {
        let [arriving, leaving] = self.tangents.map_or([None, None], |sides| sides.map(Some));
        Curve {
            meta,
            methods: self.methods,
            in_tangents: arriving,
            out_tangents: leaving,
            ..Curve::linear(self.width as u32, self.times, self.values)
        }
    }
}
