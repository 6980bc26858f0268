//! From the shapes of a scene to those of the engine.

use portolan_eval::mass::{corners, tapered};
use portolan_scene::glam::{DMat3, DMat4, DVec3};
use portolan_scene::{Form, Mesh, Scene, Shape as Kind};
use rapier3d_f64::parry::shape::TriMeshFlags;
use rapier3d_f64::prelude::*;

use crate::Note;
use crate::build::{pose_of, vector};

/// Corners of a circle of a hull.
const ROUND: u32 = 32;

/// The largest extent of a shape, in metres.
const LARGEST: f64 = 1e9;

/// Shapes of a form, where they stand, and what is worth telling.
pub(crate) type Shapes = (Vec<SharedShape>, Pose, Option<Note>);

/// The shapes of a form, which a matrix leads to the body and its metres; `None` if it has no extent, or too much of it.
pub(crate) fn of(scene: &Scene, form: &Form, matrix: DMat4, moves: bool) -> Option<Shapes> {
    if let Form::Plane(equation) = form {
        return plane(*equation, matrix).map(|(shape, pose)| (vec![shape], pose, None));
    }
    let scale = DMat3::from_mat4(matrix);
    let scale = [scale.x_axis, scale.y_axis, scale.z_axis].map(DVec3::length).into_iter().fold(0.0, f64::max);
    let reach = extent(form) * scale + matrix.w_axis.truncate().length();
    if !matrix.is_finite() || reach.is_nan() || reach >= LARGEST {
        return None;
    }
    let size = even_size(&matrix);
    let (pose, _) = pose_of(matrix, 1.0);
    if let Some(shape) = size.and_then(|size| exact(form, size)) {
        return Some((vec![shape], pose, None));
    }
    if let Form::Geometry(id) = form {
        let Kind::Mesh(mesh) = &scene.geometry(*id)?.shape else { return None };
        return of_mesh(mesh, matrix, moves);
    }
    let points: Vec<Vector> = points(form).into_iter().map(|p| vector(matrix.transform_point3(p))).collect();
    Some((convex(&points)?, Pose::identity(), Some(Note::Hull)))
}

/// How far a form reaches from its origin, at most; of geometries this is asked of their points.
fn extent(form: &Form) -> f64 {
    let most = |values: &[f64]| values.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
    match form {
        Form::Box(half) => 2.0 * most(half),
        Form::Sphere(radius) => *radius,
        Form::Cylinder { height, radii } => height + most(radii),
        Form::Capsule { height, radii } => height + most(radii),
        Form::TaperedCylinder { height, top, bottom } | Form::TaperedCapsule { height, top, bottom } => {
            height + most(top).max(most(bottom))
        }
        Form::Plane(_) | Form::Geometry(_) => 0.0,
    }
}

/// The convex hull of points.
///
/// The engine looks at four corners of a face and no more. So faces with more corners get flat pyramids within the hull, each
/// of which stands on four corners that are far apart; together they stand on all of them.
fn convex(points: &[Vector]) -> Option<Vec<SharedShape>> {
    let hull = SharedShape::convex_hull(points)?;
    let mut all = vec![hull.clone()];
    let body = hull.as_convex_polyhedron()?;
    let top = body.points().iter().fold(Vector::ZERO, |sum, p| sum + *p) / body.points().len().max(1) as f64;
    for face in body.faces() {
        let (first, count) = (face.first_vertex_or_edge as usize, face.num_vertices_or_edges as usize);
        let corners = body.vertices_adj_to_face().get(first..first + count).unwrap_or_default();
        let corner = |at: usize| corners.get(at % count).and_then(|i| body.points().get(*i as usize)).copied();
        let pyramids = if count > 4 { count.div_ceil(4).min(MOST_PYRAMIDS) } else { 0 };
        for at in 0..pyramids {
            let first = at * count / (4 * pyramids);
            let base = [0, 1, 2, 3].map(|quarter| corner(first + quarter * count / 4));
            let points: Vec<Vector> = base.into_iter().flatten().chain([top]).collect();
            all.extend(SharedShape::convex_hull(&points));
        }
    }
    Some(all)
}

/// Pyramids of one face.
const MOST_PYRAMIDS: usize = 8;

/// How much a matrix makes everything larger, if it does so alike in all directions.
fn even_size(matrix: &DMat4) -> Option<f64> {
    let m = DMat3::from_mat4(*matrix);
    let product = m.transpose() * m;
    let square = product.x_axis.x;
    let even = product.abs_diff_eq(DMat3::from_diagonal(DVec3::splat(square)), 1e-6 * square);
    (even && square > 0.0 && m.determinant() > 0.0).then(|| square.sqrt())
}

/// Shapes that the engine has itself.
fn exact(form: &Form, size: f64) -> Option<SharedShape> {
    let round = |values: &[f64]| values.windows(2).all(|w| w.first() == w.last());
    match *form {
        Form::Box(half) => {
            // A flat one is as thin as can be told apart.
            let thin = 1e-6 * half.into_iter().fold(0.0, f64::max);
            let [x, y, z] = half.map(|h| h.max(thin) * size);
            Some(SharedShape::cuboid(x, y, z))
        }
        Form::Sphere(radius) => Some(SharedShape::ball(radius * size)),
        Form::Cylinder { height, radii: [x, z] } if x == z => {
            Some(SharedShape::cylinder(height * size / 2.0, x * size))
        }
        Form::TaperedCylinder { height, top: [0.0, 0.0], bottom: [x, z] } if x == z => {
            Some(SharedShape::cone(height * size / 2.0, x * size))
        }
        Form::TaperedCylinder { height, top, bottom: [x, z] } if x == z && top == [x, z] => {
            Some(SharedShape::cylinder(height * size / 2.0, x * size))
        }
        Form::Capsule { height: 0.0, radii } if round(&radii) => Some(SharedShape::ball(radii[0] * size)),
        Form::Capsule { height, radii } if round(&radii) => {
            Some(SharedShape::capsule_y(height * size / 2.0, radii[0] * size))
        }
        _ => None,
    }
}

/// A half-space: its normal is the y axis of where it stands.
fn plane([a, b, c, d]: [f64; 4], matrix: DMat4) -> Option<(SharedShape, Pose)> {
    let normal = DVec3::new(a, b, c);
    let point = matrix.transform_point3(normal * (-d / normal.length_squared()));
    // Normals turn by the inverse transpose.
    let turned = (DMat3::from_mat4(matrix).inverse().transpose() * normal).try_normalize()?;
    let shape = SharedShape::halfspace(vector(turned));
    Some((shape, Pose::from_translation(vector(point)))).filter(|_| point.is_finite())
}

fn of_mesh(mesh: &Mesh, matrix: DMat4, moves: bool) -> Option<Shapes> {
    let faces = corners(mesh);
    let place = |p: [f64; 3]| vector(matrix.transform_point3(DVec3::from_array(p)));
    let points: Vec<Vector> = match faces.is_empty() {
        true => loose(mesh).into_iter().map(place).collect(),
        false => faces.iter().flatten().map(|p| place(*p)).collect(),
    };
    let sound = !points.is_empty() && points.iter().all(|p| p.is_finite() && p.length() < LARGEST);
    if !sound {
        return None;
    }
    if moves || mesh.convex {
        let note = (!mesh.convex).then_some(Note::Hull);
        return Some((convex(&points)?, Pose::identity(), note));
    }
    let count = points.len() as u32 / 3;
    let triangles: Vec<[u32; 3]> = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let flags = TriMeshFlags::MERGE_DUPLICATE_VERTICES | TriMeshFlags::DELETE_DEGENERATE_TRIANGLES;
    let shape = SharedShape::trimesh_with_flags(points, triangles, flags).ok()?;
    Some((vec![shape], Pose::identity(), None))
}

/// The points of a mesh without faces.
fn loose(mesh: &Mesh) -> Vec<[f64; 3]> {
    let Some(positions) = mesh.positions() else { return Vec::new() };
    portolan_mesh::points(&positions.data, positions.width as usize).into_iter().map(|p| p.map(f64::from)).collect()
}

/// Points whose hull is a form.
fn points(form: &Form) -> Vec<DVec3> {
    let around = |angle: u32| {
        let angle = std::f64::consts::TAU * f64::from(angle) / f64::from(ROUND);
        let (sin, cos) = libm::sincos(angle);
        portolan_scene::glam::DVec2::new(cos, sin)
    };
    let ring = |y: f64, [x, z]: [f64; 2]| (0..ROUND).map(move |i| DVec3::new(x * around(i).x, y, z * around(i).y));
    // Both halves of an ellipsoid, from pole to pole.
    let ellipsoid = |centre: f64, [x, y, z]: [f64; 3]| {
        (0..=ROUND / 2).flat_map(move |i| {
            let [sin, cos] = around(i).to_array().map(|v| -v);
            let up = centre + y * sin;
            let wide = cos.abs();
            ring(up, [x * wide, z * wide])
        })
    };
    match *form {
        Form::Box([x, y, z]) => {
            let corner = |n: u32| {
                let sign = |bit: u32| if n & bit == 0 { -1.0 } else { 1.0 };
                DVec3::new(x * sign(1), y * sign(2), z * sign(4))
            };
            (0..8).map(corner).collect()
        }
        Form::Sphere(radius) => ellipsoid(0.0, [radius; 3]).collect(),
        Form::Cylinder { height, radii } => ring(height / 2.0, radii).chain(ring(-height / 2.0, radii)).collect(),
        Form::TaperedCylinder { height, top, bottom } => {
            ring(height / 2.0, top).chain(ring(-height / 2.0, bottom)).collect()
        }
        Form::Capsule { height, radii } => {
            ellipsoid(height / 2.0, radii).chain(ellipsoid(-height / 2.0, radii)).collect()
        }
        Form::TaperedCapsule { height, top, bottom } => {
            let ([above, below], [x, z], _) = tapered(top, bottom);
            let ball = |centre: f64, radius: f64| ellipsoid(centre, [radius * x, radius, radius * z]);
            ball(height / 2.0, above).chain(ball(-height / 2.0, below)).collect()
        }
        Form::Plane(_) | Form::Geometry(_) => Vec::new(),
    }
}
