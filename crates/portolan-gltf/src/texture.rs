//! Textures: a picture, a sampler, and how coordinates are changed.

use portolan_resources::uri::to_data_uri;
use std::collections::BTreeMap;

use portolan_format::companion_name;
use portolan_parallel::prelude::*;
use portolan_scene::{Fate, Filter, ImageId, Opaque, Origin, Pixels, Sampler, TextureUse, UvTransform, Wrap};
use serde_json::json;

use crate::blob::Piece;
use crate::container::uri;
use crate::json::{self, Index, TextureInfo};
use crate::picture::{self, Picture};
use crate::writer::Writer;
use crate::{Container, extras};
use crate::{IMAGE_MISSING, IMAGE_RECODED, SAMPLER};

/// Which picture a texture shows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Source {
    /// One of the scene.
    Image(ImageId),
    /// Colours of one with the opacity of another.
    Joined {
        /// Colours; white without.
        colour: Option<[Pick; 4]>,
        /// What lets light through.
        opacity: [Pick; 4],
        /// The picture it is called after.
        named: ImageId,
        /// How.
        mode: u8,
        /// Factors on texels and on all of it, as bits.
        tint: [u64; 5],
    },
    /// Normals from heights.
    Normals(ImageId, u64),
    /// Channels of pictures.
    Packed([Pick; 4]),
}

/// A channel of a picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Pick {
    /// Always the same, from 0 to 255.
    Constant(u8),
    /// That of a picture: 0 is red, 3 alpha.
    Channel(ImageId, u8),
}

/// Everything about pictures that is known so far.
#[derive(Default)]
pub(crate) struct Textures {
    loaded: BTreeMap<ImageId, Option<Picture>>,
    images: BTreeMap<Source, Option<Index>>,
    known: BTreeMap<(Index, Index), Index>,
}

/// The modes in a fixed order, to be part of a key.
pub(crate) const MODES: [Opaque; 4] = [Opaque::AOne, Opaque::AZero, Opaque::RgbOne, Opaque::RgbZero];

impl Writer<'_> {
    /// Reads pictures ahead, side by side.
    pub fn load_images(&mut self, wanted: Vec<ImageId>) {
        let (scene, read, budget) = (self.scene, self.read, &self.options.budget);
        let load = |id: ImageId| {
            let image = scene.image(id)?;
            Some((id, image, picture::load(image, read, budget)))
        };
        let loaded: Vec<_> = wanted.into_par_iter().filter_map(load).collect();
        for (id, image, loaded) in loaded {
            let label = image.meta.label().unwrap_or("?");
            let origin = image.meta.origin;
            match &loaded {
                Ok(Picture { recoded: Some(format), .. }) => {
                    let message = format!(
                        "image `{label}` was converted to PNG, because glTF does not support \
                        {format}"
                    );
                    self.losses.push(&IMAGE_RECODED, Fate::Baked, origin, message);
                }
                Ok(_) => {}
                // Reading the document told already that it is not there.
                Err(_) if matches!(image.pixels, Pixels::File { location: None, .. }) => {}
                Err(reason) => {
                    let message = format!("image `{label}` is dropped: {reason}");
                    self.losses.push(&IMAGE_MISSING, Fate::Dropped, origin, message);
                }
            }
            self.textures.loaded.insert(id, loaded.ok());
        }
    }

    /// A picture of the scene, if it could be read.
    pub fn picture(&self, id: ImageId) -> Option<&Picture> {
        self.textures.loaded.get(&id)?.as_ref()
    }

    /// The image of glTF that shows a source.
    fn image(&mut self, source: &Source) -> Option<Index> {
        if let Some(known) = self.textures.images.get(source) {
            return *known;
        }
        let budget = &self.options.budget;
        let (picture, id) = match source {
            Source::Image(id) => (self.picture(*id).cloned().map(Ok), *id),
            Source::Packed(picks) => {
                let id = picks.iter().find_map(|p| match p {
                    Pick::Channel(id, _) => Some(*id),
                    Pick::Constant(_) => None,
                });
                (self.pack(picks), id.unwrap_or(ImageId(u32::MAX)))
            }
            Source::Joined { colour, opacity, named, mode, tint } => {
                let [r, g, b, a, k] = tint.map(f64::from_bits);
                let mode = MODES.get(usize::from(*mode)).copied().unwrap_or_default();
                let colours = colour.as_ref().and_then(|c| self.pack(c));
                let (tint, colours) = ([r, g, b, a], colours.and_then(Result::ok));
                let join = |o| picture::join(colours.as_ref(), &o, mode, tint, k, budget);
                (self.pack(opacity).map(|opacity| opacity.and_then(join)), *named)
            }
            Source::Normals(id, strength) => {
                let strength = f64::from_bits(*strength);
                (self.picture(*id).map(|p| picture::normals_of_heights(p, strength, budget)), *id)
            }
        };
        let index = match picture {
            Some(Ok(picture)) => Some(self.put_image(picture, id, source)),
            Some(Err(why)) => {
                let meta = self.scene.image(id).map(|image| &image.meta);
                let label = meta.and_then(|meta| meta.label()).unwrap_or("?");
                let message = format!("what is made of image `{label}` is dropped: {why}");
                let origin = meta.map(|meta| meta.origin).unwrap_or_default();
                self.losses.push(&IMAGE_MISSING, Fate::Dropped, origin, message);
                None
            }
            None => None,
        };
        self.textures.images.insert(source.clone(), index);
        index
    }

    /// A picture made of channels; one whose channels all stay is taken as it is.
    /// Nothing, if one of the pictures is not there, which was told when they were read.
    fn pack(&self, picks: &[Pick; 4]) -> Option<Result<Picture, String>> {
        if let [Pick::Channel(id, 0), Pick::Channel(b, 1), Pick::Channel(c, 2), Pick::Channel(d, 3)] = picks
            && [b, c, d].iter().all(|other| *other == id)
        {
            return self.picture(*id).cloned().map(Ok);
        }
        let missing = |pick: &Pick| matches!(pick, Pick::Channel(id, _) if self.picture(*id).is_none());
        let all = !picks.iter().any(missing);
        all.then(|| picture::pack(picks, |id| self.picture(id), &self.options.budget))
    }

    fn put_image(&mut self, picture: Picture, id: ImageId, source: &Source) -> Index {
        let meta = self.scene.image(id).map(|i| &i.meta);
        let suffix = match source {
            Source::Image(_) => "",
            Source::Joined { .. } => "-alpha",
            Source::Normals(..) => "-normals",
            Source::Packed(_) => "-channels",
        };
        let label = meta.and_then(|m| m.label()).map(|l| format!("{l}{suffix}"));
        let mut image = json::Image { name: label, extras: meta.and_then(extras::of), ..json::Image::default() };
        let embed = self.options.embed_images.unwrap_or(self.options.container != Container::Gltf);
        if !embed {
            let wanted = self.file_name(id, suffix, picture.mime);
            let bytes = std::sync::Arc::try_unwrap(picture.bytes).unwrap_or_else(|shared| shared.to_vec());
            let origin = meta.map(|m| m.origin).unwrap_or_default();
            match self.companions.picture(&wanted, bytes) {
                Ok(placed) => image.uri = Some(uri(&companion_name(placed, origin, &mut self.losses))),
                Err(why) => {
                    let message = format!("image `{wanted}` is not written: {why}");
                    self.losses.push(&portolan_resources::NOT_WRITTEN, Fate::Dropped, origin, message);
                    image.uri = Some(uri(&wanted));
                }
            }
        } else if self.options.container == Container::GltfEmbedded {
            image.uri = Some(to_data_uri(picture.mime, &picture.bytes));
        } else {
            image.mime_type = Some(picture.mime);
            image.buffer_view = Some(self.blob.view(Piece::Shared(picture.bytes), None, None));
        }
        self.root.images.push(image);
        self.root.images.len() as Index - 1
    }

    /// The name that a picture's file should have: its own one, with the extension of what it is now.
    fn file_name(&self, id: ImageId, suffix: &str, mime: &str) -> String {
        let reference = match self.scene.image(id).map(|i| &i.pixels) {
            Some(portolan_scene::Pixels::File { reference, location }) => location.as_deref().unwrap_or(reference),
            _ => "",
        };
        let base = reference.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
        let harmless = |c: char| c.is_alphanumeric() || "-_ ().".contains(c);
        let stem: String = stem.chars().take(100).map(|c| if harmless(c) { c } else { '_' }).collect();
        let stem = if stem.trim_matches(['.', ' ']).is_empty() { format!("image{}", id.0) } else { stem };
        let extension = if mime == "image/png" { "png" } else { "jpg" };
        format!("{stem}{suffix}.{extension}")
    }

    /// A texture as a material refers to it; `coordinates` is the set of texture coordinates.
    pub fn texture(
        &mut self,
        source: &Source,
        texture: &TextureUse,
        coordinates: u32,
        origin: Origin,
    ) -> Option<TextureInfo> {
        let image = self.image(source)?;
        let sampler = self.sampler(&texture.sampler, origin);
        let next = self.root.textures.len() as Index;
        let index = *self.textures.known.entry((image, sampler)).or_insert(next);
        if index == next {
            self.root.textures.push(json::Texture { sampler, source: image });
        }
        let mut info = TextureInfo { index, tex_coord: coordinates, ..TextureInfo::default() };
        let change = texture.matrix().map(|matrix| UvTransform::near(&matrix));
        if let Some((_, false)) = change {
            let message = "a sheared or three-dimensional texture transform is approximated";
            self.losses.push(&SAMPLER, Fate::Approximated, origin, message);
        }
        // What is written as a placement stays one to the last digit.
        let change = texture.transform.filter(|_| texture.steps.is_empty()).or(change.map(|(c, _)| c));
        if let Some(change) = &change
            && let Some(value) = transform(change)
        {
            self.extension("KHR_texture_transform");
            info.extensions.insert("KHR_texture_transform", value);
        }
        Some(info)
    }

    fn sampler(&mut self, sampler: &Sampler, origin: Origin) -> Index {
        let written = json::Sampler {
            mag_filter: if sampler.magnify == Filter::Nearest { 9728 } else { 9729 },
            min_filter: match (sampler.minify, sampler.mip) {
                (Filter::Nearest, Filter::None) => 9728,
                (_, Filter::None) => 9729,
                (Filter::Nearest, Filter::Nearest) => 9984,
                (_, Filter::Nearest) => 9985,
                (Filter::Nearest, Filter::Linear) => 9986,
                (_, Filter::Linear) => 9987,
            },
            wrap_s: self.wrap(sampler.wrap_s, origin),
            wrap_t: self.wrap(sampler.wrap_t, origin),
        };
        if let Some(known) = self.root.samplers.iter().position(|s| *s == written) {
            return known as Index;
        }
        self.root.samplers.push(written);
        self.root.samplers.len() as Index - 1
    }

    fn wrap(&mut self, wrap: Wrap, origin: Origin) -> u32 {
        match wrap {
            Wrap::Repeat => 10497,
            Wrap::Mirror => 33648,
            Wrap::Clamp => 33071,
            Wrap::Border => {
                self.losses.push(
                    &SAMPLER,
                    Fate::Approximated,
                    origin,
                    "texture wrapping `border` was replaced by \
                    clamping to the edge",
                );
                33071
            }
            Wrap::MirrorOnce | Wrap::MirrorBorder => {
                self.losses.push(
                    &SAMPLER,
                    Fate::Approximated,
                    origin,
                    "texture wrapping `mirror once` was replaced \
                    by mirrored repeat",
                );
                33648
            }
        }
    }
}

/// The change of coordinates (u, v) with v upwards, for coordinates (u, 1 − v).
///
/// With the factors `D`, the turn `R(θ)` and the offset `o`, what is upwards becomes downwards: the turn runs the other
/// way round, which is how glTF counts it, and the offset is `(oᵤ − sin θ·Dᵥ, 1 − oᵥ − cos θ·Dᵥ)`.
fn transform(change: &UvTransform) -> Option<serde_json::Value> {
    let UvTransform { offset: [u, v], rotation, repeat: [du, dv] } = *change;
    let (sin, cos) = libm::sincos(rotation.to_radians());
    let offset = [u - sin * dv, 1.0 - v - cos * dv].map(|x| if x == 0.0 { 0.0 } else { x });
    let finite = offset.iter().chain([&rotation, &du, &dv]).all(|x| x.is_finite());
    let identity = offset == [0.0; 2] && rotation == 0.0 && [du, dv] == [1.0; 2];
    (finite && !identity).then(|| json!({ "offset": offset, "rotation": rotation.to_radians(), "scale": [du, dv] }))
}

#[cfg(test)]
mod tests {
    use portolan_scene::glam::DMat4;

    use super::*;

    /// What glTF's readers do.
    fn applied(change: &serde_json::Value, [u, v]: [f64; 2]) -> [f64; 2] {
        let n = |k: &str, i: usize| change[k][i].as_f64().unwrap();
        let (sin, cos) = change["rotation"].as_f64().unwrap().sin_cos();
        let (u, v) = (u * n("scale", 0), v * n("scale", 1));
        [cos * u + sin * v + n("offset", 0), -sin * u + cos * v + n("offset", 1)]
    }

    #[test]
    fn matrices_are_placements_unless_they_shear() {
        let change = UvTransform { offset: [0.25, 0.5], rotation: 30.0, repeat: [2.0, -3.0] };
        let (found, exact) = UvTransform::near(&change.matrix());
        assert!(exact);
        let pairs = [found.offset, found.repeat, [found.rotation; 2]].into_iter().flatten();
        for (a, b) in pairs.zip([0.25, 0.5, 2.0, -3.0, 30.0, 30.0]) {
            assert!((a - b).abs() < 1e-12, "{found:?}");
        }
        let mut sheared = change.matrix();
        sheared.y_axis.x += 0.5;
        assert!(!UvTransform::near(&sheared).1);
        assert!(!UvTransform::near(&DMat4::from_rotation_x(0.3)).1);
    }

    #[test]
    fn coordinates_change_alike_on_both_sides() {
        let change = UvTransform { offset: [0.25, 0.5], rotation: 30.0, repeat: [2.0, 3.0] };
        let written = transform(&change).unwrap();
        let (sin, cos) = 30f64.to_radians().sin_cos();
        for [u, v] in [[0.0, 0.0], [1.0, 0.0], [0.3, 0.7]] {
            let (su, sv) = (2.0 * u, 3.0 * v);
            let expected = [cos * su - sin * sv + 0.25, sin * su + cos * sv + 0.5];
            let [gu, gv] = applied(&written, [u, 1.0 - v]);
            assert!((gu - expected[0]).abs() < 1e-12 && (1.0 - gv - expected[1]).abs() < 1e-12);
        }
        assert_eq!(transform(&UvTransform { offset: [0.0; 2], rotation: 0.0, repeat: [1.0; 2] }), None);
    }
}
