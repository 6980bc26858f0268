//! `<image>`.

use portolan_format::companion_name;
use portolan_scene::{Fate, Image, Meta, Pixels};

use super::{Raise, codes, label};

impl<'a> Raise<'a> {
    pub(super) fn images(&mut self) {
        for (place, image) in self.scene.images.iter().enumerate() {
            let id = self.ids.images.get(place).cloned().flatten();
            self.image(id.as_deref(), image);
        }
    }

    fn image(&mut self, id: Option<&str>, image: &'a Image) {
        let meta = &image.meta;
        self.head("image", id, meta);
        if self.is_new() {
            self.out.maybe("sid", meta.sid.as_deref());
        } else {
            for name in ["format", "height", "width", "depth"] {
                let part = meta.aside.as_ref().and_then(|a| a.part(&format!("@{name}")));
                self.out.maybe(name, part.and_then(|p| p.name.as_deref()));
            }
        }
        self.asset(meta);
        self.pixels(image);
        self.extras(&meta.extras, meta.origin);
        self.out.close();
    }

    fn pixels(&mut self, image: &'a Image) {
        let meta = &image.meta;
        self.kept(meta, "", |name| name == "renderable");
        // A picture in parts is put back as it was: the scene has one of them.
        if meta.kept().iter().any(|k| k.name.starts_with("create_") && self.is_usable(k)) {
            return self.kept(meta, "", |name| name.starts_with("create_"));
        }
        let reference = match &image.pixels {
            Pixels::File { reference, location } => {
                let uri = (self.pictures.uri)(reference, location.as_deref());
                uri.unwrap_or_else(|| self.copied(reference, location.as_deref(), meta))
            }
            // Few readers look for pictures within documents.
            Pixels::Embedded { format, bytes } if !self.options.from_collada => {
                let extension = match format.to_ascii_lowercase().as_str() {
                    "" => "png".to_owned(),
                    "jpeg" => "jpg".to_owned(),
                    other => other.chars().filter(char::is_ascii_alphanumeric).collect(),
                };
                let stem = portolan_resources::file_name(label(meta));
                let stem = if stem.is_empty() { "picture".to_owned() } else { stem };
                self.put(&format!("{stem}.{extension}"), Ok(bytes.clone()), meta)
            }
            Pixels::Embedded { format, bytes } => return self.hexadecimal(format, bytes),
            Pixels::None if self.is_new() => return,
            Pixels::None => String::new(),
        };
        self.out.open("init_from");
        match self.is_new() {
            true => self.out.leaf("ref", &reference),
            false => self.out.text(&reference),
        };
        self.out.close();
    }

    fn hexadecimal(&mut self, format: &str, bytes: &[u8]) {
        let mut digits = String::with_capacity(bytes.len() * 2);
        for byte in bytes {
            for digit in [byte >> 4, byte & 15] {
                digits.extend(char::from_digit(u32::from(digit), 16).map(|c| c.to_ascii_uppercase()));
            }
        }
        match self.is_new() {
            true => {
                let format = if format.is_empty() { "PNG" } else { format };
                self.out.open("init_from").open("hex").attribute("format", format).text(&digits).close().close();
            }
            false => _ = self.out.leaf("data", &digits),
        }
    }

    /// The name of a file that is put beside the document.
    fn copied(&mut self, reference: &str, location: Option<&str>, meta: &Meta) -> String {
        let wanted = match portolan_resources::file_name(reference) {
            none if none.is_empty() => "picture".to_owned(),
            name => name,
        };
        let bytes = location.map_or_else(|| Err("it was not found".to_owned()), |l| (self.pictures.read)(l));
        self.put(&wanted, bytes, meta)
    }

    /// Puts a picture beside the document and gives its URI; what is not written keeps its name there.
    fn put(&mut self, wanted: &str, bytes: Result<Vec<u8>, String>, meta: &Meta) -> String {
        let name = match bytes.and_then(|bytes| self.companions.picture(wanted, bytes)) {
            Ok(placed) => companion_name(placed, meta.origin, &mut self.losses),
            Err(why) => {
                let message = format!("image `{}` was not copied: {why}", label(meta));
                self.lose(&codes::IMAGE, Fate::Approximated, meta, message);
                wanted.to_owned()
            }
        };
        portolan_resources::uri::from_native(&name)
    }
}
