use crate::data::Text;
use portolan_syntax::Node;

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds bind matrices that cannot be inverted.
    ///
    /// A bind shape matrix or inverse bind matrix that flattens space squeezes the mesh into a plane, a line or a point.
    /// Often it is all zero because it was never filled in.
    "DAT086" "singular-bind-matrix" Warning, spec "5-134", on ["skin"], check
}

fn check<'a>(skin: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    if let Some(shape) = skin.child("bind_shape_matrix") {
        let mut matrix = [0.0; 16];
        let mut count = 0;
        for (slot, (value, _)) in matrix.iter_mut().zip(Text::of(shape).floats()) {
            *slot = value;
            count += 1;
        }
        if count == 16 && is_singular(&matrix) {
            report.at_content(shape, "the bind shape matrix cannot be inverted: it flattens the mesh");
        }
    }
    let Some(source) = skin.child("joints").and_then(|j| data.input_source(j, "INV_BIND_MATRIX")) else { return };
    let Some(accessor) = source.accessor.filter(|a| a.width == 16) else { return };
    let Some(array) = source.array.filter(|a| a.kind.is_number() && a.run.is_some()) else { return };
    let text = Text::of(array.node);
    let mut matrix = [0.0; 16];
    let mut start = 0..0;
    for (index, (value, at)) in (0u64..).zip(text.floats()) {
        let Some((joint, slot)) = accessor.place(index) else { continue };
        if slot == 0 {
            start = at;
        }
        if let Some(place) = matrix.get_mut(slot as usize) {
            *place = value;
        }
        if slot == 15 && is_singular(&matrix) {
            let message = format!("the bind matrix of joint {joint} cannot be inverted: it flattens the mesh");
            let finding = report.finding(array.node, text.span(start.clone()), message);
            report.push(finding);
            return;
        }
    }
}

/// Does the linear part of a matrix, given row by row, lose a dimension?
fn is_singular(matrix: &[f64; 16]) -> bool {
    let [a, b, c, _, d, e, f, _, g, h, i, ..] = *matrix;
    let determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
    let length = |x: f64, y: f64, z: f64| (x * x + y * y + z * z).sqrt();
    // Measured against the size of the rows, so that small units do not count as flat.
    let volume = length(a, b, c) * length(d, e, f) * length(g, h, i);
    determinant.is_finite() && determinant.abs() <= volume * 1e-9
}
