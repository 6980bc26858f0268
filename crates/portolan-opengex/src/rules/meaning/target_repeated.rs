use hashbrown::HashMap;
use portolan_syntax::{Node, NodeId};

use crate::rules::read::integer;
use crate::rules::resolve::target_of;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds targets that two tracks of the same clip move.
    ///
    /// Within a clip every target has at most one track, even if there are several `Animation` structures for it; which
    /// track would win is not defined. Merge the tracks, or put them into different clips.
    "SEM220" "target-animated-twice" Error, spec "10", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut seen: HashMap<(i128, NodeId), Node<'a>> = HashMap::new();
    for track in document.tree.nodes().filter(|n| document.path(*n) == "Track") {
        let clip = track.parent_element().and_then(|a| integer(report.document, a, "clip"));
        let (Some(clip), Some(target)) = (clip, target_of(document, track)) else { continue };
        if let Some(first) = seen.get(&(clip, target.id())) {
            let span = track.attribute("target").map_or(track.name_span(), |a| a.value_span());
            let message = format!("`{}` is animated by two tracks of clip {clip}", document.tree.slice(span));
            let finding = report.finding(track, span, message).see(first.name_span(), "the first track");
            report.push(finding);
        } else {
            seen.insert((clip, target.id()), track);
        }
    }
}
