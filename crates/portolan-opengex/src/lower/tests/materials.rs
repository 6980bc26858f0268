//! Materials, colours, spectra and textures.

use portolan_resources::Memory;
use portolan_scene::{
    Amount, ColourSlot, Material, Opaque, Operation, Scalar, Shading, Source, Swizzle, TextureSlot, Wrap,
};

use super::{close, codes, lower, lower_beside, sound};

fn material(content: &str) -> Material {
    let files = Memory::new().with("a.png", b"").with("b.png", b"");
    let (scene, losses) = lower_beside(&format!("Material $m {{{content}}}"), files);
    assert_eq!(codes(&losses), Vec::<&str>::new(), "{content}: {losses:?}");
    scene.materials.into_iter().next().unwrap()
}

fn texture(attrib: &str) -> String {
    format!("Texture (attrib = \"{attrib}\") {{string {{\"a.png\"}}}}")
}

#[test]
fn defaults_are_those_of_the_table() {
    let m = material("");
    assert_eq!(m.diffuse.as_ref().unwrap().value, [1.0; 4]);
    assert!(m.specular.is_none() && m.emission.is_none() && m.transparent.is_none() && m.physical.is_none());
    assert_eq!((m.double_sided, m.linear, m.is_blended()), (Some(false), true, false));
    let two = lower("Material (two_sided) {}").0;
    assert_eq!(two.materials[0].double_sided, Some(true));
}

#[test]
fn every_attribute_of_the_table_in_every_form() {
    let m = material(
        "Name {string {\"Green\"}}
        Color (attrib = \"diffuse\") {float[3] {{0, 1, 0.5}}}
        Color (attrib = \"specular\") {float[4] {{0.1, 0.2, 0.3, 0.4}}}
        Param (attrib = \"specular_power\") {float {30}}
        Color (attrib = \"emission\") {float[3] {{2, 3, 4}}}
        Param (attrib = \"ior\") {float {1.4}}
        Param (attrib = \"roughness\") {float {0.25}}
        Param (attrib = \"metalness\") {float {0.75}}
        Color (attrib = \"clearcoat\") {float[3] {{0.5, 0.5, 0.5}}}
        Param (attrib = \"clearcoat_roughness\") {float {0.125}}
        Color (attrib = \"sheen\") {float[3] {{0.6, 0.7, 0.8}}}
        Param (attrib = \"sheen_roughness\") {float {0.5}}",
    );
    assert_eq!(m.meta.name.as_deref(), Some("Green"));
    let value = |slot| m.colour(slot).unwrap().value;
    assert_eq!((value(ColourSlot::Diffuse), value(ColourSlot::Specular)), ([0., 1., 0.5, 1.], [0.1, 0.2, 0.3, 0.4]));
    assert_eq!((value(ColourSlot::Emission), value(ColourSlot::Sheen)), ([2., 3., 4., 1.], [0.6, 0.7, 0.8, 1.]));
    assert_eq!((m.shininess, m.shading, m.refraction), (Some(Scalar(30.0)), Shading::Blinn, Some(Scalar(1.4))));
    let p = m.physical.as_ref().unwrap();
    let plain = |value| Some(Amount { value, texture: None });
    assert_eq!((&p.roughness, &p.metalness), (&plain(0.25), &plain(0.75)));
    assert_eq!((&p.clearcoat_roughness, &p.sheen_roughness), (&plain(0.125), &plain(0.5)));
    for (attrib, slot) in [
        ("diffuse", TextureSlot::Colour(ColourSlot::Diffuse)),
        ("specular", TextureSlot::Colour(ColourSlot::Specular)),
        ("emission", TextureSlot::Colour(ColourSlot::Emission)),
        ("transparency", TextureSlot::Colour(ColourSlot::Transparent)),
        ("opacity", TextureSlot::Colour(ColourSlot::Transparent)),
        ("clearcoat", TextureSlot::Colour(ColourSlot::Clearcoat)),
        ("sheen", TextureSlot::Colour(ColourSlot::Sheen)),
        ("specular_power", TextureSlot::Shininess),
        ("normal", TextureSlot::Bump),
        ("height", TextureSlot::Bump),
        ("occlusion", TextureSlot::Occlusion),
        ("roughness", TextureSlot::Roughness),
        ("metalness", TextureSlot::Metalness),
        ("clearcoat_roughness", TextureSlot::ClearcoatRoughness),
        ("clearcoat_normal", TextureSlot::ClearcoatNormal),
        ("sheen_roughness", TextureSlot::SheenRoughness),
    ] {
        let m = material(&texture(attrib));
        assert_eq!(m.textures().map(|(s, _)| s).collect::<Vec<_>>(), [slot], "{attrib}");
        // Without a number or colour of its own the texture counts as it is.
        if let TextureSlot::Colour(slot) = slot {
            assert_eq!(m.colour(slot).unwrap().value, [1.0; 4]);
        }
    }
    let both = material(&format!("Param (attrib = \"roughness\") {{float {{0.5}}}} {}", texture("roughness")));
    let rough = both.physical.unwrap().roughness.unwrap();
    assert!(rough.value == 0.5 && rough.texture.is_some());
}

#[test]
fn transparency_and_opacity() {
    // Half opaque: half of what lies behind is seen.
    let m = material("Param (attrib = \"opacity\") {float {0.5}}");
    let weights = |m: &Material| m.opaque.weights(m.transparent.as_ref().unwrap().value, 1.0);
    assert_eq!((m.opaque, weights(&m)), (Opaque::AOne, [0.5; 4]));
    let m = material("Color (attrib = \"transparency\") {float[3] {{0.25, 0.5, 1}}}");
    assert_eq!((m.opaque, &weights(&m)[..3]), (Opaque::RgbZero, &[0.75, 0.5, 0.0][..]));
    // Opacity is in the first channel of its texture.
    let m = material(&texture("opacity").replace("attrib", "swizzle = \"biii\", attrib"));
    let swizzle = m.transparent.unwrap().texture.unwrap().swizzle;
    assert_eq!(swizzle, Swizzle([Source::Same, Source::Same, Source::Same, Source::Blue]));
    let m =
        material("Color (attrib = \"transparency\") {float[3] {{0, 0, 0}}} Param (attrib = \"opacity\") {float {0.5}}");
    assert_eq!(m.physical.unwrap().opacity.unwrap().value, 0.5);
    // A colour, as it was before 3.0.
    let m = material("Color (attrib = \"opacity\") {float[3] {{0.5, 0.5, 0.5}}}");
    assert_eq!((m.opaque, &weights(&m)[..3]), (Opaque::RgbOne, &[0.5; 3][..]));
}

#[test]
fn heights_stand_beside_normals() {
    let scale = "Param (attrib = \"height_scale\") {float {0.1}}";
    let m = material(&format!("{} {scale}", texture("height")));
    let bump = m.bump.unwrap();
    assert!(!bump.is_normal_map && bump.texture.amount == 0.1);
    let m = material(&format!("{} {} {scale}", texture("height"), texture("normal")));
    assert!(m.bump.as_ref().unwrap().is_normal_map);
    assert_eq!(m.physical.unwrap().height.unwrap().amount, 0.1);
}

#[test]
fn colours_are_converted_from_the_primaries_of_the_file() {
    // The primaries of the file are X, Y and Z themselves (nearly: their luminances may not vanish), white is 1/3, 1/3.
    let metrics = "Metric (key = \"red\") {float[2] {{0.7, 0.29}}} Metric (key = \"green\") {float[2] {{0.2, 0.7}}}";
    let scene = sound(&format!("{metrics} Material {{Color (attrib = \"diffuse\") {{float[3] {{{{1, 1, 1}}}}}}}}"));
    // White is white in every space with the same white.
    close(&scene.materials[0].diffuse.as_ref().unwrap().value, &[1.0; 4]);
    let scene = sound(&format!("{metrics} Material {{Color (attrib = \"diffuse\") {{float[3] {{{{1, 0, 0}}}}}}}}"));
    let [r, g, b, _] = scene.materials[0].diffuse.as_ref().unwrap().value;
    let expected = scene.space.primaries.to(&portolan_scene::Primaries::SRGB).unwrap().x_axis;
    close(&[r, g, b], &expected.to_array());
    assert!(r > 1.0 && g < 0.0, "a red more saturated than that of sRGB");
}

#[test]
fn spectra_go_before_colours() {
    // A single line of light at 555 nm between two zeros, 5 nm apart: X = 5·0.51205, Y = 5·1, Z = 5·0.00575.
    let spectrum = "Spectrum (attrib = \"diffuse\", min = 550, max = 560) {float {0, 1, 0}}";
    let m = material(&format!("Color (attrib = \"diffuse\") {{float[3] {{{{1, 0, 0}}}}}} {spectrum}"));
    let [x, y, z] = [2.56025, 5.0, 0.02875];
    // The printed matrix from X, Y and Z to sRGB.
    let expected = [
        3.240970 * x - 1.537383 * y - 0.498611 * z,
        -0.969244 * x + 1.875968 * y + 0.041555 * z,
        0.055630 * x - 0.203977 * y + 1.056972 * z,
    ];
    let [r, g, b, _] = m.diffuse.as_ref().unwrap().value;
    assert!([r, g, b].iter().zip(expected).all(|(a, b)| (a - b).abs() < 2e-5), "{r} {g} {b} {expected:?}");
    assert_eq!(m.physical.unwrap().spectra[0].1.values, [0.0, 1.0, 0.0]);
}

#[test]
fn textures_with_all_properties() {
    let m = material(
        "Texture (attrib = \"diffuse\", texcoord = 2, swizzle = \"bgr1\", x_address = \"clamp\", y_address = \"mirror_border\",
            z_address = \"mirror_repeat\", border = \"white\") {string {\"a.png\"}
            Translation (kind = \"x\") {float {0.5}} Rotation (kind = \"z\") {float {1}} Scale (kind = \"y\", object) {float {2}}
            Transform {float[6] {{1, 0, 0, 1, 0.25, 0}}}}",
    );
    let t = m.diffuse.unwrap().texture.unwrap();
    assert_eq!(&*t.coordinates, "texcoord2");
    assert_eq!(t.swizzle, Swizzle([Source::Blue, Source::Green, Source::Red, Source::One]));
    let s = &t.sampler;
    assert_eq!(
        (s.wrap_s, s.wrap_t, s.wrap_p, s.border),
        (Wrap::Clamp, Wrap::MirrorBorder, Wrap::Mirror, Some([1.0; 4]))
    );
    assert!(matches!(t.steps[0].operation, Operation::Translate([x, ..]) if x == 0.5));
    assert_eq!(t.steps.len(), 4);
    // (0.75, 0) → (1, 0) by the matrix, stays by the scale, turns by one radian, moves by a half.
    let place = t.matrix().unwrap().transform_point3([0.75, 0.0, 0.0].into());
    close(&[place.x, place.y], &[1f64.cos() + 0.5, 1f64.sin()]);
    for (word, wrap) in [("repeat", Wrap::Repeat), ("border", Wrap::Border), ("mirror_clamp", Wrap::MirrorOnce)] {
        let m = material(
            &texture("diffuse").replace("attrib", &format!("x_address = \"{word}\", border = \"black\", attrib")),
        );
        let s = m.diffuse.unwrap().texture.unwrap().sampler;
        assert_eq!((s.wrap_s, s.border), (wrap, Some([0., 0., 0., 1.])));
    }
    // The same file is the same image.
    let files = Memory::new().with("a.png", b"");
    let text = format!("Material {{{} {}}}", texture("diffuse"), texture("normal"));
    assert_eq!(lower_beside(&text, files).0.images.len(), 1);
}

#[test]
fn materials_are_bound_by_index_and_know_their_coordinates() {
    let text = "GeometryNode {ObjectRef {ref {$o}} MaterialRef (index = 1) {ref {$m}} MaterialRef {ref {$n}}}
        GeometryObject $o {Mesh {VertexArray (attrib = \"position\") {float[3] {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}}
            IndexArray (material = 1) {uint8[3] {{0, 1, 2}}}}}
        Material $m {Texture (attrib = \"diffuse\", texcoord = 3) {string {\"a.png\"}}} Material $n {}";
    let (scene, _) = lower_beside(text, Memory::new().with("a.png", b""));
    let bound = &scene.nodes[0].drawn[0].materials;
    assert_eq!(bound.iter().map(|b| (&*b.symbol, b.material.0)).collect::<Vec<_>>(), [("1", 0), ("0", 1)]);
    assert_eq!(bound[0].inputs, [("texcoord3".into(), portolan_scene::Semantic::TexCoord, Some(3))]);
}

#[test]
fn wrong_parts_of_materials_are_told() {
    for (content, code) in [
        ("Color (attrib = \"normal\") {float[3] {{1, 1, 1}}}", "CNV609"),
        ("Param (attrib = \"diffuse\") {float {1}}", "CNV609"),
        ("Texture (attrib = \"ior\") {string {\"a.png\"}}", "CNV609"),
        ("Spectrum (attrib = \"roughness\", min = 400, max = 500) {float {1, 1}}", "CNV609"),
        ("Color (attrib = \"mood\") {float[3] {{1, 1, 1}}}", "CNV608"),
        ("Param (attrib = \"mood\") {float {1}}", "CNV608"),
        ("Color {float[3] {{1, 1, 1}}}", "CNV602"),
        ("Color (attrib = \"diffuse\") {float {1, 1, 1}}", "CNV604"),
        ("Color (attrib = \"diffuse\") {float[3] {{1, 1, 0x7FC00000}}}", "CNV604"),
        ("Color (attrib = \"diffuse\") {}", "CNV602"),
        (
            "Color (attrib = \"diffuse\") {float[3] {{1, 1, 1}}} Color (attrib = \"diffuse\") {float[3] {{0, 0, 0}}}",
            "CNV606",
        ),
        ("Param (attrib = \"roughness\") {float {1.5}}", "CNV601"),
        ("Param (attrib = \"metalness\") {float {-0.5}}", "CNV601"),
        ("Spectrum (attrib = \"diffuse\", min = 500, max = 400) {float {1, 1}}", "CNV622"),
        ("Spectrum (attrib = \"diffuse\", min = 400) {float {1, 1}}", "CNV622"),
        ("Spectrum (attrib = \"diffuse\", min = 400, max = 500) {float {1}}", "CNV622"),
        ("Texture (attrib = \"diffuse\") {}", "CNV602"),
        ("Texture (attrib = \"diffuse\") {string {\"\"}}", "CNV616"),
        ("Texture (attrib = \"diffuse\") {string {\"nothing.png\"}}", "CNV616"),
        ("Texture (attrib = \"diffuse\", swizzle = \"rgb\") {string {\"a.png\"}}", "CNV601"),
        ("Texture (attrib = \"diffuse\", x_address = \"wrap\") {string {\"a.png\"}}", "CNV601"),
        ("Texture (attrib = \"diffuse\", border = \"red\") {string {\"a.png\"}}", "CNV601"),
        ("Texture (attrib = \"diffuse\", texcoord = \"a\") {string {\"a.png\"}}", "CNV601"),
        ("Texture (attrib = \"diffuse\") {string {\"sub/A.PNG\"}}", "CNV617"),
    ] {
        let files = Memory::new().with("a.png", b"").with("sub/a.png", b"");
        let (scene, losses) = lower_beside(&format!("Material {{{content}}}"), files);
        assert_eq!(codes(&losses), [code], "{content}: {losses:?}");
        assert_eq!(scene.materials.len(), 1);
    }
    let (_, losses) = lower("Material (two_sided = \"yes\") {}");
    assert_eq!(codes(&losses), ["CNV601"]);
    for (reference, code) in [
        ("MaterialRef {ref {$o}}", "CNV603"),
        ("MaterialRef {}", "CNV602"),
        ("MaterialRef (index = -2) {ref {$m}}", "CNV601"),
        ("MaterialRef {ref {$m}} MaterialRef {ref {$m}}", "CNV606"),
    ] {
        let text = format!(
            "GeometryNode {{ObjectRef {{ref {{$o}}}} {reference}}} Material $m {{}} GeometryObject $o {{Mesh (primitive = \"points\") {{VertexArray (attrib = \"position\") {{float[3] {{{{0, 0, 0}}}}}}}}}}"
        );
        assert_eq!(codes(&lower(&text).1), [code], "{reference}");
    }
}
