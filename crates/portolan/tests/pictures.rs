//! Pictures of small documents, compared to the pixel with those in `pictures/`.
//!
//! `PORTOLAN_BLESS=1 cargo test -p portolan --test pictures` writes them anew; look at them before they are committed.

use std::path::Path;

use crate::common::{import_with, mesh, new_document, numbers, old_document, views, words};
use crate::gallery::{SIDE, compare, shot};
use portolan::pictures::{Kind, Moments, RgbaImage, Shot, colour, encode};
use portolan::scene::Opacity;
use portolan::{Files, Memory, OpenOptions};

#[track_caller]
fn example(name: &str, file: &str, shot: &Shot) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/collada").join(file);
    let path = path.to_string_lossy();
    let files = Files::within(path.as_ref());
    let imported = OpenOptions::within(files.clone()).open(&*path).unwrap();
    compare(name, &imported, shot);
}

#[track_caller]
fn document(name: &str, text: &str, files: Memory, shot: &Shot) -> RgbaImage {
    let imported = import_with(text, files);
    compare(name, &imported, shot)
}

/// A camera in front that sees from −`extent` to `extent`, as a node and its library.
fn front(extent: f64) -> (String, &'static str) {
    let library = format!(
        r#"<library_cameras><camera id="c"><optics><technique_common><orthographic><xmag>{extent}</xmag><ymag>{extent}</ymag>
        <znear>0.1</znear><zfar>100</zfar></orthographic></technique_common></optics></camera></library_cameras>"#
    );
    (library, r##"<node id="eye"><translate>0 0 10</translate><instance_camera url="#c"/></node>"##)
}

/// A light as a node and its library.
fn light(kind: &str, content: &str, place: &str) -> (String, String) {
    let library = format!(
        r#"<library_lights><light id="l"><technique_common><{kind}>{content}</{kind}></technique_common></light></library_lights>"#
    );
    (library, format!(r##"<node id="lamp">{place}<instance_light url="#l"/></node>"##))
}

/// An effect and a material `m{id}` of it.
fn material(id: &str, effect: &str) -> (String, String) {
    (
        format!(r#"<effect id="e{id}"><profile_COMMON>{effect}</profile_COMMON></effect>"#),
        format!(r##"<material id="m{id}"><instance_effect url="#e{id}"/></material>"##),
    )
}

fn libraries(materials: &[(String, String)]) -> String {
    let (effects, materials): (String, String) = materials.iter().cloned().unzip();
    format!("<library_effects>{effects}</library_effects><library_materials>{materials}</library_materials>")
}

/// A shape where it is, with one material.
fn placed(geometry: &str, transform: &str, material: &str) -> String {
    format!(
        r##"<node>{transform}<instance_geometry url="#{geometry}"><bind_material><technique_common>
        <instance_material symbol="s" target="#m{material}"><bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/>
        </instance_material></technique_common></bind_material></instance_geometry></node>"##
    )
}

/// A sphere of radius 1 with normals.
fn sphere() -> String {
    let (rings, segments) = (16, 24);
    let mut points = String::new();
    for ring in 0..=rings {
        let polar = std::f64::consts::PI * f64::from(ring) / f64::from(rings);
        for segment in 0..segments {
            let turn = std::f64::consts::TAU * f64::from(segment) / f64::from(segments);
            let (x, y, z) = (polar.sin() * turn.cos(), polar.cos(), -polar.sin() * turn.sin());
            points.push_str(&format!("{x:.5} {y:.5} {z:.5} "));
        }
    }
    let mut faces = String::new();
    for ring in 0..rings {
        for segment in 0..segments {
            let (a, b) = (ring * segments + segment, ring * segments + (segment + 1) % segments);
            let (c, d) = (a + segments, b + segments);
            faces.push_str(&format!("{a} {c} {d} {a} {d} {b} "));
        }
    }
    let count = 2 * rings * segments;
    format!(
        r##"<library_geometries><geometry id="ball"><mesh>{}<vertices id="v"><input semantic="POSITION" source="#p"/>
        <input semantic="NORMAL" source="#p"/></vertices><triangles count="{count}" material="s">
        <input semantic="VERTEX" source="#v" offset="0"/><p>{faces}</p></triangles></mesh></geometry></library_geometries>"##,
        numbers("p", 3, &points)
    )
}

/// A square from −1 to 1 with coordinates from 0 to `repeat`.
fn square(repeat: f64) -> String {
    let coordinates = format!("0 0 {repeat} 0 {repeat} {repeat} 0 {repeat}");
    format!(
        r##"<library_geometries><geometry id="square"><mesh>{}{}<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        <triangles count="2" material="s"><input semantic="VERTEX" source="#v" offset="0"/>
        <input semantic="TEXCOORD" source="#t" offset="0" set="0"/><p>0 1 2 0 2 3</p></triangles></mesh></geometry></library_geometries>"##,
        numbers("p", 3, "-1 -1 0 1 -1 0 1 1 0 -1 1 0"),
        numbers("t", 2, &coordinates)
    )
}

fn constant(emission: &str, rest: &str) -> String {
    format!(r#"<technique sid="t"><constant><emission>{emission}</emission>{rest}</constant></technique>"#)
}

#[test]
fn examples() {
    example("door", "door.dae", &shot());
    let opened = shot().with(|c| {
        c.clip = Some("open".into());
        c.moments = Moments::At(1.5);
        c.camera = Some("fit".into());
    });
    example("door-open", "door.dae", &opened);
    example("reed", "reed.dae", &shot().with(|c| c.background = colour("white").unwrap()));
    example("table", "table.dae", &shot());
    example("table-wireframe", "table.dae", &shot().with(|c| c.wireframe = true));
    example(
        "table-wide",
        "table.dae",
        &shot().with(|c| {
            c.size = (144, 64);
            c.samples = 1;
        }),
    );
}

#[test]
fn four_equations_of_light() {
    let colours = "<diffuse><color>0.8 0.3 0.2 1</color></diffuse>";
    let shiny = "<specular><color>0.6 0.6 0.6 1</color></specular><shininess><float>20</float></shininess>";
    let ambient = "<ambient><color>0.2 0.2 0.2 1</color></ambient>";
    let technique = |kind: &str, content: &str| format!(r#"<technique sid="t"><{kind}>{content}</{kind}></technique>"#);
    let materials = [
        material("0", &constant("<color>0.8 0.3 0.2 1</color>", "")),
        material("1", &technique("lambert", &format!("{ambient}{colours}"))),
        material("2", &technique("phong", &format!("{ambient}{colours}{shiny}"))),
        material("3", &technique("blinn", &format!("{ambient}{colours}{shiny}"))),
    ];
    let (lights, lamp) = light("directional", "<color>1 1 1</color>", "<rotate>1 0.6 0 -40</rotate>");
    let (cameras, eye) = front(2.0);
    let balls: String = ["-1 1 0", "1 1 0", "-1 -1 0", "1 -1 0"]
        .iter()
        .zip(0..)
        .map(|(at, i)| {
            placed("ball", &format!("<translate>{at}</translate><scale>0.9 0.9 0.9</scale>"), &i.to_string())
        })
        .collect();
    let nodes = views(&format!("{balls}{lamp}{eye}"));
    let text = format!("{lights}{cameras}{}{}{nodes}", libraries(&materials), sphere());
    document("shading", &old_document(&text), Memory::new(), &shot());
}

#[test]
fn lamps_fall_off() {
    let white = "<technique sid=\"t\"><lambert><diffuse><color>1 1 1 1</color></diffuse></lambert></technique>";
    let (cameras, eye) = front(2.0);
    for (name, kind, content) in [
        ("point", "point", "<color>1 0.9 0.7</color><quadratic_attenuation>0.5</quadratic_attenuation>"),
        (
            "spot",
            "spot",
            "<color>0.7 0.9 1</color><falloff_angle>60</falloff_angle><falloff_exponent>2</falloff_exponent>",
        ),
    ] {
        let (lights, lamp) = light(kind, content, "<translate>0.5 0.5 2</translate>");
        let shapes = placed("ball", "<translate>0 0 -3</translate><scale>3 3 3</scale>", "0");
        let nodes = views(&format!("{shapes}{lamp}{eye}"));
        let text = format!("{lights}{cameras}{}{}{nodes}", libraries(&[material("0", white)]), sphere());
        document(name, &old_document(&text), Memory::new(), &shot());
    }
}

#[test]
fn opacity_in_four_modes() {
    let clear = |mode: &str| {
        let transparent = format!(r#"<transparent opaque="{mode}"><color>0.8 0.6 0.2 0.25</color></transparent>"#);
        let rest = format!("{transparent}<transparency><float>0.8</float></transparency>");
        constant("<color>1 0.5 0 1</color>", &rest)
    };
    let mut materials = vec![material("0", &constant("<color>0.1 0.2 0.6 1</color>", ""))];
    let modes = ["A_ONE", "A_ZERO", "RGB_ONE", "RGB_ZERO"];
    materials.extend(modes.iter().zip(1..).map(|(mode, i)| material(&i.to_string(), &clear(mode))));
    let mut nodes = placed("square", "<scale>1 1.8 1</scale>", "0");
    for (at, i) in ["-1 1 1", "1 1 1", "-1 -1 1", "1 -1 1"].iter().zip(1..) {
        let transform = format!("<translate>{at}</translate><scale>0.8 0.8 1</scale>");
        nodes.push_str(&placed("square", &transform, &i.to_string()));
    }
    let (cameras, eye) = front(2.0);
    let text = format!("{cameras}{}{}{}", libraries(&materials), square(1.0), views(&format!("{nodes}{eye}")));
    document("opacity", &new_document(&text), Memory::new(), &shot());
}

/// The square with a picture of four colours on it, twice in each direction.
fn textured(sampler: &str) -> String {
    let images = r#"<library_images><image id="i"><init_from><ref>four.png</ref></init_from></image></library_images>"#;
    let sampler = format!(
        r##"<newparam sid="p"><sampler2D><instance_image url="#i"/>{sampler}</sampler2D></newparam>{}"##,
        constant(r#"<texture texture="p" texcoord="UV"/>"#, "")
    );
    let (cameras, eye) = front(1.1);
    let shape = placed("square", "", "0");
    format!(
        "{images}{cameras}{}{}{}",
        libraries(&[material("0", &sampler)]),
        square(2.0),
        views(&format!("{shape}{eye}"))
    )
}

fn four() -> Memory {
    let colours = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 0, 255]];
    let pixels = RgbaImage::from_fn(2, 2, |x, y| image::Rgba(colours[(2 * y + x) as usize]));
    Memory::new().with("four.png", encode(&pixels, Kind::Png).unwrap())
}

#[test]
fn textures_are_wrapped_and_filtered() {
    let nearest =
        "<wrap_s>MIRROR</wrap_s><wrap_t>CLAMP</wrap_t><minfilter>NEAREST</minfilter><magfilter>NEAREST</magfilter>";
    let picture = document("texture-nearest", &new_document(&textured(nearest)), four(), &shot());
    // The lower left texel is blue, and rows of a picture run downwards.
    assert_eq!(picture.get_pixel(8, 88).0, [0, 0, 255, 255]);
    document("texture-smooth", &new_document(&textured("")), four(), &shot());
    document("texture-missing", &new_document(&textured("")), Memory::new(), &shot());
}

#[test]
fn lines_splines_and_polygons_with_holes() {
    let outline = format!(
        r##"<library_geometries><geometry id="frame"><mesh>{}<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        <polygons count="1" material="s"><input semantic="VERTEX" source="#v" offset="0"/><ph><p>0 1 2 3</p><h>4 7 6 5</h></ph></polygons>
        <linestrips count="1" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>0 4 6 2</p></linestrips></mesh></geometry>
        <geometry id="curve"><spline closed="false">{}{}{}{}<control_vertices><input semantic="POSITION" source="#cp"/>
        <input semantic="IN_TANGENT" source="#ci"/><input semantic="OUT_TANGENT" source="#co"/><input semantic="INTERPOLATION" source="#ck"/>
        </control_vertices></spline></geometry></library_geometries>"##,
        numbers("p", 3, "-1 -1 0 1 -1 0 1 1 0 -1 1 0 -0.5 -0.5 0 0.5 -0.5 0 0.5 0.5 0 -0.5 0.5 0"),
        numbers("cp", 3, "-1.5 0 0 0 1.4 0 1.5 0 0"),
        numbers("ci", 3, "-2 0 0 -1 1.4 0 1.5 1.2 0"),
        numbers("co", 3, "-1.5 1.2 0 1 1.4 0 2 0 0"),
        words("ck", "Name_array", "BEZIER BEZIER BEZIER"),
    );
    let (cameras, eye) = front(1.7);
    let materials = libraries(&[material("0", &constant("<color>0.2 0.7 0.3 1</color>", ""))]);
    let nodes = format!("{}{}{eye}", placed("frame", "", "0"), placed("curve", "", "0"));
    let text = format!("{cameras}{materials}{outline}{}", views(&nodes));
    let picture = document("outlines", &new_document(&text), Memory::new(), &shot());
    let filled = picture.pixels().filter(|p| p.0[3] > 127).count();
    assert!((1800..3200).contains(&filled), "the hole is open: {filled}");
}

#[test]
fn a_morph_half_way() {
    let shapes =
        format!("{}{}", mesh("a", "-1 -1 0 1 -1 0 0 0.2 0", "0 1 2"), mesh("b", "-1 -1 0 1 -1 0 0 1.8 0", "0 1 2"));
    let text = format!(
        r##"<library_geometries>{shapes}</library_geometries><library_controllers><controller id="k"><morph source="#a" method="NORMALIZED">
        {}{}<targets><input semantic="MORPH_TARGET" source="#t"/><input semantic="MORPH_WEIGHT" source="#w"/></targets></morph></controller>
        </library_controllers>{}"##,
        words("t", "IDREF_array", "b"),
        numbers("w", 1, "0.5"),
        views(r##"<node id="n"><instance_controller url="#k"/></node>"##)
    );
    document("morph", &old_document(&text), Memory::new(), &shot());
}

#[test]
fn a_skin_bent_by_its_joints() {
    // A strip of four squares along x; the second joint turns its right half up by 60 degrees.
    let points = "0 0 0 1 0 0 2 0 0 3 0 0 4 0 0 0 1 0 1 1 0 2 1 0 3 1 0 4 1 0";
    let shape = mesh("strip", points, "0 1 6 0 6 5 1 2 7 1 7 6 2 3 8 2 8 7 3 4 9 3 9 8");
    let identity = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1";
    let moved = "1 0 0 -2 0 1 0 0 0 0 1 0 0 0 0 1";
    let text = format!(
        r##"<library_geometries>{shape}</library_geometries><library_controllers><controller id="k"><skin source="#strip">{}{}{}
        <joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>
        <vertex_weights count="10"><input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/>
        <vcount>1 1 2 1 1 1 1 2 1 1</vcount><v>{}</v></vertex_weights></skin></controller></library_controllers>{}"##,
        words("j", "Name_array", "one two"),
        numbers("b", 16, &format!("{identity} {moved}")),
        numbers("w", 1, "1 0.5 1"),
        "0 0 0 0 0 1 1 1 1 2 1 2 0 0 0 0 0 1 1 1 1 2 1 2",
        views(
            r##"<node id="root" sid="one" type="JOINT"><node id="bent" sid="two" type="JOINT"><translate>2 0 0</translate><rotate>0 0 1 60</rotate></node></node>
            <node id="n"><instance_controller url="#k"><skeleton>#root</skeleton></instance_controller></node>"##
        )
    );
    let picture = document("skin", &old_document(&text), Memory::new(), &shot());
    // It is as high as the arm that is bent up: 2·sin 60° and a bit, so that it fills the picture from top to bottom.
    let filled = |x: u32, y: u32| picture.get_pixel(x, y).0[3] > 0;
    assert!((0..SIDE).any(|x| filled(x, 20)) && (0..SIDE).any(|x| filled(x, 70)));
}

#[test]
fn bumps_of_heights_and_normals() {
    let images = r#"<library_images><image id="i"><init_from><ref>bump.png</ref></init_from></image></library_images>"#;
    let waves = RgbaImage::from_fn(16, 16, |x, y| {
        let height = [0, 64, 128, 192, 255, 192, 128, 64][(x % 8) as usize];
        image::Rgba([height, if y % 8 < 4 { 255 } else { height }, 255, 255])
    });
    let files = Memory::new().with("bump.png", encode(&waves, Kind::Png).unwrap());
    let effect = |kind: &str| {
        format!(
            r##"<newparam sid="p"><sampler2D><instance_image url="#i"/></sampler2D></newparam><technique sid="t">
            <lambert><diffuse><color>0.9 0.9 0.9 1</color></diffuse></lambert>
            <extra><technique profile="FCOLLADA"><bump bumptype="{kind}"><texture texture="p" texcoord="UV"/></bump></technique></extra></technique>"##
        )
    };
    let materials = [material("0", &effect("HEIGHTFIELD")), material("1", &effect("NORMALMAP"))];
    let (lights, lamp) = light("directional", "<color>1 1 1</color>", "<rotate>0 1 0 -40</rotate>");
    let (cameras, eye) = front(2.0);
    let place = |y: &str| format!("<translate>0 {y} 0</translate><scale>1.8 0.9 1</scale>");
    let shapes = format!("{}{}", placed("square", &place("1"), "0"), placed("square", &place("-1"), "1"));
    let text = format!(
        "{images}{lights}{cameras}{}{}{}",
        libraries(&materials),
        square(2.0),
        views(&format!("{shapes}{lamp}{eye}"))
    );
    let picture = document("bump", &new_document(&text), files, &shot());
    // Slopes towards the light are brighter than those away from it.
    let row: Vec<u8> = (6..90).map(|x| picture.get_pixel(x, 24).0[0]).collect();
    assert!(row.iter().max().unwrap() - row.iter().min().unwrap() > 50, "{row:?}");
}

#[test]
fn panes_are_seen_through_from_front_to_back() {
    let glass = |rgb: &str| {
        let clear = r#"<transparent opaque="A_ONE"><color>1 1 1 0.5</color></transparent>"#;
        constant(&format!("<color>{rgb} 1</color>"), clear)
    };
    let materials = [material("0", &glass("1 0 0")), material("1", &glass("0 1 0")), material("2", &glass("0 0 1"))];
    // Drawn in an order that is neither that of depth nor its reverse; two of them cut through each other.
    let nodes = [
        placed("square", "<translate>0 0.5 1</translate>", "1"),
        placed("square", "<translate>0.5 -0.5 2</translate>", "0"),
        placed("square", "<translate>-0.5 -0.5 0</translate>", "2"),
        placed("square", "<rotate>0 1 0 60</rotate><translate>0 0 0.5</translate>", "0"),
    ]
    .concat();
    let (cameras, eye) = front(2.0);
    let text = format!("{cameras}{}{}{}", libraries(&materials), square(1.0), views(&format!("{nodes}{eye}")));
    let white = shot().with(|c| c.background = colour("white").unwrap());
    document("panes", &new_document(&text), Memory::new(), &white);
}

#[test]
fn points_lines_and_wires() {
    let shapes = format!(
        r##"<library_geometries><geometry id="dots"><mesh>{}<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        <lines count="2" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 3</p></lines>
        <linestrips count="1" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>4 5 6 7</p></linestrips>
        <trifans count="1" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>8 9 10 11</p></trifans>
        <tristrips count="1" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>12 13 14 15</p></tristrips></mesh></geometry></library_geometries>"##,
        numbers(
            "p",
            3,
            "-1.8 1.8 0 0 1.2 0 -1.8 1.2 0 0 1.8 0 0.3 1.2 0 0.8 1.8 0 1.3 1.2 0 1.8 1.8 0 \
             -1.8 -1.6 0 -0.2 -1.6 0 -0.4 0.4 0 -1.8 0.8 0 0.3 -1.6 0 1.8 -1.6 0 0.3 0.8 0 1.5 0.8 0"
        )
    );
    let materials = libraries(&[material("0", &constant("<color>0.1 0.3 0.8 1</color>", ""))]);
    let (cameras, eye) = front(2.0);
    let nodes = views(&format!("{}{eye}", placed("dots", "", "0")));
    let text = new_document(&format!("{cameras}{materials}{shapes}{nodes}"));
    let white = shot().with(|c| c.background = colour("white").unwrap());
    document("lines", &text, Memory::new(), &white);
    document("lines-wireframe", &text, Memory::new(), &white.with(|c| c.wireframe = true));
}

#[test]
fn scenes_are_evaluated_in_steps() {
    let materials = [
        material("0", &constant("<color>1 0 0 1</color>", "")),
        material("1", &constant("<color>0 1 0 1</color>", "")),
        material("2", &constant("<color>0 0 1 1</color>", "")),
    ];
    // Red is in front of all, but on a layer that no step draws; the second step is laid over the first.
    let layered = |node: String, layer: &str| node.replacen("<node>", &format!(r#"<node layer="{layer}">"#), 1);
    let nodes = [
        layered(placed("square", "<translate>0 0 5</translate>", "0"), "off"),
        layered(placed("square", "<translate>0.3 0 2</translate>", "1"), "first other"),
        layered(placed("square", "<translate>-0.3 0 0</translate>", "2"), "second"),
    ]
    .concat();
    let (cameras, eye) = front(2.0);
    let steps = r##"<evaluate_scene enable="false"><render camera_node="#eye"/></evaluate_scene>
        <evaluate_scene><render camera_node="#eye"><layer>first</layer></render>
        <render camera_node="#eye"><layer>second</layer></render></evaluate_scene>"##;
    let text = format!("{cameras}{}{}{}", libraries(&materials), square(1.0), views(&format!("{nodes}{eye}{steps}")));
    let text = new_document(&text);
    let picture = document("steps", &text, Memory::new(), &shot());
    assert_eq!(picture.get_pixel(48, 48).0, [0, 0, 255, 255]);
    assert_eq!(picture.get_pixel(76, 48).0, [0, 255, 0, 255]);
    // Layers that the user names are drawn in one go, by depth.
    let chosen = shot().with(|c| c.layers = vec!["second".into(), "other".into()]);
    let picture = document("steps-chosen", &text, Memory::new(), &chosen);
    assert_eq!(picture.get_pixel(48, 48).0, [0, 255, 0, 255]);
}

#[test]
fn transparency_is_inverted_unless_the_letter_is_wanted() {
    let hidden = r#"<transparent><color>0 0 0 1</color></transparent><transparency><float>0</float></transparency>"#;
    let materials = libraries(&[material("0", &constant("<color>1 1 1 1</color>", hidden))]);
    let (cameras, eye) = front(2.0);
    let text = format!("{cameras}{materials}{}{}", square(1.0), views(&format!("{}{eye}", placed("square", "", "0"))));
    let imported = import_with(&old_document(&text), Memory::new());
    for (opacity, alpha, code) in [(Opacity::Auto, 255, "CNV517"), (Opacity::Strict, 0, "CNV514")] {
        let mut studio = imported.studio(&shot().with(|c| c.opacity = opacity)).unwrap();
        assert_eq!(studio.picture(0.0).unwrap().get_pixel(48, 48).0[3], alpha);
        assert!(studio.losses().iter().any(|l| l.code.id == code), "{code}");
    }
}
