//! Every repair with a document before and after, and what holds for all of them: a second run changes nothing, no repair
//! brings errors, and a valid document keeps its meaning.

use std::path::{Path, PathBuf};

use portolan::compare::compare;
use portolan::{Checker, Memory, OpenOptions, Repair, RepairOptions};

const ROOT: &str = "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">";
const ASSET: &str = "<asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified></asset>";

fn repair_as(name: &str, bytes: Vec<u8>, guesses: bool) -> Repair {
    let memory = Memory::new().with(name, bytes);
    Checker::new(OpenOptions::within(memory.clone()))
        .repair_with(name, RepairOptions::default().with(|c| c.guesses = guesses))
}

fn text(repair: &Repair) -> String {
    String::from_utf8(repair.document.clone()).unwrap()
}

/// Repairs a document and looks at everything that must hold whatever it is.
fn repaired(name: &str, before: &str, guesses: bool) -> (String, Repair) {
    let repair = repair_as(name, before.as_bytes().to_vec(), guesses);
    assert!(repair.errors_after <= repair.errors_before, "{before}");
    assert_eq!(repair.undone, [], "{before}");
    let after = text(&repair);
    assert!(!repair_as(name, after.clone().into_bytes(), guesses).changed, "a second run changes something: {after}");
    (after, repair)
}

/// The body of a valid document, before and after the repairs.
fn body(before: &str, after: &str, code: &str) {
    case(&format!("{ROOT}{ASSET}{before}</COLLADA>"), &format!("{ROOT}{ASSET}{after}</COLLADA>"), code, false);
}

/// The same for 1.5.0.
fn body_15(before: &str, after: &str, code: &str) {
    let root = "<COLLADA xmlns=\"http://www.collada.org/2008/03/COLLADASchema\" version=\"1.5.0\">";
    case(&format!("{root}{ASSET}{before}</COLLADA>"), &format!("{root}{ASSET}{after}</COLLADA>"), code, false);
}

/// A repair that is made only on demand.
fn guess(before: &str, after: &str, code: &str) {
    let (before, after) = (format!("{ROOT}{ASSET}{before}</COLLADA>"), format!("{ROOT}{ASSET}{after}</COLLADA>"));
    let (unchanged, repair) = repaired("a.dae", &before, false);
    assert_eq!(unchanged, before);
    assert!(repair.offered.iter().any(|r| r.code.id == code && !r.certain), "{:?}", repair.offered);
    case(&before, &after, code, true);
}

fn case(before: &str, after: &str, code: &str, guesses: bool) {
    let (found, repair) = repaired("a.dae", before, guesses);
    let told: Vec<_> = repair.done.iter().map(|r| (r.code.id, r.title.as_str())).collect();
    assert_eq!(found, after, "{told:?}");
    assert!(told.iter().any(|(id, _)| *id == code), "{told:?}");
}

const NODE: &str = "<library_visual_scenes><visual_scene id=\"s\"><node id=\"n\"";

fn node(content: &str) -> String {
    format!("{NODE}>{content}</node></visual_scene></library_visual_scenes>")
}

#[test]
fn children_are_put_in_order_and_little_text_moves() {
    let geometry = "<geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"a\" count=\"3\">0 0 0</float_array>\
                    <technique_common><accessor source=\"#a\" count=\"1\" stride=\"3\"><param name=\"X\" type=\"float\"/>\
                    <param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common>\
                    </source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices></mesh></geometry>";
    let library = format!("<library_geometries>{geometry}</library_geometries>");
    let scene = |inside: &str| format!("{library}{}", node(inside));
    body(
        &scene(
            "\n  <translate>1 0 0</translate>\n  <instance_geometry url=\"#g\"/>\n  <!-- turned -->\n  <rotate>0 1 0 9</rotate>\n",
        ),
        &scene(
            "\n  <translate>1 0 0</translate>\n  <!-- turned -->\n  <rotate>0 1 0 9</rotate>\n  <instance_geometry url=\"#g\"/>\n",
        ),
        "SCH002",
    );
    case(
        &format!(
            "{ROOT}<asset>\n\t<up_axis>Y_UP</up_axis>\n\t<modified>2024-01-01T00:00:00Z</modified>\n\t<created>2024-01-01T00:00:00Z</created>\n</asset></COLLADA>"
        ),
        &format!(
            "{ROOT}<asset>\n\t<created>2024-01-01T00:00:00Z</created>\n\t<modified>2024-01-01T00:00:00Z</modified>\n\t<up_axis>Y_UP</up_axis>\n</asset></COLLADA>"
        ),
        "SCH002",
        false,
    );
}

#[test]
fn missing_dates_and_assets_are_added() {
    case(
        &format!("{ROOT}<asset>\n  <modified>2020-02-02T00:00:00Z</modified></asset></COLLADA>"),
        &format!(
            "{ROOT}<asset>\n  <created>2020-02-02T00:00:00Z</created>\n  <modified>2020-02-02T00:00:00Z</modified></asset></COLLADA>"
        ),
        "SCH004",
        false,
    );
    body(
        "<library_cameras><camera id=\"c\"><asset><unit meter=\"2\"/></asset><optics><technique_common><perspective><xfov>9</xfov><znear>1</znear><zfar>2</zfar></perspective></technique_common></optics></camera></library_cameras>",
        "<library_cameras><camera id=\"c\"><asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified><unit meter=\"2\"/></asset><optics><technique_common><perspective><xfov>9</xfov><znear>1</znear><zfar>2</zfar></perspective></technique_common></optics></camera></library_cameras>",
        "SCH004",
    );
    case(
        &format!("{ROOT}\n\t{}</COLLADA>", node("")),
        &format!(
            "{ROOT}\n\t<asset>\n\t\t<created>1970-01-01T00:00:00Z</created>\n\t\t<modified>1970-01-01T00:00:00Z</modified>\n\t</asset>\n\t{}</COLLADA>",
            node("")
        ),
        "SCH004",
        false,
    );
    case(
        &format!(
            "{ROOT}<asset><created>Tue Jan 19 19:53:01 2016 GMT</created><modified>15/05/2013 2:11:02 PM</modified></asset></COLLADA>"
        ),
        &format!(
            "{ROOT}<asset><created>2016-01-19T19:53:01Z</created><modified>2013-05-15T14:11:02</modified></asset></COLLADA>"
        ),
        "SCH007",
        false,
    );
}

#[test]
fn what_holds_nothing_is_removed() {
    body("\n  <library_images/>\n  <library_nodes>\n  </library_nodes>\n", "\n", "SCH004");
    body("<library_animations><animation id=\"a\"/></library_animations>", "", "SCH004");
    body(&node("<extra/>"), &node(""), "SCH004");
    body(
        &node("<instance_node url=\"#n2\"/></node><node id=\"n2\" name=\"\">"),
        &node("<instance_node url=\"#n2\"/></node><node id=\"n2\">"),
        "SCH007",
    );
    // A comment is somebody's.
    let kept = format!("{ROOT}{ASSET}<library_images><!-- mine --></library_images></COLLADA>");
    assert_eq!(repaired("a.dae", &kept, false).0, kept);
}

#[test]
fn forgotten_wrappers_are_put_around() {
    body(
        "<library_lights><light id=\"l\">\n <point>\n  <color>1 1 1</color>\n </point>\n</light></library_lights>",
        "<library_lights><light id=\"l\">\n <technique_common>\n <point>\n  <color>1 1 1</color>\n </point>\n </technique_common>\n</light></library_lights>",
        "SCH001",
    );
    body_15(
        "<library_images><image id=\"i\"><init_from> a.png </init_from></image></library_images>",
        "<library_images><image id=\"i\"><init_from> <ref>a.png</ref> </init_from></image></library_images>",
        "SCH010",
    );
    body(
        "<library_physics_scenes><physics_scene id=\"p\"></physics_scene></library_physics_scenes>",
        "<library_physics_scenes><physics_scene id=\"p\"><technique_common/></physics_scene></library_physics_scenes>",
        "SCH004",
    );
}

#[test]
fn names_in_other_case_are_corrected() {
    body(&node("<Translate>1 0 0</Translate>"), &node("<translate>1 0 0</translate>"), "SCH001");
    body(&node("<rotate SID=\"r\">0 0 1 5</rotate>"), &node("<rotate sid=\"r\">0 0 1 5</rotate>"), "SCH005");
    case(
        &format!("{ROOT}{}</COLLADA>", ASSET.replace("</asset>", "<up_axis>Y_up</up_axis></asset>")),
        &format!("{ROOT}{}</COLLADA>", ASSET.replace("</asset>", "<up_axis>Y_UP</up_axis></asset>")),
        "SCH014",
        false,
    );
}

#[test]
fn words_of_other_standards_are_translated() {
    let sampler = |wrap: &str| {
        format!(
            "<library_images><image id=\"i\"><init_from>a.png</init_from></image></library_images><library_effects><effect id=\"e\">\
             <profile_COMMON><newparam sid=\"u\"><surface type=\"2D\"><init_from>i</init_from></surface></newparam><newparam sid=\"s\">\
             <sampler2D><source>u</source><wrap_s>{wrap}</wrap_s></sampler2D></newparam><technique sid=\"c\"><lambert><diffuse>\
             <texture texture=\"s\" texcoord=\"T\"/></diffuse></lambert></technique></profile_COMMON></effect></library_effects>"
        )
    };
    body(&sampler("REPEAT"), &sampler("WRAP"), "SCH014");
    let shape = |radius: &str| {
        format!(
            "<library_physics_models><physics_model id=\"p\"><rigid_body sid=\"b\"><technique_common><shape><cylinder><height>1</height>\
             <radius>{radius}</radius></cylinder></shape></technique_common></rigid_body></physics_model></library_physics_models>"
        )
    };
    body(&shape("2"), &shape("2 2"), "SCH009");
}

#[test]
fn numbers_are_written_as_xml_does() {
    body(&node("<translate>0,5 1,25 -3,0</translate>"), &node("<translate>0.5 1.25 -3.0</translate>"), "SCH007");
    body(&node("<translate>1, 2, 3</translate>"), &node("<translate>1 2 3</translate>"), "SCH007");
    body(&node("<translate>1,2,3</translate>"), &node("<translate>1 2 3</translate>"), "SCH007");
    body(&node("<scale>1.0f 1.0f 1f</scale>"), &node("<scale>1.0 1.0 1</scale>"), "SCH007");
    let array = |text: &str, digits: &str| {
        format!(
            "<library_animations><animation><source id=\"s\"><float_array id=\"f\" count=\"3\" digits=\"{digits}\">{text}</float_array></source></animation></library_animations>"
        )
    };
    body(&array("nan -1.#INF Infinity", "6"), &array("NaN -INF INF", "6"), "SCH007");
    body_15(&array("1 2 3", "2490384"), &array("1 2 3", "17"), "SCH008");
}

fn mesh(primitive: &str) -> String {
    format!(
        "<library_geometries><geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"a\" count=\"9\">0 0 0 1 0 0 0 1 0</float_array>\
         <technique_common><accessor source=\"#a\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/>\
         <param name=\"Z\" type=\"float\"/></accessor></technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>\
         {primitive}</mesh></geometry></library_geometries>"
    )
}

#[test]
fn counts_are_corrected_and_added() {
    let triangles =
        mesh("<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles>");
    let polylist = mesh(
        "<polylist count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><vcount>3</vcount><p>0 1 2</p></polylist>",
    );
    for (right, part, wrong, code) in [
        (&triangles, "count=\"9\"", "count=\"7\"", "DAT001"),
        (&triangles, " count=\"9\"", "", "SCH006"),
        (&triangles, "count=\"9\"", "count=\"abc\"", "SCH007"),
        (&triangles, "count=\"3\"", "count=\"9\"", "DAT004"),
        (&triangles, " count=\"3\"", "", "SCH006"),
        (&triangles, " stride=\"3\"", "", "DAT005"),
        (&triangles, "triangles count=\"1\"", "triangles count=\"2\"", "DAT029"),
        (&triangles, "triangles count=\"1\"", "triangles", "SCH006"),
        (&polylist, "polylist count=\"1\"", "polylist count=\"3\"", "DAT029"),
        (&polylist, "<vcount>3</vcount>", "", "DAT027"),
        (&triangles, " offset=\"0\"", "", "SCH006"),
        (&triangles, "type=\"float\"", "", "SCH006"),
    ] {
        let before = right.replacen(part, wrong, 1);
        let (after, repair) = repaired("a.dae", &format!("{ROOT}{ASSET}{before}</COLLADA>"), false);
        assert!(repair.done.iter().any(|r| r.code.id == code), "{code}: {:?}", repair.done);
        assert_eq!(repair.errors_after, 0, "{after}");
        // What was added stands first in its tag, what was corrected where it was.
        let sorted = |text: &str| {
            let mut words: Vec<_> = text.split([' ', '<', '>', '/']).map(str::to_owned).collect();
            words.sort();
            words.retain(|w| !w.is_empty());
            words
        };
        assert_eq!(sorted(&after), sorted(&format!("{ROOT}{ASSET}{right}</COLLADA>")), "{code}");
    }
}

#[test]
fn inputs_in_the_wrong_place_lead_to_the_vertices() {
    let input = |semantic: &str, source: &str| {
        mesh(&format!(
            "<triangles count=\"1\"><input semantic=\"{semantic}\" source=\"#{source}\" offset=\"0\"/><p>0 1 2</p></triangles>"
        ))
    };
    body(&input("POSITION", "p"), &input("VERTEX", "v"), "DAT021");
    body(&input("VERTEX", "p"), &input("VERTEX", "v"), "DAT023");
}

#[test]
fn ids_that_nothing_means_are_renamed() {
    // Nothing refers to it.
    body(&node("</node><node id=\"n\">"), &node("</node><node id=\"n-2\">"), "SCH011");
    // The reference wants a geometry, which only one of them is.
    let scene = node("<instance_geometry url=\"#n\"/>");
    let library = |id: &str| mesh("").replace("id=\"g\"", &format!("id=\"{id}\""));
    body(
        &format!("{}{scene}", library("n")),
        &format!("{}{}", library("n"), scene.replace("node id=\"n\"", "node id=\"n-2\"")),
        "SCH011",
    );
    // Either could be meant: told, not touched.
    let both = node("<instance_node url=\"#m\"/></node><node id=\"m\"/><node id=\"m\"><translate>1 0 0</translate>");
    let before = format!("{ROOT}{ASSET}{both}</COLLADA>");
    let (after, repair) = repaired("a.dae", &before, true);
    assert_eq!(after, before);
    assert_eq!(repair.errors_after, 1);
}

#[test]
fn missing_ids_are_made_up() {
    let effect = |id: &str, sid: &str| {
        format!(
            "<library_effects><effect{id}><profile_COMMON><technique{sid}><lambert/></technique></profile_COMMON></effect></library_effects>"
        )
    };
    body(&effect(" id=\"e\"", ""), &effect(" id=\"e\"", " sid=\"common\""), "SCH006");
    body(&effect(" id=\"e\"", " sid=\"\""), &effect(" id=\"e\"", " sid=\"common\""), "SCH007");
    let (after, repair) = repaired("a.dae", &format!("{ROOT}{ASSET}{}</COLLADA>", effect("", " sid=\"c\"")), false);
    assert!(after.contains("<effect id=\"effect-"), "{after}");
    assert_eq!(repair.errors_after, 0);
}

#[test]
fn the_root_gets_its_namespace_and_version() {
    let right = format!("{ROOT}{ASSET}</COLLADA>");
    for (wrong, code) in [
        (right.replace(" xmlns=\"http://www.collada.org/2005/11/COLLADASchema\"", ""), "SCH012"),
        (right.replace("2005/11/COLLADASchema", "2006/11/COLLADASchema"), "SCH012"),
        (right.replace("1.4.1", "1.4"), "SCH014"),
    ] {
        case(&wrong, &right, code, false);
    }
    let bare = right.replace(" version=\"1.4.1\"", "");
    case(&bare, &bare.replace("<COLLADA", "<COLLADA version=\"1.4.1\""), "SCH006", false);
    let strange = right.replace("1.4.1", "9.9");
    assert_eq!(repaired("a.dae", &strange, false).0, strange);
    case(&strange, &right, "SCH014", true);
    // Something of 1.4.1 in a document of 1.4.0.
    let bound = |version: &str| {
        let controller = "<library_materials><material id=\"m\"><instance_effect url=\"#e\"/></material></library_materials>\
                          <library_effects><effect id=\"e\"><profile_COMMON><technique sid=\"c\"><lambert/></technique></profile_COMMON></effect></library_effects>";
        let scene = node(
            "<instance_geometry url=\"#g\"><bind_material><technique_common><instance_material symbol=\"s\" target=\"#m\">\
             <bind_vertex_input semantic=\"T\" input_semantic=\"TEXCOORD\"/></instance_material></technique_common></bind_material></instance_geometry>",
        );
        let triangles = "<triangles material=\"s\" count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles>";
        format!("{}{ASSET}{controller}{}{scene}</COLLADA>", ROOT.replace("1.4.1", version), mesh(triangles))
    };
    case(&bound("1.4.0"), &bound("1.4.1"), "SCH013", false);
}

#[test]
fn references_become_uris() {
    let image =
        |path: &str| format!("<library_images><image id=\"i\"><init_from>{path}</init_from></image></library_images>");
    body(&image(r"..\maps\wood.png"), &image("../maps/wood.png"), "REF007");
    body(&image(r"C:\maps\my wood.png"), &image("/C:/maps/my%20wood.png"), "REF008");
    body(&image(r"file://C:\maps\wood.png"), &image("file:///C:/maps/wood.png"), "REF008");
    body(&image("my wood.png"), &image("my%20wood.png"), "REF009");
    body(
        &node("<instance_node url=\"m\"/></node><node id=\"m\">"),
        &node("<instance_node url=\"#m\"/></node><node id=\"m\">"),
        "REF002",
    );
    guess(&image("100%.png"), &image("100%25.png"), "REF006");
}

#[test]
fn interpolations_get_their_capitals() {
    let animation = |words: &str| {
        format!(
            "<library_animations><animation><source id=\"i\"><float_array id=\"ia\" count=\"2\">0 1</float_array><technique_common>\
             <accessor source=\"#ia\" count=\"2\"><param name=\"TIME\" type=\"float\"/></accessor></technique_common></source>\
             <source id=\"o\"><float_array id=\"oa\" count=\"2\">0 1</float_array><technique_common><accessor source=\"#oa\" count=\"2\">\
             <param name=\"X\" type=\"float\"/></accessor></technique_common></source><source id=\"m\"><Name_array id=\"ma\" count=\"2\">{words}</Name_array>\
             <technique_common><accessor source=\"#ma\" count=\"2\"><param name=\"INTERPOLATION\" type=\"name\"/></accessor></technique_common></source>\
             <sampler id=\"sm\"><input semantic=\"INPUT\" source=\"#i\"/><input semantic=\"OUTPUT\" source=\"#o\"/><input semantic=\"INTERPOLATION\" source=\"#m\"/></sampler>\
             <channel source=\"#sm\" target=\"n/t.X\"/></animation></library_animations>{}",
            node("<translate sid=\"t\">0 0 0</translate>")
        )
    };
    body(&animation("Linear step"), &animation("LINEAR STEP"), "DAT062");
}

#[test]
fn what_is_not_well_formed_is_escaped() {
    let made = |text: &str| {
        format!(
            "<library_nodes><node id=\"n\" name=\"n\"><extra><technique profile=\"X\"><t>{text}</t></technique></extra></node></library_nodes>"
        )
    };
    body(&made("a & b"), &made("a &amp; b"), "XML006");
    body(&made("1 < 2"), &made("1 &lt; 2"), "XML006");
    body(&made("a ]]> b"), &made("a ]]&gt; b"), "XML006");
    body(&made("a\u{1}b"), &made("ab"), "XML003");
    body(&made("a&#7;b"), &made("ab"), "XML011");
    body(&made("a&nbsp;b"), &made("a&#160;b"), "XML011");
    body(&made("<!-- a -- b -->"), &made("<!-- a - - b -->"), "XML015");
    body(&made("<i a=\"1\" a=\"1\"/>"), &made("<i a=\"1\"/>"), "XML008");
    body(
        &node("<extra><technique profile=\"X\"><Q></q></technique></extra>"),
        &node("<extra><technique profile=\"X\"><Q></Q></technique></extra>"),
        "XML004",
    );
    guess(&made("a &unknown; b"), &made("a &amp;unknown; b"), "XML011");
    guess(&made("<i a=\"1\" a=\"2\"/>"), &made("<i a=\"1\"/>"), "XML008");
    let valid = format!("{ROOT}{ASSET}</COLLADA>");
    let declared = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>{valid}");
    case(&format!("\n {declared}"), &declared, "XML016", false);
    case(&declared.replace("UTF-8", "UTF-99"), &declared, "XML002", false);
    case(&format!("\u{FEFF}\u{FEFF}{valid}"), &format!("\u{FEFF}{valid}"), "XML013", false);
    let cut = format!("{ROOT}{ASSET}<library_nodes><node id=\"n\">");
    assert_eq!(repaired("a.dae", &cut, false).0, cut);
    case(&cut, &format!("{cut}</node></library_nodes></COLLADA>"), "XML005", true);
    let schema = "xsi:schemaLocation=\"a b\"";
    let before = valid.replace(" version", &format!(" {schema} version"));
    let after = before.replace("<COLLADA", "<COLLADA xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"");
    case(&before, &after, "XML010", false);
}

#[test]
fn bytes_of_another_encoding_are_declared_on_demand() {
    let text = format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>{ROOT}{ASSET}<!-- Stra\u{DF}e --></COLLADA>");
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    assert!(!repair_as("a.dae", latin.clone(), false).changed);
    let repair = repair_as("a.dae", latin, true);
    let right = text.replace("utf-8", "ISO-8859-1").chars().map(|c| c as u8).collect::<Vec<u8>>();
    assert_eq!((repair.document, repair.errors_after), (right, 0));
}

#[test]
fn likely_repairs_are_made_on_demand() {
    guess(
        &node("").replace("id=\"n\"", "id=\"n\" name=\"my node\""),
        &node("").replace("id=\"n\"", "id=\"n\" name=\"my_node\""),
        "SCH007",
    );
    let two = |id: &str| node(&format!("<instance_node url=\"#{id}\"/></node><node id=\"{id}\">"));
    guess(&two("my node"), &two("my_node"), "SCH007");
    let material = |kind: &str| {
        format!(
            "<library_effects><effect id=\"e\"><profile_COMMON><technique sid=\"c\"><{kind}><specular><color>1 1 1 1</color></specular></{kind}></technique></profile_COMMON></effect></library_effects>"
        )
    };
    guess(&material("lambert"), &material("phong"), "SCH001");
}

#[test]
fn lines_are_those_of_the_document_as_it_was() {
    let before = format!(
        "\n\n<?xml version=\"1.0\"?>\n{ROOT}\n{ASSET}\n<library_images/>\n{}\n</COLLADA>",
        node("<Translate>1 0 0</Translate>")
    );
    let repair = repair_as("a.dae", before.into_bytes(), false);
    let told: Vec<_> = repair.done.iter().map(|r| (r.line, r.code.id)).collect();
    assert_eq!(told, [(3, "XML016"), (6, "SCH004"), (7, "SCH001")]);
}

#[test]
fn other_formats_are_repaired_too() {
    let (after, _) =
        repaired("a.ogex", "BufferView {}\nMetric (key = \"up\") {string {\"z\"}}\nunsigned_int16 {1}\n", false);
    assert!(after.contains("uint16"), "{after}");
    let (after, repair) = repaired("w.xvrml", "<World>\n  <children/>\n</World>", false);
    assert!(after.starts_with("<World xmlns="), "{after}");
    assert_eq!(repair.errors_after, 0);
}

fn suite() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|e| e.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("dae" | "ogex" | "xvrml" | "xwrl") => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// What must hold of any input: no more errors, and a second run that changes nothing.
fn harmless(path: &Path, bytes: Vec<u8>, guesses: bool, what: &str) -> Option<Repair> {
    let name = path.file_name().unwrap().to_string_lossy();
    let repair = repair_as(&name, bytes.clone(), guesses);
    if repair.file.outcome.is_err() {
        return None;
    }
    let shown =
        || format!("{} {what}: {:?}\n{}", path.display(), repair.done, String::from_utf8_lossy(&repair.document));
    assert!(repair.errors_after <= repair.errors_before, "{}", shown());
    assert!(repair.changed || repair.document == bytes, "{}", shown());
    let again = repair_as(&name, repair.document.clone(), guesses);
    assert!(!again.changed, "{}\nthen {:?}", shown(), again.done);
    Some(repair)
}

#[test]
fn no_fixture_gets_worse_and_a_second_run_changes_nothing() {
    let mut changed = 0;
    for path in suite() {
        let bytes = std::fs::read(&path).unwrap();
        for guesses in [false, true] {
            changed += usize::from(harmless(&path, bytes.clone(), guesses, "whole").is_some_and(|r| r.changed));
        }
    }
    assert!(changed > 100, "the suite has much to repair: {changed}");
}

#[test]
fn damaged_fixtures_do_not_get_worse() {
    for (number, path) in suite().into_iter().enumerate() {
        let bytes = std::fs::read(&path).unwrap();
        if bytes.len() < 16 {
            continue;
        }
        // Cut off, a stretch removed, a byte changed, two stretches exchanged: at places that differ from file to file.
        for round in 0..4 {
            let place = |salt: usize| (number * 7919 + (salt + round * 10) * 104_729) % bytes.len();
            let guesses = (number + round) % 2 == 0;
            harmless(&path, bytes[..place(1)].to_vec(), guesses, "cut");
            let (from, to) = (place(2).min(place(3)), place(2).max(place(3)));
            let mut removed = bytes.clone();
            removed.drain(from..to.min(from + 40));
            harmless(&path, removed, guesses, "with a hole");
            let mut mutated = bytes.clone();
            mutated[place(4)] = b"<>&\"'/ =0aX\n"[(number + round) % 12];
            harmless(&path, mutated, guesses, "mutated");
            let lines: Vec<&[u8]> = bytes.split_inclusive(|b| *b == b'\n').collect();
            let mut swapped = lines.clone();
            swapped.swap(place(5) % lines.len(), place(6) % lines.len());
            harmless(&path, swapped.concat(), guesses, "with lines exchanged");
        }
    }
}

#[test]
fn a_valid_document_keeps_its_meaning() {
    let mut changed = 0;
    for path in suite() {
        let bytes = std::fs::read(&path).unwrap();
        let Some(repair) = harmless(&path, bytes.clone(), false, "valid") else { continue };
        if repair.errors_before > 0 || !repair.changed {
            continue;
        }
        changed += 1;
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let scene = |bytes: Vec<u8>| {
            let memory = Memory::new().with(name.as_str(), bytes);
            OpenOptions::within(memory.clone()).open(&name).ok().and_then(|file| file.scene().ok().cloned())
        };
        let (Some(before), Some(after)) = (scene(bytes), scene(repair.document)) else { continue };
        let differences = compare(&before, &after, &portolan::compare::Options::default());
        assert!(differences.is_empty(), "{}: {differences:?}\n{:?}", path.display(), repair.done);
    }
    assert!(changed > 0);
}
