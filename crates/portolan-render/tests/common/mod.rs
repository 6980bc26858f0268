//! What the tests of pictures share.

#![allow(dead_code)]

use portolan_eval::{LIMIT, Overrides, Stage, pose};
use portolan_render::{Options, Picture, Subject, Textures, render};
use portolan_scene::{
    Attribute, Camera, CameraId, Colour, Drawable, Drawn, Geometry, GeometryId, Image, Input, Light, LightId,
    LightKind, Material, MaterialBinding, MaterialId, Mesh, Meta, Node, NodeId, Operation, Pixels, Primitive,
    PrimitiveKind, Projection, Scene, Semantic, Shape, Stream, Transform, View, ViewId,
};

pub fn colour(value: [f64; 4]) -> Option<Colour> {
    Some(Colour { value, texture: None })
}

pub fn grey(c: f64) -> Option<Colour> {
    colour([c, c, c, 1.0])
}

pub fn matte(c: f64) -> Material {
    Material { diffuse: grey(c), ..Material::default() }
}

/// A mesh of one primitive with one index a corner: positions, texture coordinates, normals.
pub fn mesh(kind: PrimitiveKind, points: &[[f32; 3]], coordinates: &[[f32; 2]], normals: &[[f32; 3]]) -> Mesh {
    let stream = |width, data: Vec<f32>| Stream::new(width, data);
    let attribute = |semantic, stream| Attribute { semantic, set: None, stream };
    let mut mesh = Mesh {
        streams: vec![stream(3, points.concat())],
        vertices: vec![attribute(Semantic::Position, 0)],
        ..Mesh::default()
    };
    let mut inputs = Vec::new();
    for (semantic, width, data) in
        [(Semantic::TexCoord, 2, coordinates.concat()), (Semantic::Normal, 3, normals.concat())]
    {
        if !data.is_empty() {
            inputs.push(Input { attribute: attribute(semantic, mesh.streams.len() as u32), column: 0 });
            mesh.streams.push(stream(width, data));
        }
    }
    let count = points.len() as u32;
    mesh.primitives.push(Primitive {
        meta: Meta::default(),
        kind,
        material: Some("m".into()),
        inputs,
        vertex_column: 0,
        stride: 1,
        indices: (0..count).collect(),
        counts: if kind == PrimitiveKind::Polygons { vec![count] } else { vec![] },
        rings: vec![],
    });
    mesh
}

pub const SQUARE: [[f32; 3]; 4] = [[-1., -1., 0.], [1., -1., 0.], [1., 1., 0.], [-1., 1., 0.]];
pub const CORNERS: [[f32; 2]; 4] = [[0., 0.], [1., 0.], [1., 1.], [0., 1.]];

pub fn square() -> Mesh {
    mesh(PrimitiveKind::Polygons, &SQUARE, &CORNERS, &[])
}

/// Shapes with a material each, moved along Z, before a camera that sees from −1 to 1, lit along its view.
pub fn scene(shapes: Vec<(Mesh, Material, f64)>) -> Scene {
    let step = |operation| vec![Transform { sid: None, operation }];
    let mut scene = Scene {
        cameras: vec![Camera {
            meta: Meta::default(),
            projection: Projection::Orthographic { x: Some(1.0), y: Some(1.0), aspect: None },
            near: 0.1,
            far: 100.0,
        }],
        lights: vec![Light::new(Meta::default(), LightKind::Directional, [1.0; 3], 1.0)],
        nodes: vec![Node {
            transforms: step(Operation::Translate([0., 0., 10.])),
            cameras: vec![CameraId(0)],
            lights: vec![LightId(0)],
            ..Node::default()
        }],
        ..Scene::default()
    };
    for (number, (mesh, material, z)) in (0..).zip(shapes) {
        scene.geometries.push(Geometry::new(Meta::default(), Shape::Mesh(mesh)));
        scene.materials.push(material);
        let binding =
            MaterialBinding { symbol: "m".into(), material: MaterialId(number), inputs: vec![], meta: Meta::default() };
        scene.nodes.push(Node {
            transforms: step(Operation::Translate([0., 0., z])),
            drawn: vec![Drawn {
                materials: vec![binding],
                ..Drawn::new(Meta::default(), Drawable::Geometry(GeometryId(number)))
            }],
            ..Node::default()
        });
    }
    let roots = (0..scene.nodes.len() as u32).map(NodeId).collect();
    scene.views.push(View { roots, ..View::default() });
    scene
}

pub fn draw_with(scene: &Scene, options: &Options, textures: &dyn Textures) -> Picture {
    let stage = Stage::new(scene, ViewId(0), LIMIT);
    let overrides = Overrides::default();
    let pose = pose(scene, &stage, &overrides);
    render(&Subject { scene, stage: &stage, pose: &pose, overrides: &overrides, textures, encode: false }, options)
        .unwrap()
}

pub fn small() -> Options {
    Options { size: (16, 16), ..Options::default() }
}

pub fn draw(scene: &Scene) -> Picture {
    draw_with(scene, &small(), &())
}

pub fn pixel(picture: &Picture, x: u32, y: u32) -> [u8; 4] {
    let at = ((y * picture.width + x) * 4) as usize;
    picture.rgba[at..at + 4].try_into().unwrap()
}

pub fn middle(picture: &Picture) -> [u8; 4] {
    pixel(picture, picture.width / 2, picture.height / 2)
}

/// The share of the picture that is drawn.
pub fn coverage(picture: &Picture) -> f64 {
    let alpha: u64 = picture.rgba.iter().skip(3).step_by(4).map(|a| u64::from(*a)).sum();
    alpha as f64 / 255.0 / f64::from(picture.width * picture.height)
}

pub fn with_image(mut scene: Scene) -> Scene {
    scene.images.push(Image { meta: Meta::default(), pixels: Pixels::None });
    scene
}
