//! Scenes and worlds written as xVRML, X3D and VRML97: the documents are valid and mean the same.

use portolan::compare::{Options, compare};
use portolan::convert::{Conversion, Converted, Writer, to};
use portolan::scene::Scene;
use portolan::{File, Memory, OpenOptions, Severity};

use crate::fixtures::{fixtures, suite};

const TARGETS: [&Writer; 3] = [&to::XWRL, &to::X3D, &to::WRL];

/// A world with something of everything that is not a shape alone.
const LIVELY: &str = r##"<World xmlns="http://www.xvrml.net/schemas/core">
  <WorldInfo title="Lively"><info>by us</info></WorldInfo>
  <Background name="Sky" rotation="0 1 0 0.5"><skyAngle>1.2</skyAngle><skyColor>0 0 1 1  1 1 1 1</skyColor></Background>
  <Avatar name="Me" cameraOffset="0 0.5 0" navigation="WALK ANY" speed="2"><children/></Avatar>
  <children>
    <Viewpoint name="Front" position="0 1 12" description="front"/>
    <Fog visibilityRange="80" fogType="EXPONENTIAL" color="0.5 0.5 0.5 1"/>
    <PointLight location="0 5 5" radius="40"/>
    <Transform name="Turn" translation="1 0 0" center="0 1 0" scale="1 2 1">
      <children>
        <Shape>
          <appearance><Material name="Red" diffuseColor="1 0 0 1" specularColor="1 1 1 1" shininess="0.5"/></appearance>
          <geometry><Box name="Cube" size="1 2 3"/></geometry>
        </Shape>
        <TouchSensor name="Touch" description="press"/>
      </children>
    </Transform>
    <Billboard axisOfRotation="0 1 0"><children>
      <Shape><appearance><Use ref="Red"/></appearance>
        <geometry><Text size="2" justify="MIDDLE MIDDLE"><string>two "words"</string><string>lines</string></Text></geometry></Shape>
    </children></Billboard>
    <LOD><range>5 20</range><children>
      <Shape><geometry><Sphere radius="2"/></geometry></Shape>
      <Shape><geometry><Cone height="3"/></geometry></Shape>
      <Group><children/></Group>
    </children></LOD>
    <Anchor url="other.xwrl#There" parameter="target='_blank'"><children>
      <Shape><geometry><IndexedFaceSet name="Faces" solid="false">
        <coord>0 0 0  1 0 0  1 1 0  0 1 0</coord><coordIndex>0 1 2 3 -1</coordIndex>
        <color>1 0 0 1  0 1 0 1  0 0 1 0.5  1 1 1 1</color></IndexedFaceSet></geometry></Shape>
    </children></Anchor>
    <Collision collide="false"><children><Use ref="Turn"/></children></Collision>
    <Switch name="Choice" whichChoice="1"><children>
      <Group><children/></Group><Shape><geometry><Cylinder/></geometry></Shape></children></Switch>
    <TimeSensor name="Clock" cycleInterval="4" loop="true"/>
    <PositionInterpolator name="Path"><key>0 0.5 0.5 1</key><keyValue>0 0 0  1 0 0  2 0 0  0 0 0</keyValue></PositionInterpolator>
    <ColorInterpolator name="Hue"><key>0 1</key><keyValue>1 0 0 1  0 1 0 1</keyValue></ColorInterpolator>
    <CoordinateInterpolator name="Wave"><key>0 1</key>
      <keyValue>0 0 0  1 0 0  1 1 0  0 1 0  0 0 0  1 0 0  1 2 0  0 1 0</keyValue></CoordinateInterpolator>
    <Script name="Count" directOutput="true">
      <field name="start" type="SFTime" accessType="inputOnly"/>
      <field name="which" type="SFInt32" accessType="outputOnly"/>
      <field name="steps" type="SFInt32" accessType="initializeOnly" value="3"/>
      <field name="words" type="MFString" accessType="initializeOnly" value="&quot;a&quot; &quot;b c&quot;"/>
      <field name="node" type="SFNode" accessType="initializeOnly"><Use ref="Choice"/></field>
      <source><![CDATA[function start(value) { which = steps < 4 ? 0 : 1; }]]></source>
    </Script>
    <Route fromNode="Clock" fromField="fraction-changed" toNode="Path" toField="set-fraction"/>
    <Route fromNode="Path" fromField="value-changed" toNode="Turn" toField="translation"/>
    <Route fromNode="Clock" fromField="fraction-changed" toNode="Hue" toField="set-fraction"/>
    <Route fromNode="Hue" fromField="value-changed" toNode="Red" toField="diffuseColor"/>
    <Route fromNode="Clock" fromField="fraction-changed" toNode="Wave" toField="set-fraction"/>
    <Route fromNode="Wave" fromField="value-changed" toNode="Faces" toField="coord"/>
    <Route fromNode="Touch" fromField="touch-time" toNode="Count" toField="start"/>
    <Route fromNode="Count" fromField="which" toNode="Choice" toField="whichChoice"/>
  </children>
</World>"##;

fn open(name: &str, text: &str) -> File {
    OpenOptions::within(Memory::new().with(name, text)).open(name).unwrap()
}

fn written(file: &File, to: &'static Writer) -> Converted {
    file.convert(&Conversion::to(to).with(|c| {
        (c.rebuild, c.allow_empty) = (true, true);
        c.tolerance = Some(1e-6);
    }))
    .unwrap()
}

fn read_back(converted: &Converted) -> File {
    let files =
        converted.files.iter().fold(Memory::new(), |memory, (name, bytes)| memory.with(name.clone(), bytes.clone()));
    OpenOptions::within(files).open(&converted.files[0].0).unwrap()
}

fn text(converted: &Converted) -> String {
    String::from_utf8(converted.files[0].1.clone()).unwrap()
}

/// What `check` finds in a written document beside notes.
fn findings(converted: &Converted) -> Vec<String> {
    let file = read_back(converted);
    let report = file.report().unwrap();
    let wrong = report.findings.iter().filter(|f| f.severity >= Severity::Warning);
    wrong.map(|f| format!("{} {}", f.code.id, f.message)).collect()
}

fn differences(a: &Scene, b: &Scene) -> Vec<String> {
    compare(a, b, &Options::default()).iter().map(|d| d.to_string()).collect()
}

#[test]
fn a_world_comes_back_from_every_language() {
    let first = open("a.xwrl", LIVELY);
    for to in TARGETS {
        let converted = written(&first, to);
        assert_eq!(findings(&converted), [""; 0], "{}", text(&converted));
        let back = read_back(&converted);
        // VRML97 has no alpha of vertices, which is told.
        let differs = |scene: &Scene| {
            let mut found = differences(first.scene().unwrap(), scene);
            found.retain(|d| to != &to::WRL || !d.contains("a vertex colour differs"));
            found
        };
        assert_eq!(differs(back.scene().unwrap()), [""; 0], "{}", text(&converted));
        let again = written(&back, &to::XWRL);
        assert_eq!(findings(&again), [""; 0], "{}", text(&again));
        assert_eq!(differs(read_back(&again).scene().unwrap()), [""; 0]);
        for word in ["TouchSensor", "Script", "Billboard", "LOD", "Anchor", "Collision", "Fog", "Text", "Box"] {
            assert!(text(&again).contains(&format!("<{word}")), "{} loses {word}", to.extension);
        }
    }
}

#[test]
fn what_is_written_is_written_the_same_again() {
    let first = written(&open("a.xwrl", LIVELY), &to::XWRL);
    let second = written(&read_back(&first), &to::XWRL);
    assert_eq!(text(&first), text(&second));
}

/// What a lenient reader understands is written strictly (EXPECTED 15).
#[test]
fn what_is_written_against_the_schema_is_written_strictly() {
    let path = suite("xvrml").join("02-lenient/all-kinds.xvrml");
    let loose = open("a.xwrl", &std::fs::read_to_string(path).unwrap());
    let report = loose.report().unwrap();
    let codes: std::collections::BTreeSet<&str> = report.findings.iter().map(|f| f.code.id).collect();
    assert!(codes.len() >= 13, "{codes:?}");
    let strict = written(&loose, &to::XWRL);
    assert_eq!(findings(&strict), [""; 0], "{}", text(&strict));
}

#[test]
fn what_a_language_has_not_is_told() {
    let first = open("a.xwrl", LIVELY);
    let codes = |to| written(&first, to).losses.iter().map(|l| l.code.id).collect::<Vec<_>>();
    assert!(!codes(&to::XWRL).contains(&"CNV937"));
    // X3D has colours with an alpha, VRML97 has not; neither has the offset of an avatar, nor descriptions of sensors.
    assert!(!codes(&to::X3D).contains(&"CNV937") && codes(&to::WRL).contains(&"CNV937"));
    assert!(codes(&to::X3D).contains(&"CNV938") && codes(&to::WRL).contains(&"CNV939"));
    let dark = r#"<X3D version="3.3" profile="Immersive"><Scene><NavigationInfo headlight="false"/>
        <Shape><Appearance><Material/></Appearance><Box/></Shape></Scene></X3D>"#;
    let told = written(&open("a.x3d", dark), &to::XWRL);
    assert!(told.losses.iter().any(|l| l.code.id == "CNV936"));
}

/// What is around everything is compared too.
#[test]
fn other_surroundings_are_told() {
    let world = |sky: &str, fog: &str| {
        let text = format!(
            r#"<World xmlns="http://www.xvrml.net/schemas/core"><Background><skyColor>{sky}</skyColor></Background>
            <children><Fog visibilityRange="{fog}"/><Shape><geometry><Box/></geometry></Shape></children></World>"#
        );
        open("a.xwrl", &text)
    };
    let (red, blue, near) = (world("1 0 0 1", "50"), world("0 0 1 1", "50"), world("1 0 0 1", "30"));
    assert_eq!(differences(red.scene().unwrap(), red.scene().unwrap()), [""; 0]);
    let found = differences(red.scene().unwrap(), blue.scene().unwrap());
    assert!(matches!(found.as_slice(), [one] if one.contains("the colour of its sky differs")), "{found:?}");
    let found = differences(red.scene().unwrap(), near.scene().unwrap());
    assert!(matches!(found.as_slice(), [one] if one.contains("50 m vs 30 m")), "{found:?}");
}

#[test]
fn a_document_stays_as_it_is() {
    let kept = open("a.xwrl", LIVELY).convert(&Conversion::to(&to::XWRL)).unwrap();
    assert_eq!(text(&kept), LIVELY);
}

#[test]
fn names_are_sound_and_prototypes_are_expanded() {
    let proto = r##"<X3D version="3.3" profile="Immersive"><Scene>
        <ProtoDeclare name="P"><ProtoBody><Transform DEF="a b"><Shape DEF="S"><Box/></Shape></Transform></ProtoBody></ProtoDeclare>
        <ProtoInstance name="P"/><ProtoInstance name="P"/><Shape DEF="S"><Sphere/></Shape></Scene></X3D>"##;
    let first = open("a.x3d", proto);
    for to in TARGETS {
        let converted = written(&first, to);
        assert_eq!(findings(&converted), [""; 0], "{}", text(&converted));
        let told: Vec<&str> = converted.losses.iter().map(|l| l.code.id).collect();
        assert!(told.contains(&"CNV933") && told.contains(&"CNV935"), "{told:?}");
        assert_eq!(differences(first.scene().unwrap(), read_back(&converted).scene().unwrap()), [""; 0]);
    }
}

#[test]
fn inlined_worlds_become_part_of_other_languages() {
    let files = Memory::new()
        .with("a.xwrl", r#"<World xmlns="http://www.xvrml.net/schemas/core"><children><Inline url="b.xwrl"/></children></World>"#)
        .with("b.xwrl", r#"<World xmlns="http://www.xvrml.net/schemas/core"><children><Shape><geometry><Box/></geometry></Shape></children></World>"#);
    let first = OpenOptions::within(files).open("a.xwrl").unwrap();
    assert!(text(&written(&first, &to::XWRL)).contains("<Inline url=\"b.xwrl\""));
    let x3d = written(&first, &to::X3D);
    assert!(text(&x3d).contains("<Box") && x3d.losses.iter().any(|l| l.code.id == "CNV934"));
}

/// Every fixture that is a scene becomes a valid world.
#[test]
fn scenes_of_other_formats_become_valid_worlds() {
    let mut done = 0;
    for (folder, extension) in [("collada", "dae"), ("opengex", "ogex")] {
        for path in fixtures(&suite(folder), extension) {
            let name = path.to_string_lossy().into_owned();
            let Ok(first) = OpenOptions::within(portolan::Files::within(name.as_str())).open(&name) else { continue };
            if first.scene().is_err() {
                continue;
            }
            for to in TARGETS {
                let converted = written(&first, to);
                let invalid: Vec<&str> =
                    converted.losses.iter().filter(|l| l.code.id == "CNV942").map(|l| l.message.as_str()).collect();
                // Mirrored nodes have a scale below zero, which the schema of xVRML does not allow.
                let invalid: Vec<&&str> =
                    invalid.iter().filter(|m| !m.contains("extent") && !m.contains("above 0")).collect();
                assert!(invalid.is_empty(), "{name} {}: {invalid:?}\n{}", to.extension, text(&converted));
                assert!(read_back(&converted).scene().unwrap().check().is_empty());
                done += 1;
            }
        }
    }
    assert!(done > 300, "only {done} were written");
}

const MOVING: &str = r##"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified>
    <unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis></asset>
  <library_cameras><camera id="cam"><optics><technique_common><perspective><yfov>40</yfov><znear>1</znear><zfar>100</zfar>
    </perspective></technique_common></optics></camera></library_cameras>
  <library_lights><light id="lamp"><technique_common><directional><color>1 0.5 0.25</color></directional></technique_common></light></library_lights>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="pa" count="12">0 0 0 10 0 0 10 10 0 0 10 5</float_array><technique_common>
      <accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <polylist count="2"><input semantic="VERTEX" source="#v" offset="0"/><vcount>3 3</vcount><p>0 1 2 0 2 3</p></polylist>
  </mesh></geometry></library_geometries>
  <library_animations><animation id="a">
    <source id="t"><float_array id="ta" count="3">0 1 2</float_array><technique_common><accessor source="#ta" count="3"><param name="TIME" type="float"/></accessor></technique_common></source>
    <source id="o"><float_array id="oa" count="3">0 90 300</float_array><technique_common><accessor source="#oa" count="3"><param name="ANGLE" type="float"/></accessor></technique_common></source>
    <source id="i"><Name_array id="ia" count="3">LINEAR LINEAR LINEAR</Name_array><technique_common><accessor source="#ia" count="3"><param name="INTERPOLATION" type="name"/></accessor></technique_common></source>
    <sampler id="s"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/><input semantic="INTERPOLATION" source="#i"/></sampler>
    <channel source="#s" target="n/turn.ANGLE"/></animation></library_animations>
  <library_visual_scenes><visual_scene id="vs">
    <node id="eye"><translate>0 -50 0</translate><rotate>1 0 0 90</rotate><instance_camera url="#cam"/><instance_light url="#lamp"/></node>
    <node id="n"><translate>1 2 3</translate><rotate sid="turn">0 0 1 0</rotate><scale>1 2 1</scale><rotate>1 0 0 30</rotate><instance_geometry url="#g"/></node>
  </visual_scene></library_visual_scenes><scene><instance_visual_scene url="#vs"/></scene></COLLADA>"##;

#[test]
fn a_moving_scene_in_other_units_stands_where_it_stood() {
    let first = open("a.dae", MOVING);
    for to in TARGETS {
        let converted = written(&first, to);
        assert_eq!(findings(&converted), [""; 0], "{}", text(&converted));
        let back = read_back(&converted);
        let found = differences(first.scene().unwrap(), back.scene().unwrap());
        // Materials, cameras and the nodes that hold them are told.
        let wrong: Vec<&String> = found.iter().filter(|d| d.contains("differs by")).collect();
        assert!(wrong.is_empty(), "{wrong:#?}\n{}", text(&converted));
        for word in ["TimeSensor", "OrientationInterpolator", "Viewpoint", "DirectionalLight"] {
            assert!(text(&converted).contains(word), "{word}");
        }
    }
}

/// What a scene keeps of a world is enough for shapes and places to be what they were.
#[test]
fn a_world_that_is_changed_as_a_scene_keeps_its_shapes() {
    let first = open("a.xwrl", LIVELY);
    for to in TARGETS {
        let changed =
            Conversion::to(to).with(|c| (c.no_lights, c.bake_shapes, c.rebuild) = (true, true, to == &to::XWRL));
        let converted = first.convert(&changed).unwrap();
        assert_eq!(findings(&converted), [""; 0], "{}", text(&converted));
        let text = text(&converted);
        let kept =
            ["Box", "Text", "Billboard", "LOD", "Anchor", "Collision", "Fog", "Switch", "Sphere", "Cone", "Cylinder"];
        for word in
            kept.iter().chain(&["PositionInterpolator", "ColorInterpolator", "CoordinateInterpolator", "TimeSensor"])
        {
            assert!(text.contains(word), "{} loses {word}:\n{text}", to.extension);
        }
        assert!(!text.contains("PointLight"));
        // Sensors, scripts and routes are no part of a scene.
        let told = converted.losses.iter().filter(|l| l.code.id == "CNV949" && l.message.contains("Script"));
        assert_eq!(told.count(), 1);
    }
}

#[test]
fn what_has_no_place_is_dropped_and_told() {
    let text = r#"<World xmlns="http://www.xvrml.net/schemas/core"><children>
        <AudioClip url="a.wav"/>
        <Shape><geometry><Box name="B"/></geometry></Shape>
        <TimeSensor name="T"/><PositionInterpolator name="P"><key>0 1</key><keyValue>1 1 1  2 2 2</keyValue></PositionInterpolator>
        <Script url="a.js"/>
        <Route fromNode="P" fromField="value-changed" toNode="B" toField="size"/></children></World>"#;
    let files = Memory::new().with("a.xwrl", text).with("a.js", "function initialize() {}");
    let file = OpenOptions::within(files).open("a.xwrl").unwrap();
    let told = |to, folder: Option<&str>| {
        let conversion = Conversion::to(to).with(|c| {
            c.rebuild = to == &to::XWRL;
            c.folder = folder.map(str::to_owned);
        });
        file.convert(&conversion).unwrap().losses.iter().map(|l| l.code.id).collect::<Vec<_>>()
    };
    // A node that is not allowed among children; a size that X3D reads once; a program that is not copied.
    assert!(told(&to::XWRL, None).contains(&"CNV941"));
    assert!(told(&to::X3D, None).contains(&"CNV940") && !told(&to::XWRL, None).contains(&"CNV940"));
    assert!(told(&to::XWRL, Some("/elsewhere")).contains(&"CNV943"));
}

#[test]
fn gltf_keeps_a_world_and_gives_it_back() {
    let first = open("a.xwrl", LIVELY);
    for container in [&to::GLB, &to::GLTF] {
        let glb = written(&first, container);
        assert!(glb.losses.iter().any(|l| l.code.id == "CNV970"));
        // What is kept is not told as lost.
        assert!(!glb.losses.iter().any(|l| l.code.id == "CNV963"));
        assert!(written(&first, &to::OGEX).losses.iter().any(|l| l.code.id == "CNV963"));
        for to in TARGETS {
            let back = written(&read_back(&glb), to);
            assert_eq!(findings(&back), [""; 0], "{}", text(&back));
            assert_eq!(text(&back), text(&written(&first, to)), "{}", to.extension);
        }
        // A second trip keeps it as well.
        let again = written(&read_back(&glb), container);
        assert_eq!(text(&written(&read_back(&again), &to::XWRL)), text(&written(&first, &to::XWRL)));
    }
}

#[test]
fn a_world_is_not_taken_from_a_gltf_file_that_was_changed() {
    let mut gltf = written(&open("a.xwrl", LIVELY), &to::GLTF);
    let changed = text(&gltf).replacen("\"Turn\"", "\"Turned\"", 1);
    assert_ne!(changed, text(&gltf));
    gltf.files[0].1 = changed.into_bytes();
    let back = text(&written(&read_back(&gltf), &to::XWRL));
    assert!(back.contains("Turned") && !back.contains("<Script"), "{back}");
}

#[test]
fn a_world_that_gltf_keeps_has_its_headlight() {
    for (off, lamp) in [(true, ""), (false, "DirectionalLight { }")] {
        let light = if off { "FALSE" } else { "TRUE" };
        let world =
            format!("#VRML V2.0 utf8\nNavigationInfo {{ headlight {light} }} {lamp} Shape {{ geometry Box {{ }} }}");
        let glb = written(&open("a.wrl", &world), &to::GLB);
        let back = text(&written(&read_back(&glb), &to::WRL));
        assert_eq!(back.contains("headlight FALSE"), off, "{back}");
        // Strict xVRML has no word for it.
        let strict = written(&read_back(&glb), &to::XWRL);
        assert!(strict.losses.iter().any(|l| l.code.id == "CNV936") && !text(&strict).contains("headlight"));
    }
}

#[test]
fn files_of_a_world_that_is_kept_are_kept_with_it() {
    let world = r#"<World xmlns="http://www.xvrml.net/schemas/core"><children><Inline url="b.xwrl"/>
        <Script name="S" url="s.js"><field name="go" type="SFBool" accessType="inputOnly"/></Script></children></World>"#;
    let inlined = r#"<World xmlns="http://www.xvrml.net/schemas/core"><children>
        <Shape><geometry><Box name="Cube"/></geometry></Shape></children></World>"#;
    let files =
        Memory::new().with("a.xwrl", world).with("b.xwrl", inlined).with("s.js", "function go() { print('gone'); }");
    let glb = written(&OpenOptions::within(files).open("a.xwrl").unwrap(), &to::GLB);
    let back = text(&written(&read_back(&glb), &to::XWRL));
    assert!(back.contains("Cube") && back.contains("print('gone')"), "{back}");
}

#[test]
fn a_large_world_that_says_no_more_than_its_scene_is_not_kept() {
    let of = |count: usize| {
        let points = "0.5 0.25 0.125 ".repeat(count);
        let world = format!(
            r#"<World xmlns="http://www.xvrml.net/schemas/core"><children>
            <Shape><geometry><PointSet><coord>{points}</coord></PointSet></geometry></Shape></children></World>"#
        );
        let glb = written(&open("a.xwrl", &world), &to::GLB);
        glb.losses.iter().any(|l| l.code.id == "CNV970")
    };
    assert_eq!([of(3), of(10_000)], [true, false]);
}

#[test]
fn what_only_scripts_make_is_shown() {
    let text = "#VRML V2.0 utf8
        DEF G Group {} DEF S Script { directOutput TRUE field SFNode g USE G url \"javascript:
        function initialize() { g.children = Browser.createVrmlFromString('Shape { geometry Box { size 2 4 6 } }'); }\" }";
    let file = open("a.wrl", text);
    assert_eq!(file.scene().unwrap().geometries.len(), 1);
    assert!(file.convert(&Conversion::to(&to::GLB)).unwrap().losses.iter().any(|l| l.code.id == "CNV972"));
}

#[test]
fn what_is_nested_deeply_keeps_its_place() {
    // 200 nodes, each one metre to the right of the one around it and turned by a tenth of a degree; a triangle in the last one.
    let open_nodes: String = (0..200)
        .map(|i| format!(r#"<node id="n{i}"><translate>1 0 0</translate><rotate>0 0 1 0.1</rotate>"#))
        .collect();
    let text = format!(
        r##"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><created>2000-01-01T00:00:00Z</created>
        <modified>2000-01-01T00:00:00Z</modified></asset><library_geometries><geometry id="g"><mesh><source id="p">
        <float_array id="a" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#a" count="3" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
        <vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1"><input semantic="VERTEX" source="#v"
        offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="s">
        {open_nodes}<instance_geometry url="#g"/>{}</visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#s"/></scene></COLLADA>"##,
        "</node>".repeat(200)
    );
    let bounds = |file: &File| {
        let json = file.info().unwrap().to_json();
        let of = |side: &str| (0..3).map(|i| json["bounds"][side][i].as_f64().unwrap()).collect::<Vec<f64>>();
        [of("min"), of("max")].concat()
    };
    let first = open("a.dae", &text);
    for to in TARGETS {
        let converted = written(&first, to);
        assert!(converted.losses.iter().any(|l| l.message.contains("side by side")));
        assert!(!converted.losses.iter().any(|l| l.message.contains("nested too deeply")));
        let (a, b) = (bounds(&first), bounds(&read_back(&converted)));
        assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-3), "{a:?} {b:?}");
    }
}
