//! The folder of the model or package that a document belongs to.
//!
//! Robots and Gazebo models keep meshes and pictures in folders beside each other, and say in a file above them that all of it
//! is one thing. A document may read that thing as it may read its own folder.

use std::io::Read;
use std::path::Path;

use crate::space::folder_of;

/// A file that says what a folder is, and what must be in it.
const MARKS: [(&str, &str); 2] = [("model.config", "<model"), ("package.xml", "<package")];

/// How many folders above that of the document are looked at.
const LEVELS: usize = 6;

/// Bytes of a mark that are read.
const MARK_BYTES: u64 = 1 << 16;

/// The nearest folder around a folder, or that folder itself, that is a model or package.
pub(crate) fn around(folder: &str) -> Option<String> {
    let real = path(folder).canonicalize().ok()?;
    let found = real.ancestors().take(LEVELS).enumerate();
    // A whole machine is nobody's model.
    let mut found = found.filter(|(_, place)| place.parent().is_some());
    let (up, place) = found.find(|(_, place)| name_in(place).is_some())?;
    let near = (0..up).fold(folder.trim_end_matches('/').to_owned(), |at, _| above(&at));
    // A link in the path may lead elsewhere.
    let same = path(&near).canonicalize().is_ok_and(|real| real == place);
    Some(if same { near } else { place.to_string_lossy().into_owned() })
}

/// What a folder is called in `package://` and `model://`: by its name, and by what it says of itself.
pub(crate) fn names(folder: &str) -> Vec<String> {
    let Ok(real) = path(folder).canonicalize() else { return Vec::new() };
    let own = real.file_name().map(|name| name.to_string_lossy().into_owned());
    own.into_iter().chain(name_in(&real).filter(|name| !name.is_empty())).collect()
}

/// The folder above a folder, as text.
pub(crate) fn above(folder: &str) -> String {
    match folder.rsplit('/').next().unwrap_or_default() {
        "" | "." if folder.len() < 2 => "..".to_owned(),
        ".." => format!("{folder}/.."),
        _ => folder_of(folder).to_owned(),
    }
}

/// The name that the mark in a folder says, which may be empty; `None` if there is no mark.
fn name_in(folder: &Path) -> Option<String> {
    MARKS.iter().find_map(|(file, begins)| {
        let path = folder.join(file);
        // Opening a pipe would wait for somebody who writes to it.
        std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
        let mut bytes = Vec::new();
        std::fs::File::open(path).ok()?.take(MARK_BYTES).read_to_end(&mut bytes).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        text.contains(begins).then(|| {
            let name = text.split_once("<name>").and_then(|(_, rest)| rest.split_once("</name>"));
            name.map(|(name, _)| name.trim().to_owned()).unwrap_or_default()
        })
    })
}

/// The empty path is the current folder.
fn path(folder: &str) -> &Path {
    Path::new(if folder.is_empty() { "." } else { folder })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_above_are_text() {
        assert_eq!(above(""), "..");
        assert_eq!(above(".."), "../..");
        assert_eq!(above("a"), "");
        assert_eq!(above("/a/b"), "/a");
        assert_eq!(above("./a"), ".");
    }

    #[test]
    fn a_mark_makes_a_model_of_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        std::fs::create_dir_all(folder.path().join("house/meshes/deep")).unwrap();
        assert_eq!(around(&at("house/meshes/deep")), None);
        std::fs::write(at("house/model.config"), "no model").unwrap();
        assert_eq!(around(&at("house/meshes/deep")), None);
        std::fs::write(at("house/model.config"), "<?xml version='1.0'?><model><name>My House</name></model>").unwrap();
        assert_eq!(around(&at("house/meshes/deep")), Some(at("house")));
        assert_eq!(names(&at("house")), ["house", "My House"]);
    }
}
