//! Names that are unique in a document.

use std::collections::{HashMap, HashSet};

/// Names that are taken.
#[derive(Default)]
pub(crate) struct Names {
    taken: HashSet<String>,
    /// Ids of the scene. Only the objects that have them are called so.
    reserved: HashSet<String>,
    /// The next number behind a word.
    next: HashMap<String, u64>,
}

impl Names {
    /// Keeps an id for the object that has it.
    pub fn reserve(&mut self, id: &str) {
        if identifier(id).is_some_and(|own| own == id) {
            self.reserved.insert(id.to_owned());
        }
    }

    /// Takes a name that is no object's; `false` if it is somebody's.
    pub fn take(&mut self, name: &str) -> bool {
        !self.reserved.contains(name) && self.taken.insert(name.to_owned())
    }

    /// The name of an object with an id: the id, if it is an identifier that no other object with this id has taken.
    pub fn of_id(&mut self, id: Option<&str>, word: &str) -> String {
        match id.filter(|id| self.reserved.contains(*id)) {
            Some(id) if self.taken.insert(id.to_owned()) => id.to_owned(),
            _ => self.new_name(id, word),
        }
    }

    /// A name that nobody has: what is wanted, as far as it is an identifier, else a word and a number.
    pub fn new_name(&mut self, wanted: Option<&str>, word: &str) -> String {
        let base = wanted.and_then(identifier);
        if let Some(base) = &base
            && !self.reserved.contains(base)
            && self.taken.insert(base.clone())
        {
            return base.clone();
        }
        let (base, first) = match base {
            Some(base) => (format!("{base}_"), 2),
            None => (word.to_owned(), 1),
        };
        let next = self.next.entry(base.clone()).or_insert(first);
        loop {
            let name = format!("{base}{next}");
            *next += 1;
            if !self.reserved.contains(&name) && self.taken.insert(name.clone()) {
                return name;
            }
        }
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

    #[test]
    fn ids_are_kept_for_their_objects() {
        let mut names = Names::default();
        ["node1", "Cube_2", "b_c"].into_iter().for_each(|id| names.reserve(id));
        assert_eq!(names.new_name(None, "node"), "node2");
        assert_eq!(names.new_name(Some("node1"), "node"), "node1_2");
        assert_eq!(names.of_id(Some("b c"), "node"), "b_c_2");
        // A node that is placed a second time.
        assert_eq!(names.of_id(Some("Cube"), "node"), "Cube");
        assert_eq!(names.of_id(Some("Cube"), "node"), "Cube_3");
        assert_eq!(["node1", "Cube_2", "b_c"].map(|id| names.of_id(Some(id), "node")), ["node1", "Cube_2", "b_c"]);
    }
}
