//! Worlds that ask for too much, or for themselves.

use portolan_resources::{Found, Memory, Resources, Unreadable};
use portolan_syntax::{Budget, Limits};

use crate::{children, document, files, read, world};

#[test]
fn us_1_a_node_within_itself_ends() {
    let found =
        children(r#"<Group name="A"><children><Group><children><Use ref="A"/></children></Group></children></Group>"#);
    assert_eq!(found.lost(), ["CNV905"]);
    let two = children(
        r#"<Group name="A"><children><Use ref="B"/></children></Group><Group name="B"><children><Use ref="A"/></children></Group>"#,
    );
    assert_eq!(two.lost(), ["CNV905"]);
}

#[test]
fn in_3_a_world_that_includes_itself_ends() {
    assert_eq!(children(r#"<Inline url="a.xwrl"/>"#).lost(), ["CNV905"]);
    let ring = Memory::new().with("b.xwrl", document(r#"<children><Inline url="a.xwrl"/></children>"#));
    assert_eq!(files(r#"<children><Inline url="b.xwrl"/></children>"#, ring).lost(), ["CNV905"]);
}

#[test]
fn pr_1_a_prototype_that_contains_itself_ends() {
    let found = world(
        r##"<ProtoDeclare name="P"><body><Group><children><ProtoInstance proto="#P"/></children></Group></body></ProtoDeclare>
        <ProtoDeclare name="Q" url="#R"/><ProtoDeclare name="R" url="#Q"/>
        <children><ProtoInstance proto="#P"/><ProtoInstance proto="#Q"/></children>"##,
    );
    assert_eq!(found.lost(), ["CNV905", "CNV905"]);
}

#[test]
fn worlds_that_double_end_at_the_limit() {
    // Each prototype has two of the one before it: 2³⁹ in all.
    let mut text = String::from(
        r#"<ProtoDeclare name="P0"><body><Shape><geometry><Box/></geometry></Shape></body></ProtoDeclare>"#,
    );
    for i in 1..40 {
        let before = i - 1;
        text.push_str(&format!(
            r##"<ProtoDeclare name="P{i}"><body><Group><children><ProtoInstance proto="#P{before}"/><ProtoInstance proto="#P{before}"/></children></Group></body></ProtoDeclare>"##
        ));
    }
    text.push_str(r##"<children><ProtoInstance proto="#P39"/></children>"##);
    let memory = Memory::new().with("a.xwrl", document(&text));
    let limits = Limits { expanded: 5000, ..Limits::default() };
    assert!(read(&memory, &limits).lost().contains(&"CNV906"));
    // Uses are shared, so that 2³⁹ of them are 40 nodes; with a billboard each place has its own.
    let doubled = |inner: &str| {
        let mut text = inner.to_owned();
        for i in 1..40 {
            let before = i - 1;
            text.push_str(&format!(
                r#"<Group name="G{i}"><children><Use ref="G{before}"/><Use ref="G{before}"/></children></Group>"#
            ));
        }
        let memory = Memory::new().with("a.xwrl", document(&format!("<children>{text}</children>")));
        read(&memory, &limits)
    };
    let shared = doubled(r#"<Shape name="G0"><geometry><Box/></geometry></Shape>"#);
    assert!(shared.scene.nodes.len() < 200);
    // They cannot all be placed, which is told.
    assert_eq!(shared.lost(), ["CNV924"]);
    assert_eq!(doubled(r#"<Billboard name="G0"><children/></Billboard>"#).lost(), ["CNV924"]);
}

#[test]
fn chains_of_uses_and_inlines_are_not_followed_for_ever() {
    let mut text = String::new();
    for i in 0..2000 {
        text.push_str(&format!(r#"<Group name="G{i}"><children><Use ref="G{}"/></children></Group>"#, i + 1));
    }
    text.push_str(r#"<Group name="G2000"><children/></Group>"#);
    assert!(children(&text).lost().contains(&"CNV906"));
    let mut memory = Memory::new();
    for i in 0..60 {
        let content = document(&format!(r#"<children><Inline url="{}.xwrl"/></children>"#, i + 1));
        memory = memory.with(if i == 0 { "a.xwrl".to_owned() } else { format!("{i}.xwrl") }, content);
    }
    assert_eq!(read(&memory, &Limits::default()).lost(), ["CNV906"]);
    let many: String = (0..30).map(|i| format!(r#"<Inline url="{i}.xwrl"/>"#)).collect();
    let mut memory = Memory::new().with("a.xwrl", document(&format!("<children>{many}</children>")));
    for i in 0..30 {
        memory = memory.with(format!("{i}.xwrl"), document("<children/>"));
    }
    let few = Limits { documents: 10, ..Limits::default() };
    assert_eq!(read(&memory, &few).lost(), ["CNV906"]);
}

#[test]
fn huge_shapes_are_told_before_anything_is_made() {
    let huge = r#"<Shape><geometry><ElevationGrid xDimension="2000000000" zDimension="2000000000"><height>1</height></ElevationGrid></geometry></Shape>"#;
    assert_eq!(children(huge).lost(), ["CNV924"]);
    let memory = Memory::new().with(
        "a.xwrl",
        document("<children><Shape><geometry><Text><string>abcdefghij</string></Text></geometry></Shape></children>"),
    );
    let limits = Limits { glyphs: 5, ..Limits::default() };
    assert_eq!(read(&memory, &limits).lost(), ["CNV924"]);
}

#[test]
fn broken_documents_give_what_can_be_read() {
    let memory = Memory::new().with("a.xwrl", "<World><children><Shape><geometry><Box/>");
    let found = read(&memory, &Limits::default());
    assert_eq!(found.lost(), ["CNV900"]);
    assert!(found.bounds().is_some());
    for other in ["", "<Nothing/>", "no XML"] {
        let memory = Memory::new().with("a.xwrl", other);
        assert_eq!(read(&memory, &Limits::default()).bounds(), None);
    }
}

/// Files that count what is read.
struct Counted(Memory, Budget);

impl Resources for Counted {
    fn read(&self, location: &str, limit: u64) -> Result<Vec<u8>, Unreadable> {
        let bytes = self.0.read(location, limit)?;
        self.1.read_file(location, bytes.len() as u64);
        Ok(bytes)
    }

    fn locate(&self, base: &str, reference: &str) -> Result<Found, Unreadable> {
        self.0.locate(base, reference)
    }

    fn budget(&self) -> Budget {
        self.1.clone()
    }
}

/// What is allowed beyond what every file may take, for a world with these children.
fn allowed(children: &str, more: Memory) -> (u64, u64) {
    let text = document(&format!("<children>{children}</children>"));
    let files = Counted(more.with("a.xwrl", text.clone()), Budget::default());
    read(&files, &Limits::default());
    let own = Budget::default();
    own.read(files.1.bytes_read());
    (files.1.limit() - own.limit(), files.1.bytes_read())
}

#[test]
fn boxes_take_more_than_their_text() {
    let shape = |size: &str| format!("<Shape><geometry><Box{size}/></geometry></Shape>");
    // Those without a size of their own share one shape.
    assert_eq!(allowed(&shape("").repeat(3), Memory::new()).0, 0);
    let sized = shape(r#" size="1 2 3""#);
    assert_eq!(allowed(&sized.repeat(3), Memory::new()).0, 3 * 1500);
    // Inlined again and again they are no more than their text has room for: 32 bytes for each.
    let ten = Memory::new().with("b.xwrl", document(&format!("<children>{}</children>", sized.repeat(10))));
    let (more, read) = allowed(&r#"<Inline url="b.xwrl"/>"#.repeat(60), ten);
    assert_eq!(more, read / 32 * 1500);
    assert!(read / 32 < 600, "{read}");
}
