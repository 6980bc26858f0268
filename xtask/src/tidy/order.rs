//! Crates use those above them in the table of ARCHITECTURE.md, and no others.

use super::File;

/// The heading above the table.
const HEADING: &str = "## Who knows what";

/// A crate in the table.
struct Row {
    name: String,
    /// The line in the file, from 1. Crates of one line do not use each other.
    line: usize,
}

/// Holds the dependencies of the crates against the table.
pub fn check(plan: &File, manifests: &[File]) -> Vec<String> {
    let rows = table(&plan.text);
    let line_of = |name: &str| rows.iter().find(|r| r.name == name).map(|r| r.line);
    let mut lines = Vec::new();
    let mut known = Vec::new();
    for manifest in manifests {
        let path = &manifest.path;
        let parsed = match manifest.text.parse::<toml::Table>() {
            Ok(parsed) => parsed,
            Err(why) => {
                lines.push(format!("{path}:1: it cannot be read, repair it: {}", why.message()));
                continue;
            }
        };
        let Some(name) = parsed.get("package").and_then(|p| p.get("name")).and_then(toml::Value::as_str) else {
            continue;
        };
        known.push(name.to_owned());
        let Some(own) = line_of(name) else {
            lines.push(format!("{path}:1: {name} is not in the table `{HEADING}` of {}: add a row", plan.path));
            continue;
        };
        for used in dependencies(&parsed) {
            let at = line_with(&manifest.text, &used);
            match line_of(&used) {
                Some(line) if line < own => {}
                Some(_) => lines.push(format!(
                    "{path}:{at}: {name} uses {used}, which is not above it in the table of {}: do without it, or move the rows",
                    plan.path
                )),
                // Crates of others, or of ours that have lines of their own here.
                None => {}
            }
        }
    }
    for row in rows.iter().filter(|r| !known.contains(&r.name)) {
        lines.push(format!("{}:{}: there is no crate {}: remove it from the table", plan.path, row.line, row.name));
    }
    if rows.is_empty() {
        lines.push(format!("{}:1: there is no table `{HEADING}`: add it", plan.path));
    }
    lines
}

/// The crates in the first column of the table.
fn table(text: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let below = text.lines().enumerate().skip_while(|(_, line)| line.trim() != HEADING).skip(1);
    for (number, line) in below.take_while(|(_, line)| !line.starts_with('#')) {
        let Some(first) = line.strip_prefix('|').and_then(|l| l.split('|').next()) else { continue };
        // Names stand between backticks.
        for name in first.split('`').skip(1).step_by(2) {
            rows.push(Row { name: name.to_owned(), line: number + 1 });
        }
    }
    rows
}

/// What a crate needs to be built; tests may use more.
fn dependencies(manifest: &toml::Table) -> Vec<String> {
    let mut names = Vec::new();
    let mut add = |table: &toml::Table| {
        for kind in ["dependencies", "build-dependencies"] {
            let Some(list) = table.get(kind).and_then(toml::Value::as_table) else { continue };
            for (key, value) in list {
                // A dependency may have another name here.
                let renamed = value.get("package").and_then(toml::Value::as_str);
                names.push(renamed.unwrap_or(key).to_owned());
            }
        }
    };
    add(manifest);
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    targets.into_iter().flat_map(|t| t.values()).filter_map(toml::Value::as_table).for_each(&mut add);
    names
}

/// The first line that begins with a name, or mentions it.
fn line_with(text: &str, name: &str) -> usize {
    let begins = |line: &str| line.trim().strip_prefix(name).is_some_and(|r| r.starts_with([' ', '=', '.']));
    let mentions = |line: &str| line.contains(&format!("\"{name}\"")) && !line.starts_with("name");
    let place = text.lines().position(begins).or_else(|| text.lines().position(mentions));
    place.map_or(1, |p| p + 1)
}
