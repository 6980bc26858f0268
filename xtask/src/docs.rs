//! The book: its generated pages, and the book itself in `target/book`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What builds the book, in the version that is fetched where there is none.
const MDBOOK: &str = "mdbook@0.5.4";

/// Where generated pages are; the summary of the book lists them.
const GENERATED: &str = "docs/src/generated";

/// Writes the generated pages and builds the book. Without mdbook, and without a network to fetch it from, the book is
/// not built, and that is said; it fails only if the book is `needed`.
pub fn run(needed: bool) -> Result<bool, String> {
    let root = crate::load::project_root()?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    println!("== pages from the tables: {GENERATED}");
    // As the tests build it, so that nothing is built twice.
    let mut build = Command::new(&cargo);
    build.args(["build", "--quiet", "--workspace", "--example", "reference"]);
    let program = std::env::current_exe().map_err(|e| e.to_string())?.with_file_name("examples").join("reference");
    if !succeeds(&mut build, &root)? || !succeeds(Command::new(program).arg(GENERATED), &root)? {
        return Ok(false);
    }
    let Some(mdbook) = mdbook(&root, Path::new(&cargo))? else {
        println!("== mdbook is not installed and could not be fetched: the book is not built");
        return Ok(!needed);
    };
    println!("== book: target/book/index.html");
    succeeds(Command::new(mdbook).args(["build", "docs"]), &root)
}

/// The program: the one of this project, else that of the system, else it is fetched.
fn mdbook(root: &Path, cargo: &Path) -> Result<Option<PathBuf>, String> {
    let tools = root.join("target/tools");
    let own = tools.join("bin").join(if cfg!(windows) { "mdbook.exe" } else { "mdbook" });
    let works = |program: &Path| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
    };
    for program in [own.clone(), PathBuf::from("mdbook")] {
        if works(&program) {
            return Ok(Some(program));
        }
    }
    println!("== fetching {MDBOOK} into target/tools");
    let mut install = Command::new(cargo);
    install.args(["install", MDBOOK, "--locked", "--debug", "--no-default-features", "--quiet", "--root"]).arg(&tools);
    install.env("CARGO_PROFILE_DEV_DEBUG", "0");
    Ok(succeeds(&mut install, root)?.then_some(own))
}

/// Does a command that is run in a folder succeed?
pub fn succeeds(command: &mut Command, folder: &Path) -> Result<bool, String> {
    let status = command.current_dir(folder).status();
    status.map(|status| status.success()).map_err(|e| format!("{}: {e}", command.get_program().to_string_lossy()))
}
