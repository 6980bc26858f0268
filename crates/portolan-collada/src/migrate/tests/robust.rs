//! Whatever a document is, it can be asked for in every version.

use super::*;

fn survives(text: &str) {
    for to in ["1.4.0", "1.4.1", "1.5.0"] {
        let (tree, _) = portolan_syntax::xml::parse(Source::from_text("a.dae", text), &Limits::default());
        let bound = portolan_schema::bind(&tree, &portolan_schema::tables::collada::SCHEMA, None);
        if let Some(migrated) = migrate(&tree, &bound, to) {
            edit::apply(tree.source(), &migrated.edits);
        }
    }
}

const RICH: &str = "<library_images><image id=\"i\" width=\"1\"><data>FF</data></image></library_images><library_effects><effect id=\"e\"><image id=\"j\"><init_from>a</init_from></image><newparam sid=\"a\"><surface type=\"2D\"><init_from>i</init_from></surface></newparam><newparam sid=\"b\"><sampler2D><source>a</source><wrap_s>NONE</wrap_s></sampler2D></newparam><profile_GLSL><code sid=\"c\">x</code><technique sid=\"t\"><setparam ref=\"a\"><float>1</float></setparam><pass><color_target>a</color_target><clear_color value=\"0 0 0 0\"/><shader><name source=\"c\">m</name><bind symbol=\"s\"><param ref=\"b\"/></bind></shader></pass></technique></profile_GLSL></effect></library_effects><library_physics_models><physics_model><rigid_body sid=\"r\"><technique_common><shape><tapered_capsule><height>1</height><radius1>1 1</radius1><radius2>1 1</radius2></tapered_capsule></shape></technique_common></rigid_body></physics_model></library_physics_models>";

#[test]
fn a_document_that_is_cut_off_anywhere() {
    let text = document("1.4.1", RICH);
    for end in (0..text.len()).step_by(7) {
        survives(&text[..end]);
    }
    let (there, _) = changed(&text, "1.5.0");
    for end in (0..there.len()).step_by(11) {
        if there.is_char_boundary(end) {
            survives(&there[..end]);
        }
    }
}

#[test]
fn parameters_that_lead_in_a_circle_or_nowhere() {
    for params in [
        "<newparam sid=\"a\"><sampler2D><source>a</source></sampler2D></newparam>",
        "<newparam sid=\"a\"><sampler2D><source>b</source></sampler2D></newparam><newparam sid=\"b\"><sampler2D><source>a</source></sampler2D></newparam>",
        "<newparam sid=\"a\"><surface type=\"2D\"><init_from>none</init_from></surface></newparam><newparam sid=\"a\"><sampler2D><source>a</source></sampler2D></newparam>",
        "<newparam><sampler2D><source/></sampler2D></newparam><newparam sid=\"\"><surface/></newparam>",
        "<newparam sid=\"a\"><surface type=\"CUBE\"><init_cube><face ref=\"x\"/><face/></init_cube></surface></newparam><newparam sid=\"b\"><samplerCUBE><source>a</source></samplerCUBE></newparam>",
    ] {
        survives(&document(
            "1.4.1",
            &format!(
                "<library_effects><effect id=\"e\"><profile_COMMON>{params}<technique sid=\"t\"><newparam sid=\"a\"><float>1</float></newparam><constant><emission><texture texture=\"a\" texcoord=\"\"/></emission></constant></technique></profile_COMMON></effect></library_effects>"
            ),
        ));
    }
}

#[test]
fn records_that_somebody_has_damaged() {
    for record in [
        "<attribute/>",
        "<attribute at=\"a/b[0]/c[99999999999999999999]\" name=\"x\">1</attribute>",
        "<element at=\".\" place=\"-1\"/>",
        "<element at=\".\" place=\"99\"><node/></element>",
        "<instead at=\"..\" digest=\"\"><a/></instead>",
        "<text at=\".\" now=\"\">x</text>",
        "words",
    ] {
        let node = format!("<library_nodes><node>{}</node></library_nodes>", kept("1.5.0", record));
        survives(&document("1.4.1", &node));
        survives(&document("1.5.0", &node));
    }
}

#[test]
fn elements_of_another_version_than_the_document_says() {
    let joints =
        "<library_joints><joint id=\"j\"><revolute sid=\"r\"><axis>1 0 0</axis></revolute></joint></library_joints>";
    let (same, told) = changed(&document("1.4.1", joints), "1.4.1");
    assert_eq!(told, ["CNV850 Dropped `<library_joints>` is not part of 1.4.1; it is kept in an extra"]);
    assert!(same.contains("<kept xmlns=\"http://www.collada.org/2008/03/COLLADASchema\" version=\"1.5.0\">"));
    assert_eq!(changed(&same, "1.5.0").0, document("1.5.0", joints));
    assert_eq!(changed(&document("1.4.1", joints), "1.5.0").0, document("1.5.0", joints));
}

#[test]
fn what_no_version_knows_stays() {
    let strange = "<library_nodes wrong=\"1\"><node><strange a=\"b\">c</strange></node></library_nodes><unknown/>";
    assert_eq!(body("1.4.1", "1.5.0", strange), (strange.to_owned(), vec![]));
    assert_eq!(body("1.5.0", "1.4.1", strange), (strange.to_owned(), vec![]));
}

#[test]
fn lines_and_margins_are_those_of_the_document() {
    let old = "<COLLADA xmlns=\"http://www.collada.org/2008/03/COLLADASchema\" version=\"1.5.0\">\r\n\t<library_nodes>\r\n\t\t<node>\r\n\t\t\t<instance_node url=\"#a\" proxy=\"#b\"/>\r\n\t\t</node>\r\n\t</library_nodes>\r\n</COLLADA>\r\n";
    let expected = "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\r\n\t<library_nodes>\r\n\t\t<node>\r\n\t\t\t<instance_node url=\"#a\">\r\n\t\t\t\t<extra>\r\n\t\t\t\t\t<technique profile=\"PORTOLAN\">\r\n\t\t\t\t\t\t<kept xmlns=\"http://www.collada.org/2008/03/COLLADASchema\" version=\"1.5.0\">\r\n\t\t\t\t\t\t\t<attribute at=\".\" name=\"proxy\">#b</attribute>\r\n\t\t\t\t\t\t</kept>\r\n\t\t\t\t\t</technique>\r\n\t\t\t\t</extra>\r\n\t\t\t</instance_node>\r\n\t\t</node>\r\n\t</library_nodes>\r\n</COLLADA>\r\n";
    assert_eq!(changed(old, "1.4.1").0, expected);
}
