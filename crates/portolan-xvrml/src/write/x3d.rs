//! Worlds as X3D and VRML97: what xVRML folds into its users stands in nodes of its own again.

use hashbrown::{HashMap, HashSet};
use portolan_scene::{Fate, Losses};

use super::plan::{Plan, in_classic, in_xml};
use super::sink::{In, Sink};
use super::words::{known_words, parameters, program};
use super::x3d_shape::{FONT, TRANSFORM, is_list};
use super::xvrml::{is_seen, opacity};
use super::{Dialect, Outside, codes, headlight};
use crate::lower::{Survey, is_movie, viewpoint_offset};
use crate::world::{Access, Field, FieldType, NodeId, Port, Value, World};

/// Fields of movies.
const MOVIE: [&str; 4] = ["loop", "speed", "startTime", "stopTime"];

/// The kinds of nodes that the Interchange profile has; others need the Immersive one.
const INTERCHANGE: [&str; 23] = [
    "World",
    "WorldInfo",
    "Avatar",
    "Background",
    "Box",
    "ColorInterpolator",
    "Cone",
    "CoordinateInterpolator",
    "Cylinder",
    "DirectionalLight",
    "Group",
    "IndexedFaceSet",
    "IndexedLineSet",
    "Material",
    "NormalInterpolator",
    "OrientationInterpolator",
    "PointSet",
    "PositionInterpolator",
    "ScalarInterpolator",
    "Shape",
    "Sphere",
    "TimeSensor",
    "Transform",
];

pub(super) fn text(world: &World, dialect: Dialect, outside: &Outside, losses: &mut Losses) -> Vec<u8> {
    let classic = dialect == Dialect::Vrml97;
    let plan = Plan::new(world, outside, if classic { in_classic } else { in_xml }, losses);
    let simple = |kind: &str| INTERCHANGE.contains(&kind) || matches!(kind, "Viewpoint" | "Texture" | "Route");
    let profile = if world.ids().all(|id| simple(world.kind(id))) { "Interchange" } else { "Immersive" };
    let offset = viewpoint_offset(world);
    let mut writer = X3d {
        world,
        outside,
        plan: &plan,
        out: Sink::begin(dialect, profile),
        classic,
        offset,
        done: HashSet::new(),
        parts: HashMap::new(),
        in_script: false,
        losses,
    };
    writer.document();
    writer.out.finish()
}

pub(super) struct X3d<'a> {
    pub world: &'a World,
    outside: &'a Outside,
    pub plan: &'a Plan,
    pub out: Sink,
    /// VRML97?
    pub classic: bool,
    /// What is added to viewpoints.
    offset: [f64; 3],
    /// Nodes that are written, or being written.
    done: HashSet<NodeId>,
    /// What nodes are called that hold part of another one, and are ends of routes: by the field.
    pub parts: HashMap<(NodeId, &'static str), String>,
    /// Is the field of a script being written?
    in_script: bool,
    pub losses: &'a mut Losses,
}

impl X3d<'_> {
    fn document(&mut self) {
        let world = self.world;
        self.done.insert(world.root);
        self.information();
        for (place, id) in world.avatars.iter().enumerate() {
            self.navigation(*id, place == 0);
        }
        if world.avatars.is_empty() {
            self.out.open(In::List, "NavigationInfo", None);
            if !headlight(world) {
                self.out.field("headlight", FieldType::Bool, &Value::Bool(false));
            }
            // The body of a visitor where xVRML says nothing is another one than that of X3D (AV-5, AV-8).
            self.avatar_size([0.5, 1.65, 0.75]);
            self.out.close();
        }
        for id in &world.backgrounds {
            self.background(*id);
        }
        // Viewers of X3D stand elsewhere where there is no viewpoint (AV-7).
        if Survey::new(world).first_view.is_none() && self.offset != [0.0; 3] {
            let [x, y, z] = self.offset;
            self.out.open(In::List, "Viewpoint", None);
            self.out.field("position", FieldType::Vec3f, &Value::Numbers([x, y, z + 10.0, 0.0]));
            self.out.close();
        }
        for id in world.children(world.root) {
            self.node(*id, In::List);
        }
        self.aside();
        for route in &world.routes {
            self.route(route);
        }
    }

    pub(super) fn lose(
        &mut self,
        code: &'static portolan_syntax::Code,
        fate: Fate,
        id: NodeId,
        message: impl Into<String>,
    ) {
        self.losses.push(code, fate, self.world.origin(id), message);
    }

    /// Title and credits.
    fn information(&mut self) {
        let world = self.world;
        let own = world.info.map_or(&[][..], |id| world.texts(id, "info"));
        let lines = if self.outside.embeds() { &world.credits } else { own };
        let title = world.info.map_or("", |id| world.text(id, "title"));
        if world.info.is_none() && lines.is_empty() {
            return;
        }
        self.out.open(In::List, "WorldInfo", world.info.and_then(|id| self.plan.name(id)));
        if !title.is_empty() {
            self.out.word("title", title);
        }
        if !lines.is_empty() {
            self.out.words("info", lines.iter().map(|l| &**l));
        }
        self.out.close();
    }

    /// An avatar: how to move, and how large the visitor is (A34).
    fn navigation(&mut self, id: NodeId, first: bool) {
        let world = self.world;
        // One that nobody wrote says nothing but where the eyes are.
        let silent = world.origin(id) == world.origin(world.root) && headlight(world);
        if silent {
            return;
        }
        self.done.insert(id);
        self.out.open(
            In::List,
            "NavigationInfo",
            self.plan.name(id).filter(|_| world.node(id).is_some_and(|n| n.name.is_some())),
        );
        if world.is_written(id, "navigation") {
            let modes = ["ANY", "WALK", "EXAMINE", "FLY", "NONE"];
            let words = known_words(world.texts(id, "navigation"), &modes);
            if !words.is_empty() {
                self.out.words("type", words.iter().map(String::as_str));
            }
        }
        for field in ["speed"] {
            if world.is_written(id, field) {
                self.out.plain(field, &portolan_syntax::xml::number(world.number(id, field)));
            }
        }
        if first {
            self.out.field("headlight", FieldType::Bool, &Value::Bool(headlight(world)));
        }
        let ([sx, sy, sz], [_, cy, _]) = (world.triple(id, "bboxSize"), world.triple(id, "bboxCenter"));
        // The eyes are as high above the feet as the offset says, if it says something.
        let [_, oy, _] = world.triple(id, "cameraOffset");
        let height = if oy > 0.0 { oy } else { (sy / 2.0 - cy).abs() };
        self.avatar_size([sx.max(sz) / 2.0, height, world.number(id, "stepValue")]);
        self.out.close();
        if !world.children(id).is_empty() {
            self.lose(&codes::AVATAR, Fate::Dropped, id, "the body of the avatar is dropped");
        }
        if world.number(id, "mass") != 0.0 {
            self.lose(&codes::AVATAR, Fate::Dropped, id, "the mass of the avatar is dropped");
        }
        if first && self.offset != [0.0; 3] {
            let message = "the camera offset of the avatar is added to the viewpoints";
            self.lose(&codes::AVATAR, Fate::Baked, id, message);
        }
    }

    /// How far the body reaches around the eyes and below them, and the step that it climbs.
    fn avatar_size(&mut self, size: [f64; 3]) {
        if size != [0.25, 1.6, 0.75] {
            let numbers = size.map(portolan_syntax::xml::number).join(" ");
            self.out.plain("avatarSize", &if self.classic { format!("[ {numbers} ]") } else { numbers });
        }
    }

    fn background(&mut self, id: NodeId) {
        let world = self.world;
        let [.., angle] = world.numbers(id, "rotation");
        let turned = angle != 0.0;
        if turned {
            self.out.open(In::List, "Transform", None);
            self.out.field("rotation", FieldType::Rotation, &Value::Numbers(world.numbers(id, "rotation")));
            self.out.nodes("children");
        }
        self.done.insert(id);
        self.out.open(In::List, "Background", self.plan.name(id));
        self.fields(id, |field| field.name == "rotation");
        self.out.close();
        if turned {
            self.out.end_nodes();
            self.out.close();
        }
    }

    /// Nodes of prototypes that are not seen but take part in events.
    fn aside(&mut self) {
        let world = self.world;
        let waiting = |id: &&NodeId| !self.done.contains(*id) && self.plan.is_placed(**id);
        let all: Vec<NodeId> = world.aside.iter().filter(waiting).copied().collect();
        let (drawn, quiet): (Vec<NodeId>, Vec<NodeId>) = all.into_iter().partition(|id| is_seen(world.kind(*id)));
        quiet.into_iter().for_each(|id| self.node(id, In::List));
        if !drawn.is_empty() {
            self.out.open(In::List, "Switch", None);
            self.out.nodes(if self.classic { "choice" } else { "children" });
            drawn.into_iter().for_each(|id| self.node(id, In::List));
            self.out.end_nodes();
            self.out.close();
        }
    }

    pub fn node(&mut self, id: NodeId, place: In<'_>) {
        let world = self.world;
        let Some(node) = world.node(id) else { return };
        let kind = node.kind.get().name;
        let embedded = self.outside.is_embedded(id);
        let name = match kind {
            "Route" => return,
            "Texture" if matches!(place, In::Odd(_)) || is_movie(world.text(id, "url")) => "MovieTexture",
            "Texture" => "ImageTexture",
            "Inline" if embedded => "Group",
            "Avatar" if self.done.contains(&id) && node.name.is_some() => "NavigationInfo",
            "Avatar" | "World" | "WorldInfo" => {
                if let In::List = place
                    && self.in_script
                {
                    self.out.nothing();
                }
                let message = format!("a `{kind}` is not allowed at its place and is not written");
                return self.lose(&codes::MISPLACED, Fate::Dropped, id, message);
            }
            kind => kind,
        };
        if !self.out.has_room() {
            let message = format!("a `{name}` is nested too deeply and is not written");
            return self.lose(&codes::MISPLACED, Fate::Dropped, id, message);
        }
        if !self.done.insert(id) {
            let def = self.plan.name(id).unwrap_or_default();
            return self.out.reuse(place, name, def);
        }
        let def = self.plan.name(id);
        match kind {
            "Shape" => self.shape(id, place),
            "Script" => self.script(id, place),
            "Viewpoint" => self.viewpoint(id, place),
            "Texture" => {
                self.out.open(place, name, def);
                let movie = name == "MovieTexture";
                self.fields(id, |f| TRANSFORM.contains(&f.name) || !movie && MOVIE.contains(&f.name));
                self.out.close();
            }
            "Text" => {
                self.out.open(place, name, def);
                self.fields(id, |f| FONT.contains(&f.name));
                self.font(id);
                self.out.close();
            }
            "Inline" if embedded => {
                self.out.open(place, name, def);
                self.out.nodes("children");
                node.inlined.into_iter().for_each(|inlined| self.node(inlined, In::List));
                self.out.end_nodes();
                self.out.close();
            }
            _ => {
                self.out.open(place, name, def);
                self.fields(id, is_list);
                self.lists(id);
                self.children(id);
                self.out.close();
            }
        }
    }

    /// Nodes in the fields of a node.
    fn children(&mut self, id: NodeId) {
        let world = self.world;
        let Some(kind) = world.node(id).map(|n| n.kind.get()) else { return };
        let fields = kind.written.iter().filter_map(|at| kind.fields.get(*at as usize));
        for field in fields.filter(|f| f.ty.is_node()) {
            let nodes = world.nodes_in(id, field.name);
            match (kind.name, field.name) {
                (_, _) if nodes.is_empty() => {}
                ("Sound", "source") => {
                    let first = nodes.first().copied();
                    let movie = first.is_some_and(|n| world.kind(n) == "Texture");
                    let place = if movie { In::Odd("source") } else { In::Field("source") };
                    first.into_iter().for_each(|n| self.node(n, place));
                }
                ("Collision", "proxy") => match nodes {
                    [one] => self.node(*one, In::Odd("proxy")),
                    // There is room for one.
                    many => {
                        self.out.open(In::Odd("proxy"), "Group", None);
                        self.out.nodes("children");
                        many.iter().for_each(|n| self.node(*n, In::List));
                        self.out.end_nodes();
                        self.out.close();
                    }
                },
                (kind, name) => {
                    let name = match kind {
                        "LOD" if self.classic => "level",
                        "Switch" if self.classic => "choice",
                        _ => name,
                    };
                    self.out.nodes(name);
                    nodes.iter().for_each(|n| self.node(*n, In::List));
                    self.out.end_nodes();
                }
            }
        }
    }

    /// The fields of a node that are values, but for some.
    pub fn fields(&mut self, id: NodeId, apart: impl Fn(&Field) -> bool) {
        let world = self.world;
        let Some(kind) = world.node(id).map(|n| n.kind.get()) else { return };
        let fields = kind.written.iter().filter_map(|at| Some((*at, kind.fields.get(*at as usize)?)));
        for (at, field) in fields.filter(|(_, f)| !f.ty.is_node() && !apart(f)) {
            let Some(value) = world.value_at(id, at) else { continue };
            let always = kind.name == "SpotLight" && matches!(field.name, "beamWidth" | "cutOffAngle");
            let driven = kind.name == "Material" && field.name == "transparency";
            if *value == field.default && !always && !driven {
                continue;
            }
            self.one_field(id, at, field, value);
        }
    }

    fn one_field(&mut self, id: NodeId, at: u16, field: &'static Field, value: &Value) {
        let world = self.world;
        let kind = world.kind(id);
        match (kind, field.name) {
            (_, name) if name == "url" || name.ends_with("Url") => {
                let url = self.outside.url(id, at).unwrap_or(world.text(id, name)).to_owned();
                self.out.words(name, [url.as_str()]);
            }
            ("Anchor", "parameter") => {
                let pairs = parameters(world.text(id, "parameter"));
                let pairs: Vec<String> = pairs.iter().map(|(k, v)| format!("{k}={v}")).collect();
                self.out.words("parameter", pairs.iter().map(String::as_str));
            }
            ("Collision", "collide") => {
                self.out.field(if self.classic { "collide" } else { "enabled" }, field.ty, value);
            }
            // Of the two that say how much is seen there is one.
            ("Material", "transparency") => {
                let transparency = 1.0 - opacity(world, id);
                if transparency != 0.0 && self.plan.is_driven(world, id, "diffuseColor") {
                    let message = "routes to a colour no longer change its alpha";
                    self.lose(&codes::ALPHA, Fate::Approximated, id, message);
                }
                if transparency != 0.0 {
                    self.out.field("transparency", field.ty, &Value::Numbers([tidy(transparency), 0.0, 0.0, 0.0]));
                }
            }
            ("ColorInterpolator", "keyValue") => {
                if world.floats(id, "keyValue").as_chunks::<4>().0.iter().any(|[.., a]| *a != 1.0) {
                    let message = "the alpha of interpolated colours is dropped";
                    self.lose(&codes::ALPHA, Fate::Dropped, id, message);
                }
                self.out.field(field.name, field.ty, value);
            }
            (kind, name) if self.classic && is_newer(kind, name) => {
                let message = format!("`{kind}` has no field `{name}` in VRML97");
                let fate = if name == "solid" { Fate::Approximated } else { Fate::Dropped };
                self.lose(&codes::FIELD, fate, id, message);
            }
            ("Fog", "fogType") => self.out.word("fogType", &world.text(id, "fogType").trim().to_ascii_uppercase()),
            _ => self.out.field(field.name, field.ty, value),
        }
    }

    /// Where the eye stands: viewers of X3D add nothing to it (AV-1).
    fn viewpoint(&mut self, id: NodeId, place: In<'_>) {
        let world = self.world;
        let [x, y, z] = self.offset;
        let moved = self.offset != [0.0; 3];
        let driven = self.plan.is_driven(world, id, "position");
        if moved && driven {
            self.out.open(place, "Transform", None);
            self.out.field("translation", FieldType::Vec3f, &Value::Numbers([x, y, z, 0.0]));
            self.out.nodes("children");
        }
        self.out.open(if moved && driven { In::List } else { place }, "Viewpoint", self.plan.name(id));
        self.fields(id, |f| f.name == "position" && moved && !driven);
        if moved && !driven {
            let [a, b, c] = world.triple(id, "position");
            let position = Value::Numbers([a + x, b + y, c + z, 0.0]);
            self.out.field("position", FieldType::Vec3f, &position);
        }
        self.out.close();
        if moved && driven {
            self.out.end_nodes();
            self.out.close();
        }
    }

    fn script(&mut self, id: NodeId, place: In<'_>) {
        let world = self.world;
        let Some(node) = world.node(id) else { return };
        self.out.open(place, "Script", self.plan.name(id));
        let source = world.text(id, "source");
        self.fields(id, |f| f.name == "source" || f.name == "url" && !source.is_empty());
        for (at, declared) in (0..).zip(&node.declared) {
            let end = self.plan.is_end(id, Port::Declared(at));
            let access = match declared.access {
                Access::Input => "inputOnly",
                Access::Output => "outputOnly",
                Access::Value if end && !self.classic => "inputOutput",
                Access::Value => "initializeOnly",
            };
            self.out.declare(access, declared.ty, &declared.name);
            match &declared.value {
                Value::Nodes(nodes) if declared.access == Access::Value => {
                    let many = declared.ty == FieldType::Nodes;
                    self.out.declared_nodes(true, many);
                    if nodes.is_empty() && !many {
                        self.out.nothing();
                    }
                    self.in_script = !many;
                    nodes.iter().for_each(|n| self.node(*n, In::List));
                    self.in_script = false;
                    self.out.declared_nodes(false, many);
                }
                value if declared.access == Access::Value => self.out.declared_value(declared.ty, value),
                _ => {}
            }
            self.out.declared();
        }
        if !source.is_empty() {
            self.out.program(program(source));
        }
        self.out.close();
    }
}

/// Fields that came after VRML97.
fn is_newer(kind: &str, field: &str) -> bool {
    let solids = ["Box", "Cone", "Cylinder", "Sphere", "Text"];
    match field {
        "solid" => solids.contains(&kind),
        "description" => kind.ends_with("Sensor"),
        "bboxCenter" | "bboxSize" => matches!(kind, "Shape" | "LOD" | "Switch"),
        _ => false,
    }
}

/// A number without the last digits that a difference leaves behind.
fn tidy(value: f64) -> f64 {
    let rounded = libm::round(value * 1e12) / 1e12;
    if (rounded - value).abs() < 1e-15 { rounded } else { value }
}
