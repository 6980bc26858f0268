//! `portolan get` and `portolan set` from the outside.

use crate::common::{Folder, SOUND, WORLD, zip};
use serde_json::Value;

const LAMP: &str = "<World xmlns=\"http://www.xvrml.net/schemas/core\">\r\n  <children>\r\n    <PointLight name=\"Lamp\" intensity=\"0.8\"/>\r\n  </children>\r\n</World>\r\n";

#[test]
fn values_are_printed_and_told_with_their_place() {
    let folder = Folder::new();
    folder.put("lamp.xvrml", LAMP);
    let run = folder.run(&["get", "lamp.xvrml", "Lamp.intensity"]);
    assert_eq!((run.status, run.out.as_str()), (0, "0.8\n"), "{}", run.err);
    let run = folder.run(&["get", "--json", "lamp.xvrml", "Lamp.intensity"]);
    let value: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(value["value"], 0.8);
    assert_eq!((value["line"].as_u64(), value["column"].as_u64()), (Some(3), Some(40)));
    assert_eq!((value["type"].as_str(), value["given"].as_bool()), (Some("PointLight@intensity"), Some(true)));
    let run = folder.run(&["get", "lamp.xvrml", "Lamp.color"]);
    assert_eq!(run.out, "1.0 1.0 1.0 1.0\n");
    let piped = folder.run_with(&["get", "-", "Lamp.intensity"], LAMP.as_bytes());
    assert_eq!(piped.out, "0.8\n");
}

#[test]
fn one_value_changes_and_every_other_byte_stays() {
    let folder = Folder::new();
    folder.put("lamp.xvrml", LAMP);
    let expected = LAMP.replace("0.8", "0.25");
    let run = folder.run(&["set", "lamp.xvrml", "Lamp.intensity", "0.25", "-o", "-"]);
    assert_eq!((run.status, run.out.as_str()), (0, expected.as_str()), "{}", run.err);
    let run = folder.run(&["set", "--dry-run", "lamp.xvrml", "Lamp.intensity", "0.25"]);
    assert_eq!(run.out, "lamp.xvrml:3:     <PointLight name=\"Lamp\" intensity=\"0.25\"/>\n");
    assert_eq!(folder.run(&["set", "lamp.xvrml", "Lamp.intensity", "0.25", "-o", "new.xvrml"]).status, 0);
    assert_eq!((folder.read("lamp.xvrml").as_str(), folder.read("new.xvrml")), (LAMP, expected.clone()));
    assert_eq!(folder.run(&["set", "lamp.xvrml", "Lamp.intensity", "0.25"]).status, 0);
    assert_eq!(folder.read("lamp.xvrml"), expected);
    let piped = folder.run_with(&["set", "-", "Lamp.intensity", "0.25"], LAMP.as_bytes());
    assert_eq!(piped.out, expected);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
}

#[test]
fn statuses_follow_the_contract_and_nothing_is_written_on_failure() {
    let folder = Folder::new();
    folder.put("lamp.xvrml", LAMP);
    folder.put("world.xvrml", WORLD);
    let manifest = "<dae_root>a.dae</dae_root>";
    let archive = zip(&[("manifest.xml", manifest), ("a.dae", SOUND)]);
    folder.put("a.zae", &archive);
    for (args, status, words) in [
        (&["get", "lamp.xvrml", "Lmap.intensity"][..], 1, "did you mean `Lamp`?"),
        (&["get", "lamp.xvrml", "Lamp..x"], 2, "nothing after a dot"),
        (&["get", "none.xvrml", "Lamp.x"], 3, "the file does not exist"),
        (&["get", "lamp.xvrml"], 2, ""),
        (&["get", "a.zae", "n@name"], 1, "no default"),
        (&["set", "lamp.xvrml", "Lamp.intensity", "bright"], 1, "`bright` is not a number"),
        (&["set", "lamp.xvrml", "Lamp.intensity", "-1"], 1, "`-1`"),
        (&["set", "lamp.xvrml", "Lamp.intensity", "0.5", "-o", "no/such/folder.xvrml"], 4, "the folder does not exist"),
        (&["set", "a.zae", "n@name", "x"], 1, "archives"),
        (&["set", "a.zae/a.dae", "n@name", "x"], 1, "archives"),
    ] {
        let run = folder.run(args);
        assert_eq!(run.status, status, "{args:?}: {}{}", run.out, run.err);
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    }
    assert_eq!(folder.run(&["get", "a.zae", "n@id"]).out, "n\n");
    assert_eq!(folder.read("lamp.xvrml"), LAMP);
    assert_eq!(std::fs::read(folder.path().join("a.zae")).unwrap(), archive);
}
