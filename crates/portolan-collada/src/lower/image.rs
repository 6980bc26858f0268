//! `<image>`.

use std::borrow::Cow;

use portolan_resources::How;
use portolan_scene::{Fate, Image, ImageId, PartName, Pixels};
use portolan_syntax::Node;

use super::geometry::label;
use super::material::codes;
use super::{Lower, codes as common};

/// Faces of a cube in their order.
const FACES: [&str; 6] = ["POSITIVE_X", "NEGATIVE_X", "POSITIVE_Y", "NEGATIVE_Y", "POSITIVE_Z", "NEGATIVE_Z"];

impl<'a> Lower<'a> {
    /// What an `<image>` became. The file is looked for, but not read.
    pub(super) fn image(&mut self, element: Node<'a>) -> Option<ImageId> {
        let origin = self.origin(element);
        if let Some(known) = self.known.images.get(&origin) {
            return *known;
        }
        let id = match element.local_name() {
            "image" => {
                let pixels = self.pixels(element);
                Some(self.keep_image(element, pixels))
            }
            other => {
                let message = format!("`{}` is a `{other}`, not an image", label(element));
                self.lose(&common::UNRESOLVED, Fate::Dropped, element, message);
                None
            }
        };
        self.known.images.insert(origin, id);
        id
    }

    /// The image that a reference to an image leads to, written in an element. Where a file is named instead, the file
    /// is the image.
    pub(super) fn image_at(&mut self, element: Node<'a>, reference: &str) -> Option<ImageId> {
        let reference = reference.trim();
        let lost = match self.documents.follow(element, reference) {
            Ok(found) => return self.image(found),
            Err(lost) => lost,
        };
        let origin = self.origin(element);
        if let Some(known) = self.known.images.get(&origin) {
            return *known;
        }
        let document = self.document(element);
        let is_file = !reference.contains('#') && document.locate(self.resources, reference).is_ok();
        let id = match is_file {
            true => {
                let pixels = self.file(element, reference);
                Some(self.keep_image(element, pixels))
            }
            false => {
                self.lose(
                    &common::UNRESOLVED,
                    Fate::Dropped,
                    element,
                    format!("`{reference}` cannot be resolved: {lost}"),
                );
                None
            }
        };
        self.known.images.insert(origin, id);
        id
    }

    fn keep_image(&mut self, element: Node<'a>, pixels: Pixels) -> ImageId {
        let id = ImageId::next(&self.scene.images);
        let mut meta = self.meta(element);
        for name in ["format", "height", "width", "depth"] {
            if let Some(value) = element.attribute_value(name).filter(|_| element.local_name() == "image") {
                let (part, name) = (format!("@{name}").into(), Some(value.trim().into()));
                meta.aside_mut().parts.push(PartName { part, name, ..PartName::default() });
            }
        }
        self.scene.images.push(Image { meta, pixels });
        id
    }

    fn pixels(&mut self, element: Node<'a>) -> Pixels {
        let mut sources = element.elements().filter(|e| matches!(e.local_name(), "init_from" | "data"));
        if let Some(first) = sources.next() {
            if sources.next().is_some() {
                let message = format!("`{}` is given more than once; the first is used", label(element));
                self.lose(&codes::IMAGE_PARTS, Fate::Dropped, element, message);
            }
            return match first.local_name() {
                "data" => self.hex(first, &element.attribute_value("format").unwrap_or_default()),
                _ => self.init_from(first),
            };
        }
        let create = element.elements().find(|e| e.local_name().starts_with("create_"));
        let mut parts: Vec<Node<'a>> =
            create.into_iter().flat_map(|c| c.elements()).filter(|e| e.local_name() == "init_from").collect();
        // The first level of the first part is the image.
        parts.sort_by_cached_key(|part| {
            let number = |name: &str| self.given::<u32>(*part, name);
            let face: Cow<'_, str> = self.given(*part, "face");
            let face = FACES.iter().position(|f| *f == face);
            [number("mip_index"), number("array_index"), face.unwrap_or(0) as u32, number("depth")]
        });
        let Some(first) = parts.first() else { return Pixels::None };
        if parts.len() > 1 {
            let message = format!("`{}`: only the first of {} parts is kept", label(element), parts.len());
            self.lose(&codes::IMAGE_PARTS, Fate::Dropped, element, message);
        }
        self.init_from(*first)
    }

    /// 1.5 has `<ref>` or `<hex>` in it, 1.4 the reference itself.
    fn init_from(&mut self, element: Node<'a>) -> Pixels {
        if let Some(hex) = element.child("hex") {
            return self.hex(hex, &hex.attribute_value("format").unwrap_or_default());
        }
        let holder = element.child("ref").unwrap_or(element);
        self.file(holder, holder.text().trim())
    }

    /// A file, whether it is found or not.
    fn file(&mut self, element: Node<'a>, reference: &str) -> Pixels {
        if reference.is_empty() {
            self.lose(&codes::IMAGE, Fate::Dropped, element, "the image has no file name");
            return Pixels::None;
        }
        let location = match self.document(element).locate(self.resources, reference) {
            Ok(found) => {
                if found.how != How::Exact {
                    let message = format!("`{reference}` was found {}", found.how.note());
                    self.lose(&codes::IMAGE_PLACE, Fate::Noted, element, message);
                }
                Some(found.location.into_boxed_str())
            }
            Err(why) => {
                self.lose(&codes::IMAGE, Fate::Dropped, element, why.of_picture());
                None
            }
        };
        Pixels::File { reference: reference.into(), location }
    }

    /// A whole file, written as hexadecimal digits.
    fn hex(&mut self, element: Node<'a>, format: &str) -> Pixels {
        match decode(&element.text()) {
            Some(bytes) => Pixels::Embedded { format: format.trim().into(), bytes },
            None => {
                self.lose(&codes::IMAGE_DATA, Fate::Dropped, element, "the bytes of the image are not hexadecimal");
                Pixels::None
            }
        }
    }
}

/// The bytes that pairs of hexadecimal digits stand for; white space may stand anywhere.
fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut high: Option<u8> = None;
    for character in text.bytes().filter(|b| !b.is_ascii_whitespace()) {
        let digit = char::from(character).to_digit(16)? as u8;
        match high.take() {
            Some(first) => bytes.push(first << 4 | digit),
            None => high = Some(digit),
        }
    }
    (high.is_none() && !bytes.is_empty()).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn hexadecimal_digits_are_bytes() {
        assert_eq!(decode("89 50\n4e47 0"), None);
        assert_eq!(decode(" 89 50\n4e4 7 0A"), Some(vec![0x89, 0x50, 0x4e, 0x47, 0x0a]));
        assert_eq!(decode("0x12"), None);
        assert_eq!(decode(""), None);
    }
}
