//! Pictures beside the document.

use portolan_format::companion_name;
use portolan_scene::{Fate, ImageId, Pixels};

use super::{Raise, codes};

impl Raise<'_> {
    /// What the document says for a picture; `None` if there is none, which is told.
    pub fn image(&mut self, id: ImageId) -> Option<String> {
        if let Some(known) = self.images.get(&id) {
            return known.clone();
        }
        let image = self.scene.image(id)?;
        let label = image.meta.label().unwrap_or("picture");
        let (wanted, bytes) = match &image.pixels {
            Pixels::File { reference, location } => {
                if let Some(uri) = (self.job.uri)(reference, location.as_deref()) {
                    self.images.insert(id, Some(uri.clone()));
                    return Some(uri);
                }
                let bytes = match location {
                    Some(location) => self.job.picture(location),
                    None => Err("it was not found".to_owned()),
                };
                (portolan_resources::file_name(reference), bytes)
            }
            Pixels::Embedded { bytes, .. } => {
                let extension = portolan_resources::picture::extension_of(bytes).unwrap_or("png");
                let has = label.to_ascii_lowercase().ends_with(&format!(".{extension}"));
                let name = if has { label.to_owned() } else { format!("{label}.{extension}") };
                (portolan_resources::file_name(&name), Ok(bytes.clone()))
            }
            Pixels::None => (String::new(), Err("it has no pixels".to_owned())),
        };
        let made = match bytes.and_then(|bytes| self.companions.picture(&wanted, bytes)) {
            Ok(placed) => {
                let name = companion_name(placed, image.meta.origin, self.losses);
                Some(portolan_resources::uri::from_native(&name))
            }
            Err(why) => {
                let message = format!("image `{label}` is not copied: {why}");
                self.lose(&codes::MATERIAL, Fate::Dropped, image.meta.origin, message);
                None
            }
        };
        self.images.insert(id, made.clone());
        made
    }
}
