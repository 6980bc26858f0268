//! `portolan simulate` as a user calls it, with numbers worked out by hand.

use crate::common::Folder;
use serde_json::Value;

/// A crate of 1 m³ that falls from 2 m, and a gate of 12 kg on a hinge.
fn fall() -> Folder {
    let folder = Folder::new();
    let path = format!("{}/../../examples/collada/fall.dae", env!("CARGO_MANIFEST_DIR"));
    folder.put("fall.dae", std::fs::read(path).unwrap());
    folder
}

fn json(folder: &Folder, args: &[&str]) -> Value {
    let all: Vec<&str> = ["simulate", "--json"].into_iter().chain(args.iter().copied()).collect();
    let run = folder.run(&all);
    serde_json::from_str(&run.out).unwrap_or_else(|why| panic!("{why}: {run:?}"))
}

fn body<'a>(simulated: &'a Value, sid: &str) -> &'a Value {
    let bodies = simulated["scenes"][0]["bodies"].as_array().unwrap();
    bodies.iter().find(|b| b["sid"] == sid).unwrap_or_else(|| panic!("no {sid}"))
}

fn place(of: &Value, time: usize) -> [f64; 3] {
    [12, 13, 14].map(|i| of["world"][time][i].as_f64().unwrap())
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

fn near(found: &[f64], wanted: &[f64], tolerance: f64) {
    let close = found.len() == wanted.len() && found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < tolerance);
    assert!(close, "{found:?}, not {wanted:?}");
}

fn codes(simulated: &Value) -> Vec<&str> {
    simulated["findings"].as_array().unwrap().iter().map(|f| f["code"].as_str().unwrap()).collect()
}

#[test]
fn the_start_needs_no_engine() {
    let start = json(&fall(), &["fall.dae", "--times", "0"]);
    assert_eq!((&start["engine"], codes(&start)), (&Value::Null, vec![]));
    let box_ = body(&start, "crate");
    assert_eq!((box_["mass_rule"].as_str(), box_["instance"].as_str()), (Some("shapes"), Some("crate-it")));
    near(&[box_["mass"].as_f64().unwrap()], &[600.0], 1e-9);
    near(&numbers(&box_["center_of_mass"]), &[0.0, 0.0, 0.5], 1e-12);
    near(&numbers(&box_["inertia"]["moments"]), &[100.0; 3], 1e-9);
    near(&place(box_, 0), &[0.0, 0.0, 2.0], 1e-12);
    let gate = body(&start, "gate");
    assert_eq!((gate["mass_rule"].as_str(), gate["mass"].as_f64()), (Some("scaled"), Some(12.0)));
    near(&numbers(&gate["inertia"]["moments"]), &[1.01, 2.0, 1.01], 1e-9);
    assert_eq!(gate["frame"], "target");
    let hinge = &start["scenes"][0]["constraints"][0];
    assert_eq!((hinge["bodies"][0].as_str(), hinge["bodies"][1].as_str()), (None, Some("gate")));
    near(&numbers(&hinge["angular"][1]), &[0.0, 0.0, 90.0], 1e-12);
    assert_eq!(start["scenes"][0]["step"], 0.005);
}

#[test]
fn bodies_fall_and_nodes_with_them() {
    let folder = fall();
    let all = json(&folder, &["fall.dae", "--times", "0,0.5,4"]);
    assert!(all["engine"].as_str().unwrap().starts_with("rapier3d"));
    let box_ = body(&all, "crate");
    near(&place(box_, 1), &[0.0, 0.0, 2.0 - 9.81 / 8.0], 0.02);
    // It has come to rest on the ground.
    near(&place(box_, 2), &[0.0, 0.0, 0.0], 0.02);
    near(&numbers(&box_["velocities"][2]), &[0.0; 3], 0.02);
    let nodes = all["nodes"].as_array().unwrap();
    let node = nodes.iter().find(|n| n["id"] == "crate-node").unwrap();
    assert_eq!(place(node, 1), place(box_, 1));
    // The gate turns about its hinge, and no further than it may.
    let gate = body(&all, "gate");
    let half = place(gate, 1);
    let hinge = [half[0] - 3.0, half[1]];
    near(&[(hinge[0].powi(2) + hinge[1].powi(2)).sqrt(), half[2]], &[0.5, 1.0], 0.01);
    assert!(half[1] > 0.1 && place(gate, 2)[0] > 2.95, "{half:?} {:?}", place(gate, 2));
    // The same again, byte for byte.
    let args = ["simulate", "--json", "fall.dae", "--times", "0,0.5,4"];
    assert_eq!(folder.run(&args).out, folder.run(&args).out);
}

#[test]
fn a_simulation_becomes_an_animation() {
    let folder = fall();
    for output in ["fall.glb", "again.dae"] {
        let run = folder.run(&["simulate", "fall.dae", "--duration", "0.5", "--rate", "20", "-o", output]);
        assert_eq!(run.status, 0, "{run:?}");
        let sampled = folder.run(&["sample", "--json", output, "--times", "0,0.5"]);
        let sampled: Value = serde_json::from_str(&sampled.out).unwrap();
        let nodes = sampled["nodes"].as_array().unwrap();
        let node = nodes.iter().find(|n| n["name"] == "Crate").unwrap();
        let up = if output.ends_with("glb") { 1 } else { 2 };
        let height = |time: usize| place(node, time)[up];
        near(&[height(0), height(1)], &[2.0, 2.0 - 9.81 / 8.0], 0.02);
    }
}

#[test]
fn another_unit_and_axis_weigh_and_fall_the_same() {
    let folder = fall();
    let run = folder.run(&["convert", "fall.dae", "cm.dae", "--unit", "0.01", "--up-axis", "Y", "--quiet"]);
    assert_eq!(run.status, 0, "{run:?}");
    let other = json(&folder, &["cm.dae", "--times", "0,0.5"]);
    let box_ = body(&other, "crate");
    near(&[box_["mass"].as_f64().unwrap()], &[600.0], 1e-6);
    near(&place(box_, 1), &[0.0, 200.0 - 981.0 / 8.0, 0.0], 2.0);
    near(&numbers(&body(&other, "gate")["inertia"]["moments"]), &[10100.0, 10100.0, 20000.0], 1e-4);
}

#[test]
fn bad_numbers_are_told_with_their_lines_and_end() {
    let folder = fall();
    let text = folder.read("fall.dae");
    let change = |from: &str, to: &str| folder.put("bad.dae", text.replace(from, to));
    for (from, to, code) in [
        ("0.005</time_step>", "1e-12</time_step>", "CNV337"),
        ("0.005</time_step>", "0</time_step>", "CNV298"),
        ("0 0 -9.81", "0 0 NaN", "CNV298"),
        ("<mass>12</mass>", "<mass>-12</mass>", "CNV294"),
        ("0.5 0.05 0.5", "0.5 0 0.5", "CNV293"),
        ("<translate sid=\"place\">0 0 2</translate>", "<translate sid=\"place\">0 0 -0.5</translate>", "CNV338"),
        ("target=\"#gate-node\"", "target=\"#no-node\"", "CNV290"),
    ] {
        change(from, to);
        let told = json(&folder, &["bad.dae", "--times", "0,0.1"]);
        let found = told["findings"].as_array().unwrap().iter().find(|f| f["code"] == code);
        let found = found.unwrap_or_else(|| panic!("{to}: {:?}", codes(&told)));
        assert!(found["line"].as_u64().is_some(), "{found}");
    }
    change("0 0 2</translate>", "0 0 1e12</translate>");
    let far = json(&folder, &["bad.dae", "--times", "0,1"]);
    assert!(place(body(&far, "crate"), 1)[2] > 9e11);
    let run = folder.run(&["simulate", "fall.dae", "--times", "1,0"]);
    assert_eq!(run.status, 2, "{run:?}");
    assert_eq!(folder.run(&["simulate", "fall.dae", "--scene", "moon"]).status, 2);
}
