//! An xVRML file that was opened.

use std::any::Any;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use portolan_format::{Content, Document, Input, Job, Lowered};
use portolan_resources::{Resources, Unreadable};
use portolan_scene::Losses;
use portolan_syntax::{Limits, Source, Tree};

use crate::live::Live;
use crate::world::{self, Documents, World};
use crate::write::{self, Dialect, Outside};

/// A document, and those it refers to with the world they make once it was lowered.
#[derive(Debug)]
pub struct Opened {
    location: String,
    main: Arc<Document>,
    limits: Limits,
    read: OnceLock<(Documents, Option<World>)>,
}

/// A world with more nodes that says no more than its scene is not kept beside it: it would take as much again.
const KEPT: usize = 50_000;

pub(crate) fn open(mut input: Input<'_>) -> Result<Box<dyn portolan_format::Opened>, Unreadable> {
    let mut broken = None;
    if let Content::Bytes(bytes) = &mut input.content {
        (*bytes, broken) =
            portolan_resources::unpacked(std::mem::take(bytes), input.limits.bytes, &input.resources.budget())?;
    }
    let (tree, mut found, schema) = world::parse(input.source()?, input.limits);
    world::tell_broken(broken, &tree, &mut found);
    let main = Arc::new(Document::new(tree, found, schema, input.version, input.limits));
    Ok(Box::new(Opened {
        location: input.location.to_owned(),
        main,
        limits: input.limits.clone(),
        read: OnceLock::new(),
    }))
}

/// The world of a text that another file kept, at the place of that file.
pub(crate) fn of_text(job: &Job<'_>, text: String, losses: &mut Losses) -> Option<(Documents, World)> {
    let limits = &job.conversion.limits;
    let location = job.opened.documents().first().map(|(location, _)| (*location).to_owned()).unwrap_or_default();
    let source = Source::new(location.clone(), text.into_bytes(), None, limits).ok()?;
    let (tree, found, schema) = world::parse(source, limits);
    let main = Arc::new(Document::new(tree, found, schema, None, limits));
    let mut documents = Documents::new(&location, main);
    let world = world::read(&mut documents, job.resources, limits, losses);
    Some((documents, world))
}

impl Opened {
    /// The world, once it was lowered. Of a large one that says no more than its scene there is none.
    pub fn world(&self) -> Option<&World> {
        self.read.get().and_then(|(_, world)| world.as_ref())
    }

    /// The world with its documents, once it was lowered. A large one is read again.
    pub(crate) fn read_once(&self, resources: &dyn Resources) -> Option<(&Documents, Cow<'_, World>)> {
        let (documents, world) = self.read.get()?;
        let world = world.as_ref().map_or_else(|| Cow::Owned(self.read(resources).1), Cow::Borrowed);
        Some((documents, world))
    }

    /// The world, read anew so that it can run.
    pub fn live(&self, resources: &dyn Resources) -> Live {
        let (documents, mut world, losses) = self.read(resources);
        // The credits of inlined worlds stand behind its own (IN-2).
        if let Some(info) = world.info {
            let lines = world.credits.clone();
            world.set(info, "info", world::Value::Texts(lines));
        }
        Live { world, losses, documents, limits: self.limits.clone() }
    }

    fn read(&self, resources: &dyn Resources) -> (Documents, World, Losses) {
        let mut documents = Documents::new(&self.location, self.main.clone());
        let mut losses = Losses::default();
        let world = world::read(&mut documents, resources, &self.limits, &mut losses);
        (documents, world, losses)
    }
}

impl portolan_format::Opened for Opened {
    fn version(&self) -> &'static str {
        self.main.bound.version_name()
    }

    fn documents(&self) -> Vec<(&str, &Tree)> {
        match self.read.get() {
            Some((documents, _)) => documents.list(),
            None => vec![(self.location.as_str(), &self.main.tree)],
        }
    }

    fn document(&self) -> Option<&Document> {
        Some(&self.main)
    }

    fn lower(&self, resources: &dyn Resources) -> Result<Lowered, Unreadable> {
        let (documents, world, losses) = self.read(resources);
        let lowered = crate::lower::scene(&world, &documents, resources, &self.limits, losses, None);
        let world = Some(world).filter(|world| world.size() <= KEPT || says_more(world));
        // A second lowering gives the same.
        let _ = self.read.set((documents, world));
        Ok(lowered)
    }

    fn world(&self, job: &Job<'_>) -> Option<String> {
        let (documents, world) = self.read.get().filter(|_| !job.conversion.changes_the_scene())?;
        let world = world.as_ref()?;
        let most = if says_more(world) { write::MOST_KEPT } else { write::MOST_KEPT_STILL };
        if write::takes_more_than(world, most) {
            return None;
        }
        let outside = Outside::within(job, world, documents)?;
        let text = write::text(world, Dialect::Xvrml, &outside, &mut Losses::default());
        String::from_utf8(text).ok().filter(|text| text.len() <= most)
    }

    fn size(&self) -> u64 {
        self.main.tree.source().bytes().len() as u64
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Does a world say more than a scene in another format can hold?
fn says_more(world: &World) -> bool {
    let shown = [
        "World",
        "WorldInfo",
        "Group",
        "Transform",
        "Shape",
        "Material",
        "Texture",
        "Box",
        "Cone",
        "Cylinder",
        "Sphere",
        "ElevationGrid",
        "Extrusion",
        "IndexedFaceSet",
        "IndexedLineSet",
        "PointSet",
        "Text",
        "PointLight",
        "SpotLight",
        "Viewpoint",
        "Avatar",
    ];
    !world.routes.is_empty() || world.ids().any(|id| !shown.contains(&world.kind(id)))
}
