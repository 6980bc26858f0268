//! Everything that is drawn in a scene, corner by corner.

use std::collections::HashMap;
use std::sync::Arc;

use portolan_eval::{Deformed, deform};
use portolan_mesh::{Data, Faces, data, even_curve, texture_coordinates, triple};
use portolan_scene::glam::{DMat3, DMat4, DVec3};
use portolan_scene::{Drawn, GeometryId, MaterialBinding, MaterialId, Mesh, Primitive, Semantic, Shape, TextureSlot};

use crate::side::Side;

/// Everything that is drawn.
pub(crate) struct Cast<'a> {
    pub bodies: Vec<Body<'a>>,
    pub parts: Vec<Part<'a>>,
    /// Each a part and a corner of its primitive; of each part one after the other, element by element.
    pub corners: Vec<(u32, u32)>,
    /// Were there more than the limit?
    pub incomplete: bool,
}

/// The elements of a primitive that was met before: it is cut up once, however many places show it.
#[derive(Clone, Copy)]
struct Known {
    /// Corners of an element, and of all of them.
    size: usize,
    count: usize,
    /// Its corners in the cast. There are none if they were too many, and there is less room ever since.
    first: Option<usize>,
}

/// Primitives and curves that were met, by where they are in memory.
#[derive(Default)]
struct Met {
    primitives: HashMap<usize, Known>,
    curves: HashMap<usize, Arc<[[f64; 3]]>>,
}

/// A shape at a place.
pub(crate) struct Body<'a> {
    pub at: u32,
    pub drawn: &'a Drawn,
    pub geometry: GeometryId,
    /// Do controllers bend it?
    pub bent: bool,
    /// Is it to be seen, if its node is?
    pub visible: bool,
}

/// What is drawn with one material.
pub(crate) struct Part<'a> {
    pub body: u32,
    pub at: u32,
    /// Corners of an element: one of a point, two of a line, three of a triangle.
    pub size: usize,
    pub shape: Form<'a>,
    pub material: Option<MaterialId>,
    pub binding: Option<&'a MaterialBinding>,
    /// Its corners in the cast.
    pub first: usize,
    pub count: usize,
}

/// Where the data of a part is.
pub(crate) enum Form<'a> {
    Mesh(&'a Mesh, &'a Primitive, Vec<Data<'a>>),
    /// Points of a curve.
    Points(Arc<[[f64; 3]]>),
}

/// Straight pieces of each segment of a curve.
const PIECES: u32 = 16;

impl<'a> Cast<'a> {
    pub fn new(side: &Side<'a>, most: usize) -> Cast<'a> {
        let mut cast = Cast { bodies: Vec::new(), parts: Vec::new(), corners: Vec::new(), incomplete: false };
        let mut met = Met::default();
        for (at, placed) in (0u32..).zip(&side.stage.placed) {
            let Some(node) = side.scene.node(placed.node) else { continue };
            for drawn in &node.drawn {
                cast.add(side, at, drawn, most, &mut met);
            }
        }
        cast
    }

    fn add(&mut self, side: &Side<'a>, at: u32, drawn: &'a Drawn, most: usize, met: &mut Met) {
        let Some((id, chain)) = side.scene.chain(drawn.what) else { return };
        let Some(geometry) = side.scene.geometry(id) else { return };
        let body = self.bodies.len() as u32;
        let visible = side.scene.is_visible(drawn);
        self.bodies.push(Body { at, drawn, geometry: id, bent: !chain.is_empty(), visible });
        match &geometry.shape {
            Shape::Mesh(mesh) => {
                for primitive in &mesh.primitives {
                    let first = self.corners.len();
                    let Some((size, count)) = self.elements(mesh, primitive, most, &mut met.primitives) else {
                        self.incomplete = true;
                        continue;
                    };
                    let binding = drawn.binding(primitive);
                    let material = binding.map(|b| b.material).filter(|id| side.scene.material(*id).is_some());
                    let shape = Form::Mesh(mesh, primitive, data(mesh, primitive));
                    self.parts.push(Part { body, at, size, shape, material, binding, first, count });
                }
            }
            Shape::Spline(spline) => {
                let points = met.curves.entry(std::ptr::from_ref(spline).addr());
                self.curve(body, at, points.or_insert_with(|| even_curve(spline, PIECES).into()), most);
            }
            Shape::Brep(_) | Shape::Empty => {}
        }
    }

    /// Puts the elements of a primitive there, for the part that is next: how many corners each has, and all of them.
    fn elements(
        &mut self,
        mesh: &Mesh,
        primitive: &Primitive,
        most: usize,
        met: &mut HashMap<usize, Known>,
    ) -> Option<(usize, usize)> {
        let (number, begin) = (self.parts.len() as u32, self.corners.len());
        let key = std::ptr::from_ref(primitive).addr();
        if let Some(Known { size, count, first }) = met.get(&key).copied() {
            let first = first.filter(|_| begin + count <= most)?;
            self.corners.extend_from_within(first..first + count);
            self.corners.get_mut(begin..)?.iter_mut().for_each(|corner| corner.0 = number);
            return Some((size, count));
        }
        let faces = Faces::new(mesh, primitive);
        let size = faces.kind.corners();
        let count = faces.count as usize * size;
        let fits = begin + count <= most;
        met.insert(key, Known { size, count, first: fits.then_some(begin) });
        match faces.list().filter(|_| fits) {
            Some(list) => self.corners.extend(list.iter().take(count).map(|c| (number, *c))),
            None if fits => self.corners.extend((0..count as u32).map(|c| (number, c))),
            None => {}
        }
        fits.then_some((size, count))
    }

    fn curve(&mut self, body: u32, at: u32, points: &Arc<[[f64; 3]]>, most: usize) {
        let (number, first) = (self.parts.len() as u32, self.corners.len());
        let pieces = points.len().saturating_sub(1);
        let count = pieces * 2;
        if first + count > most {
            self.incomplete = true;
            return;
        }
        self.corners.extend((0..pieces as u32).flat_map(|i| [(number, i), (number, i + 1)]));
        let shape = Form::Points(points.clone());
        self.parts.push(Part { body, at, size: 2, shape, material: None, binding: None, first, count });
    }

    /// Is nothing drawn?
    pub fn is_empty(&self) -> bool {
        self.corners.is_empty() && !self.incomplete
    }

    pub fn part(&self, corner: u32) -> Option<&Part<'a>> {
        self.parts.get(self.corners.get(corner as usize)?.0 as usize)
    }

    pub fn body(&self, part: &Part<'a>) -> Option<&Body<'a>> {
        self.bodies.get(part.body as usize)
    }
}

impl<'a> Part<'a> {
    /// The mesh behind it.
    pub fn mesh(&self) -> Option<&'a Mesh> {
        match &self.shape {
            Form::Mesh(mesh, ..) => Some(mesh),
            Form::Points(_) => None,
        }
    }

    /// All data of a kind, sorted by set.
    pub fn all(&self, semantic: &Semantic) -> Vec<Data<'a>> {
        let Form::Mesh(_, _, data) = &self.shape else { return Vec::new() };
        let mut found: Vec<Data<'a>> = data.iter().filter(|d| d.attribute.semantic == *semantic).copied().collect();
        found.sort_by_key(|d| d.attribute.set.unwrap_or(0));
        found
    }

    /// The row of some data at a corner of the primitive, as it was written.
    pub fn row(&self, data: Data<'a>, corner: u32) -> &'a [f32] {
        let Form::Mesh(mesh, primitive, _) = &self.shape else { return &[] };
        data.row(mesh, primitive, corner as usize)
    }

    /// Where a corner is in its mesh, as it was written.
    pub fn raw(&self, corner: u32) -> DVec3 {
        match &self.shape {
            Form::Points(points) => points.get(corner as usize).map_or(DVec3::ZERO, |p| DVec3::from(*p)),
            Form::Mesh(mesh, primitive, _) => {
                let vertex = primitive.vertex(corner as usize).unwrap_or(0) as usize;
                let place = mesh.positions().map_or([0.0; 3], |s| triple(s.row(vertex)));
                DVec3::from(place.map(f64::from))
            }
        }
    }

    /// The texture coordinates that a texture of its material uses.
    pub fn coordinates(&self, side: &Side<'a>, slot: TextureSlot) -> Option<Data<'a>> {
        let Form::Mesh(_, _, data) = &self.shape else { return None };
        let texture = side.scene.material(self.material?)?.texture(slot)?;
        let order = texture_coordinates(data, &[&texture.coordinates], self.binding);
        data.get(*order.first()?).copied()
    }
}

/// What is drawn, posed.
pub(crate) struct Posed<'s, 'a> {
    pub cast: &'s Cast<'a>,
    /// For each body where it is, and how it is bent.
    bodies: Vec<(DMat4, DMat3, Option<Deformed>)>,
}

impl<'s, 'a> Posed<'s, 'a> {
    /// Poses all bodies that are asked for.
    pub fn new(side: &Side<'a>, cast: &'s Cast<'a>, wanted: &dyn Fn(&Body<'a>) -> bool) -> Posed<'s, 'a> {
        let pose = |body: &Body<'a>| {
            let moved = side.overrides.streams(body.geometry).next().is_some();
            let bent = if (body.bent || moved) && wanted(body) {
                deform(side.scene, &side.stage, &side.pose, &side.overrides, body.at, body.drawn)
            } else {
                None
            };
            // What joints hold stands where they are, not where its node is.
            let held = bent.as_ref().is_some_and(|b| b.normal_matrices.is_some());
            let world = if held { side.world(body.at) } else { side.fixed(body.at) };
            (world, DMat3::from_mat4(world).inverse().transpose(), bent)
        };
        Posed { cast, bodies: cast.bodies.iter().map(pose).collect() }
    }

    /// Where a corner is, in metres with Y up.
    pub fn position(&self, corner: u32) -> DVec3 {
        let Some((part, own)) = self.cast.corners.get(corner as usize) else { return DVec3::NAN };
        let Some(part) = self.cast.parts.get(*part as usize) else { return DVec3::NAN };
        let Some((world, _, bent)) = self.bodies.get(part.body as usize) else { return DVec3::NAN };
        let place = match (&part.shape, bent) {
            (Form::Mesh(_, primitive, _), Some(bent)) => {
                let vertex = primitive.vertex(*own as usize).unwrap_or(0) as usize;
                let place = bent.positions.get(vertex).copied().unwrap_or_default();
                DVec3::from(place.map(f64::from))
            }
            _ => part.raw(*own),
        };
        world.transform_point3(place)
    }

    /// Where its surface looks, if it says so.
    pub fn normal(&self, corner: u32, data: Option<Data<'a>>) -> Option<DVec3> {
        let (part, own) = self.cast.corners.get(corner as usize)?;
        let part = self.cast.parts.get(*part as usize)?;
        let (_, turn, bent) = self.bodies.get(part.body as usize)?;
        let data = data?;
        let Form::Mesh(_, primitive, _) = &part.shape else { return None };
        let vertex = primitive.vertex(*own as usize).unwrap_or(0) as usize;
        let replaced = bent.as_ref().and_then(|b| b.attribute(data.attribute)).filter(|_| data.of_vertex);
        let row = match replaced {
            Some(new) => new.data.get(vertex * new.width as usize..)?,
            None => part.row(data, *own),
        };
        let mut direction = DVec3::from(triple(row).map(f64::from));
        if let Some(matrix) = bent.as_ref().and_then(|b| b.normal_matrices.as_ref()?.get(vertex)) {
            direction = DMat3::from_cols_array(&matrix.map(f64::from)) * direction;
        }
        (*turn * direction).try_normalize()
    }

    /// Is the body of a part mirrored, so that its faces look the other way?
    pub fn mirrored(&self, part: &Part<'a>) -> bool {
        self.bodies.get(part.body as usize).is_some_and(|b| b.0.determinant() < 0.0)
    }

    /// Does a skin hold the body of a part?
    pub fn held(&self, part: &Part<'a>) -> bool {
        let body = self.bodies.get(part.body as usize);
        body.and_then(|b| b.2.as_ref()).is_some_and(|b| b.normal_matrices.is_some())
    }
}
