//! The differences from the XSDs that are on purpose (`schema/deviations.toml`).

use std::path::Path;

/// One entry.
pub struct Deviation {
    paths: Vec<String>,
    versions: Vec<String>,
    /// What both sides say, in words.
    words: String,
    /// How many differences it explained.
    pub uses: usize,
}

/// All entries.
#[derive(Default)]
pub struct Deviations(pub Vec<Deviation>);

impl Deviations {
    /// Reads the file; no file means no deviations.
    pub fn load(path: &Path) -> Result<Deviations, String> {
        if !path.exists() {
            return Ok(Deviations::default());
        }
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Deviations::parse(&text).map_err(|e| format!("{}: {e}", path.display()))
    }

    fn parse(text: &str) -> Result<Deviations, String> {
        let table: toml::Table = text.parse().map_err(|e| format!("{e}"))?;
        let mut entries = Vec::new();
        for entry in table.get("deviation").and_then(|v| v.as_array()).into_iter().flatten() {
            let field = |name: &str| entry.get(name).and_then(|v| v.as_str()).unwrap_or_default();
            if field("type").is_empty() || field("reason").is_empty() {
                return Err(format!("a deviation needs `type` and `reason`: {entry:?}"));
            }
            let versions = entry.get("versions").and_then(|v| v.as_array()).into_iter().flatten();
            entries.push(Deviation {
                paths: field("type").split(',').map(|p| p.trim().to_owned()).collect(),
                versions: versions.filter_map(|v| v.as_str().map(str::to_owned)).collect(),
                words: format!("{} {}", field("xsd"), field("portolan")),
                uses: 0,
            });
        }
        Ok(Deviations(entries))
    }

    /// Is the difference at this place (`camera/optics`, `brep/edges/@count`) known?
    ///
    /// An entry that ends in `/*` holds for everything below. An entry without an attribute holds for the attributes
    /// of the type, too. Whether an attribute is required is only explained by an entry that says so.
    pub fn explains(&mut self, version: &str, place: &str, occurrence: bool) -> bool {
        let matches = |path: &str| {
            path == place
                || place.strip_prefix(path).is_some_and(|rest| rest.starts_with("/@"))
                || path.strip_suffix("/*").is_some_and(|above| {
                    place == above || place.strip_prefix(above).is_some_and(|rest| rest.starts_with('/'))
                })
        };
        let mut known = false;
        for entry in &mut self.0 {
            let version_fits = entry.versions.is_empty() || entry.versions.iter().any(|v| v == version);
            let told = !occurrence || entry.words.contains("required") || entry.words.contains("optional");
            if version_fits && told && entry.paths.iter().any(|p| matches(p)) {
                entry.uses += 1;
                known = true;
            }
        }
        known
    }

    /// Entries that explained nothing: the table or the entry has changed.
    pub fn unused(&self) -> impl Iterator<Item = String> + '_ {
        self.0.iter().filter(|e| e.uses == 0).map(|e| e.paths.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_holds_for_its_places_and_versions() {
        let text = "[[deviation]]\ntype = \"a/@x, b/*\"\nversions = [\"1.5.0\"]\nreason = \"r\"\n";
        let mut deviations = Deviations::parse(text).expect("it is well-formed");
        assert!(deviations.explains("1.5.0", "a/@x", false));
        assert!(!deviations.explains("1.5.0", "a/@x", true));
        assert!(!deviations.explains("1.4.1", "a/@x", false));
        assert!(!deviations.explains("1.5.0", "a", false));
        assert!(deviations.explains("1.5.0", "b/c/@d", false));
    }
}
