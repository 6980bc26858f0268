use super::rows::compile;
use super::values::Value;
use super::{Content, Table};
use crate::diagnostics::Diagnostics;
use crate::notation::ast::Schema;
use crate::notation::parser::parse;

const HEADER: &str = "format f\nversions 1.4.0 1.4.1 1.5.0\nroot a\norder sequence\n";

fn read(header: &str, text: &str) -> (Table, Vec<String>) {
    let mut diagnostics = Diagnostics::default();
    let mut schema = Schema::default();
    for (name, text) in [("format", header), ("test", text)] {
        let file = diagnostics.add_file(name);
        parse(text, file, &mut schema, &mut diagnostics);
    }
    let table = compile(&schema, &mut diagnostics);
    (table, diagnostics.lines().collect())
}

fn path_of(table: &Table, parent: &str, child: &str) -> Vec<(String, u8)> {
    let parent = table.types.iter().find(|t| t.path == parent).expect("the parent exists");
    let children = parent.children.iter().filter(|c| c.0 == child);
    children.map(|c| (table.types[c.2].path.clone(), c.1)).collect()
}

#[test]
fn a_child_is_a_leaf_or_a_block_or_global() {
    let (table, errors) = read(
        HEADER,
        "a\n{\n    x  y  z  w\n    x : float\n    w : ~s\n}\na/y { : token }\nz [1.4] { : bool }\nz [1.5] { x  x : float }\n~s { x  x : bool }\n",
    );
    assert_eq!(errors, Vec::<String>::new());
    assert_eq!(path_of(&table, "a", "x"), [("a/x".to_owned(), 7)]);
    assert_eq!(path_of(&table, "a", "y"), [("a/y".to_owned(), 7)]);
    assert_eq!(path_of(&table, "a", "z"), [("z".to_owned(), 3), ("z".to_owned(), 4)]);
    assert_eq!(path_of(&table, "a", "w"), [("~s".to_owned(), 7)]);
    assert_eq!(path_of(&table, "~s", "x"), [("~s/x".to_owned(), 7)]);
}

#[test]
fn a_type_has_the_versions_in_which_it_can_be_reached() {
    let (table, errors) = read(HEADER, "a { b [1.5] }\nb { c }\nc { @x : float  @y : float [1.4] }\n");
    assert_eq!(errors, Vec::<String>::new());
    let c = table.types.iter().find(|t| t.path == "c").expect("it exists");
    assert_eq!(c.versions, 0b100);
    assert_eq!(c.attributes.len(), 1);
}

#[test]
fn what_does_not_fit_together_is_reported() {
    let (_, errors) = read(
        HEADER,
        "a\n{\n    b  c\n    b : float = x\n    d : float\n    @r : ref<nothing>\n    @r? : token [1.5]\n}\na/e { }\n~f { }\n",
    );
    let expected = [
        "test:3:8: `a` has a child `c` of unknown type",
        "test:4:9: the default `x` is not a value of this type",
        "test:5:5: the content of `a` does not mention `d`",
        "test:6:14: there is no element or type `nothing` to refer to",
        "test:7:5: `a` has the attribute `r` twice",
        "test:9:1: the content of `a` does not mention `e`, or finds another type for it",
        "test:10:1: shape `~f` is not used",
    ];
    assert_eq!(errors, expected);
}

#[test]
fn a_reference_by_plain_name_means_every_type_of_that_name() {
    let (table, errors) = read(HEADER, "a { b  s  @r : ref<s> }\nb { s }\ns { }\nb/s { }\n");
    assert_eq!(errors, Vec::<String>::new());
    let Some(Value::Reference("Uri", targets)) = table.values.first() else { panic!("a reference is expected") };
    let paths: Vec<&str> = targets.iter().map(|&t| table.types[t].path.as_str()).collect();
    assert_eq!(paths, ["b/s", "s"]);
}

#[test]
fn free_order_counts_names() {
    let header = "format f\nversions 1.0 2.0\nroot *\norder free\n";
    let (table, errors) = read(
        header,
        "*\n{\n    A+  (B | C)? [2.0]\n    data float[0|3] {1,} of 2.. unit length when k=x|y\n    @k? : enum{x y}\n}\nA { $name : any }\nB { }\nC { }\n",
    );
    assert_eq!(errors, Vec::<String>::new());
    let Content::Bag(items) = &table.types[table.root].content else { panic!("a bag is expected") };
    assert_eq!(items[0], (vec!["A".to_owned()], 3, 1, u32::MAX));
    assert_eq!(items[1], (vec!["B".to_owned(), "C".to_owned()], 2, 0, 1));
    let data = &table.types[table.root].data[0];
    assert_eq!((data.sizes.as_slice(), data.length.min, data.unit.as_str()), ([0, 3].as_slice(), 2, "length"));
    assert_eq!(data.when, Some(("k".to_owned(), vec!["x".to_owned(), "y".to_owned()])));
}
