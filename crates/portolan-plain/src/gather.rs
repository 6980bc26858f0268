//! Everything that a view shows, one shape at one place after the other.

use portolan_eval::{Deformed, LIMIT, Overrides, Playing, Pose, Stage, deform, duration, normal_matrix, pose};
use portolan_mesh::{Curves, Data, data};
use portolan_scene::glam::{DMat3, DMat4, DVec3};
use portolan_scene::{
    Drawable, Drawn, Fate, GeometryId, Losses, Material, MaterialBinding, Mesh, Node, Origin, Primitive, Scene,
    Semantic, Shape, ViewId,
};

use crate::{Options, OutputSpace, codes};

/// A view that is posed.
pub struct Posed<'a> {
    pub scene: &'a Scene,
    pub overrides: &'a Overrides,
    stage: Stage,
    pose: Pose,
    output: DMat4,
    /// Curves of the scene as straight pieces.
    pub curves: Curves,
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
    Mesh(Box<Body<'a>>),
    /// A curve; its points are in [`Posed::curves`].
    Curve,
}

/// A mesh at a place.
pub struct Body<'a> {
    pub mesh: &'a Mesh,
    /// Where vertices are in the space that is written.
    pub positions: Vec<DVec3>,
    /// Does the document say where they are more exactly than single precision can?
    pub exact: bool,
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
        tell_animations(scene, losses);
        let mut curves = Curves::new(options.curves);
        let all = (0..scene.geometries.len() as u32).map(GeometryId);
        all.clone().for_each(|id| curves.prepare(scene, id));
        let sizes = all.map(|id| size(&curves, scene, id));
        let limit = options.limit.max(sizes.sum::<u64>().saturating_mul(2));
        Posed { scene, overrides: &options.overrides, stage, pose, output, curves, limit }
    }

    /// Calls a function with every shape that is drawn, in the order of the document.
    pub fn each(&self, losses: &mut Losses, mut write: impl FnMut(&Piece<'a>, &mut Losses)) {
        let mut spent = 0u64;
        let mut found = false;
        let mut complete = self.stage.complete;
        'all: for (placed, at) in self.stage.placed.iter().zip(0..) {
            let Some(node) = self.scene.node(placed.node) else { continue };
            tell_node(self.scene, node, placed.parent.is_some() || !node.transforms.is_empty(), losses);
            if !self.pose.shown(at) {
                if !node.drawn.is_empty() {
                    losses.push(&codes::HIDDEN, Fate::Dropped, node.meta.origin, "a hidden node is dropped");
                }
                continue;
            }
            for drawn in &node.drawn {
                if !self.scene.is_visible(drawn) {
                    losses.push(&codes::HIDDEN, Fate::Dropped, node.meta.origin, "an invisible shape is dropped");
                    continue;
                }
                let Some((id, _)) = self.scene.chain(drawn.what) else { continue };
                spent = spent.saturating_add(size(&self.curves, self.scene, id));
                if spent > self.limit {
                    complete = false;
                    break 'all;
                }
                let Some(piece) = self.piece(at, node, drawn, id) else { continue };
                if matches!(drawn.what, Drawable::Controller(_)) {
                    let message = "a skin or morph is written in its pose at this time";
                    losses.push(&codes::DEFORMED, Fate::Baked, drawn.meta.origin, message);
                }
                found = true;
                write(&piece, losses);
            }
        }
        if !complete {
            let message = "the number of instances exceeds the limit; some are dropped";
            losses.push(&codes::TOO_MUCH, Fate::Dropped, Origin::default(), message);
        }
        if !found {
            losses.push(&codes::NOTHING, Fate::Noted, Origin::default(), "the scene has nothing to draw");
        }
    }

    fn piece(&self, at: u32, node: &'a Node, drawn: &'a Drawn, geometry: GeometryId) -> Option<Piece<'a>> {
        let world = self.output * self.pose.world(at);
        let form = match &self.scene.geometry(geometry)?.shape {
            Shape::Brep(_) | Shape::Empty => return None,
            Shape::Spline(_) => Form::Curve,
            Shape::Mesh(mesh) => {
                let deformed = deform(self.scene, &self.stage, &self.pose, self.overrides, at, drawn);
                let place = |p: [f32; 3]| world.transform_point3(DVec3::from_array(p.map(f64::from)));
                let positions = match (&deformed, mesh.positions()) {
                    (Some(deformed), _) => deformed.positions.iter().copied().map(place).collect(),
                    (None, Some(stream)) => {
                        let exact = |i| world.transform_point3(DVec3::from_array(stream.exact_triple(i)));
                        (0..stream.rows()).map(exact).collect()
                    }
                    (None, None) => Vec::new(),
                };
                let exact = deformed.is_none() && mesh.positions().is_some_and(|stream| !stream.exact.is_empty());
                Form::Mesh(Box::new(Body { mesh, positions, exact, deformed, turn: normal_matrix(world) }))
            }
        };
        let mirrored = DMat3::from_mat4(world).determinant() < 0.0;
        Some(Piece { node, drawn, geometry, world, mirrored, form })
    }
}

impl<'a> Body<'a> {
    /// All data of a primitive's corners but for positions.
    pub fn data(&self, primitive: &'a Primitive) -> Vec<Data<'a>> {
        let mut all = data(self.mesh, primitive);
        all.retain(|d| d.attribute.semantic != Semantic::Position);
        all
    }

    /// Rows of some data: their width and numbers.
    pub fn rows(&self, data: &Data<'_>) -> (usize, &[f32]) {
        let stream = self.mesh.streams.get(data.attribute.stream as usize);
        let (width, written) = stream.map_or((1, &[][..]), |s| (s.width as usize, &s.data));
        let changed = self.deformed.as_ref().and_then(|deformed| deformed.data(data));
        (width.max(1), changed.unwrap_or(written))
    }

    /// A row of some data.
    pub fn row(&self, data: &Data<'_>, index: usize) -> &[f32] {
        let (width, data) = self.rows(data);
        data.get(index.saturating_mul(width)..).and_then(|rest| rest.get(..width)).unwrap_or_default()
    }

    /// Do normals of a corner depend on its vertex?
    pub fn turns_each_vertex(&self) -> bool {
        self.deformed.as_ref().is_some_and(|d| d.normal_matrices.is_some())
    }

    /// A normal in the space that is written.
    pub fn normal(&self, written: [f32; 3], vertex: usize) -> DVec3 {
        let bent = self.deformed.as_ref().map_or_else(|| written.into(), |d| d.normal(written, vertex));
        (self.turn * bent.as_dvec3()).normalize_or_zero()
    }
}

/// Tells what is lost of any material that a writer leaves out.
pub fn tell_no_materials(piece: &Piece<'_>, losses: &mut Losses) {
    if !piece.drawn.materials.is_empty() {
        let message = "materials and textures are not supported by this format";
        losses.push(&codes::MATERIAL, Fate::Dropped, piece.drawn.meta.origin, message);
    }
}

/// The material of a primitive with what is set.
pub fn material<'a>(posed: &Posed<'a>, binding: &MaterialBinding) -> Option<std::borrow::Cow<'a, Material>> {
    portolan_eval::material(posed.scene, binding.material, posed.overrides)
}

/// Tells what a node has that plain formats do not.
pub fn tell_node(scene: &Scene, node: &Node, moved: bool, losses: &mut Losses) {
    for camera in node.cameras.iter().filter_map(|id| scene.camera(*id)) {
        losses.push(&codes::CAMERA, Fate::Dropped, camera.meta.origin, "cameras are not supported by this format");
    }
    for light in node.lights.iter().filter_map(|id| scene.light(*id)) {
        losses.push(&codes::LIGHT, Fate::Dropped, light.meta.origin, "lights are not supported by this format");
    }
    if moved {
        let message = "transforms of nodes are applied to the coordinates";
        losses.push(&codes::FLATTENED, Fate::Baked, node.meta.origin, message);
    }
}

/// How much a shape adds to a file, in vertices and corners.
fn size(curves: &Curves, scene: &Scene, id: GeometryId) -> u64 {
    let Some(mesh) = curves.mesh(scene, id) else { return 0 };
    let corners: usize = mesh.primitives.iter().map(Primitive::corners).sum();
    (corners + mesh.vertex_count()) as u64
}

/// Tells that animations and clips are not written.
pub(crate) fn tell_animations(scene: &Scene, losses: &mut Losses) {
    let animations = scene.animations.iter().map(|a| &a.meta).chain(scene.clips.iter().map(|c| &c.meta));
    let mut still: Vec<Origin> = animations.map(|meta| meta.origin).collect();
    if still.is_empty() && duration(scene, &Playing::Everything).is_some() {
        still.push(Origin::default());
    }
    for origin in still {
        let message = "animations are dropped; the scene is written at one time";
        losses.push(&codes::ANIMATION, Fate::Dropped, origin, message);
    }
}
