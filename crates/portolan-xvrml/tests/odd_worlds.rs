//! Classic worlds as exporters and people write them: each shows what it should.

use portolan_resources::Memory;
use portolan_syntax::Limits;

use super::x3d::open;
use super::{Read, box_close};

/// A box from -1 to 1.
const BOX: &str = "Shape { geometry Box { size 2 2 2 } }";

fn world(bytes: impl Into<Vec<u8>>) -> Read {
    let memory = Memory::new().with("a.wrl", bytes.into());
    open(&portolan_xvrml::VRML97, "a.wrl", &memory, &Limits::default())
}

/// A world behind the usual first line.
fn body(text: &str) -> Read {
    world(format!("#VRML V2.0 utf8\n{text}"))
}

#[test]
fn first_lines() {
    let heads = [
        "",
        "\u{FEFF}#VRML V2.0 utf8\n",
        "#VRML V2.0 utf8 CosmoWorlds V1.0\n",
        "#VRML V2.0 utf8#junk {\n",
        "#VRML V2.0 ascii\n",
        "#vrml v2.0 utf8\n",
        "\n\r\n #VRML V2.0 utf8\r",
        "# exported by a program\n\n",
        "#X3D V3.0 utf8\nPROFILE Immersive\nCOMPONENT NURBS:2\nMETA \"title\" \"x\"\nUNIT length inch 0.0254\n",
    ];
    for head in heads {
        let text = format!("{head}{BOX}");
        box_close(world(text.clone()).bounds(), [-1.0; 3], [1.0; 3]);
        let formats = [&portolan_xvrml::FORMAT, &portolan_xvrml::X3D, &portolan_xvrml::VRML97];
        let found = portolan_format::detect(&formats, "a.wrl", text.as_bytes()).unwrap();
        assert_eq!(found.id, if head.starts_with("#X3D") { "x3d" } else { "vrml97" }, "{head:?}");
        let (tree, findings) = portolan_syntax::classic::parse_text(text);
        let version = tree.root().unwrap().attribute_value("version").unwrap();
        assert_eq!(version, if head.starts_with("#X3D") { "3.0" } else { "2.0" }, "{head:?}");
        let told = findings.iter().any(|f| f.code.id == "WRL001");
        assert_eq!(told, head.is_empty() || head.starts_with("# "), "{head:?}");
    }
}

#[test]
fn bytes_of_other_encodings_and_line_ends() {
    let latin = b"#VRML V2.0 utf8\n# caf\xe9\nDEF \xe9t\xe9 Shape { geometry Box {} } WorldInfo { title \"\xfcber\" }";
    box_close(world(latin.to_vec()).bounds(), [-1.0; 3], [1.0; 3]);
    let text = format!("#VRML V2.0 utf8\n# one\n{BOX}\n# two\n{BOX}");
    for end in ["\r", "\r\n"] {
        let read = world(text.replace('\n', end));
        assert_eq!(read.scene.geometries.len(), 2, "{end:?}");
    }
    let wide = text.encode_utf16().flat_map(u16::to_le_bytes);
    let wide: Vec<u8> = [0xFF, 0xFE].into_iter().chain(wide).collect();
    assert_eq!(world(wide).scene.geometries.len(), 2);
}

#[test]
fn white_space_commas_and_comments_anywhere() {
    let triangles = [
        "Shape{geometry IndexedFaceSet{coord Coordinate{point[0 0 0,1 0 0,1 1 0]}coordIndex[0,1,2,-1]}}",
        "Shape { geometry IndexedFaceSet { coord Coordinate { point 0 0 0 1 0 0 1 1 0 } coordIndex 0 1 2 } }",
        "Shape,{geometry,IndexedFaceSet{,coord,Coordinate{point,[,0,,0 0,1 0 0,1 1 0,],}coordIndex[,0 1 2,]}},,",
        "Shape { geometry IndexedFaceSet { coordIndex [ # 7 8 9\n0,1,2,-1 # ] }\n] coord # here\nCoordinate { point [ 0 0 0, # one\n\
         1 0 0 #two 5 5 5\n, 1 1 0 ] } } }",
        "Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0 1. 0. 0. 1e0 +1.0E+00 -.0 ] } coordIndex [ 0x0 0X1 0x02 -1 ] } }",
    ];
    for text in triangles {
        let read = body(text);
        assert_eq!(read.lost(), Vec::<&str>::new(), "{text}");
        box_close(read.bounds(), [0.0; 3], [1.0, 1.0, 0.0]);
    }
}

#[test]
fn numbers_that_are_none_spoil_only_themselves() {
    let text = "Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0 1 0 0 1 1 0 -1.#IND 1.#QNAN nan ] } \
                coordIndex [ 0 1 2 -1 ] } } Transform { translation 0 0 4 scale 1.#INF 1 1 children Shape { geometry Box {} } }";
    let read = body(text);
    box_close(read.bounds(), [-1.0, -1.0, 0.0], [1.0, 1.0, 5.0]);
    assert!(!read.lost().is_empty());
}

#[test]
fn texts_over_several_lines_and_with_quotation_marks() {
    let one = body("Shape { geometry Text { string \"a\nb\" } }");
    assert!(!one.scene.geometries.is_empty());
    let text = "WorldInfo { title \"he said \\\"no\\\" { [ #\" } # don\"t { stop [\n";
    box_close(body(&format!("{text}{BOX}")).bounds(), [-1.0; 3], [1.0; 3]);
}

#[test]
fn names_that_the_language_does_not_allow() {
    for name in ["1abc-d.e:f+g(h)", "it's", "\u{e9}t\u{e9}", "-", "a\\b", "Shape", "TRUE1"] {
        let read = body(&format!("DEF {name} {BOX} Transform {{ translation 5 0 0 children USE {name} }}"));
        box_close(read.bounds(), [-1.0; 3], [6.0, 1.0, 1.0]);
    }
}

#[test]
fn prototypes_in_all_places() {
    let worlds = [
        // One within another, of which only the inner one has a shape.
        "PROTO A [ field SFFloat s 1 ] { PROTO B [ field SFFloat r 1 ] { Shape { geometry Box { size IS z } } } Group { children B {} } } A {}",
        "PROTO G [ field SFVec3f s 9 9 9 ] { Box { size IS s } } Shape { geometry G { s 2 2 2 } }",
        "PROTO G [ field MFVec3f p [] ] { Coordinate { point IS p } } Shape { geometry IndexedFaceSet { coord G { p [ -1 -1 -1, 1 -1 -1, 1 1 1 ] } coordIndex [ 0 1 2 ] } }",
        "PROTO D [ field SFNode g Box { size 2 2 2 } ] { Shape { geometry IS g } } D {}",
        "PROTO D [ exposedField MFNode children [] ] { Transform { children IS children } } D { children [ Shape { geometry Box {} } NULL ] }",
        "EXTERNPROTO Far [ field MFNode children field SFVec3f at ] [ \"urn:inet:blaxxun.com:node:Far\" \"http://x.invalid/f.wrl#Far\" ] \
         Far { at 1 2 3 children Shape { geometry Box {} } }",
        "PROTO P [ eventIn SFFloat in field SFInt32 k 3 ] { Group { children Shape { geometry Box {} } } DEF S Script { eventIn SFFloat go IS in \
         field SFInt32 kk IS k url \"vrmlscript: function go(v) { if (v > 1) { x = [ 1 ]; } }\" } } P { k 4 }",
    ];
    for text in worlds {
        box_close(body(text).bounds(), [-1.0; 3], [1.0; 3]);
    }
    let shared = body(
        "PROTO M [ field SFColor c 1 0 0 ] { Appearance { material Material { diffuseColor IS c } } } \
         Shape { appearance DEF A M { c 0 1 0 } geometry Box {} } Shape { appearance USE A geometry Box {} }",
    );
    for material in &shared.scene.materials {
        assert_eq!(material.diffuse.as_ref().unwrap().value, [0.0, 1.0, 0.0, 1.0]);
    }
}

#[test]
fn instances_stand_in_fields_of_instances_of_the_same_prototype() {
    // As humanoids are written: joints within joints. The innermost box is at y = 1 + 1 + 1.
    let read = body(
        "PROTO Joint [ exposedField MFNode children [] exposedField SFVec3f translation 0 0 0 ] \
           { Transform { translation IS translation children IS children } } \
         PROTO Humanoid [ exposedField MFNode humanoidBody [] exposedField MFNode joints [] ] { Group { children IS humanoidBody } } \
         Humanoid { humanoidBody DEF Root Joint { translation 0 1 0 children [ DEF Hip Joint { translation 0 1 0 children [ \
           Shape { geometry Box {} } Joint { translation 0 1 0 children Shape { geometry Box {} } } ] } ] } joints [ USE Root USE Hip ] }",
    );
    assert_eq!(read.lost(), Vec::<&str>::new());
    box_close(read.bounds(), [-1.0, 1.0, -1.0], [1.0, 4.0, 1.0]);
    // The `IS` in what is given to the inner instance is that of the prototype around it.
    let read = body(
        "PROTO Grp [ exposedField MFNode children [] ] { Group { children IS children } } \
         PROTO Ball [ field SFFloat r 1 ] { Grp { children [ Shape { geometry Sphere { radius IS r } } ] } } Ball { r 3 }",
    );
    assert_eq!(read.lost(), Vec::<&str>::new());
    box_close(read.bounds(), [-3.0; 3], [3.0; 3]);
}

#[test]
fn routes_may_stand_before_their_nodes() {
    let read = body(
        "ROUTE T.fraction_changed TO I.set_fraction ROUTE I.value_changed TO X.translation DEF T TimeSensor { loop True } \
         DEF I PositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0 1 0 0 ] } DEF X Transform { children Shape { geometry Box {} } }",
    );
    assert_eq!((read.scene.clips.len(), read.lost()), (1, vec![]));
}

#[test]
fn what_is_missing_unknown_or_too_much_spoils_only_itself() {
    let worlds = [
        format!("Foo {{ bar 1 2 3 baz \"x\" qux [ 1 2 ] flag TRUE children [ {BOX} ] other Bar {{ z 1 }} n NULL }}"),
        format!("Shape {{ appearance NULL geometry NULL }} Group {{ children [ NULL ] }} Transform {{ children NULL }} {BOX}"),
        format!("Group {{ children [ {BOX} Shape {{ geometry IndexedFaceSet {{ coord Coordinate {{ point [ 0 0 0, 1 0"),
        format!("{BOX} }} ] }} {BOX}"),
        format!("Transform {{ children [ {BOX} }} {BOX}"),
        format!("Separator {{ Material {{ diffuseColor 1 0 0 }} DEF X {BOX} }}"),
        format!("Transform {{ translation 1 2 children {BOX} }}"),
        format!("DEF \"my name\" {BOX}"),
        format!("shape {{ geometry box {{ }} }} {BOX}"),
        format!("DEF T TimeSensor {{ loop true enabled False }} {BOX}"),
        "Shape { geometry Box { size 2 2 2 solid 1 } appearance Appearance { texture PixelTexture { image 1 2 1\n0xFF\n0x00 repeatS FALSE } } }".into(),
        "Group { children [ Shape { geometry IndexedFaceSet { coord Coordinate { point [ -1 -1 -1 1 -1 -1 1 1 1 ] } coordIndex [ 0 1 2 -1 0 1 99 -1 ] } } ] }".into(),
    ];
    for text in worlds {
        box_close(body(&text).bounds(), [-1.0; 3], [1.0; 3]);
    }
}

#[test]
fn geometry_without_a_shape_is_shown() {
    for text in ["Box {}", "Transform { children [ Box {} ] }", "Switch { whichChoice 0 choice DEF B Box {} }"] {
        let read = body(text);
        box_close(read.bounds(), [-1.0; 3], [1.0; 3]);
        assert_eq!(read.lost(), ["CNV920"], "{text}");
    }
}

#[test]
fn flat_shapes_are_sets_of_faces_and_lines() {
    let shapes = [
        ("Rectangle2D {}", [-1.0, -1.0, 1.0, 1.0]),
        ("Rectangle2D { size 4 1 }", [-2.0, -0.5, 2.0, 0.5]),
        ("Disk2D {}", [-1.0, -1.0, 1.0, 1.0]),
        ("Disk2D { innerRadius 1 outerRadius 3 }", [-3.0, -3.0, 3.0, 3.0]),
        ("Circle2D { radius 2 }", [-2.0, -2.0, 2.0, 2.0]),
        ("Arc2D { radius 2 }", [0.0, 0.0, 2.0, 2.0]),
        ("Arc2D { startAngle 1.5707963 endAngle 0 }", [-1.0, -1.0, 1.0, 1.0]),
        ("ArcClose2D { endAngle 3.14159265 }", [-1.0, 0.0, 1.0, 1.0]),
        ("ArcClose2D { closureType \"CHORD\" startAngle 0 endAngle 1.5707963 }", [0.0, 0.0, 1.0, 1.0]),
        ("TriangleSet2D { vertices [ 0 0, 3 0, 3 4, 9 9 ] }", [0.0, 0.0, 3.0, 4.0]),
        ("Polyline2D { lineSegments [ 0 0, 4 0, 4 3 ] }", [0.0, 0.0, 4.0, 3.0]),
        ("Polypoint2D { point [ 1 2, 3 5 ] }", [1.0, 2.0, 3.0, 5.0]),
    ];
    for (shape, [left, low, right, high]) in shapes {
        let read = body(&format!("Shape {{ geometry {shape} }}"));
        box_close(read.bounds(), [left, low, 0.0], [right, high, 0.0]);
        assert_eq!(read.lost(), Vec::<&str>::new(), "{shape}");
    }
}

#[test]
fn curved_surfaces_are_shown_as_faces() {
    // Degree 2 over three control points a side, with the middle one 4 high: half of it, times one half again, is reached.
    let points = "controlPoint [ 0 0 0, 1 0 0, 2 0 0, 0 1 0, 1 1 4, 2 1 0, 0 2 0, 1 2 0, 2 2 0 ]";
    let fields = format!("uDimension 3 vDimension 3 {points}");
    let knots = "uKnot [ 0 0 0 1 1 1 ] vKnot [ 0 0 0 1 1 1 ] uOrder 3 vOrder 3";
    let declared = "EXTERNPROTO NurbsSurface [ field SFInt32 uDimension field SFInt32 vDimension \
        exposedField MFVec3f controlPoint ] [ \"urn:web3d:vrml97:node:NurbsSurface\" \"NurbsSurfacePROTO.wrl\" ]";
    let node = "Coordinate { point [ 0 0 0, 1 0 0, 2 0 0, 0 1 0, 1 1 4, 2 1 0, 0 2 0, 1 2 0, 2 2 0 ] }";
    for text in [
        format!("Shape {{ geometry NurbsSurface {{ {fields} {knots} }} }}"),
        format!("Shape {{ geometry NurbsSurface {{ {fields} }} }}"),
        format!("{declared} Shape {{ geometry NurbsSurface {{ {fields} }} }}"),
        format!("Shape {{ geometry NurbsPatchSurface {{ uDimension 3 vDimension 3 {knots} controlPoint {node} }} }}"),
    ] {
        let read = body(&text);
        box_close(read.bounds(), [0.0; 3], [2.0, 2.0, 1.0]);
        assert_eq!(read.lost(), Vec::<&str>::new(), "{text}");
    }
    // The arc of a circle, and numbers that do not fit.
    let arc = "controlPoint [ 2 0 0, 2 2 0, 0 2 0 ] weight [ 1 0.70710678 1 ] knot [ 0 0 0 1 1 1 ] order 3";
    let read = body(&format!("Shape {{ geometry NurbsCurve {{ {arc} }} }}"));
    box_close(read.bounds(), [0.0; 3], [2.0, 2.0, 0.0]);
    let read = body("Shape { geometry NurbsSurface { uDimension 3 vDimension 3 controlPoint [ 0 0 0 ] } }");
    assert_eq!((read.bounds(), read.lost()), (None, vec!["CNV901"]));
}
