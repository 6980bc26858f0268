use portolan_syntax::Node;

use crate::rules::read::{number, unsaid, word};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds attenuations that end where they begin, or before.
    ///
    /// The curves `linear` and `smooth` fall from `begin` (0 if missing) to `end` (1 if missing), and the formula divides
    /// by their difference. For distances and angles the end must be beyond; a cosine falls, so there it is below.
    "SEM216" "attenuation-range" Warning, spec "12", on ["Atten"], check
}

fn check<'a>(atten: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (Some(curve), Some(kind)) = (word(report.document, atten, "curve"), word(report.document, atten, "kind"))
    else {
        return;
    };
    if !matches!(&*curve, "linear" | "smooth") {
        return;
    }
    let unsaid = |word| unsaid(report.document, "Atten/Param", word);
    let (Some(mut begin), Some(mut end)) = (unsaid("begin"), unsaid("end")) else { return };
    let mut place = None;
    for param in atten.children_named("Param") {
        let Some(attribute) = word(report.document, param, "attrib") else { continue };
        let slot = match &*attribute {
            "begin" => &mut begin,
            "end" => &mut end,
            _ => continue,
        };
        let Some(value) = number(report.document, param) else { return };
        *slot = value;
        place = Some(param);
    }
    let wrong = begin == end || begin > end && matches!(&*kind, "distance" | "angle");
    if let Some(place) = place.filter(|_| wrong) {
        report.at(place, format!("the attenuation ends at {end}, but begins at {begin}"));
    }
}
