//! Files that are packed with gzip, as worlds often are.

use portolan_syntax::Budget;

use crate::Unreadable;

/// Is it packed with gzip?
fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1F\x8B")
}

/// The bytes of a file, unpacked if it is packed; at most so many, and as far as the budget reaches. What is there of a file that was
/// cut off or damaged can be read; the text says that it was.
#[cfg(feature = "archives")]
pub fn unpacked(bytes: Vec<u8>, most: u64, budget: &Budget) -> Result<(Vec<u8>, Option<String>), Unreadable> {
    use std::io::{ErrorKind, Read};

    if !is_packed(&bytes) {
        return Ok((bytes, None));
    }
    let mut out = Vec::new();
    let most = most.min(budget.limit());
    let read = flate2::read::MultiGzDecoder::new(bytes.as_slice()).take(most.saturating_add(1)).read_to_end(&mut out);
    match read {
        Ok(_) if out.len() as u64 > most => {
            let message = format!("it would unpack to more than the limit of {most} bytes");
            Err(Unreadable::new(&crate::unreadable::ARCHIVE, message))
        }
        Ok(_) if !budget.expand(out.len() as u64) => Err(Unreadable::too_much(out.len() as u64, budget.limit())),
        Ok(_) => Ok((out, None)),
        // Whatever stands behind what is packed, such as zeros that fill a block, belongs to nobody.
        Err(error) if !out.is_empty() && error.to_string() == NO_HEADER => Ok((out, None)),
        Err(error) if !out.is_empty() => {
            let why = match error.kind() {
                ErrorKind::UnexpectedEof => "it ends too early".to_owned(),
                _ => format!("it is damaged ({error})"),
            };
            Ok((out, Some(format!("the file is packed with gzip, and {why}; what follows is missing"))))
        }
        Err(error) => Err(Unreadable::new(&crate::unreadable::ARCHIVE, format!("it cannot be unpacked: {error}"))),
    }
}

/// What `flate2` says of bytes that begin in another way than what gzip packs.
#[cfg(feature = "archives")]
const NO_HEADER: &str = "invalid gzip header";

/// The same without the means to unpack.
#[cfg(not(feature = "archives"))]
pub fn unpacked(bytes: Vec<u8>, _: u64, _: &Budget) -> Result<(Vec<u8>, Option<String>), Unreadable> {
    Ok((bytes, None))
}

/// The first bytes of what is packed in a file; `None` if it is not packed.
pub fn packed_head(bytes: &[u8]) -> Option<Vec<u8>> {
    /// Enough to see what it is.
    const HEAD: u64 = 4096;
    if !is_packed(bytes) {
        return None;
    }
    #[cfg(feature = "archives")]
    {
        use std::io::Read;
        let mut out = Vec::new();
        let _ = flate2::read::MultiGzDecoder::new(bytes).take(HEAD).read_to_end(&mut out);
        Some(out)
    }
    #[cfg(not(feature = "archives"))]
    {
        let _ = HEAD;
        None
    }
}

#[cfg(test)]
#[cfg(feature = "archives")]
mod tests {
    use std::io::Write;

    use super::*;

    fn packed(text: &str) -> Vec<u8> {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(text.as_bytes()).unwrap();
        packed.finish().unwrap()
    }

    fn read(bytes: &[u8]) -> (String, bool) {
        let (out, fault) = unpacked(bytes.to_vec(), 1 << 20, &Budget::default()).unwrap();
        (String::from_utf8(out).unwrap(), fault.is_some())
    }

    #[test]
    fn what_is_cut_off_or_damaged_is_told() {
        let text = (0..2000).map(|n| n.to_string()).collect::<String>();
        let whole = packed(&text);
        assert_eq!(read(&whole), (text.clone(), false));
        assert_eq!(read(&[whole.as_slice(), &packed("more")].concat()), (format!("{text}more"), false));
        assert_eq!(read(&[whole.as_slice(), &[0; 100]].concat()), (text.clone(), false));
        // The sum at the end is missing, or another one.
        assert_eq!(read(&whole[..whole.len() - 1]), (text.clone(), true));
        let mut other = whole.clone();
        let sum = other.len() - 8;
        other[sum] ^= 1;
        assert_eq!(read(&other), (text.clone(), true));
        let (part, cut) = read(&whole[..whole.len() / 2]);
        assert!(cut && !part.is_empty() && text.starts_with(&part));
    }
}
