use crate::resolve::Link;
use crate::resolve::resolver;
use hashbrown::HashSet;
use portolan_syntax::{Finding, Node, Severity};

use super::shown;
use portolan_format::{Document, Reporter, rule};

rule! {
    /// Finds joints of a skin that the skeleton does not have.
    ///
    /// The names in the skin's `JOINT` source are the `sid`s of nodes below the `<skeleton>` elements of its instance
    /// (below the scene, when there are none). Vertices bound to a missing joint cannot be placed. It is a warning when
    /// a node outside the skeleton has the sid, or a node has the name as its `id` or `name`: many readers find it
    /// then.
    "REF021" "unknown-joint" Error, spec "5-56", on ["instance_controller"], check
}

fn check<'a>(instance: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let Some(skin) = skin(document, instance) else { return };
    let Some(array) = joint_array(document, skin) else { return };
    let Some(roots) = roots(document, instance) else { return };
    match array.local_name() {
        "Name_array" => names(report, instance, array, &roots),
        "IDREF_array" => ids(report, array),
        _ => {}
    }
}

/// The skin of an instantiated controller; morphs may lie over it.
fn skin<'a>(document: &'a Document, instance: Node<'a>) -> Option<Node<'a>> {
    const LONGEST_CHAIN: usize = 32;
    let mut controller = resolver(document).instantiated(instance)?;
    for _ in 0..LONGEST_CHAIN {
        if let Some(skin) = controller.child("skin") {
            return Some(skin);
        }
        controller = follow(document, controller.child("morph")?, "source")?;
    }
    None
}

/// The element that an attribute leads to.
fn follow<'a>(document: &'a Document, node: Node<'a>, attribute: &str) -> Option<Node<'a>> {
    match resolver(document).link(&node.attribute_value(attribute)?) {
        Link::Element(found) | Link::BareId(found) => document.tree.node(found.id()),
        _ => None,
    }
}

fn joint_array<'a>(document: &'a Document, skin: Node<'a>) -> Option<Node<'a>> {
    let is_joint = |i: &Node<'_>| i.attribute_value("semantic").is_some_and(|s| s == "JOINT");
    let input = skin.child("joints")?.elements().find(is_joint)?;
    follow(document, input, "source")?.elements().find(|e| e.local_name().ends_with("_array"))
}

/// Where joints are looked for; `None` when a skeleton is not in this document or not there at all.
fn roots<'a>(document: &'a Document, instance: Node<'a>) -> Option<Vec<Node<'a>>> {
    let mut roots = Vec::new();
    for skeleton in instance.children_named("skeleton") {
        match resolver(document).link(&skeleton.text()) {
            Link::Element(found) | Link::BareId(found) => roots.push(document.tree.node(found.id())?),
            _ => return None,
        }
    }
    if roots.is_empty() {
        roots.push(document.tree.root()?);
    }
    Some(roots)
}

fn names<'a>(report: &mut Reporter<'_, 'a>, instance: Node<'a>, array: Node<'a>, roots: &[Node<'a>]) {
    let document = report.document;
    let whole: Vec<Node<'a>> = document.tree.root().into_iter().collect();
    let text = array.text();
    let mut node_names: Option<HashSet<String>> = None;
    // Nowhere, and elsewhere than it must be: the first and the number of each.
    let mut nowhere: (Option<&str>, u32) = (None, 0);
    let mut elsewhere: (Option<&str>, u32) = (None, 0);
    for name in text.split_ascii_whitespace() {
        if roots.iter().any(|root| is_joint_below(document, *root, name)) {
            continue;
        }
        let by_id = resolver(document).id(name).is_some_and(|n| n.local_name() == "node");
        let known = by_id
            || whole.iter().any(|root| is_joint_below(document, *root, name))
            || node_names.get_or_insert_with(|| all_names(document)).contains(name);
        let list = if known { &mut elsewhere } else { &mut nowhere };
        list.0.get_or_insert(name);
        list.1 += 1;
    }
    let more = |n: u32| if n > 1 { format!(", and {} more", n - 1) } else { String::new() };
    if let (Some(name), count) = nowhere {
        let message = format!("the skin's joint `{}` is not in the document{}", shown(name), more(count));
        push(report, instance, array, report.finding(instance, instance.name_span(), message));
    }
    if let (Some(name), count) = elsewhere {
        let where_to = "is not the sid of a node below the skeleton";
        let message = format!("the skin's joint `{}` {where_to}{}", shown(name), more(count));
        let finding = report.finding(instance, instance.name_span(), message).severity(Severity::Warning);
        push(report, instance, array, finding.help("it was found elsewhere, or by its id or name"));
    }
}

fn push<'a>(report: &mut Reporter<'_, 'a>, instance: Node<'a>, array: Node<'a>, finding: Finding) {
    let mut finding = finding.see(array.open_span(), "the joints are named here");
    if let Some(skeleton) = instance.child("skeleton") {
        finding = finding.see(skeleton.span(), "the skeleton starts here");
    }
    report.push(finding);
}

fn is_joint_below(document: &Document, root: Node<'_>, name: &str) -> bool {
    let Some(root) = document.tree.node(root.id()) else { return false };
    let is_node = |n: &Node<'_>| n.local_name() == "node";
    let index = resolver(document).index();
    root.attribute_value("sid").is_some_and(|s| s.trim() == name)
        || resolver(document).sid(root, name).is_some_and(|n| is_node(&n))
        || index.all_below(root, name).filter_map(|n| document.tree.node(n)).any(|n| is_node(&n))
}

fn all_names(document: &Document) -> HashSet<String> {
    let nodes = document.named(&["node"]);
    nodes.filter_map(|n| n.attribute_value("name")).map(|n| n.trim().to_owned()).collect()
}

/// Ids that exist but are no nodes; missing ones are told by the rule for references.
fn ids<'a>(report: &mut Reporter<'_, 'a>, array: Node<'a>) {
    let document = report.document;
    let text = array.text();
    let wrong = text.split_ascii_whitespace().find_map(|id| {
        let found = resolver(document).id(id)?;
        (found.local_name() != "node").then_some((id, found))
    });
    if let Some((id, found)) = wrong {
        let message = format!("the skin's joint `{}` is a `<{}>`, not a node", shown(id), found.local_name());
        report.at_content(array, message);
    }
}
