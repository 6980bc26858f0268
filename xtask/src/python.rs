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

/// Bytes that the wheel may have. A feature that makes it larger should say what for.
const LARGEST_WHEEL: u64 = 9_600_000;

/// What is done besides building the package and running its tests.
#[derive(Clone, Copy, Default)]
pub struct Wanted {
    /// It is an error when that cannot be done; and the package is the one that people get, not a quick build.
    pub needed: bool,
    /// Tests on a Ray cluster.
    pub ray: bool,
    /// Tests of the add-on for Blender.
    pub blender: bool,
    /// The source distribution is built and installed elsewhere.
    pub sdist: bool,
}

/// Builds the package and runs its tests, with `--ray` also those on a cluster, with `--blender` those of the add-on, with `--sdist` from
/// the source distribution as well.
pub fn command(words: &[String]) -> Result<bool, String> {
    let mut wanted = Wanted { needed: true, ..Wanted::default() };
    for word in words {
        match word.as_str() {
            "--ray" => wanted.ray = true,
            "--blender" => wanted.blender = true,
            "--sdist" => wanted.sdist = true,
            _ => {
                let known = "--ray, --blender and --sdist are known";
                return Err(format!("cargo xtask python: unknown option `{word}`; {known}"));
            }
        }
    }
    run(wanted)
}

/// Builds the package and runs its tests. Where it is not needed, a quick build serves; and without Python, or what it takes, nothing is
/// done, and that is said.
pub fn run(wanted: Wanted) -> Result<bool, String> {
    let Wanted { needed, ray, blender, sdist } = wanted;
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
    Ok(built
        && (!blender || call(&addon, &own, ["-m", "pytest", "--quiet", "tests"])?)
        && (!needed || wheel(&root, &package, &program("maturin"))?)
        && source(&root, &package, &program("maturin"), &own)?
        && (!sdist || from_source(&root, &own)?))
}

/// Packs the wheel that people get, of what was built, and says how large it is.
fn wheel(root: &Path, package: &Path, maturin: &Path) -> Result<bool, String> {
    let folder = fresh(root, "wheel")?;
    let words = ["build", "--release", "--quiet", "--compression-level", "9", "--out"].map(OsStr::new);
    if !call(package, maturin, words.into_iter().chain([folder.as_os_str()]))? {
        return Ok(false);
    }
    let file = only_file(&folder)?;
    let size = std::fs::metadata(&file).map_err(|e| e.to_string())?.len();
    println!("== {}: {:.1} MB", file.display(), size as f64 / 1e6);
    if size > LARGEST_WHEEL {
        println!("== the wheel may have {:.1} MB", LARGEST_WHEEL as f64 / 1e6);
    }
    Ok(size <= LARGEST_WHEEL)
}

/// Packs the source distribution, and looks whether all is there that it is built of.
fn source(root: &Path, package: &Path, maturin: &Path, python: &Path) -> Result<bool, String> {
    let folder = fresh(root, "sdist")?;
    // It repeats a remark of cargo for every crate, which nobody wants to see where all is well.
    let packed = Command::new(maturin).args(["sdist", "--out"]).arg(&folder).current_dir(package).output();
    let packed = packed.map_err(|e| format!("maturin: {e}"))?;
    if !packed.status.success() {
        println!("{}== maturin failed", String::from_utf8_lossy(&packed.stderr));
        return Ok(false);
    }
    let names = Command::new(python).args(["-m", "tarfile", "-l"]).arg(only_file(&folder)?).output();
    let names = String::from_utf8_lossy(&names.map_err(|e| e.to_string())?.stdout).into_owned();
    let has = |name: &str| names.lines().any(|line| line.trim().split_once('/').is_some_and(|(_, rest)| rest == name));
    let mut missing: Vec<String> = ["Cargo.toml", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.md"]
        .into_iter()
        .chain(["bindings/python/Cargo.lock", "viewer/dist/viewer.js", "python/portolan/py.typed"])
        .map(str::to_owned)
        .collect();
    for entry in std::fs::read_dir(root.join("crates")).map_err(|e| e.to_string())?.flatten() {
        missing.push(format!("crates/{}/Cargo.toml", entry.file_name().to_string_lossy()));
    }
    missing.retain(|name| !has(name));
    for name in &missing {
        println!("== the source distribution lacks {name}");
    }
    Ok(missing.is_empty())
}

/// Installs the source distribution into an environment of its own, as people do who have no wheel for their machine.
fn from_source(root: &Path, python: &Path) -> Result<bool, String> {
    let archive = only_file(&root.join("target/python-sdist"))?;
    let folder = std::env::temp_dir().join(format!("portolan-sdist-{}", std::process::id()));
    let made = call(root, python, [OsStr::new("-m"), OsStr::new("venv"), folder.as_os_str()])?;
    let own = folder.join(PROGRAMS).join("python");
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"].map(OsStr::new);
    let line = "import portolan; assert portolan.open(b'<COLLADA/>', name='a.dae').format == 'COLLADA'";
    let done = made
        && call(&folder, &own, install.into_iter().chain([archive.as_os_str()]))?
        && call(&folder, &own, ["-c", line])?
        && call(&folder, &own, ["-m", "portolan", "--version"])?;
    std::fs::remove_dir_all(&folder).map_err(|e| e.to_string())?;
    Ok(done)
}

/// An empty folder for what is packed.
fn fresh(root: &Path, what: &str) -> Result<PathBuf, String> {
    let folder = root.join("target").join(format!("python-{what}"));
    match std::fs::remove_dir_all(&folder) {
        Err(why) if why.kind() != std::io::ErrorKind::NotFound => Err(format!("{}: {why}", folder.display())),
        _ => Ok(folder),
    }
}

/// The one file that was packed into a folder.
fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let mut files = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let file = files.next().and_then(Result::ok).ok_or_else(|| format!("{} is empty", folder.display()))?;
    Ok(file.path())
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
