//! Everything that must hold before a change lands, in one command.

use std::process::Command;

/// What is run, in this order: the quick ones first.
const STEPS: [(&str, &[&str]); 5] = [
    ("layout", &["fmt", "--all", "--check"]),
    ("clippy", &["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]),
    ("documentation", &["doc", "--workspace", "--no-deps", "--lib"]),
    ("smallest build", &["check", "--package", "portolan", "--no-default-features"]),
    ("tests", &["test", "--workspace"]),
];

/// Runs all steps, and stops at the first that fails.
pub fn run() -> Result<bool, String> {
    let root = crate::load::project_root()?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    for (name, arguments) in STEPS {
        println!("== {name}: cargo {}", arguments.join(" "));
        let mut command = Command::new(&cargo);
        command.args(arguments).current_dir(&root);
        if name == "documentation" {
            command.env("RUSTDOCFLAGS", "--deny warnings");
        }
        let status = command.status().map_err(|e| format!("cargo {name}: {e}"))?;
        if !status.success() {
            println!("== {name} failed");
            return Ok(false);
        }
    }
    if !(crate::docs::run(false)? && crate::web::tested()?) {
        return Ok(false);
    }
    println!("== python: cargo xtask python");
    crate::python::run(crate::python::Wanted::default())
}
