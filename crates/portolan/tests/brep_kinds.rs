//! Solids and edges of each kind of surface and curve, with sizes worked out by formula.

pub mod document;

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use document::{Document, line, nurbs, plane, row, sized};
use portolan::convert::{Conversion, to};

use crate::breps::{judged, open};

/// Nothing is found in the document, and it measures what it should.
fn holds(name: &str, document: &Document, volume: f64, area: f64) {
    let report = open(&document.text()).report().unwrap();
    let told: Vec<&String> = report.findings.iter().map(|f| &f.message).collect();
    assert!(told.is_empty(), "{name}: {told:?}");
    measures(name, document, volume, area);
}

/// Sizes in `info`, and triangles at four tolerances.
fn measures(name: &str, document: &Document, volume: f64, area: f64) {
    let file = open(&document.text());
    let info = file.info().unwrap().to_json();
    let brep = &info["breps"][0];
    assert_eq!(brep["closed"], true, "{name}: {brep}");
    let near = |found: &serde_json::Value, wanted: f64| found.as_f64().is_some_and(|x| (x / wanted - 1.0).abs() < 1e-5);
    assert!(near(&brep["volume"], volume), "{name}: volume {volume}, found {brep}");
    assert!(near(&brep["area"], area), "{name}: area {area}, found {brep}");
    let corner = |which: &str, at: usize| info["bounds"][which][at].as_f64().unwrap();
    let size = (0..3).map(|at| corner("max", at) - corner("min", at)).fold(0.0, f64::max);
    for share in [1e-1, 1e-2, 1e-3, 1e-4] {
        let tolerance = size * share;
        let fine = Conversion::to(&to::STL).with(|c| c.tolerance = Some(tolerance));
        let done = file.convert(&fine).unwrap();
        assert!(!done.losses.iter().any(|l| l.code.id == "CNV896"), "{name} at {share}");
        let (open, found) = judged(&done.files[0].1);
        assert_eq!(open, 0, "{name} at {share}");
        assert!((found - volume).abs() <= area * tolerance, "{name}: {found} for {volume} at {share}");
    }
}

/// What stands on a base in the plane of z = 0: edges around it counter-clockwise, each a curve at a height, the vertex
/// where it begins, its parameters, and the surface above it.
struct Wall<'a> {
    curve: &'a dyn Fn(f64) -> String,
    start: [f64; 2],
    range: [f64; 2],
    surface: String,
    /// Is the normal of the surface on the inside?
    inwards: bool,
}

fn prism(walls: &[Wall<'_>], height: f64) -> Document {
    let mut made = Document::default();
    let many = walls.len();
    let low: Vec<usize> = walls.iter().map(|w| made.point([w.start[0], w.start[1], 0.0])).collect();
    let high: Vec<usize> = walls.iter().map(|w| made.point([w.start[0], w.start[1], height])).collect();
    let up: Vec<i32> = (0..many).map(|i| made.line(low[i], high[i])).collect();
    let next = |i: usize| (i + 1) % many;
    let ring = |made: &mut Document, at: &[usize], z: f64| -> Vec<i32> {
        walls.iter().enumerate().map(|(i, w)| made.edge((w.curve)(z), [at[i], at[next(i)]], w.range)).collect()
    };
    let (bottom, top) = (ring(&mut made, &low, 0.0), ring(&mut made, &high, height));
    let mut shell = Vec::new();
    for (i, wall) in walls.iter().enumerate() {
        let mut wire = vec![bottom[i], up[next(i)], -top[i], -up[i]];
        if wall.inwards {
            wire = wire.iter().rev().map(|e| -e).collect();
        }
        let face = made.face(wall.surface.clone(), &[&wire]);
        shell.push(if wall.inwards { -face } else { face });
    }
    shell.push(-made.face(plane([0.0; 3]), &[&bottom]));
    shell.push(made.face(plane([0.0, 0.0, height]), &[&top]));
    made.shells.push(shell);
    made
}

/// The surface that a curve sweeps upwards.
fn swept(curve: &str) -> String {
    format!("<swept_surface><curve>{curve}</curve><direction>0 0 1</direction></swept_surface>")
}

/// A straight wall from one corner to another, on the surface that a line sweeps.
fn straight<'a>(from: [f64; 2], to: [f64; 2], curve: &'a dyn Fn(f64) -> String) -> Wall<'a> {
    let length = (to[0] - from[0]).hypot(to[1] - from[1]);
    Wall { curve, start: from, range: [0.0, length], surface: swept(&curve(0.0)), inwards: false }
}

fn length(of: impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    let many = 20_000;
    let step = (to - from) / f64::from(many);
    (0..many).map(|i| of(from + step * (f64::from(i) + 0.5)) * step).sum()
}

#[test]
fn boxes_of_planes() {
    let mut made = Document::default();
    let corners: Vec<usize> = (0..8)
        .map(|i| made.point([f64::from(i & 1) * 2.0, f64::from(i >> 1 & 1) * 3.0, f64::from(i >> 2) * 4.0]))
        .collect();
    let mut edge = |a: usize, b: usize| made.line(corners[a], corners[b]);
    let [ab, bd, dc, ca] = [edge(0, 1), edge(1, 3), edge(3, 2), edge(2, 0)];
    let [ef, fh, hg, ge] = [edge(4, 5), edge(5, 7), edge(7, 6), edge(6, 4)];
    let [ae, bf, cg, dh] = [edge(0, 4), edge(1, 5), edge(2, 6), edge(3, 7)];
    let side = |axis: &str, origin: [f64; 3]| {
        format!("<plane><equation>0 0 1 0</equation></plane><orient>{axis}</orient><origin>{}</origin>", row(&origin))
    };
    let faces = [
        -made.face(plane([0.0; 3]), &[&[ab, bd, dc, ca]]),
        made.face(plane([0.0, 0.0, 4.0]), &[&[ef, fh, hg, ge]]),
        // Turned by 90 degrees about x, z looks along −y.
        made.face(side("1 0 0 90", [0.0; 3]), &[&[ab, bf, -ef, -ae]]),
        -made.face(side("1 0 0 90", [0.0, 3.0, 0.0]), &[&[-dc, dh, hg, -cg]]),
        // Turned by 90 degrees about y, z looks along x.
        -made.face(side("0 1 0 90", [0.0; 3]), &[&[-ca, cg, ge, -ae]]),
        made.face(side("0 1 0 90", [2.0, 0.0, 0.0]), &[&[bd, dh, -fh, -bf]]),
    ];
    made.shells.push(faces.to_vec());
    holds("box", &made, 24.0, 52.0);
}

#[test]
fn prisms_over_each_kind_of_curve() {
    let circle = |z: f64| sized("circle", "<radius>2</radius>", [1.0, 0.0, z]);
    let wall =
        Wall { curve: &circle, start: [3.0, 0.0], range: [0.0, TAU], surface: swept(&circle(0.0)), inwards: false };
    holds("circle", &prism(&[wall], 3.0), 12.0 * PI, 20.0 * PI);
    let around = sized("cylinder", "<radius>2 2</radius>", [1.0, 0.0, 0.0]);
    let wall = Wall { curve: &circle, start: [3.0, 0.0], range: [0.0, TAU], surface: around, inwards: false };
    holds("cylinder", &prism(&[wall], 3.0), 12.0 * PI, 20.0 * PI);

    let ellipse = |z: f64| sized("ellipse", "<radius>3 2</radius>", [0.0, 0.0, z]);
    let around = length(|t: f64| (3.0 * t.sin()).hypot(2.0 * t.cos()), 0.0, TAU);
    for surface in [swept(&ellipse(0.0)), sized("cylinder", "<radius>3 2</radius>", [0.0; 3])] {
        let wall = Wall { curve: &ellipse, start: [3.0, 0.0], range: [0.0, TAU], surface, inwards: false };
        holds("ellipse", &prism(&[wall], 5.0), 30.0 * PI, 12.0 * PI + 5.0 * around);
    }

    // y²/(4F) up to x = 3, closed by a chord.
    let (focal, deep) = (0.75f64, 3.0f64);
    let half = 2.0 * (focal * deep).sqrt();
    let parabola = |z: f64| sized("parabola", "<focal>0.75</focal>", [0.0, 0.0, z]);
    let chord = |z: f64| line([deep, -half, z], [0.0, 1.0, 0.0]);
    let curved = Wall {
        curve: &parabola,
        start: [deep, half],
        range: [half, -half],
        surface: swept(&parabola(0.0)),
        inwards: true,
    };
    let base = 4.0 / 3.0 * deep * half;
    let around = length(|t: f64| (t / (2.0 * focal)).hypot(1.0), -half, half) + 2.0 * half;
    let walls = [curved, straight([deep, -half], [deep, half], &chord)];
    holds("parabola", &prism(&walls, 2.0), base * 2.0, 2.0 * base + 2.0 * around);

    let (a, b, end) = (2.0f64, 1.5f64, 1.2f64);
    let (far, half) = (a * end.cosh(), b * end.sinh());
    let hyperbola = |z: f64| sized("hyperbola", "<radius>2 1.5</radius>", [0.0, 0.0, z]);
    let chord = |z: f64| line([far, -half, z], [0.0, 1.0, 0.0]);
    let curved = Wall {
        curve: &hyperbola,
        start: [far, half],
        range: [end, -end],
        surface: swept(&hyperbola(0.0)),
        inwards: true,
    };
    let base = a * b * (end.sinh() * end.cosh() - end);
    let around = length(|t: f64| (a * t.sinh()).hypot(b * t.cosh()), -end, end) + 2.0 * half;
    let walls = [curved, straight([far, -half], [far, half], &chord)];
    holds("hyperbola", &prism(&walls, 2.0), base * 2.0, 2.0 * base + 2.0 * around);

    // A quarter of a circle as a rational curve, closed by two chords.
    let weight = 0.5f64.sqrt();
    let number = std::cell::Cell::new(0);
    let quarter = |z: f64| {
        number.set(number.get() + 1);
        let poles = [[2.0, 0.0, z, 1.0], [2.0, 2.0, z, weight], [0.0, 2.0, z, 1.0]];
        nurbs(&format!("n{}", number.get()), &[2], &[&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]], &poles)
    };
    let down = |z: f64| line([0.0, 2.0, z], [0.0, -1.0, 0.0]);
    let out = |z: f64| line([0.0, 0.0, z], [1.0, 0.0, 0.0]);
    let curved =
        Wall { curve: &quarter, start: [2.0, 0.0], range: [0.0, 1.0], surface: swept(&quarter(0.0)), inwards: false };
    let walls = [curved, straight([0.0, 2.0], [0.0, 0.0], &down), straight([0.0, 0.0], [2.0, 0.0], &out)];
    holds("nurbs", &prism(&walls, 3.0), 3.0 * PI, 2.0 * PI + 3.0 * (PI + 4.0));
}

/// The curve of an edge without length: a circle without radius.
fn point(at: [f64; 3]) -> String {
    sized("circle", "<radius>0</radius>", at)
}

/// A frame turned by 90 degrees about x: its plane is that of x and z.
fn upright(text: &str) -> String {
    format!("{text}<orient>1 0 0 90</orient>")
}

#[test]
fn spheres() {
    // A seam from pole to pole, and an edge without length at each pole.
    let mut made = Document::default();
    let (south, north) = (made.point([0.0, 0.0, -7.0]), made.point([0.0, 0.0, 7.0]));
    let seam = made.edge(upright("<circle><radius>7</radius></circle>"), [south, north], [-FRAC_PI_2, FRAC_PI_2]);
    let below = made.edge(point([0.0, 0.0, -7.0]), [south, south], [0.0, TAU]);
    let above = made.edge(point([0.0, 0.0, 7.0]), [north, north], [0.0, TAU]);
    let face = made.face("<sphere><radius>7</radius></sphere>", &[&[below, seam, -above, -seam]]);
    made.shells.push(vec![face]);
    let (volume, area) = (4.0 / 3.0 * PI * 343.0, 4.0 * PI * 49.0);
    holds("sphere", &made, volume, area);
    let mut flat = made.clone();
    flat.flat = vec![
        line([0.0, -FRAC_PI_2, 0.0], [1.0, 0.0, 0.0]),
        line([0.0, FRAC_PI_2, 0.0], [1.0, 0.0, 0.0]),
        line([TAU, 0.0, 0.0], [0.0, 1.0, 0.0]),
        line([0.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
    ];
    flat.pcurves = vec![[0, 0, 2], [0, 0, 3], [1, 0, 0], [2, 0, 1]];
    holds("sphere with parameter curves", &flat, volume, area);
    // As some files have it: only the poles have them, or their curves are left empty.
    flat.pcurves = vec![[1, 0, 0], [2, 0, 1]];
    holds("sphere with parameter curves at the poles", &flat, volume, area);
    for empty in [&mut made, &mut flat] {
        empty.curves[1].clear();
        empty.curves[2].clear();
        measures("sphere with empty curves", empty, volume, area);
    }

    // A cap, without a seam.
    let mut made = Document::default();
    let rim = made.point([4.0, 0.0, 3.0]);
    let circle = made.edge(sized("circle", "<radius>4</radius>", [0.0, 0.0, 3.0]), [rim, rim], [0.0, TAU]);
    let cap = made.face("<sphere><radius>5</radius></sphere>", &[&[circle]]);
    let base = made.face(plane([0.0, 0.0, 3.0]), &[&[circle]]);
    made.shells.push(vec![cap, -base]);
    holds("cap", &made, PI * 4.0 / 3.0 * 13.0, 20.0 * PI + 16.0 * PI);
}

#[test]
fn cones() {
    let slope = 0.5f64.atan();
    let mut made = Document::default();
    let (low, high) = (made.point([3.0, 0.0, 0.0]), made.point([1.0, 0.0, 4.0]));
    let base = made.edge(sized("circle", "<radius>3</radius>", [0.0; 3]), [low, low], [0.0, TAU]);
    let lid = made.edge(sized("circle", "<radius>1</radius>", [0.0, 0.0, 4.0]), [high, high], [0.0, TAU]);
    let seam = made.line(low, high);
    let cone = format!("<cone><radius>3</radius><angle>{}</angle></cone>", -slope);
    let side = made.face(cone.clone(), &[&[base, seam, -lid, -seam]]);
    let bottom = made.face(plane([0.0; 3]), &[&[base]]);
    let top = made.face(plane([0.0, 0.0, 4.0]), &[&[lid]]);
    made.shells.push(vec![side, -bottom, top]);
    let slant = 20f64.sqrt();
    holds("frustum", &made, PI * 4.0 / 3.0 * 13.0, PI * (4.0 * slant + 10.0));

    // With an apex: an edge that is a point.
    let mut made = Document::default();
    let (low, apex) = (made.point([3.0, 0.0, 0.0]), made.point([0.0, 0.0, 6.0]));
    let base = made.edge(sized("circle", "<radius>3</radius>", [0.0; 3]), [low, low], [0.0, TAU]);
    let seam = made.line(low, apex);
    let tip = made.edge(point([0.0, 0.0, 6.0]), [apex, apex], [0.0, TAU]);
    let side = made.face(cone, &[&[base, seam, -tip, -seam]]);
    let bottom = made.face(plane([0.0; 3]), &[&[base]]);
    made.shells.push(vec![side, -bottom]);
    holds("cone", &made, 18.0 * PI, PI * (9.0 + 3.0 * 45f64.sqrt()));
}

#[test]
fn tori() {
    let mut made = Document::default();
    let at = made.point([8.0, 0.0, 0.0]);
    let around = made.edge(sized("circle", "<radius>8</radius>", [0.0; 3]), [at, at], [0.0, TAU]);
    let through = "<circle><radius>2</radius></circle><orient>1 0 0 90</orient><origin>6 0 0</origin>";
    let through = made.edge(through, [at, at], [0.0, TAU]);
    let face = made.face("<torus><radius>6 2</radius></torus>", &[&[around, through, -around, -through]]);
    made.shells.push(vec![face]);
    holds("torus", &made, 48.0 * PI * PI, 48.0 * PI * PI);
}

#[test]
fn spline_surfaces() {
    // A box whose lid is z = 2 + xy.
    let top = |x: f64, y: f64| [x, y, 2.0 + x * y];
    let mut made = Document::default();
    let plan = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let low: Vec<usize> = plan.iter().map(|[x, y]| made.point([*x, *y, 0.0])).collect();
    let high: Vec<usize> = plan.iter().map(|[x, y]| made.point(top(*x, *y))).collect();
    let mut edges =
        |from: &[usize], to: &[usize]| -> Vec<i32> { from.iter().zip(to).map(|(a, b)| made.line(*a, *b)).collect() };
    let turned = |list: &[usize]| [&list[1..], &list[..1]].concat();
    let (bottom, lid, up) = (edges(&low, &turned(&low)), edges(&high, &turned(&high)), edges(&low, &high));
    let mut shell = vec![-made.face(plane([0.0; 3]), &[&bottom])];
    for (i, [x, y]) in plan.into_iter().enumerate() {
        let next = (i + 1) % 4;
        // Turned by 90 degrees about x, z looks along −y; then about z by a quarter for each side.
        let surface = format!(
            "<plane><equation>0 0 1 0</equation></plane><orient>0 0 1 {}</orient><orient>1 0 0 90</orient><origin>{x} {y} 0</origin>",
            90 * i
        );
        shell.push(made.face(surface, &[&[bottom[i], up[next], -lid[i], -up[i]]]));
    }
    let one = |x: f64, y: f64| {
        let [x, y, z] = top(x, y);
        [x, y, z, 1.0]
    };
    let poles = [one(0.0, 0.0), one(1.0, 0.0), one(0.0, 1.0), one(1.0, 1.0)];
    let knots: &[f64] = &[0.0, 0.0, 1.0, 1.0];
    shell.push(made.face(nurbs("lid", &[1, 1], &[knots, knots], &poles), &[&lid]));
    made.shells.push(shell);
    let rows = 400;
    let step = 1.0 / f64::from(rows);
    let places =
        (0..rows * rows).map(|i| [f64::from(i % rows) * step + step / 2.0, f64::from(i / rows) * step + step / 2.0]);
    let lid: f64 = places.map(|[x, y]| (1.0 + x * x + y * y).sqrt() * step * step).sum();
    holds("spline", &made, 2.25, 1.0 + 4.0 * 2.0 + 1.0 + lid);
}

#[test]
fn surfaces_of_revolution() {
    // z = r² up to z = 4: a parabola that stands upright, turned about z.
    let mut made = Document::default();
    let (apex, rim) = (made.point([0.0; 3]), made.point([2.0, 0.0, 4.0]));
    // Its axis is x; turned by −90 degrees about y it looks along z, and then by −90 about z its side looks along x.
    let parabola = "<parabola><focal>0.25</focal></parabola><orient>0 0 1 -90</orient><orient>0 1 0 -90</orient>";
    let seam = made.edge(parabola, [apex, rim], [0.0, 2.0]);
    let tip = made.edge(point([0.0; 3]), [apex, apex], [0.0, TAU]);
    let circle = made.edge(sized("circle", "<radius>2</radius>", [0.0, 0.0, 4.0]), [rim, rim], [0.0, TAU]);
    let surface =
        format!("<swept_surface><curve>{parabola}</curve><origin>0 0 0</origin><axis>0 0 1</axis></swept_surface>");
    let side = made.face(surface, &[&[tip, seam, -circle, -seam]]);
    let lid = made.face(plane([0.0, 0.0, 4.0]), &[&[circle]]);
    made.shells.push(vec![side, lid]);
    // The other half of the parabola sweeps the same surface, so only parameter curves tell which one is meant.
    made.flat = vec![
        line([TAU, 0.0, 0.0], [0.0, 1.0, 0.0]),
        line([0.0; 3], [0.0, 1.0, 0.0]),
        line([0.0; 3], [1.0, 0.0, 0.0]),
        line([0.0, 2.0, 0.0], [1.0, 0.0, 0.0]),
    ];
    made.pcurves = vec![[0, 0, 0], [0, 0, 1], [1, 0, 2], [2, 0, 3]];
    let curved = PI / 6.0 * (17f64.powf(1.5) - 1.0);
    holds("paraboloid", &made, 8.0 * PI, 4.0 * PI + curved);

    // A slanted line becomes a frustum.
    let mut made = Document::default();
    let (low, high) = (made.point([3.0, 0.0, 0.0]), made.point([1.0, 0.0, 4.0]));
    let base = made.edge(sized("circle", "<radius>3</radius>", [0.0; 3]), [low, low], [0.0, TAU]);
    let lid = made.edge(sized("circle", "<radius>1</radius>", [0.0, 0.0, 4.0]), [high, high], [0.0, TAU]);
    let seam = made.line(low, high);
    let slanted = line([3.0, 0.0, 0.0], [-2.0, 0.0, 4.0]);
    let surface =
        format!("<swept_surface><curve>{slanted}</curve><origin>0 0 0</origin><axis>0 0 2</axis></swept_surface>");
    let side = made.face(surface, &[&[base, seam, -lid, -seam]]);
    let bottom = made.face(plane([0.0; 3]), &[&[base]]);
    let top = made.face(plane([0.0, 0.0, 4.0]), &[&[lid]]);
    made.shells.push(vec![side, -bottom, top]);
    holds("turned line", &made, PI * 4.0 / 3.0 * 13.0, PI * (4.0 * 20f64.sqrt() + 10.0));
}

#[test]
fn edges_that_bound_nothing_have_lengths() {
    let mut made = Document::default();
    let mut wanted = Vec::new();
    let mut put = |made: &mut Document, curve: String, ends: [[f64; 3]; 2], range: [f64; 2], length: f64| {
        let ends = ends.map(|at| made.point(at));
        made.edge(curve, ends, range);
        wanted.push(length);
    };
    put(&mut made, line([1.0, 0.0, 0.0], [0.0, 3.0, 4.0]), [[1.0, 0.0, 0.0], [1.0, 6.0, 8.0]], [0.0, 10.0], 10.0);
    let circle = sized("circle", "<radius>2</radius>", [0.0; 3]);
    put(&mut made, circle, [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0]], [0.0, FRAC_PI_2], PI);
    let ellipse = sized("ellipse", "<radius>3 2</radius>", [0.0; 3]);
    let speed = |t: f64| (3.0 * t.sin()).hypot(2.0 * t.cos());
    put(&mut made, ellipse, [[3.0, 0.0, 0.0], [-3.0, 0.0, 0.0]], [0.0, PI], length(speed, 0.0, PI));
    let parabola = sized("parabola", "<focal>1</focal>", [0.0; 3]);
    put(&mut made, parabola, [[0.0; 3], [4.0, 4.0, 0.0]], [0.0, 4.0], length(|t| (t / 2.0).hypot(1.0), 0.0, 4.0));
    let hyperbola = sized("hyperbola", "<radius>1 2</radius>", [0.0; 3]);
    let end = [1f64.cosh(), 2.0 * 1f64.sinh(), 0.0];
    let speed = |t: f64| t.sinh().hypot(2.0 * t.cosh());
    put(&mut made, hyperbola, [[1.0, 0.0, 0.0], end], [0.0, 1.0], length(speed, 0.0, 1.0));
    // x = 3t², y = 3t − 3t²
    let poles = [[0.0, 0.0, 0.0, 1.0], [0.0, 1.5, 0.0, 1.0], [3.0, 0.0, 0.0, 1.0]];
    let spline = nurbs("b", &[2], &[&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]], &poles);
    let speed = |t: f64| (6.0 * t).hypot(3.0 - 6.0 * t);
    put(&mut made, spline, [[0.0; 3], [3.0, 0.0, 0.0]], [0.0, 1.0], length(speed, 0.0, 1.0));
    let info = open(&made.text()).info().unwrap().to_json();
    let brep = &info["breps"][0];
    let found: Vec<f64> = brep["lengths"].as_array().unwrap().iter().map(|l| l.as_f64().unwrap()).collect();
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(&wanted) {
        assert!((found / wanted - 1.0).abs() < 1e-6, "{found} for {wanted}");
    }
    assert!(brep["volume"].is_null() && brep["closed"] == false);
    assert!(info["totals"]["lines"].as_u64().unwrap() > 40, "{}", info["totals"]);
}
