//! Files that are packed with gzip, as worlds often are.

use portolan_syntax::Budget;

use crate::Unreadable;

/// Is it packed with gzip?
fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1F\x8B")
}

/// The bytes of a file, unpacked if it is packed; at most so many, and as far as the budget reaches.
#[cfg(feature = "archives")]
pub fn unpacked(bytes: Vec<u8>, most: u64, budget: &Budget) -> Result<Vec<u8>, Unreadable> {
    use std::io::Read;

    if !is_packed(&bytes) {
        return Ok(bytes);
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
        Ok(_) => Ok(out),
        // What is there of a file that was cut off can be read.
        Err(_) if !out.is_empty() => Ok(out),
        Err(error) => Err(Unreadable::new(&crate::unreadable::ARCHIVE, format!("it cannot be unpacked: {error}"))),
    }
}

/// The same without the means to unpack.
#[cfg(not(feature = "archives"))]
pub fn unpacked(bytes: Vec<u8>, _: u64, _: &Budget) -> Result<Vec<u8>, Unreadable> {
    Ok(bytes)
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
