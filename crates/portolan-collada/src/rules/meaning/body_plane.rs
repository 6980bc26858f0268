use portolan_syntax::Node;

use super::values::truth;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds moving bodies that are a plane and have no mass.
    ///
    /// A plane is infinite, so no mass can be computed from its volume. Give the body or the shape a `<mass>`, or make
    /// the body static with `<dynamic>false</dynamic>`. A hollow plane has neither inside nor surface to measure.
    "SEM188" "body-of-planes" Warning, spec "6-33", on ["rigid_body/technique_common"], check
}

fn check<'a>(body: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let dynamic = body.child("dynamic").and_then(truth) == Some(true);
    for shape in body.children_named("shape") {
        let Some(plane) = shape.child("plane") else { continue };
        if dynamic && body.child("mass").is_none() && shape.child("mass").is_none() {
            report.at(plane, "a dynamic body with an infinite plane needs an explicit mass");
        }
        if shape.child("hollow").and_then(truth) == Some(true) {
            report.at(plane, "a plane cannot be hollow");
        }
    }
}
