//! What is drawn: triangles, lines and points in the world.

use std::collections::BTreeMap;

use portolan_eval::{Data, Deformed, Elements, data, deform, faces, triple};
use portolan_scene::glam::{DMat3, DVec3};
use portolan_scene::{Drawn, Mesh, Primitive, Semantic, Shape};

use crate::node::short;
use crate::{Kind, Options, Report, Side};

/// A corner of something drawn.
struct Corner {
    /// Metres, Y up.
    position: DVec3,
    normal: Option<DVec3>,
    coordinates: Option<[f32; 2]>,
    colour: Option<[f32; 4]>,
    /// The place of its node.
    at: u32,
}

/// Everything that is drawn with one material, by what it is made of.
type Bodies = BTreeMap<(String, u8), Vec<Corner>>;

/// Compares what is drawn.
pub(crate) fn compare(a: &Side<'_>, b: &Side<'_>, size: f64, when: &str, report: &mut Report<'_>) {
    let (here, there) = (bodies(a, report.options), bodies(b, report.options));
    let word = |kind: &u8| match kind {
        0 => "points",
        1 => "lines",
        _ => "triangles",
    };
    for (key, own) in &here {
        let (material, kind) = key;
        let place = format!("{} of material `{material}`{when}", word(kind));
        let Some(other) = there.get(key) else {
            report.tell(Kind::Shape, place, format!("all {} corners are missing", own.len()), None);
            continue;
        };
        if own.len() != other.len() {
            let what = format!("there are {} corners and {}", own.len(), other.len());
            report.tell(Kind::Shape, place, what, None);
            continue;
        }
        corners(a, own, other, size, &place, report);
    }
    for (material, kind) in there.keys().filter(|k| !here.contains_key(*k)) {
        report.tell(Kind::Shape, format!("{} of material `{material}`{when}", word(kind)), "they are new", None);
    }
}

fn corners(a: &Side<'_>, own: &[Corner], other: &[Corner], size: f64, place: &str, report: &mut Report<'_>) {
    let tolerance = report.options.tolerance;
    // The worst of each, and where.
    let mut worst = [(0.0f64, 0u32); 4];
    let mut missing = [0usize; 3];
    for (p, q) in own.iter().zip(other) {
        let mut note = |slot: usize, amount: f64| {
            if let Some(worst) = worst.get_mut(slot).filter(|w| amount > w.0) {
                *worst = (amount, p.at);
            }
        };
        note(0, (p.position - q.position).length());
        let mut apart = |slot: usize, both: Option<f64>, there: [bool; 2]| match both {
            Some(amount) => note(slot, amount),
            None if there == [true, false] => {
                if let Some(count) = missing.get_mut(slot - 1) {
                    *count += 1;
                }
            }
            None => {}
        };
        let normals = p.normal.zip(q.normal).map(|(n, m)| (n - m).length());
        apart(1, normals, [p.normal.is_some(), q.normal.is_some()]);
        let largest = |a: &[f32], b: &[f32]| {
            a.iter().zip(b).map(|(x, y)| f64::from((x - y).abs() / x.abs().max(1.0))).fold(0.0, f64::max)
        };
        let coordinates = p.coordinates.zip(q.coordinates).map(|(s, t)| largest(&s, &t));
        apart(2, coordinates, [p.coordinates.is_some(), q.coordinates.is_some()]);
        let colours = p.colour.zip(q.colour).map(|(s, t)| largest(&s, &t));
        apart(3, colours, [p.colour.is_some(), q.colour.is_some()]);
    }
    let limits = [tolerance * size, tolerance * 10.0, tolerance, tolerance];
    let words = ["a corner is", "a normal is", "texture coordinates are", "a colour is"];
    for (((amount, at), limit), word) in worst.into_iter().zip(limits).zip(words) {
        if amount > limit {
            let node = a.stage.placed.get(at as usize).and_then(|p| a.scene.node(p.node));
            let name = node.and_then(|n| n.meta.label()).unwrap_or("?");
            let unit = if word == "a corner is" { " m" } else { "" };
            let what = format!("{word} off by {}{unit} at node `{name}`", short(amount));
            report.tell(Kind::Shape, place, what, Some(amount));
        }
    }
    for (count, word) in missing.into_iter().zip(["normals", "texture coordinates", "colours"]) {
        if count > 0 {
            report.tell(Kind::Shape, place, format!("{count} {word} are missing"), None);
        }
    }
}

fn bodies(side: &Side<'_>, options: &Options) -> Bodies {
    let mut all = Bodies::new();
    let mut left = options.most_corners;
    for (at, place) in side.stage.placed.iter().enumerate() {
        let at = at as u32;
        let Some(node) = side.scene.node(place.node) else { continue };
        for drawn in &node.drawn {
            let hidden = !side.pose.shown(at) || side.scene.appearance(drawn).visible == Some(false);
            let mesh = side.scene.chain(drawn.what).and_then(|(id, _)| side.scene.geometry(id));
            let Some(Shape::Mesh(mesh)) = mesh.map(|g| &g.shape).filter(|_| !hidden) else { continue };
            let bent = deform(side.scene, &side.stage, &side.pose, &side.overrides, at, drawn);
            for primitive in &mesh.primitives {
                let normals = options.skin_normals || bent.as_ref().is_none_or(|b| b.normal_matrices.is_none());
                body(side, at, drawn, mesh, primitive, bent.as_ref(), normals, &mut all, &mut left);
            }
        }
    }
    all.retain(|_, corners| !corners.is_empty());
    all
}

#[allow(clippy::too_many_arguments, reason = "all of it is one primitive at one place")]
fn body(
    side: &Side<'_>,
    at: u32,
    drawn: &Drawn,
    mesh: &Mesh,
    primitive: &Primitive,
    bent: Option<&Deformed>,
    with_normals: bool,
    all: &mut Bodies,
    left: &mut usize,
) {
    let (elements, list) = faces(mesh, primitive);
    let binding = drawn.materials.iter().find(|b| primitive.material.as_ref() == Some(&b.symbol));
    let material = binding.and_then(|b| side.scene.material(b.material));
    let label = material.and_then(|m| m.meta.label()).unwrap_or("").to_owned();
    let kind = match elements {
        Elements::Points => 0,
        Elements::Lines => 1,
        Elements::Triangles => 2,
    };
    let world = side.world(at);
    let turn = DMat3::from_mat4(world).inverse().transpose();
    let data = data(mesh, primitive);
    let find = |semantic: Semantic| {
        let fitting = data.iter().filter(|d| d.attribute.semantic == semantic);
        fitting.min_by_key(|d| d.attribute.set.unwrap_or(0)).copied()
    };
    let normal = find(Semantic::Normal).filter(|_| with_normals);
    let (coordinates, colour) = (find(Semantic::TexCoord), find(Semantic::Color));
    let row = |data: Data<'_>, corner: usize| -> &[f32] {
        let index = primitive.indices.get(corner * primitive.stride as usize + data.column as usize);
        let stream = mesh.streams.get(data.attribute.stream as usize);
        stream.zip(index).map_or(&[], |(s, i)| s.row(*i as usize))
    };
    let out = all.entry((label, kind)).or_default();
    let corners: Box<dyn Iterator<Item = usize>> = match &list {
        Some(list) => Box::new(list.corners.iter().map(|c| *c as usize)),
        None => Box::new(0..primitive.corners()),
    };
    for corner in corners.take(*left) {
        let vertex = primitive.vertex(corner).unwrap_or(0) as usize;
        let place = match bent {
            Some(bent) => bent.positions.get(vertex).copied().unwrap_or_default(),
            None => mesh.positions().map_or([0.0; 3], |s| triple(s.row(vertex))),
        };
        let position = world.transform_point3(DVec3::from(place.map(f64::from)));
        let normal = normal.and_then(|n| {
            let replaced = bent.and_then(|b| b.attribute(n.attribute)).filter(|_| n.column == primitive.vertex_column);
            let own = match replaced {
                Some(new) => new.data.get(vertex * new.width as usize..)?,
                None => row(n, corner),
            };
            let mut direction = DVec3::from(triple(own).map(f64::from));
            if let Some(matrix) = bent.and_then(|b| b.normal_matrices.as_ref()?.get(vertex)) {
                direction = DMat3::from_cols_array(&matrix.map(f64::from)) * direction;
            }
            (turn * direction).try_normalize()
        });
        let two = |row: &[f32]| Some([*row.first()?, row.get(1).copied().unwrap_or(0.0)]);
        let four = |row: &[f32]| {
            let at = |i: usize, otherwise: f32| row.get(i).copied().unwrap_or(otherwise);
            [at(0, 0.0), at(1, 0.0), at(2, 0.0), at(3, 1.0)]
        };
        let coordinates = coordinates.and_then(|c| two(row(c, corner)));
        out.push(Corner { position, normal, coordinates, colour: colour.map(|c| four(row(c, corner))), at });
    }
    *left = left.saturating_sub(list.map_or(primitive.corners(), |l| l.corners.len()));
}
