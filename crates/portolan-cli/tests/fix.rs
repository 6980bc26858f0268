//! `portolan fix` from the outside.

use crate::common::Folder;
use serde_json::Value;

const BEFORE: &str = "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n\
                      <asset>\n<modified>2024-01-01T00:00:00Z</modified>\n</asset>\n<library_images/>\n</COLLADA>\n";
const AFTER: &str = "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n\
                     <asset>\n<created>2024-01-01T00:00:00Z</created>\n<modified>2024-01-01T00:00:00Z</modified>\n</asset>\n\
                     </COLLADA>\n";

#[test]
fn the_repaired_document_goes_where_it_is_asked_to() {
    let folder = Folder::new();
    folder.put("a.dae", BEFORE);
    let run = folder.run(&["fix", "a.dae"]);
    assert_eq!(run.status, 0, "{}\n{}", run.out, run.err);
    assert_eq!(folder.read("a.dae"), BEFORE);
    assert_eq!(folder.read("a.fixed.dae"), AFTER);
    assert!(run.out.contains("a.dae:3:2: SCH004 add `<created>` with the date of `<modified>`\n"), "{}", run.out);
    assert!(run.out.contains("a.dae:5:2: SCH004 remove the empty library\n"), "{}", run.out);
    assert!(run.out.ends_with("a.dae: 2 repairs, no errors are left, written to a.fixed.dae\n"), "{}", run.out);

    assert_eq!(folder.run(&["fix", "a.dae", "-o", "b.dae"]).status, 0);
    assert_eq!(folder.read("b.dae"), AFTER);

    let run = folder.run(&["fix", "a.dae", "-o", "-"]);
    assert_eq!((run.status, run.out.as_str()), (0, AFTER));
    assert!(run.err.contains("2 repairs"), "{}", run.err);

    let run = folder.run_with(&["fix", "-"], BEFORE.as_bytes());
    assert_eq!((run.status, run.out.as_str()), (0, AFTER), "{}", run.err);

    assert_eq!(folder.run(&["fix", "--in-place", "a.dae"]).status, 0);
    assert_eq!(folder.read("a.dae"), AFTER);
    let again = folder.run(&["fix", "--in-place", "a.dae"]);
    assert_eq!((again.status, again.out.as_str()), (0, "a.dae: nothing was repaired, no errors are left\n"));
}

#[test]
fn a_dry_run_shows_the_lines_and_writes_nothing() {
    let folder = Folder::new();
    folder.put("a.dae", BEFORE);
    let run = folder.run(&["fix", "--dry-run", "a.dae"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let hunk = "@@ -1,6 +1,6 @@\n <COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n <asset>\n\
                +<created>2024-01-01T00:00:00Z</created>\n <modified>2024-01-01T00:00:00Z</modified>\n </asset>\n\
                -<library_images/>\n </COLLADA>\n";
    assert!(run.out.contains(hunk), "{}", run.out);
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["a.dae"]);
}

#[test]
fn json_tells_what_was_done_and_what_is_left() {
    let folder = Folder::new();
    let named = BEFORE.replace("<library_images/>", "<library_nodes><node name=\"a b\"/></library_nodes>");
    folder.put("a.dae", &named);
    let run = folder.run(&["fix", "--json", "a.dae"]);
    assert_eq!(run.status, 1, "{}", run.err);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    let file = &json["files"][0];
    assert_eq!((&file["path"], &file["output"]), (&Value::from("a.dae"), &Value::from("a.fixed.dae")));
    assert_eq!((file["errors_before"].as_u64(), file["errors_after"].as_u64()), (Some(2), Some(1)));
    assert_eq!(file["repaired"][0]["code"], "SCH004");
    assert_eq!((&file["repaired"][0]["line"], &file["repaired"][0]["safe"]), (&Value::from(3), &Value::from(true)));
    assert_eq!(
        (&file["offered"][0]["code"], &file["offered"][0]["safe"]),
        (&Value::from("SCH007"), &Value::from(false))
    );
    let run = folder.run(&["fix", "--unsafe", "--json", "a.dae"]);
    assert_eq!(run.status, 0, "{}", run.out);
    // The result of the first run is there, and is not replaced.
    assert!(folder.read("a.fixed_2.dae").contains("name=\"a_b\""));
}

#[test]
fn repairs_can_be_chosen() {
    let folder = Folder::new();
    folder.put("a.dae", BEFORE);
    let run = folder.run(&["fix", "--ignore", "missing-element", "a.dae", "-o", "b.dae"]);
    assert_eq!((run.status, folder.read("b.dae")), (1, BEFORE.to_owned()), "{}", run.out);
}

#[test]
fn statuses_follow_the_contract() {
    let folder = Folder::new();
    folder.put("a.dae", BEFORE);
    folder.put("hopeless.dae", BEFORE.replace("<library_images/>", "<bogus/>"));
    folder.put("noise.bin", [0u8, 159, 146, 150]);
    for (args, status) in [
        (&["fix", "a.dae"][..], 0),
        (&["fix", "--dry-run", "a.dae", "hopeless.dae"], 1),
        (&["fix", "a.dae", "hopeless.dae", "-o", "x.dae"], 2),
        (&["fix", "--in-place", "-"], 2),
        (&["fix", "--only", "XYZ999", "a.dae"], 2),
        (&["fix", "missing.dae"], 3),
        (&["fix", "noise.bin"], 3),
        (&["fix", "a.dae", "-o", "no/such/folder/x.dae"], 4),
    ] {
        let run = folder.run(args);
        assert_eq!(run.status, status, "{args:?}\n{}\n{}", run.out, run.err);
        assert!(!run.err.contains("panicked"), "{args:?}\n{}", run.err);
    }
}
