//! Names that are unique in a document.

use std::collections::HashSet;

/// Names that are taken.
#[derive(Default)]
pub(crate) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// A name that nobody has: what is wanted, as far as it is an identifier, else a word and a number.
    pub fn new_name(&mut self, wanted: Option<&str>, word: &str) -> String {
        let base = wanted.and_then(identifier);
        if let Some(base) = &base
            && self.taken.insert(base.clone())
        {
            return base.clone();
        }
        let (base, first) = match base {
            Some(base) => (format!("{base}_"), 2),
            None => (word.to_owned(), 1),
        };
        // There are more numbers than names.
        let name = (first..u64::MAX).map(|n| format!("{base}{n}")).find(|name| !self.taken.contains(name));
        let name = name.unwrap_or(base);
        self.taken.insert(name.clone());
        name
    }
}

/// A text as an identifier: what may not stand in one becomes `_`.
pub(super) fn identifier(text: &str) -> Option<String> {
    let legal = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let mut word: String = text.chars().take(120).map(legal).collect();
    if word.chars().all(|c| c == '_') {
        return None;
    }
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        word.insert(0, '_');
    }
    Some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_identifiers_and_unique() {
        let mut names = Names::default();
        let given = [Some("Cube"), Some("Cube"), Some("a b-c"), Some("1st"), None, Some("ü"), Some("Cube_2"), Some("")];
        let made: Vec<String> = given.into_iter().map(|w| names.new_name(w, "node")).collect();
        assert_eq!(made, ["Cube", "Cube_2", "a_b_c", "_1st", "node1", "node2", "Cube_2_2", "node3"]);
    }
}
