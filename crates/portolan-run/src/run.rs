//! A world that runs.

use std::rc::Rc;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use portolan_eval::{LIMIT, Overrides, Stage, bounds, pose};
use portolan_format::{Lowered, Opened};
use portolan_resources::Resources;
use portolan_scene::glam::DVec3;
use portolan_scene::{Loss, Losses, ViewId};
use portolan_xvrml::Live;
use portolan_xvrml::world::{NodeId, World};

use crate::bind::Stacks;
use crate::cascade::Wiring;
use crate::clock::Clock;
use crate::findings::Findings;
use crate::input::Input;
use crate::moment::Now;
use crate::names::Names;
use crate::overrides::Base;
use crate::pointer::Pointer;
use crate::script::Scripts;
use crate::sense::Sensed;
use crate::solid::Solid;
use crate::space::Space;
use crate::trace::{Interfaces, Sink};
use crate::viewer::Viewer;

/// When worlds are loaded unless somebody says otherwise: 2000-01-01T00:00:00Z in seconds since 1970. It is long after 1970,
/// or every clock would start.
pub const START: f64 = 946_684_800.0;

/// How a world runs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// When it is loaded, in seconds since 1970.
    pub start: f64,
    /// The viewpoint to begin with instead of the first one, by name.
    pub viewpoint: Option<String>,
    /// Events that may be sent in one moment.
    pub most_events: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { start: START, viewpoint: None, most_events: 1_000_000 }
    }
}

/// What a run needs of the outside.
pub trait Outside: Send + Sync {
    /// Where files are read.
    fn resources(&self) -> &dyn Resources;

    /// Opens another file, if it can be read.
    fn open(&self, location: &str) -> Option<Arc<dyn Opened>>;
}

/// A world as it stood when it was loaded.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Seconds since the first one was loaded.
    pub t: f64,
    /// Where it was read from.
    pub file: String,
    /// The nodes in force, by name or path.
    pub viewpoint: Option<String>,
    /// The avatar.
    pub avatar: Option<String>,
    /// Where the eyes are.
    pub eye: [f64; 3],
    /// Axis and angle from looking along negative z.
    pub orientation: [f64; 4],
    /// How the viewer moves: the first word of the avatar's navigation.
    pub navigation: String,
    /// The background.
    pub background: Option<String>,
    /// The fog.
    pub fog: Option<String>,
}

/// A resource that the world asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// When.
    pub t: f64,
    /// The node that asked.
    pub node: String,
    /// What it asked for.
    pub url: String,
    /// What else it said.
    pub parameter: String,
    /// Is it the world that runs now?
    pub opened: bool,
}

/// A line that a script printed.
#[derive(Clone, Debug)]
pub struct Print {
    /// When.
    pub t: f64,
    /// The script.
    pub node: String,
    /// The line.
    pub text: String,
}

/// A world that runs.
pub struct Run {
    pub(crate) live: Live,
    pub(crate) outside: Arc<dyn Outside>,
    pub(crate) options: Options,
    pub(crate) now: Now,
    /// The number of the cascade; one more for each.
    pub(crate) stamp: u64,
    /// Events of this moment.
    pub(crate) events: u64,
    /// Was it ended by a limit?
    pub(crate) ended: bool,
    pub(crate) loaded: bool,
    pub(crate) inputs: Vec<Input>,
    pub(crate) wiring: Wiring,
    pub(crate) clocks: Vec<Clock>,
    pub(crate) bound: Stacks,
    pub(crate) viewer: Viewer,
    pub(crate) names: Names,
    pub(crate) interfaces: Interfaces,
    pub(crate) findings: Findings,
    pub(crate) sink: Option<Box<dyn Sink>>,
    /// How many times nodes came or went.
    pub(crate) structure: u64,
    /// How many times anything changed.
    pub(crate) changes: u64,
    pub(crate) space: Rc<Space>,
    pub(crate) solids: HashMap<NodeId, Option<Rc<Solid>>>,
    pub(crate) pointer: Pointer,
    /// What sensors of the viewer told last.
    pub(crate) sensed: HashMap<NodeId, Sensed>,
    /// Up to which change they have looked.
    pub(crate) sensed_at: Option<u64>,
    /// Levels that were shown last.
    pub(crate) levels: HashMap<NodeId, usize>,
    /// Shapes that the viewer is in, each with the nodes above it, and up to which change that is known.
    pub(crate) overlaps: HashSet<Vec<NodeId>>,
    pub(crate) overlap_at: Option<u64>,
    pub(crate) kinds: Kinds,
    pub(crate) scripts: Scripts,
    /// Resources that scripts asked for in this cascade: the script, the URL, and what else it said.
    pub(crate) asked_later: Vec<(NodeId, String, String)>,
    /// When this world was loaded, in seconds since 1970.
    pub(crate) loaded_at: f64,
    /// The scene that overrides count from.
    pub(crate) base: Option<Base>,
    worlds: Vec<Standing>,
    requests: Vec<Request>,
    prints: Vec<Print>,
}

/// What a world has that must be looked at in every moment.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Kinds {
    pub levels: bool,
    /// Does anything look different from elsewhere?
    pub faces_viewer: bool,
    pub viewer_sensors: bool,
    pub collisions: bool,
}

impl Kinds {
    fn of(world: &World) -> Kinds {
        let mut kinds = Kinds::default();
        for id in world.ids() {
            match world.kind(id) {
                "LOD" => (kinds.levels, kinds.faces_viewer) = (true, true),
                "Billboard" => kinds.faces_viewer = true,
                "ProximitySensor" | "VisibilitySensor" => kinds.viewer_sensors = true,
                "Collision" => kinds.collisions = true,
                _ => {}
            }
        }
        kinds
    }
}

impl Run {
    /// Runs the world of a file; `None` if the file holds none.
    pub fn new(opened: &dyn Opened, outside: Arc<dyn Outside>, options: Options) -> Option<Run> {
        let opened = opened.as_any().downcast_ref::<portolan_xvrml::Opened>()?;
        let live = opened.live(outside.resources());
        let mut run = Run {
            wiring: Wiring::new(&live.world),
            clocks: Clock::all(&live.world),
            kinds: Kinds::of(&live.world),
            live,
            outside,
            now: Now { t: 0.0, time: options.start },
            options,
            stamp: 0,
            events: 0,
            ended: false,
            loaded: false,
            inputs: Vec::new(),
            bound: Stacks::default(),
            viewer: Viewer::default(),
            names: Names::default(),
            interfaces: Interfaces::default(),
            findings: Findings::default(),
            sink: None,
            structure: 0,
            changes: 0,
            space: Rc::default(),
            solids: HashMap::new(),
            pointer: Pointer::default(),
            sensed: HashMap::new(),
            sensed_at: None,
            levels: HashMap::new(),
            overlaps: HashSet::new(),
            overlap_at: None,
            scripts: Scripts::default(),
            asked_later: Vec::new(),
            loaded_at: 0.0,
            base: None,
            worlds: Vec::new(),
            requests: Vec::new(),
            prints: Vec::new(),
        };
        run.tell_losses();
        Some(run)
    }

    /// Lets somebody hear every event from now on.
    pub fn trace_to(&mut self, sink: Box<dyn Sink>) {
        self.sink = Some(sink);
    }

    /// The world as it is now.
    pub fn world(&self) -> &World {
        &self.live.world
    }

    /// Seconds since the world was loaded.
    pub fn now(&self) -> f64 {
        self.now.t
    }

    /// Seconds since 1970 at which it was loaded.
    pub fn start(&self) -> f64 {
        self.options.start
    }

    /// `false`: a limit ended it.
    pub fn is_complete(&self) -> bool {
        !self.ended
    }

    /// The world as it was loaded, and each that replaced it.
    pub fn worlds(&self) -> &[Standing] {
        &self.worlds
    }

    /// What was asked for.
    pub fn requests(&self) -> &[Request] {
        &self.requests
    }

    /// What scripts printed.
    pub fn prints(&self) -> &[Print] {
        &self.prints
    }

    /// The scene that is seen now, through a first camera at the eyes of the viewer.
    pub fn scene(&mut self) -> Lowered {
        self.load();
        let seen = self.seen();
        self.live.lower(self.outside.resources(), &seen)
    }

    /// The box around everything that is drawn now; `None` if nothing is. Shapes that cannot be drawn are told.
    pub fn bounds(&mut self) -> Option<(DVec3, DVec3)> {
        let lowered = self.scene();
        self.tell_undrawn(&lowered.losses);
        let scene = lowered.scene;
        let stage = Stage::new(&scene, ViewId(0), LIMIT);
        let rest = Overrides::default();
        let posed = pose(&scene, &stage, &rest);
        bounds(&scene, &stage, &posed, &rest)
    }

    /// Notes how the world stands.
    pub(crate) fn stand(&mut self) {
        let mut named = |kind: &str| {
            let node = self.bound.top(kind)?;
            Some(self.name(node).to_string())
        };
        let (viewpoint, avatar) = (named("Viewpoint"), named("Avatar"));
        let (background, fog) = (named("Background"), named("Fog"));
        let [x, y, z, _] = self.position();
        let standing = Standing {
            t: self.now.t,
            file: self.live.location(self.live.world.root).to_owned(),
            viewpoint,
            avatar,
            eye: [x, y, z],
            orientation: self.orientation(),
            navigation: self.navigation(),
            background,
            fog,
        };
        self.worlds.push(standing);
    }

    /// How the viewer moves: the first word that the avatar in force says (A32).
    pub(crate) fn navigation(&self) -> String {
        let known = ["ANY", "WALK", "EXAMINE", "FLY", "NONE"];
        let words = self.bound.top("Avatar").map_or(&[][..], |a| self.live.world.texts(a, "navigation"));
        let mut words =
            words.iter().flat_map(|w| w.split_ascii_whitespace()).map(|w| w.trim_matches('"').to_ascii_uppercase());
        words.find(|w| known.contains(&w.as_str())).unwrap_or_else(|| "ANY".to_owned())
    }

    /// Ends the world: its scripts are told.
    pub fn finish(&mut self) {
        self.begin();
        self.end_scripts();
        self.drain();
    }

    /// Notes a line, unless there are too many.
    pub(crate) fn printed(&mut self, print: Print, most: usize) {
        if self.prints.len() < most {
            self.prints.push(print);
        }
    }

    /// Notes what was asked for.
    pub(crate) fn asked(&mut self, request: Request) {
        self.requests.push(request);
    }

    /// Forgets everything that was known of the world before.
    pub(crate) fn forget(&mut self) {
        self.solids.clear();
        self.sensed.clear();
        self.levels.clear();
        self.overlaps.clear();
        self.look_again();
    }

    /// Looks at the world anew, because there are more nodes. What those that were there before have told stays told.
    pub(crate) fn look_again(&mut self) {
        self.kinds = Kinds::of(&self.live.world);
        self.base = None;
        (self.sensed_at, self.overlap_at) = (None, None);
        self.changes += 1;
        self.structure += 1;
    }

    /// Tells what was lost when the world was read.
    pub(crate) fn tell_losses(&mut self) {
        let losses = std::mem::take(&mut self.live.losses);
        for (loss, name) in self.placed(losses.iter()) {
            self.findings.push(loss.code, name, loss.message.clone(), u64::from(loss.count));
        }
        self.live.losses = losses;
    }

    /// Tells which shapes are not drawn as they are written, once.
    fn tell_undrawn(&mut self, losses: &Losses) {
        use portolan_xvrml::lower::codes::{FACES, IMAGE, LISTS, MISPLACED, NUMBERS, TOO_LARGE};
        let told = [&FACES, &IMAGE, &LISTS, &MISPLACED, &NUMBERS, &TOO_LARGE].map(|code| code.id);
        for (loss, name) in self.placed(losses.iter().filter(|l| told.contains(&l.code.id))) {
            if !self.findings.knows(loss.code, name.as_deref(), &loss.message) {
                self.findings.push(loss.code, name, loss.message.clone(), u64::from(loss.count));
            }
        }
    }

    /// Losses with the names of the nodes that they are about.
    fn placed<'l>(&mut self, losses: impl Iterator<Item = &'l Loss>) -> Vec<(&'l Loss, Option<String>)> {
        let losses: Vec<&Loss> = losses.collect();
        let mut nodes: HashMap<(u32, u32), NodeId> = HashMap::new();
        if !losses.is_empty() {
            for id in self.live.world.ids() {
                let origin = self.live.world.origin(id);
                nodes.entry((origin.document, origin.element)).or_insert(id);
            }
        }
        let mut name = |loss: &Loss| {
            let node = nodes.get(&(loss.origin.document, loss.origin.element)).copied();
            node.map(|n| self.name(n).to_string())
        };
        losses.into_iter().map(|loss| (loss, name(loss))).collect()
    }
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("now", &self.now).field("world", &self.live.world).finish_non_exhaustive()
    }
}
