//! Where everything stands: the graph of nodes unrolled to places.

use std::rc::Rc;

use portolan_scene::glam::DMat4;
use portolan_xvrml::lower::{billboard, level, matrix, placed};
use portolan_xvrml::world::{NodeId, World};

use crate::codes;
use crate::run::Run;

/// Places that are looked at.
const MOST: usize = 1_000_000;

/// Places that any world may have. Beyond it there are four for each node at most, as in scenes: uses of uses of uses do not fill
/// the memory.
const FREE: usize = 1 << 16;

/// All places of a world at a moment, those above before those below.
#[derive(Default, Debug)]
pub(crate) struct Space {
    pub places: Vec<Place>,
    /// Levels of detail that are shown, each at the first place of its node.
    pub levels: Vec<(NodeId, usize)>,
    /// Are there more?
    full: bool,
    changes: Option<u64>,
}

/// A node at one of its places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub node: NodeId,
    pub parent: Option<u32>,
    /// From what is below the node to the world; of a node that holds nothing, from itself.
    pub here: DMat4,
    /// Is it drawn?
    pub drawn: bool,
    /// Does the viewer collide with it?
    pub solid: bool,
}

impl Space {
    fn new(world: &World, eye: DMat4) -> Space {
        let mut space = Space::default();
        let root = Place { node: world.root, parent: None, here: DMat4::IDENTITY, drawn: true, solid: true };
        let mut open = vec![root];
        let mut seen = hashbrown::HashSet::new();
        let most = MOST.min(FREE.max(4 * world.size()));
        while let Some(mut place) = open.pop() {
            if space.places.len() >= most {
                space.full = true;
                break;
            }
            let (id, above) = (place.node, place.here);
            let kind = world.kind(id);
            let mut shown = None;
            match kind {
                "Transform" => place.here = finite(above * matrix(world, id)).unwrap_or(above),
                "Billboard" => {
                    let turn = DMat4::from_quat(billboard(world.triple(id, "axisOfRotation"), above, eye));
                    place.here = finite(above * turn).unwrap_or(above);
                }
                "LOD" => {
                    let ranges: Vec<f64> = world.floats(id, "range").iter().map(|r| f64::from(*r)).collect();
                    let children = world.children(id).len();
                    let chosen = level(world.triple(id, "center"), &ranges, children, above, eye);
                    shown = Some(chosen);
                    if let Some(chosen) = chosen.filter(|_| seen.insert(id)) {
                        space.levels.push((id, chosen));
                    }
                }
                "Switch" => shown = Some(usize::try_from(world.int(id, "whichChoice")).ok()),
                "Collision" => place.solid &= world.flag(id, "collide"),
                "World" | "Group" | "Anchor" | "Inline" | "Shape" | "Viewpoint" => {}
                _ if kind.ends_with("Sensor") => {}
                _ => continue,
            }
            let own = space.places.len() as u32;
            space.places.push(place);
            let proxy = world.nodes_in(id, "proxy");
            let before = open.len();
            for (number, node) in placed(world, id).enumerate() {
                // What stands for others is not drawn, but all below it is run into.
                let chosen = shown.is_none_or(|s| s == Some(number));
                let (drawn, solid) = (place.drawn && chosen, place.solid && chosen && proxy.is_empty());
                open.push(Place { node, parent: Some(own), here: place.here, drawn, solid });
            }
            for node in proxy {
                let below =
                    Place { node: *node, parent: Some(own), here: place.here, drawn: false, solid: place.solid };
                open.push(below);
            }
            open.get_mut(before..).unwrap_or_default().reverse();
        }
        space
    }

    pub fn get(&self, at: u32) -> Option<&Place> {
        self.places.get(at as usize)
    }

    /// The places above one, the nearest first.
    pub fn above(&self, at: u32) -> impl Iterator<Item = (u32, &Place)> {
        let parent = |at: u32| self.get(at).and_then(|p| p.parent);
        std::iter::successors(parent(at), move |at| parent(*at)).filter_map(|at| Some((at, self.get(at)?)))
    }
}

impl Run {
    /// Where everything stands now.
    pub(crate) fn space(&mut self) -> Rc<Space> {
        if self.space.changes != Some(self.changes) {
            let eye = self.eye();
            let mut space = Space::new(&self.live.world, eye);
            space.changes = Some(self.changes);
            if space.full {
                self.find(
                    &codes::PLACES,
                    None,
                    format!("the world has more than {} instances of nodes", space.places.len()),
                );
            }
            self.space = Rc::new(space);
        }
        self.space.clone()
    }

    /// Tells levels of detail that are others than before.
    pub(crate) fn tell_levels(&mut self) {
        if !self.kinds.levels {
            return;
        }
        let space = self.space();
        for (node, level) in &space.levels {
            let before = self.levels.insert(*node, *level);
            if before.is_some_and(|b| b != *level) {
                let value = portolan_xvrml::world::Value::Int(*level as i32);
                self.emit(*node, "level-changed", value, crate::trace::Cause::Viewer);
            }
        }
    }
}

fn finite(matrix: DMat4) -> Option<DMat4> {
    matrix.is_finite().then_some(matrix)
}
