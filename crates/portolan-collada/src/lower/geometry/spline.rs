//! `<spline>`: curves through or near control points.

use portolan_scene::glam::DVec3;
use portolan_scene::{Fate, Segment, Spline};
use portolan_syntax::Node;

use super::super::{codes, source};
use super::Reading;

pub(super) fn spline<'a>(reading: &mut Reading<'_, 'a>, element: Node<'a>) -> Option<Spline> {
    let data = reading.cx.data(element);
    let control = element.child("control_vertices")?;
    let points = vectors(reading, control, "POSITION", true)?;
    let count = points.len();
    let closed = reading.cx.given(element, "closed");
    let named = data.input(control, "INTERPOLATION").and_then(|i| i.target).and_then(|s| source::words(data, s));
    let mut segments: Vec<Segment> = named.unwrap_or_default().iter().map(|n| segment(reading, control, n)).collect();
    if !segments.is_empty() && segments.len() != count {
        let message = format!(
            "{} for {}",
            portolan_syntax::counted(segments.len(), "interpolation", "interpolations"),
            portolan_syntax::counted(count, "control vertex", "control vertices")
        );
        reading.lose(&codes::NUMBERS, Fate::Approximated, control, message);
    }
    segments.resize(count, Segment::Linear);
    let mut tangents = |semantic: &str| {
        let found = vectors(reading, control, semantic, false).unwrap_or_default();
        if !found.is_empty() && found.len() != count {
            let message = format!(
                "`{semantic}` has {} for {}",
                portolan_syntax::counted(found.len(), "entry", "entries"),
                portolan_syntax::counted(count, "control vertex", "control vertices")
            );
            reading.lose(&codes::NUMBERS, Fate::Dropped, control, message);
            return Vec::new();
        }
        found
    };
    let (in_tangents, out_tangents) = (tangents("IN_TANGENT"), tangents("OUT_TANGENT"));
    let steps = data.input(control, "LINEAR_STEPS").and_then(|i| i.target);
    let steps = steps.and_then(|s| source::numbers::<f64>(data, s)).map(|r| r.data).unwrap_or_default();
    let steps: Vec<u32> = steps.iter().map(|s| s.clamp(0.0, 65_536.0) as u32).collect();
    let steps = if steps.len() == count { steps } else { Vec::new() };
    let known = ["POSITION", "INTERPOLATION", "IN_TANGENT", "OUT_TANGENT", "LINEAR_STEPS"];
    for input in data.inputs(control).filter(|i| !known.contains(&i.semantic.as_ref())) {
        let message = format!("the input `{}` of a spline is not supported", input.semantic);
        reading.lose(&codes::INPUT, Fate::Dropped, input.node, message);
    }
    Some(Spline { closed, points, segments, in_tangents, out_tangents, steps })
}

fn segment(reading: &mut Reading<'_, '_>, place: Node<'_>, name: &str) -> Segment {
    match name {
        "LINEAR" => Segment::Linear,
        "BEZIER" => Segment::Bezier,
        "HERMITE" => Segment::Hermite,
        "CARDINAL" => Segment::Cardinal,
        "BSPLINE" => Segment::Bspline,
        "STEP" => Segment::Step,
        other => {
            let message = format!("`{other}` is not an interpolation; the segment is linear");
            reading.lose(&codes::NUMBERS, Fate::Approximated, place, message);
            Segment::Linear
        }
    }
}

/// Vectors of two or three components.
fn vectors<'a>(
    reading: &mut Reading<'_, 'a>,
    control: Node<'a>,
    semantic: &str,
    needed: bool,
) -> Option<Vec<[f64; 3]>> {
    let data = reading.cx.data(control);
    let source = data.input(control, semantic).and_then(|i| i.target);
    let rows = source.and_then(|s| source::numbers::<f64>(data, s)).filter(|r| r.len() > 0);
    let Some(rows) = rows else {
        if needed {
            reading.lose(&codes::NO_POSITION, Fate::Dropped, control, "the spline has no positions");
        }
        return None;
    };
    let frame = reading.frame;
    let vector = |row: &[f64]| {
        let mut v = [0.0; 3];
        v.iter_mut().zip(row).for_each(|(to, from)| *to = if from.is_finite() { *from } else { 0.0 });
        frame.point(DVec3::from(v)).to_array()
    };
    Some(rows.data.chunks_exact(rows.width).map(vector).collect())
}
