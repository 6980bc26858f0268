use portolan_syntax::Node;

use crate::rules::support::numbers::scalar;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds switches that choose a child which is not there.
    ///
    /// Nothing is drawn then. Children count from 0; -1 is the way to choose none.
    "SEM301" "switch-choice" Warning, spec "VRML97-6.46", on ["Switch"], check
}

fn check<'a>(switch: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (Some(choice), Some(children)) = (scalar(switch, "whichChoice"), switch.child("children")) else { return };
    let count = children.elements().count();
    if choice >= count as f64 {
        report.at_attribute(
            switch,
            "whichChoice",
            format!("child {choice} is out of range (children: {count}, counted from 0)"),
        );
    }
}
