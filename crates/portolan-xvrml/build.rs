//! Packs the fonts of letters: without what only screens of pixels and layouts of other programs use, each letter once, what is alike
//! together, and deflated.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(feature = "fonts")]
#[path = "src/fonts/tables.rs"]
mod tables;

#[cfg(feature = "fonts")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use std::io::Write;

    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/fonts/tables.rs");
    let folder = std::path::PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let mut known = fonts::Known::new();
    for (number, file) in fonts::files().into_iter().enumerate() {
        let small =
            fonts::packed(file, number as u8, &mut known).ok_or_else(|| format!("font {number} cannot be read"))?;
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
    use std::collections::BTreeMap;

    use super::tables::{EMPTY, HEADER, KEPT, MADE, PARTS, REPEATED, SAME, long, made_lengths, table, width, word};

    /// Letters of lines, by what they are, with the font and the number of the first one.
    pub type Known = BTreeMap<[Vec<u8>; 4], (u8, u16)>;

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

    /// Some tables and the parts of letters, one after the other, behind their lengths.
    pub fn packed(file: &[u8], font: u8, known: &mut Known) -> Option<Vec<u8>> {
        let mut all = KEPT.iter().map(|name| Some(table(file, name)?.to_vec())).collect::<Option<Vec<_>>>()?;
        let head = all.get_mut(2)?;
        let wide = word(head, 50)? == 1;
        // Places of letters have four bytes when they are put together.
        head.get_mut(50..52)?.copy_from_slice(&[0, 1]);
        all.extend(parts(table(file, b"glyf")?, table(file, b"loca")?, wide, font, known)?);
        let mut packed: Vec<u8> = all.iter().flat_map(|part| (part.len() as u32).to_be_bytes()).collect();
        packed.extend(all.iter().flatten());
        Some(packed)
    }

    fn parts(letters: &[u8], places: &[u8], wide: bool, font: u8, known: &mut Known) -> Option<[Vec<u8>; PARTS]> {
        let place = |at: usize| if wide { long(places, 4 * at) } else { Some(2 * word(places, 2 * at)?) };
        let [mut kinds, mut counts, mut flags, mut xs, mut ys, mut made, mut same] = [const { Vec::new() }; PARTS];
        let mut last = 0u16;
        for number in 0..places.len() / if wide { 4 } else { 2 } - 1 {
            let letter = letters.get(place(number)?..place(number + 1)?)?;
            let number = u16::try_from(number).ok()?;
            if letter.is_empty() {
                kinds.push(EMPTY);
            } else if *letter.first()? & 0x80 != 0 {
                kinds.push(MADE);
                made.extend(others(letter.get(HEADER..)?)?);
            } else {
                let lines = lines(letter)?;
                if let Some((earlier, at)) = known.get(&lines).filter(|(earlier, _)| *earlier < font) {
                    kinds.push(SAME);
                    same.push(*earlier);
                    same.extend(at.wrapping_sub(last).to_be_bytes());
                    last = *at;
                    continue;
                }
                kinds.push(u8::try_from(word(letter, 0)?).ok().filter(|lines| *lines < SAME)?);
                for (part, more) in [&mut counts, &mut flags, &mut xs, &mut ys].into_iter().zip(&lines) {
                    part.extend(more);
                }
                known.entry(lines).or_insert((font, number));
            }
        }
        Some([kinds, counts, flags, xs, ys, made, same])
    }

    /// A letter of lines: points of each, their flags one by one, and where they are. Instructions are left out.
    fn lines(letter: &[u8]) -> Option<[Vec<u8>; 4]> {
        let count = word(letter, 0)?;
        let (mut counts, mut points) = (Vec::new(), 0);
        for line in 0..count {
            let end = word(letter, HEADER + 2 * line)? + 1;
            let more = end.checked_sub(points)?;
            let high = u8::try_from(more >> 7).ok().filter(|high| *high < 0x80)?;
            counts.extend((high > 0).then_some(high | 0x80));
            counts.push((more & 0x7f) as u8);
            points = end;
        }
        let end = HEADER + 2 * count;
        let mut rest = letter.get(end + 2 + word(letter, end)?..)?.iter().copied();
        let mut flags = Vec::new();
        while flags.len() < points {
            let flag = rest.next()?;
            let more = if flag & REPEATED != 0 { rest.next()? } else { 0 };
            flags.extend(std::iter::repeat_n(flag & !REPEATED, 1 + usize::from(more)));
        }
        let mut take = |count: usize| Some(rest.by_ref().take(count).collect()).filter(|b: &Vec<u8>| b.len() == count);
        let xs = take(flags.iter().map(|f| width(*f)).sum())?;
        let ys = take(flags.iter().map(|f| width(*f >> 1)).sum())?;
        Some([counts, flags, xs, ys])
    }

    /// A letter that is made of others, without instructions.
    fn others(bytes: &[u8]) -> Option<Vec<u8>> {
        let lengths = made_lengths(bytes)?;
        let mut made = bytes.get(..lengths.iter().sum())?.to_vec();
        let mut at = 0;
        for length in lengths {
            // The flag that says that there are some.
            *made.get_mut(at)? &= !0x01;
            at += length;
        }
        Some(made)
    }
}
