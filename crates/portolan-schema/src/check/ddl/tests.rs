use portolan_syntax::{Limits, Source, ddl};

use crate::tables::opengex::SCHEMA;
use crate::{BagItem, Child, Content, NameId, Naming, Schema, Type, TypeId, Versions, bind, check};

fn findings(schema: &'static Schema, text: &str, version: Option<&str>) -> Vec<String> {
    let limits = Limits::default();
    let source = Source::new("a.ogex", text.as_bytes().to_vec(), None, &limits).expect("within limits");
    let (tree, _) = ddl::parse(source, &limits);
    let checked = check(&tree, &bind(&tree, schema, version), &limits);
    checked.findings.iter().map(|f| format!("{} {}", f.code.id, f.message)).collect()
}

#[test]
fn without_a_version_items_of_all_versions_are_accepted() {
    let text = r#"
        Metric (key = "forward") {string {"x"}}
        Extension (type = "a") {}
        Clip {}
        Node {Transform {float[9] {{1, 0, 0, 0, 1, 0, 0, 0, 1}}}}
        Material {Texture (attrib = "sheen", x_address = "clamp") {string {"a.png"}}}
        Material {Color (attrib = "opacity") {float[3] {{1, 1, 1}}}}
    "#;
    assert_eq!(findings(&SCHEMA, text, None), Vec::<String>::new());
}

#[test]
fn a_version_that_is_named_is_judged_by() {
    let one = |text, version| findings(&SCHEMA, text, Some(version)).join("; ");
    assert_eq!(
        one("Clip {}", "1.0"),
        "SCH013 `Clip` at the top level of the file exists only in version 1.1, 2.0, 3.0"
    );
    assert_eq!(one("Clip {}", "1.1"), "");
    assert_eq!(
        one("Node {Extension (type = \"a\") {}}", "3.0"),
        "SCH013 `Extension` in `Node` exists only in version 1.1, 2.0"
    );
    assert_eq!(
        one("Metric (key = \"forward\") {string {\"x\"}}", "1.1"),
        "SCH013 `key` of `Metric`: `forward` exists only in version 2.0, 3.0"
    );
    assert_eq!(
        one("Material {Texture (attrib = \"a\", border = \"zero\") {string {\"a\"}}}", "2.0"),
        "SCH013 the property `border` of `Texture` exists only in version 3.0"
    );
    let matrix = "Node {Transform {float[9] {{1, 0, 0, 0, 1, 0, 0, 0, 1}}}}";
    assert_eq!(one(matrix, "2.0"), "SCH009 the data of `Transform` is `float[9]`, but must be `float[16]`");
    assert_eq!(one(matrix, "3.0"), "");
}

#[test]
fn properties_that_the_reader_could_not_read_are_not_judged_again() {
    assert_eq!(findings(&SCHEMA, "GeometryObject (visible = ) {Mesh {}}", None).len(), 1);
    assert_eq!(findings(&SCHEMA, "GeometryObject (visible = @) {Mesh {}}", None).len(), 1);
}

/// A format of one structure that must have a local name. OpenGEX has no such thing, other formats may.
static NAMED: Schema = Schema {
    format: "named",
    versions: &["1"],
    namespaces: &[],
    foreign: &[],
    root: TypeId(0),
    other_roots: &[],
    names: &["Part"],
    types: &[
        Type {
            path: "*",
            content: Content::Bag(&[BagItem { names: &[NameId(0)], versions: Versions(1), min: 0, max: u32::MAX }]),
            children: &[Child { name: NameId(0), versions: Versions(1), ty: TypeId(1) }],
            ..NOTHING
        },
        Type { path: "Part", naming: Naming { global: false, local: true, required: true }, ..NOTHING },
    ],
    values: &[],
    models: &[],
};

const NOTHING: Type = Type {
    path: "",
    doc: "",
    spec: "",
    status: "",
    versions: Versions(1),
    content: Content::Empty,
    children: &[],
    attributes: &[],
    events: &[],
    naming: Naming { global: false, local: false, required: false },
    data: &[],
};

#[test]
fn names_are_demanded_where_the_format_demands_them() {
    assert_eq!(findings(&NAMED, "Part %a {}", None), Vec::<String>::new());
    assert_eq!(
        findings(&NAMED, "Part {}", None),
        ["SCH006 `Part` must have a name, so that something can refer to it"]
    );
    assert_eq!(findings(&NAMED, "Part $a {}", None), ["SCH007 the name `$a` of `Part` must be local, with `%`"]);
}
