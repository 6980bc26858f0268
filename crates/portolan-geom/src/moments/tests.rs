//! Against formulas of textbooks, and against sums over many small pieces.

use super::*;

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1e-3), "{found} in place of {expected}");
}

fn diagonal(moments: &Moments) -> [f64; 3] {
    let [[a, ..], [_, b, _], [.., c]] = moments.inertia();
    [a, b, c]
}

#[test]
fn the_examples_of_the_specification() {
    // Requirement H: a box of 5 × 2 × 2 with a mass of 20.
    let box_ = cuboid([2.5, 1.0, 1.0], Of::Volume);
    near(box_.amount, 20.0, 1e-15);
    let [x, y, z] = diagonal(&box_);
    near(x, 13.333_333_333_333_334, 1e-12);
    near(y, 48.333_333_333_333_336, 1e-12);
    near(z, y, 1e-12);
    near(capsule(2.0, [1.0; 3], Of::Volume).amount, 10.471_975_511_965_978, 1e-12);
    near(capsule(4.0, [1.0, 2.0, 3.0], Of::Volume).amount, 62.831_853_071_795_86, 1e-12);
    near(frustum(2.0, [1.0; 2], [1.0; 2], Of::Volume).amount, TAU, 1e-12);
    near(ball(1.0, Of::Volume).amount, 4.0 / 3.0 * PI, 1e-15);
}

#[test]
fn textbook_inertias() {
    for (form, expected) in [
        (ball(2.0, Of::Volume), [0.4 * 4.0; 3]),
        (ball(2.0, Of::Surface), [2.0 / 3.0 * 4.0; 3]),
        (capsule(0.0, [2.0; 3], Of::Volume), [0.4 * 4.0; 3]),
        (capsule(0.0, [2.0; 3], Of::Surface), [2.0 / 3.0 * 4.0; 3]),
        (capsule(0.0, [1.0, 2.0, 3.0], Of::Volume), [13.0 / 5.0, 10.0 / 5.0, 5.0 / 5.0]),
        (frustum(3.0, [2.0, 1.0], [2.0, 1.0], Of::Volume), [0.25 + 0.75, 5.0 / 4.0, 1.0 + 0.75]),
        // A cone: 3/10 r² about its axis, 3/20 (r² + h²/4) through its centre.
        (frustum(4.0, [0.0; 2], [1.0; 2], Of::Volume), [3.0 / 20.0 * 5.0, 0.3, 3.0 / 20.0 * 5.0]),
        (tapered_capsule(0.0, [2.0, 2.0], [1.0; 2], Of::Volume), [0.4 * 4.0; 3]),
        (tapered_capsule(1.0, [5.0, 2.0], [1.0; 2], Of::Surface), [2.0 / 3.0 * 25.0; 3]),
    ] {
        let unit = form.amounting(1.0);
        diagonal(&unit).into_iter().zip(expected).for_each(|(found, expected)| near(found, expected, 1e-10));
    }
    // The centre of a cone is at a quarter of its height.
    near(frustum(4.0, [0.0; 2], [1.0; 2], Of::Volume).centre[1], -1.0, 1e-12);
    near(tapered_capsule(1.0, [5.0, 2.0], [1.0; 2], Of::Volume).centre[1], 0.5, 1e-12);
    // The surface of a cone without its base is half of a sector.
    near(frustum(4.0, [0.0; 2], [3.0; 2], Of::Surface).amount, PI * 3.0 * 5.0 + PI * 9.0, 1e-12);
    // With equal ends it is a capsule.
    for of in [Of::Volume, Of::Surface] {
        let (taper, plain) = (tapered_capsule(3.0, [1.0; 2], [1.0; 2], of), capsule(3.0, [1.0; 3], of));
        near(taper.amount, plain.amount, 1e-12);
        diagonal(&taper).into_iter().zip(diagonal(&plain)).for_each(|(a, b)| near(a, b, 1e-10));
    }
}

/// Adds up small pieces of the surface of something round whose outline is given by polar angles from −1 to 1, seen as
/// triangles; the volume inside follows from them.
fn by_pieces(outline: impl Fn(f64) -> [f64; 3], rings: usize, around: usize) -> Vec<[[f64; 3]; 3]> {
    let point = |ring: usize, place: usize| {
        let [a, c, y] = outline(ring as f64 / rings as f64);
        let angle = TAU * place as f64 / around as f64;
        [a * angle.cos(), y, c * angle.sin()]
    };
    let mut all = Vec::new();
    for ring in 0..rings {
        for place in 0..around {
            let (a, b) = (point(ring, place), point(ring + 1, place));
            let (c, d) = (point(ring + 1, place + 1), point(ring, place + 1));
            all.extend([[a, b, c], [a, c, d]]);
        }
    }
    all
}

/// The value that sums over pieces tend to, from two of them: their error falls with the square of the size.
fn limit(outline: impl Fn(f64) -> [f64; 3] + Copy, of: Of) -> Moments {
    let measure = |n: usize| triangles(by_pieces(outline, n, n).into_iter(), of);
    let (coarse, fine) = (measure(180), measure(360));
    let better = |a: f64, b: f64| b + (b - a) / 3.0;
    Moments {
        amount: better(coarse.amount, fine.amount),
        centre: std::array::from_fn(|i| better(coarse.centre[i], fine.centre[i])),
        second: std::array::from_fn(|i| std::array::from_fn(|j| better(coarse.second[i][j], fine.second[i][j]))),
    }
}

fn same(found: Moments, expected: Moments) {
    near(found.amount, expected.amount, 1e-6);
    near(found.centre[1], expected.centre[1], 1e-6);
    for i in 0..3 {
        near(found.second[i][i], expected.second[i][i], 1e-6);
    }
}

#[test]
fn every_form_agrees_with_sums_over_small_pieces() {
    let arc = |u: f64, x: f64, y: f64, z: f64| {
        let angle = (u - 0.5) * PI;
        [x * angle.cos(), z * angle.cos(), y * angle.sin()]
    };
    for of in [Of::Volume, Of::Surface] {
        // A capsule: both caps take as many rings as the side.
        let (height, [x, y, z]) = (3.0, [1.0, 2.0, 0.7]);
        let outline = |t: f64| match t {
            t if t <= 1.0 / 3.0 => {
                let [a, c, up] = arc(t * 1.5, x, y, z);
                [a, c, up - height / 2.0]
            }
            t if t < 2.0 / 3.0 => [x, z, (t - 0.5) * 3.0 * height],
            t => {
                let [a, c, up] = arc((t - 1.0 / 3.0) * 1.5, x, y, z);
                [a, c, up + height / 2.0]
            }
        };
        same(capsule(height, [x, y, z], of), limit(outline, of));
        // A frustum with ends.
        let (top, bottom) = ([0.5, 1.0], [2.0, 0.8]);
        let outline = |t: f64| match t {
            t if t < 1.0 / 3.0 => [bottom[0] * t * 3.0, bottom[1] * t * 3.0, -1.0],
            t if t <= 2.0 / 3.0 => {
                let s = (t - 1.0 / 3.0) * 3.0;
                [bottom[0] + (top[0] - bottom[0]) * s, bottom[1] + (top[1] - bottom[1]) * s, 2.0 * s - 1.0]
            }
            t => [top[0] * (1.0 - t) * 3.0, top[1] * (1.0 - t) * 3.0, 1.0],
        };
        same(frustum(2.0, top, bottom, of), limit(outline, of));
        // A tapered capsule, stretched.
        let (height, [r1, r2], [kx, kz]) = (4.0, [0.5, 1.5], [1.2, 0.9]);
        let up: f64 = (r2 - r1) / height;
        let tilt = up.asin();
        let outline = |t: f64| {
            let (radius, centre, angle) = match t {
                t if t <= 1.0 / 3.0 => (r2, -height / 2.0, -PI / 2.0 + (tilt + PI / 2.0) * t * 3.0),
                t if t < 2.0 / 3.0 => {
                    let s = (t - 1.0 / 3.0) * 3.0;
                    (r2 + (r1 - r2) * s, -height / 2.0 + height * s, tilt)
                }
                t => (r1, height / 2.0, tilt + (PI / 2.0 - tilt) * (t - 2.0 / 3.0) * 3.0),
            };
            [kx * radius * angle.cos(), kz * radius * angle.cos(), centre + radius * angle.sin()]
        };
        same(tapered_capsule(height, [r1, r2], [kx, kz], of), limit(outline, of));
    }
}

fn cube(offset: f64) -> Vec<[[f64; 3]; 3]> {
    let corner = |n: usize| [n & 1, (n >> 1) & 1, (n >> 2) & 1].map(|bit| bit as f64 * 2.0 - 1.0 + offset);
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let split = |[a, b, c, d]: [usize; 4]| [[a, b, c], [a, c, d]];
    faces.into_iter().flat_map(split).map(|t| t.map(corner)).collect()
}

#[test]
fn meshes_are_what_they_enclose() {
    for (of, expected) in [(Of::Volume, cuboid([1.0; 3], Of::Volume)), (Of::Surface, cuboid([1.0; 3], Of::Surface))] {
        // Far from the origin as well, and inside out.
        for (offset, flip) in [(0.0, false), (1e6, false), (5.0, true)] {
            let mut all = cube(offset);
            if flip {
                all.iter_mut().for_each(|t| t.swap(0, 1));
            }
            let found = triangles(all.into_iter(), of);
            near(found.amount, expected.amount, 1e-9);
            near(found.centre[0], offset, 1e-9);
            for i in 0..3 {
                for j in 0..3 {
                    assert!((found.second[i][j] - expected.second[i][j]).abs() < 1e-6, "{i} {j}");
                }
            }
        }
    }
    assert!(is_closed(cube(0.0).into_iter()));
    assert!(!is_closed(cube(0.0).into_iter().skip(1)));
    assert!(!is_closed(std::iter::empty()));
    assert_eq!(triangles(std::iter::empty(), Of::Volume), Moments::default());
    let broken = [[[f64::NAN; 3]; 3]];
    assert_eq!(triangles(broken.into_iter(), Of::Volume).amount, 0.0);
}

#[test]
fn parts_add_up_and_turn() {
    // Two halves of a box.
    let whole = cuboid([2.0, 1.0, 3.0], Of::Volume);
    let half = cuboid([1.0, 1.0, 3.0], Of::Volume);
    let columns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let both = half.placed(columns, [-1.0, 0.0, 0.0]).and(&half.placed(columns, [1.0, 0.0, 0.0]));
    near(both.amount, whole.amount, 1e-15);
    diagonal(&both).into_iter().zip(diagonal(&whole)).for_each(|(a, b)| near(a, b, 1e-12));
    // Turned by 30 degrees, its principal axes are turned so.
    let (s, c) = (0.5, 0.75f64.sqrt());
    let turned = whole.placed([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]], [7.0, 8.0, 9.0]);
    assert_eq!(turned.centre, [7.0, 8.0, 9.0]);
    let (moments, axes) = principal(turned.inertia());
    moments.into_iter().zip(diagonal(&whole)).for_each(|(a, b)| near(a, b, 1e-12));
    for (axis, expected) in axes.into_iter().zip([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]) {
        assert!(dot(sub(axis, expected), sub(axis, expected)) < 1e-20, "{axis:?}");
    }
    // What is diagonal already stays, whatever the order.
    assert_eq!(principal([[3.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0]]).0, [3.0, 1.0, 2.0]);
}
