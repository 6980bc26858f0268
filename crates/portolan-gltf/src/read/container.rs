//! Which bytes are the JSON text, and which are binary data.

use portolan_scene::Fate;

use super::Told;
use super::codes::{CONTAINER, VERSION};

/// The parts of a file.
pub(super) struct Parts<'a> {
    /// The JSON text.
    pub json: &'a [u8],
    /// The chunk behind it.
    pub binary: Option<&'a [u8]>,
}

/// Does a file begin as binary glTF does, or is it JSON with the `asset` that every glTF file has?
pub fn is_gltf(bytes: &[u8]) -> bool {
    if bytes.starts_with(b"glTF") {
        return true;
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let Some(first) = text.iter().position(|b| !b.is_ascii_whitespace()) else { return false };
    if text.get(first) != Some(&b'{') {
        return false;
    }
    let holds = |part: &[u8], word: &[u8]| part.windows(word.len()).any(|w| w == word);
    let (head, rest) = text.split_at(text.len().min(1 << 20));
    // Large files often have it at their end, where programs sort their keys.
    let tail = rest.get(rest.len().saturating_sub(1 << 16)..).unwrap_or_default();
    holds(head, b"\"asset\"") || holds(tail, b"\"asset\"")
}

fn long(bytes: &[u8], at: usize) -> Option<u32> {
    let four: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    Some(u32::from_le_bytes(four))
}

/// Takes a file apart.
pub(super) fn parts<'a>(bytes: &'a [u8], told: &mut Told) -> Parts<'a> {
    if !bytes.starts_with(b"glTF") {
        return Parts { json: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), binary: None };
    }
    let mut parts = Parts { json: &[], binary: None };
    let mut tell = |message: String| told.root(&CONTAINER, Fate::Dropped, message);
    let (Some(version), Some(length)) = (long(bytes, 4), long(bytes, 8)) else {
        tell("the file ends inside its header".to_owned());
        return parts;
    };
    if length as usize != bytes.len() {
        tell(format!("the header declares {length} bytes, but the file has {}", bytes.len()));
    }
    let mut at = 12;
    let mut number = 0;
    while at < bytes.len() {
        let (Some(wanted), Some(kind)) = (long(bytes, at), bytes.get(at + 4..at + 8)) else {
            tell("the file ends inside a chunk header".to_owned());
            break;
        };
        let rest = bytes.get(at + 8..).unwrap_or_default();
        let content = rest.get(..wanted as usize).unwrap_or(rest);
        if content.len() < wanted as usize {
            tell(format!("a chunk of {wanted} bytes is truncated after {}", content.len()));
        }
        match (number, kind) {
            (0, b"JSON") => parts.json = content,
            (0, _) => tell("the first chunk is not JSON".to_owned()),
            (1, b"BIN\0") => parts.binary = Some(content),
            // Others belong to extensions, and are to be passed over.
            _ => {}
        }
        at += 8 + wanted as usize;
        number += 1;
    }
    if version != 2 {
        told.root(&VERSION, Fate::Dropped, format!("binary glTF version {version} is not supported"));
    }
    if number == 0 {
        told.root(&CONTAINER, Fate::Dropped, "the JSON chunk is missing".to_owned());
    }
    parts
}
