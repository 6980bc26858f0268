//! How long sounds are: WAV and MP3.

use portolan_resources::Resources;
use portolan_resources::uri::data_uri;
use portolan_syntax::Limits;

/// Seconds of the recording that a URL in a document leads to, or why they are not known.
pub(crate) fn duration(base: &str, url: &str, resources: &dyn Resources, limits: &Limits) -> Result<f64, String> {
    if url.is_empty() {
        return Err("no file is named".to_owned());
    }
    let bytes = match data_uri(url) {
        Some(Ok((_, bytes))) => bytes,
        Some(Err(why)) => return Err(why.to_string()),
        None => {
            let found = resources.locate(base, url).map_err(|why| why.to_string())?;
            resources.read(&found.location, limits.bytes).map_err(|why| why.to_string())?
        }
    };
    let known = if bytes.starts_with(b"RIFF") { wav(&bytes) } else { mp3(&bytes) };
    known.filter(|s| s.is_finite() && *s > 0.0).ok_or_else(|| "it is neither WAV nor MP3".to_owned())
}

/// Seconds of a WAV file: bytes of its data by bytes a second.
fn wav(bytes: &[u8]) -> Option<f64> {
    let mut rate = None;
    let mut at = 12usize;
    loop {
        let head = bytes.get(at..at.checked_add(8)?)?;
        let (name, size) = head.split_at_checked(4)?;
        let size = u32::from_le_bytes(size.try_into().ok()?) as usize;
        let body = bytes.get(at + 8..).unwrap_or_default();
        match name {
            b"fmt " => rate = Some(u32::from_le_bytes(body.get(8..12)?.try_into().ok()?)),
            b"data" => return Some(size.min(body.len()) as f64 / f64::from(rate.filter(|r| *r > 0)?)),
            _ => {}
        }
        // Pieces begin at even places.
        at = at.checked_add(8 + size + size % 2)?;
    }
}

/// Kilobits a second of MPEG 1 layer III, and of MPEG 2.
const RATES: [[u32; 15]; 2] = [
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

/// Seconds of an MP3 file: samples of all its frames by samples a second.
fn mp3(bytes: &[u8]) -> Option<f64> {
    let mut at = match bytes.get(..10) {
        // The length of a tag has seven bits a byte.
        Some([b'I', b'D', b'3', _, _, _, size @ ..]) => {
            10 + size.iter().fold(0usize, |all, b| all << 7 | usize::from(b & 0x7F))
        }
        _ => 0,
    };
    let mut seconds = 0.0;
    let mut frames = 0u32;
    while let Some((size, time)) = bytes.get(at..).and_then(frame) {
        seconds += time;
        frames += 1;
        at += size;
    }
    (frames > 0).then_some(seconds)
}

/// Bytes and seconds of a frame of layer III.
fn frame(bytes: &[u8]) -> Option<(usize, f64)> {
    let [sync, kind, rates, ..] = bytes else { return None };
    if *sync != 0xFF || kind & 0xE0 != 0xE0 || kind & 0x06 != 0x02 {
        return None;
    }
    // 3 is MPEG 1, 2 is MPEG 2, 0 is MPEG 2.5.
    let version = kind >> 3 & 3;
    let (slow, samples) = match version {
        3 => (1, 1152),
        2 => (2, 576),
        0 => (4, 576),
        _ => return None,
    };
    let table = RATES.get(usize::from(version != 3))?;
    let kilobits = *table.get(usize::from(rates >> 4)).filter(|r| **r > 0)?;
    let hertz = [44_100, 48_000, 32_000].get(usize::from(rates >> 2 & 3))? / slow;
    let padding = u32::from(rates >> 1 & 1);
    let size = samples / 8 * kilobits * 1000 / hertz + padding;
    Some((size as usize, f64::from(samples) / f64::from(hertz)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ac_1_a_wav_is_as_long_as_its_data() {
        let mut file = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0".to_vec();
        // 8000 samples a second of two bytes each.
        file.extend(8000u32.to_le_bytes());
        file.extend(16_000u32.to_le_bytes());
        file.extend([2, 0, 16, 0]);
        file.extend(b"data");
        file.extend(24_000u32.to_le_bytes());
        file.extend(vec![0; 24_000]);
        assert_eq!(wav(&file), Some(1.5));
        // A file that was cut off is as long as what is there.
        file.truncate(file.len() - 8000);
        assert_eq!(wav(&file), Some(1.0));
    }

    #[test]
    fn ac_1_an_mp3_is_as_long_as_its_frames() {
        // MPEG 1, layer III, 128 kbit/s, 44.1 kHz: 417 bytes and 1152 samples a frame.
        let mut frame = vec![0xFF, 0xFB, 0x90, 0x00];
        frame.resize(417, 0);
        let mut file = b"ID3\x04\0\0\0\0\x01\x02".to_vec();
        file.extend(vec![0; 130]);
        (0..100).for_each(|_| file.extend(&frame));
        let seconds = mp3(&file).unwrap();
        assert!((seconds - 115_200.0 / 44_100.0).abs() < 1e-9, "{seconds}");
        assert_eq!(mp3(b"no sound"), None);
    }
}
