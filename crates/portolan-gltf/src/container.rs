//! Puts the files together.

use portolan_format::companion_name;
use portolan_resources::uri::to_data_uri;
use portolan_resources::{Companions, NOT_WRITTEN};
use portolan_scene::{Fate, Losses, Origin};

use crate::blob::Blob;
use crate::json::{Buffer, Root};
use crate::{Container, Options, words};

/// The main file with its name. A `.bin` file goes to the companions.
pub(crate) fn write(
    mut root: Root,
    mut blob: Blob<'_>,
    options: &Options,
    companions: &mut Companions,
    losses: &mut Losses,
) -> (String, Vec<u8>) {
    root.buffer_views = std::mem::take(&mut blob.views);
    root.accessors = std::mem::take(&mut blob.accessors);
    let length = blob.len();
    let buffer = |uri| (length > 0).then_some(Buffer { uri, byte_length: length });
    let name = &options.name;
    match options.container {
        Container::Glb => {
            root.buffers.extend(buffer(None));
            (format!("{name}.glb"), glb(&text(root, options), blob))
        }
        Container::Gltf => {
            if length > 0 {
                match companions.data(&format!("{name}.bin"), blob.assemble(&[])) {
                    Ok(placed) => {
                        let name = companion_name(placed, Origin::default(), losses);
                        root.buffers.extend(buffer(Some(uri(&name))));
                    }
                    Err(why) => {
                        let message = format!("the buffer is not written: {why}");
                        losses.push(&NOT_WRITTEN, Fate::Dropped, Origin::default(), message);
                    }
                }
            }
            (format!("{name}.gltf"), text(root, options))
        }
        Container::GltfEmbedded => {
            if length > 0 {
                let data = to_data_uri("application/octet-stream", &blob.assemble(&[]));
                root.buffers.extend(buffer(Some(data)));
            }
            (format!("{name}.gltf"), text(root, options))
        }
    }
}

fn text(mut root: Root, options: &Options) -> Vec<u8> {
    // Only maps with keys that are no text cannot be written, and there are none.
    let plain = serde_json::to_vec(&root).unwrap_or_default();
    let Some(world) = &options.world else { return plain };
    let entry = words::of_world(world, &serde_json::from_slice(&plain).unwrap_or_default());
    let about = root.asset.extras.get_or_insert_with(|| serde_json::json!({})).as_object_mut();
    if let Some(list) =
        about.and_then(|about| about.entry("kept").or_insert_with(|| serde_json::json!([])).as_array_mut())
    {
        list.push(entry);
    }
    serde_json::to_vec(&root).unwrap_or_default()
}

/// Header, JSON, binary data: each chunk filled up to a multiple of four bytes.
fn glb(json: &[u8], blob: Blob<'_>) -> Vec<u8> {
    let padded = json.len().next_multiple_of(4);
    let binary = blob.len();
    let total = 12 + 8 + padded + if binary > 0 { 8 + binary } else { 0 };
    let mut front = Vec::with_capacity(28 + padded);
    front.extend(b"glTF");
    front.extend(2u32.to_le_bytes());
    front.extend(length(total));
    front.extend(length(padded));
    front.extend(b"JSON");
    front.extend(json);
    front.resize(20 + padded, b' ');
    if binary > 0 {
        front.extend(length(binary));
        front.extend(b"BIN\0");
    }
    blob.assemble(&front)
}

/// Lengths in a GLB file have four bytes; [`crate::writer`] takes care that no file grows beyond.
fn length(bytes: usize) -> [u8; 4] {
    u32::try_from(bytes).unwrap_or(u32::MAX).to_le_bytes()
}

/// A file name as it stands in JSON: what has a meaning in URIs is escaped.
pub(crate) fn uri(name: &str) -> String {
    let mut uri = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~()!,'".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        assert_eq!(uri("my file#1.png"), "my%20file%231.png");
        assert_eq!(uri("ä"), "%C3%A4");
    }
}
