//! Robots: a thousand poses in one process.

use std::path::Path;
use std::time::Instant;

use portolan::OpenOptions;
use portolan::pose::Request;

use crate::fastest;

/// How many poses.
const POSES: u32 = 1000;

/// The links of the robot that is made where no file is given.
const LINKS: usize = 30;

/// Measures a file with joints, or a robot that is made for it.
pub fn measure(file: Option<&Path>) {
    let options = OpenOptions::default();
    let opened = match file {
        Some(file) => options.open(file),
        None => options.open_bytes("robot.dae", robot().into_bytes()),
    };
    let Ok(opened) = opened else { return println!("  it cannot be opened") };
    let joints: Vec<String> = match opened.info() {
        Ok(info) => info.details.joints.iter().filter(|j| !j.locked).map(|j| j.name.clone()).collect(),
        Err(_) => Vec::new(),
    };
    let seconds = fastest(|| {
        let started = Instant::now();
        for pose in 0..POSES {
            let values = joints.iter().map(|name| (name.clone(), f64::from(pose % 90))).collect();
            let posed = opened.pose(&Request::default().with(|r| r.values = values));
            assert!(posed.is_ok(), "a joint that `info` lists can be set");
        }
        started.elapsed().as_secs_f64()
    });
    println!("  {POSES} poses of {} joints: {seconds:.3} s (at most 0.1)", joints.len());
}

/// A chain of links, each with a node.
fn robot() -> String {
    let each = |text: fn(usize) -> String| (0..LINKS).map(text).collect::<String>();
    let joints = each(|i| format!(r#"<joint sid="j{i}"><revolute sid="a"><axis>0 0 1</axis></revolute></joint>"#));
    let links = each(|i| format!(r#"<attachment_full joint="m/j{i}"><translate>0.1 0 0</translate><link sid="l{i}">"#))
        + &"</link></attachment_full>".repeat(LINKS);
    let nodes = each(|i| format!(r#"<node id="n{i}"><translate>0.1 0 0</translate><rotate sid="r">0 0 1 0</rotate>"#))
        + &"</node>".repeat(LINKS);
    let bound = each(|i| {
        format!(
            r#"<bind_joint_axis target="n{i}/r"><axis><SIDREF>m/j{i}/a</SIDREF></axis><value><float>0</float></value></bind_joint_axis>"#
        )
    });
    format!(
        r##"<COLLADA xmlns="http://www.collada.org/2008/03/COLLADASchema" version="1.5.0">
<asset><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified></asset>
<library_kinematics_models><kinematics_model id="m"><technique_common>{joints}<link sid="base">{links}</link>
</technique_common></kinematics_model></library_kinematics_models>
<library_kinematics_scenes><kinematics_scene id="k"><instance_kinematics_model url="#m" sid="i"/></kinematics_scene></library_kinematics_scenes>
<library_visual_scenes><visual_scene id="v">{nodes}</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#v"/><instance_kinematics_scene url="#k">{bound}</instance_kinematics_scene></scene></COLLADA>"##
    )
}
