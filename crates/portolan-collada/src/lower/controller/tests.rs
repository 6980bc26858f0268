//! Controllers as numbers.

use portolan_resources::Memory;
use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{Base, Controller, Deformer, Morph, MorphMethod, NodeId, Scene, Skin};

use super::super::Lowered;
use super::super::tests::{document, lower, lower_with};

fn codes(lowered: &Lowered) -> Vec<&'static str> {
    lowered.losses.iter().map(|l| l.code.id).filter(|id| id.starts_with("CNV2") || *id == "CNV101").collect()
}

fn skin(controller: &Controller) -> &Skin {
    match &controller.deformer {
        Deformer::Skin(skin) => skin,
        other => panic!("{other:?}"),
    }
}

fn morph(controller: &Controller) -> &Morph {
    match &controller.deformer {
        Deformer::Morph(morph) => morph,
        other => panic!("{other:?}"),
    }
}

fn node(scene: &Scene, id: &str) -> NodeId {
    NodeId(scene.nodes.iter().position(|n| n.meta.id.as_deref() == Some(id)).expect(id) as u32)
}

/// A geometry of so many points in a row.
fn points(id: &str, count: usize) -> String {
    let numbers: String = (0..count).map(|i| format!("{i} 0 0 ")).collect();
    format!(
        r##"<geometry id="{id}"><mesh><source id="{id}-p"><float_array id="{id}-a" count="{}">{numbers}</float_array>
        <technique_common><accessor source="#{id}-a" count="{count}" stride="3"><param name="X" type="float"/>
        <param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
        <vertices id="{id}-v"><input semantic="POSITION" source="#{id}-p"/></vertices></mesh></geometry>"##,
        count * 3
    )
}

const IDENTITY: &str = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 ";

/// The skin of the specification with a joint list of any kind.
fn skin_text(joints: &str, binds: usize, weights: &str) -> String {
    format!(
        r##"<controller id="skin"><skin source="#g"><bind_shape_matrix>1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>
        <source id="Joints">{joints}</source>
        <source id="Weights"><float_array count="5">0.0 0.33 0.66 1.0 0.5</float_array></source>
        <source id="Binds"><float_array count="64">{}</float_array></source>
        <joints><input semantic="JOINT" source="#Joints"/><input semantic="INV_BIND_MATRIX" source="#Binds"/></joints>
        {weights}</skin></controller>"##,
        IDENTITY.repeat(binds)
    )
}

const NAMES: &str = r#"<Name_array count="4"> Root Spine1 Spine2 Head </Name_array>"#;

const WEIGHTS: &str = r##"<vertex_weights count="4"><input semantic="JOINT" source="#Joints"/>
    <input semantic="WEIGHT" source="#Weights"/><vcnt>3 2 2 3</vcnt>
    <v>-1 0 0 1 1 2 -1 3 1 4 -1 3 2 4 -1 0 3 1 2 2</v></vertex_weights>"##;

fn with_geometry(vertices: usize, controllers: &str) -> Lowered {
    let geometry = points("g", vertices);
    lower(&format!(
        "<library_geometries>{geometry}</library_geometries><library_controllers>{controllers}</library_controllers>"
    ))
}

#[test]
fn the_influences_of_the_specification() {
    // Page 5-154: no offsets, `vcnt`, and −1 for the bind shape; the missing fifth weight is added.
    let lowered = with_geometry(4, &skin_text(NAMES, 4, WEIGHTS));
    assert_eq!(codes(&lowered), [] as [&str; 0]);
    let skin = skin(&lowered.scene.controllers[0]);
    assert_eq!(skin.counts, [3, 2, 2, 3]);
    let all: Vec<(Option<u32>, f32)> = skin.influences.iter().map(|i| (i.joint, i.weight)).collect();
    let expected = [
        (None, 0.0),
        (Some(0), 0.33),
        (Some(1), 0.66),
        (None, 1.0),
        (Some(1), 0.5),
        (None, 1.0),
        (Some(2), 0.5),
        (None, 0.0),
        (Some(3), 0.33),
        (Some(2), 0.66),
    ];
    assert_eq!(all, expected);
    assert_eq!(skin.bind_shape, DMat4::from_translation(DVec3::new(5.0, 0.0, 0.0)));
    assert_eq!(skin.joints.iter().map(|j| &**j).collect::<Vec<_>>(), ["Root", "Spine1", "Spine2", "Head"]);
}

#[test]
fn what_is_wrong_with_influences_is_told_and_the_rest_kept() {
    let weights = |counts: &str, v: &str| {
        format!(
            r##"<vertex_weights count="2"><input semantic="WEIGHT" source="#Weights" offset="1"/>
            <input semantic="JOINT" source="#Joints" offset="0"/><vcount>{counts}</vcount><v>{v}</v></vertex_weights>"##
        )
    };
    for (counts, v, kept, expected) in [
        // A joint and a weight that are not there.
        ("1 2", "4 3 0 3 1 9", vec![0, 1], vec!["CNV204", "CNV204", "CNV205"]),
        // Another negative number than −1.
        ("1 1", "-2 3 0 3", vec![0, 1], vec!["CNV204", "CNV205"]),
        // Fewer and more indices than vertices ask for.
        ("2 1", "0 3 1 3", vec![2, 0], vec!["CNV204", "CNV205"]),
        ("1 1", "0 3 1 3 2 3", vec![1, 1], vec!["CNV204"]),
        // Fewer and more vertices than the mesh has.
        ("1", "0 3", vec![1, 0], vec!["CNV204"]),
        ("1 1 1", "0 3 1 3 2 3", vec![1, 1], vec!["CNV204"]),
        // Words, and numbers beyond all bounds.
        ("x 1", "0 3", vec![0, 1], vec!["CNV101", "CNV204", "CNV205"]),
        ("4294967294 1", "0 3", vec![1, 0], vec!["CNV204", "CNV205"]),
    ] {
        let lowered = with_geometry(2, &skin_text(NAMES, 4, &weights(counts, v)));
        assert_eq!(skin(&lowered.scene.controllers[0]).counts, kept, "{counts} / {v}");
        assert_eq!(codes(&lowered), expected, "{counts} / {v}");
    }
    let unusual = skin_text(NAMES, 4, &weights("2 1", "0 0 1 1 2 2")).replace("0.0 0.33 0.66", "NaN -1 0.5");
    let lowered = with_geometry(2, &unusual);
    assert_eq!(skin(&lowered.scene.controllers[0]).counts, [0, 1]);
    assert_eq!(codes(&lowered), ["CNV204", "CNV205"]);
}

#[test]
fn bind_matrices_are_made_as_many_as_joints() {
    for (binds, expected) in [(4, vec![]), (3, vec!["CNV203"]), (5, vec!["CNV203"]), (0, vec!["CNV203"])] {
        let lowered = with_geometry(4, &skin_text(NAMES, binds, WEIGHTS));
        assert_eq!(skin(&lowered.scene.controllers[0]).inverse_binds, [DMat4::IDENTITY; 4]);
        assert_eq!(codes(&lowered), expected, "{binds}");
    }
}

#[test]
fn influences_may_name_joints_in_another_order() {
    let other = r##"<vertex_weights count="1"><input semantic="JOINT" source="#Other" offset="0"/>
        <input semantic="WEIGHT" source="#Weights" offset="1"/><vcount>2</vcount><v>0 3 1 4</v></vertex_weights>"##;
    let text = skin_text(NAMES, 4, other)
        .replace("<source id=\"Weights\">", "<source id=\"Other\"><Name_array>Head Root</Name_array></source>$0")
        .replace("$0", "<source id=\"Weights\">");
    let lowered = with_geometry(1, &text);
    let joints: Vec<Option<u32>> = skin(&lowered.scene.controllers[0]).influences.iter().map(|i| i.joint).collect();
    assert_eq!(joints, [Some(3), Some(0)]);
}

/// The skeleton of page 5-57 twice, and an instance of the skin with some content.
fn two_skeletons(joints: &str, instances: &str) -> Lowered {
    let geometry = points("g", 4);
    let skin = skin_text(joints, 4, WEIGHTS);
    lower(&format!(
        r##"<library_geometries>{geometry}</library_geometries><library_controllers>{skin}</library_controllers>
        <library_nodes><node id="Skeleton1" sid="Root"><node id="S1" sid="Spine1"><node sid="Spine2" id="S2">
        <rotate sid="Head">0 0 1 0</rotate><node sid="Head" id="H"/></node></node></node></library_nodes>
        <library_visual_scenes><visual_scene id="s"><node id="skel01"><instance_node url="#Skeleton1"/></node>
        <node id="skel02"><instance_node url="#Skeleton1"/></node>{instances}</visual_scene></library_visual_scenes>"##
    ))
}

#[test]
fn two_instances_of_one_skeleton_have_different_roots() {
    let lowered = two_skeletons(
        NAMES,
        r##"<node id="a"><instance_controller url="#skin"><skeleton>#skel01</skeleton></instance_controller></node>
        <node id="b"><instance_controller url="#skin"><skeleton>#skel02</skeleton></instance_controller></node>"##,
    );
    assert_eq!(codes(&lowered), [] as [&str; 0]);
    let scene = &lowered.scene;
    for (holder, root) in [("a", "skel01"), ("b", "skel02")] {
        let drawn = &scene.nodes[node(scene, holder).index()].drawn[0];
        let found: Vec<(NodeId, Option<NodeId>)> =
            drawn.skeletons[0].joints.iter().flatten().map(|j| (j.node, j.root)).collect();
        let root = Some(node(scene, root));
        let expected = ["Skeleton1", "S1", "S2", "H"].map(|id| (node(scene, id), root));
        assert_eq!(found, expected);
    }
}

#[test]
fn joints_are_found_by_sid_id_and_path() {
    let with =
        r##"<node id="a"><instance_controller url="#skin"><skeleton>#skel01</skeleton></instance_controller></node>"##;
    let without = r##"<node id="a"><instance_controller url="#skin"/></node>"##;
    for (joints, instance, found, expected) in [
        ("<IDREF_array>Skeleton1 S1 S2 H</IDREF_array>", with, 4, vec![]),
        ("<IDREF_array>Skeleton1 S1 S2 H</IDREF_array>", without, 4, vec![]),
        ("<SIDREF_array>Skeleton1 Skeleton1/Spine1 Skeleton1/Spine1/Spine2 S2/Head</SIDREF_array>", with, 4, vec![]),
        (NAMES, without, 4, vec!["CNV207"]),
        ("<Name_array>Skeleton1 S1 S2 H</Name_array>", with, 4, vec!["CNV207"]),
        ("<Name_array>Root Spine1 None H2</Name_array>", with, 2, vec!["CNV206"]),
    ] {
        let lowered = two_skeletons(joints, instance);
        let scene = &lowered.scene;
        let joints = &scene.nodes[node(scene, "a").index()].drawn[0].skeletons[0].joints;
        assert_eq!(joints.iter().flatten().count(), found, "{joints:?}");
        let has_root = joints.iter().flatten().all(|j| j.root.is_some());
        assert_eq!(has_root, instance == with, "{joints:?}");
        // Something else than a node has one of the SIDs as well; it is no joint.
        assert_eq!(codes(&lowered), expected, "{joints:?}");
    }
}

#[test]
fn a_skeleton_of_another_document_is_found() {
    let other =
        document(r##"<library_nodes><node id="r" sid="Root"><node sid="Head" id="h"/></node></library_nodes>"##);
    let geometry = points("g", 4);
    let skin = skin_text("<Name_array>Root Head</Name_array>", 2, WEIGHTS);
    let main = document(&format!(
        r##"<library_geometries>{geometry}</library_geometries><library_controllers>{skin}</library_controllers>
        <library_visual_scenes><visual_scene id="s"><node id="a"><instance_controller url="#skin">
        <skeleton>other.dae#r</skeleton></instance_controller></node></visual_scene></library_visual_scenes>"##
    ));
    let lowered = lower_with(&main, Memory::new().with("other.dae", other));
    let scene = &lowered.scene;
    let joints = &scene.nodes[node(scene, "a").index()].drawn[0].skeletons[0].joints;
    assert_eq!(joints.iter().flatten().map(|j| j.node).collect::<Vec<_>>(), [node(scene, "r"), node(scene, "h")]);
}

/// A morph of `g` towards some shapes.
fn morph_text(method: &str, targets: &str, weights: &str) -> String {
    format!(
        r##"<controller id="controllers_0"><morph source="#g" {method}><source id="t">{targets}</source>
        <source id="w"><float_array id="w-a" count="2">{weights}</float_array></source><targets>
        <input semantic="MORPH_TARGET" source="#t"/><input semantic="MORPH_WEIGHT" source="#w"/></targets></morph></controller>"##
    )
}

fn lower_morph(controllers: &str) -> Lowered {
    let geometries: String = [("g", 2), ("h", 2), ("i", 2), ("other", 3)].map(|(id, n)| points(id, n)).concat();
    lower(&format!(
        "<library_geometries>{geometries}</library_geometries><library_controllers>{controllers}</library_controllers>"
    ))
}

#[test]
fn a_skin_bends_what_a_morph_gives() {
    // Page 5-30, the skin first, so that the chain has to be followed.
    let skin = skin_text(NAMES, 4, WEIGHTS).replace("#g", "#controllers_0");
    let targets = "<IDREF_array>h i</IDREF_array>";
    let lowered = lower_morph(&(skin + &morph_text("", targets, "0.25 0.5")));
    let [inner, outer] = lowered.scene.controllers.as_slice() else { panic!("two controllers") };
    assert_eq!((inner.meta.id.as_deref(), outer.meta.id.as_deref()), (Some("controllers_0"), Some("skin")));
    assert_eq!(outer.base, Base::Controller(portolan_scene::ControllerId(0)));
    assert!(matches!(inner.base, Base::Geometry(g) if g.0 == 0));
    let morph = morph(inner);
    assert_eq!((morph.method, morph.weights.as_slice()), (MorphMethod::Normalized, [0.25, 0.5].as_slice()));
    assert_eq!(morph.targets.iter().map(|t| t.0).collect::<Vec<_>>(), [1, 2]);
    // Four entries of the skin, two vertices of the mesh.
    assert_eq!(self::skin(outer).counts, [3, 2]);
}

#[test]
fn morph_targets_that_cannot_be_used_have_no_effect() {
    for targets in ["<IDREF_array>other i</IDREF_array>", "<Name_array>#none #i</Name_array>"] {
        let lowered = lower_morph(&morph_text("", targets, "0.25 0.5"));
        let targets = &morph(&lowered.scene.controllers[0]).targets;
        assert_eq!(targets.iter().map(|t| t.0).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(codes(&lowered), ["CNV208"]);
    }
    let lowered = lower_morph(&morph_text("method=\"RELATIVE\"", "<IDREF_array>h other</IDREF_array>", "1"));
    let morph = morph(&lowered.scene.controllers[0]);
    assert_eq!((morph.method, morph.weights.as_slice()), (MorphMethod::Relative, [1.0, 0.0].as_slice()));
    let portolan_scene::Shape::Mesh(none) = &lowered.scene.geometries[morph.targets[1].index()].shape else {
        panic!("a mesh")
    };
    assert_eq!(none.positions().map(|s| s.data.clone()), Some(vec![0.0; 6]));
    assert_eq!(codes(&lowered), ["CNV208", "CNV209"]);
}

#[test]
fn controllers_in_circles_and_of_nothing_are_left_out() {
    for (controllers, expected) in [
        (r##"<controller id="a"><skin source="#a"/></controller>"##, "CNV201"),
        (
            r##"<controller id="a"><skin source="#b"/></controller><controller id="b"><morph source="#a"/></controller>"##,
            "CNV201",
        ),
        (r##"<controller id="a"><skin source="#none"/></controller>"##, "CNV200"),
        (r##"<controller id="a"><skin/></controller>"##, "CNV200"),
        (r##"<controller id="a"/>"##, "CNV200"),
    ] {
        let lowered = with_geometry(2, controllers);
        assert!(lowered.scene.controllers.is_empty());
        assert_eq!(codes(&lowered), [expected], "{controllers}");
    }
}

#[test]
fn a_chain_of_very_many_controllers_ends() {
    let mut chain = String::new();
    for i in (1..2000).rev() {
        chain += &format!(r##"<controller id="c{i}"><skin source="#c{}"/></controller>"##, i - 1);
    }
    chain += r##"<controller id="c0"><skin source="#g"/></controller>"##;
    let lowered = with_geometry(2, &chain);
    assert_eq!(lowered.scene.controllers.len(), 256);
}

#[test]
fn one_index_may_pick_joint_and_weight() {
    let weights = r##"<vertex_weights count="1"><input semantic="JOINT" source="#Joints" offset="0"/>
        <input semantic="WEIGHT" source="#Weights" offset="0"/><vcount>2</vcount><v>1 3</v></vertex_weights>"##;
    let lowered = with_geometry(1, &skin_text(NAMES, 4, weights));
    let all: Vec<(Option<u32>, f32)> =
        skin(&lowered.scene.controllers[0]).influences.iter().map(|i| (i.joint, i.weight)).collect();
    assert_eq!(all, [(Some(1), 0.33), (Some(3), 1.0)]);
    assert_eq!(codes(&lowered), [] as [&str; 0]);
}

#[test]
fn empty_skins_of_a_large_mesh_do_not_fill_the_memory() {
    let skins: String =
        (0..600).map(|i| format!(r##"<controller id="c{i}"><skin source="#g"/></controller>"##)).collect();
    let lowered = with_geometry(40_000, &skins);
    assert_eq!(lowered.scene.controllers.len(), (1 << 24) / 40_000);
}
