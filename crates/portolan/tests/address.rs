//! Values by their addresses, in all three formats.

use portolan::address::{Why, find_in};
use portolan::{Limits, Report, Source};

fn read(name: &str, text: &str) -> Report {
    crate::common::checked(Source::from_text(name, text)).unwrap()
}

/// The value at an address.
fn get(report: &Report, address: &str) -> String {
    find_in(report, address).unwrap_or_else(|why| panic!("{address}: {why}")).value()
}

/// The document with another value at an address.
fn set(report: &Report, address: &str, value: &str) -> String {
    let target = find_in(report, address).unwrap_or_else(|why| panic!("{address}: {why}"));
    let change = target.set(value).unwrap_or_else(|why| panic!("{address} = {value}: {why}"));
    String::from_utf8(change.bytes).unwrap()
}

fn refused(report: &Report, address: &str) -> (Why, String) {
    let why = find_in(report, address).map(|t| t.value()).unwrap_err();
    (why.why, why.to_string())
}

fn unfit(report: &Report, address: &str, value: &str) -> String {
    let why = find_in(report, address).unwrap().set(value).unwrap_err();
    assert_eq!(why.why, Why::Unfit, "{why}");
    why.to_string()
}

/// Every address leads to its value, and setting it changes exactly what is expected.
fn table(report: &Report, text: &str, rows: &[(&str, &str, &str, &str, &str)]) {
    for (address, value, new, from, to) in rows {
        assert_eq!(get(report, address), *value, "{address}");
        assert_eq!(text.matches(from).count(), 1, "{from}");
        let changed = set(report, address, new);
        assert_eq!(changed, text.replace(from, to), "{address}");
        let again = read(report.tree().source().name(), &changed);
        assert_eq!(get(&again, address), *new, "{address}");
    }
}

const COLLADA: &str = r##"<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2008/03/COLLADASchema" version="1.5.0">
  <asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified><unit name="inch" meter='0.0254'/><up_axis>Z_UP</up_axis></asset>
  <library_cameras>
    <camera id="Camera01" name="A &amp; B"><optics><technique_common><perspective>
      <yfov sid="YFOV"> 45.0 <!-- degrees --></yfov><znear>0.1</znear><zfar>100</zfar>
    </perspective></technique_common></optics></camera>
  </library_cameras>
  <library_geometries><geometry id="g"><mesh><source id="s"><float_array id="values" count="4">
    1 2
    3 <!-- odd --> 4
  </float_array></source><vertices id="v"><input semantic="POSITION" source="#s"/></vertices></mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="scene">
    <node id="here" name="">
      <translate sid="trans">1.0 2.0 3.0</translate><rotate sid="rot">1 2 3 4</rotate>
      <matrix sid="mat">
        0.0  1.0  2.0  3.0
        4.0  5.0  6.0  7.0
        8.0  9.0 10.0 11.0
        12.0 13.0 14.0 15.0
      </matrix>
    </node>
  </visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
"##;

#[test]
fn collada_addresses() {
    let report = read("a.dae", COLLADA);
    table(
        &report,
        COLLADA,
        &[
            ("here/trans.X", "1.0", "-7.5", ">1.0 2.0 3.0<", ">-7.5 2.0 3.0<"),
            ("here/trans", "1.0 2.0 3.0", "1.0 0 3.0", ">1.0 2.0 3.0<", ">1.0 0 3.0<"),
            ("here/rot.ANGLE", "4", "90", ">1 2 3 4<", ">1 2 3 90<"),
            ("here/rot(3)", "4", "1e1", ">1 2 3 4<", ">1 2 3 1e1<"),
            ("here/mat(3)(2)", "11.0", "99", "10.0 11.0", "10.0 99"),
            ("COLLADA/asset/unit@meter", "0.0254", "1", "meter='0.0254'", "meter='1'"),
            ("COLLADA/asset/up_axis", "Z_UP", "Y_UP", "Z_UP", "Y_UP"),
            ("Camera01@name", "A & B", "x < \"y\"", "A &amp; B", "x &lt; &quot;y&quot;"),
            ("#here@name", "", "n", "name=\"\"", "name=\"n\""),
            ("values", "1 2 3 4", "1 2 3 5", "--> 4", "--> 5"),
            ("Camera01/YFOV", "45.0", "30", " 45.0 <!--", " 30 <!--"),
        ],
    );
    assert_eq!(get(&report, "@version"), "1.5.0");
    assert_eq!(get(&report, "here/mat").split(' ').count(), 16);
    let whole = "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1";
    let changed = set(&report, "here/mat", whole);
    assert!(
        changed.contains("\n        0  0  0  0\n        0  0  0  0\n        0  0 0 0\n        0 0 0 1\n"),
        "{changed}"
    );
    // What cannot be replaced without taking a comment with it is left alone.
    let why = find_in(&report, "values").unwrap().set("1 2 3").unwrap_err();
    assert_eq!(why.why, Why::Fixed);
    let default = find_in(&report, "here@type").unwrap();
    assert!(!default.is_given());
    assert_eq!(default.value(), "NODE");
    assert!(default.set("JOINT").unwrap().lines[0].2.contains("<node id=\"here\" name=\"\" type=\"JOINT\">"));
}

#[test]
fn references_follow_an_id_that_changes() {
    // Page 3-1: `url` and `source` are `#id`, `target` of a channel begins with an id, skeletons are URIs.
    let text = r##"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset/>
<library_animations><animation><channel source="#s" target="g/t.X"/><channel source="#s" target="gg/t.X"/></animation></library_animations>
<library_visual_scenes><visual_scene id="v"><node id="g" name="g"><translate sid="t">0 0 0</translate>
<instance_node url="#gg"/></node><node id="gg"><instance_node url="#g"/><instance_controller url="#c"><skeleton>#g</skeleton>
</instance_controller></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#v"/></scene></COLLADA>"##;
    let report = read("a.dae", text);
    let expected = text
        .replace(r#"id="g""#, r#"id="h""#)
        .replace(r#"target="g/"#, r#"target="h/"#)
        .replace(r##"url="#g""##, r##"url="#h""##)
        .replace("<skeleton>#g<", "<skeleton>#h<");
    assert_eq!(set(&report, "g@id", "h"), expected);
    // Names of people are no ids.
    assert_eq!(set(&report, "g@name", "h"), text.replace(r#"name="g""#, r#"name="h""#));
    assert!(unfit(&report, "g@id", "gg").contains("another element has the id `gg`"));
}

#[test]
fn collada_refusals_say_what_was_meant() {
    let report = read("a.dae", COLLADA);
    for (address, why, words) in [
        ("heer/trans.X", Why::NotFound, "did you mean `here`?"),
        ("here/tarns", Why::NotFound, "did you mean `trans`?"),
        ("here/trans.x", Why::NotFound, "did you mean `.X`?"),
        ("here/trans.W", Why::NotFound, "it has 3 values (line 15)"),
        ("here/trans(3)", Why::NotFound, "it has 3 values"),
        ("here/mat(3)", Why::NotFound, "write two positions"),
        ("here/mat(0)(9)", Why::NotFound, "4 rows of 4 values"),
        ("Camera01/YFOV.X", Why::NotFound, "a single value without parts"),
        ("here", Why::NoValue, "`node` has no value of its own (line 14); append `@id`"),
        ("here@nmae", Why::NotFound, "did you mean `name`?"),
        ("here//trans", Why::Malformed, "nothing between two slashes"),
        ("here/trans(x)", Why::Malformed, "no integer"),
        ("COLLADA/asset/uint", Why::NotFound, "did you mean `unit`?"),
        ("", Why::Malformed, "empty"),
    ] {
        let (kind, message) = refused(&report, address);
        assert_eq!(kind, why, "{address}: {message}");
        assert!(message.contains(words), "{address}: {message}");
    }
    assert!(unfit(&report, "here/trans.X", "far").contains("`far` is not a number"));
    assert!(unfit(&report, "here/trans.X", "1 2").contains("expected, but 2 given"));
    assert!(unfit(&report, "here/trans", "1 2").contains("exactly 3 items"));
    assert!(unfit(&report, "COLLADA/asset/up_axis", "UP").contains("is not one of"));
    assert!(unfit(&report, "COLLADA/asset/created", "yesterday").contains("yesterday"));
    assert!(unfit(&report, "here@type", "BONE").contains("BONE"));
}

#[test]
fn empty_elements_and_other_encodings_are_written() {
    let text = COLLADA.replace("<up_axis>Z_UP</up_axis>", "<title /><up_axis></up_axis>");
    let report = read("a.dae", &text);
    assert!(set(&report, "COLLADA/asset/title", "Ä & B").contains("<title>Ä &amp; B</title>"));
    assert!(set(&report, "COLLADA/asset/up_axis", "X_UP").contains("<up_axis>X_UP</up_axis>"));
    let wide: Vec<u8> = COLLADA.replace("utf-8", "utf-16").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let bytes = [&[0xFF, 0xFE], wide.as_slice()].concat();
    let source = Source::new("a.dae", bytes.clone(), None, &Limits::default()).unwrap();
    let report = crate::common::checked(source).unwrap();
    let changed = find_in(&report, "here/trans.Y").unwrap().set("9.0").unwrap().bytes;
    assert_eq!(changed.len(), bytes.len());
    assert_eq!(changed.iter().zip(&bytes).filter(|(a, b)| a != b).count(), 1);
}

const OPENGEX: &str = r#"Metric (key = "distance") {float {1.0}}
Metric (key = "up") {string {"z"}}

GeometryNode $node
{
	Name {string {"the \"node\""}}
	ObjectRef {ref {$mesh}}
	Translation %xpos (kind = "x") {float {1.5}}
	Rotation %turn {float[4] {{0x3F800000, 0.0, 0.0, 1.0}}}	// quaternion
	Scale (kind = "y") {float {2}}
}

GeometryObject $mesh (visible)
{
	Mesh {
		VertexArray %points (attrib = "position") {float[3] {{0, 0, 0}, {1, 0, 0},
			{0, 1, 0}}}
		IndexArray {uint16[3] {{0, 1, 2}}}
	}
}
"#;

#[test]
fn opengex_addresses() {
    let report = read("a.ogex", OPENGEX);
    table(
        &report,
        OPENGEX,
        &[
            ("$node%xpos", "1.5", "-2", "{1.5}", "{-2}"),
            ("$node/Name", "the \"node\"", "say \"hi\"", r#""the \"node\"""#, r#""say \"hi\"""#),
            ("$node%turn(0)(3)", "1.0", "0.5", "0.0, 1.0}}}", "0.0, 0.5}}}"),
            ("$mesh/Mesh/VertexArray(2)", "0 1 0", "0 7 1", "{0, 1, 0}", "{0, 7, 1}"),
            ("$mesh/Mesh/VertexArray(1)(0)", "1", "4", "{1, 0, 0}", "{4, 0, 0}"),
            ("$node%xpos@kind", "x", "y", "%xpos (kind = \"x\")", "%xpos (kind = \"y\")"),
            ("Metric[2]", "z", "y", "{\"z\"}", "{\"y\"}"),
            ("$node/ObjectRef", "$mesh", "$node", "{ref {$mesh}}", "{ref {$node}}"),
            ("$node/Scale", "2", "3", "{float {2}}", "{float {3}}"),
        ],
    );
    assert!(set(&report, "$mesh@visible", "false").contains("(visible = false)"));
    assert!(set(&report, "$mesh@shadow", "false").contains("(visible, shadow = false)"));
    assert!(set(&report, "$node%turn@kind", "quaternion").contains("Rotation %turn (kind = \"quaternion\") {"));
    assert_eq!(find_in(&report, "$node%turn").unwrap().to_json("f", "a")["value"][0], 1.0);
    for (address, why, words) in [
        ("$nod", Why::NotFound, "did you mean `$node`?"),
        ("$node%xpso", Why::NotFound, "did you mean `%xpos`?"),
        ("$node", Why::NoValue, "has no data of its own"),
        ("$node%turn(1)", Why::NotFound, "1 sub-arrays"),
        ("$node%turn(0)(4)", Why::NotFound, "4 values"),
        ("$node%xpos(1)", Why::NotFound, "1 values"),
        ("$node$mesh", Why::Malformed, "is not a reference"),
        ("$node%xpos(a)", Why::Malformed, "positions"),
        ("$node/Nmae", Why::NotFound, "did you mean `Name`?"),
    ] {
        let (kind, message) = refused(&report, address);
        assert_eq!(kind, why, "{address}: {message}");
        assert!(message.contains(words), "{address}: {message}");
    }
    assert!(unfit(&report, "$node%xpos", "x").contains("`float32`"));
    assert!(unfit(&report, "$mesh/Mesh/IndexArray", "0 1 70000").contains("`uint16`"));
    assert!(unfit(&report, "$node%turn", "1 2 3").contains("4 values expected, but 3 given"));
    assert!(unfit(&report, "$node/ObjectRef", "mesh").contains("`ref`"));
}

const XVRML: &str = r#"<World xmlns="http://www.xvrml.net/schemas/core">
  <children>
    <Transform name="Tower" translation="0.0 2.0 0.0">
      <children>
        <PointLight name="Lamp" intensity="0.8"/>
        <Shape><geometry><Cylinder radius="0.8" height="4.0"/></geometry></Shape>
      </children>
    </Transform>
    <OrientationInterpolator name="Turn">
      <key>0.0 0.5 1.0</key>
      <keyValue>0 1 0 0  0 1 0 3  0 1 0 6</keyValue>
    </OrientationInterpolator>
  </children>
</World>
"#;

#[test]
fn xvrml_addresses() {
    let report = read("a.xvrml", XVRML);
    table(
        &report,
        XVRML,
        &[
            ("Lamp.intensity", "0.8", "0.5", "intensity=\"0.8\"", "intensity=\"0.5\""),
            ("World.children[0].translation", "0.0 2.0 0.0", "0.0 3 0.0", "0.0 2.0 0.0", "0.0 3 0.0"),
            ("Tower.translation[1]", "2.0", "9", "0.0 2.0 0.0", "0.0 9 0.0"),
            ("Tower.children[1].geometry.height", "4.0", "5", "height=\"4.0\"", "height=\"5\""),
            ("Turn.key[1]", "0.5", "0.25", "0.0 0.5 1.0", "0.0 0.25 1.0"),
            ("Turn.keyValue[1]", "0 1 0 3", "1 0 0 3", "  0 1 0 3  ", "  1 0 0 3  "),
            ("Turn.keyValue[1][3]", "3", "4", "  0 1 0 3  ", "  0 1 0 4  "),
            ("World/children/Transform@translation", "0.0 2.0 0.0", "1 2.0 0.0", "\"0.0 2.0", "\"1 2.0"),
        ],
    );
    assert_eq!(get(&report, "Lamp.on"), "true");
    assert!(set(&report, "Lamp.on", "false").contains("<PointLight name=\"Lamp\" intensity=\"0.8\" on=\"false\"/>"));
    for (address, why, words) in [
        ("Lmap.intensity", Why::NotFound, "did you mean `Lamp`?"),
        ("Lamp.intesity", Why::NotFound, "did you mean `intensity`?"),
        ("World.children[7].translation", Why::NotFound, "contains 2 nodes"),
        ("World.children.translation", Why::NotFound, "choose one"),
        ("Turn.keyValue[3]", Why::NotFound, "there are 3 items"),
        ("Lamp", Why::NoValue, "`.name`"),
        ("Lamp..on", Why::Malformed, "nothing after a dot"),
        ("Turn.key[x]", Why::Malformed, "no integer"),
        ("Turn.key[1", Why::Malformed, "brackets"),
    ] {
        let (kind, message) = refused(&report, address);
        assert_eq!(kind, why, "{address}: {message}");
        assert!(message.contains(words), "{address}: {message}");
    }
    assert!(unfit(&report, "Lamp.intensity", "2").contains("`2`"));
    assert!(unfit(&report, "Lamp.on", "perhaps").contains("perhaps"));
}

#[test]
fn odd_addresses_never_fail_badly() {
    let reports = [read("a.dae", COLLADA), read("a.ogex", OPENGEX), read("a.xvrml", XVRML)];
    for address in [
        "/",
        "@",
        "a@",
        "(",
        ")",
        "()",
        "[",
        "]",
        ".",
        "..",
        "$",
        "%",
        "$%",
        "#",
        "##",
        "here/",
        "a(1)(2)(3)",
        "here/trans(99999999999999999999)",
        "Turn.key[99999999999999999999]",
        "$node%turn(18446744073709551615)",
        "Ä.ö",
        "\0",
    ] {
        for report in &reports {
            if let Ok(target) = find_in(report, address) {
                let _ = (target.value(), target.set(""), target.to_json("f", address));
            }
        }
    }
}
