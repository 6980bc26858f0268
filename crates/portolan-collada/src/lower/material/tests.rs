//! Materials, as numbers.

use portolan_resources::Memory;
use portolan_scene::{
    ColourSlot, Fate, Filter, Material, Opaque, Part, Pixels, Scalar, ScalarSlot, Semantic, Shading, Target,
    TextureField, TextureSlot, UvTransform, Wrap,
};
use portolan_syntax::{Limits, Source};

use super::super::tests::{codes, document, lower, lower_with};
use super::super::{Driven, Lower, Lowered, Scopes};
use crate::documents::Documents;

const MATERIAL: &str =
    r##"<library_materials><material id="m" name="M"><instance_effect url="#e"/></material></library_materials>"##;

/// An effect `e` with this content, and a material `m` of it.
fn effect(content: &str) -> String {
    format!(r#"<library_effects><effect id="e">{content}</effect></library_effects>{MATERIAL}"#)
}

/// A technique of the common profile with this content.
fn common(before: &str, shader: &str) -> String {
    effect(&format!(r#"<profile_COMMON>{before}<technique sid="t">{shader}</technique></profile_COMMON>"#))
}

/// The only material, and the codes of the losses but for the missing scene.
fn only(content: &str) -> (Material, Vec<&'static str>) {
    let lowered = lower(content);
    assert_eq!(lowered.scene.materials.len(), 1);
    let codes = codes(&lowered).into_iter().filter(|c| *c != "CNV112").collect();
    (lowered.scene.materials[0].clone(), codes)
}

fn value(material: &Material, slot: ColourSlot) -> Option<[f64; 4]> {
    material.colour(slot).map(|c| c.value)
}

/// What is driven by elements with these SIDs.
fn driven(content: &str, sid: &str) -> Vec<Target> {
    let files = Memory::new();
    let source = Source::from_text("main.dae", document(content));
    let documents = Documents::read("main.dae", source, &files, &Limits::default());
    let mut cx = Lower::new(&documents, &files, Scopes::read(&documents).0);
    cx.all_materials();
    cx.views(None);
    let tree = &documents.main().tree;
    let element = tree.nodes().find(|n| n.attribute_value("sid").is_some_and(|s| s == sid)).expect("the SID");
    let all: &[Driven] = cx.driven.get(&cx.origin(element)).map_or(&[], Vec::as_slice);
    all.iter().map(|d| d.target.clone()).collect()
}

/// The example of page 8-84: the diffuse colour is a parameter.
const PLASTIC: &str = r##"<newparam sid="myDiffuseColor"><float3> 0.2 0.56 0.35 </float3></newparam>"##;
const PHONG: &str = r##"<phong><emission><color>0.0 0.0 0.0 1.0</color></emission><ambient><color>0.0 0.0 0.0 1.0</color></ambient>
    <diffuse><param ref="myDiffuseColor"/></diffuse><specular><color>1.0 1.0 1.0 1.0</color></specular>
    <shininess><float>50.0</float></shininess><reflective><color>1.0 1.0 1.0 1.0</color></reflective>
    <reflectivity><float>0.051</float></reflectivity><transparent><color>0.0 0.0 0.0 1.0</color></transparent>
    <transparency><float>1.0</float></transparency></phong>"##;

#[test]
fn the_example_of_phong_is_read() {
    let (m, codes) = only(&common(PLASTIC, PHONG));
    assert_eq!(codes, [""; 0]);
    assert_eq!((m.shading, m.opaque, m.meta.id.as_deref()), (Shading::Phong, Opaque::AOne, Some("m")));
    assert_eq!(value(&m, ColourSlot::Diffuse), Some([0.2, 0.56, 0.35, 1.0]));
    assert_eq!(value(&m, ColourSlot::Specular), Some([1.0; 4]));
    assert_eq!((m.shininess, m.reflectivity), (Some(Scalar(50.0)), Some(Scalar(0.051))));
    assert_eq!((m.refraction, m.double_sided, m.bump), (None, None, None));
    // It is not transparent: the weight of the material is 1 everywhere.
    let t = m.transparent.as_ref().map(|c| c.value).unwrap_or_default();
    assert_eq!(m.opaque.weights(t, 1.0), [1.0; 4]);
    assert_eq!(m.effect.and_then(|e| e.id).as_deref(), Some("e"));
}

#[test]
fn the_example_of_blinn_is_read() {
    let (m, codes) = only(&common(
        "",
        r#"<blinn><diffuse><color>0.500000 0.002000 0 1.0</color></diffuse><shininess><float>0.107420</float></shininess>
        <transparent opaque="RGB_ZERO"><color>0 0 0 1.0</color></transparent><transparency><float>1.000000</float></transparency>
        <index_of_refraction><float>0</float></index_of_refraction></blinn>"#,
    ));
    assert_eq!(codes, [""; 0]);
    assert_eq!((m.shading, m.opaque), (Shading::Blinn, Opaque::RgbZero));
    assert_eq!((m.shininess, m.refraction), (Some(Scalar(0.10742)), Some(Scalar(0.0))));
    assert_eq!((m.emission, m.specular), (None, None), "what is missing has no default");
}

#[test]
fn a_material_sets_parameters_and_what_does_not_fit_is_ignored() {
    let with = |params: &str, set: &str| {
        format!(
            r##"<library_effects><effect id="e"><newparam sid="k"><float>9</float></newparam><newparam sid="outer"><float3>1 0 0</float3></newparam>
            <profile_COMMON><newparam sid="outer"><float3>0 1 0</float3></newparam>{params}<technique sid="t"><phong>
            <ambient><param ref="outer"/></ambient><diffuse><param ref="d"/></diffuse><shininess><param ref="k"/></shininess></phong></technique></profile_COMMON>
            <profile_GLSL><newparam sid="elsewhere"><float>1</float></newparam></profile_GLSL></effect></library_effects>
            <library_materials><material id="m"><instance_effect url="#e">{set}</instance_effect></material></library_materials>"##
        )
    };
    let d = r#"<newparam sid="d"><float3>0 0 1</float3></newparam>"#;
    for (params, set, diffuse, shininess, codes) in [
        (d, "", Some([0., 0., 1., 1.]), 9., &[][..]),
        (d, r#"<setparam ref="d"><float4>1 2 3 0.5</float4></setparam>"#, Some([1., 2., 3., 0.5]), 9., &[]),
        (
            d,
            r#"<setparam ref="d"><float3>1 2 3</float3></setparam><setparam ref="k"><int>7</int></setparam>"#,
            Some([1., 2., 3., 1.]),
            7.,
            &[],
        ),
        (d, r#"<setparam ref="none"><float>1</float></setparam>"#, Some([0., 0., 1., 1.]), 9., &["CNV152"]),
        (d, r#"<setparam ref="elsewhere"><float>1</float></setparam>"#, Some([0., 0., 1., 1.]), 9., &[]),
        (d, r#"<setparam ref="d"><float>1</float></setparam>"#, Some([0., 0., 1., 1.]), 9., &["CNV152"]),
        (d, r#"<setparam ref="k"><sampler2D/></setparam>"#, Some([0., 0., 1., 1.]), 9., &["CNV152"]),
        (d, r#"<setparam/>"#, Some([0., 0., 1., 1.]), 9., &["CNV152"]),
        ("", "", None, 9., &["CNV151"]),
        (r#"<newparam sid="d"><float2>1 1</float2></newparam>"#, "", None, 9., &["CNV151"]),
        (
            r#"<newparam sid="d"><array length="2"><float>1</float></array></newparam>"#,
            r#"<setparam ref="d[1]"><float>2</float></setparam>"#,
            None,
            9.,
            &["CNV151"],
        ),
        (r#"<newparam sid="d"/>"#, "", None, 9., &["CNV151"]),
        (r#"<newparam sid="d"><float3>1 1</float3></newparam>"#, "", Some([1., 1., 0., 1.]), 9., &["CNV101"]),
    ] {
        let (m, found) = only(&with(params, set));
        assert_eq!(value(&m, ColourSlot::Diffuse), diffuse, "{params} {set}");
        assert_eq!(value(&m, ColourSlot::Ambient), Some([0., 1., 0., 1.]), "the inner parameter wins");
        assert_eq!(m.shininess, Some(Scalar(shininess)), "{params} {set}");
        assert_eq!(found, codes, "{params} {set}");
    }
}

#[test]
fn bad_slots_are_told_and_the_rest_is_kept() {
    for (shader, codes, diffuse) in [
        (r#"<diffuse><color>1 2 3</color></diffuse>"#, &["CNV101"][..], Some([1., 2., 3., 1.])),
        (r#"<diffuse><color>x NaN inf</color></diffuse>"#, &["CNV101"], Some([0., 0., 0., 1.])),
        (r#"<diffuse><color>0 0 1 1</color><color>1 0 0 1</color></diffuse>"#, &["CNV157"], Some([0., 0., 1., 1.])),
        (
            r#"<diffuse><color>0 0 1 1</color></diffuse><diffuse><color>1 0 0 1</color></diffuse>"#,
            &["CNV157"],
            Some([0., 0., 1., 1.]),
        ),
        (r#"<diffuse/>"#, &[], None),
        (r#"<diffuse>0.5 0.5 0.5 1</diffuse>"#, &[], Some([0.5, 0.5, 0.5, 1.])),
        (r#"<transparent opaque="rgb_ONE"/>"#, &[], None),
        (r#"<transparent opaque="A_TWO"><color>1 1 1 1</color></transparent>"#, &["CNV156"], None),
        (r#"<shininess><float>-3</float></shininess><transparency><float>7</float></transparency>"#, &[], None),
        (r#"<shininess><float/></shininess>"#, &["CNV101"], None),
        (r#"<shininess><color>3</color></shininess>"#, &["CNV157"], None),
        (r#"<shininess><color>1 1 1 1</color></shininess>"#, &[], None),
        (r#"<shininess><texture texture="a"/></shininess>"#, &["CNV151"], None),
    ] {
        let (m, found) = only(&common("", &format!("<lambert>{shader}</lambert>")));
        assert_eq!(found, codes, "{shader}");
        assert_eq!(value(&m, ColourSlot::Diffuse), diffuse, "{shader}");
    }
    let (m, _) =
        only(&common("", r#"<lambert><transparent opaque="rgb_ONE"/><transparency>0.25</transparency></lambert>"#));
    assert_eq!((m.opaque, m.transparency), (Opaque::RgbOne, Some(Scalar(0.25))));
}

#[test]
fn effects_without_common_profile_are_guessed_or_grey() {
    let grey = Some([0.8, 0.8, 0.8, 1.0]);
    for (content, diffuse, shininess, codes) in [
        ("", grey, None, &["CNV150"][..]),
        ("<profile_COMMON/>", grey, None, &["CNV150"]),
        ("<profile_COMMON><technique><toon/></technique></profile_COMMON>", grey, None, &["CNV150"]),
        ("<profile_COMMON><constant/></profile_COMMON>", None, None, &[]),
        (
            r#"<profile_GLSL><newparam sid="c"><float4>1 0 0 1</float4></newparam><technique sid="t"><pass><states><material_diffuse param="c"/><material_shininess value="8"/></states></pass></technique></profile_GLSL>"#,
            Some([1., 0., 0., 1.]),
            Some(Scalar(8.)),
            &["CNV150"],
        ),
        (
            r#"<profile_GLES><technique sid="t"><pass><material_diffuse value="0 1 0 0.5"/></pass></technique></profile_GLES>"#,
            Some([0., 1., 0., 0.5]),
            None,
            &["CNV150"],
        ),
        (
            r#"<profile_BRIDGE platform="x" url="a.fx"/><profile_CG><newparam sid="LightDiffuse"><float3>9 9 9</float3></newparam>
            <newparam sid="Surf"><semantic>DIFFUSE</semantic><float3>0 0 1</float3></newparam><newparam sid="SpecExpon"><float>25</float></newparam><technique sid="t"/></profile_CG>"#,
            Some([0., 0., 1., 1.]),
            Some(Scalar(25.)),
            &["CNV150"],
        ),
    ] {
        let (m, found) = only(&effect(content));
        assert_eq!(value(&m, ColourSlot::Diffuse), diffuse, "{content}");
        assert_eq!((m.shininess, &found[..]), (shininess, codes), "{content}");
    }
    for (material, code) in [
        (r##"<material id="m"/>"##, "CNV150"),
        (r##"<material id="m"><instance_effect url="#none"/></material>"##, "CNV100"),
        (r##"<material id="m"><instance_effect url="#m"/></material>"##, "CNV100"),
    ] {
        let (m, found) = only(&format!("<library_materials>{material}</library_materials>"));
        assert_eq!((value(&m, ColourSlot::Diffuse), &found[..]), (grey, &[code][..]), "{material}");
    }
}

#[test]
fn a_hint_chooses_the_technique() {
    let document = |hint: &str| {
        format!(
            r##"<library_effects><effect id="e"><profile_COMMON><technique sid="a"><lambert><diffuse><color>1 0 0 1</color></diffuse></lambert></technique>
            <technique sid="b"><lambert><diffuse><color>0 1 0 1</color></diffuse></lambert></technique></profile_COMMON>
            <profile_CG><technique sid="c"/></profile_CG></effect></library_effects>
            <library_materials><material id="m"><instance_effect url="#e">{hint}</instance_effect></material></library_materials>"##
        )
    };
    let (red, green) = (Some([1., 0., 0., 1.]), Some([0., 1., 0., 1.]));
    for (hint, diffuse, codes) in [
        ("", red, &[][..]),
        (r#"<technique_hint platform="PC" ref="b"/>"#, green, &[]),
        (r#"<technique_hint profile="COMMON" ref="b"/><technique_hint ref="a"/>"#, green, &[]),
        (r#"<technique_hint profile="CG" ref="b"/>"#, red, &["CNV165"]),
        (r#"<technique_hint ref="c"/>"#, red, &[]),
        (r#"<technique_hint ref="none"/>"#, red, &["CNV165"]),
    ] {
        let (m, found) = only(&document(hint));
        assert_eq!((value(&m, ColourSlot::Diffuse), &found[..]), (diffuse, codes), "{hint}");
    }
}

const SURFACE: &str = r##"<newparam sid="surf"><surface type="2D"><init_from>img</init_from></surface></newparam>
    <newparam sid="smp"><sampler2D><source>surf</source><wrap_s>MIRROR</wrap_s><wrap_t>clamp</wrap_t><minfilter>NEAREST_MIPMAP_LINEAR</minfilter><magfilter>NEAREST</magfilter></sampler2D></newparam>"##;
const IMAGE: &str = r##"<library_images><image id="img"><init_from>a%20b.png</init_from></image><image id="other"><init_from>none.png</init_from></image></library_images>"##;
const TEXTURED: &str = r##"<lambert><diffuse><texture texture="smp" texcoord="UV"/></diffuse></lambert>"##;

fn files() -> Memory {
    Memory::new().with("a b.png", "…")
}

/// The name of the image of the diffuse texture.
fn image_of(lowered: &Lowered) -> Option<&str> {
    let texture = lowered.scene.materials[0].diffuse.as_ref()?.texture.as_ref()?;
    let meta = &lowered.scene.images[texture.image?.index()].meta;
    Some(meta.id.as_deref().unwrap_or("file"))
}

#[test]
fn a_texture_leads_over_sampler_and_surface_to_an_image() {
    let lowered = lower_with(&document(&format!("{IMAGE}{}", common(SURFACE, TEXTURED))), files());
    assert_eq!(codes(&lowered), ["CNV160"]);
    let colour = lowered.scene.materials[0].diffuse.clone().expect("a colour");
    assert_eq!(colour.value, [1.0; 4]);
    let texture = colour.texture.expect("a texture");
    assert_eq!((&*texture.coordinates, texture.amount, texture.transform), ("UV", 1.0, None));
    let s = &texture.sampler;
    assert_eq!((s.wrap_s, s.wrap_t, s.wrap_p), (Wrap::Mirror, Wrap::Clamp, Wrap::Repeat));
    assert_eq!((s.minify, s.magnify, s.mip), (Filter::Nearest, Filter::Nearest, Filter::Linear));
    let pixels = &lowered.scene.images[0].pixels;
    assert_eq!(*pixels, Pixels::File { reference: "a%20b.png".into(), location: Some("a b.png".into()) });
    let missing = &lowered.scene.images[1].pixels;
    assert_eq!(*missing, Pixels::File { reference: "none.png".into(), location: None });
}

#[test]
fn textures_are_found_by_leniency_or_told() {
    let sampler = |inner: &str| format!(r#"<newparam sid="smp"><sampler2D>{inner}</sampler2D></newparam>"#);
    for (params, texture, image, code) in [
        (sampler(r##"<instance_image url="#img"/>"##), "smp", Some("img"), None),
        (sampler(r##"<instance_image url="img"/>"##), "smp", Some("img"), None),
        (sampler(r##"<instance_image url="a%20b.png"/>"##), "smp", Some("file"), None),
        (sampler(r##"<instance_image url="#e"/>"##), "smp", None, Some("CNV100")),
        (sampler(r##"<instance_image url="#none"/>"##), "smp", None, Some("CNV100")),
        (sampler(""), "smp", None, Some("CNV153")),
        (sampler("<source>img</source>"), "smp", Some("img"), Some("CNV154")),
        (sampler("<source>none</source>"), "smp", None, Some("CNV153")),
        (SURFACE.to_owned(), "surf", Some("img"), Some("CNV154")),
        (SURFACE.replace("<init_from>img</init_from>", "<init_as_null/>"), "smp", None, Some("CNV153")),
        (SURFACE.replace(">img<", ">img other<"), "smp", Some("img"), Some("CNV162")),
        (SURFACE.replace(">img<", " mip=\"1\">other</init_from><init_from>img<"), "smp", Some("img"), Some("CNV162")),
        (String::new(), "img", Some("img"), Some("CNV154")),
        (String::new(), "#img", Some("img"), Some("CNV154")),
        (String::new(), "none", None, Some("CNV153")),
        (String::new(), "", None, Some("CNV153")),
        (r#"<newparam sid="smp"><float>1</float></newparam>"#.to_owned(), "smp", None, Some("CNV153")),
    ] {
        let shader = TEXTURED.replace("\"smp\"", &format!("\"{texture}\""));
        let lowered = lower_with(&document(&format!("{IMAGE}{}", common(&params, &shader))), files());
        assert_eq!(image_of(&lowered), image, "{params} {texture}");
        let told: Vec<&str> = codes(&lowered).into_iter().filter(|c| *c != "CNV160").collect();
        assert_eq!(told, code.into_iter().collect::<Vec<_>>(), "{params} {texture}");
        assert!(lowered.scene.materials[0].diffuse.as_ref().is_some_and(|c| c.texture.is_some()));
    }
}

#[test]
fn materials_change_images_and_states_of_samplers() {
    let document = |set: &str| {
        document(&format!(
            r##"{IMAGE}<library_effects><effect id="e"><profile_COMMON>{SURFACE}<technique sid="t">{TEXTURED}</technique></profile_COMMON></effect></library_effects>
            <library_materials><material id="m"><instance_effect url="#e">{set}</instance_effect></material></library_materials>"##
        ))
    };
    let states = r#"<setparam ref="smp"><sampler_states><wrap_s>BORDER</wrap_s><border_color>1 0 0 1</border_color></sampler_states></setparam>"#;
    let image = r##"<setparam ref="smp"><sampler_image url="#other"/></setparam>"##;
    let whole = r##"<setparam ref="smp"><sampler2D><instance_image url="#other"/><mipfilter>NONE</mipfilter></sampler2D></setparam>"##;
    let surface = r##"<setparam ref="surf"><surface><init_from>other</init_from></surface></setparam>"##;
    for (set, found, wrap, mip) in [
        (String::new(), "img", Wrap::Mirror, Filter::Linear),
        (format!("{states}{image}"), "other", Wrap::Border, Filter::Linear),
        (format!("{image}{states}"), "other", Wrap::Border, Filter::Linear),
        (states.to_owned(), "img", Wrap::Border, Filter::Linear),
        (whole.to_owned(), "other", Wrap::Repeat, Filter::None),
        (format!("{states}{whole}"), "other", Wrap::Repeat, Filter::None),
        (surface.to_owned(), "other", Wrap::Mirror, Filter::Linear),
    ] {
        let lowered = lower_with(&document(&set), files());
        assert_eq!(image_of(&lowered), Some(found), "{set}");
        let texture = lowered.scene.materials[0].diffuse.as_ref().and_then(|c| c.texture.as_ref()).expect("a texture");
        assert_eq!((texture.sampler.wrap_s, texture.sampler.mip), (wrap, mip), "{set}");
        let border = (wrap == Wrap::Border).then_some([1., 0., 0., 1.]);
        assert_eq!(texture.sampler.border, border, "{set}");
        assert_eq!(texture.sampler.wrap_t, if set.contains("sampler2D") { Wrap::Repeat } else { Wrap::Clamp });
    }
}

#[test]
fn states_of_samplers_that_cannot_be_kept_are_told() {
    for (state, told) in [
        ("<wrap_s>WRAPPED</wrap_s>", true),
        ("<minfilter>SOFT</minfilter>", true),
        ("<mip_bias>2</mip_bias>", true),
        ("<mip_bias>0.0</mip_bias><mip_max_level>0</mip_max_level>", false),
        ("<minfilter>ANISOTROPIC</minfilter><max_anisotropy>4</max_anisotropy>", false),
        ("<max_anisotropy>-4</max_anisotropy>", true),
        ("<minfilter>NONE</minfilter><magfilter>NONE</magfilter>", false),
    ] {
        let param =
            format!(r##"<newparam sid="smp"><sampler2D><instance_image url="#img"/>{state}</sampler2D></newparam>"##);
        let lowered = lower_with(&document(&format!("{IMAGE}{}", common(&param, TEXTURED))), files());
        assert_eq!(codes(&lowered).contains(&"CNV155"), told, "{state}");
    }
}

#[test]
fn images_of_all_kinds_are_read() {
    let file = |r: &str, l: Option<&str>| Pixels::File { reference: r.into(), location: l.map(Into::into) };
    let png = Pixels::Embedded { format: "PNG".into(), bytes: vec![0x89, 0x50] };
    for (image, pixels, told) in [
        ("<image><init_from> a%20b.png\n</init_from></image>", file("a%20b.png", Some("a b.png")), &[][..]),
        ("<image><init_from><ref>./a%20b.png</ref></init_from></image>", file("./a%20b.png", Some("a b.png")), &[]),
        (
            r"<image><init_from>C:\tex\A B.PNG</init_from></image>",
            file(r"C:\tex\A B.PNG", Some("a b.png")),
            &["CNV161"],
        ),
        ("<image><init_from>http://x/a.png</init_from></image>", file("http://x/a.png", None), &["CNV160"]),
        ("<image><init_from/></image>", Pixels::None, &["CNV160"]),
        ("<image><init_from><hex format=\"PNG\">89 50</hex></init_from></image>", png.clone(), &[]),
        ("<image format=\"PNG\"><data>8950</data></image>", png, &[]),
        ("<image><init_from><hex format=\"PNG\">895</hex></init_from></image>", Pixels::None, &["CNV163"]),
        (
            "<image><renderable share=\"true\"/><create_2d><size_exact width=\"1\" height=\"1\"/></create_2d></image>",
            Pixels::None,
            &[],
        ),
        ("<image/>", Pixels::None, &[]),
        (
            "<image><init_from>a%20b.png</init_from><init_from>x.png</init_from></image>",
            file("a%20b.png", Some("a b.png")),
            &["CNV162"],
        ),
        (
            "<image><create_cube><init_from face=\"NEGATIVE_Z\"><ref>x.png</ref></init_from><init_from face=\"POSITIVE_X\" mip_index=\"1\"><ref>y.png</ref></init_from><init_from face=\"POSITIVE_X\"><ref>a%20b.png</ref></init_from></create_cube></image>",
            file("a%20b.png", Some("a b.png")),
            &["CNV162"],
        ),
        (
            "<image><create_3d><init_from depth=\"1\" mip_index=\"0\"><ref>x.png</ref></init_from><init_from depth=\"0\" mip_index=\"0\"><ref>a%20b.png</ref></init_from></create_3d></image>",
            file("a%20b.png", Some("a b.png")),
            &["CNV162"],
        ),
    ] {
        let lowered = lower_with(&document(&format!("<library_images>{image}</library_images>")), files());
        assert_eq!(lowered.scene.images[0].pixels, pixels, "{image}");
        assert_eq!(codes(&lowered), told, "{image}");
        assert!(told != ["CNV161"] || lowered.losses.worst() == Some(Fate::Noted));
    }
}

/// A node that draws a triangle, with `bind_material` content; primitives have the symbol `s`.
fn instance(bind: &str) -> String {
    format!(
        r##"<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array>
        <technique_common><accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
        <source id="uv"><float_array id="uva" count="6">0 0 1 0 0 1</float_array><technique_common><accessor source="#uva" count="3" stride="2"><param name="S" type="float"/><param name="T" type="float"/></accessor></technique_common></source>
        <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        <triangles count="1" material="s"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="TEXCOORD" source="#uv" offset="0" set="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
        <library_visual_scenes><visual_scene id="vs"><node id="n"><translate sid="where">1 2 3</translate><instance_geometry url="#g">{bind}</instance_geometry></node></visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#vs"/></scene>"##
    )
}

/// The bindings of the only shape.
fn bindings(lowered: &Lowered) -> &[portolan_scene::MaterialBinding] {
    let node = lowered.scene.nodes.iter().find(|n| !n.drawn.is_empty()).expect("a node");
    &node.drawn[0].materials
}

#[test]
fn symbols_and_vertex_inputs_are_bound() {
    let bound = |inner: &str| format!("<bind_material><technique_common>{inner}</technique_common></bind_material>");
    let material = common("", "<constant/>");
    // The example of page 8-21 swaps the sets.
    let swapped = bound(
        r##"<instance_material symbol="#s" target="m"><bind_vertex_input semantic="TEXCOORD1" input_semantic="TEXCOORD" input_set="0"/>
        <bind_vertex_input semantic="TEXCOORD0" input_semantic="TEXCOORD" input_set="1"/></instance_material>"##,
    );
    let lowered = lower(&format!("{material}{}", instance(&swapped)));
    assert_eq!(codes(&lowered), [""; 0]);
    let [one] = bindings(&lowered) else { panic!("one binding") };
    assert_eq!((&*one.symbol, one.material.index()), ("s", 0));
    let swapped =
        [("TEXCOORD1".into(), Semantic::TexCoord, Some(0)), ("TEXCOORD0".into(), Semantic::TexCoord, Some(1))];
    assert_eq!(one.inputs, swapped);

    let uv = [("UV".into(), Semantic::TexCoord, Some(0))];
    for (inner, codes_told, inputs) in [
        (
            bound(
                r##"<instance_material symbol="s" target="#m"><bind_vertex_input semantic="UV" input_semantic="TEXCOORD"/></instance_material>"##,
            ),
            &[][..],
            &uv[..],
        ),
        (
            bound(
                r##"<instance_material symbol="s" target="#m"><bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="x"/></instance_material>"##,
            ),
            &[],
            &uv,
        ),
        (
            bound(
                r##"<instance_material symbol="s" target="#m"><bind semantic="UV" target="#uv"/></instance_material>"##,
            ),
            &[],
            &uv,
        ),
        (
            bound(
                r##"<instance_material symbol="s" target="#m"><bind semantic="UV" target="nowhere/x"/></instance_material>"##,
            ),
            &["CNV158"],
            &[],
        ),
        (
            bound(r##"<instance_material symbol="s" target="#m"/><instance_material symbol="s" target="#m"/>"##),
            &["CNV159"],
            &[],
        ),
        (r##"<bind_material><instance_material symbol="s" target="#e"/></bind_material>"##.to_owned(), &[], &[]),
    ] {
        let lowered = lower(&format!("{material}{}", instance(&inner)));
        assert_eq!(codes(&lowered), codes_told, "{inner}");
        let [one] = bindings(&lowered) else { panic!("{inner}") };
        assert_eq!(one.inputs, inputs, "{inner}");
    }
    for (inner, told) in [
        ("", "CNV159"),
        (&*bound(r##"<instance_material symbol="s" target="#none"/>"##), "CNV100"),
        (&*bound(r##"<instance_material symbol="s" target="#g"/>"##), "CNV100"),
    ] {
        let lowered = lower(&format!("{material}{}", instance(inner)));
        assert_eq!((codes(&lowered), bindings(&lowered).len()), (vec![told], 0), "{inner}");
    }
    // Without binding, a material with the symbol as its id is meant.
    let lowered = lower(&format!("{}{}", material.replace("id=\"m\"", "id=\"s\""), instance("")));
    assert_eq!(bindings(&lowered).len(), 1);
    assert_eq!(lowered.losses.worst(), Some(Fate::Noted));
}

#[test]
fn bound_values_make_a_material_of_their_own() {
    let material = common(
        r#"<newparam sid="d"><semantic>PAINT</semantic><float3>9 9 9</float3></newparam><newparam sid="k"><float>5</float></newparam><newparam sid="unused"><float>5</float></newparam>"#,
        r#"<phong><diffuse><param ref="d"/></diffuse><shininess><param ref="k"/></shininess></phong>"#,
    );
    for (binds, materials, diffuse, shininess, told) in [
        (r#"<bind semantic="PAINT" target="n/where"/>"#, 2, [1., 2., 3., 1.], 5., &[][..]),
        (r#"<bind semantic="d" target="n/where"/>"#, 2, [1., 2., 3., 1.], 5., &[]),
        (r#"<bind semantic="k" target="n/where.Y"/>"#, 2, [9., 9., 9., 1.], 2., &[]),
        (r#"<bind semantic="k" target="./amount"/>"#, 2, [9., 9., 9., 1.], 0.25, &[]),
        (r#"<bind semantic="PAINT" target="./empty"/>"#, 2, [9., 9., 9., 1.], 5., &[]),
        (r#"<bind semantic="unused" target="n/where"/>"#, 1, [9., 9., 9., 1.], 5., &["CNV158"]),
        (r#"<bind semantic="LIGHTPOS0" target="n/where"/>"#, 1, [9., 9., 9., 1.], 5., &["CNV158"]),
    ] {
        let bind = format!(
            r##"<bind_material><param sid="amount" type="float">0.25</param><param sid="empty" type="float3"/><technique_common><instance_material symbol="s" target="#m">{binds}</instance_material></technique_common></bind_material>"##
        );
        let lowered = lower(&format!("{material}{}", instance(&bind)));
        assert_eq!(lowered.scene.materials.len(), materials, "{binds}");
        let used = &lowered.scene.materials[bindings(&lowered)[0].material.index()];
        assert_eq!(
            (value(used, ColourSlot::Diffuse), used.shininess),
            (Some(diffuse), Some(Scalar(shininess))),
            "{binds}"
        );
        assert_eq!(codes(&lowered), told, "{binds}");
        assert_eq!(value(&lowered.scene.materials[0], ColourSlot::Diffuse), Some([9., 9., 9., 1.]));
    }
}

#[test]
fn what_applications_add_is_understood() {
    let extra = |inner: &str| format!(r#"<extra><technique profile="FCOLLADA">{inner}</technique></extra>"#);
    let sided = |value: &str| extra(&format!("<double_sided>{value}</double_sided>"));
    for (effect_extra, profile_extra, technique_extra, param, expected) in [
        (String::new(), String::new(), String::new(), "", None),
        (sided("1"), String::new(), String::new(), "", Some(true)),
        (String::new(), sided("true"), String::new(), "", Some(true)),
        (sided("1"), String::new(), sided("0"), "", Some(false)),
        (
            String::new(),
            String::new(),
            String::new(),
            r#"<newparam sid="x"><semantic>DOUBLE_SIDED</semantic><bool>true</bool></newparam>"#,
            Some(true),
        ),
    ] {
        let content = format!(
            "{param}<profile_COMMON><technique sid=\"t\"><constant/>{technique_extra}</technique>{profile_extra}</profile_COMMON>{effect_extra}"
        );
        assert_eq!(only(&effect(&content)).0.double_sided, expected, "{content}");
    }
    let placed = extra(
        "<wrapU>0</wrapU><mirrorV>1</mirrorV><repeatU>2</repeatU><repeatV>3</repeatV><offsetU>0.25</offsetU><rotateUV>90</rotateUV><amount>0.5</amount><coverageU>0.5</coverageU>",
    );
    let bump =
        extra(&format!(r#"<bump bumptype="NORMALMAP"><texture texture="smp" texcoord="UV">{placed}</texture></bump>"#));
    let content = format!("{IMAGE}{}", common(SURFACE, &format!("<constant/>{bump}")));
    let lowered = lower_with(&document(&content), files());
    assert!(codes(&lowered).contains(&"CNV164"));
    let relief = lowered.scene.materials[0].bump.as_ref().expect("a relief");
    assert!(relief.is_normal_map && relief.texture.image.is_some() && relief.texture.amount == 0.5);
    assert_eq!((relief.texture.sampler.wrap_s, relief.texture.sampler.wrap_t), (Wrap::Clamp, Wrap::Mirror));
    // Scaled (0.5, 0.25) is (1, 0.75), moved (1.25, 0.75), turned by 90° about (0.5, 0.5): (0.25, 1.25).
    let UvTransform { offset, rotation, repeat } = relief.texture.transform.expect("a placement");
    assert_eq!((rotation, repeat), (90.0, [2.0, 3.0]));
    let (sin, cos) = 90f64.to_radians().sin_cos();
    let (u, v) = (0.5 * repeat[0], 0.25 * repeat[1]);
    let at = [u * cos - v * sin + offset[0], u * sin + v * cos + offset[1]];
    assert!((at[0] - 0.25).abs() < 1e-12 && (at[1] - 1.25).abs() < 1e-12, "{at:?}");
}

#[test]
fn animated_elements_drive_all_materials_that_use_them() {
    let placed = r#"<extra><technique profile="MAYA"><offsetU sid="ou">0</offsetU></technique></extra>"#;
    let shader = format!(
        r#"<phong><emission><texture texture="img" texcoord="UV">{placed}</texture></emission><ambient><color sid="a">0 0 0 1</color></ambient>
        <diffuse><param ref="d"/></diffuse><shininess><float sid="s">1</float></shininess></phong>"#
    );
    let second = r##"<material id="m2"><instance_effect url="#e"><setparam ref="d"><float3>0 0 0</float3></setparam></instance_effect></material></library_materials>"##;
    let content = common(r#"<newparam sid="d"><float3 sid="inner">0 0 0</float3></newparam>"#, &shader);
    let content = content.replace("</library_materials>", second);
    let colour = |m, slot| Target::Colour { material: portolan_scene::MaterialId(m), slot, part: Part::All };
    let m = portolan_scene::MaterialId;
    assert_eq!(driven(&content, "a"), [colour(0, ColourSlot::Ambient), colour(1, ColourSlot::Ambient)]);
    assert_eq!(driven(&content, "s"), [0, 1].map(|i| Target::Scalar { material: m(i), slot: ScalarSlot::Shininess }));
    // The second material has a value of its own.
    assert_eq!(driven(&content, "d"), [colour(0, ColourSlot::Diffuse)]);
    assert_eq!(driven(&content, "inner"), [colour(0, ColourSlot::Diffuse)]);
    let field = TextureField::OffsetU;
    let slot = TextureSlot::Colour(ColourSlot::Emission);
    assert_eq!(driven(&content, "ou"), [0, 1].map(|i| Target::Texture { material: m(i), slot, field }));
    // A binding follows what it is bound to.
    let bind = r##"<bind_material><technique_common><instance_material symbol="s" target="#m"><bind semantic="d" target="n/where"/></instance_material></technique_common></bind_material>"##;
    let content = format!("{content}{}", instance(bind));
    assert!(driven(&content, "where").contains(&colour(2, ColourSlot::Diffuse)));
}
