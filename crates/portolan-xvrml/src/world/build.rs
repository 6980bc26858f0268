//! From documents to a world.

use std::sync::Arc;

use hashbrown::HashMap;
use portolan_format::Document;
use portolan_resources::Resources;
use portolan_scene::{Fate, Losses, Origin};
use portolan_syntax::budget::copies;
use portolan_syntax::{Code, Limits, Node};

use super::documents::{Documents, Unopened};
use super::{KindId, NodeId, Value, World, codes};

/// Makes a world of the first of these documents, and of those it leads to.
pub(crate) fn read(
    documents: &mut Documents,
    resources: &dyn Resources,
    limits: &Limits,
    losses: &mut Losses,
) -> World {
    let mut builder = Builder::new(World::new(), documents, resources, limits, losses);
    builder.main();
    let world = builder.join();
    // A height takes two bytes at least, however often its grid is inlined.
    let (budget, heights) = (resources.budget(), heights(&world));
    budget.want(heights.min(budget.bytes_read() / 2).saturating_mul(HEIGHT));
    budget.want(boxes(&world).min(budget.bytes_read() / BOX_TEXT).saturating_mul(BOX));
    world
}

/// Bytes that a height of a grid takes beyond what its text explains: four corners with normals and texture coordinates, as they
/// are made and as they are written.
const HEIGHT: u64 = 300;

/// Bytes that a box with a size of its own takes beyond what its text explains, and the bytes of that text at least. Other solids
/// of which each has its own size take more, but worlds have few of them.
const BOX: u64 = 1500;
const BOX_TEXT: u64 = 32;

/// All boxes whose size is written: others share one shape.
fn boxes(world: &World) -> u64 {
    world.ids().filter(|id| world.kind(*id) == "Box" && world.is_written(*id, "size")).count() as u64
}

/// The heights of all grids.
fn heights(world: &World) -> u64 {
    let grids = world.ids().filter(|id| world.kind(*id) == "ElevationGrid");
    grids.map(|id| world.floats(id, "height").len() as u64).sum()
}

/// Reads what an `Inline` of a world that runs leads to now. New nodes come behind those that are there.
pub(crate) fn read_inline(
    world: World,
    id: NodeId,
    documents: &mut Documents,
    resources: &dyn Resources,
    limits: &Limits,
    losses: &mut Losses,
) -> World {
    let (origin, names) = (world.origin(id), world.names.clone());
    let document = documents.get(origin.document).map(|d| d.document.clone());
    let Some(document) = document else { return world };
    let Some(element) = document.tree.node(portolan_syntax::NodeId(origin.element)) else { return world };
    let mut builder = Builder::new(world, documents, resources, limits, losses);
    builder.inlines = vec![origin.document];
    builder.scopes.push(Scope::open(names));
    let url = builder.world.text(id, "url").trim().to_owned();
    let place = Place { document: origin.document, scope: 0, depth: 0, turn: Place::UPRIGHT };
    let inlined = if url.is_empty() { None } else { builder.inline(&url, element, place) };
    if let Some(node) = builder.world.node_mut(id) {
        node.inlined = inlined;
    }
    builder.join()
}

/// Adds the nodes of a document to a world that runs, without a place in it. New nodes come behind those that are there.
pub(crate) fn create(
    world: World,
    number: u32,
    documents: &mut Documents,
    resources: &dyn Resources,
    limits: &Limits,
    losses: &mut Losses,
) -> (World, Vec<NodeId>) {
    let Some(read) = documents.get(number) else { return (world, Vec::new()) };
    let (document, names) = (read.document.clone(), world.names.clone());
    if let Some(message) = read.fault.as_ref().map(|f| f.message(&read.location)) {
        losses.push(&codes::MALFORMED, Fate::Dropped, Origin::default(), message);
    }
    let Some(root) = document.tree.root() else { return (world, Vec::new()) };
    let mut builder = Builder::new(world, documents, resources, limits, losses);
    builder.inlines = vec![number];
    builder.scopes.push(Scope::open(names));
    let place = Place { document: number, scope: 0, depth: 0, turn: Place::UPRIGHT };
    let group = builder.inlined(&document, number, root, place);
    let world = builder.join();
    let made = group.map(|g| world.children(g).to_vec()).unwrap_or_default();
    (world, made)
}

/// What a node of a world costs.
const NODE: usize = 2000;

/// A world in the making.
pub(super) struct Builder<'a> {
    pub world: World,
    pub documents: &'a mut Documents,
    pub resources: &'a dyn Resources,
    pub limits: &'a Limits,
    pub losses: &'a mut Losses,
    pub scopes: Vec<Scope>,
    pub uses: Vec<PendingUse>,
    pub routes: Vec<PendingRoute>,
    /// Documents that are being read, one within the other.
    inlines: Vec<u32>,
    /// Prototypes that are being expanded, one within the other.
    pub prototypes: Vec<(u32, portolan_syntax::NodeId)>,
    /// What the fields of these prototypes stand for, as far as it is known.
    pub ties: Vec<Vec<super::x3d_proto::Tie>>,
    /// Nodes of X3D that have a name and became part of others, by their scope.
    pub properties: HashMap<(usize, Box<str>), super::x3d_fold::Property>,
    /// What the fields of instances stand for, by their node and by the scope in which they stand. The node of an instance has its
    /// own fields within the prototype, and those of the prototype outside of it.
    pub layers: HashMap<NodeId, Vec<(usize, Vec<super::Tied>)>>,
    /// Was it told that there is no room for more nodes?
    full: bool,
}

/// Where names are looked for.
pub(super) struct Scope {
    pub names: HashMap<Box<str>, NodeId>,
    /// The body of a prototype: names of the world are not seen in it.
    pub closed: bool,
    /// Its names are those of the world now.
    pub is_world: bool,
}

impl Scope {
    /// One with names, of which some may be there already.
    pub fn open(names: HashMap<Box<str>, NodeId>) -> Scope {
        Scope { names, closed: false, is_world: false }
    }

    /// That of a prototype.
    pub fn closed() -> Scope {
        Scope { names: HashMap::new(), closed: true, is_world: false }
    }
}

/// Where an element is read.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub document: u32,
    /// Index of the scope of its names.
    pub scope: usize,
    /// How deep below the world.
    pub depth: u32,
    /// How everything here is turned, as a quaternion: what is around everything is turned with it.
    pub turn: [f64; 4],
}

impl Place {
    /// Not turned.
    pub const UPRIGHT: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

    pub fn deeper(self) -> Place {
        Place { depth: self.depth + 1, ..self }
    }
}

/// A name whose node is not known yet.
pub(super) struct Unplaced {
    pub scope: usize,
    pub name: Box<str>,
    /// Its place in the field that holds it.
    pub index: usize,
    pub origin: Origin,
}

/// The same, with the field that holds it.
pub(super) struct PendingUse {
    pub unplaced: Unplaced,
    pub owner: NodeId,
    pub slot: Slot,
}

/// A field of a node.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    /// Of its kind.
    Field(u16),
    /// Of its own.
    Declared(u16),
}

/// A route whose ends are not known yet.
pub(super) struct PendingRoute {
    pub scope: usize,
    pub from: (Box<str>, Box<str>),
    pub to: (Box<str>, Box<str>),
    pub origin: Origin,
}

/// What an element is in the field around it.
pub(super) enum Built {
    Node(NodeId),
    /// The node with this name.
    Use(Box<str>),
}

impl<'a> Builder<'a> {
    fn new(
        world: World,
        documents: &'a mut Documents,
        resources: &'a dyn Resources,
        limits: &'a Limits,
        losses: &'a mut Losses,
    ) -> Builder<'a> {
        Builder {
            world,
            documents,
            resources,
            limits,
            losses,
            scopes: Vec::new(),
            uses: Vec::new(),
            routes: Vec::new(),
            inlines: vec![0],
            prototypes: Vec::new(),
            ties: Vec::new(),
            properties: HashMap::new(),
            layers: HashMap::new(),
            full: false,
        }
    }
}

impl Builder<'_> {
    fn main(&mut self) {
        let Some(main) = self.documents.get(0) else { return };
        let document = main.document.clone();
        if let Some(message) = main.fault.as_ref().map(|f| f.message(&main.location)) {
            self.losses.push(&codes::MALFORMED, Fate::Dropped, Origin::default(), message);
        }
        self.scopes.push(Scope::open(HashMap::new()));
        let Some(root) = document.tree.root() else { return };
        let place = Place { document: 0, scope: 0, depth: 0, turn: Place::UPRIGHT };
        let origin = self.origin(root, place);
        let id = self.world.root;
        if let Some(node) = self.world.node_mut(id) {
            node.origin = origin;
        }
        if self.is_x3d(place) {
            return self.scene_of(root, id, place);
        }
        if root.local_name() != "World" {
            let message = format!("the root of the document is `{}`, not `World`", root.local_name());
            self.losses.push(&codes::FOREIGN, Fate::Dropped, origin, message);
            return;
        }
        self.world.headlight = super::lenient::headlight(root);
        self.of_world(root, place, true);
        self.fields(id, root, place);
    }

    /// What stands in a `World` beside its children. Of an inlined world only the credits are kept.
    fn of_world(&mut self, root: Node<'_>, place: Place, main: bool) {
        for element in root.elements() {
            match element.local_name() {
                "WorldInfo" => self.credits(element, place, main),
                kind @ ("Background" | "Avatar") if !main => {
                    let message = format!("the `{kind}` of an inlined world has no effect");
                    self.lose(&codes::INLINED, Fate::Noted, element, place, message);
                }
                "Background" | "Avatar" => {
                    self.node(element, place.deeper());
                }
                _ => {}
            }
        }
    }

    /// Title and credits.
    pub fn credits(&mut self, element: Node<'_>, place: Place, main: bool) {
        let lines = element.elements().filter(|e| e.local_name() == "info").map(|e| e.text());
        let lines: Vec<Box<str>> = lines.map(|l| l.trim().into()).collect();
        self.world.credits.extend(lines);
        if main && let Some(kind) = KindId::named("WorldInfo") {
            let id = self.new_node(kind, element, place);
            self.fields(id, element, place);
            self.world.info.get_or_insert(id);
        }
    }

    /// The nodes of an inlined world, in a group of their own.
    pub fn inline(&mut self, url: &str, element: Node<'_>, place: Place) -> Option<NodeId> {
        let (file, _) = url.split_once('#').unwrap_or((url, ""));
        let opened = match file.is_empty() {
            true => Ok((place.document, portolan_resources::How::Exact)),
            false => self.documents.open(place.document, url, self.resources, self.limits),
        };
        let number = match opened {
            Ok((number, how)) => {
                if how != portolan_resources::How::Exact {
                    let message = format!("`{url}` was found {}", how.note());
                    self.lose(&codes::INLINE, Fate::Noted, element, place, message);
                }
                number
            }
            Err(why) => {
                self.tell_unopened(url, why, element, place);
                return None;
            }
        };
        if self.inlines.contains(&number) {
            let message = format!("`{url}` includes itself");
            self.lose(&codes::CIRCULAR, Fate::Dropped, element, place, message);
            return None;
        }
        if self.inlines.len() > self.limits.document_depth as usize {
            let message = format!("worlds are inlined more than {} deep", self.limits.document_depth);
            self.lose(&codes::TOO_LARGE, Fate::Dropped, element, place, message);
            return None;
        }
        let document = self.documents.get(number)?.document.clone();
        self.inlines.push(number);
        let group = self.inlined(&document, number, element, place);
        self.inlines.pop();
        group
    }

    fn inlined(&mut self, document: &Arc<Document>, number: u32, from: Node<'_>, place: Place) -> Option<NodeId> {
        let x3d = document.bound.schema.format == "x3d";
        let root = document.tree.root().filter(|r| x3d || r.local_name() == "World");
        let Some(root) = root else {
            self.lose(&codes::INLINE, Fate::Dropped, from, place, "the inlined file is not an xVRML world");
            return None;
        };
        let scope = self.scopes.len();
        self.scopes.push(Scope::open(HashMap::new()));
        let inside = Place { document: number, scope, depth: place.depth + 1, turn: place.turn };
        let group = self.new_node(KindId::named("Group")?, root, inside);
        if x3d {
            self.scene_of(root, group, inside);
            return Some(group);
        }
        self.of_world(root, inside, false);
        // Only its children come over; the group has no attributes of a world.
        let field = self.world.node(group)?.kind.get().field("children")?;
        for element in root.elements() {
            match element.local_name() {
                "children" => self.children(group, field, element, inside.deeper()),
                "ROUTE" | "Route" => self.route(element, inside),
                _ => {}
            }
        }
        Some(group)
    }

    pub fn tell_unopened(&mut self, url: &str, why: Unopened, element: Node<'_>, place: Place) {
        match why {
            Unopened::Unreadable(why) => {
                let help = why.help.as_deref().map_or(String::new(), |h| format!("; {h}"));
                let message = format!("`{url}` is missing: {why}{help}");
                self.lose(&codes::INLINE, Fate::Dropped, element, place, message);
            }
            Unopened::TooMany => {
                let message = format!("the world refers to more than {} documents", self.limits.documents);
                self.lose(&codes::TOO_LARGE, Fate::Dropped, element, place, message);
            }
        }
    }

    /// A fresh node.
    pub fn new_node(&mut self, kind: KindId, element: Node<'_>, place: Place) -> NodeId {
        self.world.add(kind, self.origin(element, place))
    }

    /// Is there room for one more node at this depth?
    pub fn has_room(&mut self, element: Node<'_>, place: Place) -> bool {
        if place.depth >= self.limits.depth {
            let message = format!("nodes are nested more than {} deep", self.limits.depth);
            self.lose(&codes::TOO_LARGE, Fate::Dropped, element, place, message);
            return false;
        }
        let nodes = self.world.nodes.len();
        // Some elements are several nodes.
        let room = nodes < (self.limits.expanded as usize).min(copies(2 * self.documents.elements(), NODE));
        if !room && !std::mem::replace(&mut self.full, true) {
            let message = format!("the world has more than {nodes} nodes");
            self.lose(&codes::TOO_LARGE, Fate::Dropped, element, place, message);
        }
        room
    }

    /// Gives a node its name. The first node of a name keeps it.
    pub fn name(&mut self, id: NodeId, name: &str, place: Place) {
        let name = name.trim();
        if name.is_empty() {
            return;
        }
        if let Some(node) = self.world.node_mut(id) {
            node.name = Some(name.into());
        }
        if let Some(scope) = self.scopes.get_mut(place.scope) {
            scope.names.entry(name.into()).or_insert(id);
        }
    }

    /// Adds nodes to a field.
    pub fn children(&mut self, owner: NodeId, field: u16, holder: Node<'_>, place: Place) {
        for element in holder.elements() {
            self.child(owner, field, element, place);
        }
    }

    /// Adds a node to a field.
    pub fn child(&mut self, owner: NodeId, field: u16, element: Node<'_>, place: Place) {
        if super::lenient::is_wrapper(element) {
            return self.children(owner, field, element, place);
        }
        let Some(built) = self.node(element, place) else { return };
        let built = match built {
            Built::Node(id) => Built::Node(self.shaped(id, owner, field, element, place)),
            built => built,
        };
        let mut list = match self.world.node_mut(owner).and_then(|n| n.fields.iter_mut().find(|(f, _)| *f == field)) {
            Some((_, Value::Nodes(list))) => std::mem::take(list),
            _ => Vec::with_capacity(1),
        };
        match built {
            Built::Node(id) => list.push(id),
            Built::Use(name) => {
                let origin = self.origin(element, place);
                let unplaced = Unplaced { scope: place.scope, name, index: list.len(), origin };
                self.uses.push(PendingUse { unplaced, owner, slot: Slot::Field(field) });
                list.push(NodeId::PENDING);
            }
        }
        self.world.set_at(owner, field, Value::Nodes(list));
    }

    /// A geometry among the children of a group becomes that of a shape, as it was meant.
    fn shaped(&mut self, id: NodeId, owner: NodeId, field: u16, element: Node<'_>, place: Place) -> NodeId {
        let kind = self.world.kind(id);
        let in_group = self.world.node(owner).is_some_and(|n| n.kind.get().children == Some(field));
        if !in_group || matches!(kind, "Shape" | "Transform" | "Group") {
            return id;
        }
        let Some(shape) = KindId::named("Shape").filter(|s| s.holds("geometry", kind)) else { return id };
        let message = format!("`{kind}` is not in a `Shape`; it is shown as if it were in one");
        self.lose(&crate::lower::codes::MISPLACED, Fate::Approximated, element, place, message);
        let shape = self.new_node(shape, element, place);
        self.world.set(shape, "geometry", Value::Nodes(vec![id]));
        shape
    }

    pub fn origin(&self, element: Node<'_>, place: Place) -> Origin {
        Origin { document: place.document, element: element.id().0 }
    }

    pub fn lose(
        &mut self,
        code: &'static Code,
        fate: Fate,
        element: Node<'_>,
        place: Place,
        message: impl Into<String>,
    ) {
        self.losses.push(code, fate, self.origin(element, place), message);
    }
}
