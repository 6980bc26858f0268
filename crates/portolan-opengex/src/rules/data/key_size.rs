use portolan_syntax::Node;

use super::key_kinds::kind;
use crate::rules::read::Series;
use crate::rules::resolve::target_of;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds keys whose values have another size than the data of the track's target.
    ///
    /// A track for `Translation (kind = "x")` has single numbers as keys, one for `Transform {float[16]}` has matrices of
    /// 16. Control points have the size of their values. Readers cannot put anything else into the target.
    "DAT214" "key-size" Error, spec "32,86", on ["Track"], check
}

fn check<'a>(track: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let Some(target) = target_of(document, track) else { return };
    let (Some(data), Some(value)) = (Series::of(document, target), track.child("Value")) else { return };
    for key in value.children_named("Key") {
        let is_value = kind(report.document, key).is_some_and(|k| matches!(&*k, "value" | "-control" | "+control"));
        let Some(series) = Series::of(document, key).filter(|s| is_value && s.size() != data.size()) else { continue };
        let shape = |size| if size == 0 { "single numbers".to_owned() } else { format!("sub-arrays of {size}") };
        let (found, wanted) = (shape(series.size()), shape(data.size()));
        let message = format!("the keys are {found}, but the animated `{}` has {wanted}", target.name().full);
        let finding = report.finding(key, series.node.name_span(), message);
        report.push(finding.see(data.node.name_span(), "the data of the target"));
    }
}
