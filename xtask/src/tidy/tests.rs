//! The checks on small invented files, and on the project itself.

use super::scan::uses;
use super::{File, codes, ids, length, order, outside};

fn file(path: &str, text: &str) -> File {
    File { path: path.to_owned(), text: text.to_owned() }
}

const PLAN: &str = "# Plan\n\n| `no` | row |\n\n## Who knows what\n\n| crate | knows |\n|---|---|\n| `low` | `this` is no name |\n\
                    | `left`, `right` | both |\n| `top` | all |\n\n## More\n\n| `later` | |\n";

fn manifest(name: &str, rest: &str) -> File {
    file(&format!("crates/{name}/Cargo.toml"), &format!("[package]\nname = \"{name}\"\n{rest}"))
}

fn all(left: &str, right: &str) -> Vec<String> {
    let top = "[dependencies]\nlow.workspace = true\nleft = { path = \"../left\" }\nserde = \"1\"\n";
    let manifests = [manifest("low", ""), manifest("left", left), manifest("right", right), manifest("top", top)];
    order::check(&file("PLAN.md", PLAN), &manifests)
}

#[test]
fn crates_use_those_above_them() {
    let low = "[dependencies]\nlow = { path = \"../low\" }\n";
    assert_eq!(all(low, low), Vec::<String>::new());
    // Tests may use more.
    assert_eq!(all("[dev-dependencies]\ntop = { path = \"../top\" }\n", ""), Vec::<String>::new());
}

#[test]
fn crates_do_not_use_those_beside_or_below_them() {
    let told = |name: &str, used: &str, line: usize| {
        format!(
            "crates/{name}/Cargo.toml:{line}: {name} uses {used}, which is not above it in the table of PLAN.md: do without it, or \
             move the rows"
        )
    };
    assert_eq!(all("[dependencies]\nright = \"1\"\n", ""), [told("left", "right", 4)]);
    assert_eq!(all("", "[dependencies]\nlow = \"1\"\ntop = \"1\"\n"), [told("right", "top", 5)]);
    let target = "[target.'cfg(unix)'.dependencies]\nother = { package = \"top\", path = \"../top\" }\n";
    assert_eq!(all(target, ""), [told("left", "top", 4)]);
    assert_eq!(all("[build-dependencies.top]\npath = \"../top\"\n", ""), [told("left", "top", 1)]);
}

#[test]
fn the_table_lists_the_crates() {
    let plan = file("PLAN.md", PLAN);
    let manifests = [manifest("low", ""), manifest("left", ""), manifest("new", ""), manifest("top", "")];
    let lines = order::check(&plan, &manifests);
    let told = [
        "crates/new/Cargo.toml:1: new is not in the table `## Who knows what` of PLAN.md: add a row",
        "PLAN.md:10: there is no crate right: remove it from the table",
    ];
    assert_eq!(lines, told);
    assert_eq!(order::check(&file("P.md", "text"), &[]), ["P.md:1: there is no table `## Who knows what`: add it"]);
    let broken = order::check(&plan, &[file("crates/x/Cargo.toml", "[package")]);
    assert!(broken[0].starts_with("crates/x/Cargo.toml:1: it cannot be read"), "{broken:?}");
}

fn named(source: &str) -> Vec<String> {
    uses(source).iter().map(|u| format!("{}:{}", u.line, u.path.join("::"))).collect()
}

#[test]
fn paths_are_found_in_trees_of_imports() {
    assert_eq!(named("use std::fs;\nlet x = std::env::var(\"X\");"), ["1:std::fs", "2:std::env::var"]);
    let tree = "use std::{\n  fs::{self, File as F},\n  io,\n  time::{Duration, Instant},\n};\nuse other::std::fs;";
    let paths = ["2:std::fs::self", "2:std::fs::File", "3:std::io", "4:std::time::Duration", "4:std::time::Instant"];
    assert_eq!(named(tree), paths);
    assert_eq!(named("pub use ::std::fs::*; f::<std::time::Instant>()"), ["1:std::time::Instant"]);
}

#[test]
fn comments_texts_and_tests_do_not_count() {
    let source = "//! std::fs::write\n/* a /* std::env */ std::fs */ let a = \"std::fs \\\" std::fs\"; let b = r#\"\"std::fs\"#;\n\
                  let c = '\"'; let d = '\\''; fn e<'a>() {} let f = b\"std::fs\";\n\
                  #[cfg(test)]\nuse std::{fs, env};\n#[cfg(test)]\nmod tests {\n  fn g() { std::fs::read(); }\n}\n\
                  #[cfg(test)]\nmod more;\nstd::env::args();\n";
    assert_eq!(named(source), ["12:std::env::args"]);
}

#[test]
fn few_crates_reach_outside() {
    let bad = "use std::time::{Duration, SystemTime};\nuse std::time;\nfn f() { std::fs::read(\"x\"); }\n";
    let sources = [
        file("crates/a/src/lib.rs", bad),
        file("crates/a/src/good.rs", "use std::time::Duration;\nuse std::io::Read;\n"),
        file("crates/a/src/tests.rs", bad),
        file("crates/a/src/deep/tests/one.rs", bad),
        file("crates/a/tests/all.rs", bad),
        file("crates/portolan-cli/src/main.rs", bad),
    ];
    let told = |line: usize, path: &str| {
        format!(
            "crates/a/src/lib.rs:{line}: `{path}` is for the crates that reach outside: use `Resources`, or let the caller give the \
             value"
        )
    };
    let whole = [told(1, "std::time::SystemTime"), told(2, "std::time"), told(3, "std::fs::read")];
    assert_eq!(outside::check(&sources, &[]), whole);
    let files = [("crates/a/src/lib.rs", "std::fs", "a reason")];
    assert_eq!(outside::check(&sources, &files), whole[..2]);
    let stale = outside::check(&sources[1..], &files);
    assert!(stale.len() == 1 && stale[0].contains("is not used any more"), "{stale:?}");
}

#[test]
fn files_are_short() {
    let long = "\n".repeat(801);
    let generated = format!("// Generated by `cargo xtask codegen` from schema/. Do not edit.\n{long}");
    let sources = [file("a.rs", &long[1..]), file("b.rs", &long), file("c.rs", &generated)];
    assert_eq!(length::check(&sources), ["b.rs:801: 801 lines are more than 800: split the file"]);
}

#[test]
fn the_project_is_tidy() {
    let root = crate::load::project_root().unwrap();
    let lines = super::run(&root).unwrap();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}

#[test]
fn formats_are_named_in_their_crates_only() {
    let asks =
        "fn f(id: &str) -> bool {\n    id == \"gltf\"\n}\n#[cfg(test)]\nmod tests { const A: &str = \"stl\"; }\n";
    let sources = [
        file("crates/portolan-gltf/src/lib.rs", asks),
        file("crates/portolan/src/lib.rs", asks),
        file("crates/portolan/src/words.rs", "// \"gltf\"\nconst A: &str = \"gltf 2\"; fn gltf() {}\n"),
        file("crates/portolan/tests/all.rs", asks),
        file("benches/src/main.rs", "const A: &str = \"ply\";\n"),
    ];
    let told = [
        "crates/portolan/src/lib.rs:2: `\"gltf\"` is the id of a format: ask its row (`portolan_format::Format`), or move this to \
         crates/portolan-gltf/",
        "benches/src/main.rs:1: `\"ply\"` is the id of a format: ask its row (`portolan_format::Format`), or move this to \
         crates/portolan-plain/",
    ];
    assert_eq!(ids::check(&sources, &[]), told);
    let excepted = [("crates/portolan/src/lib.rs", "gltf", "a reason"), ("benches/src/main.rs", "stl", "a reason")];
    let lines = ids::check(&sources, &excepted);
    assert_eq!(lines[0], told[1]);
    assert!(lines.len() == 2 && lines[1].contains("`stl` is not used any more"), "{lines:?}");
}

#[test]
fn codes_are_documented_and_declared_once() {
    let good = "codes! {\n    /// All.\n    CODES:\n\n    /// Finds this.\n    ///\n    /// Do that.\n    ONE \"ABC001\" \"one\" Error;\n}\n\
                rule! {\n    /// Finds that.\n    \"ABC002\" \"two\" Info, spec \"1\", on document, check\n}\n\
                fn f() { expect(\"ABC003\", \"x\"); }\n";
    assert_eq!(codes::check(&[file("crates/a/src/lib.rs", good)]), [""; 0]);
    let bad = "codes! {\n    CODES:\n    ONE \"ABC001\" \"one\" Error;\n    /// todo\n    TWO \"ABC004\" \"four\" Warning;\n}\n\
               static THREE: Code = Code { id: \"ABC005\", name: \"five\", doc: \"\" };\n";
    let lines = codes::check(&[file("crates/a/src/lib.rs", good), file("crates/b/src/lib.rs", bad)]);
    let told = |line: usize, id: &str| {
        format!(
            "crates/b/src/lib.rs:{line}: `{id}` is not documented: say in sentences what it finds, why that matters and what to do"
        )
    };
    let twice = "crates/b/src/lib.rs:3: `ABC001` is declared at crates/a/src/lib.rs:8 as well: take a number that was never used";
    assert_eq!(lines, [told(3, "ABC001"), twice.to_owned(), told(5, "ABC004"), told(7, "ABC005")]);
}
