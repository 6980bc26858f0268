//! MTL: materials beside an OBJ file.

use std::collections::HashMap;

use portolan_scene::{
    Colour, ColourSlot, Fate, ImageId, Losses, Material, MaterialId, Opaque, Origin, Pixels, Scene, Shading,
    TextureUse, Wrap,
};

use portolan_format::companion_name;
use portolan_resources::Companions;
use portolan_resources::write::OWN_LIBRARY;

use crate::names::{Names, line, number};
use crate::{Options, Picture, codes};

/// Materials that were used so far.
pub struct Library {
    file: String,
    text: String,
    names: Names,
    known: HashMap<MaterialId, String>,
    /// What shapes without a material use once any other has one.
    without: Option<String>,
    companions: Companions,
    /// What becomes of pictures in files.
    placed: HashMap<ImageId, Picture>,
    pictures: u32,
    written: HashMap<ImageId, Option<String>>,
}

impl Library {
    pub fn new(options: &Options) -> Library {
        Library {
            file: options.name.clone(),
            text: String::new(),
            names: Names::default(),
            known: HashMap::new(),
            without: None,
            companions: Companions::new(options.names.clone()),
            placed: options.pictures.clone(),
            pictures: 0,
            written: HashMap::new(),
        }
    }

    /// What a material is called; `None` is that of shapes without one, which needs no name before any other has one.
    pub fn material(
        &mut self,
        scene: &Scene,
        material: Option<(MaterialId, &Material)>,
        losses: &mut Losses,
    ) -> Option<String> {
        let Some((id, material)) = material else {
            if self.known.is_empty() {
                return None;
            }
            if self.without.is_none() {
                let name = self.names.unique(Some("none"), "none");
                self.text += &format!("newmtl {name}\nKd 0.8 0.8 0.8\n\n");
                self.without = Some(name);
            }
            return self.without.clone();
        };
        if let Some(name) = self.known.get(&id) {
            return Some(name.clone());
        }
        let name = self.names.unique(material.meta.label(), "material");
        self.known.insert(id, name.clone());
        self.text += &format!("newmtl {name}\n");
        self.write(scene, material, losses);
        self.text.push('\n');
        Some(name)
    }

    /// The name of the file, if there are materials, and all files: the library and the pictures that belong to it.
    pub fn finish(mut self, losses: &mut Losses) -> (Option<String>, Vec<(String, Vec<u8>)>) {
        let name = match self.text.is_empty() {
            true => None,
            false => match self
                .companions
                .data(&format!("{}.mtl", self.file), format!("{OWN_LIBRARY}\n\n{}", self.text).into_bytes())
            {
                Ok(placed) => Some(companion_name(placed, Origin::default(), losses)),
                Err(why) => {
                    let message = format!("materials are not written: {why}");
                    losses.push(&codes::MATERIAL_PART, Fate::Dropped, Origin::default(), message);
                    None
                }
            },
        };
        (name, self.companions.into_files())
    }

    fn write(&mut self, scene: &Scene, material: &Material, losses: &mut Losses) {
        let origin = material.meta.origin;
        // Colours in a library are as screens have them.
        let mut encoded = material.clone();
        encoded.encode();
        let material = &encoded;
        for (slot, word) in SLOTS {
            let Some(colour) = material.colour(slot) else { continue };
            let [r, g, b, _] = colour.value;
            line(&mut self.text, &format!("K{word}"), [r, g, b]);
        }
        if let Some(shininess) = material.shininess {
            line(&mut self.text, "Ns", [shininess.0]);
        }
        if let Some(refraction) = material.refraction {
            line(&mut self.text, "Ni", [refraction.0]);
        }
        if material.is_blended() {
            line(&mut self.text, "d", [opacity(material, origin, losses)]);
        }
        let model = match material.shading {
            Shading::Constant => 0,
            Shading::Lambert => 1,
            Shading::Phong | Shading::Blinn => 2,
        };
        self.text += &format!("illum {model}\n");
        for (slot, word) in SLOTS {
            self.texture(scene, material.colour(slot), &format!("map_K{word}"), origin, losses);
        }
        self.texture(scene, material.transparent.as_ref(), "map_d", origin, losses);
        if let Some(bump) = &material.bump {
            let word = if bump.is_normal_map { "norm" } else { "map_bump" };
            self.map(scene, &bump.texture, word, origin, losses);
        }
        let reflects = |c: &Colour| c.texture.is_some() || c.value.iter().take(3).any(|v| *v > 0.0);
        let mirrors = material.reflectivity.is_none_or(|r| r.0 > 0.0);
        if material.reflective.as_ref().is_some_and(reflects) && mirrors {
            let message = "reflections are not supported by this format";
            losses.push(&codes::MATERIAL_PART, Fate::Dropped, origin, message);
        }
    }

    fn texture(&mut self, scene: &Scene, colour: Option<&Colour>, word: &str, origin: Origin, losses: &mut Losses) {
        if let Some(texture) = colour.and_then(|c| c.texture.as_ref()) {
            self.map(scene, texture, word, origin, losses);
        }
    }

    fn map(&mut self, scene: &Scene, texture: &TextureUse, word: &str, origin: Origin, losses: &mut Losses) {
        let Some(file) = texture.image.and_then(|image| self.picture(scene, image, losses)) else {
            let message = "a texture has no image";
            return losses.push(&codes::PICTURE, Fate::Dropped, origin, message);
        };
        self.text += word;
        let clamps = |w: Wrap| matches!(w, Wrap::Clamp | Wrap::Border);
        if clamps(texture.sampler.wrap_s) && clamps(texture.sampler.wrap_t) {
            self.text += " -clamp on";
        } else if [texture.sampler.wrap_s, texture.sampler.wrap_t] != [Wrap::Repeat; 2] {
            let message = "texture wrapping is not supported by this format";
            losses.push(&codes::MATERIAL_PART, Fate::Approximated, origin, message);
        }
        if let Some(placed) = texture.transform {
            for (option, values) in [("-s", placed.repeat), ("-o", placed.offset)] {
                self.text += &format!(" {option}");
                for value in values {
                    self.text.push(' ');
                    number(&mut self.text, value);
                }
                self.text += if option == "-s" { " 1" } else { " 0" };
            }
            if placed.rotation != 0.0 {
                let message = "texture rotation is not supported by this format";
                losses.push(&codes::MATERIAL_PART, Fate::Approximated, origin, message);
            }
        }
        self.text += &format!(" {file}\n");
    }

    /// Where a picture is: in a file already, or in one that is written along.
    fn picture(&mut self, scene: &Scene, id: ImageId, losses: &mut Losses) -> Option<String> {
        if let Some(name) = self.written.get(&id) {
            return name.clone();
        }
        let image = scene.image(id)?;
        let name = match &image.pixels {
            Pixels::File { reference, .. } => match self.placed.remove(&id) {
                Some(Picture::Beside(bytes)) => {
                    let wanted = portolan_resources::file_name(reference);
                    match bytes.and_then(|bytes| self.companions.picture(&wanted, bytes)) {
                        Ok(placed) => Some(companion_name(placed, image.meta.origin, losses)),
                        Err(why) => {
                            let message = format!("image `{wanted}` is not copied: {why}");
                            losses.push(&codes::PICTURE, Fate::Dropped, image.meta.origin, message);
                            None
                        }
                    }
                }
                Some(Picture::At(uri)) => Some(path(&uri)),
                None => Some(path(reference)),
            },
            Pixels::Embedded { bytes, .. } => {
                self.pictures += 1;
                let extension = portolan_resources::picture::extension_of(bytes).unwrap_or("png");
                let wanted = format!("{}-{}.{extension}", self.file, self.pictures);
                match self.companions.picture(&wanted, bytes.clone()) {
                    Ok(placed) => Some(companion_name(placed, image.meta.origin, losses)),
                    Err(why) => {
                        let message = format!("image `{wanted}` is not written: {why}");
                        losses.push(&codes::PICTURE, Fate::Dropped, image.meta.origin, message);
                        None
                    }
                }
            }
            Pixels::None => None,
        };
        self.written.insert(id, name.clone());
        name
    }
}

const SLOTS: [(ColourSlot, char); 4] =
    [(ColourSlot::Ambient, 'a'), (ColourSlot::Diffuse, 'd'), (ColourSlot::Specular, 's'), (ColourSlot::Emission, 'e')];

/// One number for how much of the material is seen.
fn opacity(material: &Material, origin: Origin, losses: &mut Losses) -> f64 {
    let colour = material.transparent.as_ref().map_or([1.0; 4], |c| c.value);
    let factor = material.transparency.map_or(1.0, |t| t.0);
    let textured = material.transparent.as_ref().is_some_and(|c| c.texture.is_some());
    if textured && matches!(material.opaque, Opaque::AZero | Opaque::RgbZero) {
        let message = "a transparency texture is written as an opacity texture without inversion";
        losses.push(&codes::MATERIAL_PART, Fate::Approximated, origin, message);
        return 1.0;
    }
    let [r, g, b, a] = material.opaque.weights(colour, factor);
    if r != g || g != b {
        let message = "coloured transparency is written as its luminance";
        losses.push(&codes::MATERIAL_PART, Fate::Approximated, origin, message);
    }
    a.clamp(0.0, 1.0)
}

/// A reference as a path: without the scheme of files, with characters that are written as numbers resolved, in one
/// line.
fn path(reference: &str) -> String {
    let local = reference.strip_prefix("file:///").or_else(|| reference.strip_prefix("file:")).unwrap_or(reference);
    let mut bytes = Vec::with_capacity(local.len());
    let mut rest = local.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let digit = |b: &u8| char::from(*b).to_digit(16);
        let escaped = match (first, behind) {
            (b'%', [a, b, ..]) => digit(a).zip(digit(b)).map(|(a, b)| (a * 16 + b) as u8),
            _ => None,
        };
        bytes.push(escaped.unwrap_or(*first));
        rest = behind.get(if escaped.is_some() { 2 } else { 0 }..).unwrap_or_default();
    }
    let text = String::from_utf8(bytes).unwrap_or_else(|_| local.into());
    text.chars().map(|c| if c.is_control() { '_' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_become_paths() {
        assert_eq!(path("./a%20b.png"), "./a b.png");
        assert_eq!(path("file:///C:/x.png"), "C:/x.png");
        assert_eq!(path("100%.png"), "100%.png");
        assert_eq!(path("a%0Ab"), "a_b");
        assert_eq!(path("%ff"), "%ff");
    }
}
