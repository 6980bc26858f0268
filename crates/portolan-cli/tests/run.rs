//! `portolan run`: worlds over time.

use serde_json::{Value, json};

use crate::common::Folder;

/// A door that opens when it is touched, seen from 0 0 10.
pub const DOOR: &str = r#"<World xmlns="http://www.xvrml.net/schemas/core">
  <Avatar name="Me" cameraOffset="0 0 0"><children/></Avatar>
  <children>
    <Viewpoint name="V" position="0 0 10"/>
    <Transform name="Door"><children><TouchSensor name="Touch"/>
      <Shape><appearance><Material name="Paint"/></appearance><geometry><Box size="2 2 2"/></geometry></Shape></children></Transform>
    <TimeSensor name="Clock" cycleInterval="2"/>
    <OrientationInterpolator name="Path"><key>0 1</key><keyValue>0 1 0 0  0 1 0 1.57079633</keyValue></OrientationInterpolator>
    <Route fromNode="Touch" fromField="touch-time" toNode="Clock" toField="startTime"/>
    <Route fromNode="Clock" fromField="fraction-changed" toNode="Path" toField="set-fraction"/>
    <Route fromNode="Path" fromField="value-changed" toNode="Door" toField="rotation"/>
  </children>
</World>"#;

/// A click at one second.
pub const CLICK: &str = r#"{"events": [
  {"t": 1, "pointer": "release"}, {"t": 0.5, "pointer": "move", "to": [0, 0, 1]}, {"t": 0.75, "pointer": "press"}
]}"#;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.put("door.xwrl", DOOR);
    folder.put("click.json", CLICK);
    folder
}

fn run(folder: &Folder, args: &[&str]) -> Value {
    let args: Vec<&str> = ["run", "--json"].into_iter().chain(args.iter().copied()).collect();
    let run = folder.run(&args);
    assert_eq!(run.status, 0, "{run:?}");
    serde_json::from_str(&run.out).unwrap_or_else(|why| panic!("{why}: {}", run.out))
}

fn near(found: &Value, wanted: &[f64]) {
    let numbers: Vec<f64> = found.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
    let close = numbers.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6);
    assert!(close && numbers.len() == wanted.len(), "{found} instead of {wanted:?}");
}

#[test]
fn a_click_opens_the_door() {
    let folder = folder();
    let watched = ["--watch", "Door.rotation", "--watch", "viewer.position", "--watch", "Nobody.knows"];
    let args = ["door.xwrl", "--until", "2", "--input", "click.json"];
    let told = run(&folder, &args.into_iter().chain(watched).collect::<Vec<_>>());
    // Half of the way one second after the click.
    near(&told["final"]["Door.rotation"], &[0.0, 1.0, 0.0, std::f64::consts::FRAC_PI_4]);
    near(&told["final"]["viewer.position"], &[0.0, 0.0, 10.0]);
    assert_eq!(told["final"]["Nobody.knows"], Value::Null);
    assert_eq!((&told["start"], &told["until"], &told["complete"]), (&json!(946_684_800.0), &json!(2.0), &json!(true)));
    near(&told["worlds"][0]["eye"], &[0.0, 0.0, 10.0]);
    assert_eq!((&told["worlds"][0]["viewpoint"], &told["worlds"][0]["avatar"]), (&json!("V"), &json!("Me")));
    // Turned by 45° the box is as wide as its diagonal.
    let wide = 2f64.sqrt();
    near(&told["bounds"]["max"], &[wide, 1.0, wide]);
    let trace = told["trace"].as_array().unwrap();
    let of = |node: &str, field: &str| {
        let fits = trace.iter().filter(|e| e["node"] == node && e["field"] == field);
        fits.map(|e| (e["t"].as_f64().unwrap(), e["value"].clone(), e["by"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(
        of("Touch", "is-active"),
        [(0.75, json!(true), json!("pointer")), (1.0, json!(false), json!("pointer"))]
    );
    assert_eq!(of("Touch", "touch-time"), [(1.0, json!(946_684_801.0), json!("pointer"))]);
    assert_eq!(of("Clock", "startTime"), [(1.0, json!(946_684_801.0), json!("Touch.touch-time"))]);
    assert_eq!(of("Clock", "is-active"), [(1.0, json!(true), json!("time"))]);
    assert_eq!(of("Door", "rotation").last().unwrap().2, json!("Path.value-changed"));
    assert!(of("Path", "set-fraction").is_empty());
}

#[test]
fn the_same_run_prints_the_same() {
    let folder = folder();
    let args = ["run", "--json", "door.xwrl", "--until", "4", "--rate", "30", "--input", "click.json"];
    assert_eq!(folder.run(&args).out, folder.run(&args).out);
    let told = run(&folder, &["door.xwrl", "--until", "4", "--rate", "30", "--input", "click.json"]);
    let fractions = told["trace"].as_array().unwrap().iter().filter(|e| e["field"] == "fraction-changed");
    // From one second to three there are 61 moments, both ends among them.
    assert_eq!(fractions.count(), 61);
}

#[test]
fn a_viewpoint_is_named_behind_the_file() {
    let folder = folder();
    folder.put("two.xwrl", DOOR.replace("<Viewpoint", r#"<Viewpoint name="Far" position="0 0 99"/><Viewpoint"#));
    near(&run(&folder, &["two.xwrl", "--until", "0"])["worlds"][0]["eye"], &[0.0, 0.0, 99.0]);
    near(&run(&folder, &["two.xwrl#V", "--until", "0"])["worlds"][0]["eye"], &[0.0, 0.0, 10.0]);
    near(&run(&folder, &["two.xwrl#Nobody", "--until", "0"])["worlds"][0]["eye"], &[0.0, 0.0, 99.0]);
}

#[test]
fn the_start_is_a_date_or_a_number() {
    let folder = folder();
    for start in ["2030-01-01T12:00:00Z", "1893499200"] {
        assert_eq!(run(&folder, &["door.xwrl", "--until", "0", "--start", start])["start"], json!(1_893_499_200.0));
    }
    assert_eq!(folder.run(&["run", "door.xwrl", "--until", "1", "--start", "soon"]).status, 2);
    assert_eq!(folder.run(&["run", "door.xwrl", "--until", "-1"]).status, 2);
    folder.put("bad.json", "{}");
    assert_eq!(folder.run(&["run", "door.xwrl", "--until", "1", "--input", "bad.json"]).status, 2);
    folder.put("box.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    assert_eq!(folder.run(&["run", "box.obj", "--until", "1"]).status, 2);
}

#[test]
fn without_json_what_is_watched_is_told() {
    let folder = folder();
    let run = folder.run(&["run", "door.xwrl", "--until", "4", "--input", "click.json", "--watch", "Clock.is-active"]);
    assert_eq!(run.status, 0, "{run:?}");
    let lines: Vec<&str> = run.out.lines().filter(|l| l.contains("Clock.is-active")).collect();
    assert_eq!(lines.len(), 3, "{}", run.out);
    assert!(lines[0].starts_with("1 ") && lines[0].contains("true (time)"), "{}", lines[0]);
    assert_eq!(lines[2], "Clock.is-active = false");
}

#[test]
fn frames_are_pictures_of_the_moments() {
    let folder = folder();
    let run = folder.run(&["run", "door.xwrl", "--until", "0.2", "--rate", "10", "--frames", "shots"]);
    assert_eq!(run.status, 0, "{run:?}");
    for number in 0..3 {
        let bytes = folder.bytes(&format!("shots/frame-{number:06}.png"));
        assert!(bytes.starts_with(b"\x89PNG"), "{number}");
    }
    assert!(folder.bytes("shots/frame-000003.png").is_empty());
}
