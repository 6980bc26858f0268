//! Numbers of robots and bodies that animations drive, and robots that come back from formats without words for them.

use portolan::convert::{Conversion, to};
use portolan::scene::{Target, UpAxis};
use portolan::simulate::Request;

use crate::robots::{ARM, assert_same, crane, open, places, pose};

/// A document of two balls: one falls in a gravity that grows, the other one hangs on a spring whose rest moves.
const FALL: &str = r##"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified><unit meter="1"/><up_axis>Y_UP</up_axis></asset>
<library_animations>
 <animation id="pull"><source id="t"><float_array id="ta" count="2">0 2</float_array><technique_common><accessor source="#ta" count="2"><param name="TIME" type="float"/></accessor></technique_common></source>
  <source id="v"><float_array id="va" count="6">0 0 0 0 -6 0</float_array><technique_common><accessor source="#va" count="2" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
  <source id="w"><float_array id="wa" count="2">0 2</float_array><technique_common><accessor source="#wa" count="2"><param name="V" type="float"/></accessor></technique_common></source>
  <source id="i"><Name_array id="ia" count="2">LINEAR LINEAR</Name_array><technique_common><accessor source="#ia" count="2"><param name="INTERPOLATION" type="Name"/></accessor></technique_common></source>
  <sampler id="s"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#v"/><input semantic="INTERPOLATION" source="#i"/></sampler>
  <sampler id="s2"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#w"/><input semantic="INTERPOLATION" source="#i"/></sampler>
  <channel source="#s" target="p/g"/><channel source="#s2" target="m/c/rest"/><channel source="#s2" target="m/a/weight"/></animation></library_animations>
<library_physics_models><physics_model id="m">
 <rigid_body sid="a"><technique_common><dynamic>true</dynamic><mass sid="weight">1</mass><shape><sphere><radius>0.1</radius></sphere></shape></technique_common></rigid_body>
 <rigid_body sid="b"><technique_common><dynamic>true</dynamic><mass>1</mass><shape><sphere><radius>0.1</radius></sphere></shape></technique_common></rigid_body>
 <rigid_constraint sid="c"><ref_attachment rigid_body="#n-post"/><attachment rigid_body="b"/><technique_common><interpenetrate>true</interpenetrate>
  <limits><linear><min>-INF 0 0</min><max>INF 0 0</max></linear></limits><spring><linear><stiffness>1000</stiffness><damping>60</damping><target_value sid="rest">0</target_value></linear></spring></technique_common></rigid_constraint>
</physics_model></library_physics_models>
<library_physics_scenes><physics_scene id="p"><instance_physics_model url="#m"><instance_rigid_body body="a" target="#n-a"><technique_common/></instance_rigid_body>
 <instance_rigid_body body="b" target="#n-b"><technique_common/></instance_rigid_body><instance_rigid_constraint constraint="c"/></instance_physics_model>
 <technique_common><gravity sid="g">0 0 0</gravity><time_step>0.004</time_step></technique_common></physics_scene></library_physics_scenes>
<library_visual_scenes><visual_scene id="vs"><node id="n-a"/><node id="n-b"><translate>0 0 5</translate></node><node id="n-post"><translate>0 0 5</translate></node></visual_scene></library_visual_scenes>
<scene><instance_physics_scene url="#p"/><instance_visual_scene url="#vs"/></scene></COLLADA>"##;

/// Where both balls are after two seconds, in metres with Y up.
fn fallen(file: &portolan::File) -> [[f64; 3]; 2] {
    let request = Request::default().with(|r| r.times = vec![2.0]);
    let json = file.simulate(&request).unwrap().to_json(file).unwrap();
    let metres = json["unit"]["meters"].as_f64().unwrap();
    let up = json["up_axis"].as_str().unwrap().to_owned();
    [0, 1].map(|body| {
        let world = &json["scenes"][0]["bodies"][body]["world"][0];
        let [x, y, z] = [12, 13, 14].map(|i: usize| world[i].as_f64().unwrap() * metres);
        if up == "Z" { [x, z, -y] } else { [x, y, z] }
    })
}

#[test]
fn animations_drive_gravity_masses_and_springs() {
    let first = open("fall.dae", &[("fall.dae".into(), FALL.into())]);
    assert!(first.losses().unwrap().iter().all(|l| l.code.id != "CNV226"), "{:?}", first.losses().unwrap());
    let scene = first.scene().unwrap();
    assert!(scene.check().is_empty(), "{:?}", scene.check());
    let [a, b] = fallen(&first);
    // 3 t³ / 6; the rest of the spring is 2 metres away at the end, and the ball comes along.
    assert!((a[1] + 4.0).abs() < 0.05, "{a:?}");
    assert!((b[0] - 2.0).abs() < 0.2, "{b:?}");
    // Written anew, in another unit and with another axis up, they are driven alike.
    for (unit, up) in [(None, None), (Some(0.01), Some(UpAxis::Z))] {
        let conversion = Conversion::to(&to::DAE).with(|c| (c.rebuild, c.unit, c.up_axis) = (true, unit, up));
        let dae = first.convert(&conversion).unwrap();
        assert!(dae.losses.iter().all(|l| !l.message.contains("cannot address")), "{:?}", dae.losses);
        let second = open(&dae.files[0].0, &dae.files);
        for (one, two) in [a, b].iter().flatten().zip(fallen(&second).iter().flatten()) {
            assert!((one - two).abs() < 1e-3, "{:?} {:?}", [a, b], fallen(&second));
        }
    }
    // Other formats have none of it, and it is told.
    let glb = first.convert(&Conversion::to(&to::GLB)).unwrap();
    assert!(glb.losses.iter().any(|l| l.message.contains("a number of physics")), "{:?}", glb.losses);
}

#[test]
fn animations_drive_the_parameters_of_joints() {
    let curve = r##"<library_animations><animation id="turn"><source id="t"><float_array id="ta" count="2">0 1</float_array><technique_common><accessor source="#ta" count="2"><param name="TIME" type="float"/></accessor></technique_common></source>
      <source id="v"><float_array id="va" count="2">0 40</float_array><technique_common><accessor source="#va" count="2"><param name="V" type="float"/></accessor></technique_common></source>
      <source id="i"><Name_array id="ia" count="2">LINEAR LINEAR</Name_array><technique_common><accessor source="#ia" count="2"><param name="INTERPOLATION" type="Name"/></accessor></technique_common></source>
      <sampler id="s"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#v"/><input semantic="INTERPOLATION" source="#i"/></sampler>
      <channel source="#s" target="ks/q"/></animation></library_animations><library_kinematics_models>"##;
    let text = ARM
        .replacen("<library_kinematics_models>", curve, 1)
        .replace(
            "url=\"#mot\" sid=\"minst\"/>",
            "url=\"#mot\" sid=\"minst\"><newparam sid=\"q\"><float>20</float></newparam></instance_articulated_system>",
        )
        .replace("<value><float>20</float></value>", "<value><param>q</param></value>");
    let file = open("arm.dae", &[("arm.dae".into(), text.into_bytes())]);
    let scene = file.scene().unwrap();
    let channels: Vec<&Target> = scene.animations.iter().flat_map(|a| &a.channels).map(|c| &c.target).collect();
    assert!(channels.iter().any(|t| matches!(t, Target::Freedom { freedom: 0, .. })), "{channels:?}");
    // At half the time the joint is at 20 degrees, and what follows it by its formula at twice that and 0.25 radians.
    let overrides = portolan::eval::sample(scene, &portolan::eval::Playing::Default, 0.5);
    let kinematics = portolan::eval::kinematics::Kinematics::new(scene);
    let values = kinematics.values(portolan::scene::MechanismId(0), &overrides);
    assert!((values[0] - 20.0).abs() < 1e-9 && (values[2] - (40.0 + 0.25f64.to_degrees())).abs() < 1e-9, "{values:?}");
    let glb = file.convert(&Conversion::to(&to::GLB)).unwrap();
    let bytes = &glb.files[0].1;
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let json: serde_json::Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    let moved = json["animations"][0]["channels"].as_array().unwrap();
    assert!(moved.iter().any(|c| c["target"]["path"] == "rotation"), "{moved:?}");
    // The nodes show it, so nothing of the motion is dropped.
    let of_joints = |file: &portolan::File, target| {
        let losses = file.convert(&Conversion::to(target)).unwrap().losses;
        let fates: Vec<_> =
            losses.iter().filter(|l| l.message.contains("animation of a joint")).map(|l| l.fate).collect();
        fates
    };
    for target in [&to::GLB, &to::OGEX, &to::X3D] {
        assert_eq!(of_joints(&file, target), [portolan::scene::Fate::Baked], "{}", target.extension);
    }
}

#[test]
fn robots_without_words_come_back_from_gltf() {
    let glb_and_back = |file: &portolan::File, conversion: &Conversion| {
        let glb = file.convert(conversion).unwrap();
        let lost: Vec<_> = glb.losses.iter().filter(|l| ["CNV950", "CNV951"].contains(&l.code.id)).collect();
        assert!(lost.is_empty(), "{lost:?}");
        let between = open("a.glb", &[("a.glb".into(), glb.files[0].1.clone())]);
        let dae = between.convert(&Conversion::to(&to::DAE)).unwrap();
        let text = String::from_utf8_lossy(&dae.files[0].1).into_owned();
        assert!(text.contains("<kinematics_model"), "{text}");
        open("a.dae", &[("a.dae".into(), dae.files[0].1.clone())])
    };
    let first = crane();
    let second = glb_and_back(&first, &Conversion::to(&to::GLB));
    for values in [&[][..], &[("swing", 70.0)]] {
        assert_same(&places(&pose(&first, values)), &places(&pose(&second, values)));
    }
    let bodies = |f: &portolan::File| f.scene().unwrap().physics[0].bodies.iter().map(|b| b.mass).collect::<Vec<_>>();
    assert_eq!(bodies(&first), bodies(&second));
    // A robot that is posed is written with other values than its document has.
    let arm = open("arm.dae", &[("arm.dae".into(), ARM.into())]);
    let values = [("shoulder", 33.0), ("slide", 0.25)];
    let request = portolan::pose::Request::default()
        .with(|r| r.values = values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect());
    let posed = arm.pose(&request).unwrap().put(&arm, None).unwrap();
    let second = glb_and_back(&posed, &Conversion::to(&to::GLB));
    assert_same(&places(&pose(&arm, &values)), &places(&pose(&second, &[])));
    assert_same(
        &places(&pose(&arm, &[("shoulder", 5.0), ("slide", 0.0)])),
        &places(&pose(&second, &[("shoulder", 5.0), ("slide", 0.0)])),
    );
}
