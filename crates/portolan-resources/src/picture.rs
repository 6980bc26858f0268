//! Whether bytes are a picture, by how files of each kind begin.

/// Extensions of pictures, lower case, with the kind that their bytes have.
const EXTENSIONS: &[&str] = &[
    "png", "jpg", "jpeg", "jpe", "jfif", "gif", "bmp", "dib", "tga", "targa", "icb", "vda", "vst", "tif", "tiff",
    "dds", "webp", "hdr", "rgbe", "pic", "exr", "ktx", "ktx2", "psd", "pcx", "sgi", "rgb", "rgba", "bw", "ppm", "pgm",
    "pbm", "pnm", "pfm", "jp2", "j2k", "jpf", "ico", "astc", "pvr", "pkm", "vtf", "crn", "basis", "avif", "qoi",
];

/// How files begin, from a byte on, and the usual extension.
const BEGINNINGS: &[(usize, &[u8], &str)] = &[
    (0, b"\x89PNG\r\n\x1a\n", "png"),
    (0, b"\xff\xd8\xff", "jpg"),
    (0, b"GIF87a", "gif"),
    (0, b"GIF89a", "gif"),
    (0, b"DDS ", "dds"),
    (0, b"II*\0", "tif"),
    (0, b"MM\0*", "tif"),
    (8, b"WEBP", "webp"),
    (0, b"#?RADIANCE", "hdr"),
    (0, b"#?RGBE", "hdr"),
    (0, b"\x76\x2f\x31\x01", "exr"),
    (0, b"\xabKTX 11\xbb", "ktx"),
    (0, b"\xabKTX 20\xbb", "ktx2"),
    (0, b"8BPS\0", "psd"),
    (0, b"\x01\xda\0", "sgi"),
    (0, b"\x01\xda\x01", "sgi"),
    (0, b"\0\0\0\x0cjP  \r\n\x87\n", "jp2"),
    (0, b"\xff\x4f\xff\x51", "j2k"),
    (0, b"\0\0\x01\0", "ico"),
    (0, b"\x13\xab\xa1\x5c", "astc"),
    (0, b"PVR\x03", "pvr"),
    (0, b"PKM ", "pkm"),
    (0, b"VTF\0", "vtf"),
    (0, b"sB\x13\0", "basis"),
    (4, b"ftypavif", "avif"),
    (0, b"qoif", "qoi"),
];

/// Is this an extension of pictures? Lower case, without the dot.
pub fn is_extension(extension: &str) -> bool {
    EXTENSIONS.contains(&extension)
}

/// The usual extension of a picture; `None` if the bytes are not those of a picture.
pub fn extension_of(bytes: &[u8]) -> Option<&'static str> {
    let begins = |(at, magic, _): &&(usize, &[u8], &str)| bytes.get(*at..).is_some_and(|rest| rest.starts_with(magic));
    let known = BEGINNINGS.iter().find(begins).map(|(_, _, extension)| *extension);
    known.or_else(|| by_header(bytes))
}

/// What a picture says of itself before it is decoded.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pixels {
    /// Pixels from left to right and from top to bottom, if that is known.
    pub size: Option<(u32, u32)>,
    /// Are all of them grey?
    pub grey: bool,
    /// May any of them be transparent?
    pub alpha: bool,
}

/// What the pixels of a picture are: of PNG, JPEG and GIF as the file says, of others opaque colours. `None` if the bytes are
/// not those of a picture.
pub fn pixels(bytes: &[u8]) -> Option<Pixels> {
    match extension_of(bytes)? {
        "png" => png(bytes),
        "jpg" => Some(jpeg(bytes).unwrap_or_default()),
        "gif" => {
            let side = |at: usize| Some(u32::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
            // A block before the first picture says whether a colour stands for nothing.
            let clear = bytes.windows(4).any(|w| matches!(w, [0x21, 0xf9, 4, flags] if flags & 1 == 1));
            Some(Pixels { size: side(6).zip(side(8)), grey: false, alpha: clear })
        }
        _ => Some(Pixels::default()),
    }
}

fn png(bytes: &[u8]) -> Option<Pixels> {
    let long = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let kind = *bytes.get(25)?;
    // Chunks before the pixels may say that a colour stands for nothing.
    let (mut at, mut clear) = (8usize, false);
    while let (Some(length), Some(name)) = (long(at), bytes.get(at + 4..at + 8)) {
        clear |= name == b"tRNS";
        if name == b"IDAT" {
            break;
        }
        at = at.saturating_add(12).saturating_add(length as usize);
    }
    Some(Pixels { size: long(16).zip(long(20)), grey: matches!(kind, 0 | 4), alpha: clear || matches!(kind, 4 | 6) })
}

fn jpeg(bytes: &[u8]) -> Option<Pixels> {
    let word = |at: usize| Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let mut at = 2;
    loop {
        let marker = *bytes.get(at + 1)?;
        match marker {
            // A frame: height, width and the number of components.
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                let size = (u32::from(word(at + 7)?), u32::from(word(at + 5)?));
                return Some(Pixels { size: Some(size), grey: *bytes.get(at + 9)? == 1, alpha: false });
            }
            0xff => at += 1,
            _ => at += 2 + usize::from(word(at + 2)?.max(2)),
        }
    }
}

/// Kinds of which a short beginning says too little: more of the header must make sense.
fn by_header(bytes: &[u8]) -> Option<&'static str> {
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let word = |at: usize| u16::from_le_bytes([byte(at), byte(at + 1)]);
    let long = |at: usize| u32::from(word(at)) | u32::from(word(at + 2)) << 16;
    match bytes {
        // The size of the second header.
        [b'B', b'M', ..] if matches!(long(14), 12 | 16 | 40 | 52 | 56 | 64 | 108 | 124) => Some("bmp"),
        [b'P', b'1' | b'4', c, ..] if c.is_ascii_whitespace() => Some("pbm"),
        [b'P', b'2' | b'5', c, ..] if c.is_ascii_whitespace() => Some("pgm"),
        [b'P', b'3' | b'6', c, ..] if c.is_ascii_whitespace() => Some("ppm"),
        [b'P', b'f' | b'F', b'\n', ..] => Some("pfm"),
        [0x0a, 0 | 2..=5, 0 | 1, 1 | 2 | 4 | 8, ..] if bytes.len() >= 128 => Some("pcx"),
        [_, 0 | 1, 1 | 2 | 3 | 9 | 10 | 11 | 32 | 33, ..] if bytes.len() >= 18 => {
            let sensible = word(12) > 0 && word(14) > 0 && matches!(byte(16), 8 | 15 | 16 | 24 | 32);
            sensible.then_some("tga")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_known_by_their_bytes() {
        let mut tga = vec![0, 0, 2];
        tga.resize(18, 0);
        (tga[12], tga[14], tga[16]) = (1, 1, 24);
        assert_eq!(extension_of(&tga), Some("tga"));
        assert_eq!(extension_of(b"RIFF\0\0\0\0WEBP"), Some("webp"));
        assert_eq!(extension_of(b"BM\0\0\0\0\0\0\0\0\0\0\0\0\x28\0\0\0"), Some("bmp"));
        assert_eq!(extension_of(b"P6 1 1 255 abc"), Some("ppm"));
    }

    #[test]
    fn pixels_are_known_before_they_are_decoded() {
        let png = |kind: u8, chunk: &[u8; 4]| {
            let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x03\0\0\0\x02\x08".to_vec();
            bytes.extend([kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
            bytes.extend(chunk);
            pixels(&bytes).unwrap()
        };
        assert_eq!(png(0, b"IDAT"), Pixels { size: Some((3, 2)), grey: true, alpha: false });
        assert_eq!(png(3, b"tRNS"), Pixels { size: Some((3, 2)), grey: false, alpha: true });
        assert_eq!((png(4, b"IDAT").alpha, png(4, b"IDAT").grey, png(2, b"IDAT").alpha), (true, true, false));
        let jpeg = |parts: u8| {
            let head = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x02\0\x03";
            pixels(&[&head[..], &[parts]].concat()).unwrap()
        };
        assert_eq!((jpeg(1).grey, jpeg(3).grey, jpeg(3).size), (true, false, Some((3, 2))));
        let gif = |flags: u8| pixels(&[&b"GIF89a\x03\0\x02\0\0\0\0\x21\xf9\x04"[..], &[flags]].concat()).unwrap();
        assert_eq!((gif(1).alpha, gif(0).alpha, gif(0).size), (true, false, Some((3, 2))));
        assert_eq!(pixels(b"text"), None);
        assert_eq!(pixels(b"\xff\xd8\xff"), Some(Pixels::default()));
    }

    #[test]
    fn other_files_are_not_pictures() {
        for bytes in
            [&b"ssh-rsa AAAA"[..], b"#!/bin/sh\n", b"BM is no picture by itself", b"", b"<COLLADA/>", b"PK\x03\x04"]
        {
            assert_eq!(extension_of(bytes), None);
        }
        assert!(is_extension("png") && !is_extension("dae") && !is_extension(""));
    }
}
