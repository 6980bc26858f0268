//! `portolan pose` as a user calls it, with numbers worked out by hand.

use crate::common::Folder;
use serde_json::Value;

/// An arm on a table half a metre high: two links of one metre that turn about y, and two fingers.
fn arm() -> Folder {
    let folder = Folder::new();
    let path = format!("{}/../../examples/collada/arm.dae", env!("CARGO_MANIFEST_DIR"));
    folder.put("arm.dae", std::fs::read(path).unwrap());
    folder
}

fn json(folder: &Folder, args: &[&str]) -> Value {
    let all: Vec<&str> = ["pose", "--json"].into_iter().chain(args.iter().copied()).collect();
    let run = folder.run(&all);
    serde_json::from_str(&run.out).unwrap_or_else(|why| panic!("{why}: {run:?}"))
}

/// Where a link is in the world.
fn link(posed: &Value, sid: &str) -> [f64; 3] {
    place(posed["models"][0]["links"].as_array().unwrap(), "sid", sid)
}

fn node(posed: &Value, name: &str) -> [f64; 3] {
    place(posed["nodes"].as_array().unwrap(), "name", name)
}

fn place(list: &[Value], key: &str, name: &str) -> [f64; 3] {
    let found = list.iter().find(|l| l[key] == name).unwrap_or_else(|| panic!("no {name}"));
    [12, 13, 14].map(|i| found["world"][i].as_f64().unwrap())
}

fn value(posed: &Value, joint: usize) -> f64 {
    posed["models"][0]["joints"][joint]["axes"][0]["value"].as_f64().unwrap()
}

fn assert_near(found: [f64; 3], wanted: [f64; 3]) {
    assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}, not {wanted:?}");
}

fn codes(posed: &Value) -> Vec<&str> {
    posed["findings"].as_array().unwrap().iter().map(|f| f["code"].as_str().unwrap()).collect()
}

#[test]
fn values_move_links_and_nodes() {
    let folder = arm();
    // Both straight up: 0.5 + 1 + 1; the left finger is 5 cm beside.
    let zero = json(&folder, &["arm.dae", "--zero", "Grip=0.05"]);
    assert_near(link(&zero, "left-link"), [0.05, 0.0, 2.5]);
    assert_near(node(&zero, "Hand"), [0.0, 0.0, 2.5]);
    // The formula moves the other finger the other way.
    assert_near(node(&zero, "Right"), [-0.05, 0.0, 2.5]);
    assert_eq!((value(&zero, 2), value(&zero, 3)), (0.05, -0.05));
    // The document's own values: 30 and 60 degrees, so that the fore arm is level.
    let own = json(&folder, &["arm.dae"]);
    let (sine, cosine) = 30f64.to_radians().sin_cos();
    assert_near(node(&own, "Hand"), [sine + 1.0, 0.0, 0.5 + cosine]);
    assert_near(link(&own, "fore-link"), [sine, 0.0, 0.5 + cosine]);
    // A right angle at the shoulder: level at half a metre.
    let level = json(&folder, &["arm.dae", "arm-instance/shoulder/axis=90", "elbow=0", "grip/axis=0"]);
    assert_near(link(&level, "left-link"), [2.0, 0.0, 0.5]);
    let given: Vec<bool> =
        (0..4).map(|i| level["models"][0]["joints"][i]["axes"][0]["given"].as_bool().unwrap()).collect();
    assert_eq!(given, [true, true, true, false]);
    // The tool is 15 cm beyond the tip.
    let tcp = level["models"][0]["frames"]["tcp"].as_array().unwrap();
    assert!((tcp[12].as_f64().unwrap() - 2.15).abs() < 1e-9 && (tcp[14].as_f64().unwrap() - 0.5).abs() < 1e-9);
    assert_eq!(level["models"][0]["frames"]["object"], Value::Null);
    assert_eq!(level["models"][0]["manipulators"][0]["name"], "gripper");
}

#[test]
fn other_commands_show_the_document_s_values() {
    let folder = arm();
    let sampled: Value = serde_json::from_str(&folder.run(&["sample", "--json", "arm.dae"]).out).unwrap();
    let posed = json(&folder, &["arm.dae"]);
    for (a, b) in sampled["nodes"].as_array().unwrap().iter().zip(posed["nodes"].as_array().unwrap()) {
        assert_eq!((&a["path"], &a["world"][0]), (&b["path"], &b["world"]));
    }
    assert_eq!(folder.run(&["convert", "arm.dae", "arm.glb", "--quiet"]).status, 0);
    let glb: Value = serde_json::from_str(&folder.run(&["sample", "--json", "arm.glb"]).out).unwrap();
    let hand = glb["nodes"].as_array().unwrap().iter().find(|n| n["name"] == "Hand").unwrap();
    assert!((hand["world"][0][12].as_f64().unwrap() - 1.5).abs() < 1e-6, "{hand}");
}

#[test]
fn limits_locks_and_formulas_are_told() {
    let folder = arm();
    let beyond = json(&folder, &["arm.dae", "shoulder=100", "mirror=1"]);
    assert_eq!((value(&beyond, 0), value(&beyond, 3)), (100.0, -0.05));
    assert!(codes(&beyond).contains(&"CNV281") && codes(&beyond).contains(&"CNV282"), "{:?}", codes(&beyond));
    let line =
        |code| beyond["findings"].as_array().unwrap().iter().find(|f| f["code"] == code).unwrap()["line"].clone();
    assert!(line("CNV281").as_u64() > Some(90) && line("CNV282").as_u64() > Some(90));
    // Soft limits count: 90, not 120.
    let clamped = json(&folder, &["arm.dae", "shoulder=100", "grip=-1", "--clamp"]);
    assert_eq!((value(&clamped, 0), value(&clamped, 2)), (90.0, 0.0));
    assert!(!codes(&clamped).contains(&"CNV281"));
    let limited = clamped["findings"].as_array().unwrap().iter().filter(|f| f["code"] == "CNV287");
    let limited: Vec<&str> = limited.map(|f| f["message"].as_str().unwrap()).collect();
    assert_eq!(
        limited,
        ["the value 100 of the joint `shoulder` is limited to 90", "the value -1 of the joint `grip` is limited to 0"]
    );
    let text = String::from_utf8(folder.bytes("arm.dae")).unwrap();
    folder.put("locked.dae", text.replace("<active>", "<locked><bool>true</bool></locked><active>"));
    let locked = json(&folder, &["locked.dae", "shoulder=10"]);
    assert_eq!(value(&locked, 0), 30.0);
    assert!(codes(&locked).contains(&"CNV282"));
}

#[test]
fn names_that_do_not_say_which_joint_are_wrong_usage() {
    let folder = arm();
    for (args, part) in [
        (
            &["pose", "arm.dae", "wrist=1"][..],
            "joint `wrist` does not exist; the document has arm-instance/shoulder, arm-instance/elbow",
        ),
        (
            &["pose", "arm.dae", "Hinge=1"],
            "`Hinge` is ambiguous: it may be each of arm-instance/shoulder, arm-instance/elbow",
        ),
        (&["pose", "arm.dae", "elbow=nan"], "is not a number"),
        (&["pose", "arm.dae", "elbow"], "JOINT=VALUE"),
        (&["pose", "arm.dae", "--scene", "nowhere"], "scene `nowhere` does not exist"),
        (&["pose", "arm.dae", "--reach", "nose=1,2,3"], "frame `nose` does not exist; available: arm-instance/tip"),
        (&["pose", "arm.dae", "--reach", "tip=1,2"], "three numbers"),
        (&["pose", "arm.dae", "--sweep", "elbow=0:90:1", "-o", "a.glb"], "2 to"),
        (&["pose", "arm.dae", "--sweep", "elbow=0:90:9"], "--output"),
    ] {
        let run = folder.run(args);
        assert_eq!(run.status, 2, "{args:?}: {run:?}");
        assert!(run.err.contains(part), "{args:?}: {}", run.err);
    }
    let plain = folder.run(&["pose", "arm.dae", "--scene", "cell"]);
    assert!(plain.status == 0 && plain.out.contains("shoulder (Hinge)"), "{plain:?}");
}

#[test]
fn a_place_is_reached() {
    let folder = arm();
    let posed = json(&folder, &["arm.dae", "--reach", "tcp=1,0,1.2"]);
    let tcp = posed["models"][0]["frames"]["tcp"].as_array().unwrap();
    let found = [12, 13, 14].map(|i: usize| tcp[i].as_f64().unwrap());
    assert!(found.iter().zip([1.0, 0.0, 1.2]).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
    // Straight up along z, and turned as it is there: the quaternion of no turn.
    let up = json(&folder, &["arm.dae", "--reach", "tip=0,0,2.5,0,0,0,1"]);
    assert!(value(&up, 0).abs() < 1e-3 && value(&up, 1).abs() < 1e-3, "{} {}", value(&up, 0), value(&up, 1));
    let far = folder.run(&["pose", "arm.dae", "--reach", "gripper=9,0,0.5"]);
    assert_eq!(far.status, 1, "{far:?}");
    assert!(far.err.contains("CNV285"), "{}", far.err);
}

#[test]
fn a_posed_document_is_read_with_its_values_again() {
    let folder = arm();
    assert_eq!(folder.run(&["pose", "arm.dae", "elbow=10", "Grip=0.01", "-o", "bent.dae"]).status, 0);
    let again = json(&folder, &["bent.dae"]);
    let there = json(&folder, &["arm.dae", "elbow=10", "Grip=0.01"]);
    assert_eq!((value(&again, 1), value(&again, 2), value(&again, 3)), (10.0, 0.01, -0.01));
    assert_near(node(&again, "Left"), node(&there, "Left"));
    assert_eq!(folder.run(&["check", "bent.dae"]).status, 0);
}

#[test]
fn a_sweep_moves() {
    let folder = arm();
    assert_eq!(folder.run(&["pose", "arm.dae", "--zero", "--sweep", "elbow=0:90:7", "-o", "arm.glb"]).status, 0);
    let run = folder.run(&["sample", "--json", "--times", "0,1,2", "arm.glb"]);
    let sampled: Value = serde_json::from_str(&run.out).unwrap();
    let hand = sampled["nodes"].as_array().unwrap().iter().find(|n| n["name"] == "Hand").unwrap();
    // In metres with Y up: the fore arm from upright to level.
    for (time, degrees) in [(0, 0.0f64), (1, 45.0), (2, 90.0)] {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let found = [12, 13].map(|i| hand["world"][time][i].as_f64().unwrap());
        assert!((found[0] - sine).abs() < 1e-3 && (found[1] - 1.5 - cosine).abs() < 1e-3, "{time}: {found:?}");
    }
}

#[test]
fn another_unit_and_axis_keep_values_and_places() {
    let folder = arm();
    let run = folder.run(&["convert", "arm.dae", "cm.dae", "--unit", "0.01", "--up-axis", "Y", "--quiet"]);
    assert_eq!(run.status, 0, "{run:?}");
    let (own, other) = (json(&folder, &["arm.dae"]), json(&folder, &["cm.dae"]));
    assert!((value(&other, 0) - 30.0).abs() < 1e-9 && (value(&other, 2) - 5.0).abs() < 1e-9, "{}", value(&other, 2));
    for sid in ["fore-link", "left-link", "right-link"] {
        let [x, y, z] = link(&own, sid);
        assert_near(link(&other, sid).map(|v| v / 100.0), [x, z, -y]);
    }
    for name in ["Hand", "Left", "Right"] {
        let [x, y, z] = node(&own, name);
        assert_near(node(&other, name).map(|v| v / 100.0), [x, z, -y]);
    }
}
