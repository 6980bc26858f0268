//! Kinematics as mechanisms, with numbers worked out by hand.

use portolan_eval::Overrides;
use portolan_eval::kinematics::{Kinematics, gap, links};
use portolan_resources::Memory;
use portolan_scene::{FreedomKind, Mechanism, MechanismId, Operation, Scene};

use super::super::Lowered;
use super::super::tests::{document, lower_with};

/// A document of COLLADA 1.5 with this content.
fn lower(content: &str) -> Lowered {
    let text = document(content)
        .replace("http://www.collada.org/2005/11/COLLADASchema", "http://www.collada.org/2008/03/COLLADASchema")
        .replace("1.4.1", "1.5.0");
    let lowered = lower_with(&text, Memory::new());
    assert_eq!(lowered.scene.check(), []);
    lowered
}

fn codes(lowered: &Lowered) -> Vec<&'static str> {
    lowered.losses.iter().map(|l| l.code.id).collect()
}

/// The arm of pages 10-33 and 10-14, made whole: two joints, a screw, a motion system and a scene with bindings.
struct Arm<'w> {
    joints: &'w str,
    links: &'w str,
    formulas: &'w str,
    /// In the instance of the model.
    params: &'w str,
    /// In the kinematics system.
    infos: &'w str,
    /// In the motion system.
    motion: &'w str,
    /// In the instance of the motion system.
    sets: &'w str,
    binds: &'w str,
    nodes: &'w str,
    more: &'w str,
}

const JOINTS: &str = r#"<joint sid="elbow"><revolute sid="x"><axis>0 0 3</axis><limits><min>-90</min><max>90</max></limits></revolute></joint>
    <joint sid="slide" id="slider" name="Slide"><prismatic sid="p"><axis>1 0 0</axis><limits><max>5</max></limits></prismatic></joint>"#;
const LINKS: &str = r#"<link sid="base"><attachment_full joint="model/elbow"><translate>10 0 0</translate>
    <link sid="arm"><translate>1 0 0</translate><attachment_full joint="model/slide"><translate>5 0 0</translate>
    <link sid="hand"/></attachment_full></link></attachment_full></link>"#;
const PARAMS: &str = r#"<newparam sid="k.model"><SIDREF>kin/inst</SIDREF></newparam>
    <newparam sid="k.elbow"><SIDREF>kin/inst/elbow/x</SIDREF></newparam><newparam sid="k.elbow.value"><float>30</float></newparam>
    <newparam sid="k.slide"><SIDREF>inst/slide/p</SIDREF></newparam><newparam sid="k.slide.value"><float>2</float></newparam>"#;
const INFOS: &str = r#"<axis_info sid="a1" axis="inst/elbow/x"><newparam sid="max"><float>45</float></newparam>
    <newparam sid="lock"><bool>false</bool></newparam><active><bool>true</bool></active><locked><param>lock</param></locked>
    <index><int>1</int></index><limits><min><double>-60</double></min><max><param>max</param></max></limits></axis_info>
    <axis_info sid="a2" axis="model/slide/p"><active><bool>false</bool></active></axis_info>
    <frame_origin link="inst/base"/><frame_tip link="model/base/arm/hand"><translate>0 0 7</translate></frame_tip>
    <frame_tcp><translate>0 1 0</translate></frame_tcp>"#;
const MOTION: &str = r#"<axis_info axis="kin/a1"><newparam sid="v"><float>100</float></newparam><speed><param>v</param></speed>
    <acceleration><float>50</float></acceleration></axis_info>
    <effector_info><speed><float2>1 0.8</float2></speed></effector_info>"#;
const BINDS: &str = r#"<bind_kinematics_model node="place/robot"><param>s.model</param></bind_kinematics_model>
    <bind_joint_axis target="robot/turn"><axis><param>s.elbow</param></axis><value><param>s.elbow.value</param></value></bind_joint_axis>
    <bind_joint_axis target="robot/move"><axis><SIDREF>sys/kin/inst/slide/p</SIDREF></axis><value><param>k.slide.value</param></value></bind_joint_axis>"#;
const NODES: &str = r#"<node id="place"><translate>0 0 100</translate><node id="robot" sid="robot">
    <rotate sid="turn">1 0 0 5</rotate><translate sid="move">9 9 9</translate></node></node>"#;

impl Default for Arm<'_> {
    fn default() -> Self {
        Arm {
            joints: JOINTS,
            links: LINKS,
            formulas: "",
            params: PARAMS,
            infos: INFOS,
            motion: MOTION,
            sets: "",
            binds: BINDS,
            nodes: NODES,
            more: "",
        }
    }
}

impl Arm<'_> {
    fn text(&self) -> String {
        let Arm { joints, links, formulas, params, infos, motion, sets, binds, nodes, more } = self;
        format!(
            r##"<library_visual_scenes><visual_scene id="v">{nodes}</visual_scene></library_visual_scenes>{more}
            <library_kinematics_models><kinematics_model id="model" name="Arm"><technique_common>{joints}{links}{formulas}
            </technique_common></kinematics_model></library_kinematics_models>
            <library_articulated_systems><articulated_system id="kin"><kinematics>
            <instance_kinematics_model url="#model" sid="inst">{params}</instance_kinematics_model>
            <technique_common>{infos}</technique_common></kinematics></articulated_system>
            <articulated_system id="mot"><motion><instance_articulated_system url="#kin" sid="kin_inst">
            <bind symbol="m.model"><param ref="kin/k.model"/></bind>
            <newparam sid="m.elbow"><SIDREF>kin/k.elbow</SIDREF></newparam></instance_articulated_system>
            <technique_common>{motion}</technique_common></motion></articulated_system></library_articulated_systems>
            <library_kinematics_scenes><kinematics_scene id="ks"><instance_articulated_system url="#mot" sid="sys" name="Robot">
            <newparam sid="s.model"><SIDREF>mot/m.model</SIDREF></newparam><newparam sid="s.elbow"><SIDREF>mot/m.elbow</SIDREF></newparam>
            <bind symbol="s.elbow.value"><param ref="mot/k.elbow.value"/></bind>{sets}</instance_articulated_system>
            </kinematics_scene></library_kinematics_scenes>
            <scene><instance_visual_scene url="#v"/><instance_kinematics_scene url="#ks">{binds}</instance_kinematics_scene></scene>"##
        )
    }

    fn lower(&self) -> Lowered {
        lower(&self.text())
    }
}

fn values(scene: &Scene) -> Vec<f64> {
    let kinematics = Kinematics::new(scene);
    let mut overrides = Overrides::default();
    kinematics.compute(&mut overrides);
    kinematics.values(MechanismId(0), &overrides)
}

fn only(lowered: &Lowered) -> &Mechanism {
    assert_eq!(lowered.scene.mechanisms.len(), 1);
    &lowered.scene.mechanisms[0]
}

#[test]
fn an_arm_as_a_whole() {
    let lowered = Arm::default().lower();
    assert_eq!(codes(&lowered), ["CNV269"]);
    let arm = only(&lowered);
    assert_eq!(
        (arm.meta.id.as_deref(), arm.instance.as_deref(), arm.scene.as_deref()),
        (Some("model"), Some("inst"), Some("ks"))
    );
    let around: Vec<&str> = arm.around.iter().map(|s| &**s).collect();
    assert_eq!(around, ["sys", "Robot", "kin_inst"]);
    let [elbow, slide] = &arm.freedoms[..] else { panic!() };
    assert_eq!((elbow.kind, elbow.axis, elbow.value), (FreedomKind::Revolute, [0.0, 0.0, 1.0], 30.0));
    assert_eq!((elbow.limits, elbow.soft), ([Some(-90.0), Some(90.0)], [Some(-60.0), Some(45.0)]));
    assert_eq!((elbow.active, elbow.locked, elbow.index), (true, false, Some(1)));
    assert_eq!((elbow.motion.speed, elbow.motion.deceleration, elbow.motion.jerk), (Some(100.0), Some(50.0), None));
    assert_eq!(
        (slide.kind, slide.limits, slide.value, slide.active),
        (FreedomKind::Prismatic, [None, Some(5.0)], 2.0, false)
    );
    assert_eq!(arm.effector.speed, Some([1.0, 0.8]));
    // Base, then 10 along x, 30 degrees, 1 along the turned x, then 5 + 2 more.
    let places = links(arm, &values(&lowered.scene));
    let (sine, cosine) = 30f64.to_radians().sin_cos();
    let wanted = portolan_scene::glam::DVec3::new(10.0 + 8.0 * cosine, 8.0 * sine, 0.0);
    assert!(places[2].w_axis.truncate().abs_diff_eq(wanted, 1e-12), "{}", places[2]);
    let tip = arm.frames.tip.as_ref().unwrap();
    assert_eq!((tip.link, tip.transforms.len(), arm.frames.tcp.is_some()), (2, 1, true));
    // The node is put where the joints are: its own numbers were placeholders.
    let node = &lowered.scene.nodes[arm.base.as_ref().unwrap().node.index()];
    assert_eq!(node.transforms[0].operation, Operation::Rotate([0.0, 0.0, 1.0, 30.0]));
    assert_eq!(node.transforms[1].operation, Operation::Translate([2.0, 0.0, 0.0]));
    assert_eq!(arm.base.as_ref().unwrap().written.as_ref(), "place/robot");
}

#[test]
fn outer_instances_set_parameters_of_inner_ones() {
    let sets = r#"<setparam ref="k.elbow.value"><float>-12</float></setparam><setparam ref="kin/a1/lock"><bool>true</bool></setparam>
        <setparam ref="v"><connect_param ref="max"/></setparam>"#;
    let lowered = Arm { sets, ..Arm::default() }.lower();
    let elbow = &only(&lowered).freedoms[0];
    assert_eq!((elbow.value, elbow.locked, elbow.motion.speed), (-12.0, true, Some(45.0)));
}

#[test]
fn formulas_of_models_and_axes() {
    // A screw in degrees through parameters, as on page 5-38: 30 / 360 · 12 = 1.
    let screw = r##"<library_formulas><formula id="screw"><newparam sid="target"><float>0</float></newparam><newparam sid="value"><float>0</float></newparam>
        <newparam sid="pitch"><float>0</float></newparam><target><param>target</param></target><technique_common>
        <math xmlns="http://www.w3.org/1998/Math/MathML"><apply><times/><apply><divide/><csymbol encoding="COLLADA">value</csymbol><cn>360</cn></apply>
        <csymbol encoding="COLLADA">pitch</csymbol></apply></math></technique_common></formula></library_formulas>"##;
    let use_of = |target: &str| {
        format!(
            r##"<instance_formula url="#screw"><setparam ref="target"><connect_param ref="{target}"/></setparam>
            <setparam ref="value"><connect_param ref="k.elbow.value"/></setparam><setparam ref="pitch"><float>12</float></setparam></instance_formula>"##
        )
    };
    let formulas = use_of("k.slide.value");
    let lowered = Arm { formulas: &formulas, more: screw, ..Arm::default() }.lower();
    assert_eq!(values(&lowered.scene), [30.0, 1.0]);
    assert!(only(&lowered).is_computed(MechanismId(0), 1));
    let formulas = use_of("k.slide");
    let by_reference = Arm { formulas: &formulas, more: screw, ..Arm::default() }.lower();
    assert_eq!(values(&by_reference.scene), [30.0, 1.0]);
    // By the name of the joint numbers are radians: 6 · π/6 = π. A function of the document is called by its name.
    let own = r##"<formula><target><param>model/slide</param></target><technique_common><math xmlns="http://www.w3.org/1998/Math/MathML">
        <apply><csymbol encoding="text/xml" definitionURL="#six">six</csymbol><csymbol encoding="COLLADA">model/elbow</csymbol></apply></math></technique_common></formula>"##;
    let six = r##"<library_formulas><formula id="six"><newparam sid="a"/><technique_common><math xmlns="http://www.w3.org/1998/Math/MathML">
        <apply><times/><cn>6</cn><ci>a</ci></apply></math></technique_common></formula></library_formulas>"##;
    let lowered = Arm { formulas: own, more: six, ..Arm::default() }.lower();
    assert!((values(&lowered.scene)[1] - std::f64::consts::PI).abs() < 1e-12);
    // A formula of an axis that names no target computes that axis: atan2(1, 1) is 45 degrees.
    let infos = INFOS.replace(
        "</axis_info>\n    <axis_info sid=\"a2\"",
        r##"<formula><target><float>0</float></target><technique_common><math xmlns="http://www.w3.org/1998/Math/MathML"><apply>
        <csymbol encoding="text/xml">atan2</csymbol><cn>1</cn><cn>1</cn></apply></math></technique_common></formula></axis_info><axis_info sid="a2""##,
    );
    let lowered = Arm { infos: &infos, ..Arm::default() }.lower();
    assert!((values(&lowered.scene)[0] - 45.0).abs() < 1e-12);
}

#[test]
fn functions_by_name() {
    // Triangles with the sides 3, 4, 5: the angle between 3 and 4 is right, the side opposite of it 5.
    for (call, wanted) in [
        ("<csymbol>SASS</csymbol><cn>3</cn><apply><divide/><pi/><cn>2</cn></apply><cn>4</cn>", 5.0),
        ("<csymbol>SASA</csymbol><cn>3</cn><apply><divide/><pi/><cn>2</cn></apply><cn>4</cn>", 3f64.atan2(4.0)),
        ("<csymbol>SSSA</csymbol><cn>3</cn><cn>4</cn><cn>5</cn>", 3f64.atan2(4.0)),
        ("<csymbol>INRANGE</csymbol><cn>3</cn><cn>2</cn><cn>3</cn>", 1.0),
        ("<csymbol>INRANGE</csymbol><cn>1</cn><cn>2</cn><cn>3</cn>", 0.0),
    ] {
        let formulas = format!(
            r#"<formula><target><param>model/slide/p</param></target><technique_common><math xmlns="http://www.w3.org/1998/Math/MathML">
            <apply>{call}</apply></math></technique_common></formula>"#
        );
        let lowered = Arm { formulas: &formulas, ..Arm::default() }.lower();
        assert!((values(&lowered.scene)[1] - wanted).abs() < 1e-12, "{call}: {:?}", values(&lowered.scene));
    }
}

#[test]
fn the_loop_of_the_specification_is_twelve_open() {
    // Page 10-6: A, B at (−6, 5), C, D; the printed numbers put the ends at (−9, 5) and (3, 5).
    let joint = |sid: &str| format!(r#"<joint sid="{sid}"><revolute sid="r"><axis>0 0 1</axis></revolute></joint>"#);
    let joints: String = ["j1", "j2", "j3", "j4"].map(joint).concat();
    let links = r#"<link sid="A"><attachment_full joint="model/j1"><translate>0 5 0</translate><link sid="B"><translate>-6 0 0</translate>
        <attachment_start joint="model/j4"><translate>-3 0 0</translate></attachment_start></link></attachment_full>
        <attachment_full joint="model/j2"><translate>0 2 0</translate><link sid="C"><attachment_full joint="model/j3"><translate>3 0 0</translate>
        <link sid="D"><attachment_end joint="model/j4"><translate>0 3 0</translate></attachment_end></link></attachment_full></link></attachment_full></link>"#;
    let lowered =
        Arm { joints: &joints, links, params: "", infos: "", motion: "", binds: "", ..Arm::default() }.lower();
    let arm = only(&lowered);
    let values = vec![0.0; 4];
    let open = gap(arm, &arm.loops[0], &links_of(arm, &values), &values);
    assert!((open - 12.0).abs() < 1e-12, "{open}");
    assert_eq!(arm.links.iter().map(|l| l.meta.sid.as_deref().unwrap()).collect::<String>(), "ABCD");
}

fn links_of(mechanism: &Mechanism, values: &[f64]) -> Vec<portolan_scene::glam::DMat4> {
    links(mechanism, values)
}

#[test]
fn a_joint_that_slides_may_be_bound_to_a_turn() {
    let nodes = NODES.replace(r#"<translate sid="move">9 9 9</translate>"#, r#"<rotate sid="move">0 0 1 0</rotate>"#);
    let lowered = Arm { nodes: &nodes, ..Arm::default() }.lower();
    assert!(codes(&lowered).contains(&"CNV267"));
    let node = &lowered.scene.nodes[only(&lowered).base.as_ref().unwrap().node.index()];
    assert_eq!(node.transforms[1].operation, Operation::Translate([2.0, 0.0, 0.0]));
}

#[test]
fn two_robots_that_share_their_nodes_move_apart() {
    let content = r##"<library_nodes><node id="part" sid="part"><rotate sid="turn">0 0 1 0</rotate></node></library_nodes>
        <library_visual_scenes><visual_scene id="v"><node id="a"><instance_node url="#part" sid="in"/></node>
        <node id="b"><instance_node url="#part" sid="in"/></node></visual_scene></library_visual_scenes>
        <library_kinematics_models><kinematics_model id="m"><technique_common><joint sid="j"><revolute sid="x"><axis>0 0 1</axis></revolute></joint>
        <link sid="l"/></technique_common></kinematics_model></library_kinematics_models>
        <library_kinematics_scenes><kinematics_scene id="ks"><instance_kinematics_model url="#m" sid="one"><newparam sid="one.model"><SIDREF>one</SIDREF></newparam></instance_kinematics_model>
        <instance_kinematics_model url="#m" sid="two"/></kinematics_scene></library_kinematics_scenes>
        <scene><instance_visual_scene url="#v"/><instance_kinematics_scene url="#ks">
        <bind_kinematics_model node="a/in"><param>one.model</param></bind_kinematics_model>
        <bind_kinematics_model node="b/in"><SIDREF>ks/two</SIDREF></bind_kinematics_model>
        <bind_joint_axis target="a/in/turn"><axis><SIDREF>one/j/x</SIDREF></axis><value><float>10</float></value></bind_joint_axis>
        <bind_joint_axis target="b/turn"><axis><SIDREF>two/j/x</SIDREF></axis><value><float>20</float></value></bind_joint_axis>
        </instance_kinematics_scene></scene>"##;
    let lowered = lower(content);
    assert_eq!(codes(&lowered), ["CNV270", "CNV269", "CNV269"]);
    let angle = |mechanism: usize| {
        let foot = lowered.scene.mechanisms[mechanism].base.as_ref().unwrap();
        let bound = &lowered.scene.mechanisms[mechanism].freedoms[0].targets[0];
        assert_eq!(foot.node, bound.node);
        lowered.scene.nodes[bound.node.index()].transforms[0].operation.values()[3]
    };
    assert_eq!((angle(0), angle(1)), (10.0, 20.0));
    assert_eq!(lowered.scene.nodes.len(), 4);
}

#[test]
fn what_the_scene_does_not_instantiate_stands_for_itself() {
    let whole = Arm::default().text();
    let start = whole.find("<scene>").unwrap();
    let without_scene = &whole[..start];
    let lowered = lower(without_scene);
    assert_eq!((only(&lowered).scene.as_deref(), only(&lowered).around.len()), (Some("ks"), 3));
    let start = whole.find("<library_kinematics_scenes>").unwrap();
    let lowered = lower(&whole[..start]);
    assert_eq!(only(&lowered).freedoms[0].motion.speed, Some(100.0));
    let start = whole.find("<library_articulated_systems>").unwrap();
    let lowered = lower(&whole[..start]);
    assert_eq!((only(&lowered).instance.as_deref(), only(&lowered).links.len()), (None, 3));
}

#[test]
fn parts_that_say_both_unit_and_axes_are_converted() {
    let asset = |inner: &str| format!("<asset>{inner}</asset>");
    let within = |asset: &str| Arm::default().text().replace(r#"name="Arm">"#, &format!(r#"name="Arm">{asset}"#));
    let both = lower(&within(&asset(r#"<unit meter="0.5"/><up_axis>Y_UP</up_axis>"#)));
    assert_eq!(only(&both).freedoms[1].limits, [None, Some(2.5)]);
    // The value is said by the scene, in the document's unit.
    assert_eq!(only(&both).freedoms[1].value, 2.0);
    let one = lower(&within(&asset("<up_axis>Z_UP</up_axis>")));
    assert_eq!(only(&one).freedoms[0].axis, [0.0, 0.0, 1.0]);
    assert!(codes(&one).contains(&"CNV272"));
}

/// Bad input: every mistake is told, and what is left is sound.
#[test]
fn mistakes_are_told() {
    let arm = Arm::default;
    let joints = |from: &str, to: &str| JOINTS.replace(from, to);
    let links = |from: &str, to: &str| LINKS.replace(from, to);
    let infos = |from: &str, to: &str| INFOS.replace(from, to);
    let binds = |from: &str, to: &str| BINDS.replace(from, to);
    let params = |from: &str, to: &str| PARAMS.replace(from, to);
    let math = |body: &str| {
        format!(
            r#"<formula><target><param>model/slide</param></target><technique_common><math xmlns="http://www.w3.org/1998/Math/MathML">
            {body}</math></technique_common></formula>"#
        )
    };
    let cases: Vec<(&str, &str, String)> = vec![
        ("an axis of length zero", "CNV263", Arm { joints: &joints("0 0 3", "0 0 0"), ..arm() }.text()),
        (
            "a joint without an axis",
            "CNV263",
            Arm {
                joints: &joints("<prismatic sid=\"p\"><axis>1 0 0</axis><limits><max>5</max></limits></prismatic>", ""),
                ..arm()
            }
            .text(),
        ),
        (
            "limits the wrong way round",
            "CNV264",
            Arm { joints: &joints("<min>-90</min>", "<min>99</min>"), ..arm() }.text(),
        ),
        (
            "a limit that is no number",
            "CNV266",
            Arm { joints: &joints("<min>-90</min>", "<min>NaN</min>"), ..arm() }.text(),
        ),
        ("soft limits beyond the hard ones", "CNV264", Arm { infos: &infos("-60", "-100"), ..arm() }.text()),
        ("a joint that is not there", "CNV260", Arm { links: &links("model/elbow", "model/knee"), ..arm() }.text()),
        ("a joint of another model", "CNV261", Arm { links: &links("model/elbow", "mode/elbow"), ..arm() }.text()),
        (
            "a loop with one end",
            "CNV265",
            Arm {
                links: &links(
                    "<link sid=\"hand\"/>",
                    "<link sid=\"hand\"><attachment_start joint=\"model/slide\"/></link>",
                ),
                ..arm()
            }
            .text(),
        ),
        (
            "a frame on no link",
            "CNV260",
            Arm { infos: &infos("model/base/arm/hand", "model/base/arm/foot"), ..arm() }.text(),
        ),
        ("an axis that is not there", "CNV260", Arm { infos: &infos("inst/elbow/x", "inst/elbow/y"), ..arm() }.text()),
        (
            "a parameter that is not there",
            "CNV266",
            Arm { infos: &infos("<param>max</param>", "<param>most</param>"), ..arm() }.text(),
        ),
        (
            "parameters in a circle",
            "CNV262",
            Arm {
                params: &params(
                    "<float>30</float>",
                    "<SIDREF>k.again</SIDREF></newparam><newparam sid=\"k.again\"><SIDREF>k.elbow.value</SIDREF>",
                ),
                ..arm()
            }
            .text(),
        ),
        ("a transform that is not there", "CNV260", Arm { binds: &binds("robot/turn", "robot/twist"), ..arm() }.text()),
        (
            "a node in place of a transform",
            "CNV260",
            Arm { binds: &binds("robot/turn", "place/robot"), ..arm() }.text(),
        ),
        ("a model that is not there", "CNV261", Arm { binds: &binds("s.model", "s.muddle"), ..arm() }.text()),
        ("a node that is not there", "CNV260", Arm { binds: &binds("place/robot", "place/rabbit"), ..arm() }.text()),
        ("an axis that is bound and not there", "CNV260", Arm { binds: &binds("s.elbow<", "s.knee<"), ..arm() }.text()),
        (
            "a value that is no number",
            "CNV266",
            Arm { binds: &binds("<param>k.slide.value</param>", "<float>NaN</float>"), ..arm() }.text(),
        ),
        ("two axes on one transform", "CNV267", Arm { binds: &binds("robot/move", "robot/turn"), ..arm() }.text()),
        ("an effector with one number", "CNV266", Arm { motion: &MOTION.replace("1 0.8", "1"), ..arm() }.text()),
        (
            "a parameter to be set that is not there",
            "CNV260",
            Arm { sets: r#"<setparam ref="none"><float>1</float></setparam>"#, ..arm() }.text(),
        ),
        (
            "a division by zero",
            "CNV268",
            Arm { formulas: &math("<apply><divide/><cn>1</cn><cn>0</cn></apply>"), ..arm() }.text(),
        ),
        (
            "a function that is not known",
            "CNV268",
            Arm { formulas: &math("<apply><csymbol>WARP</csymbol><cn>1</cn></apply>"), ..arm() }.text(),
        ),
        ("a symbol that is not known", "CNV268", Arm { formulas: &math("<ci>model/knee</ci>"), ..arm() }.text()),
        ("a formula of itself", "CNV262", Arm { formulas: &math("<ci>model/slide</ci>"), ..arm() }.text()),
        ("a system in itself", "CNV262", arm().text().replace(r##"url="#kin" sid"##, r##"url="#mot" sid"##)),
        ("a model that is a system", "CNV100", arm().text().replace(r##"url="#model""##, r##"url="#mot""##)),
        ("a model that is nowhere", "CNV100", arm().text().replace(r##"url="#model""##, r##"url="#muddle""##)),
    ];
    for (what, code, text) in cases {
        let lowered = lower(&text);
        assert!(codes(&lowered).contains(&code), "{what}: {:?}", codes(&lowered));
        for loss in lowered.losses.iter().filter(|l| l.code.id == code) {
            assert!(loss.origin.element > 0, "{what}: {loss:?}");
        }
    }
}

#[test]
fn functions_that_call_themselves_end() {
    let twice = r##"<library_formulas><formula id="f"><newparam sid="a"/><technique_common><math xmlns="http://www.w3.org/1998/Math/MathML"><apply><plus/>
        <apply><csymbol>f</csymbol><ci>a</ci></apply><apply><csymbol>f</csymbol><ci>a</ci></apply></apply></math></technique_common></formula></library_formulas>"##;
    let formulas = r#"<formula><target><param>model/slide</param></target><technique_common><math xmlns="http://www.w3.org/1998/Math/MathML">
        <apply><csymbol>f</csymbol><cn>1</cn></apply></math></technique_common></formula>"#;
    let lowered = Arm { formulas, more: twice, ..Arm::default() }.lower();
    assert!(codes(&lowered).contains(&"CNV268"));
}

#[test]
fn many_links_and_bindings_are_read_quickly() {
    let count = 20_000;
    let joint = |n: usize| format!(r#"<joint sid="j{n}"><revolute sid="x"><axis>0 0 1</axis></revolute></joint>"#);
    let joints: String = (0..count).map(joint).collect();
    let link = |n: usize| {
        format!(
            r#"<attachment_full joint="model/j{n}"><translate>1 0 0</translate><link sid="l{n}"/></attachment_full>"#
        )
    };
    let links = format!(r#"<link sid="base">{}</link>"#, (0..count).map(link).collect::<String>());
    let infos: String = (0..count).map(|n| format!(r#"<axis_info sid="a{n}" axis="inst/j{n}/x"><newparam sid="active"><bool>true</bool></newparam><active><param>active</param></active></axis_info>"#)).collect();
    let lowered =
        Arm { joints: &joints, links: &links, infos: &infos, params: "", motion: "", binds: "", ..Arm::default() }
            .lower();
    assert_eq!(only(&lowered).links.len(), count + 1);
}
