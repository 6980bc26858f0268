//! Nodes: where everything stands.

use portolan_scene::glam::{DMat4, DQuat};
use portolan_scene::{Fate, Node, NodeId, Operation, Role};

use super::animation::{Follower, What};
use super::matrix::rotation;
use super::{Raise, codes};
use crate::world::{NodeId as WorldId, Value};

/// Nodes within nodes that are written. Each is up to four elements, of which readers take some 500.
const DEEPEST: u32 = 120;

/// Nodes that are written side by side, because they are nested more deeply.
const MOST_SIDE_BY_SIDE: u32 = 10_000;

/// Which field of a `Transform` an operation is; they stand in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    None,
    Translation,
    Rotation,
    Scale,
}

impl Raise<'_> {
    /// A node at a place of the one above. `decided`: the one above says what is shown.
    pub fn placed(&mut self, id: NodeId, decided: bool) -> Option<WorldId> {
        let made = self.of_node(id)?;
        let hidden = self.scene.node(id).is_some_and(|n| n.hidden);
        if !hidden || decided {
            return Some(made);
        }
        // Nothing of it is chosen.
        let around = self.node("Switch", self.scene.node(id)?.meta.origin)?;
        self.world.set(around, "children", Value::Nodes(vec![made]));
        Some(around)
    }

    fn of_node(&mut self, id: NodeId) -> Option<WorldId> {
        let outside = self.mirrored;
        if let Some(known) = self.nodes.get(&(id, outside)) {
            return Some(*known);
        }
        let made = self.of_new_node(id);
        self.mirrored = outside;
        made
    }

    fn of_new_node(&mut self, id: NodeId) -> Option<WorldId> {
        let outside = self.mirrored;
        let node = self.scene.node(id)?;
        let origin = node.meta.origin;
        let (outer, inner) = match self.transforms(id, node) {
            Some(both) => both,
            None => {
                let group = self.node("Group", origin)?;
                (group, group)
            }
        };
        self.nodes.insert((id, outside), outer);
        // What is below the name stands where the node does.
        self.name(inner, node.meta.label());
        let decides = matches!(node.role.as_deref(), Some(Role::Levels { .. } | Role::Choice { .. }));
        let mut held = self.contents(id, node);
        let below: Vec<NodeId> = node.below().collect();
        match self.depth < DEEPEST {
            true => {
                self.depth += 1;
                held.extend(below.into_iter().filter_map(|below| self.placed(below, decides)));
                self.depth -= 1;
            }
            false if below.is_empty() => {}
            false => {
                let message = format!("nodes that are nested more than {DEEPEST} deep stand side by side");
                self.lose(&codes::NODE, Fate::Baked, origin, message);
                held.extend(self.side_by_side(below));
            }
        }
        let held = match node.role.as_deref() {
            Some(role) => self.role(role, node, held),
            None => held,
        };
        self.world.set(inner, "children", Value::Nodes(held));
        Some(outer)
    }

    /// What nodes and everything below them hold, each at its place. What moves or decides what is shown needs its own nodes.
    fn side_by_side(&mut self, mut roots: Vec<NodeId>) -> Vec<WorldId> {
        roots.reverse();
        let mut open: Vec<(NodeId, DMat4)> = roots.into_iter().map(|root| (root, DMat4::IDENTITY)).collect();
        let mut held = Vec::new();
        for _ in 0..MOST_SIDE_BY_SIDE {
            let Some((id, above)) = open.pop() else { return held };
            let Some(node) = self.scene.node(id) else { continue };
            let moves = (0..node.transforms.len()).any(|at| self.is_driven(id, at));
            if moves || node.hidden || node.role.is_some() {
                let message = "a node that moves, or decides what is shown, is nested too deeply and is not written";
                self.lose(&codes::NODE, Fate::Dropped, node.meta.origin, message);
                continue;
            }
            let here = node.transforms.iter().fold(above, |here, step| here * step.operation.matrix());
            let outside = self.mirrored;
            let placed = self.without_mirror(id, node, here);
            let before = open.len();
            open.extend(node.below().map(|below| (below, here)));
            open.get_mut(before..).unwrap_or_default().reverse();
            let contents = self.contents(id, node);
            self.mirrored = outside;
            if contents.is_empty() {
                continue;
            }
            let Some(made) = self.node("Transform", node.meta.origin) else { continue };
            self.set_matrix(made, placed);
            self.name(made, node.meta.label());
            self.world.set(made, "children", Value::Nodes(contents));
            held.push(made);
        }
        if let Some((id, _)) = open.pop() {
            let origin = self.scene.node(id).map_or(portolan_scene::Origin::default(), |n| n.meta.origin);
            let message = format!("of deeply nested nodes only {MOST_SIDE_BY_SIDE} are written");
            self.lose(&codes::NODE, Fate::Dropped, origin, message);
        }
        held
    }

    /// What hangs on a node.
    fn contents(&mut self, id: NodeId, node: &Node) -> Vec<WorldId> {
        let mut held = Vec::new();
        for drawn in &node.drawn {
            held.extend(self.drawn(id, drawn));
        }
        if !node.cameras.is_empty() || !node.lights.is_empty() {
            let message = "cameras and lights are nodes of their own";
            self.lose(&codes::NODE, Fate::Baked, node.meta.origin, message);
        }
        for camera in &node.cameras {
            held.extend(self.camera(*camera));
        }
        for light in &node.lights {
            held.extend(self.light(*light, id));
        }
        held
    }

    /// What a node does beside placing others.
    fn role(&mut self, role: &Role, node: &Node, held: Vec<WorldId>) -> Vec<WorldId> {
        let origin = node.meta.origin;
        let shown = |scene: &portolan_scene::Scene| {
            let below = node.below().filter_map(|n| scene.node(n)).position(|n| !n.hidden);
            below.map_or(-1, |place| place as i32)
        };
        let kind = match role {
            Role::Billboard { .. } => "Billboard",
            Role::Levels { .. } => "LOD",
            Role::Choice { .. } => "Switch",
            Role::Link { .. } => "Anchor",
            Role::Obstacle { .. } => "Collision",
            Role::Included { .. } => return held,
        };
        let Some(made) = self.node(kind, origin) else { return held };
        match role {
            Role::Billboard { axis } => self.triple(made, "axisOfRotation", self.mirrored_point(*axis)),
            Role::Levels { centre, ranges } => {
                self.triple(made, "center", self.mirrored_point(*centre));
                self.world.set(made, "range", Value::Floats(ranges.iter().map(|r| *r as f32).collect()));
            }
            Role::Choice { chosen } => {
                let place = if chosen.is_some() { shown(self.scene) } else { -1 };
                self.world.set(made, "whichChoice", Value::Int(place));
            }
            Role::Link { url, description, parameter } => {
                for (field, text) in [("url", url), ("description", description), ("parameter", parameter)] {
                    self.world.set(made, field, Value::Text(text.clone()));
                }
            }
            Role::Obstacle { solid, proxy } => {
                self.world.set(made, "collide", Value::Bool(*solid));
                let proxy = proxy.and_then(|p| self.of_node(p));
                let inner = proxy.map(|p| self.world.children(p).to_vec());
                if let Some(inner) = inner.filter(|i| !i.is_empty()) {
                    self.world.set(made, "proxy", Value::Nodes(inner));
                }
            }
            Role::Included { .. } => {}
        }
        self.world.set(made, "children", Value::Nodes(held));
        vec![made]
    }

    /// The transforms of a node: the outermost and the innermost of as many as are needed; `None` if there is nothing to do.
    fn transforms(&mut self, id: NodeId, node: &Node) -> Option<(WorldId, WorldId)> {
        // How a billboard is turned follows from where the viewer is.
        let turned = matches!(node.role.as_deref(), Some(Role::Billboard { .. }));
        let all = node.transforms.iter().enumerate().skip(usize::from(turned));
        let steps: Vec<(usize, &Operation)> = all.map(|(at, step)| (at, &step.operation)).collect();
        let driven = |at: usize| self.is_driven(id, at);
        let simple = steps.windows(2).all(|w| matches!(w, [a, b] if slot(a.1) < slot(b.1)));
        let known = steps.iter().all(|(_, o)| slot(o) != Slot::None);
        if steps.is_empty() {
            return None;
        }
        let moves = steps.iter().any(|(at, _)| driven(*at));
        let upright = steps.iter().all(|(_, o)| !matches!(o, Operation::Scale(by) if by.iter().any(|s| *s <= 0.0)));
        if !moves && (!simple || !known || !upright || self.mirrored) {
            let made = self.node("Transform", node.meta.origin)?;
            let matrix = steps.iter().fold(DMat4::IDENTITY, |m, (_, o)| m * o.matrix());
            let matrix = self.without_mirror(id, node, matrix);
            self.set_matrix(made, matrix);
            return Some((made, made));
        }
        if !upright {
            let message = "a scale that is not positive stays, because the node moves";
            self.lose(&codes::NODE, Fate::Noted, node.meta.origin, message);
        }
        let (mut outer, mut inner, mut last) = (None, None, Slot::None);
        for (at, operation) in steps {
            let wanted = slot(operation);
            let same = inner.filter(|_| wanted > last && wanted != Slot::None);
            let here = match same {
                Some(here) => here,
                None => {
                    let made = self.node("Transform", node.meta.origin)?;
                    if let Some(above) = inner {
                        self.world.set(above, "children", Value::Nodes(vec![made]));
                    }
                    outer.get_or_insert(made);
                    made
                }
            };
            inner = Some(here);
            last = if wanted == Slot::None { Slot::Scale } else { wanted };
            match operation {
                Operation::Translate(by) => self.triple(here, "translation", *by),
                Operation::Scale(by) => self.triple(here, "scale", *by),
                Operation::Rotate([x, y, z, degrees]) => {
                    self.world.set(here, "rotation", Value::Numbers([*x, *y, *z, degrees.to_radians()]));
                }
                Operation::Quaternion(q) => {
                    let turn = DQuat::from_array(*q);
                    let turn = if turn.length_squared() > 0.0 { turn.normalize() } else { DQuat::IDENTITY };
                    self.world.set(here, "rotation", Value::Numbers(rotation(turn)));
                }
                other => self.set_matrix(here, other.matrix()),
            }
            if self.is_driven(id, at) {
                let what = match wanted {
                    Slot::Translation => What::Three("translation"),
                    Slot::Scale => What::Three("scale"),
                    Slot::Rotation => What::Turn,
                    Slot::None => What::Matrix,
                };
                self.followers.push(Follower::Step { node: id, transform: at as u32, world: here, what });
            }
        }
        outer.zip(inner)
    }

    /// Do animations drive a transform?
    fn is_driven(&self, node: NodeId, transform: usize) -> bool {
        self.driven.contains(&(node, transform as u32))
    }
}

fn slot(operation: &Operation) -> Slot {
    match operation {
        Operation::Translate(_) => Slot::Translation,
        Operation::Rotate(_) | Operation::Quaternion(_) => Slot::Rotation,
        Operation::Scale(_) => Slot::Scale,
        _ => Slot::None,
    }
}
