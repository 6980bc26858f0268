//! Boundary representations with one mistake each: it is found, and what is sound is still drawn.

use portolan::convert::{Conversion, to};

use crate::brep_kinds::document::{Document, line, nurbs, plane, sized};
use crate::breps::{open, washer};

/// What `check` finds, and how many bytes of triangles there are.
fn judged(text: &str) -> (Vec<String>, usize) {
    let file = open(text);
    let report = file.report().unwrap();
    let found = report.findings.iter().map(|f| format!("{} {}", f.code.id, f.message)).collect();
    _ = file.info().unwrap().to_json();
    let stl = file.convert(&Conversion::to(&to::STL).with(|c| c.allow_empty = true)).unwrap();
    (found, stl.files[0].1.len())
}

/// What is written, what stands there instead, and the code of the finding. At least one triangle is drawn for most.
const WASHER: &[(&str, &str, &str)] = &[
    ("0 1 1 0 0 0 2 1  3 0", "0 1 0 0 1 0 2 1  3 0", "DAT158"),
    (">5 0 0 5 0 10 3 0 0", ">5 0 0 5 0 11 3 0 0", "DAT159"),
    (">0 10 0 6.283185307179586 0", ">0 9 0 6.283185307179586 0", "DAT159"),
    (">0 10 0 6.283185307179586 0", ">10 10 0 6.283185307179586 0", "DAT159"),
    ("<origin>0 10 0</origin>", "<origin>0 8 0</origin>", "DAT160"),
    ("4 1 1 1 1 4", "4 1 1 1 1 5", "DAT152"),
    ("<edges id=\"washer-edges\" count=\"6\">", "<edges id=\"washer-edges\" count=\"7\">", "DAT151"),
    ("5 2 3 5</p>", "5 2 9 5</p>", "DAT153"),
    ("5 1 4 0 5 0 3 1</p>", "5 1 4 0 7 0 3 1</p>", "DAT153"),
    ("semantic=\"PARAM\"", "semantic=\"PARAMS\"", "DAT150"),
    ("REVERSED FORWARD", "BACKWARD FORWARD", "DAT162"),
    ("0 1 1 0 2 1 3 0</p>", "0 1 1 1 2 1 3 0</p>", "DAT162"),
    ("<p>0 1</p>", "<p>0 0</p>", "DAT162"),
    ("<p>0 0 1 0  1 1 1 0", "<p>0 0 0 0  1 1 1 0", "DAT162"),
    ("<vcount>4</vcount><p>0 1 1 0 2 1 3 0</p>", "<vcount>3</vcount><p>0 1 1 0 2 1</p>", "DAT161"),
    ("<direction>0 0 1</direction>", "<direction>0 0 0</direction>", "DAT164"),
    ("<cylinder><radius>3</radius>", "<cylinder><radius>0</radius>", "DAT164"),
    ("<cylinder><radius>3</radius>", "<cylinder><radius>-3</radius>", "DAT164"),
    ("<cylinder><radius>3</radius>", "<cylinder><radius>NaN</radius>", "DAT164"),
    ("<equation>0 0 1 0</equation>", "<equation>0 0 0 0</equation>", "DAT164"),
    ("washer/inside", "washer/nowhere", "REF010"),
    ("washer/outer-top", "washer/outside", "DAT166"),
];

#[test]
fn each_mistake_is_found_and_the_rest_is_drawn() {
    let washer = washer();
    assert_eq!(judged(&washer).0, Vec::<String>::new());
    let mut wrong = Vec::new();
    for (from, to, code) in WASHER {
        assert!(washer.contains(from), "{from}");
        let (found, bytes) = judged(&washer.replacen(from, to, 1));
        if !found.iter().any(|f| f.starts_with(code)) || bytes < 84 + 50 * 10 {
            wrong.push(format!("{to}: {code}, found {found:?}, {bytes} bytes"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A quarter of a disc: a rational curve and two lines, with numbers for the curve.
fn quarter(degree: usize, knots: &[f64], poles: &[[f64; 4]]) -> Document {
    let mut made = Document::default();
    let [a, b, c] = [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0; 3]].map(|at| made.point(at));
    let arc = made.edge(nurbs("n", &[degree], &[knots], poles), [a, b], [0.0, 1.0]);
    let wire = [arc, made.line(b, c), made.line(c, a)];
    made.face(plane([0.0; 3]), &[&wire]);
    made
}

#[test]
fn splines_whose_numbers_do_not_fit_are_found() {
    let knots = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
    let poles = [[2.0, 0.0, 0.0, 1.0], [2.0, 2.0, 0.0, 0.5f64.sqrt()], [0.0, 2.0, 0.0, 1.0]];
    let (found, bytes) = judged(&quarter(2, &knots, &poles).text());
    assert!(found.is_empty() && bytes > 84 + 50 * 3, "{found:?} {bytes}");
    let mut light = poles;
    light[1][3] = 0.0;
    let mut negative = poles;
    negative[1][3] = -1.0;
    let mut endless = poles;
    endless[1][0] = f64::INFINITY;
    let cases = [
        ("falling knots", quarter(2, &[0.0, 0.0, 0.5, 0.2, 1.0, 1.0], &poles)),
        ("too few knots", quarter(2, &knots[1..], &poles)),
        ("a degree of none", quarter(0, &knots, &poles)),
        ("a huge degree", quarter(4_000_000_000, &knots, &poles)),
        ("a weight of zero", quarter(2, &knots, &light)),
        ("a negative weight", quarter(2, &knots, &negative)),
        ("a pole without end", quarter(2, &knots, &endless)),
        ("a domain without length", quarter(2, &[1.0; 6], &poles)),
    ];
    for (name, document) in cases {
        let found = judged(&document.text()).0;
        assert!(!found.is_empty(), "{name}");
    }
}

#[test]
fn surfaces_that_are_none_are_found() {
    let disc = |surface: String| {
        let mut made = Document::default();
        let at = made.point([2.0, 0.0, 0.0]);
        let circle = made.edge(sized("circle", "<radius>2</radius>", [0.0; 3]), [at, at], [0.0, std::f64::consts::TAU]);
        made.face(surface, &[&[circle]]);
        made.text()
    };
    assert_eq!(judged(&disc(plane([0.0; 3]))).0, Vec::<String>::new());
    let swept = |rest: &str| {
        format!("<swept_surface><curve>{}</curve>{rest}</swept_surface>", line([2.0, 0.0, 0.0], [0.0, 0.0, 1.0]))
    };
    let cases = [
        swept("<direction>0 0 0</direction>"),
        swept("<origin>0 0 0</origin><axis>0 0 0</axis>"),
        "<cone><radius>2</radius><angle>45</angle></cone>".to_owned(),
        "<cone><radius>2</radius><angle>0</angle></cone>".to_owned(),
        "<torus><radius>0 0</radius></torus>".to_owned(),
        "<sphere><radius>0</radius></sphere>".to_owned(),
        "<sphere><radius>NaN</radius></sphere>".to_owned(),
        "<plane><equation>0 0 1 0</equation></plane><orient>0 0 0 90</orient>".to_owned(),
        String::new(),
    ];
    for surface in cases {
        let found = judged(&disc(surface.clone())).0;
        assert!(!found.is_empty(), "{surface}");
    }
}
