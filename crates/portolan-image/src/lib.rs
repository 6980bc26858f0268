//! Files of pixels: pictures that scenes refer to, decoded within limits, and pictures that are written.
//!
//! Nothing here opens a file: bytes come from a function of the caller and go back to it.
//!
//! ```
//! use portolan_image::{Kind, RgbaImage, encode};
//!
//! let red = RgbaImage::from_pixel(2, 2, portolan_image::Rgba([255, 0, 0, 255]));
//! let bytes = encode(&red, Kind::Png)?;
//! assert_eq!(bytes.get(1..4), Some(&b"PNG"[..]));
//! # Ok::<(), String>(())
//! ```

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod caption;
mod decode;
mod encode;
mod sheet;

pub use caption::{LINE, columns, shorten, write};
pub use decode::{Encoded, Header, MEMORY, Read};
pub use encode::{Gif, Kind, encode, over};
pub use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
pub use sheet::{Cell, Sheet};
