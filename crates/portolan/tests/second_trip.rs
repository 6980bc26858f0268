//! What goes to another format and comes back: names, numbers and units stay, and a second trip adds nothing.

use portolan::convert::{Conversion, Writer, to};
use portolan::{File, Memory, OpenOptions};

/// A file in memory, converted from format to format; each step is written anew.
fn trip(name: &str, text: &str, steps: &[(&'static Writer, &str)]) -> (String, Vec<u8>) {
    let (mut name, mut bytes) = (name.to_owned(), text.as_bytes().to_vec());
    for (writer, next) in steps {
        let file = open(&name, &bytes);
        let converted =
            file.convert(&Conversion::to(writer).with(|c| (c.rebuild, c.allow_empty) = (true, true))).unwrap();
        (name, bytes) = ((*next).to_owned(), converted.files[0].1.clone());
    }
    (String::from_utf8_lossy(&bytes).into_owned(), bytes)
}

/// A text with all white space alike.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn open(name: &str, bytes: &[u8]) -> File {
    OpenOptions::within(Memory::new().with(name, bytes.to_vec())).open(name).unwrap()
}

fn ogex(text: &str) -> String {
    trip("a.ogex", text, &[(&to::OGEX, "b.ogex")]).0
}

fn through_glb(text: &str) -> String {
    trip("a.ogex", text, &[(&to::GLB, "b.glb"), (&to::OGEX, "c.ogex")]).0
}

fn through_dae(text: &str) -> String {
    trip("a.ogex", text, &[(&to::DAE, "b.dae"), (&to::OGEX, "c.ogex")]).0
}

fn glb_json(text: &str) -> serde_json::Value {
    let (_, bytes) = trip("a.ogex", text, &[(&to::GLB, "b.glb")]);
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[20..20 + length]).unwrap()
}

/// After each way the second trip gives the bytes of the first.
fn settles(text: &str) {
    for way in [ogex, through_glb, through_dae] {
        let first = way(text);
        assert_eq!(way(&first), first);
    }
}

const METRES: &str = "Metric (key = \"distance\") {float {1}} Metric (key = \"angle\") {float {0.01745329251994}} \
                      Metric (key = \"up\") {string {\"y\"}}";

const TRIANGLE: &str = "GeometryObject $shape {Mesh {VertexArray (attrib = \"position\") \
                        {float[3] {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}}";

#[test]
fn ids_stay_with_their_objects() {
    // The first two nodes have no names; what is made up for them must not be that of the third.
    let text = format!("{METRES} Node {{Node {{}}}} Node $node1 {{Name {{string {{\"third\"}}}}}}");
    for way in [ogex, through_glb, through_dae] {
        let back = flat(&way(&text));
        let at = back.find("Node $node1").unwrap_or_else(|| panic!("{back}"));
        assert!(back[at..].starts_with("Node $node1 { Name {string {\"third\"}} }"), "{back}");
        assert_eq!(back.matches("$node1").count(), 1, "{back}");
    }
    settles(&text);
}

#[test]
fn morph_targets_keep_names_and_numbers() {
    // Targets 0, 3 and 7 (pages 50 to 53); 7 is relative to 0.
    let array = |morph: u32, x: f32| {
        format!(
            "VertexArray (attrib = \"position\", morph = {morph}) {{float[3] {{{{{x}, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}}}}}"
        )
    };
    let text = format!(
        "{METRES} GeometryNode $n {{ObjectRef {{ref {{$g}}}} MorphWeight {{float {{1}}}} \
         MorphWeight (index = 7) {{float {{0.5}}}}}} GeometryObject $g {{Mesh {{{} {} {}}} \
         Morph {{Name {{string {{\"rest\"}}}}}} Morph (index = 3) {{Name {{string {{\"three\"}}}}}} \
         Morph (index = 7, base = 0) {{Name {{string {{\"seven\"}}}}}}}}",
        array(0, 0.0),
        array(3, 2.0),
        array(7, 4.0)
    );
    let plain = ogex(&text);
    for part in ["Morph { Name {string {\"rest\"}} }", "morph = 3", "morph = 7", "(index = 7, base = 0)"] {
        assert!(flat(&plain).contains(part), "{part}\n{plain}");
    }
    let back = through_glb(&text);
    for part in ["{\"three\"}", "{\"seven\"}", "morph = 3", "morph = 7", "MorphWeight (index = 7) {float {0.5}}"] {
        assert!(back.contains(part), "{part}\n{back}");
    }
    // The shape itself is not written once more.
    assert_eq!(back.matches("attrib = \"position\"").count(), 3, "{back}");
    assert_eq!((ogex(&plain), through_glb(&back)), (plain, back));
}

#[test]
fn a_sole_clip_keeps_its_name_and_rate() {
    let track = "Animation (clip = 4) {Track (target = %t) {Time {Key {float {0, 1}}} Value {Key {float {0, 2}}}}}";
    let text = format!(
        "{METRES} Clip (index = 4) {{Name {{string {{\"walk\"}}}} Param (attrib = \"rate\") {{float {{24}}}}}} \
         Node $n {{Translation %t (kind = \"x\") {{float {{0}}}} {track}}}"
    );
    let back = through_glb(&text);
    assert!(back.contains("Clip (index = 4)") && back.contains("{string {\"walk\"}}"), "{back}");
    assert!(back.contains("Param (attrib = \"rate\") {float {24.0}}") && back.contains("(clip = 4)"), "{back}");
    assert_eq!(through_glb(&back), back);
}

#[test]
fn our_own_root_is_folded_and_the_space_comes_back() {
    let text = format!(
        "Metric (key = \"distance\") {{float {{0.01}}}} Metric (key = \"angle\") {{float {{0.01745329251994}}}} \
         Metric (key = \"up\") {{string {{\"z\"}}}} Metric (key = \"forward\") {{string {{\"-y\"}}}} \
         GeometryNode $n {{ObjectRef {{ref {{$shape}}}} Translation {{float[3] {{{{1, 2, 3}}}}}}}} {TRIANGLE} \
         CameraNode $c {{ObjectRef {{ref {{$lens}}}}}} CameraObject $lens {{Param (attrib = \"fovy\") {{float {{40}}}} \
         Param (attrib = \"near\") {{float {{25}}}} Param (attrib = \"far\") {{float {{5000}}}}}}"
    );
    // In the file everything is in metres: 25 cm are 0.25 m.
    let json = glb_json(&text);
    assert_eq!(json["cameras"][0]["perspective"]["znear"], 0.25);
    assert_eq!(json["nodes"].as_array().unwrap().last().unwrap()["scale"], serde_json::json!([0.01, 0.01, 0.01]));
    let back = through_glb(&text);
    for part in [
        "Metric (key = \"distance\") {float {0.01}}",
        "Metric (key = \"up\") {string {\"z\"}}",
        "Metric (key = \"forward\") {string {\"-y\"}}",
        "float[3] {{1.0, 2.0, 3.0}}",
        "Param (attrib = \"near\") {float {25.0}}",
        "Param (attrib = \"far\") {float {5000.0}}",
    ] {
        assert!(back.contains(part), "{part}\n{back}");
    }
    assert!(!back.contains("to metres"), "{back}");
    settles(&text);
}

#[test]
fn spots_gain_nothing() {
    let text = format!(
        "{METRES} LightNode $n {{ObjectRef {{ref {{$spot}}}}}} LightObject $spot (type = \"spot\") \
         {{Atten (kind = \"angle\", curve = \"smooth\") {{Param (attrib = \"begin\") {{float {{20}}}} \
         Param (attrib = \"end\") {{float {{30}}}}}}}}"
    );
    let once = ogex(&text);
    assert_eq!(once.matches("Atten").count(), 1, "{once}");
    assert_eq!(ogex(&once), once);
}

#[test]
fn cones_and_exponents_of_collada_come_back() {
    let text = r##"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>
        <created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified></asset>
        <library_lights><light id="l"><technique_common><spot><color>1 1 1</color>
        <constant_attenuation>1</constant_attenuation><linear_attenuation>0.5</linear_attenuation>
        <falloff_angle>60</falloff_angle><falloff_exponent>4</falloff_exponent></spot></technique_common></light>
        </library_lights><library_visual_scenes><visual_scene id="v"><node id="n"><instance_light url="#l"/></node>
        </visual_scene></library_visual_scenes><scene><instance_visual_scene url="#v"/></scene></COLLADA>"##;
    let (back, _) = trip("a.dae", text, &[(&to::OGEX, "b.ogex"), (&to::DAE, "c.dae")]);
    for part in [
        "<constant_attenuation>1</constant_attenuation>",
        "<linear_attenuation>0.5</linear_attenuation>",
        "<falloff_angle>60</falloff_angle>",
        "<falloff_exponent>4</falloff_exponent>",
    ] {
        assert!(back.contains(part), "{part}\n{back}");
    }
}

#[test]
fn an_angle_from_left_to_right_reaches_gltf_and_comes_back() {
    let text = format!(
        "{METRES} CameraNode $n {{ObjectRef {{ref {{$c}}}}}} CameraObject $c {{Param (attrib = \"fov\") {{float {{60}}}}}}"
    );
    let lens = glb_json(&text)["cameras"][0]["perspective"].clone();
    // tan(yfov/2) = tan(30°) · 9/16 = 0.5773502692 · 0.5625 = 0.3247595264, of which the angle is 0.3140296 rad.
    let (aspect, angle) = (lens["aspectRatio"].as_f64().unwrap(), lens["yfov"].as_f64().unwrap());
    assert!((aspect - 16.0 / 9.0).abs() < 1e-12 && ((angle / 2.0).tan() - 0.324_759_526_4).abs() < 1e-9, "{lens}");
    let back = through_glb(&text);
    assert!(back.contains("Param (attrib = \"fov\") {float {60.0}}") && !back.contains("fovy"), "{back}");
    assert_eq!(through_glb(&back), back);
}

#[test]
fn a_colour_beside_a_spectrum_stays() {
    let text = format!(
        "{METRES} Material $m {{Color (attrib = \"diffuse\") {{float[3] {{{{0.5, 0.25, 0.125}}}}}} \
         Spectrum (attrib = \"diffuse\", min = 400, max = 700) {{float {{0.001, 0.002}}}}}}"
    );
    let back = ogex(&text);
    assert!(back.contains("float[3] {{0.5, 0.25, 0.125}}") && back.contains("min = 400, max = 700"), "{back}");
    let old = open("a.ogex", text.as_bytes())
        .convert(&Conversion::to(&to::OGEX).with(|c| {
            c.rebuild = true;
            c.version = Some("2.0".into());
        }))
        .unwrap();
    let written = String::from_utf8_lossy(&old.files[0].1).into_owned();
    assert!(written.contains("{{0.5, 0.25, 0.125}}") && !written.contains("Spectrum"), "{written}");
    assert!(old.losses.iter().any(|l| l.message.contains("spectrum")), "the change is told");
}

#[test]
fn what_metal_has_beside_it_and_what_nothing_uses_survives() {
    let text = format!(
        "{METRES} Material $m {{Color (attrib = \"specular\") {{float[3] {{{{0.5, 0.5, 0.5}}}}}} \
         Param (attrib = \"specular_power\") {{float {{12}}}} Param (attrib = \"roughness\") {{float {{0.25}}}} \
         Param (attrib = \"height_scale\") {{float {{2}}}}}}"
    );
    // Nothing is drawn with it.
    let back = through_glb(&text);
    for part in ["Material $m", "\"specular_power\") {float {12.0}}", "\"roughness\") {float {0.25}}"] {
        assert!(back.contains(part), "{part}\n{back}");
    }
    let read = open("a.ogex", text.as_bytes());
    let told: Vec<String> = read.losses().unwrap().iter().map(|l| l.message.clone()).collect();
    assert!(told.iter().any(|m| m.contains("height_scale")), "{told:?}");
}

#[test]
fn older_versions_are_valid_or_say_why_not() {
    let text = "Metric (key = \"up\") {string {\"z\"}} Metric (key = \"red\") {float[2] {{0.64, 0.33}}}\n\
        Metric (key = \"forward\") {string {\"x\"}} Material $m {\n\
        Color (attrib = \"diffuse\") {float[3] {{0.5, 0.25, 0.125}}} // kept\n\
        Spectrum (attrib = \"diffuse\", min = 400, max = 700) {float {0.001, 0.002}}\n\
        Texture (attrib = \"normal\", x_address = \"clamp\", swizzle = \"r\") {string {\"a.png\"}}}";
    for (version, forward) in [("2.0", true), ("1.1", false)] {
        let asked = Conversion::to(&to::OGEX).with(|c| c.version = Some(version.into()));
        let converted = open("a.ogex", text.as_bytes()).convert(&asked).unwrap();
        let written = String::from_utf8_lossy(&converted.files[0].1).into_owned();
        // What the version has stays to the byte, comments too.
        assert!(written.contains("{{0.5, 0.25, 0.125}}} // kept"), "{written}");
        assert!(written.contains("Texture (attrib = \"normal\") {string {\"a.png\"}}"), "{written}");
        assert!(!written.contains("Spectrum") && !written.contains("\"red\""), "{written}");
        assert_eq!(written.contains("forward"), forward, "{written}");
        let told: Vec<&str> = converted.losses.iter().map(|l| l.message.as_str()).collect();
        assert!(!told.iter().any(|m| m.contains("not valid")), "{told:?}");
        for what in ["spectrum", "`red`", "`x_address`", "`swizzle`"] {
            assert!(told.iter().any(|m| m.contains(what)), "{what}: {told:?}");
        }
    }
}
