//! Files that are written beside a document: pictures, buffers, material libraries.
//!
//! What a document says must never decide which of the user's files is written. So a companion gets a plain name in the
//! output folder (no way out of it, no leading dot, a picture's extension), its bytes must be those of a picture, and a
//! name that another file has already is not used ([`FreeNames`]).

use std::sync::Arc;

use portolan_syntax::codes;

use crate::portable::{numbered, split_extension};
use crate::{picture, portable, uri};

codes! {
    /// Codes of files that are written beside a document.
    CODES:

    /// Notes that a file beside the document has another name than the input gave it.
    ///
    /// A different file of that name already exists, or the name is not suitable for an image: it begins with a dot or
    /// has another extension. The document refers to the new name. With `--force`, files of the same name are replaced.
    RENAMED "CNV006" "companion-renamed" Warning;

    /// Reports files that are not written beside the document.
    ///
    /// Only files whose content is an image are written. Other files that a document uses as images are not copied, nor
    /// are files for which no free name was found.
    NOT_WRITTEN "CNV007" "companion-not-written" Warning;
}

/// Which names may be used for files beside a document.
#[derive(Clone)]
pub struct FreeNames {
    is_free: Arc<IsFree>,
    label: Option<Arc<Label>>,
}

type IsFree = dyn Fn(&str, &[u8]) -> bool + Send + Sync;
type Label = dyn Fn(&[u8]) -> String + Send + Sync;

impl FreeNames {
    /// A name may be used for these bytes if the function says so.
    pub fn new(is_free: impl Fn(&str, &[u8]) -> bool + Send + Sync + 'static) -> FreeNames {
        FreeNames { is_free: Arc::new(is_free), label: None }
    }

    /// Gives files that come from elsewhere (pictures, other documents) names with a label that follows from their bytes:
    /// `wood.png` becomes `wood-LABEL.png`. So names do not depend on which of several documents was written first.
    pub fn labelled(mut self, label: impl Fn(&[u8]) -> String + Send + Sync + 'static) -> FreeNames {
        self.label = Some(Arc::new(label));
        self
    }

    /// The name that a file from elsewhere gets.
    fn label(&self, name: String, bytes: &[u8]) -> String {
        let Some(label) = &self.label else { return name };
        let (stem, extension) = split_extension(&name);
        format!("{stem}-{}{extension}", label(bytes))
    }

    /// May a file with these bytes get this name? The name is relative to the output folder, with `/`.
    pub fn is_free(&self, name: &str, bytes: &[u8]) -> bool {
        (self.is_free)(name, bytes)
    }
}

impl Default for FreeNames {
    /// All names are free.
    fn default() -> FreeNames {
        FreeNames::new(|_, _| true)
    }
}

impl std::fmt::Debug for FreeNames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FreeNames")
    }
}

/// Files that are put beside a document, each under a name of its own.
#[derive(Default, Debug)]
pub struct Companions {
    files: Vec<(String, Vec<u8>)>,
    free: FreeNames,
}

/// A file that got its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Its name, relative to the document.
    pub name: String,
    /// What to tell if it is not the wanted one.
    pub renamed: Option<String>,
}

/// More names than that are not tried.
const TRIED: usize = 99_999;

impl Companions {
    /// None yet.
    pub fn new(free: FreeNames) -> Companions {
        Companions { files: Vec::new(), free }
    }

    /// Puts a picture beside the document. `wanted` is a reference, of which the last part counts. The error says why the
    /// bytes are not written.
    pub fn picture(&mut self, wanted: &str, bytes: Vec<u8>) -> Result<Placed, String> {
        let name = file_name(wanted);
        let shown = if name.is_empty() { "picture".to_owned() } else { name.clone() };
        let name = self.free.label(picture_name(&name, &bytes)?, &bytes);
        // A label is no news: it was asked for.
        let shown = if self.free.label.is_some() { name.clone() } else { shown };
        self.put(name, &shown, bytes)
    }

    /// Puts a picture at the path below the document's folder that a document refers to it by.
    pub fn picture_at(&mut self, path: &str, bytes: Vec<u8>) -> Result<Placed, String> {
        let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
        let name = picture_name(name, &bytes)?;
        self.put_at(folder, name, path, bytes)
    }

    /// Puts a document, or an archive, at the path below the folder of another document that refers to it. `extensions` are
    /// those that it may have, the usual one first.
    pub fn document_at(&mut self, path: &str, extensions: &[&str], bytes: Vec<u8>) -> Result<Placed, String> {
        let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
        let mut name = plain(name);
        let own = split_extension(&name).1.trim_start_matches('.').to_ascii_lowercase();
        if !extensions.contains(&own.as_str()) {
            name = format!("{name}.{}", extensions.first().copied().unwrap_or_default());
        }
        self.put_at(folder, name, path, bytes)
    }

    fn put_at(&mut self, folder: &str, name: String, path: &str, bytes: Vec<u8>) -> Result<Placed, String> {
        let parts = folder.split('/').map(plain).filter(|part| !part.is_empty() && part != "_");
        let mut wanted: Vec<String> = parts.collect();
        let name = self.free.label(name, &bytes);
        wanted.push(name.clone());
        let wanted = wanted.join("/");
        let path = if self.free.label.is_some() { wanted.as_str() } else { path };
        // Folders that cannot be used (a link, a file) are left out.
        let usable = numbered(&wanted).take(8).any(|name| self.is_free(&name, &bytes));
        let given = if usable { wanted.clone() } else { name };
        self.put(given, path, bytes)
    }

    /// Puts a file beside the document whose name follows from the document's own: `scene.bin`, `scene.mtl`.
    pub fn data(&mut self, name: &str, bytes: Vec<u8>) -> Result<Placed, String> {
        self.put(plain(name), name, bytes)
    }

    /// All of them, with their names.
    pub fn into_files(self) -> Vec<(String, Vec<u8>)> {
        self.files
    }

    fn put(&mut self, name: String, wanted: &str, bytes: Vec<u8>) -> Result<Placed, String> {
        let renamed = |name: &str| (name != wanted).then(|| format!("`{wanted}` is written as `{name}`"));
        if let Some((known, _)) = self.files.iter().find(|(_, b)| *b == bytes) {
            // One file serves both; that is no news.
            return Ok(Placed { name: known.clone(), renamed: None });
        }
        let given = numbered(&name).take(TRIED).find(|name| self.is_free(name, &bytes));
        let given = given.ok_or_else(|| format!("no free file name similar to `{wanted}` was found"))?;
        self.files.push((given.clone(), bytes));
        Ok(Placed { renamed: renamed(&given), name: given })
    }

    fn is_free(&self, name: &str, bytes: &[u8]) -> bool {
        let taken = self.files.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
        !taken && self.free.is_free(name, bytes)
    }
}

/// A name for a picture: one with a picture's extension, for bytes that are a picture.
fn picture_name(name: &str, bytes: &[u8]) -> Result<String, String> {
    let name = plain(name);
    let extension = split_extension(&name).1.trim_start_matches('.').to_ascii_lowercase();
    let known = picture::is_extension(&extension);
    match picture::extension_of(bytes) {
        Some(_) if known => Ok(name),
        Some(own) if name.is_empty() || name == "_" => Ok(format!("picture.{own}")),
        Some(own) => Ok(format!("{name}.{own}")),
        None if known => Err(format!("its content is not an image, although it is named `{name}`")),
        None => Err("it is not an image".to_owned()),
    }
}

/// A part of a path that every system can hold, without a leading dot.
fn plain(name: &str) -> String {
    let name = name.trim_start_matches(['.', ' ']);
    if name.is_empty() { String::new() } else { portable(&name.replace('/', "_")) }
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

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

    fn png(tail: u8) -> Vec<u8> {
        [PNG, &[tail]].concat()
    }

    #[test]
    fn file_names_keep_to_the_rules() {
        assert_eq!(file_name("./textures/Brick%20wall.png"), "Brick wall.png");
        assert_eq!(file_name("file:///C:/a\\b\\c:d.tga"), "c_d.tga");
        assert_eq!(file_name(".."), "picture");
        assert_eq!(file_name("a.png?x#y"), "a.png");
    }

    #[test]
    fn names_are_given_once() {
        let mut companions = Companions::default();
        let mut put = |name: &str, tail| companions.picture(name, png(tail)).unwrap();
        assert_eq!(put("a.png", 1), Placed { name: "a.png".into(), renamed: None });
        assert_eq!(put("b.png", 1).name, "a.png");
        assert_eq!(put("A.png", 2).name, "A_2.png");
        assert_eq!(put("", 3).name, "picture.png");
        assert_eq!(companions.into_files().len(), 3);
    }

    #[test]
    fn a_document_cannot_choose_a_file_that_is_no_picture() {
        let mut companions = Companions::default();
        for name in ["../.ssh/authorized_keys", ".bashrc", "Makefile", "scene.dae"] {
            assert!(companions.picture(name, b"ssh-rsa AAAA".to_vec()).is_err(), "{name}");
        }
        assert!(companions.picture("a.png", b"#!/bin/sh".to_vec()).is_err());
        let placed = companions.picture(".bashrc", png(1)).unwrap();
        assert_eq!(placed.name, "bashrc.png");
        assert_eq!(placed.renamed.as_deref(), Some("`.bashrc` is written as `bashrc.png`"));
        assert_eq!(companions.picture("x/Makefile", png(2)).unwrap().name, "Makefile.png");
    }

    #[test]
    fn names_of_other_files_are_left_alone() {
        let free = FreeNames::new(|name, bytes| !name.starts_with("brick.") || bytes.ends_with(&[7]));
        let mut companions = Companions::new(free.clone());
        assert_eq!(companions.picture("brick.png", png(7)).unwrap().name, "brick.png");
        assert_eq!(companions.picture("t/brick.png", png(1)).unwrap().name, "brick_2.png");
        assert_eq!(companions.data("brick.bin", vec![0]).unwrap().name, "brick_2.bin");
        let none = FreeNames::new(|_, _| false);
        assert!(Companions::new(none).picture("a.png", png(1)).is_err());
    }

    #[test]
    fn kept_paths_stay_below_the_folder() {
        let free = FreeNames::new(|name, _| !name.starts_with("link/"));
        let mut companions = Companions::new(free);
        let mut at = |path: &str, tail| companions.picture_at(path, png(tail)).unwrap().name;
        assert_eq!(at("textures/a b.png", 1), "textures/a b.png");
        assert_eq!(at("../../x/.ssh/../a.png", 2), "x/ssh/a.png");
        assert_eq!(at("link/c.png", 3), "c.png");
        assert_eq!(at("/etc/d.png", 4), "etc/d.png");
    }

    #[test]
    fn labels_follow_from_what_is_in_a_file() {
        let names = FreeNames::default().labelled(|bytes| bytes.len().to_string());
        let mut companions = Companions::new(names);
        let placed = companions.picture("../wood.png", png(1)).ok();
        assert_eq!(placed, Some(Placed { name: "wood-9.png".into(), renamed: None }));
        let other = companions.picture_at("textures/wood.png", [png(2), png(3)].concat()).ok();
        assert_eq!(other, Some(Placed { name: "textures/wood-18.png".into(), renamed: None }));
        assert_eq!(companions.data("scene.bin", vec![1]).map(|placed| placed.name), Ok("scene.bin".into()));
    }
}
