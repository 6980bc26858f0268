use portolan_syntax::Node;

use super::values::vector;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds scales that flatten everything below them.
    ///
    /// A zero is allowed, and projects along its axis. But what is flat has no inside, its normals cannot be
    /// transformed, and physics fails on it; usually a scale of 1 was meant.
    "SEM112" "flattening-scale" Warning, spec "5-125", on ["scale"], check
}

fn check<'a>(scale: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(factors) = vector::<3>(scale) else { return };
    if factors.contains(&0.0) {
        report.at_content(scale, "`<scale>` has a factor of zero, which flattens everything below it");
    }
}
