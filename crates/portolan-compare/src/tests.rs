//! Scenes that mean the same, and what is told where they do not.

use portolan_scene::{
    Animation, Attribute, Behaviour, Channel, Colour, Curve, CurveId, Drawable, Drawn, Geometry, GeometryId,
    Interpolation, Light, LightId, LightKind, Material, MaterialBinding, MaterialId, Mesh, Meta, Methods, Node, NodeId,
    Operation, Part, Primitive, PrimitiveKind, Scene, Semantic, Shape, Space, Stream, Target, Transform, UpAxis, View,
};

use super::{Kind, Options, compare};

fn named(name: &str) -> Meta {
    Meta { name: Some(name.into()), ..Meta::default() }
}

/// A square of two triangles with a red surface, a lamp, and a clip that moves it.
fn scene() -> Scene {
    let stream = |width, data: &[f32]| Stream::new(width, data.to_vec());
    let attribute = |semantic, stream| Attribute { semantic, set: None, stream };
    let triangles = Primitive {
        meta: Meta::default(),
        kind: PrimitiveKind::Triangles,
        material: Some("m".into()),
        inputs: vec![],
        vertex_column: 0,
        stride: 1,
        indices: vec![0, 1, 2, 0, 2, 3],
        counts: vec![],
        rings: vec![],
    };
    let mesh = Mesh {
        streams: vec![
            stream(3, &[0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.]),
            stream(3, &[0., 0., 1., 0., 0., 1., 0., 0., 1., 0., 0., 1.]),
            stream(2, &[0., 0., 1., 0., 1., 1., 0., 1.]),
        ],
        vertices: vec![
            attribute(Semantic::Position, 0),
            attribute(Semantic::Normal, 1),
            attribute(Semantic::TexCoord, 2),
        ],
        primitives: vec![triangles],
        ..Mesh::default()
    };
    let mut drawn = Drawn::new(Meta::default(), Drawable::Geometry(GeometryId(0)));
    let binding =
        MaterialBinding { symbol: "m".into(), material: MaterialId(0), inputs: vec![], meta: Meta::default() };
    drawn.materials.push(binding);
    let step = Transform { sid: None, operation: Operation::Translate([0.0; 3]) };
    let node = Node {
        meta: named("square"),
        transforms: vec![step],
        drawn: vec![drawn],
        lights: vec![LightId(0)],
        ..Node::default()
    };
    let red = Some(Colour { value: [1.0, 0.0, 0.0, 1.0], texture: None });
    let curve = Curve {
        meta: Meta::default(),
        keys: vec![0.0, 2.0],
        width: 1,
        values: vec![0.0, 4.0],
        methods: Methods::All(Interpolation::Linear),
        in_tangents: None,
        out_tangents: None,
        before: Behaviour::Constant,
        after: Behaviour::Constant,
    };
    let target = Target::Transform { node: NodeId(0), transform: 0, part: Part::At(0) };
    let channel = Channel { curve: CurveId(0), first: 0, target, factor: 1.0 };
    let lamp = LightKind::Point { attenuation: [1.0, 0.0, 1.0] };
    Scene {
        nodes: vec![node],
        geometries: vec![Geometry::new(named("shape"), Shape::Mesh(mesh))],
        materials: vec![Material { meta: named("red"), diffuse: red, ..Material::default() }],
        lights: vec![Light::new(named("lamp"), lamp, [1.0; 3], 1.0)],
        curves: vec![curve],
        animations: vec![Animation { channels: vec![channel], ..Animation::default() }],
        views: vec![View { roots: vec![NodeId(0)], ..View::default() }],
        ..Scene::default()
    }
}

fn mesh(scene: &mut Scene) -> &mut Mesh {
    match &mut scene.geometries[0].shape {
        Shape::Mesh(mesh) => mesh,
        _ => unreachable!(),
    }
}

/// What is told when something is changed: its kind and words.
fn told(change: impl FnOnce(&mut Scene)) -> Vec<(Kind, String)> {
    let mut changed = scene();
    change(&mut changed);
    compare(&scene(), &changed, &Options::default()).into_iter().map(|d| (d.kind, d.to_string())).collect()
}

#[test]
fn how_it_is_written_does_not_matter() {
    assert_eq!(told(|_| {}), []);
    // Centimetres with Z up: a hundred times the numbers, turned.
    assert_eq!(
        told(|s| {
            s.space = Space { metres: 0.01, up: UpAxis::Z, ..Space::default() };
            let turn = |d: &mut Vec<f32>, by: f32| {
                for p in d.chunks_exact_mut(3) {
                    (p[0], p[1], p[2]) = (p[0] * by, -p[2] * by, p[1] * by);
                }
            };
            turn(&mut mesh(s).streams[0].data, 100.0);
            turn(&mut mesh(s).streams[1].data, 1.0);
            s.curves[0].values = vec![0.0, 400.0];
            s.lights[0].kind = LightKind::Point { attenuation: [1.0, 0.0, 1e-4] };
        }),
        []
    );
    // The order of triangles, and more keys on the same line.
    assert_eq!(told(|s| mesh(s).primitives[0].indices = vec![0, 2, 3, 0, 1, 2]), []);
    assert_eq!(told(|s| (s.curves[0].keys, s.curves[0].values) = (vec![0., 1., 2.], vec![0., 2., 4.])), []);
    // Other vertices for the same corners.
    assert_eq!(
        told(|s| {
            let mesh = mesh(s);
            for stream in &mut mesh.streams {
                let row = stream.row(2).to_vec();
                stream.data.extend(row);
            }
            mesh.primitives[0].indices = vec![0, 1, 4, 0, 2, 3];
        }),
        []
    );
}

#[test]
fn what_differs_is_told_with_its_place() {
    let first = |change: fn(&mut Scene)| told(change).into_iter().next().unwrap();
    let corner = first(|s| mesh(s).streams[0].data[3] = 1.1);
    assert_eq!(corner, (Kind::Shape, "node `square`, material `red`: a corner differs by 0.1 m".into()));
    let normal = first(|s| mesh(s).streams[1].data[..3].copy_from_slice(&[0.0, 1.0, 0.0]));
    assert!(normal.0 == Kind::Normal && normal.1.contains("a normal differs by 1.4142"), "{normal:?}");
    let coordinates = first(|s| mesh(s).streams[2].data[2] = 0.5);
    assert!(coordinates.1.contains("texture coordinates differ by up to 0.5 at 1 of 6"), "{coordinates:?}");
    let fewer = first(|s| mesh(s).primitives[0].indices.truncate(3));
    assert_eq!(fewer, (Kind::Shape, "node `square`: 1 triangles with `red` are missing".into()));
    let turned = first(|s| mesh(s).primitives[0].indices[..3].reverse());
    assert_eq!(turned, (Kind::Winding, "node `square`, material `red`: 1 triangle is flipped".into()));
    // Flat normals say what no normals say.
    assert_eq!(told(|s| drop(mesh(s).vertices.remove(1))), []);
    let flat = |s: &mut Scene| mesh(s).streams[1].data = [0.6, 0.0, 0.8].repeat(4);
    let mut bent = scene();
    flat(&mut bent);
    let mut none = scene();
    mesh(&mut none).vertices.remove(1);
    let found = compare(&bent, &none, &Options::default());
    assert!(found[0].kind == Kind::Normal && found[0].what == "6 normals are missing", "{found:?}");
    let colour = first(|s| s.materials[0].diffuse.as_mut().unwrap().value[1] = 1.0);
    assert_eq!(colour, (Kind::Surface, "material `red`: green differs: 0 vs 1".into()));
    let light = first(|s| s.lights[0].kind = LightKind::Point { attenuation: [1.0, 0.0, 0.0] });
    assert_eq!(light, (Kind::Light, "light `lamp`: its attenuation at 1 m and 0° differs: 0.5 vs 1".into()));
    let moved = first(|s| s.curves[0].values = vec![0.0, 5.0]);
    assert_eq!(moved, (Kind::Motion, "node `square`, animation: at 2 s its position differs by 1 m".into()));
    let still = first(|s| s.animations.clear());
    assert_eq!(still, (Kind::Clip, "animation: it is missing".into()));
    let gone = told(|s| s.views[0].roots.clear());
    assert_eq!(gone[0], (Kind::Node, "node `square`: it is missing".into()));
    let unit = told(|s| s.space.metres = 0.01);
    assert_eq!(unit[0].0, Kind::Unit);
    let hidden = told(|s| s.nodes[0].hidden = true);
    assert_eq!(hidden, [(Kind::Visibility, "node `square`: visibility differs: shown vs hidden".into())]);
}
