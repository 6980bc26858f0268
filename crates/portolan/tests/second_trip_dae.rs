//! COLLADA to glTF or OpenGEX and back: what is animated keeps its meaning, and a second trip adds nothing.

use portolan::convert::{Conversion, Writer, to};
use portolan::{File, Memory, OpenOptions};

fn open(name: &str, bytes: &[u8]) -> File {
    OpenOptions::within(Memory::new().with(name, bytes.to_vec())).open(name).unwrap()
}

fn convert(name: &str, bytes: &[u8], writer: &'static Writer) -> Vec<u8> {
    open(name, bytes).convert(&Conversion::to(writer).with(|c| c.rebuild = true)).unwrap().files[0].1.clone()
}

/// There and back; after the second time nothing has changed.
fn there_and_back(text: &str, writer: &'static Writer, middle: &str) -> String {
    let once = |text: &[u8]| convert(middle, &convert("a.dae", text, writer), &to::DAE);
    let first = once(text.as_bytes());
    assert_eq!(String::from_utf8_lossy(&once(&first)), String::from_utf8_lossy(&first));
    String::from_utf8(first).unwrap()
}

/// A triangle with a material, a lamp 2 m above it, and an animation.
fn document(lamp: &str, effect: &str, node: &str, animation: &str) -> String {
    format!(
        r##"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified></asset>
  <library_animations>{animation}</library_animations>
  <library_lights><light id="lamp"><technique_common>{lamp}</technique_common></light></library_lights>
  <library_effects><effect id="fx"><profile_COMMON><technique sid="t"><lambert>{effect}</lambert></technique></profile_COMMON></effect></library_effects>
  <library_materials><material id="m"><instance_effect url="#fx"/></material></library_materials>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="1" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="vs">
    <node id="n">{node}<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="s" target="#m"/></technique_common></bind_material></instance_geometry></node>
    <node id="l"><translate>0 0 2</translate><instance_light url="#lamp"/></node>
  </visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#vs"/></scene>
</COLLADA>"##
    )
}

/// An animation of some numbers at two keys.
fn animation(target: &str, times: &str, values: &str, width: usize, method: &str) -> String {
    let params = |n: usize| (0..n).map(|_| r#"<param type="float"/>"#).collect::<String>();
    format!(
        r##"<animation>
  <source id="i"><float_array id="ia" count="2">{times}</float_array><technique_common><accessor source="#ia" count="2"><param name="TIME" type="float"/></accessor></technique_common></source>
  <source id="o"><float_array id="oa" count="{}">{values}</float_array><technique_common><accessor source="#oa" count="2" stride="{width}">{}</accessor></technique_common></source>
  <source id="k"><Name_array id="ka" count="2">{method} {method}</Name_array><technique_common><accessor source="#ka" count="2"><param name="INTERPOLATION" type="name"/></accessor></technique_common></source>
  <source id="ti"><float_array id="tia" count="4">-0.3 0 0.7 180</float_array><technique_common><accessor source="#tia" count="2" stride="2"><param type="float"/><param type="float"/></accessor></technique_common></source>
  <source id="to"><float_array id="toa" count="4">0.3 0 1.3 180</float_array><technique_common><accessor source="#toa" count="2" stride="2"><param type="float"/><param type="float"/></accessor></technique_common></source>
  <sampler id="s1"><input semantic="INPUT" source="#i"/><input semantic="OUTPUT" source="#o"/><input semantic="INTERPOLATION" source="#k"/>{}</sampler>
  <channel source="#s1" target="{target}"/></animation>"##,
        2 * width,
        params(width),
        if method == "BEZIER" {
            r##"<input semantic="IN_TANGENT" source="#ti"/><input semantic="OUT_TANGENT" source="#to"/>"##
        } else {
            ""
        },
    )
}

const WHITE: &str = "<directional><color>1 1 1</color></directional>";

#[test]
fn animated_colours_are_encoded_again() {
    // From black to a half of sRGB in two keys. As light it bends, and takes more keys; encoded again, it is straight.
    for slot in ["diffuse", "emission"] {
        let effect = format!(r#"<{slot}><color sid="{slot}">0 0 0 1</color></{slot}>"#);
        let moves = animation(&format!("fx/{slot}"), "0 1", "0 0 0 1 0.5 0.25 1 1", 4, "LINEAR");
        let back = there_and_back(&document(WHITE, &effect, "", &moves), &to::GLB, "b.glb");
        let file = open("b.dae", back.as_bytes());
        let scene = file.scene().unwrap();
        let mut found = Vec::new();
        for channel in scene.animations.iter().flat_map(|a| &a.channels) {
            let curve = scene.curve(channel.curve).unwrap();
            assert_eq!(curve.keys, [0.0, 1.0], "{back}");
            found.push(*curve.values.last().unwrap());
        }
        let near = found.iter().zip([0.5, 0.25, 1.0]).all(|(a, b): (&f64, f64)| (a - b).abs() < 1e-6);
        assert!(found.len() == 3 && near, "{slot}: {found:?}");
    }
}

#[test]
fn the_colour_of_a_lamp_changes_and_its_brightness_stays() {
    let moves = animation("lamp/color.R", "0 1", "0 1", 1, "LINEAR");
    let lamp = r#"<directional><color sid="color">0 0 0</color></directional>"#;
    let text = document(lamp, "", "", &moves);
    let glb = convert("a.dae", text.as_bytes(), &to::GLB);
    let json = String::from_utf8_lossy(&glb);
    assert!(json.contains("KHR_lights_punctual/lights/0/color") && !json.contains("lights/0/intensity"), "{json}");
    there_and_back(&text, &to::GLB, "b.glb");
}

#[test]
fn a_smooth_turn_has_few_keys() {
    // Half a turn with tangents: two keys become cubic pieces, not hundreds of straight ones.
    let moves = animation("n/turn.ANGLE", "0 1", "0 180", 1, "BEZIER");
    let text = document(WHITE, "", r#"<rotate sid="turn">0 0 1 0</rotate>"#, &moves);
    let glb = convert("a.dae", text.as_bytes(), &to::GLB);
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    let json: serde_json::Value = serde_json::from_slice(&glb[20..20 + length]).unwrap();
    let sampler = &json["animations"][0]["samplers"][0];
    assert_eq!(sampler["interpolation"], "CUBICSPLINE");
    let keys = json["accessors"][sampler["input"].as_u64().unwrap() as usize]["count"].as_u64().unwrap();
    assert!(keys < 40, "{keys}");
    there_and_back(&text, &to::GLB, "b.glb");
}

#[test]
fn what_is_invisible_stays_invisible() {
    let effect = r#"<diffuse><color>1 0 0 1</color></diffuse><transparent opaque="RGB_ZERO"><color>1 1 1 1</color></transparent><transparency><float>1</float></transparency>"#;
    let back = there_and_back(&document(WHITE, effect, "", ""), &to::GLB, "b.glb");
    assert!(back.contains("<color>1 1 1 0</color>"), "{back}");
}

#[test]
fn a_bright_lamp_is_dimmed_once() {
    // 1000 at 2 m from the triangle: 250 on a white surface; 10 is the most.
    let point = "<point><color>1000 1000 1000</color><constant_attenuation>0</constant_attenuation>\
                 <quadratic_attenuation>1</quadratic_attenuation></point>";
    there_and_back(&document(point, "", "", ""), &to::GLB, "b.glb");
}

#[test]
fn targets_of_a_morph_do_not_multiply() {
    let plain = document(WHITE, "", "", "");
    // The same shape twice as large as the target.
    let (from, to_) = (plain.find("<geometry id").unwrap(), plain.find("</library_geometries>").unwrap());
    let mut large = plain[from..to_].replace("0 0 0 1 0 0 0 1 0", "0 0 0 2 0 0 0 2 0");
    for id in ["g", "p", "pa", "v"] {
        large = large.replace(&format!("id=\"{id}\""), &format!("id=\"{id}2\""));
        large = large.replace(&format!("\"#{id}\""), &format!("\"#{id}2\""));
    }
    let morph = r##"</library_geometries><library_controllers><controller id="c"><morph source="#g" method="RELATIVE">
  <source id="mt"><IDREF_array id="mta" count="1">g2</IDREF_array><technique_common><accessor source="#mta" count="1"><param name="MORPH_TARGET" type="IDREF"/></accessor></technique_common></source>
  <source id="mw"><float_array id="mwa" count="1">0.75</float_array><technique_common><accessor source="#mwa" count="1"><param name="MORPH_WEIGHT" type="float"/></accessor></technique_common></source>
  <targets><input semantic="MORPH_TARGET" source="#mt"/><input semantic="MORPH_WEIGHT" source="#mw"/></targets>
</morph></controller></library_controllers>"##;
    let text = plain.replace("</library_geometries>", &format!("{large}{morph}"));
    let text = text.replace("<instance_geometry url=\"#g\">", "<instance_controller url=\"#c\">");
    let text = text.replace("</instance_geometry>", "</instance_controller>");
    let back = there_and_back(&text, &to::OGEX, "b.ogex");
    assert!(back.contains(r#"method="NORMALIZED""#) && back.contains(r#"count="1">g2"#), "{back}");
    // The target that was a difference is where it leads to: 1 + 2.
    assert!(back.contains("3 0 0"), "{back}");
}
