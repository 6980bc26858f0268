//! Pictures.

use portolan_resources::uri::data_uri;
use portolan_scene::{Fate, Image, ImageId, Pixels};

use super::Reader;
use super::codes::IMAGE;
use super::value::At;

impl<'a> Reader<'a> {
    /// The picture with this index.
    pub fn image(&mut self, index: usize) -> Option<ImageId> {
        if let Some(known) = self.images.get(&index) {
            return Some(*known);
        }
        let at = self.item("images", index)?;
        let mut meta = self.meta(&at);
        let pixels = self.pixels(&at);
        if meta.name.is_none() && meta.id.is_none() && !matches!(pixels, Pixels::File { .. }) {
            meta.name = Some(format!("image{index}").into());
        }
        let id = ImageId::next(&self.scene.images);
        self.scene.images.push(Image { meta, pixels });
        self.images.insert(index, id);
        Some(id)
    }

    fn pixels(&mut self, at: &At<'a>) -> Pixels {
        let format = |mime: &str| Box::from(mime.rsplit('/').next().unwrap_or_default().trim_start_matches("x-"));
        if let Some(uri) = at.get("uri") {
            let Some(text) = self.text(at, "uri") else { return Pixels::None };
            return match data_uri(text) {
                Some(Ok((mime, bytes))) => Pixels::Embedded { format: format(&mime), bytes },
                Some(Err(why)) => {
                    self.tell(&IMAGE, Fate::Dropped, &uri, format!("the image is ignored: {why}"));
                    Pixels::None
                }
                None => self.picture_file(&uri, text),
            };
        }
        let mime = self.text(at, "mimeType").unwrap_or_default();
        let view = self.index(at, "bufferView", "bufferViews").and_then(|v| self.view(v));
        let Some(view) = view else {
            self.tell(&IMAGE, Fate::Dropped, at, "the image has no data");
            return Pixels::None;
        };
        if !self.claim(at, view.range.len() as u64 / 4) {
            return Pixels::None;
        }
        Pixels::Embedded { format: format(mime), bytes: view.get().to_vec() }
    }

    /// A file beside. It is looked for, but not read.
    fn picture_file(&mut self, at: &At<'a>, uri: &str) -> Pixels {
        let location = match self.resources.locate(self.location, uri) {
            Ok(found) => Some(found.location.into()),
            Err(why) => {
                self.tell(&IMAGE, Fate::Dropped, at, why.of_picture());
                None
            }
        };
        Pixels::File { reference: uri.into(), location }
    }
}
