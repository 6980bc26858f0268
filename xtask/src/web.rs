//! The library for browsers and Node, the package around it, and the viewer.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The kind of machine that browsers are.
const TARGET: &str = "wasm32-unknown-unknown";

/// What it is built with: all browsers of the last years can do several numbers at once.
const FLAGS: &str = "-Ctarget-feature=+simd128";

/// What is added where the standard library is compiled as well: a panic ends the module at once. Nobody would see its message, so that
/// neither the message nor its place is kept.
const SMALL: &str = " -Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none";

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
        return Ok(lacking_packages(&root)?.is_none() && start(&root, arguments)?);
    }
    modules(&root, &wanted)
        .and_then(|good| Ok(good && package(&root, &wanted)?))
        .and_then(|good| Ok(good && viewer(&root, &wanted)?))
}

/// Builds all of it quickly and runs its tests, and installs what they need where it can. What is missing is told, and no failure.
pub fn tested() -> Result<bool, String> {
    if compiler().is_none() && output("rustup", ["target", "add", TARGET]).is_none() {
        install("a compiler", &DEBIAN_COMPILER);
    }
    let lacking = lacking();
    if !lacking.is_empty() {
        println!("== web: left out, because something is missing:\n{}", lacking.join("\n"));
        return Ok(true);
    }
    if !has_browser() {
        install("Chromium", &["chromium"]);
    }
    if !has_browser() {
        println!("== web: the tests in a browser are left out: `apt-get install chromium`");
    }
    let root = crate::load::project_root()?;
    if let Some(folder) = lacking_packages(&root)? {
        println!("== web: left out, because npm cannot install what {folder}/package-lock.json names");
        return Ok(true);
    }
    println!("== web: cargo xtask web --quick --test");
    start(&root, &["--quick".to_owned(), "--test".to_owned()])
}

/// Packages of Debian with a compiler and the source of its standard library.
const DEBIAN_COMPILER: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// Installs packages where there is `apt-get` and the right to use it. Whoever calls looks for what they bring.
fn install(what: &str, packages: &[&str]) {
    println!("== web: installing {what}");
    let words = ["install", "--yes", "--no-install-recommends"].into_iter().chain(packages.iter().copied());
    if output("apt-get", ["update"]).is_some() {
        output("apt-get", words);
    }
}

/// Starts this program again with what makes the glue code. Few need that, so that it is built only for them.
fn start(root: &Path, arguments: &[String]) -> Result<bool, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let start = ["run", "--quiet", "--package", "xtask", "--features", "web", "--", "web"];
    call(root, cargo, start.into_iter().chain(arguments.iter().map(String::as_str)))
}

/// The places that the tests of the viewer look for a browser in.
fn has_browser() -> bool {
    let places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    std::env::var_os("CHROMIUM").is_some() || places.iter().any(|place| Path::new(place).exists())
}

/// What is not there, each with what to do about it.
pub fn lacking() -> Vec<String> {
    let mut lacking = Vec::new();
    let works = |program: &str, argument: &str| output(program, [argument]).is_some();
    if compiler().is_none() && output("rustup", ["target", "add", TARGET]).is_none() {
        let other = format!("`apt-get install {}`", DEBIAN_COMPILER.join(" "));
        lacking.push(format!(
            "  the compiler's target {TARGET}: `rustup target add {TARGET}`, or {other} (1.{OLDEST} or later)"
        ));
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

/// A compiler that can make the module.
struct Compiler {
    rustc: PathBuf,
    cargo: OsString,
    /// The linker, where the standard library is compiled from its source as well: the target comes without one then.
    from_source: Option<PathBuf>,
}

/// The compiler in use if it has the target, otherwise one that has the source of its standard library (`rustc-web` of
/// Debian).
fn compiler() -> Option<Compiler> {
    let own = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let library = output("rustc", ["--print", "target-libdir", "--target", TARGET]);
    if library.is_some_and(|folder| Path::new(folder.trim()).is_dir()) {
        return Some(Compiler { rustc: "rustc".into(), cargo: own, from_source: None });
    }
    let root = |rustc: &str| output(rustc, ["--print", "sysroot"]).map(|folder| PathBuf::from(folder.trim()));
    let linker = ["rustc", "/usr/bin/rustc"].into_iter().filter_map(root).find_map(|folder| {
        let hosts = std::fs::read_dir(folder.join("lib/rustlib")).ok()?;
        hosts.filter_map(|host| Some(host.ok()?.path().join("bin/rust-lld"))).find(|path| path.is_file())
    })?;
    let found = [("rustc", own), ("/usr/bin/rustc", "/usr/bin/cargo".into())].into_iter().find(|(rustc, _)| {
        let source = root(rustc).map(|folder| folder.join("lib/rustlib/src/rust/library/std"));
        source.is_some_and(|folder| folder.is_dir()) && minor(rustc).is_some_and(|minor| minor >= OLDEST)
    });
    found.map(|(rustc, cargo)| Compiler { rustc: rustc.into(), cargo, from_source: Some(linker) })
}

/// The oldest compiler that builds the module, by the second part of its version.
const OLDEST: u32 = 89;

fn minor(rustc: &str) -> Option<u32> {
    output(rustc, ["--version"])?.split('.').nth(1)?.parse().ok()
}

/// The modules, by the names of their files, with the features of each: what every page loads at once, and what it loads later.
const MODULES: [(&str, &str); 2] = [("portolan", ""), ("whole", "whole")];

/// The modules and their glue code, in `bindings/npm/wasm`.
fn modules(root: &Path, wanted: &Wanted) -> Result<bool, String> {
    for (name, features) in MODULES {
        if !module(root, wanted, name, features)? {
            return Ok(false);
        }
    }
    fonts(&root.join("bindings/npm/wasm/fonts.bin")).map(|()| true)
}

fn module(root: &Path, wanted: &Wanted, name: &str, features: &str) -> Result<bool, String> {
    let Some(compiler) = compiler() else { return Err(format!("no compiler has the target {TARGET}")) };
    let profile = if wanted.quick { "dev" } else { "web" };
    let mut build = Command::new(&compiler.cargo);
    build.args(["build", "--package", "portolan-wasm", "--target", TARGET, "--profile", profile]);
    build.args(["--features", features]);
    build.env("RUSTC", &compiler.rustc).env_remove("RUSTUP_TOOLCHAIN");
    let mut flags = FLAGS.to_owned();
    if let Some(linker) = &compiler.from_source {
        flags += if wanted.quick { "" } else { SMALL };
        build.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        build.args(["-Z", "build-std=std,panic_abort"]);
    }
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags).env_remove("RUSTFLAGS");
    if !crate::docs::succeeds(&mut build, root)? {
        println!("== the module was not built");
        return Ok(false);
    }
    let folder = if wanted.quick { "debug" } else { "web" };
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let built = target.join(TARGET).join(folder).join("portolan_wasm.wasm");
    glue(&built, &root.join("bindings/npm/wasm"), name)?;
    Ok(true)
}

#[cfg(feature = "web")]
fn glue(built: &Path, folder: &Path, name: &str) -> Result<(), String> {
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(built).out_name(name).typescript(false);
    bindgen.web(true).map_err(|e| e.to_string())?;
    bindgen.omit_default_module_path(true).remove_name_section(true).remove_producers_section(true);
    bindgen.generate(folder).map_err(|e| format!("{e:#}"))?;
    let made = format!("{name}_bg.wasm");
    let size = std::fs::metadata(folder.join(&made)).map_err(|e| e.to_string())?.len();
    println!("bindings/npm/wasm/{made} written: {size} bytes");
    Ok(())
}

/// Writes the fonts of letters, which modules are given.
#[cfg(feature = "web")]
fn fonts(at: &Path) -> Result<(), String> {
    std::fs::write(at, portolan_xvrml::fonts::packed()).map_err(|e| e.to_string())
}

#[cfg(not(feature = "web"))]
fn fonts(_: &Path) -> Result<(), String> {
    Err("built without the feature `web`".to_owned())
}

#[cfg(not(feature = "web"))]
fn glue(_: &Path, _: &Path, _: &str) -> Result<(), String> {
    Err("built without the feature `web`".to_owned())
}

/// The package for npm.
fn package(root: &Path, wanted: &Wanted) -> Result<bool, String> {
    let folder = root.join("bindings/npm");
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
    let built = call(&folder, "npm", ["run", "--silent", "build"])?;
    if built {
        std::fs::write(root.join(FRESH), fingerprint(root)?).map_err(|e| format!("{FRESH}: {e}"))?;
    }
    if !built || !wanted.test {
        return Ok(built);
    }
    // A browser that draws in software may be late on a busy machine: once more, then it counts.
    Ok(call(&folder, "npm", ["test", "--silent"])? || call(&folder, "npm", ["test", "--silent"])?)
}

/// What the built page was made from.
const FRESH: &str = "viewer/dist/sources.txt";

/// Files and folders that the built page is made from.
const SOURCES: [&str; 7] = [
    "bindings/npm",
    "bindings/wasm/src/lib.rs",
    "viewer/index.html",
    "viewer/package-lock.json",
    "viewer/src",
    "viewer/tsconfig.json",
    "viewer/vite.config.ts",
];

/// A line for each source of the page, with a number that is another one when it changes.
fn fingerprint(root: &Path) -> Result<String, String> {
    let mut files = Vec::new();
    for source in SOURCES {
        gather(&root.join(source), source == "bindings/npm", &mut files)?;
    }
    files.sort();
    let mut lines = String::from("The page was built from these files; `cargo xtask web` builds it anew.\n");
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let name = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        lines.push_str(&format!("{:016x} {name}\n", hash(&text)));
    }
    Ok(lines)
}

/// All files at a path; of a package its scripts alone.
fn gather(path: &Path, scripts: bool, files: &mut Vec<PathBuf>) -> Result<(), String> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path).map_err(|e| format!("{}: {e}", path.display()))? {
        let inner = entry.map_err(|e| e.to_string())?.path();
        match scripts {
            true if inner.extension().is_some_and(|e| e == "js") => files.push(inner),
            true => {}
            false => gather(&inner, false, files)?,
        }
    }
    Ok(())
}

/// FNV-1a, whatever the line ends of this machine are.
fn hash(text: &str) -> u64 {
    let bytes = text.bytes().filter(|byte| *byte != b'\r');
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Installs what the packages need, as their locks say; the folder for which that fails. `npm ci` would also want the
/// packages of other platforms in the lock.
fn lacking_packages(root: &Path) -> Result<Option<&'static str>, String> {
    for folder in ["bindings/npm", "viewer"] {
        if !call(&root.join(folder), "npm", ["install", "--silent", "--no-save", "--no-audit", "--no-fund"])? {
            return Ok(Some(folder));
        }
    }
    Ok(None)
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
    let good = crate::docs::succeeds(Command::new(program).args(arguments), folder)?;
    if !good {
        println!("== {} failed in {}", program.to_string_lossy(), folder.display());
    }
    Ok(good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_page_is_fresh_and_small() {
        let root = crate::load::project_root().unwrap();
        let built = std::fs::read_to_string(root.join(FRESH)).unwrap();
        assert_eq!(built, fingerprint(&root).unwrap(), "`cargo xtask web` builds viewer/dist anew");
        let sizes = std::fs::read_dir(root.join("viewer/dist")).unwrap();
        let total: u64 = sizes.map(|entry| entry.unwrap().metadata().unwrap().len()).sum();
        assert!(total < 1_000_000, "viewer/dist has {total} bytes");
    }
}
