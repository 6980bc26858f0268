//! From points back to parameters.

use super::surface::POLE;
use super::{Conic, Curve, Point, Surface, Uv};
use crate::vector::{cross, dot, sub};

/// Steps of Newton's method at most.
const STEPS: usize = 24;
/// Places of a curve or surface that are tried before it, along each parameter and piece.
const SEEDS: usize = 24;
/// All parameters of a curve.
const ALL: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

impl Curve {
    /// The parameter of the point of the curve that is nearest to another. Of a periodic curve it is one of many. A hint
    /// is a parameter near which it is expected.
    #[must_use]
    pub fn project(&self, point: Point, hint: Option<f64>) -> f64 {
        match self {
            Curve::Line { origin, direction } => dot(sub(point, *origin), *direction),
            Curve::Conic { frame, conic } => {
                let [x, y, _] = frame.local(point);
                match *conic {
                    Conic::Circle { .. } => near(libm::atan2(y, x), hint, self.period()),
                    Conic::Ellipse { radii: [a, b] } => {
                        let seed = libm::atan2(y * sign(b) / b.abs().max(1e-300), x * sign(a) / a.abs().max(1e-300));
                        near(self.refine(point, seed), hint, self.period())
                    }
                    Conic::Parabola { .. } => self.refine(point, y),
                    Conic::Hyperbola { radii: [_, b] } => self.refine(point, libm::asinh(y / b)),
                }
            }
            Curve::Nurbs(_) => {
                if let Some(hint) = hint {
                    let found = self.refine(point, hint);
                    if self.is_foot(point, found) {
                        return found;
                    }
                }
                let square = |t: f64| distance2(self.point(t), point);
                near(self.refine(point, least(self, ALL, 0.0, square)), hint, self.period())
            }
        }
    }

    /// Newton's method on the distance.
    fn refine(&self, point: Point, seed: f64) -> f64 {
        newton(seed, ALL, |t| {
            let [p, d, dd] = self.jet(t);
            let off = sub(p, point);
            (dot(off, d), dot(d, d) + dot(off, dd), dot(d, d))
        })
    }

    /// Is the point close to the curve there, compared with how far a step of it leads?
    fn is_foot(&self, point: Point, t: f64) -> bool {
        let [p, d, _] = self.jet(t);
        let span = self.period().unwrap_or(1.0);
        distance2(p, point) <= 1e-8 * dot(d, d) * span * span
    }
}

impl Surface {
    /// The parameters of the point of the surface that is nearest to another, or near it. A hint says where they are
    /// expected: the answer is moved by whole periods to be close to it.
    #[must_use]
    pub fn project(&self, point: Point, hint: Option<Uv>) -> Uv {
        self.project_on(None, point, hint)
    }

    /// The parameters within a piece of v, of which a surface of revolution may have several for the same points.
    pub(crate) fn project_on(&self, sheet: Option<[f64; 2]>, point: Point, hint: Option<Uv>) -> Uv {
        let found = match self {
            Surface::Plane { frame } => {
                let [u, v, _] = frame.local(point);
                [u, v]
            }
            Surface::Sphere { frame, .. } => {
                let [x, y, z] = frame.local(point);
                [libm::atan2(y, x), libm::atan2(z, libm::hypot(x, y))]
            }
            Surface::Cylinder { frame, radii: [a, b] } => {
                let [x, y, z] = frame.local(point);
                [libm::atan2(y / b, x / a), z]
            }
            Surface::Cone { frame, radius, angle } => {
                let [x, y, z] = frame.local(point);
                let side = sign(radius + z * libm::tan(*angle));
                [libm::atan2(y * side, x * side), z]
            }
            Surface::Torus { frame, radii: [far, _] } => {
                let [x, y, z] = frame.local(point);
                let out = libm::hypot(x, y);
                [libm::atan2(y, x), libm::atan2(z, out - far)]
            }
            Surface::Extrusion { curve, direction } => extrusion(curve, *direction, point, hint),
            Surface::Revolution { curve, origin, axis } => revolution(curve, *origin, *axis, sheet, point, hint),
            Surface::Nurbs(_) => self.search(point, hint),
        };
        let Some(hint) = hint else { return found };
        let [u, v] = self.periods();
        let v = v.filter(|_| sheet.is_none());
        [near(found[0], Some(hint[0]), u), near(found[1], Some(hint[1]), v)]
    }

    /// Newton's method from the hint, or from the nearest of many places.
    fn search(&self, point: Point, hint: Option<Uv>) -> Uv {
        let Surface::Nurbs(nurbs) = self else { return [0.0; 2] };
        if let Some(found) = nurbs.on_even_plane(point) {
            return found;
        }
        let domain = nurbs.domain();
        if let Some(hint) = hint {
            let (found, still) = self.refine(point, hint, domain);
            let jet = self.jet(found);
            let [du, dv] = domain.map(|[a, b]| b - a);
            let size = (dot(jet.u, jet.u) * du * du).max(dot(jet.v, jet.v) * dv * dv);
            if still && distance2(jet.point, point) <= 1e-10 * size {
                return found;
            }
        }
        let stops = |along: usize| {
            let [from, to] = if along == 0 { domain[0] } else { domain[1] };
            let mut stops = vec![from];
            stops.extend(nurbs.joints(along));
            stops.push(to);
            places(&stops)
        };
        let (us, vs) = (stops(0), stops(1));
        let mut best = (f64::INFINITY, [0.0; 2]);
        for v in &vs {
            for u in &us {
                let away = distance2(self.point([*u, *v]), point);
                if away < best.0 {
                    best = (away, [*u, *v]);
                }
            }
        }
        let seed = self.off_pole(point, best.1, domain, [&us, &vs]);
        self.refine(point, seed, domain).0
    }

    /// A seed that is no pole. At a pole all directions lead to the same point, so that Newton's method cannot tell which one
    /// to take: the best of all places about as far from it as the point is.
    fn off_pole(&self, point: Point, seed: Uv, domain: [[f64; 2]; 2], [us, vs]: [&[f64]; 2]) -> Uv {
        let jet = self.jet(seed);
        let [[u0, u1], [v0, v1]] = domain;
        let (along_u, along_v) = (dot(jet.u, jet.u).sqrt() * (u1 - u0), dot(jet.v, jet.v).sqrt() * (v1 - v0));
        let away = distance2(jet.point, point).sqrt();
        let step = (away / along_u.max(along_v)).min(0.25);
        if along_u.min(along_v) > POLE * along_u.max(along_v) || step.is_nan() || step <= 1e-12 {
            return seed;
        }
        let sides = |at: f64, [from, to]: [f64; 2]| {
            let by = step * (to - from);
            [at - by, at + by].into_iter().filter(move |x| (from..=to).contains(x))
        };
        let places: Vec<Uv> = match along_u < along_v {
            true => sides(seed[1], domain[1]).flat_map(|v| us.iter().map(move |u| [*u, v])).collect(),
            false => sides(seed[0], domain[0]).flat_map(|u| vs.iter().map(move |v| [u, *v])).collect(),
        };
        let all = places.into_iter().map(|uv| (distance2(self.point(uv), point), uv));
        all.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(seed, |(_, uv)| uv)
    }

    /// Newton's method from a seed, and whether it came to rest.
    fn refine(&self, point: Point, seed: Uv, domain: [[f64; 2]; 2]) -> (Uv, bool) {
        let periods = self.periods();
        let keep = |x: f64, [from, to]: [f64; 2], period: Option<f64>| match period {
            Some(_) => x,
            None => x.clamp(from, to),
        };
        let mut at = seed;
        let mut best = (f64::INFINITY, seed);
        let mut still = false;
        for _ in 0..STEPS {
            let jet = self.jet(at);
            let off = sub(jet.point, point);
            let away = dot(off, off);
            if away < best.0 {
                best = (away, at);
            }
            let (a, b) = (dot(off, jet.u), dot(off, jet.v));
            let cross_ = dot(jet.u, jet.v);
            let (uu, vv) = (dot(jet.u, jet.u), dot(jet.v, jet.v));
            let full = [uu + dot(off, jet.uu), cross_ + dot(off, jet.uv), vv + dot(off, jet.vv)];
            // Where the full step does not lead downhill, that of Gauss does.
            let step = solve(full, [a, b])
                .filter(|s| a * s[0] + b * s[1] < 0.0)
                .or_else(|| solve([uu, cross_, vv], [a, b]))
                .unwrap_or_else(|| [alone(a, uu, uu.max(vv)), alone(b, vv, uu.max(vv))]);
            let next = [
                keep(at[0] + limit(step[0], domain[0]), domain[0], periods[0]),
                keep(at[1] + limit(step[1], domain[1]), domain[1], periods[1]),
            ];
            let moved = uu * (next[0] - at[0]) * (next[0] - at[0]) + vv * (next[1] - at[1]) * (next[1] - at[1]);
            at = next;
            if moved.is_nan() || moved <= 1e-28 * (1.0 + dot(point, point)) {
                still = true;
                break;
            }
        }
        (if distance2(self.point(at), point) < best.0 { at } else { best.1 }, still)
    }
}

/// The step along one parameter alone; none where the surface does not move with it.
fn alone(slope: f64, square: f64, largest: f64) -> f64 {
    if square > 1e-20 * largest { -slope / square } else { 0.0 }
}

fn limit(step: f64, [from, to]: [f64; 2]) -> f64 {
    let most = (to - from) / 4.0;
    step.clamp(-most, most)
}

/// Solves a symmetric system for the negative of the right side.
fn solve([a, b, d]: [f64; 3], [x, y]: Uv) -> Option<Uv> {
    let det = a * d - b * b;
    (det.abs() > 1e-14 * (a * d).abs().max(b * b)).then(|| [-(d * x - b * y) / det, -(a * y - b * x) / det])
}

/// The curve and the point as seen along the direction.
fn extrusion(curve: &Curve, direction: Point, point: Point, hint: Option<Uv>) -> Uv {
    let square = dot(direction, direction).max(1e-300);
    let flat = |p: Point| {
        let share = dot(p, direction) / square;
        [p[0] - direction[0] * share, p[1] - direction[1] * share, p[2] - direction[2] * share]
    };
    let away = |t: f64| {
        let off = flat(sub(curve.point(t), point));
        dot(off, off)
    };
    let reach = distance2(curve.origin(), point).sqrt() * 2.0 + 1e-9;
    let seed = match (curve, hint) {
        (Curve::Line { .. }, _) => 0.0,
        (Curve::Conic { .. }, _) => {
            // A conic is met where the line through the point along the direction cuts its plane.
            let through = on_plane(curve, direction, point).unwrap_or(point);
            curve.project(through, hint.map(|h| h[0]))
        }
        (_, Some(hint)) if away(hint[0]) < 1e-4 * reach * reach => hint[0],
        _ => least(curve, ALL, reach, away),
    };
    let u = newton(seed, ALL, |t| {
        let [p, d, dd] = curve.jet(t);
        let (off, d) = (flat(sub(p, point)), flat(d));
        (dot(off, d), dot(d, d) + dot(off, dd), dot(d, d))
    });
    [u, dot(sub(point, curve.point(u)), direction) / square]
}

fn on_plane(curve: &Curve, direction: Point, point: Point) -> Option<Point> {
    let Curve::Conic { frame, .. } = curve else { return None };
    let z = frame.axes[2];
    let slope = dot(direction, z);
    let step = -frame.local(point)[2] / slope;
    (slope.abs() > 1e-9).then(|| std::array::from_fn(|i| at(&point, i) + at(&direction, i) * step))
}

fn at(p: &Point, i: usize) -> f64 {
    p.get(i).copied().unwrap_or(0.0)
}

/// How far out and up the point is, and where the curve is as far out and up.
fn revolution(
    curve: &Curve,
    origin: Point,
    axis: Point,
    sheet: Option<[f64; 2]>,
    point: Point,
    hint: Option<Uv>,
) -> Uv {
    let sheet = sheet.unwrap_or(ALL);
    let split = |p: Point| {
        let p = sub(p, origin);
        let up = dot(p, axis);
        let out = cross(axis, p);
        (dot(out, out).sqrt(), up)
    };
    let (out, up) = split(point);
    let away = |t: f64| {
        let (o, z) = split(curve.point(t));
        (o - out) * (o - out) + (z - up) * (z - up)
    };
    let reach = distance2(curve.origin(), point).sqrt() + 2.0 * (out + split(curve.origin()).0) + 1e-9;
    let seed = match hint {
        Some(hint) if away(hint[1]) < 1e-4 * reach * reach && (sheet[0]..=sheet[1]).contains(&hint[1]) => hint[1],
        _ => least(curve, sheet, reach, away),
    };
    // On the axis itself the slope does not say which way to go: as far inside as the point is away.
    let [low, high] = sheet;
    let [_, speed, _] = curve.jet(seed);
    let step = (away(seed) / dot(speed, speed).max(1e-300)).sqrt().min((high - low) / 4.0);
    let seed = match seed {
        at if at <= low => low + step,
        at if at >= high => high - step,
        at => at,
    };
    let v = newton(seed, sheet, |t| {
        let [p, d, dd] = curve.jet(t);
        let p = sub(p, origin);
        let out_ = cross(axis, p);
        let o = dot(out_, out_).sqrt();
        let (z, dz, ddz) = (dot(p, axis), dot(d, axis), dot(dd, axis));
        let dx = cross(axis, d);
        let along = if o > 1e-12 { dot(out_, dx) / o } else { dot(dx, dx).sqrt() };
        let slope = (o - out) * along + (z - up) * dz;
        let square = along * along + dz * dz;
        (slope, square + (z - up) * ddz, square)
    });
    let ends = sheet.into_iter().filter(|t| t.is_finite());
    let v = ends.fold(v, |best, end| if away(end) <= away(best) { end } else { best });
    // The angle from the point of the curve to the point, about the axis.
    let (from, to) = (sub(curve.point(v), origin), sub(point, origin));
    let side = cross(axis, from);
    let flat = sub(from, [axis[0] * dot(from, axis), axis[1] * dot(from, axis), axis[2] * dot(from, axis)]);
    [libm::atan2(dot(to, side), dot(to, flat)), v]
}

/// The best of many places of a piece of a curve.
fn least(curve: &Curve, [low, high]: [f64; 2], reach: f64, away: impl Fn(f64) -> f64) -> f64 {
    let [from, to] = match curve.span(reach) {
        // A piece of a closed curve may lie beyond its domain.
        _ if curve.period().is_some() && (high - low).is_finite() => [low, high],
        [from, to] => [from.max(low), to.min(high).max(from.max(low))],
    };
    let mut stops = vec![from];
    stops.extend(curve.joints(false).into_iter().filter(|t| *t > from && *t < to));
    stops.push(to);
    let all = places(&stops).into_iter().map(|t| (away(t), t));
    all.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(from, |(_, t)| t)
}

/// Places between stops, the stops among them; fewer in each piece the more pieces there are.
fn places(stops: &[f64]) -> Vec<f64> {
    if let (Some(first), Some(last), true) = (stops.first(), stops.last(), stops.len() > 8 * SEEDS) {
        let many = 16 * SEEDS;
        return (0..=many).map(|i| first + (last - first) * i as f64 / many as f64).collect();
    }
    let each = (4 * SEEDS / stops.len().max(1)).clamp(3, SEEDS);
    let mut all = Vec::new();
    for pair in stops.windows(2) {
        if let [a, b] = pair {
            all.extend((0..each).map(|i| a + (b - a) * i as f64 / each as f64));
        }
    }
    all.extend(stops.last());
    all
}

/// Newton's method for where a slope vanishes between two bounds: slope, its derivative, and a derivative that is never
/// negative.
pub(crate) fn newton(seed: f64, [low, high]: [f64; 2], of: impl Fn(f64) -> (f64, f64, f64)) -> f64 {
    let mut t = seed;
    for _ in 0..STEPS {
        let (slope, full, plain) = of(t);
        let by = if full > 0.1 * plain { full } else { plain };
        let step = slope / by;
        if !step.is_finite() {
            break;
        }
        // Not to a bound itself: where a curve meets the axis about which it turns, the slope does not say which way is back.
        t = match t - step {
            next if next < low => (t + low) / 2.0,
            next if next > high => (t + high) / 2.0,
            next => next,
        };
        if step.abs() <= 1e-15 * (1.0 + t.abs()) {
            break;
        }
    }
    if t.is_finite() { t } else { seed }
}

/// The value that differs by whole periods and is nearest to the hint.
pub(crate) fn near(x: f64, hint: Option<f64>, period: Option<f64>) -> f64 {
    match (hint, period) {
        (Some(hint), Some(period)) if period > 0.0 => x + period * ((hint - x) / period).round(),
        _ => x,
    }
}

fn sign(x: f64) -> f64 {
    if x < 0.0 { -1.0 } else { 1.0 }
}

pub(crate) fn distance2(a: Point, b: Point) -> f64 {
    let d = sub(a, b);
    dot(d, d)
}
