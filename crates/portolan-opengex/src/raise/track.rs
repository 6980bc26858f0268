//! Tracks: curves as OpenGEX has them, or samples.

use portolan_eval::drive::{Moment, Steps, Wire, span};
use portolan_eval::track::{Cubics, Keeps, Limits, Rows, Track, Wanted};
use portolan_scene::{Fate, Interpolation, Methods, Operation, Origin, Tangents};
use portolan_syntax::ddl::Structure;

use super::animation::{Driven, Played};
use super::{Raise, codes, single};

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
    /// What its numbers are.
    pub rows: Rows,
}

/// How exact the tracks of a structure are.
#[derive(Clone, Copy, Default)]
pub(crate) struct Exactness {
    /// Is there one with more keys than the document has?
    sampled: bool,
    /// Is there one that would need more than it may have?
    coarse: bool,
}

impl<'a> Raise<'a> {
    /// The tracks of a structure, one for each clip that moves it.
    pub fn tracks(&self, goal: &Goal<'_>, drivers: &[Driven<'a>]) -> (Vec<Played<'a>>, Exactness) {
        let touches = |d: &Driven<'a>| goal.numbers.iter().any(|(place, _)| d.drives(*place));
        let mut numbers = goal.values.to_vec();
        self.each_play(goal, drivers, touches, |wires, window| {
            let wanted = Wanted {
                rows: goal.rows,
                limits: Limits::All(goal.tolerance),
                keeps: Keeps::sums(Cubics::All),
                rate: self.options.sample_rate,
                window,
            };
            let mut f = |moment: Moment, out: &mut [f64]| {
                numbers.copy_from_slice(goal.values);
                wires.iter().for_each(|wire| wire.set(moment, &mut numbers));
                for ((place, factor), out) in goal.numbers.iter().zip(out) {
                    *out = numbers.get(*place).copied().unwrap_or(0.0) * factor;
                }
            };
            let track = Track::new(wires, &wanted, &mut f);
            match track.tangents {
                Some(_) => in_order(&track).unwrap_or_else(|| Track::fitted(wires, &wanted, &mut f)),
                None => track,
            }
        })
    }

    /// Tracks of an operation as a matrix.
    pub fn matrix_tracks(
        &self,
        name: &str,
        operation: &Operation,
        drivers: &[Driven<'a>],
    ) -> (Vec<Played<'a>>, Exactness) {
        let tolerance = self.options.tolerance.max(1e-9);
        let goal = Goal { name, size: Some(16), numbers: &[], values: &[], tolerance, rows: Rows::Numbers(16) };
        self.each_play(
            &goal,
            drivers,
            |_| true,
            |wires, window| {
                let mut steps = Steps::new(vec![operation.clone()], wires.iter().map(|w| (0, w.clone())).collect());
                let wanted = Wanted {
                    rows: Rows::Numbers(16),
                    limits: Limits::All(tolerance),
                    keeps: Keeps::STEPS,
                    rate: self.options.sample_rate,
                    window,
                };
                Track::new(wires, &wanted, &mut |moment, out| {
                    out.copy_from_slice(&steps.matrix(moment).to_cols_array());
                })
            },
        )
    }

    /// One track for each clip in which something drives a structure.
    fn each_play(
        &self,
        goal: &Goal<'_>,
        drivers: &[Driven<'a>],
        touches: impl Fn(&Driven<'a>) -> bool,
        mut make: impl FnMut(&[Wire<'a>], (f64, f64)) -> Track,
    ) -> (Vec<Played<'a>>, Exactness) {
        let mut all = Vec::new();
        let mut exactness = Exactness::default();
        for (number, play) in self.plays.list.iter().enumerate() {
            let mine = || drivers.iter().filter(|d| d.play == number && touches(d));
            let Some(first) = mine().next() else { continue };
            let wires: Vec<Wire<'a>> = mine().map(|d| d.wire.clone()).collect();
            // All keys are written, for the animation says itself when it begins and ends.
            let Some(mut window) = span(&wires, (f64::NEG_INFINITY, f64::INFINITY)) else { continue };
            if wires.iter().any(|w| w.runs_on(play.window)) {
                window = (window.0.min(play.window.0), window.1.max(play.window.1));
            }
            let made = make(&wires, window);
            let keys = (made.times.first().copied().unwrap_or(0.0), made.times.last().copied().unwrap_or(0.0));
            exactness.sampled |= made.sampled;
            exactness.coarse |= made.coarse;
            let Some(track) = structure(goal, &made) else { continue };
            all.push(Played { play: number, begin: first.begin, end: first.end, keys, track });
        }
        (all, exactness)
    }

    /// Tells how exact tracks are.
    pub fn tell_exactness(&mut self, name: &str, exactness: Exactness, origin: Origin) {
        if exactness.sampled {
            let message = format!("the animation of `{name}` was sampled");
            self.losses.push(&codes::SAMPLED, Fate::Baked, origin, message);
        }
        if exactness.coarse {
            let message = format!("the animation of `{name}` needs more keys than allowed and is less exact");
            self.losses.push(&codes::SAMPLED, Fate::Approximated, origin, message);
        }
    }
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

/// A cubic track whose control points have their times in order, as OpenGEX wants them; `None` if they cannot be.
///
/// Where they cross, but time still runs forward, the piece is cut in two, which changes nothing.
fn in_order(track: &Track) -> Option<Track> {
    let [arriving, leaving] = &**track.tangents.as_ref()?;
    let row = |list: &[f64], key: usize| list.get(key * track.width..(key + 1) * track.width).map(<[f64]>::to_vec);
    let mut pieces: Vec<[Point; 4]> = Vec::new();
    for (k, (from, to)) in track.times.iter().zip(track.times.iter().skip(1)).enumerate() {
        let third = (to - from) / 3.0;
        let point = |time: f64, values: Option<Vec<f64>>| Some(Point { time, values: values? });
        let start = point(*from, row(&track.values, k))?;
        let leave = point(leaving.times.get(k).copied().unwrap_or(from + third), row(&leaving.values, k))?;
        let arrive = point(arriving.times.get(k + 1).copied().unwrap_or(to - third), row(&arriving.values, k + 1))?;
        let end = point(*to, row(&track.values, k + 1))?;
        let inside = |t: f64| *from - 1e-6 * (to - from) <= t && t <= *to + 1e-6 * (to - from);
        if !inside(leave.time) || !inside(arrive.time) {
            return None;
        }
        order([start, leave, arrive, end], 0, &mut pieces)?;
    }
    let finite = |p: &Point| p.time.is_finite() && p.values.iter().all(|v| v.is_finite());
    let sound = !pieces.is_empty() && pieces.iter().flatten().all(finite);
    sound.then(|| of_pieces(&pieces, track.width))
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

fn of_pieces(pieces: &[[Point; 4]], width: usize) -> Track {
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
    let side = |times: Vec<f64>, values| Tangents { times: if even { Vec::new() } else { times }, values };
    let tangents = Some(Box::new([side(into, arriving), side(out, leaving)]));
    let methods = Methods::All(Interpolation::Bezier);
    Track { times, values, width, methods, tangents, ..Track::default() }
}

/// The structure of a track; `None` if there are no keys.
fn structure<'a>(goal: &Goal<'_>, keys: &Track) -> Option<Structure<'a>> {
    let width = keys.width;
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
    time.push(moments);
    match keys.tangents.as_deref() {
        None if keys.method() == Interpolation::Step => value = value.property("curve", "constant").with(values),
        None => value.push(values),
        Some([arriving, leaving]) => {
            if !arriving.times.is_empty() {
                time = time.property("curve", "bezier");
                time.push(key(Some("-control"), Structure::data(pick_times(&arriving.times))));
                time.push(key(Some("+control"), Structure::data(pick_times(&leaving.times))));
            }
            value = value.property("curve", "bezier").with(values);
            value.push(key(Some("-control"), pick(&arriving.values)));
            value.push(key(Some("+control"), pick(&leaving.values)));
        }
    }
    let target = portolan_syntax::ddl::Literal::Ref(format!("%{}", goal.name).into());
    Some(Structure::new("Track").property("target", target).with(time).with(value))
}
