//! How much there is of a body, where its centre is, and how it is spread: volumes and surfaces of boxes, balls, cylinders,
//! capsules, what tapers, and meshes.
//!
//! Volumes are exact. So are surfaces of what is round; those of elliptic forms are integrated numerically, to about twelve
//! digits unless a form is more than a hundred times as wide as it is deep.

use std::collections::HashMap;
use std::f64::consts::{PI, TAU};

use crate::vector::{Vec3, add, cross, dot, scale, sub};

/// A matrix, row by row; those here are symmetric.
pub type Tensor = [[f64; 3]; 3];

/// How something is spread in space.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Moments {
    /// How much there is: a volume, an area, a mass.
    pub amount: f64,
    /// Where its centre is.
    pub centre: [f64; 3],
    /// The integral of x·xᵀ about the centre.
    pub second: Tensor,
}

impl Moments {
    /// So much in all, spread in the same way; nothing if there is nothing to spread.
    pub fn amounting(&self, amount: f64) -> Moments {
        let factor = if self.amount > 0.0 { amount / self.amount } else { 0.0 };
        Moments { amount, centre: self.centre, second: self.second.map(|row| row.map(|v| v * factor)) }
    }

    /// The same, turned by a matrix given by its columns, and moved.
    pub fn placed(&self, columns: [[f64; 3]; 3], offset: [f64; 3]) -> Moments {
        let [x, y, z] = columns;
        let turned = |[a, b, c]: Vec3| add(add(scale(x, a), scale(y, b)), scale(z, c));
        // Rows of S·Rᵀ are the rows of S, turned; then the same again for columns.
        let half = transposed(self.second.map(turned));
        let second = transposed(half.map(turned));
        Moments { amount: self.amount, centre: add(turned(self.centre), offset), second }
    }

    /// Both together.
    pub fn and(&self, other: &Moments) -> Moments {
        let amount = self.amount + other.amount;
        if amount <= 0.0 {
            return *self;
        }
        let centre = add(scale(self.centre, self.amount / amount), scale(other.centre, other.amount / amount));
        let mut second = [[0.0; 3]; 3];
        for part in [self, other] {
            let away = sub(part.centre, centre);
            for ((row, of), a) in second.iter_mut().zip(&part.second).zip(away) {
                for ((slot, value), b) in row.iter_mut().zip(of).zip(away) {
                    *slot += value + part.amount * a * b;
                }
            }
        }
        Moments { amount, centre, second }
    }

    /// The moments of inertia about the centre, as a matrix.
    pub fn inertia(&self) -> Tensor {
        let [[xx, xy, xz], [_, yy, yz], [_, _, zz]] = self.second;
        [[yy + zz, -xy, -xz], [-xy, xx + zz, -yz], [-xz, -yz, xx + yy]]
    }

    fn diagonal(amount: f64, y: f64, [xx, yy, zz]: [f64; 3]) -> Moments {
        Moments { amount, centre: [0.0, y, 0.0], second: [[xx, 0.0, 0.0], [0.0, yy, 0.0], [0.0, 0.0, zz]] }
    }
}

fn transposed([a, b, c]: Tensor) -> Tensor {
    [[a[0], b[0], c[0]], [a[1], b[1], c[1]], [a[2], b[2], c[2]]]
}

/// Is it the volume that counts, or the surface?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// The volume.
    Volume,
    /// The surface.
    Surface,
}

/// A box around the origin, by half of its extents.
pub fn cuboid([a, b, c]: [f64; 3], of: Of) -> Moments {
    if of == Of::Volume {
        let volume = 8.0 * a * b * c;
        return Moments::diagonal(volume, 0.0, [a, b, c].map(|h| volume * h * h / 3.0));
    }
    let [x, y, z] = [8.0 * b * c, 8.0 * a * c, 8.0 * a * b];
    let along = |faces: f64, others: f64, h: f64| h * h * (faces + others / 3.0);
    Moments::diagonal(x + y + z, 0.0, [along(x, y + z, a), along(y, x + z, b), along(z, x + y, c)])
}

/// A ball around the origin.
pub fn ball(radius: f64, of: Of) -> Moments {
    let square = radius * radius;
    match of {
        Of::Volume => {
            let volume = 4.0 / 3.0 * PI * square * radius;
            Moments::diagonal(volume, 0.0, [volume * square / 5.0; 3])
        }
        Of::Surface => Moments::diagonal(4.0 * PI * square, 0.0, [4.0 * PI * square * square / 3.0; 3]),
    }
}

/// A cylinder along y around the origin whose radii along x and z change evenly, those of +y first. The ends belong to the
/// surface.
pub fn frustum(height: f64, top: [f64; 2], bottom: [f64; 2], of: Of) -> Moments {
    let half = height / 2.0;
    let radius = |n: usize| {
        let pick = |r: [f64; 2]| if n == 0 { r[0] } else { r[1] };
        let (low, high) = (pick(bottom), pick(top));
        move |y: f64| low + (high - low) * (y + half) / height
    };
    let (a, c) = (radius(0), radius(1));
    let mut sums = Sums::default();
    if of == Of::Volume {
        gauss([-half, half], |y, weight| sums.slice(y, a(y), c(y), weight));
        return sums.moments();
    }
    let [da, dc] = [(top[0] - bottom[0]) / height, (top[1] - bottom[1]) / height];
    sums.surface([-half, half], |y| Edge { a: a(y), c: c(y), y, slope: [da, dc, 1.0] });
    for (y, [x, z]) in [(half, top), (-half, bottom)] {
        sums.slice(y, x, z, 1.0);
    }
    sums.moments()
}

/// A cylinder along y with half an ellipsoid on both ends; the height is between the centres of both.
pub fn capsule(height: f64, [x, y, z]: [f64; 3], of: Of) -> Moments {
    let half = height / 2.0;
    let mut sums = Sums::default();
    match of {
        Of::Volume => {
            gauss([-half, half], |at, weight| sums.slice(at, x, z, weight));
            for sign in [1.0, -1.0] {
                // Squares of radii are polynomials in the height, so that this is exact as well.
                gauss([0.0, 1.0], |u, weight| {
                    sums.slice_squared(sign * (half + y * u), [x, z], 1.0 - u * u, y * weight)
                });
            }
        }
        Of::Surface => {
            if height > 0.0 {
                sums.surface([-half, half], |at| Edge { a: x, c: z, y: at, slope: [0.0, 0.0, 1.0] });
            }
            for sign in [1.0, -1.0] {
                sums.surface([0.0, PI / 2.0], |angle| round([x, z], y, sign * half, sign * angle));
            }
        }
    }
    sums.moments()
}

/// Everything between two balls along y, that of +y first, stretched along x and z.
///
/// One ball may be inside of the other; then it is that one.
pub fn tapered_capsule(height: f64, [top, bottom]: [f64; 2], stretch: [f64; 2], of: Of) -> Moments {
    let half = height / 2.0;
    let [kx, kz] = stretch;
    if height <= (top - bottom).abs() {
        let (radius, at) = if top > bottom { (top, half) } else { (bottom, -half) };
        let whole = capsule(0.0, [radius * kx, radius, radius * kz], of);
        return Moments { centre: [0.0, at, 0.0], ..whole };
    }
    // How far the side of the cone looks up, and where it touches the balls.
    let up = (bottom - top) / height;
    let across = libm::sqrt(1.0 - up * up);
    let (high, low) = (half + top * up, -half + bottom * up);
    let (wide_high, wide_low) = (top * across, bottom * across);
    let slope = (wide_high - wide_low) / (high - low);
    let side = |y: f64| wide_low + slope * (y - low);
    let mut sums = Sums::default();
    match of {
        Of::Volume => {
            gauss([low, high], |y, weight| sums.slice(y, kx * side(y), kz * side(y), weight));
            for (radius, centre, range) in [(top, half, [high, half + top]), (bottom, -half, [-half - bottom, low])] {
                gauss(range, |y, weight| {
                    let square = (radius * radius - (y - centre) * (y - centre)).max(0.0);
                    sums.slice_squared(y, stretch, square, weight);
                });
            }
        }
        Of::Surface => {
            sums.surface([low, high], |y| Edge {
                a: kx * side(y),
                c: kz * side(y),
                y,
                slope: [kx * slope, kz * slope, 1.0],
            });
            let angle = libm::asin(up);
            for (radius, centre, range) in [(top, half, [angle, PI / 2.0]), (bottom, -half, [-PI / 2.0, angle])] {
                sums.surface(range, |angle| round([radius * kx, radius * kz], radius, centre, angle));
            }
        }
    }
    sums.moments()
}

/// What triangles enclose, or their surface. The volume of what is wound the other way round is taken as positive.
pub fn triangles(all: impl Iterator<Item = [[f64; 3]; 3]> + Clone, of: Of) -> Moments {
    // Seen from a corner of its own, a mesh far away is as exact as one at the origin.
    let Some([origin, ..]) = all.clone().next() else { return Moments::default() };
    let (mut amount, mut first, mut second) = (0.0, [0.0; 3], [[0.0; 3]; 3]);
    for corners in all {
        let [a, b, c] = corners.map(|p| sub(p, origin));
        let sum = add(add(a, b), c);
        let (part, weight, mean) = match of {
            Of::Volume => (dot(a, cross(b, c)) / 6.0, 1.0 / 20.0, 1.0 / 4.0),
            Of::Surface => {
                let normal = cross(sub(b, a), sub(c, a));
                (libm::sqrt(dot(normal, normal)) / 2.0, 1.0 / 12.0, 1.0 / 3.0)
            }
        };
        if !part.is_finite() {
            continue;
        }
        amount += part;
        first = add(first, scale(sum, part * mean));
        for (i, row) in second.iter_mut().enumerate() {
            for (j, slot) in row.iter_mut().enumerate() {
                let product = [sum, a, b, c].into_iter().map(|v| at(v, i) * at(v, j)).sum::<f64>();
                *slot += part * weight * product;
            }
        }
    }
    if amount == 0.0 {
        return Moments { centre: origin, ..Moments::default() };
    }
    let away = scale(first, 1.0 / amount);
    for (row, a) in second.iter_mut().zip(away) {
        row.iter_mut().zip(away).for_each(|(slot, b)| *slot -= amount * a * b);
    }
    let sign = if amount < 0.0 { -1.0 } else { 1.0 };
    Moments {
        amount: amount * sign,
        centre: add(origin, away),
        second: second.map(|row| row.map(|value| value * sign)),
    }
}

fn at([x, y, z]: Vec3, place: usize) -> f64 {
    match place {
        0 => x,
        1 => y,
        _ => z,
    }
}

/// Do triangles close a volume: has every edge as many triangles on one side as on the other? Corners in the same place are
/// one.
pub fn is_closed(all: impl Iterator<Item = [[f64; 3]; 3]>) -> bool {
    let mut corners: HashMap<[u64; 3], u32> = HashMap::new();
    let mut edges: HashMap<(u32, u32), i64> = HashMap::new();
    let mut some = false;
    for triangle in all {
        let mut number = |p: Vec3| {
            let next = corners.len() as u32;
            // Both zeros are one place.
            *corners.entry(p.map(|v| (v + 0.0).to_bits())).or_insert(next)
        };
        let [a, b, c] = triangle.map(&mut number);
        if a == b || b == c || a == c {
            continue;
        }
        some = true;
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let (key, step) = if from < to { ((from, to), 1) } else { ((to, from), -1) };
            *edges.entry(key).or_default() += step;
        }
    }
    some && edges.values().all(|sum| *sum == 0)
}

/// The principal moments of a symmetric matrix, and their axes as columns: a right-handed system, near to the axes that the
/// matrix is written in.
pub fn principal(tensor: Tensor) -> ([f64; 3], [[f64; 3]; 3]) {
    let mut m = tensor;
    let mut axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let size = m.as_flattened().iter().fold(0.0, |s: f64, v| s.max(v.abs()));
    for _ in 0..64 {
        let mut off = 0.0;
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let (pp, qq, pq) = (entry(&m, p, p), entry(&m, q, q), entry(&m, p, q));
            if pq.abs() <= 1e-18 * size {
                continue;
            }
            off += pq.abs();
            let theta = (qq - pp) / (2.0 * pq);
            let t = theta.signum() / (theta.abs() + libm::sqrt(theta * theta + 1.0));
            let c = 1.0 / libm::sqrt(t * t + 1.0);
            let s = t * c;
            turn(&mut m, p, q, c, s);
            m = transposed(m);
            turn(&mut m, p, q, c, s);
            turn(&mut axes, p, q, c, s);
        }
        if off <= 1e-16 * size {
            break;
        }
    }
    // Rows of `axes` are the axes.
    ([entry(&m, 0, 0), entry(&m, 1, 1), entry(&m, 2, 2)], axes)
}

fn entry(m: &Tensor, row: usize, column: usize) -> f64 {
    m.get(row).map_or(0.0, |r| at(*r, column))
}

/// Turns two rows of a matrix into each other.
fn turn(m: &mut Tensor, p: usize, q: usize, c: f64, s: f64) {
    let row = |n: usize| m.get(n).copied().unwrap_or_default();
    let (a, b) = (row(p), row(q));
    let mix = |x: Vec3, y: Vec3, c: f64, s: f64| add(scale(x, c), scale(y, s));
    m.iter_mut().skip(p).take(1).for_each(|slot| *slot = mix(a, b, c, -s));
    m.iter_mut().skip(q).take(1).for_each(|slot| *slot = mix(b, a, c, s));
}

/// The outline of something round, at one place: its radii along x and z, its height, and how all three change.
struct Edge {
    a: f64,
    c: f64,
    y: f64,
    slope: [f64; 3],
}

/// The outline of an ellipsoid at an angle above its equator.
fn round([x, z]: [f64; 2], y: f64, centre: f64, angle: f64) -> Edge {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    Edge { a: x * cos, c: z * cos, y: centre + y * sin, slope: [-x * sin, -z * sin, y * cos] }
}

/// Integrals of something around the y axis, symmetric in x and z.
#[derive(Default)]
struct Sums {
    amount: f64,
    y: f64,
    xx: f64,
    yy: f64,
    zz: f64,
}

/// Places around the axis at which an elliptic surface is looked at; a quarter is enough.
const AROUND: u32 = 512;

impl Sums {
    fn add(&mut self, amount: f64, y: f64, [xx, zz]: [f64; 2]) {
        self.amount += amount;
        self.y += amount * y;
        self.yy += amount * y * y;
        self.xx += amount * xx;
        self.zz += amount * zz;
    }

    /// A thin ellipse.
    fn slice(&mut self, y: f64, a: f64, c: f64, thickness: f64) {
        self.add(PI * a * c * thickness, y, [a * a / 4.0, c * c / 4.0]);
    }

    /// A thin ellipse whose radii have this square, stretched.
    fn slice_squared(&mut self, y: f64, [kx, kz]: [f64; 2], square: f64, thickness: f64) {
        self.add(PI * kx * kz * square * thickness, y, [kx * kx * square / 4.0, kz * kz * square / 4.0]);
    }

    /// A surface around the axis, along an outline.
    fn surface(&mut self, range: [f64; 2], outline: impl Fn(f64) -> Edge) {
        gauss(range, |t, weight| {
            let Edge { a, c, y, slope: [da, dc, dy] } = outline(t);
            let is_round = a == c && da == dc;
            let count = if is_round { 1 } else { AROUND };
            let step = TAU / 4.0 / f64::from(count);
            for place in 0..count {
                let angle = (f64::from(place) + 0.5) * step;
                let (sin, cos) = (libm::sin(angle), libm::cos(angle));
                let flat = dy * dy * (c * c * cos * cos + a * a * sin * sin);
                let tilt = a * dc * sin * sin + da * c * cos * cos;
                let amount = 4.0 * step * weight * libm::sqrt(flat + tilt * tilt);
                let [xx, zz] = if is_round { [0.5; 2] } else { [cos * cos, sin * sin] };
                self.add(amount, y, [a * a * xx, c * c * zz]);
            }
        });
    }

    fn moments(&self) -> Moments {
        if self.amount <= 0.0 {
            return Moments::default();
        }
        let y = self.y / self.amount;
        Moments::diagonal(self.amount, y, [self.xx, self.yy - self.amount * y * y, self.zz])
    }
}

/// Places and weights of Gauss and Legendre for 20 points on 0 to 1, one half of them: the others lie on the other side.
const GAUSS: [[f64; 2]; 10] = [
    [0.076_526_521_133_497_33, 0.152_753_387_130_725_85],
    [0.227_785_851_141_645_08, 0.149_172_986_472_603_75],
    [0.373_706_088_715_419_56, 0.142_096_109_318_382_05],
    [0.510_867_001_950_827_1, 0.131_688_638_449_176_63],
    [0.636_053_680_726_515_1, 0.118_194_531_961_518_42],
    [0.746_331_906_460_150_8, 0.101_930_119_817_240_43],
    [0.839_116_971_822_218_8, 0.083_276_741_576_704_75],
    [0.912_234_428_251_326, 0.062_672_048_334_109_06],
    [0.963_971_927_277_913_8, 0.040_601_429_800_386_94],
    [0.993_128_599_185_094_9, 0.017_614_007_139_152_12],
];

/// Calls a function with places in a range and their weights, so that the sum is the integral.
fn gauss([from, to]: [f64; 2], mut each: impl FnMut(f64, f64)) {
    // Four pieces: what is smooth but not a polynomial has all its digits.
    let half = (to - from) / 8.0;
    for piece in 0..4 {
        let middle = from + half * (2.0 * f64::from(piece) + 1.0);
        for [place, weight] in GAUSS {
            each(middle + place * half, weight * half);
            each(middle - place * half, weight * half);
        }
    }
}

#[cfg(test)]
mod tests;
