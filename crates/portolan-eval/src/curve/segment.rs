//! From one key to the next.

use portolan_scene::turn::slerp;
use portolan_scene::{Curve, Interpolation, Methods, Tangents};

use super::{at, copy};

/// The values at a time within the segment behind a key.
pub(super) fn evaluate(curve: &Curve, i: usize, t: f64, first: usize, out: &mut [f64]) {
    let (Some(from), Some(to)) = (curve.keys.get(i).copied(), curve.keys.get(i + 1).copied()) else { return };
    let places = first..curve.width as usize;
    let u = ((t - from) / (to - from)).clamp(0.0, 1.0);
    // At the last key the curve has arrived, even if it goes in steps.
    if t >= to && curve.methods.of(i) != Interpolation::Bspline {
        return copy(curve, i + 1, first, out);
    }
    match curve.methods.of(i) {
        Interpolation::Step => copy(curve, i, first, out),
        Interpolation::Linear => {
            let width = curve.width as usize;
            let row = |key: usize| curve.values.get(key * width + first..(key + 1) * width);
            if let (Some(from), Some(to)) = (row(i), row(i + 1)) {
                for ((slot, a), b) in out.iter_mut().zip(from).zip(to) {
                    *slot = a + (b - a) * u;
                }
                return;
            }
            for (slot, place) in out.iter_mut().zip(places) {
                let (a, b) = (at(curve, i, place), at(curve, i + 1, place));
                *slot = a + (b - a) * u;
            }
        }
        Interpolation::Slerp => {
            let row = |key: usize| [0, 1, 2, 3].map(|place| at(curve, key, place));
            let turned = slerp(row(i), row(i + 1), u);
            for (slot, value) in out.iter_mut().zip(turned.into_iter().skip(first)) {
                *slot = value;
            }
        }
        Interpolation::Bezier | Interpolation::Hermite | Interpolation::Cardinal => {
            let mut solved: Option<([f64; 2], f64)> = None;
            for (slot, place) in out.iter_mut().zip(places) {
                let [c0, c1] = controls(curve, i, place);
                // Most curves have one time for all values of a key.
                let keys = [(c0.0 - from) / (to - from), (c1.0 - from) / (to - from)];
                let s = match solved {
                    Some((same, s)) if same == keys => s,
                    _ => solve(keys, u),
                };
                solved = Some((keys, s));
                *slot = bezier([at(curve, i, place), c0.1, c1.1, at(curve, i + 1, place)], s);
            }
        }
        Interpolation::Bspline => bspline(curve, i, t, first, out),
    }
}

/// How fast a value changes at the first or the last key.
pub(super) fn slope(curve: &Curve, start: bool, place: usize) -> f64 {
    let i = if start { 0 } else { curve.keys.len().saturating_sub(2) };
    let point = |k: usize| (curve.keys.get(k).copied().unwrap_or(0.0), at(curve, k, place));
    let (p0, p1) = (point(i), point(i + 1));
    let chord = (p1.1 - p0.1) / (p1.0 - p0.0);
    // B-splines and cardinal splines end along the chord, because their missing neighbours are mirror images.
    if !matches!(method(curve, i), Interpolation::Bezier | Interpolation::Hermite) {
        return chord;
    }
    let [c0, c1] = controls(curve, i, place);
    let (key, value) = if start { (c0.0 - p0.0, c0.1 - p0.1) } else { (p1.0 - c1.0, p1.1 - c1.1) };
    let tangent = value / key;
    if key > 0.0 && tangent.is_finite() { tangent } else { chord }
}

/// The inner control points (key, value) of the segment behind key `i`, for one of its values: those of any method that
/// is a cubic polynomial, and of a straight line.
pub fn controls(curve: &Curve, i: usize, place: usize) -> [(f64, f64); 2] {
    let point = |k: usize| (curve.keys.get(k).copied().unwrap_or(0.0), at(curve, k, place));
    let (p0, p1) = (point(i), point(i + 1));
    let third = ((p1.0 - p0.0) / 3.0, (p1.1 - p0.1) / 3.0);
    let straight = [(p0.0 + third.0, p0.1 + third.1), (p1.0 - third.0, p1.1 - third.1)];
    let tangent = |tangents: &Option<Tangents>, key| read(tangents.as_ref()?, curve, key, place);
    let [leave, arrive] = straight;
    match method(curve, i) {
        // DEVIATION(spec 5-120): without keys of their own, control points lie at the thirds in the order of the
        // curve. The text has them the other way round, which would make the key run backwards.
        Interpolation::Bezier => [
            tangent(&curve.out_tangents, i).map_or(leave, |(key, value)| (key.unwrap_or(leave.0), value)),
            tangent(&curve.in_tangents, i + 1).map_or(arrive, |(key, value)| (key.unwrap_or(arrive.0), value)),
        ],
        Interpolation::Hermite => {
            let length = p1.0 - p0.0;
            let out = tangent(&curve.out_tangents, i);
            let into = tangent(&curve.in_tangents, i + 1);
            [
                out.map_or(leave, |(k, v)| (p0.0 + k.unwrap_or(length) / 3.0, p0.1 + v / 3.0)),
                into.map_or(arrive, |(k, v)| (p1.0 - k.unwrap_or(length) / 3.0, p1.1 - v / 3.0)),
            ]
        }
        Interpolation::Cardinal => {
            let [before, _, _, behind] = neighbours(curve, i, place);
            [
                (p0.0 + (p1.0 - before.0) / 6.0, p0.1 + (p1.1 - before.1) / 6.0),
                (p1.0 - (behind.0 - p0.0) / 6.0, p1.1 - (behind.1 - p0.1) / 6.0),
            ]
        }
        _ => straight,
    }
}

/// The method of a segment. A cardinal spline with tangents has its tension in them (page 4-6); in a curve of several
/// methods they belong to those that cannot do without.
fn method(curve: &Curve, i: usize) -> Interpolation {
    match &curve.methods {
        Methods::All(Interpolation::Cardinal) if curve.in_tangents.is_some() && curve.out_tangents.is_some() => {
            Interpolation::Hermite
        }
        methods => methods.of(i),
    }
}

/// Is the tangent on one side of a key a control point, in the terms of values? Those of other methods are vectors.
pub fn has_control_point(curve: &Curve, key: usize, arrives: bool) -> bool {
    match &curve.methods {
        Methods::All(method) => *method == Interpolation::Bezier,
        methods => match if arrives { key.checked_sub(1) } else { Some(key) } {
            Some(segment) => methods.of(segment) == Interpolation::Bezier,
            None => true,
        },
    }
}

/// Key (if given) and value of a tangent.
fn read(tangents: &Tangents, curve: &Curve, key: usize, place: usize) -> Option<(Option<f64>, f64)> {
    let width = curve.width as usize;
    let value = tangents.values.get(key * width + place).copied()?;
    let time = match tangents.times.len() {
        0 => None,
        n if n == curve.keys.len() => tangents.times.get(key).copied(),
        _ => tangents.times.get(key * width + place).copied(),
    };
    Some((time.filter(|t| t.is_finite()), value))
}

/// The two points (key, value) of a segment between those before and behind it; at the ends, mirror images.
fn neighbours(curve: &Curve, i: usize, place: usize) -> [(f64, f64); 4] {
    let point = |k: usize| Some((curve.keys.get(k).copied()?, at(curve, k, place)));
    let mirror = |through: (f64, f64), p: (f64, f64)| (2.0 * through.0 - p.0, 2.0 * through.1 - p.1);
    let (p0, p1) = (point(i).unwrap_or_default(), point(i + 1).unwrap_or_default());
    let before = i.checked_sub(1).and_then(point).unwrap_or_else(|| mirror(p0, p1));
    let behind = point(i + 2).unwrap_or_else(|| mirror(p1, p0));
    [before, p0, p1, behind]
}

/// The key of a B-spline's piece is blended as its values are, so the piece that reaches a time need not be the one
/// between the keys around it. As a piece begins near its first key, it is that one or one of its two neighbours.
fn bspline(curve: &Curve, i: usize, t: f64, first: usize, out: &mut [f64]) {
    let is_bspline = |i: &usize| i + 1 < curve.keys.len() && curve.methods.of(*i) == Interpolation::Bspline;
    let keys = |i: usize| neighbours(curve, i, 0).map(|p| p.0);
    let mut piece = i;
    if t < blend(keys(i), 0.0) {
        piece = i.checked_sub(1).filter(is_bspline).unwrap_or(i);
    } else if t > blend(keys(i), 1.0) {
        piece = Some(i + 1).filter(is_bspline).unwrap_or(i);
    }
    let [a, b, c, d] = keys(piece);
    // As a Bézier segment its key is monotone, because keys increase.
    let (start, end) = (blend([a, b, c, d], 0.0), blend([a, b, c, d], 1.0));
    let unit = |k: f64| (k - start) / (end - start);
    let s = solve([unit((2.0 * b + c) / 3.0), unit((b + 2.0 * c) / 3.0)], unit(t).clamp(0.0, 1.0));
    for (slot, place) in out.iter_mut().zip(first..curve.width as usize) {
        *slot = blend(neighbours(curve, piece, place).map(|p| p.1), s);
    }
}

/// The uniform cubic B-spline.
fn blend([a, b, c, d]: [f64; 4], s: f64) -> f64 {
    let r = 1.0 - s;
    let (s2, s3) = (s * s, s * s * s);
    (a * r * r * r + b * (3.0 * s3 - 6.0 * s2 + 4.0) + c * (3.0 * (s + s2 - s3) + 1.0) + d * s3) / 6.0
}

/// A cubic in the form of Bernstein.
pub(crate) fn bezier([a, b, c, d]: [f64; 4], s: f64) -> f64 {
    let r = 1.0 - s;
    a * r * r * r + 3.0 * b * r * r * s + 3.0 * c * r * s * s + d * s * s * s
}

/// Where the cubic from 0 to 1 with these inner control points has the value `u`.
///
/// A cubic that runs backwards somewhere would give a time several values; then the control points are moved into the
/// segment.
fn solve([mut a, mut b]: [f64; 2], u: f64) -> f64 {
    if !is_monotone(a, b) {
        a = if a.is_nan() { 1.0 / 3.0 } else { a.clamp(0.0, 1.0) };
        b = if b.is_nan() { 2.0 / 3.0 } else { b.clamp(0.0, 1.0) };
    }
    // By powers of s, which takes a third of the time of the form of Bernstein.
    let (first, second, third) = (3.0 * a, 3.0 * (b - 2.0 * a), 1.0 + 3.0 * (a - b));
    let (mut low, mut high, mut s) = (0.0, 1.0, u);
    for _ in 0..64 {
        let error = ((third * s + second) * s + first) * s - u;
        if error.abs() < 1e-15 || high - low < 1e-15 {
            break;
        }
        if error > 0.0 {
            high = s
        } else {
            low = s
        }
        let rate = (3.0 * third * s + 2.0 * second) * s + first;
        let next = s - error / rate;
        s = if next > low && next < high { next } else { (low + high) / 2.0 };
    }
    s
}

/// Does the cubic from 0 to 1 never run backwards? Its rate is a quadratic with the coefficients `a`, `b − a`, `1 − b`.
fn is_monotone(a: f64, b: f64) -> bool {
    a >= 0.0 && b <= 1.0 && (b >= a || (b - a) * (b - a) <= a * (1.0 - b))
}
