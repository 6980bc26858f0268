use portolan_syntax::Node;

use crate::rules::read::{Series, integer, vertex_count};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds indices of vertices that do not exist.
    ///
    /// Readers crash, or draw with whatever is stored after the vertices. Usually the vertex arrays were truncated or
    /// the indices belong to another mesh. The restart index of strips is not a vertex and is not reported.
    "DAT203" "vertex-index-out-of-range" Error, spec "31", on ["Mesh"], check
}

fn check<'a>(mesh: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(vertices) = vertex_count(report.document, mesh) else { return };
    for array in mesh.children_named("IndexArray") {
        check_array(array, vertices, report);
    }
}

fn check_array<'a>(array: Node<'a>, vertices: u64, report: &mut Reporter<'_, 'a>) {
    let Some(series) = Series::of(report.document, array) else { return };
    // Reading has noted the largest index, so only arrays with a suspicious one are walked through.
    if series.summary.limits.is_none_or(|(_, largest)| (largest as u64) < vertices) {
        return;
    }
    let restart = integer(report.document, array, "restart");
    let is_wrong = |value: &i128| *value >= i128::from(vertices) && Some(*value) != restart;
    let mut wrong = series.run().into_iter().flat_map(|r| r.integers()).flatten().filter(|(v, _)| is_wrong(v));
    let Some((value, span)) = wrong.next() else { return };
    let more = match wrong.count() {
        0 => String::new(),
        n => format!("; {n} more are out of range"),
    };
    let message = format!(
        "vertex index {value} is out of range: the mesh has {}{more}",
        portolan_syntax::counted(vertices, "vertex", "vertices")
    );
    let finding = report.finding(array, span, message);
    report.push(finding);
}
