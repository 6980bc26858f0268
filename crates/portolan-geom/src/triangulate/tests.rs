use super::*;
use std::f64::consts::TAU;

/// A small generator of pseudo-random numbers (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn cut(corners: &[[f32; 3]], rings: &[u32]) -> Vec<[u32; 3]> {
    let mut out = Vec::new();
    Triangulator::new().polygon(corners, rings, &mut out);
    assert!(out.len().is_multiple_of(3));
    assert!(out.iter().all(|&i| (i as usize) < corners.len()));
    out.as_chunks::<3>().0.to_vec()
}

fn flat(points: &[[f32; 2]]) -> Vec<[f32; 3]> {
    points.iter().map(|&[x, y]| [x, y, 0.0]).collect()
}

/// Areas along z, signed.
fn areas(corners: &[[f32; 3]], triangles: &[[u32; 3]]) -> Vec<f64> {
    let at = |i: u32| [f64::from(corners[i as usize][0]), f64::from(corners[i as usize][1])];
    triangles.iter().map(|&[a, b, c]| 0.5 * ears::turn(at(a), at(b), at(c))).collect()
}

fn area(ring: &[[f32; 3]]) -> f64 {
    0.5 * vector::newell(ring)[2]
}

/// The triangles cover exactly the ring: none is turned over and their areas add up.
fn assert_covers(ring: &[[f32; 3]]) {
    let triangles = cut(ring, &[]);
    assert_eq!(triangles.len(), ring.len() - 2);
    let areas = areas(ring, &triangles);
    let whole = area(ring);
    assert!(areas.iter().all(|&area| area >= -1e-9 * whole), "a triangle is turned over");
    let sum: f64 = areas.iter().sum();
    assert!((sum - whole).abs() <= 1e-9 * whole, "{sum} for {whole}");
}

#[test]
fn small_ones_are_themselves() {
    assert!(cut(&[], &[]).is_empty());
    assert!(cut(&[[0.0; 3]; 2], &[]).is_empty());
    assert_eq!(cut(&[[0.0; 3]; 3], &[]), [[0, 1, 2]]);
    assert_eq!(cut(&flat(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), &[3]), [[0, 1, 2]]);
}

#[test]
fn quads() {
    let square = flat(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    assert_eq!(cut(&square, &[]), [[0, 1, 2], [0, 2, 3]]);
    // An arrowhead that points in at 1, then at 2.
    let at_1 = flat(&[[0.0, 0.0], [1.0, 1.0], [2.0, 0.0], [1.0, 3.0]]);
    assert_eq!(cut(&at_1, &[]), [[0, 1, 3], [1, 2, 3]]);
    let at_2 = flat(&[[1.0, 3.0], [0.0, 0.0], [1.0, 1.0], [2.0, 0.0]]);
    assert_eq!(cut(&at_2, &[]), [[0, 1, 2], [0, 2, 3]]);
    // A triangle with a fourth corner in the middle of the edge 0-2: both triangles get an area.
    let on_edge = flat(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [1.0, 1.0]]);
    assert_eq!(cut(&on_edge, &[]), [[0, 1, 3], [1, 2, 3]]);
    // A bow tie, a point, and rubbish still give two.
    assert_eq!(cut(&flat(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]), &[]).len(), 2);
    assert_eq!(cut(&[[f32::NAN; 3]; 4], &[]).len(), 2);
    assert_eq!(cut(&[[f32::MAX; 3], [f32::MIN; 3], [f32::MAX, 0.0, 1.0], [0.0; 3]], &[]).len(), 2);
}

#[test]
fn convex_polygons_become_fans() {
    let hexagon: Vec<[f32; 3]> =
        (0..6).map(|i| [(TAU * i as f64 / 6.0).cos() as f32, (TAU * i as f64 / 6.0).sin() as f32, 7.0]).collect();
    assert_eq!(cut(&hexagon, &[]), [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]]);
    assert!(is_convex(&hexagon));
}

#[test]
fn convexity() {
    let square = flat(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    let clockwise: Vec<_> = square.iter().rev().copied().collect();
    assert!(is_convex(&square) && is_convex(&clockwise));
    assert!(is_convex(&flat(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0]])), "straight and doubled");
    assert!(!is_convex(&flat(&[[0.0, 0.0], [1.0, 1.0], [2.0, 0.0], [1.0, 3.0]])), "arrowhead");
    let pentagram: Vec<[f32; 3]> = (0..5)
        .map(|i| [(2.0 * TAU * i as f64 / 5.0).cos() as f32, (2.0 * TAU * i as f64 / 5.0).sin() as f32, 0.0])
        .collect();
    assert!(!is_convex(&pentagram), "goes around twice");
    assert!(!is_convex(&flat(&[[0.0, 0.0], [3.0, 0.0], [2.0, 0.0], [2.0, 2.0]])), "turns back");
    assert!(!is_convex(&[[1.0; 3]; 5]) && !is_convex(&[]) && !is_convex(&[[f32::NAN; 3]; 3]));
}

#[test]
fn concave_polygons_are_covered() {
    // L, with either way round.
    let l = flat(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]);
    assert_covers(&l);
    let back: Vec<_> = l.iter().rev().copied().collect();
    let triangles = cut(&back, &[]);
    assert_eq!(areas(&back, &triangles).iter().sum::<f64>(), -3.0);
    assert!(areas(&back, &triangles).iter().all(|&area| area < 0.0), "the way round is kept");
    // A ring of straight corners: no triangle without area is needed.
    let dotted =
        flat(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [3.0, 1.0], [3.0, 3.0], [1.0, 3.0], [0.0, 3.0]]);
    assert_covers(&dotted);
    assert!(areas(&dotted, &cut(&dotted, &[])).iter().all(|&area| area > 0.0));
    // Doubled corners.
    assert_covers(&flat(&[
        [0.0, 0.0],
        [0.0, 0.0],
        [2.0, 0.0],
        [2.0, 1.0],
        [1.0, 1.0],
        [1.0, 1.0],
        [1.0, 2.0],
        [0.0, 2.0],
    ]));
}

#[test]
fn a_ring_joined_to_its_hole_keeps_the_hole() {
    // A square of 3 × 3 with a hole of 1 × 1, entered and left along the same cut.
    let ring = flat(&[
        [0.0, 0.0],
        [3.0, 0.0],
        [3.0, 3.0],
        [0.0, 3.0],
        [0.0, 0.0],
        [1.0, 1.0],
        [1.0, 2.0],
        [2.0, 2.0],
        [2.0, 1.0],
        [1.0, 1.0],
    ]);
    assert_eq!(area(&ring), 8.0);
    for start in 0..ring.len() {
        let mut turned = ring.clone();
        turned.rotate_left(start);
        assert_covers(&turned);
    }
}

#[test]
fn random_stars_are_covered() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for round in 0..300 {
        let count = 5 + (dice.roll() * if round % 30 == 0 { 3000.0 } else { 60.0 }) as usize;
        let ring: Vec<[f32; 3]> = (0..count)
            .map(|i| {
                let (angle, radius) = (TAU * i as f64 / count as f64, 0.2 + dice.roll());
                [(100.0 + radius * angle.cos()) as f32, (radius * angle.sin()) as f32, 0.0]
            })
            .collect();
        assert_covers(&ring);
    }
}

#[test]
fn combs_and_spirals_are_covered() {
    let mut comb = vec![[0.0, -1.0], [2000.0, -1.0]];
    comb.extend((0..=2000).rev().map(|i| [i as f32, if i % 2 == 0 { 10.0 } else { 0.0 }]));
    assert_covers(&flat(&comb));
    let arm = |inner: f64| {
        (0..3000).map(move |i| {
            let (angle, radius) = (i as f64 * 0.02, 1.0 + i as f64 * 0.02 * 0.3 - inner);
            [(radius * angle.cos()) as f32, (radius * angle.sin()) as f32]
        })
    };
    let spiral: Vec<[f32; 2]> = arm(0.0).chain(arm(0.5).collect::<Vec<_>>().into_iter().rev()).collect();
    assert_covers(&flat(&spiral));
}

#[test]
fn rubbish_gives_two_fewer_than_corners() {
    let mut dice = Dice(42);
    let odd = [f32::NAN, f32::INFINITY, f32::MAX, f32::MIN_POSITIVE, 0.0, 1.0, -1.0, 1e-30];
    for round in 0..2000 {
        let count = 3 + (dice.roll() * 70.0) as usize;
        let mut number = || match round % 4 {
            0 => dice.roll() as f32,
            1 => (dice.roll() * 3.0).floor() as f32,
            2 => odd[(dice.roll() * 8.0) as usize],
            _ => (dice.roll() * 2.0).floor() as f32 * f32::MAX,
        };
        let corners: Vec<[f32; 3]> = (0..count).map(|_| [number(), number(), number()]).collect();
        assert_eq!(cut(&corners, &[]).len(), count - 2);
        // The same with holes: any number of triangles, and no panic.
        let (outer, hole) = (count as u32 / 2, count as u32 / 4);
        cut(&corners, &[outer, hole, hole]);
    }
    assert_eq!(cut(&[[1.0; 3]; 100], &[]).len(), 98);
}

#[test]
fn bent_and_tilted_polygons() {
    // The L in a steep plane, with one corner bent out of it.
    let tilted: Vec<[f32; 3]> = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]
        .iter()
        .enumerate()
        .map(|(i, &[u, v]): (usize, &[f32; 2])| [u, 0.1 * v + if i == 3 { 0.05 } else { 0.0 }, v])
        .collect();
    let normal = vector::newell(&tilted);
    for [a, b, c] in cut(&tilted, &[]) {
        let [a, b, c] = [a, b, c].map(|i| widen(tilted[i as usize]));
        assert!(dot(cross(sub(b, a), sub(c, a)), normal) > 0.0);
    }
}

#[test]
fn holes_of_either_winding_are_cut_out() {
    let outer = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
    let hole = [[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0]];
    let mut reversed = hole;
    reversed.reverse();
    for hole in [hole, reversed] {
        for flip in [false, true] {
            let mut ring = outer;
            if flip {
                ring.reverse();
            }
            let corners = flat(&[ring, hole].concat());
            let triangles = cut(&corners, &[4, 4]);
            assert_eq!(triangles.len(), 8);
            let areas = areas(&corners, &triangles);
            let sign = if flip { -1.0 } else { 1.0 };
            assert!(areas.iter().all(|&area| area * sign > 0.0), "{areas:?}");
            assert_eq!(areas.iter().sum::<f64>(), 15.0 * sign);
        }
    }
}

#[test]
fn ring_counts_that_lie() {
    let corners = flat(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [1.0, 1.0], [2.0, 1.0], [2.0, 2.0]]);
    assert_eq!(cut(&corners, &[4, 2]).len(), 2, "a hole of two corners is none");
    assert_eq!(cut(&corners, &[4, u32::MAX, u32::MAX]).len(), 7, "a hole ends where the corners do");
    assert_eq!(cut(&corners, &[u32::MAX]).len(), 5);
    assert_eq!(cut(&corners, &[4]).len(), 2, "corners outside the rings are not used");
    assert!(cut(&corners, &[0, 3]).is_empty());
}
