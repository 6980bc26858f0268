//! Packs the fonts of letters: without what only screens of pixels and layouts of other programs use, and deflated.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(feature = "fonts")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use std::io::Write;

    println!("cargo:rerun-if-changed=build.rs");
    let folder = std::path::PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    for (number, file) in fonts::files().into_iter().enumerate() {
        let small = fonts::stripped(file).ok_or_else(|| format!("font {number} cannot be read"))?;
        let mut packed = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(&small)?;
        std::fs::write(folder.join(format!("font{number}")), packed.finish()?)?;
    }
    Ok(())
}

#[cfg(not(feature = "fonts"))]
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
}

#[cfg(feature = "fonts")]
mod fonts {
    /// The fonts by their numbers: serif, sans, typewriter, each plain, bold, slanted, and both.
    pub fn files() -> [&'static [u8]; 12] {
        use dejavu::{sans, sans_mono, serif};
        [
            serif::regular(),
            serif::bold(),
            serif::italic(),
            serif::bold_italic(),
            sans::regular(),
            sans::bold(),
            sans::oblique(),
            sans::bold_oblique(),
            sans_mono::regular(),
            sans_mono::bold(),
            sans_mono::oblique(),
            sans_mono::bold_oblique(),
        ]
    }

    /// What outlines, widths and characters are in, by the order of their names.
    const TABLES: [&[u8; 4]; 8] = [b"OS/2", b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp"];

    /// A font with these tables alone, and letters without their instructions for screens of few pixels.
    pub fn stripped(file: &[u8]) -> Option<Vec<u8>> {
        let mut tables = TABLES.iter().map(|name| Some(table(file, name)?.to_vec())).collect::<Option<Vec<_>>>()?;
        let [_, _, letters, head, _, _, places, _] = tables.as_mut_slice() else { return None };
        let long = word(head, 50)? == 1;
        let place = |at: usize| match long {
            true => Some((word(places, 4 * at)? << 16) + word(places, 4 * at + 2)?),
            false => Some(2 * word(places, 2 * at)?),
        };
        let count = places.len() / if long { 4 } else { 2 };
        let (mut kept, mut starts) = (Vec::new(), vec![0; 4]);
        for at in 1..count {
            let one = letters.get(place(at - 1)?..place(at)?)?;
            kept.extend(letter(one).unwrap_or_else(|| one.to_vec()));
            starts.extend(u32::try_from(kept.len()).ok()?.to_be_bytes());
        }
        // Places of letters have four bytes now.
        head.get_mut(50..52)?.copy_from_slice(&[0, 1]);
        (*letters, *places) = (kept, starts);
        let mut font = vec![0, 1, 0, 0, 0, TABLES.len() as u8, 0, 0, 0, 0, 0, 0];
        let mut start = font.len() + 16 * tables.len();
        for (name, table) in TABLES.iter().zip(&tables) {
            font.extend(**name);
            for number in [0, start, table.len()] {
                font.extend(u32::try_from(number).ok()?.to_be_bytes());
            }
            start += table.len();
        }
        font.extend(tables.iter().flatten());
        Some(font)
    }

    /// A letter without its instructions.
    fn letter(bytes: &[u8]) -> Option<Vec<u8>> {
        const HEADER: usize = 10;
        if bytes.first()? & 0x80 == 0 {
            let end = HEADER + 2 * word(bytes, 0)?;
            let rest = bytes.get(end + 2 + word(bytes, end)?..)?;
            return Some([bytes.get(..end)?, &[0, 0], rest].concat());
        }
        // A letter that is made of others: each has flags, a number, and where and how large it is.
        let mut made = bytes.to_vec();
        let mut at = HEADER;
        loop {
            let flags = word(bytes, at)?;
            *made.get_mut(at)? &= !0x01;
            at += 4 + if flags & 0x01 != 0 { 4 } else { 2 };
            at += match flags {
                f if f & 0x08 != 0 => 2,
                f if f & 0x40 != 0 => 4,
                f if f & 0x80 != 0 => 8,
                _ => 0,
            };
            if flags & 0x20 == 0 {
                made.truncate(at);
                return Some(made);
            }
        }
    }

    /// The bytes of a table.
    fn table<'a>(file: &'a [u8], name: &[u8; 4]) -> Option<&'a [u8]> {
        let row =
            (0..word(file, 4)?).filter_map(|i| file.get(12 + 16 * i..28 + 16 * i)).find(|r| r.starts_with(name))?;
        let number = |at: usize| Some((word(row, at)? << 16) + word(row, at + 2)?);
        file.get(number(8)?..number(8)? + number(12)?)
    }

    /// A number of two bytes.
    fn word(bytes: &[u8], at: usize) -> Option<usize> {
        Some(usize::from(u16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?])))
    }
}
