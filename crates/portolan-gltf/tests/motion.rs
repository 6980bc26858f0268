//! Skins, morphs and animations as files.

use crate::common::*;
use portolan_eval::{Playing, curve, sample};
use portolan_gltf::Options;
use portolan_scene::glam::{DMat4, DQuat, DVec3};
use portolan_scene::{
    Animation, AnimationId, Base, Behaviour, Channel, Clip, Controller, ControllerId, Curve, CurveId, Deformer,
    Drawable, GeometryId, Influence, Input, Interpolation, Joint, Light, LightField, LightId, LightKind, Material,
    Methods, Morph, MorphMethod, Node, NodeId, Operation, Part, Scene, Shape, Skeleton, Skin, SkinSpace, Space,
    Tangents, Target, UpAxis,
};
use serde_json::{Value, json};

fn linear(keys: &[f64], width: u32, values: &[f64]) -> Curve {
    let outside = Behaviour::Undefined;
    Curve { before: outside, after: outside, ..Curve::linear(width, keys.to_vec(), values.to_vec()) }
}

fn drive(scene: &mut Scene, curve: Curve, target: Target) {
    scene.curves.push(curve);
    let channel = Channel { curve: CurveId(scene.curves.len() as u32 - 1), first: 0, target, factor: 1.0 };
    if scene.animations.is_empty() {
        scene.animations.push(Animation { meta: named("motion"), ..Animation::default() });
    }
    scene.animations[0].channels.push(channel);
}

fn transform(node: u32, transform: u32, part: Part) -> Target {
    Target::Transform { node: NodeId(node), transform, part }
}

/// Sampler, times and values of the channel with this path.
fn channel<'a>(file: &'a Written, path: &str) -> Option<(&'a Value, Vec<f64>, Vec<f64>)> {
    let animation = &file.json["animations"][0];
    let channel = animation["channels"].as_array()?.iter().find(|c| c["target"]["path"] == path)?;
    let sampler = &animation["samplers"][channel["sampler"].as_u64()? as usize];
    Some((sampler, file.numbers(&sampler["input"]), file.numbers(&sampler["output"])))
}

/// What a reader of glTF makes of a channel at a time.
fn played(channel: &(&Value, Vec<f64>, Vec<f64>), width: usize, t: f64) -> Vec<f64> {
    let (sampler, times, values) = channel;
    let last = times.len() - 1;
    let cubic = sampler["interpolation"] == "CUBICSPLINE";
    let size = if cubic { 3 * width } else { width };
    let value = |k: usize, third: usize| &values[k * size + third * width..k * size + (third + 1) * width];
    let middle = usize::from(cubic);
    if t <= times[0] {
        return value(0, middle).to_vec();
    }
    if t >= times[last] {
        return value(last, middle).to_vec();
    }
    let k = times.partition_point(|x| *x <= t) - 1;
    let (h, a, b) = (times[k + 1] - times[k], value(k, middle), value(k + 1, middle));
    let s = (t - times[k]) / h;
    match sampler["interpolation"].as_str().unwrap() {
        "STEP" => a.to_vec(),
        "CUBICSPLINE" => (0..width)
            .map(|i| {
                let (m0, m1) = (h * value(k, 2)[i], h * value(k + 1, 0)[i]);
                let (s2, s3) = (s * s, s * s * s);
                (2.0 * s3 - 3.0 * s2 + 1.0) * a[i]
                    + (s3 - 2.0 * s2 + s) * m0
                    + (3.0 * s2 - 2.0 * s3) * b[i]
                    + (s3 - s2) * m1
            })
            .collect(),
        _ if width == 4 => {
            let q = |v: &[f64]| DQuat::from_array(v.try_into().unwrap());
            q(a).slerp(q(b), s).to_array().to_vec()
        }
        _ => a.iter().zip(b).map(|(a, b)| a + (b - a) * s).collect(),
    }
}

/// The file's first node at a time, and the scene's: both must be the same.
fn compare(scene: &Scene, file: &Written, node: usize, tolerance: f64) {
    let written = &file.json["nodes"][node];
    let rest = |name: &str, usual: &[f64]| match written.get(name) {
        Some(value) => list(value),
        None => usual.to_vec(),
    };
    let at = |name: &str, usual: &[f64], t: f64| match channel(file, name) {
        Some(channel) => played(&channel, usual.len(), t),
        None => rest(name, usual),
    };
    for i in 0..=200 {
        let t = -0.5 + 4.0 * f64::from(i) / 200.0;
        let translation = DVec3::from_slice(&at("translation", &[0.0; 3], t));
        let rotation = DQuat::from_slice(&at("rotation", &[0.0, 0.0, 0.0, 1.0], t));
        let scale = DVec3::from_slice(&at("scale", &[1.0; 3], t));
        let got = DMat4::from_scale_rotation_translation(scale, rotation, translation);
        let overrides = sample(scene, &Playing::Default, t);
        let operations = scene.nodes[0].transforms.iter().zip(0..);
        let expected =
            operations.fold(DMat4::IDENTITY, |m, (o, i)| m * overrides.operation(NodeId(0), i, &o.operation).matrix());
        assert!(got.abs_diff_eq(expected, tolerance), "at {t}: {got} is not {expected}");
    }
}

#[test]
fn keys_of_a_translation_and_a_turn_stay() {
    let mut scene = one_square(Material::default());
    scene.nodes[0].transforms = steps(&[
        Operation::Rotate([1.0, 0.0, 0.0, 30.0]),
        Operation::Translate([0.0; 3]),
        Operation::Rotate([0.0, 0.0, 2.0, 0.0]),
        Operation::Scale([2.0; 3]),
    ]);
    drive(&mut scene, linear(&[0.0, 1.0, 3.0], 3, &[0., 0., 0., 1., 2., 3., 4., 0., 0.]), transform(0, 1, Part::All));
    drive(&mut scene, linear(&[0.0, 2.0, 2.5], 1, &[0.0, 720.0, 700.0]), transform(0, 2, Part::At(3)));
    let file = written(&scene, "keys");
    assert_eq!(file.losses.iter().count(), 0);
    let (sampler, times, values) = channel(&file, "translation").unwrap();
    assert_eq!((&sampler["interpolation"], times), (&json!("LINEAR"), vec![0.0, 1.0, 3.0]));
    let (sin, cos) = 30f64.to_radians().sin_cos();
    assert!(close(&values[3..6], &[1.0, 2.0 * cos - 3.0 * sin, 2.0 * sin + 3.0 * cos]));
    // Two whole turns need more keys than two, of which none is half a turn from the next.
    let (_, times, _) = channel(&file, "rotation").unwrap();
    assert_eq!(times.len(), 8);
    assert!(channel(&file, "scale").is_none());
    assert_eq!(file.json["animations"][0]["name"], "motion");
    compare(&scene, &file, 0, 1e-5);
}

#[test]
fn a_turn_of_what_is_mirrored_stays() {
    // As a matrix, a mirroring along z is one along x with half a turn about y.
    for mirrored in [[1.0, 1.0, -1.0], [1.0, -2.0, 1.0], [-1.0, 1.0, 1.0]] {
        let mut scene = one_square(Material::default());
        scene.nodes[0].transforms = steps(&[Operation::Quaternion([0.0, 0.0, 0.0, 1.0]), Operation::Scale(mirrored)]);
        let half_angles = (0..=45).map(|degrees| f64::from(degrees).to_radians());
        let turns: Vec<f64> = half_angles.flat_map(|a| [0.0, 0.0, a.sin(), a.cos()]).collect();
        let times: Vec<f64> = (0..=45).map(|i| f64::from(i) / 45.0).collect();
        drive(&mut scene, linear(&times, 4, &turns), transform(0, 0, Part::All));
        let file = written(&scene, "mirrored");
        compare(&scene, &file, 0, 1e-4);
    }
}

#[test]
fn steps_and_cubic_curves_stay() {
    let mut scene = one_square(Material::default());
    scene.nodes[0].transforms = steps(&[
        Operation::Translate([5.0, 6.0, 7.0]),
        Operation::Rotate([0.0, 0.0, 1.0, 0.0]),
        Operation::Scale([1.0, 2.0, 1.0]),
    ]);
    let mut hermite = linear(&[0.0, 1.0, 3.0], 1, &[0.0, 2.0, 1.0]);
    hermite.methods = Methods::All(Interpolation::Hermite);
    hermite.in_tangents = Some(Tangents { times: vec![], values: vec![0.0, 1.0, -4.0] });
    hermite.out_tangents = Some(Tangents { times: vec![], values: vec![3.0, 2.0, 0.0] });
    let mut out = [0.0];
    curve::evaluate(&hermite, 0.5, &mut out);
    assert!((out[0] - (0.5 * 2.0 + 0.125 * 3.0 - 0.125 * 1.0)).abs() < 1e-12);
    drive(&mut scene, hermite, transform(0, 0, Part::At(1)));
    let mut bezier = linear(&[0.0, 3.0], 1, &[1.0, 3.0]);
    bezier.methods = Methods::All(Interpolation::Bezier);
    bezier.in_tangents = Some(Tangents { times: vec![-1.0, 2.0], values: vec![0.0, 3.0] });
    bezier.out_tangents = Some(Tangents { times: vec![1.0, 4.0], values: vec![4.0, 0.0] });
    drive(&mut scene, bezier, transform(0, 2, Part::At(0)));
    let mut step = linear(&[0.0, 1.0, 2.0], 1, &[0.0, 90.0, 45.0]);
    step.methods = Methods::All(Interpolation::Step);
    drive(&mut scene, step, transform(0, 1, Part::At(3)));
    let file = written(&scene, "cubic");
    assert_eq!(file.losses.iter().count(), 0);
    for (path, interpolation) in [("translation", "CUBICSPLINE"), ("scale", "CUBICSPLINE"), ("rotation", "STEP")] {
        assert_eq!(channel(&file, path).unwrap().0["interpolation"], interpolation, "{path}");
    }
    compare(&scene, &file, 0, 1e-5);
}

#[test]
fn what_is_not_apart_is_sampled_within_the_tolerance() {
    let mut scene = one_square(Material::default());
    scene.nodes[0].transforms = steps(&[
        Operation::Rotate([0.0, 0.0, 1.0, 0.0]),
        Operation::Rotate([0.0, 1.0, 0.0, 0.0]),
        Operation::Translate([1.0, 0.0, 0.0]),
    ]);
    drive(&mut scene, linear(&[0.0, 1.0, 3.0], 1, &[0.0, 80.0, -40.0]), transform(0, 0, Part::At(3)));
    drive(&mut scene, linear(&[0.0, 3.0], 1, &[0.0, 200.0]), transform(0, 1, Part::At(3)));
    let file = written(&scene, "sampled");
    assert_eq!(file.codes(), ["CNV321", "CNV321"]);
    assert!(channel(&file, "scale").is_none());
    compare(&scene, &file, 0, 4e-4);
    let options = Options { sample_rate: Some(10.0), ..Options::default() };
    let file = written_with(&scene, "rate", &no_images, &options);
    assert_eq!(channel(&file, "rotation").unwrap().1.len(), 31);
}

#[test]
fn matrices_are_interpolated_as_the_document_has_it() {
    let mut scene = one_square(Material::default());
    let flat = |m: DMat4| m.transpose().to_cols_array();
    let (a, b) = (DMat4::from_rotation_z(0.0), DMat4::from_translation(DVec3::X) * DMat4::from_rotation_z(0.2));
    scene.nodes[0].transforms = steps(&[Operation::Matrix(Box::new(flat(a)))]);
    drive(&mut scene, linear(&[0.0, 2.0], 16, &[flat(a), flat(b)].concat()), transform(0, 0, Part::All));
    let file = written(&scene, "matrix");
    compare(&scene, &file, 0, 3e-4);
}

#[test]
fn matrices_that_turn_keep_the_keys_of_their_turns() {
    let flat = |m: DMat4| m.transpose().to_cols_array();
    let turning = |axis: DVec3, angle: f64| {
        let mut scene = one_square(Material::default());
        let keys = [0.0, 1.0, 2.0].map(|key: f64| flat(DMat4::from_axis_angle(axis, angle * key)));
        scene.nodes[0].transforms = steps(&[Operation::Matrix(Box::new(keys[0]))]);
        drive(&mut scene, linear(&[0.0, 1.0, 2.0], 16, &keys.concat()), transform(0, 0, Part::All));
        scene
    };
    let scene = turning(DVec3::Z, 0.15);
    let file = written(&scene, "turning");
    assert_eq!(channel(&file, "rotation").unwrap().1, [0.0, 1.0, 2.0]);
    // Half way between two turns, what turns is as long as the cosine of half of the angle between them.
    let scale = channel(&file, "scale").unwrap();
    for (t, length) in [(0.0, 1.0), (0.5, 0.997_188_81), (1.0, 1.0), (1.5, 0.997_188_81)] {
        let [x, y, z] = played(&scale, 3, t).try_into().unwrap();
        assert!((x - length).abs() < 1e-4 && (y - length).abs() < 1e-4 && (z - 1.0).abs() < 1e-9, "{t}: {x} {y} {z}");
    }
    compare(&scene, &file, 0, 3e-4);
    // Too far from key to key for an even pace.
    let scene = turning(DVec3::Z, 0.9);
    compare(&scene, &written(&scene, "far"), 0, 1e-3);
}

#[test]
fn repeated_curves_are_written_out_as_long_as_others_run() {
    let mut scene = one_square(Material::default());
    scene.nodes[0].transforms = steps(&[Operation::Translate([0.0; 3])]);
    let mut short = linear(&[0.0, 0.5], 1, &[0.0, 1.0]);
    short.after = Behaviour::Oscillate;
    drive(&mut scene, short, transform(0, 0, Part::At(0)));
    drive(&mut scene, linear(&[0.0, 2.0], 1, &[0.0, 1.0]), transform(0, 0, Part::At(1)));
    let file = written(&scene, "oscillate");
    assert_eq!(file.codes(), ["CNV323"]);
    let track = channel(&file, "translation").unwrap();
    for (t, x) in [(0.25, 0.5), (0.75, 0.5), (1.0, 0.0), (1.5, 1.0), (1.9, 0.2)] {
        assert!((played(&track, 3, t)[0] - x).abs() < 1e-3, "{t}");
    }
}

#[test]
fn clips_begin_at_zero_and_negative_times_are_shifted() {
    let mut scene = one_square(Material::default());
    scene.nodes[0].transforms = steps(&[Operation::Translate([0.0; 3])]);
    drive(&mut scene, linear(&[-1.0, 1.0], 1, &[0.0, 2.0]), transform(0, 0, Part::At(0)));
    let file = written(&scene, "negative");
    assert_eq!(file.codes(), ["CNV324"]);
    assert_eq!(channel(&file, "translation").unwrap().1, [0.0, 2.0]);
    scene.animations[0].clipped = true;
    let meta = named("walk");
    scene.clips = vec![Clip { meta, start: -0.5, end: Some(0.5), animations: vec![AnimationId(0)], ..Clip::default() }];
    let file = written(&scene, "clip");
    assert_eq!(file.json["animations"].as_array().unwrap().len(), 1);
    assert_eq!(file.json["animations"][0]["name"], "walk");
    let (_, times, values) = channel(&file, "translation").unwrap();
    assert_eq!((times, values), (vec![0.0, 1.0], vec![0.5, 0.0, 0.0, 1.5, 0.0, 0.0]));
}

fn skinned() -> Scene {
    let mut scene = one_square(Material::default());
    let joint = |name: &str, x: f64, children: &[u32]| Node {
        meta: named(name),
        joint: true,
        transforms: steps(&[Operation::Translate([x, 0.0, 0.0])]),
        children: children.iter().map(|c| NodeId(*c)).collect(),
        ..Node::default()
    };
    scene.nodes.push(joint("hip", 2.0, &[2]));
    scene.nodes.push(joint("knee", 3.0, &[]));
    let influence = |joint, weight| Influence { joint, weight };
    let skin = Skin {
        bind_shape: DMat4::from_scale(DVec3::splat(2.0)),
        joints: vec!["hip".into(), "knee".into()],
        inverse_binds: vec![
            DMat4::from_translation(DVec3::new(-2.0, 0.0, 0.0)),
            DMat4::from_translation(DVec3::new(-5.0, 0.0, 0.0)),
        ],
        counts: vec![1, 2, 1, 1],
        normals: portolan_scene::SkinNormals::default(),
        influences: vec![
            influence(Some(0), 1.0),
            influence(Some(1), 3.0),
            influence(Some(0), 1.0),
            influence(Some(1), 1.0),
            influence(None, 1.0),
        ],
    };
    let base = Base::Geometry(GeometryId(0));
    scene.controllers = vec![Controller { meta: named("skin"), base, deformer: Deformer::Skin(skin) }];
    let mut shape = drawn(Drawable::Controller(ControllerId(0)));
    let found = |node| Some(Joint { node: NodeId(node), root: Some(NodeId(1)) });
    shape.skeletons =
        vec![Skeleton { controller: ControllerId(0), joints: vec![found(1), found(2)], space: SkinSpace::World }];
    scene.nodes[0].drawn = vec![shape];
    scene.views[0].roots = vec![NodeId(0), NodeId(1)];
    scene
}

#[test]
fn a_skin_keeps_its_joints_in_order() {
    for up in [UpAxis::Y, UpAxis::Z] {
        let mut scene = skinned();
        scene.space = Space { up, ..Space::default() };
        let file = written(&scene, if up == UpAxis::Y { "skin" } else { "skin-z" });
        assert_eq!(file.losses.iter().count(), 0);
        let skin = &file.json["skins"][0];
        let names: Vec<&Value> = skin["joints"]
            .as_array()
            .unwrap()
            .iter()
            .map(|j| &file.json["nodes"][j.as_u64().unwrap() as usize]["name"])
            .collect();
        assert_eq!(names, ["hip", "knee", "unbound"]);
        let binds = file.numbers(&skin["inverseBindMatrices"]);
        assert_eq!((binds[0], binds[12], binds[16 + 12], binds[32 + 12]), (2.0, -2.0, -5.0, 0.0));
        assert_eq!(file.attribute("JOINTS_0"), [0., 0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0., 2., 0., 0., 0.]);
        assert_eq!(file.attribute("WEIGHTS_0")[4..8], [0.75, 0.25, 0.0, 0.0]);
        let shown = file.json["nodes"].as_array().unwrap().iter().find(|n| n.get("skin").is_some()).unwrap();
        assert_eq!((&shown["mesh"], &shown["skin"], shown.get("translation")), (&json!(0), &json!(0), None));
    }
}

#[test]
fn morph_targets_are_differences_and_weights_move() {
    let mut scene = one_square(Material::default());
    let mut target = square();
    target.streams[0].data[2] = 5.0;
    target.streams[1].data[..3].copy_from_slice(&[1.0, 0.0, 0.0]);
    scene.geometries.push(geometry("smile", target));
    let morph = Morph {
        method: MorphMethod::Normalized,
        targets: vec![GeometryId(1)],
        weights: vec![0.25],
        ..Morph::default()
    };
    let base = Base::Geometry(GeometryId(0));
    scene.controllers = vec![Controller { meta: named("morph"), base, deformer: Deformer::Morph(morph) }];
    scene.nodes[0].drawn = vec![drawn(Drawable::Controller(ControllerId(0)))];
    let weight = Target::Weight { controller: ControllerId(0), part: Part::At(0) };
    drive(&mut scene, linear(&[0.0, 1.0], 1, &[0.0, 1.0]), weight);
    let file = written(&scene, "morph");
    assert_eq!(file.losses.iter().count(), 0);
    let mesh = &file.json["meshes"][0];
    assert_eq!((&mesh["weights"], &mesh["extras"]["targetNames"]), (&json!([0.25]), &json!(["smile"])));
    let target = &mesh["primitives"][0]["targets"][0];
    let mut expected = vec![0.0; 12];
    expected[2] = 5.0;
    assert_eq!(file.numbers(&target["POSITION"]), expected);
    assert_eq!(file.numbers(&target["NORMAL"])[..4], [1.0, 0.0, -1.0, 0.0]);
    let (_, times, values) = channel(&file, "weights").unwrap();
    assert_eq!((times, values), (vec![0.0, 1.0], vec![0.0, 1.0]));
    // Normals of corners are not mixed (K-018).
    let mut of_corners = scene.clone();
    for geometry in &mut of_corners.geometries {
        let Shape::Mesh(mesh) = &mut geometry.shape else { unreachable!() };
        let attribute = mesh.vertices.remove(1);
        mesh.primitives[0].inputs.push(Input { attribute, column: 0 });
    }
    let file = written(&of_corners, "morph-corners");
    assert_eq!(file.losses.iter().count(), 0);
    let primitive = &file.json["meshes"][0]["primitives"][0];
    assert!(primitive["attributes"].get("NORMAL").is_some() && primitive["targets"][0].get("NORMAL").is_none());
    // A target of another size says nothing.
    if let Shape::Mesh(mesh) = &mut scene.geometries[1].shape {
        mesh.streams[0].data.extend([9.0; 3]);
        mesh.streams[1].data.extend([9.0; 3]);
        mesh.streams[2].data.extend([9.0; 2]);
    }
    let file = written(&scene, "morph-wrong");
    assert_eq!(file.codes(), ["CNV316"]);
}

#[test]
fn lights_and_materials_move_through_pointers() {
    let mut scene = one_square(Material { diffuse: colour([1.0, 0.0, 0.0, 1.0]), ..Material::default() });
    scene.lights = vec![Light::new(named("sun"), LightKind::Directional, [1.0; 3], 1.0)];
    scene.nodes[0].lights = vec![LightId(0)];
    let light = LightId(0);
    let target = Target::Light { light, field: LightField::Intensity, part: Part::At(0) };
    drive(&mut scene, linear(&[0.0, 1.0], 1, &[1.0, 3.0]), target);
    let material = portolan_scene::MaterialId(0);
    let slot = portolan_scene::ColourSlot::Diffuse;
    drive(&mut scene, linear(&[0.0, 1.0], 1, &[0.0, 1.0]), Target::Colour { material, slot, part: Part::At(1) });
    drive(&mut scene, linear(&[0.0, 1.0], 1, &[0.0, 1.0]), Target::Visibility { node: NodeId(0) });
    let file = written(&scene, "pointers");
    assert_eq!(file.codes(), ["CNV322", "CNV321"]);
    let channels = file.json["animations"][0]["channels"].as_array().unwrap();
    let pointers: Vec<&Value> =
        channels.iter().map(|c| &c["target"]["extensions"]["KHR_animation_pointer"]["pointer"]).collect();
    assert_eq!(
        pointers,
        ["/extensions/KHR_lights_punctual/lights/0/intensity", "/materials/0/pbrMetallicRoughness/baseColorFactor"]
    );
    let (_, times, values) = channel(&file, "pointer").unwrap();
    assert_eq!((times, values), (vec![0.0, 1.0], vec![1.0, 3.0]));
}
