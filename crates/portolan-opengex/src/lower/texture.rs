//! `Texture`: a picture and how it is laid on.

use std::borrow::Cow;

use portolan_resources::How;
use portolan_scene::{
    Fate, Image, ImageId, Meta, Part, Pixels, Sampler, Source, Swizzle, Target, TextureOwner, TextureUse, Wrap,
};
use portolan_syntax::Node;

use super::animation::Driven;
use super::transform::TRANSFORMS;
use super::{Lower, codes, origin};

const ADDRESSES: [(&str, Wrap); 6] = [
    ("repeat", Wrap::Repeat),
    ("clamp", Wrap::Clamp),
    ("border", Wrap::Border),
    ("mirror_repeat", Wrap::Mirror),
    ("mirror_clamp", Wrap::MirrorOnce),
    ("mirror_border", Wrap::MirrorBorder),
];

/// What a set of texture coordinates is called.
const SET: &str = "texcoord";

/// The set that a name means.
pub(super) fn set_of(coordinates: &str) -> Option<u32> {
    coordinates.strip_prefix(SET)?.parse().ok()
}

impl<'a> Lower<'a> {
    /// A texture; `None` if it names no picture, which is told.
    pub(super) fn texture(&mut self, structure: Node<'a>, owner: TextureOwner) -> Option<TextureUse> {
        let reference = self.string(structure)?;
        let image = self.image(structure, &reference);
        let set: u32 = self.property(structure, "texcoord").unwrap_or_default();
        let mut wrap = |property: &str| {
            let word = self.word(structure, property);
            ADDRESSES.iter().find(|(w, _)| Some(*w) == word).map(|(_, wrap)| *wrap).unwrap_or_default()
        };
        let (wrap_s, wrap_t, wrap_p) = (wrap("x_address"), wrap("y_address"), wrap("z_address"));
        let border = match self.word(structure, "border") {
            Some("black") => [0.0, 0.0, 0.0, 1.0],
            Some("white") => [1.0; 4],
            _ => [0.0; 4],
        };
        let bordered = [wrap_s, wrap_t, wrap_p].iter().any(|w| matches!(w, Wrap::Border | Wrap::MirrorBorder));
        let border = (bordered || structure.attribute("border").is_some()).then_some(border);
        let sampler =
            Sampler { wrap_s, wrap_t, wrap_p, border, mip: portolan_scene::Filter::Linear, ..Sampler::default() };
        let mut texture = TextureUse::new(image, sampler, format!("{SET}{set}"));
        texture.swizzle = self.swizzle(structure);
        for child in structure.elements().filter(|e| TRANSFORMS.contains(&e.local_name())) {
            let Some((step, numbers)) = self.transform(child) else { continue };
            let place = texture.steps.len() as u32;
            texture.steps.push(step);
            let target = Target::TextureStep { texture: owner, step: place, part: Part::All };
            self.driven.insert(child.id(), Driven { targets: vec![target], numbers });
        }
        Some(texture)
    }

    fn swizzle(&mut self, structure: Node<'a>) -> Swizzle {
        let given = self.document.bound.given::<Cow<'_, str>>(structure, "swizzle");
        match given.sound().and_then(|written| swizzle(&written)) {
            Some(swizzle) => swizzle,
            None => {
                let written = structure.attribute("swizzle").map_or("", |a| a.raw());
                let message = format!("`{written}` is not a valid swizzle and is ignored");
                self.lose(&codes::VALUE, Fate::Approximated, structure, message);
                Swizzle::default()
            }
        }
    }

    /// The picture of a file name; the same name is the same picture.
    fn image(&mut self, structure: Node<'a>, reference: &str) -> Option<ImageId> {
        if reference.is_empty() {
            self.lose(&codes::IMAGE, Fate::Dropped, structure, "the texture has no file name");
            return None;
        }
        if let Some(known) = self.known.images.get(reference) {
            return Some(*known);
        }
        let location = match self.resources.locate(&self.document.location, reference) {
            Ok(found) => {
                // File names are no URIs, so that nothing in them is special.
                if !matches!(found.how, How::Exact | How::Literal) {
                    let message = format!("`{reference}` was found {}", found.how.note());
                    self.lose(&codes::IMAGE_PLACE, Fate::Noted, structure, message);
                }
                Some(found.location.into_boxed_str())
            }
            Err(why) => {
                self.lose(&codes::IMAGE, Fate::Dropped, structure, why.of_picture());
                None
            }
        };
        let id = ImageId::next(&self.scene.images);
        let name = reference.rsplit('/').next().unwrap_or(reference);
        let meta = Meta { name: Some(name.into()), origin: origin(structure), ..Meta::default() };
        self.scene.images.push(Image { meta, pixels: Pixels::File { reference: reference.into(), location } });
        self.known.images.insert(reference.into(), id);
        Some(id)
    }
}

/// One character for all channels, or one for each.
fn swizzle(written: &str) -> Option<Swizzle> {
    let source = |c: char| {
        Some(match c {
            'r' | 'x' => Source::Red,
            'g' | 'y' => Source::Green,
            'b' | 'z' => Source::Blue,
            'a' | 'w' => Source::Alpha,
            '0' => Source::Zero,
            '1' => Source::One,
            'i' => Source::Same,
            _ => return None,
        })
    };
    let sources: Vec<Source> = written.chars().map(source).collect::<Option<_>>()?;
    match *sources {
        [all] => Some(Swizzle([all; 4])),
        [r, g, b, a] => Some(Swizzle([r, g, b, a])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swizzles_are_one_or_four_letters() {
        assert_eq!(swizzle("i"), Some(Swizzle::default()));
        assert_eq!(swizzle("a"), Some(Swizzle([Source::Alpha; 4])));
        assert_eq!(swizzle("wx01"), Some(Swizzle([Source::Alpha, Source::Red, Source::Zero, Source::One])));
        assert_eq!(swizzle("biyz"), Some(Swizzle([Source::Blue, Source::Same, Source::Green, Source::Blue])));
        for wrong in ["", "rg", "rgb", "rgbaa", "R", "q"] {
            assert_eq!(swizzle(wrong), None, "{wrong}");
        }
    }
}
