//! Documents of scenes, as text.

use portolan_resources::Memory;
use portolan_scene::{
    Amount, Camera, Colour, Drawable, Drawn, Extra, Geometry, GeometryId, Light, LightKind, Material, MaterialBinding,
    MaterialId, Mesh, Meta, Node, NodeId, Operation, Physical, Primitive, PrimitiveKind, Projection, Scene, Shading,
    Shape, Stream, Transform, View, ViewId,
};
use portolan_syntax::{Limits, Source};

use super::*;
use crate::documents::Documents;

/// The scene of a document.
fn read(text: &str) -> Scene {
    let files = Memory::new();
    let documents = Documents::read("main.dae", Source::from_text("main.dae", text), &files, &Limits::default());
    crate::lower::scene(&documents, &files, None).scene
}

fn raise(scene: &Scene, version: Version, from_collada: bool) -> (String, Vec<(&'static str, Fate)>) {
    let pictures = Pictures { read: &|_| Err("none".into()), uri: &|reference, _| Some(reference.to_owned()) };
    let options = Options { version, from_collada, ..Options::default() };
    let (output, losses) = write(scene, &pictures, &options);
    let text = String::from_utf8(output.files[0].1.clone()).unwrap();
    (text, losses.iter().map(|l| (l.code.id, l.fate)).collect())
}

const OLD: &str = "http://www.collada.org/2005/11/COLLADASchema";
const NEW: &str = "http://www.collada.org/2008/03/COLLADASchema";

/// A document of this content, rebuilt; the lines of the result without their indentation.
fn rebuilt(content: &str, version: Version) -> String {
    let space = if version == Version::V1_4_1 { OLD } else { NEW };
    let source = format!(r#"<COLLADA xmlns="{space}" version="{}"><asset/>{content}</COLLADA>"#, version.name());
    let (text, _) = raise(&read(&source), version, true);
    assert!(portolan_syntax::xml::parse_text(text.clone()).1.iter().next().is_none(), "{text}");
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
}

#[test]
fn what_a_document_says_of_itself_stays() {
    let content = r##"<library_cameras id="lc" name="all"><asset><created>2001-01-01T00:00:00Z</created>
        <modified>2001-01-01T00:00:00Z</modified></asset><camera id="c"><asset><created>2002-01-01T00:00:00Z</created>
        <modified>2003-01-01T00:00:00Z</modified><title>eye</title></asset><optics><technique_common><perspective>
        <xfov sid="x">40</xfov><aspect_ratio>1.5</aspect_ratio><znear>1</znear><zfar>100</zfar></perspective>
        </technique_common><technique profile="A"><b/></technique></optics><imager><technique profile="A"/></imager>
        <extra id="q" type="t"><technique profile="A" xmlns="urn:a"><d/></technique><technique profile="B"/></extra>
        </camera></library_cameras>"##;
    let text = rebuilt(content, Version::V1_4_1);
    assert_has(
        &text,
        &[
            r#"<library_cameras id="lc" name="all">"#,
            "<title>eye</title>",
            "<created>2001-01-01T00:00:00Z</created>",
            "<xfov sid=\"x\">40</xfov>\n<aspect_ratio>1.5</aspect_ratio>\n<znear>1</znear>",
            "</technique_common>\n<technique profile=\"A\"><b/></technique>\n</optics>\n<imager>",
            "<extra id=\"q\" type=\"t\">\n<technique profile=\"A\" xmlns=\"urn:a\">\n<d/>\n</technique>\n<technique profile=\"B\"/>\n</extra>",
        ],
    );
    assert!(!text.contains("yfov"));
}

#[test]
fn what_the_scene_does_not_know_stays() {
    let content = r##"<library_physics_materials><physics_material id="pm"><technique_common/></physics_material>
        </library_physics_materials><library_effects><effect id="unused"><profile_COMMON><technique sid="t"><constant/>
        </technique></profile_COMMON></effect></library_effects><library_visual_scenes><visual_scene id="v">
        <node id="n"/></visual_scene></library_visual_scenes><scene><instance_physics_scene url="#ps"/>
        <instance_visual_scene url="#v" sid="here"/></scene>"##;
    let text = rebuilt(content, Version::V1_4_1);
    assert_has(
        &text,
        &[
            r#"<physics_material id="pm"><technique_common/></physics_material>"#,
            r#"<effect id="unused">"#,
            "<scene>\n<instance_physics_scene url=\"#ps\"/>\n<instance_visual_scene url=\"#v\" sid=\"here\"/>\n</scene>",
        ],
    );
    let source = format!(r#"<COLLADA xmlns="{OLD}" version="1.4.1"><asset/>{content}</COLLADA>"#);
    let (text, losses) = raise(&read(&source), Version::V1_5_0, true);
    assert!(!text.contains("physics_material"));
    assert!(losses.contains(&("CNV800", Fate::Dropped)), "{losses:?}");
}

const MATERIAL: &str = r##"<library_effects><effect id="e"><newparam sid="wide"><float2>1 2</float2></newparam>
    <profile_COMMON id="pc"><newparam sid="tint"><semantic>T</semantic><float4>1 0 0 1</float4></newparam>
    <technique sid="main"><blinn><emission><color sid="glow">0 0 0 1</color></emission>
    <diffuse><param ref="tint"/></diffuse><transparent opaque="RGB_ZERO"><color>0 0 0 1</color></transparent>
    </blinn></technique></profile_COMMON></effect></library_effects><library_materials>
    <material id="a"><instance_effect url="#e"/></material>
    <material id="b"><instance_effect url="#e"><setparam ref="tint"><float4>0 1 0 1</float4></setparam></instance_effect>
    </material></library_materials>"##;

#[test]
fn parameters_stay_parameters() {
    let text = rebuilt(MATERIAL, Version::V1_4_1);
    assert_has(
        &text,
        &[
            r#"<newparam sid="wide"><float2>1 2</float2></newparam>"#,
            r#"<profile_COMMON id="pc">"#,
            r#"<newparam sid="tint"><semantic>T</semantic><float4>1 0 0 1</float4></newparam>"#,
            "<technique sid=\"main\">\n<blinn>\n<emission>\n<color sid=\"glow\">0 0 0 1</color>\n</emission>\n<diffuse>\n<param ref=\"tint\"/>",
            r#"<transparent opaque="RGB_ZERO">"#,
            r#"<setparam ref="tint"><float4>0 1 0 1</float4></setparam>"#,
        ],
    );
    assert_eq!(text.matches("<effect ").count(), 1);
}

#[test]
fn changed_values_replace_what_was_kept() {
    let source = format!(r#"<COLLADA xmlns="{OLD}" version="1.4.1"><asset/>{MATERIAL}</COLLADA>"#);
    let mut scene = read(&source);
    scene.materials[0].diffuse.as_mut().unwrap().value = [0.25, 0.5, 0.75, 1.0];
    scene.materials[1].diffuse.as_mut().unwrap().value = [0.5, 0.5, 0.5, 1.0];
    let (text, _) = raise(&scene, Version::V1_4_1, true);
    let second = read(&text);
    assert_eq!(second.materials[0].diffuse, scene.materials[0].diffuse, "{text}");
    assert_eq!(second.materials[1].diffuse, scene.materials[1].diffuse, "{text}");
}

#[test]
fn primitives_stay_as_they_are() {
    let content = r##"<library_geometries><geometry id="g"><mesh><source id="p" name="places">
        <float_array id="pa" count="12">0 0 0 1 0 0 1 1 0 0 1 0.1</float_array><technique_common>
        <accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
        <param name="Z" type="float"/></accessor></technique_common></source>
        <source id="words"><Name_array id="wa" count="1">x</Name_array></source>
        <vertices id="vs" name="vn"><input semantic="POSITION" source="#p"/></vertices>
        <polygons count="2" material="m"><input semantic="VERTEX" source="#vs" offset="1"/><p>9 0 9 1 9 2</p>
        <ph><p>0 0 0 1 0 2 0 3</p><h>0 0 0 1 0 2</h></ph></polygons>
        <polygons count="1"><input semantic="VERTEX" source="#vs" offset="0"/><p>0 1 2</p></polygons>
        <polylist count="1"><input semantic="VERTEX" source="#vs" offset="0"/>
        <input semantic="WIND" source="#p" offset="0" set="3"/><vcount>4</vcount><p>0 1 2 3</p></polylist>
        <trifans count="1"><input semantic="VERTEX" source="#vs" offset="0"/><p>0 1 2 3</p></trifans>
        <linestrips count="1"><input semantic="VERTEX" source="#vs" offset="0"/><p>0 1 2</p></linestrips>
        </mesh></geometry></library_geometries>"##;
    let text = rebuilt(content, Version::V1_4_1);
    assert_has(
        &text,
        &[
            "<source id=\"p\" name=\"places\">\n<float_array id=\"pa\" count=\"12\">0 0 0 1 0 0 1 1 0 0 1 0.1</float_array>",
            r#"<Name_array id="wa" count="1">x</Name_array>"#,
            r#"<vertices id="vs" name="vn">"#,
            "<polygons count=\"2\" material=\"m\">\n<input semantic=\"VERTEX\" source=\"#vs\" offset=\"1\"/>\n<p>9 0 9 1 9 2</p>\n<ph>\n<p>0 0 0 1 0 2 0 3</p>\n<h>0 0 0 1 0 2</h>\n</ph>",
            "<polygons count=\"1\">\n<input semantic=\"VERTEX\" source=\"#vs\" offset=\"0\"/>\n<p>0 1 2</p>",
            "<input semantic=\"WIND\" source=\"#p\" offset=\"0\" set=\"3\"/>\n<vcount>4</vcount>\n<p>0 1 2 3</p>",
            "<trifans count=\"1\">",
            "<linestrips count=\"1\">",
        ],
    );
}

#[test]
fn animations_keep_their_curves_and_addresses() {
    let content = r##"<library_animations><animation id="outer"><animation id="a">
        <source id="t"><float_array id="ta" count="2">0 1</float_array><technique_common><accessor source="#ta" count="2">
        <param name="TIME" type="float"/></accessor></technique_common></source>
        <source id="o"><float_array id="oa" count="2">0 90</float_array><technique_common><accessor source="#oa" count="2">
        <param name="ANGLE" type="float"/></accessor></technique_common></source>
        <source id="i"><Name_array id="ia" count="2">BEZIER STEP</Name_array><technique_common>
        <accessor source="#ia" count="2"><param name="I" type="Name"/></accessor></technique_common></source>
        <source id="g"><float_array id="ga" count="4">0.25 0 0.75 90</float_array><technique_common>
        <accessor source="#ga" count="2" stride="2"><param name="X" type="float"/><param name="Y" type="float"/></accessor>
        </technique_common></source>
        <sampler id="s"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/>
        <input semantic="INTERPOLATION" source="#i"/><input semantic="IN_TANGENT" source="#g"/>
        <input semantic="OUT_TANGENT" source="#g"/></sampler><channel source="#s" target="n/turn.ANGLE"/>
        <channel source="#s" target="pm/friction"/></animation></animation></library_animations>
        <library_visual_scenes><visual_scene id="v"><node id="n"><translate>1 2 3</translate><rotate sid="turn">0 0 1 0</rotate>
        </node></visual_scene></library_visual_scenes>"##;
    let text = rebuilt(content, Version::V1_4_1);
    assert_has(
        &text,
        &[
            "<animation id=\"outer\">\n<animation id=\"a\">",
            "BEZIER STEP</Name_array>",
            "count=\"4\">0.25 0 0.75 90</float_array>",
            "<sampler id=\"s\">",
            "<channel source=\"#s\" target=\"n/turn.ANGLE\"/>\n<channel source=\"#s\" target=\"pm/friction\"/>",
            "<translate>1 2 3</translate>\n<rotate sid=\"turn\">0 0 1 0</rotate>",
        ],
    );
}

#[test]
fn formulas_are_written_as_mathml() {
    let content = r##"<library_formulas><formula id="f"><newparam sid="x"><float>2</float></newparam>
        <newparam sid="y"><float>0</float></newparam><target><param ref="y"/></target><technique_common>
        <math xmlns="http://www.w3.org/1998/Math/MathML"><apply><root/><degree><cn>3</cn></degree>
        <apply><plus/><ci>x</ci><pi/></apply></apply></math></technique_common></formula></library_formulas>"##;
    let text = rebuilt(content, Version::V1_5_0);
    assert_has(
        &text,
        &[
            "<newparam sid=\"x\">\n<float>2</float>",
            "<apply>\n<root/>\n<degree>\n<cn>3</cn>\n</degree>\n<apply>\n<plus/>\n<ci>x</ci>\n<pi/>\n</apply>\n</apply>",
        ],
    );
}

fn named(name: &str) -> Meta {
    Meta { name: Some(name.into()), ..Meta::default() }
}

#[test]
fn scenes_of_other_formats_get_ids_and_tell_what_is_lost() {
    let primitive = |kind| Primitive {
        meta: Meta::default(),
        kind,
        material: Some("first one".into()),
        inputs: Vec::new(),
        vertex_column: 0,
        stride: 1,
        indices: vec![0, 1, 2],
        counts: Vec::new(),
        rings: Vec::new(),
    };
    let mesh = Mesh {
        streams: vec![Stream::new(3, vec![0.0, 0.5, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0])],
        vertices: vec![portolan_scene::Attribute {
            semantic: portolan_scene::Semantic::Position,
            set: None,
            stream: 0,
        }],
        primitives: vec![primitive(PrimitiveKind::Triangles), primitive(PrimitiveKind::Points)],
        ..Mesh::default()
    };
    let physical = Physical {
        roughness: Some(Amount { value: 1.0, texture: None }),
        sheen: Some(Colour::default()),
        ..Physical::default()
    };
    let material = Material {
        meta: named("gold leaf"),
        diffuse: Some(Colour { value: [0.5, 0.5, 0.5, 1.0], texture: None }),
        physical: Some(Box::new(physical)),
        ..Material::default()
    };
    let mut drawn = Drawn::new(Meta::default(), Drawable::Geometry(GeometryId(0)));
    drawn.materials.push(MaterialBinding {
        symbol: "first one".into(),
        material: MaterialId(0),
        inputs: Vec::new(),
        meta: Meta::default(),
    });
    let turn = Transform { sid: None, operation: Operation::Quaternion([0.0, 0.0, 1.0, 0.0]) };
    let node =
        Node { meta: named("a node"), hidden: true, transforms: vec![turn], drawn: vec![drawn], ..Node::default() };
    let mut light = Light::new(named("lamp"), LightKind::Ambient, [1.0; 3], 2.0);
    light.casts_shadow = Some(true);
    light.meta.extras.push(Extra { profile: "x".into(), content: "no {markup}".into(), ..Extra::default() });
    let camera = Camera {
        meta: Meta::default(),
        projection: Projection::Perspective { x: None, y: None, aspect: None },
        near: 0.1,
        far: 10.0,
    };
    let scene = Scene {
        nodes: vec![node],
        geometries: vec![Geometry::new(named("tri"), Shape::Mesh(mesh))],
        materials: vec![material],
        lights: vec![light],
        cameras: vec![camera],
        views: vec![View { roots: vec![NodeId(0)], ..View::default() }],
        default_view: Some(ViewId(0)),
        ..Scene::default()
    };
    let (text, losses) = raise(&scene, Version::V1_4_1, false);
    assert_has(
        &text,
        &[
            r#"<geometry id="tri-mesh" name="tri">"#,
            r#"<triangles count="1" material="first_one">"#,
            r##"<instance_material symbol="first_one" target="#gold_leaf-material"/>"##,
            r##"<instance_effect url="#gold_leaf-material-effect"/>"##,
            "<rotate>0 0 1 180</rotate>",
            "<visibility>0</visibility>",
            "<intensity>2</intensity>",
            "<text>no {markup}</text>",
            "<yfov>45</yfov>",
        ],
    );
    for expected in [
        ("CNV801", Fate::Approximated),
        ("CNV804", Fate::Dropped),
        ("CNV806", Fate::Approximated),
        ("CNV806", Fate::Dropped),
        ("CNV811", Fate::Dropped),
        ("CNV819", Fate::Approximated),
    ] {
        assert!(losses.contains(&expected), "{expected:?} is not in {losses:?}");
    }
    let second = read(&text);
    assert_eq!(second.materials[0].shading, Shading::Phong);
    assert!(second.nodes[0].hidden);
    assert_eq!(second.lights[0].intensity, 2.0);
}

#[test]
fn transparency_is_turned_round_where_the_version_lacks_its_mode() {
    let material = Material {
        transparent: Some(Colour { value: [0.0, 0.0, 0.0, 0.25], texture: None }),
        transparency: Some(portolan_scene::Scalar(0.5)),
        opaque: portolan_scene::Opaque::AZero,
        ..Material::default()
    };
    let before = material.opaque.weights([0.0, 0.0, 0.0, 0.25], 0.5);
    let scene = Scene { materials: vec![material], ..Scene::default() };
    for (version, mode) in [(Version::V1_4_1, "A_ONE"), (Version::V1_5_0, "A_ZERO")] {
        let (text, _) = raise(&scene, version, false);
        assert_has(&text, &[&format!("opaque=\"{mode}\"")]);
        let second = read(&text);
        let made = &second.materials[0];
        let after = made.opaque.weights(made.transparent.as_ref().unwrap().value, made.transparency.unwrap().0);
        assert!((before[3] - after[3]).abs() < 1e-12, "{before:?} {after:?}");
    }
}

#[test]
fn functions_of_distance_become_numbers() {
    let curve =
        portolan_scene::Fading::InverseSquare { scale: 2.0, offset: 0.0, constant: 0.5, linear: 1.0, quadratic: 4.0 };
    let function = portolan_scene::Attenuation { input: portolan_scene::AttenuationInput::Distance, curve, power: 1.0 };
    let mut light = Light::new(named("lamp"), LightKind::Point { attenuation: [1.0, 0.0, 0.0] }, [1.0; 3], 1.0);
    light.attenuations = vec![function];
    let scene = Scene { lights: vec![light], ..Scene::default() };
    let (text, losses) = raise(&scene, Version::V1_4_1, false);
    let second = read(&text);
    for distance in [3.0, 10.0] {
        let (before, after) = (scene.lights[0].attenuation(distance, 0.0), second.lights[0].attenuation(distance, 0.0));
        assert!((before - after).abs() < 1e-12, "{before} {after}");
    }
    assert_eq!(losses, [("CNV811", Fate::Approximated)]);
}
