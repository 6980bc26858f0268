//! Pictures on surfaces: whether two are the same is decided by who can open them.

use portolan_scene::{Image, ImageId, Pixels, Scene};

/// Tells whether two pictures are the same.
pub trait Textures: Sync {
    /// In what a picture of the first scene differs from one of the second, as the end of a sentence; `None` if it does
    /// not.
    fn differ(&self, a: ImageId, b: ImageId) -> Option<String>;
}

/// Pictures in files are the same if the files have the same name, whatever their folder and extension. Those inside of
/// documents have no name and are the same as any other, unless both are there and their bytes differ.
pub struct ByName<'a> {
    /// The first scene.
    pub a: &'a Scene,
    /// The second scene.
    pub b: &'a Scene,
}

impl Textures for ByName<'_> {
    fn differ(&self, a: ImageId, b: ImageId) -> Option<String> {
        let (one, other) = (self.a.image(a)?, self.b.image(b)?);
        match (&one.pixels, &other.pixels) {
            (Pixels::Embedded { bytes, format }, Pixels::Embedded { bytes: others, format: like }) => {
                (bytes != others && format == like).then(|| "its bytes differ".to_owned())
            }
            (Pixels::File { .. }, Pixels::File { .. }) => {
                let (p, q) = (name(one), name(other));
                (p != q).then(|| format!("the image differs: `{p}` vs `{q}`"))
            }
            _ => None,
        }
    }
}

/// The name of a file without folder and extension.
fn name(image: &Image) -> String {
    let Pixels::File { reference, .. } = &image.pixels else { return String::new() };
    let last = reference.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    stem.replace("%20", " ").to_ascii_lowercase()
}
