#![allow(clippy::unwrap_used)]

use portolan_scene::{Kept, Origin, Scene, Space, UpAxis};

use super::*;

fn kept(content: &str) -> Kept {
    let (tree, findings) = xml::parse_text(content);
    assert_eq!(findings.iter().count(), 0, "{content}");
    Kept {
        format: crate::FORMAT.id,
        version: "1.4.1",
        place: "".into(),
        name: tree.root().unwrap().local_name().into(),
        content: content.into(),
        origin: Origin::default(),
        what: portolan_scene::Content::Unknown,
    }
}

/// What an element becomes in a document of centimetres with Z up, and whether it says so; `None` if nothing is told.
fn said(content: &str) -> (String, Option<bool>) {
    let mut scene = Scene { space: Space { metres: 0.01, up: UpAxis::Z, ..Space::default() }, ..Scene::default() };
    scene.aside.kept = vec![kept(content)];
    let told = say_space(&mut scene);
    assert!(told.len() < 2);
    (scene.aside.kept.remove(0).content.into(), told.first().map(|t| t.says))
}

const DATES: &str = "<created>1970-01-01T00:00:00Z</created><modified>1970-01-01T00:00:00Z</modified>";
const SPACE: &str = "<unit meter=\"0.01\"/><up_axis>Z_UP</up_axis>";

#[test]
fn what_may_say_its_unit_and_axes_does() {
    // `@` is where they are said.
    let whole = format!("<asset>{DATES}{SPACE}</asset>");
    for text in [
        r#"<library_physics_models id="l">@<physics_model/></library_physics_models>"#,
        r#"<library_physics_models name="rods > 2 m">@<physics_model/></library_physics_models>"#,
        r#"<library_physics_models name='a "b" />' id = "l" >@<physics_model/></library_physics_models>"#,
        r#"<physics_model id="m">@<!-- > <asset> --><rigid_body/></physics_model>"#,
        r#"<force_field>@<![CDATA[<asset> > ]]><technique profile="x"/></force_field>"#,
        r#"<kinematics_model>@ <technique_common/><asset/></kinematics_model>"#,
    ] {
        assert_eq!(said(&text.replace('@', "")), (text.replace('@', &whole), Some(true)));
    }
    let prefixed = r#"<c:physics_scene xmlns:c="u">@<c:technique_common/></c:physics_scene>"#;
    let own = whole
        .replace("</", "</c:")
        .replace("<u", "<c:u")
        .replace("<a", "<c:a")
        .replace("<cr", "<c:cr")
        .replace("<m", "<c:m");
    assert_eq!(said(&prefixed.replace('@', "")), (prefixed.replace('@', &own), Some(true)));
}

#[test]
fn an_asset_that_is_there_is_completed() {
    let around =
        |asset: &str| format!("<library_physics_scenes><!-- x -->{asset}<physics_scene/></library_physics_scenes>");
    let cases = [
        ("<asset/>", format!("<asset>{DATES}{SPACE}</asset>")),
        ("<asset><created>1</created>\n</asset>", format!("<asset><created>1</created>\n{SPACE}</asset>")),
        ("<asset><title>></title><extra/></asset>", format!("<asset><title>></title>{SPACE}<extra/></asset>")),
        ("<asset><unit/></asset>", "<asset><unit/><up_axis>Z_UP</up_axis></asset>".to_owned()),
        (
            "<asset><up_axis>X_UP</up_axis></asset>",
            "<asset><unit meter=\"0.01\"/><up_axis>X_UP</up_axis></asset>".to_owned(),
        ),
    ];
    for (before, after) in cases {
        assert_eq!(said(&around(before)), (around(&after), Some(true)));
    }
    let full = around("<asset><unit name='unit >' meter=\"1\"/><up_axis>Y_UP</up_axis></asset>");
    assert_eq!(said(&full), (full.clone(), None));
}

#[test]
fn what_cannot_say_it_is_told_if_it_holds_numbers() {
    for (text, told) in [
        ("<physics_model/>", None),
        (r#"<physics_model id="m1"></physics_model>"#, None),
        ("<rigid_body>1</rigid_body>", Some(false)),
        ("<rigid_body><![CDATA[1]]></rigid_body>", Some(false)),
        (r##"<instance_physics_scene url="#p1"/>"##, None),
        ("<rigid_body><!-- 1 --></rigid_body>", None),
        ("<skeleton>#a1</skeleton>", None),
    ] {
        assert_eq!(said(text), (text.to_owned(), told));
    }
}

/// An element that stands below others of 1.5, with `a` renamed to `b` and `n` to `o`.
fn renamed(content: &str, path: &[&str]) -> Option<String> {
    let fragment = Fragment::within(&kept(content), Version::V1_5_0, path.iter().copied()).unwrap();
    fragment.renamed(&|id| [("a", "b"), ("n", "o")].iter().find(|r| r.0 == id).map(|r| r.1)).map(String::from)
}

#[test]
fn ids_and_what_refers_to_them_become_others() {
    let physics = &["COLLADA", "library_physics_models"][..];
    let kinematics = &["COLLADA", "library_kinematics_scenes"][..];
    for (path, before, after) in [
        (
            physics,
            r##"<physics_model id='a' name="id='a' > #a"><rigid_body sid="a"><technique_common><shape><instance_geometry url="#n"/></shape><shape><instance_geometry url="x.dae#n"/></shape></technique_common></rigid_body></physics_model>"##,
            r##"<physics_model id='b' name="id='a' > #a"><rigid_body sid="a"><technique_common><shape><instance_geometry url="#o"/></shape><shape><instance_geometry url="x.dae#n"/></shape></technique_common></rigid_body></physics_model>"##,
        ),
        (
            physics,
            r##"<physics_model><!-- id="a" --><instance_physics_model url='#a' parent="#n"/><extra id="n"><technique profile="x"><t id="a" to="#a" by="a">#n</t></technique></extra></physics_model>"##,
            r##"<physics_model><!-- id="a" --><instance_physics_model url='#b' parent="#o"/><extra id="o"><technique profile="x"><t id="b" to="#b" by="a">#o</t></technique></extra></physics_model>"##,
        ),
        (
            &["COLLADA", "scene"],
            r##"<instance_kinematics_scene url="#a"><bind_kinematics_model node="n/x"><param>a/n</param></bind_kinematics_model><bind_joint_axis target="n/turn"><axis><param>a</param></axis></bind_joint_axis></instance_kinematics_scene>"##,
            r##"<instance_kinematics_scene url="#b"><bind_kinematics_model node="o/x"><param>a/n</param></bind_kinematics_model><bind_joint_axis target="o/turn"><axis><param>a</param></axis></bind_joint_axis></instance_kinematics_scene>"##,
        ),
        (
            kinematics,
            r##"<kinematics_scene id="n"><instance_kinematics_model url="#a" sid="i"><newparam sid="p"><SIDREF> n/i
</SIDREF></newparam></instance_kinematics_model></kinematics_scene>"##,
            r##"<kinematics_scene id="o"><instance_kinematics_model url="#b" sid="i"><newparam sid="p"><SIDREF> o/i
</SIDREF></newparam></instance_kinematics_model></kinematics_scene>"##,
        ),
        (
            &["COLLADA", "library_nodes", "node", "instance_controller"],
            "<skeleton><![CDATA[#a]]></skeleton>",
            "<skeleton>#b</skeleton>",
        ),
    ] {
        assert_eq!(renamed(before, path).as_deref(), Some(after));
    }
    assert_eq!(renamed(r##"<physics_model id="c"><instance_physics_model url="#d"/></physics_model>"##, physics), None);
}
