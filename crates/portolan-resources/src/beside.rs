//! Files that go with a document that is written.

use crate::uri;

/// Files that are put beside a document, each under a name of its own.
#[derive(Default, Debug)]
pub struct Beside(Vec<(String, Vec<u8>)>);

impl Beside {
    /// Puts a file there and tells its name: the wanted one, numbered if another file has it. What is there already is not
    /// put there again.
    pub fn put(&mut self, wanted: String, bytes: Vec<u8>) -> String {
        if let Some((name, _)) = self.0.iter().find(|(_, b)| *b == bytes) {
            return name.clone();
        }
        let taken = |name: &str| self.0.iter().any(|(n, _)| n.eq_ignore_ascii_case(name));
        let (stem, extension) = match wanted.rsplit_once('.') {
            Some((stem, extension)) => (stem.to_owned(), format!(".{extension}")),
            None => (wanted.clone(), String::new()),
        };
        let numbered = (2u64..).map(|n| format!("{stem}_{n}{extension}"));
        let name = std::iter::once(wanted).chain(numbered).find(|n| !n.is_empty() && !taken(n)).unwrap_or_default();
        self.0.push((name.clone(), bytes));
        name
    }

    /// All of them, with their names.
    pub fn into_files(self) -> Vec<(String, Vec<u8>)> {
        self.0
    }
}

/// The last part of a reference, with nothing that file systems forbid in names; empty only if there is none.
pub fn file_name(reference: &str) -> String {
    let path = reference.split(['?', '#']).next().unwrap_or_default();
    let last = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let decoded = uri::decode(last).map_or_else(|| last.to_owned(), |d| d.into_owned());
    let forbidden = |c: char| matches!(c, '\\' | '/' | ':' | '*' | '?' | '"' | '<' | '>' | '|') || c.is_control();
    let plain: String = decoded.chars().map(|c| if forbidden(c) { '_' } else { c }).collect();
    match plain.trim_matches('.').is_empty() {
        true if plain.is_empty() => plain,
        true => "picture".to_owned(),
        false => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_keep_to_the_rules() {
        assert_eq!(file_name("./textures/Brick%20wall.png"), "Brick wall.png");
        assert_eq!(file_name("file:///C:/a\\b\\c:d.tga"), "c_d.tga");
        assert_eq!(file_name(".."), "picture");
        assert_eq!(file_name("a.png?x#y"), "a.png");
    }

    #[test]
    fn names_are_given_once() {
        let mut beside = Beside::default();
        assert_eq!(beside.put("a.png".into(), vec![1]), "a.png");
        assert_eq!(beside.put("b.png".into(), vec![1]), "a.png");
        assert_eq!(beside.put("A.png".into(), vec![2]), "A_2.png");
        assert_eq!(beside.put(String::new(), vec![3]), "_2");
        assert_eq!(beside.into_files().len(), 3);
    }
}
