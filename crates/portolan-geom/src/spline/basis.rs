//! The weights of the cubic methods: a curve is the sum of four numbers, each times its weight at `s`.

/// `P0, –, –, P1`: straight.
#[must_use]
pub fn linear(s: f64) -> [f64; 4] {
    [1.0 - s, 0.0, 0.0, s]
}

/// `P0, C0, C1, P1`: two points and the control points between them.
#[must_use]
pub fn bezier(s: f64) -> [f64; 4] {
    let r = 1.0 - s;
    [r * r * r, 3.0 * s * r * r, 3.0 * s * s * r, s * s * s]
}

/// The derivative of [`bezier`] by `s`.
#[must_use]
pub fn bezier_derivative(s: f64) -> [f64; 4] {
    let r = 1.0 - s;
    [-3.0 * r * r, 3.0 * r * r - 6.0 * s * r, 6.0 * s * r - 3.0 * s * s, 3.0 * s * s]
}

/// `P0, T0, T1, P1`: two points and the derivatives there.
#[must_use]
pub fn hermite(s: f64) -> [f64; 4] {
    let (s2, s3) = (s * s, s * s * s);
    [2.0 * s3 - 3.0 * s2 + 1.0, s3 - 2.0 * s2 + s, s3 - s2, 3.0 * s2 - 2.0 * s3]
}

/// The derivative of [`hermite`] by `s`.
#[must_use]
pub fn hermite_derivative(s: f64) -> [f64; 4] {
    let s2 = s * s;
    [6.0 * s2 - 6.0 * s, 3.0 * s2 - 4.0 * s + 1.0, 3.0 * s2 - 2.0 * s, 6.0 * s - 6.0 * s2]
}

/// `P(i−1), P(i), P(i+1), P(i+2)`: the uniform cubic B-spline.
#[must_use]
pub fn bspline(s: f64) -> [f64; 4] {
    let (r, s2, s3) = (1.0 - s, s * s, s * s * s);
    [r * r * r, 3.0 * s3 - 6.0 * s2 + 4.0, -3.0 * s3 + 3.0 * s2 + 3.0 * s + 1.0, s3].map(|weight| weight / 6.0)
}

/// The derivative of [`bspline`] by `s`.
#[must_use]
pub fn bspline_derivative(s: f64) -> [f64; 4] {
    let (r, s2) = (1.0 - s, s * s);
    [-r * r, 3.0 * s2 - 4.0 * s, -3.0 * s2 + 2.0 * s + 1.0, s2].map(|weight| weight / 2.0)
}

/// `P(i−1), P(i), P(i+1), P(i+2)`: the cardinal spline of a tension, 0 being Catmull-Rom.
///
/// DEVIATION(spec 4-6): the last entry of the second row of the printed matrix, `1 − t`, is read as `−t`; only then does
/// the segment end at `P(i+1)`.
#[must_use]
pub fn cardinal(s: f64, tension: f64) -> [f64; 4] {
    let t = (1.0 - tension) / 2.0;
    let (s2, s3) = (s * s, s * s * s);
    [
        -t * s3 + 2.0 * t * s2 - t * s,
        (2.0 - t) * s3 + (t - 3.0) * s2 + 1.0,
        (t - 2.0) * s3 + (3.0 - 2.0 * t) * s2 + t * s,
        t * s3 - t * s2,
    ]
}

/// The derivative of [`cardinal`] by `s`.
#[must_use]
pub fn cardinal_derivative(s: f64, tension: f64) -> [f64; 4] {
    let t = (1.0 - tension) / 2.0;
    let s2 = s * s;
    [
        -3.0 * t * s2 + 4.0 * t * s - t,
        3.0 * (2.0 - t) * s2 + 2.0 * (t - 3.0) * s,
        3.0 * (t - 2.0) * s2 + 2.0 * (3.0 - 2.0 * t) * s + t,
        3.0 * t * s2 - 2.0 * t * s,
    ]
}

/// More pieces than this are not made of one segment by tolerance: beyond, the tolerance is below what numbers can hold.
const MOST_PIECES: f64 = 65536.0;

/// How many pieces of equal parameter keep a Bézier curve (four points of `dim` numbers) within `tolerance` of its chords.
///
/// With a second derivative of at most `M`, chords of `n` pieces are within `M / 8n²`.
pub(super) fn bezier_pieces(controls: &[f64], dim: usize, tolerance: f64) -> u32 {
    let point = |i: usize| controls.get(i * dim..(i + 1) * dim).unwrap_or_default();
    let [a, b, c, d] = [point(0), point(1), point(2), point(3)];
    if near_chord(a, d, b, tolerance) && near_chord(a, d, c, tolerance) {
        return 1;
    }
    let bend = |p: &[f64], q: &[f64], r: &[f64]| {
        let terms = p.iter().zip(q).zip(r).map(|((p, q), r)| p - 2.0 * q + r);
        terms.map(|x| x * x).sum::<f64>().sqrt()
    };
    let second = 6.0 * bend(a, b, c).max(bend(b, c, d));
    let pieces = (second / (8.0 * tolerance.max(0.0))).sqrt().ceil();
    // What is not a number (a tolerance or point that is not) becomes one piece.
    if pieces >= 1.0 { pieces.min(MOST_PIECES) as u32 } else { 1 }
}

/// Whether `p` is within `tolerance` of the straight piece from `a` to `b`. Control points near the chord keep the curve
/// near it.
fn near_chord(a: &[f64], b: &[f64], p: &[f64], tolerance: f64) -> bool {
    let (mut chord2, mut along) = (0.0, 0.0);
    for ((a, b), p) in a.iter().zip(b).zip(p) {
        chord2 += (b - a) * (b - a);
        along += (b - a) * (p - a);
    }
    let s = if chord2 > 0.0 { (along / chord2).clamp(0.0, 1.0) } else { 0.0 };
    let distance2: f64 = a.iter().zip(b).zip(p).map(|((a, b), p)| p - a - s * (b - a)).map(|x| x * x).sum();
    distance2 <= tolerance * tolerance
}

/// The integral from 0 to 1 (Gauss-Legendre with five points, in 32 parts).
pub(super) fn integrate(mut f: impl FnMut(f64) -> f64) -> f64 {
    const PARTS: u32 = 32;
    const NODES: [(f64, f64); 5] = [
        (0.0, 128.0 / 225.0),
        (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
        (-0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
        (0.906_179_845_938_664, 0.236_926_885_056_189_08),
        (-0.906_179_845_938_664, 0.236_926_885_056_189_08),
    ];
    let half = 0.5 / f64::from(PARTS);
    let mut sum = 0.0;
    for part in 0..PARTS {
        let middle = (f64::from(part) + 0.5) / f64::from(PARTS);
        for (node, weight) in NODES {
            sum += weight * f(middle + node * half);
        }
    }
    sum * half
}
