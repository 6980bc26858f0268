//! Nodes of which one at a time is in force: viewpoints, backgrounds, fogs, avatars.

use portolan_scene::glam::DMat4;
use portolan_xvrml::world::{NodeId, Value, World};

use crate::run::Run;
use crate::trace::Cause;

/// The stacks of all kinds, the node in force last.
#[derive(Default, Debug)]
pub(crate) struct Stacks {
    stacks: [Vec<Entry>; 4],
}

#[derive(Clone, Debug)]
struct Entry {
    node: NodeId,
    /// Where the viewer was relative to a viewpoint when another one was bound.
    relative: DMat4,
}

/// The kinds, in the order of their stacks.
const KINDS: [&str; 4] = ["Avatar", "Viewpoint", "Background", "Fog"];

impl Stacks {
    /// The node of a kind that is in force.
    pub fn top(&self, kind: &str) -> Option<NodeId> {
        let stack = KINDS.iter().position(|k| *k == kind).and_then(|at| self.stacks.get(at))?;
        stack.last().map(|entry| entry.node)
    }
}

impl Run {
    /// Binds the first node of each kind (VP-1, A8, A9, FO-2), or another viewpoint.
    pub(crate) fn bind_first(&mut self, viewpoint: Option<NodeId>) {
        let world = &self.live.world;
        let firsts = [
            world.avatars.first().copied(),
            viewpoint.or_else(|| first(world, "Viewpoint")),
            world.backgrounds.first().copied(),
            first(world, "Fog"),
        ];
        for node in firsts.into_iter().flatten() {
            self.set_bind(node, true, Cause::Load);
        }
    }

    /// Binds a node or takes it off its stack. `false`: it cannot be bound.
    pub(crate) fn set_bind(&mut self, node: NodeId, bind: bool, cause: Cause) -> bool {
        let Some(kind) = KINDS.iter().position(|k| *k == self.live.world.kind(node)) else { return false };
        let viewpoint = kind == 1;
        let current = self.bound.stacks.get(kind).and_then(|s| s.last()).map(|e| e.node);
        let before = if viewpoint { self.eye() } else { DMat4::IDENTITY };
        let relative = self.viewer.relative;
        let Some(stack) = self.bound.stacks.get_mut(kind) else { return false };
        let at = stack.iter().position(|e| e.node == node);
        match (bind, at) {
            (true, _) if current == Some(node) => return true,
            (true, at) => {
                if let (true, Some(top)) = (viewpoint, stack.last_mut()) {
                    top.relative = relative;
                }
                let entry = at.map_or(Entry { node, relative: DMat4::IDENTITY }, |at| stack.remove(at));
                stack.push(Entry { relative: DMat4::IDENTITY, ..entry });
            }
            (false, Some(at)) => {
                stack.remove(at);
            }
            (false, None) => return true,
        }
        let next = stack.last().cloned();
        if next.as_ref().map(|e| e.node) == current {
            return true;
        }
        self.changes += 1;
        if let Some(old) = current {
            self.tell_bound(old, false, viewpoint, cause);
        }
        if viewpoint {
            self.move_to(next.as_ref(), before);
        }
        if let Some(new) = next {
            self.tell_bound(new.node, true, viewpoint, cause);
        }
        true
    }

    /// Takes nodes off their stacks that stood below what was removed and stand nowhere now (VRML97, 4.6.10).
    pub(crate) fn unbind_below(&mut self, removed: &[NodeId], cause: Cause) {
        if removed.is_empty() {
            return;
        }
        let bound: Vec<NodeId> = self.bound.stacks.iter().flatten().map(|e| e.node).collect();
        for node in bound {
            let root = self.live.world.root;
            if removed.iter().any(|above| self.contains(*above, node)) && !self.contains(root, node) {
                self.set_bind(node, false, cause);
            }
        }
    }

    fn tell_bound(&mut self, node: NodeId, bound: bool, viewpoint: bool, cause: Cause) {
        self.emit(node, "is-bound", Value::Bool(bound), cause);
        if viewpoint {
            self.emit(node, "bind-time", Value::Numbers([self.now.time, 0.0, 0.0, 0.0]), cause);
        }
    }

    /// Takes the viewer to the viewpoint that is in force now, unless that one lets it stay where it is (VP-2).
    fn move_to(&mut self, next: Option<&Entry>, before: DMat4) {
        let jumps = next.is_none_or(|e| self.live.world.flag(e.node, "jump"));
        let loading = !self.loaded;
        self.viewer.relative = next.map_or(DMat4::IDENTITY, |e| e.relative);
        if !jumps && !loading {
            let base = self.base();
            self.viewer.relative = base.inverse() * before;
        }
    }
}

/// The first node of a kind in the order of the document, among those that stand somewhere. Nodes of inlined worlds can be bound,
/// but are not bound at load (VRML97, 4.6.10).
pub(crate) fn first(world: &World, kind: &str) -> Option<NodeId> {
    let mut seen = hashbrown::HashSet::new();
    let mut open = vec![world.root];
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        if world.kind(id) == kind {
            return Some(id);
        }
        let before = open.len();
        open.extend(world.children(id));
        open.get_mut(before..).unwrap_or_default().reverse();
    }
    None
}
