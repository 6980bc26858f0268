//! A world that runs, with the documents that it was read from.

use hashbrown::HashSet;
use portolan_format::Lowered;
use portolan_resources::Resources;
use portolan_scene::{Geometry, Losses};
use portolan_syntax::Limits;

use crate::lower::{self, Seen, Table};
use crate::world::{self, Documents, NodeId, World};

/// A world apart from its file: it can be changed, and made a scene of at any moment.
#[derive(Debug)]
pub struct Live {
    /// The world.
    pub world: World,
    /// What was lost when it was read.
    pub losses: Losses,
    pub(crate) documents: Documents,
    pub(crate) limits: Limits,
}

impl Live {
    /// A world with nothing in it, to stand in the place of one that is lent.
    pub fn nothing() -> Live {
        let (world, losses) = (World::new(), Losses::default());
        Live { world, losses, documents: Documents::default(), limits: Limits::default() }
    }

    /// The scene that the world is now.
    pub fn lower(&self, resources: &dyn Resources, seen: &Seen) -> Lowered {
        lower::scene(&self.world, &self.documents, resources, &self.limits, Losses::default(), Some(seen))
    }

    /// The same, with a table of where fields are in it: those that routes write, and others that are given.
    pub fn lower_with_table(
        &self,
        resources: &dyn Resources,
        seen: &Seen,
        written: &HashSet<(NodeId, u16)>,
    ) -> (Lowered, Table) {
        let most = (&self.limits, Losses::default());
        lower::with_table(&self.world, &self.documents, resources, most, Some(seen), written)
    }

    /// The shape of a geometry node, with texture coordinates; `None` if there is nothing to be drawn.
    pub fn geometry(&self, resources: &dyn Resources, id: NodeId) -> Option<Geometry> {
        lower::geometry(&self.world, &self.documents, resources, &self.limits, id)
    }

    /// Reads what an `Inline` leads to now; what it brought before stands nowhere any more.
    pub fn read_inline(&mut self, resources: &dyn Resources, id: NodeId) {
        let world = std::mem::take(&mut self.world);
        self.losses = Losses::default();
        self.world = world::read_inline(world, id, &mut self.documents, resources, &self.limits, &mut self.losses);
    }

    /// Makes nodes of a text that a script wrote, in any of the languages of worlds. They stand nowhere yet.
    pub fn create(&mut self, resources: &dyn Resources, text: &str) -> Vec<NodeId> {
        self.losses = Losses::default();
        match self.documents.write(0, text, &self.limits) {
            Some(number) => self.created(resources, number),
            None => Vec::new(),
        }
    }

    /// Makes nodes of the file that a URL leads to; `None` if it is not there.
    pub fn create_from(&mut self, resources: &dyn Resources, url: &str) -> Option<Vec<NodeId>> {
        self.losses = Losses::default();
        let (number, _) = self.documents.open(0, url, resources, &self.limits).ok()?;
        Some(self.created(resources, number))
    }

    fn created(&mut self, resources: &dyn Resources, number: u32) -> Vec<NodeId> {
        let world = std::mem::take(&mut self.world);
        let (documents, losses) = (&mut self.documents, &mut self.losses);
        let (world, made) = world::create(world, number, documents, resources, &self.limits, losses);
        self.world = world;
        made
    }

    /// Where the document was read from in which a node is written.
    pub fn location(&self, id: NodeId) -> &str {
        self.documents.get(self.world.origin(id).document).map(|d| d.location.as_str()).unwrap_or_default()
    }

    /// What the world may cost.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
}
