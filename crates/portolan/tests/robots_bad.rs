//! Every way in which kinematics and physics can be wrong is told with its line; the scene stays sound, and nothing becomes NaN.

use std::collections::BTreeSet;

use portolan::{Memory, OpenOptions};

use crate::robots::ARM;

/// What is wrong, what stands in place of what, and the codes of which one is told at that line, or on the line before it.
const CASES: [(&str, &str, &str, &[&str]); 31] = [
    ("zero axis", "<axis>0 0 1</axis>", "<axis>0 0 0</axis>", &["CNV263", "SEM196"]),
    ("swapped limits", "<min>-90</min><max>90</max>", "<min>90</min><max>-90</max>", &["CNV264", "SEM197"]),
    ("soft limits outside", "<float>-45</float>", "<float>-95</float>", &["CNV264", "SEM197"]),
    ("joint", "attachment_full joint=\"arm/j1\"", "attachment_full joint=\"arm/j7\"", &["CNV260", "REF010"]),
    ("target", "target=\"n-upper/r0\"", "target=\"n-upper/r9\"", &["CNV260", "REF010"]),
    ("axis", "<axis_info axis=\"arm/j1/axis0\"", "<axis_info axis=\"arm/j9/axis0\"", &["CNV260", "REF010"]),
    ("bound axis", "<SIDREF>arm/j0/axis0</SIDREF>", "<SIDREF>arm/j9/axis0</SIDREF>", &["CNV260", "REF010"]),
    (
        "model",
        "instance_kinematics_model url=\"#arm\"",
        "instance_kinematics_model url=\"#leg\"",
        &["CNV100", "REF001"],
    ),
    (
        "frame",
        "<frame_origin link=\"arm/base\"/><frame_tip",
        "<frame_origin link=\"arm/bass\"/><frame_tip",
        &["CNV260", "REF010"],
    ),
    ("body", "body=\"rb\"", "body=\"rx\"", &["CNV290", "REF010"]),
    ("node of a body", "target=\"#n-base\" sid", "target=\"#n-bass\" sid", &["CNV290", "REF001"]),
    (
        "system in itself",
        "<instance_articulated_system url=\"#kin\"",
        "<instance_articulated_system url=\"#mot\"",
        &["CNV262", "REF023"],
    ),
    ("parameters in a cycle", "<value><float>20</float></value>", "<value><param>p</param></value>", &["CNV262"]),
    ("formulas in a cycle", "<ci>arm/j0</ci>", "<ci>arm/j2</ci>", &["CNV262", "SEM144"]),
    ("limit that is no number", "<min>-0.5</min>", "<min>NaN</min>", &["CNV266"]),
    ("value that is no number", "<value><float>20</float></value>", "<value><float>NaN</float></value>", &["CNV266"]),
    (
        "division by zero",
        "<cn>0.25</cn></apply>",
        "<apply><divide/><cn>1</cn><cn>0</cn></apply></apply>",
        &["CNV268", "SEM145"],
    ),
    (
        "size below zero",
        "<half_extents>1 2 3</half_extents>",
        "<half_extents>1 -2 3</half_extents>",
        &["CNV293", "SEM190"],
    ),
    ("no size", "<height>2</height>", "<height>0</height>", &["CNV293", "SEM190"]),
    ("mass below zero", "<mass>2</mass>", "<mass>-2</mass>", &["CNV294", "SEM186"]),
    ("no mass", "<mass>2</mass>", "<mass>0</mass>", &["CNV294", "SEM186"]),
    ("density below zero", "<density>3</density>", "<density>-3</density>", &["CNV294", "SEM189"]),
    (
        "plane without mass",
        "<shape><sphere><radius>1</radius></sphere></shape>",
        "<shape><plane><equation>0 0 1 0</equation></plane></shape>",
        &["CNV294"],
    ),
    ("impossible inertia", "<inertia>1 2 2.5</inertia>", "<inertia>1 2 9</inertia>", &["CNV294", "SEM187"]),
    (
        "two nodes of a model",
        "<bind_joint_axis target=\"n-upper/r0\">",
        "<bind_kinematics_model node=\"n-hand\"><SIDREF>kin/inst</SIDREF></bind_kinematics_model><bind_joint_axis target=\"n-upper/r0\">",
        &["CNV267"],
    ),
    ("two bodies of a node", "<rigid_body sid=\"r2\">", "<rigid_body sid=\"r2\" name=\"second\">", &["CNV297"]),
    ("step of 0", "<time_step>0.01</time_step>", "<time_step>0</time_step>", &["CNV298", "SEM195"]),
    ("step of nothing", "<time_step>0.01</time_step>", "<time_step>1e-12</time_step>", &["SEM195"]),
    (
        "gravity that is no number",
        "<gravity>0 0 -9.8</gravity>",
        "<gravity>0 NaN -9.8</gravity>",
        &["CNV298", "SEM195"],
    ),
    (
        "open loop",
        "<link sid=\"hand\" name=\"hand\"/>",
        "<link sid=\"hand\" name=\"hand\"><attachment_start joint=\"arm/j1\"/></link>",
        &["CNV265", "SEM171"],
    ),
    (
        "a million million metres",
        "<translate>2 0 0</translate>\n    <link",
        "<translate>1e12 0 0</translate>\n    <link",
        &[],
    ),
];

#[test]
fn every_bad_input_is_told_with_its_line() {
    for (what, from, to, codes) in CASES {
        let at = ARM.find(from).or_else(|| codes.is_empty().then_some(0)).unwrap_or_else(|| panic!("{what}: {from}"));
        let line = ARM[..at].matches('\n').count() as u32 + 1;
        let mut text = ARM.replacen(from, to, 1);
        match what {
            "two bodies of a node" => {
                text = text.replace("body=\"r2\" target=\"#n-lower\"", "body=\"r2\" target=\"#n-hand\"")
            }
            "parameters in a cycle" => {
                let params = "<newparam sid=\"p\"><SIDREF>q</SIDREF></newparam><newparam sid=\"q\"><SIDREF>p</SIDREF></newparam>";
                text = text.replace(
                    "<bind_kinematics_model node=\"n-base\">",
                    &format!("{params}<bind_kinematics_model node=\"n-base\">"),
                );
            }
            "a million million metres" => {
                text = text.replace("<translate>2 0 0</translate>", "<translate>1e12 0 0</translate>")
            }
            _ => {}
        }
        let file = OpenOptions::within(Memory::new().with("a.dae", text)).open("a.dae").unwrap();
        let report = file.report().unwrap();
        let source = report.opened.documents()[0].1.source();
        let mut found: BTreeSet<(&str, u32)> =
            report.findings.iter().map(|f| (f.code.id, source.place(f.span.start).line)).collect();
        let losses = file.losses().unwrap();
        found.extend(losses.iter().filter_map(|l| Some((l.code.id, file.written(l.origin)?.place.line))));
        let told = |code: &&str| found.contains(&(code, line)) || found.contains(&(code, line - 1));
        assert!(codes.is_empty() || codes.iter().any(told), "{what}: none of {codes:?} at line {line}: {found:?}");
        let scene = file.scene().unwrap();
        assert!(scene.check().is_empty(), "{what}: {:?}", scene.check());
        let posed = file.pose(&portolan::pose::Request::default()).unwrap().to_json(&file).unwrap();
        let is_number = |v: &serde_json::Value| v.as_array().unwrap().iter().all(serde_json::Value::is_number);
        assert!(posed["nodes"].as_array().unwrap().iter().all(|n| is_number(&n["world"])), "{what}");
        let request = portolan::simulate::Request::default().with(|r| r.times = vec![0.0, 0.1]);
        let simulated = file.simulate(&request).unwrap().to_json(&file).unwrap();
        for body in simulated["scenes"][0]["bodies"].as_array().unwrap() {
            assert!(body["world"].as_array().unwrap().iter().all(is_number), "{what}: {body}");
        }
    }
}
