//! What a world refers to outside of its document: pictures, sounds, programs, other worlds.

use hashbrown::{HashMap, HashSet};
use portolan_format::{Job, companion_name};
use portolan_resources::{Companions, NOT_WRITTEN};
use portolan_scene::{Fate, Losses};

use super::codes;
use crate::lower::is_movie;
use crate::world::{Documents, NodeId, World};

/// Where everything is that a written document refers to.
#[derive(Default)]
pub(crate) struct Outside {
    /// Addresses that are other ones in the written document.
    urls: HashMap<(NodeId, u16), String>,
    /// The `Inline` nodes whose worlds become part of the document.
    embedded: HashSet<NodeId>,
    /// Nobody but us reads the document.
    own: bool,
}

impl Outside {
    /// Decides where everything is. Worlds of the same language stay where they are, if the written document may refer to
    /// them; pictures are put beside it if it goes elsewhere.
    pub fn new(
        job: &Job<'_>,
        world: &World,
        documents: &Documents,
        own: &str,
        losses: &mut Losses,
    ) -> (Outside, Companions) {
        let mut outside = Outside::default();
        let mut companions = Companions::new(job.conversion.names.clone());
        for id in world.ids() {
            let Some(node) = world.node(id) else { continue };
            if let Some(inlined) = node.inlined {
                let there = documents.get(world.origin(inlined).document);
                let same = there.filter(|d| d.document.bound.schema.format == own);
                let url = world.text(id, "url");
                match (same.and_then(|d| (job.uri)(url, Some(&d.location))), node.kind.get().field("url")) {
                    (Some(uri), Some(at)) => _ = outside.urls.insert((id, at), uri),
                    _ => {
                        outside.embedded.insert(id);
                        let message = format!("the inlined world `{url}` was copied into the document");
                        losses.push(&codes::EMBEDDED, Fate::Baked, node.origin, message);
                    }
                }
                continue;
            }
            for (at, url) in files_of(world, id) {
                let base = documents.get(node.origin.document).map_or("", |d| &d.location);
                let Ok(found) = job.resources.locate(base, url) else { continue };
                if let Some(uri) = (job.uri)(url, Some(&found.location)) {
                    outside.urls.insert((id, at), uri);
                    continue;
                }
                let picture =
                    node.kind.get().name == "Background" || node.kind.get().name == "Texture" && !is_movie(url);
                let wanted = portolan_resources::file_name(url);
                let bytes = job.picture(&found.location);
                let placed = match picture {
                    true => bytes.and_then(|bytes| companions.picture(&wanted, bytes)),
                    false => bytes.and_then(|bytes| match recording(&bytes) {
                        Some(extensions) => companions.document_at(&wanted, extensions, bytes),
                        None => Err("it is neither an image nor a recording".to_owned()),
                    }),
                };
                match placed {
                    Ok(placed) => {
                        let name = companion_name(placed, node.origin, losses);
                        outside.urls.insert((id, at), portolan_resources::uri::from_native(&name));
                    }
                    Err(why) => {
                        let message = format!("`{url}` is not copied: {why}");
                        let code = if picture { &NOT_WRITTEN } else { &codes::FILE };
                        losses.push(code, Fate::Approximated, node.origin, message);
                    }
                }
            }
        }
        (outside, companions)
    }

    /// Puts everything into the document: worlds become part of it, files stand in it as text. What cannot be read stays where it
    /// is; `None` if it is too much.
    pub fn within(job: &Job<'_>, world: &World, documents: &Documents) -> Option<Outside> {
        let mut outside = Outside { own: true, ..Outside::default() };
        let mut room = super::MOST_KEPT / 2;
        for id in world.ids() {
            let Some(node) = world.node(id) else { continue };
            if node.inlined.is_some() {
                outside.embedded.insert(id);
                continue;
            }
            for (at, url) in files_of(world, id) {
                let base = documents.get(node.origin.document).map_or("", |d| &d.location);
                let found = job.resources.locate(base, url).ok().and_then(|found| job.picture(&found.location).ok());
                let Some(bytes) = found else { continue };
                room = room.checked_sub(bytes.len())?;
                let written = match node.kind.get().name {
                    "Script" => format!("javascript:{}", String::from_utf8_lossy(&bytes)),
                    _ => portolan_resources::uri::to_data_uri(media_type(&bytes), &bytes),
                };
                outside.urls.insert((id, at), written);
            }
        }
        Some(outside)
    }

    /// Does the world of an `Inline` become part of the document?
    pub fn is_embedded(&self, id: NodeId) -> bool {
        self.embedded.contains(&id)
    }

    /// Does any?
    pub fn embeds(&self) -> bool {
        !self.embedded.is_empty()
    }

    /// May the document say what its language has no words for, because it is kept for conversions back?
    pub fn is_own(&self) -> bool {
        self.own
    }

    /// The address that a field has in the written document, if it is another one.
    pub fn url(&self, id: NodeId, field: u16) -> Option<&str> {
        self.urls.get(&(id, field)).map(String::as_str)
    }
}

/// The files that a node refers to and shows itself, by field.
fn files_of(world: &World, id: NodeId) -> Vec<(u16, &str)> {
    let Some(kind) = world.node(id).map(|n| n.kind.get()) else { return Vec::new() };
    if matches!(kind.name, "Anchor" | "Inline") {
        return Vec::new();
    }
    let fields = kind.fields.iter().zip(0..).filter(|(f, _)| f.name == "url" || f.name.ends_with("Url"));
    let urls = fields.map(|(field, at)| (at, world.text(id, field.name).trim()));
    urls.filter(|(_, url)| !url.is_empty() && !url.starts_with("data:")).collect()
}

/// What a file is, by its content.
fn media_type(bytes: &[u8]) -> &'static str {
    match recording(bytes).and_then(|extensions| extensions.first().copied()) {
        Some("wav") => "audio/wav",
        Some("mid") => "audio/midi",
        Some("mp3") => "audio/mpeg",
        Some("ogg") => "application/ogg",
        Some("avi") => "video/x-msvideo",
        Some("mp4") => "video/mp4",
        Some("mpg") => "video/mpeg",
        _ if bytes.starts_with(b"\x89PNG") => "image/png",
        _ if bytes.starts_with(&[0xFF, 0xD8]) => "image/jpeg",
        _ if bytes.starts_with(b"GIF8") => "image/gif",
        _ => "application/octet-stream",
    }
}

/// The extensions of a sound or a movie, by its content; `None` if it is neither.
fn recording(bytes: &[u8]) -> Option<&'static [&'static str]> {
    let at = |place: usize, word: &[u8]| bytes.get(place..).is_some_and(|rest| rest.starts_with(word));
    match bytes {
        _ if at(0, b"RIFF") && at(8, b"WAVE") => Some(&["wav"]),
        _ if at(0, b"MThd") => Some(&["mid", "midi"]),
        _ if at(0, b"OggS") => Some(&["ogg", "ogv"]),
        _ if at(0, b"RIFF") && at(8, b"AVI ") => Some(&["avi"]),
        _ if at(4, b"ftyp") => Some(&["mp4", "mov", "m4a"]),
        _ if at(0, &[0, 0, 1, 0xBA]) || at(0, &[0, 0, 1, 0xB3]) => Some(&["mpg", "mpeg", "m1v"]),
        _ if at(0, b"ID3") => Some(&["mp3"]),
        [0xFF, second, ..] if second & 0xE0 == 0xE0 => Some(&["mp3"]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::recording;

    #[test]
    fn recordings_are_known_by_their_content() {
        assert_eq!(recording(b"RIFF....WAVEfmt "), Some(&["wav"][..]));
        assert_eq!(recording(&[0xFF, 0xFB, 0x90]), Some(&["mp3"][..]));
        assert_eq!(recording(&[0, 0, 1, 0xB3, 0]), Some(&["mpg", "mpeg", "m1v"][..]));
        assert_eq!(recording(b"root:x:0:0"), None);
    }
}
