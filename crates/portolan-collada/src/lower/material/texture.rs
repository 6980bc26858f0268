//! `<texture>`: from its name to sampler and image.

use portolan_scene::{ColourSlot, Fate, Filter, ImageId, MaterialId, Sampler, TextureUse, Wrap};
use portolan_syntax::Node;

use super::super::{Lower, codes as common};
use super::params::{Kind, Param, Settings, kind, loose_numbers};
use super::{Effect, codes};

/// Elements of a sampler or surface that are looked at, for every material that uses it.
const MOST_PARTS: usize = 64;

impl<'a> Lower<'a> {
    /// What a `<texture>` says. `slot` is the colour it stands for, or the relief.
    pub(super) fn texture(
        &mut self,
        material: MaterialId,
        slot: Option<ColourSlot>,
        element: Node<'a>,
        effect: &Effect<'a>,
        settings: &Settings<'a>,
    ) -> TextureUse {
        let name = element.attribute_value("texture").unwrap_or_default();
        let (image, sampler) = self.sampled(effect, settings, name.trim(), element);
        let coordinates: Box<str> = element.attribute_value("texcoord").unwrap_or_default().trim().into();
        let mut texture = TextureUse::new(image, sampler, coordinates);
        self.place_texture(material, slot, element, &mut texture);
        texture
    }

    /// The image and the sampler that a name leads to: a parameter that holds a sampler. Taken by leniency are
    /// parameters that hold a surface, those of other profiles, and ids of images.
    pub(super) fn sampled(
        &mut self,
        effect: &Effect<'a>,
        settings: &Settings<'a>,
        name: &str,
        place: Node<'a>,
    ) -> (Option<ImageId>, Sampler) {
        let resolver = self.document(effect.element).resolver();
        let elsewhere = || resolver.sid(effect.element, name).filter(|n| n.local_name() == "newparam").map(Param::of);
        let own = effect.params.get(name);
        if let Some(param) = own.or_else(elsewhere) {
            if own.is_none() && matches!(param.kind(), Kind::Sampler | Kind::Surface) {
                let message = format!("the texture `{name}` refers to a parameter of another profile");
                self.lose(&codes::TEXTURE_NAME, Fate::Noted, place, message);
            }
            match param.kind() {
                Kind::Sampler => return self.sampler(effect, settings, name, param),
                Kind::Surface => {
                    let message = format!("the texture `{name}` refers to a surface without a sampler");
                    self.lose(&codes::TEXTURE_NAME, Fate::Noted, place, message);
                    return (self.surface(effect, settings, name, param), Sampler::default());
                }
                _ => {}
            }
        }
        let id = name.strip_prefix('#').unwrap_or(name);
        if let Some(image) = resolver.id(id).filter(|n| n.local_name() == "image") {
            self.lose(
                &codes::TEXTURE_NAME,
                Fate::Noted,
                place,
                format!("the texture `{name}` refers to an image, not a sampler"),
            );
            return (self.image(image), Sampler::default());
        }
        let message = format!("no sampler or image is named `{name}`");
        self.lose(&codes::TEXTURE, Fate::Dropped, place, message);
        (None, Sampler::default())
    }

    fn sampler(
        &mut self,
        effect: &Effect<'a>,
        settings: &Settings<'a>,
        name: &str,
        param: Param<'a>,
    ) -> (Option<ImageId>, Sampler) {
        let mut changed: Vec<Node<'a>> = Vec::new();
        let mut image = None;
        let mut whole = param.value;
        // The last value set is met first; a whole sampler hides what was set before.
        for value in settings.of(name) {
            match value.local_name() {
                "sampler_image" => image = image.or(Some(value)),
                "sampler_states" => changed.push(value),
                _ => {
                    whole = Some(value);
                    break;
                }
            }
        }
        let Some(whole) = whole else { return (None, Sampler::default()) };
        if !matches!(whole.local_name(), "sampler2D" | "samplerRECT" | "sampler_state") {
            let message = format!("the `{}` `{name}` is read as a 2D texture", whole.local_name());
            self.lose(&codes::SAMPLER, Fate::Approximated, whole, message);
        }
        let image = match image {
            Some(image) => self.instance_image(image),
            None => self.sampler_image(effect, settings, name, whole),
        };
        let mut sampler = self.unsaid(whole);
        self.states(whole, &mut sampler);
        for states in changed.into_iter().rev() {
            self.states(states, &mut sampler);
        }
        (image, sampler)
    }

    fn sampler_image(
        &mut self,
        effect: &Effect<'a>,
        settings: &Settings<'a>,
        name: &str,
        sampler: Node<'a>,
    ) -> Option<ImageId> {
        if let Some(instance) = child(sampler, "instance_image") {
            return self.instance_image(instance);
        }
        let Some(source) = child(sampler, "source") else {
            self.lose(&codes::TEXTURE, Fate::Dropped, sampler, format!("the sampler `{name}` has no image"));
            return None;
        };
        let surface = source.text();
        let surface = surface.trim();
        match effect.params.get(surface) {
            Some(param) if param.kind() == Kind::Surface => self.surface(effect, settings, surface, param),
            // Some writers leave the surface out.
            _ => {
                let id = surface.strip_prefix('#').unwrap_or(surface);
                let image = self.document(source).resolver().id(id).filter(|n| n.local_name() == "image");
                let Some(image) = image else {
                    let message = format!("the sampler `{name}` refers to `{surface}`, which is not a surface");
                    self.lose(&codes::TEXTURE, Fate::Dropped, source, message);
                    return None;
                };
                let message = format!(
                    "the sampler `{name}` refers to the image `{surface}` directly, without a \
                    surface"
                );
                self.lose(&codes::TEXTURE_NAME, Fate::Noted, source, message);
                self.image(image)
            }
        }
    }

    fn instance_image(&mut self, element: Node<'a>) -> Option<ImageId> {
        let url = element.attribute_value("url")?;
        self.image_at(element, &url)
    }

    /// The image of a surface of 1.4.
    fn surface(
        &mut self,
        effect: &Effect<'a>,
        settings: &Settings<'a>,
        name: &str,
        param: Param<'a>,
    ) -> Option<ImageId> {
        debug_assert!(effect.params.get(name).is_none_or(|p| p.element == param.element));
        let set = settings.of(name).find(|v| kind(v.local_name()) == Kind::Surface);
        let surface = set.or(param.value)?;
        let mut parts: Vec<(Node<'a>, String)> = Vec::new();
        for child in surface.elements().take(MOST_PARTS) {
            match child.local_name() {
                // Up to 1.4.0 several ids may stand in one element.
                "init_from" => {
                    let text = child.text();
                    parts.extend(text.split_ascii_whitespace().take(MOST_PARTS).map(|id| (child, id.to_owned())));
                }
                "init_cube" | "init_volume" | "init_planar" => {
                    let named = child
                        .elements()
                        .take(MOST_PARTS)
                        .filter_map(|e| Some((e, e.attribute_value("ref")?.trim().to_owned())));
                    parts.extend(named);
                }
                _ => {}
            }
        }
        parts.sort_by_key(|(element, _)| {
            let number = |name: &str| self.given::<u32>(*element, name);
            [number("mip"), number("slice")]
        });
        let Some((element, id)) = parts.first().cloned() else {
            self.lose(&codes::TEXTURE, Fate::Dropped, surface, format!("the surface `{name}` has no image"));
            return None;
        };
        if parts.len() > 1 {
            let message = format!("only the first image of the surface `{name}` is kept");
            self.lose(&codes::IMAGE_PARTS, Fate::Dropped, surface, message);
        }
        self.image_at(element, &id)
    }

    /// How a sampler samples where its element says nothing: the states of the table.
    ///
    /// `NONE`, which 1.4 has for all filters, is what an empty element means there; without the element the choice is the
    /// reader's.
    fn unsaid(&self, element: Node<'a>) -> Sampler {
        let bound = self.bound(element);
        let word = |name: &str| bound.child_row(element, name).and_then(|row| row.default).unwrap_or_default();
        let wrapped = |name: &str| wrap(word(name)).unwrap_or_default();
        let filter = |name: &str| minify(word(name)).map(|(filter, _)| filter).unwrap_or_default();
        Sampler {
            wrap_s: wrapped("wrap_s"),
            wrap_t: wrapped("wrap_t"),
            wrap_p: wrapped("wrap_p"),
            minify: filter("minfilter"),
            magnify: filter("magfilter"),
            mip: filter("mipfilter"),
            border: None,
            anisotropy: bound.child_row(element, "max_anisotropy").and_then(|row| row.value()).unwrap_or_default(),
        }
    }

    /// Takes over the states that an element names.
    fn states(&mut self, element: Node<'a>, sampler: &mut Sampler) {
        let bound = self.bound(element);
        let mut combined = None;
        let mut mip = None;
        for state in element.elements().take(MOST_PARTS) {
            let text = state.text();
            let default = || bound.child_row(element, state.local_name()).and_then(|row| row.default);
            let word = match text.trim() {
                "" => default().unwrap_or_default().to_owned(),
                word => word.to_ascii_uppercase(),
            };
            let known = match state.local_name() {
                "wrap_s" => wrap(&word).map(|w| sampler.wrap_s = w),
                "wrap_t" => wrap(&word).map(|w| sampler.wrap_t = w),
                "wrap_p" => wrap(&word).map(|w| sampler.wrap_p = w),
                "minfilter" => minify(&word).map(|(min, level)| {
                    sampler.minify = min;
                    combined = level;
                }),
                "magfilter" => minify(&word).map(|(mag, _)| sampler.magnify = mag),
                "mipfilter" => level(&word).map(|m| mip = Some(m)),
                "border_color" => {
                    let [r, g, b, a] = self.numbers(state, [0.0, 0.0, 0.0, 1.0]);
                    sampler.border = Some([r as f32, g as f32, b as f32, a as f32]);
                    continue;
                }
                "max_anisotropy" => word.parse().ok().map(|n| sampler.anisotropy = n),
                "mip_bias" | "mipmap_bias" | "mip_min_level" => {
                    // Nothing is lost with a value that changes nothing.
                    loose_numbers(state).first().is_none_or(|v| *v == 0.0).then_some(())
                }
                _ => continue,
            };
            if known.is_none() {
                let message = format!("the sampler state `{}` cannot be `{}`", state.local_name(), text.trim());
                self.lose(&codes::SAMPLER, Fate::Dropped, state, message);
            }
        }
        if sampler.border.is_none() && [sampler.wrap_s, sampler.wrap_t, sampler.wrap_p].contains(&Wrap::Border) {
            sampler.border = Some([0.0, 0.0, 0.0, 0.0]);
        }
        sampler.mip = mip.or(combined).unwrap_or(sampler.mip);
        if sampler.border.is_some_and(|b| b.iter().any(|c| !c.is_finite())) {
            self.lose(&common::NUMBERS, Fate::Dropped, element, "the border colour is invalid");
            sampler.border = None;
        }
    }
}

/// The first child of a name, among those that are looked at.
fn child<'a>(element: Node<'a>, name: &str) -> Option<Node<'a>> {
    element.elements().take(MOST_PARTS).find(|e| e.local_name() == name)
}

/// Names of 1.4, 1.5 and of OpenGL. `NONE` of 1.4 is a black border.
fn wrap(word: &str) -> Option<Wrap> {
    Some(match word {
        "WRAP" | "REPEAT" => Wrap::Repeat,
        "MIRROR" | "MIRRORED_REPEAT" => Wrap::Mirror,
        "CLAMP" | "CLAMP_TO_EDGE" => Wrap::Clamp,
        "BORDER" | "CLAMP_TO_BORDER" | "NONE" => Wrap::Border,
        "MIRROR_ONCE" => Wrap::MirrorOnce,
        _ => return None,
    })
}

/// The filter, and the one between levels that names of 1.4 hold as well. `NONE` of 1.4 says nothing.
fn minify(word: &str) -> Option<(Filter, Option<Filter>)> {
    Some(match word {
        "NONE" | "LINEAR" | "ANISOTROPIC" => (Filter::Linear, None),
        "NEAREST" => (Filter::Nearest, None),
        "NEAREST_MIPMAP_NEAREST" => (Filter::Nearest, Some(Filter::Nearest)),
        "LINEAR_MIPMAP_NEAREST" => (Filter::Linear, Some(Filter::Nearest)),
        "NEAREST_MIPMAP_LINEAR" => (Filter::Nearest, Some(Filter::Linear)),
        "LINEAR_MIPMAP_LINEAR" => (Filter::Linear, Some(Filter::Linear)),
        _ => return None,
    })
}

fn level(word: &str) -> Option<Filter> {
    match word {
        "NONE" => Some(Filter::None),
        other => minify(other).map(|(filter, level)| level.unwrap_or(filter)),
    }
}
