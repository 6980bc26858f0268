use portolan_syntax::Node;

use super::support::{check_indices, data};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds indices of joints or weights that do not exist.
    ///
    /// The numbers in `<v>` pick from the sources of the inputs; they begin with 0. The joint -1 is the bind shape itself
    /// and legal; other negative numbers are not.
    "DAT084" "weights-index-range" Error, spec "5-154", on ["skin/vertex_weights"], check
}

fn check<'a>(weights: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(indices) = data(report.document).indices(weights) else { return };
    let lowest = |semantic: &str| if semantic == "JOINT" { -1 } else { 0 };
    check_indices(report, &indices, weights.child("v").into_iter(), lowest);
}
