//! The Python package: built into a virtual environment and tested there.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the tests need besides the package, with what builds it.
const PACKAGES: [&str; 9] =
    ["maturin>=1.7,<2", "numpy", "pytest", "pillow", "trimesh", "scipy", "mypy", "pyright[nodejs]", "fsspec"];
/// What the tests of a part need that is not tested otherwise: the cluster, and Blender. They are large.
const RAY: [&str; 1] = ["ray[default]"];
const BLENDER: [&str; 1] = ["bpy"];

/// The last part of a path of an environment's program.
const PROGRAMS: &str = if cfg!(windows) { "Scripts" } else { "bin" };

/// Builds the package and runs its tests, with `--ray` also those on a cluster, with `--blender` those of the add-on.
pub fn command(words: &[String]) -> Result<bool, String> {
    if let Some(unknown) = words.iter().find(|word| !["--ray", "--blender"].contains(&word.as_str())) {
        return Err(format!("cargo xtask python: unknown option `{unknown}`; --ray and --blender are known"));
    }
    let wanted = |word: &str| words.iter().any(|w| w == word);
    run(true, wanted("--ray"), wanted("--blender"))
}

/// Builds the package and runs its tests. Where it is not needed, a quick build serves; and without Python, or what it takes, nothing is
/// done, and that is said.
pub fn run(needed: bool, ray: bool, blender: bool) -> Result<bool, String> {
    let root = crate::load::project_root()?;
    let package = root.join("bindings/python");
    let Some(python) = interpreter(blender) else {
        let message = match blender {
            true => "Python 3.11 was not found, which Blender's package `bpy` is made for",
            false => "Python 3.10 or later was not found: the Python package is not built",
        };
        println!("== {message}");
        return if needed { Err(message.to_owned()) } else { Ok(true) };
    };
    // Blender's package is made for one version of Python, and brings its own numpy.
    let environment = root.join(if blender { "target/python-blender" } else { "target/python" });
    let program = |name: &str| -> PathBuf { environment.join(PROGRAMS).join(name) };
    let own = program("python");
    let made =
        own.exists() || call(&package, &python, [OsStr::new("-m"), OsStr::new("venv"), environment.as_os_str()])?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        .into_iter()
        .chain(PACKAGES)
        .chain(RAY.into_iter().filter(|_| ray))
        .chain(BLENDER.into_iter().filter(|_| blender));
    if !(made && call(&package, &own, install)?) {
        println!("== what the Python package is built and tested with cannot be installed: it is left out");
        return Ok(!needed);
    }
    let develop: &[&str] = if needed { &["develop", "--release", "--quiet"] } else { &["develop", "--quiet"] };
    let sources = ["python/portolan", "tests"];
    let addon = root.join("blender");
    let built = call(&package, program("maturin").as_os_str(), develop)?
        && call(&package, &own, ["-m", "pytest", "--quiet"])?
        && call(&package, &own, ["-m", "mypy", "--strict"].into_iter().chain(sources))?
        && call(&package, &own, ["-m", "mypy.stubtest", "portolan"])?
        && call(
            &package,
            program("pyright").as_os_str(),
            ["--pythonpath"].map(OsStr::new).into_iter().chain([own.as_os_str()]),
        )?
        && call(&addon, &own, ["-m", "pytest", "--quiet", "tests/test_topology.py"])?;
    Ok(built && (!blender || call(&addon, &own, ["-m", "pytest", "--quiet", "tests"])?))
}

/// A Python that is new enough.
fn interpreter(blender: bool) -> Option<PathBuf> {
    let check = match blender {
        true => "import sys, venv; sys.exit(sys.version_info[:2] != (3, 11))",
        false => "import sys, venv; sys.exit(sys.version_info < (3, 10))",
    };
    let works = |name: &&str| Command::new(name).args(["-c", check]).status().is_ok_and(|s| s.success());
    ["python3", "python", "python3.11"].into_iter().find(works).map(PathBuf::from)
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
