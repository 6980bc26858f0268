//! What is known about each object: rows of the tables that `portolan info` prints.

use portolan_format::Item;
use portolan_geom::Bounds;
use portolan_image::Encoded;
use portolan_resources::Resources;
use portolan_scene::{
    Animation, Clip, ColourSlot, FreedomKind, Geometry, Image, Material, Mesh, Pixels, Scene, Shading, Shape,
    TextureSlot,
};
use serde_json::{Value, json};

use super::drawn::of_geometry;
use super::robot::RobotRow;

/// A shape.
#[derive(Clone, Default, Debug)]
pub struct ShapeRow {
    /// What it is called.
    pub item: Item,
    /// What it is made of.
    pub kind: &'static str,
    /// Vertices of a mesh, control points of a curve.
    pub vertices: u64,
    /// Triangles, polygons split.
    pub triangles: u64,
    /// Lines.
    pub lines: u64,
    /// Data of its vertices: `POSITION NORMAL TEXCOORD`.
    pub data: Vec<String>,
    /// Its extent along the axes, in metres.
    pub size: Option<[f64; 3]>,
    /// Bytes of its vertices and indices in memory.
    pub bytes: u64,
}

/// A material.
#[derive(Clone, Default, Debug)]
pub struct MaterialRow {
    /// What it is called.
    pub item: Item,
    /// `constant`, `lambert`, `phong`, `blinn`, `physical`.
    pub shading: &'static str,
    /// Its colour as screens show it.
    pub colour: Option<[u8; 3]>,
    /// Is it blended with what lies behind it?
    pub blended: bool,
    /// Are both sides drawn, if the document says so?
    pub double_sided: Option<bool>,
    /// Its textures: what they are for, and the image.
    pub textures: Vec<(String, String)>,
}

/// A picture.
#[derive(Clone, Default, Debug)]
pub struct ImageRow {
    /// What it is called, and where it is.
    pub item: Item,
    /// `found`, `embedded`, `missing`, `unreadable` or `none`.
    pub status: &'static str,
    /// `png`, `jpeg`, … if it is known.
    pub format: Option<&'static str>,
    /// Pixels from left to right and from top to bottom.
    pub size: Option<[u32; 2]>,
    /// Bytes of its file.
    pub bytes: Option<u64>,
}

/// An animation or a clip.
#[derive(Clone, Default, Debug)]
pub struct MotionRow {
    /// What it is called.
    pub item: Item,
    /// When it begins and ends, in seconds.
    pub span: Option<[f64; 2]>,
    /// Things that it moves.
    pub channels: u64,
    /// Keys of all its curves.
    pub keys: u64,
}

/// An axis of a joint.
#[derive(Clone, Default, Debug)]
pub struct JointRow {
    /// The joint, as `portolan pose` takes it.
    pub name: String,
    /// `revolute` or `prismatic`.
    pub kind: &'static str,
    /// The direction of the axis.
    pub axis: [f64; 3],
    /// The least and the greatest value: degrees, or lengths in the unit of the document.
    pub limits: [Option<f64>; 2],
    /// Its value.
    pub value: f64,
    /// Does it keep its value?
    pub locked: bool,
}

/// A rigid body.
#[derive(Clone, Default, Debug)]
pub struct BodyRow {
    /// What it is called.
    pub name: String,
    /// The node that it moves.
    pub node: Option<String>,
    /// Does it move?
    pub dynamic: bool,
    /// Its mass in kilograms, if the document says so.
    pub mass: Option<f64>,
    /// Shapes that it is made of.
    pub shapes: u64,
}

/// All rows.
#[derive(Clone, Default, Debug)]
pub struct Details {
    /// The extent of the default scene in metres.
    pub size: Option<[f64; 3]>,
    /// Bytes of all vertices, indices and keys in memory.
    pub memory: u64,
    /// Shapes.
    pub shapes: Vec<ShapeRow>,
    /// Materials.
    pub materials: Vec<MaterialRow>,
    /// Pictures.
    pub images: Vec<ImageRow>,
    /// Animations.
    pub animations: Vec<MotionRow>,
    /// Clips.
    pub clips: Vec<MotionRow>,
    /// Joints of robots.
    pub joints: Vec<JointRow>,
    /// Rigid bodies.
    pub bodies: Vec<BodyRow>,
    /// What applications added to robots.
    pub robots: Vec<RobotRow>,
}

/// A shape with its numbers.
pub(super) fn shape(scene: &Scene, geometry: &Geometry, item: Item) -> ShapeRow {
    let drawn = of_geometry(geometry);
    let row = ShapeRow { item, triangles: drawn.triangles, lines: drawn.lines, ..ShapeRow::default() };
    match &geometry.shape {
        Shape::Mesh(mesh) => {
            let positions = mesh.positions();
            ShapeRow {
                kind: "mesh",
                vertices: positions.map_or(0, |stream| stream.rows() as u64),
                data: data(mesh),
                size: positions.and_then(|stream| extent(stream.width, &stream.data)).map(|s| metres(scene, s)),
                bytes: bytes(mesh),
                ..row
            }
        }
        Shape::Spline(spline) => ShapeRow { kind: "curve", vertices: spline.points.len() as u64, ..row },
        Shape::Brep(_) => ShapeRow { kind: "solid", ..row },
        Shape::Empty => ShapeRow { kind: "empty", ..row },
    }
}

/// What the vertices and corners of a mesh have, each word once.
fn data(mesh: &Mesh) -> Vec<String> {
    let corners = mesh.primitives.iter().flat_map(|p| &p.inputs).map(|input| &input.attribute);
    let mut words: Vec<String> = Vec::new();
    for attribute in mesh.vertices.iter().chain(corners) {
        let word = attribute.semantic.word();
        if !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    }
    words
}

fn bytes(mesh: &Mesh) -> u64 {
    let streams: usize = mesh.streams.iter().map(|s| s.data.len()).sum();
    let indices: usize = mesh.primitives.iter().map(|p| p.indices.len() + p.counts.len() + p.rings.len()).sum();
    (streams as u64 + indices as u64) * 4
}

/// How far points reach along the axes.
fn extent(width: u32, values: &[f32]) -> Option<[f64; 3]> {
    let mut bounds = Bounds::EMPTY;
    for row in values.chunks_exact(width.max(1) as usize) {
        let mut point = [0.0; 3];
        point.iter_mut().zip(row).for_each(|(to, from)| *to = f64::from(*from));
        bounds.add(point);
    }
    (!bounds.is_empty()).then(|| bounds.size())
}

/// Lengths of the document in metres.
pub(super) fn metres(scene: &Scene, lengths: [f64; 3]) -> [f64; 3] {
    lengths.map(|length| length * scene.space.metres)
}

pub(super) fn material(scene: &Scene, material: &Material, item: Item) -> MaterialRow {
    let mut shown = material.clone();
    shown.encode();
    let unlit = material.shading == Shading::Constant;
    let colour = if unlit { shown.emission.as_ref().or(shown.diffuse.as_ref()) } else { shown.diffuse.as_ref() };
    let byte = |value: f64| (value.clamp(0.0, 1.0) * 255.0).round() as u8;
    let textures = material.textures().map(|(slot, texture)| {
        let image = texture.image.and_then(|id| scene.image(id));
        let file = |image: &Image| match &image.pixels {
            Pixels::File { reference, .. } => Some(reference.to_string()),
            _ => None,
        };
        let name = image.and_then(|i| i.meta.label().map(str::to_owned).or_else(|| file(i)));
        (purpose(slot), name.unwrap_or_else(|| "?".to_owned()))
    });
    MaterialRow {
        item,
        shading: match material.shading {
            _ if material.physical.is_some() => "physical",
            Shading::Constant => "constant",
            Shading::Lambert => "lambert",
            Shading::Phong => "phong",
            Shading::Blinn => "blinn",
        },
        colour: colour.map(|c| [c.value[0], c.value[1], c.value[2]].map(byte)),
        blended: material.is_blended(),
        double_sided: material.double_sided,
        textures: textures.collect(),
    }
}

/// What a texture is for, in one word.
fn purpose(slot: TextureSlot) -> String {
    match slot {
        TextureSlot::Colour(ColourSlot::Diffuse) => "colour".to_owned(),
        TextureSlot::Colour(slot) => format!("{slot:?}").to_lowercase(),
        slot => format!("{slot:?}").to_lowercase(),
    }
}

pub(super) fn image(image: &Image, item: Item, resources: &dyn Resources) -> ImageRow {
    let row = ImageRow { item, ..ImageRow::default() };
    let status = match &image.pixels {
        Pixels::None => return ImageRow { status: "none", ..row },
        Pixels::File { location: None, .. } => return ImageRow { status: "missing", ..row },
        Pixels::File { .. } => "found",
        Pixels::Embedded { .. } => "embedded",
    };
    let read = |location: &str| resources.read(location, portolan_image::MEMORY).map_err(|why| why.to_string());
    match Encoded::load(image, &read) {
        Ok(encoded) => {
            let header = encoded.header().ok();
            ImageRow {
                status: if header.is_some() { status } else { "unreadable" },
                format: encoded.format.extensions_str().first().copied(),
                size: header.map(|h| [h.width, h.height]),
                bytes: Some(encoded.bytes.len() as u64),
                ..row
            }
        }
        Err(_) => ImageRow { status: "unreadable", ..row },
    }
}

pub(super) fn animation(scene: &Scene, animation: &Animation, item: Item) -> MotionRow {
    let mut row = MotionRow { item, ..MotionRow::default() };
    add(scene, animation, &mut row, 0);
    row
}

/// Animations that lie deeper in each other are not looked into.
const DEEPEST: usize = 64;

fn add(scene: &Scene, animation: &Animation, row: &mut MotionRow, depth: usize) {
    row.channels += animation.channels.len() as u64;
    for curve in animation.curves.iter().filter_map(|id| scene.curve(*id)) {
        row.keys += curve.keys.len() as u64;
        if let (Some(first), Some(last)) = (curve.keys.first(), curve.keys.last()) {
            let [start, end] = row.span.unwrap_or([*first, *last]);
            row.span = Some([start.min(*first), end.max(*last)]);
        }
    }
    if depth < DEEPEST {
        for child in animation.children.iter().filter_map(|id| scene.animation(*id)) {
            add(scene, child, row, depth + 1);
        }
    }
}

pub(super) fn clip(scene: &Scene, clip: &Clip, item: Item) -> MotionRow {
    let mut row = MotionRow { item, ..MotionRow::default() };
    clip.animations.iter().filter_map(|id| scene.animation(*id)).for_each(|a| add(scene, a, &mut row, 0));
    let end = clip.end.or(row.span.map(|[_, end]| end)).unwrap_or(clip.start);
    MotionRow { span: Some([clip.start, end]), ..row }
}

/// The axes of all joints.
pub(super) fn joints(scene: &Scene) -> Vec<JointRow> {
    let mut rows = Vec::new();
    let several = scene.mechanisms.len() > 1;
    for mechanism in &scene.mechanisms {
        let model = mechanism.instance.as_deref().or(mechanism.meta.label()).filter(|_| several);
        for joint in &mechanism.joints {
            let name = joint.meta.sid.as_deref().or(joint.meta.label()).unwrap_or("?");
            for index in joint.freedoms.clone() {
                let Some(freedom) = mechanism.freedoms.get(index as usize) else { continue };
                let axis = freedom.sid.as_deref().filter(|_| joint.freedoms.len() > 1);
                let parts = model.into_iter().chain([name]).chain(axis);
                rows.push(JointRow {
                    name: parts.collect::<Vec<_>>().join("/"),
                    kind: match freedom.kind {
                        FreedomKind::Revolute => "revolute",
                        FreedomKind::Prismatic => "prismatic",
                    },
                    axis: freedom.axis,
                    limits: freedom.limits,
                    value: freedom.value,
                    locked: freedom.locked,
                });
            }
        }
    }
    rows
}

/// All bodies of all physics scenes.
pub(super) fn bodies(scene: &Scene) -> Vec<BodyRow> {
    let bodies = scene.physics.iter().flat_map(|physics| &physics.bodies);
    let rows = bodies.map(|body| BodyRow {
        name: body.label().to_owned(),
        node: body.node.and_then(|id| scene.node(id)).and_then(|node| node.meta.label()).map(str::to_owned),
        dynamic: body.dynamic,
        mass: body.mass,
        shapes: body.colliders.len() as u64,
    });
    rows.collect()
}

/// `#rrggbb`
pub fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

impl Details {
    /// The rows by the names of their lists, as JSON.
    pub(super) fn to_json(&self) -> [(&'static str, Vec<Value>); 8] {
        let span = |span: Option<[f64; 2]>| (span.map(|s| s[0]), span.map(|s| s[1]));
        let motion = |rows: &[MotionRow]| -> Vec<Value> {
            let row = |row: &MotionRow| {
                let (start, end) = span(row.span);
                json!({
                    "id": row.item.id, "name": row.item.name, "start": start, "end": end, "channels": row.channels,
                    "keys": row.keys,
                })
            };
            rows.iter().map(row).collect()
        };
        let shapes = self.shapes.iter().map(|s| {
            json!({
                "id": s.item.id, "name": s.item.name, "kind": s.kind, "vertices": s.vertices, "triangles": s.triangles,
                "lines": s.lines, "data": s.data, "size": s.size, "bytes": s.bytes,
            })
        });
        let materials = self.materials.iter().map(|m| {
            let texture = |(purpose, image): &(String, String)| json!({"purpose": purpose, "image": image});
            json!({
                "id": m.item.id, "name": m.item.name, "shading": m.shading, "color": m.colour.map(hex),
                "blended": m.blended, "double_sided": m.double_sided,
                "textures": m.textures.iter().map(texture).collect::<Vec<_>>(),
            })
        });
        let images = self.images.iter().map(|i| {
            json!({
                "id": i.item.id, "name": i.item.name, "path": i.item.path, "status": i.status, "format": i.format,
                "width": i.size.map(|s| s[0]), "height": i.size.map(|s| s[1]), "bytes": i.bytes,
            })
        });
        let joints = self.joints.iter().map(|j| {
            json!({
                "name": j.name, "kind": j.kind, "axis": j.axis, "min": j.limits[0], "max": j.limits[1],
                "value": j.value, "locked": j.locked,
            })
        });
        let bodies = self
            .bodies
            .iter()
            .map(|b| json!({"name": b.name, "node": b.node, "dynamic": b.dynamic, "mass": b.mass, "shapes": b.shapes}));
        [
            ("geometries", shapes.collect()),
            ("materials", materials.collect()),
            ("images", images.collect()),
            ("animations", motion(&self.animations)),
            ("clips", motion(&self.clips)),
            ("joints", joints.collect()),
            ("bodies", bodies.collect()),
            ("robots", super::robot::to_json(&self.robots)),
        ]
    }
}
