//! Animations of small files, in numbers worked out by hand.

use crate::samples::*;
use portolan_eval::{Playing, Stage, pose, sample};
use portolan_scene::glam::DMat4;
use portolan_scene::{CameraField, ClipId, ColourSlot, Interpolation, LightField, Methods, Part, Scene, Target};
use serde_json::json;

fn world(scene: &Scene, playing: &Playing, time: f64) -> DMat4 {
    let stage = Stage::new(scene, scene.default_view.unwrap(), 1000);
    pose(scene, &stage, &sample(scene, playing, time)).world(0)
}

fn near(a: [f64; 3], b: [f64; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6)
}

#[test]
fn straight_lines_steps_and_even_turns() {
    let scene = motion().clean();
    assert_eq!(scene.clips.iter().map(|c| c.meta.name.as_deref()).collect::<Vec<_>>(), [Some("all"), Some("smooth")]);
    assert_eq!((scene.clips[0].start, scene.clips[0].end), (0.0, Some(3.0)));
    let at = |t| world(&scene, &Playing::Clip(ClipId(0)), t);
    // A quarter of the way to a quarter turn, twice as fast as a straight mixture would be at its beginning.
    let turned = at(0.25).transform_vector3([1.0, 0.0, 0.0].into()).to_array();
    let angle = 22.5f64.to_radians();
    assert!(near(turned, [angle.cos(), angle.sin(), 0.0]), "{turned:?}");
    assert!(near(at(0.25).w_axis.truncate().to_array(), [1.0, 0.0, 0.0]));
    // The last quaternion is minus the first: the way back is 90 degrees, at two seconds half of it.
    let back = at(2.0).transform_vector3([1.0, 0.0, 0.0].into());
    let half = 45f64.to_radians();
    assert!(near((back / back.length()).to_array(), [half.cos(), half.sin(), 0.0]), "{back}");
    assert!((back.length() - 2.0).abs() < 1e-6, "sizes stay until the next key");
    assert!(near(at(3.0).w_axis.truncate().to_array(), [4.0, 2.0, 0.0]));
}

#[test]
fn cubic_splines_follow_their_slopes() {
    let scene = motion().clean();
    let at = |t| world(&scene, &Playing::Clip(ClipId(1)), t).w_axis.truncate().to_array();
    // Hermite at the middle of the first second: p = (0 + 4)/2 + (1·1 − 1·2)/8.
    assert!(near(at(0.5), [1.875, 0.0, 0.0]), "{:?}", at(0.5));
    // In the middle of the next two seconds: (4 + 4)/2 + (2·2 − 2·0)/8, and (0 + 2)/2.
    assert!(near(at(2.0), [4.5, 1.0, 0.0]), "{:?}", at(2.0));
    let turn = smooth_turn().clean();
    // z: √½/2 + (2·0.5 − 2·0.25)/8; w: (1 + √½)/2 + (0 + 2·0.25)/8, made to have length 1.
    let root = 0.5f64.sqrt();
    let (z, w) = (root / 2.0 + 0.0625, (1.0 + root) / 2.0 + 0.0625);
    let angle = 2.0 * z.atan2(w);
    let x = world(&turn, &Playing::Default, 1.0).transform_vector3([1.0, 0.0, 0.0].into()).to_array();
    assert!(near(x, [angle.cos(), angle.sin(), 0.0]), "{x:?}");
}

#[test]
fn keys_are_written_again_as_they_were() {
    for (file, kind) in [(motion(), "LINEAR"), (smooth_turn(), "CUBICSPLINE")] {
        let scene = file.clean();
        let (output, losses) =
            portolan_gltf::write(&scene, &|_| Err(String::new()), &portolan_gltf::Options::default());
        assert!(losses.iter().all(|l| l.code.id != "CNV321"), "{:?}", losses.iter().collect::<Vec<_>>());
        let bytes = &output.files[0].1;
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let json: serde_json::Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
        let animation = &json["animations"][0];
        let turn =
            animation["channels"].as_array().unwrap().iter().find(|c| c["target"]["path"] == "rotation").unwrap();
        let sampler = &animation["samplers"][turn["sampler"].as_u64().unwrap() as usize];
        assert_eq!(sampler["interpolation"], kind);
        let keys = file.json["accessors"]
            [file.json["animations"][0]["samplers"][0]["input"].as_u64().unwrap() as usize]["count"]
            .clone();
        assert_eq!(json["accessors"][sampler["input"].as_u64().unwrap() as usize]["count"], keys);
    }
}

#[test]
fn weights_move_the_morph_of_their_node() {
    let scene = moving_weights().clean();
    assert_eq!((scene.clips.len(), scene.controllers.len()), (0, 2));
    let channel = &scene.animations[0].channels[0];
    let Target::Weight { controller, part: Part::All } = channel.target else { panic!("{channel:?}") };
    assert_eq!(scene.nodes[0].drawn[0].what, portolan_scene::Drawable::Controller(controller));
    assert_eq!(scene.curve(channel.curve).unwrap().values, [0.0, 0.0, 1.0, 0.5]);
}

#[test]
fn pointers_lead_to_cameras_lights_and_materials() {
    let mut file = rich_material();
    file.push("cameras", json!({"type": "perspective", "perspective": {"yfov": 0.5, "znear": 0.1}}));
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": [{"type": "point"}]}});
    file.json["extensionsUsed"] = json!(["KHR_lights_punctual", "KHR_animation_pointer"]);
    let times = file.floats("SCALAR", &[0., 1.]);
    let one = file.floats("SCALAR", &[0.5, 1.0]);
    let four = file.floats("VEC4", &[1., 1., 1., 1., 0., 0., 0., 0.5]);
    let to = |sampler: u32, pointer: &str| json!({"sampler": sampler, "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": pointer}}}});
    file.push(
        "animations",
        json!({"samplers": [{"input": times, "output": one}, {"input": times, "output": four}], "channels": [
            to(0, "/cameras/0/perspective/yfov"), to(0, "/extensions/KHR_lights_punctual/lights/0/intensity"),
            to(1, "/materials/0/pbrMetallicRoughness/baseColorFactor"), to(0, "/materials/0/alphaCutoff")]}),
    );
    let done = file.read();
    assert_eq!(codes(&done), ["CNV354 /animations/0/channels/3/target"]);
    let channels = &done.scene.animations[0].channels;
    assert!(matches!(channels[0].target, Target::Camera { field: CameraField::Y, .. }));
    assert!((channels[0].factor * 0.5 - 28.64788975654116).abs() < 1e-12);
    assert!(matches!(channels[1].target, Target::Light { field: LightField::Intensity, .. }));
    assert!(matches!(channels[2].target, Target::Colour { slot: ColourSlot::Diffuse, part: Part::At(0), .. }));
    assert!(matches!(channels[5].target, Target::Scalar { .. }) && channels[5].first == 3);
}

#[test]
fn rotations_know_that_they_are_turns() {
    let scene = motion().clean();
    let methods: Vec<&Methods> = scene.curves.iter().map(|c| &c.methods).collect();
    let all = |m| Methods::All(m);
    assert_eq!(
        methods,
        [
            &all(Interpolation::Linear),
            &all(Interpolation::Slerp),
            &all(Interpolation::Step),
            &all(Interpolation::Hermite)
        ]
    );
}
