//! Grouping nodes: where everything stands.

use portolan_scene::glam::{DMat4, DQuat, DVec3};
use portolan_scene::{
    Fate, Meta, Node as Placed, NodeId, NodeInstance, Operation, Part, Role, Target, Transform as Step,
};

use super::attach::Made;
use super::drive::Give;
use super::{Lower, codes, moment};
use crate::world::{NodeId as WorldId, World};

/// The kinds that place others.
const GROUPS: [&str; 8] = ["Anchor", "Billboard", "Collision", "Group", "Inline", "LOD", "Switch", "Transform"];

/// What elements are called that are nodes of a scene: those that place others, and shapes.
pub(crate) const PLACED: &[&str] =
    &["Anchor", "Billboard", "Collision", "Group", "Inline", "LOD", "ProtoInstance", "Switch", "Transform", "Shape"];

/// A rotation of a world, as the scene has it: an axis that is none is no rotation.
pub(super) fn rotate([x, y, z, angle]: [f64; 4]) -> Operation {
    let axis = DVec3::new(x, y, z);
    match axis.length_squared() > 1e-24 {
        true => Operation::Rotate([x, y, z, angle.to_degrees()]),
        false => Operation::Rotate([0.0, 0.0, 1.0, 0.0]),
    }
}

/// The same as a quaternion, which can be driven evenly.
pub fn quaternion([x, y, z, angle]: [f64; 4]) -> DQuat {
    let (sine, cosine) = libm::sincos(angle / 2.0);
    match DVec3::new(x, y, z).try_normalize() {
        Some(axis) => DQuat::from_xyzw(axis.x * sine, axis.y * sine, axis.z * sine, cosine),
        None => DQuat::IDENTITY,
    }
}

/// A quaternion as a rotation is written. What turns nothing has the axis of another rotation, or else Z.
pub fn axis_angle(turn: DQuat, other: [f64; 4]) -> [f64; 4] {
    let [x, y, z, _] = other;
    let axis = DVec3::new(x, y, z).try_normalize().unwrap_or(DVec3::Z);
    let (DVec3 { x, y, z }, angle) = portolan_scene::turn::axis_angle_or(turn, axis);
    [x, y, z, angle]
}

/// What a node does to what is below it.
pub fn matrix(world: &World, id: WorldId) -> DMat4 {
    if world.kind(id) != "Transform" {
        return DMat4::IDENTITY;
    }
    let centre = DVec3::from(world.triple(id, "center"));
    let scale = world.triple(id, "scale");
    let mut all = DMat4::from_translation(DVec3::from(world.triple(id, "translation")) + centre);
    // Most parts change nothing, and worlds have many transforms.
    let turned = |field: &str| {
        let numbers @ [.., angle] = world.numbers(id, field);
        (angle != 0.0).then(|| rotate(numbers).matrix())
    };
    if let Some(turn) = turned("rotation") {
        all *= turn;
    }
    if scale != [1.0; 3] {
        let scale = DMat4::from_scale(scale.into());
        all *= match turned("scaleOrientation") {
            Some(turn) => turn * scale * turn.transpose(),
            None => scale,
        };
    }
    if centre != DVec3::ZERO {
        all *= DMat4::from_translation(-centre);
    }
    all
}

/// What the first avatar adds to viewpoints (AV-5, AV-7).
pub(crate) fn offset(world: &World) -> [f64; 3] {
    world.avatars.first().map_or([0.0, 1.65, 0.0], |avatar| world.triple(*avatar, "cameraOffset"))
}

/// The steps of a viewpoint, each with the field that it has its numbers from.
pub(super) fn viewpoint(world: &World, id: WorldId) -> Vec<(&'static str, Operation)> {
    let mut steps = vec![("position", Operation::Translate(world.triple(id, "position")))];
    let offset = offset(world);
    if offset != [0.0; 3] {
        steps.push(("", Operation::Translate(offset)));
    }
    steps.push(("orientation", rotate(world.numbers(id, "orientation"))));
    steps
}

impl Lower<'_> {
    /// All that the world holds, and the body of the visitor.
    pub(super) fn roots(&mut self) -> Vec<NodeId> {
        let mut roots = Vec::new();
        let children: Vec<WorldId> = self.world.children(self.world.root).to_vec();
        for child in children {
            let Some(made) = self.place(child, DMat4::IDENTITY, None) else { continue };
            let root = self.own(made, child);
            roots.push(root);
        }
        if self.survey.first_view.is_none() {
            roots.push(self.plain_view());
        }
        roots.extend(self.avatar());
        roots
    }

    /// The body of the visitor, whom nobody sees from its own eyes.
    fn avatar(&mut self) -> Option<NodeId> {
        let avatar = *self.world.avatars.first()?;
        let children: Vec<WorldId> = self.world.children(avatar).to_vec();
        if children.is_empty() {
            return None;
        }
        let (position, above) = match self.survey.first_view {
            Some((id, above)) => (self.world.triple(id, "position"), above),
            None => ([0.0, 0.0, 10.0], DMat4::IDENTITY),
        };
        let place = above * DMat4::from_translation(position.into());
        let rows = place.transpose().to_cols_array();
        let operation = Operation::Matrix(Box::new(rows));
        let transforms = vec![Step { sid: None, operation }];
        let meta = self.meta(avatar);
        let id = self.push(Placed { meta, hidden: true, transforms, ..Placed::default() });
        self.in_body = true;
        self.below(id, &children, place);
        self.in_body = false;
        Some(id)
    }

    /// Puts a node of the world into the scene, below a node. What is no place of anything gives none.
    pub(super) fn place(&mut self, id: WorldId, at: DMat4, above: Option<NodeId>) -> Option<Made> {
        let kind = self.world.kind(id);
        let watched = self.survey.is_watched(id);
        if !watched && let Some(known) = self.known.nodes.get(&id) {
            return Some(Made::Instance(*known));
        }
        if !self.has_room(id) {
            return None;
        }
        let made = match kind {
            _ if GROUPS.contains(&kind) => self.group(id, at),
            "Shape" => self.shape(id),
            "DirectionalLight" | "PointLight" | "SpotLight" => self.light(id, at),
            "Viewpoint" if self.in_body => {
                let message = "a viewpoint inside the avatar is ignored, because it would follow itself";
                self.lose(&codes::MISPLACED, Fate::Dropped, id, message);
                return None;
            }
            "Viewpoint" => self.view(id),
            "Fog" => {
                self.fog(id, above);
                return None;
            }
            _ => {
                self.behaviour(id, above);
                return None;
            }
        };
        if !watched && self.survey.is_shared(id) {
            self.known.nodes.insert(id, made);
        }
        Some(Made::Child(made))
    }

    pub(super) fn push(&mut self, node: Placed) -> NodeId {
        let id = NodeId::next(&self.scene.nodes);
        self.scene.nodes.push(node);
        id
    }

    fn group(&mut self, id: WorldId, at: DMat4) -> NodeId {
        let children: Vec<WorldId> = super::survey::placed(self.world, id).collect();
        let meta = self.meta(id);
        let made = self.push(Placed { meta, ..Placed::default() });
        let mut here = at;
        let mut shown = None;
        match self.world.kind(id) {
            "Transform" => {
                self.transform(id, made);
                if self.survey.is_sited(id) {
                    here = at * matrix(self.world, id);
                }
            }
            "Billboard" => {
                let axis = self.world.triple(id, "axisOfRotation");
                let turn = moment::billboard(axis, at, self.eye);
                here = at * DMat4::from_quat(turn);
                let operation = Operation::Quaternion(turn.to_array());
                self.step(made, "billboard", operation);
                self.role(made, Role::Billboard { axis });
            }
            "LOD" => {
                let centre = self.world.triple(id, "center");
                let ranges: Vec<f64> = self.world.floats(id, "range").iter().map(|r| f64::from(*r)).collect();
                shown = Some(moment::level(centre, &ranges, children.len(), at, self.eye));
                self.role(made, Role::Levels { centre, ranges });
            }
            "Switch" => {
                let chosen = usize::try_from(self.world.int(id, "whichChoice")).ok().filter(|c| *c < children.len());
                shown = Some(chosen);
                self.role(made, Role::Choice { chosen: chosen.map(|c| c as u32) });
            }
            "Anchor" => {
                let text = |name: &str| Box::from(self.world.text(id, name));
                let role =
                    Role::Link { url: text("url"), description: text("description"), parameter: text("parameter") };
                self.role(made, role);
            }
            "Collision" => {
                let solid = self.world.flag(id, "collide");
                let proxy: Vec<WorldId> = self.world.nodes_in(id, "proxy").to_vec();
                let proxy = (!proxy.is_empty()).then(|| {
                    let holder = self.push(Placed { meta: self.beside(id), hidden: true, ..Placed::default() });
                    self.below(holder, &proxy, at);
                    holder
                });
                self.role(made, Role::Obstacle { solid, proxy });
            }
            "Inline" => self.role(made, Role::Included { url: self.world.text(id, "url").into() }),
            _ => {}
        }
        match shown {
            None => self.below(made, &children, here),
            Some(shown) => self.choices(made, &children, shown, here),
        }
        made
    }

    // Apart from what calls itself, so that deep worlds need little stack.
    #[inline(never)]
    fn role(&mut self, id: NodeId, role: Role) {
        if let Some(node) = self.scene.nodes.get_mut(id.index()) {
            node.role = Some(Box::new(role));
        }
    }

    /// Adds a step and gives its place.
    pub(super) fn step(&mut self, id: NodeId, sid: &str, operation: Operation) -> u32 {
        let Some(node) = self.scene.nodes.get_mut(id.index()) else { return 0 };
        // Most transforms are a single step, and there may be many.
        if node.transforms.is_empty() {
            node.transforms.reserve_exact(1);
        }
        node.transforms.push(Step { sid: Some(sid).filter(|s| !s.is_empty()).map(Box::from), operation });
        node.transforms.len() as u32 - 1
    }

    /// `T · C · R · SR · S · −SR · −C` (TR-1). Steps that change nothing and that nothing drives are left out.
    // Apart from what calls itself, so that deep worlds need little stack.
    #[inline(never)]
    fn transform(&mut self, id: WorldId, made: NodeId) {
        let centre = self.world.triple(id, "center");
        let away = centre.map(|v| -v);
        let turn = self.world.numbers(id, "scaleOrientation");
        let [x, y, z, angle] = turn;
        self.moved(id, made, "translation", self.world.triple(id, "translation"), 1.0);
        self.moved(id, made, "center", centre, 1.0);
        self.turned(id, made, "rotation", self.world.numbers(id, "rotation"), Give::Turn);
        self.turned(id, made, "scaleOrientation", turn, Give::Turn);
        let scale = self.world.triple(id, "scale");
        let driven = self.is_driven(id, "scale");
        if scale != [1.0; 3] || driven {
            let step = self.step(made, "scale", Operation::Scale(scale));
            self.drive_step(driven, id, "scale", (made, step), Give::Same);
        }
        self.turned(id, made, "scaleOrientation", [x, y, z, -angle], Give::TurnBack);
        self.moved(id, made, "center", away, -1.0);
    }

    /// A move by a field.
    pub(super) fn moved(&mut self, id: WorldId, made: NodeId, field: &'static str, by: [f64; 3], sign: f64) {
        let driven = self.is_driven(id, field);
        if by == [0.0; 3] && !driven {
            return;
        }
        let step = self.step(made, field, Operation::Translate(by));
        let give = if sign < 0.0 { Give::Times(-1.0) } else { Give::Same };
        self.drive_step(driven, id, field, (made, step), give);
    }

    /// Notes that a step of a node is a field, if anything drives that.
    fn drive_step(
        &mut self,
        driven: bool,
        id: WorldId,
        field: &'static str,
        (node, transform): (NodeId, u32),
        give: Give,
    ) {
        if driven {
            self.drives.add(id, field, Target::Transform { node, transform, part: Part::All }, give);
        }
    }

    /// A turn by a field. What is driven is a quaternion, so that it turns evenly.
    pub(super) fn turned(&mut self, id: WorldId, made: NodeId, field: &'static str, by: [f64; 4], give: Give) {
        let driven = self.is_driven(id, field);
        let [x, y, z, angle] = by;
        if angle != 0.0 && [x, y, z] == [0.0; 3] {
            let message = format!("`{field}` of `{}` has a rotation axis of length 0", self.label(id));
            self.lose(&codes::NUMBERS, Fate::Dropped, id, message);
        }
        if angle == 0.0 && !driven {
            return;
        }
        let operation = match driven {
            true => Operation::Quaternion(quaternion(by).to_array()),
            false => rotate(by),
        };
        let step = self.step(made, field, operation);
        self.drive_step(driven, id, field, (made, step), give);
    }

    /// Puts children below a node.
    fn below(&mut self, above: NodeId, children: &[WorldId], at: DMat4) {
        for child in children {
            if let Some(made) = self.place(*child, at, Some(above)) {
                self.attach(above, made, *child);
            }
        }
    }

    /// Puts children below a node of which one is shown.
    fn choices(&mut self, above: NodeId, children: &[WorldId], shown: Option<usize>, at: DMat4) {
        for (place, child) in children.iter().enumerate() {
            let Some(made) = self.place(*child, at, Some(above)) else { continue };
            if shown == Some(place) {
                self.attach(above, made, *child);
                continue;
            }
            let hidden = match made {
                Made::Child(id) if !self.survey.is_shared(*child) => id,
                // What stands elsewhere too is hidden here only.
                made => {
                    let around = self.push(Placed { meta: self.beside(*child), ..Placed::default() });
                    self.attach(around, made, *child);
                    around
                }
            };
            if let Some(node) = self.scene.nodes.get_mut(hidden.index()) {
                node.hidden = true;
            }
            self.attach(above, Made::Child(hidden), *child);
        }
    }

    /// Puts what was made below a node.
    fn attach(&mut self, above: NodeId, made: Made, from: WorldId) {
        let origin = self.world.origin(from);
        let Some(node) = self.scene.nodes.get_mut(above.index()) else { return };
        match made {
            Made::Child(id) => node.children.push(id),
            Made::Instance(id) => {
                let meta = Meta { origin, ..Meta::default() };
                // Mostly there is one.
                if node.instances.is_empty() {
                    node.instances.reserve_exact(1);
                }
                node.instances.push(NodeInstance { meta, node: id, proxy: None });
            }
        }
    }

    /// A node for what was made, where only nodes can stand.
    fn own(&mut self, made: Made, from: WorldId) -> NodeId {
        match made {
            Made::Child(id) => id,
            Made::Instance(_) => {
                let around = self.push(Placed { meta: self.beside(from), ..Placed::default() });
                self.attach(around, made, from);
                around
            }
        }
    }
}
