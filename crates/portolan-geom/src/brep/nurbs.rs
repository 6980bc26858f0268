//! Rational B-splines: curves and surfaces.

use super::curve::Jet;
use super::surface::SurfaceJet;
use super::{Point, Uv, is_usable};
use crate::vector::{dot, sub};

/// The highest degree that is evaluated.
pub const MOST_DEGREE: usize = 31;

/// One basis function: its value, first and second derivative.
type Basis = [f64; 3];

/// A pole times its weight, and the weight.
type Pole = [f64; 4];

/// A rational B-spline curve.
#[derive(Clone, PartialEq, Debug)]
pub struct Nurbs {
    degree: usize,
    knots: Vec<f64>,
    poles: Vec<Pole>,
    closed: bool,
}

impl Nurbs {
    /// A curve of poles with weights. `None` when the numbers do not fit: knots fall, are too few or too many or not
    /// finite, the degree is 0 or above [`MOST_DEGREE`], a weight is not positive, or the domain is empty.
    #[must_use]
    pub fn new(degree: usize, knots: Vec<f64>, poles: Vec<(Point, f64)>) -> Option<Nurbs> {
        check_knots(degree, &knots, poles.len())?;
        let poles = weighted(poles)?;
        let mut curve = Nurbs { degree, knots, poles, closed: false };
        let [from, to] = curve.domain();
        curve.closed = meets(curve.jet(from)[0], curve.jet(to)[0], &curve.poles);
        Some(curve)
    }

    /// The parameters between which it runs.
    #[must_use]
    pub fn domain(&self) -> [f64; 2] {
        domain(self.degree, &self.knots)
    }

    /// Does it end where it begins?
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Degree of its pieces.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// Its knots.
    #[must_use]
    pub fn knots(&self) -> &[f64] {
        &self.knots
    }

    /// Its poles with their weights.
    pub fn poles(&self) -> impl Iterator<Item = (Point, f64)> {
        self.poles.iter().map(unweighted)
    }

    /// The same curve with its poles moved.
    #[must_use]
    pub fn map(mut self, change: impl Fn(Point) -> Point) -> Nurbs {
        for pole in &mut self.poles {
            let (point, weight) = unweighted(pole);
            let [x, y, z] = change(point);
            *pole = [x * weight, y * weight, z * weight, weight];
        }
        self
    }

    /// Point, first and second derivative. A closed curve goes on beyond its ends, others stay there.
    #[must_use]
    pub fn jet(&self, t: f64) -> Jet {
        match self.degree {
            ..=3 => self.jet_of::<4>(t),
            _ => self.jet_of::<{ MOST_DEGREE + 1 }>(t),
        }
    }

    fn jet_of<const N: usize>(&self, t: f64) -> Jet {
        let t = within(t, self.domain(), self.closed);
        let (first, basis) = basis::<N>(self.degree, &self.knots, self.poles.len(), t);
        let mut sums = [[0.0; 4]; 3];
        for (pole, weights) in self.poles.iter().skip(first).zip(basis.iter().take(self.degree + 1)) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                sum.iter_mut().zip(pole).for_each(|(s, p)| *s += p * weight);
            }
        }
        let [p, d, dd] = sums;
        let point = xyz(p, p[3]);
        let first = minus(xyz(d, p[3]), point, d[3] / p[3]);
        let second = minus(minus(xyz(dd, p[3]), first, 2.0 * d[3] / p[3]), point, dd[3] / p[3]);
        [point, first, second]
    }

    /// Parameters strictly inside the domain where the curve may have a corner.
    pub(crate) fn corners(&self) -> Vec<f64> {
        breaks(self.degree, &self.knots, self.degree)
    }

    /// Parameters strictly inside the domain where one polynomial piece ends and the next begins.
    pub(crate) fn joints(&self) -> Vec<f64> {
        breaks(self.degree, &self.knots, 1)
    }

    pub(crate) fn is_sound(&self) -> bool {
        self.poles.iter().flatten().all(|x| x.is_finite())
    }
}

/// A rational B-spline surface. Poles along u run fastest.
#[derive(Clone, PartialEq, Debug)]
pub struct NurbsSurface {
    degree: [usize; 2],
    knots: [Vec<f64>; 2],
    counts: [usize; 2],
    poles: Vec<Pole>,
    closed: [bool; 2],
}

impl NurbsSurface {
    /// A surface of poles with weights, u fastest; `None` when the numbers do not fit, as for [`Nurbs::new`].
    #[must_use]
    pub fn new(degree: [usize; 2], knots: [Vec<f64>; 2], poles: Vec<(Point, f64)>) -> Option<NurbsSurface> {
        let count = |knots: &[f64], degree: usize| knots.len().checked_sub(degree.checked_add(1)?);
        let counts = [count(&knots[0], degree[0])?, count(&knots[1], degree[1])?];
        check_knots(degree[0], &knots[0], counts[0])?;
        check_knots(degree[1], &knots[1], counts[1])?;
        if counts[0].checked_mul(counts[1])? != poles.len() {
            return None;
        }
        let poles = weighted(poles)?;
        let mut surface = NurbsSurface { degree, knots, counts, poles, closed: [false; 2] };
        let [[u0, u1], [v0, v1]] = surface.domain();
        let same = |list: [(f64, f64, f64, f64); 3]| {
            list.iter().all(|&(u, v, s, t)| meets(surface.jet(u, v).point, surface.jet(s, t).point, &surface.poles))
        };
        let (um, vm) = ((u0 + u1) / 2.0, (v0 + v1) / 2.0);
        let closed_u = same([(u0, v0, u1, v0), (u0, vm, u1, vm), (u0, v1, u1, v1)]);
        let closed_v = same([(u0, v0, u0, v1), (um, v0, um, v1), (u1, v0, u1, v1)]);
        surface.closed = [closed_u, closed_v];
        Some(surface)
    }

    /// The parameters between which it runs, along u and v.
    #[must_use]
    pub fn domain(&self) -> [[f64; 2]; 2] {
        [domain(self.degree[0], &self.knots[0]), domain(self.degree[1], &self.knots[1])]
    }

    /// Does it end where it begins, along u and v?
    #[must_use]
    pub fn is_closed(&self) -> [bool; 2] {
        self.closed
    }

    /// Degrees along u and v.
    #[must_use]
    pub fn degree(&self) -> [usize; 2] {
        self.degree
    }

    /// Knots along u and v.
    #[must_use]
    pub fn knots(&self) -> [&[f64]; 2] {
        [&self.knots[0], &self.knots[1]]
    }

    /// Its poles with their weights.
    pub fn poles(&self) -> impl Iterator<Item = (Point, f64)> {
        self.poles.iter().map(unweighted)
    }

    /// The same surface with its poles moved.
    #[must_use]
    pub fn map(mut self, change: impl Fn(Point) -> Point) -> NurbsSurface {
        for pole in &mut self.poles {
            let (point, weight) = unweighted(pole);
            let [x, y, z] = change(point);
            *pole = [x * weight, y * weight, z * weight, weight];
        }
        self
    }

    /// Point and derivatives.
    #[must_use]
    pub fn jet(&self, u: f64, v: f64) -> SurfaceJet {
        match self.degree {
            [..=3, ..=3] => self.jet_of::<4>(u, v),
            _ => self.jet_of::<{ MOST_DEGREE + 1 }>(u, v),
        }
    }

    fn jet_of<const N: usize>(&self, u: f64, v: f64) -> SurfaceJet {
        let [along_u, along_v] = self.domain();
        let u = within(u, along_u, self.closed[0]);
        let v = within(v, along_v, self.closed[1]);
        let (first_u, basis_u) = basis::<N>(self.degree[0], &self.knots[0], self.counts[0], u);
        let (first_v, basis_v) = basis::<N>(self.degree[1], &self.knots[1], self.counts[1], v);
        // Sums of order (0,0), (1,0), (0,1), (2,0), (1,1), (0,2).
        let mut sums = [[0.0; 4]; 6];
        let rows = self.poles.chunks_exact(self.counts[0].max(1)).skip(first_v);
        for (row, n) in rows.zip(basis_v.iter().take(self.degree[1] + 1)) {
            let mut across = [[0.0; 4]; 3];
            for (pole, m) in row.iter().skip(first_u).zip(basis_u.iter().take(self.degree[0] + 1)) {
                for (sum, weight) in across.iter_mut().zip(m) {
                    sum.iter_mut().zip(pole).for_each(|(s, p)| *s += p * weight);
                }
            }
            let [plain, once, twice] = across;
            let terms = [(plain, n[0]), (once, n[0]), (plain, n[1]), (twice, n[0]), (once, n[1]), (plain, n[2])];
            for (sum, (row, weight)) in sums.iter_mut().zip(terms) {
                sum.iter_mut().zip(row).for_each(|(s, p)| *s += p * weight);
            }
        }
        let [p, pu, pv, puu, puv, pvv] = sums;
        let w = p[3];
        let point = xyz(p, w);
        let by_u = minus(xyz(pu, w), point, pu[3] / w);
        let by_v = minus(xyz(pv, w), point, pv[3] / w);
        let uu = minus(minus(xyz(puu, w), by_u, 2.0 * pu[3] / w), point, puu[3] / w);
        let vv = minus(minus(xyz(pvv, w), by_v, 2.0 * pv[3] / w), point, pvv[3] / w);
        let uv = minus(minus(minus(xyz(puv, w), by_u, pv[3] / w), by_v, pu[3] / w), point, puv[3] / w);
        SurfaceJet { point, u: by_u, v: by_v, uu, uv, vv }
    }

    /// Is it a piece of a plane whose parameters run evenly along straight lines?
    pub(crate) fn is_even_plane(&self) -> bool {
        let [[ax, ay, az, aw], b, c, d] = self.poles[..] else { return false };
        let even = |i: usize, first: f64| {
            let at = |pole: Pole| pole.get(i).copied().unwrap_or(0.0);
            (first - at(b) - at(c) + at(d)).abs() <= 1e-12 * (first.abs() + at(b).abs() + at(c).abs() + at(d).abs())
        };
        self.degree == [1, 1] && [b, c, d].iter().all(|p| p[3] == aw) && even(0, ax) && even(1, ay) && even(2, az)
    }

    /// The parameters of the nearest point of a piece of a plane whose parameters run evenly; `None` for other surfaces.
    pub(crate) fn on_even_plane(&self, point: Point) -> Option<Uv> {
        let [first, along_u, along_v, _] = self.poles[..] else { return None };
        if !self.is_even_plane() {
            return None;
        }
        let (origin, _) = unweighted(&first);
        let [u, v] = [along_u, along_v].map(|pole| sub(unweighted(&pole).0, origin));
        let off = sub(point, origin);
        let (uu, uv, vv) = (dot(u, u), dot(u, v), dot(v, v));
        let (x, y) = (dot(off, u), dot(off, v));
        let det = uu * vv - uv * uv;
        let shares = [(x * vv - y * uv) / det, (y * uu - x * uv) / det];
        let [[u0, u1], [v0, v1]] = self.domain();
        (det > 1e-12 * uu * vv).then(|| {
            let [s, t] = shares.map(|share| share.clamp(0.0, 1.0));
            [u0 + (u1 - u0) * s, v0 + (v1 - v0) * t]
        })
    }

    /// Parameters strictly inside the domain where pieces meet, along u or v.
    pub(crate) fn joints(&self, along: usize) -> Vec<f64> {
        match along {
            0 => breaks(self.degree[0], &self.knots[0], 1),
            _ => breaks(self.degree[1], &self.knots[1], 1),
        }
    }

    pub(crate) fn is_sound(&self) -> bool {
        self.poles.iter().flatten().all(|x| x.is_finite())
    }
}

fn check_knots(degree: usize, knots: &[f64], poles: usize) -> Option<()> {
    let fits = (1..=MOST_DEGREE).contains(&degree) && poles > degree && knots.len() == poles + degree + 1;
    let rises = knots.is_sorted() && knots.iter().all(|k| is_usable(*k));
    let [from, to] = domain(degree, knots);
    (fits && rises && to > from && (to - from).is_finite()).then_some(())
}

fn weighted(poles: Vec<(Point, f64)>) -> Option<Vec<Pole>> {
    let one = |([x, y, z], w): (Point, f64)| {
        let pole = [x * w, y * w, z * w, w];
        (w > 0.0 && pole.iter().all(|x| is_usable(*x))).then_some(pole)
    };
    poles.into_iter().map(one).collect()
}

fn unweighted(&[x, y, z, w]: &Pole) -> (Point, f64) {
    ([x / w, y / w, z / w], w)
}

fn xyz(p: Pole, weight: f64) -> Point {
    [p[0] / weight, p[1] / weight, p[2] / weight]
}

fn minus(a: Point, b: Point, factor: f64) -> Point {
    [a[0] - b[0] * factor, a[1] - b[1] * factor, a[2] - b[2] * factor]
}

/// Are two points the same, compared with the size of the poles? Documents have six digits.
fn meets(a: Point, b: Point, poles: &[Pole]) -> bool {
    let mut low = [f64::INFINITY; 3];
    let mut high = [f64::NEG_INFINITY; 3];
    for pole in poles {
        let (p, _) = unweighted(pole);
        for ((low, high), x) in low.iter_mut().zip(&mut high).zip(p) {
            (*low, *high) = (low.min(x), high.max(x));
        }
    }
    let size = low.iter().zip(high).map(|(a, b)| b - a).fold(0.0, f64::max);
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 2e-5 * size)
}

fn domain(degree: usize, knots: &[f64]) -> [f64; 2] {
    let at = |i: Option<usize>| i.and_then(|i| knots.get(i)).copied().unwrap_or(0.0);
    [at(Some(degree)), at(knots.len().checked_sub(degree + 1))]
}

fn within(t: f64, [from, to]: [f64; 2], closed: bool) -> f64 {
    let period = to - from;
    if closed && !(from..=to).contains(&t) && t.is_finite() {
        return (t - from - period * ((t - from) / period).floor() + from).clamp(from, to);
    }
    if t > from { t.min(to) } else { from }
}

/// Knots strictly inside the domain that stand at least so many times, each once.
fn breaks(degree: usize, knots: &[f64], times: usize) -> Vec<f64> {
    let [from, to] = domain(degree, knots);
    let runs = knots.chunk_by(|a, b| a == b).filter(|run| run.len() >= times);
    runs.filter_map(|run| run.first().copied()).filter(|k| *k > from && *k < to).collect()
}

/// The index of the first pole that counts at a parameter, and the functions of it and the poles behind it: `N` of them, which
/// is more than the degree.
fn basis<const N: usize>(degree: usize, knots: &[f64], poles: usize, t: f64) -> (usize, [Basis; N]) {
    let knot = |i: usize| knots.get(i).copied().unwrap_or(0.0);
    // The span that begins at or before t and is not empty.
    let behind = knots.partition_point(|k| *k <= t);
    let mut span = behind.saturating_sub(1).clamp(degree, poles.saturating_sub(1).max(degree));
    while span > degree && knot(span + 1) <= knot(span) {
        span -= 1;
    }
    let mut functions = [[0.0; 3]; N];
    functions.iter_mut().take(1).for_each(|first| *first = [1.0, 0.0, 0.0]);
    for d in 1..=degree {
        let mut saved = [0.0; 3];
        for (r, function) in functions.iter_mut().enumerate().take(d) {
            let (after, before) = (knot(span + r + 1), knot((span + r + 1).saturating_sub(d)));
            let width = after - before;
            let share = if width > 0.0 { function.map(|x| x / width) } else { [0.0; 3] };
            let (down, up) = (after - t, t - before);
            // Products with a line that falls or rises by one.
            let falling = [down * share[0], down * share[1] - share[0], down * share[2] - 2.0 * share[1]];
            let rising = [up * share[0], up * share[1] + share[0], up * share[2] + 2.0 * share[1]];
            *function = [saved[0] + falling[0], saved[1] + falling[1], saved[2] + falling[2]];
            saved = rising;
        }
        if let Some(last) = functions.get_mut(d) {
            *last = saved;
        }
    }
    (span - degree.min(span), functions)
}
