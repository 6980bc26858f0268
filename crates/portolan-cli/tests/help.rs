//! What `--help` shows, word for word: of the program and of every command. `PORTOLAN_BLESS=1` writes the texts anew;
//! read them before you commit them.

use crate::common::Folder;

/// Every command, in the order of the help.
const COMMANDS: [&str; 22] = [
    "info",
    "check",
    "fix",
    "convert",
    "render",
    "batch",
    "view",
    "verify",
    "diff",
    "sample",
    "pose",
    "simulate",
    "run",
    "get",
    "set",
    "pack",
    "unpack",
    "fmt",
    "explain",
    "schema",
    "completions",
    "man",
];

fn compare(name: &str, text: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/help").join(format!("{name}.txt"));
    if std::env::var_os("PORTOLAN_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, known, "the help of {name} changed; if it is right, run with PORTOLAN_BLESS=1");
}

#[test]
fn help_texts_are_as_they_were_read() {
    let folder = Folder::new();
    compare("portolan", &folder.run(&["--help"]).out);
    for command in COMMANDS {
        let run = folder.run(&[command, "--help"]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{command}");
        compare(command, &run.out);
        assert_eq!(folder.run(&["help", command]).out, run.out, "{command}");
    }
}

/// Help once described commands by the comment of a group of their options.
#[test]
fn every_command_says_what_it_does_and_shows_how() {
    let folder = Folder::new();
    let all = folder.run(&["--help"]).out;
    let listed = all.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let rows: Vec<(&str, &str)> = listed.lines().filter_map(|l| l.trim().split_once(' ')).collect();
    let names: Vec<&str> = rows.iter().map(|(name, _)| *name).filter(|n| *n != "help").collect();
    assert_eq!(names, COMMANDS);
    for (name, about) in rows.iter().filter(|(name, _)| *name != "help") {
        let help = folder.run(&[name, "--help"]).out;
        assert!(help.starts_with(about.trim()), "{name}: {help}");
        assert!(help.contains(&format!("Examples:\n  portolan {name}")), "{name} has no example: {help}");
        let first = about.trim().split(' ').next().unwrap();
        assert!(!first.ends_with('s'), "{name}: say what the user asks for, as in `Convert`, not `{first}`");
    }
}
