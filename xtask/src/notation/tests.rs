use super::ast::*;
use super::lexer::{Kind, lex};
use super::parser::parse;
use crate::diagnostics::Diagnostics;

fn read(text: &str) -> (Schema, Vec<String>) {
    let mut diagnostics = Diagnostics::default();
    let mut schema = Schema::default();
    let header = diagnostics.add_file("format");
    parse("format f\nversions 1.4.0 1.4.1 1.5.0\nroot a\norder sequence\n", header, &mut schema, &mut diagnostics);
    let file = diagnostics.add_file("test");
    parse(text, file, &mut schema, &mut diagnostics);
    (schema, diagnostics.lines().collect())
}

#[test]
fn words_take_dots_hyphens_and_prefixes() {
    let mut diagnostics = Diagnostics::default();
    let kinds: Vec<Kind> =
        lex("xml:base? : a-b/c 0..1 1.4.1+ # rest", 0, &mut diagnostics).into_iter().map(|t| t.kind).collect();
    let word = |w: &str| Kind::Word(w.to_owned());
    let expected = vec![
        word("xml:base"),
        Kind::Mark('?'),
        Kind::Mark(':'),
        word("a-b/c"),
        word("0"),
        Kind::Dots,
        word("1"),
        word("1.4.1"),
        Kind::Mark('+'),
        Kind::End,
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn a_block_with_everything() {
    let (schema, errors) = read(
        "a/b [1.5]  \"Doc.\"  spec 5-1,5-2\n{\n    (x (y | z)? [1.5] | y z?)  w{1,4} [1.4.1+]\n\n    x, y : animatable float >0 <=1 unit angle(deg) = 0.5 [1.5] \"X.\" { @m? : enum{A B [1.5]} }\n    w : ~shape\n    @id? : id\n    @&set [1.4]\n}\n",
    );
    assert_eq!(errors, Vec::<String>::new());
    let block = &schema.blocks[0];
    assert_eq!(block.paths[0].gate, Some(0b100));
    assert_eq!(block.spec, "5-1,5-2");
    assert_eq!(block.leaves.len(), 2);
    let leaf = &block.leaves[0];
    assert!(leaf.animatable);
    assert_eq!(leaf.names.len(), 2);
    assert_eq!(leaf.attributes.len(), 1);
    let LeafKind::Text(text) = &leaf.kind else { panic!("a text is expected") };
    assert_eq!((text.unit.as_str(), text.default.as_deref(), text.gate), ("angle(deg)", Some("0.5"), Some(0b100)));
    let TypeKind::Plain { min: Some(min), max: Some(max), .. } = &text.ty.kind else { panic!("a range is expected") };
    assert!(!min.inclusive && max.inclusive);
    let Some(Particle { term: Term::Sequence(items), .. }) = &block.content else { panic!("a sequence is expected") };
    assert_eq!((items[1].min, items[1].max, items[1].gate), (1, 4, Some(0b110)));
    assert_eq!(block.attributes.len(), 2);
}

#[test]
fn lists_have_lengths_and_items_have_ranges() {
    let (schema, errors) = read(
        "type a = list<float 0..1 4>\ntype b = list<i64 1..4>\ntype c = list<float 3*>\ntype d = list<float >=0>\ntype e = list<ref<x y> | token 2..>\n",
    );
    assert_eq!(errors, Vec::<String>::new());
    let lengths: Vec<Length> = schema
        .types
        .iter()
        .map(|t| match &t.ty.kind {
            TypeKind::List(_, length) => *length,
            other => panic!("{other:?} is not a list"),
        })
        .collect();
    assert_eq!(lengths[0], Length { min: 4, max: 4, multiple: 1 });
    assert_eq!(lengths[1], Length { min: 1, max: 4, multiple: 1 });
    assert_eq!(lengths[2], Length { multiple: 3, ..Length::ANY });
    assert_eq!(lengths[3], Length::ANY);
    assert_eq!(lengths[4], Length { min: 2, max: UNBOUNDED, multiple: 1 });
}

#[test]
fn every_mistake_is_reported() {
    let (_, errors) = read("a\n{\n    @x : \n    @y : float [9]\n    b( : c\n}\n\nd { @ }\n");
    assert!(errors.len() >= 3, "{errors:?}");
    assert!(errors[0].starts_with("test:4:5: "), "{errors:?}");
}

#[test]
fn a_group_ends_at_the_first_column() {
    let (schema, errors) = read("group g = a*\n    b\nc\n{\n    &g\n}\n");
    assert_eq!(errors, Vec::<String>::new());
    let Term::Sequence(items) = &schema.groups[0].content.term else { panic!("a sequence is expected") };
    assert_eq!(items.len(), 2);
    assert_eq!(schema.blocks[0].paths[0].path, "c");
}
