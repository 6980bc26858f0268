//! COLLADA documents that ask for much.

use super::parts::*;

/// Their names and makers.
pub const CASES: &[Named] = &[
    ("dae_instances_of_instances", || {
        let all = each(40, r##"<node id="n#"><instance_node url="%n@#"/><instance_node url="%n@#"/></node>"##);
        // The number after `@` is the next one.
        let mut nodes = String::new();
        for (k, part) in all.split("<node id").skip(1).enumerate() {
            nodes += &format!("<node id{}", part.replace(&format!("%n@{k}"), &format!("#n{}", k + 1)));
        }
        let library =
            format!(r##"<library_nodes>{nodes}<node id="n40"><instance_geometry url="#g"/></node></library_nodes>"##);
        one("a.dae", scene(&format!("{}{library}", triangle()), r##"<node><instance_node url="#n0"/></node>"##))
    }),
    ("dae_places_of_a_long_name", || {
        let name = "x".repeat(50_000);
        let library = format!(
            r##"<library_nodes><node id="l" name="{name}"><instance_geometry url="#g"/></node></library_nodes>"##
        );
        let nodes = r##"<node><instance_node url="#l"/></node>"##.repeat(65_000);
        one("a.dae", scene(&format!("{}{library}", triangle()), &nodes))
    }),
    ("dae_long_names_nested", || {
        let name = "y".repeat(20_000);
        let nodes = format!(r#"<node name="{name}">"#).repeat(100) + SHAPE + &"</node>".repeat(100);
        one("a.dae", scene(&triangle(), &nodes))
    }),
    ("dae_meshes_on_one_source", || {
        let positions = numbers(60_000, |k| (k % 97) as f64);
        let first = mesh("g", &positions, &triangles("g", "0 1 2"));
        let others = each(
            4_000,
            r##"<geometry id="h#"><mesh><vertices id="h#v"><input semantic="POSITION" source="%gp"/></vertices><triangles count="1"><input semantic="VERTEX" source="%h#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry>"##,
        )
        .replace('%', "#");
        let nodes = each(4_000, r##"<node><instance_geometry url="%h#"/></node>"##).replace('%', "#");
        one("a.dae", scene(&format!("<library_geometries>{first}{others}</library_geometries>"), &nodes))
    }),
    ("dae_decimal_commas", || {
        let positions = "1,5 2,5 3,5 ".repeat(12_000);
        let geometry = mesh("g", &positions, &triangles("g", "0 1 2"));
        one("a.dae", scene(&format!("<library_geometries>{geometry}</library_geometries>"), SHAPE))
    }),
    ("dae_channels_share_a_sampler", || {
        let times = numbers(5_000, |k| k as f64 / 30.0);
        let step = "LINEAR ".repeat(5_000);
        let sampler = [
            single("t", "float", "TIME", &times),
            single("o", "float", "X", &times),
            single("i", "Name", "INTERPOLATION", &step),
            r##"<sampler id="s0"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/><input semantic="INTERPOLATION" source="#i"/></sampler>"##.to_owned(),
        ]
        .concat();
        let channels = each(10_000, r##"<channel source="%s0" target="n#/x.X"/>"##).replace('%', "#");
        let nodes = each(10_000, r##"<node id="n#"><translate sid="x">0 0 0</translate></node>"##);
        let animations = format!("<library_animations><animation>{sampler}{channels}</animation></library_animations>");
        one("a.dae", scene(&format!("{animations}{}", triangle()), &(nodes + SHAPE)))
    }),
    ("dae_long_animation", || {
        let sampler = [
            single("t", "float", "TIME", "0 1000000000"),
            single("o", "float", "X", "0 1"),
            single("i", "Name", "INTERPOLATION", "LINEAR LINEAR"),
            r##"<sampler id="s0"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/><input semantic="INTERPOLATION" source="#i"/></sampler><channel source="#s0" target="n/x.X"/>"##.to_owned(),
        ]
        .concat();
        let nodes = format!(
            r##"<node id="n"><translate sid="x">0 0 0</translate><instance_geometry url="#g"/></node>{}"##,
            "<node/>".repeat(5_000)
        );
        let animations = format!("<library_animations><animation>{sampler}</animation></library_animations>");
        one("a.dae", scene(&format!("{animations}{}", triangle()), &nodes))
    }),
    ("dae_findings_on_one_line", || {
        one("a.dae", scene(&triangle(), &("<node><wrong/><matrix>1 2</matrix><extra type='5'/></node>".repeat(10_000))))
    }),
    ("dae_findings_of_long_lines", || {
        let long = "z".repeat(100_000);
        one("a.dae", scene(&triangle(), &format!("\n<node name=\"{long}\"><wrong{long}/></node>").repeat(20)))
    }),
    ("dae_paths_without_end", || {
        let name = "long_element_name_".repeat(500);
        let inner = "<wrong><matrix>1</matrix></wrong>".repeat(2_000);
        one(
            "a.dae",
            scene("", &format!("{}{inner}{}", format!("<node id='{name}'>").repeat(300), "</node>".repeat(300))),
        )
    }),
    ("dae_unknown_names_nested", || {
        let name = "n".repeat(5_000);
        let open = format!("<{name}>").repeat(200);
        let shut = format!("</{name}>").repeat(200);
        one(
            "a.dae",
            scene(
                "",
                &format!(
                    "<node><extra><technique profile='x'>{open}{shut}</technique></extra></node><node>{open}{}{shut}</node>",
                    "<node/>".repeat(3_000)
                ),
            ),
        )
    }),
    ("dae_suggestions_among_long_words", || {
        let word = "abcdefghij".repeat(200);
        let nodes = each(2_000, &format!(r#"<node id="{word}#"/>"#));
        let wrong = each(2_000, &format!(r##"<node><instance_node url="%{word}x#"/></node>"##)).replace('%', "#");
        one("a.dae", scene("", &(nodes + &wrong)))
    }),
    ("dae_suggestions_of_elements", || {
        let nodes = each(3_000, &format!("<node{}#/>", "q".repeat(2_000)));
        one("a.dae", scene("", &nodes))
    }),
    ("dae_names_in_other_capitals", || {
        let name = |k: usize| (0..16).map(|bit| if k >> bit & 1 == 1 { 'A' } else { 'a' }).collect::<String>();
        let nodes: String = (0..30_000)
            .map(|k| format!(r##"<node id="{0}" name="{0}"><instance_geometry url="#g"/></node>"##, name(k)))
            .collect();
        one("a.dae", scene(&triangle(), &nodes))
    }),
    ("dae_materials_in_other_capitals", || {
        let name = |k: usize| (0..15).map(|bit| if k >> bit & 1 == 1 { 'A' } else { 'a' }).collect::<String>();
        let effects = r#"<library_effects><effect id="e"><profile_COMMON><technique sid="c"><lambert/></technique></profile_COMMON></effect></library_effects>"#;
        let materials: String = (0..20_000)
            .map(|k| format!(r##"<material id="m{k}" name="{}"><instance_effect url="#e"/></material>"##, name(k)))
            .collect();
        one(
            "a.dae",
            scene(
                &format!("<library_materials>{materials}</library_materials>{effects}{}", triangle()),
                &textured(20_000),
            ),
        )
    }),
    ("dae_equal_holes", || {
        let holes = "<h>4 5 6 7</h>".repeat(5_000);
        let polygons = format!(
            r##"<polygons count="1"><input semantic="VERTEX" source="#gv" offset="0"/><ph><p>0 1 2 3</p>{holes}</ph></polygons>"##
        );
        let positions = "0 0 0 9 0 0 9 9 0 0 9 0 3 3 0 3 6 0 6 6 0 6 3 0";
        one(
            "a.dae",
            scene(&format!("<library_geometries>{}</library_geometries>", mesh("g", positions, &polygons)), SHAPE),
        )
    }),
    ("dae_holes_side_by_side", || {
        let side = 70;
        let mut positions = "0 0 0 1000 0 0 1000 1000 0 0 1000 0".to_owned();
        let mut holes = String::new();
        for k in 0..side * side {
            let (x, y, at) = ((k % side) * 10 + 5, (k / side) * 10 + 5, 4 + 4 * k);
            positions += &format!(" {x} {y} 0 {x} {} 0 {} {} 0 {} {y} 0", y + 2, x + 2, y + 2, x + 2);
            holes += &format!("<h>{at} {} {} {}</h>", at + 1, at + 2, at + 3);
        }
        let polygons = format!(
            r##"<polygons count="1"><input semantic="VERTEX" source="#gv" offset="0"/><ph><p>0 1 2 3</p>{holes}</ph></polygons>"##
        );
        one(
            "a.dae",
            scene(&format!("<library_geometries>{}</library_geometries>", mesh("g", &positions, &polygons)), SHAPE),
        )
    }),
    ("dae_spiral", || {
        polygon(40_000, |k, n| {
            let half = n / 2;
            let (step, out) = if k < half { (k, 1.0) } else { (n - 1 - k, 0.9) };
            let angle = step as f64 * 0.05;
            (angle.cos() * (angle + 1.0) * out, angle.sin() * (angle + 1.0) * out)
        })
    }),
    ("dae_star", || {
        polygon(60_001, |k, n| {
            let angle = k as f64 * std::f64::consts::TAU * ((n / 2) as f64) / n as f64;
            (angle.cos(), angle.sin())
        })
    }),
    ("dae_comb", || {
        polygon(60_000, |k, _| ((k / 2) as f64 * 0.01, if k % 4 < 2 { 0.0 } else { 100.0 + (k % 7) as f64 }))
    }),
    ("dae_gear", || {
        polygon(60_000, |k, n| {
            let (angle, far) = (k as f64 * std::f64::consts::TAU / n as f64, if k % 2 == 0 { 1.0 } else { 0.5 });
            (angle.cos() * far, angle.sin() * far)
        })
    }),
    ("dae_polygon_of_one_point", || polygon(60_000, |_, _| (1.0, 1.0))),
    ("dae_hulls_of_spheres", || {
        let points = 4_000;
        let positions = (0..points)
            .map(|k| {
                let z = 1.0 - 2.0 * (k as f64 + 0.5) / points as f64;
                let (angle, r) = (k as f64 * 2.399_963, (1.0 - z * z).sqrt());
                format!("{} {} {z}", r * angle.cos(), r * angle.sin())
            })
            .collect::<Vec<_>>()
            .join(" ");
        let hulls = each(300, r##"<geometry id="h#"><convex_mesh convex_hull_of="%g"/></geometry>"##).replace('%', "#");
        let nodes = each(300, r##"<node><instance_geometry url="%h#"/></node>"##).replace('%', "#");
        let first = mesh("g", &positions, &triangles("g", "0 1 2"));
        one("a.dae", scene(&format!("<library_geometries>{first}{hulls}</library_geometries>"), &nodes))
    }),
    ("dae_hull_of_a_large_sphere", || {
        let points = 60_000;
        let positions = (0..points)
            .map(|k| {
                let z = 1.0 - 2.0 * (k as f64 + 0.5) / points as f64;
                let (angle, r) = (k as f64 * 2.399_963, (1.0 - z * z).sqrt());
                format!("{} {} {z}", r * angle.cos(), r * angle.sin())
            })
            .collect::<Vec<_>>()
            .join(" ");
        let hull = r##"<geometry id="h"><convex_mesh convex_hull_of="#g"/></geometry>"##;
        let first = mesh("g", &positions, &triangles("g", "0 1 2"));
        one(
            "a.dae",
            scene(
                &format!("<library_geometries>{first}{hull}</library_geometries>"),
                r##"<node><instance_geometry url="#h"/></node>"##,
            ),
        )
    }),
    ("dae_many_primitives", || {
        let part = triangles("g", "0 1 2").repeat(60_000);
        one(
            "a.dae",
            scene(
                &format!("<library_geometries>{}</library_geometries>", mesh("g", "0 0 0 1 0 0 0 1 0", &part)),
                SHAPE,
            ),
        )
    }),
    ("dae_primitives_with_symbols", || {
        let part: String =
            (0..20_000).map(|k| triangles("g", "0 1 2").replace("\"m\"", &format!("\"m{k}\""))).collect();
        one(
            "a.dae",
            scene(
                &format!("<library_geometries>{}</library_geometries>", mesh("g", "0 0 0 1 0 0 0 1 0", &part)),
                &SHAPE.repeat(3),
            ),
        )
    }),
    ("dae_unnamed_nodes", || {
        one("a.dae", scene(&triangle(), &(r##"<node><instance_geometry url="#g"/></node>"##.repeat(100_000)))).against(
            "b.dae",
            scene(
                &triangle(),
                &(r##"<node><translate>1 0 0</translate><instance_geometry url="#g"/></node>"##.repeat(99_000)),
            ),
        )
    }),
    ("dae_repairs_in_rounds", || {
        // Each round shows what the next one repairs.
        let open: String = (0..200).map(|_| "<nod><Node>").collect();
        let shut: String = (0..200).map(|_| "</Node></nod>").collect();
        let many = "<node sid='a b'><Translate>1 2 3</Translate><rotate>0 0 1</rotate></node>".repeat(3_000);
        one("a.dae", scene("", &format!("{open}{many}{shut}")))
    }),
    ("dae_duplicate_ids", || {
        one("a.dae", scene("", &r#"<node id="same" sid="same"><node sid="same"/></node>"#.repeat(20_000)))
    }),
    ("dae_elements_out_of_order", || {
        let node = "<node><instance_node url='#x'/><translate>0 0 0</translate><asset/></node>";
        one("a.dae", scene("", &node.repeat(10_000)))
    }),
    ("dae_one_picture_many_spellings", || {
        let files: Vec<String> = (0..200).map(|k| format!("{}a.png", "./".repeat(k))).collect();
        one("a.dae", scene(&format!("{}{}", textures(&files), triangle()), &textured(200)))
            .with("a.png", png(3000, 3000, 90))
    }),
    ("dae_small_files_of_large_pictures", || {
        let files: Vec<String> = (0..8).map(|k| format!("p{k}.png")).collect();
        let mut case = one("a.dae", scene(&format!("{}{}", textures(&files), triangle()), &textured(8)));
        for file in &files {
            case = case.with(file, png(8000, 8000, 90));
        }
        case
    }),
    ("dae_picture_that_lies", || {
        let size = [60_000u32.to_be_bytes(), 60_000u32.to_be_bytes()].concat();
        let head = [&size[..], &[16, 6, 0, 0, 0]].concat();
        let picture = png_of(&[(b"IHDR", head), (b"IDAT", zlib(&[0; 100_000])), (b"IEND", vec![])]);
        one("a.dae", scene(&format!("{}{}", textures(&["a.png".to_owned()]), triangle()), &textured(1)))
            .with("a.png", picture)
    }),
    ("dae_picture_with_packed_text", || {
        let size = [4u32.to_be_bytes(), 4u32.to_be_bytes()].concat();
        let text = [b"k\0\0".as_slice(), &zlib(&vec![65; 40_000_000])].concat();
        let profile = [b"k\0\0".as_slice(), &zlib(&vec![65; 40_000_000])].concat();
        let rows = zlib(&[0; 20]);
        let picture = png_of(&[
            (b"IHDR", [&size[..], &[8, 0, 0, 0, 0]].concat()),
            (b"iCCP", profile),
            (b"zTXt", text.clone()),
            (b"zTXt", text),
            (b"IDAT", rows),
            (b"IEND", vec![]),
        ]);
        one("a.dae", scene(&format!("{}{}", textures(&["a.png".to_owned()]), triangle()), &textured(1)))
            .with("a.png", picture)
    }),
    ("dae_overdraw", || {
        let effect = r##"<library_effects><effect id="e"><profile_COMMON><technique sid="c"><lambert><diffuse><color>1 0 0 1</color></diffuse><transparent><color>1 1 1 0.5</color></transparent><transparency><float>0.5</float></transparency></lambert></technique></profile_COMMON></effect></library_effects><library_materials><material id="m0"><instance_effect url="#e"/></material></library_materials>"##;
        let bound = r##"<node><translate>0 0 @</translate><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="m" target="#m0"/></technique_common></bind_material></instance_geometry></node>"##;
        let nodes: String = (0..20_000).map(|k| bound.replace('@', &format!("{}", k as f64 * 1e-5))).collect();
        one("a.dae", scene(&format!("{effect}{}", triangle()), &nodes))
    }),
    ("dae_overdraw_opaque", || {
        let p = "0 1 2 ".repeat(200_000);
        one(
            "a.dae",
            scene(
                &format!(
                    "<library_geometries>{}</library_geometries>",
                    mesh("g", "0 0 0 1 0 0 0 1 0", &triangles("g", &p))
                ),
                SHAPE,
            ),
        )
    }),
    ("dae_hundred_thousand_lights", || {
        let lamp = r#"<library_lights><light id="l"><technique_common><point><color>0.001 0 0</color></point></technique_common></light></library_lights>"#;
        let apart: String = (0..100_000)
            .map(|k| format!(r##"<node><translate>{k} 0 0</translate><instance_light url="#l"/></node>"##))
            .collect();
        one("a.dae", scene(&format!("{lamp}{}", triangle()), &(apart + SHAPE)))
    }),
    ("dae_cameras", || {
        let camera = r#"<library_cameras><camera id="c"><optics><technique_common><perspective><yfov>45</yfov><aspect_ratio>1</aspect_ratio><znear>0.1</znear><zfar>100</zfar></perspective></technique_common></optics></camera></library_cameras>"#;
        one(
            "a.dae",
            scene(
                &format!("{camera}{}", triangle()),
                &(r##"<node><instance_camera url="#c"/></node>"##.repeat(50_000) + SHAPE),
            ),
        )
    }),
    ("dae_accessors_that_lie", || {
        let text = mesh("g", "0 0 0 1 0 0 0 1 0", &triangles("g", "0 1 2"))
            .replace(r#"count="3" stride="3""#, r#"count="4294967295" stride="4294967295" offset="4294967295""#);
        one("a.dae", scene(&format!("<library_geometries>{text}</library_geometries>"), SHAPE))
    }),
    ("dae_counts_that_lie", || {
        let part = r##"<polylist count="4000000000"><input semantic="VERTEX" source="#gv" offset="0"/><vcount>4000000000 3 18446744073709551615</vcount><p>0 1 2 4294967295 -1 99999999999</p></polylist><triangles count="1"><input semantic="VERTEX" source="#gv" offset="4294967295"/><p>0 1 2</p></triangles>"##;
        one(
            "a.dae",
            scene(&format!("<library_geometries>{}</library_geometries>", mesh("g", "0 0 0 1 0 0 0 1 0", part)), SHAPE),
        )
    }),
    ("dae_skins_of_one_mesh", || controllers(3_000, 20_000)),
    ("dae_morphs_of_one_mesh", || {
        let positions = numbers(90_000, |k| (k % 91) as f64);
        let first = mesh("g", &positions, &triangles("g", "0 1 2")) + &mesh("h", &positions, &triangles("h", "0 1 2"));
        let targets = "h ".repeat(2_000);
        let weights = "0 ".repeat(2_000);
        let morph = format!(
            r##"<library_controllers><controller id="c"><morph source="#g"><source id="mt"><IDREF_array id="mta" count="2000">{targets}</IDREF_array><technique_common><accessor source="#mta" count="2000"><param name="MORPH_TARGET" type="IDREF"/></accessor></technique_common></source>{}<targets><input semantic="MORPH_TARGET" source="#mt"/><input semantic="MORPH_WEIGHT" source="#mw"/></targets></morph></controller></library_controllers>"##,
            single("mw", "float", "MORPH_WEIGHT", &weights)
        );
        one(
            "a.dae",
            scene(
                &format!("<library_geometries>{first}</library_geometries>{morph}"),
                r##"<node><instance_controller url="#c"/></node>"##,
            ),
        )
    }),
    ("dae_chain_of_controllers", || {
        let base = mesh("g", "0 0 0 1 0 0 0 1 0", &triangles("g", "0 1 2"));
        let mut chain = String::new();
        for k in 0..300 {
            let from = if k == 0 { "g".to_owned() } else { format!("c{}", k - 1) };
            chain += &format!(
                r##"<controller id="c{k}"><skin source="#{from}">{}{}<joints><input semantic="JOINT" source="#j{k}"/></joints><vertex_weights count="3"><input semantic="JOINT" source="#j{k}" offset="0"/><input semantic="WEIGHT" source="#w{k}" offset="1"/><vcount>1 1 1</vcount><v>0 0 0 0 0 0</v></vertex_weights></skin></controller>"##,
                single(&format!("j{k}"), "Name", "JOINT", "b"),
                single(&format!("w{k}"), "float", "WEIGHT", "1")
            );
        }
        let nodes = r##"<node id="b" sid="b" type="JOINT"/><node><instance_controller url="#c299"><skeleton>#b</skeleton></instance_controller></node>"##;
        one(
            "a.dae",
            scene(
                &format!(
                    "<library_geometries>{base}</library_geometries><library_controllers>{chain}</library_controllers>"
                ),
                nodes,
            ),
        )
    }),
    ("dae_bodies_in_one_place", || {
        let model = r##"<library_physics_models><physics_model id="pm"><rigid_body sid="b"><technique_common><dynamic>true</dynamic><mass>1</mass><shape><box><half_extents>1 1 1</half_extents></box></shape></technique_common></rigid_body></physics_model></library_physics_models>"##;
        let bodies = each(1_500, r##"<instance_physics_model url="%pm"><instance_rigid_body body="b" target="%n#"/></instance_physics_model>"##).replace('%', "#");
        let nodes = each(1_500, r##"<node id="n#"><instance_geometry url="%g"/></node>"##).replace('%', "#");
        let text = dae(&format!(
            r##"{}{model}<library_visual_scenes><visual_scene id="s">{nodes}</visual_scene></library_visual_scenes><library_physics_scenes><physics_scene id="ps">{bodies}<technique_common><gravity>0 -9.8 0</gravity></technique_common></physics_scene></library_physics_scenes><scene><instance_physics_scene url="#ps"/><instance_visual_scene url="#s"/></scene>"##,
            triangle()
        ));
        one("a.dae", text)
    }),
    ("dae_documents_that_refer_around", || {
        let nodes: String = (0..1_000)
            .map(|k| {
                format!(
                    r##"<node><instance_node url="{}a.dae#n"/></node><node><instance_node url="b.dae?{k}#n"/></node>"##,
                    "./".repeat(k)
                )
            })
            .collect();
        let filler = "<node/>".repeat(20_000);
        one("a.dae", scene(&triangle(), &(nodes.clone() + SHAPE)))
            .with("b.dae", scene(&triangle(), &(nodes + &filler + SHAPE)))
    }),
    ("dae_documents_under_many_spellings", || {
        let nodes: String =
            (0..400).map(|k| format!(r##"<node><instance_node url="{}b.dae#n"/></node>"##, "./".repeat(k))).collect();
        let filler = r##"<node><instance_geometry url="#g"/></node>"##.repeat(20_000);
        one("a.dae", scene(&triangle(), &nodes)).with("b.dae", scene(&triangle(), &(filler + SHAPE)))
    }),
    ("dae_attributes", || one("a.dae", scene("", &format!("<node {}/>", each(50_000, "a#='1' "))))),
    ("dae_repeated_attributes", || one("a.dae", scene("", &format!("<node {}/>", "name='1' ".repeat(50_000))))),
    ("dae_namespaces", || {
        let open: String = (0..400).map(|k| format!("<x:node {}>", each(50, &format!("xmlns:p{k}_#='u#' ")))).collect();
        one(
            "a.dae",
            scene(
                "",
                &format!("<node xmlns:x='u'>{open}{}{}</node>", "<p3_3:a/>".repeat(5_000), "</x:node>".repeat(400)),
            ),
        )
    }),
    ("dae_entities", || {
        let mut head = "<!DOCTYPE COLLADA [<!ENTITY e0 'xxxxxxxxxx'>".to_owned();
        (1..12).for_each(|k| head += &format!("<!ENTITY e{k} '{}'>", format!("&e{};", k - 1).repeat(10)));
        one("a.dae", format!("{head}]>{}", scene("", "<node name='&e11;'>&e11;</node>")))
    }),
    ("dae_nesting", || one("a.dae", scene("", &("<node>".repeat(300_000) + &"</node>".repeat(300_000))))),
    ("dae_ends_without_beginnings", || one("a.dae", scene("", &"</x><node>".repeat(30_000)))),
    ("dae_same_sids", || {
        let nodes = r##"<node sid="a"><translate sid="t">0 0 0</translate><node sid="a"><translate sid="u">0 0 0</translate></node></node>"##.repeat(3_000);
        let sampler = [single("t", "float", "TIME", "0 1"), single("o", "float", "X", "0 1"), r##"<sampler id="s0"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/></sampler>"##.to_owned()].concat();
        let channels = each(3_000, r##"<channel source="%s0" target="root/zz#/t.X"/>"##).replace('%', "#");
        let animations = format!("<library_animations><animation>{sampler}{channels}</animation></library_animations>");
        one("a.dae", scene(&animations, &format!("<node id='root'>{nodes}</node>")))
    }),
    ("dae_materials_bound_again", || {
        let bind = r##"<instance_material symbol="m" target="#m0"><bind_vertex_input semantic="c" input_semantic="TEXCOORD" input_set="0"/></instance_material>"##.repeat(300);
        let node = format!(
            r##"<node><instance_geometry url="#g"><bind_material><technique_common>{bind}</technique_common></bind_material></instance_geometry></node>"##
        );
        one("a.dae", scene(&format!("{}{}", textures(&["a.png".to_owned()]), triangle()), &node.repeat(100)))
            .with("a.png", png(4, 4, 90))
    }),
    ("dae_chain_of_parameters", || {
        let mut params = "<newparam sid='p0'><float>1</float></newparam>".to_owned();
        (1..10_000).for_each(|k| params += &format!("<newparam sid='p{k}'><param ref='p{}'/></newparam>", k - 1));
        let effect = format!(
            r##"<library_effects><effect id="e"><profile_COMMON>{params}<technique sid="c"><phong><shininess><param ref="p9999"/></shininess></phong></technique></profile_COMMON></effect></library_effects><library_materials><material id="m0"><instance_effect url="#e"/></material></library_materials>"##
        );
        one("a.dae", scene(&format!("{effect}{}", triangle()), &textured(1)))
    }),
    ("dae_extras_in_places", || {
        let extra = format!("<extra><technique profile='x'><a>{}</a></technique></extra>", "kept ".repeat(20_000));
        let library =
            format!(r##"<library_nodes><node id="l"><instance_geometry url="#g"/>{extra}</node></library_nodes>"##);
        one(
            "a.dae",
            scene(&format!("{}{library}", triangle()), &r##"<node><instance_node url="#l"/></node>"##.repeat(10_000)),
        )
    }),
    ("dae_layers", || {
        one(
            "a.dae",
            scene(
                &triangle(),
                &each(20_000, r##"<node layer="a# b# c#"><instance_geometry url="%g"/></node>"##).replace('%', "#"),
            ),
        )
    }),
    ("dae_scenes", || {
        let scenes = each(3_000, r##"<visual_scene id="v#"><node><instance_node url="%l"/></node></visual_scene>"##)
            .replace('%', "#");
        let inner = r##"<node><instance_geometry url="#g"/></node>"##.repeat(300);
        one(
            "a.dae",
            dae(&format!(
                r##"{}<library_nodes><node id="l">{inner}</node></library_nodes><library_visual_scenes>{scenes}</library_visual_scenes><scene><instance_visual_scene url="#v0"/></scene>"##,
                triangle()
            )),
        )
    }),
    ("dae_control_characters", || {
        let bad = "&#x9b;31m\u{202e}\u{9b}2J\u{7f}&#13;\u{85}\u{2028}&#7;";
        one(
            "a.dae",
            scene(
                &format!("{}{}", textures(&[format!("{bad}.png")]), triangle()),
                &format!(
                    "<node id=\"{bad}\" name=\"{bad}\"><wrong{bad}/><translate>{bad}</translate><instance_geometry url=\"#{bad}\"/></node>{}",
                    textured(1)
                ),
            ),
        )
    }),
    ("dae_raw_control_characters", || {
        let bad = "\u{1b}]0;x\u{7}\u{1b}[31m\u{8}\u{c}";
        one(
            "a.dae",
            scene(
                &triangle(),
                &format!(
                    "<node id=\"{bad}\" name=\"{bad}\"><wr\u{1b}[1mong/><translate>{bad}</translate>\u{1b}[2J<instance_geometry url=\"#{bad}\"/></node>{SHAPE}"
                ),
            ),
        )
    }),
    ("dae_spline", || {
        let positions = numbers(150_000, |k| ((k * 7919) % 1000) as f64);
        let spline = format!(
            r##"<library_geometries><geometry id="g"><spline>{}{}<control_vertices><input semantic="POSITION" source="#p"/><input semantic="INTERPOLATION" source="#i"/></control_vertices></spline></geometry></library_geometries>"##,
            source("p", &positions),
            single("i", "Name", "INTERPOLATION", &"BEZIER ".repeat(50_000))
        );
        one("a.dae", scene(&spline, SHAPE))
    }),
    ("dae_numbers_far_out", || {
        let positions = "1e308 -1e308 1e308 -1e308 1e308 nan inf -inf 1e-320 0 0 0";
        one(
            "a.dae",
            scene(
                &format!(
                    "<library_geometries>{}</library_geometries>",
                    mesh("g", positions, &triangles("g", "0 1 2 3 1 2"))
                ),
                &format!(
                    "<node><scale>1e300 1e-300 1e300</scale><matrix>{}</matrix>{SHAPE}</node>",
                    "1e300 ".repeat(16)
                ),
            ),
        )
    }),
    ("dae_strips", || {
        let p = format!("<p>{}</p>", "0 1 2 ".repeat(100)).repeat(2_000);
        let part = format!(
            r##"<tristrips count="2000"><input semantic="VERTEX" source="#gv" offset="0"/>{p}</tristrips><trifans count="2000"><input semantic="VERTEX" source="#gv" offset="0"/>{p}</trifans><linestrips count="2000"><input semantic="VERTEX" source="#gv" offset="0"/>{p}</linestrips>"##
        );
        one(
            "a.dae",
            scene(
                &format!("<library_geometries>{}</library_geometries>", mesh("g", "0 0 0 1 0 0 0 1 0", &part)),
                &SHAPE.repeat(40),
            ),
        )
    }),
    ("dae_streams_of_one_source", || {
        let positions = numbers(30_000, |k| (k % 89) as f64);
        let inputs = each(500, r##"<input semantic="TEXCOORD" source="%gp" offset="0" set="#"/>"##).replace('%', "#");
        let part = format!(r##"<triangles count="1"><input semantic="VERTEX" source="#gv" offset="0"/>{inputs}<p>0 1 2</p></triangles>"##).repeat(40);
        one(
            "a.dae",
            scene(&format!("<library_geometries>{}</library_geometries>", mesh("g", &positions, &part)), SHAPE),
        )
    }),
];

/// A polygon of so many corners.
fn polygon(corners: usize, at: impl Fn(usize, usize) -> (f64, f64)) -> Case {
    let positions: Vec<String> = (0..corners)
        .map(|k| {
            let (x, y) = at(k, corners);
            format!("{x} {y} 0")
        })
        .collect();
    let p = (0..corners).map(|k| k.to_string()).collect::<Vec<_>>().join(" ");
    let part = format!(
        r##"<polylist count="1"><input semantic="VERTEX" source="#gv" offset="0"/><vcount>{corners}</vcount><p>{p}</p></polylist>"##
    );
    let shapes = format!("<library_geometries>{}</library_geometries>", mesh("g", &positions.join(" "), &part));
    one("a.dae", scene(&shapes, SHAPE))
}

/// Skins of one mesh, which are all drawn.
fn controllers(count: usize, points: usize) -> Case {
    let positions = numbers(points * 3, |k| (k % 83) as f64);
    let base = mesh("g", &positions, &triangles("g", "0 1 2"));
    let first = format!(
        r##"<controller id="c"><skin source="#g">{}{}<joints><input semantic="JOINT" source="#j"/></joints><vertex_weights count="{points}"><input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/><vcount>{}</vcount><v>{}</v></vertex_weights></skin></controller>"##,
        single("j", "Name", "JOINT", "b"),
        single("w", "float", "WEIGHT", "1"),
        "1 ".repeat(points),
        "0 0 ".repeat(points)
    );
    let node = r##"<node><instance_controller url="#c"><skeleton>#b</skeleton></instance_controller></node>"##;
    let nodes = format!(r##"<node id="b" sid="b" type="JOINT"/>{}"##, node.repeat(count));
    let libraries =
        format!("<library_geometries>{base}</library_geometries><library_controllers>{first}</library_controllers>");
    one("a.dae", scene(&libraries, &nodes))
}
