//! Patterns of paths, in which `*` stands for a part of a name, `**` for any folders, and `{a,b}` for either.

use std::path::Path;

/// A pattern that makes sense.
#[derive(Clone, Debug)]
pub struct Pattern(String);

impl Pattern {
    /// A pattern as the user wrote it, or what is wrong with it.
    pub fn new(text: &str) -> Result<Pattern, String> {
        // The library would turn the pattern around.
        let plain = if text.starts_with('!') { format!("\\{text}") } else { text.to_owned() };
        match fast_glob::validate(&plain) {
            Ok(()) => Ok(Pattern(plain)),
            Err(why) => Err(why.to_string()),
        }
    }

    /// Does a path match as a whole?
    pub fn is_match(&self, path: impl AsRef<Path>) -> bool {
        fast_glob::glob_match(&self.0, path.as_ref().as_os_str().as_encoded_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_folders_and_choices() {
        for (pattern, yes, no) in [
            ("*.dae", "a.dae", "a/b.dae"),
            ("**/*.dae", "a/b/c.dae", "a/b/c.dae.bak"),
            ("**/*.dae", "c.dae", "c.ogex"),
            ("old/**", "old/a/b.dae", "older/a.dae"),
            ("a/**/z.dae", "a/z.dae", "a/b/y.dae"),
            ("*.{dae,ogex}", "a.ogex", "a.glb"),
            ("part[0-9].dae", "part7.dae", "parts.dae"),
            ("part[!0-9].dae", "parts.dae", "part7.dae"),
            ("part?.dae", "part7.dae", "part.dae"),
            ("!old.dae", "!old.dae", "new.dae"),
            ("a\\*.dae", "a*.dae", "ab.dae"),
        ] {
            let made = Pattern::new(pattern).unwrap();
            assert!(made.is_match(yes) && !made.is_match(no), "{pattern}");
        }
        for wrong in ["b[", "{a,b", "a\\"] {
            assert!(Pattern::new(wrong).is_err(), "{wrong}");
        }
    }
}
