use super::*;
use crate::tree::outline;
use crate::{Node, NodeKind};

fn read(text: &str) -> (Tree, Vec<&'static str>) {
    let (tree, findings) = parse_text(text);
    assert_eq!(tree.print(), text.as_bytes(), "printed back");
    let codes = findings.iter().map(|f| f.code.id).collect();
    (tree, codes)
}

fn world(text: &str) -> Tree {
    let (tree, codes) = read(&format!("#VRML V2.0 utf8\n{text}"));
    assert_eq!(codes, Vec::<&str>::new(), "{text}");
    tree
}

fn scene(tree: &Tree) -> Node<'_> {
    tree.root().unwrap().child("Scene").unwrap()
}

fn shown(text: &str) -> String {
    let tree = world(text);
    let lines: Vec<String> = outline(scene(&tree)).lines().skip(1).map(|l| l[2..].to_owned()).collect();
    lines.join("\n")
}

#[test]
fn nodes_are_elements_and_values_are_attributes() {
    // Several nodes a line, values behind the children.
    let text =
        "DEF A Transform { children [ Shape { geometry Box { size 1 2 3 } } Group {} ] translation 1,2,,3 } Group{}";
    assert_eq!(
        shown(text),
        "Transform DEF=\"A\" translation=\"1 2  3\"\n  Shape containerField=\"children\"\n    \
         Box containerField=\"geometry\" size=\"1 2 3\"\n  Group containerField=\"children\"\nGroup"
    );
}

#[test]
fn comments_and_commas_stand_anywhere() {
    let text = "Coordinate { point [ 0 0 0, # first \" [ ]\n 1 2 3 # last\n ] } # end";
    let tree = world(text);
    let coordinate = scene(&tree).child("Coordinate").unwrap();
    let value = coordinate.attribute_value("point").unwrap();
    assert_eq!(value.split_ascii_whitespace().collect::<Vec<_>>(), ["0", "0", "0", "1", "2", "3"]);
    assert_eq!(tree.nodes().filter(|n| n.kind() == NodeKind::Comment).count(), 2);
    // Without brackets a comment may stand between the numbers of one value.
    let tree = world("Box { size 1 # wide\n 2 3 solid TRUE }");
    let size = scene(&tree).child("Box").unwrap().attribute_value("size").unwrap();
    assert_eq!(size.split_ascii_whitespace().collect::<Vec<_>>(), ["1", "2", "3"]);
}

#[test]
fn strings_have_lines_and_escapes() {
    let tree = world(
        "Text { string [ \"two\nlines # no comment\", \"a \\\"b\\\" \\\\\" ] } WorldInfo { title \"x \\\"y\\\" ]\" info \"one\" }",
    );
    let scene = scene(&tree);
    let text = scene.child("Text").unwrap().attribute_value("string").unwrap();
    assert_eq!(text, "\"two\nlines # no comment\"  \"a \\\"b\\\" \\\\\"");
    let info = scene.child("WorldInfo").unwrap();
    assert_eq!(info.attribute_value("title").unwrap(), "x \"y\" ]");
    assert!(info.attribute("info").unwrap().is_quoted());
}

#[test]
fn truths_and_hexadecimal_numbers_are_those_of_xml() {
    // 0xFFFFFFFF is -1 in 32 bits.
    assert_eq!(
        shown("PixelTexture { image 1 2 3 0xFF0000 0xFFFFFFFF repeatS FALSE repeatT TRUE }"),
        "PixelTexture image=\"1 2 3 16711680 -1\" repeatS=\"false\" repeatT=\"true\""
    );
}

#[test]
fn names_may_be_odd_and_lines_may_end_with_cr() {
    let (tree, codes) =
        read("#VRML V2.0 utf8\rDEF 1-a.b Group {}\r# comment\rROUTE 1-a.b.children_changed TO 1-a.b.set_children\r");
    assert_eq!(codes, ["WRL009"]);
    let route = scene(&tree).child("ROUTE").unwrap();
    let of = |name| route.attribute_value(name).unwrap().into_owned();
    assert_eq!((of("fromNode"), of("fromField")), ("1-a.b".to_owned(), "children_changed".to_owned()));
    assert_eq!(of("toField"), "set_children");
    assert_eq!(tree.source().place(route.span().start).line, 4);
}

#[test]
fn uses_have_the_name_of_what_they_use() {
    let text = "DEF B Box {} Shape { geometry USE B appearance NULL } Group { children [ NULL ] }";
    assert_eq!(shown(text), "Box DEF=\"B\"\nShape\n  Box USE=\"B\" containerField=\"geometry\"\nGroup");
    let (_, codes) = read("#VRML V2.0 utf8\nShape { geometry USE C }");
    assert_eq!(codes, ["WRL008"]);
}

#[test]
fn prototypes_are_those_of_xml() {
    let text = "PROTO Lamp [ exposedField SFColor c 1 0 0 eventIn SFBool on field MFNode more [ Group {} ] ] \
                { PointLight { color IS c } ROUTE A.b TO C.d } \
                EXTERNPROTO Far [ field SFFloat f ] [ \"a.wrl#Far\" \"b.wrl\" ] \
                Lamp { c 0 1 0 more USE L }  DEF L Far { f 2 }";
    let (tree, codes) = read(&format!("#VRML V2.0 utf8\n{text}"));
    assert_eq!(codes, ["WRL008"]);
    let shown = outline(scene(&tree));
    assert_eq!(
        shown,
        "Scene\n  ProtoDeclare name=\"Lamp\"\n    ProtoInterface\n      \
         field accessType=\"exposedField\" type=\"SFColor\" name=\"c\" value=\"1 0 0\"\n      \
         field accessType=\"eventIn\" type=\"SFBool\" name=\"on\"\n      \
         field accessType=\"field\" type=\"MFNode\" name=\"more\"\n        Group\n    ProtoBody\n      PointLight\n        IS\n          \
         connect nodeField=\"color\" protoField=\"c\"\n      \
         ROUTE fromNode=\"A\" fromField=\"b\" toNode=\"C\" toField=\"d\"\n  \
         ExternProtoDeclare name=\"Far\" url=\"\\\"a.wrl#Far\\\" \\\"b.wrl\\\"\"\n    \
         field accessType=\"field\" type=\"SFFloat\" name=\"f\"\n  ProtoInstance name=\"Lamp\"\n    \
         fieldValue name=\"c\" value=\"0 1 0\"\n    fieldValue name=\"more\"\n  \
         ProtoInstance name=\"Far\" DEF=\"L\"\n    fieldValue name=\"f\" value=\"2\"\n"
    );
}

#[test]
fn scripts_declare_fields() {
    let text =
        "DEF S Script { eventIn SFBool in field SFNode n USE S eventOut SFTime out IS x url \"javascript: f() {}\" }";
    assert_eq!(
        shown(text),
        "Script DEF=\"S\" url=\"javascript: f() {}\"\n  field accessType=\"eventIn\" type=\"SFBool\" name=\"in\"\n  \
         field accessType=\"field\" type=\"SFNode\" name=\"n\"\n    Script USE=\"S\"\n  \
         field accessType=\"eventOut\" type=\"SFTime\" name=\"out\"\n  IS\n    connect nodeField=\"out\" protoField=\"x\""
    );
}

#[test]
fn the_head_of_x3d_is_read() {
    let (tree, codes) = read(
        "#X3D V3.3 utf8\nPROFILE Immersive\nCOMPONENT Geospatial:1 COMPONENT HAnim : 2\nMETA \"title\" \"a \\\"b\\\"\"\nGroup {}",
    );
    assert!(codes.is_empty(), "{codes:?}");
    assert_eq!(
        outline(tree.root().unwrap()),
        "X3D version=\"3.3\" profile=\"Immersive\"\n  Comment\n  head\n    component name=\"Geospatial\" level=\"1\"\n    \
         component name=\"HAnim\" level=\"2\"\n    meta name=\"title\" content=\"a \\\"b\\\"\"\n  Scene\n    Group\n"
    );
}

#[test]
fn faults_have_lines_and_columns() {
    let told = |text: &str| {
        let (tree, findings) = parse_text(text);
        assert_eq!(tree.print(), text.as_bytes());
        let first = findings.iter().next().unwrap();
        let place = tree.source().place(first.span.start);
        (first.code.id, place.line, place.column)
    };
    assert_eq!(told("Group {}"), ("WRL001", 1, 1));
    assert_eq!(told("#VRML V1.0 ascii\nSeparator {}"), ("WRL002", 1, 1));
    assert_eq!(told("#VRML V2.0 utf8\nGroup { 3 }"), ("WRL003", 2, 9));
    assert_eq!(told("#VRML V2.0 utf8\nGroup { children [ Group {}"), ("WRL004", 2, 28));
    assert_eq!(told("#VRML V2.0 utf8\nGroup { children [ Group {} }"), ("WRL004", 2, 29));
    assert_eq!(told("#VRML V2.0 utf8\nText { string \"abc"), ("WRL005", 2, 15));
    assert_eq!(told("#VRML V2.0 utf8\nGroup {}\n}"), ("WRL006", 3, 1));
    assert_eq!(told("#VRML V2.0 utf8\nBox { size }"), ("WRL007", 2, 7));
    assert_eq!(told("#VRML V2.0 utf8\nBox size 1 2 3"), ("WRL007", 2, 1));
    assert_eq!(told("#VRML V2.0 utf8\nCoordinate { point [ 1 2 3 }"), ("WRL004", 2, 20));
}

#[test]
fn limits_hold() {
    let limits = Limits { depth: 40, ..Limits::default() };
    let deep = format!("#VRML V2.0 utf8\n{}", "Group { children [ ".repeat(100_000));
    let (tree, findings) = parse(Source::from_text("deep", deep.clone()), &limits);
    assert_eq!(findings.iter().map(|f| f.code.id).collect::<Vec<_>>(), ["WRL010"]);
    assert!(tree.len() < 60);
    let limits = Limits { nodes: 50, ..Limits::default() };
    let many = format!("#VRML V2.0 utf8\n{}", "Group {} ".repeat(1000));
    let (tree, findings) = parse(Source::from_text("many", many), &limits);
    assert_eq!(findings.iter().map(|f| f.code.id).collect::<Vec<_>>(), ["WRL010"]);
    assert!(tree.len() <= 51);
}

#[test]
fn hostile_lists_cost_little() {
    // Lists that never end must not be looked through again and again.
    let text = format!("#VRML V2.0 utf8\nGroup {{ {}", "a [ 1 { ".repeat(200_000));
    let (tree, findings) = parse_text(text);
    assert!(!findings.is_empty() && tree.len() < 1000);
}

#[test]
fn damaged_files_give_trees() {
    let text = "#VRML V2.0 utf8\nPROTO P [ field SFColor c 1 0 0 ] { Shape { appearance Appearance { material Material \
                { diffuseColor IS c } } geometry IndexedFaceSet { coord DEF C Coordinate { point [ 0 0 0, 1 0 0 ] } \
                coordIndex [ 0 1 -1 ] } } }\nDEF x P { c 0 0 1 } USE x\nScript { url [ \"a\" \"b\" ] eventIn SFBool b } \
                ROUTE x.a TO x.b # end\n";
    let mut seed = 7u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    };
    let marks = ["{", "}", "[", "]", "\"", "#", "\\", " ", "DEF ", "USE ", "PROTO ", "IS ", "0x", "\r", "ROUTE ", "é"];
    for _ in 0..20_000 {
        let mut damaged = text.to_owned();
        for _ in 0..1 + random(3) {
            let at = (random(damaged.len())..).find(|at| damaged.is_char_boundary(*at)).unwrap();
            match random(3) {
                0 => damaged.insert_str(at, marks[random(marks.len())]),
                1 => damaged.truncate(at),
                _ => {
                    let end = (at + random(20)).min(damaged.len());
                    let end = (end..=damaged.len()).find(|e| damaged.is_char_boundary(*e)).unwrap();
                    damaged.replace_range(at..end, "");
                }
            }
        }
        let (tree, _) = parse_text(damaged.clone());
        assert_eq!(tree.print(), damaged.as_bytes());
        for node in tree.nodes() {
            assert!(node.span().end as usize <= damaged.len() && node.span().start <= node.span().end, "{damaged}");
            node.attributes().for_each(|a| drop(a.value()));
            let _ = (node.name_span(), node.content_span(), node.path());
        }
    }
}
