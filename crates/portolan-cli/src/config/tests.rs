use super::*;

fn read(text: &str) -> Result<Config, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let path = folder.path().join(NAME);
    std::fs::write(&path, text).map_err(|e| e.to_string())?;
    Config::read(&path).map_err(|stop| match stop {
        Stop::Message(Status::Usage, message) => {
            message.split_once("portolan.toml").map_or(message.clone(), |m| m.1.to_owned())
        }
        other => format!("{other:?}"),
    })
}

fn command(name: &str) -> &'static Command {
    commands::COMMANDS.iter().find(|c| c.name == name).copied().unwrap_or(commands::COMMANDS[0])
}

fn words_of(config: &Config, name: &str, path: &str, given: &[&str]) -> Vec<String> {
    words(&config.settings(&config.concerning(path), name), command(name), given)
}

const WHOLE: &str = r#"
ignore = ["SCH013"]

[severity]
SEM101 = "error"
unused = "off"

[convert]
triangulate = true
unit = 0.01
up-axis = "Y"

[[files]]
match = ["old/**", "*_raw.dae"]
ignore = "CNV304"
severity = { SEM101 = "warning" }
convert = { triangulate = false, polygons = true, unit = 1 }
render = { layer = ["a", "b"] }
"#;

#[test]
fn settings_become_words_and_later_parts_win() -> Result<(), String> {
    let text = WHOLE.replace("unused", "SEM102");
    let config = read(&text)?;
    let plain = ["--triangulate", "--unit=0.01", "--up-axis=Y", "--ignore=SCH013"];
    assert_eq!(words_of(&config, "convert", "a.dae", &[]), plain);
    let old = ["--unit=1", "--up-axis=Y", "--ignore=SCH013", "--ignore=CNV304", "--polygons"];
    let mut of_old = words_of(&config, "convert", "old/deep/a.dae", &[]);
    of_old.sort_unstable();
    let mut old: Vec<String> = old.map(str::to_owned).into();
    old.sort_unstable();
    assert_eq!(of_old, old);
    assert_eq!(words_of(&config, "convert", "deep/x_raw.dae", &[]).len(), 5, "a pattern without a folder is for names");
    assert_eq!(words_of(&config, "render", "old/a.dae", &[]), ["--layer=a", "--layer=b"]);
    assert_eq!(
        words_of(&config, "check", "old/a.dae", &[]),
        [
            "--ignore=SCH013",
            "--ignore=SEM102",
            "--ignore=CNV304",
            "--severity-of=SEM101=error",
            "--severity-of=SEM101=warning"
        ]
    );
    Ok(())
}

#[test]
fn what_the_user_gave_wins() -> Result<(), String> {
    let config = read("ignore = ['SCH013']\n[convert]\ntriangulate = true\nunit = 0.01\n")?;
    assert_eq!(words_of(&config, "convert", "a.dae", &["unit"]), ["--triangulate", "--ignore=SCH013"]);
    // `--polygons` cannot go with `--triangulate`; lists are joined.
    assert_eq!(words_of(&config, "convert", "a.dae", &["polygons", "ignored"]), ["--unit=0.01", "--ignore=SCH013"]);
    Ok(())
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (text, told) in [
        ("[convert]\ntrianglate = true", ":2:1: `convert` has no option `trianglate`; did you mean `triangulate`?"),
        ("[convert]\ntriangulate = \"yes\"", ":2:15: `triangulate` must be true or false"),
        ("[convert]\n  unit = 'm'", ":2:10: `unit` must be a number"),
        ("[convert]\nunit = -1.0", ":2:8: invalid value '-1.0' for '--unit <METRES>': it must be a number from"),
        (
            "[convert]\nopacity = 'ä'",
            ":2:11: invalid value 'ä' for '--opacity <HOW>': it must be auto, strict or inverted",
        ),
        ("[convert]\nallow = ['/etc']", ":2:1: `allow` cannot be set in a configuration; give it on the command line"),
        ("[convert]\nlosses = 'x.json'", ":2:1: `losses` cannot be set in a configuration"),
        ("[render]\noutput = 'x.png'", ":2:1: `output` cannot be set"),
        ("[check]\nmax-bytes = 5", ":2:1: `max-bytes` cannot be set"),
        ("[check]\nignore = ['SEM']", ":2:1: `ignore` is written at the top of the file"),
        ("[check]\nonly = ['SEM999999']", ":2:8: unknown code `SEM999999`"),
        ("ignore = ['SCH0013']", ":1:11: unknown code `SCH0013`; did you mean `SCH001`?"),
        ("ignore = 5", ":1:10: `ignore` must be a list of codes"),
        ("ignored = []", ":1:1: unknown key `ignored`; did you mean `ignore`?"),
        ("zzz = 1", ":1:1: unknown key `zzz`; known keys are `check`"),
        ("[severity]\nSEM101 = 'err'", ":2:10: the severity of a code must be `error`, `warning`, `info`, `off`"),
        ("[severity]\nSEM101 = 3", ":2:10: the severity of a code must be"),
        ("convert = true", ":1:11: `convert` must be a table of options"),
        ("[files]\nmatch = 'a'", ":1:1: `files` must be written as `[[files]]`"),
        ("[[files]]\nignore = []", ":1:1: `match` is missing"),
        ("[[files]]\nmatch = ['a', 'b[']", ":2:15: `b[` is not a pattern"),
        ("a = = 1", ":1:5: this is not valid TOML: "),
        ("ignore = []\nignore = []", ":2:1: this is not valid TOML: duplicate key"),
    ] {
        let error = read(text).err().unwrap_or_default();
        assert!(error.starts_with(told), "{text:?}:\n  {error}\n  {told}");
    }
}

#[test]
fn the_nearest_file_counts_up_to_the_top_of_the_repository() -> std::io::Result<()> {
    let folder = tempfile::tempdir()?;
    let top = folder.path().canonicalize()?;
    std::fs::create_dir_all(top.join("a/b/c"))?;
    std::fs::create_dir_all(top.join("a/repository/.git"))?;
    std::fs::create_dir_all(top.join("a/repository/deep"))?;
    std::fs::write(top.join("a").join(NAME), "")?;
    assert_eq!(Config::above(&top.join("a/b/c")), Some(top.join("a").join(NAME)));
    assert_eq!(Config::above(&top.join("a/repository/deep")), None);
    std::fs::write(top.join("a/repository").join(NAME), "")?;
    assert_eq!(Config::above(&top.join("a/repository/deep")), Some(top.join("a/repository").join(NAME)));
    std::fs::write(top.join("a/b").join(NAME), "")?;
    assert_eq!(Config::above(&top.join("a/b/c")), Some(top.join("a/b").join(NAME)));
    Ok(())
}

/// Every option that a configuration may set is one of its command.
#[test]
fn options_are_those_of_the_commands() {
    for (name, options) in options::OPTIONS {
        let definition = command(name).definition();
        for (option, kind) in *options {
            let found = definition.get_arguments().find(|a| a.get_long() == Some(option));
            let flag = found.map(|a| matches!(a.get_action(), ArgAction::SetTrue));
            assert_eq!(flag, Some(*kind == options::Kind::Flag), "{name} {option}");
        }
    }
}

/// The schema in the documentation is that of the program; `PORTOLAN_BLESS=1` writes it anew.
#[test]
fn the_schema_is_the_documented_one() -> std::io::Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json/config.schema.json");
    let text = format!("{:#}\n", schema::schema());
    if std::env::var_os("PORTOLAN_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, &text)?;
    }
    assert_eq!(std::fs::read_to_string(&path)?, text);
    Ok(())
}
