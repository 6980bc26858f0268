//! `diff` lists changes as a person would.

use crate::common;

use crate::common::{import, new_document, numbers, old_document, words};

/// A document with a little of everything that is not seen, too.
fn document() -> String {
    let animation = format!(
        r##"<library_animations><animation id="move">{}{}{}<sampler id="s"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#x"/>
        <input semantic="INTERPOLATION" source="#i"/></sampler><channel source="#s" target="arm/t.X"/></animation></library_animations>"##,
        numbers("t", 1, "0 2"),
        numbers("x", 1, "0 4"),
        words("i", "Name_array", "LINEAR LINEAR"),
    );
    old_document(&format!(
        r##"{animation}<library_cameras><camera id="cam"><optics><technique_common><perspective><yfov>40</yfov><znear>1</znear><zfar>9</zfar></perspective></technique_common></optics></camera></library_cameras>
        <library_lights><light id="spare" name="Spare"><technique_common><ambient><color>1 1 1</color></ambient></technique_common></light></library_lights>
        <library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert><diffuse><color>1 0 0 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
        <library_materials><material id="red"><instance_effect url="#e"/></material></library_materials>
        <library_geometries>{}</library_geometries>
        <library_physics_materials><physics_material id="ice"><technique_common><restitution>.5</restitution></technique_common></physics_material></library_physics_materials>
        <library_visual_scenes><visual_scene id="vs"><node id="arm" name="Arm" layer="front"><translate sid="t">1 2 3</translate><instance_geometry url="#g"/>
        <extra><technique profile="TOOL"><locked>1</locked></technique></extra></node><node id="eye"><instance_camera url="#cam"/></node></visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#vs"/></scene>"##,
        common::mesh("g", "0 0 0 1 0 0 0 1 0", "0 1 2"),
    ))
    .replace("<asset/>", "<asset><contributor><author>Ada</author></contributor><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified></asset>")
}

/// What is told of changes, without lines and the sum at the end.
fn told(changes: &[(&str, &str)]) -> Vec<String> {
    let old = document();
    let new = changes.iter().fold(old.clone(), |text, (from, to)| {
        assert!(text.contains(from), "`{from}` is not in the document");
        text.replacen(from, to, 1)
    });
    let (old, new) = (import(&old), import(&new));
    let mut lines = old.diff(&new, None).unwrap().lines();
    lines.pop();
    let plain = |line: &String| line.split(" (main.dae").next().unwrap_or_default().trim().to_owned();
    lines.iter().map(plain).collect()
}

/// What is replaced by what, and what is told of it.
type Case = (&'static [(&'static str, &'static str)], &'static [&'static str]);

#[test]
fn changes_are_told_with_old_and_new_values() {
    let cases: &[Case] = &[
        (&[(">1 2 3<", ">1 2 4<")], &["changed node arm \"Arm\"", "translate `t`: 1 2 3 → 1 2 4"]),
        (&[("<yfov>40", "<yfov>45")], &["changed camera cam", "vertical extent: 40 → 45"]),
        (&[("Ada", "Bob")], &["changed document", "contributor author: Ada → Bob"]),
        (&[("<color>1 0 0 1", "<color>0 1 0 1")], &["changed material red", "diffuse: 1 0 0 1 → 0 1 0 1"]),
        (&[("\"Arm\"", "\"Leg\"")], &["renamed node arm \"Arm\"", "name: Arm → Leg"]),
        (&[("\"front\"", "\"back\"")], &["changed node arm \"Arm\"", "layers: front → back"]),
        (&[("<locked>1", "<locked>0")], &["changed node arm \"Arm\"", "extra `TOOL`: <locked> 1 </> → <locked> 0 </>"]),
        (&[(">0 4<", ">0 5<")], &["changed animation move", "`t` of node `arm` [0]: values: 0 4 → 0 5"]),
        (
            &[("LINEAR LINEAR", "STEP STEP")],
            &["changed animation move", "`t` of node `arm` [0]: interpolation: linear → step"],
        ),
        (
            &[(">.5<", ">.25<")],
            &[
                "changed element library_physics_materials",
                "content: <library_physics_materials> <physics_material id=\"ice\"> <technique_common> <restitution> 0.5 </> </> </> </> → \
             <library_physics_materials> <physics_material id=\"ice\"> <technique_common> <restitution> 0.25 </> </> </> </>",
            ],
        ),
        (
            &[(
                r##"<light id="spare" name="Spare"><technique_common><ambient><color>1 1 1</color></ambient></technique_common></light>"##,
                "",
            )],
            &["removed light spare \"Spare\""],
        ),
        (
            &[(r#"<node id="eye">"#, r#"<node id="new"/><node id="eye">"#)],
            &["added node new", "changed scene vs", "roots: arm \"Arm\", eye → arm \"Arm\", new, eye"],
        ),
        // Renamed, and what refers to it is not changed by that.
        (&[("id=\"cam\"", "id=\"lens\""), ("#cam", "#lens")], &["renamed camera cam", "id: cam → lens"]),
    ];
    for (changes, expected) in cases {
        assert_eq!(told(changes), *expected, "{changes:?}");
    }
}

#[test]
fn how_it_is_written_is_no_change() {
    assert_eq!(told(&[]), Vec::<String>::new());
    let cases: &[&[(&str, &str)]] = &[
        &[(">1 2 3<", "> 1.0\n 2e0 +3 <")],
        &[("id=\"arm\" name=\"Arm\"", "name='Arm'  id='arm'")],
        &[("<locked>1</locked>", "\n<locked >\n1 </locked>")],
        &[(">.5<", ">0.50<")],
        &[("<library_lights>", "<!-- a remark --><library_lights>")],
        &[("LINEAR LINEAR", "LINEAR STEP")],
    ];
    for changes in cases {
        assert_eq!(told(changes), Vec::<String>::new(), "{changes:?}");
    }
    // Libraries in another order.
    let old = document();
    let start = old.find("<library_lights>").unwrap();
    let end = old.find("</library_lights>").unwrap() + "</library_lights>".len();
    let library = &old[start..end];
    let new = old.replace(library, "").replace("<library_animations>", &format!("{library}<library_animations>"));
    assert!(import(&old).diff(&import(&new), None).unwrap().list.is_empty());
}

#[test]
fn lines_of_both_files_are_told() {
    let old = document();
    let new = old.replace("<library_cameras>", "\n\n<library_cameras>").replace("<yfov>40", "<yfov>50");
    let (old, new) = (import(&old), import(&new));
    let changes = old.diff(&new, None).unwrap();
    let json = changes.to_json();
    let (a, b) = (&json["changes"][0]["a"]["line"], &json["changes"][0]["b"]["line"]);
    assert_eq!(a.as_u64().unwrap() + 2, b.as_u64().unwrap(), "{json:#}");
    assert_eq!(json["changes"][0]["fields"][0]["new"], "50");
    assert!(changes.lines()[0].starts_with("changed camera cam (main.dae:"), "{:?}", changes.lines());
}

#[test]
fn versions_are_told_and_change_nothing_else() {
    let view = common::view("");
    let (old, new) = (import(&old_document(&view)), import(&new_document(&view)));
    let lines = old.diff(&new, None).unwrap().lines();
    assert_eq!(
        lines,
        ["changed document", "    format: COLLADA 1.4.1 → COLLADA 1.5.0", "1 changed, 0 renamed, 0 added, 0 removed"]
    );
}
