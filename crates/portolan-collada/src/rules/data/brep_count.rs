use crate::data::whole_attribute;
use portolan_syntax::Node;

use super::support::{at_attribute, data, with_number};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds tables of a B-rep whose `count` is not the number of their entries.
    ///
    /// The entries are those of `<vcount>`; edges have none and count the tuples of `<p>`. Curves in parameter space may
    /// count either.
    "DAT151" "brep-count" Error, spec "9-7", on [
        "brep/edges", "brep/wires", "brep/faces", "brep/pcurves", "brep/shells", "brep/solids",
    ], check
}

fn check<'a>(table: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let name = table.local_name();
    let (Some(declared), Some(indices)) = (whole_attribute(table, "count"), data.indices(table)) else { return };
    let tuples = match table.child("p") {
        Some(p) => data.run(p).map(|r| r.count).filter(|n| n % indices.width == 0).map(|n| n / indices.width),
        None => Some(0),
    };
    let real = match name {
        "edges" => tuples,
        _ => table.child("vcount").and_then(|v| data.run(v)).map(|r| r.count),
    };
    let Some(real) = real.filter(|real| *real != declared) else { return };
    if name == "pcurves" && tuples == Some(declared) {
        return;
    }
    let verb = if real == 1 { "is" } else { "are" };
    let message = format!("`count` of `<{name}>` is {declared}, but there {verb} {real}");
    let finding = at_attribute(report, table, "count", message);
    report.push(with_number(finding, table, "count", real));
}
