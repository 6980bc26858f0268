//! Metal, lacquer, measured light and the like: pictures known in numbers.

use crate::common::{colour, draw, draw_with, grey, middle, pixel, scene, small, square, with_image};
use portolan_render::{Options, Texture};
use portolan_scene::{
    Amount, Appearance, Bump, Colour, Filter, Image, ImageId, LightKind, Material, Meta, Operation, Pixels, Sampler,
    Scalar, Shading, Source, Swizzle, TextureUse, Transform,
};

fn amount(value: f64) -> Option<Amount> {
    Some(Amount { value, texture: None })
}

/// A material of a format that measures light.
fn base(value: f64) -> Material {
    Material { diffuse: grey(value), linear: true, ..Material::default() }
}

/// A picture of one colour.
fn plain(rgba: [u8; 4]) -> Option<Texture> {
    Texture::new(1, 1, rgba.to_vec())
}

fn used(image: u32) -> TextureUse {
    TextureUse::new(Some(ImageId(image)), Sampler::default(), "UV")
}

#[track_caller]
fn check(material: Material, expected: f64) {
    check_with(material, &[], expected);
}

#[track_caller]
fn check_with(material: Material, textures: &[Option<Texture>], expected: f64) {
    let mut scene = scene(vec![(square(), material, 0.0)]);
    for _ in textures {
        scene.images.push(Image { meta: Meta::default(), pixels: Pixels::None });
    }
    let picture = draw_with(&scene, &small(), &textures.to_vec());
    assert_eq!(middle(&picture)[0], (expected * 255.0).round() as u8, "{expected}");
}

#[test]
fn metal_and_roughness() {
    let with = |metalness, roughness| {
        let mut material = base(0.8);
        material.physical_mut().metalness = amount(metalness);
        material.physical_mut().roughness = amount(roughness);
        material
    };
    // A metal of roughness 1 sends a quarter back, straight.
    check(with(1.0, 1.0), 0.8 * 0.25);
    // An insulator without an index of refraction is dull.
    check(with(0.0, 1.0), 0.8);
    // Half of each: F0 is 0.4, the diffuse part 0.4 times what is not mirrored.
    check(with(0.5, 1.0), 0.4 * 0.6 + 0.4 * 0.25);
    // α = 0.5: four times as bright as α = 1.
    check(with(1.0, 0.5f64.sqrt()), 0.8);
    // Glass mirrors 4 %.
    check(Material { refraction: Some(Scalar(1.5)), ..with(0.0, 1.0) }, 0.8 * 0.96 + 0.04 * 0.25);
    // The specular colour counts before the index.
    let specular = Material { refraction: Some(Scalar(1.5)), specular: grey(0.2), ..with(0.0, 1.0) };
    check(specular, 0.8 * 0.8 + 0.2 * 0.25);
}

#[test]
fn pictures_of_numbers_are_factors_in_their_first_channel() {
    // 51/255 = 0.2 of green picked as the first channel.
    let mut metal = base(0.8);
    let texture = TextureUse { swizzle: Swizzle([Source::Green; 4]), ..used(0) };
    metal.physical_mut().metalness = Some(Amount { value: 0.5, texture: Some(texture) });
    metal.physical_mut().roughness = amount(1.0);
    let f0 = 0.8 * 0.1;
    check_with(metal, &[plain([255, 51, 255, 255])], 0.8 * 0.9 * (1.0 - f0) + f0 * 0.25);
    // A power of 4·0.5 where N·H is cos 0 is 1 whatever it is; tilted by 60° towards the eye at 30°: 0.75.
    let mut shiny =
        Material { shading: Shading::Blinn, shininess: Some(Scalar(4.0)), specular: grey(1.0), ..base(0.0) };
    shiny.physical_mut().shininess = Some(used(0));
    let mut turned = with_image(scene(vec![(square(), shiny, 0.0)]));
    turned.nodes[1].transforms.push(Transform { sid: None, operation: Operation::Rotate([0., 1., 0., 60.]) });
    let picture = draw_with(&turned, &small(), &vec![plain([128, 0, 0, 255])]);
    // cos 60° to the power of 4·128/255.
    assert_eq!(middle(&picture)[0], (0.5f64.powf(4.0 * 128.0 / 255.0) * 255.0).round() as u8);
}

#[test]
fn opacity_and_occlusion() {
    let mut clear = Material { shading: Shading::Constant, emission: grey(1.0), ..base(0.0) };
    clear.physical_mut().opacity = Some(Amount { value: 0.5, texture: Some(used(0)) });
    let scene_of = |material| with_image(scene(vec![(square(), material, 0.0)]));
    let options = Options { background: [0.0, 0.0, 0.0, 1.0], ..small() };
    let picture = draw_with(&scene_of(clear.clone()), &options, &vec![plain([102, 0, 0, 255])]);
    assert_eq!(middle(&picture), [51, 51, 51, 255]);
    // Beside a transparent colour both count: half of a half is let through.
    clear.transparent = colour([0.0, 0.0, 0.0, 0.5]);
    let picture = draw_with(&scene_of(clear), &options, &vec![plain([255, 0, 0, 255])]);
    assert_eq!(middle(&picture), [64, 64, 64, 255]);
    // Ambient light is dimmed, lamps are not.
    let mut hollow = base(0.4);
    hollow.physical_mut().occlusion = Some(used(0));
    let mut scene = scene_of(hollow);
    scene.lights[0].kind = LightKind::Ambient;
    assert_eq!(middle(&draw_with(&scene, &small(), &vec![plain([128, 0, 0, 255])]))[0], 51);
    scene.lights[0].kind = LightKind::Directional;
    assert_eq!(middle(&draw_with(&scene, &small(), &vec![plain([128, 0, 0, 255])]))[0], 102);
}

#[test]
fn lacquer_has_its_own_relief() {
    let mut coated = base(0.5);
    coated.physical_mut().clearcoat = grey(1.0);
    coated.physical_mut().clearcoat_roughness = amount(1.0);
    check(coated.clone(), 0.5 * 0.96 + 0.04 * 0.25);
    // The surface leans by 60°, which leaves half of its light, and the lacquer does not: (√3/2, 0, 1/2).
    let lean = plain([238, 128, 191, 255]);
    coated.bump = Some(Bump { texture: used(0), is_normal_map: true }.into());
    check_with(coated.clone(), std::slice::from_ref(&lean), 0.25 * 0.96 + 0.04 * 0.25);
    // And the other way round: the lacquer takes 7 % from what is below it; of its own 4 % it sends V·(N·L) to the eye,
    // with V = 0.5/(0.5 + 0.5).
    coated.bump = None;
    coated.physical_mut().clearcoat_normal = Some(used(0));
    let mirrored = 0.04 + 0.96 / 32.0;
    check_with(coated, &[lean], 0.5 * (1.0 - mirrored) + 0.04 * 0.25);
}

#[test]
fn velvet_shines_at_its_edges() {
    let mut velvet = base(0.0);
    velvet.physical_mut().sheen = grey(1.0);
    velvet.physical_mut().sheen_roughness = amount(1.0);
    check(velvet.clone(), 0.0);
    let mut turned = scene(vec![(square(), velvet, 0.0)]);
    turned.nodes[1].transforms.push(Transform { sid: None, operation: Operation::Rotate([0., 1., 0., 60.]) });
    // (2 + 1)·sin 60°/2, by 4·(0.5 + 0.5 − 0.25), times 0.5.
    let expected = 1.5 * 0.75f64.sqrt() / 3.0 * 0.5;
    assert_eq!(middle(&draw(&turned))[0], (expected * 255.0).round() as u8);
}

#[test]
fn heights_add_to_normals() {
    // A slope of one texel's height to the right, on one texel of two: the difference across is 1 both ways.
    let ramp = Texture::new(4, 1, [[0, 0, 0, 255], [85, 0, 0, 255], [170, 0, 0, 255], [255, 0, 0, 255]].concat());
    let clamp = Sampler { wrap_s: portolan_scene::Wrap::Clamp, ..Sampler::default() };
    let height = TextureUse { amount: 1.5, sampler: clamp, ..used(0) };
    let mut material = base(1.0);
    material.bump = Some(Bump { texture: height.clone(), is_normal_map: false }.into());
    // In the middle two texels apart there are 170/255 of 1.5: a slope of 1, 45°.
    check_with(material.clone(), std::slice::from_ref(&ramp), 0.5f64.sqrt());
    // A normal map that leans as far to the same side makes it a slope of 2.
    material.bump = Some(Bump { texture: used(1), is_normal_map: true }.into());
    material.physical_mut().height = Some(height);
    let lean = plain([0, 128, 255, 255]);
    check_with(material, &[ramp, lean], 0.2f64.sqrt());
}

#[test]
fn steps_change_coordinates_from_right_to_left() {
    let nearest =
        Sampler { magnify: Filter::Nearest, minify: Filter::Nearest, mip: Filter::None, ..Sampler::default() };
    let step = |operation| Transform { sid: None, operation };
    let texture = TextureUse {
        sampler: nearest,
        // First half as large, then half a picture to the right: the right half is seen.
        steps: vec![step(Operation::Translate([0.5, 0., 0.])), step(Operation::Scale([0.5, 1., 1.]))],
        ..used(0)
    };
    let material = Material {
        shading: Shading::Constant,
        emission: Some(Colour::new([1.0; 4], Some(texture))),
        ..Material::default()
    };
    let four = [[10, 0, 0, 255], [20, 0, 0, 255], [30, 0, 0, 255], [40, 0, 0, 255]].concat();
    let scene = with_image(scene(vec![(square(), material, 0.0)]));
    let picture = draw_with(&scene, &small(), &vec![Texture::new(4, 1, four)]);
    assert_eq!([pixel(&picture, 2, 8)[0], pixel(&picture, 13, 8)[0]], [30, 40]);
}

#[test]
fn measured_light_is_shown_as_it_is_until_it_dazzles() {
    let with = |intensity: f64, photometric: bool| {
        let mut scene = scene(vec![(square(), base(0.2), 0.0)]);
        scene.lights[0].intensity = intensity;
        scene.lights[0].photometric = photometric;
        let picture = draw(&scene);
        (middle(&picture)[0], picture.notes.iter().map(|n| n.code.id).collect::<Vec<_>>())
    };
    assert_eq!(with(1.0, true), (51, vec![]));
    assert_eq!(with(4.0, true), (204, vec![]));
    assert_eq!(with(100_000.0, true), (51, vec!["CNV518"]));
    // Watts that an exporter took for a colour dazzle as well.
    assert_eq!(with(1000.0, false), (51, vec!["CNV518"]));
    assert_eq!(with(10.0, false), (255, vec![]));
}

#[test]
fn invisible_shapes_are_not_drawn() {
    let hidden = Appearance { visible: Some(false), ..Appearance::default() };
    let shown = Appearance { visible: Some(true), ..Appearance::default() };
    let with = |shape, instance| {
        let mut scene = scene(vec![(square(), base(1.0), 0.0)]);
        scene.geometries[0].appearance = shape;
        scene.nodes[1].drawn[0].appearance = instance;
        middle(&draw(&scene))[3]
    };
    assert_eq!(with(hidden, Appearance::default()), 0);
    assert_eq!(with(hidden, shown), 255);
    assert_eq!(with(shown, hidden), 0);
    assert_eq!(with(Appearance::default(), Appearance::default()), 255);
}
