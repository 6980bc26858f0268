//! What `info` tells of a COLLADA document that its scene does not say: physics, kinematics, boundary representations.

use portolan_format::{Document, Facts};

/// Adds the numbers of things that scenes have no fields for.
pub(crate) fn add(document: &Document, facts: &mut Facts) {
    let count = |name: &str| document.named(&[name]).filter(|n| document.path(*n) == name).count() as u64;
    let totals = &mut facts.totals;
    totals.rigid_bodies = count("rigid_body");
    totals.constraints = count("rigid_constraint");
    totals.joints = count("joint");
    let solids = document.named(&["solids"]).filter(|n| document.path(*n).ends_with("/solids"));
    let numbers = solids.filter_map(|n| n.attribute_value("count")?.trim().parse::<u64>().ok());
    totals.solids = numbers.fold(0, u64::saturating_add);
}
