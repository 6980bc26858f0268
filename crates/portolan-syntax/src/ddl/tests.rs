use super::*;
use crate::tree::AttrKind;
use crate::{Findings, Limits, NodeKind, Source, Tree};

fn read(text: &str) -> (Tree, Findings) {
    parse(Source::from_text("test", text), &Limits::default())
}

fn found(text: &str) -> Vec<&'static str> {
    let (tree, findings) = read(text);
    assert_sound(&tree, text);
    findings.iter().flat_map(|f| std::iter::repeat_n(f.code.id, f.count as usize)).collect()
}

/// What must hold for every tree: it prints back, spans are nested and in order, children lie in the content.
fn assert_sound(tree: &Tree, text: &str) {
    assert_eq!(tree.print(), text.as_bytes(), "{text:?}");
    let mut start = 0;
    for node in tree.nodes() {
        assert!(node.span().start >= start, "{text:?}: {node:?}");
        assert!(text.get(node.span().range()).is_some(), "{text:?}: {node:?} {:?}", node.span());
        start = node.span().start;
        let mut from = if node.is_element() { node.open_span().end } else { node.span().start };
        assert!(from <= node.span().end, "{text:?}: {node:?}");
        for child in node.children() {
            assert!(from <= child.span().start && child.span().end <= node.span().end, "{text:?}: {node:?} {child:?}");
            from = child.span().end;
        }
        for attribute in node.attributes() {
            let (outer, inner) = (attribute.span(), attribute.value_span());
            assert!(outer.start <= inner.start && inner.end <= outer.end, "{text:?}: {attribute:?}");
            assert!(
                node.open_span().start <= outer.start && outer.end <= node.open_span().end,
                "{text:?}: {attribute:?}"
            );
            assert!(text.get(inner.range()).is_some(), "{text:?}: {attribute:?}");
        }
    }
}

/// The rules of the grammar: texts that fulfil them, and texts that break them with the only finding there is.
#[allow(clippy::type_complexity)]
const RULES: &[(&str, &[&str], &[(&str, &str)])] = &[
    (
        "file",
        &["", " \n", "A {}", "A {} B {}", "A{}B{}", "float {1}", "// only a comment", "/**/"],
        &[
            ("}", "DDL005"),
            ("A {} }", "DDL005"),
            ("A {}; B {}", "DDL001"),
            ("A {}, B {}", "DDL001"),
            ("{float {1}}", "DDL001"),
            ("(a = 1) {}", "DDL001"),
            ("\"text\"", "DDL001"),
            ("<?xml version=\"1.0\"?>", "DDL001"),
            ("* A {}", "DDL001"),
            ("hello there, world", "DDL001"),
            ("\0", "DDL001"),
        ],
    ),
    (
        "structure",
        &[
            "A {B {C {}}}",
            "A $a (b = 1) {}",
            "A %a{}",
            "A$a{}",
            "A (b = 1) {}",
            "A () {}",
            "A /* x */ $a // y\n (b) {}",
        ],
        &[
            ("A", "DDL003"),
            ("A $a", "DDL003"),
            ("A B {}", "DDL003"),
            ("A {B}", "DDL003"),
            ("A $a B {}", "DDL003"),
            ("A (b = 1) B {}", "DDL003"),
            ("A (b = 1) $a {}", "DDL009"),
            ("A $a $b {}", "DDL009"),
            ("A (b) (c) {}", "DDL009"),
            ("A[3] {}", "DDL009"),
            ("A {", "DDL004"),
            ("A {B {C", "DDL004"),
            ("A {B {float {1", "DDL004"),
            ("A {B {float {1,", "DDL004"),
            ("A {B {string {\"x", "DDL004"),
            ("A {B (c = \"x", "DDL004"),
            ("A {B (c = ", "DDL004"),
            ("A {B $", "DDL004"),
            ("A {\"text\"}", "DDL001"),
            ("A {1.0, 2.0}", "DDL001"),
            ("A {{1}}", "DDL001"),
            ("A {= B {} }", "DDL001"),
        ],
    ),
    (
        "primitive structure",
        &[
            "float {1}",
            "float $a {1}",
            "float %a {}",
            "float[2] {{1, 2}}",
            "float [ 2 ] $a {}",
            "float[2]* %a {}",
            "f{1}",
        ],
        &[
            ("float (a = 1) {1}", "DDL010"),
            ("float $a[2] {{1, 2}}", "DDL009"),
            ("float * {1}", "DDL009"),
            ("float[2][2] {{1, 2}}", "DDL009"),
            ("float[2] $a * {}", "DDL009"),
            ("float 1.0", "DDL001"),
            ("A {float {1, 2 B {} }", "DDL004"),
            ("A {float {1, 2 float {3} }", "DDL004"),
            ("A {float[2] {{1, 2} B (c = 1) {} }", "DDL004"),
            ("A {float {1, 2 } } }", "DDL005"),
            ("float {A {} }", "DDL029"),
            ("float {A (b = 1) {float {2}}}", "DDL029"),
        ],
    ),
    (
        "sub-array size",
        &["float[1] {{1}}", "float[0x2] {{1, 2}}", "float[+2] {{1, 2}}", "float[/* x */2] {{1, 2}}", "u8['\x21'] {}"],
        &[
            ("float[] {{1}}", "DDL015"),
            ("float[0] {{1}}", "DDL015"),
            ("float[-1] {{1}}", "DDL015"),
            ("float[1.5] {{1}}", "DDL015"),
            ("float[n] {{1}}", "DDL015"),
            ("float[2 {{1, 2}}", "DDL015"),
            ("float[99999999999] {{1}}", "DDL015"),
        ],
    ),
    (
        "identifier",
        &[
            "_ {}",
            "Abc_09 {}",
            "float9 {}",
            "Q {}",
            "A (float = 1) {}",
            "A $float {}",
            "A $q7 {}",
            "float[1]* {float{1}}",
        ],
        &[
            ("3DNode {}", "DDL002"),
            ("my-node {}", "DDL002"),
            ("Größe {}", "DDL002"),
            ("a.b {}", "DDL002"),
            ("q {}", "DDL008"),
            ("q7 {float {1}}", "DDL008"),
            ("f8 {}", "DDL008"),
        ],
    ),
    (
        "name",
        &["A $a {} B %a {} C {D %a {}}", "A $a {} B $A {}", "A %x {B %x {}}", "A $_ {}"],
        &[
            ("A $ {}", "DDL013"),
            ("A $1 {}", "DDL013"),
            ("A % a {}", "DDL013"),
            ("A $a-b {}", "DDL013"),
            ("A $a {} B $a {}", "DDL014"),
            ("A $a {B $a {}}", "DDL014"),
            ("A %a {} B %a {}", "DDL014"),
            ("A {B %a {} float %a {1}}", "DDL014"),
        ],
    ),
    (
        "reference",
        &["ref {$a, %b, $a%b%c, null}", "r {}", "A (target = $a%b) {}", "A (target = null, b = %c) {}"],
        &[
            ("ref {a}", "DDL020"),
            ("ref {$}", "DDL020"),
            ("ref {$a$b}", "DDL020"),
            ("ref {$a%}", "DDL020"),
            ("ref {\"$a\"}", "DDL020"),
            ("ref {$a $b}", "DDL023"),
            ("A (target = $) {}", "DDL011"),
            ("A (target = $a$b) {}", "DDL011"),
        ],
    ),
    (
        "escape-char",
        &[r#"string {"\"\'\?\\\a\b\f\n\r\t\v\x7f"}"#, r"u8 {'\'', '\\', '\x00', '\?'}"],
        &[
            (r#"string {"C:\models\box"}"#, "DDL026"),
            (r#"string {"\x1"}"#, "DDL026"),
            (r"u8 {'\0'}", "DDL026"),
            (r"u8 {'\xg0'}", "DDL026"),
            (r#"A (b = "\z") {}"#, "DDL026"),
        ],
    ),
    (
        "bool-literal",
        &["bool {true, false}", "b {0, 1}", "A (b = true, c = 0) {}"],
        &[("bool {TRUE}", "DDL020"), ("bool {2}", "DDL020"), ("bool {\"true\"}", "DDL020"), ("bool {00}", "DDL020")],
    ),
    (
        "decimal-literal",
        &["int32 {0, 007, 1_000_000}", "A (b = 1_0) {}"],
        &[("int32 {1__0}", "DDL020"), ("int32 {_1}", "DDL020"), ("int32 {1_}", "DDL020"), ("int32 {1 0}", "DDL023")],
    ),
    (
        "hex-literal",
        &["uint32 {0xFf, 0Xdead_BEEF}", "A (b = 0xFF) {}"],
        &[
            ("uint32 {0x}", "DDL020"),
            ("uint32 {0x_1}", "DDL020"),
            ("uint32 {0xG}", "DDL020"),
            ("uint32 {FF}", "DDL020"),
        ],
    ),
    ("octal-literal", &["uint32 {0o17, 0O7_7}"], &[("uint32 {0o}", "DDL020"), ("uint32 {0o8}", "DDL020")]),
    (
        "binary-literal",
        &["uint8 {0b0, 0B1111_1111}"],
        &[("uint8 {0b}", "DDL020"), ("uint8 {0b2}", "DDL020"), ("uint8 {0b1_1111_1111}", "DDL021")],
    ),
    (
        "char-literal",
        &["uint32 {'A', 'ABCD', '\"', ' ', '}', '//'}", "A (b = 'AB') {}", "A (b = -')') {}"],
        &[
            ("uint32 {''}", "DDL020"),
            ("uint32 {'ABCDE'}", "DDL021"),
            ("uint32 {'A}\n", "DDL007"),
            ("uint32 {'é'}", "DDL027"),
            ("uint32 {'\t'}", "DDL027"),
            ("float {'A'}", "DDL020"),
        ],
    ),
    (
        "integer-literal",
        &["int8 {+1, -128, 127, -0x80}", "uint64 {18446744073709551615}", "int64 {-9223372036854775808}", "uint8 {-0}"],
        &[
            ("int8 {128}", "DDL021"),
            ("uint8 {256}", "DDL021"),
            ("uint8 {-1}", "DDL021"),
            ("int32 {0xFFFFFFFF}", "DDL021"),
            ("uint64 {18446744073709551616}", "DDL021"),
            ("int32 {1.0}", "DDL020"),
            ("int32 {+}", "DDL020"),
            ("int32 {- 1}", "DDL020"),
        ],
    ),
    (
        "float-literal",
        &[
            "float {1, 1.5, -.5, +2., 1e5, 1.5E-3, 1_0.0_1e1_0}",
            "double {0x7FF0000000000000}",
            "float {0x7F800000, 0o17740000000, 0b0}",
            "half {65504, 0xFC00}",
            "A (b = -1.5e3, c = .5) {}",
        ],
        &[
            ("float {1.0f}", "DDL020"),
            ("float {.}", "DDL020"),
            ("float {1e}", "DDL020"),
            ("float {nan}", "DDL020"),
            ("float {1._5}", "DDL020"),
            ("float {1e39}", "DDL021"),
            ("half {65520}", "DDL021"),
            ("half {0x10000}", "DDL021"),
            ("float {0x100000000}", "DDL021"),
            ("float {1.5.5}", "DDL020"),
            ("A (b = 1.5.5) {}", "DDL011"),
        ],
    ),
    (
        "string-literal",
        &[
            r#"string {"", "a", "Größe 😀", "it's // no /* comment */ }"}"#,
            r#"string {"a" "b" /* c */ "d"}"#,
            r#"string {"\u00e9\U01F600"}"#,
            r#"A (b = "x", c = "y" "z") {}"#,
        ],
        &[
            ("string {abc}", "DDL020"),
            ("string {'abc'}", "DDL020"),
            ("string {\"abc}\n", "DDL007"),
            ("A {string {\"abc}}\nB (c = \"d\") {}", "DDL007"),
            ("A (b = \"c) {}\nB (c = \"d\") {}", "DDL007"),
            ("string {\"a\tb\"}", "DDL027"),
            ("string {\"a\nb\"}", "DDL027"),
            ("string {\"\u{85}\"}", "DDL027"),
            (r#"string {"\u12"}"#, "DDL026"),
            (r#"string {"\u0000"}"#, "DDL026"),
            (r#"string {"\U110000"}"#, "DDL026"),
            ("A (b = \"a\nb\") {}", "DDL027"),
        ],
    ),
    (
        "data-type",
        &["type {bool, b, float, f32, base64, z}", "A (b = uint8) {}"],
        &[("type {Float}", "DDL020"), ("type {\"float\"}", "DDL020"), ("unsigned_int32 {1}", "DDL016")],
    ),
    (
        "base64-data",
        &["base64 {}", "base64 {SGVsbG8=, SGVs bG8 , //+A, QQ==}", "z {,}", "A (b = SGVsbG8=, c = QQ==) {}"],
        &[
            ("base64 {A}", "DDL028"),
            ("base64 {AA-A}", "DDL020"),
            ("base64 {AA===}", "DDL020"),
            ("base64 {AA /* x */}", "DDL020"),
            ("base64 {\"AA\"}", "DDL020"),
        ],
    ),
    (
        "data-list",
        &["float {}", "float {1}", "float {1, 2 ,3/**/}", "string {\"a\",\"b\"}"],
        &[
            ("float {1 2}", "DDL023"),
            ("float {1,}", "DDL023"),
            ("float {,1}", "DDL023"),
            ("float {1,,2}", "DDL023"),
            ("float {1; 2}", "DDL020"),
            ("float {{1, 2}}", "DDL024"),
        ],
    ),
    (
        "data-array-list",
        &[
            "float[2] {}",
            "float[2] {{1, 2}, {3, 4}}",
            "float[1] {{1}}",
            "float[2]* {M{1, 1}, L{2, 1}, {3, 4}}",
            "ref[1] {{$a}}",
        ],
        &[
            ("float[2] {{1}}", "DDL022"),
            ("float[2] {{1, 2, 3}}", "DDL022"),
            ("float[2] {{}}", "DDL022"),
            ("float[2] {{1,, 2, 3}}", "DDL023"),
            ("float[2] {{1; 2}}", "DDL020"),
            ("float[2] {{1, 2} {3, 4}}", "DDL023"),
            ("float[2] {{1, 2},}", "DDL023"),
            ("float[2] {{1, 2,}}", "DDL023"),
            ("float[2] {1, 2}", "DDL024"),
            ("float[1] {1}", "DDL024"),
            ("float[2] {{{1, 2}, {3, 4}}", "DDL024"),
            ("float[2] {M{1, 1}, L{2, 1}}", "DDL025"),
        ],
    ),
    (
        "property",
        &[
            "A (b) {}",
            "A (b, c = true, d) {}",
            "A (b=1,c=\"x\") {}",
            "A (b = 1 /* c */, /* d */ e = 2) {}",
            "A (b = 12345678901234567890123) {}",
        ],
        &[
            ("A (b = 1, b = 2) {}", "DDL012"),
            ("A (b c) {}", "DDL011"),
            ("A (b = 1.5 c) {}", "DDL011"),
            ("A (b = 1.5 c d) {}", "DDL011, DDL011"),
            ("A (b = 1 c = 2) {}", "DDL011"),
            ("A (b = 1,) {}", "DDL011"),
            ("A (, b = 1) {}", "DDL011"),
            ("A (b = 1 {}", "DDL011"),
            ("A (b = ) {}", "DDL011"),
            ("A (b = , c = 1) {}", "DDL011"),
            ("A (1 = b) {}", "DDL011"),
            ("A (\"b\" = 1) {}", "DDL011"),
            ("A (= 1) {}", "DDL011"),
            ("A (b = #) {}", "DDL011"),
            ("A (b-c = 1) {}", "DDL011"),
        ],
    ),
    (
        "comments and white space",
        &["\x01\x1FA\t{\r\n}", "A /* /* */ {} // x", "A {/* Größe */}", "/***/", "A {//}\n}", "A //{\r{\n{}"],
        &[
            ("A {} /*", "DDL006"),
            ("A {} /*/", "DDL006"),
            ("A { /* }", "DDL006"),
            ("A /* {}", "DDL006"),
            ("float {1 /* }", "DDL006"),
            ("A {} */", "DDL001"),
            ("/* /* */ */ A {}", "DDL001"),
        ],
    ),
    ("encoding", &["// é"], &[("\u{FEFF}A {}", "DDL031"), ("A {\u{A0}}", "DDL001")]),
];

#[test]
fn every_rule_has_texts_that_fulfil_it_and_texts_that_break_it() {
    let mut failures = String::new();
    for (rule, good, bad) in RULES {
        for text in *good {
            let codes = found(text);
            if !codes.is_empty() {
                failures += &format!("{rule}: {text:?} is right, but gave {codes:?}\n");
            }
        }
        for (text, code) in *bad {
            let codes = found(text);
            if codes.join(", ") != *code {
                failures += &format!("{rule}: {text:?} should give {code}, gave {codes:?}\n");
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn every_code_is_tested() {
    let tested: Vec<&str> = RULES.iter().flat_map(|(_, _, bad)| bad.iter().map(|(_, code)| *code)).collect();
    for code in CODES {
        let elsewhere = ["DDL030", "DDL040", "DDL041"].contains(&code.id);
        assert!(elsewhere || tested.contains(&code.id), "{}", code.id);
    }
}

const SAMPLE: &str = r#"// A sample.
Metric (key = "distance", shared) {float {1.0}}
GeometryNode $node1 /* head */
{
	Name {string {"Bo" "x\n\u00e9"}}
	ObjectRef {ref {$geometry1%a, null}}
	float[2]* %path // 3
	{
		M{0x3F800000, -1.5e3}, {1, 2} /* x */
	}
	u8 {'A', 0b1}
	z {SGVs bG8=}
}
"#;

#[test]
fn the_tree_of_a_sample() {
    let (tree, findings) = read(SAMPLE);
    assert!(findings.is_empty(), "{findings:?}");
    assert_sound(&tree, SAMPLE);
    let kinds: Vec<_> = tree.document().children().map(|c| c.kind()).collect();
    assert_eq!(kinds, [NodeKind::Comment, NodeKind::Element, NodeKind::Element]);
    let metric = tree.document().child("Metric");
    let value = |name| metric.and_then(|m| m.attribute(name)).map(property);
    assert_eq!(value("key"), Some(Property::String("distance".into())));
    assert_eq!(value("shared"), Some(Property::Flag));
    let node = tree.document().child("GeometryNode");
    let names: Vec<_> = node.iter().flat_map(|n| n.attributes()).map(|a| (a.kind(), a.raw())).collect();
    assert_eq!(names, [(AttrKind::GlobalName, "$node1")]);
    let string = node.and_then(|n| n.child("Name")?.child("string")).and_then(Run::of);
    let strings: Vec<_> = string.iter().flat_map(Run::strings).flatten().map(|s| s.0).collect();
    assert_eq!(strings, ["Box\né"]);
    let path = node.and_then(|n| n.child("float"));
    let parts: Vec<_> = path.iter().flat_map(|p| p.attributes()).map(|a| (a.kind(), a.raw())).collect();
    assert_eq!(parts, [(AttrKind::SubArray, "2"), (AttrKind::States, "*"), (AttrKind::LocalName, "%path")]);
    let run = path.and_then(Run::of);
    assert_eq!(run.map(|r| r.text()), Some("M{0x3F800000, -1.5e3}, {1, 2} /* x */"));
    let floats: Vec<_> = run.iter().flat_map(Run::floats).flatten().collect();
    assert_eq!(floats.iter().map(|f| f.0).collect::<Vec<_>>(), [1.0, -1500.0, 1.0, 2.0]);
    assert!(floats.iter().all(|(_, span)| !tree.slice(*span).contains([' ', ','])));
}

#[test]
fn values_of_properties() {
    let text =
        r#"A (a = "x\ty", b = "p" "q", c = -1.5, d = $n%m, e, f = "", g = 'AB', h = SGVs bG8=, i = "last", i = "") {}"#;
    let (tree, _) = read(text);
    let root = tree.root();
    let value = |name| root.and_then(|r| r.attribute(name)).map(property);
    assert_eq!(value("a"), Some(Property::String("x\ty".into())));
    assert_eq!(value("b"), Some(Property::String("pq".into())));
    assert_eq!(value("c"), Some(Property::Literal("-1.5")));
    assert_eq!(value("d"), Some(Property::Literal("$n%m")));
    assert_eq!(value("e"), Some(Property::Flag));
    assert_eq!(value("f"), Some(Property::String("".into())));
    assert_eq!(value("g"), Some(Property::Literal("'AB'")));
    assert_eq!(value("h"), Some(Property::Literal("SGVs bG8=")));
    assert_eq!(value("i"), Some(Property::String("".into())));
    let raw = |name| root.and_then(|r| r.attribute(name)).map(|a| (a.raw().to_owned(), a.is_verbatim()));
    assert_eq!(raw("a"), Some((r"x\ty".to_owned(), false)));
    assert_eq!(raw("b"), Some((r#""p" "q""#.to_owned(), false)));
    assert_eq!(raw("i"), Some((String::new(), true)));
}

#[test]
fn reading_goes_on_behind_faults() {
    let (tree, _) = read("A {B; C {}} junk D {float {1, x, E {}} F {}");
    let names: Vec<_> = tree.nodes().filter(|n| n.is_element()).map(|n| n.name().full).collect();
    assert_eq!(names, ["A", "C", "D", "float", "E", "F"]);
}

#[test]
fn every_truncation_and_every_flipped_byte_gives_a_tree_that_prints_back() {
    for i in (0..SAMPLE.len()).filter(|&i| SAMPLE.is_char_boundary(i)) {
        let text = SAMPLE.get(..i).unwrap_or_default();
        let codes = found(text);
        assert!(codes.len() <= 1, "cut at {i}: {codes:?}");
        found(SAMPLE.get(i..).unwrap_or_default());
    }
    let limits = Limits::default();
    for i in 0..SAMPLE.len() {
        for flip in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF] {
            let mut bytes = SAMPLE.as_bytes().to_vec();
            if let Some(b) = bytes.get_mut(i) {
                *b ^= flip;
            }
            let Ok(source) = Source::new("test", bytes.clone(), Some("utf-8"), &limits) else { continue };
            let (tree, _) = parse(source, &limits);
            assert_eq!(tree.print(), bytes, "byte {i} flipped with {flip:#X}");
            let text = tree.source().text().to_owned();
            found(&text);
        }
    }
}

#[test]
fn random_tokens_give_trees_that_print_back() {
    let pieces = [
        "A", "float", "string", "{", "}", "(", ")", "[", "]", "2", "*", "$a", "%b", "$", ",", "=", "\"s\"", "\"", "'",
        "\\", "/*", "*/", "//", "\n", " ", "1.5", "é", "\0", ";", "base64", "ref", "null",
    ];
    let mut seed = 7u64;
    for _ in 0..50_000 {
        let mut text = String::new();
        for _ in 0..12 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text.push_str(pieces.get((seed >> 33) as usize % pieces.len()).unwrap_or(&""));
        }
        found(&text);
    }
}

/// Takes minutes instead of a second if anything is looked through again and again.
#[test]
fn hostile_texts_take_no_longer_than_others() {
    let limits = Limits { findings: 100, ..Limits::default() };
    for (start, piece) in [
        ("", "("),
        ("", "["),
        ("", "'"),
        ("", "\""),
        ("", "{"),
        ("", "}"),
        ("", "A "),
        ("", "A("),
        ("", "A{("),
        ("", "\"\n"),
        ("", "'\n\""),
        ("", "/* */"),
        ("", "a /**/"),
        ("", "A$"),
        ("", "A[ "),
        ("", "A[{"),
        ("A(", "b,"),
        ("A(", "b "),
        ("A(", "b="),
        ("A(b", "="),
        ("A(b=", "c "),
        ("A(b=", "c/**/"),
        ("A(", "\""),
        ("A(", "b=\"\n"),
        ("A(", "'"),
        ("A{", "%a "),
        ("A{", "B%a{}"),
        ("float{", "{"),
        ("float{", "1 "),
        ("float{", "a "),
        ("float{", "a{"),
        ("float{", "1,a("),
        ("float[2]{", "{1"),
        ("float[2]*{", "a "),
        ("float[2]*{", "a{"),
        ("float[2]{", "a/**/"),
        ("string{", "\""),
        ("string{", "\"\n"),
        ("string{", "\"\" "),
        ("string{", "\\"),
        ("z{", "= "),
        ("z{", "a b "),
        ("z{", "a{"),
        ("ref{", "$a%"),
        ("ref{", "$a "),
        ("type{", "f "),
        ("u8{", "'"),
        ("u8{", "'\n"),
        ("u8{", "1_"),
        ("float{", "x \"\n"),
        ("float{", "-'"),
        ("float{A ", "/*x*/"),
        ("float{1 A", "/*x*/ ("),
    ] {
        let text = format!("{start}{}", piece.repeat(200_000 / piece.len()));
        let (tree, _) = parse(Source::from_text("test", text.clone()), &limits);
        assert!(tree.print() == text.as_bytes(), "{start}{piece}");
    }
}

#[test]
fn limits_end_in_one_leaf() {
    let depth = Limits { depth: 3, ..Limits::default() };
    let deep = "A {".repeat(100_000);
    let (tree, findings) = parse(Source::from_text("test", deep.clone()), &depth);
    assert_eq!(findings.iter().map(|f| f.code.id).collect::<Vec<_>>(), ["DDL040"]);
    assert_eq!(tree.nodes().last().map(|n| (n.kind(), n.span().start)), Some((NodeKind::Unread, 9)));
    assert_sound(&tree, &deep);
    let nodes = Limits { nodes: 10, ..Limits::default() };
    let wide = "A {} // x\n float {1}".repeat(100);
    let (tree, findings) = parse(Source::from_text("test", wide.clone()), &nodes);
    assert_eq!(findings.iter().map(|f| f.code.id).collect::<Vec<_>>(), ["DDL041"]);
    assert!(tree.len() <= 10 && tree.nodes().last().map(|n| n.kind()) == Some(NodeKind::Unread));
    assert_sound(&tree, &wide);
    for limit in 0..6 {
        let limits = Limits { nodes: limit, depth: limit, ..Limits::default() };
        let (tree, _) = parse(Source::from_text("test", wide.clone()), &limits);
        assert_sound(&tree, &wide);
    }
}

#[test]
fn bytes_that_are_not_utf8_are_told_and_kept() {
    let bytes = b"Name {string {\"Gr\xF6\xDFe\"}}".to_vec();
    let limits = Limits::default();
    let source = Source::new("test", bytes.clone(), None, &limits);
    let Ok(source) = source else { return };
    let (tree, findings) = parse(source, &limits);
    assert_eq!(findings.iter().map(|f| f.code.id).collect::<Vec<_>>(), ["DDL030"]);
    assert_eq!(tree.print(), bytes);
}

/// `OGEX=folder cargo test -p portolan-syntax ddl::tests::corpus -- --ignored --nocapture`
#[test]
#[ignore = "reads the files of a folder given by the environment"]
#[allow(clippy::print_stdout)]
fn corpus() {
    let mut folders: Vec<std::path::PathBuf> = std::env::var_os("OGEX").into_iter().map(Into::into).collect();
    let (mut files, mut clean) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "ogex") {
                let bytes = std::fs::read(&path).unwrap_or_default();
                let limits = Limits::default();
                let Ok(source) = Source::new(path.to_string_lossy(), bytes.clone(), None, &limits) else { continue };
                let (tree, findings) = parse(source, &limits);
                assert!(tree.print() == bytes, "{path:?}");
                files += 1;
                clean += usize::from(findings.is_empty());
                for f in &findings {
                    let place = tree.source().place(f.span.start);
                    println!(
                        "{}:{}:{}: {} {} ({})",
                        path.display(),
                        place.line,
                        place.column,
                        f.code.id,
                        f.message,
                        f.count
                    );
                }
            }
        }
    }
    println!("{clean} of {files} files without finding");
}
