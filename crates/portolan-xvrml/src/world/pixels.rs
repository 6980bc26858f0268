//! Pixels that are written out in a world, as a picture in an address.

use portolan_syntax::ddl::base64_text;

/// Pictures larger than this are not made.
const MOST: u64 = 1 << 26;

/// The picture of a `PixelTexture` as a `data:` address: width, height, components, and a number for each pixel, the lowest row
/// first. `None` if it has no pixels, or fewer than it says.
pub(super) fn data_uri(image: &str) -> Option<String> {
    let mut numbers = image.split(|c: char| c.is_ascii_whitespace() || c == ',').filter(|w| !w.is_empty()).map(number);
    let mut next = || numbers.next().flatten();
    let (width, height, components) = (next()?, next()?, next()?);
    let (width, height) = (u32::try_from(width).ok()?, u32::try_from(height).ok()?);
    let components = usize::try_from(components).ok().filter(|c| (1..=4).contains(c))?;
    if width == 0 || height == 0 || u64::from(width) * u64::from(height) > MOST.min(image.len() as u64) {
        return None;
    }
    let mut rows: Vec<Vec<u8>> = Vec::new();
    for _ in 0..height {
        // Each row begins with its filter, which is none.
        let mut row = vec![0u8];
        for _ in 0..width {
            let bytes = (next()? as u32).to_be_bytes();
            row.extend(bytes.get(4 - components..)?);
        }
        rows.push(row);
    }
    rows.reverse();
    let colour = match components {
        1 => 0u8,
        2 => 4,
        3 => 2,
        _ => 6,
    };
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = Vec::new();
    head.extend(width.to_be_bytes());
    head.extend(height.to_be_bytes());
    head.extend([8, colour, 0, 0, 0]);
    chunk(&mut png, b"IHDR", &head);
    chunk(&mut png, b"IDAT", &stored(&rows.concat()));
    chunk(&mut png, b"IEND", &[]);
    Some(format!("data:image/png;base64,{}", base64_text(&png)))
}

fn number(word: &str) -> Option<i64> {
    match word.strip_prefix("0x").or(word.strip_prefix("0X")) {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => word.parse().ok(),
    }
}

/// A zlib stream of blocks that are not compressed.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x78, 0x01];
    let count = bytes.len().div_ceil(0xFFFF).max(1);
    for (place, block) in bytes.chunks(0xFFFF).enumerate() {
        let length = block.len() as u16;
        out.push(u8::from(place + 1 == count));
        out.extend(length.to_le_bytes());
        out.extend((!length).to_le_bytes());
        out.extend(block);
    }
    let (a, b) = bytes.iter().fold((1u32, 0u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    out.extend(((b << 16) | a).to_be_bytes());
    out
}

fn chunk(png: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    png.extend((data.len() as u32).to_be_bytes());
    png.extend(name);
    png.extend(data);
    let crc = name.iter().chain(data).fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 })
    });
    png.extend((!crc).to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_a_png_with_the_lowest_row_last() {
        let url = data_uri("1 2 3 0xFF0000 255").unwrap();
        let bytes = portolan_resources::uri::data_uri(&url).unwrap().unwrap().1;
        // Two rows of a filter and three bytes: blue above, red below.
        let rows = [0, 0, 0, 255, 0, 255, 0, 0];
        assert!(bytes.windows(8).any(|w| w == rows), "{bytes:?}");
        // The checksum of an empty `IEND` is known.
        assert!(bytes.ends_with(&[0xAE, 0x42, 0x60, 0x82]));
        assert_eq!((data_uri("0 0 0"), data_uri("2 2 1 1 2 3"), data_uri("1 1 9 1")), (None, None, None));
    }
}
