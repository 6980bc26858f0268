//! Names of files that every system can hold.

use hashbrown::{HashMap, HashSet};

/// Names that Windows keeps for devices, whatever extension they have.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// The longest part of a path in bytes; file systems end at 255.
const LONGEST: usize = 200;

/// A relative path with `/` in which every part is a name that every system can hold. What is lawful stays.
pub fn portable(path: &str) -> String {
    let parts = path.split('/').filter(|p| !p.is_empty() && *p != "." && *p != "..");
    let parts: Vec<String> = parts.map(part).collect();
    if parts.is_empty() { "_".to_owned() } else { parts.join("/") }
}

fn part(name: &str) -> String {
    let forbidden = |c: char| matches!(c, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|') || c.is_control();
    let mut plain: String = name.chars().map(|c| if forbidden(c) { '_' } else { c }).collect();
    if plain.ends_with(['.', ' ']) {
        plain.pop();
        plain.push('_');
    }
    if is_device(&plain) {
        plain.insert(0, '_');
    }
    shortened(plain)
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_lowercase();
    let mut characters = stem.chars();
    let numbered = matches!(characters.by_ref().take(3).collect::<String>().as_str(), "com" | "lpt")
        && characters.next().is_some_and(|c| c.is_ascii_digit() || matches!(c, '¹' | '²' | '³'))
        && characters.next().is_none();
    numbered || DEVICES.contains(&stem.as_str())
}

/// Cuts the stem of a name that is too long; the extension says what the file is.
fn shortened(name: String) -> String {
    if name.len() <= LONGEST {
        return name;
    }
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) if extension.len() < 16 => (stem, format!(".{extension}")),
        _ => (name.as_str(), String::new()),
    };
    let mut end = LONGEST.saturating_sub(extension.len()).min(stem.len());
    while !stem.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{extension}", stem.get(..end).unwrap_or_default())
}

/// A path, then the same with numbers from 2 on before its extension.
pub(crate) fn numbered(path: &str) -> impl Iterator<Item = String> {
    let (stem, extension) = split_extension(path);
    std::iter::once(path.to_owned()).chain((2u64..).map(move |n| format!("{stem}_{n}{extension}")))
}

/// A path and its extension with the dot. A dot at the beginning of a name belongs to the name.
pub(crate) fn split_extension(path: &str) -> (&str, &str) {
    let name = path.rfind('/').map_or(0, |at| at + 1);
    let dot = path.rfind('.').filter(|at| *at > name);
    path.split_at(dot.unwrap_or(path.len()))
}

/// Paths that can stand together on every system: none differs from another in capital letters only, none is a folder
/// of another.
#[derive(Default, Debug)]
pub struct Paths {
    files: HashSet<String>,
    folders: HashSet<String>,
    /// The next number of paths that were wanted before, in small letters.
    next: HashMap<String, u64>,
}

impl Paths {
    /// Takes a path: the wanted one in portable form, numbered if it would clash.
    pub fn take(&mut self, wanted: &str) -> String {
        let wanted = portable(wanted);
        let (folder, name) = match wanted.rsplit_once('/') {
            Some((folder, name)) => (format!("{}/", self.folder(folder)), name.to_owned()),
            None => (String::new(), wanted),
        };
        let wanted = format!("{folder}{name}");
        let free = |path: &String| {
            let lower = path.to_lowercase();
            !self.files.contains(&lower) && !self.folders.contains(&lower)
        };
        let (stem, extension) = split_extension(&wanted);
        let mut path = wanted.clone();
        if !free(&path) {
            let next = self.next.entry(wanted.to_lowercase()).or_insert(2);
            while !free(&path) {
                path = format!("{stem}_{next}{extension}");
                *next += 1;
            }
        }
        let lower = path.to_lowercase();
        self.folders.extend(lower.match_indices('/').filter_map(|(at, _)| lower.get(..at).map(str::to_owned)));
        self.files.insert(lower);
        path
    }

    /// A folder no part of which is a file.
    fn folder(&self, wanted: &str) -> String {
        let mut path = String::new();
        for part in wanted.split('/') {
            let at = if path.is_empty() { part.to_owned() } else { format!("{path}/{part}") };
            let numbered = (2u64..).map(|n| format!("{at}_{n}"));
            let free = |path: &String| !self.files.contains(&path.to_lowercase());
            path = std::iter::once(at.clone()).chain(numbered).find(free).unwrap_or_default();
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lawful_names_stay_and_others_become_lawful() {
        for same in ["a.png", "Wände/a b.png", "x/.hidden", "console.txt", "com.png", "com10.x", "a..b", "日本.dae"]
        {
            assert_eq!(portable(same), same);
        }
        for (name, expected) in [
            ("a:b*?.png", "a_b__.png"),
            ("CON", "_CON"),
            ("aux.tga", "_aux.tga"),
            ("x/com1.txt/LPT¹", "x/_com1.txt/_LPT¹"),
            ("ends.", "ends_"),
            ("ends /a", "ends_/a"),
            ("../../a", "a"),
            ("a\u{7}\\b", "a__b"),
            ("", "_"),
        ] {
            assert_eq!(portable(name), expected);
        }
        let long = format!("{}.png", "ä".repeat(300));
        assert!(portable(&long).len() <= 200 && portable(&long).ends_with(".png"));
    }

    #[test]
    fn paths_do_not_clash() {
        let mut paths = Paths::default();
        assert_eq!(paths.take("t/a.png"), "t/a.png");
        assert_eq!(paths.take("T/A.png"), "T/A_2.png");
        assert_eq!(paths.take("t"), "t_2");
        assert_eq!(paths.take("t/a.png/b"), "t/a.png_2/b");
        assert_eq!(paths.take("nul"), "_nul");
        assert_eq!(paths.take(".x"), ".x");
        assert_eq!(paths.take(".X"), ".X_2");
    }
}
