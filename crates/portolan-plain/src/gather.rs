//! Everything that a view shows, one shape at one place after the other.

use portolan_eval::{Deformed, LIMIT, Overrides, Playing, Pose, Stage, deform, duration, pose};
use portolan_scene::glam::{DMat3, DMat4, DVec3, Mat3, Vec3};
use portolan_scene::{
    Attribute, Base, Drawable, Drawn, Fate, GeometryId, Input, Losses, Material, MaterialBinding, Mesh, Node, Origin,
    Primitive, Scene, Semantic, Shape, Spline, ViewId,
};

use crate::{Options, OutputSpace, codes};

/// Points of a curve that are written for each of its control points, at most.
pub const MOST_PIECES: usize = 64;

/// A view that is posed.
pub struct Posed<'a> {
    pub scene: &'a Scene,
    pub overrides: &'a Overrides,
    stage: Stage,
    pose: Pose,
    output: DMat4,
    limit: u64,
}

/// A shape at a place.
pub struct Piece<'a> {
    pub node: &'a Node,
    pub drawn: &'a Drawn,
    pub geometry: GeometryId,
    pub world: DMat4,
    /// Are faces turned inside out by the way to the world?
    pub mirrored: bool,
    pub form: Form<'a>,
}

/// What a shape is made of.
pub enum Form<'a> {
    Mesh(Body<'a>),
    Spline(&'a Spline),
}

/// A mesh at a place.
pub struct Body<'a> {
    pub mesh: &'a Mesh,
    /// Where vertices are in the space that is written.
    pub positions: Vec<DVec3>,
    pub deformed: Option<Deformed>,
    /// For normals, to the space that is written.
    turn: DMat3,
}

impl<'a> Posed<'a> {
    /// Poses a view, and tells what no plain format carries.
    pub fn new(scene: &'a Scene, options: &'a Options, losses: &mut Losses) -> Posed<'a> {
        let view = options.view.or(scene.default_view).unwrap_or(ViewId(0));
        let stage = Stage::new(scene, view, LIMIT);
        let pose = pose(scene, &stage, &options.overrides);
        let output = match options.space {
            OutputSpace::Si => scene.space.to_si(),
            OutputSpace::Document => DMat4::IDENTITY,
        };
        if duration(scene, &Playing::Everything).is_some() {
            let message = "animations are written as one moment";
            losses.push(&codes::ANIMATION, Fate::Dropped, Origin::default(), message);
        }
        let sizes = scene.geometries.iter().map(|g| size(&g.shape));
        let limit = options.limit.max(sizes.sum::<u64>().saturating_mul(2));
        Posed { scene, overrides: &options.overrides, stage, pose, output, limit }
    }

    /// Calls a function with every shape that is drawn, in the order of the document.
    pub fn each(&self, losses: &mut Losses, mut write: impl FnMut(&Piece<'a>, &mut Losses)) {
        let mut spent = 0u64;
        let mut found = false;
        let mut complete = self.stage.complete;
        'all: for (placed, at) in self.stage.placed.iter().zip(0..) {
            let Some(node) = self.scene.node(placed.node) else { continue };
            tell_node(node, placed.parent.is_some() || !node.transforms.is_empty(), losses);
            if !self.pose.shown(at) {
                if !node.drawn.is_empty() {
                    losses.push(&codes::HIDDEN, Fate::Dropped, node.meta.origin, "a hidden node is left out");
                }
                continue;
            }
            for drawn in &node.drawn {
                if !self.scene.is_visible(drawn) {
                    losses.push(&codes::HIDDEN, Fate::Dropped, node.meta.origin, "an invisible shape is left out");
                    continue;
                }
                let geometry = shape(self.scene, drawn.what);
                let Some((id, geometry)) = geometry.and_then(|id| Some((id, self.scene.geometry(id)?))) else {
                    continue;
                };
                spent = spent.saturating_add(size(&geometry.shape));
                if spent > self.limit {
                    complete = false;
                    break 'all;
                }
                let Some(piece) = self.piece(at, node, drawn, id) else { continue };
                if matches!(drawn.what, Drawable::Controller(_)) {
                    let message = "a skin or morph is written as it is at this moment";
                    losses.push(&codes::DEFORMED, Fate::Baked, drawn.meta.origin, message);
                }
                found = true;
                write(&piece, losses);
            }
        }
        if !complete {
            let message = "instances add up to more than the limit; some are left out";
            losses.push(&codes::TOO_MUCH, Fate::Dropped, Origin::default(), message);
        }
        if !found {
            losses.push(&codes::NOTHING, Fate::Noted, Origin::default(), "nothing is drawn");
        }
    }

    fn piece(&self, at: u32, node: &'a Node, drawn: &'a Drawn, geometry: GeometryId) -> Option<Piece<'a>> {
        let world = self.output * self.pose.world(at);
        let linear = DMat3::from_mat4(world);
        let form = match &self.scene.geometry(geometry)?.shape {
            Shape::Empty => return None,
            Shape::Spline(spline) => Form::Spline(spline),
            Shape::Mesh(mesh) => {
                let deformed = deform(self.scene, &self.stage, &self.pose, self.overrides, at, drawn);
                let place = |p: [f32; 3]| world.transform_point3(DVec3::from_array(p.map(f64::from)));
                let positions = match (&deformed, mesh.positions()) {
                    (Some(deformed), _) => deformed.positions.iter().copied().map(place).collect(),
                    (None, Some(stream)) => (0..stream.rows()).map(|i| place(point(stream.row(i)))).collect(),
                    (None, None) => Vec::new(),
                };
                Form::Mesh(Body { mesh, positions, deformed, turn: inverse_transpose(linear) })
            }
        };
        Some(Piece { node, drawn, geometry, world, mirrored: linear.determinant() < 0.0, form })
    }
}

impl<'a> Piece<'a> {
    /// How a primitive's symbol is bound.
    pub fn binding(&self, primitive: &Primitive) -> Option<&'a MaterialBinding> {
        let symbol = primitive.material.as_deref()?;
        self.drawn.materials.iter().find(|m| *m.symbol == *symbol)
    }
}

/// Where corners find a kind of data.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Source<'a> {
    pub attribute: &'a Attribute,
    pub column: usize,
    /// Is it data of vertices?
    pub of_vertex: bool,
}

impl<'a> Body<'a> {
    /// Where corners of a primitive find data of a kind: that of corners goes before that of vertices, and the wanted set
    /// before others, of which it is the lowest.
    pub fn source(&self, primitive: &'a Primitive, semantic: &Semantic, set: Option<u32>) -> Option<Source<'a>> {
        let mut all: Vec<Source<'a>> = self.sources(primitive).filter(|s| s.attribute.semantic == *semantic).collect();
        all.sort_by_key(|s| (set.is_some() && s.attribute.set != set, s.attribute.set, s.of_vertex));
        all.first().copied()
    }

    /// All data of a primitive's corners but for positions.
    pub fn sources(&self, primitive: &'a Primitive) -> impl Iterator<Item = Source<'a>> + use<'a> {
        let corner = |i: &'a Input| Source { attribute: &i.attribute, column: i.column as usize, of_vertex: false };
        let column = primitive.vertex_column as usize;
        let vertex = move |attribute: &'a Attribute| Source { attribute, column, of_vertex: true };
        let all = primitive.inputs.iter().map(corner).chain(self.mesh.vertices.iter().map(vertex));
        all.filter(|s| s.attribute.semantic != Semantic::Position)
    }

    /// Rows of some data: their width and numbers.
    pub fn rows(&self, source: &Source<'_>) -> (usize, &[f32]) {
        let stream = self.mesh.streams.get(source.attribute.stream as usize);
        let (width, written) = stream.map_or((1, &[][..]), |s| (s.width as usize, &s.data));
        let changed = self.deformed.as_ref().and_then(|deformed| {
            let replaced = deformed.attribute(source.attribute).filter(|_| source.of_vertex);
            replaced.map(|r| &*r.data).or_else(|| deformed.stream(source.attribute.stream))
        });
        (width.max(1), changed.unwrap_or(written))
    }

    /// A row of some data.
    pub fn row(&self, source: &Source<'_>, index: usize) -> &[f32] {
        let (width, data) = self.rows(source);
        data.get(index.saturating_mul(width)..).and_then(|rest| rest.get(..width)).unwrap_or_default()
    }

    /// Do normals of a corner depend on its vertex?
    pub fn turns_each_vertex(&self) -> bool {
        self.deformed.as_ref().is_some_and(|d| d.normal_matrices.is_some())
    }

    /// A normal in the space that is written.
    pub fn normal(&self, written: [f32; 3], vertex: usize) -> DVec3 {
        let matrices = self.deformed.as_ref().and_then(|d| d.normal_matrices.as_ref());
        let written = match matrices.and_then(|m| m.get(vertex)) {
            Some(matrix) => Mat3::from_cols_array(matrix) * Vec3::from_array(written),
            None => Vec3::from_array(written),
        };
        (self.turn * written.as_dvec3()).normalize_or_zero()
    }
}

/// The first three numbers of a row; what is missing is zero.
pub fn point(row: &[f32]) -> [f32; 3] {
    let at = |i: usize| row.get(i).copied().unwrap_or(0.0);
    [at(0), at(1), at(2)]
}

/// Tells what is lost of any material that a writer leaves out.
pub fn tell_no_materials(piece: &Piece<'_>, losses: &mut Losses) {
    if !piece.drawn.materials.is_empty() {
        let message = "materials and textures have no place in this format";
        losses.push(&codes::MATERIAL, Fate::Dropped, piece.drawn.meta.origin, message);
    }
}

/// The material of a primitive with what is set.
pub fn material<'a>(posed: &Posed<'a>, binding: &MaterialBinding) -> Option<std::borrow::Cow<'a, Material>> {
    portolan_eval::material(posed.scene, binding.material, posed.overrides)
}

fn tell_node(node: &Node, moved: bool, losses: &mut Losses) {
    if !node.cameras.is_empty() {
        losses.push(&codes::CAMERA, Fate::Dropped, node.meta.origin, "cameras have no place in this format");
    }
    if !node.lights.is_empty() {
        losses.push(&codes::LIGHT, Fate::Dropped, node.meta.origin, "lights have no place in this format");
    }
    if moved {
        let message = "transforms of nodes are applied to the coordinates";
        losses.push(&codes::FLATTENED, Fate::Baked, node.meta.origin, message);
    }
}

fn shape(scene: &Scene, what: Drawable) -> Option<GeometryId> {
    let mut next = match what {
        Drawable::Geometry(id) => return Some(id),
        Drawable::Controller(id) => id,
    };
    for _ in 0..=scene.controllers.len() {
        match scene.controller(next)?.base {
            Base::Geometry(id) => return Some(id),
            Base::Controller(id) => next = id,
        }
    }
    None
}

/// How much a shape adds to a file, in vertices and corners.
fn size(shape: &Shape) -> u64 {
    match shape {
        Shape::Mesh(mesh) => {
            let corners: usize = mesh.primitives.iter().map(Primitive::corners).sum();
            (corners + mesh.vertex_count()) as u64
        }
        Shape::Spline(spline) => (spline.points.len() as u64).saturating_mul(MOST_PIECES as u64),
        Shape::Empty => 0,
    }
}

/// Up to a positive factor; flat matrices have one too.
fn inverse_transpose(m: DMat3) -> DMat3 {
    let (x, y, z) = (m.y_axis.cross(m.z_axis), m.z_axis.cross(m.x_axis), m.x_axis.cross(m.y_axis));
    let sign = if m.x_axis.dot(x) < 0.0 { -1.0 } else { 1.0 };
    DMat3::from_cols(x * sign, y * sign, z * sign)
}
