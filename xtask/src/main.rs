//! Chores of the project.

mod audit;
mod compile;
mod diagnostics;
mod docs;
mod emit;
mod load;
mod notation;
mod profile;
mod python;
mod test;
mod tidy;
mod web;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask COMMAND

  schema-lint [FORMAT…]      check the tables in schema/
  codegen [--check]          write the generated files, or say which are stale
  test                       everything that must hold before a change lands: layout, clippy, documentation, tests, book, web
  docs                       write the pages of the book that are made from the tables, and build it into target/book
  python [--ray] [--blender] build the Python package into target/python and run its tests; --ray also on a cluster, --blender also
                             those of the add-on for Blender
  web [--quick] [--test]     build the module for browsers and Node, its package and the viewer; --test runs their tests
  tidy                       check the files of the project against its plan: crates, sizes, who reaches outside
  profile FILE [COMMAND…]    say where time goes: `convert FILE` or another command under perf, or with --instructions callgrind
  audit --xsd DIR [--all]    compare the COLLADA table with the published XSDs (--all: known deviations, too)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", &[][..]),
    };
    let result = match command {
        "schema-lint" => schema_lint(rest),
        "codegen" => codegen(rest.iter().any(|a| a == "--check")),
        "test" => test::run(),
        "docs" => docs::run(true),
        "python" => python::command(rest),
        "web" => web::run(rest),
        "tidy" => tidy(),
        "profile" => profile::run(rest),
        "audit" => audit(rest),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(true)
        }
        other => Err(format!("there is no command `{other}`\n\n{USAGE}")),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn schema_lint(formats: &[String]) -> Result<bool, String> {
    let root = load::project_root()?;
    let mut good = true;
    for loaded in load::load_all(&root)? {
        if !formats.is_empty() && !formats.contains(&loaded.name) {
            continue;
        }
        for line in loaded.diagnostics.lines() {
            println!("{line}");
        }
        let errors = loaded.diagnostics.errors();
        println!(
            "{}: {} types, {} values, {errors} errors",
            loaded.name,
            loaded.table.types.len(),
            loaded.table.values.len()
        );
        good &= errors == 0;
    }
    Ok(good)
}

fn codegen(check: bool) -> Result<bool, String> {
    let root = load::project_root()?;
    let mut good = true;
    for loaded in load::load_all(&root)? {
        if loaded.diagnostics.errors() > 0 {
            for line in loaded.diagnostics.lines() {
                println!("{line}");
            }
            println!("{}: not generated", loaded.name);
            good = false;
            continue;
        }
        let tables = "crates/portolan-schema/src/tables";
        let table = emit::tables::render(&loaded.table);
        good &= refresh(&root, &format!("{tables}/{}.rs", loaded.name), &table, check)?;
    }
    Ok(good)
}

/// Writes a generated file if it differs, or says that it is stale.
fn refresh(root: &Path, relative: &str, text: &str, check: bool) -> Result<bool, String> {
    let path = root.join(relative);
    if fs::read_to_string(&path).is_ok_and(|old| old == text) {
        return Ok(true);
    }
    if check {
        println!("{relative} is stale: run `cargo xtask codegen`");
        return Ok(false);
    }
    fs::create_dir_all(path.parent().unwrap_or(root)).map_err(|e| e.to_string())?;
    fs::write(&path, text).map_err(|e| format!("{relative}: {e}"))?;
    println!("{relative} written");
    Ok(true)
}

fn tidy() -> Result<bool, String> {
    let lines = tidy::run(&load::project_root()?)?;
    lines.iter().for_each(|line| println!("{line}"));
    Ok(codegen(true)? && lines.is_empty())
}

fn audit(arguments: &[String]) -> Result<bool, String> {
    let mut folder = None;
    let mut all = false;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--xsd" => folder = rest.next(),
            "--all" => all = true,
            other => return Err(format!("audit does not know `{other}`")),
        }
    }
    let folder = folder.ok_or("audit needs `--xsd DIR`, the folder with the published schemas")?;
    let root = load::project_root()?;
    let formats = load::load_all(&root)?;
    let collada = formats.iter().find(|f| f.name == "collada").ok_or("there is no schema/collada")?;
    let sound = collada.diagnostics.errors() == 0;
    if !sound {
        println!("the table has {} errors: see `cargo xtask schema-lint`", collada.diagnostics.errors());
    }
    let same = audit::run(&collada.table, Path::new(folder), &root.join("schema/deviations.toml"), all)?;
    Ok(sound && same)
}

#[cfg(test)]
mod tests {
    #[test]
    fn generated_files_are_fresh() {
        assert_eq!(super::codegen(true), Ok(true));
    }
}
