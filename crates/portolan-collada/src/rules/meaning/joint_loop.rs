use hashbrown::HashMap;
use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds loops of links that are begun and never closed, or the other way round.
    ///
    /// A closed chain is cut at one joint: an `<attachment_start>` and an `<attachment_end>` name the same joint at its
    /// two ends. One of them alone connects nothing.
    "SEM171" "kinematic-loop" Error, spec "10-8", on ["kinematics_model/technique_common"], check
}

fn check<'a>(model: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut open: HashMap<String, (Option<Node<'a>>, Option<Node<'a>>)> = HashMap::new();
    for node in model.descendants() {
        let Some(joint) = node.attribute_value("joint") else { continue };
        let ends = || joint.trim().to_owned();
        match node.local_name() {
            "attachment_start" => open.entry(ends()).or_default().0 = Some(node),
            "attachment_end" => open.entry(ends()).or_default().1 = Some(node),
            _ => {}
        }
    }
    for (joint, ends) in open {
        match ends {
            (Some(start), None) => report.at(start, format!("the loop at `{joint}` has no `<attachment_end>`")),
            (None, Some(end)) => report.at(end, format!("the loop at `{joint}` has no `<attachment_start>`")),
            _ => {}
        }
    }
}
