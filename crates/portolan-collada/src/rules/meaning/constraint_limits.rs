use portolan_syntax::Node;

use super::values::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds constraints whose lower limit is above the upper one.
    ///
    /// Nothing fulfils such a limit; the two are read as swapped. Note that a missing limit is 0, so that a positive
    /// `<min>` alone, or a negative `<max>` alone, is contradictory too.
    "SEM192" "constraint-limits" Warning, spec "6-40", on
        ["rigid_constraint/technique_common/limits/swing_cone_and_twist",
         "rigid_constraint/technique_common/limits/linear"], check
}

fn check<'a>(limits: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let bound = |name: &str| report.document.bound.given_child::<[f64; 3]>(limits, name).sound();
    let (Some(min), Some(max)) = (bound("min"), bound("max")) else { return };
    let Some(place) = limits.child("min").or_else(|| limits.child("max")) else { return };
    let axes = ["x", "y", "z"];
    let Some(((low, high), axis)) = min.iter().zip(&max).zip(axes).find(|((low, high), _)| low > high) else { return };
    report.at_content(
        place,
        format!("the lower limit {} for {axis} exceeds the upper limit {}", shown(*low), shown(*high)),
    );
}
