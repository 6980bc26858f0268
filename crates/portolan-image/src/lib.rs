//! Files of pixels: pictures that scenes refer to, decoded within limits, and pictures that are written.
//!
//! Nothing here opens a file: bytes come from a function of the caller and go back to it.
//!
//! ```
//! # #[cfg(feature = "codecs")] {
//! use portolan_image::{Kind, RgbaImage, encode};
//!
//! let red = RgbaImage::from_pixel(2, 2, portolan_image::Rgba([255, 0, 0, 255]));
//! let bytes = encode(&red, Kind::Png)?;
//! assert_eq!(bytes.get(1..4), Some(&b"PNG"[..]));
//! # }
//! # Ok::<(), String>(())
//! ```

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod caption;
mod decode;
#[cfg(feature = "codecs")]
mod encode;
mod kind;
mod sheet;
#[cfg(not(feature = "codecs"))]
mod without;

pub use caption::{LINE, columns, shorten, write};
pub use decode::{Encoded, Header, MEMORY, Read};
#[cfg(feature = "codecs")]
pub use encode::{Gif, encode};
pub use image::{DynamicImage, GenericImageView, ImageFormat, Rgba, RgbaImage};
pub use kind::{Kind, over};
pub use sheet::{Cell, Sheet};
#[cfg(not(feature = "codecs"))]
pub use without::{Gif, encode};

/// Can this build decode and encode pictures? Otherwise they are kept as they are.
pub const CODECS: bool = cfg!(feature = "codecs");
