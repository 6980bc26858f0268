//! What is known of a world before anything is made of it.

use portolan_scene::glam::DMat4;

use super::group::{matrix, offset, viewpoint};
use crate::world::{NodeId, World};

/// What is known of a world before anything is made of it.
#[derive(Default)]
pub(crate) struct Survey {
    /// How many times each node is held.
    uses: Vec<u32>,
    /// Does it hold something whose look depends on the viewer?
    watched: Vec<bool>,
    /// Does it hold something that depends on where it stands: that, or a light? Yes of what is not looked into: the avatar, and
    /// what stands for others in collisions.
    sited: Vec<bool>,
    /// The first viewpoint of the document, not of what is inlined, and the transforms above it.
    pub first_view: Option<(NodeId, DMat4)>,
    /// The first fog.
    pub first_fog: Option<NodeId>,
    /// Does any light shine?
    pub lit: bool,
}

/// The fields of a node that hold what is placed.
pub fn placed(world: &World, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let inlined = world.node(id).and_then(|n| n.inlined);
    world.children(id).iter().copied().chain(inlined)
}

impl Survey {
    pub fn new(world: &World) -> Survey {
        let count = world.size();
        let uses = vec![0; count];
        let mut survey = Survey {
            uses,
            watched: vec![false; count],
            sited: vec![true; count],
            first_view: None,
            first_fog: None,
            lit: false,
        };
        let mut seen = vec![false; count];
        // In the order of the document; `false` is on the way back, when everything below is known.
        let mut open: Vec<(NodeId, bool)> = vec![(world.root, true)];
        // The nodes that are entered and not left.
        let mut above = Vec::new();
        while let Some((id, entered)) = open.pop() {
            if !entered {
                above.pop();
                let kind = world.kind(id);
                let own = matches!(kind, "Billboard" | "LOD");
                let watched = own || placed(world, id).any(|b| survey.is_watched(b));
                let sited = watched
                    || kind.ends_with("Light")
                    || kind == "Collision"
                    || placed(world, id).any(|b| survey.is_sited(b));
                let slots = (survey.watched.get_mut(id.0 as usize), survey.sited.get_mut(id.0 as usize));
                if let (Some(w), Some(s)) = slots {
                    (*w, *s) = (watched, sited);
                }
                continue;
            }
            let Some(seen) = seen.get_mut(id.0 as usize) else { continue };
            if std::mem::replace(seen, true) {
                continue;
            }
            survey.look(world, id, &above);
            open.push((id, false));
            above.push(id);
            let before = open.len();
            for below in placed(world, id).chain(world.nodes_in(id, "proxy").iter().copied()) {
                if let Some(count) = survey.uses.get_mut(below.0 as usize) {
                    *count += 1;
                }
            }
            open.extend(placed(world, id).map(|below| (below, true)));
            open.get_mut(before..).unwrap_or_default().reverse();
        }
        survey
    }

    fn look(&mut self, world: &World, id: NodeId, above: &[NodeId]) {
        // What is inlined can be bound, but it is not bound when the world is loaded (VRML97, 4.6.10).
        let own = !above.iter().any(|id| world.kind(*id) == "Inline");
        match world.kind(id) {
            "Viewpoint" | "Fog" if !own => {}
            "Viewpoint" => {
                let placed = || above.iter().fold(DMat4::IDENTITY, |placed, id| placed * matrix(world, *id));
                self.first_view.get_or_insert_with(|| (id, placed()));
            }
            "Fog" => {
                self.first_fog.get_or_insert(id);
            }
            "DirectionalLight" | "PointLight" | "SpotLight" => self.lit |= world.flag(id, "on"),
            _ => {}
        }
    }

    /// Is a node held more than once?
    pub fn is_shared(&self, id: NodeId) -> bool {
        self.uses.get(id.0 as usize).is_some_and(|n| *n > 1)
    }

    /// Does its look depend on the viewer?
    pub fn is_watched(&self, id: NodeId) -> bool {
        self.watched.get(id.0 as usize).copied().unwrap_or(false)
    }

    /// Does it matter where it stands? That of a shape does not.
    pub fn is_sited(&self, id: NodeId) -> bool {
        self.sited.get(id.0 as usize).copied().unwrap_or(true)
    }

    /// From the viewer to the world (AV-1, AV-7).
    pub fn eye(&self, world: &World) -> DMat4 {
        match self.first_view {
            Some((id, above)) => above * viewpoint(world, id).iter().fold(DMat4::IDENTITY, |m, (_, o)| m * o.matrix()),
            None => {
                let [x, y, z] = offset(world);
                DMat4::from_translation((x, y, z + 10.0).into())
            }
        }
    }
}
