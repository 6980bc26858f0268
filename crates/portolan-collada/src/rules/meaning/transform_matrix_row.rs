use portolan_syntax::Node;

use super::values::vector;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds matrices of nodes whose bottom row is not `0 0 0 1`.
    ///
    /// Such a matrix is a projection, which most readers cannot place in a scene. Usually the matrix was written column
    /// by column: COLLADA writes it row by row, with the translation at the end of the first three rows.
    "SEM115" "matrix-bottom-row" Warning, spec "5-88", on ["matrix"], check
}

/// What rounding in an exporter can make of a zero.
const NOISE: f64 = 1e-5;

fn check<'a>(matrix: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some([.., c0, _, _, _, c1, _, _, _, c2, x, y, z, w]) = vector::<16>(matrix) else { return };
    if ![c0, c1, c2, x, y, z, w].iter().all(|n| n.is_finite()) {
        return;
    }
    let zero = |numbers: [f64; 3]| numbers.iter().all(|n| n.abs() <= NOISE);
    let one = (w - 1.0).abs() <= NOISE;
    if zero([x, y, z]) && one {
        return;
    }
    if one && zero([c0, c1, c2]) {
        let message = "the translation of `<matrix>` is in the bottom row";
        let finding = report.finding(matrix, matrix.content_span(), message);
        report
            .push(finding.help("write the matrix row by row, with the translation at the end of the first three rows"));
    } else {
        report.at_content(matrix, "the bottom row of `<matrix>` is not `0 0 0 1`");
    }
}
