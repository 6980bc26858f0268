//! Metal, roughness and layers, texture steps, sums of morph targets, attenuated lights, levels of detail.

use crate::common::*;
use portolan_scene::{
    Amount, Appearance, Attenuation, AttenuationInput, Base, Colour, Controller, ControllerId, Deformer, Drawable,
    Fading, GeometryId, Image, Level, Light, LightId, LightKind, Material, Morph, MorphMethod, Operation, Physical,
    Pixels, Scene, Shape, Source, Swizzle, TextureUse, Transform,
};

fn write(scene: &Scene) -> Written {
    let picture = png([[10, 20, 30, 255], [40, 50, 60, 255], [70, 80, 90, 255], [1, 2, 3, 255]]);
    written_with(scene, "physical", &move |_| Ok(picture.clone()), &portolan_gltf::Options::default())
}

fn codes(written: &Written) -> Vec<&'static str> {
    written.losses.iter().map(|l| l.code.id).collect()
}

fn paint() -> Image {
    Image { meta: named("paint"), pixels: Pixels::File { reference: "p.png".into(), location: Some("p.png".into()) } }
}

fn amount(value: f64) -> Option<Amount> {
    Some(Amount { value, texture: None })
}

fn physical(physical: Physical) -> Material {
    let white = Some(Colour { value: [1.0; 4], texture: None });
    Material { diffuse: white, linear: true, physical: Some(Box::new(physical)), ..Material::default() }
}

fn first_channel(image: u32, source: Source) -> Option<Amount> {
    let texture = TextureUse { swizzle: Swizzle([source; 4]), ..texture(image) };
    Some(Amount { value: 1.0, texture: Some(texture) })
}

#[test]
fn metal_and_roughness_are_written_as_they_are() {
    let grey = Some(Colour { value: [0.5, 0.5, 0.5, 1.0], texture: None });
    let velvet = Some(Colour { value: [0.1, 0.2, 0.3, 1.0], texture: None });
    let material = physical(Physical {
        metalness: amount(0.75),
        roughness: amount(0.25),
        clearcoat: grey,
        clearcoat_roughness: amount(0.125),
        sheen: velvet,
        sheen_roughness: amount(0.5),
        ..Physical::default()
    });
    let written = write(&one_square(material));
    let m = &written.json["materials"][0];
    assert_eq!(m["pbrMetallicRoughness"]["metallicFactor"], 0.75);
    assert_eq!(m["pbrMetallicRoughness"]["roughnessFactor"], 0.25);
    let coat = &m["extensions"]["KHR_materials_clearcoat"];
    assert!((coat["clearcoatFactor"].as_f64().unwrap() - 0.5).abs() < 1e-12, "{coat}");
    assert_eq!(coat["clearcoatRoughnessFactor"], 0.125);
    let sheen = &m["extensions"]["KHR_materials_sheen"];
    assert_eq!(sheen["sheenColorFactor"], serde_json::json!([0.1, 0.2, 0.3]));
    assert_eq!(sheen["sheenRoughnessFactor"], 0.5);
    assert!(m["extensions"]["KHR_materials_specular"].is_null());
    assert!(codes(&written).is_empty(), "{:?}", codes(&written));
}

#[test]
fn one_texture_of_both_is_kept_and_two_are_joined() {
    let both = |metal: Source| {
        let mut scene = one_square(physical(Physical {
            metalness: first_channel(0, metal),
            roughness: first_channel(0, Source::Green),
            occlusion: Some(texture(0)),
            ..Physical::default()
        }));
        scene.images = vec![paint()];
        write(&scene)
    };
    let kept = both(Source::Blue);
    let m = &kept.json["materials"][0];
    assert_eq!(m["pbrMetallicRoughness"]["metallicRoughnessTexture"]["index"], m["occlusionTexture"]["index"]);
    assert_eq!(kept.json["images"].as_array().unwrap().len(), 1);
    let joined = both(Source::Red);
    assert_eq!(joined.json["images"].as_array().unwrap().len(), 2);
    assert_eq!(codes(&joined), ["CNV306"]);
}

#[test]
fn steps_of_a_texture_become_its_transform() {
    let step = |operation| Transform { sid: None, operation };
    let steps = vec![step(Operation::Translate([0.25, 0.5, 0.0])), step(Operation::Scale([2.0, 2.0, 1.0]))];
    let placed = TextureUse { steps, ..texture(0) };
    let diffuse = Some(Colour::new([1.0; 4], Some(placed)));
    let mut scene = one_square(Material { diffuse, ..Material::default() });
    scene.images = vec![paint()];
    let written = write(&scene);
    let info = &written.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["extensions"];
    // With v downwards: 1 − 0.5 − 2.
    let expected = serde_json::json!({"offset": [0.25, -1.5], "rotation": 0.0, "scale": [2.0, 2.0]});
    assert_eq!(info["KHR_texture_transform"], expected);
}

fn summed(weights: &[f64]) -> Scene {
    let mut scene = one_square(Material::default());
    let Shape::Mesh(base) = scene.geometries[0].shape.clone() else { panic!() };
    for shift in [1.0, 3.0] {
        let mut target = base.clone();
        target.primitives.clear();
        target.streams[0].data.iter_mut().step_by(3).for_each(|x| *x += shift);
        scene.geometries.push(portolan_scene::Geometry::new(named("target"), Shape::Mesh(target)));
    }
    let morph = Morph {
        method: MorphMethod::Sum,
        targets: vec![GeometryId(0), GeometryId(1), GeometryId(2)],
        weights: weights.to_vec(),
        bases: vec![None, None, Some(1)],
        ..Morph::default()
    };
    scene.controllers = vec![Controller {
        meta: named("morph"),
        base: Base::Geometry(GeometryId(0)),
        deformer: Deformer::Morph(morph),
    }];
    scene.nodes[0].drawn[0].what = Drawable::Controller(ControllerId(0));
    scene
}

#[test]
fn sums_of_targets_are_differences() {
    let written = write(&summed(&[0.75, 0.25, 0.5]));
    let targets = written.json["meshes"][0]["primitives"][0]["targets"].as_array().unwrap();
    let greatest = |i: usize| {
        let accessor = targets[i]["POSITION"].as_u64().unwrap() as usize;
        written.json["accessors"][accessor]["max"][0].as_f64().unwrap()
    };
    // The first target less the shape, the second less the first. The shape itself differs from itself in nothing.
    assert_eq!(targets.len(), 2);
    assert_eq!([greatest(0), greatest(1)], [1.0, 2.0]);
    assert_eq!(written.json["meshes"][0]["weights"], serde_json::json!([0.25, 0.5]));
    assert!(!codes(&written).contains(&"CNV330"));
    assert!(codes(&write(&summed(&[0.5, 0.25, 0.5]))).contains(&"CNV330"));
}

#[test]
fn fading_lights_reach_as_far_as_they_do() {
    let mut light = Light::new(named("lamp"), LightKind::Point { attenuation: [1.0, 0.0, 0.0] }, [1.0; 3], 10.0);
    let curve = Fading::Linear { begin: 0.0, end: 4.0 };
    light.attenuations = vec![Attenuation { input: AttenuationInput::Distance, curve, power: 1.0 }];
    let mut scene = one_square(Material::default());
    scene.lights = vec![light];
    scene.nodes[0].lights = vec![LightId(0)];
    let written = write(&scene);
    let lamp = &written.json["extensions"]["KHR_lights_punctual"]["lights"][0];
    // Half of the light is left at half of the way, 2 m: I / 4 = 10 · 0.5.
    assert_eq!((lamp["range"].as_f64(), lamp["intensity"].as_f64()), (Some(4.0), Some(20.0)));
    assert!(codes(&written).contains(&"CNV317"));
}

#[test]
fn the_finest_level_is_written_and_invisible_shapes_are_not() {
    let mut scene = one_square(Material::default());
    let coarse = scene.geometries[0].clone();
    scene.geometries.push(coarse);
    scene.nodes[0].drawn[0].levels = vec![Level { number: 1, what: Drawable::Geometry(GeometryId(1)) }];
    let written = write(&scene);
    assert_eq!(written.json["meshes"].as_array().unwrap().len(), 1);
    assert_eq!(codes(&written), ["CNV329"]);
    scene.geometries[0].appearance = Appearance { visible: Some(false), ..Appearance::default() };
    let hidden = write(&scene);
    assert!(hidden.json["meshes"].is_null());
    assert_eq!(codes(&hidden), ["CNV319"]);
}
