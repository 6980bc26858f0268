//! Nodes, their transforms, and what hangs on them.

use glam::{DMat4, DVec3};

use crate::{
    Appearance, BackgroundId, CameraId, ControllerId, FogId, GeometryId, LightId, MaterialId, Meta, NodeId, Primitive,
    Role, Semantic,
};

/// A place in the scene, with everything that is put there.
#[derive(Clone, Default, Debug)]
pub struct Node {
    /// Names and origin.
    pub meta: Meta,
    /// Does the document call it a joint?
    pub joint: bool,
    /// The layers it belongs to.
    pub layers: Layers,
    /// Is it drawn, and everything below it? Default: yes.
    pub hidden: bool,
    /// Does it only place what belongs to the node above? Such a node stands for transforms that what is below the
    /// node above does not inherit, and is called as that one.
    pub inner: bool,
    /// Do the lights here cast shadows? In place of what they say themselves.
    pub light_shadows: Option<bool>,
    /// Multiplied from left to right.
    pub transforms: Vec<Transform>,
    /// Nodes that stand only here.
    pub children: Vec<NodeId>,
    /// Nodes that may stand elsewhere as well.
    pub instances: Vec<NodeInstance>,
    /// Shapes.
    pub drawn: Vec<Drawn>,
    /// Cameras.
    pub cameras: Vec<CameraId>,
    /// Lights.
    pub lights: Vec<LightId>,
    /// What it does beside placing what is below it.
    pub role: Option<Box<Role>>,
}

impl Node {
    /// All transforms as one matrix.
    pub fn matrix(&self) -> DMat4 {
        Transform::product(&self.transforms)
    }

    /// The nodes right below, its own ones first.
    pub fn below(&self) -> impl Iterator<Item = NodeId> {
        self.children.iter().copied().chain(self.instances.iter().map(|i| i.node))
    }
}

/// Names of layers.
pub type Layers = Vec<Box<str>>;

/// A node put into the place of another one, possibly one of many times.
#[derive(Clone, Debug)]
pub struct NodeInstance {
    /// Names and origin of the instance.
    pub meta: Meta,
    /// The node.
    pub node: NodeId,
    /// What may be shown instead when the node is too costly.
    pub proxy: Option<NodeId>,
}

/// One step of a node's transform.
#[derive(Clone, PartialEq, Debug)]
pub struct Transform {
    /// What animations call it.
    pub sid: Option<Box<str>>,
    /// What it does.
    pub operation: Operation,
}

impl Transform {
    /// Several of them as one matrix, multiplied from left to right.
    pub fn product(transforms: &[Transform]) -> DMat4 {
        transforms.iter().fold(DMat4::IDENTITY, |m, t| m * t.operation.matrix())
    }
}

/// What a transform does.
#[derive(Clone, PartialEq, Debug)]
pub enum Operation {
    /// Sixteen numbers, row by row; points are columns, so the translation stands in the last column.
    Matrix(Box<[f64; 16]>),
    /// Moves.
    Translate([f64; 3]),
    /// Turns about an axis (x, y, z, not nearly zero, of any length) by degrees, right-handed.
    Rotate([f64; 4]),
    /// Turns by a quaternion (x, y, z, w).
    Quaternion([f64; 4]),
    /// Scales along the axes.
    Scale([f64; 3]),
    /// Degrees, axis that is turned, axis it is turned towards: a shear.
    Skew(Box<[f64; 7]>),
    /// Eye, point looked at, direction up: places the node at the eye.
    LookAt(Box<[f64; 9]>),
}

impl Operation {
    /// Its numbers as animations see them.
    pub fn values(&self) -> &[f64] {
        match self {
            Operation::Matrix(v) => v.as_slice(),
            Operation::Translate(v) | Operation::Scale(v) => v,
            Operation::Rotate(v) | Operation::Quaternion(v) => v,
            Operation::Skew(v) => v.as_slice(),
            Operation::LookAt(v) => v.as_slice(),
        }
    }

    /// Its numbers, to be changed.
    pub fn values_mut(&mut self) -> &mut [f64] {
        match self {
            Operation::Matrix(v) => v.as_mut_slice(),
            Operation::Translate(v) | Operation::Scale(v) => v,
            Operation::Rotate(v) | Operation::Quaternion(v) => v,
            Operation::Skew(v) => v.as_mut_slice(),
            Operation::LookAt(v) => v.as_mut_slice(),
        }
    }

    /// As a matrix for column vectors. What cannot be computed (a turn about nothing, an eye in the point it looks at)
    /// is the identity, or only the part of it that can.
    pub fn matrix(&self) -> DMat4 {
        match *self {
            Operation::Matrix(ref v) => DMat4::from_cols_array(v).transpose(),
            Operation::Translate(v) => DMat4::from_translation(v.into()),
            Operation::Rotate([x, y, z, angle]) => match DVec3::new(x, y, z).try_normalize() {
                Some(axis) => turn(axis, angle),
                None => DMat4::IDENTITY,
            },
            Operation::Quaternion(v) => {
                let turn = glam::DQuat::from_array(v);
                if turn.length_squared() > 0.0 { DMat4::from_quat(turn.normalize()) } else { DMat4::IDENTITY }
            }
            Operation::Scale(v) => DMat4::from_scale(v.into()),
            Operation::Skew(ref v) => skew(**v),
            Operation::LookAt(ref v) => look_at(**v),
        }
    }
}

impl Operation {
    /// A look at a point that says how it is turned, for one that does not: it looks along the direction that is up, or at
    /// its own place. `None` if there is nothing to be said.
    pub fn said_in_full(&self) -> Option<Operation> {
        let Operation::LookAt(v) = self else { return None };
        let [ex, ey, ez, ix, iy, iz, ux, uy, uz] = **v;
        let (eye, interest, up) = (DVec3::new(ex, ey, ez), DVec3::new(ix, iy, iz), DVec3::new(ux, uy, uz));
        let back = (eye - interest).try_normalize();
        if back.is_some_and(|back| up.cross(back).try_normalize().is_some()) {
            return None;
        }
        let placed = self.matrix();
        let (up, back) = (placed.y_axis.truncate(), placed.z_axis.truncate());
        let interest = if (eye - interest).try_normalize().is_some() { interest } else { eye - back };
        let [[a, b, c], [d, e, f], [g, h, i]] = [eye, interest, up].map(|v| v.to_array());
        Some(Operation::LookAt(Box::new([a, b, c, d, e, f, g, h, i])))
    }
}

/// A turn about an axis of length 1 by degrees. Sine and cosine are those of a library in Rust, so that all machines
/// agree on them.
pub(crate) fn turn(axis: DVec3, degrees: f64) -> DMat4 {
    let (sine, cosine) = libm::sincos(degrees.to_radians());
    let (across, along) = (axis * sine, axis * (1.0 - cosine));
    let column = |own: f64, x: f64, y: f64, z: f64| DVec3::new(x, y, z) + along * own;
    DMat4::from_mat3(glam::DMat3::from_cols(
        column(axis.x, cosine, across.z, -across.y),
        column(axis.y, -across.z, cosine, across.x),
        column(axis.z, across.y, -across.x, cosine),
    ))
}

/// RenderMan's shear: a point moves along `b` in proportion to how far it lies along the part of `a` that stands at a
/// right angle to `b`, so that `a` itself is turned by the angle towards `b`.
fn skew([angle, ax, ay, az, bx, by, bz]: [f64; 7]) -> DMat4 {
    let (Some(a), Some(b)) = (DVec3::new(ax, ay, az).try_normalize(), DVec3::new(bx, by, bz).try_normalize()) else {
        return DMat4::IDENTITY;
    };
    let along = a.dot(b);
    let Some(across) = (a - b * along).try_normalize() else { return DMat4::IDENTITY };
    // In the plane of both axes, `a` is (along, height); turned it is at an angle smaller by `angle` from `b`.
    let height = a.dot(across);
    let turned = libm::atan2(height, along) - angle.to_radians();
    let amount = libm::cos(turned) / libm::sin(turned) - along / height;
    if !amount.is_finite() {
        return DMat4::IDENTITY;
    }
    let shift = |p: DVec3| p + b * (amount * p.dot(across));
    DMat4::from_mat3(glam::DMat3::from_cols(shift(DVec3::X), shift(DVec3::Y), shift(DVec3::Z)))
}

fn look_at([ex, ey, ez, ix, iy, iz, ux, uy, uz]: [f64; 9]) -> DMat4 {
    let (eye, interest, up) = (DVec3::new(ex, ey, ez), DVec3::new(ix, iy, iz), DVec3::new(ux, uy, uz));
    let place = DMat4::from_translation(eye);
    let Some(back) = (eye - interest).try_normalize() else { return place };
    // An up direction along the view says nothing; any other does.
    let right = up.cross(back).try_normalize().unwrap_or_else(|| back.any_orthonormal_vector());
    let up = back.cross(right);
    place * DMat4::from_mat3(glam::DMat3::from_cols(right, up, back))
}

/// A shape at a node.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// Names and origin of the instance.
    pub meta: Meta,
    /// The shape.
    pub what: Drawable,
    /// Which material each symbol of the shape stands for.
    pub materials: Vec<MaterialBinding>,
    /// For each skin between the shape and this instance, outermost first: the joints it found. Those of the coarser
    /// levels follow.
    pub skeletons: Vec<Skeleton>,
    /// What may be drawn in its place where less detail is enough, from fine to coarse.
    pub levels: Vec<Level>,
    /// How it is shown, in place of what the shape says.
    pub appearance: Appearance,
}

impl Drawn {
    /// A shape; nothing is said about it.
    pub fn new(meta: Meta, what: Drawable) -> Drawn {
        let (materials, skeletons, levels) = (Vec::new(), Vec::new(), Vec::new());
        Drawn { meta, what, materials, skeletons, levels, appearance: Appearance::default() }
    }

    /// The material that a primitive of the shape is drawn with, and how its inputs are bound.
    pub fn binding(&self, primitive: &Primitive) -> Option<&MaterialBinding> {
        let symbol = primitive.material.as_deref()?;
        self.materials.iter().find(|b| *b.symbol == *symbol)
    }
}

/// A coarser form of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Level {
    /// How coarse: more than that of the level before; the shape itself is 0.
    pub number: u32,
    /// What is drawn.
    pub what: Drawable,
}

/// What can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Drawable {
    /// A shape as it is.
    Geometry(GeometryId),
    /// A shape that is bent.
    Controller(ControllerId),
}

/// The nodes that move a skin.
#[derive(Clone, Debug)]
pub struct Skeleton {
    /// The skin.
    pub controller: ControllerId,
    /// One for each joint of the skin; `None` was not found.
    pub joints: Vec<Option<Joint>>,
    /// Does the node that holds the skin move it?
    pub space: SkinSpace,
}

/// What the transform of the node that holds a skin means.
///
/// With the bind shape `S`, the inverse bind matrices `B` and weights `w`, joints take a vertex to `Σ w · W(joint) · B ·
/// S · v`, where `W` leads from a place to the world.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum SkinSpace {
    /// Nothing: that is where the vertex stands in the world, wherever the node is. glTF and OpenGEX say so, and
    /// documents of COLLADA whose bind shape holds the node's transform already were made for readers that do so.
    #[default]
    World,
    /// The vertex is in the space of the node, as COLLADA says (page 4-8): it stands at `W(holder) · W(C)⁻¹ · Σ w ·
    /// W(joint) · B · S · v`. `C` is the nearest place that is above both the holder and the root of a skeleton, or above
    /// a joint that was found below no root; the world if there is none. What no joint holds stands at `W(holder) ·
    /// W(C)⁻¹ · S · v`.
    Node,
}

/// A node that moves a skin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Joint {
    /// The node.
    pub node: NodeId,
    /// The skeleton's root below which it was found, if the document names one.
    pub root: Option<NodeId>,
}

/// A material for a symbol.
#[derive(Clone, Debug)]
pub struct MaterialBinding {
    /// What primitives call it.
    pub symbol: Box<str>,
    /// The material.
    pub material: MaterialId,
    /// What the texture coordinates that the material asks for are in the mesh: name, semantic, set.
    pub inputs: Vec<(Box<str>, Semantic, Option<u32>)>,
    /// Names and origin.
    pub meta: Meta,
}

/// Root nodes that are looked at together.
#[derive(Clone, Default, Debug)]
pub struct View {
    /// Names and origin.
    pub meta: Meta,
    /// Its roots.
    pub roots: Vec<NodeId>,
    /// How to draw it; empty draws everything once.
    pub evaluations: Vec<Evaluation>,
    /// What is seen where nothing is drawn.
    pub background: Option<BackgroundId>,
    /// What lets things fade.
    pub fog: Option<FogId>,
    /// Does whoever looks carry a white light that shines where they look?
    pub headlight: bool,
}

/// One way to draw a view.
#[derive(Clone, Default, Debug)]
pub struct Evaluation {
    /// Names and origin.
    pub meta: Meta,
    /// Is it used?
    pub enabled: bool,
    /// Steps, one drawn upon the other.
    pub renderings: Vec<Rendering>,
}

/// One step of drawing.
#[derive(Clone, Default, Debug)]
pub struct Rendering {
    /// The node whose camera is used.
    pub camera: Option<NodeId>,
    /// What is drawn; empty is everything.
    pub layers: Layers,
    /// Drawn with this material.
    pub material: Option<MaterialId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: DMat4, rows: [f64; 16]) -> bool {
        a.abs_diff_eq(DMat4::from_cols_array(&rows).transpose(), 5e-6)
    }

    #[test]
    fn a_matrix_is_written_row_by_row() {
        let written = [1., 0., 0., 2., 0., 1., 0., 3., 0., 0., 1., 4., 0., 0., 0., 1.];
        assert_eq!(Operation::Matrix(Box::new(written)).matrix(), DMat4::from_translation(DVec3::new(2., 3., 4.)));
    }

    #[test]
    fn a_quarter_turn_about_y_takes_x_to_minus_z() {
        let turned = Operation::Rotate([0., 2., 0., 90.]).matrix().transform_vector3(DVec3::X);
        assert!(turned.abs_diff_eq(DVec3::NEG_Z, 1e-12));
        assert_eq!(Operation::Rotate([0., 0., 0., 90.]).matrix(), DMat4::IDENTITY);
    }

    #[test]
    fn a_skew_by_45_degrees_adds_y_to_x() {
        // The example of page 5-133: y is turned towards x.
        let skewed = Operation::Skew(Box::new([45., 0., 1., 0., 1., 0., 0.])).matrix();
        assert!(skewed.transform_point3(DVec3::new(1., 2., 3.)).abs_diff_eq(DVec3::new(3., 2., 3.), 1e-12));
        let parallel = Operation::Skew(Box::new([45., 1., 0., 0., 1., 0., 0.]));
        assert_eq!(parallel.matrix(), DMat4::IDENTITY);
        // An axis that is not at a right angle: its image is the axis turned by the angle, but for the length.
        let axis = DVec3::new(1., 1., 0.).normalize();
        let image =
            Operation::Skew(Box::new([15., 1., 1., 0., 1., 0., 0.])).matrix().transform_vector3(axis).normalize();
        assert!((image.y.atan2(image.x).to_degrees() - 30.0).abs() < 1e-9);
    }

    #[test]
    fn look_at_places_the_node_at_the_eye() {
        // The example of page 5-86.
        let placed = Operation::LookAt(Box::new([2., 0., 3., 0., 0., 0., 0., 1., 0.])).matrix();
        let rows = [0.83205, 0., 0.5547, 2., 0., 1., 0., 0., -0.5547, 0., 0.83205, 3., 0., 0., 0., 1.];
        assert!(close(placed, rows), "{placed}");
        assert!((placed.inverse().w_axis.z + 3.60555).abs() < 5e-6);
        for degenerate in [[1., 1., 1., 1., 1., 1., 0., 1., 0.], [0., 2., 0., 0., 0., 0., 0., 1., 0.]] {
            assert!(Operation::LookAt(Box::new(degenerate)).matrix().is_finite());
        }
    }

    #[test]
    fn transforms_multiply_from_left_to_right() {
        let step = |operation| Transform { sid: None, operation };
        let node = Node {
            transforms: vec![step(Operation::Translate([1., 0., 0.])), step(Operation::Scale([2., 2., 2.]))],
            ..Node::default()
        };
        assert_eq!(node.matrix().transform_point3(DVec3::X), DVec3::new(3., 0., 0.));
    }
}
