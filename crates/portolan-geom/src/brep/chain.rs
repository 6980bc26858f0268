//! Edges of wires, one after another.

use std::f64::consts::TAU;

use super::{Body, Oriented, Surface};
use crate::vector::{cross, dot, sub};

/// Edges of a wire in an order in which each begins where the one before ended, if there is one. Where several begin at a
/// vertex, the face on the left of the edge that ended there is on the left of the next one, too.
pub(crate) fn chained(body: &Body, surface: &Surface, uses: Vec<Oriented>) -> Vec<Oriented> {
    let ends = |used: &Oriented| body.ends(*used);
    let next = uses.iter().cycle().skip(1);
    if uses.iter().zip(next).all(|(a, b)| ends(a)[1] == ends(b)[0]) {
        return uses;
    }
    // Wires are short or right.
    if uses.len() > 4096 {
        return uses;
    }
    let mut rest = uses.clone();
    let mut done = vec![rest.remove(0)];
    while !rest.is_empty() {
        let Some(last) = done.last().copied() else { return uses };
        let end = ends(&last)[1];
        let mut begin = rest.iter().enumerate().filter(|(_, u)| ends(u)[0] == end).map(|(i, _)| i);
        let (Some(first), more) = (begin.next(), begin.next().is_some()) else { return uses };
        let at = match more {
            true => leftmost(body, surface, last, &rest, |u| ends(u)[0] == end).unwrap_or(first),
            false => first,
        };
        done.push(rest.remove(at));
    }
    let closes = done.first().zip(done.last()).is_some_and(|(a, b)| ends(b)[1] == ends(a)[0]);
    if closes { done } else { uses }
}

/// Of edges that begin where one ended, the first when turning clockwise from the way back.
fn leftmost(
    body: &Body,
    surface: &Surface,
    last: Oriented,
    rest: &[Oriented],
    begins: impl Fn(&Oriented) -> bool,
) -> Option<usize> {
    // Edges that are points come first.
    let edge = |used: &Oriented| body.edges.get(used.index as usize);
    let still = |used: &Oriented| edge(used).is_some_and(|e| e.curve.is_none());
    if let Some(at) = rest.iter().position(|u| begins(u) && still(u)) {
        return Some(at);
    }
    let [_, vertex] = body.ends(last);
    let corner = body.vertex(vertex);
    let uv = surface.project(corner, None);
    let normal = surface.normal(uv)?;
    // A little along the edge from its start, or back from its end.
    let toward = |used: &Oriented, from_end: bool| {
        let edge = edge(used)?;
        let curve = body.curve_of(edge)?;
        let share = if used.reversed == from_end { 0.01 } else { 0.99 };
        Some(sub(curve.point(edge.range[0] + (edge.range[1] - edge.range[0]) * share), corner))
    };
    let back = toward(&last, true)?;
    let side = cross(normal, back);
    let turn = |u: &Oriented| {
        let d = toward(u, false)?;
        let angle = -libm::atan2(dot(d, side), dot(d, back));
        Some(if angle <= 1e-6 { angle + TAU } else { angle })
    };
    let angles = rest.iter().enumerate().filter(|(_, u)| begins(u)).filter_map(|(i, u)| Some((turn(u)?, i)));
    angles.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, i)| i)
}
