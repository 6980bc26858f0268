//! What files of fonts are made of, for `build.rs`, which takes them apart, and for the program, which puts them together.

/// The tables that are kept as they are, by the order of their names: widths, characters, and what is said of the whole font.
pub const KEPT: [&[u8; 4]; 6] = [b"OS/2", b"cmap", b"head", b"hhea", b"hmtx", b"maxp"];
/// Parts of letters, which are kept apart, because like goes well with like: what each letter is, points of its lines, flags of
/// points, their places in x and y, letters that are made of others, and letters that another font has.
pub const PARTS: usize = 7;

/// A letter without lines.
pub const EMPTY: u8 = 0;
/// A letter that is the same as one of an earlier font. Smaller numbers count lines.
pub const SAME: u8 = 254;
/// A letter that is made of others.
pub const MADE: u8 = 255;

/// A flag of a point: as many more have the same flags as the next byte says.
pub const REPEATED: u8 = 0x08;

/// Numbers of a letter before its lines: how many it has, and how far it reaches.
pub const HEADER: usize = 10;

/// The bytes of a table.
pub fn table<'a>(file: &'a [u8], name: &[u8; 4]) -> Option<&'a [u8]> {
    let row = (0..word(file, 4)?).filter_map(|i| file.get(12 + 16 * i..28 + 16 * i)).find(|r| r.starts_with(name))?;
    let [start, length] = [long(row, 8)?, long(row, 12)?];
    file.get(start..start.checked_add(length)?)
}

/// Bytes that the places of a point have in x (or, with the flags moved by one, in y).
pub fn width(flags: u8) -> usize {
    match (flags & 0x02 != 0, flags & 0x10 != 0) {
        (true, _) => 1,
        (false, true) => 0,
        (false, false) => 2,
    }
}

/// Bytes of the letters that a letter is made of, one after the other: each has flags, a number, and where and how large it is.
pub fn made_lengths(bytes: &[u8]) -> Option<Vec<usize>> {
    let (mut at, mut lengths) = (0, Vec::new());
    loop {
        let flags = word(bytes, at)?;
        let scale = match flags {
            f if f & 0x08 != 0 => 2,
            f if f & 0x40 != 0 => 4,
            f if f & 0x80 != 0 => 8,
            _ => 0,
        };
        let length = 4 + if flags & 0x01 != 0 { 4 } else { 2 } + scale;
        lengths.push(length);
        at += length;
        if flags & 0x20 == 0 {
            return Some(lengths);
        }
    }
}

/// A number of two bytes.
pub fn word(bytes: &[u8], at: usize) -> Option<usize> {
    Some(usize::from(u16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?])))
}

/// A number of four bytes.
pub fn long(bytes: &[u8], at: usize) -> Option<usize> {
    Some((word(bytes, at)? << 16) + word(bytes, at + 2)?)
}
