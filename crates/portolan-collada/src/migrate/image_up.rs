//! Images of 1.4 as those of 1.5.

use portolan_scene::Fate;

use super::Migrate;
use super::codes;
use super::draft::Id;

impl Migrate<'_> {
    /// Brings every image into the form of 1.5, and into a library.
    pub fn images_up(&mut self) {
        for image in self.draft.find(&["image"]) {
            self.image_up(image);
            let parent = self.draft.parent(image).map(|p| self.draft.name(p).to_owned()).unwrap_or_default();
            let in_effect = parent == "effect" || parent == "technique" || parent.starts_with("profile_");
            if in_effect {
                if self.draft.attribute(image, "id").is_none() {
                    let id = self.draft.claim("image");
                    self.draft.set(image, "id", &id);
                }
                self.shelve("library_images", image);
            }
        }
    }

    fn image_up(&mut self, image: Id) {
        if let Some(init) = self.draft.child(image, "init_from") {
            let new = ["ref", "hex"].iter().any(|n| self.draft.child(init, n).is_some());
            if !new {
                self.draft.wrap(init, "ref");
            }
        }
        if let Some(data) = self.draft.child(image, "data") {
            let text = self.draft.text(data);
            let format = self.draft.unset(image, "format").unwrap_or_else(|| format_of(&text).to_owned());
            self.draft.rename(data, "init_from");
            let hex = self.draft.wrap(data, "hex");
            self.draft.set(hex, "format", &format);
        }
        for name in ["format", "width", "height", "depth"] {
            if self.draft.attribute(image, name).is_some() {
                let message = format!("1.5 takes the `{name}` of an image from its file; it is kept in an extra");
                self.lose(&codes::IMAGE, Fate::Noted, image, message);
                self.keep_attribute(image, name);
            }
        }
    }
}

/// The format of a picture by its first octets.
fn format_of(hex: &str) -> &'static str {
    let head: String = hex.chars().filter(|c| !c.is_whitespace()).take(8).collect::<String>().to_ascii_uppercase();
    match head.as_str() {
        "89504E47" => "PNG",
        "47494638" => "GIF",
        "44445320" => "DDS",
        h if h.starts_with("FFD8") => "JPG",
        h if h.starts_with("424D") => "BMP",
        _ => "RAW",
    }
}
