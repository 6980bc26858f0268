//! Builds without codecs write no pictures, and say so.

use image::RgbaImage;

use crate::Kind;

fn none<T>() -> Result<T, String> {
    Err("this build of portolan cannot write pictures; build it with the feature `images`".to_owned())
}

/// Says that there are no pictures.
pub fn encode(_: &RgbaImage, _: Kind) -> Result<Vec<u8>, String> {
    none()
}

/// A GIF file that cannot be made.
#[derive(Debug)]
pub enum Gif {}

impl Gif {
    /// Says that there are no pictures.
    pub fn new(_: u32, _: u32) -> Result<Gif, String> {
        none()
    }

    /// There is nothing to add to.
    pub fn add(&mut self, _: &RgbaImage, _: u16) -> Result<(), String> {
        match *self {}
    }

    /// There is nothing to finish.
    pub fn finish(self) -> Result<Vec<u8>, String> {
        match self {}
    }
}
