//! What happens in a world as numbers of its scene that are others than when it was made.

use hashbrown::HashSet;
use portolan_eval::Overrides;
use portolan_scene::Scene;
use portolan_scene::glam::DMat4;
use portolan_xvrml::lower::Table;
use portolan_xvrml::world::NodeId;

use crate::run::Run;

/// A scene that stays as long as nothing but its numbers changes.
#[derive(Debug)]
pub(crate) struct Base {
    scene: Scene,
    table: Table,
    eye: DMat4,
    /// Background, fog and viewpoint in force.
    bound: [Option<NodeId>; 3],
    /// Fields beside those of routes that the table has.
    fields: HashSet<(NodeId, u16)>,
    /// Fields that were written since it was made.
    pub since: HashSet<(NodeId, u16)>,
}

impl Run {
    /// The scene, and those of its numbers that are others now. The same scene is given again as long as only numbers of it
    /// change; when anything else changes (what is there, its shape, a level of detail, a billboard), a new one is made.
    pub fn overrides(&mut self) -> (&Scene, Overrides) {
        self.load();
        let eye = self.eye();
        let bound = ["Background", "Fog", "Viewpoint"].map(|kind| self.bound.top(kind));
        let mut fields = HashSet::new();
        if let Some(mut base) = self.base.take() {
            let same = base.bound == bound && (!self.kinds.faces_viewer || base.eye == eye);
            if let Some(overrides) = self.numbers_of(&base, eye).filter(|_| same) {
                return (&self.base.insert(base).scene, overrides);
            }
            fields = std::mem::take(&mut base.fields);
            fields.extend(base.since);
        }
        let seen = self.seen();
        let (lowered, table) = self.live.lower_with_table(self.outside.resources(), &seen, &fields);
        let base = Base { scene: lowered.scene, table, eye, bound, fields, since: HashSet::new() };
        (&self.base.insert(base).scene, Overrides::default())
    }

    /// The numbers of a scene that are others since it was made; `None` if something changed that is no number of it.
    fn numbers_of(&self, base: &Base, eye: DMat4) -> Option<Overrides> {
        let mut overrides = Overrides::default();
        base.table.set_eye(eye, &mut overrides);
        let world = &self.live.world;
        let all = base.since.iter().all(|(node, field)| base.table.set(world, *node, *field, &mut overrides));
        all.then_some(overrides)
    }
}
