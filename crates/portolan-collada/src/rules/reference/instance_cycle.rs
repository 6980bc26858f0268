use crate::resolve::resolver;
use crate::resolve::{Instantiated, Link};
use hashbrown::{HashMap, HashSet};
use portolan_syntax::{Node, NodeId};

use super::shown;
use portolan_format::{Document, Reporter, rule};

rule! {
    /// Finds elements that contain an instance of themselves, directly or over other elements: nodes, controllers,
    /// physics models, articulated systems, convex hulls.
    ///
    /// Following the instances would never end. Every cycle is reported once, with its path.
    "REF023" "instance-cycle" Error, spec "5-98", on document, check
}

/// At an element, the document leads on to another.
struct Edge {
    at: u32,
    target: u32,
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let edges = edges(document);
    let out = |vertex: u32| {
        let range = document.tree.node(NodeId(vertex)).map_or(0..0, Node::subtree);
        edges.partition_point(|e| e.at < range.start)..edges.partition_point(|e| e.at < range.end)
    };
    let mut starts: Vec<u32> = edges.iter().map(|e| e.target).collect();
    starts.sort_unstable();
    starts.dedup();
    // Vertices on the current way have their place on it; those that are done have none.
    let mut place: HashMap<u32, Option<usize>> = HashMap::new();
    let mut told: HashSet<u32> = HashSet::new();
    for start in starts {
        if place.contains_key(&start) {
            continue;
        }
        let mut way = vec![(start, out(start))];
        place.insert(start, Some(0));
        while let Some((vertex, rest)) = way.last_mut() {
            let Some(edge) = rest.next().and_then(|i| edges.get(i)) else {
                place.insert(*vertex, None);
                way.pop();
                continue;
            };
            match place.get(&edge.target) {
                None => {
                    place.insert(edge.target, Some(way.len()));
                    way.push((edge.target, out(edge.target)));
                }
                Some(None) => {}
                Some(Some(from)) => {
                    let mut cycle: Vec<u32> = way.iter().skip(*from).map(|(v, _)| *v).collect();
                    let first = (0..cycle.len()).min_by_key(|i| cycle.get(*i)).unwrap_or(0);
                    cycle.rotate_left(first);
                    if !cycle.iter().all(|v| told.contains(v)) {
                        told.extend(&cycle);
                        tell(report, NodeId(edge.at), &cycle);
                    }
                }
            }
        }
    }
}

fn edges(document: &Document) -> Vec<Edge> {
    let mut edges = Vec::new();
    let node = |id| document.tree.node(id);
    for instance in resolver(document).instances() {
        if let Instantiated::Here(target) = instance.target
            && let (Some(at), Some(to)) = (node(instance.node), node(target))
            // An instance of another kind is a mistake of its own.
            && at.local_name().strip_prefix("instance_") == Some(to.local_name())
        {
            edges.push(Edge { at: instance.node.0, target: target.0 });
        }
    }
    for at in document.named(&["skin", "morph", "convex_mesh"]) {
        let attribute = match at.local_name() {
            "skin" | "morph" => "source",
            "convex_mesh" => "convex_hull_of",
            _ => continue,
        };
        let Some(url) = at.attribute_value(attribute).filter(|_| document.ty(at).is_some()) else { continue };
        if let Link::Element(to) | Link::BareId(to) = resolver(document).link(&url) {
            edges.push(Edge { at: at.id().0, target: to.id().0 });
        }
    }
    edges.sort_by_key(|e| e.at);
    edges
}

fn tell(report: &mut Reporter<'_, '_>, at: NodeId, cycle: &[u32]) {
    const SHOWN: usize = 8;
    let document = report.document;
    let Some(at) = document.tree.node(at) else { return };
    let nodes = || cycle.iter().filter_map(|v| document.tree.node(NodeId(*v)));
    let label = |n: Node<'_>| match n.attribute_value("id") {
        Some(id) => format!("`{}`", shown(&id)),
        None => format!("`<{}>`", n.local_name()),
    };
    let Some(first) = nodes().next() else { return };
    let message = match cycle.len() {
        1 if at.local_name().starts_with("instance_") => format!("{} contains an instance of itself", label(first)),
        1 => format!("{} is defined by itself", label(first)),
        n => {
            let mut way: Vec<String> = nodes().take(SHOWN).map(label).collect();
            if n > SHOWN {
                way.push("…".to_owned());
            }
            way.push(label(first));
            format!("these form a cycle: {}", way.join(" → "))
        }
    };
    let span = ["url", "source", "convex_hull_of"]
        .iter()
        .find_map(|a| at.attribute(a))
        .map_or(at.name_span(), |a| a.value_span());
    let mut finding = report.finding(at, span, message);
    for node in nodes().take(SHOWN) {
        finding = finding.see(node.open_span(), "part of the cycle");
    }
    report.push(finding);
}
