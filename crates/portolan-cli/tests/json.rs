//! The JSON that the commands print is what `docs/json` says.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::common::{BROKEN, Folder, OLD, SOUND, WORLD, zip};
use serde_json::{Value, json};

/// The schemas, each with the fields that are not always there.
const SCHEMAS: &[(&str, &[&str])] = &[
    ("info", &["circle", "cylinder", "instance_of", "kind", "line", "plane"]),
    ("check", &["dropped", "end_column", "end_line", "repaired"]),
    ("losses", &[]),
    ("sample", &[]),
    ("pose", &[]),
    ("simulate", &[]),
    ("run", &["Door.children", "Door.rotation"]),
    ("verify", &[]),
    ("diff", &[]),
    ("fix", &[]),
];

#[test]
fn what_is_printed_fits_the_schemas() {
    for (name, _) in SCHEMAS {
        let schema = schema(name);
        for printed in printed(name) {
            assert_eq!(faults(&schema, &printed), Vec::<String>::new(), "{name}: {printed:#}");
        }
    }
}

#[test]
fn every_field_that_is_printed_is_described() {
    for (name, _) in SCHEMAS {
        let mut closed = schema(name);
        each(&mut closed, &mut |object| {
            if let Some(open) = object.get_mut("additionalProperties") {
                assert_eq!(*open, json!(true), "{name}: fields may be added everywhere");
                *open = json!(false);
            }
        });
        for printed in printed(name) {
            assert_eq!(faults(&closed, &printed), Vec::<String>::new(), "{name}: {printed:#}");
        }
    }
}

#[test]
fn schemas_are_sound_and_explain_every_field() {
    for (name, _) in SCHEMAS {
        let mut schema = schema(name);
        assert!(jsonschema::meta::is_valid(&schema), "{name}");
        each(&mut schema, &mut |object| {
            let Some(Value::Object(fields)) = object.get("properties") else { return };
            for (field, about) in fields {
                let text = about["description"].as_str().unwrap_or_default();
                assert!(text.ends_with('.') && text.len() > 4, "{name}: `{field}` has no description");
            }
            let named = object["required"].as_array().unwrap();
            assert!(named.iter().all(|f| fields.contains_key(f.as_str().unwrap())), "{name}: {named:?}");
        });
    }
}

/// Each field is taken away and given a wrong type, wherever it is printed.
#[test]
fn schemas_refuse_what_does_not_fit() {
    for (name, optional) in SCHEMAS {
        let schema = jsonschema::validator_for(&schema(name)).unwrap();
        let (mut spared, mut tried) = (BTreeSet::new(), 0);
        for printed in printed(name) {
            let mut places = Vec::new();
            fields(&printed, String::new(), &mut places);
            for (around, field) in places {
                let mut changed = printed.clone();
                let object = changed.pointer_mut(&around).unwrap().as_object_mut().unwrap();
                let value = object.insert(field.clone(), json!({"unexpected": [[]]})).unwrap();
                let wrong = if value.is_object() { json!("text") } else { json!({"unexpected": [[]]}) };
                object.insert(field.clone(), wrong);
                assert!(!schema.is_valid(&changed), "{name}: {around}/{field} may be of any type");
                let object = changed.pointer_mut(&around).unwrap().as_object_mut().unwrap();
                object.remove(&field);
                if schema.is_valid(&changed) {
                    spared.insert(field);
                }
                tried += 1;
            }
        }
        assert!(tried > 5, "{name}: {tried}");
        assert_eq!(spared.iter().map(String::as_str).collect::<Vec<_>>(), *optional, "{name}");
    }
}

fn schema(name: &str) -> Value {
    let path = format!("{}/../../docs/json/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// What is wrong with a text, by the schema.
fn faults(schema: &Value, printed: &Value) -> Vec<String> {
    let schema = jsonschema::validator_for(schema).unwrap();
    schema.iter_errors(printed).map(|e| format!("{}: {e}", e.instance_path())).collect()
}

/// Visits every object.
fn each(value: &mut Value, visit: &mut dyn FnMut(&mut Value)) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(|v| each(v, visit)),
        Value::Array(items) => items.iter_mut().for_each(|v| each(v, visit)),
        _ => {}
    }
    if value.is_object() {
        visit(value);
    }
}

/// Every field: the pointer to its object, and its name. Of long lists the first ones are enough.
fn fields(value: &Value, at: String, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(object) => {
            for (field, value) in object {
                found.push((at.clone(), field.clone()));
                fields(value, format!("{at}/{field}"), found);
            }
        }
        Value::Array(items) => {
            let first = items.iter().take(8).enumerate();
            first.for_each(|(i, value)| fields(value, format!("{at}/{i}"), found));
        }
        _ => {}
    }
}

/// What a command prints for documents of all kinds. Every command runs once for all tests.
fn printed(name: &str) -> Vec<Value> {
    static PRINTED: OnceLock<BTreeMap<&str, Vec<Value>>> = OnceLock::new();
    let all = PRINTED.get_or_init(|| {
        let folder = documents();
        SCHEMAS.iter().map(|(name, _)| (*name, run(&folder, name))).collect()
    });
    all[name].clone()
}

fn run(folder: &Folder, name: &str) -> Vec<Value> {
    let all = [
        "door.dae",
        "reed.dae",
        "washer.dae",
        "faulty.dae",
        "repeats.dae",
        "lantern.ogex",
        "old.ogex",
        "door.glb",
        "world.xvrml",
        "lighthouse.xvrml",
        "box.obj",
        "pack.zae",
        "text.dae",
        "junk.bin",
        "no-such.dae",
    ];
    let run = |args: &[&str]| parse(&folder.run(args).out);
    match name {
        "info" => {
            let args: Vec<&str> = ["info", "--json"].into_iter().chain(all).collect();
            let lines: Vec<Value> = folder.run(&args).out.lines().map(parse).collect();
            assert_eq!(lines.len(), all.len() - 3, "all but what cannot be read, or is something else");
            lines
        }
        "check" => {
            let args: Vec<&str> = ["check", "--format", "json"].into_iter().chain(all).collect();
            vec![run(&args), run(&["check", "--format", "json", "--fix", "old.ogex"])]
        }
        "losses" => [("door.dae", "door.stl"), ("lantern.ogex", "lantern.obj"), ("pack.zae", "pack.gltf")]
            .map(|(from, to)| {
                let run = folder.run(&["convert", from, to, "--losses", "losses.json", "--force"]);
                assert_eq!(run.status, 0, "{run:?}");
                parse(&folder.read("losses.json"))
            })
            .into(),
        "sample" => vec![
            run(&["sample", "--json", "door.dae", "--rate", "2"]),
            run(&["sample", "--json", "repeats.dae"]),
            run(&["sample", "--json", "endless.dae"]),
            run(&["sample", "--json", "lantern.ogex", "--times", "0,1"]),
        ],
        "pose" => vec![
            run(&["pose", "--json", "arm.dae", "shoulder=100", "--reach", "tip=1,0,1"]),
            run(&["pose", "--json", "loop.dae"]),
            run(&["pose", "--json", "door.dae"]),
        ],
        "simulate" => vec![
            run(&["simulate", "--json", "fall.dae", "--times", "0,0.5"]),
            run(&["simulate", "--json", "spring.dae"]),
            run(&["simulate", "--json", "door.dae"]),
        ],
        "run" => vec![
            run(&["run", "--json", "hall.xwrl", "--until", "2", "--input", "click.json", "--watch", "Door.rotation"]),
            run(&["run", "--json", "lighthouse.xvrml", "--until", "1", "--rate", "2", "--watch", "Door.children"]),
        ],
        "verify" => vec![
            run(&["verify", "--json", "door.dae", "door.glb"]),
            run(&["verify", "--json", "door.dae", "reed.dae", "--limit", "12"]),
            run(&["verify", "--json", "door.dae", "door.stl", "--losses", "stl.json", "--no-pictures"]),
        ],
        "diff" => vec![
            run(&["diff", "--json", "door.dae", "door.dae"]),
            run(&["diff", "--json", "door.dae", "reed.dae", "--limit", "20"]),
            run(&["diff", "--json", "door.dae", "door.glb"]),
        ],
        "fix" => vec![
            run(&["fix", "--json", "--dry-run", "old.ogex", "faulty.dae", "junk.bin", "pack.zae", "no-such.dae"]),
            run(&["fix", "--json", "old.ogex"]),
        ],
        other => panic!("nothing prints {other}"),
    }
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"))
}

/// Small documents of every format: sound, faulty, animated, in an archive, and not readable.
fn documents() -> Folder {
    let folder = Folder::new();
    let example = |path: &str| std::fs::read(format!("{}/../../examples/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    folder.put("door.dae", example("collada/door.dae"));
    folder.put("reed.dae", example("collada/reed.dae"));
    folder.put("washer.dae", example("collada/washer.dae"));
    folder.put("arm.dae", example("collada/arm.dae"));
    let arm = String::from_utf8(example("collada/arm.dae")).unwrap();
    let (start, end) = ("<attachment_start joint=\"arm-model/grip\"/>", "<attachment_end joint=\"arm-model/grip\"/>");
    let looped = arm.replace("<link sid=\"right-link\"/>", &format!("<link sid=\"right-link\">{start}</link>"));
    folder
        .put("loop.dae", looped.replace("<link sid=\"left-link\"/>", &format!("<link sid=\"left-link\">{end}</link>")));
    let fall = String::from_utf8(example("collada/fall.dae")).unwrap();
    let spring =
        "<spring><angular><stiffness>2</stiffness></angular><linear/></spring></technique_common></rigid_constraint>";
    let field = "<library_force_fields><force_field id=\"wind\"><technique profile=\"x\"/></force_field></library_force_fields>";
    let fall = fall.replace("<library_physics_materials>", &format!("{field}<library_physics_materials>"));
    let fall = fall.replace("<gravity>0 0 -9.81</gravity>", "");
    let fall = fall.replace("id=\"earth\">", "id=\"earth\"><instance_force_field url=\"#wind\"/>");
    folder.put(
        "spring.dae",
        fall.replace(
            "</limits>\n        </technique_common>\n      </rigid_constraint>",
            &format!("</limits>{spring}"),
        ),
    );
    folder.put("fall.dae", example("collada/fall.dae"));
    folder.put("lantern.ogex", example("opengex/lantern.ogex"));
    let link = r#"<Anchor name="Exit" url="no.html"><children/></Anchor><Fog name="Mist"/><Script name="Log"><source>print("on")</source></Script>"#;
    folder.put("hall.xwrl", crate::run::DOOR.replace("<TimeSensor", &format!("{link}<TimeSensor")));
    folder.put(
        "click.json",
        crate::run::CLICK.replace("\n]}", r#", {"t": 1.5, "activate": "Exit"}, {"t": 1, "set": "A.b", "value": 1}]}"#),
    );
    folder.put("lighthouse.xvrml", example("xvrml/lighthouse.xvrml"));
    folder.put(
        "faulty.dae",
        BROKEN.replace("</asset>", "</asset><asset/>\n<library_nodes><node id=\"a\"/><node id=\"a\"/></library_nodes>"),
    );
    folder.put(
        "repeats.dae",
        SOUND.replace(
            "<node id=\"n\"/>",
            "<node id=\"n\"><node name=\"x\" type=\"JOINT\"/></node><node><instance_node url=\"#n\"/></node>",
        ),
    );
    let endless = "<node id=\"n\"><scale>1e300 1 1</scale><node><scale>1e300 1 1</scale></node></node>";
    folder.put("endless.dae", SOUND.replace("<node id=\"n\"/>", endless));
    folder.put("old.ogex", OLD);
    folder.put("world.xvrml", WORLD);
    folder.put("box.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    folder.put("pack.zae", zip(&[("manifest.xml", "<dae_root>a.dae</dae_root>"), ("a.dae", SOUND), ("b.dae", BROKEN)]));
    folder.put("text.dae", "nothing that anyone knows");
    folder.put("junk.bin", [0, 159, 146, 150, 1, 2, 3]);
    for (output, losses) in [("door.glb", "glb.json"), ("door.stl", "stl.json")] {
        let run = folder.run(&["convert", "door.dae", output, "--losses", losses]);
        assert_eq!(run.status, 0, "{run:?}");
    }
    folder
}
