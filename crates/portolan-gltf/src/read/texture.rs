//! Textures as materials use them.

use portolan_scene::{Fate, Filter, Sampler, Source, Swizzle, TextureUse, UvTransform, Wrap};

use super::Reader;
use super::codes::TEXTURE;
use super::value::At;

/// What a set of texture coordinates is called.
pub(super) fn coordinates(set: u64) -> Box<str> {
    format!("TEXCOORD_{set}").into()
}

impl<'a> Reader<'a> {
    /// The texture in a property of a material.
    pub fn texture(&mut self, at: &At<'a>, key: &str) -> Option<TextureUse> {
        let info = at.get(key)?;
        let texture = self.index(&info, "index", "textures");
        if info.get("index").is_none() {
            self.wrong(&info, "a texture");
        }
        let texture = self.item("textures", texture?)?;
        let sampler = match self.index(&texture, "sampler", "samplers").and_then(|i| self.item("samplers", i)) {
            Some(sampler) => self.sampler(&sampler),
            None => Sampler::default(),
        };
        let mut set = self.whole(&info, "texCoord").unwrap_or(0);
        let mut transform = None;
        if let Some(placed) = info.extension("KHR_texture_transform") {
            set = self.whole(&placed, "texCoord").unwrap_or(set);
            transform = self.placement(&placed);
        }
        let image = self.source(&texture);
        Some(TextureUse { transform, ..TextureUse::new(image, sampler, coordinates(set)) })
    }

    /// One channel of a texture, as its first.
    pub fn channel(&mut self, at: &At<'a>, key: &str, channel: Source) -> Option<TextureUse> {
        let texture = self.texture(at, key)?;
        Some(TextureUse { swizzle: Swizzle([channel; 4]), ..texture })
    }

    fn source(&mut self, texture: &At<'a>) -> Option<portolan_scene::ImageId> {
        if let Some(index) = self.index(texture, "source", "images") {
            return self.image(index);
        }
        if let Some(webp) = texture.extension("EXT_texture_webp") {
            let index = self.index(&webp, "source", "images")?;
            return self.image(index);
        }
        let unread = ["KHR_texture_basisu", "MSFT_texture_dds", "EXT_texture_avif"];
        let message = match unread.iter().find(|name| texture.extension(name).is_some()) {
            Some(name) => format!("images of `{name}` are not supported"),
            None => "the texture has no image".to_owned(),
        };
        self.tell(&TEXTURE, Fate::Dropped, texture, message);
        None
    }

    fn sampler(&mut self, at: &At<'a>) -> Sampler {
        let mut wrap = |key: &str| match self.whole(at, key) {
            None | Some(10497) => Wrap::Repeat,
            Some(33071) => Wrap::Clamp,
            Some(33648) => Wrap::Mirror,
            Some(_) => {
                self.wrong(&at.get(key).unwrap_or(at.clone()), "a wrapping mode");
                Wrap::Repeat
            }
        };
        let (wrap_s, wrap_t) = (wrap("wrapS"), wrap("wrapT"));
        let magnify = match self.whole(at, "magFilter") {
            Some(9728) => Filter::Nearest,
            None | Some(9729) => Filter::Linear,
            Some(_) => {
                self.wrong(&at.get("magFilter").unwrap_or(at.clone()), "a filter");
                Filter::Linear
            }
        };
        let (minify, mip) = match self.whole(at, "minFilter") {
            Some(9728) => (Filter::Nearest, Filter::None),
            Some(9729) => (Filter::Linear, Filter::None),
            Some(9984) => (Filter::Nearest, Filter::Nearest),
            Some(9985) => (Filter::Linear, Filter::Nearest),
            Some(9986) => (Filter::Nearest, Filter::Linear),
            None | Some(9987) => (Filter::Linear, Filter::Linear),
            Some(_) => {
                self.wrong(&at.get("minFilter").unwrap_or(at.clone()), "a filter");
                (Filter::Linear, Filter::Linear)
            }
        };
        Sampler { wrap_s, wrap_t, magnify, minify, mip, ..Sampler::default() }
    }

    /// How coordinates are changed, for coordinates with v upwards.
    ///
    /// What glTF says of (u, 1 − v), with the factors `D`, the turn θ and the offset `g`, is for (u, v) the same factors
    /// and turn with the offset `(gᵤ + sin θ·Dᵥ, 1 − gᵥ − cos θ·Dᵥ)`: the inverse of what is done when writing.
    fn placement(&mut self, at: &At<'a>) -> Option<UvTransform> {
        let [u, v] = self.numbers(at, "offset").unwrap_or([0.0; 2]);
        let turn = self.number(at, "rotation").unwrap_or(0.0);
        let [du, dv] = self.numbers(at, "scale").unwrap_or([1.0; 2]);
        let (sin, cos) = (libm::sin(turn), libm::cos(turn));
        let offset = [u + sin * dv, 1.0 - v - cos * dv].map(|x| if x == 0.0 { 0.0 } else { x });
        let change = UvTransform { offset, rotation: turn.to_degrees(), repeat: [du, dv] };
        (change != UvTransform::IDENTITY).then_some(change)
    }
}
