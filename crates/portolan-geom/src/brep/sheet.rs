//! Surfaces of revolution whose curve meets the axis: both sides of the curve may sweep the same surface, so that a point has
//! several parameters. A sheet is the piece of v between two places on the axis; a face lies on one of them.

use super::edge::Cut;
use super::join::closed;
use super::mesh::{Precision, Prepared};
use super::project::{distance2, newton};
use super::trim::{Loop, Piece};
use super::{Curve, Point, Surface};
use crate::vector::{add, cross, dot, scale, sub};

/// A curve that comes this close to the axis, as a share of the size, meets it: documents have six digits.
const CLOSE: f64 = 1e-5;
/// Places of each piece of a curve at which its distance from the axis is looked at.
const PLACES: usize = 64;
/// Places of a curve in all at most.
const MOST_PLACES: usize = 4096;

/// The sheets of a surface of revolution around a place; none if its curve does not meet the axis.
fn sheets(surface: &Surface, size: f64, middle: Point) -> Vec<[f64; 2]> {
    let Surface::Revolution { curve, origin, axis } = surface else { return Vec::new() };
    let meets = on_axis(curve, *origin, *axis, size, middle);
    let (Some(first), Some(last)) = (meets.first().copied(), meets.last().copied()) else { return Vec::new() };
    let mut found: Vec<[f64; 2]> = meets.windows(2).filter_map(|w| <[f64; 2]>::try_from(w).ok()).collect();
    if let Some(period) = curve.period() {
        found.push([last, first + period]);
        return found;
    }
    let [from, to] = match &**curve {
        Curve::Nurbs(nurbs) => nurbs.domain(),
        _ => [f64::NEG_INFINITY, f64::INFINITY],
    };
    let wide = |[a, b]: &[f64; 2]| b - a > 1e-6 * if (to - from).is_finite() { to - from } else { 1.0 };
    found.extend([[from, first], [last, to]]);
    found.retain(wide);
    found
}

/// Parameters at which a curve meets an axis, in order.
fn on_axis(curve: &Curve, origin: Point, axis: Point, size: f64, middle: Point) -> Vec<f64> {
    let slope = |t: f64| {
        let [p, d, dd] = curve.jet(t);
        let (out, by, twice) = (cross(axis, sub(p, origin)), cross(axis, d), cross(axis, dd));
        (dot(out, by), dot(by, by) + dot(out, twice), dot(by, by))
    };
    let out = |t: f64| {
        let out = cross(axis, sub(curve.point(t), origin));
        dot(out, out).sqrt()
    };
    let reach = 2.0 * (distance2(curve.origin(), middle).sqrt() + size);
    let [from, to] = curve.span(reach);
    let mut stops = vec![from];
    stops.extend(curve.joints(false));
    stops.push(to);
    let each = (MOST_PLACES / stops.len()).clamp(2, PLACES);
    let mut places: Vec<f64> = Vec::new();
    for pair in stops.windows(2) {
        if let [a, b] = pair {
            places.extend((0..each).map(|i| a + (b - a) * i as f64 / each as f64));
        }
    }
    places.push(to);
    let far: Vec<f64> = places.iter().map(|t| out(*t)).collect();
    let mut found: Vec<f64> = Vec::new();
    for (i, t) in places.iter().enumerate() {
        let here = far.get(i).copied().unwrap_or(f64::INFINITY);
        let beside = |j: Option<usize>| j.and_then(|j| far.get(j)).copied().unwrap_or(f64::INFINITY);
        if here > beside(i.checked_sub(1)) || here > beside(Some(i + 1)) {
            continue;
        }
        let at = newton(*t, [from, to], slope);
        let at = if out(*t) <= out(at) { *t } else { at };
        if out(at) <= CLOSE * size {
            found.push(at);
        }
    }
    found.sort_by(f64::total_cmp);
    let apart = 1e-6 * (to - from);
    found.dedup_by(|b, a| *b - *a <= apart);
    // The end of a closed curve is its start.
    if let (Some(period), Some(first), Some(last)) = (curve.period(), found.first(), found.last())
        && found.len() > 1
        && last - first > period - apart
    {
        found.pop();
    }
    found
}

impl Prepared<'_> {
    /// The sheet on which each face lies, of those whose surface has several.
    pub fn find_sheets(&mut self) {
        let body = self.body;
        let middle = body.bounds().map_or([0.0; 3], |(low, high)| scale(add(low, high), 0.5));
        let precision = Precision { chord: (self.size * 1e-2).max(1e-300), angle: 0.5 };
        let mut cuts: Option<Vec<Cut>> = None;
        let mut found = Vec::new();
        for (number, face) in body.faces.iter().enumerate() {
            let Some(surface) = body.surfaces.get(face.surface as usize) else { continue };
            let all = sheets(surface, self.size, middle);
            if all.is_empty() {
                continue;
            }
            let cuts = cuts.get_or_insert_with(|| self.cuts(precision, &vec![1.0; body.edges.len()]));
            let worth = |sheet: &[f64; 2]| self.worth(number, *sheet, cuts).map(|worth| (worth, *sheet));
            let best = all.iter().filter_map(worth).max_by_key(|(worth, _)| *worth);
            found.push((number, best.map(|(_, sheet)| sheet)));
        }
        for (number, sheet) in found {
            if let Some(place) = self.sheets.get_mut(number) {
                *place = sheet;
            }
        }
    }

    /// How well a face fits on a sheet: its wires are there, run around it the right way, have the parameters of edges along
    /// the curve itself, and are on the side where a curve is usually drawn.
    fn worth(&self, face: usize, sheet: [f64; 2], cuts: &[Cut]) -> Option<[bool; 4]> {
        let mut trim = self.trim(face, cuts)?;
        trim.sheet = Some(sheet);
        let loops = trim.loops(self.body.faces.get(face)?);
        let [low, high] = sheet;
        let slack = 1e-3 * (high - low).min(1.0);
        let inside = |v: f64| v >= low - slack && v <= high + slack;
        let (mut there, mut own) = (true, false);
        for piece in loops.iter().flat_map(|l| &l.pieces) {
            let Piece::Along { edge, reversed, uvs, .. } = piece else { continue };
            let (Some(cut), Some(of)) = (cuts.get(*edge as usize), self.edges.get(*edge as usize)) else { continue };
            let last = uvs.len().saturating_sub(1);
            let mut same = true;
            for (i, uv) in uvs.iter().enumerate() {
                let t = cut.params.get(if *reversed { last - i } else { i }).copied().unwrap_or_default();
                let off = distance2(trim.surface.point(*uv), trim.point(of, t)).sqrt();
                there &= inside(uv[1]) && off <= 1e-3 * self.size;
                same &= (uv[1] - t).abs() < 1e-5 * (1.0 + t.abs());
            }
            own |= same;
        }
        let (joined, turned) = closed(trim.surface, trim.poles(), loops)?;
        let largest = joined.iter().map(Loop::area).max_by(|a, b| a.abs().total_cmp(&b.abs()));
        let usual = low < 0.0 && high > 0.0 || (0.0..1e-6).contains(&low);
        Some([there, !turned && largest.is_some_and(|a| a > 0.0), own, usual])
    }
}
