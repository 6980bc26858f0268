//! Shapes: mesh files through the readers of their formats, and boxes, cylinders and spheres as polygons.

use portolan_eval::{Overrides, Stage, pose};
use portolan_geom::solid;
use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{
    Attribute, Drawable, Drawn, Fate, Form, Geometry, GeometryId, ImageId, Input, MaterialId, Mesh, Meta, Origin,
    Primitive, PrimitiveKind, Scene, Semantic, Shape, Stream, TextureSlot, ViewId,
};
use portolan_syntax::Node;

use super::{Reader, origin};
use crate::codes;
use crate::format::open_mesh;

/// The material of faces that have none of their own.
pub(super) const SYMBOL: &str = "material";
/// Places of a mesh file.
const MOST: usize = 1 << 20;

/// A shape of a mesh file, where it stands there.
#[derive(Clone)]
pub(crate) struct Part {
    pub matrix: DMat4,
    pub drawn: Drawn,
}

impl<'a> Reader<'a> {
    /// The shapes of a mesh file, scaled.
    pub(super) fn mesh(&mut self, mesh: Node<'a>) -> Option<Vec<Part>> {
        let reference = mesh.attribute_value("filename").map(|f| f.trim().to_owned()).unwrap_or_default();
        let scale = DVec3::from_array(self.numbers(mesh, "scale", [1.0; 3]));
        if !self.meshes.contains_key(&reference) {
            let read = self.read_mesh(&reference, mesh);
            self.meshes.insert(reference.clone(), read);
        }
        let mut parts = self.meshes.get(&reference)?.clone()?;
        if scale != DVec3::ONE {
            parts.iter_mut().for_each(|part| part.matrix = DMat4::from_scale(scale) * part.matrix);
        }
        Some(parts)
    }

    fn read_mesh(&mut self, reference: &str, mesh: Node<'a>) -> Option<Vec<Part>> {
        let read = self.resources.locate(self.location, reference).and_then(|found| {
            let bytes = self.resources.read(&found.location, self.limits.bytes)?;
            Ok((found.location, bytes))
        });
        let (location, bytes) = match read {
            Ok(read) => read,
            Err(why) => {
                let message = format!("the mesh `{reference}` cannot be read: {why}");
                self.lose(&codes::FILE, Fate::Dropped, mesh, message);
                return None;
            }
        };
        let Some(lowered) = open_mesh(&location, bytes, self.resources, self.limits) else {
            let message = format!("the format of the mesh `{reference}` is unknown");
            self.lose(&codes::FILE, Fate::Dropped, mesh, message);
            return None;
        };
        for loss in lowered.losses.iter().filter(|l| l.fate == Fate::Dropped) {
            self.losses.push(loss.code, loss.fate, origin(mesh), format!("`{reference}`: {}", loss.message));
        }
        Some(self.graft(lowered.scene, reference, mesh))
    }

    /// Takes shapes, materials and pictures of another scene over.
    fn graft(&mut self, mut other: Scene, reference: &str, mesh: Node<'a>) -> Vec<Part> {
        let here = origin(mesh);
        let view = other.default_view.unwrap_or(ViewId(0));
        let stage = Stage::new(&other, view, MOST);
        let now = pose(&other, &stage, &Overrides::default());
        let (geometries, materials, images) =
            (self.scene.geometries.len(), self.scene.materials.len(), self.scene.images.len());
        let unit = DMat4::from_scale(DVec3::splat(other.space.metres));
        let mut parts = Vec::new();
        let mut bent = false;
        for (place, at) in stage.placed.iter().zip(0..) {
            let Some(node) = other.node(place.node) else { continue };
            for drawn in &node.drawn {
                let Drawable::Geometry(id) = drawn.what else {
                    bent = true;
                    continue;
                };
                let mut own =
                    Drawn::new(Meta { origin: here, ..Meta::default() }, Drawable::Geometry(moved(id, geometries)));
                own.materials = drawn.materials.clone();
                for binding in &mut own.materials {
                    binding.material = MaterialId(binding.material.0 + materials as u32);
                    binding.meta = Meta::default();
                }
                parts.push(Part { matrix: unit * now.world(at), drawn: own });
            }
        }
        if bent || !other.animations.is_empty() || !other.mechanisms.is_empty() {
            let message = format!("only shapes and materials of `{reference}` are used");
            self.lose(&codes::MESH, Fate::Noted, mesh, message);
        }
        for geometry in &mut other.geometries {
            plain(&mut geometry.meta, here);
        }
        for material in &mut other.materials {
            plain(&mut material.meta, here);
            material.effect = None;
            material.fed.clear();
            material.base = material.base.map(|base| MaterialId(base.0 + materials as u32));
            let slots: Vec<TextureSlot> = material.textures().map(|(slot, _)| slot).collect();
            for slot in slots {
                if let Some(texture) = material.texture_mut(slot) {
                    texture.image = texture.image.map(|image| ImageId(image.0 + images as u32));
                }
            }
        }
        for image in &mut other.images {
            plain(&mut image.meta, here);
        }
        self.scene.geometries.append(&mut other.geometries);
        self.scene.materials.append(&mut other.materials);
        self.scene.images.append(&mut other.images);
        parts
    }

    /// The shape of a part as it stands, so that only turns and shifts are left.
    pub(super) fn baked(&mut self, part: &Part) -> Option<GeometryId> {
        let Drawable::Geometry(id) = part.drawn.what else { return None };
        if part.matrix.abs_diff_eq(DMat4::IDENTITY, 0.0) {
            return Some(id);
        }
        let Shape::Mesh(mesh) = &self.scene.geometry(id)?.shape else { return None };
        let position = mesh.vertices.iter().find(|a| a.semantic == Semantic::Position)?;
        let stream = mesh.streams.get(position.stream as usize)?;
        let place = |row: &[f32]| match *row {
            [x, y, z, ..] => part.matrix.transform_point3(DVec3::new(x.into(), y.into(), z.into())).to_array(),
            _ => [0.0; 3],
        };
        let data = stream.data.chunks_exact(stream.width.max(1) as usize).flat_map(place).map(|v| v as f32).collect();
        let mut primitives = mesh.primitives.clone();
        primitives.iter_mut().for_each(|p| p.inputs.clear());
        let made = Mesh {
            streams: vec![Stream::new(3, data)],
            vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
            primitives,
            ..Mesh::default()
        };
        let name = self.scene.geometry(id)?.meta.name.clone();
        let meta = Meta { name, origin: part.drawn.meta.origin, ..Meta::default() };
        Some(self.add(Geometry::new(meta, Shape::Mesh(made))))
    }

    fn add(&mut self, geometry: Geometry) -> GeometryId {
        let id = GeometryId::next(&self.scene.geometries);
        self.scene.geometries.push(geometry);
        id
    }

    /// A box, cylinder or sphere as polygons; cylinders stand along y.
    pub(super) fn solid(&mut self, form: &Form, visual: Node<'a>) -> Option<Part> {
        let (name, made) = match *form {
            Form::Box(half) => ("box", solid::cuboid(half.map(|v| v * 2.0))),
            Form::Sphere(radius) => ("sphere", solid::sphere(radius)),
            Form::Cylinder { height, radii: [radius, _] } => ("cylinder", solid::cylinder(radius, height, [true; 3])),
            _ => {
                self.lose(&codes::KIND, Fate::Dropped, visual, "a capsule is allowed in collisions only");
                return None;
            }
        };
        let meta = Meta { origin: origin(visual), ..Meta::default() };
        let indices = made.corners.iter().flatten().copied().collect();
        let mut primitive = Primitive::plain(meta.clone(), PrimitiveKind::Polygons, indices, made.counts);
        primitive.stride = 3;
        primitive.inputs = [(Semantic::Normal, None, 1), (Semantic::TexCoord, Some(0), 2)]
            .map(|(semantic, set, stream)| Input { attribute: Attribute { semantic, set, stream }, column: stream })
            .to_vec();
        let mesh = Mesh {
            streams: vec![
                Stream::new(3, made.positions.into_iter().flatten().collect()),
                Stream::new(3, made.normals.into_iter().flatten().collect()),
                Stream::new(2, made.coordinates.into_iter().flatten().collect()),
            ],
            vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
            primitives: vec![primitive],
            ..Mesh::default()
        };
        let named = Meta { name: Some(name.into()), ..meta.clone() };
        let id = self.add(Geometry::new(named, Shape::Mesh(mesh)));
        Some(Part { matrix: DMat4::IDENTITY, drawn: Drawn::new(meta, Drawable::Geometry(id)) })
    }

    /// Gives all faces of a shape the same word for their material.
    pub(super) fn name_faces(&mut self, id: GeometryId) {
        let geometry = self.scene.geometries.get_mut(id.index());
        if let Some(Shape::Mesh(mesh)) = geometry.map(|g| &mut g.shape) {
            mesh.primitives.iter_mut().for_each(|p| p.material = Some(SYMBOL.into()));
        }
    }
}

fn moved(id: GeometryId, by: usize) -> GeometryId {
    GeometryId(id.0 + by as u32)
}

/// What is known of an object of another document: its name.
fn plain(meta: &mut Meta, origin: Origin) {
    let name = meta.label().map(Into::into);
    *meta = Meta { name, origin, ..Meta::default() };
}
