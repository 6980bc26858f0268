//! Tracks: curves as OpenGEX has them, or samples.

use portolan_eval::curve;
use portolan_scene::{Interpolation, Operation};
use portolan_syntax::ddl::Structure;

use super::animation::{Driven, Played};
use super::sample::{adaptive, regular};
use super::{Raise, single};

/// What a track moves.
pub(crate) struct Goal<'g> {
    /// The local name of its structure.
    pub name: &'g str,
    /// Numbers in each value; `None` is a single number without sub-arrays.
    pub size: Option<u32>,
    /// For each number of the structure which number of the thing it is, and a factor.
    pub numbers: &'g [(usize, f64)],
    /// The numbers of the thing as they are without animation.
    pub values: &'g [f64],
    /// How far samples may be off.
    pub tolerance: f64,
}

/// Keys in the making.
struct Keys {
    times: Vec<f64>,
    values: Vec<f64>,
    kind: Kind,
}

enum Kind {
    Constant,
    Linear,
    /// Control points of times (empty: at the thirds) and values, arriving and leaving.
    Bezier {
        times: Option<[Vec<f64>; 2]>,
        values: [Vec<f64>; 2],
    },
}

impl<'a> Raise<'a> {
    /// The tracks of a structure, one for each clip that moves it. The second value tells whether any was sampled.
    pub fn tracks(&self, goal: &Goal<'_>, drivers: &[Driven<'a>]) -> (Vec<Played<'a>>, bool) {
        let mut all = Vec::new();
        let mut sampled = false;
        for (number, play) in self.plays.list.iter().enumerate() {
            let wanted = |d: &&Driven<'a>| {
                d.play == number && goal.numbers.iter().any(|(place, _)| d.component(*place).is_some())
            };
            let mine: Vec<Driven<'a>> = drivers.iter().filter(wanted).copied().collect();
            let Some(first) = mine.first() else { continue };
            let (keys, was_sampled) = self.keys(goal, &mine, play.window);
            let limits = (keys.times.first().copied().unwrap_or(0.0), keys.times.last().copied().unwrap_or(0.0));
            let Some(track) = track(goal, keys) else { continue };
            sampled |= was_sampled;
            all.push(Played { play: number, begin: first.begin, end: first.end, keys: limits, track });
        }
        (all, sampled)
    }

    fn keys(&self, goal: &Goal<'_>, drivers: &[Driven<'a>], window: (f64, f64)) -> (Keys, bool) {
        let f = |t: f64, out: &mut [f64]| evaluate(goal, drivers, t, out);
        let width = goal.numbers.len();
        if let Some(rate) = self.options.sample_rate {
            let ranges = drivers.iter().map(|d| range(&d.curve.keys));
            let (first, last) = ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or(window);
            return (at(regular(first, last, rate), width, Kind::Linear, f), true);
        }
        let runs_on = drivers.iter().any(|d| d.runs_on(window));
        if !runs_on {
            let all = |method: Interpolation| drivers.iter().all(|d| segments(d).all(|m| m == method));
            let kind = match (all(Interpolation::Step), all(Interpolation::Linear)) {
                // One key has no segment: it is both.
                (_, true) => Some(Kind::Linear),
                (true, false) => Some(Kind::Constant),
                _ => None,
            };
            if let Some(kind) = kind {
                // Straight pieces of several curves are straight between the keys of all.
                return (at(union(drivers), width, kind, f), false);
            }
            if let Some(keys) = bezier(goal, drivers) {
                return (keys, false);
            }
        }
        let mut times = union(drivers);
        if runs_on {
            times.extend([window.0, window.1]);
        }
        for driver in drivers {
            let keys = &driver.curve.keys;
            let jumps = keys.iter().skip(1).zip(segments(driver)).filter(|(_, m)| *m == Interpolation::Step);
            times.extend(jumps.map(|(t, _)| f64::from((*t as f32).next_down()).min(*t - 1e-6)));
            if runs_on {
                times.extend(repeats(keys, window));
            }
        }
        times.sort_by(f64::total_cmp);
        times.dedup();
        let (times, values) = adaptive(&times, width, goal.tolerance, &mut { f });
        (Keys { times, values, kind: Kind::Linear }, true)
    }
}

impl<'a> Raise<'a> {
    /// Tracks of an operation as a matrix, sampled.
    pub fn matrix_tracks(&self, name: &str, operation: &Operation, drivers: &[Driven<'a>]) -> Vec<Played<'a>> {
        let numbers: Vec<(usize, f64)> = (0..16).map(|i| (i, 1.0)).collect();
        let tolerance = self.options.tolerance.max(1e-9);
        let goal = Goal { name, size: Some(16), numbers: &numbers, values: &[], tolerance };
        let mut all = Vec::new();
        for (number, play) in self.plays.list.iter().enumerate() {
            let mine: Vec<Driven<'a>> = drivers.iter().filter(|d| d.play == number).copied().collect();
            let Some(first) = mine.first() else { continue };
            let mut times = union(&mine);
            if mine.iter().any(|d| d.runs_on(play.window)) {
                times.extend([play.window.0, play.window.1]);
                times.sort_by(f64::total_cmp);
            }
            let mut f = |t: f64, out: &mut [f64]| {
                let mut moved = operation.clone();
                for driver in &mine {
                    let slots = moved.values_mut().iter_mut().skip(driver.place).take(driver.count);
                    for (i, slot) in slots.enumerate() {
                        let mut one = [0.0];
                        curve::evaluate_from(driver.curve, driver.first + i, t, &mut one);
                        let [one] = one;
                        *slot = if one.is_finite() { one * driver.factor } else { 0.0 };
                    }
                }
                out.copy_from_slice(&moved.matrix().to_cols_array());
            };
            let (times, values) = match self.options.sample_rate {
                Some(rate) => {
                    let (start, end) = range(&times);
                    let keys = at(regular(start, end, rate), 16, Kind::Linear, &mut f);
                    (keys.times, keys.values)
                }
                None => adaptive(&times, 16, tolerance, &mut f),
            };
            let keys = range(&times);
            let Some(track) = track(&goal, Keys { times, values, kind: Kind::Linear }) else { continue };
            all.push(Played { play: number, begin: first.begin, end: first.end, keys, track });
        }
        all
    }
}

/// The keys of curves that repeat, in every repetition within a window.
fn repeats(keys: &[f64], (start, end): (f64, f64)) -> Vec<f64> {
    let (first, last) = range(keys);
    let length = last - first;
    let (from, to) = (((start - first) / length).floor(), ((end - first) / length).ceil());
    let most = 256.0f64.min(8192.0 / keys.len() as f64);
    // Too many to count, or none at all.
    if !(length > 0.0 && to - from <= most) {
        return Vec::new();
    }
    let inside = |t: &f64| (start..=end).contains(t);
    let mut all = Vec::new();
    for turn in from as i64..to as i64 {
        let shift = turn as f64 * length;
        all.extend(keys.iter().map(|k| k + shift).filter(inside));
        all.extend(keys.iter().map(|k| first + last - k + shift).filter(inside));
        all.push((last + shift - 1e-6).clamp(start, end));
    }
    all
}

fn range(keys: &[f64]) -> (f64, f64) {
    (keys.first().copied().unwrap_or(0.0), keys.last().copied().unwrap_or(0.0))
}

fn segments<'d>(driver: &'d Driven<'_>) -> impl Iterator<Item = Interpolation> + 'd {
    (0..driver.curve.keys.len().saturating_sub(1)).map(|k| driver.curve.methods.of(k))
}

fn union(drivers: &[Driven<'_>]) -> Vec<f64> {
    let mut times: Vec<f64> = drivers.iter().flat_map(|d| &d.curve.keys).copied().collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    times
}

fn at(times: Vec<f64>, width: usize, kind: Kind, mut f: impl FnMut(f64, &mut [f64])) -> Keys {
    let mut values = vec![0.0; times.len() * width];
    for (t, row) in times.iter().zip(values.chunks_exact_mut(width.max(1))) {
        f(*t, row);
    }
    Keys { times, values, kind }
}

/// The numbers of the structure at a time. Of two curves for the same number the last one wins.
fn evaluate(goal: &Goal<'_>, drivers: &[Driven<'_>], t: f64, out: &mut [f64]) {
    for ((place, factor), out) in goal.numbers.iter().zip(out) {
        let mut value = goal.values.get(*place).copied().unwrap_or(0.0);
        if let Some((driver, component)) = owner(drivers, *place) {
            let mut one = [0.0];
            curve::evaluate_from(driver.curve, component, t, &mut one);
            let [one] = one;
            value = if one.is_finite() { one * driver.factor } else { 0.0 };
        }
        *out = value * factor;
    }
}

/// The curve that drives a number, and which of its values.
fn owner<'d, 'a>(drivers: &'d [Driven<'a>], place: usize) -> Option<(&'d Driven<'a>, usize)> {
    drivers.iter().rev().find_map(|d| Some((d, d.component(place)?)))
}

/// A point of a curve: a time and the numbers there.
#[derive(Clone)]
struct Point {
    time: f64,
    values: Vec<f64>,
}

impl Point {
    fn between(&self, other: &Point, share: f64) -> Point {
        let mix = |a: f64, b: f64| a + (b - a) * share;
        let values = self.values.iter().zip(&other.values).map(|(a, b)| mix(*a, *b)).collect();
        Point { time: mix(self.time, other.time), values }
    }
}

/// Curves of cubic pieces with the same keys, whose numbers all run through time alike.
///
/// OpenGEX wants the times of control points in order. Where they cross, but time still runs forward, the piece is cut in
/// two, which changes nothing.
fn bezier(goal: &Goal<'_>, drivers: &[Driven<'_>]) -> Option<Keys> {
    let keys = &drivers.first()?.curve.keys;
    let cubic = |m: Interpolation| !matches!(m, Interpolation::Step | Interpolation::Bspline | Interpolation::Slerp);
    let same = |d: &Driven<'_>| d.curve.keys == *keys && segments(d).all(cubic);
    if !drivers.iter().all(same) {
        return None;
    }
    let width = goal.numbers.len();
    let point = |time: f64| {
        let mut values = vec![0.0; width];
        evaluate(goal, drivers, time, &mut values);
        Point { time, values }
    };
    let mut pieces: Vec<[Point; 4]> = Vec::new();
    for (k, pair) in keys.windows(2).enumerate() {
        let [from, to] = pair else { continue };
        let (start, end) = (point(*from), point(*to));
        let (mut leave, mut arrive) = (start.clone(), end.clone());
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-6 * (to - from);
        let mut agreed: Option<(f64, f64)> = None;
        for (number, (place, factor)) in goal.numbers.iter().enumerate() {
            let Some((driver, component)) = owner(drivers, *place) else { continue };
            let [c0, c1] = curve::controls(driver.curve, k, component);
            if agreed.is_some_and(|(a, b)| !near(a, c0.0) || !near(b, c1.0)) {
                return None;
            }
            agreed = Some((c0.0, c1.0));
            let scale = factor * driver.factor;
            *leave.values.get_mut(number)? = c0.1 * scale;
            *arrive.values.get_mut(number)? = c1.1 * scale;
        }
        (leave.time, arrive.time) = agreed?;
        let inside = |t: f64| *from - 1e-6 * (to - from) <= t && t <= *to + 1e-6 * (to - from);
        if !inside(leave.time) || !inside(arrive.time) {
            return None;
        }
        order([start, leave, arrive, end], 0, &mut pieces)?;
    }
    let finite = |p: &Point| p.time.is_finite() && p.values.iter().all(|v| v.is_finite());
    if pieces.is_empty() || !pieces.iter().flatten().all(finite) {
        return None;
    }
    Some(of_pieces(&pieces))
}

/// Cuts a piece until the times of its points are in order.
fn order(piece: [Point; 4], depth: u32, out: &mut Vec<[Point; 4]>) -> Option<()> {
    let [a, mut b, mut c, d] = piece;
    // A handle without length is the shortest that there is.
    let least = (d.time - a.time) * 1e-6;
    if b.time <= a.time + least {
        b.time = a.time + least;
    }
    if c.time >= d.time - least {
        c.time = d.time - least;
    }
    let rounded = [a.time, b.time, c.time, d.time].map(single);
    if rounded.windows(2).all(|p| p.first() < p.last()) {
        out.push([a, b, c, d]);
        return Some(());
    }
    if depth > 5 {
        return None;
    }
    let (ab, bc, cd) = (a.between(&b, 0.5), b.between(&c, 0.5), c.between(&d, 0.5));
    let (left, right) = (ab.between(&bc, 0.5), bc.between(&cd, 0.5));
    let middle = left.between(&right, 0.5);
    order([a, ab, left, middle.clone()], depth + 1, out)?;
    order([middle, right, cd, d], depth + 1, out)
}

fn of_pieces(pieces: &[[Point; 4]]) -> Keys {
    let third = |p: &[Point; 4]| (p[3].time - p[0].time) / 3.0;
    let near = |p: &[Point; 4]| {
        let least = 1e-6 * (p[3].time - p[0].time);
        (p[1].time - p[0].time - third(p)).abs() <= least && (p[3].time - p[2].time - third(p)).abs() <= least
    };
    let even = pieces.iter().all(near);
    let (mut times, mut into, mut out) = (Vec::new(), Vec::new(), Vec::new());
    let (mut values, mut arriving, mut leaving) = (Vec::new(), Vec::new(), Vec::new());
    for (number, piece) in pieces.iter().enumerate() {
        let [a, b, c, d] = piece;
        if number == 0 {
            // What stands outside of the curve has no effect, but must be in order.
            times.push(a.time);
            into.push(a.time - third(piece));
            values.extend(&a.values);
            arriving.extend(&a.values);
        }
        out.push(b.time);
        leaving.extend(&b.values);
        into.push(c.time);
        arriving.extend(&c.values);
        times.push(d.time);
        values.extend(&d.values);
    }
    if let Some(piece) = pieces.last() {
        let [.., d] = piece;
        out.push(d.time + third(piece));
        leaving.extend(&d.values);
    }
    let kind = Kind::Bezier { times: (!even).then_some([into, out]), values: [arriving, leaving] };
    Keys { times, values, kind }
}

/// The structure; `None` if there are no keys.
fn track<'a>(goal: &Goal<'_>, keys: Keys) -> Option<Structure<'a>> {
    let width = goal.numbers.len();
    // Moments that files cannot tell apart are one: the later value counts.
    let kept: Vec<usize> = (0..keys.times.len())
        .filter(|k| {
            let here = keys.times.get(*k).map(|t| single(*t));
            keys.times.get(k + 1).is_none_or(|next| Some(single(*next)) > here)
        })
        .collect();
    let pick_times = |list: &[f64]| kept.iter().filter_map(|k| list.get(*k)).map(|t| single(*t)).collect::<Vec<f32>>();
    let pick = |list: &[f64]| {
        let rows = kept.iter().filter_map(|k| list.get(k * width..(k + 1) * width));
        let values: Vec<f32> = rows.flatten().map(|v| single(*v)).collect();
        match goal.size {
            Some(size) => Structure::arrays(size, values),
            None => Structure::data(values),
        }
    };
    if kept.is_empty() {
        return None;
    }
    let key = |kind: Option<&'static str>, data: Structure<'a>| {
        let key = Structure::new("Key");
        match kind {
            Some(kind) => key.property("kind", kind),
            None => key,
        }
        .with(data)
    };
    let mut time = Structure::new("Time");
    let mut value = Structure::new("Value");
    let moments = key(None, Structure::data(pick_times(&keys.times)));
    let values = key(None, pick(&keys.values));
    match &keys.kind {
        Kind::Linear => {
            time.push(moments);
            value.push(values);
        }
        Kind::Constant => {
            time.push(moments);
            value = value.property("curve", "constant").with(values);
        }
        Kind::Bezier { times, values: [arriving, leaving] } => {
            time.push(moments);
            if let Some([into, out]) = times {
                time = time.property("curve", "bezier");
                time.push(key(Some("-control"), Structure::data(pick_times(into))));
                time.push(key(Some("+control"), Structure::data(pick_times(out))));
            }
            value = value.property("curve", "bezier").with(values);
            value.push(key(Some("-control"), pick(arriving)));
            value.push(key(Some("+control"), pick(leaving)));
        }
    }
    let target = portolan_syntax::ddl::Literal::Ref(format!("%{}", goal.name).into());
    Some(Structure::new("Track").property("target", target).with(time).with(value))
}
