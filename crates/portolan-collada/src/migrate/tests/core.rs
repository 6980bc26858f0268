//! Everything but effects.

use super::*;

#[test]
fn a_document_without_anything_special_changes_only_its_root() {
    let content = "<!-- a remark --><library_cameras ><camera id='c' ><optics/></camera></library_cameras>\n<extra><technique profile=\"X\"><a:b xmlns:a='q'>1 &lt; 2</a:b></technique></extra>";
    for (from, to) in [("1.4.1", "1.5.0"), ("1.5.0", "1.4.1"), ("1.4.0", "1.4.1"), ("1.4.0", "1.5.0")] {
        let (text, told) = changed(&document(from, content), to);
        assert_eq!(text, document(to, content));
        assert_eq!(told, [""; 0]);
    }
}

#[test]
fn where_the_schema_is_changes_with_the_namespace() {
    let old = "<c:COLLADA xmlns:c=\"http://www.collada.org/2005/11/COLLADASchema\" xmlns:xsi=\"x\" version='1.4.1' xsi:schemaLocation=\"http://www.collada.org/2005/11/COLLADASchema http://www.khronos.org/files/collada_schema_1_4.xsd\"/>";
    let new = "<c:COLLADA xmlns:c=\"http://www.collada.org/2008/03/COLLADASchema\" xmlns:xsi=\"x\" version=\"1.5.0\" xsi:schemaLocation=\"http://www.collada.org/2008/03/COLLADASchema http://www.khronos.org/files/collada_schema_1_5.xsd\"/>";
    assert_eq!(changed(old, "1.5.0").0, new);
}

#[test]
fn what_only_the_new_version_knows_of_a_document_is_kept() {
    let asset = "<asset><contributor><author>a</author><author_email>a@b.c</author_email></contributor>\
                 <coverage><geographic_location><longitude>1</longitude><latitude>2</latitude><altitude>3</altitude></geographic_location></coverage>\
                 <created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified></asset>";
    let source = document("1.5.0", "<library_nodes><node/></library_nodes>").replace(ASSET, asset);
    let (down, told) = changed(&source, "1.4.1");
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("CNV850 Dropped `<author_email>` is not part of 1.4.1"));
    assert!(!down.split("<extra>").next().unwrap().contains("coverage"));
    assert_eq!(changed(&down, "1.5.0").0, source);
}

#[test]
fn attributes_that_only_one_version_has_are_kept_beside_their_element() {
    let (down, told) =
        body("1.5.0", "1.4.1", "<library_nodes><node><instance_node url=\"#a\" proxy=\"#b\"/></node></library_nodes>");
    let extra = kept("1.5.0", "<attribute at=\".\" name=\"proxy\">#b</attribute>");
    let expected =
        format!("<library_nodes><node><instance_node url=\"#a\">{extra}</instance_node></node></library_nodes>");
    assert_eq!(down, expected);
    assert_eq!(told, ["CNV851 Dropped `proxy` of `<instance_node>` is not part of 1.4.1; it is kept in an extra"]);
}

#[test]
fn everything_that_is_kept_comes_back() {
    for content in [
        "<library_animations><animation><sampler pre_behavior=\"CYCLE\" post_behavior=\"GRADIENT\"><input semantic=\"INPUT\" source=\"#a\"/></sampler></animation></library_animations>",
        "<library_formulas><formula id=\"f\"><target><float>1</float></target><technique_common><math xmlns=\"http://www.w3.org/1998/Math/MathML\"><ci>x</ci></math></technique_common></formula></library_formulas>",
        "<library_joints><joint id=\"j\"><revolute sid=\"r\"><axis>1 0 0</axis></revolute></joint></library_joints><scene><instance_kinematics_scene url=\"#k\"/></scene>",
        "<library_nodes><node name=\"two words\"/></library_nodes>",
        "<library_visual_scenes><visual_scene><node/><evaluate_scene id=\"e\" enable=\"false\"><render camera_node=\"#c\" sid=\"s\" name=\"n\"/></evaluate_scene></visual_scene></library_visual_scenes>",
        "<library_visual_scenes><visual_scene><node/><evaluate_scene><render/></evaluate_scene></visual_scene></library_visual_scenes>",
        "<library_geometries><geometry id=\"g\"><brep><vertices><input semantic=\"POSITION\" source=\"#p\"/></vertices></brep></geometry></library_geometries>",
        "<library_animations><animation><source id=\"s\"><token_array id=\"t\" count=\"2\">a b</token_array></source></animation></library_animations>",
        "<library_animation_clips><animation_clip><instance_animation url=\"#a\"/><instance_formula url=\"#f\"/></animation_clip></library_animation_clips>",
    ] {
        let told = returns("1.5.0", "1.4.1", content);
        assert!(!told.is_empty() || content.contains("token_array"), "{content}");
    }
}

#[test]
fn names_of_1_5_become_names_of_1_4() {
    let (down, told) = body("1.5.0", "1.4.1", "<library_nodes><node name=\"two words\"/></library_nodes>");
    let extra = kept("1.5.0", "<attribute at=\".\" name=\"name\" now=\"two_words\">two words</attribute>");
    assert_eq!(down, format!("<library_nodes><node name=\"two_words\">{extra}</node></library_nodes>"));
    assert_eq!(told, ["CNV853 Approximated the `name` `two words` of `<node>` was changed to `two_words`"]);
}

#[test]
fn a_name_that_was_changed_since_is_not_put_back() {
    let extra = kept("1.5.0", "<attribute at=\".\" name=\"name\" now=\"two_words\">two words</attribute>");
    let edited = format!("<library_nodes><node name=\"other\">{extra}</node></library_nodes>");
    let (up, _) = body("1.4.1", "1.5.0", &edited);
    assert_eq!(up, "<library_nodes><node name=\"other\"/></library_nodes>");
}

#[test]
fn accessors_say_what_they_read() {
    let source = |attribute: &str| {
        format!(
            "<library_animations><animation><source id=\"s\"><float_array id=\"a\" count=\"1\">1</float_array><technique_common><accessor count=\"1\"{attribute}/></technique_common></source></animation></library_animations>"
        )
    };
    let (up, told) = body("1.4.1", "1.5.0", &source(""));
    assert_eq!(up, source(" source=\"#a\""));
    assert_eq!(told, ["CNV860 Noted an accessor now names its array, because 1.5 requires it"]);
}

fn rigid(shape: &str) -> String {
    format!(
        "<library_physics_models><physics_model><rigid_body sid=\"b\"><technique_common><shape>{shape}</shape></technique_common></rigid_body></physics_model></library_physics_models>"
    )
}

#[test]
fn capsules_have_caps() {
    let round = |radius: &str| rigid(&format!("<capsule><height>1</height><radius>{radius}</radius></capsule>"));
    assert_eq!(body("1.4.1", "1.5.0", &round("2 2")), (round("2 2 2"), vec![]));
    assert_eq!(body("1.5.0", "1.4.1", &round("2 2 2")), (round("2 2"), vec![]));
    let told = returns("1.4.1", "1.5.0", &round("2 3"));
    assert_eq!(
        told,
        ["CNV858 Approximated a cap height (the mean of its radii) was added to a capsule that is not round"]
    );
    assert_eq!(returns("1.5.0", "1.4.1", &round("2 9 3")).len(), 1);
    assert!(changed(&document("1.4.1", &round("2 3")), "1.5.0").0.contains("<radius>2 2.5 3</radius>"));
}

#[test]
fn tapered_bodies_become_hulls_and_come_back() {
    for name in ["tapered_cylinder", "tapered_capsule"] {
        let shape = rigid(&format!("<{name}><height>2</height><radius1>1 1</radius1><radius2>2 2</radius2></{name}>"));
        let (up, told) = changed(&document("1.4.1", &shape), "1.5.0");
        assert!(told[0].starts_with("CNV858 Approximated"), "{told:?}");
        assert!(up.contains(&format!("<shape><instance_geometry url=\"#{name}\"/><extra>")), "{up}");
        let (back, _) = changed(&up, "1.4.1");
        assert!(back.contains(&shape), "{back}");
    }
}

#[test]
fn frames_of_constraints_have_their_extras_last() {
    let frame = |inner: &str| {
        format!(
            "<library_physics_models><physics_model><rigid_constraint sid=\"c\"><ref_attachment>{inner}</ref_attachment><attachment/><technique_common/></rigid_constraint></physics_model></library_physics_models>"
        )
    };
    let (extra, moves) = ("<extra><technique profile=\"p\"/></extra>", "<translate>1 2 3</translate>");
    let (up, told) = body("1.4.1", "1.5.0", &frame(&format!("{extra}{moves}")));
    assert_eq!((up, told), (frame(&format!("{moves}{extra}")), vec![]));
}

#[test]
fn numbers_are_brought_into_their_range() {
    let array = |digits: &str| {
        format!(
            "<library_animations><animation><source id=\"s\"><float_array count=\"1\" digits=\"{digits}\">1</float_array></source></animation></library_animations>"
        )
    };
    let told = returns("1.4.1", "1.5.0", &array("40"));
    assert_eq!(told, ["CNV852 Approximated `digits` of `<float_array>` was changed from `40` to `17`"]);
    assert!(changed(&document("1.4.1", &array("40")), "1.5.0").0.contains("digits=\"17\""));
}

#[test]
fn steps_of_evaluations_use_effects_or_materials() {
    let scene = |inner: &str| {
        format!(
            "<library_visual_scenes><visual_scene><node/><evaluate_scene><render camera_node=\"#c\">{inner}</render></evaluate_scene></visual_scene></library_visual_scenes>"
        )
    };
    let (up, _) = body("1.4.1", "1.5.0", &scene("<instance_effect url=\"#e\"/>"));
    let material =
        "<library_materials><material id=\"e-material\"><instance_effect url=\"#e\"/></material></library_materials>";
    assert_eq!(up, format!("{}{material}", scene("<instance_material url=\"#e-material\"/>")));
    let (down, _) = body("1.5.0", "1.4.1", &up);
    assert!(down.contains("<render camera_node=\"#c\"><instance_effect url=\"#e\"/></render>"), "{down}");
}

#[test]
fn the_first_version_takes_less_for_granted() {
    let constraint = "<library_physics_models><physics_model><rigid_constraint sid=\"c\"><ref_attachment/><attachment/><technique_common><limits><linear><min>1 1 1</min></linear></limits></technique_common></rigid_constraint></physics_model></library_physics_models>";
    let (down, _) = body("1.4.1", "1.4.0", constraint);
    assert!(down.contains("<technique_common><enabled>true</enabled><interpenetrate>false</interpenetrate><limits><linear><min>1 1 1</min><max>0.0 0.0 0.0</max></linear></limits></technique_common>"), "{down}");
    let vertex = "<library_nodes><node><instance_geometry url=\"#g\"><bind_material><technique_common><instance_material symbol=\"s\" target=\"#m\"><bind_vertex_input semantic=\"A\" input_semantic=\"TEXCOORD\"/></instance_material></technique_common></bind_material></instance_geometry></node></library_nodes>";
    let told = returns("1.4.1", "1.4.0", vertex);
    assert_eq!(told, ["CNV850 Dropped `<bind_vertex_input>` is not part of 1.4.0; it is kept in an extra"]);
    let named = "<library_nodes><node><instance_camera url=\"#c\" sid=\"s\" name=\"n\"/></node></library_nodes>";
    assert_eq!(returns("1.4.1", "1.4.0", named).len(), 2);
    let hull = "<library_geometries><geometry><convex_mesh convex_hull_of=\"#g\"/></geometry></library_geometries>";
    let (down, _) = body("1.4.1", "1.4.0", hull);
    assert!(down.contains("<vertices id=\"empty-vertices\">"), "{down}");
    assert_eq!(body("1.4.0", "1.4.1", &down).0, hull);
}

#[test]
fn the_base_of_references_is_resolved_for_the_first_version() {
    let source = document("1.4.1", "<library_images><image><init_from>a.png</init_from></image></library_images>")
        .replace(" version=", " xml:base=\"http://x.y/z/\" version=");
    let (down, told) = changed(&source, "1.4.0");
    assert!(down.contains("<init_from>http://x.y/z/a.png</init_from>"), "{down}");
    assert!(!down.contains(" xml:base"), "{down}");
    assert_eq!(told.len(), 1);
}

#[test]
fn textures_of_the_first_version_are_coordinates() {
    let input = |semantic: &str| {
        format!(
            "<library_animations><animation><sampler><input semantic=\"{semantic}\" source=\"#a\"/></sampler></animation></library_animations>"
        )
    };
    let (up, told) = changed(&document("1.4.0", &input("TEXTURE")), "1.4.1");
    assert!(up.contains("semantic=\"TEXCOORD\""));
    assert_eq!(told, ["CNV852 Noted the semantic `TEXTURE` was renamed to `TEXCOORD` in 1.4.1"]);
}
