//! Data flow, geometry and splines: chapters 5 to 7 of the requirements.

use crate::world;

use crate::world::{close, plain, read, shown, source};
use portolan::scene::glam::DVec3;
use portolan::scene::{Semantic, Shape};

/// The corners (0,0), (1,0), (1,1), (0,1), (2,0), (2,1) of two squares beside each other.
const SIX: &str = "0 0 0 1 0 0 1 1 0 0 1 0 2 0 0 2 1 0";

/// Positions and vertices with further inputs.
fn vertices(positions: &str, more: &str) -> String {
    source("p", "XYZ", positions)
        + &format!(r##"<vertices id="v"><input semantic="POSITION" source="#p"/>{more}</vertices>"##)
}

const VERTEX: &str = r##"<input semantic="VERTEX" source="#v" offset="0"/>"##;

fn triple(row: &[f64]) -> DVec3 {
    DVec3::new(row[0], row[1], row[2])
}

/// Sum of the area vectors of triangles: for a flat shape its area along its normal.
fn area(corners: &[Vec<f64>]) -> DVec3 {
    let each = |t: &[Vec<f64>]| (triple(&t[1]) - triple(&t[0])).cross(triple(&t[2]) - triple(&t[0])) / 2.0;
    corners.chunks_exact(3).map(each).sum()
}

#[test]
fn faces_look_to_where_their_corners_run_counter_clockwise() {
    // Primitive, triangles, area vector's z. Requirements G-007 to G-013, with the examples of the primitives' pages.
    for (primitive, triangles, z) in [
        ("<triangles count='2'>V<p>0 1 2 0 2 3</p></triangles>", 2, 1.0),
        ("<triangles count='2'>V<p>0 1 2</p><p>0 2 3</p></triangles>", 2, 1.0),
        ("<triangles count='1'>V<p>0 2 1</p></triangles>", 1, -0.5),
        ("<trifans count='1'>V<p>0 1 2 3</p></trifans>", 2, 1.0),
        ("<trifans count='2'>V<p>0 1 2 3</p><p>1 4 5 2</p></trifans>", 4, 2.0),
        ("<tristrips count='1'>V<p>0 1 3 2</p></tristrips>", 2, 1.0),
        ("<tristrips count='1'>V<p>3 0 2 1 5 4</p></tristrips>", 4, 2.0),
        ("<tristrips count='2'>V<p>0 1 3 2</p><p>1 4 2</p></tristrips>", 3, 1.5),
        ("<polylist count='2'>V<vcount>4 4</vcount><p>0 1 2 3 1 4 5 2</p></polylist>", 4, 2.0),
        ("<polylist count='1'>V<vcount>6</vcount><p>0 1 4 5 2 3</p></polylist>", 4, 2.0),
        ("<polygons count='2'>V<p>0 1 2 3</p><p>1 4 5 2</p></polygons>", 4, 2.0),
        // The count is of no consequence.
        ("<polygons count='77'>V<p>0 1 2 3</p></polygons>", 2, 1.0),
        ("<polylist count='0'>V<vcount>4</vcount><p>0 1 2 3</p></polylist>", 2, 1.0),
        // Numbers over lines, in CDATA, with comments between them.
        ("<triangles count='2'>V<p>0 1\n 2 <!-- 9 9 9 -->0\t2<![CDATA[ 3]]></p></triangles>", 2, 1.0),
    ] {
        let world = plain(&shown(&(vertices(SIX, "") + &primitive.replace('V', VERTEX))));
        assert_eq!(world.codes(), [""; 0], "{primitive}");
        let info = world.info();
        assert_eq!(info.totals.triangles, Some(triangles), "{primitive}");
        let glb = world.glb();
        let [written] = glb.primitives()[..] else { panic!("{primitive}") };
        let corners = glb.corners(written, "POSITION");
        assert_eq!(corners.len() as u64, triangles * 3, "{primitive}");
        close(area(&corners), [0., 0., z]);
        let each = corners.chunks_exact(3).map(|t| area(t).z);
        assert!(each.into_iter().all(|a| a * z > 0.0), "{primitive}");
    }
}

#[test]
fn holes_reach_gltf_whichever_way_they_run() {
    // Requirement G-010: a square of 4 with one of 1 in it, in three windings, and two holes.
    let positions = "0 0 0 4 0 0 4 4 0 0 4 0 1 1 0 2 1 0 2 2 0 1 2 0 3 3 0 3.5 3 0 3 3.5 0";
    for (ph, area_z, triangles) in [
        ("<p>0 1 2 3</p><h>4 7 6 5</h>", 15.0, 8),
        ("<p>0 1 2 3</p><h>4 5 6 7</h>", 15.0, 8),
        ("<p>3 2 1 0</p><h>4 5 6 7</h>", -15.0, 8),
        ("<p>0 1 2 3</p><h>4 5 6 7</h><h>8 9 10</h>", 14.875, 13),
    ] {
        let polygons = format!("<polygons count='1'>{VERTEX}<ph>{ph}</ph></polygons>");
        let world = plain(&shown(&(vertices(positions, "") + &polygons)));
        assert_eq!(world.codes(), [""; 0], "{ph}");
        assert_eq!(world.info().totals.triangles, Some(triangles), "{ph}");
        let glb = world.glb();
        let corners = glb.corners(glb.primitives()[0], "POSITION");
        close(area(&corners), [0., 0., area_z]);
        assert_eq!(corners.len() as u64, 3 * triangles, "{ph}");
        // No triangle lies in the hole.
        let middle = |t: &[Vec<f64>]| (triple(&t[0]) + triple(&t[1]) + triple(&t[2])) / 3.0;
        let in_hole = |p: DVec3| p.x > 1.0 && p.x < 2.0 && p.y > 1.0 && p.y < 2.0;
        assert!(!corners.chunks_exact(3).any(|t| in_hole(middle(t))), "{ph}");
    }
}

#[test]
fn lines_and_strips_are_lines() {
    // Requirements G-007, G-008, G-023: beside triangles in the same mesh.
    let mesh = vertices(SIX, "")
        + &"<lines count='2'>V<p>0 1 2 3</p></lines><linestrips count='2'>V<p>0 1 2 3</p><p>4 5</p></linestrips><triangles count='1'>V<p>0 1 2</p></triangles>"
            .replace('V', VERTEX);
    let world = plain(&shown(&mesh));
    let totals = world.info().totals;
    assert_eq!((totals.lines, totals.triangles), (Some(2 + 3 + 1), Some(1)));
    let glb = world.glb();
    let mut segments: Vec<String> = Vec::new();
    let mut triangles = 0;
    for primitive in glb.primitives() {
        let corners = glb.corners(primitive, "POSITION");
        let text = |c: &Vec<f64>| format!("{}{}", c[0], c[1]);
        match primitive["mode"].as_u64() {
            Some(1) => segments.extend(corners.chunks_exact(2).map(|s| text(&s[0]) + "-" + &text(&s[1]))),
            Some(3) => segments.extend(corners.windows(2).map(|s| text(&s[0]) + "-" + &text(&s[1]))),
            None | Some(4) => triangles += corners.len() / 3,
            other => panic!("{other:?}"),
        }
    }
    segments.sort();
    assert_eq!(segments, ["00-10", "00-10", "10-11", "11-01", "11-01", "20-21"]);
    assert_eq!(triangles, 1);
}

#[test]
fn inputs_share_offsets_or_have_their_own() {
    // Requirements F-016, G-003, G-005, G-006: the same square in four layouts.
    let normals = source("n", "XYZ", "0 0 1 0 0 -1");
    let uvs = source("t", "ST", "0 0 1 0 1 1 0 1");
    let one = source("n", "XYZ", "0 0 1 0 0 1 0 0 1 0 0 1");
    let square = "0 0 0 1 0 0 1 1 0 0 1 0";
    let uv_input = r##"<input semantic="TEXCOORD" source="#t" offset="OFF" set="0"/>"##;
    let normal_input = r##"<input semantic="NORMAL" source="#n" offset="OFF"/>"##;
    let in_vertices = r##"<input semantic="NORMAL" source="#n"/><input semantic="TEXCOORD" source="#t"/>"##;
    let at = |input: &str, offset: u32| input.replace("OFF", &offset.to_string());
    let layouts = [
        // All in the vertices.
        one.clone()
            + &uvs
            + &vertices(square, in_vertices)
            + &format!("<triangles count='2'>{VERTEX}<p>0 1 2 0 2 3</p></triangles>"),
        // Moved to the primitive at the offset of the vertices.
        one + &uvs
            + &vertices(square, "")
            + &format!(
                "<triangles count='2'>{VERTEX}{}{}<p>0 1 2 0 2 3</p></triangles>",
                at(normal_input, 0),
                at(uv_input, 0)
            ),
        // Each its own offset, and one offset that nobody uses.
        normals.clone()
            + &uvs
            + &vertices(square, "")
            + &format!(
                "<triangles count='2'>{VERTEX}{}{}<p>0 9 0 0  1 9 0 1  2 9 0 2  0 9 0 0  2 9 0 2  3 9 0 3</p></triangles>",
                at(normal_input, 2),
                at(uv_input, 3)
            ),
        // The vertices behind the others.
        normals
            + &uvs
            + &vertices(square, "")
            + &format!(
                "<polygons count='1'>{}{}{}<p>0 0 0  0 1 1  0 2 2  0 3 3</p></polygons>",
                at(normal_input, 0),
                at(uv_input, 1),
                VERTEX.replace('0', "2")
            ),
    ];
    for layout in layouts {
        let world = plain(&shown(&layout));
        assert_eq!(world.codes(), [""; 0], "{layout}");
        let glb = world.glb();
        let primitive = glb.primitives()[0];
        let [positions, normals, uvs] = ["POSITION", "NORMAL", "TEXCOORD_0"].map(|a| glb.corners(primitive, a));
        assert_eq!(positions.len(), 6);
        for ((position, normal), uv) in positions.iter().zip(normals).zip(uvs) {
            assert_eq!(normal, [0., 0., 1.]);
            // Texture coordinates run down in glTF. Requirement G-018.
            assert_eq!(uv, [position[0], 1.0 - position[1]]);
        }
    }
}

#[test]
fn sets_colours_frames_and_custom_data_are_kept() {
    // Requirements F-017 to F-019, F-021, G-017, G-025, G-026.
    let tri = "0 0 0 1 0 0 0 1 0";
    let mesh = source("t", "ST", "0 0 1 0 0 1")
        + &source("t3", "STP", "0 0 5 1 0 5 0 1 5")
        + &source("rgb", "RGB", "1 0 0 0 1 0 0 0 1")
        + &source("rgba", "RGBA", "1 0 0 .5 0 1 0 .5 0 0 1 .5")
        + &source("tan", "XYZ", "1 0 0 1 0 0 1 0 0")
        + &source("bin", "XYZ", "0 1 0 0 1 0 0 1 0")
        + &source("nor", "XYZ", "0 0 1 0 0 1 0 0 1")
        + &source("heat", "T", "10 20 30")
        + &vertices(tri, r##"<input semantic="NORMAL" source="#nor"/>"##)
        + &format!(
            r##"<triangles count="1">{VERTEX}<input semantic="TEXCOORD" source="#t" offset="0" set="3"/><input semantic="TEXTURE" source="#t3" offset="0" set="7"/>
            <input semantic="TEXTANGENT" source="#tan" offset="0" set="3"/><input semantic="TEXBINORMAL" source="#bin" offset="0" set="3"/>
            <input semantic="COLOR" source="#rgb" offset="0"/><input semantic="COLOR" source="#rgba" offset="0" set="1"/>
            <input semantic="UV" source="#t" offset="0"/><input semantic="HEAT" source="#heat" offset="0"/><p>0 1 2</p></triangles>"##
        );
    let world = plain(&shown(&mesh));
    let inputs: Vec<(Semantic, Option<u32>)> =
        world.mesh().primitives[0].inputs.iter().map(|i| (i.attribute.semantic.clone(), i.attribute.set)).collect();
    use Semantic::*;
    let expected = [
        (TexCoord, Some(3)),
        (TexCoord, Some(7)),
        (TexTangent, Some(3)),
        (TexBinormal, Some(3)),
        (Color, None),
        (Color, Some(1)),
        (Uv, None),
        (Other("HEAT".into()), None),
    ];
    assert_eq!(inputs, expected);
    let glb = world.glb();
    let attributes = glb.primitives()[0]["attributes"].as_object().unwrap().clone();
    let names: Vec<&str> = attributes.keys().map(String::as_str).collect();
    for name in ["POSITION", "NORMAL", "TANGENT", "TEXCOORD_0", "TEXCOORD_1", "COLOR_0"] {
        assert!(names.contains(&name), "{name} is not among {names:?}");
    }
    assert!(names.iter().any(|n| n.starts_with('_')), "{names:?}");
    let tangents = glb.corners(glb.primitives()[0], "TANGENT");
    // The binormal is normal × tangent: (0, 0, 1) × (1, 0, 0) = (0, 1, 0), so the handedness is +1.
    assert_eq!(tangents[0], [1., 0., 0., 1.]);
    // The third component of texture coordinates is left out and the vertical one turned.
    assert_eq!(glb.corners(glb.primitives()[0], "TEXCOORD_1")[2], [0., 0.]);
}

#[test]
fn accessors_read_what_their_params_name() {
    // The examples of pages 5-5 to 5-10; requirements F-002 to F-009.
    let array = "1 10 100 2 20 200 3 30 300";
    for (accessor, expected) in [
        // X, a value nobody names, Z.
        (
            r#"count="3" stride="3"><param name="A" type="float"/><param type="float"/><param name="X" type="float"/>"#,
            [[1., 100., 0.], [2., 200., 0.], [3., 300., 0.]],
        ),
        // Names mean nothing.
        (
            r#"count="3" stride="3"><param name="Z" type="float"/><param name="Y" type="float"/><param name="F" type="float"/>"#,
            [[1., 10., 100.], [2., 20., 200.], [3., 30., 300.]],
        ),
        // Only two params of a stride of three.
        (
            r#"count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>"#,
            [[1., 10., 0.], [2., 20., 0.], [3., 30., 0.]],
        ),
        (
            r#"count="2" offset="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>"#,
            [[2., 20., 0.], [3., 30., 0.], [3., 30., 0.]],
        ),
        // A forgotten stride.
        (
            r#"count="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>"#,
            [[1., 10., 100.], [2., 20., 200.], [3., 30., 300.]],
        ),
        // No params at all.
        (r#"count="3" stride="3">"#, [[1., 10., 100.], [2., 20., 200.], [3., 30., 300.]]),
    ] {
        // The array stands in another source, and is named without `#` or by its name.
        for (reference, array_name) in [("#a", r#"id="a""#), ("a", r#"id="a""#), ("#a", r#"name="a""#)] {
            let indices = if accessor.contains(r#"count="2""#) { "0 1 1" } else { "0 1 2" };
            let mesh = format!(
                r##"<source id="p"><float_array {array_name} count="9">{array}</float_array><technique_common><accessor source="{reference}" {accessor}</accessor></technique_common></source>
                <vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1">{VERTEX}<p>{indices}</p></triangles>"##
            );
            let world = plain(&shown(&mesh));
            assert_eq!(world.codes().is_empty(), accessor.contains("stride"), "{accessor}: {}", world.told());
            let glb = world.glb();
            let corners = glb.corners(glb.primitives()[0], "POSITION");
            assert_eq!(corners, expected.map(|r| r.to_vec()), "{reference} {array_name} {accessor}");
        }
    }
}

#[test]
fn one_array_may_hold_everything() {
    // The interleaved example of pages 5-8 to 5-10: position, normal and coordinates from one array of ten a row.
    let rows = "0 0 0 0 0 1 .1 .2 .3 .4  1 0 0 0 0 1 .5 .6 .7 .8  0 1 0 0 0 1 .9 .8 .7 .6";
    let view = |id: &str, offset: u32, skip: usize, names: &str| {
        let unnamed = r#"<param type="float"/>"#.repeat(skip);
        let named: String = names.chars().map(|c| format!(r#"<param name="{c}" type="float"/>"#)).collect();
        format!(
            r##"<source id="{id}"><technique_common><accessor source="#all" count="3" offset="{offset}" stride="10">{unnamed}{named}</accessor></technique_common></source>"##
        )
    };
    let mesh = format!(r#"<source id="values"><float_array id="all" count="30">{rows}</float_array></source>"#)
        + &view("p", 0, 0, "XYZ")
        + &view("n", 3, 0, "XYZ")
        + &view("t", 6, 0, "FX")
        + &view("t2", 0, 8, "FX")
        + r##"<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>"##
        + &format!(
            r##"<triangles count="1">{VERTEX}<input semantic="NORMAL" source="#n" offset="0"/><input semantic="TEXCOORD" source="#t" offset="0" set="0"/><input semantic="TEXCOORD" source="#t2" offset="0" set="1"/><p>0 1 2</p></triangles>"##
        );
    let world = plain(&shown(&mesh));
    assert_eq!(world.codes(), [""; 0]);
    let streams = &world.mesh().streams;
    let row = |stream: usize| streams[stream].row(1).to_vec();
    assert_eq!((row(0), row(1), row(2), row(3)), (vec![1., 0., 0.], vec![0., 0., 1.], vec![0.5, 0.6], vec![0.7, 0.8]));
}

#[test]
fn positions_of_any_width_and_kind_are_drawn() {
    for (names, numbers, expected) in [
        ("X", "1 2 3", [[1., 0., 0.], [2., 0., 0.], [3., 0., 0.]]),
        ("XY", "1 2 3 4 5 6", [[1., 2., 0.], [3., 4., 0.], [5., 6., 0.]]),
        // A fourth component is not used.
        ("XYZW", "1 2 3 9 4 5 6 9 7 8 9 9", [[1., 2., 3.], [4., 5., 6.], [7., 8., 9.]]),
    ] {
        let text = source("p", names, numbers)
            + &format!(
                r##"<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1">{VERTEX}<p>0 1 2</p></triangles>"##
            );
        for text in [text.clone(), text.replace("float_array", "int_array").replace("\"float\"", "\"int\"")] {
            let world = plain(&shown(&text));
            let glb = world.glb();
            assert_eq!(glb.corners(glb.primitives()[0], "POSITION"), expected.map(|r| r.to_vec()), "{names}");
        }
    }
}

#[test]
fn what_is_wrong_with_data_is_told_and_the_rest_is_drawn() {
    let ok = format!("<triangles count='1'>{VERTEX}<p>0 1 2</p></triangles>");
    let six = || vertices(SIX, "");
    // Mesh, code, triangles that are left.
    for (mesh, code, left) in [
        // An accessor that reads too far: what the array has is kept.
        (six().replace("count=\"6\"", "count=\"60\"") + &ok, "CNV101", 1),
        (six().replace("count=\"6\"", "count=\"0\"") + &ok, "CNV102", 0),
        (six().replace("stride=\"3\"", "stride=\"0\"") + &ok, "CNV101", 1),
        // A wrong count of an array is none of anybody's business.
        (six().replace("count=\"18\"", "count=\"3\"") + &ok, "", 1),
        (six().replace("2 1 0", "2 1 x") + &ok, "CNV101", 1),
        (six().replace("2 1 0", "2 NaN INF") + &ok, "", 1),
        (format!("{}{ok}", source("p", "XYZ", SIX)), "CNV104", 0),
        (six().replace("POSITION", "NORMAL") + &ok, "CNV104", 0),
        (six().replace("#p\"", "#q\"") + &ok, "CNV104", 0),
        // Positions without `<vertices>`, as the examples of the specification have them.
        (source("p", "XYZ", SIX) + &ok.replace("VERTEX", "POSITION").replace("#v", "#p"), "", 1),
        (source("p", "XYZ", SIX) + &ok.replace("#v", "#p"), "", 1),
        // The vertices without `#`, or misspelt.
        (six() + &ok.replace("#v", "v"), "", 1),
        (six() + &ok.replace("#v", "#w"), "", 1),
        (six() + &format!("<triangles count='1'>{VERTEX}{VERTEX}<p>0 1 2</p></triangles>"), "", 1),
        (six() + &ok.replace("<p>0 1 2</p>", "<p>0 1 2 0 1 2 3</p>"), "CNV103", 2),
        (six() + &ok.replace("0 1 2", "0 1 4294967295"), "CNV102", 0),
        (six() + &ok.replace("0 1 2", "0 1 99999999999999999999"), "CNV102", 0),
        (six() + &ok.replace("0 1 2", "0 1 -2 0 1 2"), "CNV102", 1),
        (six() + &format!("<polylist count='2'>{VERTEX}<vcount>3 9</vcount><p>0 1 2 3 4</p></polylist>"), "CNV103", 1),
        (six() + &format!("<polylist count='2'>{VERTEX}<vcount>3</vcount><p>0 1 2 3 4 5</p></polylist>"), "CNV103", 1),
        (
            six() + &format!("<polylist count='4'>{VERTEX}<vcount>0 1 2 3</vcount><p>0 1 2 3 4 5</p></polylist>"),
            "CNV103",
            1,
        ),
        (six() + &format!("<polylist count='1'>{VERTEX}<p>0 1 2</p></polylist>"), "CNV103", 0),
        (six() + &format!("<tristrips count='2'>{VERTEX}<p>0 1</p><p>0 1 2</p></tristrips>"), "CNV103", 1),
        (six() + &format!("<polygons count='1'>{VERTEX}<ph><p>0 1</p><h>0 1 2</h></ph></polygons>"), "CNV103", 0),
        (six() + &format!("<polygons count='1'>{VERTEX}<ph><p>0 1 2</p><h>0 1</h></ph></polygons>"), "CNV103", 1),
        (six() + &ok.replace("offset=\"0\"", "offset=\"4000000000\""), "CNV105", 0),
        // Legal emptiness. Requirement G-022.
        (six() + "<triangles count='0'/><lines count='0'/><polylist count='0'><vcount/><p/></polylist>", "", 0),
        (
            six() + &format!("<triangles count='0'>{VERTEX}</triangles><polygons count='0'>{VERTEX}</polygons>{ok}"),
            "",
            1,
        ),
        (String::new(), "", 0),
    ] {
        let world = plain(&shown(&mesh));
        let codes = world.codes();
        assert!(codes.contains(&code) || code.is_empty() && codes.is_empty(), "{mesh}: {codes:?}");
        assert_eq!(world.info().totals.triangles, Some(left), "{mesh}");
        let _ = world.glb();
    }
}

#[test]
fn degenerate_polygons_do_no_harm() {
    // Requirement G-019 and its bad input: through every writer.
    use portolan::convert::Conversion;
    let positions = "0 0 0 1 0 0 1 1 0 0 1 0 0 0 0 NaN 0 0 1e38 1e38 1e38 -1e38 0 0";
    for polygon in [
        "<p>0 1 4 0</p>",
        "<p>0 0 0 0</p>",
        "<p>0 2 1 3</p>",
        "<p>5 1 2 3</p>",
        "<p>6 7 2 1</p>",
        "<p>0 1 2 3 0 1 2 3</p>",
        "<ph><p>0 1 2</p><h>6 7 3</h></ph>",
        "<ph><p>0 1 2 3</p><h>0 1 2 3</h></ph>",
        "<ph><p>0 0 0</p><h>1 1 1</h></ph>",
    ] {
        let world =
            plain(&shown(&(vertices(positions, "") + &format!("<polygons count='1'>{VERTEX}{polygon}</polygons>"))));
        for to in portolan::convert::writers() {
            let written = world.convert(&Conversion::to(to).with(|c| c.triangulate = true));
            assert!(!written.files.is_empty(), "{polygon}");
        }
        let glb = world.glb();
        assert!(!glb.json.to_string().contains("NaN"));
        let _ = world.info();
    }
}

#[test]
fn materials_are_symbols() {
    // Requirements G-014 and G-015: 1.4.0 wrote `#` before them.
    let mesh = vertices(SIX, "")
        + &format!(
            "<triangles count='1' material='a'>{VERTEX}<p>0 1 2</p></triangles><triangles count='1' material='#b'>{VERTEX}<p>0 1 2</p></triangles><triangles count='1'>{VERTEX}<p>0 1 2</p></triangles>"
        );
    let world = plain(&shown(&mesh));
    let symbols: Vec<Option<&str>> = world.mesh().primitives.iter().map(|p| p.material.as_deref()).collect();
    assert_eq!(symbols, [Some("a"), Some("b"), None]);
}

#[test]
fn the_cube_of_appendix_a() {
    let mesh = source(
        "p",
        "XYZ",
        "-0.5 0.5 0.5  0.5 0.5 0.5  -0.5 -0.5 0.5  0.5 -0.5 0.5  -0.5 0.5 -0.5  0.5 0.5 -0.5  -0.5 -0.5 -0.5  0.5 -0.5 -0.5",
    ) + &source("nor", "XYZ", "1 0 0 -1 0 0 0 1 0 0 -1 0 0 0 1 0 0 -1")
        + r##"<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        <polylist count="6" material="BLUE"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#nor" offset="1"/>
        <vcount>4 4 4 4 4 4</vcount><p>0 4 2 4 3 4 1 4 0 2 1 2 5 2 4 2 6 3 7 3 3 3 2 3 0 1 4 1 6 1 2 1 3 0 7 0 5 0 1 0 5 5 7 5 6 5 4 5</p></polylist>"##;
    let world = plain(&shown(&mesh));
    assert_eq!(world.info().totals.triangles, Some(12));
    let glb = world.glb();
    let [positions, normals] = ["POSITION", "NORMAL"].map(|a| glb.corners(glb.primitives()[0], a));
    let (mut surface, mut volume) = (0.0, 0.0);
    for (t, n) in positions.chunks_exact(3).zip(normals.chunks_exact(3)) {
        let normal = area(t);
        // Seen along its normal every face runs counter-clockwise.
        assert!(normal.dot(triple(&n[0])) > 0.0);
        surface += normal.length();
        volume += triple(&t[0]).dot(triple(&t[1]).cross(triple(&t[2]))) / 6.0;
    }
    assert!((surface - 6.0).abs() < 1e-6 && (volume - 1.0).abs() < 1e-6, "{surface} {volume}");
    assert_eq!(world.info().bounds, Some(([-0.5; 3], [0.5; 3])));
}

#[test]
fn convex_hulls_are_computed() {
    // Requirement G-020.
    let cube = "0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1 .5 .5 .5";
    let points = source("p", "XYZ", cube) + r##"<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>"##;
    let scene = |geometries: &str| {
        format!(
            r##"<library_geometries>{geometries}</library_geometries><library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#h"/></node></visual_scene></library_visual_scenes>"##
        )
    };
    let cloud = format!(r#"<geometry id="h"><convex_mesh>{points}</convex_mesh></geometry>"#);
    let of = format!(
        r##"<geometry id="m"><mesh>{points}</mesh></geometry><geometry id="h"><convex_mesh convex_hull_of="#m"/></geometry>"##
    );
    for text in [&cloud, &of] {
        let world = plain(&scene(text));
        assert_eq!(world.codes(), [""; 0], "{text}");
        let info = world.info();
        assert_eq!((info.totals.triangles, info.bounds), (Some(12), Some(([0.; 3], [1.; 3]))), "{text}");
    }
    let spline = r#"<geometry id="m"><spline/></geometry>"#;
    for text in [
        r##"<geometry id="h"><convex_mesh convex_hull_of="#h"/></geometry>"##.to_owned(),
        r##"<geometry id="m"><convex_mesh convex_hull_of="#h"/></geometry><geometry id="h"><convex_mesh convex_hull_of="#m"/></geometry>"##.to_owned(),
        format!(r##"{spline}<geometry id="h"><convex_mesh convex_hull_of="#m"/></geometry>"##),
        cloud.replace(cube, "0 0 0 1 1 1 2 2 2 3 3 3"),
        cloud.replace(cube, "NaN 0 0 NaN 1 1 2 2 NaN 3 3 3"),
    ] {
        let world = plain(&scene(&text));
        assert!(world.codes().contains(&"CNV108"), "{text}: {}", world.told());
        let _ = world.glb();
    }
}

/// A spline with these inputs, and its curve as straight pieces.
fn spline(closed: bool, points: &str, methods: &str, more: &str) -> (world::World, Vec<[f64; 3]>) {
    let count = methods.split_whitespace().count();
    let names = format!(
        r##"<source id="i"><Name_array id="i-a" count="{count}">{methods}</Name_array><technique_common><accessor source="#i-a" count="{count}"><param name="I" type="name"/></accessor></technique_common></source>"##
    );
    let text = format!(
        r##"<library_geometries><geometry id="g"><spline closed="{closed}">{}{names}{more}<control_vertices><input semantic="POSITION" source="#p"/>{}{}</control_vertices></spline></geometry></library_geometries>"##,
        source("p", "XYZ", points),
        if methods.is_empty() { "" } else { r##"<input semantic="INTERPOLATION" source="#i"/>"## },
        more.split("id=\"")
            .skip(1)
            .filter_map(|s| s.split('"').next())
            .filter(|id| !id.ends_with("-a"))
            .map(|id| format!(r##"<input semantic="{id}" source="#{id}"/>"##))
            .collect::<String>(),
    );
    let world = plain(&text);
    let points = match &world.scene().geometries[0].shape {
        Shape::Spline(spline) => spline.tessellate(1e-3, 10_000),
        _ => Vec::new(),
    };
    (world, points)
}

#[test]
fn splines_follow_their_methods() {
    let has = |points: &[[f64; 3]], p: [f64; 3]| {
        let p = DVec3::from(p);
        points.windows(2).any(|w| {
            let (a, b) = (DVec3::from(w[0]), DVec3::from(w[1]));
            let t = ((p - a).dot(b - a) / (b - a).length_squared().max(1e-300)).clamp(0.0, 1.0);
            (a + (b - a) * t).distance(p) < 2e-3
        })
    };
    let tangents =
        |arrive: &str, leave: &str| source("IN_TANGENT", "XYZ", arrive) + &source("OUT_TANGENT", "XYZ", leave);
    // Requirement S-003: straight without any method.
    let (_, straight) = spline(false, "0 0 0 1 0 0 1 1 0", "", "");
    assert_eq!(straight, [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.]]);
    // S-002: closed returns to the start.
    let (world, closed) = spline(true, "0 0 0 1 0 0 1 1 0", "LINEAR LINEAR LINEAR", "");
    assert_eq!((closed.len(), closed.last()), (4, Some(&[0., 0., 0.])));
    assert_eq!(world.info().totals.lines, Some(3));
    // S-006: control points as they stand; the middle of (0,0) (0,1) (1,1) (1,0) is (0.5, 0.75).
    let controls = tangents("0 0 0 1 1 0", "0 1 0 0 0 0");
    let (_, curve) = spline(false, "0 0 0 1 0 0", "BEZIER BEZIER", &controls);
    assert!(has(&curve, [0.5, 0.75, 0.]) && has(&curve, [0.156_25, 0.562_5, 0.]), "{curve:?}");
    // S-007: tangents T0 = 3 (C0 − P0) = (0, 3), T1 = 3 (P1 − C1) = (0, −3) give the same curve.
    let (_, same) = spline(false, "0 0 0 1 0 0", "HERMITE HERMITE", &tangents("0 0 0 0 -3 0", "0 3 0 0 0 0"));
    assert!(has(&same, [0.5, 0.75, 0.]) && has(&same, [0.156_25, 0.562_5, 0.]), "{same:?}");
    // S-009, S-010: through 0, 1, 3, 4 without tension the middle of the second segment is 2, at the height
    // (-0 + 9 + 9 - 0) / 16 of heights 0, 1, 1, 0.
    let (_, cardinal) = spline(false, "0 0 0 1 1 0 3 1 0 4 0 0", "CARDINAL CARDINAL CARDINAL CARDINAL", "");
    assert!(has(&cardinal, [2., 1.125, 0.]), "{cardinal:?}");
    // S-008: a uniform B-spline begins and ends in its end points, and is 7/6, 2 and 17/6 on its way.
    let (_, basis) = spline(false, "0 0 0 1 1 0 3 1 0 4 0 0", "BSPLINE BSPLINE BSPLINE BSPLINE", "");
    assert!(has(&basis, [7. / 6., 5. / 6., 0.]) && has(&basis, [2., 23. / 24., 0.]), "{basis:?}");
    assert_eq!((basis.first(), basis.last()), (Some(&[0., 0., 0.]), Some(&[4., 0., 0.])));
    // S-004: methods may differ.
    let (world, mixed) =
        spline(false, "0 0 0 1 0 0 5 0 0", "BEZIER LINEAR LINEAR", &tangents("0 0 0 1 1 0 5 0 0", "0 1 0 0 0 0 5 0 0"));
    assert!(has(&mixed, [0.5, 0.75, 0.]) && has(&mixed, [3., 0., 0.]), "{mixed:?}");
    assert_eq!(world.glb().primitives().len(), 1);
    // S-011: as many pieces as asked for.
    let (_, pieces) = spline(false, "0 0 0 1 0 0", "BEZIER BEZIER", &(controls + &source("LINEAR_STEPS", "S", "4 4")));
    assert_eq!(pieces.len(), 5);
}

#[test]
fn faulty_splines_are_told() {
    let other_dimension = source("IN_TANGENT", "XY", "0 0 0 0") + &source("OUT_TANGENT", "XY", "0 0 0 0");
    for (points, methods, more, code) in [
        ("0 0 0 1 0 0 1 1 0", "LINEAR", "", "CNV101"),
        ("0 0 0 1 0 0", "WOBBLY LINEAR", "", "CNV101"),
        ("0 0 0 1 0 0", "BEZIER BEZIER", &source("IN_TANGENT", "XYZ", "0 0 0"), "CNV101"),
        ("0 0 0 1 0 0", "LINEAR LINEAR", &source("CONTINUITY", "X", "0 0"), "CNV105"),
        ("0 0 0 1 0 0", "BEZIER HERMITE", "", ""),
        ("0 0 0 1 0 0", "HERMITE HERMITE", &other_dimension, ""),
        ("0 0 0", "LINEAR", "", ""),
        ("0 0 0 NaN INF 0", "LINEAR LINEAR", "", ""),
        ("", "", "", "CNV104"),
    ] {
        for closed in [false, true] {
            let (world, found) = spline(closed, points, methods, more);
            assert!(code.is_empty() || world.codes().contains(&code), "{points} {methods}: {}", world.told());
            assert!(found.iter().flatten().all(|v| v.is_finite()), "{points} {methods}");
            let _ = (world.glb(), world.info());
        }
    }
}

#[test]
fn older_and_prefixed_documents_are_read_alike() {
    // Requirement D-002 and XML's own freedoms: prefixes, DOCTYPE, entities, and other namespaces with the same names.
    let content = shown(&(vertices(SIX, "") + &format!("<triangles count='1'>{VERTEX}<p>0 1 2</p></triangles>")));
    let asset = "<asset><created/><modified/><up_axis>Z_UP</up_axis></asset>";
    let v14 = "http://www.collada.org/2005/11/COLLADASchema";
    let v15 = "http://www.collada.org/2008/03/COLLADASchema";
    let prefixed = format!("{asset}{content}").replace("</", "\u{1}").replace('<', "<c:").replace('\u{1}', "</c:");
    let foreign = r#"<extra><technique profile="X"><f:geometry xmlns:f="urn:f"/><f:node xmlns:f="urn:f"/><f:asset xmlns:f="urn:f"/><f:visual_scene xmlns:f="urn:f"/></technique></extra>"#;
    for (text, version) in [
        (format!(r#"<COLLADA xmlns="{v14}" version="1.4.0">{asset}{content}</COLLADA>"#), "1.4.0"),
        (format!(r#"<COLLADA xmlns="{v14}" version="1.4.1">{asset}{content}</COLLADA>"#), "1.4.1"),
        (format!(r#"<COLLADA xmlns="{v15}" version="1.5.0">{asset}{content}</COLLADA>"#), "1.5.0"),
        (format!(r#"<c:COLLADA xmlns:c="{v14}" version="1.4.1">{prefixed}</c:COLLADA>"#), "1.4.1"),
        (
            format!(
                r#"<COLLADA xmlns="{v14}" version="1.4.1"><asset>{foreign}<up_axis>Z_UP</up_axis></asset>{content}</COLLADA>"#
            ),
            "1.4.1",
        ),
        (
            format!(
                r#"<?xml version="1.0"?><!DOCTYPE COLLADA [<!ENTITY up "Z_UP">]><COLLADA xmlns="{v14}" version="1.4.1">{}{content}</COLLADA>"#,
                asset.replace("Z_UP", "&up;")
            ),
            "1.4.1",
        ),
        (format!("\u{feff}<COLLADA xmlns=\"{v14}\" version=\"1.4.1\">{asset}{content}</COLLADA>"), "1.4.1"),
        // By namespace where version and namespace disagree.
        (format!(r#"<COLLADA xmlns="{v15}" version="1.4.1">{asset}{content}</COLLADA>"#), "1.5.0"),
        (format!(r#"<COLLADA xmlns="urn:unknown" version="1.4.1">{asset}{content}</COLLADA>"#), "1.4.1"),
        (format!(r#"<COLLADA version="1.4.1">{asset}{content}</COLLADA>"#), "1.4.1"),
    ] {
        let world = read(text.clone());
        assert_eq!(world.imported.version(), version, "{text}");
        let info = world.info();
        assert_eq!((info.totals.triangles, info.up_axis), (Some(1), Some("Z")), "{text}");
        assert_eq!(info.scene.len(), 1, "{text}");
        assert_eq!(world.scene().geometries.len(), 1, "{text}");
        let glb = world.glb();
        assert_eq!(glb.corners(glb.primitives()[0], "POSITION").len(), 3, "{text}");
    }
}
