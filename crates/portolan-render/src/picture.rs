//! What comes out.

use std::fmt;

use portolan_scene::Losses;

/// A picture, with what it does not show.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Pixels of a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green, blue, alpha of each pixel, row by row from the top. Colours are not multiplied by alpha.
    pub rgba: Vec<u8>,
    /// What is not shown, or not as the document says.
    pub notes: Losses,
    /// Is everything framed, because no camera is used?
    pub framed: bool,
}

/// A picture that is not drawn because of its size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The size asked for.
    pub size: (u32, u32),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.size;
        if width == 0 || height == 0 {
            return write!(f, "a picture of {width} × {height} pixels has no pixels");
        }
        write!(f, "a picture of {width} × {height} pixels is larger than {} pixels", crate::MOST_PIXELS)
    }
}

impl std::error::Error for Refused {}
