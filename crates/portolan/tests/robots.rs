//! Robots and bodies that are written: in another unit, with another axis up, in another format, and read again.

use portolan::OpenOptions;
use portolan::convert::{Conversion, to};
use portolan::pose::Request;
use portolan::resources::Memory;
use portolan::scene::{Fate, UpAxis};
use serde_json::Value;

pub const ARM: &str = r##"<COLLADA xmlns="http://www.collada.org/2008/03/COLLADASchema" version="1.5.0">
<asset><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified><unit meter="1"/><up_axis>Z_UP</up_axis></asset>
<library_kinematics_models><kinematics_model id="arm" name="Arm"><technique_common>
  <joint sid="j0" name="shoulder"><revolute sid="axis0"><axis>0 0 1</axis><limits><min>-90</min><max>90</max></limits></revolute></joint>
  <joint sid="j1" name="slide"><prismatic sid="axis0"><axis>1 0 0</axis><limits><min>-0.5</min><max>0.5</max></limits></prismatic></joint>
  <joint sid="j2" name="follower"><revolute sid="axis0"><axis>0 1 0</axis></revolute></joint>
  <link sid="base" name="base"><translate>0 0 0.1</translate>
    <attachment_full joint="arm/j0"><translate>0 0 1</translate><link sid="upper" name="upper"><translate>0.2 0 0</translate>
      <attachment_full joint="arm/j1"><translate>2 0 0</translate><link sid="lower" name="lower">
        <attachment_full joint="arm/j2"><translate>0 0 0.5</translate><link sid="hand" name="hand"/></attachment_full>
      </link></attachment_full></link></attachment_full></link>
  <formula sid="f"><target><param>arm/j2</param></target><technique_common><math xmlns="http://www.w3.org/1998/Math/MathML">
    <apply><plus/><apply><times/><cn>2</cn><ci>arm/j0</ci></apply><cn>0.25</cn></apply></math></technique_common></formula>
</technique_common></kinematics_model></library_kinematics_models>
<library_articulated_systems>
 <articulated_system id="kin"><kinematics><instance_kinematics_model url="#arm" sid="inst"/><technique_common>
   <axis_info axis="arm/j0/axis0" sid="i0"><active><bool>true</bool></active><locked><bool>false</bool></locked><index><int>3</int></index>
     <limits><min><float>-45</float></min><max><float>45</float></max></limits></axis_info>
   <axis_info axis="arm/j1/axis0" sid="i1"/>
   <frame_origin link="arm/base"/><frame_tip link="arm/hand"><translate>0 0 0.1</translate></frame_tip></technique_common></kinematics>
   <extra type="manipulator" name="hand"><technique profile="OpenRAVE"><frame_origin link="arm/base"/>
     <frame_tip link="arm/hand"><translate>0 0 0.3</translate><direction>0 0 1</direction></frame_tip>
     <gripper_joint joint="arm/j2"/></technique></extra>
   <extra type="note"><technique profile="OpenRAVE"><sensor/></technique></extra></articulated_system>
 <articulated_system id="mot"><motion><instance_articulated_system url="#kin" sid="kinst"/><technique_common>
   <axis_info axis="kin/i0"><speed><float>30</float></speed><acceleration><float>60</float></acceleration></axis_info>
   <axis_info axis="kin/i1"><speed><float>0.5</float></speed></axis_info></technique_common></motion></articulated_system>
</library_articulated_systems>
<library_kinematics_scenes><kinematics_scene id="ks"><instance_articulated_system url="#mot" sid="minst"/></kinematics_scene></library_kinematics_scenes>
<library_physics_materials><physics_material id="rubber"><technique_common><dynamic_friction>0.5</dynamic_friction></technique_common></physics_material></library_physics_materials>
<library_physics_models><physics_model id="pm">
 <rigid_body sid="rb" name="base"><technique_common><dynamic>true</dynamic><mass>2</mass><mass_frame><translate>0 0 0.5</translate></mass_frame><inertia>1 2 2.5</inertia>
   <instance_physics_material url="#rubber"/><shape><box><half_extents>1 2 3</half_extents></box><translate>0 0 1</translate></shape></technique_common></rigid_body>
 <rigid_body sid="rh" name="hand"><technique_common><dynamic>true</dynamic><shape><density>3</density><cylinder><height>2</height><radius>0.5 0.5</radius></cylinder></shape></technique_common></rigid_body>
 <rigid_constraint sid="rc"><ref_attachment rigid_body="pm/rb"><translate>0 0 1</translate></ref_attachment><attachment rigid_body="pm/rh"/>
   <technique_common><limits><linear><min>-1 0 0</min><max>INF 0 0</max></linear></limits>
   <spring><linear><stiffness>5</stiffness><target_value>0.5</target_value></linear></spring></technique_common></rigid_constraint>
 </physics_model><physics_model id="pm2"><rigid_body sid="r2"><technique_common><shape><sphere><radius>1</radius></sphere></shape></technique_common></rigid_body></physics_model></library_physics_models>
<library_physics_scenes><physics_scene id="ps"><instance_physics_model url="#pm" sid="first" parent="#n-base">
   <instance_rigid_body body="rb" target="#n-base" sid="irb"><technique_common><velocity>1 0 0</velocity></technique_common></instance_rigid_body>
   <instance_rigid_body body="rh" target="#n-hand"><technique_common/></instance_rigid_body><instance_rigid_constraint constraint="rc"/></instance_physics_model>
   <instance_physics_model url="#pm2" sid="second"><instance_rigid_body body="r2" target="#n-lower"><technique_common/></instance_rigid_body></instance_physics_model>
   <technique_common><gravity>0 0 -9.8</gravity><time_step>0.01</time_step></technique_common></physics_scene></library_physics_scenes>
<library_visual_scenes><visual_scene id="v"><node id="n-base" name="base"><translate>0 0 0.1</translate>
 <node id="n-upper" name="upper"><translate>0 0 1</translate><rotate sid="r0">0 0 1 0</rotate><translate>0.2 0 0</translate>
  <node id="n-lower" name="lower"><translate>2 0 0</translate><translate sid="t1">0 0 0</translate>
   <node id="n-hand" name="hand"><translate>0 0 0.5</translate><rotate sid="r2">0 1 0 0</rotate></node></node></node></node></visual_scene></library_visual_scenes>
<scene><instance_physics_scene url="#ps"/><instance_visual_scene url="#v"/><instance_kinematics_scene url="#ks">
 <bind_kinematics_model node="n-base"><SIDREF>kin/inst</SIDREF></bind_kinematics_model>
 <bind_joint_axis target="n-upper/r0"><axis><SIDREF>arm/j0/axis0</SIDREF></axis><value><float>20</float></value></bind_joint_axis>
 <bind_joint_axis target="n-lower/t1"><axis><SIDREF>arm/j1/axis0</SIDREF></axis><value><float>0.125</float></value></bind_joint_axis>
 <bind_joint_axis target="n-hand/r2"><axis><SIDREF>arm/j2/axis0</SIDREF></axis><value><float>0</float></value></bind_joint_axis>
</instance_kinematics_scene></scene></COLLADA>"##;

pub fn open(name: &str, files: &[(String, Vec<u8>)]) -> portolan::File {
    let memory = files.iter().fold(Memory::new(), |memory, (name, bytes)| memory.with(name, bytes.clone()));
    OpenOptions::within(memory).open(name).unwrap()
}

pub fn pose(file: &portolan::File, values: &[(&str, f64)]) -> Value {
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    file.pose(&Request::default().with(|r| r.values = values)).unwrap().to_json(file).unwrap()
}

/// Where links are seen from the first one, in metres, by name.
pub fn places(json: &Value) -> Vec<(String, [f64; 3])> {
    let metres = json["unit"]["meters"].as_f64().unwrap();
    let mut all = Vec::new();
    let mut base = None;
    for link in json["models"][0]["links"].as_array().unwrap() {
        let m: Vec<f64> = link["world"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
        let world = portolan::scene::glam::DMat4::from_cols_slice(&m);
        let base = *base.get_or_insert(world);
        let seen = (base.inverse() * world).w_axis.truncate() * metres;
        all.push((link["name"].as_str().unwrap().to_owned(), seen.to_array()));
    }
    all
}

pub fn assert_same(a: &[(String, [f64; 3])], b: &[(String, [f64; 3])]) {
    for (name, place) in a {
        let other = b.iter().find(|(n, _)| n == name).unwrap_or_else(|| panic!("no link {name} in {b:?}")).1;
        assert!(place.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-9), "{name}: {place:?} {other:?}");
    }
}

#[test]
fn robots_and_bodies_follow_unit_and_axes() {
    let first = open("arm.dae", &[("arm.dae".into(), ARM.into())]);
    let moved = Conversion::to(&to::DAE).with(|c| {
        c.unit = Some(0.001);
        c.up_axis = Some(UpAxis::Z);
    });
    let converted = first.convert(&moved).unwrap();
    let text = String::from_utf8(converted.files[0].1.clone()).unwrap();
    let second = open("arm.dae", &[("arm.dae".into(), converted.files[0].1.clone())]);
    for values in [&[][..], &[("shoulder", 33.0)]] {
        assert_same(&places(&pose(&first, values)), &places(&pose(&second, values)));
    }
    // A length is given in the unit of the document.
    assert_same(&places(&pose(&first, &[("slide", 0.25)])), &places(&pose(&second, &[("slide", 250.0)])));
    for part in [
        r#"<kinematics_model id="arm" name="Arm">"#,
        "<max>500</max>",
        r#"<articulated_system id="kin">"#,
        "<float>-45</float>",
        "<int>3</int>",
        "<gripper_joint joint=\"arm/j2\"/>",
        "<translate>0 0 300</translate>",
        "<sensor/>",
        "<velocity>1000 0 0</velocity>",
        "<half_extents>1000 2000 3000</half_extents>",
        "<inertia>1000000 2000000 2500000</inertia>",
        "<max>INF 0 0</max>",
        "<target_value>500</target_value>",
        r##"<instance_physics_material url="#rubber"/>"##,
        "<gravity>0 0 -9800</gravity>",
        "<float>125</float>",
    ] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    let (a, b) = (&pose(&first, &[])["models"][0], &pose(&second, &[])["models"][0]);
    assert_eq!(a["joints"][0]["axes"], b["joints"][0]["axes"]);
    assert_eq!(a["joints"][1]["axes"][0]["speed"], b["joints"][1]["axes"][0]["speed"]);
    assert!(converted.losses.iter().all(|l| l.code.id != "CNV822"), "{:?}", converted.losses);
    let [one, two] = [&first, &second].map(|f| f.scene().unwrap().physics[0].clone());
    assert_eq!(one.bodies.len(), two.bodies.len());
    assert_eq!(one.constraints.len(), two.constraints.len());
    assert_eq!(two.constraints[0].linear[0], [Some(-1000.0), None]);
}

#[test]
fn what_cannot_be_written_of_robots_is_told() {
    let text = ARM
        .replace("<translate>0.2 0 0</translate>\n", "<translate>0.2 0 0</translate><scale>2 2 2</scale>\n")
        .replace(
            "<rigid_constraint sid=\"rc\">",
            "<rigid_constraint sid=\"across\"><ref_attachment rigid_body=\"pm/rb\"/><attachment rigid_body=\"pm2/r2\"/><technique_common/></rigid_constraint><rigid_constraint sid=\"rc\">",
        );
    let file = open("arm.dae", &[("arm.dae".into(), text.into_bytes())]);
    let converted = file.convert(&Conversion::to(&to::DAE).with(|c| c.unit = Some(0.01))).unwrap();
    let told: Vec<(&str, Fate)> = converted.losses.iter().map(|l| (l.code.id, l.fate)).collect();
    assert!(told.contains(&("CNV825", Fate::Approximated)), "{told:?}");
    assert!(told.contains(&("CNV826", Fate::Dropped)), "{told:?}");
}

const URDF: &str = r#"<?xml version="1.0"?>
<robot name="crane">
  <material name="red"><color rgba="1 0 0 0.5"/></material>
  <link name="base"><inertial><origin xyz="0 0 0.5" rpy="0 0 0.3"/><mass value="4"/><inertia ixx="1" ixy="0.1" ixz="0" iyy="1.2" iyz="0" izz="0.9"/></inertial>
    <visual><geometry><box size="1 1 0.5"/></geometry><material name="red"/></visual>
    <collision><origin xyz="0 0 0.25"/><geometry><cylinder radius="0.5" length="1"/></geometry></collision></link>
  <link name="arm"><visual><origin rpy="0 1.5707963267948966 0"/><geometry><mesh filename="bar.stl" scale="0.001 0.001 0.001"/></geometry></visual>
    <collision><geometry><mesh filename="bar.stl" scale="0.001 0.001 0.001"/></geometry></collision></link>
  <link name="tool"/>
  <link name="finger"/>
  <joint name="swing" type="revolute"><origin xyz="0 0 1" rpy="0.1 0.2 0.3"/><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="2" effort="12" velocity="3"/><dynamics damping="0.7"/></joint>
  <joint name="mount" type="fixed"><origin xyz="1 0 0"/><parent link="arm"/><child link="tool"/></joint>
  <joint name="grip" type="prismatic"><origin xyz="0 0.1 0"/><parent link="tool"/><child link="finger"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.1" effort="1" velocity="0.2"/><mimic joint="swing" multiplier="0.05" offset="0.01"/></joint>
  <transmission name="t"/>
</robot>"#;

const BAR: &str = "solid bar\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1000 0 0\nvertex 0 1000 0\nendloop\nendfacet\nendsolid bar\n";

pub fn crane() -> portolan::File {
    open("crane.urdf", &[("crane.urdf".into(), URDF.into()), ("bar.stl".into(), BAR.into())])
}

#[test]
fn a_robot_of_urdf_has_links_joints_and_bodies() {
    let file = crane();
    let scene = file.scene().unwrap();
    assert!(scene.check().is_empty(), "{:?}", scene.check());
    let json = pose(&file, &[("swing", 90.0)]);
    let model = &json["models"][0];
    assert_eq!(model["links"].as_array().unwrap().len(), 4);
    let axis = &model["joints"][0]["axes"][0];
    assert!((axis["max"].as_f64().unwrap() - 2f64.to_degrees()).abs() < 1e-9);
    // 0.05 · π/2 + 0.01 metres.
    let grip = model["joints"][2]["axes"][0]["value"].as_f64().unwrap();
    assert!((grip - (0.05 * std::f64::consts::FRAC_PI_2 + 0.01)).abs() < 1e-12, "{grip}");
    // What follows another joint is where that puts it, without being asked: 0.01 metres beside its origin.
    let finger = scene.mechanisms[0].links[3].node.and_then(|n| scene.node(n)).unwrap().matrix().w_axis;
    assert!((finger.y - 0.11).abs() < 1e-12, "{finger}");
    let bodies = &scene.physics[0].bodies;
    assert_eq!(bodies.len(), 2);
    assert_eq!((bodies[0].mass, bodies[1].dynamic), (Some(4.0), false));
    // Nothing else is left out.
    let told: Vec<&str> = file.losses().unwrap().iter().map(|l| l.code.id).collect();
    assert_eq!(told, ["CNV842"]);
}

#[test]
fn a_robot_stays_the_same_by_way_of_other_formats() {
    let first = crane();
    let dae = first.convert(&Conversion::to(&to::DAE)).unwrap();
    let text = String::from_utf8(dae.files[0].1.clone()).unwrap();
    assert!(text.contains("version=\"1.5.0\"") && text.contains("<kinematics_model"), "{text}");
    assert!(dae.losses.iter().all(|l| l.code.id != "CNV822"), "{:?}", dae.losses);
    let second = open("scene.dae", &dae.files);
    let urdf = second.convert(&Conversion::to(&to::URDF)).unwrap();
    let third = open("scene.urdf", &urdf.files);
    for values in [&[][..], &[("swing", 70.0)]] {
        let wanted = places(&pose(&first, values));
        assert_same(&wanted, &places(&pose(&second, values)));
        assert_same(&wanted, &places(&pose(&third, values)));
    }
    let text = String::from_utf8(urdf.files[0].1.clone()).unwrap();
    for part in [
        "effort=\"12\"",
        "<dynamics damping=\"0.7\"/>",
        "multiplier=\"0.05\"",
        "type=\"fixed\"",
        "<transmission name=\"t\"/>",
    ] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    let [a, b] = [&first, &third].map(|f| {
        let scene = f.scene().unwrap();
        let weight = portolan::eval::mass::Scales::new(scene).weigh(&scene.physics[0].bodies[0]);
        (weight.mass, weight.centre, weight.inertia())
    });
    assert!((a.0 - b.0).abs() < 1e-9 && a.1.abs_diff_eq(b.1, 1e-9) && a.2.abs_diff_eq(b.2, 1e-9), "{a:?} {b:?}");
    let limits =
        |f: &portolan::File| f.scene().unwrap().mechanisms[0].freedoms[0].limits.map(|v| (v.unwrap() * 1e9).round());
    assert_eq!(limits(&first), limits(&third));
    // A scene without joints is one link.
    let glb = first.convert(&Conversion::to(&to::GLB)).unwrap();
    let rigid = open("scene.glb", &glb.files).convert(&Conversion::to(&to::URDF)).unwrap();
    assert!(rigid.losses.iter().any(|l| l.code.id == "CNV843"));
}

#[test]
fn what_is_wrong_with_a_robot_is_found_with_its_line() {
    for (from, to_, code, line) in [
        ("<robot name=\"crane\">", "<robo name=\"crane\">", "URD001", None),
        ("child link=\"arm\"", "child link=\"leg\"", "URD002", Some(11)),
        ("link name=\"finger\"", "link name=\"tool\"", "URD003", Some(10)),
        ("parent link=\"base\"", "parent link=\"finger\"", "URD004", None),
        ("axis xyz=\"0 0 1\"", "axis xyz=\"0 0 0\"", "URD005", Some(11)),
        ("lower=\"-1\"", "lower=\"9\"", "URD005", None),
        ("mass value=\"4\"", "mass value=\"-4\"", "URD005", Some(4)),
        ("type=\"fixed\"", "type=\"welded\"", "URD006", Some(13)),
        ("radius=\"0.5\" length=\"1\"", "radius=\"-1\" length=\"1\"", "URD005", Some(6)),
        ("joint=\"swing\"", "joint=\"nothing\"", "URD002", None),
    ] {
        let text = URDF
            .replace(from, to_)
            .replace("</robot>", if from.starts_with("<robot") { "</robo>" } else { "</robot>" });
        let memory = Memory::new().with("a.urdf", text.clone());
        let file = OpenOptions::within(memory).open("a.urdf").unwrap();
        let report = file.report().unwrap();
        let source = report.opened.documents()[0].1.source();
        let found: Vec<(&str, u32)> =
            report.findings.iter().map(|f| (f.code.id, source.place(f.span.start).line)).collect();
        let is = |(id, at): &(&str, u32)| *id == code && line.is_none_or(|line| line == *at);
        assert!(found.iter().any(is), "{to_}: {code} is not in {found:?}");
        assert!(file.scene().unwrap().check().is_empty());
    }
}

#[test]
fn what_urdf_does_not_have_is_told() {
    let file = open("arm.dae", &[("arm.dae".into(), ARM.into())]);
    let converted = file.convert(&Conversion::to(&to::URDF)).unwrap();
    let written = open("scene.urdf", &converted.files);
    for values in [&[("shoulder", 0.0), ("slide", 0.0)], &[("shoulder", -40.0), ("slide", 0.25)]] {
        assert_same(&places(&pose(&file, values)), &places(&pose(&written, values)));
    }
    let text = ARM.replace("<revolute sid=\"axis0\"><axis>0 1 0</axis></revolute>", "<revolute sid=\"axis0\"><axis>0 1 0</axis></revolute><revolute sid=\"axis1\"><axis>0 0 1</axis></revolute>").replace("<box><half_extents>1 2 3</half_extents></box>", "<plane><equation>0 0 1 0</equation></plane>");
    let told = open("arm.dae", &[("arm.dae".into(), text.into())]).convert(&Conversion::to(&to::URDF)).unwrap();
    let told: Vec<&str> = told.losses.iter().map(|l| l.code.id).collect();
    assert!(told.contains(&"CNV844") && told.contains(&"CNV845"), "{told:?}");
    // A table that stands beside the robot belongs to none of its links.
    let table = "<library_geometries><geometry id=\"table\"><mesh><source id=\"p\"><float_array id=\"pa\" count=\"9\">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source=\"#pa\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source><vertices id=\"v0\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v0\" offset=\"0\"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>";
    let text = ARM.replace("<library_visual_scenes>", &format!("{table}<library_visual_scenes>")).replace(
        "<visual_scene id=\"v\">",
        "<visual_scene id=\"v\"><node id=\"desk\"><instance_geometry url=\"#table\"/></node>",
    );
    let beside = open("arm.dae", &[("arm.dae".into(), text.into())]).convert(&Conversion::to(&to::URDF)).unwrap();
    let told: Vec<_> = beside.losses.iter().map(|l| (l.code.id, l.fate)).collect();
    assert!(told.contains(&("CNV846", Fate::Approximated)), "{told:?}");
    assert_eq!(beside.files.iter().filter(|(name, _)| !name.ends_with(".urdf")).count(), 1);
    // Of a mesh file only shapes are taken.
    let text = URDF.replace("bar.stl", "arm.dae");
    let mixed = open("crane.urdf", &[("crane.urdf".into(), text.into()), ("arm.dae".into(), ARM.into())]);
    assert!(mixed.losses().unwrap().iter().any(|l| l.code.id == "CNV841"));
    let alone = open("crane.urdf", &[("crane.urdf".into(), URDF.into())]);
    assert!(alone.losses().unwrap().iter().any(|l| l.code.id == "CNV840"));
}

#[test]
fn kinematics_and_physics_come_back_from_gltf() {
    // In centimetres with Z up, so that everything hangs below a node that leads to metres.
    let text = ARM.replace("<unit meter=\"1\"/>", "<unit meter=\"0.01\"/>");
    let first = open("arm.dae", &[("arm.dae".into(), text.into_bytes())]);
    let glb = first.convert(&Conversion::to(&to::GLB)).unwrap();
    assert!(glb.losses.iter().all(|l| l.fate != Fate::Dropped), "{:?}", glb.losses);
    let between = open("arm.glb", &glb.files.iter().map(|(_, b)| ("arm.glb".into(), b.clone())).collect::<Vec<_>>());
    let dae = between.convert(&Conversion::to(&to::DAE)).unwrap();
    let second = open("arm.dae", &[("arm.dae".into(), dae.files[0].1.clone())]);
    for values in [&[][..], &[("shoulder", 33.0), ("slide", 0.25)]] {
        assert_same(&places(&pose(&first, values)), &places(&pose(&second, values)));
    }
    let worlds = |f: &portolan::File| {
        let json = pose(f, &[("shoulder", 33.0)]);
        let nodes = json["nodes"].as_array().unwrap();
        let hand = nodes.iter().find(|n| n["id"] == "n-hand").unwrap_or_else(|| panic!("{nodes:?}"));
        hand["world"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect::<Vec<f64>>()
    };
    for (a, b) in worlds(&first).iter().zip(worlds(&second)) {
        assert!((a - b).abs() < 1e-6, "{a} {b}");
    }
    let [one, two] = [&first, &second].map(|f| f.scene().unwrap().physics[0].clone());
    assert_eq!((one.gravity, one.step), (two.gravity, two.step));
    assert_eq!((one.bodies.len(), one.constraints.len()), (two.bodies.len(), two.constraints.len()));
    for (a, b) in one.bodies.iter().zip(&two.bodies) {
        let forms = |body: &portolan::scene::Body| body.colliders.iter().map(|c| c.form).collect::<Vec<_>>();
        assert_eq!((a.label(), a.mass, a.inertia, forms(a)), (b.label(), b.mass, b.inertia, forms(b)));
    }
}

#[test]
fn bodies_are_written_as_extensions_of_gltf() {
    let plane = "<plane><equation>0 0 1 0</equation></plane>";
    let text = ARM.replace("<shape><sphere><radius>1</radius></sphere></shape>", &format!("<shape>{plane}</shape>"));
    let file = open("arm.dae", &[("arm.dae".into(), text.into_bytes())]);
    let written = |physics: bool| {
        let converted = file.convert(&Conversion::to(&to::GLTF).with(|c| c.physics = physics)).unwrap();
        let main = converted.files.iter().find(|(name, _)| name.ends_with(".gltf")).unwrap();
        (serde_json::from_slice::<Value>(&main.1).unwrap(), converted.losses)
    };
    assert!(written(false).0["extensionsUsed"].is_null());
    let (json, losses) = written(true);
    assert!(losses.iter().any(|l| l.code.id == "CNV348"), "{losses:?}");
    assert_eq!(json["extensionsUsed"], serde_json::json!(["KHR_implicit_shapes", "KHR_physics_rigid_bodies"]));
    let shapes = json["extensions"]["KHR_implicit_shapes"]["shapes"].as_array().unwrap();
    assert_eq!(shapes[0], serde_json::json!({"type": "box", "box": {"size": [2.0, 4.0, 6.0]}}));
    let round = serde_json::json!({"height": 2.0, "radiusTop": 0.5, "radiusBottom": 0.5});
    assert_eq!(shapes[1], serde_json::json!({"type": "cylinder", "cylinder": round}));
    let nodes = json["nodes"].as_array().unwrap();
    let part = |node: &Value, name: &str| node["extensions"]["KHR_physics_rigid_bodies"][name].clone();
    let base = nodes.iter().find(|n| n["name"] == "base").unwrap();
    let motion = part(base, "motion");
    assert_eq!(motion["mass"], 2.0);
    assert_eq!(motion["centerOfMass"], serde_json::json!([0.0, 0.0, 0.5]));
    assert_eq!(motion["linearVelocity"], serde_json::json!([1.0, 0.0, 0.0]));
    let children: Vec<&Value> =
        base["children"].as_array().unwrap().iter().map(|c| &nodes[c.as_u64().unwrap() as usize]).collect();
    let collider = children.iter().find(|c| !part(c, "collider").is_null()).unwrap();
    assert_eq!(collider["translation"], serde_json::json!([0.0, 0.0, 1.0]));
    let joints: Vec<&Value> = nodes.iter().filter(|n| !part(n, "joint").is_null()).collect();
    assert_eq!(joints.len(), 1);
    let joint = &json["extensions"]["KHR_physics_rigid_bodies"]["physicsJoints"][0];
    assert_eq!(joint["limits"][0], serde_json::json!({"linearAxes": [0], "min": -1.0}));
    assert_eq!(joint["limits"].as_array().unwrap().len(), 6);
    assert_eq!(joint["drives"][0]["positionTarget"], 0.5);
}

#[test]
fn what_applications_add_to_robots_is_shown() {
    let text = ARM.replace(
        "<extra type=\"note\">",
        "<extra type=\"attach_actuator\" name=\"motor\"><technique profile=\"OpenRAVE\"><bind_actuator joint=\"arm/j0\"/></technique></extra><extra type=\"note\">",
    );
    let file = open("arm.dae", &[("arm.dae".into(), text.into_bytes())]);
    let info = file.info().unwrap();
    let rows: Vec<_> = info.details.robots.iter().map(|r| (r.kind.as_str(), r.name.as_str())).collect();
    assert_eq!(rows, [("manipulator", "hand"), ("attach_actuator", "motor"), ("note", "")]);
    assert_eq!(info.details.robots[0].links, ["base", "hand"]);
    assert_eq!(info.details.robots[0].joints, ["arm/j2"]);
    assert_eq!(info.details.robots[1].joints, ["arm/j0"]);
}
