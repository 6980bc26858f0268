//! What the scene has no fields for is put back well-formed, whatever its text looks like, and its references still lead
//! where they led.

use portolan::convert::{Conversion, to};
use portolan::scene::UpAxis;
use portolan::{Memory, OpenOptions};
use portolan_syntax::{Severity, xml};

const OLD: &str = "xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"";
const NEW: &str = "xmlns=\"http://www.collada.org/2008/03/COLLADASchema\" version=\"1.5.0\"";

fn document(head: &str, content: &str) -> String {
    let date = "2024-01-01T00:00:00Z";
    let asset = format!("<asset><created>{date}</created><modified>{date}</modified><up_axis>Y_UP</up_axis></asset>");
    format!("<COLLADA {head}>{asset}{content}</COLLADA>")
}

/// What becomes of `main.dae`, which is well-formed.
fn converted(files: &Memory, conversion: &Conversion) -> String {
    let imported = OpenOptions::within(files.clone()).open("main.dae").unwrap();
    let converted = imported.convert(conversion).unwrap();
    let text = String::from_utf8(converted.files[0].1.clone()).unwrap();
    let (_, findings) = xml::parse_text(text.as_str());
    let errors: Vec<&str> =
        findings.iter().filter(|f| f.severity == Severity::Error).map(|f| f.message.as_str()).collect();
    assert_eq!(errors, [""; 0], "{text}");
    text
}

fn dae() -> Conversion {
    Conversion::to(&to::DAE)
}

/// Libraries that are hard to read by searching their text; `@` is where they say their unit and axes.
const LIBRARIES: [&str; 7] = [
    r##"<library_physics_models name="rods > 2 m">@<physics_model id="p"><rigid_body sid="b"/></physics_model></library_physics_models>"##,
    r##"<library_physics_models name='"/>'>@<!-- > </asset> --><physics_model id='p'/></library_physics_models>"##,
    r##"<library_physics_models>@<physics_model id="p"><extra><technique profile="x"><t><![CDATA[a & b > <asset>]]></t></technique></extra></physics_model></library_physics_models>"##,
    r##"<library_physics_models id=">"/>"##,
    r##"<c:library_physics_models xmlns:c="http://www.collada.org/2005/11/COLLADASchema" name="c > d">@<c:physics_model id="p"/></c:library_physics_models>"##,
    r##"<library_physics_models><asset name="/>"><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified>@</asset><physics_model/></library_physics_models>"##,
    r##"<library_physics_models name="&lt;asset>">@<physics_model/></library_physics_models>"##,
];

#[test]
fn hard_texts_come_out_well_formed() {
    for library in LIBRARIES {
        let files = Memory::new().with("main.dae", document(OLD, &library.replace('@', "")));
        let plain = library.replace('@', "");
        let rebuilt = converted(&files, &dae().with(|c| c.rebuild = true));
        assert!(rebuilt.contains(&plain), "{rebuilt}");
        let new = converted(&files, &dae().with(|c| c.version = Some("1.5.0".into())));
        assert!(new.contains("2008/03/COLLADASchema"), "{new}");
        converted(
            &files,
            &dae().with(|c| {
                c.rebuild = true;
                c.version = Some("1.5.0".into());
            }),
        );
        // A scene of metres with Y up becomes another; what is kept is still one of metres with Y up.
        let space = "<unit meter=\"1\"/><up_axis>Y_UP</up_axis>";
        let dates = "<created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified>";
        let said = match (library.starts_with("<c:"), library.contains("<asset name")) {
            (true, _) => format!("<c:asset>{dates}{space}</c:asset>")
                .replace("<created", "<c:created")
                .replace("<modified", "<c:modified")
                .replace("<unit", "<c:unit")
                .replace("<up_axis", "<c:up_axis")
                .replace("</created", "</c:created")
                .replace("</modified", "</c:modified")
                .replace("</up_axis", "</c:up_axis"),
            (_, true) => space.to_owned(),
            _ => format!("<asset>{dates}{space}</asset>"),
        };
        let expected = library.replace('@', &said);
        for other in [
            dae().with(|c| c.up_axis = Some(UpAxis::Z)),
            dae().with(|c| c.unit = Some(0.01)),
            dae().with(|c| {
                c.unit = Some(0.01);
                c.up_axis = Some(UpAxis::X);
                c.rebuild = true;
            }),
        ] {
            let moved = converted(&files, &other);
            assert!(moved.contains(&expected), "{moved}\nhas no\n{expected}");
        }
    }
}

#[test]
fn references_of_physics_and_kinematics_follow_ids_that_become_others() {
    // `my node` and `1st` are no ids; `x` is taken by the physics model.
    let main = document(
        NEW,
        r##"<library_visual_scenes><visual_scene id="v"><node id="my node"/><node id="1st"><rotate sid="turn">0 0 1 0</rotate></node>
        <node id="n"><instance_node url="other.dae#x"/></node></visual_scene></library_visual_scenes>
        <library_physics_models><physics_model id="x"><rigid_body sid="b"/></physics_model></library_physics_models>
        <library_physics_scenes><physics_scene id="s"><instance_physics_model url="#x" parent="#n"><instance_rigid_body body="b" target="#my%20node"/></instance_physics_model></physics_scene></library_physics_scenes>
        <scene><instance_visual_scene url="#v"/><instance_kinematics_scene url="#k"><bind_joint_axis target="1st/turn"><axis><param>1st</param></axis></bind_joint_axis></instance_kinematics_scene></scene>"##,
    );
    let other = document(NEW, r##"<library_nodes><node id="x" name="there"/></library_nodes>"##);
    let files = Memory::new().with("main.dae", main).with("other.dae", other);
    let text = converted(&files, &dae().with(|c| c.rebuild = true));
    for expected in [
        r##"<node id="my_node""##,
        r##"<node id="_1st""##,
        r##"<physics_model id="x"><rigid_body sid="b"/></physics_model>"##,
        r##"<node id="x_2" name="there""##,
        r##"<instance_node url="#x_2""##,
        r##"<instance_physics_model url="#x" parent="#n"><instance_rigid_body body="b" target="#my_node"/>"##,
        r##"<bind_joint_axis target="_1st/turn"><axis><param>1st</param></axis></bind_joint_axis>"##,
    ] {
        assert!(text.contains(expected), "{text}\nhas no\n{expected}");
    }
}

#[test]
fn kept_ids_of_other_documents_make_way() {
    let shape = |ids: [&str; 2]| {
        let [source, vertices] = ids;
        format!(
            r##"<brep><source id="{source}"><float_array id="{source}-a" count="3">0 0 0</float_array><technique_common><accessor source="#{source}-a" count="1" stride="3"/></technique_common></source><vertices id='{vertices}'><input semantic="POSITION" source="#{source}"/></vertices></brep>"##
        )
    };
    let library = |id: &str, ids: [&str; 2]| {
        format!("<library_geometries><geometry id=\"{id}\">{}</geometry></library_geometries>", shape(ids))
    };
    let main = library("g", ["s", "w"])
        + r##"<library_visual_scenes><visual_scene id="v"><node id="n"><instance_geometry url="#g"/>
        <instance_geometry url="other.dae#h"/></node></visual_scene></library_visual_scenes>"##;
    let other = document(NEW, &library("h", ["s", "v"]));
    let files = Memory::new().with("main.dae", document(NEW, &main)).with("other.dae", other);
    let text = converted(&files, &dae().with(|c| c.rebuild = true));
    assert!(text.contains(&shape(["s", "w"])), "{text}");
    // The view has the id `v`, the first shape `s` and `s-a`.
    let moved = shape(["s_2", "v_2"]).replace("s_2-a", "s-a_2");
    assert!(text.contains("<visual_scene id=\"v\"") && text.contains(&moved), "{text}\nhas no\n{moved}");
}
