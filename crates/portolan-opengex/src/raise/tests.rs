//! What is written, word for word, and what is told.

use portolan_resources::Memory;
use portolan_scene::glam::DMat4;
use portolan_scene::{
    Animation, Attribute, Behaviour, Channel, Colour, Controller, ControllerId, Curve, CurveId, Deformer, Drawable,
    Drawn, Fate, Geometry, GeometryId, Influence, Interpolation, Joint, Light, LightId, LightKind, Losses, Material,
    MaterialBinding, MaterialId, Mesh, Meta, Methods, Morph, MorphMethod, Node, NodeId, Opaque, Operation, Part,
    Primitive, PrimitiveKind, Scalar, Scene, Semantic, Shape, Skeleton, Skin, SkinSpace, Space, Stream, Tangents,
    Target, Transform, UpAxis, View,
};
use portolan_syntax::{Limits, Source};

use super::{Options, Version, write};
use crate::document::Document;

fn named(name: &str) -> Meta {
    Meta { id: Some(name.into()), name: Some(name.into()), ..Meta::default() }
}

fn step(sid: &str, operation: Operation) -> Transform {
    Transform { sid: Some(sid.into()), operation }
}

fn scene(nodes: Vec<Node>) -> Scene {
    let roots = (0..nodes.len() as u32).map(NodeId).collect();
    Scene { nodes, views: vec![View { roots, ..View::default() }], ..Scene::default() }
}

fn text_of(scene: &Scene, options: &Options) -> (String, Losses) {
    let (output, losses) = write(scene, &|_| Err("there is none".to_owned()), options);
    (String::from_utf8(output.files[0].1.clone()).unwrap(), losses)
}

fn raised(scene: &Scene) -> (String, Losses) {
    assert!(scene.check().is_empty(), "{:?}", scene.check());
    let (text, losses) = text_of(scene, &Options::default());
    // Whatever is written is read without complaint.
    let document =
        Document::read("scene.ogex", Source::from_text("scene.ogex", text.clone()), None, false, &Limits::default());
    let back = crate::lower::scene(&document, &Memory::new());
    let worse: Vec<_> = back.losses.iter().filter(|l| l.fate > Fate::Noted).map(|l| &l.message).collect();
    assert!(worse.is_empty() && back.scene.check().is_empty(), "{worse:?}\n{text}");
    (text, losses)
}

fn told(losses: &Losses) -> Vec<(&str, Fate)> {
    losses.iter().map(|l| (l.code.id, l.fate)).collect()
}

fn square() -> Mesh {
    let stream = Stream::new(3, vec![0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.]);
    let position = Attribute { semantic: Semantic::Position, set: None, stream: 0 };
    Mesh { streams: vec![stream], vertices: vec![position], ..Mesh::default() }
}

fn primitive(kind: PrimitiveKind, indices: &[u32], counts: &[u32], material: Option<&str>) -> Primitive {
    Primitive {
        meta: Meta::default(),
        kind,
        material: material.map(Into::into),
        inputs: vec![],
        vertex_column: 0,
        stride: 1,
        indices: indices.to_vec(),
        counts: counts.to_vec(),
        rings: vec![],
    }
}

fn with_mesh(mesh: Mesh) -> Scene {
    let drawn = Drawn::new(Meta::default(), Drawable::Geometry(GeometryId(0)));
    let mut made = scene(vec![Node { meta: named("a"), drawn: vec![drawn], ..Node::default() }]);
    made.geometries.push(Geometry::new(named("shape"), Shape::Mesh(mesh)));
    made
}

fn curve(keys: &[f64], width: u32, values: &[f64], method: Interpolation) -> Curve {
    Curve {
        meta: Meta::default(),
        keys: keys.to_vec(),
        width,
        values: values.to_vec(),
        methods: Methods::All(method),
        in_tangents: None,
        out_tangents: None,
        before: Behaviour::Constant,
        after: Behaviour::Constant,
    }
}

fn animate(scene: &mut Scene, curve: Curve, target: Target) {
    scene.curves.push(curve);
    let channel = Channel { curve: CurveId(scene.curves.len() as u32 - 1), first: 0, target, factor: 1.0 };
    scene.animations.push(Animation { channels: vec![channel], ..Animation::default() });
}

fn of_transform(transform: u32, part: Part) -> Target {
    Target::Transform { node: NodeId(0), transform, part }
}

#[test]
fn metrics_say_what_numbers_mean() {
    let mut made = scene(vec![]);
    made.space =
        Space { metres: 0.01, up: UpAxis::Z, forward: Some(portolan_scene::Direction::MinusY), ..Space::default() };
    let expected = "Metric (key = \"distance\") {float {0.01}}\nMetric (key = \"angle\") {float {0.017453292}}\n\
        Metric (key = \"time\") {float {1.0}}\nMetric (key = \"up\") {string {\"z\"}}\n\
        Metric (key = \"forward\") {string {\"-y\"}}\n";
    assert_eq!(raised(&made).0, expected);
    let old = Options { version: Version::V1_1, ..Options::default() };
    let (text, losses) = text_of(&made, &old);
    assert!(!text.contains("forward"));
    assert_eq!(told(&losses), [("CNV730", Fate::Dropped)]);
    made.space.up = UpAxis::X;
    let (text, losses) = raised(&made);
    assert!(text.contains("Metric (key = \"up\") {string {\"y\"}}") && text.contains("Node $y_up"));
    assert_eq!(told(&losses), [("CNV701", Fate::Baked)]);
}

#[test]
fn transforms_stay_apart() {
    let matrix = Operation::Matrix(Box::new([1., 0., 0., 2., 0., 1., 0., 3., 0., 0., 1., 4., 0., 0., 0., 1.]));
    let transforms = vec![
        step("move", Operation::Translate([1., 2., 3.])),
        step("turn", Operation::Rotate([0., -2., 0., 30.])),
        step("tilt", Operation::Rotate([1., 1., 0., 30.])),
        step("spin", Operation::Quaternion([0., 0., 0., 1.])),
        step("size", Operation::Scale([2., 2., 1.])),
        step("whole", matrix),
        step("look", Operation::LookAt(Box::new([0., 0., 5., 0., 0., 0., 0., 1., 0.]))),
    ];
    let (text, losses) = raised(&scene(vec![Node { meta: named("a"), transforms, ..Node::default() }]));
    for line in [
        "Translation %move {float[3] {{1.0, 2.0, 3.0}}}",
        "Rotation %turn (kind = \"y\") {float {-30.0}}",
        "Rotation %tilt (kind = \"axis\") {float[4] {{30.0, 1.0, 1.0, 0.0}}}",
        "Rotation %spin (kind = \"quaternion\") {float[4] {{0.0, 0.0, 0.0, 1.0}}}",
        "Scale %size {float[3] {{2.0, 2.0, 1.0}}}",
        "{1.0, 0.0, 0.0, 0.0,\n\t\t\t 0.0, 1.0, 0.0, 0.0,\n\t\t\t 0.0, 0.0, 1.0, 0.0,\n\t\t\t 2.0, 3.0, 4.0, 1.0}",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert_eq!(told(&losses), [("CNV707", Fate::Baked)]);
}

#[test]
fn keys_stay_where_the_format_has_the_curve() {
    let transforms = vec![
        step("move", Operation::Translate([0.; 3])),
        step("turn", Operation::Rotate([0., 0., 1., 0.])),
        step("size", Operation::Scale([1.; 3])),
    ];
    let mut made = scene(vec![Node { meta: named("a"), transforms, ..Node::default() }]);
    animate(&mut made, curve(&[0., 1.], 1, &[0., 5.], Interpolation::Linear), of_transform(0, Part::At(0)));
    let apart = |z| {
        scene(vec![Node {
            meta: named("a"),
            transforms: vec![step("t", Operation::Translate([0., 0., z]))],
            ..Node::default()
        }])
    };
    let mut two = apart(3.0);
    animate(&mut two, curve(&[0., 1.], 1, &[0., 5.], Interpolation::Linear), of_transform(0, Part::At(0)));
    assert!(
        raised(&two)
            .0
            .contains("Translation %t_x (kind = \"x\") {float {0.0}}\n\tTranslation %t_z (kind = \"z\") {float {3.0}}")
    );
    let mut bent = curve(&[0., 2.], 1, &[0., 90.], Interpolation::Bezier);
    bent.out_tangents = Some(Tangents { times: vec![0.5, 2.5], values: vec![10., 90.] });
    bent.in_tangents = Some(Tangents { times: vec![-0.5, 1.75], values: vec![0., 80.] });
    animate(&mut made, bent, of_transform(1, Part::At(3)));
    animate(&mut made, curve(&[0., 1.], 3, &[1., 1., 1., 2., 2., 2.], Interpolation::Step), of_transform(2, Part::All));
    let (text, losses) = raised(&made);
    assert_eq!(told(&losses), []);
    let flat: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "Translation %move (kind = \"x\") {float {0.0}} Rotation %turn",
        "Track (target = %move) { Time { Key {float {0.0, 1.0}} } Value { Key {float {0.0, 5.0}} } }",
        "Time (curve = \"bezier\") { Key {float {0.0, 2.0}} Key (kind = \"-control\") {float {-0.6666667, 1.75}} \
         Key (kind = \"+control\") {float {0.5, 2.6666667}} }",
        "Value (curve = \"bezier\") { Key {float {0.0, 90.0}} Key (kind = \"-control\") {float {0.0, 80.0}} \
         Key (kind = \"+control\") {float {10.0, 90.0}} }",
        "Value (curve = \"constant\") { Key {float[3] {{1.0, 1.0, 1.0}, {2.0, 2.0, 2.0}}} }",
    ] {
        assert!(flat.contains(part), "{part}\n{flat}");
    }
}

#[test]
fn handles_that_cross_are_cut_and_nothing_else_is_sampled() {
    let transforms = vec![step("move", Operation::Translate([0.; 3]))];
    let mut made = scene(vec![Node { meta: named("a"), transforms, ..Node::default() }]);
    let mut crossed = curve(&[0., 1.], 1, &[0., 1.], Interpolation::Bezier);
    crossed.out_tangents = Some(Tangents { times: vec![0.9, 2.], values: vec![0., 1.] });
    crossed.in_tangents = Some(Tangents { times: vec![-1., 0.2], values: vec![0., 1.] });
    animate(&mut made, crossed, of_transform(0, Part::At(1)));
    let (text, losses) = raised(&made);
    assert!(text.contains("curve = \"bezier\"") && text.contains("Key {float {0.0, 0.5375, 1.0}}"), "{text}");
    assert_eq!(told(&losses), []);
    // A B-spline is no curve of OpenGEX; one that repeats goes on within its clip only.
    made.curves[0] = curve(&[0., 1., 2., 3.], 1, &[0., 1., 0., 1.], Interpolation::Bspline);
    made.curves[0].after = Behaviour::Cycle;
    let (_, losses) = raised(&made);
    assert_eq!(told(&losses), [("CNV726", Fate::Baked), ("CNV728", Fate::Approximated)]);
}

#[test]
fn what_cannot_move_is_told() {
    let mut made = scene(vec![Node { meta: named("a"), ..Node::default() }]);
    animate(&mut made, curve(&[0.], 1, &[1.], Interpolation::Linear), Target::Visibility { node: NodeId(0) });
    assert_eq!(told(&raised(&made).1), [("CNV727", Fate::Dropped)]);
}

#[test]
fn every_kind_of_primitive_has_its_index_array() {
    let kinds = [
        (primitive(PrimitiveKind::Points, &[0, 2], &[], None), "points", "uint32 {0, 2}"),
        (primitive(PrimitiveKind::Lines, &[0, 1, 2, 3], &[], None), "lines", "uint32[2] {{0, 1}, {2, 3}}"),
        (
            primitive(PrimitiveKind::LineStrips, &[0, 1, 2, 3, 0], &[3, 2], None),
            "line_strip",
            "uint32 {0, 1, 2, 4294967295, 3, 0}",
        ),
        (primitive(PrimitiveKind::Triangles, &[0, 1, 2], &[], None), "triangles", "uint32[3] {{0, 1, 2}}"),
        (primitive(PrimitiveKind::TriangleStrips, &[0, 1, 3, 2], &[4], None), "triangle_strip", "uint32 {0, 1, 3, 2}"),
        (
            primitive(PrimitiveKind::TriangleFans, &[0, 1, 2, 3], &[4], None),
            "triangles",
            "uint32[3] {{0, 1, 2}, {0, 2, 3}}",
        ),
        (primitive(PrimitiveKind::Polygons, &[0, 1, 2, 3], &[4], None), "quads", "uint32[4] {{0, 1, 2, 3}}"),
    ];
    for (primitive, word, indices) in kinds {
        let strips = primitive.counts.len() > 1;
        let (text, losses) = raised(&with_mesh(Mesh { primitives: vec![primitive], ..square() }));
        assert!(text.contains(&format!("Mesh (primitive = \"{word}\")")), "{text}");
        assert!(text.contains(indices), "{indices}\n{text}");
        assert_eq!(text.contains("restart = 4294967295"), strips);
        assert_eq!(told(&losses), []);
    }
    let polygons = primitive(PrimitiveKind::Polygons, &[0, 1, 2, 3, 0, 1, 2], &[4, 3], None);
    let (text, losses) = raised(&with_mesh(Mesh { primitives: vec![polygons], ..square() }));
    assert!(text.contains("primitive = \"triangles\"") && text.contains("uint32[3]"));
    assert_eq!(told(&losses), [("CNV709", Fate::Baked)]);
}

#[test]
fn kinds_that_cannot_stand_together_become_objects_of_their_own() {
    let primitives = vec![
        primitive(PrimitiveKind::Triangles, &[0, 1, 2], &[], Some("red")),
        primitive(PrimitiveKind::Lines, &[0, 1], &[], Some("blue")),
        primitive(PrimitiveKind::Triangles, &[0, 2, 3], &[], Some("blue")),
    ];
    let mut made = with_mesh(Mesh { primitives, ..square() });
    for (number, name) in ["red", "blue"].iter().enumerate() {
        made.materials.push(Material { meta: named(name), ..Material::default() });
        made.nodes[0].drawn[0].materials.push(MaterialBinding {
            symbol: (*name).into(),
            material: MaterialId(number as u32),
            inputs: vec![],
            meta: Meta::default(),
        });
    }
    let (text, losses) = raised(&made);
    assert_eq!(told(&losses), [("CNV713", Fate::Baked)]);
    assert!(text.contains("IndexArray (material = 1) {uint32[3] {{0, 2, 3}}}"), "{text}");
    assert!(text.contains("MaterialRef {ref {$red}}") && text.contains("MaterialRef (index = 1) {ref {$blue}}"));
    assert!(text.contains("GeometryObject $shape_2") && text.contains("GeometryNode $a_1"));
}

#[test]
fn surfaces_keep_what_the_format_has() {
    let mut made = with_mesh(Mesh {
        primitives: vec![primitive(PrimitiveKind::Triangles, &[0, 1, 2], &[], Some("m"))],
        ..square()
    });
    let colour = |r, g, b| Some(Colour { value: [r, g, b, 1.0], texture: None });
    made.materials.push(Material {
        meta: named("paint"),
        linear: true,
        diffuse: colour(0.5, 0.25, 0.0),
        specular: colour(1.0, 1.0, 1.0),
        shininess: Some(Scalar(20.0)),
        ambient: colour(0.1, 0.1, 0.1),
        reflectivity: Some(Scalar(0.5)),
        transparent: Some(Colour { value: [1.0, 1.0, 1.0, 0.5], texture: None }),
        transparency: Some(Scalar(0.5)),
        opaque: Opaque::AOne,
        double_sided: Some(true),
        ..Material::default()
    });
    made.nodes[0].drawn[0].materials.push(MaterialBinding {
        symbol: "m".into(),
        material: MaterialId(0),
        inputs: vec![],
        meta: Meta::default(),
    });
    let (text, losses) = raised(&made);
    for line in [
        "Material $paint (two_sided = true)",
        "Color (attrib = \"diffuse\") {float[3] {{0.5, 0.25, 0.0}}}",
        "Color (attrib = \"specular\") {float[3] {{1.0, 1.0, 1.0}}}",
        "Param (attrib = \"specular_power\") {float {20.0}}",
        "Param (attrib = \"opacity\") {float {0.25}}",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert_eq!(told(&losses), [("CNV719", Fate::Dropped), ("CNV719", Fate::Dropped)]);
    let old = Options { version: Version::V2_0, ..Options::default() };
    assert!(text_of(&made, &old).0.contains("Color (attrib = \"opacity\") {float[3] {{0.25, 0.25, 0.25}}}"));
}

#[test]
fn lights_fade_as_before() {
    let kind = LightKind::Spot { attenuation: [1.0, 0.0, 0.5], angle: 60.0, exponent: 2.0 };
    let lights = vec![
        Light::new(named("lamp"), kind, [1.0, 0.5, 0.25], 3.0),
        Light::new(named("sun"), LightKind::Directional, [1.0; 3], 1.0),
        Light::new(named("sky"), LightKind::Ambient, [1.0; 3], 1.0),
    ];
    let node = Node { meta: named("a"), lights: vec![LightId(0), LightId(1), LightId(2)], ..Node::default() };
    let made = Scene { lights, ..scene(vec![node]) };
    let (text, losses) = raised(&made);
    for line in [
        "LightNode $a\n",
        "LightObject $lamp (type = \"spot\")",
        "Param (attrib = \"intensity\") {float {3.0}}",
        "Atten (kind = \"distance\", curve = \"inverse_square\")",
        "Param (attrib = \"quadratic\") {float {0.5}}",
        "Atten (kind = \"cos_angle\", curve = \"linear\")",
        "Param (attrib = \"power\") {float {2.0}}",
        "LightObject $sun (type = \"infinite\")",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert_eq!(told(&losses), [("CNV724", Fate::Noted), ("CNV724", Fate::Noted), ("CNV723", Fate::Dropped)]);
}

#[test]
fn morph_targets_are_differences_from_the_shape() {
    let triangle = || primitive(PrimitiveKind::Triangles, &[0, 1, 2], &[], None);
    let mut made = with_mesh(Mesh { primitives: vec![triangle()], ..square() });
    let mut moved = Mesh { primitives: vec![triangle()], ..square() };
    moved.streams[0].data.iter_mut().for_each(|x| *x += 1.0);
    made.geometries.push(Geometry::new(named("smile"), Shape::Mesh(moved)));
    let morph = |method| Morph { method, targets: vec![GeometryId(1)], weights: vec![0.25], ..Morph::default() };
    made.controllers.push(Controller {
        meta: named("morph"),
        base: portolan_scene::Base::Geometry(GeometryId(0)),
        deformer: Deformer::Morph(morph(MorphMethod::Normalized)),
    });
    made.nodes[0].drawn[0].what = Drawable::Controller(ControllerId(0));
    let target = Target::Weight { controller: ControllerId(0), part: Part::At(0) };
    animate(&mut made, curve(&[0., 1.], 1, &[0., 1.], Interpolation::Linear), target);
    let (text, _) = raised(&made);
    for line in [
        "VertexArray (attrib = \"position\", morph = 1)",
        "MorphWeight {float {1.0}}",
        "MorphWeight %weight1 (index = 1) {float {0.25}}",
        "Track (target = %weight1)",
        "Morph (index = 1, base = 0) {Name {string {\"smile\"}}}",
        "{1.0, 1.0, 1.0}, {2.0, 1.0, 1.0}",
    ] {
        assert!(text.replace("\n\t{\n\t\tName", " {Name").replace("}}\n\t}", "}}}").contains(line), "{line}\n{text}");
    }
    // The same numbers as differences: the target is the shape and the difference.
    made.controllers[0].deformer = Deformer::Morph(morph(MorphMethod::Relative));
    assert!(raised(&made).0.contains("{1.0, 1.0, 1.0}, {3.0, 1.0, 1.0}"));
}

#[test]
fn a_skin_names_its_bones_and_what_no_bone_holds_does_not_move() {
    let mut made = with_mesh(Mesh {
        primitives: vec![primitive(PrimitiveKind::Triangles, &[0, 1, 2, 0, 2, 3], &[], None)],
        ..square()
    });
    made.nodes.push(Node {
        meta: named("hip"),
        transforms: vec![step("t", Operation::Translate([0., 2., 0.]))],
        ..Node::default()
    });
    made.views[0].roots.push(NodeId(1));
    let influence = |joint, weight| Influence { joint, weight };
    let skin = Skin {
        bind_shape: DMat4::IDENTITY,
        joints: vec!["hip".into(), "gone".into()],
        inverse_binds: vec![DMat4::from_translation(portolan_scene::glam::DVec3::new(0., -2., 0.)), DMat4::IDENTITY],
        counts: vec![1, 2, 0, 1],
        influences: vec![
            influence(Some(0), 1.0),
            influence(Some(0), 3.0),
            influence(None, 1.0),
            influence(Some(1), 1.0),
        ],
        normals: portolan_scene::SkinNormals::Mixed,
    };
    made.controllers.push(Controller {
        meta: named("skin"),
        base: portolan_scene::Base::Geometry(GeometryId(0)),
        deformer: Deformer::Skin(skin),
    });
    let drawn = &mut made.nodes[0].drawn[0];
    drawn.what = Drawable::Controller(ControllerId(0));
    let joints = vec![Some(Joint { node: NodeId(1), root: None }), None];
    drawn.skeletons = vec![Skeleton { controller: ControllerId(0), joints, space: SkinSpace::World }];
    let (text, losses) = raised(&made);
    for line in [
        "BoneNode $hip",
        "BoneNode $unbound",
        "BoneRefArray {ref {$hip, $unbound}}",
        "BoneCountArray {uint16 {1, 2, 1, 1}}",
        "BoneIndexArray {uint16 {0, 0, 1, 1, 1}}",
        "BoneWeightArray {float {1.0, 0.75, 0.25, 1.0, 1.0}}",
        "0.0, 2.0, 0.0, 1.0}",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert_eq!(told(&losses), [("CNV715", Fate::Approximated)]);
}

#[test]
fn bits_and_old_names_on_request() {
    let made =
        with_mesh(Mesh { primitives: vec![primitive(PrimitiveKind::Triangles, &[0, 1, 2], &[], None)], ..square() });
    let bits = Options { precise: true, ..Options::default() };
    let (text, _) = text_of(&made, &bits);
    assert!(text.contains("{0x3F800000, 0x00000000, 0x00000000}") && !text.contains("1.0"));
    let old = Options { version: Version::V1_1, ..Options::default() };
    assert!(text_of(&made, &old).0.contains("unsigned_int32[3] {{0, 1, 2}}"));
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    let made = with_mesh(Mesh {
        primitives: vec![primitive(PrimitiveKind::Polygons, &[0, 1, 2, 3, 0, 1, 2], &[4, 3], None)],
        ..square()
    });
    assert_eq!(raised(&made).0, raised(&made).0);
    assert_eq!(raised(&Scene::default()).0.lines().count(), 4);
}
