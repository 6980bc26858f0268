//! The Python package: built into a virtual environment and tested there.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the tests need besides the package, with what builds it.
const PACKAGES: [&str; 7] = ["maturin>=1.7,<2", "numpy", "pytest", "pillow", "trimesh", "scipy", "mypy"];

/// The last part of a path of an environment's program.
const PROGRAMS: &str = if cfg!(windows) { "Scripts" } else { "bin" };

/// Builds the package and runs its tests. Where it is not needed, a quick build serves; and without Python, or what it takes, nothing is
/// done, and that is said.
pub fn run(needed: bool) -> Result<bool, String> {
    let root = crate::load::project_root()?;
    let package = root.join("bindings/python");
    let Some(python) = interpreter() else {
        let message = "Python 3.10 or later was not found: the Python package is not built";
        println!("== {message}");
        return if needed { Err(message.to_owned()) } else { Ok(true) };
    };
    let environment = root.join("target/python");
    let program = |name: &str| -> PathBuf { environment.join(PROGRAMS).join(name) };
    let own = program("python");
    let made =
        own.exists() || call(&package, &python, [OsStr::new("-m"), OsStr::new("venv"), environment.as_os_str()])?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"].into_iter().chain(PACKAGES);
    if !(made && call(&package, &own, install)?) {
        println!("== what the Python package is built and tested with cannot be installed: it is left out");
        return Ok(!needed);
    }
    let develop: &[&str] = if needed { &["develop", "--release", "--quiet"] } else { &["develop", "--quiet"] };
    Ok(call(&package, program("maturin").as_os_str(), develop)?
        && call(&package, &own, ["-m", "pytest", "--quiet"])?
        && call(&package, &own, ["-m", "mypy", "--strict", "python/portolan", "tests"])?)
}

/// A Python that is new enough.
fn interpreter() -> Option<PathBuf> {
    let check = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
    let works = |name: &&str| Command::new(name).args(["-c", check]).status().is_ok_and(|s| s.success());
    ["python3", "python"].into_iter().find(works).map(PathBuf::from)
}

fn call<A: AsRef<OsStr>>(
    folder: &Path,
    program: impl AsRef<OsStr>,
    arguments: impl IntoIterator<Item = A>,
) -> Result<bool, String> {
    let program = program.as_ref();
    let mut command = Command::new(program);
    // The environment of this process may be another one.
    command.args(arguments).current_dir(folder).env_remove("PYTHONHOME").env_remove("PYTHONPATH");
    if let Some(bin) = Path::new(program).parent().filter(|bin| bin.is_absolute()) {
        command.env("VIRTUAL_ENV", bin.parent().unwrap_or(bin));
    }
    let name = Path::new(program).file_name().unwrap_or(program).to_string_lossy().into_owned();
    let status = command.status().map_err(|e| format!("{name}: {e}"))?;
    if !status.success() {
        println!("== {name} failed");
    }
    Ok(status.success())
}
