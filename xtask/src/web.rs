//! The library for browsers and Node, the package around it, and the viewer.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The kind of machine that browsers are.
const TARGET: &str = "wasm32-unknown-unknown";

/// What is wanted.
struct Wanted {
    /// Is the module built without much effort of the compiler?
    quick: bool,
    /// Are the tests of the package and of the viewer run?
    test: bool,
}

/// Builds all of it, and says what is missing for it.
pub fn run(arguments: &[String]) -> Result<bool, String> {
    let mut wanted = Wanted { quick: false, test: false };
    for argument in arguments {
        match argument.as_str() {
            "--quick" => wanted.quick = true,
            "--test" => wanted.test = true,
            other => return Err(format!("web does not know `{other}`")),
        }
    }
    let root = crate::load::project_root()?;
    let lacking = lacking();
    if !lacking.is_empty() {
        return Err(format!("what the web needs is missing:\n{}", lacking.join("\n")));
    }
    if !cfg!(feature = "web") {
        // Few need what makes the glue code, so that it is built only for them.
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let start = ["run", "--quiet", "--package", "xtask", "--features", "web", "--", "web"];
        return call(&root, cargo, start.into_iter().chain(arguments.iter().map(String::as_str)));
    }
    module(&root, &wanted)
        .and_then(|good| Ok(good && package(&root, &wanted)?))
        .and_then(|good| Ok(good && viewer(&root, &wanted)?))
}

/// What is not there, each with what to do about it.
pub fn lacking() -> Vec<String> {
    let mut lacking = Vec::new();
    let works = |program: &str, argument: &str| output(program, [argument]).is_some();
    if !has_target() && output("rustup", ["target", "add", TARGET]).is_none() {
        lacking.push(format!("  the compiler's target {TARGET}: `rustup target add {TARGET}`"));
    }
    let node = output("node", ["--version"]);
    let version = node.as_deref().and_then(|v| v.trim().strip_prefix('v')?.split('.').next()?.parse::<u32>().ok());
    if version.is_none_or(|major| major < 20) {
        lacking.push("  Node 20 or later: `apt-get install nodejs npm`".to_owned());
    }
    if !works("npm", "--version") {
        lacking.push("  npm: `apt-get install npm`".to_owned());
    }
    lacking
}

fn has_target() -> bool {
    let library = output("rustc", ["--print", "target-libdir", "--target", TARGET]);
    library.is_some_and(|folder| Path::new(folder.trim()).is_dir())
}

/// The module itself and its glue code, in `bindings/npm/wasm`.
fn module(root: &Path, wanted: &Wanted) -> Result<bool, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let profile = if wanted.quick { "dev" } else { "web" };
    let build = ["build", "--package", "portolan-wasm", "--target", TARGET, "--profile", profile];
    if !call(root, cargo, build)? {
        return Ok(false);
    }
    let folder = if wanted.quick { "debug" } else { "web" };
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let built = target.join(TARGET).join(folder).join("portolan_wasm.wasm");
    glue(&built, &root.join("bindings/npm/wasm"))?;
    Ok(true)
}

#[cfg(feature = "web")]
fn glue(built: &Path, folder: &Path) -> Result<(), String> {
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(built).out_name("portolan").typescript(false);
    bindgen.web(true).map_err(|e| e.to_string())?;
    bindgen.omit_default_module_path(true).remove_name_section(true).remove_producers_section(true);
    bindgen.generate(folder).map_err(|e| format!("{e:#}"))?;
    let size = std::fs::metadata(folder.join("portolan_bg.wasm")).map_err(|e| e.to_string())?.len();
    println!("bindings/npm/wasm/portolan_bg.wasm written: {size} bytes");
    Ok(())
}

#[cfg(not(feature = "web"))]
fn glue(_: &Path, _: &Path) -> Result<(), String> {
    Err("built without the feature `web`".to_owned())
}

/// The package for npm.
fn package(root: &Path, wanted: &Wanted) -> Result<bool, String> {
    let folder = root.join("bindings/npm");
    if !installed(&folder)? {
        return Ok(false);
    }
    if !wanted.test {
        return Ok(true);
    }
    Ok(call(&folder, "npm", ["run", "--silent", "types"])? && call(&folder, "npm", ["test", "--silent"])?)
}

/// The viewer, in `viewer/dist`.
fn viewer(root: &Path, wanted: &Wanted) -> Result<bool, String> {
    let folder = root.join("viewer");
    if !folder.is_dir() {
        return Ok(true);
    }
    let built = installed(&folder)? && call(&folder, "npm", ["run", "--silent", "build"])?;
    if !built || !wanted.test {
        return Ok(built);
    }
    call(&folder, "npm", ["test", "--silent"])
}

/// Installs what a package needs, as its lock says.
fn installed(folder: &Path) -> Result<bool, String> {
    call(folder, "npm", ["ci", "--silent", "--no-audit", "--no-fund"])
}

fn output<A: AsRef<OsStr>>(program: &str, arguments: impl IntoIterator<Item = A>) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok().filter(|o| o.status.success())?;
    String::from_utf8(output.stdout).ok()
}

fn call<A: AsRef<OsStr>>(
    folder: &Path,
    program: impl AsRef<OsStr>,
    arguments: impl IntoIterator<Item = A>,
) -> Result<bool, String> {
    let program = program.as_ref();
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    let name = program.to_string_lossy().into_owned();
    let status = command.status().map_err(|e| format!("{name}: {e}"))?;
    if !status.success() {
        println!("== {name} failed in {}", folder.display());
    }
    Ok(status.success())
}
