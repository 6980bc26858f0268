//! Chapter 12 of the requirements (animation) and chapter 13 (formulas): document in, numbers out.

use crate::common::{
    all_close, close, codes, entry, glb, import, import_with, new_document, numbers, old_document, view, words,
};
use portolan::sample::{Playing, clip_named, regular_times};
use portolan::scene::{CameraId, ClipId, LightId, MaterialId, Projection};
use portolan::{File, Memory};

/// What a sampler says, and what it drives.
#[derive(Clone, Copy)]
struct Curve<'c> {
    keys: &'c str,
    values: (usize, &'c str),
    methods: &'c str,
    /// Width, then tangents that arrive and that leave.
    tangents: Option<(usize, &'c str, &'c str)>,
    behaviour: (&'c str, &'c str),
    target: &'c str,
}

const PLAIN: Curve<'static> = Curve {
    keys: "0 1",
    values: (1, "0 1"),
    methods: "LINEAR LINEAR",
    tangents: None,
    behaviour: ("UNDEFINED", "UNDEFINED"),
    target: "n/t.X",
};

impl Curve<'_> {
    fn animation(&self, id: &str) -> String {
        let (before, after) = self.behaviour;
        let mut inner = numbers(&format!("{id}-i"), 1, self.keys)
            + &numbers(&format!("{id}-o"), self.values.0, self.values.1)
            + &words(&format!("{id}-m"), "Name_array", self.methods);
        let mut inputs = format!(
            r##"<input semantic="INPUT" source="#{id}-i"/><input semantic="OUTPUT" source="#{id}-o"/>
            <input semantic="INTERPOLATION" source="#{id}-m"/>"##
        );
        if let Some((width, arrive, leave)) = self.tangents {
            inner += &numbers(&format!("{id}-a"), width, arrive);
            inner += &numbers(&format!("{id}-l"), width, leave);
            inputs += &format!(
                r##"<input semantic="IN_TANGENT" source="#{id}-a"/><input semantic="OUT_TANGENT" source="#{id}-l"/>"##
            );
        }
        format!(
            r##"<animation id="{id}">{inner}<sampler id="{id}-s" pre_behavior="{before}" post_behavior="{after}">{inputs}</sampler>
            <channel source="#{id}-s" target="{}"/></animation>"##,
            self.target
        )
    }

    fn import(&self) -> File {
        animate(&self.animation("a"))
    }
}

const TRANSFORMS: &str = r#"<translate sid="t">0 0 0</translate><rotate sid="r">0 0 1 0</rotate>
    <matrix sid="m">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><scale sid="s">1 1 1</scale>"#;

/// A node `n` with transforms `t`, `r`, `m` and `s`, and animations.
fn animate(animations: &str) -> File {
    import(&new_document(&format!("<library_animations>{animations}</library_animations>{}", view(TRANSFORMS))))
}

fn x(imported: &File, t: f64) -> f64 {
    entry(imported, Playing::Default, "n", t, 0, 3)
}

#[test]
fn behaviours_before_and_after_follow_the_table() {
    // N-015 … N-020 with the keys (1 → 10), (3 → 30) of the vectors.
    let times = [-2.5, -1.5, 0.5, 2.0, 3.5, 5.5, 6.5];
    for (behaviour, expected) in [
        ("UNDEFINED", [10.0, 10.0, 10.0, 20.0, 30.0, 30.0, 30.0]),
        ("CONSTANT", [10.0, 10.0, 10.0, 20.0, 30.0, 30.0, 30.0]),
        ("GRADIENT", [-25.0, -15.0, 5.0, 20.0, 35.0, 55.0, 65.0]),
        ("CYCLE", [15.0, 25.0, 25.0, 20.0, 15.0, 15.0, 25.0]),
        ("OSCILLATE", [15.0, 25.0, 15.0, 20.0, 25.0, 15.0, 25.0]),
        ("CYCLE_RELATIVE", [-25.0, -15.0, 5.0, 20.0, 35.0, 55.0, 65.0]),
    ] {
        let curve = Curve { keys: "1 3", values: (1, "10 30"), behaviour: (behaviour, behaviour), ..PLAIN };
        let imported = curve.import();
        assert_eq!(codes(&imported), [] as [&str; 0]);
        for (t, expected) in times.into_iter().zip(expected) {
            close(x(&imported, t), expected, &format!("{behaviour} at {t}"));
        }
        // A single key, and keys that are the same, have no length to repeat.
        for (keys, values) in [("1", "10"), ("1 1", "10 30")] {
            let imported = Curve { keys, values: (1, values), ..curve }.import();
            for t in times {
                close(x(&imported, t), 10.0, &format!("one key, {behaviour} at {t}"));
            }
        }
    }
}

#[test]
fn every_method_follows_its_formula() {
    // Method, tangents, keys and values, then (time, value): N-006, N-007, N-009, N-011 … N-014.
    let two = ("0 1", "0 1");
    let three = ("0 1 2", "0 1 0");
    type Row<'r> = (&'r str, Option<(usize, &'r str, &'r str)>, (&'r str, &'r str), &'r [(f64, f64)]);
    let rows: &[Row<'_>] = &[
        ("LINEAR", None, two, &[(0.25, 0.25), (0.75, 0.75)]),
        ("STEP", None, three, &[(0.0, 0.0), (0.999, 0.0), (1.0, 1.0), (1.5, 1.0), (2.0, 0.0)]),
        // The vector of chapter 12: control points (0.25, 0) and (0.75, 1).
        ("BEZIER", Some((2, "0 0 0.75 1", "0.25 0 1 1")), two, &[(0.25, 0.182356), (0.5, 0.5), (0.75, 0.817644)]),
        // Without keys of their own, control points lie at thirds: the key is linear, 3·¾·¹⁄₁₆ + ¹⁄₆₄.
        ("BEZIER", Some((1, "0 1", "0 1")), two, &[(0.25, 0.15625), (0.5, 0.5), (0.75, 0.84375)]),
        // Tangents (1, 0): 3s² − 2s³, with and without keys.
        ("HERMITE", Some((2, "1 0 1 0", "1 0 1 0")), two, &[(0.25, 0.15625), (0.5, 0.5)]),
        ("HERMITE", Some((1, "0 0", "0 0")), two, &[(0.25, 0.15625), (0.5, 0.5)]),
        // Tangents of the key 0.75 are control points (0.25, 0) and (0.75, 1) again.
        ("HERMITE", Some((2, "0 0 0.75 0", "0.75 0 0 0")), two, &[(0.25, 0.182356), (0.75, 0.817644)]),
        // Tangents ½(P₂ − P₀): 1 at the mirrored beginning, 0 in the middle; ½ + ⅛.
        ("CARDINAL", None, three, &[(0.0, 0.0), (0.5, 0.625), (1.0, 1.0), (1.5, 0.625), (2.0, 0.0)]),
        // Its tension is in its tangents, where they are given (page 4-6).
        ("CARDINAL", Some((1, "0 0", "0 0")), two, &[(0.25, 0.15625), (0.5, 0.5)]),
        // (0 + 4 + 0) / 6 in the middle, (23 − 1) / 48 between.
        ("BSPLINE", None, three, &[(0.0, 0.0), (0.5, 22.0 / 48.0), (1.0, 2.0 / 3.0), (1.5, 22.0 / 48.0), (2.0, 0.0)]),
    ];
    for (method, tangents, (keys, values), expected) in rows {
        let methods = vec![*method; keys.split(' ').count()].join(" ");
        let curve = Curve { keys, values: (1, values), methods: &methods, tangents: *tangents, ..PLAIN };
        let imported = curve.import();
        assert_eq!(codes(&imported), [] as [&str; 0], "{method}");
        for (t, expected) in *expected {
            close(x(&imported, *t), *expected, &format!("{method} {tangents:?} at {t}"));
        }
    }
}

#[test]
fn each_segment_has_the_method_of_its_first_key() {
    // N-005: the last entry is unused.
    let curve = Curve {
        keys: "0 1 2 3",
        values: (1, "0 1 3 4"),
        methods: "STEP LINEAR BEZIER STEP",
        tangents: Some((2, "0 0 0 0 0 0 2.75 4", "0 0 0 0 2.25 3 0 0")),
        ..PLAIN
    };
    let imported = curve.import();
    for (t, expected) in [(0.5, 0.0), (1.5, 2.0), (2.25, 3.182356), (2.5, 3.5), (3.0, 4.0)] {
        close(x(&imported, t), expected, &format!("at {t}"));
    }
}

#[test]
fn tangents_have_one_of_three_layouts() {
    // N-010: (time, values…), (time, value)…, values only. X as in the vector, Y twice that, Z less than nothing.
    let at_quarter = [0.182356, 0.364712, -0.182356];
    let thirds = [0.15625, 0.3125, -0.15625];
    for (width, arrive, leave, expected) in [
        (4, "0 0 0 0  0.75 1 2 -1", "0.25 0 0 0  1 1 2 -1", at_quarter),
        (6, "0 0 0 0 0 0  0.75 1 0.75 2 0.75 -1", "0.25 0 0.25 0 0.25 0  1 1 1 2 1 -1", at_quarter),
        (3, "0 0 0  1 2 -1", "0 0 0  1 2 -1", thirds),
        // Each pair has its own time: Y at thirds.
        (
            6,
            "0 0 0 0 0 0  0.75 1 0.6666666667 2 0.75 -1",
            "0.25 0 0.3333333333 0 0.25 0  1 1 1 2 1 -1",
            [0.182356, 0.3125, -0.182356],
        ),
    ] {
        let imported = Curve {
            values: (3, "0 0 0 1 2 -1"),
            methods: "BEZIER BEZIER",
            tangents: Some((width, arrive, leave)),
            target: "n/t",
            ..PLAIN
        }
        .import();
        assert_eq!(codes(&imported), [] as [&str; 0], "{width}");
        let found = [0, 1, 2].map(|row| entry(&imported, Playing::Default, "n", 0.25, row, 3));
        all_close(&found, &expected, &format!("{width}"));
    }
}

#[test]
fn gradients_follow_tangents() {
    // N-017: slopes 2 and ½ for both methods, from control points and from vectors.
    for (method, tangents) in [
        ("BEZIER BEZIER", (2, "0 0 0.5 0.75", "0.5 1 0 0")),
        ("HERMITE HERMITE", (2, "0 0 2 1", "1 2 0 0")),
        // Without keys: the slope is three times the way to the control point.
        ("BEZIER BEZIER", (1, "0 0.83333333333", "0.66666666667 0")),
    ] {
        let behaviour = ("GRADIENT", "GRADIENT");
        let imported = Curve { methods: method, tangents: Some(tangents), behaviour, ..PLAIN }.import();
        close(x(&imported, -1.0), -2.0, method);
        close(x(&imported, 3.0), 2.0, method);
    }
}

#[test]
fn targets_are_whole_or_single_numbers() {
    // N-021, N-031, N-032, D-020: what is driven, and which entry of the matrix shows it at half time.
    for (target, values, (row, column), expected) in [
        ("n/t", (3, "0 0 0 2 4 6"), (1, 3), 2.0),
        ("n/t.Z", (1, "0 6"), (2, 3), 3.0),
        ("n/t(1)", (1, "0 6"), (1, 3), 3.0),
        ("n/s.Y", (1, "1 3"), (1, 1), 2.0),
        // 360° are not nothing: half of it turns round.
        ("n/r.ANGLE", (1, "0 360"), (0, 0), -1.0),
        ("n/r(3)", (1, "0 60"), (0, 0), 0.75f64.sqrt()),
        // The axis from Z to Y, of which an angle of 0 makes nothing.
        ("n/r", (4, "0 0 1 180 0 0 1 0"), (1, 0), 1.0),
        // Columns first: the fourth column, the third row.
        ("n/m(3)(2)", (1, "0 5"), (2, 3), 2.5),
        ("n/m(0)(1)", (1, "0 5"), (1, 0), 2.5),
        ("n/m", (16, "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1  1 0 0 8 0 1 0 0 0 0 1 0 0 0 0 1"), (0, 3), 4.0),
    ] {
        let imported = Curve { values, target, ..PLAIN }.import();
        assert_eq!(codes(&imported), [] as [&str; 0], "{target}");
        close(entry(&imported, Playing::Default, "n", 0.5, row, column), expected, target);
    }
}

#[test]
fn cameras_lights_and_materials_are_driven() {
    // N-023, C-011, L-009, X-019.
    let libraries = r##"<library_cameras><camera id="c"><optics><technique_common><perspective><yfov sid="YFOV">45</yfov>
        <znear sid="near">1</znear><zfar>100</zfar></perspective></technique_common></optics></camera></library_cameras>
        <library_lights><light id="l"><technique_common><spot><color sid="color">1 1 1</color>
        <linear_attenuation sid="kl">0</linear_attenuation><falloff_angle sid="angle">90</falloff_angle></spot></technique_common></light></library_lights>
        <library_effects><effect id="e"><profile_COMMON><newparam sid="shine"><float>10</float></newparam>
        <technique sid="t"><phong><diffuse><color sid="diffuse">1 0 0 1</color></diffuse>
        <shininess><param ref="shine"/></shininess><transparency><float sid="k">1</float></transparency></phong></technique></profile_COMMON></effect></library_effects>
        <library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>"##;
    let rows = [
        ("c/YFOV", (1, "45 75")),
        ("c/near", (1, "1 3")),
        ("l/color", (3, "1 1 1 0 0.5 1")),
        ("l/color.B", (1, "0 3")),
        ("l/kl", (1, "0 0.6")),
        ("l/angle", (1, "90 30")),
        ("e/t/diffuse", (4, "1 0 0 1 0 1 0 0.5")),
        ("e/shine", (1, "10 30")),
        ("e/t/k", (1, "1 0")),
    ];
    let animations: String = rows
        .iter()
        .enumerate()
        .map(|(i, (target, values))| Curve { values: *values, target, ..PLAIN }.animation(&format!("a{i}")))
        .collect();
    let shown = view(r##"<instance_camera url="#c"/><instance_light url="#l"/>"##);
    let text = new_document(&format!("{libraries}<library_animations>{animations}</library_animations>{shown}"));
    let imported = import(&text);
    // One channel drives blue after all of the colour is driven: the last counts (N-022).
    assert_eq!(codes(&imported), ["CNV230"]);
    let scene = imported.scene().unwrap();
    let set = portolan_eval::sample(scene, &Playing::Default, 0.5);
    let camera = portolan_eval::camera(scene, CameraId(0), &set).unwrap();
    assert_eq!(camera.projection, Projection::Perspective { x: None, y: Some(60.0), aspect: None });
    assert_eq!(camera.near, 2.0);
    let light = portolan_eval::light(scene, LightId(0), &set).unwrap();
    assert_eq!(light.colour, [0.5, 0.75, 1.5]);
    let portolan::scene::LightKind::Spot { attenuation, angle, .. } = light.kind else { panic!("{light:?}") };
    assert_eq!((attenuation, angle), ([1.0, 0.3, 0.0], 60.0));
    let material = portolan_eval::material(scene, MaterialId(0), &set).unwrap();
    assert_eq!(material.diffuse.as_ref().unwrap().value, [0.5, 0.5, 0.0, 0.75]);
    assert_eq!((material.shininess.unwrap().0, material.transparency.unwrap().0), (20.0, 0.5));
}

/// Two clips of the animation `run`, which has another one in it, and `idle`, which no clip names.
fn clips() -> File {
    let run = Curve { keys: "0 4", values: (1, "0 8"), ..PLAIN }.animation("run");
    let inner = Curve { keys: "0 2", values: (1, "0 20"), target: "n/t.Y", ..PLAIN }.animation("inner");
    let run = run.replace("</animation>", &format!("{inner}</animation>"));
    let idle = Curve { keys: "0 1", values: (1, "0 1"), target: "n/t.Z", ..PLAIN }.animation("idle");
    let clips = r##"<library_animation_clips><animation_clip id="c1" name="first" start="1" end="3"><instance_animation url="#run"/></animation_clip>
        <animation_clip id="c2"><instance_animation url="#run"/></animation_clip>
        <animation_clip id="c3" start="5" end="9"><instance_animation url="#inner"/></animation_clip></library_animation_clips>"##;
    import(&new_document(&format!("<library_animations>{run}{idle}</library_animations>{clips}{}", view(TRANSFORMS))))
}

#[test]
fn clips_play_alone_and_what_they_name_does_not_play_by_itself() {
    // N-024, N-025, N-027.
    let imported = clips();
    let scene = imported.scene().unwrap();
    let at = |playing, t| [0, 1, 2].map(|row| entry(&imported, playing, "n", t, row, 3));
    all_close(&at(Playing::Default, 0.5), &[0.0, 0.0, 0.5], "only what no clip names");
    let clip = |name| Playing::Clip(clip_named(scene, name).unwrap());
    assert_eq!(clip_named(scene, "first"), Some(ClipId(0)));
    assert_eq!(clip_named(scene, "none"), None);
    // The cut lies inside a segment; before and after, the clip stands still.
    for (t, expected) in
        [(0.0, [2.0, 10.0]), (1.0, [2.0, 10.0]), (1.5, [3.0, 15.0]), (3.0, [6.0, 20.0]), (9.0, [6.0, 20.0])]
    {
        let [x, y, z] = at(clip("c1"), t);
        all_close(&[x, y, z], &[expected[0], expected[1], 0.0], &format!("c1 at {t}"));
    }
    // Without `end`, to the end of the longest animation.
    assert_eq!(portolan_eval::duration(scene, &clip("c2")), Some((0.0, 4.0)));
    // Beyond the keys the last value stays.
    all_close(&at(clip("c3"), 7.0), &[0.0, 20.0, 0.0], "c3");
    assert_eq!(regular_times(scene, &clip("c1"), 2.0, 100), [1.0, 1.5, 2.0, 2.5, 3.0]);
    assert_eq!(regular_times(scene, &Playing::Default, 4.0, 3), [0.0, 0.25, 0.5]);
}

#[test]
fn clips_become_animations_of_gltf_that_start_at_zero() {
    let imported = clips();
    let glb = glb(&imported);
    let animations = glb.json["animations"].as_array().unwrap();
    let names: Vec<_> = animations.iter().map(|a| a["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["idle", "first", "c2", "c3"]);
    let track = |animation: usize| {
        let sampler = &animations[animation]["samplers"][0];
        (glb.accessor(&sampler["input"]), glb.accessor(&sampler["output"]))
    };
    let (times, values) = track(1);
    assert_eq!(times.first(), Some(&0.0));
    close(*times.last().unwrap(), 2.0, "the clip lasts two seconds");
    all_close(&values[..3], &[2.0, 10.0, 0.0], "where the cut is");
    all_close(&values[values.len() - 3..], &[6.0, 20.0, 0.0], "where it ends");
}

#[test]
fn formulas_are_computed_with_their_clip_only() {
    // M-003 … M-005: (value / 360) · pitch, fed by an animation.
    let formula = r#"<library_formulas><formula id="f"><newparam sid="target"><float>0</float></newparam>
        <newparam sid="value"><float>180</float></newparam><newparam sid="pitch"><float>5</float></newparam>
        <target><param>target</param></target><technique_common><math:math xmlns:math="http://www.w3.org/1998/Math/MathML">
        <math:apply><math:times/><math:apply><math:divide/><math:csymbol encoding="COLLADA"> value </math:csymbol><math:ci>360</math:ci></math:apply>
        <math:csymbol encoding="COLLADA">pitch</math:csymbol></math:apply></math:math></technique_common></formula></library_formulas>"#;
    let turn = Curve { values: (1, "0 360"), target: "n/r.ANGLE", ..PLAIN }.animation("turn");
    let clips = r##"<library_animation_clips>
        <animation_clip id="plain"><instance_formula url="#f"><setparam ref="target"><connect_param ref="n/t.Y"/></setparam></instance_formula></animation_clip>
        <animation_clip id="screw"><instance_animation url="#turn"/><instance_formula url="#f">
        <setparam ref="target"><SIDREF>n/t.X</SIDREF></setparam><setparam ref="value"><connect_param ref="n/r.ANGLE"/></setparam>
        <setparam ref="pitch"><float>8</float></setparam></instance_formula></animation_clip></library_animation_clips>"##;
    let text = format!("<library_animations>{turn}</library_animations>{clips}{formula}{}", view(TRANSFORMS));
    let imported = import(&new_document(&text));
    assert_eq!(codes(&imported), [] as [&str; 0]);
    let at = |playing, row| entry(&imported, playing, "n", 0.25, row, 3);
    let clip = |name| Playing::Clip(clip_named(imported.scene().unwrap(), name).unwrap());
    close(at(clip("plain"), 1), 2.5, "value 180, pitch 5");
    close(at(clip("screw"), 0), 2.0, "a quarter turn of pitch 8");
    close(at(Playing::Default, 0), 0.0, "nothing plays by itself");
}

#[test]
fn the_fourth_row_of_a_matrix_is_explained() {
    // Page 3-3 does not say what the first position counts; loaders read column, then row (see MatrixOrder).
    let told = |target: &str| {
        let imported = Curve { target, ..PLAIN }.import();
        let losses = imported.losses().unwrap();
        losses.iter().map(|l| format!("{} {}", l.code.id, l.message)).collect::<Vec<_>>()
    };
    let wrong = told("n/m(1)(3)");
    assert!(
        wrong.len() == 1 && wrong[0].starts_with("CNV226") && wrong[0].ends_with("a translation is `(3)(1)`"),
        "{wrong:?}"
    );
    assert_eq!(told("n/m(3)(1)"), [] as [&str; 0]);
    close(entry(&Curve { target: "n/m(3)(1)", ..PLAIN }.import(), Playing::Default, "n", 0.5, 1, 3), 0.5, "along Y");
}

/// A formula of `a` and the result `y`, each with what stands in its `newparam`.
fn formula(id: &str, a: &str, y: &str, math: &str) -> String {
    format!(
        r#"<formula id="{id}"><newparam sid="y">{y}</newparam><newparam sid="a">{a}</newparam><target><param>y</param></target>
        <technique_common><math xmlns="http://www.w3.org/1998/Math/MathML">{math}</math></technique_common></formula>"#
    )
}

#[test]
fn formulas_that_no_clip_names_hold_always() {
    // Page 5-38: a parameter that is a SIDREF has the value that it points at. y = 10 · a, of degrees.
    let ten = r#"<apply><times/><ci>a</ci><apply><divide/><cn type="e-notation">2<sep/>1</cn><cn type="rational">4<sep/>2</cn></apply></apply>"#;
    let one = formula("f", "<SIDREF>n/t.Y</SIDREF>", "<SIDREF>n/r.ANGLE</SIDREF>", ten);
    let move_y = Curve { values: (1, "0 9"), target: "n/t.Y", ..PLAIN }.animation("a");
    let text = |formulas: &str, animations: &str| {
        let animations = format!("<library_animations>{animations}</library_animations>");
        let animations = if animations.contains("<animation ") { animations } else { String::new() };
        new_document(&format!("{animations}<library_formulas>{formulas}</library_formulas>{}", view(TRANSFORMS)))
    };
    let imported = import(&text(&one, &move_y));
    assert_eq!(codes(&imported), [] as [&str; 0]);
    // Rows and columns of a turn around Z by 0, 45 and 90 degrees.
    for (t, cosine) in [(0.0, 1.0), (0.5, std::f64::consts::FRAC_1_SQRT_2), (1.0, 0.0)] {
        close(entry(&imported, Playing::Default, "n", t, 0, 0), cosine, &format!("at {t}"));
    }
    // A valid document: the table takes numbers in two parts.
    let report = imported.report().unwrap();
    assert!(!report.findings.iter().any(|f| f.code.id == "SCH001"), "{:?}", report.findings);
    // It reaches glTF as keys: half a turn of 90 degrees has the sine of 45 degrees around Z.
    let glb = glb(&imported);
    let channel =
        glb.json["animations"][0]["channels"].as_array().unwrap().iter().find(|c| c["target"]["path"] == "rotation");
    let sampler = &glb.json["animations"][0]["samplers"][channel.unwrap()["sampler"].as_u64().unwrap() as usize];
    let values = glb.accessor(&sampler["output"]);
    close(values[values.len() - 2], std::f64::consts::FRAC_1_SQRT_2, "the last key");
    // Written anew, in another unit, and as OpenGEX it does the same.
    for conversion in [
        portolan::Conversion::to(&portolan::convert::to::DAE).with(|c| c.rebuild = true),
        portolan::Conversion::to(&portolan::convert::to::DAE).with(|c| c.unit = Some(0.5)),
        portolan::Conversion::to(&portolan::convert::to::OGEX),
    ] {
        let converted = imported.convert(&conversion).unwrap();
        let (name, bytes) = &converted.files[0];
        let again = portolan::OpenOptions::new().open_bytes(name, bytes.clone()).unwrap();
        close(entry(&again, Playing::Default, "n", 0.5, 0, 0), std::f64::consts::FRAC_1_SQRT_2, name);
    }
    // Without an animation it holds as well.
    let still = import(&text(&one, "").replace(r#"<translate sid="t">0 0 0"#, r#"<translate sid="t">0 6 0"#));
    close(entry(&still, Playing::Default, "n", 0.0, 0, 0), 0.5, "60 degrees");
    // Two that wait for each other do nothing, and that is told.
    let (a, b) = ("<SIDREF>n/t.X</SIDREF>", "<SIDREF>n/t.Z</SIDREF>");
    let circle = formula("f", a, b, "<ci>a</ci>") + &formula("g", b, a, "<ci>a</ci>");
    let told = import(&text(&circle, ""));
    assert_eq!(codes(&told), ["CNV240", "CNV240"]);
}

#[test]
fn bad_samplers_are_told_and_do_no_harm() {
    // Chapter 12, bad input: what is written, where X is at half time, and what is told.
    let million: String = (0..1_000_000).map(|i| format!("{i} ")).collect();
    let many = vec!["LINEAR"; 1_000_000].join(" ");
    for (curve, t, expected, told) in [
        (Curve { keys: "1 0", values: (1, "1 0"), ..PLAIN }, 0.5, 0.5, "CNV221"),
        (Curve { keys: "0 0 1", values: (1, "0 7 1"), methods: "LINEAR LINEAR LINEAR", ..PLAIN }, 0.5, 0.5, "CNV221"),
        (Curve { keys: "0 1 2", ..PLAIN }, 0.5, 0.5, "CNV221"),
        (Curve { keys: "0 NaN 1", values: (1, "0 9 1"), methods: "LINEAR LINEAR LINEAR", ..PLAIN }, 0.5, 0.5, "CNV221"),
        (Curve { methods: "BEZIER BEZIER", ..PLAIN }, 0.5, 0.5, "CNV223"),
        (Curve { methods: "CUBIC CUBIC", ..PLAIN }, 0.5, 0.5, "CNV222"),
        (Curve { behaviour: ("CONSTANT", "CYCEL"), ..PLAIN }, 5.5, 1.0, "CNV224"),
        (Curve { values: (2, "0 9 1 9"), ..PLAIN }, 0.5, 0.5, "CNV228"),
        (Curve { target: "n/missing.X", ..PLAIN }, 0.5, 0.0, "CNV225"),
        (Curve { target: "nobody/t.X", ..PLAIN }, 0.5, 0.0, "CNV225"),
        (Curve { keys: &million, values: (1, &million), methods: &many, ..PLAIN }, 12345.5, 12345.5, ""),
    ] {
        let imported = curve.import();
        close(x(&imported, t), expected, told);
        let found = codes(&imported);
        assert_eq!(found.first().copied().unwrap_or_default(), told, "{found:?}");
    }
    // No interpolation at all is a straight line (N-004); an animation of nothing is none (N-001).
    let text = PLAIN.animation("a").replace(r##"<input semantic="INTERPOLATION" source="#a-m"/>"##, "");
    let imported = animate(&text);
    close(x(&imported, 0.25), 0.25, "no interpolation");
    assert_eq!(codes(&imported), ["CNV222"]);
    assert_eq!(codes(&animate(r#"<animation id="empty"/>"#)), [] as [&str; 0]);
    // A sampler that runs backwards in time is brought back into its segment (N-011).
    let wild = Curve { methods: "BEZIER BEZIER", tangents: Some((2, "0 0 -3 1", "4 0 0 0")), ..PLAIN }.import();
    for i in 0..=20 {
        let value = x(&wild, f64::from(i) / 20.0);
        assert!((0.0..=1.0).contains(&value), "{value}");
    }
}

#[test]
fn one_sampler_may_drive_many_and_a_clip_may_be_wrong() {
    let more = PLAIN.animation("a").replace("</animation>", r##"<channel source="#a-s" target="n/t.Y"/></animation>"##);
    let imported = animate(&more);
    close(entry(&imported, Playing::Default, "n", 0.5, 1, 3), 0.5, "N-022");
    let clip = r##"<library_animation_clips><animation_clip id="c" start="2" end="1"><instance_animation url="#a"/></animation_clip></library_animation_clips>"##;
    let text = format!("<library_animations>{}</library_animations>{clip}{}", PLAIN.animation("a"), view(TRANSFORMS));
    let imported = import(&old_document(&text));
    assert!(codes(&imported).contains(&"CNV229"));
    close(entry(&imported, Playing::Clip(ClipId(0)), "n", 0.5, 0, 3), 1.0, "the clip is a moment");
}

#[test]
fn curves_keep_their_keys_in_gltf() {
    let bezier = Curve { methods: "BEZIER BEZIER", tangents: Some((1, "0 1", "0 1")), ..PLAIN };
    let step = Curve { methods: "STEP STEP", ..PLAIN };
    for (curve, method, count) in [(PLAIN, "LINEAR", 2), (step, "STEP", 2), (bezier, "CUBICSPLINE", 2)] {
        let text = format!("<library_animations>{}</library_animations>{}", curve.animation("a"), view(TRANSFORMS));
        let imported = import_with(&new_document(&text), Memory::new());
        let glb = glb(&imported);
        let sampler = &glb.json["animations"][0]["samplers"][0];
        assert_eq!(sampler["interpolation"].as_str().unwrap_or("LINEAR"), method);
        assert_eq!(glb.accessor(&sampler["input"]).len(), count);
        assert_eq!(glb.json["animations"][0]["channels"][0]["target"]["path"], "translation");
    }
}
