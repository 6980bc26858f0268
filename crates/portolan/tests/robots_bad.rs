//! Every way in which kinematics and physics can be wrong is told with its line; the scene stays sound, and nothing becomes NaN.

use std::collections::BTreeSet;

use portolan::{Memory, OpenOptions};

use crate::robots::ARM;

/// What is wrong, what stands in place of what, and the codes of which one is told at that line, or on the line before it.
const CASES: [(&str, &str, &str, &[&str]); 43] = [
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
        "<translate>2 0 0</translate><link",
        "<translate>1e12 0 0</translate><link",
        &["CNV286"],
    ),
    (
        "a body a million million metres away",
        "<node id=\"n-base\" name=\"base\"><translate>0 0 0.1</translate>",
        "<node id=\"n-base\" name=\"base\"><translate>1e12 0 0</translate>",
        &[],
    ),
    (
        "a loop that does not close",
        "<link sid=\"hand\" name=\"hand\"/>",
        "<link sid=\"hand\" name=\"hand\"><attachment_start joint=\"arm/j1\"><translate>1 0 0</translate></attachment_start><attachment_end joint=\"arm/j1\"><translate>0 3 0</translate></attachment_end></link>",
        &["CNV283"],
    ),
    ("value outside", "<float>20</float>", "<float>200</float>", &[]),
    ("a step of minutes", "<time_step>0.01</time_step>", "<time_step>100</time_step>", &["SEM195"]),
    ("faster than anything", "<velocity>1 0 0</velocity>", "<velocity>1e300 0 0</velocity>", &[]),
    ("gravity of a hole", "<gravity>0 0 -9.8</gravity>", "<gravity>0 0 -1e300</gravity>", &[]),
    ("a shape as large as nothing", "<radius>0.5 0.5</radius>", "<radius>1e200 1e200</radius>", &[]),
    ("a mass beyond numbers", "<mass>2</mass>", "<mass>1e300</mass>", &[]),
    ("mass against density", "<density>3</density>", "<mass>70</mass><density>3</density>", &["CNV343"]),
    ("a body within another", "<rigid_body sid=\"rb\"", "<rigid_body sid=\"rb\"", &["CNV338"]),
    ("a spring of steel", "<stiffness>5</stiffness>", "<stiffness>1e300</stiffness>", &[]),
    ("a link in itself", "<link sid=\"hand\" name=\"hand\"/>", "<link sid=\"base\" name=\"hand\"/>", &[]),
];

#[test]
fn every_bad_input_is_told_with_its_line() {
    for (what, from, to, codes) in CASES {
        let at = ARM.find(from).unwrap_or_else(|| panic!("{what}: {from}"));
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
            _ => {}
        }
        let file = OpenOptions::within(Memory::new().with("a.dae", text)).open("a.dae").unwrap();
        let report = file.report().unwrap();
        let source = report.opened.documents()[0].1.source();
        let mut found: BTreeSet<(&str, u32)> =
            report.findings.iter().map(|f| (f.code.id, source.place(f.span.start).line)).collect();
        let losses = file.losses().unwrap();
        found.extend(losses.iter().filter_map(|l| Some((l.code.id, file.written(l.origin)?.place.line))));
        // What stands elsewhere is told there.
        let elsewhere = [
            ("value outside", "CNV281"),
            ("faster than anything", "CNV342"),
            ("gravity of a hole", "CNV342"),
            ("a body a million million metres away", "CNV342"),
        ];
        for (_, code) in elsewhere.iter().filter(|(name, _)| *name == what) {
            assert!(found.iter().any(|(id, _)| id == code), "{what}: {code} is not in {found:?}");
        }
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

#[test]
fn chains_of_links_end() {
    let deep = |count: usize| {
        let (open, close) = ("<attachment_full joint=\"arm/j0\"><link>", "</link></attachment_full>");
        let chain = open.repeat(count) + &close.repeat(count);
        let text = ARM.replace("<link sid=\"hand\" name=\"hand\"/>", &format!("<link sid=\"hand\">{chain}</link>"));
        OpenOptions::within(Memory::new().with("a.dae", text)).open("a.dae").unwrap()
    };
    let short = deep(200);
    let posed = short.pose(&portolan::pose::Request::default()).unwrap().to_json(&short).unwrap();
    assert_eq!(posed["models"][0]["links"].as_array().unwrap().len(), 204);
    let long = deep(20_000);
    let report = long.report().unwrap();
    assert!(report.findings.iter().any(|f| f.code.id == "XML018"), "{:?}", report.findings.len());
    let posed = long.pose(&portolan::pose::Request::default()).unwrap();
    assert!(posed.models.iter().all(|model| model.links.len() < 1000));
}

#[test]
fn bodies_within_each_other_end() {
    let body = |i: usize| {
        format!(
            r#"<rigid_body sid="b{i}"><technique_common><mass>1</mass><shape><sphere><radius>1</radius></sphere></shape></technique_common></rigid_body>"#
        )
    };
    let bodies: String = (0..1000).map(body).collect();
    let instance = |i: usize| {
        format!(r##"<instance_rigid_body body="b{i}" target="#n-base"><technique_common/></instance_rigid_body>"##)
    };
    let instances: String = (0..1000).map(instance).collect();
    let text = ARM
        .replace("<physics_model id=\"pm2\">", &format!("<physics_model id=\"pm2\">{bodies}"))
        .replace("<instance_rigid_body body=\"r2\"", &format!("{instances}<instance_rigid_body body=\"r2\""));
    let file = OpenOptions::within(Memory::new().with("a.dae", text)).open("a.dae").unwrap();
    let request = portolan::simulate::Request::default().with(|r| r.times = vec![0.0, 1.0]);
    let simulated = file.simulate(&request).unwrap();
    let told: BTreeSet<&str> = simulated.told.iter().map(|t| t.code.id).collect();
    assert!(told.contains("CNV342") && told.contains("CNV340"), "{told:?}");
}
