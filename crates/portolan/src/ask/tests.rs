use serde_json::{Value, json};

use super::*;
use crate::Memory;

const LAMP: &str = "<World xmlns=\"http://www.xvrml.net/schemas/core\"><children>\n\
    <TimeSensor name=\"Clock\" cycleInterval=\"4\" loop=\"true\"/>\n\
    <Group name=\"Lamp\"><children><Shape><geometry><Box/></geometry></Shape></children></Group>\n\
    </children></World>";

fn session() -> Session {
    Session::open(OpenOptions::within(Memory::new().with("lamp.xwrl", LAMP)), "lamp.xwrl").unwrap()
}

fn ask(session: &mut Session, question: &str, options: Value) -> Value {
    session.ask(question, &options).unwrap().json
}

#[test]
fn answers_are_those_of_the_commands() {
    let mut s = session();
    assert_eq!(ask(&mut s, "summary", json!({}))["format"], "xvrml");
    assert_eq!(ask(&mut s, "info", Value::Null)["totals"]["triangles"], 12);
    assert_eq!(ask(&mut s, "report", json!({}))["files"][0]["path"], "lamp.xwrl");
    let scene = ask(&mut s, "scene", json!({}));
    let lamp = scene["nodes"].as_array().unwrap().iter().find(|n| n["id"] == "Lamp" || n["name"] == "Lamp").unwrap();
    assert_eq!(lamp["place"]["line"], 3);
    let lines = ask(&mut s, "source", json!({ "first": 2, "count": 1 }));
    assert_eq!((&lines["total"], lines["lines"].as_array().unwrap().len()), (&json!(4), 1));
    assert!(lines["lines"][0].as_str().unwrap().contains("TimeSensor"));
    let picture = s.ask("render", &json!({ "width": 8, "height": 8 })).unwrap();
    assert!(picture.files[0].1.starts_with(b"\x89PNG"));
    assert_eq!(ask(&mut s, "sample", json!({ "times": [0, 1] }))["times"], json!([0.0, 1.0]));
    assert_eq!(ask(&mut s, "explain", json!({ "code": "sch004" }))["code"], "SCH004");
    assert!(ask(&mut s, "formats", json!({}))["write"].as_array().unwrap().contains(&json!("glb")));
    assert_eq!(ask(&mut s, "fix", json!({}))["changed"], false);
}

#[test]
fn pictures_are_made_from_a_point() {
    let mut s = session();
    // The front of the box is 2 m wide and 10 m away. Twice the arc tangent of 0.2 shows 4 m there.
    let fov = 22.619_864_948_040_426;
    let mut rows = |from: [f64; 3], up: [f64; 3]| {
        let viewpoint = json!({ "from": from, "to": [0, 0, 0], "up": up, "fov": fov });
        let options = json!({ "width": 32, "height": 16, "samples": 1, "viewpoint": viewpoint });
        let picture = s.ask("render", &options).unwrap().files.remove(0).1;
        let pixels = image::load_from_memory(&picture).unwrap().to_rgba8();
        // The sky of a world is black, the box white.
        let drawn = |x: u32, y: u32| pixels.get_pixel(x, y).0[0] > 0;
        let seen: Vec<u32> = (0..32).filter(|x| drawn(*x, 8)).collect();
        let high: Vec<u32> = (0..16).filter(|y| drawn(16, *y)).collect();
        (seen.first().copied(), seen.len(), high.len())
    };
    assert_eq!(rows([0.0, 0.0, 11.0], [0.0, 1.0, 0.0]), (Some(12), 8, 8));
    assert_eq!(rows([11.0, 0.0, 0.0], [0.0, 0.0, 1.0]), (Some(12), 8, 8));
    let wrong = s.ask("render", &json!({ "viewpoint": { "from": [0, 0] } }));
    assert!(wrong.unwrap_err().message().contains("viewpoint"));
}

#[test]
fn a_world_runs_on_from_step_to_step() {
    let mut s = session();
    assert!(s.ask("step", &json!({ "until": 1 })).is_err());
    ask(&mut s, "run", json!({}));
    let watch = json!({ "until": 1, "watch": ["Clock.fraction-changed"] });
    assert_eq!(ask(&mut s, "step", watch)["final"]["Clock.fraction-changed"], 0.25);
    let seen = s.ask("step", &json!({ "until": 3, "to": "glb", "watch": ["Clock.fraction-changed"] })).unwrap();
    assert_eq!(seen.json["final"]["Clock.fraction-changed"], 0.75);
    assert!(seen.files[0].1.starts_with(b"glTF"));
}

#[test]
fn two_files_are_compared() {
    let (one, two) = (session(), session());
    assert_eq!(one.compare(&two, "verify", &json!({})).unwrap().json["equal"], true);
    assert!(one.compare(&two, "diff", &json!({})).is_ok());
    assert!(one.compare(&two, "info", &json!({})).is_err());
}

#[test]
fn wrong_questions_and_options_are_refused() {
    let mut s = session();
    for (question, options) in [
        ("sing", json!({})),
        ("info", json!({ "loud": true })),
        ("info", json!([])),
        ("convert", json!({})),
        ("convert", json!({ "to": "doc" })),
        ("convert", json!({ "to": "dae", "up_axis": "W" })),
        ("convert", json!({ "to": "dae", "unit": 0 })),
        ("convert", json!({ "to": "glb", "loud": 1 })),
        ("render", json!({ "width": 0 })),
        ("source", json!({ "document": 7 })),
        ("explain", json!({ "code": "XYZ" })),
    ] {
        let why = s.ask(question, &options).unwrap_err();
        assert_eq!(why.to_json()["kind"], "usage", "{question} {options}: {why}");
    }
}
