//! Puts the files together.

use portolan_format::companion_name;
use portolan_parallel::prelude::*;
use portolan_resources::uri::to_data_uri;
use portolan_resources::{Companions, NOT_WRITTEN};
use portolan_scene::{Fate, Losses, Origin};
use serde::Serialize;

use crate::blob::Blob;
use crate::json::{Buffer, Root};
use crate::{Container, Options, words};

/// The main file with its name. A `.bin` file goes to the companions.
pub(crate) fn write(
    mut root: Root<'_>,
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
            let json = match options.world {
                Some(_) => vec![text(root, options)],
                None => {
                    let json = pieces(&root);
                    // It is text now, and the file needs room.
                    drop(root);
                    json
                }
            };
            (format!("{name}.glb"), glb(json, blob))
        }
        Container::Gltf => {
            if length > 0 {
                match companions.data(&format!("{name}.bin"), blob.assemble(vec![])) {
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
                let data = to_data_uri("application/octet-stream", &blob.assemble(vec![]));
                root.buffers.extend(buffer(Some(data)));
            }
            (format!("{name}.gltf"), text(root, options))
        }
    }
}

fn text(mut root: Root<'_>, options: &Options) -> Vec<u8> {
    let plain = pieces(&root).concat();
    let Some(world) = &options.world else { return plain };
    let entry = words::of_world(world, &serde_json::from_slice(&plain).unwrap_or_default());
    let about = root.asset.extras.get_or_insert_with(|| serde_json::json!({})).as_object_mut();
    if let Some(list) =
        about.and_then(|about| about.entry("kept").or_insert_with(|| serde_json::json!([])).as_array_mut())
    {
        list.push(entry);
    }
    pieces(&root).concat()
}

/// The JSON of a file in pieces, which are made on all cores.
fn pieces(root: &Root<'_>) -> Vec<Vec<u8>> {
    let mut parts = Parts::default();
    // By name, so that no field is forgotten.
    let Root {
        asset,
        extensions_used,
        scene,
        scenes,
        nodes,
        meshes,
        skins,
        animations,
        cameras,
        materials,
        textures,
        images,
        samplers,
        accessors,
        buffer_views,
        buffers,
        extensions,
    } = root;
    parts.value("asset", Some(asset));
    parts.list("extensionsUsed", extensions_used);
    parts.value("scene", scene.as_ref());
    parts.list("scenes", scenes);
    parts.list("nodes", nodes);
    parts.list("meshes", meshes);
    parts.list("skins", skins);
    parts.list("animations", animations);
    parts.list("cameras", cameras);
    parts.list("materials", materials);
    parts.list("textures", textures);
    parts.list("images", images);
    parts.list("samplers", samplers);
    parts.list("accessors", accessors);
    parts.list("bufferViews", buffer_views);
    parts.list("buffers", buffers);
    parts.value("extensions", Some(extensions).filter(|e| !e.is_empty()));
    parts.written()
}

/// How many entries of a list are one part.
const ENTRIES: usize = 1024;

/// Writes a part of a text.
type Part<'r> = Box<dyn Fn(&mut Vec<u8>) + Sync + Send + 'r>;

/// The text of an object, part by part.
#[derive(Default)]
struct Parts<'r>(Vec<Part<'r>>);

impl<'r> Parts<'r> {
    /// What stands before the value of a member.
    fn before(&self, key: &'static str) -> String {
        format!("{}\"{key}\":", if self.0.is_empty() { '{' } else { ',' })
    }

    /// A member, unless there is none.
    fn value<T: Serialize + Sync>(&mut self, key: &'static str, value: Option<&'r T>) {
        let before = self.before(key);
        let Some(value) = value else { return };
        self.0.push(Box::new(move |text| {
            text.extend(before.bytes());
            put(text, value);
        }));
    }

    /// A member that is a list, unless it is empty.
    fn list<T: Serialize + Sync>(&mut self, key: &'static str, list: &'r [T]) {
        let mut before = self.before(key) + "[";
        let last = list.len().div_ceil(ENTRIES);
        for (entries, number) in list.chunks(ENTRIES).zip(1..) {
            let before = std::mem::replace(&mut before, ",".into());
            self.0.push(Box::new(move |text| {
                text.extend(before.bytes());
                for (i, entry) in entries.iter().enumerate() {
                    if i > 0 {
                        text.push(b',');
                    }
                    put(text, entry);
                }
                if number == last {
                    text.push(b']');
                }
            }));
        }
    }

    /// The text: in many pieces if there is much of it, otherwise in one.
    fn written(self) -> Vec<Vec<u8>> {
        let mut pieces: Vec<Vec<u8>> = if self.0.len() < 32 {
            let mut text = Vec::with_capacity(4096);
            self.0.iter().for_each(|part| part(&mut text));
            vec![text]
        } else {
            let made = self.0.par_iter().map(|part| {
                // About what the nodes of a part need.
                let mut text = Vec::with_capacity(256 * ENTRIES);
                part(&mut text);
                text.shrink_to_fit();
                text
            });
            made.collect()
        };
        if let Some(last) = pieces.last_mut() {
            last.push(b'}');
        }
        pieces
    }
}

fn put(text: &mut Vec<u8>, value: &impl Serialize) {
    // Only maps with keys that are no text cannot be written, and there are none.
    let _ = serde_json::to_writer(text, value);
}

/// Header, JSON, binary data: each chunk filled up to a multiple of four bytes.
fn glb(mut json: Vec<Vec<u8>>, blob: Blob<'_>) -> Vec<u8> {
    let text: usize = json.iter().map(Vec::len).sum();
    let padded = text.next_multiple_of(4);
    let binary = blob.len();
    let total = 12 + 8 + padded + if binary > 0 { 8 + binary } else { 0 };
    let mut front = Vec::with_capacity(20);
    front.extend(b"glTF");
    front.extend(2u32.to_le_bytes());
    front.extend(length(total));
    front.extend(length(padded));
    front.extend(b"JSON");
    json.insert(0, front);
    let mut behind = vec![b' '; padded - text];
    if binary > 0 {
        behind.extend(length(binary));
        behind.extend(b"BIN\0");
    }
    json.push(behind);
    blob.assemble(json)
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
