//! Matrices that are a sum of what drives them: curves are led through without a sample.

use portolan_eval::curve::has_control_point;
use portolan_eval::drive::Wire;
use portolan_scene::glam::DMat4;
use portolan_scene::{Curve, Node, Operation, Tangents, Transform};

use super::rows;

/// One driven number: which column of which curve, and what it adds to the matrix when it is 1.
struct Driven<'a> {
    curve: &'a Curve,
    column: usize,
    adds: [f64; 16],
}

/// Numbers of a curve.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    Values,
    In,
    Out,
}

impl List {
    fn tangents(self, curve: &Curve) -> Option<&Tangents> {
        match self {
            List::Values => None,
            List::In => curve.in_tangents.as_ref(),
            List::Out => curve.out_tangents.as_ref(),
        }
    }

    fn of(self, curve: &Curve) -> Option<&[f64]> {
        if self == List::Values { Some(&curve.values) } else { self.tangents(curve).map(|t| &*t.values) }
    }
}

/// The curve of the whole matrix, if it follows from the curves that drive one transform; `None` if it has to be sampled.
pub(super) fn lead(node: &Node, wires: &[(usize, Wire<'_>)]) -> Option<Curve> {
    let transform = wires.first()?.0;
    if wires.iter().any(|(t, _)| *t != transform) {
        return None;
    }
    let product = |steps: &[Transform]| steps.iter().fold(DMat4::IDENTITY, |m, step| m * step.operation.matrix());
    let (front, behind) = (node.transforms.get(..transform)?, node.transforms.get(transform + 1..)?);
    let (front, behind) = (product(front), product(behind));
    let mut operation = node.transforms.get(transform)?.operation.clone();
    // The last one that drives a number counts.
    let mut driven: Vec<Option<(&Curve, usize, f64)>> = vec![None; operation.values().len()];
    for (_, wire) in wires {
        let (curve, first, factor) = wire.curve()?;
        for nth in 0..wire.count {
            let slot = driven.get_mut(wire.place + nth)?;
            *slot = Some((curve, first + nth, factor));
        }
    }
    let mut all: Vec<Driven<'_>> = Vec::new();
    for (place, by) in driven.iter().enumerate() {
        let Some((curve, column, factor)) = by else { continue };
        let adds = front * unit(&operation, place)? * behind * *factor;
        all.push(Driven { curve, column: *column, adds: rows(adds) });
    }
    // What the matrix is when everything that is driven is nothing.
    for (slot, by) in operation.values_mut().iter_mut().zip(&driven) {
        if by.is_some() {
            *slot = 0.0;
        }
    }
    let rest = rows(front * operation.matrix() * behind);
    let first = all.first()?.curve;
    let finite = |c: &Curve| {
        let tangents = [&c.in_tangents, &c.out_tangents].into_iter().flatten();
        c.values.iter().chain(tangents.flat_map(|t| &t.values)).all(|v| v.is_finite())
    };
    let alike = |d: &Driven<'_>| {
        let c = d.curve;
        c.keys == first.keys
            && (&c.methods, c.before, c.after) == (&first.methods, first.before, first.after)
            && c.in_tangents.is_some() == first.in_tangents.is_some()
            && c.out_tangents.is_some() == first.out_tangents.is_some()
            && finite(c)
    };
    if !all.iter().all(alike) || !rest.iter().chain(all.iter().flat_map(|d| &d.adds)).all(|v| v.is_finite()) {
        return None;
    }
    let sum = |list: List, key: usize, with_rest: bool| -> Option<[f64; 16]> {
        let mut row = if with_rest { rest } else { [0.0; 16] };
        for one in &all {
            let value = *list.of(one.curve)?.get(key * one.curve.width as usize + one.column)?;
            row.iter_mut().zip(one.adds).for_each(|(slot, adds)| *slot += adds * value);
        }
        Some(row)
    };
    let keys = first.keys.len();
    let values: Option<Vec<[f64; 16]>> = (0..keys).map(|key| sum(List::Values, key, true)).collect();
    let mut curve = Curve::linear(16, first.keys.clone(), values?.concat());
    (curve.methods, curve.before, curve.after) = (first.methods.clone(), first.before, first.after);
    // Control points are values of the matrix; the vectors of Hermite curves are differences of values.
    for (list, side) in [(List::In, &mut curve.in_tangents), (List::Out, &mut curve.out_tangents)] {
        if list.of(first).is_none() {
            continue;
        }
        let mut values = Vec::with_capacity(keys * 16);
        for key in 0..keys {
            values.extend(sum(list, key, has_control_point(first, key, list == List::In))?);
        }
        *side = Some(Tangents { times: times(&all, keys, list)?, values });
    }
    Some(curve)
}

/// The times of the tangents for the numbers of the matrix; `None` if a number follows curves whose times differ.
fn times(all: &[Driven<'_>], keys: usize, list: List) -> Option<Vec<f64>> {
    let of = |d: &Driven<'_>, key: usize| -> Option<Option<f64>> {
        let tangents = list.tangents(d.curve)?;
        let width = d.curve.width as usize;
        let at = match tangents.times.len() {
            0 => return Some(None),
            n if n == keys => key,
            _ => key * width + d.column,
        };
        Some(Some(*tangents.times.get(at)?))
    };
    let mut times = Vec::with_capacity(keys * 16);
    let mut timed = 0;
    for key in 0..keys {
        let usual = of(all.first()?, key)?;
        for place in 0..16 {
            let mut here = all.iter().filter(|d| d.adds.get(place).is_some_and(|a| *a != 0.0)).map(|d| of(d, key));
            let time = here.next().unwrap_or(Some(usual))?;
            if here.any(|other| other != Some(time)) {
                return None;
            }
            timed += usize::from(time.is_some());
            times.extend(time);
        }
    }
    match timed {
        0 => Some(Vec::new()),
        n if n == keys * 16 => {
            // One for each key is enough where they agree.
            let agree = times.chunks_exact(16).all(|row| row.iter().all(|t| Some(t) == row.first()));
            Some(if agree { times.iter().step_by(16).copied().collect() } else { times })
        }
        _ => None,
    }
}

/// What a number of a transform adds to its matrix when it is 1; `None` if the matrix is no sum of the numbers.
fn unit(operation: &Operation, place: usize) -> Option<DMat4> {
    let (row, column) = match operation {
        Operation::Translate(_) => (place, 3),
        Operation::Scale(_) => (place, place),
        Operation::Matrix(_) => (place / 4, place % 4),
        _ => return None,
    };
    let mut rows = [0.0; 16];
    *rows.get_mut(row * 4 + column)? = 1.0;
    Some(DMat4::from_cols_array(&rows).transpose())
}
