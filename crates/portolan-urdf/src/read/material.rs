//! `<material>`: a colour or a picture with a name.

use portolan_scene::{
    Colour, Fate, Image, ImageId, Material, MaterialId, Meta, Opaque, Pixels, Sampler, Scalar, Shading, TextureUse,
};
use portolan_syntax::Node;

use super::{Reader, origin};
use crate::codes;

/// What materials call the texture coordinates.
pub(super) const COORDINATES: &str = "UV";

impl<'a> Reader<'a> {
    /// The material that an element defines or names.
    pub(super) fn material(&mut self, element: Node<'a>) -> Option<MaterialId> {
        let name = element.attribute_value("name").map(|n| n.trim().to_owned()).unwrap_or_default();
        let (colour, texture) = (element.child("color"), element.child("texture"));
        if colour.is_none() && texture.is_none() {
            let known = self.materials.get(&name).copied();
            if known.is_none() {
                let message = format!("the material `{name}` does not exist");
                self.lose(&codes::REFERENCE, Fate::Dropped, element, message);
            }
            return known;
        }
        let value = colour.map_or([1.0; 4], |c| self.numbers(c, "rgba", [1.0; 4]));
        let meta = Meta { name: Some(name.as_str().into()), origin: origin(element), ..Meta::default() };
        let mut material = Material { meta, shading: Shading::Lambert, ..Material::default() };
        let image = texture.and_then(|t| self.picture(t));
        let texture = image.map(|image| TextureUse::new(Some(image), Sampler::default(), COORDINATES));
        let [r, g, b, alpha] = value;
        material.diffuse = Some(Colour::new([r, g, b, 1.0], texture));
        if alpha < 1.0 {
            material.transparent = Some(Colour { value: [1.0, 1.0, 1.0, alpha.max(0.0)], texture: None });
            material.transparency = Some(Scalar(1.0));
            material.opaque = Opaque::AOne;
        }
        let id = MaterialId::next(&self.scene.materials);
        self.scene.materials.push(material);
        if !name.is_empty() {
            self.materials.insert(name, id);
        }
        Some(id)
    }

    fn picture(&mut self, texture: Node<'a>) -> Option<ImageId> {
        let reference = texture.attribute_value("filename")?;
        let reference = reference.trim();
        let location = match self.resources.locate(self.location, reference) {
            Ok(found) => Some(found.location.into()),
            Err(why) => {
                let message = format!("the image `{reference}` cannot be read: {why}");
                self.lose(&codes::FILE, Fate::Dropped, texture, message);
                None
            }
        };
        let id = ImageId::next(&self.scene.images);
        let pixels = Pixels::File { reference: reference.into(), location };
        self.scene.images.push(Image { meta: Meta { origin: origin(texture), ..Meta::default() }, pixels });
        Some(id)
    }
}
