use portolan_syntax::Node;

use crate::rules::resolve::target_of;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds tracks whose target is in another structure than their animation.
    ///
    /// An animation moves the transforms and morph weights beside it, in the same node or texture. Readers look for
    /// the target only there and drop the track. Move the animation into the node of its target.
    "REF204" "track-target-elsewhere" Error, spec "9,78", on ["Track"], check
}

fn check<'a>(track: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(target) = target_of(report.document, track) else { return };
    let around = track.parent_element().and_then(Node::parent_element);
    if target.parent_element() != around {
        let message = "the target of the track is not in the same node as its `Animation`";
        let span = track.attribute("target").map_or(track.name_span(), |a| a.value_span());
        let finding = report.finding(track, span, message).see(target.name_span(), "the target");
        report.push(finding);
    }
}
