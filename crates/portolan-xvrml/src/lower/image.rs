//! Pictures of textures and backgrounds.

use std::borrow::Cow;

use portolan_resources::How;
use portolan_resources::picture::pixels as look_at;
use portolan_resources::uri::data_uri;
use portolan_scene::{Fate, Image, ImageId, Meta, Pixels};

use super::{Lower, codes};
use crate::world::NodeId as WorldId;

/// A picture and what it says of itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picture {
    /// `None` is a movie, of which a grey surface is shown.
    pub image: Option<ImageId>,
    /// Does it have no colours? Then it is multiplied with those of the material.
    pub grey: bool,
    /// Does it have an alpha? Then it replaces that of the material.
    pub alpha: bool,
    /// Is it so small that its pixels are meant to be seen as squares?
    pub tiny: bool,
}

/// Pictures up to this size were written pixel by pixel; all viewers show their pixels as squares.
const TINY: u32 = 16;

/// Endings of movies.
const MOVIES: [&str; 9] = ["mpg", "mpeg", "mp4", "avi", "mov", "webm", "ogv", "mkv", "m1v"];

/// Is it a movie, by its name?
pub fn is_movie(url: &str) -> bool {
    if url.starts_with("data:") {
        return url.starts_with("data:video/");
    }
    let path = url.split(['?', '#']).next().unwrap_or_default();
    path.rsplit_once('.').is_some_and(|(_, end)| MOVIES.contains(&end.to_ascii_lowercase().as_str()))
}

impl Lower<'_> {
    /// The picture of a texture; `None` if it is not there, which is told.
    pub(super) fn picture(&mut self, texture: WorldId) -> Option<Picture> {
        let url = self.world.text(texture, "url").to_owned();
        self.picture_at(texture, &url)
    }

    /// The picture that a node names by a URL. It is looked for once in each document.
    pub(super) fn picture_at(&mut self, id: WorldId, url: &str) -> Option<Picture> {
        let url = url.trim();
        if url.is_empty() {
            return None;
        }
        let key = (self.world.origin(id).document, Box::from(url));
        if let Some(known) = self.known.images.get(&key) {
            return *known;
        }
        let found = self.look(id, url);
        self.known.images.insert(key, found);
        found
    }

    fn look(&mut self, id: WorldId, url: &str) -> Option<Picture> {
        let path = url.split(['?', '#']).next().unwrap_or_default();
        if is_movie(url) {
            self.lose(
                &codes::MOVIE,
                Fate::Approximated,
                id,
                format!(
                    "`{url}` is a movie, which is not supported; \
                the surface is grey"
                ),
            );
            return Some(Picture { image: None, grey: false, alpha: false, tiny: false });
        }
        let (pixels, name) = match data_uri(url) {
            Some(Ok((mime, bytes))) => {
                let format = mime.strip_prefix("image/").unwrap_or(&mime).into();
                (Pixels::Embedded { format, bytes }, None)
            }
            Some(Err(why)) => {
                self.lose(&codes::IMAGE, Fate::Dropped, id, format!("an image cannot be read: {why}"));
                return None;
            }
            None => {
                let location = self.find_file(id, url)?;
                let name = path.rsplit('/').next().map(Box::from);
                (Pixels::File { reference: url.into(), location: Some(location) }, name)
            }
        };
        let meta = Meta { name, origin: self.world.origin(id), ..Meta::default() };
        let image = Image { meta, pixels };
        let bytes = match &image.pixels {
            Pixels::File { location: Some(location), .. } => {
                self.resources.read(location, self.limits.bytes).map(Cow::Owned).map_err(|e| e.to_string())
            }
            Pixels::Embedded { bytes, .. } => Ok(Cow::Borrowed(bytes.as_slice())),
            _ => Err("it has no pixels".to_owned()),
        };
        match bytes.and_then(|b| look_at(&b).ok_or_else(|| "it is not an image".to_owned())) {
            Ok(found) => {
                let number = ImageId::next(&self.scene.images);
                self.scene.images.push(image);
                let tiny = found.size.is_some_and(|(width, height)| width <= TINY && height <= TINY);
                Some(Picture { image: Some(number), grey: found.grey, alpha: found.alpha, tiny })
            }
            Err(why) => {
                let shown = portolan_schema::value::shown(url);
                self.lose(&codes::IMAGE, Fate::Dropped, id, format!("the image `{shown}` is dropped: {why}"));
                None
            }
        }
    }

    fn find_file(&mut self, id: WorldId, url: &str) -> Option<Box<str>> {
        let base = self.documents.get(self.world.origin(id).document)?.location.clone();
        match self.resources.locate(&base, url) {
            Ok(found) => {
                if found.how != How::Exact {
                    let message = format!("`{url}` was found {}", found.how.note());
                    self.lose(&codes::IMAGE_PLACE, Fate::Noted, id, message);
                }
                Some(found.location.into_boxed_str())
            }
            Err(why) => {
                self.lose(&codes::IMAGE, Fate::Dropped, id, why.of_picture());
                None
            }
        }
    }
}
