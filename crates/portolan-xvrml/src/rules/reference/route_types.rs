use portolan_syntax::Node;

use crate::rules::support::fields::{Port, Way, end, port};
use crate::rules::support::named;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds routes between fields of different types.
    ///
    /// Both ends of a route must have the same type; a list is not a single value.
    "REF307" "route-type-mismatch" Error, spec "VRML97-4.10.2", on ["Route"], check
}

fn check<'a>(route: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let known = |way| {
        let end = end(route, way)?;
        let node = named(report.document, end.node.as_deref()?)?;
        match port(report.document, node, &end.field, way) {
            Port::Known(ty, _) => Some((end, ty)),
            _ => None,
        }
    };
    let (Some((from, sent)), Some((to, taken))) = (known(Way::Out), known(Way::In)) else { return };
    if !sent.fits(taken) {
        let message = format!("`{}` sends {sent}, but `{}` accepts {taken}", from.field, to.field);
        let finding = report.finding(route, to.field_span, message);
        report.push(finding);
    }
}
