//! MTL: libraries of materials.

use std::collections::{HashMap, HashSet};

use portolan_resources::Resources;
use portolan_scene::{
    Amount, Bump, Colour, Fate, Image, ImageId, Losses, Material, Meta, Opaque, Origin, Pixels, Sampler, Scalar,
    Shading, TextureUse, UvTransform, Wrap,
};
use portolan_syntax::Limits;

use super::{MATERIAL, PICTURE};

/// What materials call the texture coordinates.
pub(super) const COORDINATES: &str = "UV";

/// Materials that were read so far.
pub(super) struct Library<'a> {
    location: &'a str,
    resources: &'a dyn Resources,
    limits: &'a Limits,
    materials: Vec<Entry>,
    names: HashMap<String, u32>,
    images: Vec<Image>,
    pictures: HashMap<String, ImageId>,
    /// Names of libraries as the file writes them, and where they are, that were read.
    known: HashSet<String>,
}

#[derive(Default)]
struct Entry {
    material: Material,
    illumination: Option<u32>,
    opacity: Option<f64>,
    mask: Option<TextureUse>,
}

impl<'a> Library<'a> {
    pub fn new(location: &'a str, resources: &'a dyn Resources, limits: &'a Limits) -> Library<'a> {
        let (materials, names) = (Vec::new(), HashMap::new());
        let (images, pictures, known) = (Vec::new(), HashMap::new(), HashSet::new());
        Library { location, resources, limits, materials, names, images, pictures, known }
    }

    /// The material of this name.
    pub fn index(&self, name: &str) -> Option<u32> {
        self.names.get(name).copied()
    }

    pub fn is_there(&self, file: &str) -> bool {
        self.known.contains(file) || self.resources.locate(self.location, file).is_ok()
    }

    /// Reads a library, once.
    pub fn read(&mut self, file: &str, origin: Origin, losses: &mut Losses) -> Result<(), String> {
        if self.known.contains(file) {
            return Ok(());
        }
        let found = self.resources.locate(self.location, file).map_err(|e| e.to_string())?;
        self.known.insert(file.to_owned());
        if !self.known.insert(format!("//{}", found.location)) {
            return Ok(());
        }
        let bytes = self.resources.read(&found.location, self.limits.bytes).map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&bytes);
        let base = found.location;
        let mut current: Option<usize> = None;
        for line in text.lines() {
            let line = line.trim();
            let Some(word) = line.split_ascii_whitespace().next() else { continue };
            let rest = line.get(word.len()..).unwrap_or_default().trim();
            if word == "newmtl" {
                let next = self.materials.len();
                current = (!self.names.contains_key(rest)).then_some(next);
                if current.is_some() {
                    self.names.insert(rest.to_owned(), next as u32);
                    let meta = Meta { name: Some(rest.into()), origin, ..Meta::default() };
                    self.materials
                        .push(Entry { material: Material { meta, ..Material::default() }, ..Entry::default() });
                }
                continue;
            }
            if word.starts_with('#') {
                continue;
            }
            let Some(at) = current else { continue };
            let texture = match is_map(word) {
                true => Some(self.texture(&base, rest, origin, losses)),
                false => None,
            };
            if let Some(entry) = self.materials.get_mut(at) {
                entry.line(word, rest, texture.flatten(), origin, losses);
            }
        }
        Ok(())
    }

    /// All materials and pictures.
    pub fn finish(self) -> (Vec<Material>, Vec<Image>) {
        (self.materials.into_iter().map(Entry::finish).collect(), self.images)
    }

    /// A picture with options before its name.
    fn texture(&mut self, base: &str, text: &str, origin: Origin, losses: &mut Losses) -> Option<TextureUse> {
        let mut rest = text.trim();
        let mut placed = UvTransform::IDENTITY;
        let mut sampler = Sampler::default();
        let mut amount = 1.0;
        while rest.starts_with('-') {
            let mut words = rest.split_ascii_whitespace();
            let option = words.next().unwrap_or_default();
            let numbers: Vec<f64> = words.clone().map_while(|w| w.parse().ok()).take(3).collect();
            let taken = match option {
                "-s" | "-o" | "-t" => numbers.len(),
                "-mm" => numbers.len().min(2),
                "-bm" | "-boost" | "-texres" => numbers.len().min(1),
                "-clamp" | "-blendu" | "-blendv" | "-cc" | "-imfchan" | "-type" => 1,
                _ => 0,
            };
            let pair = |usual: f64| {
                let at = |i: usize| numbers.get(i).copied().filter(|n: &f64| n.is_finite()).unwrap_or(usual);
                [at(0), at(1)]
            };
            match option {
                "-s" => placed.repeat = pair(1.0),
                "-o" => placed.offset = pair(0.0),
                "-bm" => amount = numbers.first().copied().filter(|n| n.is_finite()).unwrap_or(1.0),
                "-clamp" if words.clone().next() == Some("on") => {
                    (sampler.wrap_s, sampler.wrap_t) = (Wrap::Clamp, Wrap::Clamp);
                }
                "-clamp" | "-blendu" | "-blendv" | "-texres" | "-type" => {}
                other => {
                    let message = format!("the texture option `{other}` is not supported and ignored");
                    losses.push(&MATERIAL, Fate::Dropped, origin, message);
                }
            }
            for _ in 0..=taken {
                let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
                rest = rest.get(end..).unwrap_or_default().trim_start();
            }
        }
        if rest.is_empty() {
            losses.push(&PICTURE, Fate::Dropped, origin, "a texture has no file name");
            return None;
        }
        let image = self.picture(base, rest, origin, losses);
        let transform = (placed != UvTransform::IDENTITY).then_some(placed);
        Some(TextureUse { transform, amount, ..TextureUse::new(Some(image), sampler, COORDINATES) })
    }

    fn picture(&mut self, base: &str, file: &str, origin: Origin, losses: &mut Losses) -> ImageId {
        if let Some(known) = self.pictures.get(file) {
            return *known;
        }
        let location = match self.resources.locate(base, file) {
            Ok(found) => Some(found.location.into()),
            Err(why) => {
                losses.push(&PICTURE, Fate::Dropped, origin, why.of_picture());
                None
            }
        };
        let id = ImageId::next(&self.images);
        let pixels = Pixels::File { reference: file.into(), location };
        self.images.push(Image { meta: Meta { origin, ..Meta::default() }, pixels });
        self.pictures.insert(file.to_owned(), id);
        id
    }
}

fn is_map(word: &str) -> bool {
    word.starts_with("map_") || matches!(word, "bump" | "norm" | "disp" | "refl" | "decal")
}

impl Entry {
    fn line(&mut self, word: &str, rest: &str, texture: Option<TextureUse>, origin: Origin, losses: &mut Losses) {
        let numbers = || rest.split_ascii_whitespace().map_while(|w| w.parse::<f64>().ok()).filter(|n| n.is_finite());
        let number = || numbers().next();
        let material = &mut self.material;
        let put = |slot: &mut Option<Colour>| {
            let mut given = numbers();
            if let Some(r) = given.next() {
                // One number is all three.
                let (g, b) = (given.next().unwrap_or(r), given.next().unwrap_or(r));
                slot.get_or_insert_default().value = [r, g, b, 1.0];
            }
        };
        let show = |slot: &mut Option<Colour>, texture: Option<TextureUse>| {
            let white = Colour { value: [1.0; 4], texture: None };
            if let Some(texture) = texture {
                slot.get_or_insert(white).texture = Some(texture.into());
            }
        };
        match word {
            "Kd" => put(&mut material.diffuse),
            "Ka" => put(&mut material.ambient),
            "Ks" => put(&mut material.specular),
            "Ke" => put(&mut material.emission),
            "Ns" => material.shininess = number().map(Scalar),
            "Ni" => material.refraction = number().map(Scalar),
            "d" => self.opacity = number(),
            "Tr" => self.opacity = number().map(|t| 1.0 - t),
            "illum" => self.illumination = number().map(|n| n as u32),
            "Pr" | "Pm" => {
                let Some(value) = number() else { return };
                let physical = material.physical_mut();
                let slot = if word == "Pr" { &mut physical.roughness } else { &mut physical.metalness };
                slot.get_or_insert_default().value = value.clamp(0.0, 1.0);
            }
            "map_Kd" => show(&mut material.diffuse, texture),
            "map_Ka" => show(&mut material.ambient, texture),
            "map_Ks" => show(&mut material.specular, texture),
            "map_Ke" => show(&mut material.emission, texture),
            "map_d" => self.mask = texture,
            "map_Ns" => material.physical_mut().shininess = texture,
            "map_Pr" | "map_Pm" => {
                let physical = material.physical_mut();
                let slot = if word == "map_Pr" { &mut physical.roughness } else { &mut physical.metalness };
                slot.get_or_insert(Amount { value: 1.0, texture: None }).texture = texture;
            }
            "map_bump" | "map_Bump" | "bump" | "norm" => {
                let is_normal_map = word == "norm";
                material.bump = texture.map(|texture| Bump { texture, is_normal_map }.into()).or(material.bump.take());
            }
            "disp" => material.physical_mut().height = texture,
            other => {
                let message = format!(
                    "`{}` of a material is not supported and ignored",
                    other.chars().take(40).collect::<String>()
                );
                losses.push(&MATERIAL, Fate::Dropped, origin, message);
            }
        }
    }

    fn finish(self) -> Material {
        let Entry { mut material, illumination, opacity, mask } = self;
        let shines =
            material.specular.as_ref().is_some_and(|c| c.texture.is_some() || c.value.iter().take(3).any(|v| *v > 0.0));
        material.shading = match illumination {
            Some(0) => Shading::Constant,
            Some(1) => Shading::Lambert,
            Some(_) => Shading::Phong,
            None if shines => Shading::Phong,
            None => Shading::Lambert,
        };
        let opacity = opacity.map(|d| d.clamp(0.0, 1.0)).filter(|d| *d < 1.0);
        if opacity.is_some() || mask.is_some() {
            let image = |t: &TextureUse| t.image;
            let base = material.diffuse.as_ref().and_then(|c| c.texture.as_deref()).and_then(image);
            // The picture of the colours has its alpha for this; another one says it by how bright it is.
            let same = mask.as_ref().is_none_or(|m| image(m) == base);
            material.opaque = if same { Opaque::AOne } else { Opaque::RgbOne };
            material.transparent = Some(Colour::new([1.0; 4], mask));
            material.transparency = Some(Scalar(opacity.unwrap_or(1.0)));
        }
        material
    }
}
