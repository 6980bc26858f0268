//! What bodies weigh: mass, centre and moments of inertia, by the rules of COLLADA (page 6-37).
//!
//! Without a mass, everything follows from the shapes. With a mass alone, it follows from the shapes and is scaled. With a mass
//! and an inertia, both count as they are given, about the mass frame.

use std::collections::HashMap;

use portolan_geom::moments::{
    Moments, Of, ball, capsule, cuboid, frustum, is_closed, principal, tapered_capsule, triangles,
};
use portolan_mesh::{Elements, Faces, hull};
use portolan_scene::glam::{DMat3, DVec3};
use portolan_scene::{Body, Collider, Form, GeometryId, Mesh, Meta, Origin, Scene, Shape, Transform};

/// What a body weighs.
#[derive(Clone, PartialEq, Debug)]
pub struct Weight {
    /// Its mass.
    pub mass: f64,
    /// How the mass is known.
    pub rule: MassRule,
    /// The centre of mass, in the space of the body.
    pub centre: DVec3,
    /// The principal moments of inertia about the centre.
    pub moments: [f64; 3],
    /// Their axes in the space of the body, as columns.
    pub axes: DMat3,
    /// Its shapes.
    pub shapes: Vec<ShapeWeight>,
    /// What is worth telling.
    pub notes: Vec<(Origin, Note)>,
}

impl Weight {
    /// The inertia about the centre as a matrix, in the space of the body.
    pub fn inertia(&self) -> DMat3 {
        self.axes * DMat3::from_diagonal(DVec3::from_array(self.moments)) * self.axes.transpose()
    }
}

/// How the mass of a body is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MassRule {
    /// Mass and inertia are given.
    Given,
    /// All follows from the shapes.
    Shapes,
    /// The mass is given; the inertia of the shapes is scaled to it.
    Scaled,
}

impl MassRule {
    /// As a word.
    pub fn name(self) -> &'static str {
        match self {
            MassRule::Given => "given",
            MassRule::Shapes => "shapes",
            MassRule::Scaled => "scaled",
        }
    }
}

/// What a shape weighs; what it has none of is `None`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShapeWeight {
    /// What it is.
    pub kind: &'static str,
    /// Is its mass on the surface?
    pub hollow: bool,
    /// Its mass.
    pub mass: Option<f64>,
    /// Mass of a unit of volume, or of area if it is hollow.
    pub density: Option<f64>,
    /// Its volume.
    pub volume: Option<f64>,
    /// Its surface.
    pub area: Option<f64>,
}

/// Something worth telling about what a shape weighs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// The mesh is open, so that its convex hull counts.
    Open,
    /// It has no volume, so that its surface counts.
    Flat,
    /// It is elliptic in different ways at its ends; it is taken as round.
    Round,
    /// There is nothing to weigh.
    Nothing,
    /// Its mass is not what its density says.
    Density,
}

/// How far mass and density of a shape may be apart: documents round both.
const DIFFERENT: f64 = 0.01;

/// Weighs bodies. Each geometry is measured once.
#[derive(Debug)]
pub struct Scales<'a> {
    scene: &'a Scene,
    known: HashMap<GeometryId, Measured>,
}

/// Volume and surface of a shape.
#[derive(Clone, Copy, Default, Debug)]
struct Measured {
    volume: Moments,
    surface: Moments,
    note: Option<Note>,
}

impl<'a> Scales<'a> {
    /// For the bodies of a scene.
    pub fn new(scene: &'a Scene) -> Scales<'a> {
        Scales { scene, known: HashMap::new() }
    }

    /// What a body weighs.
    pub fn weigh(&mut self, body: &Body) -> Weight {
        let (mut shapes, mut notes, mut sum) = (Vec::new(), Vec::new(), Moments::default());
        for collider in &body.colliders {
            let (shape, spread, note) = self.shape(collider);
            notes.extend(note.map(|note| (collider.origin, note)));
            if let Some(spread) = spread {
                sum = if sum.amount > 0.0 { sum.and(&spread) } else { spread };
            }
            shapes.push(shape);
        }
        let frame = body.mass_frame.as_deref().map(Transform::product).unwrap_or_default();
        let (rule, mass) = match (body.mass, body.inertia) {
            (None, _) => (MassRule::Shapes, sum.amount),
            (Some(mass), None) => (MassRule::Scaled, mass),
            (Some(mass), Some(moments)) => {
                let (_, turn, centre) = frame.to_scale_rotation_translation();
                let axes = DMat3::from_quat(turn);
                return Weight { mass, rule: MassRule::Given, centre, moments, axes, shapes, notes };
            }
        };
        let (moments, axes) = principal(sum.amounting(mass).inertia());
        let [x, y, z] = axes.map(DVec3::from_array);
        let centre = DVec3::from_array(sum.centre);
        Weight { mass, rule, centre, moments, axes: DMat3::from_cols(x, y, z), shapes, notes }
    }

    /// What a shape weighs, and how its mass is spread in the space of the body.
    fn shape(&mut self, collider: &Collider) -> (ShapeWeight, Option<Moments>, Option<Note>) {
        let kind = self.kind(&collider.form);
        let hollow = collider.hollow;
        let Some(measured) = self.measured(&collider.form) else {
            // A plane has no end.
            let (mass, density) = (collider.mass, collider.density);
            return (ShapeWeight { kind, hollow, mass, density, volume: None, area: None }, None, None);
        };
        let counted = if hollow { measured.surface } else { measured.volume };
        let density = collider.density.unwrap_or(1.0);
        let mass = collider.mass.unwrap_or(density * counted.amount);
        let spread = if counted.amount > 0.0 { counted } else { measured.surface };
        let density = match collider.mass {
            Some(mass) => Some(mass / counted.amount).filter(|d| d.is_finite()),
            None => Some(density),
        };
        let weight = ShapeWeight {
            kind,
            hollow,
            mass: Some(mass),
            density,
            volume: Some(measured.volume.amount),
            area: Some(measured.surface.amount),
        };
        let said = collider.density.zip(collider.mass).map(|(density, mass)| (density * counted.amount, mass));
        let differs = said.is_some_and(|(expected, mass)| (expected - mass).abs() > DIFFERENT * mass.max(expected));
        let note = measured.note.or(differs.then_some(Note::Density));
        let matrix = collider.matrix();
        let (_, turn, offset) = matrix.to_scale_rotation_translation();
        let columns = DMat3::from_quat(turn).to_cols_array_2d();
        let spread = spread.amounting(mass).placed(columns, offset.to_array());
        (weight, Some(spread).filter(|_| matrix.is_finite()), note)
    }

    fn kind(&self, form: &Form) -> &'static str {
        match form {
            Form::Box(_) => "box",
            Form::Sphere(_) => "sphere",
            Form::Plane(_) => "plane",
            Form::Cylinder { .. } => "cylinder",
            Form::TaperedCylinder { .. } => "tapered_cylinder",
            Form::Capsule { .. } => "capsule",
            Form::TaperedCapsule { .. } => "tapered_capsule",
            Form::Geometry(id) => match self.scene.geometry(*id).map(|g| &g.shape) {
                Some(Shape::Mesh(mesh)) if mesh.convex => "hull",
                _ => "mesh",
            },
        }
    }

    /// Volume and surface of a form; `None` if it has no end.
    fn measured(&mut self, form: &Form) -> Option<Measured> {
        let both = |measure: &dyn Fn(Of) -> Moments| Measured {
            volume: measure(Of::Volume),
            surface: measure(Of::Surface),
            note: None,
        };
        Some(match *form {
            Form::Plane(_) => return None,
            Form::Box(half) => both(&|of| cuboid(half, of)),
            Form::Sphere(radius) => both(&|of| ball(radius, of)),
            Form::Cylinder { height, radii } => both(&|of| frustum(height, radii, radii, of)),
            Form::TaperedCylinder { height, top, bottom } => both(&|of| frustum(height, top, bottom, of)),
            Form::Capsule { height, radii } => both(&|of| capsule(height, radii, of)),
            Form::TaperedCapsule { height, top, bottom } => {
                let (radii, stretch, exact) = tapered(top, bottom);
                let measured = both(&|of| tapered_capsule(height, radii, stretch, of));
                Measured { note: (!exact).then_some(Note::Round), ..measured }
            }
            Form::Geometry(id) => {
                let scene = self.scene;
                *self.known.entry(id).or_insert_with(|| match scene.geometry(id).map(|g| &g.shape) {
                    Some(Shape::Mesh(mesh)) => of_mesh(mesh),
                    _ => Measured { note: Some(Note::Nothing), ..Measured::default() },
                })
            }
        })
    }
}

/// A tapered capsule as two balls that are stretched along x and z: their radii, the stretch, and whether both are stretched
/// alike.
pub fn tapered(top: [f64; 2], bottom: [f64; 2]) -> ([f64; 2], [f64; 2], bool) {
    let mean = |[x, z]: [f64; 2]| (x + z) / 2.0;
    let radii = [mean(top), mean(bottom)];
    let [x, z] = if radii[0] >= radii[1] { top } else { bottom };
    let stretch = [x, z].map(|r| r / radii[0].max(radii[1]));
    let fits = |[x, z]: [f64; 2], radius: f64| {
        let close = |r: f64, k: f64| (r - k * radius).abs() <= 1e-9 * radius.max(r);
        close(x, stretch[0]) && close(z, stretch[1])
    };
    match fits(top, radii[0]) && fits(bottom, radii[1]) {
        true => (radii, stretch, true),
        false => (radii, [1.0; 2], false),
    }
}

fn of_mesh(mesh: &Mesh) -> Measured {
    let own = corners(mesh);
    let mut note = None;
    let all = match mesh.convex {
        true => hull(mesh, Meta::default()).map(|hull| corners(&hull)).unwrap_or(own),
        false if is_closed(own.iter().copied()) => own,
        false => {
            note = Some(Note::Open);
            hull_of(&own).unwrap_or(own)
        }
    };
    let measure = |of| triangles(all.iter().copied(), of);
    let (volume, mut surface) = (measure(Of::Volume), measure(Of::Surface));
    // What is as thin as rounding allows has no volume.
    let flat = volume.amount <= 1e-9 * surface.amount * surface.amount.sqrt();
    if all.is_empty() {
        note = Some(Note::Nothing);
    } else if flat {
        note = Some(Note::Flat);
    }
    if note == Some(Note::Open) && !mesh.convex {
        // The hull closes a volume; what is hollow is its own faces.
        surface = triangles(corners(mesh).into_iter(), Of::Surface);
    }
    let volume = if flat { Moments { centre: surface.centre, ..Moments::default() } } else { volume };
    Measured { volume, surface, note }
}

/// The hull of triangles; points that belong to none do not count.
fn hull_of(triangles: &[[[f64; 3]; 3]]) -> Option<Vec<[[f64; 3]; 3]>> {
    let points: Vec<[f32; 3]> = triangles.iter().flatten().map(|p| p.map(|v| v as f32)).collect();
    let (corners, faces) = portolan_geom::hull::hull(&points)?;
    let corner = |place: &u32| corners.get(*place as usize).map(|p| p.map(f64::from)).unwrap_or_default();
    let faces = faces.chunks_exact(3).filter_map(|f| <&[u32; 3]>::try_from(f).ok());
    Some(faces.map(|face| face.each_ref().map(corner)).collect())
}

/// The corners of all triangles of a mesh.
pub fn corners(mesh: &Mesh) -> Vec<[[f64; 3]; 3]> {
    let Some(positions) = mesh.positions() else { return Vec::new() };
    let mut all = Vec::new();
    for primitive in &mesh.primitives {
        let faces = Faces::new(mesh, primitive);
        if faces.kind != Elements::Triangles {
            continue;
        }
        let point = |corner: u32| {
            let row = positions.row(primitive.vertex(corner as usize).unwrap_or(0) as usize);
            portolan_mesh::triple(row).map(f64::from)
        };
        let sound = |triangle: &[[f64; 3]; 3]| triangle.as_flattened().iter().all(|v| v.is_finite());
        all.extend((0..faces.count).map(|face| faces.corners(face).map(point)).filter(sound));
    }
    all
}

#[cfg(test)]
mod tests {
    use portolan_scene::{Attribute, Geometry, Operation, Primitive, PrimitiveKind, Semantic, Stream};

    use super::*;

    fn step(operation: Operation) -> Vec<Transform> {
        vec![Transform { sid: None, operation }]
    }

    fn weigh(scene: &Scene, body: &Body) -> Weight {
        Scales::new(scene).weigh(body)
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{found} in place of {expected}");
    }

    #[test]
    fn the_three_rules() {
        let scene = Scene::default();
        let mut body = Body::new(Meta::default());
        // A box of 5 × 2 × 2, one to the right.
        let mut collider = Collider::new(Form::Box([2.5, 1.0, 1.0]));
        collider.transforms = step(Operation::Translate([1.0, 0.0, 0.0]));
        body.colliders = vec![collider];
        (body.inertia, body.mass_frame) = (Some([7.0, 8.0, 9.0]), Some(step(Operation::Translate([0.0, 5.0, 0.0]))));
        let free = weigh(&scene, &body);
        assert_eq!((free.rule, free.centre), (MassRule::Shapes, DVec3::X));
        near(free.mass, 20.0);
        near(free.moments[1], 145.0 / 3.0);
        body.inertia = None;
        body.mass = Some(5.0);
        let scaled = weigh(&scene, &body);
        assert_eq!((scaled.rule, scaled.mass, scaled.centre), (MassRule::Scaled, 5.0, DVec3::X));
        near(scaled.moments[0], 40.0 / 12.0);
        body.inertia = Some([7.0, 8.0, 9.0]);
        let given = weigh(&scene, &body);
        assert_eq!(
            (given.rule, given.moments, given.centre),
            (MassRule::Given, [7.0, 8.0, 9.0], DVec3::new(0.0, 5.0, 0.0))
        );
        assert!(given.axes.abs_diff_eq(DMat3::IDENTITY, 1e-15));
        body.mass_frame = None;
        assert_eq!(weigh(&scene, &body).centre, DVec3::ZERO);
    }

    #[test]
    fn shapes_say_a_mass_a_density_or_nothing() {
        let scene = Scene::default();
        let mut body = Body::new(Meta::default());
        let mut with = |mass: Option<f64>, density: Option<f64>, hollow: bool| {
            let mut collider = Collider::new(Form::Box([1.0; 3]));
            (collider.mass, collider.density, collider.hollow) = (mass, density, hollow);
            body.colliders = vec![collider];
            let weight = weigh(&scene, &body);
            (weight.mass, weight.shapes[0].density)
        };
        assert_eq!(with(None, None, false), (8.0, Some(1.0)));
        assert_eq!(with(None, Some(2.0), false), (16.0, Some(2.0)));
        assert_eq!(with(None, Some(2.0), true), (48.0, Some(2.0)));
        // The mass counts.
        assert_eq!(with(Some(4.0), Some(2.0), false), (4.0, Some(0.5)));
        assert_eq!(with(Some(4.0), None, true), (4.0, Some(4.0 / 24.0)));
        // A plane has no end.
        body.colliders = vec![Collider::new(Form::Plane([0.0, 1.0, 0.0, 0.0]))];
        let plane = weigh(&scene, &body);
        assert_eq!((plane.mass, plane.shapes[0].volume, plane.moments), (0.0, None, [0.0; 3]));
    }

    #[test]
    fn a_hammer_of_two_shapes() {
        // A handle of 0.25 along y and a head of 1 at its end: the centre is at 0.8 of the way.
        let scene = Scene::default();
        let mut body = Body::new(Meta::default());
        let mut handle = Collider::new(Form::Cylinder { height: 8.0, radii: [0.5; 2] });
        handle.mass = Some(0.25);
        let mut head = Collider::new(Form::Sphere(1.0));
        (head.mass, head.transforms) = (Some(1.0), step(Operation::Translate([0.0, 4.0, 0.0])));
        body.colliders = vec![handle, head];
        let weight = weigh(&scene, &body);
        assert_eq!(weight.mass, 1.25);
        assert!(weight.centre.abs_diff_eq(DVec3::new(0.0, 3.2, 0.0), 1e-12));
        let handle = 0.25 * (0.25 / 4.0 + 64.0 / 12.0) + 0.25 * 3.2 * 3.2;
        near(weight.moments[0], handle + 0.4 + 0.64);
        near(weight.moments[1], 0.25 * 0.125 + 0.4);
    }

    fn mesh(convex: bool, corners: &[[f32; 3]], faces: &[u32]) -> Scene {
        let mesh = Mesh {
            streams: vec![Stream::new(3, corners.concat())],
            vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
            primitives: vec![Primitive::plain(Meta::default(), PrimitiveKind::Triangles, faces.to_vec(), Vec::new())],
            convex,
            ..Mesh::default()
        };
        Scene { geometries: vec![Geometry::new(Meta::default(), Shape::Mesh(mesh))], ..Scene::default() }
    }

    #[test]
    fn open_meshes_are_their_hulls_and_flat_ones_their_faces() {
        let corners = [[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.]];
        let closed = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
        let mut body = Body::new(Meta::default());
        body.colliders = vec![Collider::new(Form::Geometry(GeometryId(0)))];
        let whole = weigh(&mesh(false, &corners, &closed), &body);
        near(whole.mass, 1.0 / 6.0);
        assert!(whole.centre.abs_diff_eq(DVec3::splat(0.25), 1e-9));
        assert_eq!((whole.notes.len(), whole.shapes[0].kind), (0, "mesh"));
        let open = weigh(&mesh(false, &corners, &closed[3..]), &body);
        near(open.mass, 1.0 / 6.0);
        assert_eq!(open.notes[0].1, Note::Open);
        near(open.shapes[0].area.unwrap_or(0.0), 1.0 + 3f64.sqrt() / 2.0);
        let hull = weigh(&mesh(true, &corners, &closed[3..]), &body);
        assert_eq!((hull.notes.len(), hull.shapes[0].kind), (0, "hull"));
        let mut flat = body.clone();
        flat.mass = Some(2.0);
        let flat = weigh(&mesh(false, &corners, &closed[..3]), &flat);
        assert_eq!((flat.notes[0].1, flat.shapes[0].volume, flat.mass), (Note::Flat, Some(0.0), 2.0));
        assert!(flat.moments.iter().all(|m| *m >= 0.0 && m.is_finite()));
        let nothing = weigh(&mesh(false, &[], &[]), &body);
        assert_eq!((nothing.notes[0].1, nothing.mass), (Note::Nothing, 0.0));
    }
}
