//! Chapters 15 (parameters and binding), 16 (common profile) and 17 (images and samplers) of the requirements, from the
//! document to the materials of glTF.

use crate::common::{Glb, all_close, codes, glb, glb_with, import_with, new_document, numbers, old_document, views};
use portolan::convert::{Conversion, to};
use portolan::scene::{MaterialId, Opacity, Pixels};
use portolan::{File, Memory};
use serde_json::{Value, json};

/// A picture of 2 × 2 pixels of one colour.
fn png(pixel: [u8; 4]) -> Vec<u8> {
    let image = image::RgbaImage::from_pixel(2, 2, image::Rgba(pixel));
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A triangle with two sets of texture coordinates: 0 at 0.25, 1 at 0.75.
fn triangle() -> String {
    format!(
        r##"<library_geometries><geometry id="g"><mesh>{}{}{}<vertices id="g-v"><input semantic="POSITION" source="#p"/></vertices>
        <triangles material="m" count="1"><input semantic="VERTEX" source="#g-v" offset="0"/>
        <input semantic="TEXCOORD" source="#u" offset="0" set="0"/><input semantic="TEXCOORD" source="#w" offset="0" set="1"/>
        <p>0 1 2</p></triangles></mesh></geometry></library_geometries>"##,
        numbers("p", 3, "0 0 0 1 0 0 0 1 0"),
        numbers("u", 2, "0.25 0.25 0.25 0.25 0.25 0.25"),
        numbers("w", 2, "0.75 0.75 0.75 0.75 0.75 0.75"),
    )
}

/// What of a document differs from test to test.
#[derive(Clone, Copy)]
struct Surface<'s> {
    /// In the effect, before the profile.
    effect: &'s str,
    /// In the profile, before the technique.
    profile: &'s str,
    shader: &'s str,
    /// In `<instance_effect>`.
    settings: &'s str,
    /// In `<instance_material>`.
    binding: &'s str,
    libraries: &'s str,
}

const EMPTY: Surface<'static> =
    Surface { effect: "", profile: "", shader: "<lambert/>", settings: "", binding: "", libraries: "" };

const BIND_UV: &str = r#"<bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/>"#;

impl Surface<'_> {
    fn content(&self) -> String {
        let Surface { effect, profile, shader, settings, binding, libraries } = self;
        let node = format!(
            r##"<node id="n"><instance_geometry url="#g"><bind_material><technique_common>
            <instance_material symbol="m" target="#mat">{binding}</instance_material></technique_common></bind_material></instance_geometry></node>"##
        );
        format!(
            r##"{libraries}<library_materials><material id="mat"><instance_effect url="#e">{settings}</instance_effect></material></library_materials>
            <library_effects><effect id="e">{effect}<profile_COMMON>{profile}<technique sid="t">{shader}</technique></profile_COMMON></effect></library_effects>{}{}"##,
            triangle(),
            views(&node)
        )
    }

    fn import_with(&self, files: Memory) -> File {
        let text = match self.profile.contains("instance_image") {
            true => new_document(&self.content()),
            false => old_document(&self.content()),
        };
        import_with(&text, files)
    }

    fn glb(&self) -> Glb {
        let files = Memory::new().with("a.png", png([255, 0, 0, 128])).with("b.png", png([64, 64, 64, 255]));
        let imported = self.import_with(files);
        glb(&imported)
    }

    /// By the letter of the specification.
    fn strict(&self) -> Glb {
        let imported = self.import_with(Memory::new());
        glb_with(&imported, &Conversion::to(&to::GLB).with(|c| c.opacity = Opacity::Strict))
    }
}

/// Alpha of the base colour, and how it is blended.
fn alpha(material: &Value) -> (f64, &str) {
    let factor = &material["pbrMetallicRoughness"]["baseColorFactor"][3];
    (factor.as_f64().unwrap_or(1.0), material["alphaMode"].as_str().unwrap_or("OPAQUE"))
}

#[test]
fn alpha_follows_mode_colour_and_factor() {
    // X-010 … X-014, X-017: the table of page 7-5 and what well-known writers put there.
    let t = |mode: &str, colour: &str, k: &str| {
        let k = if k.is_empty() { String::new() } else { format!("<transparency><float>{k}</float></transparency>") };
        match colour {
            "" => k,
            _ => format!(r#"<transparent {mode}><color>{colour}</color></transparent>{k}"#),
        }
    };
    let vector = "0.8 0.6 0.4 0.25";
    // Luminance of the vector: 0.212671·0.8 + 0.71516·0.6 + 0.072169·0.4 = 0.6281004.
    for (text, expected) in [
        (t("", "", ""), 1.0),
        (t(r#"opaque="A_ONE""#, vector, "0.5"), 0.125),
        (t(r#"opaque="A_ZERO""#, vector, "0.5"), 0.875),
        (t(r#"opaque="RGB_ONE""#, vector, "0.5"), 0.3140502),
        (t(r#"opaque="RGB_ZERO""#, vector, "0.5"), 0.6859498),
        // L10965: white and RGB_ZERO is invisible, with A_ONE it is opaque; L9759.
        (t(r#"opaque="RGB_ZERO""#, "1 1 1 1", ""), 0.0),
        (t(r#"opaque="A_ONE""#, "1 1 1 1", ""), 1.0),
        (t("", "1 0 0.5 0", "1"), 0.0),
        (t("", "0 0 0 1", ""), 1.0),
        // The factor alone (X-013).
        (t("", "", "0.25"), 0.25),
        // Modelling tools: opaque black with RGB_ZERO and 1; grey of a half; white with 0, which is opaque.
        (t(r#"opaque="RGB_ZERO""#, "0 0 0 1", "1"), 1.0),
        (t(r#"opaque="RGB_ZERO""#, "0.5 0.5 0.5 1", "1"), 0.5),
        (t(r#"opaque="RGB_ZERO""#, "1 1 1 1", "0"), 1.0),
        (t(r#"opaque="A_ONE""#, "1 1 1 1", "0.4"), 0.4),
        // Old writers mean opaque with 0; the rule says invisible.
        (t("", "1 1 1 1", "0"), 0.0),
        // Out of bounds, and a word that is none (A_ONE).
        (t("", "1 1 1 1", "3"), 1.0),
        (t("", "1 1 1 1", "-3"), 0.0),
        (t(r#"opaque="RGB""#, "0 0 0 1", "0.5"), 0.5),
    ] {
        let shader = format!("<lambert><diffuse><color>1 1 1 1</color></diffuse>{text}</lambert>");
        let glb = Surface { shader: &shader, ..EMPTY }.strict();
        let (found, mode) = alpha(&glb.json["materials"][0]);
        assert!((found - expected).abs() < 1e-6, "{text}: {found} is not {expected}");
        assert_eq!(mode, if expected < 1.0 { "BLEND" } else { "OPAQUE" }, "{text}");
    }
}

/// A 1.4 sampler `{sid}` of an image.
fn old_sampler(sid: &str, image: &str, states: &str) -> String {
    format!(
        r#"<newparam sid="{sid}-f"><surface type="2D"><init_from>{image}</init_from></surface></newparam>
        <newparam sid="{sid}"><sampler2D><source>{sid}-f</source>{states}</sampler2D></newparam>"#
    )
}

const OLD_IMAGES: &str = r#"<library_images><image id="a"><init_from>a.png</init_from></image>
    <image id="b"><init_from>b.png</init_from></image><image id="none"><init_from>missing.png</init_from></image></library_images>"#;

#[test]
fn textures_of_transparency_become_alpha() {
    // X-016: `a` has the alpha 128 and a luminance of 0.212671, `b` is grey (64) and opaque.
    let luminance = 0.212671 * 255.0;
    for (mode, texture, k, expected) in [
        ("A_ONE", "a", "1", 128.0),
        ("A_ONE", "a", "0.5", 64.0),
        ("A_ZERO", "a", "1", 127.0),
        ("RGB_ONE", "a", "1", luminance),
        ("RGB_ZERO", "a", "1", 255.0 - luminance),
        ("RGB_ZERO", "b", "1", 191.0),
        ("RGB_ONE", "b", "0.5", 32.0),
    ] {
        let profile = old_sampler("sa", "a", "") + &old_sampler("sb", "b", "");
        let shader = format!(
            r#"<phong><diffuse><color>1 1 1 1</color></diffuse><transparent opaque="{mode}"><texture texture="s{texture}" texcoord="UV"/></transparent>
            <transparency><float>{k}</float></transparency></phong>"#
        );
        let glb =
            Surface { profile: &profile, shader: &shader, binding: BIND_UV, libraries: OLD_IMAGES, ..EMPTY }.glb();
        let material = &glb.json["materials"][0];
        assert_eq!(material["alphaMode"], "BLEND", "{mode} {texture}");
        let [.., found] = texel(&glb, &material["pbrMetallicRoughness"]["baseColorTexture"]);
        let found = f64::from(found) * alpha(material).0;
        assert!((found - expected).abs() <= 1.0, "{mode} {texture} {k}: {found} is not {expected}");
    }
    // The same picture for colour and alpha is used as it is; a picture that is missing hides nothing.
    let both = |mode: &str, image: &str| {
        let profile = old_sampler("sa", "a", "") + &old_sampler("sx", image, "");
        let shader = format!(
            r#"<phong><diffuse><texture texture="sa" texcoord="UV"/></diffuse><transparent opaque="{mode}"><texture texture="sx" texcoord="UV"/></transparent></phong>"#
        );
        Surface { profile: &profile, shader: &shader, binding: BIND_UV, libraries: OLD_IMAGES, ..EMPTY }.glb()
    };
    let same = both("A_ONE", "a");
    assert_eq!(same.json["images"].as_array().unwrap().len(), 1);
    assert_eq!(alpha(&same.json["materials"][0]), (1.0, "BLEND"));
    for mode in ["A_ONE", "A_ZERO", "RGB_ONE", "RGB_ZERO"] {
        assert_eq!(alpha(&both(mode, "none").json["materials"][0]), (1.0, "OPAQUE"), "{mode}");
    }
}

/// A surface whose picture is missing is not white by accident: it has its ambient colour, else a grey of 0.5, which
/// glTF has as ((0.5 + 0.055) / 1.055)^2.4.
#[test]
fn a_missing_picture_leaves_a_colour() {
    let base = |ambient: &str| {
        let profile = old_sampler("sx", "none", "");
        let shader = format!(r#"<phong>{ambient}<diffuse><texture texture="sx" texcoord="UV"/></diffuse></phong>"#);
        let glb =
            Surface { profile: &profile, shader: &shader, binding: BIND_UV, libraries: OLD_IMAGES, ..EMPTY }.glb();
        let factor = &glb.json["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"];
        factor.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect::<Vec<_>>()
    };
    let light = |c: f64| ((c + 0.055) / 1.055).powf(2.4);
    for (ambient, [r, g, b]) in [
        ("", [0.5; 3]),
        ("<ambient><color>0 0 0 1</color></ambient>", [0.5; 3]),
        ("<ambient><color>0.2 0.4 0.6 1</color></ambient>", [0.2, 0.4, 0.6]),
    ] {
        let found = base(ambient);
        for (found, expected) in found.iter().zip([light(r), light(g), light(b), 1.0]) {
            assert!((found - expected).abs() < 1e-9, "{ambient}: {found} is not {expected}");
        }
    }
}

/// The first texel of a texture.
fn texel(glb: &Glb, info: &Value) -> [u8; 4] {
    let texture = &glb.json["textures"][info["index"].as_u64().unwrap() as usize];
    let image = &glb.json["images"][texture["source"].as_u64().unwrap() as usize];
    let view = &glb.json["bufferViews"][image["bufferView"].as_u64().unwrap() as usize];
    let (start, length) = (view["byteOffset"].as_u64().unwrap_or(0), view["byteLength"].as_u64().unwrap());
    let bytes = &glb.buffer[start as usize..(start + length) as usize];
    image::load_from_memory(bytes).unwrap().into_rgba8().get_pixel(0, 0).0
}

#[test]
fn shaders_keep_their_terms() {
    // X-003 … X-008: what is missing adds nothing; constant is unlit; emission may be brighter than white.
    let material = |shader: &str| Surface { shader, ..EMPTY }.glb().json["materials"][0].clone();
    let factor = |m: &Value| m["pbrMetallicRoughness"]["baseColorFactor"].clone();
    let unlit = material("<constant><emission><color>1 0 0 1</color></emission></constant>");
    assert_eq!(
        (factor(&unlit), &unlit["extensions"]["KHR_materials_unlit"]),
        (json!([1.0, 0.0, 0.0, 1.0]), &json!({}))
    );
    // Edges of some modelling tools: nothing but transparency, so black.
    let edge = material(r#"<constant><transparent opaque="A_ONE"><color>0 0 0 1</color></transparent></constant>"#);
    assert_eq!(factor(&edge), json!([0.0, 0.0, 0.0, 1.0]));
    let dark = material("<lambert><emission><color>0 1 0 1</color></emission></lambert>");
    assert_eq!((factor(&dark), &dark["emissiveFactor"]), (json!([0.0, 0.0, 0.0, 1.0]), &json!([0.0, 1.0, 0.0])));
    let bright = material(
        "<lambert><emission><color>4 0 0 1</color></emission><diffuse><color>2 0 0 1</color></diffuse></lambert>",
    );
    assert_eq!(bright["extensions"]["KHR_materials_emissive_strength"]["emissiveStrength"], 4.0);
    assert_eq!(factor(&bright), json!([1.0, 0.0, 0.0, 1.0]));
    // α = √(2 / (n + 2)) is ¼ for 30, and the roughness its root.
    let shiny = "<specular><color>1 1 1 1</color></specular><shininess><float>30</float></shininess>";
    let phong = material(&format!("<phong><diffuse><color>1 1 1 1</color></diffuse>{shiny}</phong>"));
    assert_eq!(phong["pbrMetallicRoughness"]["roughnessFactor"], 0.5);
    // The branch of Torrance and Sparrow (X-006).
    let blinn = material(&format!("<blinn>{}</blinn>", shiny.replace("30", "0.25")));
    assert_eq!(blinn["pbrMetallicRoughness"]["roughnessFactor"], 0.5);
    assert_eq!(phong["pbrMetallicRoughness"]["metallicFactor"], 0.0);
}

#[test]
fn parameters_are_set_at_every_level() {
    // P-001, P-002, P-004, P-005: effect, profile, technique, `setparam`, `bind`; the innermost declaration counts.
    let new = |value: &str| format!(r#"<newparam sid="c"><float4>{value}</float4></newparam>"#);
    let shader = r#"<lambert><diffuse><param ref="c"/></diffuse></lambert>"#;
    let inner = format!("{}{shader}", new("0 0 1 1"));
    let (effect, profile) = (new("1 0 0 1"), new("0 1 0 1"));
    let set =
        r#"<setparam ref="c"><float3>1 1 0</float3></setparam><setparam ref="nobody"><float>1</float></setparam>"#;
    let by_effect = Surface { effect: &effect, shader, ..EMPTY };
    let by_profile = Surface { profile: &profile, ..by_effect };
    for (surface, expected) in [
        (by_effect, [1.0, 0.0, 0.0, 1.0]),
        (by_profile, [0.0, 1.0, 0.0, 1.0]),
        (Surface { shader: &inner, ..by_profile }, [0.0, 0.0, 1.0, 1.0]),
        (Surface { settings: set, ..by_profile }, [1.0, 1.0, 0.0, 1.0]),
    ] {
        let imported = surface.import_with(Memory::new());
        let material = imported.scene().unwrap().material(MaterialId(0)).unwrap();
        assert_eq!(material.diffuse.as_ref().unwrap().value, expected);
        let told: &[&str] = if surface.settings.is_empty() { &[] } else { &["CNV152"] };
        assert_eq!(codes(&imported), told);
    }
    // P-012: a value of the scene in place of the parameter, found by semantic.
    let profile = r#"<newparam sid="c"><semantic>TINT</semantic><float4>0 1 0 1</float4></newparam>"#;
    let lights = r#"<library_lights><light id="l"><technique_common><point><color sid="col">0.5 0.25 1</color></point></technique_common></light></library_lights>"#;
    let binding = r#"<bind semantic="TINT" target="l/col"/>"#;
    let glb = Surface { profile, shader, binding, libraries: lights, ..EMPTY }.glb();
    let factor = &glb.json["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"];
    let found: Vec<f64> = factor.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
    // sRGB to linear light: ((0.5 + 0.055) / 1.055)^2.4 and so on.
    all_close(&found, &[0.2140411, 0.0508761, 1.0, 1.0], "the light's colour");
}

#[test]
fn texture_coordinates_are_those_that_are_bound() {
    // P-013, P-014: the set named by the instance, or by the number in the name.
    let profile = old_sampler("s", "a", "");
    for (texcoord, binding, expected) in [
        ("UV", BIND_UV, 0.25),
        ("UV", r#"<bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="1"/>"#, 0.75),
        ("TEXCOORD0", "", 0.25),
        ("TEXCOORD1", "", 0.75),
        ("UV", "", 0.25),
        ("UV", r#"<bind_vertex_input semantic="UV" input_semantic="TEXCOORD"/>"#, 0.25),
    ] {
        let shader = format!(r#"<phong><diffuse><texture texture="s" texcoord="{texcoord}"/></diffuse></phong>"#);
        let glb = Surface { profile: &profile, shader: &shader, binding, libraries: OLD_IMAGES, ..EMPTY }.glb();
        let info = &glb.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"];
        let set = info["texCoord"].as_u64().unwrap_or(0);
        let accessor = &glb.json["meshes"][0]["primitives"][0]["attributes"][format!("TEXCOORD_{set}")];
        // What is upwards in COLLADA is downwards in glTF.
        all_close(&glb.accessor(accessor)[..2], &[expected, 1.0 - expected], &format!("{texcoord} {binding}"));
    }
}

#[test]
fn samplers_keep_wrapping_and_filters() {
    // Y-010, Y-014: states, then wrap of both directions and filters in glTF; nothing said is WRAP and LINEAR.
    for (states, expected) in [
        ("", [10497, 10497, 9987, 9729]),
        ("<wrap_s>CLAMP</wrap_s><wrap_t>MIRROR</wrap_t>", [33071, 33648, 9987, 9729]),
        ("<wrap_s>BORDER</wrap_s><wrap_t>MIRROR_ONCE</wrap_t>", [33071, 33648, 9987, 9729]),
        (
            "<minfilter>NEAREST</minfilter><magfilter>NEAREST</magfilter><mipfilter>NONE</mipfilter>",
            [10497, 10497, 9728, 9728],
        ),
        ("<minfilter>LINEAR_MIPMAP_NEAREST</minfilter>", [10497, 10497, 9985, 9729]),
        ("<minfilter>ANISOTROPIC</minfilter><mipfilter>NEAREST</mipfilter>", [10497, 10497, 9985, 9729]),
    ] {
        let old = old_sampler("s", "a", states);
        let new =
            format!(r##"<newparam sid="s"><sampler2D><instance_image url="#a"/>{states}</sampler2D></newparam>"##);
        let new_images =
            OLD_IMAGES.replace("<init_from>", "<init_from><ref>").replace("</init_from>", "</ref></init_from>");
        for (profile, libraries) in [(&old, OLD_IMAGES), (&new, &new_images)] {
            let shader = r#"<phong><diffuse><texture texture="s" texcoord="UV"/></diffuse></phong>"#;
            let glb = Surface { profile, shader, binding: BIND_UV, libraries, ..EMPTY }.glb();
            let sampler = &glb.json["samplers"][0];
            let found = ["wrapS", "wrapT", "minFilter", "magFilter"].map(|k| sampler[k].as_u64().unwrap_or(10497));
            assert_eq!(found, expected, "{states}");
            assert_eq!(
                texel(&glb, &glb.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]),
                [255, 0, 0, 128]
            );
        }
    }
}

#[test]
fn images_are_files_or_digits_or_missing() {
    // Y-001 … Y-003, Y-008 and the bad input of chapter 17.
    let hex: String = png([255, 0, 0, 128]).iter().map(|b| format!("{b:02x}")).collect();
    let embedded = format!(r#"<init_from><hex format="PNG">{hex}</hex></init_from>"#);
    let shader = r#"<phong><diffuse><texture texture="s" texcoord="UV"/></diffuse></phong>"#;
    for (image, shown, told) in [
        ("<init_from><ref>a.png</ref></init_from>", true, ""),
        // As 1.4 had it.
        ("<init_from>a.png</init_from>", true, ""),
        (embedded.as_str(), true, ""),
        (
            "<create_2d><size_exact width=\"2\" height=\"2\"/><init_from mip_index=\"0\"><ref>a.png</ref></init_from></create_2d>",
            true,
            "",
        ),
        ("<create_2d><size_exact width=\"2\" height=\"2\"/></create_2d>", false, ""),
        ("<init_from><ref>missing.png</ref></init_from>", false, "CNV160"),
        ("<init_from><hex format=\"PNG\">8950f</hex></init_from>", false, "CNV163"),
        ("<init_from><ref>a.png</ref></init_from><init_from><ref>b.png</ref></init_from>", true, "CNV162"),
        ("", false, ""),
    ] {
        let libraries = format!(r#"<library_images><image id="i">{image}</image></library_images>"#);
        let profile = r##"<newparam sid="s"><sampler2D><instance_image url="#i"/></sampler2D></newparam>"##;
        let surface = Surface { profile, shader, binding: BIND_UV, libraries: &libraries, ..EMPTY };
        let imported =
            surface.import_with(Memory::new().with("a.png", png([255, 0, 0, 128])).with("b.png", png([0; 4])));
        assert_eq!(codes(&imported).first().copied().unwrap_or_default(), told, "{image}");
        assert_eq!(imported.scene().unwrap().images.len(), 1);
        if !shown && told.is_empty() {
            assert_eq!(imported.scene().unwrap().images[0].pixels, Pixels::None);
        }
        let glb = glb(&imported);
        let info = &glb.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"];
        assert_eq!(info.is_object(), shown, "{image}");
        if shown {
            assert_eq!(texel(&glb, info), [255, 0, 0, 128], "{image}");
        }
    }
    // Samplers of nothing, and instances of what is no image.
    for sampler in ["<sampler2D/>", r##"<sampler2D><instance_image url="#g"/></sampler2D>"##] {
        let profile = format!(r#"<newparam sid="s">{sampler}</newparam><!-- instance_image -->"#);
        let glb = Surface { profile: &profile, shader, binding: BIND_UV, ..EMPTY }.glb();
        assert!(glb.json["images"].is_null() && !glb.codes.is_empty(), "{sampler}");
    }
}

#[test]
fn materials_change_samplers_and_applications_place_textures() {
    // P-021: another image and other states by the material.
    let libraries = OLD_IMAGES.replace("<init_from>", "<init_from><ref>").replace("</init_from>", "</ref></init_from>");
    let profile =
        r##"<newparam sid="s"><sampler2D><instance_image url="#b"/><wrap_s>MIRROR</wrap_s></sampler2D></newparam>"##;
    let settings = r##"<setparam ref="s"><sampler_image url="#a"/></setparam><setparam ref="s"><sampler_states><wrap_t>CLAMP</wrap_t></sampler_states></setparam>"##;
    let shader = r#"<phong><diffuse><texture texture="s" texcoord="UV"><extra><technique profile="MAYA">
        <repeatU>2</repeatU><repeatV>3</repeatV><offsetU>0.5</offsetU></technique></extra></texture></diffuse></phong>
        <extra><technique profile="GOOGLEEARTH"><double_sided>1</double_sided></technique></extra>"#;
    let glb = Surface { profile, settings, shader, binding: BIND_UV, libraries: &libraries, ..EMPTY }.glb();
    let material = &glb.json["materials"][0];
    assert_eq!(material["doubleSided"], true);
    let info = &material["pbrMetallicRoughness"]["baseColorTexture"];
    assert_eq!(texel(&glb, info), [255, 0, 0, 128]);
    let sampler = &glb.json["samplers"][0];
    assert_eq!((&sampler["wrapS"], &sampler["wrapT"]), (&json!(33648), &json!(33071)));
    // 1 − (3·v) is 3·(1 − v) − 2.
    let placed = &info["extensions"]["KHR_texture_transform"];
    assert_eq!((&placed["scale"], &placed["offset"]), (&json!([2.0, 3.0]), &json!([0.5, -2.0])));
}

#[test]
fn a_picture_of_what_is_transparent_does_not_hide_an_object_file() {
    // Object files only know pictures of what is opaque.
    let profile = old_sampler("sa", "a", "");
    for (mode, expected) in [("A_ONE", "d 0.5"), ("RGB_ZERO", "d 1"), ("A_ZERO", "d 1")] {
        let shader = format!(
            r#"<phong><transparent opaque="{mode}"><texture texture="sa" texcoord="UV"/></transparent><transparency><float>0.5</float></transparency></phong>"#
        );
        let surface = Surface { profile: &profile, shader: &shader, binding: BIND_UV, libraries: OLD_IMAGES, ..EMPTY };
        let imported = surface.import_with(Memory::new().with("a.png", png([255; 4])));
        let converted = imported.convert(&Conversion::to(&to::OBJ)).unwrap();
        let library = converted.files.iter().find(|(name, _)| name.ends_with(".mtl")).unwrap();
        let text = String::from_utf8(library.1.clone()).unwrap();
        assert!(text.lines().any(|l| l == expected), "{mode}: {text}");
    }
}
