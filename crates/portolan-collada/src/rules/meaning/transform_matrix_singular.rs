use portolan_syntax::Node;

use super::values::{cross, length, vector};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds matrices of nodes that cannot be inverted, because they flatten everything below them.
    ///
    /// Normals and the places of cameras and joints need the inverse. Usually a scale of zero has crept in.
    "SEM116" "matrix-singular" Warning, spec "5-88", on ["matrix"], check
}

/// How flat is flat: the volume of a cell against that of a box with the same edges.
const NOISE: f64 = 1e-10;

fn check<'a>(matrix: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some([a, b, c, _, d, e, f, _, g, h, i, ..]) = vector::<16>(matrix) else { return };
    let [u, v, w] = [[a, b, c], [d, e, f], [g, h, i]];
    let [nx, ny, nz] = cross(u, v);
    let [wx, wy, wz] = w;
    let volume = (nx * wx + ny * wy + nz * wz).abs();
    let box_volume = length(u) * length(v) * length(w);
    if volume.is_finite() && box_volume.is_finite() && volume <= NOISE * box_volume {
        report.at_content(matrix, "`<matrix>` cannot be inverted: it flattens everything below it");
    }
}
