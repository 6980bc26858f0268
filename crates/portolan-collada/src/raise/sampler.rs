//! Textures: from the colour to the sampler and the picture.

use portolan_scene::{
    Fate, Fed, Filter, ImageId, Material, MaterialId, Meta, Sampler, Target, TextureField, TextureSlot, TextureUse,
    UvTransform, Wrap,
};
use portolan_syntax::xml::number;

use super::name::ncname;
use super::{Raise, codes, fragment};
use crate::kept::kept_holds;

/// The parameter that each texture of an effect is sampled with.
#[derive(Default)]
pub(super) struct Samplers {
    names: Vec<(TextureSlot, Box<str>)>,
}

impl Samplers {
    pub fn name(&self, slot: TextureSlot) -> &str {
        self.names.iter().find(|(s, _)| *s == slot).map_or("", |(_, name)| name)
    }
}

impl<'a> Raise<'a> {
    /// Writes the samplers of an effect that were not kept.
    pub(super) fn samplers(&mut self, meta: &'a Meta, material: &'a Material, made: &Material) -> Samplers {
        let mut samplers = Samplers::default();
        let mut written: Vec<(Option<ImageId>, Sampler, Box<str>)> = Vec::new();
        for (slot, texture) in made.textures() {
            if !matches!(slot, TextureSlot::Colour(_) | TextureSlot::Bump) {
                continue;
            }
            let fed = material.parameter(Fed::Texture(slot));
            let declared = |name: &str| {
                meta.kept().iter().any(|k| {
                    let is = &*k.name == "newparam" && self.is_usable(k);
                    is && super::effect::Param::of(k).is_some_and(|p| p.name == name)
                })
            };
            if let Some(name) = fed.filter(|name| declared(name)) {
                samplers.names.push((slot, name.into()));
                continue;
            }
            let same = |w: &&(Option<ImageId>, Sampler, Box<str>)| w.0 == texture.image && w.1 == texture.sampler;
            if let Some((.., name)) = written.iter().find(same) {
                samplers.names.push((slot, name.clone()));
                continue;
            }
            let image = texture.image.and_then(|i| self.ids.images.get(i.index())).cloned().flatten();
            let base = image.as_deref().unwrap_or("texture").to_owned();
            let free = |wanted: String| {
                let taken = |name: &str| {
                    written.iter().any(|w| *w.2 == *name)
                        || meta
                            .kept()
                            .iter()
                            .any(|k| kept_holds(k, name, |e| e.attributes().any(|a| a.value() == name)))
                };
                let numbered = (2u64..).map(|n| format!("{wanted}_{n}"));
                std::iter::once(wanted.clone()).chain(numbered).find(|n| !taken(n)).unwrap_or(wanted)
            };
            let name = fed.map_or_else(|| free(format!("{base}-sampler")), ncname);
            self.sampler(&name, &free(format!("{base}-surface")), image.as_deref(), &texture.sampler, &material.meta);
            written.push((texture.image, texture.sampler.clone(), name.as_str().into()));
            samplers.names.push((slot, name.into()));
        }
        samplers
    }

    fn sampler(&mut self, name: &str, surface: &str, image: Option<&str>, sampler: &Sampler, meta: &Meta) {
        let new = self.is_new();
        if !new {
            self.out.open("newparam").attribute("sid", surface).open("surface").attribute("type", "2D");
            if let Some(image) = image {
                self.out.leaf("init_from", image);
            }
            self.out.close().close();
        }
        self.out.open("newparam").attribute("sid", name).open("sampler2D");
        match (new, image) {
            (false, _) => _ = self.out.leaf("source", surface),
            (true, Some(image)) => _ = self.out.open("instance_image").attribute("url", &fragment(image)).close(),
            (true, None) => {}
        }
        let mut unsaid = sampler.anisotropy > 1 && !new;
        for (element, wrap) in [("wrap_s", sampler.wrap_s), ("wrap_t", sampler.wrap_t), ("wrap_p", sampler.wrap_p)] {
            let word = match wrap {
                Wrap::Repeat => continue,
                Wrap::Mirror => "MIRROR",
                Wrap::Clamp => "CLAMP",
                Wrap::Border => "BORDER",
                Wrap::MirrorOnce if new => "MIRROR_ONCE",
                Wrap::MirrorOnce => {
                    unsaid = true;
                    "MIRROR"
                }
                Wrap::MirrorBorder => {
                    unsaid = true;
                    "BORDER"
                }
            };
            if element != "wrap_p" || new {
                self.out.leaf(element, word);
            }
        }
        for (element, filter) in [("minfilter", sampler.minify), ("magfilter", sampler.magnify)] {
            if filter == Filter::Nearest {
                self.out.leaf(element, "NEAREST");
            }
        }
        match sampler.mip {
            Filter::None => _ = self.out.leaf("mipfilter", "NONE"),
            Filter::Nearest => _ = self.out.leaf("mipfilter", "NEAREST"),
            Filter::Linear => {}
        }
        if let Some(border) = sampler.border {
            self.out.open("border_color").numbers(&border).close();
        }
        if new && sampler.anisotropy > 1 {
            self.out.leaf("max_anisotropy", &number(sampler.anisotropy));
        }
        self.out.close().close();
        if unsaid {
            let message = "the sampler settings of a texture cannot be written completely";
            self.lose(&codes::TEXTURE, Fate::Approximated, meta, message);
        }
    }

    /// A texture; `kept` is where what was said of it is kept.
    pub(super) fn texture(
        &mut self,
        sampler: &str,
        texture: &TextureUse,
        id: MaterialId,
        slot: TextureSlot,
        kept: Option<(&'a Meta, String)>,
        meta: &Meta,
    ) {
        // Steps that do no more than place the texture are written as a placement.
        let placed = texture.matrix().filter(|_| !texture.steps.is_empty()).map(|matrix| UvTransform::near(&matrix));
        let as_placed = placed.map(|(transform, _)| TextureUse { transform: Some(transform), ..texture.clone() });
        let texture = as_placed.as_ref().unwrap_or(texture);
        let coordinates = ncname(&texture.coordinates);
        let coordinates = if coordinates.is_empty() { "TEX0".to_owned() } else { coordinates };
        self.out.open("texture").attribute("texture", sampler).attribute("texcoord", &coordinates);
        let is_kept = kept.as_ref().is_some_and(|(meta, place)| meta.kept().iter().any(|k| *k.place == **place));
        match kept {
            Some((effect, place)) if is_kept => self.kept(effect, &place, |_| true),
            _ if texture.transform.is_some() || texture.amount != 1.0 => self.placement(texture, id, slot),
            _ => {}
        }
        self.out.close();
        if !texture.swizzle.is_identity() {
            self.lose(&codes::TEXTURE, Fate::Dropped, meta, "a texture channel order is not written");
        }
        if let Some((_, false)) = placed {
            let message = "a sheared or three-dimensional texture transform is approximated";
            self.lose(&codes::TEXTURE, Fate::Approximated, meta, message);
        }
    }

    /// How a texture is placed, as applications write it: they turn about the middle of the picture.
    fn placement(&mut self, texture: &TextureUse, material: MaterialId, slot: TextureSlot) {
        let UvTransform { offset: [u, v], rotation, repeat: [du, dv] } =
            texture.transform.unwrap_or(UvTransform::IDENTITY);
        let (sin, cos) = libm::sincos(-rotation.to_radians());
        let (x, y) = (u - 0.5, v - 0.5);
        let (u, v) = if rotation == 0.0 { (u, v) } else { (x * cos - y * sin + 0.5, x * sin + y * cos + 0.5) };
        self.out.open("extra").open("technique").attribute("profile", "MAYA");
        let fields = [
            ("repeatU", Some(TextureField::RepeatU), du, 1.0),
            ("repeatV", Some(TextureField::RepeatV), dv, 1.0),
            ("offsetU", Some(TextureField::OffsetU), u, 0.0),
            ("offsetV", Some(TextureField::OffsetV), v, 0.0),
            ("rotateUV", Some(TextureField::Rotation), rotation, 0.0),
            ("amount", None, texture.amount, 1.0),
        ];
        for (name, field, value, usual) in fields {
            let target = field.map(|field| Target::Texture { material, slot, field });
            let sid = target.and_then(|t| self.addresses.sid(&t).map(str::to_owned));
            if value != usual || sid.is_some() {
                self.out.open(name).maybe("sid", sid.as_deref()).text(&number(value)).close();
            }
        }
        self.out.close().close();
    }
}
