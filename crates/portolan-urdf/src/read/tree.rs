//! Which link hangs on which: the order of links, without cycles.

use hashbrown::HashMap;
use portolan_scene::Fate;
use portolan_syntax::Node;

use super::Reader;
use crate::codes;

/// Links and joints that hang together.
pub(super) struct Hung<'a> {
    /// Joints with both of their links.
    pub joints: Vec<Joint<'a>>,
    /// Links, parents first, depth first.
    pub order: Vec<Place>,
}

pub(super) struct Joint<'a> {
    pub element: Node<'a>,
    pub name: String,
    /// Links by number.
    pub parent: usize,
    pub child: usize,
}

/// A link in its place.
pub(super) struct Place {
    pub link: usize,
    /// The joint that it hangs on.
    pub joint: Option<usize>,
    /// The parent's place in the order.
    pub parent: Option<u32>,
}

impl<'a> Reader<'a> {
    pub(super) fn hang(&mut self, links: &[(Node<'a>, String)], joints: &[(Node<'a>, String)]) -> Hung<'a> {
        let numbers: HashMap<&str, usize> = links.iter().enumerate().map(|(n, (_, name))| (name.as_str(), n)).collect();
        let mut held: Vec<Option<usize>> = vec![None; links.len()];
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); links.len()];
        let mut all: Vec<Joint<'a>> = Vec::new();
        for (element, name) in joints {
            let ends = ["parent", "child"].map(|end| {
                let named = element.child(end).and_then(|e| e.attribute_value("link"));
                let found = named.as_deref().and_then(|n| numbers.get(n.trim())).copied();
                if found.is_none() {
                    let message = match named {
                        Some(link) => format!("the {end} `{}` of joint `{name}` does not exist", link.trim()),
                        None => format!("the joint `{name}` has no {end}"),
                    };
                    self.lose(&codes::REFERENCE, Fate::Dropped, *element, message);
                }
                found
            });
            let [Some(parent), Some(child)] = ends else { continue };
            match held.get_mut(child) {
                Some(slot @ None) if parent != child => *slot = Some(all.len()),
                _ => {
                    let message = match parent == child {
                        true => format!("the joint `{name}` connects a link to itself"),
                        false => format!("the child of joint `{name}` already has a parent"),
                    };
                    self.lose(&codes::TREE, Fate::Dropped, *element, message);
                    continue;
                }
            }
            below.get_mut(parent).into_iter().for_each(|b| b.push(all.len()));
            all.push(Joint { element: *element, name: name.clone(), parent, child });
        }
        let mut hung = Hung { joints: all, order: Vec::new() };
        let mut seen = vec![false; links.len()];
        let roots: Vec<usize> = (0..links.len()).filter(|n| held.get(*n).is_some_and(Option::is_none)).collect();
        for (nth, root) in roots.iter().enumerate() {
            if nth > 0
                && let Some((element, name)) = links.get(*root)
            {
                let message = format!("the link `{name}` is a second root: no joint connects it");
                self.lose(&codes::TREE, Fate::Noted, *element, message);
            }
            visit(&mut hung, &below, &mut seen, *root);
        }
        for (number, (element, name)) in links.iter().enumerate() {
            if seen.get(number) == Some(&false) {
                let message = format!("the link `{name}` is its own ancestor; it becomes a root");
                self.lose(&codes::TREE, Fate::Dropped, *element, message);
                visit(&mut hung, &below, &mut seen, number);
            }
        }
        hung
    }
}

/// Takes a root and everything that hangs on it.
fn visit(hung: &mut Hung<'_>, below: &[Vec<usize>], seen: &mut [bool], root: usize) {
    let mut open = vec![Place { link: root, joint: None, parent: None }];
    while let Some(place) = open.pop() {
        match seen.get_mut(place.link) {
            Some(seen @ false) => *seen = true,
            _ => continue,
        }
        let (link, at) = (place.link, hung.order.len() as u32);
        hung.order.push(place);
        let joints = below.get(link).map(Vec::as_slice).unwrap_or_default();
        for joint in joints.iter().rev() {
            if let Some(child) = hung.joints.get(*joint).map(|j| j.child) {
                open.push(Place { link: child, joint: Some(*joint), parent: Some(at) });
            }
        }
    }
}
