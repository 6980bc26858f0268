//! Pictures on surfaces.

use std::collections::{BTreeMap, HashMap};

use portolan_scene::ImageId;

/// A decoded picture.
#[derive(Clone, Debug)]
pub struct Texture {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl Texture {
    /// A picture of `width` × `height` pixels: red, green, blue, alpha of each, row by row from the top, as they are
    /// written in the file. `None` if the number of bytes does not fit, or there are none.
    pub fn new(width: u32, height: u32, rgba: Vec<u8>) -> Option<Texture> {
        let bytes = (width as usize).checked_mul(height as usize)?.checked_mul(4)?;
        (bytes > 0 && bytes == rgba.len()).then_some(Texture { width, height, rgba })
    }

    /// Pixels of a row, and rows.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Its bytes.
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }
}

/// Where the pictures of a scene are found.
pub trait Textures: Sync {
    /// The picture of an image; `None` if there is none, which shows as a checker pattern.
    fn texture(&self, image: ImageId) -> Option<&Texture>;
}

/// No pictures at all.
impl Textures for () {
    fn texture(&self, _: ImageId) -> Option<&Texture> {
        None
    }
}

impl Textures for BTreeMap<ImageId, Texture> {
    fn texture(&self, image: ImageId) -> Option<&Texture> {
        self.get(&image)
    }
}

impl Textures for HashMap<ImageId, Texture> {
    fn texture(&self, image: ImageId) -> Option<&Texture> {
        self.get(&image)
    }
}

/// One for each image, in their order.
impl Textures for [Option<Texture>] {
    fn texture(&self, image: ImageId) -> Option<&Texture> {
        self.get(image.index())?.as_ref()
    }
}

impl Textures for Vec<Option<Texture>> {
    fn texture(&self, image: ImageId) -> Option<&Texture> {
        self.as_slice().texture(image)
    }
}
