//! Inlined worlds, prototypes, and spellings of others.

use portolan_resources::Memory;

use crate::{box_close, children, document, files, world};

const BOX: &str = "<Shape><geometry><Box/></geometry></Shape>";

#[test]
fn in_1_in_2_in_3_an_inlined_world_gives_its_children_and_credits() {
    let library = document(&format!(
        r#"<WorldInfo title="Library"><info>made by B</info></WorldInfo><Background><skyColor>1 0 1 1</skyColor></Background>
        <Avatar name="Lib" cameraOffset="9 9 9"><children/></Avatar>
        <children><Transform name="Table" translation="5 0 0"><children>{BOX}</children></Transform></children>"#
    ));
    let read = files(
        r#"<WorldInfo title="Main"><info>made by A</info></WorldInfo>
        <children><Transform scale="2 2 2"><children><Inline name="I" url="lib/b.xwrl"/></children></Transform></children>"#,
        Memory::new().with("lib/b.xwrl", library),
    );
    box_close(read.bounds(), [8.0, -2.0, -2.0], [12.0, 2.0, 2.0]);
    assert_eq!(read.scene.asset.title.as_deref(), Some("Main"));
    assert_eq!(read.scene.asset.contributors[0].comments.as_deref(), Some("made by A\nmade by B"));
    assert_eq!(read.losses.iter().filter(|l| l.code.id == "CNV910").count(), 2);
    // Neither its sky nor its eyes.
    assert_eq!(read.scene.backgrounds[0].sky.colours[0], [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(read.eye().w_axis.truncate().to_array(), [0.0, 1.65, 10.0]);
    assert_eq!(read.scene.nodes[read.node("Table").index()].meta.origin.document, 1);
    let role = read.scene.nodes[read.node("I").index()].role.as_deref();
    assert_eq!(role, Some(&portolan_scene::Role::Included { url: "lib/b.xwrl".into() }));
}

#[test]
fn a22_names_of_inlined_worlds_are_found_and_the_own_ones_go_first() {
    let library = document(&format!(
        r#"<children><Group name="Far"><children>{BOX}</children></Group><Group name="Both"><children>{BOX}</children></Group></children>"#
    ));
    let read = files(
        r#"<children><Transform translation="0 10 0"><children><Use ref="Far"/><Use ref="Both"/></children></Transform>
        <Inline url="b.xwrl"/><Group name="Both"><children/></Group></children>"#,
        Memory::new().with("b.xwrl", library),
    );
    // `Far` is drawn twice, `Both` of the library once and the own one is empty.
    let (stage, _) = read.stage();
    let drawn = stage.placed.iter().filter(|p| !read.scene.nodes[p.node.index()].drawn.is_empty()).count();
    assert_eq!(drawn, 3);
    assert!(read.lost().is_empty());
}

#[test]
fn in_3_a_world_that_is_not_there_is_an_empty_group() {
    let read = children(r#"<Inline url="none.xwrl"/>"#);
    assert_eq!((read.lost(), read.bounds()), (vec!["CNV904"], None));
    let other = files(r#"<children><Inline url="b.xwrl"/></children>"#, Memory::new().with("b.xwrl", "<COLLADA/>"));
    assert_eq!(other.lost(), ["CNV904"]);
}

const PILLAR: &str = r#"<ProtoDeclare name="Pillar"><interface><field name="height" type="SFFloat" accessType="inputOutput" value="3"/>
    <field name="at" type="SFVec3f" accessType="inputOutput"/><field name="cover" type="SFNode" accessType="initializeOnly"/></interface>
    <body><Transform name="T"><children><Shape name="S"><geometry><Cylinder name="C"/></geometry></Shape></children></Transform>
    <TimeSensor name="X"/></body><connect node="C" field="height" protoField="height"/><connect node="T" field="translation" protoField="at"/>
    <connect node="S" field="appearance" protoField="cover"/></ProtoDeclare>"#;

#[test]
fn pr_1_an_instance_is_the_body_with_its_values() {
    let read = world(&format!(
        r##"{PILLAR}<children><ProtoInstance proto="#Pillar" name="A"/>
        <ProtoInstance proto="#Pillar" name="B"><fieldValue name="height" value="8"/><fieldValue name="at" value="10 0 0"/>
        <fieldValue name="cover"><Material name="Red" diffuseColor="1 0 0 1"/></fieldValue></ProtoInstance>
        <Transform translation="0 0 20"><children><Use ref="B"/></children></Transform></children>"##
    ));
    assert!(read.lost().is_empty(), "{:?}", read.lost());
    // The default of the interface is 3, not the 2 of a cylinder.
    box_close(read.bounds(), [-1.0, -4.0, -1.0], [11.0, 4.0, 21.0]);
    assert_eq!(read.scene.materials.iter().filter(|m| m.meta.id.as_deref() == Some("Red")).count(), 1);
    assert_eq!(read.matrices("B").len(), 2);
}

#[test]
fn pr_1_events_reach_the_fields_behind_an_interface() {
    let read = world(&format!(
        r##"{PILLAR}<children><ProtoInstance proto="#Pillar" name="A"/><TimeSensor name="Clock"/>
        <PositionInterpolator name="I"><key>0 1</key><keyValue>0 0 0  0 2 0</keyValue></PositionInterpolator>
        <Route fromNode="Clock" fromField="fraction-changed" toNode="I" toField="set-fraction"/>
        <Route fromNode="I" fromField="value-changed" toNode="A" toField="set-at"/></children>"##
    ));
    assert_eq!((read.scene.clips.len(), read.lost().len()), (1, 0));
}

#[test]
fn pr_1_prototypes_of_other_files() {
    let library = document(&format!("{PILLAR}<children/>"));
    let read = files(
        r##"<ProtoDeclare name="Far" url="lib.xwrl#Pillar"/><children><ProtoInstance proto="lib.xwrl#Pillar"/>
        <ProtoInstance proto="#Far"><fieldValue name="at" value="0 0 9"/></ProtoInstance></children>"##,
        Memory::new().with("lib.xwrl", library),
    );
    assert!(read.lost().is_empty(), "{:?}", read.lost());
    box_close(read.bounds(), [-1.0, -1.5, -1.0], [1.0, 1.5, 10.0]);
    for (wrong, code) in [("#None", "CNV907"), ("none.xwrl#Pillar", "CNV904")] {
        let read = children(&format!(r#"<ProtoInstance proto="{wrong}"/>"#));
        assert_eq!(read.lost(), [code], "{wrong}");
    }
}

#[test]
fn a11_to_a17_spellings_of_vrml_and_x3d_are_understood() {
    let read = children(
        r#"<Transform DEF="T" translation="1,2,3"><Shape><Appearance><Material diffuseColor="1 0 0"/></Appearance>
        <IndexedFaceSet coordIndex="0, 1, 2, -1"><Coordinate point="0 0 0, 4 0 0, 0 4 0"/><Color color="1 0 0 0 1 0 0 0 1"/></IndexedFaceSet>
        </Shape></Transform>
        <LOD><level><Shape><geometry><Text><string>"a" "b"</string><FontStyle family='"SANS"' justify='"MIDDLE" "END"'/></Text></geometry></Shape></level></LOD>
        <Group USE="T"/><TimeSensor DEF="C"/><ScalarInterpolator DEF="S" key="0 1" keyValue="0 1"/>
        <ROUTE from="C.fraction_changed" to="S.set_fraction"/>"#,
    );
    assert!(read.lost().is_empty(), "{:?}", read.losses.iter().map(|l| &l.message).collect::<Vec<_>>());
    assert_eq!(read.matrices("T").len(), 2);
    let text = read.scene.geometries.iter().find_map(|g| match g.made.as_deref() {
        Some(portolan_scene::Made::Text(text)) => Some(text.clone()),
        _ => None,
    });
    let text = text.unwrap();
    assert_eq!((text.lines.len(), &*text.family), (2, "SANS"));
    assert_eq!(text.justify, [portolan_scene::Justify::Middle, portolan_scene::Justify::End]);
    // NavigationInfo is an avatar whose eyes are in its middle, and says whether there is a headlight.
    let walker = children(r#"<NavigationInfo headlight="false"/><Viewpoint/>"#);
    assert_eq!(walker.eye().w_axis.truncate().to_array(), [0.0, 0.0, 10.0]);
    assert!(!walker.scene.views[0].headlight);
}

#[test]
fn a29_what_nobody_knows_is_told_and_left_out() {
    let read = children(&format!(r#"<Hovercraft eels="full"/><Group odd="1"><children>{BOX}</children></Group>"#));
    assert_eq!(read.lost(), ["CNV902", "CNV902"]);
    box_close(read.bounds(), [-1.0; 3], [1.0; 3]);
    let bad = children(r#"<Transform translation="one two"><children/></Transform>"#);
    assert_eq!(bad.lost(), ["CNV901"]);
}

#[test]
fn in_2_what_an_inlined_world_cannot_bring_is_noted() {
    let other =
        document(r#"<Background skyColor="1 0 0 1"/><children><Shape><geometry><Box/></geometry></Shape></children>"#);
    let read = files(r#"<children><Inline url="b.xwrl"/></children>"#, Memory::new().with("b.xwrl", other));
    assert!(read.losses.iter().any(|l| l.code.id == "CNV910"), "{:?}", read.losses);
    box_close(read.bounds(), [-1.0; 3], [1.0; 3]);
}
