//! Places of elements as findings tell them: `COLLADA/asset/contributor[2]`, `GeometryNode[$door]/Name`.

use portolan_syntax::Node;
use portolan_syntax::tree::AttrKind;

use super::{Refusal, Why, did_you_mean};

/// Follows the steps of a path from a node. A label in brackets is a number among siblings of the same name, from 1, or
/// an id, SID or name.
pub fn follow<'a>(from: Node<'a>, path: &str) -> Result<Node<'a>, Refusal> {
    let mut at = from;
    for step in path.split('/') {
        let (name, label) = match step.strip_suffix(']').and_then(|s| s.split_once('[')) {
            Some((name, label)) => (name, Some(label)),
            None => (step, None),
        };
        let all = || at.elements().filter(|e| e.local_name() == name || e.name().full == name);
        let found = match label {
            None => all().next(),
            Some(label) => match label.parse::<usize>() {
                Ok(number) => number.checked_sub(1).and_then(|i| all().nth(i)),
                Err(_) => all().find(|e| has_label(*e, label)),
            },
        };
        at = found.ok_or_else(|| {
            let help = did_you_mean(name, at.elements().map(|e| e.local_name()));
            let place = if at.is_element() { format!("in `{}`", at.name().full) } else { "there".to_owned() };
            let refusal = Refusal::new(Why::NotFound, format!("there is no `{step}` {place}")).help(help);
            if at.is_element() { refusal.at(at) } else { refusal }
        })?;
    }
    Ok(at)
}

fn has_label(node: Node<'_>, label: &str) -> bool {
    node.attributes().any(|attr| match attr.kind() {
        AttrKind::Plain => matches!(attr.full_name(), "id" | "sid" | "name") && attr.value().trim() == label,
        AttrKind::GlobalName | AttrKind::LocalName => attr.raw() == label,
        _ => false,
    })
}
