//! Chapter 11 of the requirements: skins and morphs, from the document to bent vertices and to glTF.

use crate::common::{
    Glb, all_close, codes, drawn_points, glb, import, mesh, new_document, numbers, old_document, views, words,
};
use portolan::convert::Writer;
use portolan::convert::{Conversion, to};
use portolan::sample::Playing;
use portolan::scene::{SkinHolder, SkinSpace, UpAxis};
use portolan::{File, Memory, OpenOptions};

const UNIT: &str = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1";

/// Moves along X by this much.
fn moved(x: &str) -> String {
    format!("1 0 0 {x} 0 1 0 0 0 0 1 0 0 0 0 1")
}

/// Three vertices on a line: 0, 1, 2.
fn line(id: &str) -> String {
    mesh(id, "0 0 0 1 0 0 2 0 0", "0 1 2")
}

/// A skin of `source`, with joints in an array of this kind.
struct Skin<'s> {
    source: &'s str,
    shape: &'s str,
    joints: (&'s str, &'s str),
    binds: &'s str,
    weights: &'s str,
    counts: &'s str,
    v: &'s str,
}

const SKIN: Skin<'static> = Skin {
    source: "#g",
    shape: "",
    joints: ("Name_array", "A B"),
    binds: "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1",
    weights: "1 0.5 0.25",
    counts: "1 1 2",
    v: "0 0 1 0 0 1 1 1",
};

impl Skin<'_> {
    fn text(&self, id: &str) -> String {
        let shape = match self.shape {
            "" => String::new(),
            matrix => format!("<bind_shape_matrix>{matrix}</bind_shape_matrix>"),
        };
        let count = self.counts.split_whitespace().count();
        format!(
            r##"<controller id="{id}"><skin source="{}">{shape}{}{}{}<joints><input semantic="JOINT" source="#{id}-j"/>
            <input semantic="INV_BIND_MATRIX" source="#{id}-b"/></joints><vertex_weights count="{count}">
            <input semantic="JOINT" source="#{id}-j" offset="0"/><input semantic="WEIGHT" source="#{id}-w" offset="1"/>
            <vcount>{}</vcount><v>{}</v></vertex_weights></skin></controller>"##,
            self.source,
            words(&format!("{id}-j"), self.joints.0, self.joints.1),
            numbers(&format!("{id}-b"), 16, self.binds),
            numbers(&format!("{id}-w"), 1, self.weights),
            self.counts,
            self.v,
        )
    }
}

/// Joints A at X = 10 and B at X = 20, in nodes that are no brothers; the skin is drawn by `drawn`.
fn scene(controllers: &str, drawn: &str) -> File {
    let nodes = format!(
        r#"<node id="root"><node id="A-id" sid="A" type="JOINT"><translate>10 0 0</translate></node>
        <node><node id="B-id" sid="B"><translate sid="t">20 0 0</translate></node></node></node>{drawn}"#
    );
    import(&new_document(&format!(
        "<library_geometries>{}</library_geometries><library_controllers>{controllers}</library_controllers>{}",
        line("g"),
        views(&nodes)
    )))
}

fn instance(url: &str, skeletons: &[&str]) -> String {
    let skeletons: String = skeletons.iter().map(|s| format!("<skeleton>#{s}</skeleton>")).collect();
    format!(r##"<node id="drawn"><instance_controller url="#{url}">{skeletons}</instance_controller></node>"##)
}

/// The X of all vertices.
fn xs(imported: &File) -> Vec<f64> {
    drawn_points(imported, Playing::Default, 0.0).iter().map(|p| p[0]).collect()
}

/// What readers of glTF make of the skin of the only mesh: the X of its vertices, with joints that have no turn.
fn gltf_xs(glb: &Glb) -> Vec<f64> {
    let json = &glb.json;
    let nodes = json["nodes"].as_array().unwrap();
    let holder = nodes.iter().find(|n| n["skin"].is_u64()).unwrap();
    let skin = &json["skins"][holder["skin"].as_u64().unwrap() as usize];
    let mesh = &json["meshes"][holder["mesh"].as_u64().unwrap() as usize];
    let primitive = &mesh["primitives"][0];
    let world = |mut at: usize| {
        let mut x = 0.0;
        loop {
            x += nodes[at]["translation"][0].as_f64().unwrap_or(0.0);
            let above = nodes.iter().position(|n| n["children"].as_array().is_some_and(|c| c.contains(&at.into())));
            match above {
                Some(above) => at = above,
                None => return x,
            }
        }
    };
    let joints: Vec<f64> =
        skin["joints"].as_array().unwrap().iter().map(|j| world(j.as_u64().unwrap() as usize)).collect();
    let binds = glb.accessor(&skin["inverseBindMatrices"]);
    let mut positions = glb.accessor(&primitive["attributes"]["POSITION"]);
    let weights: Vec<f64> = mesh["weights"].as_array().into_iter().flatten().map(|w| w.as_f64().unwrap()).collect();
    for (target, weight) in primitive["targets"].as_array().into_iter().flatten().zip(weights) {
        for (p, d) in positions.iter_mut().zip(glb.accessor(&target["POSITION"])) {
            *p += weight * d;
        }
    }
    let (held, shares) =
        (glb.accessor(&primitive["attributes"]["JOINTS_0"]), glb.accessor(&primitive["attributes"]["WEIGHTS_0"]));
    let one = |(i, p): (usize, &[f64])| {
        let four = held[i * 4..i * 4 + 4].iter().zip(&shares[i * 4..i * 4 + 4]);
        four.map(|(joint, share)| {
            let bind = &binds[*joint as usize * 16..];
            share * (joints[*joint as usize] + bind[0] * p[0] + bind[12])
        })
        .sum()
    };
    positions.chunks(3).enumerate().map(one).collect()
}

#[test]
fn joints_are_found_by_name_id_and_path() {
    // K-004 … K-008: 0 + 10, 1 + 20, half of 2 + 10 and 2 + 20.
    for (kind, joints, skeletons) in [
        ("Name_array", "A B", &["root"][..]),
        ("Name_array", "A B", &["A-id", "B-id"]),
        ("IDREF_array", "A-id B-id", &["root"]),
        ("IDREF_array", "A-id B-id", &[]),
        ("SIDREF_array", "root/A root/B", &["root"]),
        ("Name_array", "A B", &[]),
    ] {
        let skin = Skin { joints: (kind, joints), ..SKIN };
        let imported = scene(&skin.text("c"), &instance("c", skeletons));
        all_close(&xs(&imported), &[10.0, 21.0, 17.0], &format!("{kind} {skeletons:?}"));
        all_close(&gltf_xs(&glb(&imported)), &[10.0, 21.0, 17.0], "glTF");
    }
}

#[test]
fn the_equation_of_skins_holds() {
    // K-009: joint · inverse bind · bind shape, in this order: 2·x + 5 by the shape, −3 and −4 by the binds.
    let shape = "2 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1";
    let binds = moved("-3") + " " + &moved("-4");
    let skin = Skin { shape, binds: &binds, ..SKIN };
    let imported = scene(&skin.text("c"), &instance("c", &["root"]));
    assert_eq!(codes(&imported), [] as [&str; 0]);
    let expected = [5.0 - 3.0 + 10.0, 7.0 - 4.0 + 20.0, 9.0 + (7.0 + 16.0) / 2.0];
    all_close(&xs(&imported), &expected, "positions");
    all_close(&gltf_xs(&glb(&imported)), &expected, "glTF");
}

#[test]
fn minus_one_is_the_bind_shape_and_weights_are_made_to_sum_to_one() {
    // K-013, K-014: ¼ stays at x + 100, ½ by A, ¼ by B; twice 0.5 is not one; nobody holds the last.
    let shape = moved("100");
    let skin = Skin { shape: &shape, counts: "3 2 1", v: "-1 2 0 1 1 2 0 0 1 0 -1 0", ..SKIN };
    let imported = scene(&skin.text("c"), &instance("c", &["root"]));
    let expected = [100.0 + 0.5 * 10.0 + 0.25 * 20.0, 101.0 + 15.0, 102.0];
    all_close(&xs(&imported), &expected, "positions");
    all_close(&gltf_xs(&glb(&imported)), &expected, "glTF");
    let none = Skin { weights: "0", counts: "1 0 1", v: "0 0 1 0", ..SKIN };
    let imported = scene(&none.text("c"), &instance("c", &["root"]));
    all_close(&xs(&imported), &[0.0, 1.0, 2.0], "no weight at all");
    assert_eq!(codes(&imported), ["CNV205"]);
}

#[test]
fn the_four_heaviest_of_many_joints_reach_gltf() {
    let joints: Vec<String> = (0..6).map(|i| format!("J{i}")).collect();
    let nodes: String =
        (0..6).map(|i| format!(r#"<node sid="J{i}" id="J{i}"><translate>{} 0 0</translate></node>"#, i * 10)).collect();
    let binds = [UNIT; 6].join(" ");
    let skin = Skin {
        joints: ("Name_array", &joints.join(" ")),
        binds: &binds,
        weights: "0.1 0.2",
        counts: "6 1 1",
        v: "0 0 1 0 2 1 3 1 4 1 5 1 0 0 5 0",
        ..SKIN
    };
    let drawn = format!(r#"<node id="bones">{nodes}</node>{}"#, instance("c", &["bones"]));
    let imported = scene(&skin.text("c"), &drawn);
    // All six here: 0.1 · 10 + 0.2 · (20 + 30 + 40 + 50); a quarter of each of the last four there.
    all_close(&xs(&imported), &[29.0, 1.0, 52.0], "positions");
    let written = glb(&imported);
    all_close(&gltf_xs(&written), &[35.0, 1.0, 52.0], "glTF");
    assert!(written.codes.contains(&"CNV313"), "{:?}", written.codes);
    // 0.1 and 0.1 of 1.0 are left out: a vertex of weights 0.1 0.1 0.2 0.2 0.2 0.2.
    let converted = imported.convert(&Conversion::to(&to::GLB)).unwrap();
    let told = converted.losses.iter().find(|l| l.code.id == "CNV313").unwrap();
    assert!(told.message.contains("up to 20.00 %"), "{}", told.message);
    // On request all of them are there, and come back.
    let all = Conversion::to(&to::GLB).with(|c| c.all_influences = true);
    let (again, codes) = self::converted(&imported, &all);
    assert!(!codes.contains(&"CNV313"), "{codes:?}");
    all_close(&xs(&again), &[29.0, 1.0, 52.0], "all influences");
}

#[test]
fn one_controller_may_have_several_skeletons() {
    // K-006, L3656: the same skin with two skeletons that have the same SIDs.
    let nodes = r#"<node id="left"><translate>100 0 0</translate><node sid="A"/><node sid="B"/></node>"#;
    let drawn =
        format!("{nodes}{}{}", instance("c", &["root"]), instance("c", &["left"]).replace("\"drawn\"", "\"other\""));
    let imported = scene(&SKIN.text("c"), &drawn);
    assert_eq!(codes(&imported), [] as [&str; 0]);
    all_close(&xs(&imported), &[10.0, 21.0, 17.0, 100.0, 101.0, 102.0], "positions");
    let json = glb(&imported).json;
    assert_eq!(json["skins"].as_array().unwrap().len(), 2);
    // One shape for both.
    assert_eq!(json["meshes"].as_array().unwrap().len(), 1);
}

/// A morph of `source` towards `h` and `k` of the library.
fn morph(id: &str, source: &str, method: &str, weights: &str) -> String {
    format!(
        r##"<controller id="{id}"><morph source="{source}" {method}>{}{}<targets><input semantic="MORPH_TARGET" source="#{id}-t"/>
        <input semantic="MORPH_WEIGHT" source="#{id}-w"/></targets></morph></controller>"##,
        words(&format!("{id}-t"), "IDREF_array", "h k"),
        numbers(&format!("{id}-w"), 1, weights)
    )
}

/// The line, with `h` ten times and `k` a hundred times as long; more text follows the view.
fn morphs(controllers: &str, drawn: &str, more: &str) -> File {
    let shapes = line("g") + &mesh("h", "0 0 0 10 0 0 20 0 0", "0 1 2") + &mesh("k", "0 0 0 100 0 0 200 0 0", "0 1 2");
    let nodes = format!(
        r#"<node id="root"><node sid="A"><translate>10 0 0</translate></node><node sid="B"><translate>20 0 0</translate></node></node>{drawn}"#
    );
    import(&old_document(&format!(
        "<library_geometries>{shapes}</library_geometries><library_controllers>{controllers}</library_controllers>{more}{}",
        views(&nodes)
    )))
}

#[test]
fn morphs_mix_by_both_methods() {
    // K-016, K-017 with the weights ½ and ¼: (1 − ¾)·1 + ½·10 + ¼·100, and 1 + 5 + 25.
    for (method, factor) in [("", 30.25), (r#"method="NORMALIZED""#, 30.25), (r#"method="RELATIVE""#, 31.0)] {
        let imported = morphs(&morph("c", "#g", method, "0.5 0.25"), &instance("c", &[]), "");
        assert_eq!(codes(&imported), [] as [&str; 0]);
        all_close(&xs(&imported), &[0.0, factor, 2.0 * factor], method);
        let glb = glb(&imported);
        let mesh = &glb.json["meshes"][0];
        assert_eq!(mesh["weights"], serde_json::json!([0.5, 0.25]));
        // K-020: differences of 9 and 99, or what is written.
        let first = glb.accessor(&mesh["primitives"][0]["targets"][0]["POSITION"]);
        let difference = if method.contains("REL") { 10.0 } else { 9.0 };
        all_close(&[first[0], first[3], first[6]], &[0.0, difference, 2.0 * difference], method);
    }
}

#[test]
fn a_skin_bends_what_a_morph_gives() {
    // K-002, K-021: 1 → 30.25 by the morph, doubled by the bind shape, then by the joints.
    let skin = Skin { source: "#c", shape: "2 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", ..SKIN };
    let imported = morphs(&(skin.text("s") + &morph("c", "#g", "", "0.5 0.25")), &instance("s", &["root"]), "");
    assert_eq!(codes(&imported), [] as [&str; 0]);
    let expected = [10.0, 60.5 + 20.0, 121.0 + 15.0];
    all_close(&xs(&imported), &expected, "positions");
    let written = glb(&imported);
    all_close(&gltf_xs(&written), &expected, "glTF");
}

#[test]
fn weights_of_morphs_are_driven_one_by_one() {
    // K-019: the second weight goes from ¼ to ¾.
    let sampler = numbers("i", 1, "0 1") + &numbers("o", 1, "0.25 0.75") + &words("m", "Name_array", "LINEAR LINEAR");
    for target in ["c-w(1)", "c-w-array(1)"] {
        let animation = format!(
            r##"<library_animations><animation>{sampler}<sampler id="s"><input semantic="INPUT" source="#i"/>
            <input semantic="OUTPUT" source="#o"/><input semantic="INTERPOLATION" source="#m"/></sampler>
            <channel source="#s" target="{target}"/></animation></library_animations>"##
        );
        let imported = morphs(&morph("c", "#g", r#"method="RELATIVE""#, "0.5 0.25"), &instance("c", &[]), &animation);
        let at = |t| drawn_points(&imported, Playing::Default, t)[1][0];
        all_close(&[at(0.0), at(0.5), at(1.0)], &[31.0, 56.0, 81.0], target);
        let glb = glb(&imported);
        let animation = &glb.json["animations"][0];
        assert_eq!(animation["channels"][0]["target"]["path"], "weights");
        all_close(&glb.accessor(&animation["samplers"][0]["output"]), &[0.5, 0.25, 0.5, 0.75], target);
    }
}

#[test]
fn weights_of_targets_that_change_nothing_are_not_animated() {
    // The only shape is the base, so the target of weight 1 differs from it nowhere.
    let text = r#"
        GeometryNode {
            ObjectRef {ref {$face}}
            MorphWeight %weight {float {1}}
            Animation {Track (target = %weight) {
                Time {Key {float {0, 1}}}
                Value {Key {float {1, 0.5}}}
            }}
        }
        GeometryObject $face {Mesh (primitive = "points") {VertexArray (attrib = "position") {float[3] {{0, 0, 1}}}}}"#;
    let file = OpenOptions::within(Memory::new().with("face.ogex", text)).open("face.ogex").unwrap();
    let bundle = file.convert(&Conversion::to(&to::GLB)).unwrap();
    let told: Vec<_> = bundle.losses.iter().filter(|l| l.code.id == "CNV349").map(|l| &*l.message).collect();
    assert_eq!(
        told,
        [
            "an animation of morph weights moves nothing, because every target equals the base shape",
            "animation `default` has no effect on the written scene and is dropped",
        ]
    );
    let json = glb(&file).json;
    assert!(json.get("animations").is_none(), "{json}");
    assert!(json["meshes"][0]["primitives"][0].get("targets").is_none(), "{json}");
}

#[test]
fn bad_controllers_are_told_and_what_can_be_drawn_is_drawn() {
    let singular = "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 ".to_owned() + UNIT;
    let short: &str = UNIT;
    for (skin, expected, told) in [
        // Fewer and more indices than the counts ask for.
        (Skin { v: "0 0 1 0", ..SKIN }, [10.0, 21.0, 2.0], "CNV204"),
        (Skin { v: "0 0 1 0 0 1 1 1 1 1", ..SKIN }, [10.0, 21.0, 17.0], "CNV204"),
        // A joint and a weight that are not there (the skin of the specification has the latter).
        (Skin { v: "7 0 1 0 0 1 1 1", ..SKIN }, [0.0, 21.0, 17.0], "CNV204"),
        (Skin { v: "0 3 1 0 0 1 1 1", ..SKIN }, [0.0, 21.0, 17.0], "CNV204"),
        // Negative weights, and weights that are no numbers.
        (Skin { weights: "1 -0.5 0.25", v: "0 0 1 0 0 1 1 0", ..SKIN }, [10.0, 21.0, 22.0], "CNV204"),
        (Skin { weights: "1 NaN 0.25", v: "0 0 1 0 0 1 1 0", ..SKIN }, [10.0, 21.0, 22.0], "CNV204"),
        // Fewer entries than vertices.
        (Skin { counts: "1 1", v: "0 0 1 0", ..SKIN }, [10.0, 21.0, 2.0], "CNV204"),
        (Skin { binds: short, ..SKIN }, [10.0, 21.0, 17.0], "CNV203"),
        // All of the first joint's vertices fall onto it.
        (Skin { binds: &singular, ..SKIN }, [10.0, 21.0, 5.0 + 11.0], ""),
        (Skin { joints: ("Name_array", "A Nobody"), ..SKIN }, [10.0, 1.0, 7.0], "CNV206"),
    ] {
        let imported = scene(&skin.text("c"), &instance("c", &["root"]));
        let found = codes(&imported);
        assert_eq!(found.first().copied().unwrap_or_default(), told, "{found:?} {:?}", skin.v);
        all_close(&xs(&imported), &expected, told);
        all_close(&gltf_xs(&glb(&imported)), &expected, told);
    }
    // `<vcnt>` and inputs without offsets, as printed on page 5-136.
    let printed =
        SKIN.text("c").replace("vcount>", "vcnt>").replace(r#" offset="0""#, "").replace(r#" offset="1""#, "");
    all_close(&xs(&scene(&printed, &instance("c", &["root"]))), &[10.0, 21.0, 17.0], "as printed");
    // Cycles, and controllers of nothing.
    for source in ["#c", "#missing", "#root"] {
        let skin = Skin { source, ..SKIN };
        let imported = scene(&skin.text("c"), &instance("c", &["root"]));
        assert!(imported.scene().unwrap().controllers.is_empty() && !codes(&imported).is_empty(), "{source}");
    }
}

#[test]
fn controllers_bind_materials() {
    // K-022.
    let material = r##"<library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert><diffuse><color>1 0 0 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
        <library_materials><material id="red"><instance_effect url="#e"/></material></library_materials>"##;
    let drawn = r##"<node id="drawn"><instance_controller url="#c"><skeleton>#root</skeleton><bind_material><technique_common>
        <instance_material symbol="m" target="#red"/></technique_common></bind_material></instance_controller></node>"##;
    let shape = line("g").replace("<triangles ", r#"<triangles material="m" "#);
    let skin = SKIN.text("c");
    let imported = import(&old_document(&format!(
        r#"<library_geometries>{shape}</library_geometries><library_controllers>{skin}</library_controllers>{material}{}"#,
        views(&format!(r#"<node id="root"><node sid="A"/><node sid="B"/></node>{drawn}"#))
    )));
    assert_eq!(codes(&imported), [] as [&str; 0]);
    let json = glb(&imported).json;
    assert_eq!(json["materials"][0]["name"], "red");
    assert_eq!(json["meshes"][0]["primitives"][0]["material"], 0);
}

/// A node that is moved and holds the skin `c`.
fn holder(id: &str, transform: &str, skeleton: &str) -> String {
    format!(
        r##"<node id="{id}">{transform}<instance_controller url="#c"><skeleton>#{skeleton}</skeleton></instance_controller></node>"##
    )
}

/// A scene written in a format and read again, with the codes of losses.
fn through(imported: &File, to: &'static Writer) -> (File, Vec<&'static str>) {
    converted(imported, &Conversion::to(to).with(|c| c.rebuild = to == &to::DAE))
}

fn converted(imported: &File, conversion: &Conversion) -> (File, Vec<&'static str>) {
    let converted = imported.convert(conversion).unwrap();
    let files = converted.files.iter().fold(Memory::new(), |m, (name, bytes)| m.with(name.clone(), bytes.clone()));
    let again = OpenOptions::within(files.clone()).open(&converted.files[0].0).unwrap();
    assert_eq!(again.scene().unwrap().check(), [], "the scene is not sound");
    (again, converted.losses.iter().map(|l| l.code.id).collect())
}

/// Through every format and back from there to COLLADA, and as COLLADA otherwise, vertices stay where they are.
#[track_caller]
fn stays_everywhere(imported: &File, at: f64) {
    let points = |i: &File| -> Vec<f64> {
        let to_si = i.scene().unwrap().space.to_si();
        let points = drawn_points(i, Playing::Default, at);
        points.into_iter().flat_map(|p| to_si.transform_point3(p.into()).to_array()).collect()
    };
    let expected = points(imported);
    for to in [&to::DAE, &to::GLB, &to::OGEX] {
        let (there, codes) = through(imported, to);
        all_close(&points(&there), &expected, &format!("{to:?} at {at}, {codes:?}"));
        let (back, codes) = through(&there, &to::DAE);
        all_close(&points(&back), &expected, &format!("{to:?} and back at {at}, {codes:?}"));
    }
    let dae = Conversion::to(&to::DAE);
    for otherwise in [
        dae.clone().with(|c| c.single_matrix = true),
        dae.clone().with(|c| {
            c.unit = Some(0.01);
            c.up_axis = Some(UpAxis::Z);
        }),
        dae.with(|c| c.sample_rate = Some(4.0)),
    ] {
        let (there, codes) = converted(imported, &otherwise);
        all_close(&points(&there), &expected, &format!("{otherwise:?} at {at}, {codes:?}"));
    }
}

#[test]
fn the_node_that_holds_a_skin_counts() {
    // K-010: as without, and a thousand further.
    let moved_by = |text: &str| scene(&SKIN.text("c"), &holder("drawn", text, "root"));
    let imported = moved_by("<translate>1000 0 0</translate>");
    assert_eq!(codes(&imported), ["CNV210"]);
    let expected = [1010.0, 1021.0, 1017.0];
    all_close(&xs(&imported), &expected, "positions");
    let written = glb(&imported);
    assert!(written.codes.contains(&"CNV332"), "{:?}", written.codes);
    all_close(&gltf_xs(&written), &expected, "glTF");
    assert!(through(&imported, &to::OGEX).1.contains(&"CNV733"));
    stays_everywhere(&imported, 0.0);
    // A node that counts is written as it was.
    let (again, told) = through(&imported, &to::DAE);
    assert!(!told.contains(&"CNV824"), "{told:?}");
    let space = |i: &File| i.scene().unwrap().nodes.iter().flat_map(|n| &n.drawn).next().unwrap().skeletons[0].space;
    assert_eq!((space(&imported), space(&again)), (SkinSpace::Node, SkinSpace::Node));
    // The order is that of the formula: first the joints, then the node.
    all_close(&xs(&moved_by("<scale>3 1 1</scale>")), &[30.0, 63.0, 51.0], "a factor");
    // Nothing is left to say where the node does nothing.
    assert_eq!(space(&moved_by("<translate>0 0 0</translate>")), SkinSpace::World);
}

#[test]
fn what_is_above_the_node_and_the_skeleton_counts_once() {
    // All is moved by 500 and tripled there; only the 7 of the node is between it and what is above both.
    let skeleton = r#"<node id="r"><node sid="A"><translate>10 0 0</translate></node><node sid="B"><translate>20 0 0</translate></node></node>"#;
    let drawn = format!(
        r#"<node id="p"><translate>500 0 0</translate><scale>3 1 1</scale>{skeleton}{}</node>"#,
        holder("drawn", "<translate>7 0 0</translate>", "r")
    );
    let imported = scene(&SKIN.text("c"), &drawn);
    let expected = [500.0 + 3.0 * 17.0, 500.0 + 3.0 * 28.0, 500.0 + 3.0 * 24.0];
    all_close(&xs(&imported), &expected, "positions");
    all_close(
        &xs(&scene(&SKIN.text("c"), &drawn.replace("<translate>7 0 0</translate>", ""))),
        &[530.0, 563.0, 551.0],
        "",
    );
    stays_everywhere(&imported, 0.0);
    // A node within the skeleton follows it: the joint that is the root moves its vertices, and nothing moves them twice.
    let within = format!(
        r#"<node id="r" sid="A"><translate>100 0 0</translate><node sid="B"><translate>20 0 0</translate></node>{}</node>"#,
        holder("drawn", "", "r")
    );
    let imported = scene(&SKIN.text("c"), &within);
    all_close(&xs(&imported), &[100.0, 121.0, 112.0], "within");
    stays_everywhere(&imported, 0.0);
}

#[test]
fn a_bind_shape_that_holds_the_node_says_that_it_does_not_count() {
    for (shape, expected) in [
        // To two in a hundred, the bind shape is where the node is.
        ("1000", [1010.0, 1021.0, 1017.0]),
        ("1015", [1025.0, 1036.0, 1032.0]),
        // Not any more: both count.
        ("1050", [2060.0, 2071.0, 2067.0]),
    ] {
        let shape = moved(shape);
        let skin = Skin { shape: &shape, ..SKIN };
        let imported = scene(&skin.text("c"), &holder("drawn", "<translate>1000 0 0</translate>", "root"));
        all_close(&xs(&imported), &expected, &shape);
        all_close(&gltf_xs(&glb(&imported)), &expected, "glTF");
        stays_everywhere(&imported, 0.0);
    }
    // The place that the shape had in the world, below something that is moved together with the skeleton.
    let shape = moved("1500");
    let skin = Skin { shape: &shape, binds: &(moved("-510") + " " + &moved("-520")), ..SKIN };
    let below = |node: &str| {
        format!(
            r#"<node id="p"><translate>500 0 0</translate><node id="r"><node sid="A"><translate>10 0 0</translate></node>
            <node sid="B"><translate>20 0 0</translate></node></node>{node}</node>"#
        )
    };
    let drawn = below(&holder("drawn", "<translate>1000 0 0</translate>", "r"));
    all_close(&xs(&scene(&skin.text("c"), &drawn)), &[1500.0, 1501.0, 1502.0], "as it was bound");
}

#[test]
fn pivots_of_3ds_max_do_not_move_skins() {
    // Page 4-8: the node counts, so that vertices stand 1000 further. In 3ds Max a pivot moves nothing that is bent.
    let (counts, ignored) = ([1010.0, 1021.0, 1017.0], [10.0, 21.0, 17.0]);
    let matrix = format!("<matrix>{}</matrix>", moved("1000"));
    let below = |attributes: &str, transform: &str, outer: &str| {
        format!(
            r##"<node {outer}><node {attributes}>{transform}<instance_controller url="#c"><skeleton>#root</skeleton>
            </instance_controller></node></node>"##
        )
    };
    let text = |drawn: &str, tool: &str| {
        let tree = scene(&SKIN.text("c"), drawn);
        let text = String::from_utf8(tree.tree().unwrap().source().bytes().to_vec()).unwrap();
        let asset = format!(
            "<asset><contributor><authoring_tool>{tool}</authoring_tool></contributor><created/><modified/></asset>"
        );
        text.replace("<asset/>", &asset)
    };
    let max = "OpenCOLLADA for 3ds Max;  Version: 1.3.1";
    let other = "Another";
    let cases = [
        (below("", &matrix, r#"id="body""#), other, ignored, "a pivot"),
        (below("", &matrix, r#"name="body""#), other, ignored, "a pivot by a name"),
        (below("", &matrix, ""), other, counts, "below a node without a name"),
        (below(r#"id="x""#, &matrix, r#"id="body""#), other, counts, "a node with a name"),
        (below("", "<translate>1000 0 0</translate>", r#"id="body""#), other, counts, "no matrix"),
        (below("", &format!("{matrix}{matrix}"), r#"id="body""#), other, [2010.0, 2021.0, 2017.0], "two matrices"),
        (below(r#"id="x""#, &matrix, r#"id="body""#), max, ignored, "a program that writes pivots"),
    ];
    let open = |text: &str, holder| {
        let options = OpenOptions::within(Memory::new().with("a.dae", text)).with(|o| o.skin_holder = holder);
        options.open("a.dae").unwrap()
    };
    for (drawn, tool, expected, what) in cases {
        let text = text(&drawn, tool);
        let file = open(&text, SkinHolder::Auto);
        all_close(&xs(&file), &expected, what);
        assert_eq!(codes(&file), ["CNV210"], "{what}");
        stays_everywhere(&file, 0.0);
        // Users decide otherwise, and then nothing is told.
        let two = what == "two matrices";
        let file = open(&text, SkinHolder::Counts);
        all_close(&xs(&file), &if two { [2010.0, 2021.0, 2017.0] } else { counts }, what);
        assert_eq!(codes(&file), [] as [&str; 0], "{what}");
        all_close(&xs(&open(&text, SkinHolder::Ignored)), &ignored, what);
    }
}

/// An animation of the X of `t` in a node from a number to another in a second.
fn slide(node: &str, from: &str, to: &str) -> String {
    format!(
        r##"<animation>{}{}{}<sampler id="{node}-s"><input semantic="INPUT" source="#{node}-i"/>
        <input semantic="OUTPUT" source="#{node}-o"/><input semantic="INTERPOLATION" source="#{node}-m"/></sampler>
        <channel source="#{node}-s" target="{node}/t.X"/></animation>"##,
        numbers(&format!("{node}-i"), 1, "0 1"),
        numbers(&format!("{node}-o"), 1, &format!("{from} {to}")),
        words(&format!("{node}-m"), "Name_array", "LINEAR LINEAR")
    )
}

fn animated(skin: &Skin<'_>, at_rest: &str, animations: &str) -> File {
    let drawn = holder("drawn", &format!(r#"<translate sid="t">{at_rest} 0 0</translate>"#), "root");
    let skins = format!(
        "{}</library_controllers><library_animations>{animations}</library_animations><library_controllers>",
        skin.text("c")
    );
    scene(&skins, &drawn)
}

#[test]
fn a_node_that_moves_takes_its_skin_along() {
    // The node goes from 0 to 50, B from 20 to 120.
    let both = slide("drawn", "0", "50") + &slide("B-id", "20", "120");
    let imported = animated(&SKIN, "0", &both);
    let at = |i: &File, t| drawn_points(i, Playing::Default, t).iter().map(|p| p[0]).collect::<Vec<_>>();
    all_close(&at(&imported, 0.0), &[10.0, 21.0, 17.0], "start");
    all_close(&at(&imported, 1.0), &[60.0, 171.0, 117.0], "end");
    for t in [0.0, 0.25, 1.0] {
        stays_everywhere(&imported, t);
    }
    // A bind shape that holds the node at rest is not moved by it.
    let shape = moved("1000");
    let skin = Skin { shape: &shape, ..SKIN };
    let imported = animated(&skin, "1000", &slide("drawn", "1000", "5000"));
    all_close(&at(&imported, 1.0), &[1010.0, 1021.0, 1017.0], "held");
    stays_everywhere(&imported, 1.0);
}

#[test]
fn one_skin_stands_at_as_many_places_as_it_has_nodes() {
    // L1426: the same pose in several places.
    let drawn = holder("one", "<translate>1000 0 0</translate>", "root")
        + &holder("two", "<translate>2000 0 0</translate>", "root")
        + &holder("three", "", "root");
    let imported = scene(&SKIN.text("c"), &drawn);
    let expected = [1010.0, 1021.0, 1017.0, 2010.0, 2021.0, 2017.0, 10.0, 21.0, 17.0];
    all_close(&xs(&imported), &expected, "positions");
    let mut found: Vec<f64> = xs(&through(&imported, &to::GLB).0);
    found.sort_by(f64::total_cmp);
    let mut sorted = expected;
    sorted.sort_by(f64::total_cmp);
    all_close(&found, &sorted, "glTF");
    all_close(&xs(&through(&imported, &to::DAE).0), &expected, "again");
    // What no joint holds goes with the node, too.
    let skin = Skin { v: "-1 0 1 0 0 1 1 1", ..SKIN };
    let imported = scene(&skin.text("c"), &holder("one", "<translate>1000 0 0</translate>", "root"));
    all_close(&xs(&imported), &[1000.0, 1021.0, 1017.0], "loose");
    all_close(&gltf_xs(&glb(&imported)), &[1000.0, 1021.0, 1017.0], "loose, glTF");
    stays_everywhere(&imported, 0.0);
}

/// A skin of glTF whose node has this transform, and more nodes that show the same.
fn gltf_skin(skin: &Skin<'_>, nodes: &[serde_json::Value], animate: bool) -> File {
    let plain = scene(&skin.text("c"), &instance("c", &["root"]));
    let converted = plain.convert(&Conversion::to(&to::GLTF)).unwrap();
    let mut json: serde_json::Value = serde_json::from_slice(&converted.files[0].1).unwrap();
    let list = json["nodes"].as_array().unwrap().clone();
    let holder = list.iter().position(|n| n["skin"].is_u64()).unwrap();
    for (number, node) in nodes.iter().enumerate() {
        let mut made = list[holder].clone();
        node.as_object().unwrap().iter().for_each(|(name, value)| made[name] = value.clone());
        if number == 0 {
            json["nodes"][holder] = made;
        } else {
            json["scenes"][0]["nodes"].as_array_mut().unwrap().push(list.len().into());
            json["nodes"].as_array_mut().unwrap().push(made);
        }
    }
    if animate {
        // From 0 to 9 in a second.
        let times = json["accessors"].as_array().unwrap().len();
        let bytes: Vec<u8> = [0.0f32, 1.0, 0.0, 0.0, 0.0, 9.0, 0.0, 0.0].iter().flat_map(|v| v.to_le_bytes()).collect();
        let views = json["bufferViews"].as_array().unwrap().len();
        let buffers = json["buffers"].as_array().unwrap().len();
        let data = bytes.iter().map(|b| format!("%{b:02X}")).collect::<String>();
        json["buffers"].as_array_mut().unwrap().push(serde_json::json!({
            "byteLength": 32, "uri": format!("data:application/octet-stream,{data}")}));
        for (offset, length, kind) in [(0, 8, "SCALAR"), (8, 24, "VEC3")] {
            let view = serde_json::json!({"buffer": buffers, "byteOffset": offset, "byteLength": length});
            json["bufferViews"].as_array_mut().unwrap().push(view);
            let view = views + usize::from(offset > 0);
            json["accessors"].as_array_mut().unwrap().push(serde_json::json!({
                "bufferView": view, "componentType": 5126, "count": 2, "type": kind, "min": [0], "max": [1]}));
        }
        json["animations"] = serde_json::json!([{
            "channels": [{"sampler": 0, "target": {"node": holder, "path": "translation"}}],
            "samplers": [{"input": times, "output": times + 1}]}]);
    }
    let files = Memory::new().with("a.gltf", serde_json::to_vec(&json).unwrap());
    let files = converted.files[1..].iter().fold(files, |m, (name, bytes)| m.with(name.clone(), bytes.clone()));
    OpenOptions::within(files.clone()).open("a.gltf").unwrap()
}

#[test]
fn skins_of_other_formats_are_read_as_they_were_meant() {
    let moved = serde_json::json!({"translation": [1000, 0, 0]});
    let further = serde_json::json!({"translation": [2000, 0, 0]});
    let flat = serde_json::json!({"scale": [0, 1, 1]});
    let still = serde_json::json!({});
    let loose = Skin { v: "-1 0 1 0 0 1 1 1", ..SKIN };
    let own = [10.0, 21.0, 17.0];
    for (name, skin, nodes, animate, expected) in [
        ("moved", &SKIN, std::slice::from_ref(&moved), false, &own[..]),
        ("two", &SKIN, &[moved.clone(), further], false, &[10.0, 21.0, 17.0, 10.0, 21.0, 17.0]),
        ("flat", &SKIN, &[flat], false, &own),
        ("loose", &loose, std::slice::from_ref(&moved), false, &[0.0, 21.0, 17.0]),
        ("animated", &SKIN, &[still], true, &own),
        ("moved and animated", &SKIN, std::slice::from_ref(&moved), true, &own),
    ] {
        let imported = gltf_skin(skin, nodes, animate);
        // A flat node cannot be undone, so that only the document without it shows what glTF means.
        if name != "flat" {
            all_close(&xs(&imported), expected, name);
        }
        let (there, told) = through(&imported, &to::DAE);
        assert!(told.contains(&"CNV824"), "{name}: {told:?}");
        for t in [0.0, 0.5, 1.0] {
            let found = drawn_points(&there, Playing::Default, t).iter().map(|p| p[0]).collect::<Vec<_>>();
            all_close(&found, expected, &format!("{name} at {t}"));
        }
        let (back, told) = through(&there, &to::GLB);
        assert!(!told.contains(&"CNV332"), "{name}: {told:?}");
        all_close(&xs(&back), expected, &format!("{name}, back"));
    }
}
