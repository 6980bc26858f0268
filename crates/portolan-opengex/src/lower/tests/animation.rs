//! Animations, tracks, curves and clips.

use portolan_eval::{Playing, duration, sample};
use portolan_resources::Memory;
use portolan_scene::{ClipId, ColourSlot, ControllerId, NodeId, Part, Scene, Target, TextureOwner, TextureSlot};

use super::{close, codes, lower, lower_beside, sound};

fn moved(track: &str) -> String {
    format!("Node {{Translation %x (kind = \"x\") {{float {{0}}}} Animation {{Track (target = %x) {{{track}}}}}}}")
}

/// The x coordinate that a track gives at times.
fn at(track: &str, times: &[f64]) -> Vec<f64> {
    let scene = sound(&moved(track));
    let target = Target::Transform { node: NodeId(0), transform: 0, part: Part::At(0) };
    times.iter().map(|t| sample(&scene, &Playing::Default, *t).get(&target).unwrap()).collect()
}

const TIMES: &str = "Time {Key {float {0, 1, 3}}}";

#[test]
fn the_listing_of_the_specification() {
    // Listing 2.1: four units for each unit of time.
    let keys = "Time {Key {float {0.0, 0.5, 1.0, 1.5, 2.0}}} Value {Key {float {0.0, 2.0, 4.0, 6.0, 8.0}}}";
    close(&at(keys, &[-1.0, 0.25, 1.1, 2.0, 9.0]), &[0.0, 1.0, 4.4, 8.0, 8.0]);
    let scene = sound(&format!("Metric (key = \"time\") {{float {{2}}}} {}", moved(keys)));
    assert_eq!(duration(&scene, &Playing::Default), Some((0.0, 4.0)));
}

#[test]
fn constant_linear_and_bezier_values() {
    let value = |curve: &str, keys: &str| format!("{TIMES} Value (curve = \"{curve}\") {{{keys}}}");
    let keys = "Key (kind = \"value\") {float {0, 10, 30}}";
    close(&at(&value("constant", keys), &[0.0, 0.99, 1.0, 2.9, 3.0]), &[0.0, 0.0, 10.0, 10.0, 30.0]);
    close(&at(&value("linear", keys), &[0.25, 2.0]), &[2.5, 20.0]);
    // With p1 = 6 and p2 = 2 at s = 0.25: 3·0.25·0.75²·6 + 3·0.25²·0.75·2 + 0.25³·10 = 2.53125 + 0.28125 + 0.15625.
    let bezier = format!(
        "{keys} Key (kind = \"-control\") {{float {{0, 2, 30}}}} Key (kind = \"+control\") {{float {{6, 10, 30}}}}"
    );
    close(&at(&value("bezier", &bezier), &[0.25]), &[2.96875]);
}

#[test]
fn tension_continuity_and_bias_by_hand() {
    // Values 0, 4, 6 with τ = 0.5, χ = 0.25, β = −0.5 at the middle key; the others have 0. From 0 to 4: u1 = 2 (half of
    // 4), u2 = 1.3125. At s = 0.5: ½·0 + ½·4 + ⅛·2 − ⅛·1.3125 = 2.0859375.
    let tcb = "Time {Key {float {0, 1, 2}}} Value (curve = \"tcb\") {Key {float {0, 4, 6}} Key (kind = \"tension\") {float {0, 0.5, 0}}
        Key (kind = \"continuity\") {float {0, 0.25, 0}} Key (kind = \"bias\") {float {0, -0.5, 0}}}";
    // From 4 to 6: u1 = 1.1875, u2 = 1 (half of 2): ½·4 + ½·6 + ⅛·1.1875 − ⅛·1 = 5.0234375.
    close(&at(tcb, &[0.5, 1.0, 1.5]), &[2.0859375, 4.0, 5.0234375]);
}

#[test]
fn bezier_times_are_solved_for() {
    // Times 0 and 8 with control points 1 and 4: at s = 0.5 the time is 3·⅛·1 + 3·⅛·4 + ⅛·8 = 2.875.
    let time = "Time (curve = \"bezier\") {Key {float {0, 8}} Key (kind = \"-control\") {float {-1, 4}} Key (kind = \"+control\") {float {1, 9}}}";
    close(&at(&format!("{time} Value {{Key {{float {{10, 30}}}}}}"), &[0.0, 2.875, 8.0]), &[10.0, 20.0, 30.0]);
    close(&at(&format!("{time} Value (curve = \"constant\") {{Key {{float {{10, 30}}}}}}"), &[2.875]), &[10.0]);
    // Bézier values with p1 = 0 and p2 = 50: ⅛·10 + ⅜·0 + ⅜·50 + ⅛·30 = 23.75.
    let value = "Value (curve = \"bezier\") {Key {float {10, 30}} Key (kind = \"-control\") {float {0, 50}} Key (kind = \"+control\") {float {0, 0}}}";
    close(&at(&format!("{time} {value}"), &[2.875]), &[23.75]);
    // TCB of two keys: u1 = u2 = ½·20, and ½·10 + ½·30 + ⅛·10 − ⅛·10 = 20.
    let zeros = ["tension", "continuity", "bias"].map(|k| format!("Key (kind = \"{k}\") {{float {{0, 0}}}}")).concat();
    close(&at(&format!("{time} Value (curve = \"tcb\") {{Key {{float {{10, 30}}}} {zeros}}}"), &[2.875]), &[20.0]);
    // At s = 0.25 the time is 3·0.25·0.5625·1 + 3·0.0625·0.75·4 + 8/64 = 0.421875 + 0.5625 + 0.125 = 1.109375.
    close(&at(&format!("{time} Value {{Key {{float {{10, 30}}}}}}"), &[1.109375]), &[15.0]);
}

#[test]
fn every_transform_can_be_moved() {
    let keys = |name: &str, keys: &str| {
        format!("Track (target = %{name}) {{Time {{Key {{float {{0, 1}}}}}} Value {{Key {{{keys}}}}}}}")
    };
    let text = format!(
        "Metric (key = \"angle\") {{float {{0.0174532925199432957}}}} Node {{
            Transform %m {{float[16] {{{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}}}}}
            Transform %n {{float[6] {{{{1, 0, 0, 1, 0, 0}}}}}}
            Translation %t {{float[3] {{{{0, 0, 0}}}}}}
            Rotation %a {{float[4] {{{{0, 0, 0, 1}}}}}}
            Rotation %q (kind = \"quaternion\") {{float[4] {{{{0, 0, 0, 1}}}}}}
            Rotation %r (kind = \"y\") {{float {{0}}}}
            Scale %s {{float[3] {{{{1, 1, 1}}}}}}
            Scale %z (kind = \"z\") {{float {{1}}}}
            Animation {{{}{}{}{}{}{}{}{}}}}}",
        keys(
            "m",
            "float[16] {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 6, 0, 0, 1}}"
        ),
        keys("n", "float[6] {{1, 0, 0, 1, 0, 0}, {3, 0, 0, 1, 0, 8}}"),
        keys("t", "float[3] {{0, 0, 0}, {2, 4, 6}}"),
        keys("a", "float[4] {{0, 0, 0, 1}, {90, 0, 0, 3}}"),
        keys("q", "float[4] {{0, 0, 0, 1}, {0, 0, 1, 0}}"),
        keys("r", "float {0, 50}"),
        keys("s", "float[3] {{1, 1, 1}, {3, 5, 7}}"),
        keys("z", "float {1, 2}"),
    );
    let scene = sound(&text);
    let now = sample(&scene, &Playing::Default, 0.5);
    let value = |transform, place| {
        let target = Target::Transform { node: NodeId(0), transform, part: Part::At(place) };
        now.get(&target).unwrap()
    };
    // Matrices by rows: the translation stands at 3.
    close(&[value(0, 3), value(1, 0), value(1, 7), value(1, 10)], &[3.0, 2.0, 4.0, 1.0]);
    close(&[value(2, 0), value(2, 1), value(2, 2)], &[1.0, 2.0, 3.0]);
    // Axis and angle, each by itself; the axis is normalised when it is used.
    close(&[value(3, 2), value(3, 3)], &[2.0, 45.0]);
    close(&[value(4, 2), value(4, 3)], &[0.5, 0.5]);
    close(&[value(5, 3), value(6, 1), value(7, 2)], &[25.0, 3.0, 1.5]);
}

#[test]
fn weights_and_texture_transforms_can_be_moved() {
    let track = "Animation {Track (target = %w) {Time {Key {float {0, 1}}} Value {Key {float {0, 1}}}}}";
    let text = format!(
        "GeometryNode {{ObjectRef {{ref {{$o}}}} MorphWeight %v {{float {{1}}}} MorphWeight %w (index = 2) {{float {{0}}}} {track}}}
        GeometryObject $o {{Mesh (primitive = \"points\") {{VertexArray (attrib = \"position\") {{float[3] {{{{0, 0, 0}}}}}}
            VertexArray (attrib = \"position\", morph = 2) {{float[3] {{{{1, 0, 0}}}}}}}}}}
        Material {{Texture (attrib = \"normal\") {{string {{\"a.png\"}} Translation %w {{float[3] {{{{0, 0, 0}}}}}}
            Animation (clip = 5) {{Track (target = %w) {{Time {{Key {{float {{0, 1}}}}}} Value {{Key {{float[3] {{{{0, 0, 0}}, {{1, 2, 3}}}}}}}}}}}}}}}}"
    );
    let (scene, losses) = lower_beside(&text, Memory::new().with("a.png", b""));
    assert_eq!(codes(&losses), Vec::<&str>::new());
    let weight = Target::Weight { controller: ControllerId(0), part: Part::At(1) };
    assert_eq!(sample(&scene, &Playing::Default, 0.25).get(&weight), Some(0.25));
    let texture = TextureOwner::Material { material: portolan_scene::MaterialId(0), slot: TextureSlot::Bump };
    let step = Target::TextureStep { texture, step: 0, part: Part::At(1) };
    let now = sample(&scene, &Playing::Clip(ClipId(0)), 0.25);
    assert_eq!((now.get(&step), now.get(&weight)), (Some(0.5), None));
    let moved = portolan_eval::material(&scene, portolan_scene::MaterialId(0), &now).unwrap();
    let place = moved.bump.as_ref().unwrap().texture.matrix().unwrap().w_axis;
    close(&[place.x, place.y, place.z], &[0.25, 0.5, 0.75]);
    assert!(moved.colour(ColourSlot::Diffuse).is_some());
}

fn clips(heads: &[&str], extra: &str) -> Scene {
    let animation = |head: &&str| {
        format!(
            "Animation {head} {{Track (target = %x) {{Time {{Key {{float {{0, 1, 2}}}}}} Value {{Key {{float {{0, 10, 20}}}}}}}}}}"
        )
    };
    let all: String = heads.iter().map(animation).collect();
    sound(&format!("{extra} Node {{Translation %x (kind = \"x\") {{float {{0}}}} {all}}}"))
}

#[test]
fn clips_have_names_rates_and_times() {
    let scene = clips(&["", "(clip = 1)"], "");
    // Clip 0 plays by itself as long as nothing describes it.
    assert_eq!((scene.clips.len(), scene.clips[0].number, scene.clips[0].meta.label()), (1, Some(1), Some("clip 1")));
    assert!(!scene.animations[0].clipped && scene.animations[1].clipped);
    let extra = "Metric (key = \"time\") {float {0.5}} Clip (index = 1) {Name {string {\"walk\"}} Param (attrib = \"rate\") {float {12}}} Clip {}";
    let scene = clips(&["(begin = 0.5)", "(clip = 1, begin = 0.5, end = 1.5)"], extra);
    assert_eq!(
        scene.clips.iter().map(|c| (c.number, c.meta.label(), c.rate)).collect::<Vec<_>>(),
        [(Some(0), Some("clip 0"), None), (Some(1), Some("walk"), Some(24.0))]
    );
    assert_eq!((scene.clips[1].start, scene.clips[1].end), (0.25, Some(0.75)));
    assert_eq!((scene.clips[0].start, scene.clips[0].end), (0.25, Some(1.0)));
    let target = Target::Transform { node: NodeId(0), transform: 0, part: Part::At(0) };
    let value = |t| sample(&scene, &Playing::Clip(ClipId(1)), t).get(&target).unwrap();
    // Keys outside of the animation's time are still used to compute what is inside.
    close(&[value(0.0), value(0.375), value(5.0)], &[5.0, 7.5, 15.0]);
}

#[test]
fn several_animations_of_a_clip_move_different_things() {
    let text = "Node {Translation %x (kind = \"x\") {float {0}} Translation %y (kind = \"y\") {float {0}}
        Animation {Track (target = %x) {Time {Key {float {0, 1}}} Value {Key {float {0, 1}}}}}
        Animation {Track (target = %y) {Time {Key {float {0, 1}}} Value {Key {float {0, 5}}}}}}";
    let scene = sound(text);
    let now = sample(&scene, &Playing::Default, 1.0);
    let value = |transform, place| now.get(&Target::Transform { node: NodeId(0), transform, part: Part::At(place) });
    assert_eq!((value(0, 0), value(1, 1)), (Some(1.0), Some(5.0)));
}

#[test]
fn wrong_tracks_are_told_and_the_rest_moves() {
    let fine = "Time {Key {float {0, 1}}} Value {Key {float {0, 1}}}";
    for (content, code, channels) in [
        ("Animation {}".to_owned(), "CNV602", 0),
        (format!("Animation {{Track {{{fine}}}}}"), "CNV620", 0),
        (format!("Animation {{Track (target = \"x\") {{{fine}}}}}"), "CNV620", 0),
        (format!("Animation {{Track (target = %nothing) {{{fine}}}}}"), "CNV603", 0),
        (format!("Animation {{Track (target = null) {{{fine}}}}}"), "CNV603", 0),
        (format!("Animation {{Track (target = $n) {{{fine}}}}}"), "CNV603", 0),
        ("Animation {Track (target = %x) {Time {Key {float {0, 1}}}}}".into(), "CNV620", 0),
        ("Animation {Track (target = %x) {Time {} Value {Key {float {0, 1}}}}}".into(), "CNV620", 0),
        ("Animation {Track (target = %x) {Time {Key {float {0, 1, 2}}} Value {Key {float {0, 1}}}}}".into(), "CNV621", 1),
        ("Animation {Track (target = %x) {Time {Key {float {0, 0, 1}}} Value {Key {float {0, 1, 2}}}}}".into(), "CNV621", 1),
        ("Animation {Track (target = %x) {Time (curve = \"bezier\") {Key {float {0, 1}}} Value {Key {float {0, 1}}}}}".into(), "CNV621", 1),
        ("Animation {Track (target = %x) {Time {Key {float {0, 1}}} Value (curve = \"bezier\") {Key {float {0, 1}}}}}".into(), "CNV621", 1),
        ("Animation {Track (target = %x) {Time {Key {float {0, 1}}} Value (curve = \"tcb\") {Key {float {0, 1}}}}}".into(), "CNV621", 1),
        ("Animation {Track (target = %x) {Time (curve = \"tcb\") {Key {float {0, 1}}} Value {Key {float {0, 1}}}}}".into(), "CNV601", 1),
        ("Animation {Track (target = %x) {Time {Key {float {0, 1}}} Value (curve = \"wavy\") {Key {float {0, 1}}}}}".into(), "CNV601", 1),
        ("Animation {Track (target = %x) {Time {Key (kind = \"odd\") {float {0, 1}}} Value {Key {float {0, 1}}}}}".into(), "CNV601", 1),
        ("Animation {Track (target = %x) {Time {Key {float {0, 1}}} Value {Key {float[3] {{0, 1, 2}, {0, 1, 2}}}}}}".into(), "CNV604", 0),
        ("Animation {Track (target = %x) {Time {Key {float {0, 1}} Key {float {3, 4}}} Value {Key {float {0, 1}}}}}".into(), "CNV606", 1),
        (format!("Animation {{Track (target = %x) {{{fine}}} Track (target = %x) {{{fine}}}}}"), "CNV606", 1),
        (format!("Animation (begin = 2, end = 1) {{Track (target = %x) {{{fine}}}}}"), "CNV621", 1),
        (format!("Animation (begin = \"a\") {{Track (target = %x) {{{fine}}}}}"), "CNV601", 1),
        (format!("Animation (clip = -1) {{Track (target = %x) {{{fine}}}}}"), "CNV601", 1),
    ] {
        let (scene, losses) = lower(&format!("Node $n {{Translation %x (kind = \"x\") {{float {{0}}}} {content}}}"));
        assert_eq!(codes(&losses).first(), Some(&code), "{content}: {losses:?}");
        assert_eq!(scene.animations.iter().map(|a| a.channels.len()).sum::<usize>(), channels, "{content}");
    }
    for (clip, code) in [
        ("Clip (index = \"a\") {}", "CNV601"),
        ("Clip {} Clip {}", "CNV606"),
        ("Clip {Param (attrib = \"rate\") {float {0}}}", "CNV618"),
        ("Clip {Param (attrib = \"mood\") {float {0}}}", "CNV608"),
    ] {
        assert_eq!(codes(&lower(clip).1), [code], "{clip}");
    }
}
